"""Scripts of `dpsql sql`, run by hand, say what measure says and release what anonymize releases.

Engines that tests can start run them; scripts in the other dialects are only written (tests/sql).
"""

from collections import Counter
from fractions import Fraction

import pytest

import dpsql
from dpsql.domain.sections.delta import Delta
from dpsql.warehouses.scripts.outline import make_outline
from dpsql.warehouses.scripts.script import write_script
from tests.by_hand import BY_HAND, DuckDBByHand, load, run_script, sort_rows
from tests.conftest import write_paper_job
from tests.people import COLUMNS, KINDS, draw_people

#: T as a table of its own.
PLAIN = {"private": dpsql.Job(public="p", private="t.csv", quasi_identifiers=KINDS).private}


@pytest.fixture(params=BY_HAND)
def database(request):
    with BY_HAND[request.param]() as opened:
        yield opened


def check_script(bench, database, job, levels):
    """Hold a script against what dpsql measures at the same levels; return its release."""
    measured = bench.measure(job, levels)
    found, release = run_script(database, write_script(job, database.dialect, levels))
    ((verdict, classes, violating, least, greatest),) = found["verdict"]
    assert (verdict == "holds") is measured.satisfied
    assert least == pytest.approx(float(measured.presence.minimum))
    assert greatest == pytest.approx(float(measured.presence.maximum))
    assert classes >= violating
    listed = found.get("violating_classes", [])
    assert len(listed) == violating
    for *_, public, private, presence, _ in listed:
        k = job.constraints.k_anonymity or 0
        assert presence == pytest.approx(private / public)
        bounds = job.delta.min, Fraction(private, public), job.delta.max
        assert not bounds[0] <= bounds[1] <= bounds[2] or 0 < private < k
    assert found["problems"] == []
    assert bool(release) is measured.satisfied
    return release, measured


def test_the_script_of_the_example_agrees_with_its_release(duckdb_bench, database):
    job = write_paper_job(duckdb_bench, delta={"min": "1/2", "max": "2/3"})
    for name, file in (("public_table", "p.csv"), ("private_table", "t.csv")):
        text = (duckdb_bench.folder / file).read_text(encoding="utf-8")
        header, *rows = (line.split(",") for line in text.splitlines())
        database.load(name, header, rows)
    released = duckdb_bench.anonymize(job)
    rows, measured = check_script(duckdb_bench, database, job, released.levels)
    assert measured.satisfied
    assert rows == duckdb_bench.read_release()
    failing = check_script(duckdb_bench, database, job, {"zip": 1, "age": 1, "nationality": 1})[1]
    assert not failing.satisfied


@pytest.mark.parametrize("form", ["table", "predicate", "key"])
def test_scripts_agree_for_every_kind_of_hierarchy_and_form_of_t(duckdb_bench, database, form):
    people = draw_people()
    sick = [row for row in people if row[-1] == "true"]
    load(database, duckdb_bench, COLUMNS, people, sick)
    private = {"table": "t.csv", "predicate": {"where": "sick"}}.get(
        form, {"table": "t.csv", "key": "id"}
    )
    job = duckdb_bench.job(
        KINDS,
        private=private,
        delta={"min": 0, "max": "1/2"},
        constraints={"k_anonymity": 2},
        keep=["lab"],
    )
    released = duckdb_bench.anonymize(job)
    raw = dict.fromkeys(KINDS, 0)
    for levels in (raw, raw | {"zip": 1, "size": 1, "born": 2, "code": 1}, released.levels):
        rows, measured = check_script(duckdb_bench, database, job, levels)
        assert len(rows) == (len(sick) if measured.satisfied else 0)
    assert measured.satisfied
    assert sort_rows(rows) == sort_rows(duckdb_bench.read_release())


