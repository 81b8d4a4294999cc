"""The page: its words are written by hand, its marked places and its picture from the results."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import median

from benchmarks.microdata.claims import NAMES, Place, find_bound, judge, name_place
from benchmarks.microdata.grid import (
    INDEPENDENT,
    KNOWS_SIZE,
    METHODS,
    NOTHING,
    PROVEN,
    name_setting,
)
from benchmarks.microdata.layout import lay_out, show, show_range
from benchmarks.microdata.methods.own import ALGORITHMS
from benchmarks.microdata.people import ONE_OF
from benchmarks.microdata.picture import draw
from benchmarks.microdata.results import EpsilonRow, Results, Row, SmallRow, read_rows
from benchmarks.microdata.spreads import tell_spreads

HERE = Path(__file__).parent
PAGE = HERE / "README.md"
#: Small tables of which every T was tried, and one table with more seeds.
SMALL, MORE = HERE / "small_tables.csv", HERE / "more_seeds.csv"
THEORY = HERE.parents[1] / "docs" / "theory" / "differential-privacy.md"
_COLUMNS = {
    "one-way": "one_way",
    "two-way": "two_way",
    "informative": "with_informative",
    "mean": "mean_error",
    "correlation": "correlation_error",
    "relation": "association_error",
    "back": "linked_back",
    "linked": "linked_members",
    "found": "precision",
    "worst": "worst",
}


def write_page(folder: Path, results: Results) -> None:
    """Write README.md and its picture into a folder."""
    text = make_page(PAGE.read_text(encoding="utf-8"), results)
    (folder / "README.md").write_text(text, encoding="utf-8")
    (folder / "found.svg").write_text(draw(results), encoding="utf-8")


def make_page(text: str, results: Results) -> str:
    """Return the page with its marked places renewed."""
    tables = "\n".join(_make_table(results, place) for place in results.places)
    text = renew(text, "claims", _list_claims(results))
    text = renew(text, "tables", tables.rstrip())
    text = renew(text, "epsilons", _list_epsilons(results.epsilons))
    text = renew(text, "small", _list_small(read_rows(SmallRow, SMALL)))
    text = renew(text, "seeds", tell_spreads(Results(read_rows(Row, MORE))))
    return renew(text, "checks", _tell_checks(results))


def renew(text: str, name: str, content: str) -> str:
    """Return a text with other content at a marked place."""
    marks = re.compile(f"(<!-- {name} -->\n).*?(<!-- end -->)", re.DOTALL)
    return marks.sub(lambda found: f"{found[1]}{content}\n{found[2]}", text)


def renew_theory(results: Results, page: Path = THEORY) -> None:
    """Renew the table of the page on theory."""
    text = page.read_text(encoding="utf-8")
    page.write_text(renew(text, "epsilons", summarize_epsilons(results.epsilons)), encoding="utf-8")


def summarize_epsilons(rows: Iterable[EpsilonRow]) -> str:
    """Return a table with a row for each method and δmax, of ranges over the tables T."""
    by_method: dict[tuple[str, str], list[EpsilonRow]] = {}
    for row in rows:
        by_method.setdefault((row.method, row.setting), []).append(row)
    lines = []
    for (method, setting), here in by_method.items():
        both = [[row for row in here if row.beliefs == one] for one in (KNOWS_SIZE, INDEPENDENT)]
        lines.append(
            [
                f"{method}, {setting}",
                *(show_range(row.epsilon for row in one) for one in both),
                show_range(row.release_one_way for row in here),
                *(show_range(row.counts_one_way_alone for row in one) for one in both),
                show_range(row.release_two_way for row in here),
                *(show_range(row.counts_two_way for row in one) for one in both),
            ]
        )
    head = ["release, δmax", "ε, |T| known", "ε, independent", "one column", "counts, known"]
    head += ["counts, independent", "two columns", "counts, known", "counts, independent"]
    return lay_out(head, lines)


def _list_claims(results: Results) -> str:
    parts = []
    for about, claims in judge(results).items():
        lines = [[one.claim, one.by, one.verdict, one.figures] for one in claims]
        parts.append(f"### {about}\n")
        parts.append(lay_out(["claim", "by", "verdict", "figures"], lines) + "\n")
    return "\n".join(parts).rstrip()


def _make_table(results: Results, place: Place) -> str:
    lines = []
    for method, settings in METHODS.items():
        for setting in settings:
            rows = results.find(place, method, setting)
            if rows:
                lines.append([method, name_setting(method, setting), *_tell_row(rows)])
    seeds = len({row.seed for row in results.rows if (row.data, row.selection) == place})
    head = ["method", "setting", *_COLUMNS, "sure", "bound", "bound, |T| known"]
    return f"### {name_place(place)} T, {seeds} seeds\n\n{lay_out(head, lines)}\n"


def _tell_row(rows: list[Row]) -> Iterator[str]:
    for measure in _COLUMNS.values():
        found = [value for row in rows if (value := getattr(row, measure)) is not None]
        scale = 1000 if measure == "linked_back" else 1
        yield show(median(found) * scale) if len(found) == len(rows) else "–"
    counted = [(row.sure, row.sure_members) for row in rows if row.sure is not None]
    if len(counted) < len(rows):
        yield f"no release for {len(rows) - len(counted)} of {len(rows)}"
    else:
        yield " of ".join(f"{median(one):.0f}" for one in reversed([*zip(*counted, strict=True)]))
    for beliefs in (INDEPENDENT, KNOWS_SIZE):
        yield _tell_bound(rows, beliefs)


def _tell_bound(rows: list[Row], beliefs: str) -> str:
    method, setting = rows[0].method, rows[0].setting
    if method in ALGORITHMS:
        counted = [_read_share(row.counted) for row in rows if row.counted]
        return show_range(counted) if counted else "–"
    if method in PROVEN:
        return show(find_bound(method, setting, beliefs))
    if method == NOTHING:
        return show(1 / ONE_OF)
    return "none"


def _read_share(text: str) -> float:
    over, _, under = text.partition("/")
    return int(over) / int(under or 1)


def _list_epsilons(rows: Iterable[EpsilonRow]) -> str:
    by_release: dict[tuple[str, ...], dict[str, EpsilonRow]] = {}
    for row in rows:
        release = row.data, row.selection, row.method, row.setting
        by_release.setdefault(release, {})[row.beliefs] = row
    head = ["T", "release", "δmax", "presence", "one-way", "two-way", "ε"]
    head += ["counts alone", "counts with pairs", "counts two-way"]
    lines = []
    for both in by_release.values():
        row, other = both[KNOWS_SIZE], both[INDEPENDENT]
        figures = (
            (row.epsilon, other.epsilon),
            (row.counts_one_way_alone, other.counts_one_way_alone),
            (row.counts_one_way, other.counts_one_way),
            (row.counts_two_way, other.counts_two_way),
        )
        lines.append(
            [
                name_place((row.data, row.selection)),
                row.method,
                row.setting,
                show(_read_share(row.presence)),
                *map(show, (row.release_one_way, row.release_two_way)),
                *(f"{show(one)}; {show(another)}" for one, another in figures),
            ]
        )
    return lay_out(head, lines)


def _list_small(rows: Iterable[SmallRow]) -> str:
    by_method: dict[tuple[str, str], list[SmallRow]] = {}
    for row in rows:
        by_method.setdefault((row.data, row.method), []).append(row)
    lines = []
    for (data, method), here in by_method.items():
        released = sum(row.released for row in here)
        figures = [
            (sum(getattr(row, name) * row.released for row in here) / released, name)
            for name in ("share", "breached")
        ]
        cells = [
            f"{show(mean)} ({show_range(getattr(row, name) for row in here)})"
            for mean, name in figures
        ]
        lines.append([NAMES[data], method, str(len(here)), f"{released:,}", *cells])
    head = ["people of", "method", "draws", "T with a release", "released alike", "T breached"]
    return lay_out(head, lines)


def _tell_checks(results: Results) -> str:
    gaps = [row.gap for row in results.rows if row.gap is not None]
    seconds = sum(row.seconds for row in results.rows)
    largest = f"{max(gaps):.1g}" if gaps else "–"
    made = sum(row.records is not None for row in results.rows)
    without = len(results.rows) - made
    return (
        f"The utility of {len(gaps)} of dpsql's releases was compared with what `dpsql.compare`"
        f" states of them, figure by figure: the largest difference is {largest}. {made} releases"
        f" were made; for {without} more there was none that holds. Together they took"
        f" {seconds:,.0f} seconds, beside other work."
    )
