"""The sensitive set: the rows of T as codes, with the values of one sensitive column.

Histograms of classes are counted on it, as classes are on the frequency set. It contains only rows
of T: a class without any has no histogram.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from sqlglot import exp

from dpsql.domain.plurals import name_count
from dpsql.domain.sections.sensitive import HOW_TO_LIST
from dpsql.engines.base import Engine
from dpsql.errors import InputError
from dpsql.privacy.sensitive import SensitiveModel, SensitiveSizes
from dpsql.privacy.t_closeness import HierarchicalCloseness, OrderedCloseness, strange_values
from dpsql.sql.axes import axis_name, order_name
from dpsql.sql.counting.generalization import compile_hierarchy, needs_mapping
from dpsql.sql.counting.leaves import leaves_name, upload_mapping
from dpsql.sql.counting.sort_keys import zero_where
from dpsql.sql.counting.tuples import value_name
from dpsql.sql.lattice.frequency_set import Levels
from dpsql.sql.lattice.sensitive_order import SORT_VALUE, find_text_keys, sort_value_of
from dpsql.sql.tables.public_and_private import Tables, count_rows
from dpsql.sql.templates import column, identifier, render

#: Column with the code of a value; columns of further levels of a hierarchy have numbers.
POSITION = "position"


@dataclass(frozen=True)
class SensitiveSet:
    """The sensitive set of one column in an engine, and the models that judge it."""

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

    `write_set` takes the number of a column and its models. It is `code_levels_query` or
    `code_positions_query` with its first argument given. Sets are numbered from `first` on, so that
    those of an earlier search may stay.

    Raises:
        HierarchyError: T has values without a place; states counts. InputError: values must be
            ordered but have no natural order, or equal values are written in several ways.
    """
    if not private_rows:
        return ()
    sets = []
    for number, name in enumerate(dict.fromkeys(model.column for model in models), first):
        of_column = tuple(model for model in models if model.column == name)
        natural = any(model.has_natural_order for model in of_column)
        sort_value = _find_sort_value(engine, tables, name) if natural else None
        _upload_places(engine, number, of_column)
        engine.materialize(rows_name(number), rows_query(tables, name, sort_value))
        keys = _find_keys(engine, name, number, sort_value) if natural else ()
        listed = values_name(number)
        engine.materialize(listed, values_query(number, of_column, keys))
        _refuse_equal_values(engine, name, listed)
        uncovered = exp.column("is_covered").eq(0)
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


def rows_query(tables: Tables, name: str, sort_value: exp.Expr | None = None) -> exp.Query:
    """The statement that counts the rows of T by quasi-identifiers and one sensitive column.

    `sort_value`, which the text determines, is listed beside it.
    """
    return render(
        "count_sensitive_rows",
        columns=[
            {"text": _text(quasi_identifier), "name": value_name(j)}
            for j, quasi_identifier in enumerate(tables.quasi_identifiers)
        ],
        value=_text(name),
        sort_values=[] if sort_value is None else [_least(sort_value)],
        private_rows=tables.select_private_rows(),
    )


def values_query(
    number: int, models: Sequence[SensitiveModel], natural: Sequence[exp.Expr] = ()
) -> exp.Query:
    """The statement that lists the values, ordered and labelled as the models need them.

    `natural` keys sort them if no model lists them.
    """
    value = column("value", "counted")
    keys: list[exp.Expr] = [zero_where(exp.column("value").is_(exp.null()))]
    keys += natural
    joins: list[dict[str, exp.Expr | None]] = []
    place: exp.Expr = exp.null()
    covered: exp.Expr = exp.true()
    expressions: tuple[exp.Expr, ...] = ()
    for model in models:
        if isinstance(model, OrderedCloseness) and model.order:
            table = _places_name(number)
            place = column("place", table)
            same = exp.NullSafeEQ(this=value, expression=column("listed", table))
            joins.append({"table": identifier(table), "condition": same})
            # NULL is the least value, and no list names it.
            has_place = place.is_(exp.null()).not_()
            covered = exp.or_(has_place, value.is_(exp.null()))
            keys.append(exp.column("place"))
        elif isinstance(model, HierarchicalCloseness):
            mapping = _places_name(number) if needs_mapping(model.hierarchy) else None
            compiled = compile_hierarchy(model.hierarchy, value, mapping)
            covered, expressions = compiled.covered, compiled.labels[1 : model.levels]
            if mapping:
                joins.append({"table": identifier(mapping), "condition": compiled.join})
    return render(
        "list_sensitive_values",
        counted=identifier(rows_name(number)),
        keys=[_as_key(key) for key in (*keys, exp.column("value"))],
        sort_values=[_least(key) for key in natural if key == exp.column(SORT_VALUE)],
        is_equal=_have_equals(keys) if natural else exp.Literal.number(0),
        place=place,
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
    """Expressions over the values in `listed`, and names, of the columns that the models need."""
    codes: list[tuple[exp.Expr, exp.Identifier]] = []
    for level in range(max(model.levels for model in models)):
        columns = level_columns(level)
        rows = _of(listed, columns["rows"]) if level else column("row_count", listed)
        codes += [(_of(listed, columns["code"]), columns["code"]), (rows, columns["rows"])]
    return codes


def _encode_query(
    number: int, codes: Sequence[tuple[exp.Expr, exp.Identifier]], leaves: Mapping[int, str]
) -> exp.Query:
    """Return the statement; `leaves`: the table of values of each coded quasi-identifier."""
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


def _as_key(key: exp.Expr) -> exp.Ordered:
    return key if isinstance(key, exp.Ordered) else exp.Ordered(this=key)


def _have_equals(keys: Sequence[exp.Expr]) -> exp.Case:
    """1 where another value has the same keys."""
    alike = [_as_key(key).this.copy() for key in keys]
    number = exp.Literal.number
    count = exp.Window(this=exp.Count(this=exp.Star()), partition_by=alike)
    several = count > number(1)
    return exp.Case(ifs=[exp.If(this=several, true=number(1))], default=number(0))


def _least(value: exp.Expr) -> exp.Min:
    """Return the least of values that are equal because they are grouped together."""
    return exp.Min(this=value.copy())


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


def _find_sort_value(engine: Engine, tables: Tables, name: str) -> exp.Expr | None:
    type_ = engine.columns(tables.keep[name])[name]
    return sort_value_of(name, type_, column(name, "private_rows"))


def _find_keys(
    engine: Engine, name: str, number: int, sort_value: exp.Expr | None
) -> Sequence[exp.Expr]:
    if sort_value is not None:
        return [exp.column(SORT_VALUE)]
    return find_text_keys(engine, name, rows_name(number))


def _refuse_equal_values(engine: Engine, name: str, listed: str) -> None:
    """Raise InputError if a value is counted twice: that would shorten the way between others."""
    is_equal = exp.column("is_equal").eq(1)
    equal = count_rows(engine, listed, is_equal)
    if equal:
        raise InputError(
            f"t_closeness of {name}: "
            f"{name_count(equal, 'value of T equals', 'values of T equal')} another one, written in"
            f" another way, as 1 and 1.0 are; write each in one way, or {HOW_TO_LIST}"
        )
