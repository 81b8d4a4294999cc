"""Checks a release that dpsql did not write against P and T, as boxes; it has no manifest.

Every released row is a box of P: its cells are values, labels or ranges (`foreign_cells`). Then it
is checked like a release of boxes. Its rows may have any order. It may have columns that the job
does not name; these could reveal facts about T, and are not checked.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from sqlglot import exp

from dpsql.domain.levels.hierarchy import Hierarchy, Leaf
from dpsql.domain.names import find_same
from dpsql.domain.plurals import name_count
from dpsql.domain.sections.quasi_identifier import QuasiIdentifier
from dpsql.engines.base import Engine
from dpsql.errors import ConfigError, InputError, SubsetError
from dpsql.faces import name_function
from dpsql.privacy.model import PrivacyModel
from dpsql.release.release_format import PLAIN
from dpsql.sql.tables.public_and_private import Tables
from dpsql.sql.templates import column, render
from dpsql.verifier.boxes.axes import Axis
from dpsql.verifier.boxes.boxes import find_boxes, judge_boxes, name_axes
from dpsql.verifier.boxes.read_boxes import Reader
from dpsql.verifier.foreign.foreign_cells import read_labels
from dpsql.verifier.foreign.overlapping_boxes import judge_overlapping_boxes
from dpsql.verifier.recount import count_both_tables
from dpsql.verifier.released_rows import RELEASE, refuse_other_numbers
from dpsql.verifier.verified import Verified

FOREIGN = "foreign_release"


def verify_foreign_boxes(
    engine: Engine,
    tables: Tables,
    hierarchies: Mapping[str, Hierarchy],
    words: Mapping[str, QuasiIdentifier],
    levels: Mapping[str, int],
    models: Sequence[PrivacyModel],
    *,
    tolerate_failure: bool = False,
) -> Verified:
    """Verify the logical table ``foreign_release``: T in boxes of P; it has the job's columns.

    `levels`: for columns whose cells are labels of one level, that level. `tolerate_failure`: also
    measure a release that breaks the models.

    Raises:
        ConfigError: it has a public column that the job does not name.
        IntegrityError: cells have no or several meanings, or its rows are not
            those of T in these boxes; boxes overlap, and the job asks for more than presence and
            k-anonymity. NotSatisfied: a box breaks a model, or
            people whom no box covers do. InputError, SubsetError: P is empty, or T is not a subset
            of P. HierarchyError: values of P have no place in a hierarchy or an order.
    """
    tables = _read_release(engine, tables)
    axes = name_axes(tables)
    count_both_tables(engine, tables, hierarchies, {name: a.value for name, a in axes.items()})
    _refuse_unfit_tables(engine, tables, list(axes.values()))

    def find_reader(name: str, leaves: Iterator[Leaf]) -> Reader:
        return read_labels(name, list(leaves), hierarchies[name], levels.get(name))

    if find_boxes(engine, tables, hierarchies, words, find_reader, PLAIN):
        given = engine, tables, models
        return judge_overlapping_boxes(*given, tolerate_failure=tolerate_failure)
    return judge_boxes(engine, tables, models, PLAIN, tolerate_failure=tolerate_failure)


def _read_release(engine: Engine, tables: Tables) -> Tables:
    """Store the columns that the job names as dpsql releases them: texts, in the job's order.

    Returns the tables without a column of counts if the file has none: then each row is one of T.
    """
    types = engine.columns(FOREIGN)
    _refuse_joinable_columns(tables, types)
    released = replace(tables, types=types)
    columns = [
        exp.alias_(released.text(name, FOREIGN), name, quoted=True)
        for name in tables.quasi_identifiers
    ]
    columns += [column(name, FOREIGN) for name in tables.keep]
    count = tables.release_count if tables.release_count in types else None
    if count is not None:
        columns.append(column(count, FOREIGN))
    engine.materialize(RELEASE, render("read_foreign_release", columns=columns))
    tables = replace(tables, release_count=count)
    refuse_other_numbers(engine, tables, PLAIN)
    return tables


def _refuse_joinable_columns(tables: Tables, types: Iterable[str]) -> None:
    """Raise ConfigError for a column that is public but not named: an outsider could join on it."""
    named = {name.casefold() for name in (*tables.quasi_identifiers, *tables.keep)}
    for name in types:
        if name.casefold() not in named and find_same(name, tables.public_columns):
            raise ConfigError(
                f"release: the public has column {name!r} of it, too, and would join on it; drop it"
                " from the release; if the public does not have it, list in public_columns what it"
                " has of P; if it is generalized, name it under quasi_identifiers"
            )


def _refuse_unfit_tables(engine: Engine, tables: Tables, axes: Sequence[Axis]) -> None:
    """Check P and T, which no search has checked here, as it has for a release of dpsql."""
    public_rows, excess = engine.fetch(render("verify_totals"))[0][0], 0
    if tables.private_rows.mark is None:
        values = [exp.Column(this=axis.value) for axis in axes]
        excess = engine.fetch(render("verify_subset", values=values))[0][0]
    if excess:
        raise SubsetError(
            f"{name_count(excess, 'row of T has', 'rows of T have')} no counterpart in P, or more"
            f" than there are; T must be a subset of P ({name_function('check')} says more)"
        )
    if not public_rows:
        raise InputError("P has no rows; presence is measured against a population")
