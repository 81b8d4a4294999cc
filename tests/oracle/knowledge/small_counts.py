"""Published counts: every table that fits is looked at, and the rule is applied to each count."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

ALL = "*"
Group = tuple[str, ...]
Rule = Mapping[str, int]
REDACTED = "[REDACTED]"


def show(count: int, rule: Rule) -> str:
    """Return a count as it is published; halves are rounded up."""
    if count <= rule.get("redacted", -1):
        return REDACTED
    if "rounded" in rule:
        return str((2 * count + rule["rounded"]) // (2 * rule["rounded"]) * rule["rounded"])
    if "midpoint" in rule and count:
        return str(-(-count // rule["midpoint"]) * rule["midpoint"] - rule["midpoint"] // 2)
    return str(count)


def publish(
    counts: Mapping[Group, int], totals: Sequence[Group], rule: Rule, of_totals: Rule
) -> dict[Group, str]:
    """Return the published groups and totals."""
    told = {group: show(count, rule) for group, count in counts.items()}
    return told | {total: show(sum_up(counts, total), of_totals) for total in totals}


def sum_up(counts: Mapping[Group, int], total: Group) -> int:
    """Return the count of all groups of a total."""
    return sum(
        count
        for group, count in counts.items()
        if all(one in (ALL, value) for one, value in zip(total, group, strict=True))
    )


def list_tables(people: Mapping[Group, int]) -> Iterator[dict[Group, int]]:
    """Yield every table of counts that P has people for."""
    for counts in product(*(range(number + 1) for number in people.values())):
        yield dict(zip(people, counts, strict=True))
