"""The census generator: the same values by SQL and by plain Python, whatever the threads."""

import doctest
import hashlib
from collections import Counter
from itertools import islice
from pathlib import Path
from typing import Any

import duckdb
import pytest

from benchmarks import census_profiles, census_words
from benchmarks.census import ADULT, SWAPPED, VARIANTS, generate
from benchmarks.census_profiles import SLOT_BITS, deal_profiles
from benchmarks.census_words import draw_word
from dpsql.job_files.read import read_job

ROWS = 20_000
#: More than one row group of a Parquet file.
MORE = 300_000
#: SHA-256 over the rows' text; another one is another data set, and figures cannot be compared.
DIGESTS = {
    "correlated": "cf9a201383810495f5157fe1acdee4df37cd091333160c40f520c711efe8b02f",
    "sparse": "8a6fbd57c596fe48e401b9113b5383dd4d5306857e335722f5c80715f91a5540",
}


@pytest.fixture(scope="module", params=VARIANTS)
def variant(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def read(folder: Path) -> list[tuple[Any, ...]]:
    with duckdb.connect() as connection:
        return connection.execute(
            "SELECT * FROM read_parquet(?)", [str(folder / "public.parquet")]
        ).fetchall()


def test_values_are_pinned(tmp_path: Path, variant: str) -> None:
    generate(tmp_path, ROWS, variant)
    text = "\n".join("|".join(map(str, row)) for row in read(tmp_path))
    assert hashlib.sha256(text.encode()).hexdigest() == DIGESTS[variant]


def test_rows_do_not_depend_on_how_many_follow(tmp_path: Path, variant: str) -> None:
    generate(tmp_path / "few", 100, variant, seed=7)
    generate(tmp_path / "many", MORE, variant, seed=7)
    assert read(tmp_path / "few") == read(tmp_path / "many")[:100]


def test_correlated_rows_follow_from_words(tmp_path: Path) -> None:
    generate(tmp_path, MORE, "correlated", seed=3)
    deck, mask = deal_profiles(3), 2**SLOT_BITS - 1
    for number, row in islice(enumerate(read(tmp_path)), 0, MORE, 199):
        own = draw_word(3, "slot", number)
        for name, value in zip(ADULT, row, strict=False):
            word = draw_word(3, name, number)
            slot = (word if word >> SLOT_BITS < SWAPPED else own) & mask
            assert deck[slot][name] == value


def test_members_are_four_in_a_hundred_and_older(tmp_path: Path, variant: str) -> None:
    generate(tmp_path, ROWS, variant)
    rows = read(tmp_path)
    members = [row for row in rows if row[-1]]
    assert 0.035 < len(members) / ROWS < 0.045
    place = list(VARIANTS[variant].rules).index("sex")
    shares = [Counter(row[place] for row in some)["Male"] / len(some) for some in (members, rows)]
    assert shares[0] > shares[1]


def test_jobs_are_valid(tmp_path: Path, variant: str) -> None:
    job = read_job(generate(tmp_path, 10, variant))
    assert list(job.quasi_identifiers) == list(VARIANTS[variant].rules)
    assert all((tmp_path / "hierarchies" / f"{name}.csv").is_file() for name in ("sex", "race"))


@pytest.mark.parametrize("rows", [0, -1, 2**32 + 1])
def test_rows_that_cannot_be_numbered_are_refused(tmp_path: Path, rows: int) -> None:
    with pytest.raises(ValueError, match="rows"):
        generate(tmp_path, rows)


@pytest.mark.parametrize("module", [census_words, census_profiles])
def test_examples_in_docstrings(module: Any) -> None:
    assert doctest.testmod(module).failed == 0