def test_a_script_adds_up_the_counts_of_p(duckdb_bench, database):
    people = draw_people()
    names = [*KINDS]
    places = [COLUMNS.index(name) for name in names]
    tuples = Counter(tuple(row[place] for place in places) for row in people)
    sick = [tuple(row[place] for place in places) for row in people if row[-1] == "true"]
    census = [(*values, number) for values, number in tuples.items()]
    census += [(*census[0][:-1], 0)]
    duckdb_bench.write("p.csv", census, (*names, "people"))
    duckdb_bench.write("t.csv", sick, names)
    load_tables(database, names, census, sick)
    public = {"path": "p.csv", "count": "people"}
    job = duckdb_bench.job(KINDS, public=public, delta={"min": 0, "max": "1/2"})
    released = duckdb_bench.anonymize(job)
    assert released.public_rows == len(people)
    rows, measured = check_script(duckdb_bench, database, job, released.levels)
    assert measured.satisfied
    assert sort_rows(rows) == sort_rows(duckdb_bench.read_release())
    for strange in (-1, None):
        database.run('DROP TABLE "public_table"')
        database.run('DROP TABLE "private_table"')
        load_tables(database, names, [*census, (*census[0][:-1], strange)], sick)
        found, rows = run_script(database, write_script(job, database.dialect, released.levels))
        (problem,) = found["problems"]
        assert problem == (
            "P has counts in people that are no whole numbers",
            len(people),
            len(sick),
        )
        assert found["verdict"][0][0] == "fails"
        assert rows == []


def load_tables(database, names, census, sick):
    database.load("public_table", (*names, "people"), census)
    database.load("private_table", names, sick)


@pytest.mark.parametrize("form", ["rows", "counts", "predicate"])
@pytest.mark.parametrize("pooled", [False, True])
def test_a_script_releases_each_row_once_with_its_count(duckdb_bench, database, form, pooled):
    people = draw_people()
    names = [*KINDS]
    places = [COLUMNS.index(name) for name in names]
    census = Counter((*(row[place] for place in places), row[-1]) for row in people)
    people = [(*values, number, 0) for values, number in census.items()]
    people += [(*people[0][:-2], 0, 0)]
    sick = [(*row[:-3], row[-2]) for row in people if row[-3] == "true"]
    private = {"path": "t.csv", "count": "cases"}
    if form == "rows":
        sick = [row[:-1] for row in sick for _ in range(row[-1])]
        private = "t.csv"
    elif form == "predicate":
        private = {"where": "sick = 'true'"}
    of_public, of_private = (*names, "sick", "people", "none"), (*names, "cases")
    of_private = of_private[: len(names) + (form != "rows")]
    duckdb_bench.write("p.csv", people, of_public)
    duckdb_bench.write("t.csv", sick, of_private)
    database.load("public_table", of_public, people)
    database.load("private_table", of_private, sick)
    job = duckdb_bench.job(
        KINDS,
        public={"path": "p.csv", "count": "people"},
        private=private,
        delta={"max": "1/2"},
        release={"path": "r.parquet", "count": "n"},
        algorithm={"pooled": {"path": "root", "least": 6}} if pooled else "spalm",
        public_columns=names,
    )
    released = duckdb_bench.anonymize(job)
    script = write_script(job, database.dialect, released.levels)
    found, rows = run_script(database, script)
    assert found["verdict"][0][0] == "holds"
    assert sort_rows(rows) == sort_rows(duckdb_bench.read_release())
    assert len(rows) == released.release.rows < released.private_rows
    strict = job.with_unchecked({"delta": Delta(max=Fraction(1, 1000))})
    assert not run_script(database, write_script(strict, database.dialect, released.levels))[1]
    if form == "counts":
        database.run('DROP TABLE "private_table"')
        database.load("private_table", of_private, [(*sick[0][:-1], "1.0000000001"), *sick])
        found, rows = run_script(database, script)
        (problem,) = found["problems"]
        assert problem[0] == "T has counts in cases that are no whole numbers"
        assert rows == []


