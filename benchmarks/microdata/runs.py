"""One table T, with all methods."""

from pathlib import Path

from benchmarks.microdata.epsilon import compare_with_counts
from benchmarks.microdata.grid import CHECKED, Table, run_others, run_own
from benchmarks.microdata.people import People
from benchmarks.microdata.results import EpsilonRow, Row
from benchmarks.microdata.tables import (
    ADULTS,
    VARIABLE,
    find_fars,
    read_adult,
    read_fars,
    write_table,
)


def read_people(folder: Path, name: str) -> People:
    """Return P of a table, laid out in `folder`."""
    if name in ADULTS:
        return read_adult(folder, name)
    source = find_fars()
    if source is None:
        raise FileNotFoundError(f"{VARIABLE} names no folder with fars/")
    return read_fars(folder / name, source)


def run(folder: Path, table: Table) -> tuple[list[Row], list[EpsilonRow]]:
    """Run all methods on one table T."""
    people = read_people(folder, table.data)
    members = people.draw(table.selection, table.seed)
    place = folder / table.data / table.name
    place.mkdir(exist_ok=True)
    for shared in ("public.parquet", "hierarchies"):
        if not (place / shared).exists():
            (place / shared).symlink_to(Path("..") / shared)
    write_table(people, members, place / f"{table.name}.parquet")
    rows = run_others(people, table, members) + run_own(people, table, members, place)
    epsilons = compare_with_counts(people, members, place, rows) if table.seed == CHECKED else []
    return rows, epsilons
