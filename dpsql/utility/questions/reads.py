"""Which columns of ``t`` a question reads: only these need a value in place of each label."""

from collections.abc import Sequence

from sqlglot import exp


def find_read(query: exp.Query, table: str, columns: Sequence[str]) -> frozenset[str]:
    """Return the columns of `table` that a checked query may read, its stars written out.

    A column counts as read if anything in the query has its name, whatever the case. All are read
    where columns are taken by position, or by whatever names two tables share.
    """
    tables = [node for node in query.find_all(exp.Table) if node.name == table]
    renamed = any(node.args["alias"].columns for node in tables if node.args.get("alias"))
    joins = [*query.find_all(exp.Join)]
    if renamed or any(join.args.get("method") for join in joins):
        return frozenset(columns)
    names = {node.name.casefold() for node in query.find_all(exp.Column)}
    names |= {one.name.casefold() for join in joins for one in join.args.get("using") or ()}
    return frozenset(name for name in columns if name.casefold() in names)
