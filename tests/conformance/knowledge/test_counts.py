"""Tables whose rows stand for several people mean what tables of single people mean."""

import hashlib
import json
import re
from decimal import Decimal

import pyarrow as pa
import pytest

import dpsql
from dpsql.sql.tables import people as limits
from dpsql.sql.tables import sample

COLUMNS = {
    "zip": {"tree": {"47*": ["47906", "47630"], "48*": ["48973"]}},
    "sex": {"tree": {"*": ["f", "m"]}},
}
HEADER = ("zip", "sex")
#: Values, people of P, those in T.
CENSUS = [
    ("47906", "f", 4, 1),
    ("47906", "m", 3, 1),
    ("47630", "f", 2, 0),
    ("48973", "m", 6, 2),
    ("48973", "f", 1, 1),
]
#: A row of nobody may hold values that no hierarchy has.
NOBODY = ("00000", "x", 0, 0)
DELTA = {"max": "2/5"}
ALGORITHMS = [
    "spalm",
    "incognito",
    {"pooled": {"path": "root"}},
    {"mpalm": {"cuts": "hierarchy"}},
    {"mpalm": {}},
    {"mondrian": {}},
]


def repeat(of_private):
    return [row[:2] for row in CENSUS for _ in range(row[3 if of_private else 2])]


def write_tables(bench):
    """Write P and T row by row, and as counts: a tuple may be counted in several rows."""
    bench.write("p.csv", repeat(False), HEADER)
    bench.write("t.csv", repeat(True), HEADER)
    split = [("47906", "f", 3, 1), ("47906", "f", "1.0", 0), *CENSUS[1:], NOBODY]
    bench.write("census.csv", [row[:3] for row in split], (*HEADER, "people"))
    bench.write("cases.csv", [(*row[:2], row[3]) for row in split], (*HEADER, "cases"))
    marked = [(*row[:2], people - cases, "") for row in split for people, cases in [_numbers(row)]]
    marked += [(*row[:2], row[3], "in") for row in split]
    bench.write("marked.csv", marked, (*HEADER, "people", "member"))


def _numbers(row):
    return int(float(row[2])), row[3]


P = {"path": "census.csv", "count": "people"}
T = {"path": "cases.csv", "count": "cases"}
FORMS = {
    "P": (P, "t.csv"),
    "T": ("p.csv", T),
    "P and T": (P, T),
    "T marked in P": (P | {"path": "marked.csv"}, {"where": "member = 'in'"}),
}


def tell(outcome):
    said = outcome.to_dict()
    for name in ("seconds", "peak_memory_bytes"):
        said.pop(name)
    return said


@pytest.mark.parametrize(
    ("algorithm", "form"),
    [
        *(("spalm", form) for form in FORMS),
        # The generative tests look at each on DuckDB.
        *(pytest.param(one, "P and T", marks=pytest.mark.tier("ci")) for one in ALGORITHMS[1:]),
    ],
    ids=str,
)
def test_counts_give_what_repeated_rows_give(bench, algorithm, form):
    write_tables(bench)
    public, private = FORMS[form]
    words = {"algorithm": algorithm, "delta": DELTA, "public_columns": list(COLUMNS)}
    rows = bench.anonymize(bench.job(COLUMNS, **words))
    released = bench.read_release()
    manifest = (bench.folder / "r.parquet.manifest.json").read_bytes()
    job = bench.job(COLUMNS, public=public, private=private, **words)
    counts = bench.anonymize(job, overwrite=True)
    assert tell(counts) == tell(rows)
    assert bench.read_release() == released
    assert (bench.folder / "r.parquet.manifest.json").read_bytes() == manifest


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("listed", [False, True])
def test_raw_tuples_are_released_and_verified_as_they_are_counted(bench, form, listed, monkeypatch):
    """A tuple may have nobody in T, also where rows are listed and not grouped."""
    if listed:
        monkeypatch.setattr(sample, "LEAST_SAMPLE", 1)
        monkeypatch.setattr(sample, "SAMPLED", 0)
    write_tables(bench)
    public, private = FORMS[form]
    words = {"public": public, "private": private, "public_columns": list(COLUMNS)}
    job = bench.job(COLUMNS, delta={"max": 1}, **words)
    released = bench.anonymize(job)
    assert set(released.levels.values()) == {0}
    assert (str(released.presence.minimum), str(released.presence.maximum)) == ("0", "1")
    assert sorted(bench.read_release()) == sorted(repeat(True))
    found = dpsql.risks(job, release=bench.folder / "r.parquet", **bench.engine.options)
    assert found.to_dict()["journalist"]["max"] == "1"


