"""``dpsql.init`` of tables in memory: the job is returned, runs as it is, and shows its text."""

import re
from pathlib import Path

import duckdb
import pytest

import dpsql
from dpsql.demo import write_people


@pytest.fixture
def frames(tmp_path, monkeypatch):
    """Return the census and the trial of the demo as tables of Arrow."""
    write_people(tmp_path / "people")
    monkeypatch.chdir(tmp_path)
    names = ("census", "trial")
    return [duckdb.sql(f"FROM 'people/{name}.parquet'").to_arrow_table() for name in names]


def _drop_comments(text):
    """The lines of a job without those that differ between a file and memory."""
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return [one for one in lines if not one.startswith(("public:", "private:", "release:"))]


def test_the_job_is_that_of_the_files_and_runs_as_it_is(frames):
    job = dpsql.init(*frames)
    assert not Path("job.yaml").exists()
    path = dpsql.init("people/census.parquet", "people/trial.parquet")
    assert _drop_comments(str(job)) == _drop_comments(path.read_text())
    of_files = dpsql.read_job(path)
    for key in ("quasi_identifiers", "delta", "algorithm", "public_columns", "person"):
        assert getattr(job, key) == getattr(of_files, key), key
    assert (job.private.key, job.release.path) == ("person_id", "released.parquet")
    assert job.public.memory.table is frames[0]
    assert dpsql.check(job).private_rows == 160
    # Levels are found in a moment.
    assert dpsql.anonymize(job.with_algorithm("spalm")).release.rows == 160


def test_it_shows_its_text_and_what_is_changed_in_it(frames):
    job = dpsql.init(*frames)
    assert repr(job).startswith("# A first job, made by dpsql.init.")
    assert "\npublic: pyarrow Table of P\n" in str(job)
    assert "\nprivate: {table: pyarrow Table of T, key: person_id}\n" in str(job)
    assert "dpsql.compare(job, algorithms=['pooled', 'cuts'])" in str(job)
    other = job.replace(delta={"max": "1/4"}).with_algorithm("spalm").replace(public=frames[0])
    for one in (other, other.at_levels({"age": 1}), other.model_copy(update={"known_absent": 2})):
        text = str(one)
        assert text == repr(one) and text.startswith("# A first job, made by dpsql.init.")
        for key in ("public: pyarrow Table", "delta: {max: 1/4}", "algorithm: spalm"):
            assert text.splitlines().count(key) == 1, key
    assert str(one).endswith("\nknown_absent: 2\n")
    assert "least_level: 1" in str(other.at_levels({"age": 1}))


def _comments(job):
    return [line for line in str(job).splitlines() if line.startswith("#")]


def test_comments_that_are_no_longer_known_to_be_true_go(frames):
    job = dpsql.init(*frames)
    left_out, why, unique = "are left out", "# Why: 2,000", "person_id is unique in P"
    fewer = str(job.replace(quasi_identifiers={"age": {"widths": [10]}}))
    assert (left_out in fewer, why in fewer, unique in fewer) == (False, False, True)
    assert "  # 160 of 2,000 people are in T" in fewer
    assert {"# keep: [lab_result]", "# constraints: {k_anonymity: 5}"} <= {*fewer.splitlines()}
    for other, has_why in (
        (job.replace(delta={"max": "1/4"}), True),
        (job.with_algorithm("spalm"), False),
    ):
        assert left_out in str(other) and unique in str(other)
        assert (why in str(other)) is has_why
    # With other tables nothing that was counted is shown.
    other = job.replace(public=frames[0].slice(0, 1000))
    counted = ("2,000", " values", "160", "unique", left_out, "keep:")
    assert all(one in str(job) for one in counted)
    assert not any(one in str(other) for one in counted)
    head, *comments = [one for one in str(other).splitlines() if one.startswith("#")]
    assert head.startswith("# A first job, made by dpsql.init. It had other tables.")
    assert all(one.startswith(("# Which", "# algorithm", "# constraints")) for one in comments)
    assert "\n  age: {widths: [5, 10, 20, 40]}\n" in str(other)
    assert "\nkeep: [lab_result]\n" in str(other.replace(keep=["lab_result"]))


def test_one_table_may_be_a_file_or_the_rows_be_marked(frames):
    mixed = dpsql.init(frames[0], "people/trial.parquet")
    assert dpsql.check(mixed).private_rows == 160
    assert mixed.release.path == "trial-released.parquet"
    registry = duckdb.sql("FROM 'people/registry.parquet'").to_arrow_table()
    marked = dpsql.init(registry, where="in_trial")
    assert dpsql.check(marked).private_rows == 160


def test_labels_that_must_be_listed_lie_beside(frames):
    rows = "SELECT * REPLACE (strftime(visit, '%d.%m.%Y') AS visit) FROM"
    tables = [duckdb.sql(f"{rows} 'people/{one}.parquet'") for one in ("census", "trial")]
    job = dpsql.init(*[one.to_arrow_table() for one in tables])
    assert Path("job-visit.csv").is_file()
    assert job.quasi_identifiers["visit"].hierarchy == "job-visit.csv"
    assert dpsql.check(job).private_rows == 160


def test_frames_of_pandas_and_polars(frames, caplog):
    pytest.importorskip("pandas", reason="the extra pandas is not installed")
    polars = pytest.importorskip("polars", reason="the extra polars is not installed")
    people = frames[0].to_pandas().set_index("person_id")
    job = dpsql.init(people.reset_index(), polars.from_arrow(frames[1]))
    assert "public: pandas DataFrame of P" in str(job)
    assert dpsql.check(job).private_rows == 160
    assert "index" not in caplog.text
    dpsql.init(people, polars.from_arrow(frames[1]))
    told = "the index of P is no column (person_id): pass frame.reset_index() to use it"
    assert caplog.text.count(told) == 1


def test_people_with_several_rows_are_told_of_without_a_statement_for_a_file(frames, caplog):
    twice = duckdb.sql("FROM 'people/census.parquet' UNION ALL FROM 'people/census.parquet'")
    job = dpsql.init(twice.to_arrow_table(), frames[1])
    assert "person_id" in caplog.text
    assert "COPY" not in str(job)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda p, t: dpsql.init(5, t), "public: give a path or a mapping or a table in memory"),
        (lambda p, t: dpsql.init({"table": p}, t), "public: pass the table in memory itself"),
        (lambda p, t: dpsql.init(p, t, "x.yaml"), "no file is written; drop"),
        (lambda p, t: dpsql.init(p, t, overwrite=True), "no file is written; drop"),
        (lambda p, t: dpsql.init(p), "name the table of T, or where"),
        (lambda p, t: dpsql.init(duckdb.sql("SELECT 1 AS a"), t), "pass its table: .to_arrow"),
    ],
)
def test_what_is_no_table_is_refused(frames, change, told):
    with pytest.raises(dpsql.ConfigError, match=re.escape(told)):
        change(*frames)


def test_a_function_that_takes_files_alone_says_how_a_frame_becomes_one(frames):
    with pytest.raises(dpsql.ConfigError, match=r"give a path, .*; write it to a file first: "):
        dpsql.frequencies(frames[0], ["zip"])