@pytest.mark.parametrize(
    "words", [{"private": {"path": "t.csv", "count": "n"}}, {"private": {"where": "a"}}]
)
def test_a_script_does_not_repeat_rows_of_t(duckdb_bench, words):
    public = {"path": "p.csv", "count": "people"}
    job = duckdb_bench.job({"zip": {"prefix": [1]}}, public=public, delta={"max": "1/2"}, **words)
    with pytest.raises(dpsql.ConfigError, match="sql: T is given as counts"):
        write_script(job, "duckdb")


def test_a_script_reads_the_tables_that_the_job_names(duckdb_bench, database):
    people = draw_people()
    duckdb_bench.write("p.csv", people, COLUMNS)
    database.load("it's; people", COLUMNS, people)
    database.load("towns", ("zip", "area"), {(row[0], row[0][:1]) for row in people})
    job = duckdb_bench.job(
        {"zip": {"table": "towns", "columns": ["zip", "area"]}, "said": KINDS["said"]},
        public={"table": "it's; people"},
        private={"where": "sick = 'true'"},
        delta={"max": "2/3"},
    )
    script = write_script(job, database.dialect, {"zip": 1, "said": 2})
    database.run(str(script))
    rows = database.run("SELECT zip, said, COUNT(*) FROM dpsql_release GROUP BY zip, said")
    expected = {}
    for row in people:
        if row[-1] == "true":
            expected[row[0][:1]] = expected.get(row[0][:1], 0) + 1
    assert {(zip_, said): count for zip_, said, count in rows} == {
        (zip_, "*"): count for zip_, count in expected.items()
    }


@pytest.mark.parametrize("name", ["dpsql_labelled", "DPSQL_Classes", "main.dpsql_release"])
@pytest.mark.parametrize("place", ["public", "private"])
def test_a_script_does_not_replace_what_it_reads(duckdb_bench, place, name):
    tables = {"public": "p", "private": "t"} | {place: name}
    job = duckdb_bench.job({"zip": {"prefix": [1]}}, delta={"max": "1/2"}, **tables)
    with pytest.raises(dpsql.ConfigError, match="give it a copy under another name"):
        write_script(job, "duckdb", {"zip": 1})


@pytest.mark.parametrize("kept", ["label", "value", "label_count"])
def test_a_kept_column_may_have_the_name_of_one_of_a_mapping_table(duckdb_bench, database, kept):
    people = [("a0", 1), ("a0", 2), ("a1", 3), ("a1", 4)]
    database.load("public_table", ("zip", "id"), people)
    database.load("private_table", ("zip", "id", kept), [("a0", 1, "x"), ("a1", 3, "y")])
    database.load("areas", ("zip", "area"), [("a0", "A"), ("a1", "A")])
    job = duckdb_bench.job(
        {"zip": {"table": "areas", "columns": ["zip", "area"]}},
        delta={"max": "1/2"},
        keep=[kept],
    )
    database.run(str(write_script(job, database.dialect, {"zip": 1})))
    rows = database.run("SELECT * FROM dpsql_release")
    assert sort_rows(rows) == [("A", "x"), ("A", "y")]


def test_a_script_tells_of_tables_that_do_not_fit(duckdb_bench, database):
    people = draw_people()
    stranger = ("999", *people[0][1:])
    twice = [people[0], people[0], people[0]]
    load(database, duckdb_bench, COLUMNS, [stranger, *people], twice)
    job = duckdb_bench.job(
        {"zip": KINDS["zip"], "size": KINDS["size"], "said": KINDS["said"]},
        private={"table": "t.csv", "key": "id"},
    )
    of_key, release = run_script(database, write_script(job, database.dialect))
    assert not release
    assert [row[0] for row in of_key["problems"]] == ["P has rows with the same id, or without one"]
    assert of_key["verdict"][0][0] == "fails"
    plain = write_script(job.with_unchecked(PLAIN), database.dialect, {"zip": 1})
    found, release = run_script(database, plain)
    assert not release
    assert sorted(found["problems"]) == [
        ("T has more rows with these values than P has people", 1, 3),
        ("zip has no label", 1, 0),
    ]
    raw = write_script(job.with_unchecked(PLAIN), database.dialect)
    # What is raw, or at the root, needs no hierarchy.
    found, release = run_script(database, raw)
    assert [row[0] for row in found["problems"]] == [
        "T has more rows with these values than P has people"
    ]


