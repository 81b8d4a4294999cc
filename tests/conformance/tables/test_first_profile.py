"""The columns of a first job are profiled as plain Python does it, row by row, on every engine."""

import random
import re
from collections import Counter
from dataclasses import asdict

import duckdb
import pytest

from dpsql.domain.levels.rules import DATE_PATTERN, NUMBER_PATTERN
from dpsql.domain.sections.engine_options import EngineOptions
from dpsql.first_job.columns import profile_columns, with_bulks
from dpsql.first_job.dependent.dummies import with_dummies
from dpsql.first_job.dependent.followers import with_followers
from dpsql.first_job.dependent.row_times import with_row_times
from dpsql.first_job.dependent.sums import with_sums
from dpsql.first_job.profile import profile
from dpsql.first_job.tables import Asked, open_tables
from dpsql.sql.tables.private_table import PUBLIC

CODE = "^[0-9A-Za-z]*[0-9][0-9A-Za-z]*$"
POOLS = {
    "strange": [
        "",
        " ",
        "0",
        "00",
        "007",
        "1,5",
        "-2,25",
        ",",
        "1,",
        "a1",
        "é1",
        "ß",
        "None",
        None,
        "2024-02-30",
        "2024-13-01",
        "2024-1-1",
        "2024-05-06x",
        "2024-05-06 10:00",
        "1e5",
        "NaN",
    ],
    "numbers": ["1", "1.0", "1.00", "-1", "-0", "0", "0.5", "3.25", "17", "18", "19", "1000", None],
    "skewed": [*["0"] * 60, "0.0", *map(str, range(1, 20)), "99999"],
    "dates": [*(f"20{y:02}-{m:02}-07" for y in range(3) for m in (1, 5, 12)), None],
    "times": [
        "1999-12-31 23:59:59",
        "2001-01-01T00:00:00",
        "2001-01-02",
        "2001-02-01",
        "2003-01-01",
    ],
    "commas": ["1,5", "2,0", "-3,75", "4", "5"],
    "empty": [None, None],
    "own": [str(i) for i in range(10_000, 20_000)],
}
TYPED = (
    "SELECT i AS id, i % 7 AS few, nullif(i % 5, 0) / 4 AS quarters, i % 3 = 0 AS flag,"
    " CAST(DATE '2019-01-01' + CAST(i % 900 AS INTEGER) AS DATE) AS day,"
    " CAST(i % 13 AS DOUBLE) / 2 AS halves"
    " FROM range(0, 300) AS r(i)"
)


def _profile(bench, name, key=None):
    options = EngineOptions.model_validate(bench.engine.choice)
    connection = bench.engine.options.get("connection")
    asked = Asked(name, None, "true", options, connection, bench.folder)
    with open_tables(asked) as tables:
        columns = profile_columns(tables.engine, PUBLIC, tables.types[PUBLIC])
        return {one.name: one for one in with_bulks(tables.engine, columns, key)}


def _matching(pattern, texts):
    return [one for one in texts if re.search(pattern.replace("$", r"\Z"), one)]


def _find_expected(rows):
    """The figures of a column of texts, each row looked at."""
    texts = [one for one in rows if one is not None]
    numbers = [float(one) for one in _matching(NUMBER_PATTERN, texts)]
    days = [one[:10] for one in _matching(DATE_PATTERN, texts)]
    return {
        "rows": len(rows),
        "present": len(texts),
        "distinct": len(set(texts)),
        "numbers": len(numbers),
        "dates": len(days),
        "codes": len(_matching(CODE, texts)),
        "padded": len(_matching("^0[0-9]+$", texts)),
        "shortest": min(map(len, texts), default=0),
        "longest": max(map(len, texts), default=0),
        "least": min(numbers, default=None),
        "greatest": max(numbers, default=None),
        "first_day": min(days, default=None),
        "last_day": max(days, default=None),
        "nans": len(_matching("^[Nn]a[Nn]$", texts)),
        "commas": len(_matching("^-?[0-9]+,[0-9]+$", texts)),
    }


def _find_bulk(values, share):
    """The ends of the middle `share` of 100 rows of values, and the distinct ones within."""
    cut = (100 - share) // 2
    upto, within = 0, []
    for value, rows in sorted(Counter(values).items()):
        before, upto = upto, upto + rows
        if upto * 100 >= cut * len(values) and before * 100 < (100 - cut) * len(values):
            within.append(value)
    return within[0], within[-1], len(within)


