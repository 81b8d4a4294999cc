"""Judges the values of T's protected columns at the root, where all of T is one class."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from dpsql.domain.levels.lattice import Lattice
from dpsql.engines.base import Engine
from dpsql.privacy.sensitive import SensitiveModel
from dpsql.search.sensitive import count_violating
from dpsql.sql.lattice.frequency_set import Levels
from dpsql.sql.lattice.sensitive_set import code_levels_query, encode_sensitive, values_name
from dpsql.sql.tables.public_and_private import Tables

#: Far above the numbers of sets that a search has made, which stay as they are.
_FIRST_SET = 1000


def find_failing_values(
    engine: Engine,
    lattice: Lattice,
    tables: Tables,
    models: Sequence[SensitiveModel],
    private_rows: int,
) -> tuple[SensitiveModel, ...]:
    """Return the models that all of T as one class violates; the engine has T's leaves.

    Raises:
        HierarchyError, InputError: values have no place or no order, as `encode_sensitive`.
    """
    coding, root = partial(code_levels_query, Levels(lattice, lattice.root)), lattice.root
    sets = encode_sensitive(engine, tables, coding, models, private_rows, _FIRST_SET)
    failing = tuple(
        model
        for one in sets
        for model in one.models
        if count_violating(engine, lattice, [replace(one, models=(model,))], [root])[root]
    )
    for one in sets:
        engine.drop(one.name)
        engine.drop(values_name(one.number))
    return failing
