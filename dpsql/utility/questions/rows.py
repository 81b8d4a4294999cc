"""The table that a question reads: T, or T* with values in place of labels.

A reader of T* spreads the rows of each label evenly over the values that it stands for
(`utility.meanings`). To be asked in SQL, every row gets one value: the rows of a label are
numbered from 0, and number k of r gets the value floor((2k+1)·m/2r) of m, so that the rows of a
value differ from its even share by less than one. They are numbered column by column in another
order, that of n·a mod M for the n-th released row: a Weyl sequence, with a the root of another
prime for each column. Rows that stand together in the release, such as those of a class, so get
values all over the range, and columns are spread as good as independently. n counts rows in the
order of what is released, so that nothing but the release decides who gets what.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import count
from math import isqrt

from sqlglot import exp

from dpsql.domain.levels.hierarchy import Hierarchy, LabelHierarchy, Leaf
from dpsql.domain.levels.rules import WidthHierarchy
from dpsql.engines.base import ColumnType, Engine
from dpsql.generalize.generalized import Generalized
from dpsql.release.manifest import Boxes
from dpsql.session.load import Loaded
from dpsql.sql.axes import order_name
from dpsql.sql.counting.leaves import leaves_name
from dpsql.sql.counting.sort_keys import number_in
from dpsql.sql.counting.tuples import TUPLES, value_name
from dpsql.sql.tables.public_and_private import Tables
from dpsql.sql.templates import column, identifier, render
from dpsql.utility.columns import ReleasedColumn
from dpsql.utility.meanings import Meanings
from dpsql.utility.questions.typed import fits

OWN, SPREAD, NOBODY = "own_rows", "spread_rows", "no_rows"
_NUMBERED, _RANKED = "numbered_rows", "ranked_rows"
#: M of the Weyl sequences, a prime: its products with a number of rows fit 64 bits.
MODULUS = 2**31 - 1


def list_own_rows(loaded: Loaded) -> None:
    """Build the table of the rows of T, typed as they are."""
    loaded.engine.materialize(OWN, own_rows_query(loaded.tables))


def list_no_rows(engine: Engine, tables: Tables) -> None:
    """Build a table of the columns of T, typed as they are, without rows."""
    rows = exp.select("*").from_(own_rows_query(tables).subquery("own_rows"))
    engine.materialize(NOBODY, rows.where(exp.false()))


def list_spread_rows(loaded: Loaded, found: Generalized, columns: Sequence[ReleasedColumn]) -> None:
    """Build the table of the rows of a release with values in place of labels, in these `columns`.

    Others are left out. Whatever is listed, a row has the same values.
    """
    engine, tables = loaded.engine, loaded.tables
    names = [one.name for one in columns]
    for one in columns:
        j, hierarchy = tables.quasi_identifiers.index(one.name), loaded.hierarchies[one.name]
        type_ = tables.types[one.name]
        place_of = _place_values(engine, found, j, one.meanings, hierarchy, type_)
        words = {"label": "VARCHAR"} | dict.fromkeys(("first", "size", "low", "total"), "BIGINT")
        engine.upload(ranges_name(j), words, list_ranges(one.meanings, place_of))
    engine.materialize(_NUMBERED, numbered_query(tables, found.rows))
    engine.materialize(_RANKED, ranked_query(tables, names))
    engine.materialize(SPREAD, spread_query(tables, names))


def list_ranges(
    meanings: Meanings, place_of: Mapping[Leaf, int]
) -> Iterator[tuple[Leaf, int, int, int, int]]:
    """Yield by label the ranges of places that it stands for.

    A row has the number of values in the ranges before, the values of this one, its least place,
    and the values of all.

    >>> meanings = Meanings(("a", "b", "c"), {"*": [0, 2]})
    >>> [*list_ranges(meanings, {"a": 0, "b": 1, "c": 2})]
    [('*', 0, 1, 0, 2), ('*', 1, 1, 2, 2)]
    """
    for label, meant in meanings.by_label.items():
        places = sorted(place_of[meanings.values[place]] for place in meant)
        ends = [i for i, place in enumerate(places) if place + 1 not in places[i + 1 : i + 2]]
        first = 0
        for end in ends:
            yield label, first, end + 1 - first, places[first], len(places)
            first = end + 1


def find_steps(columns: int) -> list[int]:
    """Return the step of each column: the fractional part of the root of a prime, times M.

    It lies between 1/4 and 3/4, so that neighbours are far apart.

    >>> find_steps(2) == [int((2**0.5 - 1) * MODULUS), int((3**0.5 - 1) * MODULUS)]
    True
    """
    steps: list[int] = []
    for number in count(2):
        if len(steps) == columns:
            return steps
        if any(number % one == 0 for one in range(2, isqrt(number) + 1)):
            continue
        step = isqrt(number * MODULUS**2) - isqrt(number) * MODULUS
        if MODULUS <= 4 * step <= 3 * MODULUS:
            steps.append(step)
    raise AssertionError("there are endless primes")


def _place_values(
    engine: Engine,
    found: Generalized,
    j: int,
    meanings: Meanings,
    hierarchy: Hierarchy,
    type_: ColumnType,
) -> dict[Leaf, int]:
    """Build the table of the values of a column by place; return their places."""
    if isinstance(found.shape, Boxes):
        place = exp.alias_(exp.cast(column("position"), "BIGINT"), "place")
        order = exp.Table(this=identifier(order_name(j)))
        engine.materialize(values_name(j), exp.select(column("leaf"), place).from_(order))
    elif isinstance(hierarchy, LabelHierarchy):
        # A leaf that no value of P has may not fit the type of the column.
        rows = (
            (leaf if leaf is None or fits(leaf, type_) else None, place)
            for place, leaf in enumerate(meanings.values)
        )
        engine.upload(values_name(j), {"leaf": "VARCHAR", "place": "BIGINT"}, rows)
    else:
        # The leaves of a rule may be values of T, where P is not listed: they stay in the engine.
        engine.materialize(values_name(j), number_values_query(j, hierarchy))
        table = exp.Table(this=identifier(values_name(j)))
        numbered = exp.select(column("leaf"), column("place")).from_(table)
        return {leaf: int(place) for leaf, place in engine.fetch(numbered)}
    return {leaf: place for place, leaf in enumerate(meanings.values)}


def values_name(j: int) -> str:
    """Table of the values of quasi-identifier `j` by place."""
    return f"values_of_{j}"


def ranges_name(j: int) -> str:
    """Table of what the labels of quasi-identifier `j` stand for."""
    return f"ranges_of_{j}"


def number_values_query(j: int, hierarchy: Hierarchy) -> exp.Query:
    """The statement that numbers the leaves of a rule, numbers by value."""
    leaf = column("leaf")
    key = number_in(leaf) if isinstance(hierarchy, WidthHierarchy) else leaf
    return render("number_values", leaves=identifier(leaves_name(j)), key=key)


def own_rows_query(tables: Tables) -> exp.Query:
    """The statement that lists the rows of T."""
    if tables.keep:
        names = [*tables.quasi_identifiers, *tables.keep]
        columns = [
            {
                "source": column(name),
                "code": _label(j),
                "value": exp.Column(this=_label(j)),
                "name": identifier(name),
            }
            for j, name in enumerate(names)
        ]
        source: exp.Expr = tables.select_private_rows().subquery("private_rows")
        return render("own_rows", columns=columns, source=source, copies=exp.Literal.number(1))
    tuple_columns: list[dict[str, exp.Expr]] = []
    for j, name in enumerate(tables.quasi_identifiers):
        shown = tables.restore(name, exp.Column(this=_label(j)))
        source = exp.Column(this=value_name(j))
        tuple_columns.append(
            {"source": source, "code": _label(j), "value": shown, "name": identifier(name)}
        )
    tuples = exp.select("*").from_(exp.Table(this=identifier(TUPLES)))
    somebody = tuples.where(column("private_count") > exp.Literal.number(0)).subquery("people")
    copies = _repeat(column("private_count"))
    return render("own_rows", columns=tuple_columns, source=somebody, copies=copies)


def numbered_query(tables: Tables, rows: exp.Query) -> exp.Query:
    """The statement that numbers the rows of a release."""
    unsorted = rows.copy()
    unsorted.set("order", None)
    counted = tables.release_count
    return render(
        "number_rows",
        columns=[
            {"name": _label(j), "label": exp.cast(column(name), "VARCHAR")}
            for j, name in enumerate(tables.quasi_identifiers)
        ],
        kept=[
            {
                "name": _kept(j),
                "value": column(name),
                "text": exp.cast(exp.Column(this=_kept(j)), "VARCHAR"),
            }
            for j, name in enumerate(tables.keep)
        ],
        copies=exp.Literal.number(1) if counted is None else _repeat(column(counted)),
        source=unsorted.subquery("released"),
    )


def ranked_query(tables: Tables, names: Collection[str]) -> exp.Query:
    """The statement that ranks the rows of each label, in each of the columns that are named."""
    steps = find_steps(len(tables.quasi_identifiers))
    return render(
        "rank_rows",
        columns=[
            {
                "name": _label(j),
                "rank": identifier(f"rank_{j}"),
                "rows": identifier(f"rows_{j}"),
                "step": exp.Literal.number(step),
            }
            for j, step in enumerate(steps)
            if tables.quasi_identifiers[j] in names
        ],
        kept=[{"name": _kept(j)} for j, _ in enumerate(tables.keep)],
        modulus=exp.Literal.number(MODULUS),
    )


def spread_query(tables: Tables, names: Collection[str]) -> exp.Query:
    """The statement that puts a value in place of each label, in the columns that are named."""
    joined, shown = [], []
    for j, name in enumerate(tables.quasi_identifiers):
        if name not in names:
            continue
        ranges, values = ranges_name(j), values_name(j)
        leaf, type_ = column("leaf", values), tables.types[name]
        value = leaf if type_.family == "text" else exp.cast(leaf, type_.name)
        shown.append({"source": value, "name": identifier(name)})
        joined.append(
            {
                "ranges": identifier(ranges),
                "domain": identifier(values),
                "is_label": exp.NullSafeEQ(
                    this=exp.Column(this=_label(j), table=identifier(_RANKED)),
                    expression=column("label", ranges),
                ),
                "spot": _find_spot(j, ranges),
                **{word: column(word, ranges) for word in ("first", "size", "low")},
            }
        )
    for j, name in enumerate(tables.keep):
        kept = exp.Column(this=_kept(j), table=identifier(_RANKED))
        shown.append({"source": kept, "name": identifier(name)})
    if not shown:
        # Rows are there to be counted, and a table has a column.
        shown.append({"source": column("number", _RANKED), "name": identifier("number")})
    return render("spread_rows", columns=joined, shown=shown)


def _find_spot(j: int, ranges: str) -> exp.Expr:
    """Which of the values of its label a row gets; the middle one if it is the only row."""
    rank, one, two = column(f"rank_{j}", _RANKED), exp.Literal.number(1), exp.Literal.number(2)
    product = exp.Paren(this=(two * rank + one) * column("total", ranges))
    rows = exp.Paren(this=two.copy() * column(f"rows_{j}", _RANKED))
    rest = exp.Mod(this=product.copy(), expression=rows.copy())
    # Divisible, so that a division of doubles is exact, too.
    whole = exp.Div(this=exp.Paren(this=product - rest), expression=rows)
    return exp.cast(whole, "BIGINT")


def _repeat(number: exp.Expr) -> exp.Expr:
    """One row for each of a number of people."""
    series = exp.GenerateSeries(start=exp.Literal.number(1), end=exp.cast(number, "BIGINT"))
    return exp.Explode(this=series)


def _label(j: int) -> exp.Identifier:
    return identifier(f"c{j}")


def _kept(j: int) -> exp.Identifier:
    return identifier(f"k{j}")
