"""The verifier judges by the rates, earlier releases and statistics that lie there now."""

import duckdb
import pytest

import dpsql
from dpsql.errors import InputError, IntegrityError, NotSatisfied
from dpsql.verifier.adversary import earlier, priors
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
    with pytest.raises(IntegrityError, match="with a prior it has levels"):
        priors.judge_by_prior(None, None, None, {}, "boxes", None)
    with pytest.raises(IntegrityError, match="with earlier releases it has levels"):
        earlier.judge_together(None, None, {}, "boxes", [], None)
