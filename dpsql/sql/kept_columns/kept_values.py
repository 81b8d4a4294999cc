"""Counts what kept columns tell of people: values of their own, and values of public columns.

Where T is rows of P, each row has P's public columns beside its kept ones. A T of its own has those
of the same name. It is also looked up in P: nearly each value must be that of one person, who has
the same quasi-identifiers. So equal numbers of two lists, 1 to 160 and 1 to 2,000, are not taken
for one column.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sqlglot import exp

from dpsql.domain.found.kept_columns import LEAST_VALUES, KeptColumn, repeats
from dpsql.domain.found.nearly_all import MANY, OF_SO_MANY
from dpsql.engines.base import ColumnType, Engine
from dpsql.sql.kept_columns.linked_columns import find_link
from dpsql.sql.kept_columns.other_names import find_other_names
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC
from dpsql.sql.tables.public_and_private import Tables
from dpsql.sql.templates import column, identifier, render

_SOME_ROWS = "rows_with_own_values"
#: Pairs of columns that are compared at most, and rows of T that are looked up in P.
_MOST_PAIRS, MOST_LOOKED_UP = 200, 1000
#: A day, as programs write it, with or without the time of day.
DAY = "^([0-9]{4}[-./][0-9]{1,2}[-./][0-9]{1,2}|[0-9]{1,2}[-./][0-9]{1,2}[-./][0-9]{2,4})([ T].*)?$"
_NUMBERS, _TEXTS = ("integer", "decimal", "float"), ("text", "uuid")


@dataclass(frozen=True)
class Pair:
    """A kept column and a public one, by name, with the type in which they are compared."""

    kept: str
    public: str
    type: str = "VARCHAR"


def find_kept_columns(engine: Engine, tables: Tables) -> tuple[KeptColumn, ...]:
    """Count the values of each kept column, and find a public column that it repeats."""
    if not tables.keep:
        return ()
    present = engine.columns(PUBLIC)
    is_own = tables.private_rows.mark is None
    of_rows = engine.columns(PRIVATE) if is_own else present
    beside = {name: of_rows[name] for name in tables.public_columns if name in of_rows}
    found = _count(engine, tables, list(_list_pairs(tables, beside)))
    found = [_link(engine, tables, one, list(beside)) for one in found]
    if not is_own:
        return tuple(found)
    # Where counts are kept in place of P, it has no such columns.
    known = [name for name in tables.public_columns if name in present and name not in beside]
    alone = {name: present[name] for name in known}
    found = [*_look_up(engine, tables, found, list(_list_pairs(tables, alone)))]
    return tuple(find_other_names(engine, tables, found, alone))


def _list_pairs(tables: Tables, public: Mapping[str, ColumnType]) -> Iterator[Pair]:
    """Yield pairs of columns whose values may be the same, up to the limit."""
    listed = 0
    for name in tables.keep:
        for other, type_ in public.items():
            compared = _find_type(tables.types[name], type_)
            if compared and listed < _MOST_PAIRS:
                listed += 1
                yield Pair(name, other, compared)


def _find_type(kept: ColumnType, public: ColumnType) -> str:
    """Return the type in which two columns are compared; empty if their values never agree."""
    families = kept.family, public.family
    if kept.name == public.name or all(one in _TEXTS for one in families):
        return "VARCHAR"
    return "DOUBLE" if all(one in _NUMBERS for one in families) else ""


def _count(engine: Engine, tables: Tables, pairs: Sequence[Pair]) -> list[KeptColumn]:
    row = list(map(int, engine.fetch(kept_values_query(tables, pairs))[0]))
    names = list(tables.keep)
    counts, same = row[1 : 1 + 3 * len(names)], row[1 + 3 * len(names) :]
    counted = zip(names, counts[::3], counts[1::3], counts[2::3], strict=True)
    found = {
        name: KeptColumn(name, rows, distinct, days=days) for name, rows, distinct, days in counted
    }
    for pair, rows in zip(pairs, same, strict=True):
        one = found[pair.kept]
        if rows > one.same and repeats(one.rows, one.distinct, rows):
            found[pair.kept] = replace(one, public_column=pair.public, same=rows, compared=one.rows)
    return list(found.values())


def kept_values_query(tables: Tables, pairs: Sequence[Pair]) -> exp.Query:
    """Return the query that counts the rows and values of kept columns, and rows of equal pairs."""
    kept = {name: f"kept_{i}" for i, name in enumerate(tables.keep)}
    named = dict.fromkeys(pair.public for pair in pairs)
    public = {name: f"public_{i}" for i, name in enumerate(named)}
    rows = tables.private_rows
    columns = [
        exp.alias_(column(name, table), kept[name], quoted=True)
        for name, table in tables.keep.items()
    ]
    columns += [
        exp.alias_(column(name, rows.home), alias, quoted=True) for name, alias in public.items()
    ]
    return render(
        "count_kept_values",
        kept=[
            {
                "value": exp.cast(column(alias), "VARCHAR"),
                "rows": identifier(f"{alias}_rows"),
                "distinct": identifier(f"{alias}_values"),
                "is_day": exp.RegexpLike(
                    this=exp.cast(column(alias), "VARCHAR"), expression=exp.Literal.string(DAY)
                ),
                "days": identifier(f"{alias}_days"),
            }
            for alias in kept.values()
        ],
        pairs=[
            {
                "kept": exp.cast(column(kept[pair.kept]), pair.type),
                "public": exp.cast(column(public[pair.public]), pair.type),
                "name": identifier(f"same_{i}"),
            }
            for i, pair in enumerate(pairs)
        ],
        rows=rows.select(columns).subquery("rows_of_t"),
    )


def _link(engine: Engine, tables: Tables, one: KeptColumn, public: Sequence[str]) -> KeptColumn:
    """Add the public column beside T's rows with which a kept one goes, unless worse is known."""
    if one.public_column or one.is_unique or one.distinct < LEAST_VALUES:
        return one
    return replace(one, link=find_link(engine, tables, one.name, one.rows, public))


