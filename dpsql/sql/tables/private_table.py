"""T in its three forms: a table of its own, rows of P that satisfy a predicate, rows of P by key.

The logical tables are public_table (P) and private_table (T, or the list of its keys). Assumes that
their columns are known; every name of the user is looked up among them before it reaches SQL.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlglot import exp

from dpsql.domain.plurals import name_count
from dpsql.domain.sections.source import PeopleSource
from dpsql.engines.sql_text import unwrap_replaced, write
from dpsql.errors import ConfigError
from dpsql.sql.tables.cast_mends import Mend, list_mends
from dpsql.sql.tables.flag_statement import advise_flag
from dpsql.sql.tables.predicate import (
    Columns,
    check_predicate,
    find_casts,
    find_flags,
    parse_predicate,
    require_column,
)
from dpsql.sql.tables.refused_predicates import UnreadPredicate
from dpsql.sql.tables.spelled_casts import is_ambiguous
from dpsql.sql.templates import column, identifier

PUBLIC, PRIVATE = "public_table", "private_table"
#: The logical table of a prior.
RATES = "table_of_rates"
#: How a column is made where nothing is known of P.
_USUAL_ADVICE = (
    "write its name, in_t; a statement such as this makes one: CREATE VIEW p AS SELECT *, x LIKE"
    " 'a%' AS in_t FROM …"
)
#: 1.0 is what pandas and statistical programs make of a flag that is missing in some rows.
_TRUE, _FALSE = ("true", "t", "1", "1.0", "yes", "y"), ("false", "f", "0", "0.0", "no", "n")


@dataclass(frozen=True)
class Demand:
    """A condition on the rows of P: `strange` is true for rows that violate it.

    `complaint`: what its values of the column `name` are. `mends`: what may help, of which
    the first that fits is told.
    """

    strange: exp.Expr
    name: str
    complaint: str
    mends: tuple[Mend, ...] = ()

    def tell(self, number: int, mend: str = "") -> str:
        """Return the message about so many rows."""
        values = name_count(number, f"value of {self.name!r} is", f"values of {self.name!r} are")
        return f"{values} {self.complaint}{mend and f'; {mend}'}"


@dataclass(frozen=True)
class PrivateRows:
    """How the rows of T are found.

    `mark` is None for a table of its own; otherwise it is true for the rows of P that are in T.
    `key` names the column by which P is joined with private_table. P must satisfy `demands` before
    `mark` is used, and also `spellings` if the engine reads texts in its own way. `marking` are the
    columns of P that a predicate reads.
    """

    mark: exp.Expr | None = None
    key: str | None = None
    demands: tuple[Demand, ...] = ()
    #: More demands, if the engine is not DuckDB.
    spellings: tuple[Demand, ...] = ()
    marking: tuple[str, ...] = ()

    @property
    def home(self) -> str:
        """Table that the quasi-identifiers of T are read from."""
        return PRIVATE if self.mark is None else PUBLIC

    def select(self, columns: Sequence[exp.Expr]) -> exp.Select:
        """Select columns of the rows of T, each qualified by the table that holds it."""
        query = exp.select(*columns).from_(exp.Table(this=identifier(self.home)))
        if self.mark is None:
            return query
        if self.key is None:
            return query.where(self.mark.copy())
        same = column(self.key, PUBLIC).eq(column(self.key, PRIVATE))
        return query.join(exp.Table(this=identifier(PRIVATE)), on=same)

    def place(self, name: str, private_columns: Mapping[str, object]) -> str:
        """Name of the table with a published column of T: T's own if it has the column, else P."""
        if self.mark is None or (self.key is not None and name in private_columns):
            return PRIVATE
        return PUBLIC


def marked_by_key(key: str) -> PrivateRows:
    """T is the rows of P whose key occurs in private_table."""
    present = column(key, PRIVATE).is_(exp.null()).not_()
    return PrivateRows(mark=present, key=key)


