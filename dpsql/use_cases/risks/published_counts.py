"""Measures presence from counts of T that were published under a disclosure rule.

T itself is not read. What is told follows from P and the published table alone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from dpsql.domain.arguments import refuses_wrong_types
from dpsql.domain.json_schema import SCHEMA
from dpsql.domain.levels.hierarchy import Leaf
from dpsql.domain.names import find_same
from dpsql.domain.threshold import parse_threshold
from dpsql.errors import ConfigError, InputError, SchemaError
from dpsql.faces import name_option
from dpsql.hierarchies.column_values import list_columns, list_paths
from dpsql.privacy.small_counts.groups import (
    TOTAL,
    Group,
    GroupBounds,
    PublishedTable,
    write_group,
)
from dpsql.privacy.small_counts.integer_bounds import find_integer_bounds
from dpsql.privacy.small_counts.rule import DisclosureRule, Interval
from dpsql.report.frames import name_by_column, to_pandas, to_polars
from dpsql.report.headlines import summarize
from dpsql.report.notebook.cells import show_rows
from dpsql.report.notebook.warned import HasWarnings

#: Groups that the result lists.
MOST_LISTED = 20
MARK = "[REDACTED]"


@dataclass(frozen=True)
class PublishedCounts(HasWarnings):
    """The outcome of `published_counts`.

    `groups`: some of them, first those whose count the totals narrow, then by greatest possible
    presence. `narrowed`, `revealed`: how many counts totals narrow, and make certain. `is_exact`:
    no narrower bounds follow. `satisfied` is None if no δmax was given.
    """

    columns: tuple[str, ...]
    groups: tuple[GroupBounds, ...]
    group_count: int
    public_rows: int
    minimum: Fraction
    maximum: Fraction
    narrowed: int
    revealed: int
    is_exact: bool
    delta_max: Fraction | None

    @property
    def satisfied(self) -> bool | None:
        """Whether presence is at most δmax whatever the true counts are."""
        return None if self.delta_max is None else self.maximum <= self.delta_max

    def to_dict(self) -> dict[str, Any]:
        """The JSON of the command line."""
        return {
            "schema": SCHEMA,
            "status": "measured",
            "public_rows": self.public_rows,
            "groups": self.group_count,
            "presence": {"min": str(self.minimum), "max": str(self.maximum)},
            "delta": None if self.delta_max is None else {"max": str(self.delta_max)},
            "satisfied": self.satisfied,
            "narrowed": self.narrowed,
            "revealed": self.revealed,
            "exact": self.is_exact,
            "worst": [self._describe(one) for one in self.groups],
        }

    def _describe(self, one: GroupBounds) -> dict[str, Any]:
        return {
            "values": dict(zip(self.columns, one.group, strict=True)),
            "public_count": one.people,
            "alone": {"min": one.alone.least, "max": one.alone.greatest},
            "together": {"min": one.together.least, "max": one.together.greatest},
            "presence": {"min": str(one.least_presence), "max": str(one.greatest_presence)},
        }

    def to_rows(self) -> list[dict[str, Any]]:
        """A row for each listed group: its count alone and with all totals, and its presence."""
        return [
            {
                **name_by_column("value", dict(zip(self.columns, one.group, strict=True))),
                "people": one.people,
                "alone_min": one.alone.least,
                "alone_max": one.alone.greatest,
                "together_min": one.together.least,
                "together_max": one.together.greatest,
                "presence_min": one.least_presence,
                "presence_max": one.greatest_presence,
            }
            for one in self.groups
        ]

    to_pandas = to_pandas
    to_polars = to_polars

    __repr__ = summarize

    def _repr_html_(self) -> str:
        return show_rows(self)


@refuses_wrong_types
def published_counts(
    public: str | Path,
    published: str | Path,
    *,
    count: str,
    people: str | None = None,
    redacted: int | None = None,
    rounded: int | None = None,
    midpoint: int | None = None,
    mark: str = MARK,
    total: str | None = None,
    exact_totals: bool = False,
    delta_max: object = None,
) -> PublishedCounts:
    """Measure the presence of each group of P from a published table of counts of T.

    Example: ``dpsql.published_counts("census.csv", "counts.csv", count="people", redacted=5)``

    `count`: its column of counts; its other columns are those of P that tell groups apart. A count
    is a number, or `mark`, or empty where it is redacted: at most `redacted` people then. Others
    are `rounded` to the nearest multiple, or to a `midpoint`. `total`: stands for all values of a
    column; `exact_totals`: counts of such rows are not changed. `people`: the column of P's table
    with the people of a row.

    Raises:
        ConfigError: the rule has no meaning. SchemaError: a column is missing. InputError: a count
            cannot be what the rule shows, or no table fits all counts.
    """
    if exact_totals and total is None:
        raise ConfigError(
            f"{name_option('exact_totals', True)}: no row is a total without"
            f" {name_option('total')}; give that, too, or drop it"
        )
    rule = DisclosureRule(redacted, rounded, midpoint)
    limit = None if delta_max is None else parse_threshold(delta_max, name_option("delta_max"))
    columns = _find_columns(str(published), count)
    shown = list_paths(str(published), [*columns, count], Path())
    counted = list_paths(str(public), columns, Path(), people)
    everybody: dict[Group, int] = {(*group,): number for group, number in counted.items()}
    if not any(everybody.values()):
        raise InputError("P has no rows; presence is measured against a population")
    rules = rule, DisclosureRule() if exact_totals else rule
    try:
        told = _read_counts(shown, rules, mark, total)
        table = PublishedTable(everybody, told, rule.hidden)
    except InputError as error:
        if total is None and (hint := _ask_for_total(columns, shown, everybody)):
            raise InputError(f"{error}; {hint}") from None
        raise
    bounds, is_exact = table.narrow(), table.is_tree
    if not is_exact:
        found = find_integer_bounds(table, bounds)
        bounds, is_exact = found or bounds, found is not None
    groups = table.describe(bounds)
    return PublishedCounts(
        tuple(columns),
        _choose_listed(groups),
        len(groups),
        sum(everybody.values()),
        min(one.least_presence for one in groups),
        max(one.greatest_presence for one in groups),
        sum(one.is_narrowed for one in groups),
        sum(one.is_revealed for one in groups),
        is_exact,
        limit,
    )


def _find_columns(published: str, count: str) -> list[str]:
    """Return the columns of a published table that tell its groups apart."""
    names = list_columns(published, Path())
    if count not in names:
        hint = f"; it has {', '.join(find_same(count, names) or names)}"
        raise SchemaError(f"{published} has no column {count!r}{hint}")
    columns = [name for name in names if name != count]
    if not columns:
        raise SchemaError(f"{published} has no column beside {count!r} that tells groups apart")
    return columns


def _ask_for_total(
    columns: Sequence[str], shown: Mapping[tuple[Leaf, ...], int], everybody: Mapping[Group, int]
) -> str:
    """Ask whether a value that P lacks stands for all; empty if P has those of every column."""
    strange: dict[Leaf, list[str]] = {}
    for place, name in enumerate(columns):
        known = {group[place] for group in everybody}
        for value in dict.fromkeys(group[place] for group in shown):
            if value is not None and value not in known:
                strange.setdefault(value, []).append(name)
    if not strange:
        return ""
    value, names = max(strange.items(), key=lambda one: len(one[1]))
    return (
        f"P has no {value} in {', '.join(names)}: if it stands for all values, write"
        f" {name_option('total')} {value}"
    )


def _read_counts(
    shown: Mapping[tuple[Leaf, ...], int],
    rules: tuple[DisclosureRule, DisclosureRule],
    mark: str,
    total: str | None,
) -> dict[Group, Interval]:
    """Return what the rows of a published table mean; `rules`: of groups, and of totals."""
    told: dict[Group, Interval] = {}
    for (*values, cell), rows in shown.items():
        group = tuple(TOTAL if total is not None and one == total else one for one in values)
        if group in told or rows > 1:
            raise InputError(f"{write_group(group)}: published twice; keep one row")
        rule = rules[TOTAL in group]
        if cell in (None, "", mark):
            if rule.redacted is None:
                raise ConfigError(
                    f"{write_group(group)}: its count is redacted; say up to which number counts"
                    f" are redacted ({name_option('redacted')})"
                )
            told[group] = rule.hidden
            continue
        try:
            told[group] = rule.read(str(cell))
        except InputError as error:
            raise InputError(f"{write_group(group)}: {error}") from None
    return told


def _choose_listed(groups: Sequence[GroupBounds]) -> tuple[GroupBounds, ...]:
    """Return the groups to list: revealed first, then narrowed, then by presence."""
    ordered = sorted(groups, key=lambda one: (not one.is_revealed, not one.is_narrowed))
    return tuple(ordered[:MOST_LISTED])