@pytest.mark.parametrize("form", ["P", "P and T", "T marked in P"])
def test_levels_chosen_from_counts_are_those_of_rows(bench, form):
    write_tables(bench)
    public, private = FORMS[form]
    words = {"delta": DELTA, "choose": "from_public", "public_columns": list(COLUMNS)}
    options = bench.engine.options
    rows = dpsql.choose(bench.job(COLUMNS, **words), **options).to_dict()
    job = bench.job(COLUMNS, public=public, private=private, **words)
    counts = dpsql.choose(job, **options).to_dict()
    assert rows | {"seconds": 0} == counts | {"seconds": 0}


def test_the_columns_of_counts_are_no_public_columns(duckdb_bench):
    write_tables(duckdb_bench)
    assert (
        duckdb_bench.measure(duckdb_bench.job(COLUMNS, public=P, private=T)).public_columns
        == HEADER
    )
    duckdb_bench.write("both.csv", [("47906", "f", 9, 1)], (*HEADER, "people", "cases"))
    both = {"public": P | {"path": "both.csv"}, "private": T | {"path": "both.csv"}}
    assert duckdb_bench.measure(duckdb_bench.job(COLUMNS, **both)).public_columns == HEADER


#: Counts as texts, and what is said of the two rows that hold one.
STRANGE = {
    None: "is empty in 2 rows",
    **dict.fromkeys(
        (
            "",
            "-1",
            "1.5",
            "1e3",
            "1,000",
            "12.000",
            " 3",
            "3 people",
            "0x10",
            "NaN",
            "inf",
            "9223372036854775808",
        ),
        "2 rows have no whole number from 0 to 1,000,000,000,000",
    ),
    "900000000000": "its counts sum to more than 1,000,000,000,000 people",
}


@pytest.mark.parametrize("count", STRANGE)
def test_a_count_that_is_no_number_of_people_is_refused(bench, count):
    rows = [("47906", "f", count), ("47630", "m", count), ("48973", "f", "1")]
    bench.write("t.csv", [("48973", "f")], HEADER)
    bench.write("census.csv", rows, (*HEADER, "people"))
    told = re.escape(STRANGE[count])
    with pytest.raises(dpsql.InputError, match=told) as caught:
        bench.measure(bench.job(COLUMNS, public=P))
    assert caught.value.exit_code == 3


def test_counts_of_t_are_refused_without_a_value(bench):
    write_tables(bench)
    bench.write("cases.csv", [("47906", "f", "-77")], (*HEADER, "cases"))
    with pytest.raises(dpsql.InputError, match=r"^T: count: column 'cases': 1 row has") as caught:
        bench.measure(bench.job(COLUMNS, public=P, private=T))
    assert "77" not in str(caught.value)
    assert "47906" not in str(caught.value)


@pytest.mark.parametrize(
    ("type_", "good", "bad"),
    [
        (pa.int8(), [3, 0], [-1, 1]),
        (pa.uint64(), [3, 0], [2**64 - 1, 1]),
        (pa.int64(), [3, 0], [None, 1]),
        (pa.float64(), [3.0, -0.0], [0.5, 1.0]),
        (pa.float64(), [3.0, 0.0], [float("nan"), 1.0]),
        (pa.float64(), [3.0, 0.0], [float("inf"), 1.0]),
        (pa.float32(), [3.0, 0.0], [-1.0, 1.0]),
        (pa.decimal128(12, 2), [Decimal(3), Decimal(0)], [Decimal("0.01"), Decimal(1)]),
        (pa.decimal128(38, 0), [Decimal(3), Decimal(0)], [Decimal(10**37), Decimal(1)]),
    ],
)
def test_counts_of_every_type_are_whole_numbers(bench, type_, good, bad):
    for cells, refused in ((good, False), (bad, True)):
        column = pa.array(cells, type_)
        table = pa.table({"zip": ["47906", "47630"], "people": column})
        bench.write("t.csv", [("47906",)], ["zip"])
        job = bench.job(
            {"zip": {"tree": {"*": ["47906", "47630"]}}}, public={"table": table, "count": "people"}
        )
        if refused:
            with pytest.raises(dpsql.InputError, match=r"^P: count: column 'people'"):
                bench.measure(job)
        else:
            assert bench.measure(job).public_rows == 3


