"""Makes a census-like P with a biased T at any size: ``python -m benchmarks.census DIR --rows N``.

Each value follows from the seed, the row's number and the column by 32-bit integer arithmetic
(census_words), so the machine, the threads and DuckDB's version do not matter. Two variants:

- correlated: each row repeats one of 30,000 profiles of UCI Adult's eight quasi-identifiers
  (census_profiles); 3 % of the values are those of another slot's profile instead. Distinct tuples
  grow slowly with the rows.
- sparse: seven independent columns, four with thousands of values; nearly all tuples are distinct.

T is the rows of P whose `member` is true, about 4 %: older people more often, as people with
diabetes are, with differences by race and sex.
"""

import argparse
import shutil
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import accumulate
from pathlib import Path
from time import perf_counter
from typing import Any

import duckdb
import numpy as np
import yaml

from benchmarks.census_profiles import HIERARCHIES, SLOT_BITS, deal_profiles
from benchmarks.census_words import MACROS, spread_column, spread_row

#: Rows are numbered by 32-bit words.
MOST_ROWS = 2**32
MEMORY = "1GB"
#: The high bits of a word decide whether a value is swapped, the low ones with which slot's.
SWAPPED = round(0.03 * 2 ** (32 - SLOT_BITS))
#: Chances of T in parts per thousand by least age, race and sex, to be multiplied.
AGES = ((60, 138), (40, 66), (20, 13), (0, 2))
EVEN_AGES = ((60, 75), (40, 40), (20, 12), (0, 4))
RACES = {"Black": 1385, "Amer-Indian-Eskimo": 1573, "Other": 990}
OTHER_RACES, MALE, FEMALE = 906, 1094, 917
#: Shares of the sparse variant's short columns, in parts per thousand, after UCI Adult.
SHARES = {
    "sex": {"Male": 676, "Female": 324},
    "race": {
        "White": 860,
        "Black": 93,
        "Asian-Pac-Islander": 30,
        "Amer-Indian-Eskimo": 9,
        "Other": 8,
    },
    "marital-status": {
        "Married-civ-spouse": 466,
        "Never-married": 322,
        "Divorced": 140,
        "Separated": 31,
        "Widowed": 27,
        "Married-spouse-absent": 13,
        "Married-AF-spouse": 1,
    },
}
ADULT = ["sex", "age", "race", "marital-status", "education", "native-country"]
ADULT += ["workclass", "occupation"]
#: Birth dates of the sparse variant are those of a hundred years up to the end of this one.
LAST_YEAR = 2024


@dataclass(frozen=True)
class Variant:
    """The rules of the quasi-identifiers, the SQL of the rows, and the chances of T by age.

    `write_rows` takes a session, the seed and the number of rows; its rows have the
    quasi-identifiers, `years` and `spread`.
    """

    rules: Mapping[str, Any]
    write_rows: Callable[[duckdb.DuckDBPyConnection, int, int], str]
    chances: tuple[tuple[int, int], ...]


def generate(folder: Path, rows: int, variant: str = "correlated", seed: int = 1) -> Path:
    """Write public.parquet, hierarchies/ and job.yaml to `folder`; return the path of the job.

    The rows stream to the file, in order, with at most 1 GB of memory. Files that are there are
    replaced.

    Raises:
        ValueError: more rows than can be numbered, or none.
    """
    if not 0 < rows <= MOST_ROWS:
        raise ValueError(f"rows: a number from 1 to {MOST_ROWS:,}")
    chosen = VARIANTS[variant]
    folder.mkdir(parents=True, exist_ok=True)
    _write_public(folder / "public.parquet", chosen, rows, seed)
    (folder / "hierarchies").mkdir(exist_ok=True)
    for rule in chosen.rules.values():
        if isinstance(rule, str):
            shutil.copyfile(HIERARCHIES / Path(rule).name, folder / rule)
    job = {
        "public": "public.parquet",
        "private": {"where": "member"},
        "quasi_identifiers": dict(chosen.rules),
        "delta": {"min": 0, "max": 0.1},
        "metric": "loss",
        "release": "release.parquet",
    }
    path = folder / "job.yaml"
    path.write_text(yaml.safe_dump(job, sort_keys=False), encoding="utf-8")
    return path


def _write_public(path: Path, variant: Variant, rows: int, seed: int) -> None:
    """Write P under a new name and then in place."""
    new = path.with_suffix(".new")
    spill = str(path.with_suffix(".spill"))
    with duckdb.connect(config={"memory_limit": MEMORY, "temp_directory": spill}) as connection:
        connection.execute("SET enable_progress_bar = false")
        # A join keeps the order of the rows that it streams: these must not become the hashed side.
        connection.execute("SET disabled_optimizers = 'join_order,build_side_probe_side'")
        connection.execute(MACROS)
        names = ", ".join(f'"{name}"' for name in variant.rules)
        quoted = str(new).replace("'", "''")
        connection.execute(
            f"COPY (SELECT {names}, {_write_coin(variant, seed)} AS member"
            f" FROM ({variant.write_rows(connection, seed, rows)}))"
            f" TO '{quoted}' (FORMAT parquet)"
        )
    new.replace(path)