@pytest.mark.parametrize(
    ("title", "change"),
    [
        ("P has rows with the same id, or without one", "('a1', '1')"),
        ("P has rows with the same id, or without one", "('a1', NULL)"),
        ("T has rows with the same id, or without one", "('1')"),
        ("T has rows with the same id, or without one", "(NULL)"),
        ("T has a key id that P lacks", "('9')"),
    ],
)
def test_a_key_that_does_not_name_one_person_is_a_problem_of_all_rows(
    duckdb_bench, database, title, change
):
    database.load("public_table", ("code", "id"), [("a1", "1"), ("a2", "2")])
    database.load("private_table", ("id",), [("1",)])
    words = {"private": {"table": "t.csv", "key": "id"}, "delta": {"max": 1}}
    script = write_script(duckdb_bench.job(BY_PREFIX, **words), database.dialect, {"code": 1})
    assert run_script(database, script)[1] == [("a*",)]
    table = "public_table" if title.startswith("P") else "private_table"
    database.run(f"INSERT INTO {table} VALUES {change}")
    found, release = run_script(database, script)
    assert not release
    assert [row[0] for row in found["problems"]] == [title]
    assert found["verdict"][0][0] == "fails"


_PEOPLE = [("a1", "1", "x"), ("a2", "2", "x"), ("a3", "2", "y")]


@pytest.mark.parametrize(
    ("person", "more", "problems"),
    [
        (None, [], []),
        ("id", [], ["P has rows with the same id, or without one"]),
        (["id", "nr"], [], []),
        (["id", "nr"], [("a4", "2", "y")], ["P has rows with the same id and nr"]),
        (["id", "nr"], [("a4", "2", None)], ["P has rows with the same id and nr"]),
    ],
)
def test_a_person_with_several_rows_of_p_is_a_problem_of_all_rows(
    duckdb_bench, database, person, more, problems
):
    database.load("public_table", ("code", "id", "nr"), [*_PEOPLE, *more])
    database.load("private_table", ("code",), [("a1",)])
    job = duckdb_bench.job(BY_PREFIX, person=person, private="t.csv", delta={"max": 1})
    found, release = run_script(database, write_script(job, database.dialect, {"code": 1}))
    told = [row[0].replace(", or without one of these", "") for row in found["problems"]]
    assert told == problems
    assert release == ([] if problems else [("a*",)])


def test_a_script_releases_t_as_it_was_judged(duckdb_bench, database):
    """T may change while a script runs: the rows that were labelled are judged, and released."""
    people = draw_people()
    load(database, duckdb_bench, COLUMNS, people, people[:20])
    job = duckdb_bench.job({"zip": KINDS["zip"], "said": KINDS["said"]}, delta={"max": 1})
    for one in write_script(job, database.dialect).statements:
        if one.step == "release":
            database.run("INSERT INTO private_table SELECT * FROM public_table")
        if one.step == "clean up":
            break
        database.run(one.sql)
    rows = database.run("SELECT * FROM dpsql_release")
    assert sort_rows(rows) == sort_rows((row[0], row[4]) for row in people[:20])


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ([], []),
        ([("1", "near", "*")], [("zip has several labels", 1, 1)]),
        ([("1", None, "*")], [("zip has several labels", 1, 1)]),
        # Of values that do not occur.
        ([("9", "near", "west"), (None, "far", "*"), (None, None, "*")], []),
    ],
)
def test_a_script_tells_of_a_mapping_table_that_repeats_people(database, more, expected):
    """A join with two rows of a leaf would release its people twice; NULL is a leaf as well."""
    people = [("1",), ("2",), ("2",)]
    for name in ("public_table", "private_table"):
        database.load(name, ("zip",), people)
    rows = [("1", "far", "*"), ("2", "near", "*"), ("2", "near", "*"), *more]
    database.load("towns", ("zip", "area", "part"), rows)
    mapping = {"table": {"table": "towns"}, "columns": ["zip", "area", "part"]}
    job = dpsql.Job(public="p.csv", private="t.csv", quasi_identifiers={"zip": mapping})
    found, release = run_script(database, write_script(job, database.dialect, {"zip": 1}))
    assert found["problems"] == [(text, 2 * n, 2 * m) for text, n, m in expected]
    assert len(release) == (0 if expected else len(people))


