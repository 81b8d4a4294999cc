"""The tables of the experiments: the Universe and, per seed, the random and the diabetes selection.

P is the complete rows of UCI Adult in the order of its two files. The random T is 1,957 rows drawn
without replacement; for the diabetes T each person is drawn with the chance that `adult.fetch`
states, whose sum over P is 1,957 (the paper: "the number obtained using these statistics").
"""

import shutil
from pathlib import Path
from typing import Any

import duckdb
import numpy as np

from benchmarks.adult.fetch import find_chance, read_complete, write_parquet

#: The quasi-identifiers in the paper's order (section 6.2), and their place in the raw files.
COLUMNS = {
    "age": 0,
    "workclass": 1,
    "education": 3,
    "marital-status": 5,
    "occupation": 6,
    "relationship": 7,
    "race": 8,
    "sex": 9,
    "native-country": 13,
}
DATASETS = ("random", "diabetes")
RANDOM_ROWS = 1957
_HERE = Path(__file__).parent
_AGE, _RACE, _SEX = (list(COLUMNS).index(name) for name in ("age", "race", "sex"))


def lay_out(folder: Path, seeds: int) -> None:
    """Write public.parquet, a table per selection and seed, and the hierarchies into `folder`.

    Raises:
        FetchError: Adult cannot be downloaded.
    """
    folder.mkdir(parents=True, exist_ok=True)
    people = read_complete(folder / "sources", COLUMNS)
    hierarchies = folder / "hierarchies"
    # An existing copy stays: dpsql refuses a file that is rewritten while a run reads it.
    hierarchies.mkdir(exist_ok=True)
    for source in (*(_HERE.parent / "adult" / "hierarchies").iterdir(), _HERE / "relationship.csv"):
        if not (hierarchies / source.name).exists():
            shutil.copy(source, hierarchies)
    tables = {"public": people}
    for seed in range(seeds):
        tables[private_name("random", seed)] = draw_random(people, seed)
        tables[private_name("diabetes", seed)] = draw_diabetes(people, seed)
    for name, rows in tables.items():
        path = folder / f"{name}.parquet"
        if not path.exists():
            write_parquet(rows, COLUMNS, path)


def private_name(dataset: str, seed: int) -> str:
    """Name of the table of one selection."""
    return f"{dataset}-{seed}"


def read_columns(folder: Path, name: str) -> list[list[Any]]:
    """Read a table of `folder`, column by column."""
    names = ", ".join(f'"{column}"' for column in COLUMNS)
    table = duckdb.execute(f"SELECT {names} FROM '{folder / name}.parquet'").fetchnumpy()
    return [list(column) for column in table.values()]


def draw_random(people: list[tuple[str, ...]], seed: int) -> list[tuple[str, ...]]:
    """Draw 1,957 people without replacement."""
    chosen = np.random.default_rng(seed).choice(len(people), RANDOM_ROWS, replace=False)
    return [people[number] for number in sorted(chosen)]


def draw_diabetes(people: list[tuple[str, ...]], seed: int) -> list[tuple[str, ...]]:
    """Draw each person with their own chance; how many are drawn varies with the seed."""
    chances = [find_chance(row[_SEX], int(row[_AGE]), row[_RACE]) for row in people]
    drawn = np.random.default_rng(seed).random(len(people)) < np.array(chances)
    return [row for row, is_drawn in zip(people, drawn, strict=True) if is_drawn]
