"""Scripts of a release cut along hierarchies, run by hand: they release and judge any tables."""

import pytest

import dpsql
from tests.by_hand import BY_HAND, load, run_script, sort_rows
from tests.conftest import write_paper_job
from tests.people import COLUMNS, KINDS, draw_people

CUTS = {"mpalm": {"cuts": "hierarchy"}}


@pytest.fixture(params=BY_HAND)
def database(request):
    with BY_HAND[request.param]() as opened:
        yield opened


def write_script(bench, database, job, released):
    return dpsql.script(job, database.dialect, manifest=f"{released.release.path}.manifest.json")


@pytest.mark.parametrize("algorithm", [CUTS, {"mondrian": {"cuts": "hierarchy"}}])
def test_the_script_of_the_example_agrees_with_its_release(duckdb_bench, database, algorithm):
    job = write_paper_job(duckdb_bench, delta={"max": "2/3"}, algorithm=algorithm)
    for name, file in (("public_table", "p.csv"), ("private_table", "t.csv")):
        text = (duckdb_bench.folder / file).read_text(encoding="utf-8")
        header, *rows = (line.split(",") for line in text.splitlines())
        database.load(name, header, rows)
    released = duckdb_bench.anonymize(job)
    found, rows = run_script(database, write_script(duckdb_bench, database, job, released))
    ((verdict, _, violating, least, greatest),) = found["verdict"]
    assert (verdict, violating) == ("holds", 0)
    assert least == pytest.approx(float(released.presence.minimum))
    assert greatest == pytest.approx(float(released.presence.maximum))
    assert rows == duckdb_bench.read_release()


@pytest.mark.parametrize("form", ["table", "predicate", "key"])
@pytest.mark.parametrize("csv_formulas", ["refuse", "quote"])
def test_scripts_agree_for_every_kind_of_hierarchy_and_form_of_t(
    duckdb_bench, database, form, csv_formulas
):
    people = draw_people()
    sick = [row for row in people if row[-1] == "true"]
    load(database, duckdb_bench, COLUMNS, people, sick)
    private = {"table": "t.csv", "predicate": {"where": "sick"}}.get(
        form, {"table": "t.csv", "key": "id"}
    )
    job = duckdb_bench.job(
        KINDS,
        private=private,
        delta={"max": "1/2"},
        constraints={"k_anonymity": 2, "l_diversity": {"lab": {"distinct": 2}}},
        keep=["lab"],
        public_columns=[*KINDS],
        algorithm=CUTS,
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
#: Three parts: size 0 to 5 in town a, size 1 elsewhere, and size 7 in town c.
PEOPLE = [("1", "a"), ("2", "a"), ("1", "b"), ("1", "c"), ("7", "c"), ("7", "c")]
MEMBERS = [("1", "a"), ("1", "b"), ("7", "c")]


@pytest.fixture
def small(duckdb_bench, database):
    """Write tables and the script of their release."""
    load(database, duckdb_bench, [*SMALL], PEOPLE, MEMBERS)
    words = {"delta": {"max": "1/2"}, "algorithm": CUTS}
    job = duckdb_bench.job(SMALL, release="r.parquet", public_columns=[*SMALL], **words)
    released = duckdb_bench.anonymize(job)
    assert released.box_count == 3
    script = write_script(duckdb_bench, database, job, released)
    found, rows = run_script(database, script)
    assert (found["verdict"][0][0], len(rows)) == ("holds", 3)
    return script


@pytest.mark.parametrize(
    ("changes", "problems"),
    [
        # A row of T more: presence above a half.
        (["INSERT INTO private_table VALUES ('7', 'c')"], []),
        (
            ["UPDATE public_table SET size = '1' WHERE size = '7'"],
            ["T has more rows with these values than P has people"],
        ),
        (["INSERT INTO public_table VALUES ('12', 'a')"], ["somebody is in no part"]),
        (["INSERT INTO public_table VALUES ('1e1', 'a')"], ["size has no label"]),
        (["INSERT INTO public_table VALUES ('7', 'b')"], ["somebody is in no part"]),
    ],
)
def test_a_release_stays_empty_where_the_parts_do_not_hold(database, small, changes, problems):
    for change in changes:
        database.run(change)
    found, rows = run_script(database, small)
    assert rows == []
    assert found["verdict"][0][0] == "fails"
    assert [row[0] for row in found["problems"]] == problems


def test_new_people_come_to_the_part_of_their_labels(database, small):
    for table in ("public_table", "public_table", "private_table"):
        database.run(f"INSERT INTO {table} VALUES ('1', 'c')")
    found, rows = run_script(database, small)
    assert (found["verdict"][0][0], len(rows)) == ("holds", 4)