def _compare(one, texts):
    expected = _find_expected(texts)
    found = asdict(one)
    assert {name: found[name] for name in expected} == expected, one.name
    present = [text for text in texts if text is not None]
    if one.reads_as_number and one.distinct >= 5:
        numbers = list(map(float, present))
        most = _find_bulk(numbers, 90)
        of_rows = most if most[0] < most[1] else _find_bulk(numbers, 98)
        assert (one.bulk.low, one.bulk.high, one.bulk.distinct) == of_rows, one.name
    if one.reads_as_date and one.distinct >= 5:
        first, last, _ = _find_bulk([text[:10] for text in present], 98)
        assert (one.days.first, one.days.last) == (first, last), one.name


@pytest.mark.parametrize("seed", [1, 2])
def test_texts_of_every_form(bench, seed):
    chance = random.Random(seed)
    rows = [[chance.choice(pool) for pool in POOLS.values()] for _ in range(400)]
    bench.write("p.csv", rows, POOLS)
    found = _profile(bench, "p.csv")
    for name, texts in zip(POOLS, zip(*rows, strict=True), strict=True):
        _compare(found[name], texts)
    assert found["skewed"].bulk.low == 0 < found["skewed"].bulk.high
    assert (found["numbers"].bulk, found["dates"].days) != (None, None)
    assert found["empty"].bulk is None is found["strange"].bulk


def test_columns_of_every_type(bench):
    with duckdb.connect() as connection:
        connection.execute(f"COPY ({TYPED}) TO '{bench.folder}/p.parquet'")
        texts = connection.sql(f"SELECT COLUMNS(*)::VARCHAR FROM ({TYPED})").fetchall()
    found = _profile(bench, "p.parquet", key="id")
    assert found["id"].bulk is None
    for one, rows in zip(found.values(), zip(*texts, strict=True), strict=True):
        if one.name != "id":
            _compare(one, rows)


def test_groups_follow_from_what_they_are_groups_of(bench):
    """Of ages and a sex coded twice; a group that one row contradicts follows from nothing."""
    codes = [("f", "0"), ("m", "1"), (None, None)]
    rows = [
        (
            str(20 + i % 30),
            str(2 + i % 30 // 10),
            str((i % 30 > 15) ^ (i == 0)),
            *codes[i % 3],
            i % 4,
        )
        for i in range(160)
    ]
    bench.write("p.csv", rows, ["age", "agegrp", "agecat", "sex", "male", "wave"])
    options = EngineOptions.model_validate(bench.engine.choice)
    connection = bench.engine.options.get("connection")
    asked = Asked("p.csv", None, "true", options, connection, bench.folder)
    with open_tables(asked) as tables:
        found = with_followers(tables.engine, profile(tables, "wave = '0'"))
    assert found.follows == {"agegrp": "age", "male": "sex"}


def test_flags_that_no_row_has_two_of_are_of_one_column(bench):
    rows = [(*(int(i % 4 == k) for k in range(3)), int(i % 8 < 2), i % 5) for i in range(160)]
    bench.write("p.csv", rows, ["south", "west", "northcen", "smsa", "wave"])
    options = EngineOptions.model_validate(bench.engine.choice)
    connection = bench.engine.options.get("connection")
    asked = Asked("p.csv", None, "true", options, connection, bench.folder)
    with open_tables(asked) as tables:
        found = with_dummies(tables.engine, profile(tables, "wave = '0'"))
    regions = ("south", "west", "northcen")
    assert found.dummies == dict.fromkeys(regions, regions)


def test_numbers_that_two_others_decide_and_when_a_survey_was_filled_in(bench):
    """In school one row differs; what ends another day is no time of a row."""
    rows = []
    for i in range(160):
        age, educ, day = 20 + i * 7 % 40, 6 + i * 3 % 11, 1 + i % 28
        exper = age - educ - 6
        days = (
            f"2024-03-{day:02} 09:0{i % 9}:00",
            f"2024-03-{day:02} 10:00:00",
            f"2024-05-{day:02}",
        )
        rows.append((age, educ, exper, exper + (i == 3), *days, i % 5))
    names = ["age", "educ", "exper", "school", "StartDate", "RecordedDate", "end", "wave"]
    bench.write("p.csv", rows, names)
    options = EngineOptions.model_validate(bench.engine.choice)
    connection = bench.engine.options.get("connection")
    asked = Asked("p.csv", None, "true", options, connection, bench.folder)
    with open_tables(asked) as tables:
        found = with_sums(tables.engine, profile(tables, "wave = '0'"))
        found = with_row_times(tables.engine, found)
    assert found.sums == (("age", "educ", "exper"),)
    assert found.row_times == ("StartDate", "RecordedDate")
