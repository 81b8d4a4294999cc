"""The statements that judge sensitive columns: at a node, or in the classes where people settle."""

from collections.abc import Callable, Iterator

from sqlglot import exp

from dpsql.privacy.sensitive import SensitiveModel, SensitiveSizes
from dpsql.search.sensitive import sensitive_classes_query
from dpsql.session.models import find_sensitive
from dpsql.sql.lattice.frequency_set import Levels
from dpsql.sql.lattice.judged_classes import count_judged_query
from dpsql.sql.lattice.sensitive_set import (
    SensitiveSet,
    code_levels_query,
    rows_name,
    rows_query,
    values_query,
)
from dpsql.sql.published_values import judge_values_query, published_values_query
from dpsql.warehouses.scripts.outline import UNKNOWN_SIZES, Outline
from dpsql.warehouses.scripts.step import Step, make_check


def check_values_at_node(outline: Outline, levels: Levels) -> Iterator[Step]:
    """Yield steps that judge the sensitive columns at the chosen node."""
    for number, coded in enumerate(_list_sets(outline)):
        yield from _list_values(outline, coded)
        yield Step(coded.name, code_levels_query(levels, number, coded.models), coded.name)

        def judge(model: SensitiveModel, coded: SensitiveSet = coded) -> exp.Query:
            return sensitive_classes_query([outline.node], levels.lattice, coded, model)

        yield from _check_models(coded, f"at node {outline.node.levels}", judge)


def check_published_values(outline: Outline, rows: exp.Query) -> Iterator[Step]:
    """Yield steps that judge the sensitive columns in the published classes of these rows of T."""
    names = list(outline.hierarchies)
    for number, coded in enumerate(_list_sets(outline)):
        yield from _list_values(outline, coded)
        table = f"published_values_{number}"
        yield Step(table, published_values_query(names, coded, rows), table)

        def judge(
            model: SensitiveModel, coded: SensitiveSet = coded, table: str = table
        ) -> exp.Query:
            judged = judge_values_query(table, len(names), coded, model)
            return count_judged_query([judged.subquery("judged")])

        yield from _check_models(coded, "where people settle", judge)


def _list_sets(outline: Outline) -> Iterator[SensitiveSet]:
    models = find_sensitive(outline.job)
    for number, name in enumerate(dict.fromkeys(model.column for model in models)):
        of_column = tuple(model for model in models if model.column == name)
        yield SensitiveSet(number, of_column, SensitiveSizes(UNKNOWN_SIZES.private_rows, 0))


def _list_values(outline: Outline, coded: SensitiveSet) -> Iterator[Step]:
    """Yield steps that count the rows of T by text, and list the values of one column."""
    number, models = coded.number, coded.models
    rows = rows_name(number)
    yield Step(rows, rows_query(outline.tables, models[0].column), rows)
    yield Step(coded.listed, values_query(number, models), coded.listed)


def _check_models(
    coded: SensitiveSet, where: str, judge: Callable[[SensitiveModel], exp.Query]
) -> Iterator[Step]:
    for i, model in enumerate(coded.models):
        words = " ".join(f"{k} {v}" for k, v in model.parameters.items())
        yield make_check(
            f"sensitive_{coded.number}_{i}",
            f"{words} {where}",
            judge(model),
            "violating_classes is 0; doubles do not decide of doubtful_classes",
            "violating_classes",
            "doubtful_classes",
        )
