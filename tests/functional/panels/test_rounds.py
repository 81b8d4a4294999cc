"""What `init` prints is all that there is to mend: after its statements, nothing else is asked."""

import re

import duckdb
import pytest
import yaml

from tests.panel_tables import write_rows
from tests.tiers import later

PEOPLE, YEARS = 120, (2020, 2021, 2022)
MEMBERS = range(0, PEOPLE, 4)
ADVICE = "lacks|do not occur|does not occur|repeat|left out|alike|no equal row"


def _name(i: int) -> str:
    return f"A{1000 + 7 * i}"


def _write(name: str, rows: list[dict[str, object]], suffix: str) -> str:
    return write_rows(f"{name}.{suffix}", rows)


def _write_public(years: tuple[int, ...], suffix: str) -> str:
    rows = [
        {"person_id": _name(i), "sex": "fm"[i * i % 7 % 2], "born": 1940 + i * 11 % 60}
        | ({"year": year, "ward": (i + year) % 5} if year else {"ward": i % 5})
        for i in range(PEOPLE)
        for year in years or (0,)
    ]
    return _write("p", rows, suffix)


def _write_private(years: tuple[int, ...], key: str, faults: str, suffix: str, shared: bool) -> str:
    """Write rows of T; its people are written in small letters, or one is nobody of P, or both."""
    named = {i: _name(i).lower() if "case" in faults else _name(i) for i in MEMBERS}
    if "unknown" in faults:
        named[PEOPLE + 1] = "Z1"
    rows = [
        {key: name}
        | ({"sex": "fm"[i * i % 7 % 2], "born": 1940 + i * 11 % 60} if shared else {})
        | ({"year": year} if year else {})
        | {"lab": 10 * i + year % 10}
        for i, name in named.items()
        for year in years or (0,)
    ]
    return _write("t", rows, suffix)


def _follow(folder, ended) -> list[str]:
    """Run all statements in turn; return P and T as they are then."""
    text = (folder / "job.yaml").read_text() if ended.exit_code == 0 else ended.stderr
    last = {}
    for statement in re.findall(r"COPY \(.*?\);", text):
        duckdb.sql(statement)
        target = re.search("TO '([^']+)'", statement)[1]
        last[target[0]] = target
    return [last.get("p", "p.parquet"), last.get("t", "t.parquet")]


@pytest.mark.parametrize("shared", [True, False])
@pytest.mark.parametrize(
    ("of_public", "of_private", "key", "faults"),
    [
        (YEARS, YEARS, "person_id", "case unknown"),
        (YEARS, (), "person_id", "case unknown"),
        ((), YEARS, "person_id", "case unknown"),
        ((), (), "person_id", "case unknown"),
        later(YEARS, YEARS, "person_id", "case"),
        later(YEARS, (), "person_id", "unknown"),
        later((), YEARS, "person_id", "unknown"),
        later((), YEARS, "person_id", "case"),
        (YEARS, YEARS, "pid", "unknown"),
        (YEARS, (), "pid", "unknown"),
        later((), YEARS, "pid", "unknown"),
        later((), (), "pid", "unknown"),
    ],
)
def test_one_round_of_statements_is_enough(folder, run, of_public, of_private, key, faults, shared):
    tables = [
        _write_public(of_public, "parquet"),
        _write_private(of_private, key, faults, "parquet", shared),
    ]
    ended = run("init", *tables)
    assert ended.exit_code in (0, 3)
    public, private = _follow(folder, ended)
    ended = run("init", public, private, "--overwrite")
    assert ended.exit_code == 0 and not re.search(ADVICE, ended.stderr)
    text = (folder / "job.yaml").read_text()
    assert yaml.safe_load(text)["private"]["key"] == "person_id" and "COPY" not in text
    assert f"{len(MEMBERS)} of {PEOPLE} people are in T" in text
    assert run("check", "job.yaml", "--quiet").exit_code == 0
    # The last row of each of T's people whom P has.
    kept = duckdb.sql(f"SELECT upper(person_id), lab FROM '{private}'").fetchall()
    last = YEARS[-1] % 10 if of_private else 0
    assert sorted(kept) == sorted((_name(i), 10 * i + last) for i in MEMBERS)


@pytest.mark.parametrize("of_private", [YEARS, ()])
def test_types_need_no_statement_where_rows_get_a_key(folder, run, of_private):
    """P's values count by the key, whatever types T's have."""
    tables = [
        _write_public(YEARS, "parquet"),
        _write_private(of_private, "person_id", "", "csv", shared=True),
    ]
    ended = run("init", *tables)
    assert "left out, as text" not in ended.stderr
    public, private = _follow(folder, ended)
    private = private if of_private else tables[1]
    ended = run("init", public, private, "--overwrite")
    assert ended.exit_code == 0 and not re.search(ADVICE, ended.stderr)
    text = (folder / "job.yaml").read_text()
    assert f"{len(MEMBERS)} of {PEOPLE} people are in T" in text and "COPY" not in text


def test_what_p_lacks_is_told_before_it_has_one_row_of_each(folder, run):
    tables = [
        _write_public(YEARS, "parquet"),
        _write_private((), "person_id", "case unknown", "parquet", shared=True),
    ]
    told = run("init", *tables).stderr
    assert "31 rows of T have a person_id that P lacks; 30 of them are in P in lower case" in told
    assert "Z1" not in told + (folder / "job.yaml").read_text()


def test_a_row_that_names_nobody_has_no_key_that_p_lacks(folder, run):
    public = _write_public(YEARS, "parquet")
    rows = [{"person_id": _name(i), "lab": i} for i in MEMBERS]
    _write("t", [*rows, {"person_id": None, "lab": 1}], "parquet")
    assert "that P lacks" not in run("init", public, "t.parquet").stderr


def test_check_writes_ids_alike_as_init_does(folder, run):
    """As of a T that pandas wrote with 243.0 for 243: P lost T's people after its statements."""
    _write(
        "p",
        [{"id": 200 + 7 * i, "year": year, "ward": i % 5} for i in range(PEOPLE) for year in YEARS],
        "csv",
    )
    rows = [{"id": float(200 + 7 * i), "year": year, "lab": i} for i in MEMBERS for year in YEARS]
    _write("t", rows, "csv")
    run("init", "p.csv", "t.csv")
    ended = run("check", "job.yaml")
    assert ended.exit_code == 3
    public, private = _follow(folder, ended)
    run("init", public, private, "--overwrite")
    text = (folder / "job.yaml").read_text()
    assert yaml.safe_load(text)["private"]["key"] == "id"
    assert f"{len(MEMBERS)} of {PEOPLE} people are in T" in text
