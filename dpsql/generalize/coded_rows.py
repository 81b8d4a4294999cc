"""Codes P and T on levels: what a search, or one node, is counted from."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from dpsql.domain.found.statistics import TableStatistics
from dpsql.domain.job import Job
from dpsql.domain.levels.lattice import Node
from dpsql.privacy.model import PrivacyModel
from dpsql.search.checker import Checker
from dpsql.session.load import Loaded
from dpsql.session.models import find_models, find_sensitive
from dpsql.sql.composition.atoms import meet
from dpsql.sql.lattice.frequency_set import FREQUENCY_SET, FrequencySet, Levels, encode
from dpsql.sql.lattice.level_statistics import measure_levels
from dpsql.sql.lattice.sensitive_set import SensitiveSet, code_levels_query, encode_sensitive


def prepare(
    job: Job, loaded: Loaded, node: Node | None = None, *, anew: bool = False
) -> tuple[Checker, TableStatistics]:
    """Make the frequency set for a search, or for one `node`; return a checker and the statistics.

    For a search, the frequency set starts at the floor. `anew`: replace the frequency set of an
    earlier search.
    """
    coded = code_rows(job, loaded, node, anew=anew)
    given = loaded.engine, loaded.lattice, coded.models, loaded.sizes
    checker = Checker.of(*given, coded.frequency_set, coded.sensitive, coded.floor)
    return checker, coded.table


@dataclass(frozen=True)
class CodedRows:
    """The frequency set of a session and the rows of T with sensitive values, on `levels`.

    `floor`: of single quasi-identifiers, whatever the limits of levels are.
    """

    levels: Levels
    frequency_set: FrequencySet
    sensitive: tuple[SensitiveSet, ...]
    models: tuple[PrivacyModel, ...]
    table: TableStatistics
    floor: Node


def code_rows(
    job: Job,
    loaded: Loaded,
    node: Node | None = None,
    *,
    anew: bool = False,
    raw: Sequence[int] = (),
) -> CodedRows:
    """Make the frequency set and the coded rows of T, as `prepare`.

    The quasi-identifiers numbered `raw` have codes from level 0 on, whatever the models need.
    """
    engine, sizes = loaded.engine, loaded.sizes
    models = tuple(model.on(sizes.public_rows, sizes.private_rows) for model in find_models(job))
    given = engine, loaded.hierarchies, loaded.leaf_counts, models, sizes
    single = measure_levels(*given, loaded.weights)
    base = node or loaded.lattice.limit(single.floor)
    base = Node(tuple(0 if j in raw else level for j, level in enumerate(base.levels)))
    if loaded.earlier is not None:
        # The earlier releases are counted as well, wherever they are.
        base = meet([base, *loaded.earlier.nodes])
    sensitive_models = find_sensitive(job)
    if anew:
        engine.drop(FREQUENCY_SET)
    frequency_set = encode(engine, loaded.lattice, base, single.label_counts, sizes)
    levels = Levels(loaded.lattice, base, single.label_counts)
    sensitive = encode_sensitive(
        engine,
        loaded.tables,
        partial(code_levels_query, levels),
        sensitive_models,
        sizes.private_rows,
        first=len(sensitive_models) if anew else 0,
    )
    return CodedRows(levels, frequency_set, sensitive, models, single.table, single.floor)
