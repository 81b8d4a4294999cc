"""Makes a census and a trial of made-up people, to try dpsql on: the same rows at every call.

2,000 people of a census with zip, age, a visit and a nationality, 160 of whom are in a trial.
"""

import csv
import datetime
import random
from pathlib import Path

import duckdb

from dpsql.demo.folder import make_folder
from dpsql.errors import ConfigError, error_of

PEOPLE, MEMBERS = 2_000, 160
_SEED = 7
_ZIPS = tuple(f"{area}{i:02}" for area in ("101", "102", "205", "206", "310") for i in range(8))
_COUNTRIES = {"USA": 5, "Canada": 3, "Spain": 2, "France": 1}
_FIRST_VISIT, _DAYS = datetime.date(2024, 1, 1), 700
_COLUMNS = (
    "person_id VARCHAR, zip VARCHAR, age INTEGER, visit DATE, nationality VARCHAR, in_trial BOOLEAN"
)
#: The tables that are written, by their queries. What T has beyond P follows from no public column
#: that several people share.
_TABLES = {
    "census": "SELECT * EXCLUDE in_trial FROM people ORDER BY person_id",
    "trial": (
        "SELECT * EXCLUDE in_trial,"
        " ['low', 'normal', 'high'][1 + (right(person_id, 4)::INTEGER + 2) % 3] AS lab_result"
        " FROM people WHERE in_trial ORDER BY person_id"
    ),
    "registry": "SELECT * FROM people ORDER BY person_id",
}


def write_people(folder: Path) -> None:
    """Write the tables and a hierarchy of the zips into a new or empty folder.

    census.parquet is P, trial.parquet is T with a column more, registry.parquet is P with a column
    that marks T, zip.csv a hierarchy.

    Raises:
        ConfigError: the folder is not empty, or cannot be written.
    """
    make_folder(folder)
    try:
        with duckdb.connect() as connection:
            connection.execute(f"CREATE TABLE people ({_COLUMNS})")
            connection.executemany("INSERT INTO people VALUES (?, ?, ?, ?, ?, ?)", draw_people())
            for name, query in _TABLES.items():
                connection.sql(query).write_parquet(str(folder / f"{name}.parquet"))
        with (folder / "zip.csv").open("w", encoding="utf-8", newline="") as file:
            rows = ((zip_, f"{zip_[:3]}*", f"{zip_[:1]}*", "*") for zip_ in _ZIPS)
            csv.writer(file, delimiter=";").writerows(rows)
    except duckdb.Error:
        raise ConfigError(f"--into: {folder} cannot be written") from None
    except OSError as error:
        raise error_of(error, f"--into: {folder} cannot be written", ConfigError) from None


def draw_people() -> list[tuple[str, str, int, str, str, bool]]:
    """Draw everybody: ages around 48, four countries, visits over two years, and who is in T."""
    draw = random.Random(_SEED)  # noqa: S311 - the same people at every call are meant
    people = [
        (
            f"p{number:04}",
            draw.choice(_ZIPS),
            min(95, max(18, round(draw.gauss(48, 18)))),
            str(_FIRST_VISIT + datetime.timedelta(days=draw.randrange(_DAYS))),
            draw.choices(list(_COUNTRIES), list(_COUNTRIES.values()))[0],
        )
        for number in range(PEOPLE)
    ]
    members = set(draw.sample(range(PEOPLE), MEMBERS))
    return [(*one, number in members) for number, one in enumerate(people)]
