"""The statements that judge sensitive columns in the classes of T.

Each value of a class is counted once, beside what the models compare it with. Exact, but for
classes whose entropy doubles leave in doubt: these count as violating.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlglot import exp

from dpsql.privacy.l_diversity import EntropyDiversity
from dpsql.privacy.sensitive import SensitiveModel, SensitiveSizes
from dpsql.privacy.t_closeness import EqualCloseness, HierarchicalCloseness, OrderedCloseness
from dpsql.sql.tables.people import MOST_PEOPLE
from dpsql.sql.templates import column, identifier, render
from dpsql.warehouses.scripts.classes import rename, simplify
from dpsql.warehouses.scripts.distances import count_values
from dpsql.warehouses.scripts.labelled import LABELLED
from dpsql.warehouses.scripts.outline import Outline
from dpsql.warehouses.scripts.step import Step

_SIZES = SensitiveSizes(MOST_PEOPLE, 0)
#: Models that count values in another way: up to each in their order, or by their labels.
_FAR = (OrderedCloseness, HierarchicalCloseness)
#: What a row of the counted values has, as models name it.
_COLUMNS = ("value_count", "place", "class_rows", "table_count", "table_rows")


@dataclass(frozen=True)
class Judged:
    """The steps that judge a sensitive column: `made` stores rows, `checks` must find none."""

    made: tuple[Step, ...]
    checks: tuple[Step, ...]


def list_sensitive(outline: Outline) -> Iterator[Judged]:
    """Yield the steps of each sensitive column, and of each way to count its values.

    Raises:
        ConfigError: an order of values for which there is no SQL without the tables.
    """
    for name in dict.fromkeys(model.column for model in outline.sensitive):
        models = [model for model in outline.sensitive if model.column == name]
        far = [model for model in models if isinstance(model, _FAR)]
        plain = [model for model in models if not isinstance(model, _FAR)]
        if plain:
            yield _judge(outline, "violating", plain, values_query(outline, name, plain))
        for model in far:
            counted = count_values(outline, model)
            judged = _judge(outline, "distant", [model], counted.query)
            made = (*((counted.filled,) if counted.filled else ()), *judged.made)
            yield Judged(made, (counted.check, *judged.checks))


def _judge(
    outline: Outline, start: str, models: Sequence[SensitiveModel], histograms: exp.Query
) -> Judged:
    """Return the step that lists violating classes, and its check."""
    name = models[0].column
    table = outline.name_table(start, name)
    names = {one: outline.free(one) for one in _COLUMNS}
    broken = simplify(rename(exp.or_(*map(_violation, models)), names))
    query = (
        exp.select(*outline.labels)
        .from_(histograms.subquery("histograms"))
        .group_by(*outline.labels)
        .having(broken)
    )
    words = ", ".join(
        f"{key} {value}" for model in models for key, value in model.parameters.items()
    )
    listed = exp.Table(this=identifier(table))
    check = Step(
        f"The classes that violate {words}. Expected: no rows.",
        exp.select("*").from_(listed),
        fault=exp.true(),
        count=exp.select(exp.Count(this=exp.Star())).from_(listed.copy()),
        report=f"of_{table}",
    )
    return Judged(
        (Step(f"The classes of T that violate {words}.", query, table),),
        (check,),
    )


def values_query(outline: Outline, name: str, models: list[SensitiveModel]) -> exp.Query:
    """Return the statement that counts the rows of T by class and value of a column."""
    labels, value = outline.labels, identifier(name)
    count = column(outline.free("value_count"))

    def over(partition: list[exp.Expr]) -> exp.Expr:
        within = [one.copy() for one in partition]
        return exp.cast(exp.Window(this=exp.Sum(this=count.copy()), partition_by=within), "BIGINT")

    windows: dict[str, exp.Expr] = {}
    if any(model.is_ranked for model in models):
        order = exp.Order(expressions=[exp.Ordered(this=count.copy(), desc=True)])
        windows["place"] = exp.Window(
            this=exp.RowNumber(), partition_by=[one.copy() for one in labels], order=order
        )
    if any(model.is_compared for model in models):
        windows["class_rows"] = over([*labels])
        windows["table_count"] = over([exp.Column(this=value)])
        windows["table_rows"] = over([])
    return render(
        "count_class_values",
        labels=labels,
        value=exp.cast(column(name), "VARCHAR"),
        name=value,
        value_count=identifier(outline.free("value_count")),
        private_count=identifier(outline.counts[1]),
        windows=[
            {"value": window, "name": identifier(outline.free(title))}
            for title, window in windows.items()
        ],
        labelled=identifier(LABELLED),
    )


def _violation(model: SensitiveModel) -> exp.Expr:
    """Return what is true of a class that violates the model, or may do so."""
    if isinstance(model, EqualCloseness):
        return model.violation_beside(exp.column("table_rows"))
    if isinstance(model, EntropyDiversity):
        return model.violation_or_doubt()
    return model.violation(_SIZES)
