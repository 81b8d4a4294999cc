"""Scripts of pooled jobs, run by hand, say what measure says and release what is released."""

from fractions import Fraction

import pytest

import dpsql
from dpsql.release.manifest import PooledLevels
from dpsql.warehouses.scripts.script import write_script
from tests.by_hand import BY_HAND, load, run_script, sort_rows
from tests.conftest import write_paper_job
from tests.people import COLUMNS, KINDS, draw_people


@pytest.fixture(params=BY_HAND)
def database(request):
    with BY_HAND[request.param]() as opened:
        yield opened


def check_script(bench, database, job, levels):
    """Hold a script against what dpsql measures from the same start; return its release."""
    measured = bench.measure(job, levels)
    steps = tuple(step["levels"] for step in measured.to_dict()["steps"])
    listed = PooledLevels(measured.pooled.least, "columns", steps)
    chosen = listed if measured.pooled.path == "columns" else levels
    found, release = run_script(database, write_script(job, database.dialect, chosen))
    ((verdict, classes, violating, least, greatest),) = found["verdict"]
    assert classes == measured.pooled.classes
    assert (verdict == "holds") is measured.satisfied is (violating == 0)
    assert least == pytest.approx(float(measured.presence.minimum))
    assert greatest == pytest.approx(float(measured.presence.maximum))
    listed = found["violating_classes"]
    assert len(listed) == violating
    for *_, of_public, of_private, presence, _ in listed:
        k = job.constraints.k_anonymity or 0
        assert presence == pytest.approx(of_private / of_public)
        bounds = job.delta.min, Fraction(of_private, of_public), job.delta.max
        assert not bounds[0] <= bounds[1] <= bounds[2] or 0 < of_private < k
    assert bool(release) is measured.satisfied
    return release, measured


def climb(path, least):
    return {"algorithm": {"pooled": {"path": path, "least": least}}}


@pytest.mark.parametrize("path", ["root", "columns", ["nationality", "zip", "age"]])
def test_the_script_of_the_example_agrees_with_its_release(duckdb_bench, database, path):
    job = write_paper_job(duckdb_bench, delta={"max": "2/3"}, **climb(path, [4]))
    for name, file in (("public_table", "p.csv"), ("private_table", "t.csv")):
        text = (duckdb_bench.folder / file).read_text(encoding="utf-8")
        header, *rows = (line.split(",") for line in text.splitlines())
        database.load(name, header, rows)
    released = duckdb_bench.anonymize(job)
    assert released.to_dict()["pooled"]["public_rows"]
    rows, measured = check_script(duckdb_bench, database, job, released.levels)
    assert measured.satisfied
    assert rows == duckdb_bench.read_release()
    root, _ = check_script(duckdb_bench, database, job, measured.heights)
    assert {*root} == {("4*", "*", "*")}
    strict = write_paper_job(duckdb_bench, delta={"max": "1/3"}, **climb(path, 2))
    assert not check_script(duckdb_bench, database, strict, {"zip": 1})[1].satisfied


@pytest.mark.parametrize("form", ["table", "predicate", "key"])
def test_scripts_agree_for_every_kind_of_hierarchy_and_form_of_t(duckdb_bench, database, form):
    people = draw_people()
    sick = [row for row in people if row[-1] == "true"]
    load(database, duckdb_bench, COLUMNS, people, sick)
    private = {"table": "t.csv", "predicate": {"where": "sick"}}.get(
        form, {"table": "t.csv", "key": "id"}
    )
    path = "columns" if form == "key" else ["code", "said", "zip", "born", "size"]
    words = {"delta": {"max": "1/2"}, "constraints": {"k_anonymity": 2}, "keep": ["lab"]}
    job = duckdb_bench.job(KINDS, private=private, **words, **climb(path, 6))
    released = duckdb_bench.anonymize(job)
    for levels in ({"size": 1, "born": 2, "code": 1}, released.levels):
        rows, measured = check_script(duckdb_bench, database, job, levels)
    assert measured.satisfied
    assert len({step["private_rows"] for step in measured.to_dict()["steps"]}) > 1
    assert sort_rows(rows) == sort_rows(duckdb_bench.read_release())