def test_a_column_without_numbers_is_no_count(bench):
    table = pa.table({"zip": ["47906"], "people": [True]})
    bench.write("t.csv", [("47906",)], ["zip"])
    job = bench.job({"zip": {"prefix": [2]}}, public={"table": table, "count": "people"})
    with pytest.raises(dpsql.TypeMismatch, match="column 'people' is BOOLEAN, and no number of"):
        bench.measure(job)


def test_a_missing_column_of_counts_is_named(duckdb_bench):
    write_tables(duckdb_bench)
    job = duckdb_bench.job(COLUMNS, public={"path": "census.csv", "count": "persons"})
    with pytest.raises(dpsql.SchemaError, match="the public table has no column 'persons'"):
        duckdb_bench.measure(job)


def test_t_is_not_told_by_the_number_of_people(duckdb_bench):
    write_tables(duckdb_bench)
    job = duckdb_bench.job(COLUMNS, public=P, private={"where": "people IS NOT NULL"})
    with pytest.raises(dpsql.ConfigError, match=r"private.where: 'people' counts the people"):
        duckdb_bench.measure(job)


def test_a_table_that_counts_nobody_is_empty(bench):
    bench.write("t.csv", [], HEADER)
    bench.write("census.csv", [NOBODY[:3]], (*HEADER, "people"))
    with pytest.raises(dpsql.InputError, match=r"^P has no rows"):
        bench.measure(bench.job(COLUMNS, public=P))