def _write_coin(variant: Variant, seed: int) -> str:
    """Write the condition that puts a row in T: its word against the product of three chances."""
    ages = " ".join(f"WHEN years >= {least} THEN {chance}" for least, chance in variant.chances)
    races = " ".join(f"WHEN '{race}' THEN {chance}" for race, chance in RACES.items())
    chance = (
        f"(CASE {ages} END)::UBIGINT * (CASE race {races} ELSE {OTHER_RACES} END)::UBIGINT"
        f" * (CASE sex WHEN 'Male' THEN {MALE} ELSE {FEMALE} END)::UBIGINT"
    )
    return f"{spread_column(seed, 'member', 'spread')} * {10**9} < ({chance}) << 32"


def _write_correlated(connection: duckdb.DuckDBPyConnection, seed: int, rows: int) -> str:
    """Write the rows: each column has its value from the row's slot or, if swapped, another one."""
    _load_deck(connection, seed)
    words = [f'{spread_column(seed, name, "spread")} AS "{name}"' for name in ("slot", *ADULT)]
    slots = [
        f'(CASE WHEN "{name}" >> {SLOT_BITS} < {SWAPPED} THEN "{name}" ELSE slot END)'
        f' & {2**SLOT_BITS - 1} AS "{name}"'
        for name in ADULT
    ]
    values = [f'"of_{name}"."{name}"' for name in ADULT]
    decks = [f'JOIN deck AS "of_{name}" ON "of_{name}".slot = slots."{name}"' for name in ADULT]
    return (
        f"SELECT {', '.join(values)}, of_age.age AS years, spread"
        f" FROM (SELECT spread, {', '.join(slots)}"
        f" FROM (SELECT spread, {', '.join(words)} FROM ({_write_spread(seed, rows)}))) AS slots"
        f" {' '.join(decks)}"
    )


def _load_deck(connection: duckdb.DuckDBPyConnection, seed: int) -> None:
    deck = deal_profiles(seed)
    columns = {name: np.array([profile[name] for profile in deck]) for name in ADULT}
    connection.register("dealt", {"slot": np.arange(len(deck), dtype=np.uint64)} | columns)
    connection.execute("CREATE TEMP TABLE deck AS SELECT * FROM dealt")
    connection.execute("ALTER TABLE deck ALTER age TYPE INTEGER")


def _write_sparse(connection: duckdb.DuckDBPyConnection, seed: int, rows: int) -> str:
    """Write the rows: each column from words of its own; `skewed` ones pile up near zero."""

    def word(name: str) -> str:
        return spread_column(seed, name, "spread")

    def scale(number: str, size: int) -> str:
        return f"({number} * {size} >> 32)::INTEGER"

    def skew(name: str) -> str:
        return f"({word(name)} * {word(name + '/skew')} >> 32)"

    days = (date(LAST_YEAR, 12, 31) - date(LAST_YEAR - 99, 1, 1)).days + 1
    values = {name: _write_shares(shares, word(name)) for name, shares in SHARES.items()}
    values |= {
        "birth_date": f"DATE '{LAST_YEAR - 99}-01-01' + {scale(word('birth_date'), days)}",
        "zip": f"lpad({scale(skew('zip'), 100_000)}::VARCHAR, 5, '0')",
        "income": f"10 * {scale(skew('income'), 20_000)}",
        "admitted": f"DATE '{LAST_YEAR - 9}-01-01' + {scale(word('admitted'), 3_653)}",
    }
    columns = ", ".join(f'{value} AS "{name}"' for name, value in values.items())
    return (
        f"SELECT *, {LAST_YEAR} - year(birth_date) AS years"
        f" FROM (SELECT spread, {columns} FROM ({_write_spread(seed, rows)}))"
    )


def _write_shares(shares: Mapping[str, int], word: str) -> str:
    """Write the value of a column that its word falls on, by parts per thousand."""
    bounds = zip(shares, accumulate(shares.values()), strict=True)
    values = " ".join(f"WHEN {word} * 1000 >> 32 < {bound} THEN '{name}'" for name, bound in bounds)
    return f"CASE {values} END"


def _write_spread(seed: int, rows: int) -> str:
    return f"SELECT {spread_row(seed, 'range::UBIGINT')} AS spread FROM range({rows})"


VARIANTS = {
    "correlated": Variant(
        {name: f"hierarchies/{name}.csv" for name in ADULT}, _write_correlated, AGES
    ),
    "sparse": Variant(
        {
            "sex": "hierarchies/sex.csv",
            "birth_date": {"dates": ["month", "year", "decade"]},
            "race": "hierarchies/race.csv",
            "marital-status": "hierarchies/marital-status.csv",
            "zip": {"prefix": [4, 3, 2, 1]},
            "income": {"widths": [1_000, 10_000, 50_000]},
            "admitted": {"dates": ["month", "year"]},
        },
        _write_sparse,
        EVEN_AGES,
    ),
}


def main() -> int:
    """Run the command; return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.census", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--rows", type=int, required=True)
    parser.add_argument("--variant", choices=list(VARIANTS), default="correlated")
    parser.add_argument("--seed", type=int, default=1)
    words = parser.parse_args()
    start = perf_counter()
    try:
        job = generate(words.folder, words.rows, words.variant, words.seed)
    except ValueError as error:
        parser.error(str(error))
    print(f"{words.rows:,} rows in {perf_counter() - start:.1f} s: dpsql anonymize {job}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
