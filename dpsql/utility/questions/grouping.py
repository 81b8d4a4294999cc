"""By which columns of ``t`` a question tells rows apart: those that its GROUP BY reads."""

from collections.abc import Collection, Iterable

from sqlglot import exp


def find_grouping(sides: Iterable[exp.Select], columns: Collection[str]) -> frozenset[str]:
    """Return the `columns` that any of these SELECTs groups by, also where an expression does.

    A key may also be the place or the name of what is selected.
    """
    found = set[str]()
    for side in sides:
        group = side.args.get("group")
        if group is None:
            continue
        selected = [one.unalias() for one in side.selects]
        read = list[exp.Expr](group.expressions)
        read += [selected[int(key.name) - 1] for key in read if _is_place(key, len(selected))]
        names = {one.name for node in read for one in node.find_all(exp.Column)}
        named = [one.unalias() for one in side.selects if one.alias in names - {*columns}]
        if group.args.get("all"):
            named += [one for one in selected if one.find(exp.AggFunc) is None]
        found |= names | {one.name for node in named for one in node.find_all(exp.Column)}
    return frozenset(name for name in columns if name in found)


def _is_place(key: exp.Expr, count: int) -> bool:
    is_number = isinstance(key, exp.Literal) and not key.is_string and key.name.isdigit()
    return is_number and 0 < int(key.name) <= count