def test_the_most_people_are_counted_exactly(bench):
    most = limits.MOST_PEOPLE
    bench.write("t.csv", [], (*HEADER, "cases"))
    bench.write("cases.csv", [("47906", "f", most // 2)], (*HEADER, "cases"))
    rows = [("47906", "f", most // 2 + 1), ("48973", "m", most // 2 - 1)]
    bench.write("census.csv", rows, (*HEADER, "people"))
    found = bench.measure(bench.job(COLUMNS, public=P, private=T, delta={"max": "1/2"}))
    assert (found.public_rows, found.private_rows) == (most, most // 2)
    assert found.presence.maximum.as_integer_ratio() == (most // 2, most // 2 + 1)
    assert found.satisfied is False
    words = {"algorithm": {"pooled": {"path": "columns"}}, "delta": {"max": "1/2"}}
    pooled = bench.measure(bench.job(COLUMNS, public=P, private=T, **words))
    assert pooled.presence.maximum.as_integer_ratio() == (1, 2)


def test_a_release_is_verified_against_the_counts(bench):
    write_tables(bench)
    words = {"public": P, "private": T, "public_columns": list(COLUMNS)}
    job = bench.job(COLUMNS, delta=DELTA, **words)
    dpsql.anonymize(job, **bench.engine.options)
    census = (bench.folder / "census.csv").read_text()
    bench.folder.joinpath("census.csv").write_text(census.replace("48973,m,6", "48973,m,7"))
    with pytest.raises(dpsql.IntegrityError, match="states another public_rows"):
        dpsql.verify(job, **bench.engine.options)
    cases = (bench.folder / "cases.csv").read_text()
    bench.folder.joinpath("census.csv").write_text(census)
    bench.folder.joinpath("cases.csv").write_text(cases.replace("48973,m,2", "48973,m,1"))
    with pytest.raises(dpsql.IntegrityError):
        dpsql.verify(job, **bench.engine.options)


def test_a_release_of_another_tool_is_measured_against_the_counts(bench):
    write_tables(bench)
    released = [("47*", "*")] * 2 + [("48*", "*")] * 3
    bench.write("foreign.csv", released, HEADER)
    job = bench.job(COLUMNS, public=P, private=T, delta=DELTA)
    found = dpsql.measure(job, release=bench.folder / "foreign.csv", **bench.engine.options)
    assert (str(found.presence.minimum), str(found.presence.maximum)) == ("2/9", "3/7")


@pytest.mark.parametrize("file", ["r.parquet", "r.csv"])
@pytest.mark.parametrize(
    "algorithm", ["spalm", {"pooled": {"path": "root"}}, {"mpalm": {}}], ids=str
)
def test_a_release_can_be_counted(bench, algorithm, file):
    write_tables(bench)
    words = {"public": P, "private": T, "algorithm": algorithm, "delta": DELTA}
    every = bench.anonymize(bench.job(COLUMNS, release=f"every.{file}", **words))
    counted = {"path": file, "count": "cases"}
    once = bench.anonymize(bench.job(COLUMNS, release=counted, **words))
    rows = bench.read_release(file)
    assert sorted(str(row[:-1]) for row in rows for _ in range(int(row[-1]))) == sorted(
        map(str, bench.read_release(f"every.{file}"))
    )
    assert once.release.rows == len({row[:-1] for row in rows}) == len(rows)
    assert (once.metrics, once.presence) == (every.metrics, every.presence)
    manifest = json.loads((bench.folder / f"{file}.manifest.json").read_text())["release"]
    assert (manifest["rows"], manifest["private_rows"], manifest["count"]) == (
        len(rows),
        5,
        "cases",
    )


@pytest.fixture
def counted(duckdb_bench):
    """A counted release, and the job that it was made by."""
    write_tables(duckdb_bench)
    job = duckdb_bench.job(
        COLUMNS, public=P, private=T, delta=DELTA, release={"path": "r.csv", "count": "cases"}
    )
    duckdb_bench.anonymize(job)
    return duckdb_bench, job


def alter(bench, change):
    """Change the lines of a release, and its hash and rows in the manifest."""
    path, manifest = bench.folder / "r.csv", bench.folder / "r.csv.manifest.json"
    before = hashlib.sha256(path.read_bytes()).hexdigest()
    header, *lines = path.read_text().splitlines()
    rows = len(lines)
    lines = change(lines)
    path.write_text("".join(f"{line}\n" for line in [header, *lines]))
    text = manifest.read_text().replace(before, hashlib.sha256(path.read_bytes()).hexdigest())
    manifest.write_text(text.replace(f'"rows": {rows}', f'"rows": {len(lines)}'))


def split_first(lines):
    """The first row as two rows, one of which counts one."""
    values, _, number = lines[0].rpartition(",")
    return [f"{values},1", f"{values},{int(number) - 1}", *lines[1:]]


def change_first(number):
    return lambda lines: [f"{lines[0].rpartition(',')[0]},{number}", *lines[1:]]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (split_first, "it counts equal rows apart"),
        (change_first(9), "not as often in it as in T"),
        (change_first("0"), "1 counts in column 'cases' are no number of rows"),
        (change_first("02"), "1 counts in column 'cases' are no number of rows"),
        (change_first(""), "1 counts in column 'cases' are no number of rows"),
        (lambda lines: lines[::-1], "its rows are not sorted"),
        (lambda lines: [*lines, "*,*,1"], "1 distinct row is not as often in it as in T"),
    ],
)
def test_a_counted_release_that_was_changed_is_refused(counted, change, told):
    bench, job = counted
    alter(bench, change)
    with pytest.raises(dpsql.IntegrityError, match=told):
        dpsql.verify(job)


def test_a_release_is_counted_as_its_job_says(counted):
    bench, job = counted
    plain = bench.job(COLUMNS, public=P, private=T, delta=DELTA, release="r.csv")
    mend = "release={'path': …, 'count': 'cases'}"
    told = f"each row once, with a count in column 'cases'; write {mend}"
    with pytest.raises(dpsql.IntegrityError, match=re.escape(told)):
        dpsql.verify(plain)
    with pytest.raises(dpsql.ConfigError, match=re.escape(told)):
        dpsql.measure(plain, release=bench.folder / "r.csv")
    foreign = dpsql.measure(job, release=bench.folder / "r.csv")
    verified = dpsql.verify(job).to_dict()
    assert foreign.to_dict()["presence"] == verified["presence"]
    read = dpsql.verify(job, foreign=True).to_dict()
    assert read["release"] == verified["release"]
    assert read["presence"] == verified["presence"]
    bench.anonymize(plain, overwrite=True)
    with pytest.raises(dpsql.IntegrityError, match="it has a row per person, and the job counts"):
        dpsql.verify(job)


def test_levels_from_p_are_found_again_for_a_counted_release(duckdb_bench):
    """How many rows T has stands in the manifest."""
    write_tables(duckdb_bench)
    words = {"choose": "from_public", "delta": {"max": "1/2"}, "private": T, "public": P}
    release = {"path": "r.parquet", "count": "cases"}
    duckdb_bench.anonymize(duckdb_bench.job(COLUMNS, release=release, **words))