#: δmin is broken by "b", which has nobody of T; the others by "a".
WITHHELD = {
    "delta_max": {"delta": {"max": "1/4"}},
    "delta_min": {"delta": {"min": "1/4", "max": 1}},
    "k_anonymity": {"constraints": {"k_anonymity": 3}},
    "k_map": {"constraints": {"k_map": 5}},
    "weak_k_anonymity": {"constraints": {"weak_k_anonymity": 3}},
    "presence_closeness": {"constraints": {"presence_closeness": "1/7"}},
    "presence_diversity": {"constraints": {"presence_diversity": "3/2"}},
    "t_closeness": {
        "constraints": {"t_closeness": {"lab": {"t": "1/3"}}},
        "keep": ["lab"],
        "private_rows": [("a1", "x"), ("a2", "x"), ("b1", "y")],
    },
    "l_diversity": {"constraints": {"l_diversity": {"lab": {"distinct": 2}}}, "keep": ["lab"]},
}
PEOPLE = [("a1", "x"), ("a2", "x"), ("a1", "x"), ("a2", "x"), ("b1", "y"), ("b2", "y")]
BY_PREFIX = {"code": {"prefix": [1]}}


def write_small_job(bench, database, private, **words):
    load(database, bench, ("code", "lab"), PEOPLE, private)
    return bench.job(words.pop("quasi_identifiers", BY_PREFIX), **words)


@pytest.mark.parametrize("words", WITHHELD.values(), ids=[*WITHHELD])
def test_a_release_that_breaks_the_job_is_empty(duckdb_bench, database, words):
    words = {**words}
    job = write_small_job(duckdb_bench, database, words.pop("private_rows", PEOPLE[:2]), **words)
    assert not duckdb_bench.measure(job, {"code": 1}).satisfied
    assert not run_script(database, write_script(job, database.dialect, {"code": 1}))[1]


@pytest.mark.parametrize("job_holds", [True, False])
def test_the_release_alone_is_judged_however_its_statements_are_run(
    duckdb_bench, database, job_holds
):
    """No statement that only looks is run, and those that store are run in the wrong order."""
    delta = {"max": "1/2" if job_holds else "1/4"}
    job = write_small_job(duckdb_bench, database, PEOPLE[:2], delta=delta)
    statements = write_script(job, database.dialect, {"code": 1}).statements
    stored = [one.sql for one in statements if one.sql.startswith("CREATE")]
    for sql in [*reversed(stored), *stored]:
        try:
            database.run(sql)
        except database.error:
            continue
    rows = database.run("SELECT * FROM dpsql_release")
    assert rows == ([("a*",), ("a*",)] if job_holds else [])


def test_an_insert_that_is_run_twice_releases_nobody_twice(duckdb_bench, database):
    """Twice as many people would be counted, too, and pass for two of a kind."""
    leaves = {f"label {i}": [f"a{i}", f"b{i}"] for i in range(101)}
    kinds = {"code": {"tree": {"*": leaves}}}
    words = {"quasi_identifiers": kinds, "constraints": {"k_anonymity": 2}}
    job = write_small_job(duckdb_bench, database, PEOPLE[:1], **words)
    once = []
    for one in write_script(job, database.dialect, {"code": 1}).statements:
        if one.sql.startswith("INSERT"):
            database.run(one.sql)
            once.append(one)
        if one.step == "clean up":
            break
        database.run(one.sql)
    assert once
    assert not database.run("SELECT * FROM dpsql_release")


