"""The verifier judges by the rates, earlier releases and statistics that lie there now."""

import json
import logging

import duckdb
import pytest
from sqlglot import exp

import dpsql
from dpsql.errors import HierarchyError, InputError, IntegrityError, NotSatisfied
from dpsql.verifier.adversary import earlier, priors
from dpsql.verifier.foreign import overlapping_boxes
from dpsql.verifier.pooled import expected_pooling
from tests.earlier_releases import write_manifest

PEOPLE = ["a,young", "a,old", "a,old", "b,old", "b,young", "b,young", "b,old", "a,young"]
MEMBERS = ["a,old", "b,young", "b,old", "a,young"]
COLUMNS = {"town": {"tree": {"*": ["a", "b"]}}, "age": {"tree": {"*": ["young", "old"]}}}


@pytest.fixture
def make_job(duckdb_bench):
    """Write P and T; return a job over them that knows more."""

    def made(**words):
        duckdb_bench.write("p.csv", [one.split(",") for one in PEOPLE], ("town", "age"))
        duckdb_bench.write("t.csv", [one.split(",") for one in MEMBERS], ("town", "age"))
        return duckdb_bench.job(COLUMNS, **words)

    return made


def write_rates(bench, rates, type_="DECIMAL(3, 2)"):
    rows = ", ".join(f"('{age}', {rate}::{type_})" for age, rate in rates.items())
    file = bench.folder / "rates.parquet"
    duckdb.sql(f"SELECT * FROM (VALUES {rows}) AS rates (age, rate)").write_parquet(str(file))


def write_earlier(bench, rows="aabb", **claims):
    file = bench.write("e.csv", [(town, "*") for town in rows], ("town", "age"))
    given = {"levels": {"town": 0, "age": 1}, "public_rows": 8, "private_rows": 4} | claims
    write_manifest(file, **given)


@pytest.mark.parametrize("type_", ["DECIMAL(3, 2)", "DOUBLE"])
def test_other_rates(make_job, duckdb_bench, type_):
    prior = {"path": "rates.parquet", "columns": ["age"], "rate": "rate"}
    job = make_job(prior=prior, delta={"max": "1/2"})
    write_rates(duckdb_bench, {"young": "0.5", "old": "0.5"}, type_)
    assert dpsql.anonymize(job, levels={"town": 0}).levels == {"town": 0, "age": 0}
    for rates, error, told in (
        ({"young": "0.5"}, InputError, "some people of P have no rate"),
        ({"young": "0", "old": "0"}, InputError, "or more than can be; correct the rates"),
        ({"young": "1", "old": "0.5"}, InputError, "fewer people of a class than are in T"),
        ({"young": "0.5", "old": "0.25"}, IntegrityError, "another prior"),
    ):
        write_rates(duckdb_bench, rates, type_)
        with pytest.raises(error, match=told):
            dpsql.verify(job)


def test_rates_that_break_delta(make_job, duckdb_bench):
    prior = {"path": "rates.parquet", "columns": ["age"], "rate": "rate"}
    job = make_job(prior=prior, delta={"max": "1/2"})
    write_rates(duckdb_bench, {"young": "0.5", "old": "0.5"})
    dpsql.anonymize(job, levels={"age": 1})
    write_rates(duckdb_bench, {"young": "0.5", "old": "0.25"})
    told = "under the prior, 2 classes of P have a posterior outside of delta"
    with pytest.raises(NotSatisfied, match=told):
        dpsql.verify(job)


def test_without_delta_a_posterior_is_told_and_not_judged(make_job, duckdb_bench):
    prior = {"path": "rates.parquet", "columns": ["age"], "rate": "rate"}
    write_rates(duckdb_bench, {"young": "0.5", "old": "0.25"})
    job = make_job(prior=prior, constraints={"k_anonymity": 2})
    found = dpsql.anonymize(job, levels={"age": 1})
    assert found.posterior.maximum > 0.5
    told = dpsql.verify(job).to_dict()
    assert told["posterior"]["max"] == pytest.approx(found.posterior.maximum)
    assert [one["name"] for one in told["models"]] == ["k_anonymity"]


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"rows": "aaab"}, "e.csv has as many rows as T, but others at its levels"),
        ({"rows": "aabc"}, "e.csv was made with another P, or with other hierarchies"),
        ({"levels": {"town": 0, "age": 2}}, "e.csv was made with another hierarchy of age"),
        ({"rows": "aab", "private_rows": 3}, "another together"),
    ],
)
def test_another_earlier_release(make_job, duckdb_bench, changed, told):
    job = make_job(earlier=("e.csv",), delta={"max": "2/3"})
    write_earlier(duckdb_bench)
    assert dpsql.anonymize(job, levels={"town": 1}).together.method == "exact"
    write_earlier(duckdb_bench, **changed)
    with pytest.raises(IntegrityError, match=told):
        dpsql.verify(job)


