"""Scripts of a release of boxes, run by hand, release it again, and judge any tables."""

import pytest

import dpsql
from tests.by_hand import BY_HAND, load, run_script, sort_rows
from tests.conftest import write_paper_job
from tests.people import COLUMNS, KINDS, draw_people


@pytest.fixture(params=BY_HAND)
def database(request):
    with BY_HAND[request.param]() as opened:
        yield opened


def write_script(bench, database, job, released):
    return dpsql.script(job, database.dialect, manifest=f"{released.release.path}.manifest.json")


@pytest.mark.parametrize("algorithm", ["mpalm", {"mondrian": {"box": "T_checked"}}])
def test_the_script_of_the_example_agrees_with_its_release(duckdb_bench, database, algorithm):
    job = write_paper_job(duckdb_bench, delta={"max": "2/3"}, algorithm=algorithm)
    for name, file in (("public_table", "p.csv"), ("private_table", "t.csv")):
        text = (duckdb_bench.folder / file).read_text(encoding="utf-8")
        header, *rows = (line.split(",") for line in text.splitlines())
        database.load(name, header, rows)
    released = duckdb_bench.anonymize(job)
    found, rows = run_script(database, write_script(duckdb_bench, database, job, released))
    ((verdict, _, violating, _, greatest),) = found["verdict"]
    assert (verdict, violating) == ("holds", 0)
    assert greatest == pytest.approx(float(released.presence.maximum))
    assert rows == duckdb_bench.read_release()


@pytest.mark.parametrize("form", ["table", "predicate", "key"])
@pytest.mark.parametrize("csv_formulas", ["refuse", "quote"])
def test_scripts_agree_for_every_kind_of_order_and_form_of_t(
    duckdb_bench, database, form, csv_formulas
):
    people = draw_people()
    sick = [row for row in people if row[-1] == "true"]
    load(database, duckdb_bench, COLUMNS, people, sick)
    private = {"table": "t.csv", "predicate": {"where": "sick"}}.get(
        form, {"table": "t.csv", "key": "id"}
    )
    job = duckdb_bench.job(
        KINDS | {"said": KINDS["said"] | {"order": "alpha"}},
        private=private,
        delta={"max": "1/2"},
        constraints={"k_anonymity": 2, "l_diversity": {"lab": {"distinct": 2}}},
        keep=["lab"],
        public_columns=[*KINDS],
        algorithm={"mondrian": {"values": "median"}},
        release="r.csv" if csv_formulas == "quote" else "r.parquet",
    )
    released = duckdb_bench.anonymize(job, csv_formulas=csv_formulas)
    assert released.box_count > 2
    found, rows = run_script(database, write_script(duckdb_bench, database, job, released))
    assert found["problems"] == []
    assert found["verdict"][0][0] == "holds"
    if csv_formulas == "refuse":
        assert sort_rows(rows) == sort_rows(duckdb_bench.read_release())
    assert len(rows) == len(sick)


SMALL = {"size": {"widths": [5]}, "town": {"tree": {"*": ["a", "b", "c"]}}}
#: Two boxes: sizes 1 to 2 in towns a to b, and size 7 in c.
PEOPLE = [("1", "a"), ("2", "b"), ("1", "b"), ("7", "c"), ("7", "c")]
MEMBERS = [("1", "a"), ("7", "c")]


@pytest.fixture
def small(duckdb_bench, database):
    """Write tables and the script of their release."""
    load(database, duckdb_bench, [*SMALL], PEOPLE, MEMBERS)
    words = {"delta": {"max": "1/2"}, "algorithm": {"mpalm": {"values": "loss"}}}
    job = duckdb_bench.job(SMALL, release="r.parquet", public_columns=[*SMALL], **words)
    released = duckdb_bench.anonymize(job)
    assert released.box_count == 2
    script = write_script(duckdb_bench, database, job, released)
    found, rows = run_script(database, script)
    assert (found["verdict"][0][0], len(rows)) == ("holds", 2)
    return script


@pytest.mark.parametrize(
    ("changes", "problems"),
    [
        # A row of T more, and one person of P less: presence above a half.
        (["INSERT INTO private_table VALUES ('7', 'c')"], []),
        (
            ["UPDATE public_table SET size = '3' WHERE size = '7'"],
            ["T has more rows with these values than P has people"],
        ),
        (
            [
                f"INSERT INTO {table} VALUES ('3', 'a')"
                for table in ("public_table", "private_table")
            ],
            ["T has rows in no box"],
        ),
        (["INSERT INTO public_table VALUES ('1e1', 'a')"], ["size is no plain number"]),
        (["INSERT INTO public_table VALUES ('1', 'd')"], ["town has no place in its order"]),
    ],
)
def test_a_release_stays_empty_where_the_boxes_do_not_hold(database, small, changes, problems):
    for change in changes:
        database.run(change)
    found, rows = run_script(database, small)
    assert rows == []
    assert found["verdict"][0][0] == "fails"
    assert [row[0] for row in found["problems"]] == problems


def test_people_of_p_in_no_box_have_no_presence(duckdb_bench, database, small):
    """They are a class without rows of T: it is all that a δmin can fail by."""
    database.run("INSERT INTO public_table VALUES ('4', 'a'), ('-1', 'c')")
    found, rows = run_script(database, small)
    assert found["verdict"][0][:4] == ("holds", 3, 0, 0.0)
    assert len(rows) == 2


@pytest.mark.parametrize(("name", "told"), [("boxes", "several boxes"), ("order_town", "several")])
def test_tables_of_the_script_that_are_changed_release_nothing(database, small, name, told):
    """Rows that are inserted twice change nothing; others are problems."""
    for one in small.statements:
        if one.step == "clean up":
            break
        if one.step == "people":
            insert = f"INSERT INTO dpsql_{name} SELECT * FROM dpsql_{name}"
            database.run(insert)
            if name == "boxes":
                cells = "'[0..9]', '0', '9', '[a..c]', '1', '3'"
                database.run(f"INSERT INTO dpsql_boxes VALUES ({cells})")
            else:
                database.run("INSERT INTO dpsql_order_town VALUES ('a', '3')")
        rows = database.run(one.sql)
        if one.step == "problems":
            assert told in rows[0][0]
    assert database.run("SELECT * FROM dpsql_release") == []
