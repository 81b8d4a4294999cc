"""People with several rows, rounded numbers and limits of T are found alike on every engine."""

from collections import defaultdict

import duckdb
import pytest
from sqlglot import exp

from dpsql.domain.sections.engine_options import EngineOptions
from dpsql.first_job.columns import profile_columns
from dpsql.first_job.people.panels import find_panel
from dpsql.first_job.people.together.full_names import find_panel_of_names
from dpsql.first_job.people.together.moment_pairs import count_moment_pairs
from dpsql.first_job.people.together.numbered_rows import find_panel_of_numbers
from dpsql.first_job.people.together.pairs import count_pairs, find_panel_of_pairs
from dpsql.first_job.tables import Asked, open_tables
from dpsql.sql.counting.column_values import column_values_query
from dpsql.sql.counting.counted_limits import CountedValues, count_by_limits
from dpsql.sql.counting.limits_of_rows import count_rows_by_limits
from dpsql.sql.counting.ordered_values import list_ordered, order_value
from dpsql.sql.counting.telling_ranges import find_telling_ranges
from dpsql.sql.tables.differing_rows import SharedColumn, find_rounded
from dpsql.sql.tables.key_writings import count_merged, find_writing
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC, PrivateRows
from dpsql.sql.templates import column

#: 40 people with two to four rows each; a flag, a day, and a number that a household shares.
ROWS = """
SELECT i % 40 AS who, 2020 + i // 40 AS year, DATE '2020-01-01' + CAST(i % 90 AS INTEGER) AS day,
  {sex} AS sex, (i * 7 % 40) % 2 = 0 AS smoker, i % 11 AS score
FROM range({rows}) AS t(i)
WHERE i < 80 OR i % 3 > 0
"""


def _open(bench, private=None):
    options = EngineOptions.model_validate(bench.engine.choice)
    connection = bench.engine.options.get("connection")
    where = "true" if private is None else None
    asked = Asked("p.parquet", private, where, options, connection, bench.folder)
    return open_tables(asked)


def _write(bench, name, rows):
    with duckdb.connect() as connection:
        connection.execute(f"COPY ({rows}) TO '{bench.folder}/{name}.parquet'")
        return connection.execute(f"FROM '{bench.folder}/{name}.parquet'").fetchall()


#: Rows of moments of three rows each, some without a sex, and an age that agrees in some of them.
MOMENTS = """
SELECT TIMESTAMP '2020-01-01 00:00:00' + to_hours(i // 3) AS "seen 'at' once",
  CASE WHEN i % 11 > 0 THEN if(i % 5 = 0, 'f', 'm') END AS sex,
  CAST(i // 2 % 9 AS INTEGER) AS age
FROM range(300) AS t(i)
"""