def test_an_earlier_release_that_lacks_a_column(make_job, duckdb_bench):
    job = make_job(earlier=("e.csv",), delta={"max": "2/3"})
    write_earlier(duckdb_bench)
    dpsql.anonymize(job, levels={"town": 1})
    file = duckdb_bench.write("e.csv", [("a",), ("a",), ("b",), ("b",)], ("town",))
    levels = {"town": 0, "age": 1}
    write_manifest(file, levels, public_rows=8, private_rows=4)
    with pytest.raises(IntegrityError, match="lacks columns that its manifest names"):
        dpsql.verify(job)


def test_more_atoms_than_can_be_judged(make_job, duckdb_bench, monkeypatch):
    job = make_job(earlier=("e.csv",), delta={"max": "2/3"})
    write_earlier(duckdb_bench)
    dpsql.anonymize(job, levels={"town": 1})
    monkeypatch.setattr(earlier, "_MOST_ATOMS", 3)
    with pytest.raises(NotSatisfied, match="together with the earlier releases"):
        dpsql.verify(job)


def test_only_levels_are_judged_by_more_than_p():
    """A job with boxes is refused before."""
    with pytest.raises(IntegrityError, match="a job with a prior releases levels"):
        priors.judge_by_prior(None, None, None, {}, "boxes", None)
    with pytest.raises(IntegrityError, match="with earlier releases it has levels"):
        earlier.judge_together(None, None, {}, "boxes", [], None)


@pytest.fixture
def make_estimated(duckdb_bench):
    """Write tables that say what P has; return a job over them and T, without P."""

    def made(type_="DECIMAL(3, 2)", **words):
        duckdb_bench.write("towns.csv", [("a", 300), ("b", 700)], ("town", "people"))
        write_rates(duckdb_bench, {"young": "0.25", "old": "0.75"}, type_)
        duckdb_bench.write("t.csv", [one.split(",") for one in MEMBERS], ("town", "age"))
        tables = [
            {"path": "towns.csv", "columns": ["town"], "count": "people"},
            {"path": "rates.parquet", "columns": ["age"], "share": "rate"},
        ]
        usual = {"delta": {"max": "1/5"}, "confidence": "9/10"}
        population = {"size": 1000, "tables": tables}
        return duckdb_bench.job(COLUMNS, public=None, population=population, **usual | words)

    return made


@pytest.mark.parametrize("type_", ["DECIMAL(3, 2)", "DOUBLE"])
def test_other_statistics(make_estimated, duckdb_bench, type_):
    job = make_estimated(type_)
    assert dpsql.anonymize(job).satisfied
    duckdb_bench.write("towns.csv", [("a", 300), ("x", 700)], ("town", "people"))
    with pytest.raises(HierarchyError, match="a value of T or of the statistics has no place"):
        dpsql.verify(job)
    duckdb_bench.write("towns.csv", [("a", 1), ("b", 999)], ("town", "people"))
    with pytest.raises(NotSatisfied, match="its confidence is"):
        dpsql.verify(job)


def start_at(job, levels):
    """Return the job with these levels where everybody starts."""
    columns = {
        name: words.model_copy(update={"least_level": levels[name], "most_level": levels[name]})
        for name, words in job.quasi_identifiers.items()
    }
    return job.with_unchecked({"quasi_identifiers": columns})


CLIMB = {"algorithm": {"pooled": {"path": "root", "least": 100}}}


@pytest.mark.parametrize(
    ("levels", "steps", "at_root"),
    [({"town": 0, "age": 0}, 2, 1), ({"town": 1, "age": 0}, 1, 0), ({"town": 1, "age": 1}, 1, 0)],
)
def test_rows_that_climb_by_statistics(make_estimated, levels, steps, at_root):
    """Of 1000 people 75 are young in a; without a table that tells labels apart nobody climbs."""
    job = start_at(make_estimated(**CLIMB), levels)
    dpsql.anonymize(job)
    found = dpsql.verify(job).to_dict()
    assert (len(found["steps"]), found["pooled"]["private_rows"]) == (steps, at_root)


