"""The sensitive values of the published classes, judged before a release is written.

Classes are those of the release: whoever has equal texts is in one class.
"""

from collections.abc import Iterable, Sequence

from sqlglot import exp

from dpsql.engines.base import Engine
from dpsql.privacy.sensitive import SensitiveModel
from dpsql.sql.lattice.judged_classes import (
    count_judged_query,
    doubtful_histograms_query,
    judge_classes_query,
    list_violating_histograms,
)
from dpsql.sql.lattice.sensitive_set import SensitiveSet, value_codes
from dpsql.sql.published_classes import text_name
from dpsql.sql.templates import column, identifier, render

#: Rows of the release, by class and sensitive value.
_VALUES = "published_values"


def count_violating_values(
    engine: Engine, sets: Iterable[SensitiveSet], names: Sequence[str], rows: exp.Query
) -> list[tuple[SensitiveModel, int]]:
    """Count the published classes of T that violate each model of a sensitive column.

    `names`: the quasi-identifiers. `rows`: the query of the release, with its kept columns.
    """
    counted = []
    for coded in sets:
        engine.materialize(_VALUES, published_values_query(names, coded, rows))
        for model in coded.models:
            judged = judge_values_query(_VALUES, len(names), coded, model).subquery("judged")
            ((_, violating, doubtful),) = engine.fetch(count_judged_query([judged]))
            broken = int(violating)
            if doubtful:
                query = doubtful_histograms_query(_VALUES, _codes(len(names)), model)
                found = list_violating_histograms(engine, query.subquery("doubtful"), model)
                broken += sum(classes for _, classes in found)
            counted.append((model, broken))
        engine.drop(_VALUES)
    return counted


def judge_values_query(
    source: str, columns: int, coded: SensitiveSet, model: SensitiveModel
) -> exp.Query:
    """The statement that judges the classes of the rows of `published_values_query`."""
    return judge_classes_query(source, _codes(columns), coded, model)


def published_values_query(names: Sequence[str], coded: SensitiveSet, rows: exp.Query) -> exp.Query:
    """The statement that counts the released rows by class and value of one sensitive column."""
    unsorted = rows.copy()
    unsorted.set("order", None)
    value = exp.cast(column(coded.models[0].column, "released"), "VARCHAR")
    return render(
        "code_published_values",
        columns=[
            {"name": identifier(name), "text": text_name(j), "is_null": _null_name(j)}
            for j, name in enumerate(names)
        ],
        codes=[
            {"value": value_, "name": name}
            for value_, name in value_codes(coded.listed, coded.models)
        ],
        rows=unsorted,
        listed=identifier(coded.listed),
        condition=exp.NullSafeEQ(this=value, expression=column("value", coded.listed)),
    )


def _codes(columns: int) -> list[exp.Identifier]:
    """Columns that distinguish the classes; none of them is NULL, as a text may be."""
    return [code for j in range(columns) for code in (text_name(j), _null_name(j))]


def _null_name(j: int) -> exp.Identifier:
    """Column with 1 where the text of quasi-identifier `j` is NULL."""
    return identifier(f"is_null_{j}")
