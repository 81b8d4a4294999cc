"""The tables: UCI Adult, fetched through pip, and FARS of ARX's example data where it is at hand.

P is all people of the file. The random T is a tenth of P. The skewed T of Adult is drawn among the
managers (occupation Exec-managerial, which is no quasi-identifier); that of FARS with a weight that
rises with age. Both are a tenth of P as well, so that the prior is the same. Adult with eight known
columns, occupation among them, has a random T only.
"""

import csv
import os
import shutil
from collections.abc import Sequence
from pathlib import Path

import duckdb
import numpy as np

from benchmarks.adult.fetch import read_complete
from benchmarks.microdata.people import (
    Column,
    Ints,
    People,
    encode,
    make_column,
    read_column,
)

#: Places in the raw files of the columns that the public may know, then of others.
ADULT = {
    "age": 0,
    "schooling": 4,
    "sex": 9,
    "marital-status": 5,
    "race": 8,
    "native-country": 13,
    "workclass": 1,
    "occupation": 6,
    "income": 14,
    "education": 3,
}
#: How many of them are known, by table.
ADULTS = {"adult": 5, "adult8": 8}
MANAGER = "Exec-managerial"
FARS = ("iage", "irace", "isex", "ideathmon", "istatenum")
INJURY = "iinjury"
#: Weights of the skewed T of FARS by least age; 99 is an unknown age.
WEIGHTS = ((99, 1.0), (60, 12.0), (40, 6.0), (20, 2.0), (0, 1.0))
VARIABLE = "DPSQL_REFERENCE_DATA"
_HIERARCHIES = Path(__file__).parents[1] / "adult" / "hierarchies"


def read_adult(folder: Path, name: str) -> People:
    """Return the complete rows of Adult; lay out their table and hierarchies in a folder of `name`.

    Raises:
        FetchError: Adult cannot be downloaded.
    """
    rows = read_complete(folder / "sources", ADULT)
    hierarchies = folder / name / "hierarchies"
    hierarchies.mkdir(parents=True, exist_ok=True)
    names = list(ADULT)
    known = names[: ADULTS[name]]
    outcome, education, occupation = map(names.index, ("income", "education", "occupation"))
    for column in known:
        if column != "schooling":
            _copy(_HIERARCHIES / f"{column}.csv", hierarchies / f"{column}.csv")
    schooling = hierarchies / "schooling.csv"
    if not schooling.exists():
        _write_schooling(schooling, {(row[education], row[1]) for row in rows})
    chances = np.array([row[occupation] == MANAGER for row in rows], dtype=float)
    kept = [(*row[: len(known)], row[outcome]) for row in rows]
    return _lay_out(name, folder / name, known, "income", kept, chances)


def read_fars(folder: Path, source: Path) -> People:
    """Return the people of FARS; lay out their table and hierarchies in `folder`."""
    with (source / "fars.csv").open(encoding="utf-8", newline="") as file:
        rows = [
            tuple(row[name] for name in (*FARS, INJURY))
            for row in csv.DictReader(file, delimiter=";")
        ]
    hierarchies = folder / "hierarchies"
    hierarchies.mkdir(parents=True, exist_ok=True)
    for name in FARS:
        _copy(source / f"fars_hierarchy_{name}.csv", hierarchies / f"{name}.csv")
    ages = [int(row[0]) for row in rows]
    chances = np.array([next(weight for least, weight in WEIGHTS if age >= least) for age in ages])
    return _lay_out("fars", folder, FARS, INJURY, rows, chances)


def find_fars() -> Path | None:
    """The folder of FARS in ARX's layout, if the environment names one."""
    named = os.environ.get(VARIABLE)
    folder = Path(named) / "fars" if named else None
    return folder if folder is not None and folder.is_dir() else None


def write_table(people: People, chosen: Ints | slice, path: Path) -> None:
    """Write people as Parquet; columns of numbers as integers."""
    columns = (*people.columns, people.informative)
    new = path.with_suffix(".new")
    text = path.with_suffix(".csv")
    with text.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(column.name for column in columns)
        texts = [
            np.array(column.values)[people.codes[chosen, j]] for j, column in enumerate(columns)
        ]
        writer.writerows(zip(*texts, strict=True))
    types = {c.name: "VARCHAR" if c.numbers is None else "INTEGER" for c in columns}
    with duckdb.connect(config={"threads": 1}) as connection:
        connection.read_csv(str(text), header=True, dtype=types).write_parquet(str(new))
    text.unlink()
    new.replace(path)


def _copy(source: Path, target: Path) -> None:
    """Copy a file once: dpsql refuses one that is rewritten while a run reads it."""
    if not target.exists():
        shutil.copyfile(source, target)


def _lay_out(
    name: str,
    folder: Path,
    known: Sequence[str],
    informative: str,
    rows: Sequence[tuple[str, ...]],
    chances: np.ndarray,
) -> People:
    values = [sorted(set(column)) for column in zip(*rows, strict=True)]
    hierarchies = folder / "hierarchies"
    columns = [
        read_column(one, hierarchies / f"{one}.csv", values[j]) for j, one in enumerate(known)
    ]
    outcome = Column(informative, tuple((value, "*") for value in values[-1]))
    people = People(name, tuple(columns), outcome, encode([*columns, outcome], rows), chances)
    if not (folder / "public.parquet").exists():
        write_table(people, slice(None), folder / "public.parquet")
    return people


def _write_schooling(path: Path, pairs: set[tuple[str, str]]) -> None:
    """Write the hierarchy of education for its numbers, which follow from it in Adult."""
    numbers = dict(pairs)
    if len(numbers) != len(pairs):
        raise ValueError("adult: a level of education has two numbers")
    with (_HIERARCHIES / "education.csv").open(encoding="utf-8", newline="") as file:
        rows = [(numbers[row[0]], *row[1:]) for row in csv.reader(file, delimiter=";") if row]
    column = make_column("schooling", rows)
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, delimiter=";", lineterminator="\n").writerows(column.labels)