def _count_by_hand(rows, *places):
    groups = defaultdict(int)
    for one in rows:
        groups[tuple(one[place] for place in places)] += 1
    return sum(n * (n - 1) // 2 for n in groups.values())


def test_pairs_of_rows_of_one_moment_are_counted(bench):
    rows = [one for one in _write(bench, "p", MOMENTS) if None not in one]
    with _open(bench) as tables:
        found = count_moment_pairs(tables.engine, ["seen 'at' once"], ["sex", "age"], 20)
    alike = _count_by_hand(rows, 0, 1, 2)
    assert (found.pairs, found.alike) == (_count_by_hand(rows, 0), alike)
    assert found.agreeing == (_count_by_hand(rows, 0, 1), _count_by_hand(rows, 0, 2))
    by_chance = (_count_by_hand(rows, 1, 2) - alike) / _count_by_hand(rows)
    assert found.by_chance == pytest.approx(by_chance)


@pytest.mark.parametrize(
    ("sex", "is_one"),
    [("if(i % 40 % 2 = 0, 'f', 'm')", True), ("if(i % 3 = 0, 'f', 'm')", False)],
    ids=["one each", "several each"],
)
def test_the_column_that_names_people_is_found_by_their_rows(bench, sex, is_one):
    rows = _write(bench, "p", ROWS.format(sex=sex, rows=160))
    of_each = defaultdict(list)
    for who, *others in rows:
        of_each[who].append(others)
    assert is_one == all(len({sex for _, _, sex, *_ in own}) == 1 for own in of_each.values())
    assert all(len({year for year, *_ in own}) == len(own) for own in of_each.values())
    with _open(bench) as tables:
        columns = profile_columns(tables.engine, PUBLIC, tables.types[PUBLIC])
        possible = [one for one in columns if one.name == "who"]
        panel = find_panel(tables.engine, columns, possible)
    if not is_one:
        assert panel is None
        return
    assert (panel.name, panel.people, panel.rows) == ("who", len(of_each), len(rows))
    assert panel.is_certain and panel.time.name == "year"


def test_people_named_by_two_columns_are_counted(bench):
    """A number in a centre, in two rows each; NULL names nobody."""
    number = "CASE WHEN i % 80 <> 7 THEN i % 80 // 4 + 1 END"
    _write(
        bench,
        "p",
        f"""SELECT 'c' || i % 4 AS centre, CAST({number} AS INTEGER) AS subj, i // 80 AS year,
          i % 80 * i % 2 AS sex FROM range(160) AS t(i)""",
    )
    with _open(bench) as tables:
        columns = profile_columns(tables.engine, PUBLIC, tables.types[PUBLIC])
        (pair,) = count_pairs(tables.engine, columns)
        panel = find_panel_of_pairs(tables.engine, columns, [pair])
    assert (pair.names, pair.pairs, pair.rows, pair.starts_anew) == (
        ("centre", "subj"),
        79,
        158,
        True,
    )
    assert (panel.title, panel.people, panel.is_certain) == ("centre and subj", 79, True)
    assert panel.time.name == "year"


def test_two_columns_whose_rows_a_number_tells_apart_are_found(bench):
    """A town and a street name 30 people with a colour, with four of five rounds each."""
    rows = _write(
        bench,
        "p",
        """SELECT 't' || who % 5 AS town, 's' || who % 6 AS street, 'c' || who * who % 7 AS colour,
          1 + i // 30 AS round_no FROM (SELECT i, i % 30 AS who FROM range(150) AS t(i))
        WHERE i % 4 > 0 OR i < 30""",
    )
    with _open(bench) as tables:
        columns = profile_columns(tables.engine, PUBLIC, tables.types[PUBLIC])
        panel = find_panel_of_numbers(tables.engine, columns)
    assert (panel.names, panel.people, panel.rows) == (("town", "street"), 30, len(rows))
    assert panel.time.name == "round_no" and not panel.is_certain


@pytest.mark.parametrize(
    ("private", "told"),
    [
        ("CAST(floor(age) AS INTEGER)", "1 in T"),
        ("CAST(round(age / 10) * 10 AS INTEGER)", "10 in T"),
        ("CAST(round(age, 1) AS VARCHAR)", "0.1 in T"),
        ("40 + i % 9", ""),
    ],
)
def test_rounded_numbers_are_found(bench, private, told):
    people = "SELECT i AS id, 20 + i * 37 % 61 + i % 8 / 8 AS age, i FROM range(60) AS t(i)"
    _write(bench, "p", f"SELECT id, age FROM ({people})")
    _write(bench, "t", f"SELECT id, {private} AS age FROM ({people}) WHERE id % 2 = 0")
    with _open(bench, "t.parquet") as tables:
        types = (tables.types[table]["age"] for table in (PUBLIC, PRIVATE))
        shared = [SharedColumn("age", "age", *types)]
        assert find_rounded(tables.engine, "id", shared) == ({"age": told} if told else {})


@pytest.mark.parametrize(
    ("in_t", "most"),
    [
        ("number < 80", 80),
        ("number >= 320", 80),
        ("number BETWEEN 100 AND 179", 80),
        ("number < 74 OR number IN (200, 300)", 74),
        ("number >= 326 OR number IN (20, 30)", 74),
        ("number BETWEEN 100 AND 173 OR number IN (20, 300)", 74),
        # Eight others are too many.
        ("number < 72 OR number % 50 = 49", None),
    ],
)
def test_limits_of_t_are_found(bench, in_t, most):
    """T is those with a small number, or an early day; texts of numbers and days count, too."""
    # Two more of T have no value.
    number = "i * 37 % 400" if most != 74 else "CASE WHEN i NOT IN (50, 180) THEN i * 37 % 400 END"
    day = "DATE '2020-01-01' + CAST(number AS INTEGER)"
    people = f"""
      SELECT number AS whole, number / 4 AS part, CAST(number AS VARCHAR) AS text, {day} AS day,
        CAST({day} AS TIMESTAMP) AS moment, strftime({day}, '%Y-%m-%d') AS iso,
        strftime({day}, '%d.%m.%Y') AS dotted, CAST(exp(-number / 20) AS VARCHAR) AS tiny,
        replace(CAST(number / 4 AS VARCHAR), '.', ',') AS comma,
        i * 11 % 400 AS other, {in_t} AS in_t
      FROM (SELECT i, {number} AS number FROM range(400) AS t(i))
    """
    _write(bench, "p", people)
    rows = _write(bench, "t", f"SELECT * FROM ({people}) WHERE in_t OR whole IS NULL")
    # With an exponent, and with more decimals than rules read.
    texts = ["text", "iso", "dotted", "tiny", "comma"]
    with _open(bench, "t.parquet") as tables:
        names = ["whole", "part", *texts, "day", "moment", "other"]
        ordered = list_ordered(names, texts, tables.types, PrivateRows())
        given = ordered, tables.types, PrivateRows(), (400, len(rows))
        found = find_telling_ranges(tables.engine, *given)
        one = exp.Literal.number(1)
        counted = {
            name: CountedValues(
                order_value(column("value"), "text"),
                column_values_query(name, PrivateRows(), one, one).subquery("of_column"),
            )
            for name in ordered
        }
        counts = count_by_limits(tables.engine, counted)
        assert find_telling_ranges(tables.engine, *given, counts) == found
        of_rows = count_rows_by_limits(tables.engine, *given[:3])
        assert of_rows == counts
        assert find_telling_ranges(tables.engine, *given, of_rows) == found
    expected = [] if most is None else [(name, most, True) for name in names[:-1]]
    assert [(one.name, one.rows, one.decides) for one in found] == expected


def test_people_named_by_three_columns_are_found_and_namesakes_are_not(bench):
    """Each of 60 people in three rows; then as many rows of namesakes, born at other times."""
    born = "DATE '1950-01-01' + CAST({number} * 97 % 9000 AS INTEGER)"
    rows = """SELECT 'l' || i % 12 AS surname, 'f' || i % 10 AS first_name, {born} AS birth_date,
      CASE WHEN i % 10 % 2 = 0 THEN 'f' ELSE 'm' END AS sex, i // 60 AS year
      FROM range(180) AS t(i)"""
    for number, is_one in (("(i % 60)", True), ("i", False)):
        _write(bench, "p", rows.format(born=born.format(number=number)))
        with _open(bench) as tables:
            columns = profile_columns(tables.engine, PUBLIC, tables.types[PUBLIC])
            panel = find_panel_of_names(tables.engine, columns)
        if not is_one:
            assert panel is None
            continue
        assert (panel.name, panel.within) == ("surname", ("first_name", "birth_date"))
        assert (panel.people, panel.rows, panel.is_certain) == (60, 180, True)
        assert panel.time.name == "year"


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("ltrim(id, '0')", "without zeros in front"),
        ("' ' || lower(id) || ' '", "in lower case without spaces around"),
        ("id || '.0'", "without .0 at the end"),
        ("id[:2] || '-' || id[3:]", "in lower case without spaces, dashes and points"),
    ],
)
def test_keys_in_another_writing_are_found(bench, written, said):
    people = "SELECT '00' || i || 'X' AS id FROM range(10, 60) AS t(i)"
    if ".0" in written:
        people = "SELECT '00' || i AS id FROM range(10, 60) AS t(i)"
    _write(bench, "p", people)
    _write(bench, "t", f"SELECT {written} AS id FROM ({people})")
    with _open(bench, "t.parquet") as tables:
        found, keys = find_writing(tables.engine, "id", 50)
        assert (found.said, keys, count_merged(tables.engine, "id")) == (said, 50, 0)
