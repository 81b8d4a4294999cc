"""A T that is all of P is warned of, as a δ of 1 protects nobody; not without a δ."""

import pyarrow
import pytest
from pyarrow import parquet

SAID = "T is all of P: everybody is in it, so no δ below 1 can hold"
PEOPLE = pyarrow.table({"sex": ["f", "m"] * 60, "one": [True] * 120, "t": [True, False] * 60})


@pytest.fixture
def people(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    parquet.write_table(PEOPLE, "people.parquet")
    return tmp_path


@pytest.mark.parametrize("asked", [["people.parquet"], ["--where", "one"]])
def test_it_is_said(people, run, asked):
    first = run("init", "people.parquet", *asked)
    assert f"{SAID}; did you mean --where, or another table for T?" in first.stderr
    what = "condition" if "--where" in asked else "table"
    assert f"First name another {what} for T and run init again" in " ".join(first.stdout.split())
    mended = f"{SAID}; did you mean another T, or private: {{where: …}}?"
    # The job has a bound below 1, which nothing satisfies.
    checked = run("check", "job.yaml")
    assert (checked.exit_code, checked.stderr.count(mended)) == (4, 1)
    assert run("anonymize", "job.yaml").exit_code == 4


def test_if_nothing_can_be_released_the_error_is_one_line(people, run):
    run("init", "people.parquet", "people.parquet")
    text = (people / "job.yaml").read_text()
    assert "max: 0.99}" in text
    assert SAID in run("check", "job.yaml").stderr
    ended = run("anonymize", "job.yaml")
    assert (ended.exit_code, SAID in ended.stderr) == (4, False)


@pytest.mark.parametrize("delta", ["{}", "{min: 0}", "{max: 1}"])
def test_a_delta_that_bounds_nothing_is_said(people, run, delta):
    job = people / "job.yaml"
    text = "public: people.parquet\nprivate: {where: t}\nquasi_identifiers: {sex: {prefix: [1]}}\n"
    job.write_text(f"{text}release: r.csv\ndelta: {delta}\n")
    for command in ("check", "anonymize"):
        ended = run(command, job, "--quiet")
        assert (ended.exit_code, ended.stderr.count("delta from 0 to 1 bounds nothing")) == (0, 1)
    job.write_text(f"{text}delta: {delta}\nconstraints: {{k_anonymity: 2}}\n")
    assert "bounds nothing" not in run("check", job).stderr


def test_a_part_of_p_or_a_job_without_delta_is_not_warned_of(people, run):
    assert SAID not in run("init", "people.parquet", "--where", "t", "-o", "part.yaml").stderr
    assert SAID not in run("check", "part.yaml").stderr
    run("init", "people.parquet", "people.parquet")
    lines = (people / "job.yaml").read_text().splitlines()
    lines = [line for line in lines if not line.startswith("delta:")]
    (people / "job.yaml").write_text("\n".join([*lines, "constraints: {k_anonymity: 5}"]))
    for command in ("check", "anonymize"):
        ended = run(command, "job.yaml")
        assert (ended.exit_code, SAID in ended.stderr) == (0, False)
