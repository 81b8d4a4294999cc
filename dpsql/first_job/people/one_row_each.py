"""The statements that keep one row of each person, for a P that has several, and for its T."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, count

from sqlglot import exp

from dpsql.domain.column_words import is_called_time
from dpsql.domain.names import find_same
from dpsql.engines.base import ColumnType
from dpsql.first_job.columns import ColumnProfile
from dpsql.first_job.people.panels import Panel
from dpsql.first_job.texts.day_formats import find_format
from dpsql.first_job.texts.times import find_named_order, find_order
from dpsql.sql.tables.copies import (
    PEOPLE,
    Original,
    read_rows,
    write_copy,
)
from dpsql.sql.tables.key_writings import LETTERS, Writing
from dpsql.sql.templates import column

#: The column that is made of all that name a person; the second where tables have the first.
MADE = ("person", "person_key")
#: How a statement that joins T with P calls them.
_PRIVATE, _PUBLIC = "rows_of_t", "rows_of_p"
#: The number of a row in its file or table; a name that no column of one should have.
_PLACE = "place_among_rows"
#: A new column of P that is true for people of whom any row is marked.
_FLAG = "in_t"


@dataclass(frozen=True)
class Naming:
    """The file or table of a P that names the people of a T, which has only a key of its rows.

    `writing`: how keys are written to be equal, if they are not as they are.
    """

    public: Original
    key: str
    writing: Writing | None = None

    @property
    def same(self) -> exp.Expr:
        """Whether a row of T and one of P have one key."""
        keys = column(self.key, _PRIVATE), column(self.key, _PUBLIC)
        first, second = keys if self.writing is None else map(self.writing.fold, keys)
        return exp.EQ(this=first, expression=second)


@dataclass(frozen=True)
class Repeating:
    """A table with several rows of people, and which of its columns are kept; all if None.

    `person`: the name of a new column, where several name people together; empty for none. `mark`:
    true for rows of T, where some rows of people are, and some are not. `flag`: the name of a new
    column that says so of a person, where the mark reads several columns; empty for none.
    `naming`: where T's people are named, if not in T; `dated`: what says there when a row was.
    `is_timed`: it has the column by which a person's last row is known; else `own_time` says it, if
    it has a time of its own. `alike`: columns that are written alike, by `folding`, as values that
    differ in case and spaces are one. `casts`: the types that columns have in P. `renamed`: by the
    name of a column in P, that which T may have for it. `joined`: the text that `person` has, if
    it is another than that of all names with | between. `left_out`: of a table with all columns,
    those that tell who is in T, as the mark reads them.
    """

    original: Original
    columns: tuple[str, ...] | None = None
    person: str = ""
    mark: exp.Expr | None = None
    flag: str = ""
    naming: Naming | None = None
    is_timed: bool = True
    alike: tuple[str, ...] = ()
    own_time: ColumnProfile | None = None
    dated: tuple[str, ...] = ()
    casts: Mapping[str, ColumnType] = field(default_factory=dict)
    folding: Writing = LETTERS
    renamed: Mapping[str, str] = field(default_factory=dict)
    joined: exp.Expr | None = None
    left_out: tuple[str, ...] = ()

    def find_time(self, panel: Panel) -> ColumnProfile | None:
        """Return what says which row of somebody is the last; None if nothing does."""
        time = panel.latest if self.is_timed else None
        time = time or self.own_time
        return None if time is None or _last_first(time) is None else time


def name_person(panel: Panel, taken: Collection[str]) -> str:
    """Return the name of a new column for people whom several columns name; empty for none.

    So it is, too, if tables have columns of all such names, in whatever sense.
    """
    return find_free(taken) if panel.within else ""


def find_free(taken: Collection[str]) -> str:
    """Return a name of `MADE` that no column has in any spelling; empty if there is none."""
    return next((name for name in MADE if not find_same(name, taken)), "")


def list_marking(mark: exp.Expr | None, flag: str, panel: Panel) -> tuple[str, ...]:
    """Return the columns that a mark of several reads, but for what names people and orders rows.

    In the kept row they tell who is in T, or nearly so, as the new column that says so does.
    """
    if mark is None or not flag:
        return ()
    apart = {*panel.names, *([panel.latest.name] if panel.latest is not None else [])}
    return tuple(sorted({node.name for node in mark.find_all(exp.Column)} - apart))


def is_made(one: ColumnProfile) -> bool:
    """Whether a column may be the one that a statement makes of all that name a person."""
    return one.name in MADE and one.type.family == "text" and not one.reads_as_number


def name_flag(mark: exp.Expr | None, taken: Collection[str]) -> str:
    """Return the name of a new column for whether any row of a person is marked; empty for none.

    Where one column says so, it is that of a marked row. Of several, values of different rows would
    stand in one row, and others who know these columns would see by that who is marked.
    """
    read = set() if mark is None else {node.name for node in mark.find_all(exp.Column)}
    if len(read) < 2:
        return ""
    names = chain([_FLAG], (f"{_FLAG}_{number}" for number in count(2)))
    return next(name for name in names if not find_same(name, {*taken, *read}))


def write_one_row_each(original: Original, panel: Panel, one: Repeating) -> str:
    """Return the statement of DuckDB that writes a copy with one row of each person.

    The last by time, if P has one, or else the first as rows stand there, which decides among rows
    of one time, too, where some are marked; none of rows that name nobody. Who is marked in any row
    is marked in the kept one: another row would tell that. So would the first row by its values: a
    column may be true for the marked rows alone. No other column than the one that marks has a
    value of another row. Columns of a CSV stay text, so that codes keep the zeros before them.
    """
    own, naming = (None, None) if one.naming is None else (_PRIVATE, _PUBLIC)
    names = [_name(name, one, naming) for name in panel.names]
    time = one.find_time(panel)
    is_own = time is not None and time is one.own_time
    last_first = None if time is None else _last_first(time, own if is_own else naming)
    orders = [] if last_first is None else [last_first]
    # What an order leaves open might differ in each run, or DuckDB decide it by that of the mark.
    has_place = not orders or is_own or one.mark is not None or has_ties(time, panel)
    # P has several rows of a number.
    has_place = has_place or (one.naming is not None and one.naming.key == panel.number)
    if has_place:
        orders.append(exp.Ordered(this=column(_PLACE, own), nulls_first=False))
    number = _look_over(exp.RowNumber(), names, orders)
    apart = [*one.left_out, *([_PLACE] if has_place else [])]
    kept: list[exp.Expr] = [_keep_all(one, names, orders, apart)]
    if one.flag:
        kept.append(_flag(one, names))
    if one.columns is not None:
        kept = [_keep(name, one, own) for name in one.columns]
    kept = [*(_keep(name, one, naming) for name in one.dated), *kept]
    if one.person:
        kept.append(exp.alias_(one.joined or _join(names), one.person, quoted=True))
    elif one.naming is not None:
        kept = [*(_keep(name, one, naming) for name in panel.names), *kept]
    source = _read_in_order(original, own) if has_place else _read(original, own)
    rows = exp.select(*kept).from_(source)
    if one.naming is not None:
        rows = rows.join(_read(one.naming.public, naming), on=one.naming.same)
    given = [column(one.renamed.get(name, name), naming) for name in panel.names]
    rows = rows.where(*(name.is_(exp.null()).not_() for name in given))
    rows.set("qualify", exp.Qualify(this=number.eq(exp.Literal.number(1))))
    return write_copy(rows, original, PEOPLE)


def has_ties(time: ColumnProfile | None, panel: Panel) -> bool:
    """Whether many people have several rows of one number, such as a year."""
    return time is not None and time is panel.moment and is_called_time(time.name)


def mark_in_file(mark: exp.Expr | None) -> exp.Expr | None:
    """Return what marks rows of P, for a statement that reads its file alone."""
    if mark is None:
        return None
    return mark.transform(lambda node: column(node.name) if isinstance(node, exp.Column) else node)


def _name(name: str, one: Repeating, table: str | None = None) -> exp.Expr:
    """Return the value of a column, written alike if it is one of those."""
    value: exp.Expr = column(one.renamed.get(name, name), table)
    if name in one.casts:
        type_ = exp.DataType.build(one.casts[name].title, "duckdb", udt=True)
        value = exp.Cast(this=value, to=type_)
    return one.folding.fold(value) if name in one.alike else value


def _keep(name: str, one: Repeating, table: str | None) -> exp.Expr:
    value = _name(name, one, table)
    is_changed = any(name in changed for changed in (one.alike, one.casts, one.renamed))
    return exp.alias_(value, name, quoted=True) if is_changed else value


def _keep_all(
    one: Repeating,
    names: Sequence[exp.Expr],
    orders: Sequence[exp.Ordered],
    apart: Sequence[str],
) -> exp.Star:
    """Return all columns but those `apart`; the one that marks as in a marked row, if there is one.

    `orders`: of the rows of a person, by which the first is kept, of marked ones as of others.
    """
    written = {name: _name(name, one) for name in one.alike}
    if one.mark is not None and not one.flag:
        first = [_order_down(one.mark), *orders]
        for name in sorted({node.name for node in one.mark.find_all(exp.Column)}):
            written[name] = _look_over(exp.FirstValue(this=_name(name, one)), names, first)
    replaced = [exp.alias_(value, name, quoted=True) for name, value in written.items()]
    left_out = [exp.to_identifier(name, quoted=True) for name in apart]
    return exp.Star(**{"except_": left_out or None, "replace": replaced or None})


def _flag(one: Repeating, names: Sequence[exp.Expr]) -> exp.Expr:
    """Return whether any row of a person is marked; where that is not known, it is not."""
    assert one.mark is not None  # noqa: S101 - a flag is of a mark
    marked = _look_over(exp.LogicalOr(this=one.mark.copy()), names, [])
    return exp.alias_(exp.func("COALESCE", marked, exp.false()), one.flag, quoted=True)


def _look_over(
    value: exp.Expr, names: Sequence[exp.Expr], orders: Sequence[exp.Ordered]
) -> exp.Window:
    """Return what a window of the rows of a person says, in this order."""
    return exp.Window(
        this=value,
        partition_by=[name.copy() for name in names],
        order=exp.Order(expressions=[one.copy() for one in orders]) if orders else None,
        over="OVER",
    )


def _read(original: Original, table: str | None) -> exp.Expr:
    """Return the rows of a file or table, called `table` if that is given."""
    rows = read_rows(original)
    if table is None:
        return rows
    if isinstance(rows, exp.Table):
        return exp.alias_(rows, table, table=True)
    return exp.Table(this=rows, alias=exp.TableAlias(this=exp.to_identifier(table)))


def _read_in_order(original: Original, table: str | None) -> exp.Expr:
    """Return the rows of a file or table with the place of each, as DuckDB reads them in order."""
    place = exp.Window(this=exp.RowNumber(), over="OVER")
    numbered = exp.select(exp.Star(), exp.alias_(place, _PLACE, quoted=True))
    return numbered.from_(read_rows(original)).subquery(table)


def _join(names: Sequence[exp.Expr]) -> exp.Expr:
    """Return what several columns name as one text, in which their values stay apart.

    No blank follows a day: the text would read as a time of that day, and so as no name.
    """
    values = [exp.cast(name, "VARCHAR") for name in names]
    return exp.Anonymous(this="concat_ws", expressions=[exp.Literal.string("|"), *values])


def is_ordered(time: ColumnProfile) -> bool:
    """Whether the order of a time's values is known, so that it says which row is the last."""
    return _last_first(time) is not None


def _last_first(time: ColumnProfile, table: str | None = None) -> exp.Ordered | None:
    """Return the order by time, the last first; None if texts are not ordered as their days are."""
    value: exp.Expr = column(time.name, table)
    if time.form is not None and time.form.kind == "dates":
        if (written := find_format(time.form.plain)) is not None:
            value = exp.Anonymous(
                this="try_strptime", expressions=[value, exp.Literal.string(written)]
            )
        elif (known := find_named_order(time.form.plain)) is not None:
            value = known.order(value)
        elif sorted(time.form.plain) != sorted(time.form.plain, key=time.form.plain.__getitem__):
            return None
    elif time.reads_as_number:
        value = exp.cast(value, "DOUBLE")
    elif time.type.family == "text" and not time.reads_as_date:
        # As the names of months are, which no order of texts puts in turn.
        if (known := find_order(time.values)) is None:
            return None
        value = known.order(value)
    return _order_down(value)


def _order_down(value: exp.Expr) -> exp.Ordered:
    return exp.Ordered(this=value, desc=True, nulls_first=False)
