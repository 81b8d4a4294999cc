"""Reads the SQL of a question, and checks it before an engine sees it.

A question is one SELECT over the table ``t``, or several with UNION. Only what is listed here is
accepted: no other table, no function that reads files, settings or catalogues, nothing that writes,
waits or is random.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import sqlglot
from sqlglot import exp

from dpsql.domain.names import suggest_column
from dpsql.engines.sql_text import write
from dpsql.errors import ConfigError
from dpsql.sql.templates import identifier
from dpsql.utility.questions.aggregates import find_aggregates, list_sides, refuse_ungrouped
from dpsql.utility.questions.grouping import find_grouping
from dpsql.utility.questions.reads import find_read
from dpsql.utility.questions.stars import Stars
from dpsql.utility.questions.words import name_node, suggest_start, tell_place, tell_reason

#: The table of a question: T, or what stands for it.
TABLE = "t"
MOST_COLUMNS = 20
_MOST_CHARACTERS = 10_000
_SHAPE = (
    "Select Union Except Intersect From Join Where Group Having Order Ordered Limit Offset Distinct"
    " With CTE Subquery Exists Table TableAlias Alias Column Identifier Star Paren Tuple"
    " GroupingSets Rollup Cube"
)
_CONDITIONS = (
    "Literal Boolean Null And Or Xor Not EQ NEQ GT GTE LT LTE In Between Like ILike Escape Is"
    " NullSafeEQ NullSafeNEQ Case If Coalesce Nullif Cast TryCast DataType DataTypeParam"
)
_VALUES = (
    "Add Sub Mul Div Mod IntDiv Neg Abs Round Floor Ceil Sqrt Pow Exp Ln Log Sign Greatest Least"
    " DPipe Concat Upper Lower Length Substring Replace Trim Left Right"
    " Extract Var Year Month Day Quarter DateTrunc TimestampTrunc"
)
_AGGREGATES = (
    "Count CountIf Sum Avg Min Max Stddev StddevPop StddevSamp Variance VariancePop Median"
    " Quantile PercentileCont PercentileDisc WithinGroup Corr CovarPop CovarSamp Filter Window"
    " WindowSpec RowNumber Rank DenseRank"
)
_ALLOWED = frozenset(
    getattr(exp, name)
    for names in (_SHAPE, _CONDITIONS, _VALUES, _AGGREGATES)
    for name in names.split()
)
_OF_TABLES = {"this", "alias", "joins"}
#: Columns that engines add to a table, or to a file.
_HIDDEN = {
    *("rowid", "filename", "file_row_number", "file_index", "_file", "_metadata"),
    *("ctid", "oid", "tableoid", "xmin", "xmax", "cmin", "cmax"),
}
#: Texts that engines read as a moment that depends on when they are asked.
_OF_THE_CLOCK = {"now", "today", "tomorrow", "yesterday", "allballs"}
_QUERIES = (exp.Select, exp.Union, exp.Except, exp.Intersect)
_TABLES = (exp.Table, exp.Subquery, exp.CTE)
_OF_UNIONS = {"this", "expression", "distinct", "with_", "order", "limit", "offset"}
_GROUPINGS = (exp.GroupingSets, exp.Rollup, exp.Cube, exp.Tuple, exp.Paren)
_TYPES = {
    *exp.DataType.TEXT_TYPES,
    *exp.DataType.NUMERIC_TYPES,
    *exp.DataType.TEMPORAL_TYPES,
    exp.DType.BOOLEAN,
}


@dataclass(frozen=True)
class Statement:
    """A checked query: the names of its answer's columns, and which ones it groups by.

    `computed`: which ones come from aggregate functions. `reads`: the columns of ``t`` that it may
    read. `grouping`: those that its GROUP BY reads.
    """

    query: exp.Query
    columns: tuple[str, ...]
    grouped: tuple[bool, ...]
    computed: tuple[bool, ...]
    reads: frozenset[str]
    grouping: frozenset[str] = frozenset()

    def on(self, table: str) -> exp.Query:
        """Return the statement over the logical `table` in place of ``t``."""
        query = self.query.copy()
        for node in [*query.find_all(exp.Table)]:
            if node.name == TABLE:
                alias = node.args.get("alias") or exp.TableAlias(this=identifier(TABLE))
                node.set("this", identifier(table))
                node.set("alias", alias)
        return query


def read_statement(text: str, dialect: str, columns: Sequence[str], place: str) -> Statement:
    """Read a question over ``t`` with these `columns`; `place` names it in errors.

    Raises:
        ConfigError: it is no SELECT, or uses what is not accepted.
    """
    query = _parse(text, dialect, place)
    for node in query.walk():
        node.comments = None
        _refuse_strange(node, text, place)
    _rename_common_tables(query, place)
    Stars(query, TABLE, columns, place).write_out(query)
    _refuse_uneven(query, place)
    _place_columns(query, columns, place)
    for side in list_sides(query):
        refuse_ungrouped(side, place)
    names = tuple(
        write(one, dialect) if not one.output_name else one.output_name for one in query.selects
    )
    if len(names) > MOST_COLUMNS:
        raise ConfigError(f"{place}: its answer has {len(names)} columns; ask for {MOST_COLUMNS}")
    if len({name.casefold() for name in names}) < len(names):
        raise ConfigError(
            f"{place}: two columns of its answer have the same name; rename one by AS"
        )
    reads = find_read(query, TABLE, columns)
    grouping = find_grouping(list_sides(query), columns)
    grouped, computed = tuple(_list_grouped(query)), find_aggregates(query)
    return Statement(query, names, grouped, computed, reads, grouping)


def _parse(text: str, dialect: str, place: str) -> exp.Query:
    if len(text) > _MOST_CHARACTERS:
        raise ConfigError(
            f"{place}: it has {len(text):,} characters; {_MOST_CHARACTERS:,} are read"
        )
    try:
        parsed = [one for one in sqlglot.parse(text, read=dialect) if one is not None]
    except RecursionError:
        raise ConfigError(f"{place}: it is nested too deeply") from None
    except MemoryError:
        raise
    except Exception as error:
        # For malformed text sqlglot raises TypeErrors as well as its own errors.
        where = f"{tell_place(error)}{suggest_start(text)}"
        raise ConfigError(f"{place}: it cannot be read as SQL of {dialect}{where}") from None
    query = parsed[0] if len(parsed) == 1 else None
    if isinstance(query, _QUERIES) and query.selects and query.find(exp.Table):
        return query
    raise ConfigError(
        f"{place}: write one SELECT over the table t, or several with UNION, and nothing"
        f" else{suggest_start(text)}"
    )


def _refuse_strange(node: exp.Expr, text: str, place: str) -> None:
    """Raise unless a node of the statement is accepted."""
    if type(node) not in _ALLOWED:
        name = name_node(node, text)
        raise ConfigError(f"{place}: {name} is not accepted in a question{tell_reason(node)}")
    match node:
        case exp.Table():
            given = {name for name, value in node.args.items() if value}
            if not isinstance(node.this, exp.Identifier) or not given <= _OF_TABLES:
                raise ConfigError(f"{place}: read the table t, plainly, and no other")
        case exp.Star() if not _is_plain(node):
            raise ConfigError(
                f"{place}: * is accepted as a column of SELECT and in COUNT(*); name columns here"
            )
        case exp.SetOperation() if not {k for k, v in node.args.items() if v} <= _OF_UNIONS:
            raise ConfigError(f"{place}: write UNION or UNION ALL, which match columns by position")
        case exp.Column() if not isinstance(node.this, exp.Identifier | exp.Star) or node.db:
            raise ConfigError(f"{place}: write columns as name or t.name")
        case exp.DataType() if node.this not in _TYPES:
            raise ConfigError(f"{place}: cast to numbers, texts, dates and times only")
        case exp.Literal(is_string=True) if node.name.strip().casefold() in _OF_THE_CLOCK:
            if isinstance(node.parent, exp.Cast):
                raise ConfigError(f"{place}: write a date; {node.name.strip()!r} is of the clock")
        case exp.Replace() if node.args.get("replacement") is None:
            # Spark alone reads two as if the third were an empty text.
            raise ConfigError(f"{place}: REPLACE takes three arguments: REPLACE(x, ',', '.')")
        case exp.With() if node.args.get("recursive"):
            raise ConfigError(f"{place}: RECURSIVE is not accepted in a question")


def _is_plain(star: exp.Star) -> bool:
    """Whether it is the * of COUNT(*), SELECT * or SELECT t.*, without EXCLUDE and its like."""
    node = star.parent if isinstance(star.parent, exp.Column) else star
    counts = isinstance(node.parent, exp.Count) and node is star
    is_column = isinstance(node.parent, exp.Select) and node.arg_key == "expressions"
    return (counts or is_column) and not any(star.args.values())


def _refuse_uneven(query: exp.Query, place: str) -> None:
    for node in query.find_all(exp.SetOperation):
        if len({len(one.selects) for one in list_sides(node)}) > 1:
            raise ConfigError(f"{place}: give the SELECTs of a UNION equally many columns")


def _rename_common_tables(query: exp.Query, place: str) -> None:
    """Give the tables that WITH names a name that no table of the engine has.

    An engine replaces logical names by tables wherever they stand.
    """
    names: dict[str, str] = {}
    for number, common in enumerate(query.find_all(exp.CTE)):
        name = common.alias.casefold()
        if not name or name == TABLE or name in names:
            raise ConfigError(f"{place}: give each table of WITH a name of its own, other than t")
        names[name] = f"question_table_{number}"
        common.args["alias"].set("this", identifier(names[name]))
    for node in [*query.find_all(exp.Table)]:
        name = node.name.casefold()
        if name == TABLE:
            node.set("this", identifier(TABLE))
        elif name not in names:
            raise ConfigError(f"{place}: it reads another table, {node.name!r}; only t is there")
        else:
            if not node.args.get("alias"):
                node.set("alias", exp.TableAlias(this=node.this.copy()))
            node.set("this", identifier(names[name]))


def _place_columns(query: exp.Query, columns: Sequence[str], place: str) -> None:
    """Spell columns of ``t`` as they are spelled there; engines differ in what case means.

    A name may also be one that AS gives, but not in the very expression that it is given to.
    """
    aliases = [(node.alias, id(node)) for node in query.find_all(exp.Alias)]
    aliases += [
        (one.name, id(one)) for node in query.find_all(exp.TableAlias) for one in node.columns
    ]
    # Columns are quoted below, so that what gives them their names must be quoted, too.
    for given in query.find_all(exp.Alias, exp.TableAlias):
        for one in [given.args.get("alias"), *(given.args.get("columns") or ())]:
            if isinstance(one, exp.Identifier):
                one.set("quoted", True)
    own = {name.casefold() for name in columns}
    tables = {node.alias_or_name.casefold() for node in query.find_all(*_TABLES)}
    for name, _ in aliases:
        if name.casefold() in _HIDDEN - own:
            raise ConfigError(f"{place}: engines have a column {name!r} of their own; rename yours")
    for node in query.find_all(exp.Column):
        if isinstance(node.this, exp.Star):
            continue
        if node.table.casefold() == TABLE:
            node.set("table", identifier(TABLE))
        elif node.table and node.table.casefold() not in tables:
            raise ConfigError(f"{place}: FROM has no table {node.table!r}")
        around = {id(one) for one in _list_parents(node)}
        names = [*(name for name, given_to in aliases if given_to not in around), *columns]
        folded = {name.casefold(): name for name in names}
        spelled = node.name if node.name in names else folded.get(node.name.casefold())
        if spelled is None:
            hint = suggest_column(node.name, columns, columns)
            raise ConfigError(f"{place}: t has no column {node.name!r}{hint}")
        node.set("this", identifier(spelled))


def _list_parents(node: exp.Expr) -> Iterator[exp.Expr]:
    while node.parent is not None:
        node = node.parent
        yield node


def _list_grouped(query: exp.Query) -> Iterator[bool]:
    """Whether each column of the answer is one that GROUP BY lists, also in ROLLUP and its like.

    Of a UNION, in all of its SELECTs; a constant there names the rows of one.
    """
    sides = [*list_sides(query)]
    for number, of_sides in enumerate(zip(*(side.selects for side in sides), strict=True), 1):
        yield all(
            _is_grouped(side, one, number)
            or (len(sides) > 1 and isinstance(one.unalias(), exp.Literal))
            for side, one in zip(sides, of_sides, strict=True)
        )


def _is_grouped(select: exp.Select, one: exp.Expr, number: int) -> bool:
    group = select.args.get("group")
    if group is None:
        return False
    listed = [*_list_keys(group.expressions)]
    plain = one.unalias()
    return (
        any(isinstance(key, exp.Literal) and key.name == str(number) for key in listed)
        or any(_is_same(plain, key) for key in listed)
        or any(isinstance(key, exp.Column) and key.name == one.alias for key in listed)
        or (bool(group.args.get("all")) and plain.find(exp.AggFunc) is None)
    )


def _list_keys(listed: Sequence[exp.Expr]) -> Iterator[exp.Expr]:
    for one in listed:
        if isinstance(one, exp.Paren):
            yield from _list_keys([one.this])
        elif isinstance(one, _GROUPINGS):
            yield from _list_keys(one.expressions)
        else:
            yield one


def _is_same(selected: exp.Expr, key: exp.Expr) -> bool:
    """Whether both are the same expression; a column may be written without its table."""
    if not isinstance(selected, exp.Column) or not isinstance(key, exp.Column):
        return selected == key
    tables = {one.table.casefold() for one in (selected, key) if one.table}
    return selected.name == key.name and len(tables) < 2
