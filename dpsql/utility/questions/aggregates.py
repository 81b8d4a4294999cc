"""Which columns of an answer are computed from several rows: values to compare, never keys."""

from collections.abc import Iterator, Mapping, Sequence

from sqlglot import exp

from dpsql.errors import ConfigError

#: What computes a value from several rows, with what belongs to it.
_AGGREGATES = (exp.AggFunc, exp.Filter, exp.WithinGroup)


def find_aggregates(query: exp.Query) -> tuple[bool, ...]:
    """Whether each column of an answer comes from an aggregate function, its stars written out.

    A column counts as well if it is one of a subquery, or of a table of WITH, that comes from one.
    Of a UNION, all SELECTs compute the column or state a constant, and one computes it.

    >>> from sqlglot import parse_one
    >>> find_aggregates(parse_one("SELECT zip, MIN(seen), zip || 'x' FROM t GROUP BY zip"))
    (False, True, False)
    >>> find_aggregates(parse_one("SELECT x.a FROM (SELECT zip, MAX(b) FROM t) AS x(z, a)"))
    (True,)
    """
    found: dict[tuple[int, int], bool] = {}
    reads: dict[tuple[int, int], list[tuple[int, int]]] = {}
    common = {one.alias.casefold(): one for one in query.find_all(exp.CTE)}
    for select in query.find_all(exp.Select):
        for place, one in enumerate(select.selects):
            found[id(select), place] = one.find(exp.AggFunc) is not None
            reads[id(select), place] = [*_list_reads(one, select, common)]
    # Tables read each other in chains, which may be longer than functions may call themselves.
    while more := [
        one for one, read in reads.items() if not found[one] and any(map(found.get, read))
    ]:
        found |= dict.fromkeys(more, True)
    sides = [*list_sides(query)]
    told = list[bool]()
    for place, of_sides in enumerate(zip(*(side.selects for side in sides), strict=True)):
        computed = [found[id(side), place] for side in sides]
        stated = [isinstance(one.unalias(), exp.Literal | exp.Null) for one in of_sides]
        told.append(any(computed) and all(map(max, computed, stated)))
    return tuple(told)


def refuse_ungrouped(select: exp.Select, place: str) -> None:
    """Raise ConfigError if columns stand beside an aggregate function without GROUP BY.

    >>> from sqlglot import parse_one
    >>> refuse_ungrouped(parse_one("SELECT COUNT(*) AS n, n + 1, MIN(zip) OVER () FROM t"), "1")
    >>> refuse_ungrouped(parse_one("SELECT zip, COUNT(*) FROM t"), "question 1")
    Traceback (most recent call last):
    dpsql.errors.ConfigError: question 1: zip stands beside an aggregate; add GROUP BY zip
    """
    if select.args.get("group") is not None:
        return
    parts = [part for one in select.selects for part in one.walk(prune=_is_closed)]
    given = {one.alias.casefold() for one in select.selects if isinstance(one, exp.Alias)}
    beside = [
        part.name
        for part in parts
        if isinstance(part, exp.Column) and part.name.casefold() not in given
    ]
    if beside and any(isinstance(part, _AGGREGATES) for part in parts):
        names = ", ".join(dict.fromkeys(beside))
        stand = "stands" if "," not in names else "stand"
        raise ConfigError(f"{place}: {names} {stand} beside an aggregate; add GROUP BY {names}")


def _is_closed(part: exp.Expr) -> bool:
    """Whether what an expression reads is counted, or another table's."""
    return isinstance(part, (*_AGGREGATES, exp.Window, exp.Query))


def list_sides(query: exp.Expr) -> Iterator[exp.Select]:
    """Yield the SELECTs whose rows are put together."""
    if isinstance(query, exp.SetOperation):
        yield from list_sides(query.this)
        yield from list_sides(query.expression)
    elif isinstance(query, exp.Subquery):
        yield from list_sides(query.this)
    elif isinstance(query, exp.Select):
        yield query


def _list_reads(
    one: exp.Expr, select: exp.Select, common: Mapping[str, exp.CTE]
) -> Iterator[tuple[int, int]]:
    """Yield which columns of which SELECTs in FROM an expression reads."""
    start = select.args.get("from_")
    joins = select.args.get("joins") or ()
    sources = [*([start.this] if start else []), *(join.this for join in joins)]
    for column in one.find_all(exp.Column):
        name, table = column.name.casefold(), column.table.casefold()
        for source in sources:
            if table and table != source.alias_or_name.casefold():
                continue
            defined = common.get(source.name.casefold(), source.this)
            named = [source, defined] if isinstance(defined, exp.CTE) else [source]
            inner = defined.this if isinstance(defined, exp.CTE) else defined
            for side in list_sides(inner):
                names = _name_columns(side, named)
                yield from ((id(side), place) for place, own in enumerate(names) if own == name)


def _name_columns(side: exp.Select, named: Sequence[exp.Expr]) -> list[str]:
    """The names of the columns of a table: those that its alias gives them come first."""
    names = [one.output_name for one in side.selects]
    for table in reversed(named):
        alias = table.args.get("alias")
        given = [one.name for one in alias.columns] if alias else []
        names = [*given, *names[len(given) :]]
    return [one.casefold() for one in names]