def test_in_another_p_the_root_takes_those_who_are_left(duckdb_bench, database):
    """The steps are those of a manifest, in whose P nobody comes as far."""
    people = [(one,) for one in ("a1", "a1", "a1", "a2", "a3", "a3")]
    load(database, duckdb_bench, ("code",), people, [("a1",), ("a2",)])
    job = duckdb_bench.job({"code": {"prefix": [1]}}, delta={"max": "1/2"}, **climb("columns", 3))
    released = duckdb_bench.anonymize(job)
    assert [step["levels"]["code"] for step in released.to_dict()["steps"]] == [0, 1]
    manifest = f"{released.release.path}.manifest.json"
    script = dpsql.script(job, database.dialect, manifest=manifest)
    found, rows = run_script(database, script)
    assert found["verdict"][0][:3] == ("holds", 2, 0)
    assert rows == duckdb_bench.read_release() == [("a*",), ("a1",)]
    database.run("INSERT INTO public_table VALUES ('b1')")
    found, rows = run_script(database, script)
    assert found["verdict"][0][:3] == ("holds", 3, 0)
    assert rows == [("a*",), ("a1",)]


def test_equal_texts_of_several_steps_are_one_class(duckdb_bench, database):
    """X is a value and the label of a and b: alone, two of the three with the value are in T."""
    tree = {"*": {"X": ["a", "b", "X"], "Y": ["c"]}}
    people = [(one,) for one in ["X", "X", "X", "a", "b", "b", *["c"] * 4]]
    load(database, duckdb_bench, ("v",), people, [("X",), ("X",)])
    job = duckdb_bench.job({"v": {"tree": tree}}, delta={"max": "1/2"}, **climb(["v"], 3))
    rows, measured = check_script(duckdb_bench, database, job, {})
    assert rows == [("X",), ("X",)]
    assert measured.pooled.classes == 2


@pytest.mark.parametrize(("least", "violating"), [(4, 0), (2, 2)])
def test_sensitive_values_are_judged_where_people_settle(duckdb_bench, database, least, violating):
    """With a number of 2 all rows of b are of one value, and so are all of c."""
    people = [(one, None) for one in (*["a"] * 4, *["b"] * 3, *["c"] * 3)]
    patients = [("a", "k"), ("a", "l"), *[("b", "k")] * 2, *[("c", "l")] * 2]
    load(database, duckdb_bench, ("v", "found"), people, patients)
    job = duckdb_bench.job(
        {"v": {"tree": {"*": ["a", "b", "c"]}}},
        public_columns=["v"],
        keep=["found"],
        constraints={"l_diversity": {"found": {"distinct": 2}}},
        **climb("root", least),
    )
    found, release = run_script(database, write_script(job, database.dialect))
    assert len(found["of_violating_found"]) == violating
    measured = duckdb_bench.measure(job, {})
    assert measured.satisfied is (not violating)
    assert len(release) == (0 if violating else 6)


@pytest.mark.parametrize("job_holds", [True, False])
def test_the_release_alone_is_judged_however_its_statements_are_run(
    duckdb_bench, database, job_holds
):
    """No statement that only looks is run, and those that store are run in the wrong order."""
    people = [(one,) for one in ("a1", "a1", "a1", "a2", "b1", "b2")]
    load(database, duckdb_bench, ("code",), people, people[2:4])
    delta = {"max": "1/3" if job_holds else "1/4"}
    job = duckdb_bench.job({"code": {"prefix": [1]}}, delta=delta, **climb("root", 3))
    statements = write_script(job, database.dialect).statements
    stored = [one.sql for one in statements if one.sql.startswith("CREATE")]
    for sql in [*reversed(stored), *stored]:
        try:
            database.run(sql)
        except database.error:
            continue
    rows = database.run("SELECT * FROM dpsql_release")
    assert rows == ([("*",), ("a1",)] if job_holds else [])


def test_a_column_may_have_the_name_of_a_level_of_another(duckdb_bench, database):
    """Labels of zip on level 1 would stand in a column of this name."""
    other = "level_zip_1"
    people = [(f"a{n % 3}", f"{'uvw'[n % 3]}{n % 2}") for n in range(24)]
    sick = people[::4]
    names = ("zip", other)
    duckdb_bench.write("p.csv", people, names)
    duckdb_bench.write("t.csv", sick, names)
    database.load("public_table", names, people)
    database.load("private_table", names, sick)
    job = duckdb_bench.job(
        {"zip": {"tree": {"A": ["a0", "a1"], "B": ["a2"]}}, other: {"prefix": [1]}},
        delta={"max": "2/3"},
        **climb(["zip", other], 6),
    )
    rows, measured = check_script(duckdb_bench, database, job, {"zip": 1})
    assert measured.satisfied
    released = duckdb_bench.anonymize(job)
    script = write_script(job, database.dialect, released.levels)
    assert sort_rows(run_script(database, script)[1]) == sort_rows(duckdb_bench.read_release())
    assert {row[0] for row in rows} <= {"A", "B", "*"}
