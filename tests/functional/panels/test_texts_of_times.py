"""The last row of somebody is known by texts of times, in P and T, or it is said that it is not."""

from datetime import datetime

import pyarrow
import pytest
from pyarrow import parquet

from tests.panel_tables import run_statements
from tests.tiers import later

PEOPLE = 60
MEMBERS = range(0, PEOPLE, 3)
KNOWN = ("Wave 2|Wave 9|Wave 10", "baseline|visit 1|visit 2", "Dec 2019|Jan 2020|Feb 2020")
UNKNOWN = "Jan|Feb|Dec"
#: People with the number of each of their visits, in no order.
VISITS = [(i, (i + step) % 4) for i in range(PEOPLE) for step in range(4)]


def _write(name: str, people: range, times: list[str], by: str, **more: object) -> None:
    """Write rows in no order of their times, each with the place of its own; no two agree."""
    rows = [(i, (i + step) % len(times)) for i in people for step in range(len(times))]
    columns = {
        "pid": [f"A{i:03}" for i, _ in rows],
        by: [times[at] for _, at in rows],
        "sex": ["fm"[i * i % 7 % 2] for i, _ in rows],
        "ward": [(i + at) % 5 for i, at in rows],
    }
    if "lab" in more:
        columns = {"pid": columns["pid"], by: columns[by], "lab": [at for _, at in rows]}
    parquet.write_table(pyarrow.table(columns), f"{name}.parquet")


@pytest.mark.parametrize("times", [KNOWN[0], *map(later, KNOWN[1:]), UNKNOWN])
@pytest.mark.parametrize("has_panel", [True, False])
def test_the_last_row_of_t_is_known_by_its_texts(folder, run, times, has_panel):
    """Of a P with all rows, and of one with a row of each, which has no time."""
    listed = times.split("|")
    _write("t", MEMBERS, listed, "visit", lab=True)
    if has_panel:
        _write("p", range(PEOPLE), listed, "visit")
    else:
        people = {
            "pid": [f"A{i:03}" for i in range(PEOPLE)],
            "ward": [i % 5 for i in range(PEOPLE)],
        }
        parquet.write_table(pyarrow.table(people), "p.parquet")
    assert run("init", "p.parquet", "t.parquet").exit_code == 0
    text = run_statements(folder)
    table = "P" if has_panel else "T"
    asks = f"the order of the values of visit is not known: to keep the last, give {table} a column"
    assert (asks in text) is (times == UNKNOWN)
    assert ("the last row of each by visit" in text) is (times != UNKNOWN)
    kept = parquet.read_table("t-people.parquet").to_pydict()
    assert len(kept["pid"]) == len(MEMBERS)
    # The row that stands first is of another time, but for a third of the people.
    assert ({*kept["lab"]} == {len(listed) - 1}) is (times != UNKNOWN)


def test_a_day_orders_rows_beside_a_text_of_unknown_order(folder, run):
    _write("p", range(PEOPLE), UNKNOWN.split("|"), "visit")
    rows = parquet.read_table("p.parquet")
    months = {"Jan": "01", "Feb": "02", "Dec": "12"}
    days = [f"2020-{months[visit]}-1{i % 7}" for i, visit in enumerate(rows["visit"].to_pylist())]
    parquet.write_table(rows.append_column("visit_date", pyarrow.array(days)), "p.parquet")
    parquet.write_table(rows.select(["pid", "sex"]).slice(0, 30), "t.parquet")
    assert run("init", "p.parquet", "t.parquet").exit_code == 0
    assert "the last row of each by visit_date." in run_statements(folder)
    assert {*parquet.read_table("p-people.parquet")["visit"].to_pylist()} == {"Dec"}


@pytest.mark.parametrize("of_t", ["Round 1|Round 2|Round 3", UNKNOWN])
def test_times_that_t_writes_in_another_way_are_ordered_by_its_own(folder, run, of_t):
    _write("p", range(PEOPLE), ["baseline", "visit 1", "visit 2"], "visit")
    _write("t", MEMBERS, of_t.split("|"), "visit", lab=True)
    assert run("init", "p.parquet", "t.parquet").exit_code == 0
    text = run_statements(folder)
    kept = parquet.read_table("t-people.parquet").to_pydict()
    assert ({*kept["lab"]} == {2}) is (of_t != UNKNOWN)
    asks = "the order of the values of visit is not known: to keep the last, give T a column"
    assert (asks in text) is (of_t == UNKNOWN)


@pytest.mark.parametrize(
    ("form", "by"),
    [
        ("%d-%b-%Y", "visit_date"),
        ("%d-%b-%y", "visit_date"),
        later("%d %B %Y", "visit_date"),
        later("%Y/%m/%d", "visit_date"),
        later("%d/%m/%Y %H:%M", "visit_date"),
        # No format of DuckDB reads the months of another language: the number of the visit does.
        ("%d. MON %Y", "visit_no"),
    ],
)
def test_days_of_any_notation_order_rows_or_the_number_of_the_visit_does(folder, run, form, by):
    """The days of a person go over years, so that the order of their texts is another one."""
    days = [
        (i, at, datetime(1994 + at, 3 + i % 2 * 2, 1 + (i * 7 + at * 11) % 28, 9))
        for i, at in VISITS
    ]
    columns = {
        "pid": [f"A{i:03}" for i, _ in VISITS],
        "visit_date": [
            day.strftime(form).upper().replace("MON", ["MÄRZ", "MAI"][i % 2]) for i, _, day in days
        ],
        "visit_no": [at + 1 for _, at in VISITS],
        "sex": ["fm"[i * i % 7 % 2] for i, _ in VISITS],
    }
    parquet.write_table(pyarrow.table(columns), "p.parquet")
    parquet.write_table(pyarrow.table(columns).select(["pid", "sex"]).slice(0, 30), "t.parquet")
    assert run("init", "p.parquet", "t.parquet").exit_code == 0
    assert f"of P, the last row of each by {by}" in run_statements(folder)
    assert {*parquet.read_table("p-people.parquet")["visit_no"].to_pylist()} == {4}
