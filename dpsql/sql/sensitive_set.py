"""The sensitive set: the rows of T as codes, with the values of one sensitive column.

What the frequency set is for counts of classes this is for their histograms. It holds rows of T
alone: a class without any has no histogram.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from sqlglot import exp

from dpsql.domain.rules import NUMBER_PATTERN
from dpsql.engines.base import Engine
from dpsql.errors import InputError
from dpsql.privacy.sensitive import SensitiveModel, SensitiveSizes
from dpsql.privacy.t_closeness import HierarchicalCloseness, OrderedCloseness, strange_values
from dpsql.sql.axes import axis_name, order_name
from dpsql.sql.frequency_set import Levels
from dpsql.sql.generalization import compile_hierarchy, matches, needs_mapping
from dpsql.sql.leaves import leaves_name, upload_mapping
from dpsql.sql.sort_keys import number_in, zero_where
from dpsql.sql.tables import Tables, count_rows
from dpsql.sql.templates import column, identifier, render
from dpsql.sql.tuples import value_name

#: Code of a value, and the column with its rows of T; further levels of a hierarchy have numbers.
POSITION = "position"


@dataclass(frozen=True)
class SensitiveSet:
    """What an engine holds of one column, and the models that judge it."""

    number: int
    models: tuple[SensitiveModel, ...]
    sizes: SensitiveSizes

    @property
    def name(self) -> str:
        """Table of the coded rows."""
        return f"sensitive_set_{self.number}"

    @property
    def listed(self) -> str:
        """Table of the values."""
        return values_name(self.number)


def encode_sensitive(
    engine: Engine,
    tables: Tables,
    write_set: Callable[[int, Sequence[SensitiveModel]], exp.Query],
    models: Sequence[SensitiveModel],
    private_rows: int,
    first: int = 0,
) -> tuple[SensitiveSet, ...]:
    """Materialize a sensitive set per column of the models; none if T has no rows.

    `write_set` is given the number of a column and its models; it is `code_levels_query` or
    `code_positions_query`, for what it needs to know. Sets are numbered from `first` on, so that
    those of a search before may stay.

    Raises:
        HierarchyError: T holds values without a place; states counts. InputError: floating-point
            values are to be ordered.
    """
    if not private_rows:
        return ()
    sets = []
    for number, name in enumerate(dict.fromkeys(model.column for model in models), first):
        of_column = tuple(model for model in models if model.column == name)
        _refuse_floats(engine, tables, of_column)
        _upload_places(engine, number, of_column)
        engine.materialize(rows_name(number), rows_query(tables, name))
        listed = values_name(number)
        engine.materialize(listed, values_query(number, of_column))
        uncovered = exp.EQ(this=exp.column("is_covered"), expression=exp.Literal.number(0))
        strangers = count_rows(engine, listed, uncovered)
        if strangers:
            raise strange_values(name, strangers)
        sizes = SensitiveSizes(private_rows, count_rows(engine, listed, exp.true()))
        found = SensitiveSet(number, of_column, sizes)
        engine.materialize(found.name, write_set(number, of_column))
        engine.drop(rows_name(number))
        sets.append(found)
    return tuple(sets)


def rows_name(number: int) -> str:
    """Table of the rows of T, counted by texts."""
    return f"sensitive_rows_{number}"


def values_name(number: int) -> str:
    """Table of the values that T holds."""
    return f"sensitive_values_{number}"


def rows_query(tables: Tables, name: str) -> exp.Query:
    """The statement that counts the rows of T by quasi-identifiers and one sensitive column."""
    return render(
        "count_sensitive_rows",
        columns=[
            {"text": _text(quasi_identifier), "name": value_name(j)}
            for j, quasi_identifier in enumerate(tables.quasi_identifiers)
        ],
        value=_text(name),
        private_rows=tables.select_private_rows(),
    )


def values_query(number: int, models: Sequence[SensitiveModel]) -> exp.Query:
    """The statement that lists the values, ordered and labelled as the models ask for."""
    value = column("value", "counted")
    keys: list[exp.Expr] = [zero_where(exp.Is(this=exp.column("value"), expression=exp.null()))]
    joins: list[dict[str, exp.Expr | None]] = []
    place: exp.Expr = exp.null()
    is_number: exp.Expr = exp.false()
    covered: exp.Expr = exp.true()
    expressions: tuple[exp.Expr, ...] = ()
    for model in models:
        if isinstance(model, OrderedCloseness) and model.order:
            table = _places_name(number)
            place = column("place", table)
            same = exp.NullSafeEQ(this=value, expression=column("listed", table))
            joins.append({"table": identifier(table), "condition": same})
            # NULL has a place that no list names, the least.
            has_place = exp.Not(this=exp.Is(this=place.copy(), expression=exp.null()))
            covered = exp.or_(has_place, exp.Is(this=value.copy(), expression=exp.null()))
            keys.append(exp.column("place"))
        elif isinstance(model, OrderedCloseness):
            is_number = matches(value, NUMBER_PATTERN)
            keys.append(_number_if_all_are())
        elif isinstance(model, HierarchicalCloseness):
            mapping = _places_name(number) if needs_mapping(model.hierarchy) else None
            compiled = compile_hierarchy(model.hierarchy, value, mapping)
            covered, expressions = compiled.covered, compiled.labels[1 : model.levels]
            if mapping:
                joins.append({"table": identifier(mapping), "condition": compiled.join})
    return render(
        "list_sensitive_values",
        counted=identifier(rows_name(number)),
        keys=[exp.Ordered(this=key) for key in (*keys, exp.column("value"))],
        place=place,
        is_number=is_number,
        covered=covered,
        joins=joins,
        levels=[
            {"expression": label, "label": identifier(f"label_{level}"), **level_columns(level)}
            for level, label in enumerate(expressions, 1)
        ],
    )


def code_levels_query(levels: Levels, number: int, models: Sequence[SensitiveModel]) -> exp.Query:
    """The statement that codes the counted rows of T by levels, for classes of nodes."""
    codes = [*levels.codes, *value_codes(values_name(number), models)]
    return _encode_query(number, codes, {j: leaves_name(j) for j in levels.joined})


def code_positions_query(columns: int, number: int, models: Sequence[SensitiveModel]) -> exp.Query:
    """The statement that codes the counted rows of T by positions, for sides of cuts."""
    positions = [(column("position", order_name(j)), axis_name(j)) for j in range(columns)]
    codes = [*positions, *value_codes(values_name(number), models)]
    return _encode_query(number, codes, {j: order_name(j) for j in range(columns)})


def value_codes(
    listed: str, models: Sequence[SensitiveModel]
) -> list[tuple[exp.Expr, exp.Identifier]]:
    """Expression over the values in `listed`, and name, of what the models ask for of a value."""
    codes: list[tuple[exp.Expr, exp.Identifier]] = []
    for level in range(max(model.levels for model in models)):
        columns = level_columns(level)
        rows = _of(listed, columns["rows"]) if level else column("row_count", listed)
        codes += [(_of(listed, columns["code"]), columns["code"]), (rows, columns["rows"])]
    return codes


def _encode_query(
    number: int, codes: Sequence[tuple[exp.Expr, exp.Identifier]], leaves: Mapping[int, str]
) -> exp.Query:
    """`leaves`: the table of the values of each quasi-identifier that has a code."""
    joins = [
        {
            "table": identifier(table),
            "condition": exp.NullSafeEQ(
                this=exp.Column(this=value_name(j), table=identifier("counted")),
                expression=column("leaf", table),
            ),
        }
        for j, table in leaves.items()
    ]
    listed = values_name(number)
    same = exp.NullSafeEQ(this=column("value", "counted"), expression=column("value", listed))
    return render(
        "encode_sensitive_rows",
        codes=[{"value": value, "name": name} for value, name in codes],
        counted=identifier(rows_name(number)),
        joins=[*joins, {"table": identifier(listed), "condition": same}],
    )


def level_columns(level: int) -> Mapping[str, exp.Identifier]:
    """Columns of a level of the values: the code of a label, and the rows of T under it."""
    code = f"value_{level}" if level else POSITION
    return {"code": identifier(code), "rows": identifier(f"rows_{level}")}


def _text(name: str) -> exp.Expr:
    return exp.cast(column(name, "private_rows"), "VARCHAR")


def _of(table: str, name: exp.Identifier) -> exp.Column:
    return exp.Column(this=name, table=identifier(table))


def _number_if_all_are() -> exp.Expr:
    """The number that a text writes; NULL for all unless all texts are numbers."""
    are_numbers = exp.EQ(this=exp.column("are_numbers"), expression=exp.Literal.number(1))
    return exp.Case(ifs=[exp.If(this=are_numbers, true=number_in(exp.column("value")))])


def _places_name(number: int) -> str:
    """Table of the places of values, in a list or in a large hierarchy."""
    return f"sensitive_places_{number}"


def _upload_places(engine: Engine, number: int, models: Sequence[SensitiveModel]) -> None:
    for model in models:
        if isinstance(model, OrderedCloseness) and model.order:
            rows = ((value, place) for place, value in enumerate(model.order))
            engine.upload(_places_name(number), {"listed": "VARCHAR", "place": "BIGINT"}, rows)
        elif isinstance(model, HierarchicalCloseness) and needs_mapping(model.hierarchy):
            upload_mapping(engine, _places_name(number), model.hierarchy)


def _refuse_floats(engine: Engine, tables: Tables, models: Sequence[SensitiveModel]) -> None:
    for model in models:
        if isinstance(model, OrderedCloseness) and not model.order:
            types = engine.columns(tables.keep[model.column])
            if types[model.column].family == "float":
                raise InputError(
                    f"t_closeness of {model.column}: floating-point numbers have no exact order as"
                    " text; store them as decimal or integer, or list their order"
                )