DIVERSE = {"l_diversity": {"lab": {"distinct": 2}}}


def write_diverse_job(bench, database):
    """T has both values of `lab` in its one class; leaves are listed in a mapping table."""
    leaves = {f"label {i}": [f"a{i}", f"b{i}"] for i in range(101)}
    words = {"quasi_identifiers": {"code": {"tree": {"*": leaves}}}, "constraints": DIVERSE}
    words |= {"keep": ["lab"], "public_columns": ["code"], "delta": {"max": "2/3"}}
    return write_small_job(bench, database, [("a1", "x"), ("b1", "y")], **words)


def break_off(database, statements):
    """Run all that comes before the release."""
    for one in statements:
        if one.step == "release":
            return
        database.run(one.sql)


def test_a_script_replaces_the_tables_of_an_earlier_run(duckdb_bench, database):
    job = write_diverse_job(duckdb_bench, database)
    script = write_script(job, database.dialect, {"code": 1})
    break_off(database, script.statements)
    database.run("DELETE FROM private_table WHERE code = 'b1'")
    database.run(str(script))
    assert not database.run("SELECT * FROM dpsql_release")
    database.run("DROP TABLE dpsql_release")
    break_off(database, script.statements)
    database.run("INSERT INTO private_table VALUES ('b1', 'y')")
    assert len(run_whole(database, script)) == 2


def run_whole(database, script):
    """A script leaves nothing but the release behind."""
    database.run_whole(script)
    assert database.tables() == {"public_table", "private_table", "dpsql_release"}
    return database.run("SELECT * FROM dpsql_release")


def test_a_table_of_an_earlier_run_does_not_let_a_release_out(duckdb_bench, database):
    """A run that broke off leaves its tables; the next one goes on past the errors of P."""
    job = write_small_job(duckdb_bench, database, PEOPLE[:2], delta={"max": "1/2"})
    statements = write_script(job, database.dialect, {"code": 1}).statements
    break_off(database, statements)
    database.run("ALTER TABLE public_table RENAME COLUMN code TO town")
    failed = 0
    for one in statements:
        try:
            database.run(one.sql)
        except database.error:
            failed += 1
    assert failed
    assert "dpsql_release" not in database.tables()


def test_labels_that_steer_a_terminal_are_released_as_they_are(duckdb_bench, database):
    leaves = ["a\x1b[2J", "b\u202ec", "d\ne"]
    people = [(leaf,) for leaf in leaves for _ in range(2)]
    load(database, duckdb_bench, ("code",), people, people[::2])
    tree = {"x\x1b[31m\u202e": leaves[:2], "y\nz": leaves[2:]}
    job = duckdb_bench.job({"code": {"tree": tree}}, delta={"max": "1/2"})
    for level in (0, 1):
        rows, measured = check_script(duckdb_bench, database, job, {"code": level})
        assert measured.satisfied
        labels = (
            {leaf: leaf for leaf in leaves}
            if level == 0
            else {leaf: label for label, below in tree.items() for leaf in below}
        )
        assert sorted(rows) == sorted((labels[leaf],) for leaf in leaves)


#: How each database makes texts that differ in case equal, and how it writes such a column.
COLLATED = {
    "duckdb": ("SELECT 1", "VARCHAR COLLATE nocase"),
    "postgres": (
        "CREATE COLLATION blind"
        " (provider = icu, locale = 'und-u-ks-level2', deterministic = false)",
        "TEXT COLLATE blind",
    ),
}
ABOVE = [(f"label {i}", [f"a{i}", f"b{i}"]) for i in range(60)]
#: "a" and "A" are four people; T has "A" and "b", each the only one of its text.
CASES = [("a", "1"), ("A", "2"), ("b", "3"), ("B", "4")]


