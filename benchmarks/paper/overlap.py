"""The command that compares relaxed Mondrian, whose boxes overlap, with strict Mondrian.

dpsql publishes no overlapping releases, so there is no δ here: k is given to both.
"""

import argparse
import csv
import re
import sys
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import asdict
from itertools import product
from pathlib import Path
from statistics import median

from benchmarks.adult.fetch import FetchError
from benchmarks.paper.mondrian import find_positions
from benchmarks.paper.page import PAGE
from benchmarks.paper.relaxed_mondrian import halve_relaxedly, halve_strictly, measure_boxes
from benchmarks.paper.tables import DATASETS, lay_out, private_name, read_columns

RELAXED = "relaxed, overlapping"
KINDS = {"strict": halve_strictly, RELAXED: halve_relaxedly}
KS = (2, 5, 10, 20, 50, 100, 200)
#: Which columns the table has, by metric and algorithm.
_SHOWN = (
    *product(("loss", "discernibility"), KINDS),
    ("people_in_several_boxes", RELAXED),
    *product(("people_in_no_box",), KINDS),
)
_MARKS = re.compile("(<!-- table overlap -->\n).*?(<!-- end -->)", re.DOTALL)
_DESCRIPTION = """\
Halves T of section 7 of Nergiz, Atzori & Clifton (SIGMOD 2007) at medians, by strict and by relaxed
Mondrian at the same k, and writes loss, discernibility and the people of P in several boxes and in
none to DIR/overlap.csv: medians and ranges over the seeds. A minute, with tables laid out in DIR.
"""

Place = tuple[str, str, int, str]
"""Selection, algorithm, k, metric."""


def main() -> int:
    """Run the command; return its exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.paper.overlap",
        description=_DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", type=Path, metavar="DIR", help="where tables and results go")
    parser.add_argument("--seeds", type=int, default=5, help="selections per kind (5)")
    parser.add_argument("--page", action="store_true", help="also renew this folder's README")
    arguments = parser.parse_args()
    try:
        lay_out(arguments.folder, arguments.seeds)
    except FetchError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    values = compare(arguments.folder, arguments.seeds)
    write_spreads(arguments.folder / "overlap.csv", values)
    table = lay_table(values)
    print(table)
    if arguments.page:
        text = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(_MARKS.sub(lambda found: f"{found[1]}{table}\n{found[2]}", text), "utf-8")
        write_spreads(PAGE.parent / "overlap.csv", values)
    return 0


def compare(folder: Path, seeds: int) -> dict[Place, list[float]]:
    """Measure both algorithms for every k; a value per seed."""
    values: dict[Place, list[float]] = defaultdict(list)
    people = read_columns(folder, "public")
    for dataset, seed in product(DATASETS, range(seeds)):
        chosen = read_columns(folder, private_name(dataset, seed))
        public, private = find_positions(people, chosen)
        for (algorithm, halve), k in product(KINDS.items(), KS):
            measured = asdict(measure_boxes(public, private, k, halve))
            for metric, value in measured.items():
                values[dataset, algorithm, k, metric].append(value)
    return values


def write_spreads(path: Path, values: Mapping[Place, list[float]]) -> None:
    """Write median, least and greatest value over the seeds."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        names = ("dataset", "algorithm", "k", "metric", "seeds", "median", "least", "greatest")
        writer.writerow(names)
        for place, found in values.items():
            spread = median(found), min(found), max(found)
            writer.writerow((*place, len(found), *(f"{one:.6g}" for one in spread)))


def lay_table(values: Mapping[Place, list[float]]) -> str:
    """Lay the medians out, a table per selection, a row per k."""
    tables = []
    for dataset in DATASETS:
        names = [f"{metric.replace('_', ' ')}, {algorithm}" for metric, algorithm in _SHOWN]
        rows = [["k", *names], ["---"] * (len(names) + 1)]
        for k in KS:
            here = [median(values[dataset, algorithm, k, metric]) for metric, algorithm in _SHOWN]
            rows.append([str(k), *(f"{x:,.0f}" if x >= 100 else f"{x:.3g}" for x in here)])
        seeds = len(values[dataset, RELAXED, KS[0], "loss"])
        lines = "\n".join(f"| {' | '.join(row)} |" for row in rows)
        tables.append(f"{dataset}, medians of {seeds} selections\n\n{lines}")
    return "\n\n".join(tables)


if __name__ == "__main__":
    sys.exit(main())