def _look_up(
    engine: Engine, tables: Tables, found: Sequence[KeptColumn], pairs: Sequence[Pair]
) -> Iterator[KeptColumn]:
    """Look nearly unique columns up in columns of P that T lacks; each reads P once."""
    for one in found:
        asked = [pair for pair in pairs if pair.kept == one.name]
        if not one.is_unique or one.public_column or not asked:
            yield one
            continue
        engine.materialize(_SOME_ROWS, own_values_query(tables, one.name))
        try:
            counted = exp.select(exp.Count(this=exp.Star())).from_(_some_rows())
            sought = int(engine.fetch(counted)[0][0])
            counts = engine.fetch(joined_values_query(tables, asked))[0]
        finally:
            engine.drop(_SOME_ROWS)
        most, pair = 0, asked[0]
        for other, people, values in zip(asked, counts[::2], counts[1::2], strict=True):
            # Where many people have a value, as of ages, some of them have these by chance.
            if MANY * int(people) <= OF_SO_MANY * int(values) and int(values) > most:
                most, pair = int(values), other
        if repeats(sought, sought, most):
            yield replace(one, public_column=pair.public, same=most, compared=sought)
        else:
            yield one


def _some_rows() -> exp.Table:
    return exp.Table(this=identifier(_SOME_ROWS))


def own_values_query(tables: Tables, name: str) -> exp.Query:
    """Return the query that lists values of a kept column that one row of T has, and this row."""
    columns = [
        exp.alias_(exp.cast(column(name, PRIVATE), "VARCHAR"), "kept_value", quoted=True),
        *(
            exp.alias_(tables.text(one, PRIVATE), f"value_{j}", quoted=True)
            for j, one in enumerate(tables.quasi_identifiers)
        ),
    ]
    return render(
        "list_own_values",
        quasi_identifiers=[identifier(f"value_{j}") for j in range(len(columns) - 1)],
        rows=tables.private_rows.select(columns).subquery("rows_of_t"),
        most=exp.Literal.number(MOST_LOOKED_UP),
    )


def joined_values_query(tables: Tables, pairs: Sequence[Pair]) -> exp.Query:
    """Return the query that counts the people of P with values of kept columns, and the values."""

    def describe(i: int, pair: Pair) -> dict[str, exp.Expr]:
        alias = f"rows_{i}"
        same = [
            exp.NullSafeEQ(this=tables.text(one, PUBLIC), expression=column(f"value_{j}", alias))
            for j, one in enumerate(tables.quasi_identifiers)
        ]
        return {
            "is_same": exp.and_(*same),
            "kept": column("kept_value", alias),
            "people": identifier(f"people_{i}"),
            "found": identifier(f"found_{i}"),
            "rows": exp.alias_(_some_rows(), alias, table=True, quoted=True),
            "public": exp.cast(column(pair.public, PUBLIC), "VARCHAR"),
        }

    return render("count_joined_values", pairs=[describe(i, pair) for i, pair in enumerate(pairs)])