def load_collated(database, name, rows):
    type_ = COLLATED[database.dialect][1]
    database.run(f"CREATE TABLE {name} (code {type_}, id {type_})")
    for row in rows:
        database.run(f"INSERT INTO {name} VALUES ('{row[0]}', '{row[1]}')")


HIERARCHIES = {
    "prefix": ({"prefix": [1]}, {"code": 0}),
    "labels": ({"tree": {"*": {"x": ["a", "b"], "X": ["A", "B"]}}}, {"code": 1}),
    "many labels": (
        {"tree": {"*": {"x": ["a", "b"], "X": ["A", "B"]} | dict(ABOVE)}},
        {"code": 0},
    ),
}


@pytest.mark.parametrize("kind", HIERARCHIES)
@pytest.mark.parametrize("form", ["table", "key", "counted release"])
def test_a_collation_of_a_column_merges_nobody(database, kind, form):
    database.run(COLLATED[database.dialect][0])
    hierarchy, levels = HIERARCHIES[kind]
    load_collated(database, "public_table", CASES)
    private = [CASES[1], CASES[2]] if kind != "labels" else [CASES[1], CASES[3]]
    load_collated(database, "private_table", private)
    job = dpsql.Job(
        public="p.csv",
        private={"table": "t.csv", "key": "id"} if form == "key" else "t.csv",
        quasi_identifiers={"code": hierarchy},
        delta={"max": "1/2"},
        release={"path": "r.csv", "count": "n"} if form == "counted release" else None,
    )
    assert not run_script(database, write_script(job, database.dialect, levels))[1]
    everybody = write_script(job, database.dialect, {"code": 2})
    rows = run_script(database, everybody)[1]
    assert len(rows) == (1 if form == "counted release" else 2)


@pytest.mark.parametrize("kind", HIERARCHIES)
def test_a_collation_of_a_column_merges_no_counted_rows(database, kind):
    database.run(COLLATED[database.dialect][0])
    hierarchy, levels = HIERARCHIES[kind]
    load_collated(database, "public_table", CASES)
    load_collated(database, "private_table", CASES)
    job = dpsql.Job(
        public="p.csv",
        private="t.csv",
        quasi_identifiers={"code": hierarchy},
        delta={"max": 1},
        release={"path": "r.csv", "count": "n"},
    )
    rows = run_script(database, write_script(job, database.dialect, levels))[1]
    expected = [("X", 2), ("x", 2)] if kind == "labels" else [(one, 1) for one in "ABab"]
    assert sorted(rows) == expected


def test_keys_that_differ_in_case_name_two_people(database):
    database.run(COLLATED[database.dialect][0])
    load_collated(database, "public_table", [("1", "k"), ("1", "K"), ("2", "m"), ("2", "n")])
    load_collated(database, "private_table", [("1", "K")])
    job = dpsql.Job(
        public="p.csv",
        private={"table": "t.csv", "key": "id"},
        quasi_identifiers={"code": {"prefix": [1]}},
        delta={"max": "1/2"},
    )
    assert len(run_script(database, write_script(job, database.dialect))[1]) == 1


def test_a_sensitive_column_with_a_collation_has_the_values_that_it_shows(database):
    database.run(COLLATED[database.dialect][0])
    load_collated(database, "public_table", [("a", "x"), ("a", "X")])
    load_collated(database, "private_table", [("a", "x"), ("a", "X")])
    job = dpsql.Job(
        public="p.csv",
        private="t.csv",
        quasi_identifiers={"code": {"prefix": [1]}},
        constraints={"l_diversity": {"id": {"distinct": 2}}},
        keep=["id"],
        public_columns=["code"],
    )
    assert len(run_script(database, write_script(job, database.dialect))[1]) == 2