def change_claims(job, change):
    manifest = job.folder / "r.parquet.manifest.json"
    claims = json.loads(manifest.read_text())
    change(claims)
    manifest.write_text(json.dumps(claims, indent=2, ensure_ascii=False) + "\n")


def test_steps_that_nobody_takes(make_estimated):
    job = start_at(make_estimated(**CLIMB), {"town": 0, "age": 0})
    dpsql.anonymize(job)
    change_claims(job, lambda claims: claims["steps"].pop())
    with pytest.raises(IntegrityError, match="steps"):
        dpsql.verify(job)


def test_an_engine_that_lets_others_settle(make_estimated, monkeypatch):
    job = start_at(make_estimated(**CLIMB), {"town": 0, "age": 0})
    dpsql.anonymize(job)
    wrong = lambda number: exp.Literal.number(3 * number)  # noqa: E731
    monkeypatch.setattr(expected_pooling, "_integer", wrong)
    with pytest.raises(IntegrityError, match="steps"):
        dpsql.verify(job)


def test_without_delta_statistics_tell_and_judge_nothing(make_estimated):
    job = make_estimated(delta=None, confidence=None, constraints={"k_anonymity": 2})
    dpsql.anonymize(job, levels={"town": 1, "age": 1})
    assert [one["name"] for one in dpsql.verify(job).to_dict()["models"]] == ["k_anonymity"]


@pytest.mark.parametrize(
    "change",
    [
        lambda steps: steps.pop(),
        lambda steps: steps.append(steps[-1] | {"levels": {"town": 1, "age": 1}}),
    ],
)
def test_other_steps_of_a_pooled_release(make_job, change):
    job = make_job(delta={"max": "1/2"}, algorithm={"pooled": {"path": "columns", "least": 3}})
    dpsql.anonymize(job := start_at(job, {"town": 0, "age": 0}))
    change_claims(job, lambda claims: change(claims["steps"]))
    with pytest.raises(IntegrityError, match="steps"):
        dpsql.verify(job)


def test_values_of_t_that_differ_are_warned_of(make_job, duckdb_bench, caplog):
    job = make_job(delta={"max": "1"}, public="ids.csv", private={"table": "t.csv", "key": "id"})
    people = [one.split(",") for one in PEOPLE]
    duckdb_bench.write(
        "ids.csv", [(n, *one) for n, one in enumerate(people)], ("id", "town", "age")
    )
    duckdb_bench.write("t.csv", [(0, "a", "young"), (1, "b", "old")], ("id", "town", "age"))
    dpsql.anonymize(job)
    caplog.clear()
    with caplog.at_level(logging.WARNING):
        dpsql.verify(job)
    assert "differ" in caplog.text


@pytest.mark.parametrize("numbers", ["DOUBLE", "DECIMAL(9, 1)"])
def test_counts_that_are_no_whole_numbers(make_job, duckdb_bench, numbers):
    job = make_job(delta={"max": "1"}, release={"path": "r.parquet", "count": "n"})
    file = duckdb_bench.folder / "other.parquet"
    rows = "('a', 'old'), ('b', 'young'), ('b', 'old'), ('a', 'young')"
    duckdb.sql(f"SELECT *, 1::{numbers} AS n FROM (VALUES {rows}) AS t (town, age)").write_parquet(
        str(file)
    )
    with pytest.raises(IntegrityError, match="its column 'n' holds no whole numbers"):
        dpsql.measure(job, release=file)


def test_boxes_that_overlap_and_cannot_be_judged(make_job, duckdb_bench, monkeypatch):
    job = make_job(delta={"max": "1"})
    rows = [("a", "*"), ("*", "old"), ("*", "*"), ("b", "*")]
    file = duckdb_bench.write("other.csv", rows, ("town", "age"))
    assert "overlap" in dpsql.measure(job, release=file).to_dict()
    monkeypatch.setattr(overlapping_boxes, "_MOST_PAIRS", 5)
    with pytest.raises(IntegrityError, match="overlap in more than 5 places"):
        dpsql.measure(job, release=file)
    monkeypatch.undo()
    duckdb_bench.write("other.csv", [*rows[:2], ("a", "old"), ("a", "*")], ("town", "age"))
    with pytest.raises(IntegrityError, match="1 row of T lies in none of its boxes"):
        dpsql.measure(job, release=file)