def marked_by_predicate(
    text: str, public_columns: Columns | None, public: PeopleSource | None = None
) -> PrivateRows:
    """T is the rows of P for which a column, or a predicate over columns, is true.

    `public_columns` is None if nothing is run and names cannot be checked. `public`: where P is,
    for advice on how to make a column of what is not read.

    Raises:
        ConfigError, SchemaError: as `predicate.check_predicate`.
    """
    parsed = parse_predicate(text)
    is_column = isinstance(parsed, exp.Column) and not parsed.table
    if (public_columns is not None and text in public_columns) or is_column:
        # A name that stands alone may be quoted, as in an expression.
        is_given = public_columns is not None and text in public_columns
        name = text if is_given or parsed is None else parsed.name
        require_column(name, public_columns)
        return _marked_by_flag(name, public_columns)
    try:
        predicate = check_predicate(parsed, public_columns)
    except UnreadPredicate as unread:
        assert parsed is not None  # noqa: S101 - it was read, and has what is not
        advice = advise_flag(parsed, public) or _USUAL_ADVICE
        raise ConfigError(
            f"{unread}; for anything else make a column of P that is true for T's people, and"
            f" {advice}"
        ) from None
    flags = [node for node in find_flags(predicate) if _is_read_as_flag(node.name, public_columns)]
    nodes = list(predicate.find_all(exp.Column))
    marking = tuple(dict.fromkeys(node.name for node in nodes))
    for node in nodes:
        if not any(node is flag for flag in flags):
            node.replace(column(node.name, PUBLIC))
    # Before flags are read as texts, which no demand of a cast is about.
    casts = tuple(map(_castable, find_casts(predicate)))
    spellings = tuple(_list_spellings(predicate, public_columns))
    demands: list[Demand] = []
    for flag in flags:
        of_flag = _marked_by_flag(flag.name, public_columns)
        flag.replace(exp.Paren(this=of_flag.mark))
        demands += of_flag.demands
    return PrivateRows(
        mark=predicate,
        demands=(*demands, *casts),
        spellings=spellings,
        marking=marking,
    )


def _list_spellings(predicate: exp.Expr, columns: Columns | None) -> Iterator[Demand]:
    """Demands on the texts that are cast."""
    for cast in predicate.find_all(exp.Cast):
        source = unwrap_replaced(cast.this)
        if not isinstance(source, exp.Column) or columns is None:
            continue
        name = source.name
        if columns[name].family == "text":
            yield Demand(
                is_ambiguous(cast),
                name,
                "spelled as engines read them differently; write 12, -3.5,"
                " 2020-12-31 or 2020-12-31 23:59:59",
            )


def _is_read_as_flag(name: str, columns: Columns | None) -> bool:
    """Whether a column of texts or numbers says what is true, as flags of a CSV do."""
    return columns is not None and columns[name].family != "boolean"


def _compare(name: str, columns: Columns | None) -> str:
    """Tell how to compare a column that is no flag."""
    said = name if name.isidentifier() else write(column(name), "duckdb")
    is_text = columns is None or columns[name].family == "text"
    value = "'…'" if is_text else "…"
    return f"write a comparison, such as {said} = {value}"


def _castable(cast: exp.Cast) -> Demand:
    """Demand that all values can be cast: an engine would fail on one row and name no column."""
    type_ = write(cast.to, "duckdb")
    tried = exp.TryCast(this=cast.this.copy(), to=cast.to.copy(), safe=True)
    strange = exp.and_(cast.this.is_(exp.null()).not_(), tried.is_(exp.null()))
    return Demand(
        strange=strange,
        name=unwrap_replaced(cast.this).name,
        complaint=f"no {type_}",
        mends=tuple(list_mends(cast, strange)),
    )


def _marked_by_flag(name: str, public_columns: Columns | None) -> PrivateRows:
    if public_columns is not None and public_columns[name].family == "boolean":
        return PrivateRows(mark=column(name, PUBLIC), marking=(name,))
    text = exp.Lower(this=exp.cast(column(name, PUBLIC), "VARCHAR"))
    allowed = [exp.Literal.string(word) for word in (*_TRUE, *_FALSE)]
    strange = exp.Paren(this=exp.In(this=text.copy(), expressions=allowed)).not_()
    true = [exp.Literal.string(word) for word in _TRUE]
    demand = Demand(strange, name, f"neither true nor false; {_compare(name, public_columns)}")
    mark = exp.In(this=text, expressions=true)
    return PrivateRows(mark=mark, demands=(demand,), marking=(name,))