@pytest.mark.parametrize("is_set_back", [True, False])
def test_a_default_collation_merges_nobody(is_set_back):
    """A script sets it back; a release statement that is run without this stays empty."""
    with DuckDBByHand() as database:
        database.load("public_table", ("code", "id"), CASES)
        database.load("private_table", ("code", "id"), [CASES[1], CASES[3]])
        hierarchy = {"tree": {"*": {"x": ["a", "b"], "X": ["A", "B"]}}}
        job = dpsql.Job(
            public="p.csv",
            private="t.csv",
            quasi_identifiers={"code": hierarchy},
            delta={"max": "1/2"},
        )
        for level, count in ((1, 0), (2, 2 if is_set_back else 0)):
            database.run("SET default_collation = 'nocase'")
            for one in write_script(job, "duckdb", {"code": level}).statements:
                if is_set_back or one.step != "setting":
                    database.run(one.sql)
            assert len(database.run("SELECT * FROM dpsql_release")) == count
            database.run("DROP TABLE dpsql_release")


@pytest.mark.parametrize("stale", ["classes", "violating_lab"])
def test_a_table_of_classes_that_is_stale_lets_no_release_out(duckdb_bench, database, stale):
    """Statements are run past their errors, so one table is still that of an earlier run.

    Since then T has one sensitive value alone, and too many rows in the one class.
    """
    people = [("a1", "x"), ("a1", "y"), ("a1", "x"), ("a1", "y")]
    load(database, duckdb_bench, ("code", "lab"), people, people[:2])
    words = {"keep": ["lab"], "public_columns": ["code"], "delta": {"max": "3/4"}}
    if stale == "violating_lab":
        words |= {"constraints": DIVERSE}
    job = duckdb_bench.job({"code": {"prefix": [1]}}, **words)
    script = write_script(job, database.dialect, {"code": 1})
    assert len(run_script(database, script)[1]) == 2
    break_off(database, script.statements)
    if stale == "violating_lab":
        database.run("UPDATE private_table SET lab = 'x'")
    else:
        database.run("INSERT INTO private_table SELECT * FROM private_table")
    for one in script.statements:
        if one.step == "clean up":
            break
        if one.step != stale:
            database.run(one.sql)
    assert not database.run("SELECT * FROM dpsql_release")


#: Names of columns, tables and aliases of a script, and others that need quotes.
TAKEN = ["public_count", "Problem", "people", "value", "labels_people", "violates", 'a"b; --']


@pytest.mark.parametrize("pooled", [False, True])
def test_columns_of_any_name_are_released_under_their_names(duckdb_bench, database, pooled):
    people = [(f"a{i % 2}", "b", f"c{i % 4}", "d", "e", "f", f"g{i % 2}") for i in range(8)]
    rows = [(*row, "x") for row in people]
    load(database, duckdb_bench, (*TAKEN, "place"), rows, rows)
    many = {"*": {"all": [f"a{i}" for i in range(60)]}}
    kinds = {name: {"prefix": [1]} for name in TAKEN} | {"public_count": {"tree": many}}
    job = duckdb_bench.job(
        kinds,
        delta={"max": 1},
        constraints={"l_diversity": {"place": {"distinct": 1, "recursive": {"c": 2, "l": 1}}}},
        keep=["place"],
        public_columns=TAKEN,
        algorithm={"pooled": {"path": TAKEN[::-1], "least": 4}} if pooled else "spalm",
    )
    levels = {"public_count": 1, "people": 1, 'a"b; --': 1}
    found, release = run_script(database, write_script(job, database.dialect, levels))
    assert found["verdict"][0][0] == "holds"
    assert len(release) == 8
    assert {row[0] for row in release} == {"all"}


def test_a_name_in_use_gets_a_line_below(duckdb_bench):
    job = duckdb_bench.job({"Problem": {"prefix": [1]}, "problem_": {"prefix": [1]}})
    assert make_outline(job).problem == "problem__"
