"""Counts the nodes of a batch in one pass: a UNION ALL of GROUP BYs becomes GROUPING SETS.

Each part of `count_nodes` groups the same frequency set by other codes. Where rows are spread over
machines, each pass is expensive: all parts that read one table share one. A row of the result has
the same meaning as before.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlglot import exp

from dpsql.engines.sql_text import write

#: The most columns that Spark groups by at once.
_MOST_COLUMNS = 60
_SET = "grouping_set"


@dataclass(frozen=True)
class _Part:
    """A SELECT of aggregates, the number of its node first, over the classes of one GROUP BY."""

    select: exp.Select
    classes: exp.Select
    codes: tuple[str, ...]

    @property
    def shape(self) -> str:
        """All SQL of a part except number and codes; equal for parts that are counted together."""
        select, classes = self.select.copy(), self.classes.copy()
        select.expressions[0].set("this", exp.null())
        select.set("from_", None)
        classes.set("group", None)
        return " FROM ".join(write(one, "duckdb", comments=False) for one in (select, classes))


def group_in_sets(query: exp.Query) -> exp.Query:
    """Return the statement with parts that read one table counted together.

    Statements of another shape are returned unchanged.
    """
    parts = [_read(select) for select in _unfold(query)]
    if len(parts) < 2 or None in parts:
        return query
    groups = list(_gather([part for part in parts if part is not None]))
    grouped = [_count_together(group) if len(group) > 1 else group[0].select for group in groups]
    if len(groups) == len(parts):
        return query
    whole: exp.Query = grouped[0]
    for other in grouped[1:]:
        whole = exp.Union(this=whole, expression=other, distinct=False)
    return whole


def _unfold(query: exp.Expr | None) -> list[exp.Expr | None]:
    """Return the parts of a UNION ALL, in their order."""
    found: list[exp.Expr | None] = []
    pending = [query]
    while pending:
        one = pending.pop()
        if type(one) is exp.Union and one.args.get("distinct") is False and not _is_more(one):
            pending += [one.this, one.expression]
        else:
            found.append(one)
    return found[::-1]


def _is_more(union: exp.Union) -> bool:
    return any(union.args.get(key) for key in ("order", "limit", "offset", "with_"))


def _read(select: exp.Expr | None) -> _Part | None:
    """Return a SELECT as a part; None if it is something else."""
    if not isinstance(select, exp.Select) or not _has_only(select, "expressions", "from_"):
        return None
    source = _source(select)
    number = select.expressions[0].unalias()
    if not isinstance(source, exp.Subquery) or not isinstance(number, exp.Literal):
        return None
    classes = source.this
    if not isinstance(classes, exp.Select) or not isinstance(_source(classes), exp.Table):
        return None
    if not _has_only(classes, "expressions", "from_", "group"):
        return None
    group = classes.args.get("group")
    codes = group.expressions if group else []
    if not all(isinstance(code, exp.Column) for code in codes):
        return None
    if not all(one.unalias().find(exp.AggFunc) for one in select.expressions[1:]):
        return None
    return _Part(select, classes, tuple(code.name for code in codes))


def _source(select: exp.Select) -> exp.Expr | None:
    found = select.args.get("from_")
    return found.this if found else None


def _has_only(select: exp.Select, *keys: str) -> bool:
    return all(key in keys for key, value in select.args.items() if value)


def _gather(parts: Sequence[_Part]) -> Iterator[list[_Part]]:
    """Yield parts to count together: of one shape, with distinct sets, without too many columns."""
    by_shape: dict[str, list[list[_Part]]] = {}
    for part in parts:
        groups = by_shape.setdefault(part.shape, [])
        for group in groups:
            codes = {code for one in (*group, part) for code in one.codes}
            sets = {frozenset(one.codes) for one in group}
            if len(codes) <= _MOST_COLUMNS and frozenset(part.codes) not in sets:
                group.append(part)
                break
        else:
            groups.append([part])
    for groups in by_shape.values():
        yield from groups


def _count_together(parts: Sequence[_Part]) -> exp.Select:
    """Return one statement for parts that differ only in their numbers and codes."""
    names = list(dict.fromkeys(code for part in parts for code in part.codes))
    classes = parts[0].classes.copy()
    sets = [exp.Tuple(expressions=[_column(code) for code in part.codes]) for part in parts]
    classes.set("group", exp.Group(grouping_sets=[exp.GroupingSets(expressions=sets)]))
    classes.append("expressions", exp.alias_(_number_of_set(names), _SET, quoted=True))
    select = parts[0].select.copy()
    number = exp.Case(
        ifs=[
            exp.If(
                this=_column(_SET).eq(_literal(_value_of(part, names))),
                true=part.select.expressions[0].unalias().copy(),
            )
            for part in parts
        ]
    )
    select.expressions[0].set("this", number)
    select.args["from_"].this.set("this", classes)
    select.set("group", exp.Group(expressions=[_column(_SET)]))
    return select


def _number_of_set(names: Sequence[str]) -> exp.Expr:
    """Return Σ GROUPING(c)·2^k: not every engine has GROUPING of several columns."""
    terms = [
        exp.cast(exp.Anonymous(this="GROUPING", expressions=[_column(name)]), "BIGINT") * 2**k
        for k, name in enumerate(names)
    ]
    total: exp.Expr = terms[0]
    for term in terms[1:]:
        total = total + term
    return total


def _value_of(part: _Part, names: Sequence[str]) -> int:
    """Return the number of a part's set: the sum over columns that it does not group by."""
    return sum(2**k for k, name in enumerate(names) if name not in part.codes)


def _column(name: str) -> exp.Column:
    return exp.column(name, quoted=True)


def _literal(number: int) -> exp.Expr:
    return exp.cast(exp.Literal.number(number), "BIGINT")
