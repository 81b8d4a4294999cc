"""Counts how many rows of a table each row matches, where a missing cell could be any value.

For tables in which single cells were suppressed, by sdcMicro for example. No P is needed: what is
counted are rows of the table, as k-anonymity does.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from dpsql.domain.arguments import refuses_wrong_types
from dpsql.domain.json_schema import SCHEMA
from dpsql.domain.names import find_same
from dpsql.domain.threshold import parse_threshold
from dpsql.errors import ConfigError, InputError, SchemaError
from dpsql.faces import name_option
from dpsql.hierarchies.column_values import list_columns, list_paths
from dpsql.privacy.wildcards import (
    Matches,
    Rule,
    count_as_sdcmicro,
    count_by_domain,
    count_by_share,
    count_full,
    count_matches,
    discount,
)
from dpsql.report.frames import to_pandas, to_polars
from dpsql.report.headlines import summarize
from dpsql.report.notebook.cells import show_rows
from dpsql.report.notebook.warned import HasWarnings


@dataclass(frozen=True)
class RuleFrequencies:
    """What one rule says: the least number of matches of a row, and rows with fewer than k."""

    name: str
    least: Fraction
    rows_below: int

    def to_dict(self) -> dict[str, Any]:
        """Return the fields of the JSON output."""
        return {"least": str(self.least), "rows_below_k": self.rows_below}


@dataclass(frozen=True)
class Frequencies(HasWarnings):
    """The outcome of `frequencies`: rows, rows with missing cells, and a result per rule."""

    columns: tuple[str, ...]
    rows: int
    incomplete_rows: int
    patterns: int
    masks: int
    k: int
    alpha: Fraction
    rules: tuple[RuleFrequencies, ...]

    def to_dict(self) -> dict[str, Any]:
        """The JSON of the command line."""
        return {
            "schema": SCHEMA,
            "status": "measured",
            "columns": list(self.columns),
            "rows": self.rows,
            "incomplete_rows": self.incomplete_rows,
            "patterns": self.patterns,
            "masks": self.masks,
            "k": self.k,
            "alpha": str(self.alpha),
            "rules": {one.name: one.to_dict() for one in self.rules},
        }

    def to_rows(self) -> list[dict[str, Any]]:
        """A row for each rule."""
        return [
            {"rule": one.name, "least": one.least, "rows_below_k": one.rows_below}
            for one in self.rules
        ]

    to_pandas = to_pandas
    to_polars = to_polars

    __repr__ = summarize

    def _repr_html_(self) -> str:
        return show_rows(self)


@refuses_wrong_types
def frequencies(
    table: str | Path,
    columns: str | Sequence[str],
    *,
    k: int = 2,
    alpha: str | float | Fraction = Fraction(1, 2),
    missing: str | Sequence[str] = (),
    domains: Mapping[str, int] | None = None,
) -> Frequencies:
    """Count by five rules how many rows each row of a table matches in these columns.

    Example: ``dpsql.frequencies("trial.parquet", ["zip", "age"])``

    A cell is missing if it is NULL, empty, or one of the texts `missing`. `alpha`: what a match by
    a missing cell counts under the rules that discount. `domains`: how many values a column can
    have, if not those that it has.

    Raises:
        ConfigError: an option has no meaning. SchemaError: a column is not there. InputError: the
            table has no rows. ResourceError: it has too many distinct ones.
    """
    columns = [columns] if isinstance(columns, str) else columns
    missing = [missing] if isinstance(missing, str) else missing
    names, sizes = list_columns(str(table), Path()), domains or {}
    for name in (*columns, *sizes):
        if name not in names:
            hint = f"; it has {', '.join(find_same(name, names) or names)}"
            raise SchemaError(f"{table} has no column {name!r}{hint}")
    if beside := [name for name in sizes if name not in columns]:
        listed = name_option("columns", flag="--by")
        domain = name_option("domains", flag="--domain")
        raise ConfigError(
            f"{domain}: {beside[0]!r} is not among {listed}; add it there, or drop it"
        )
    if not columns or len(set(columns)) < len(columns):
        raise ConfigError(f"{name_option('columns', flag='--by')}: name each column once")
    if k < 1 or any(size < 1 for size in sizes.values()):
        sizes_of = name_option("domains", flag="--domain")
        raise ConfigError(f"{name_option('k')} and {sizes_of}: write whole numbers from 1 up")
    share = parse_threshold(alpha, name_option("alpha"))
    patterns = _read_patterns(str(table), columns, {*missing, ""})
    counted = list(count_matches(patterns, [sizes.get(name) for name in columns]))
    rules: dict[str, Rule] = {
        "full": count_full,
        "discount": discount(share),
        "by_domain": count_by_domain,
        "by_share": count_by_share,
        "sdcmicro": count_as_sdcmicro(share),
    }
    return Frequencies(
        tuple(columns),
        sum(patterns.values()),
        sum(one.rows for one in counted if not one.is_complete),
        len(patterns),
        len({tuple(cell is None for cell in one) for one in patterns}),
        k,
        share,
        tuple(_sum_up(name, rule, counted, k) for name, rule in rules.items()),
    )


def _read_patterns(
    table: str, columns: Sequence[str], missing: set[str]
) -> dict[tuple[str | None, ...], int]:
    found: dict[tuple[str | None, ...], int] = {}
    for cells, rows in list_paths(table, [*columns], Path()).items():
        pattern = tuple(None if cell in missing else cell for cell in cells)
        found[pattern] = found.get(pattern, 0) + rows
    if not found:
        raise InputError(f"{table} has no rows")
    return found


def _sum_up(name: str, rule: Rule, counted: Sequence[Matches], k: int) -> RuleFrequencies:
    numbers = [rule(one) for one in counted]
    below = sum(one.rows for one, number in zip(counted, numbers, strict=True) if number < k)
    return RuleFrequencies(name, min(numbers), below)
