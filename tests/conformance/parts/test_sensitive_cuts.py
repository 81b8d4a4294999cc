"""Cuts along the hierarchies, on every engine: the values of each part are protected."""

import pyarrow
import pytest

import dpsql
from dpsql.release.manifest import Claims
from tests.conformance.parts.test_sensitive_pooled import DIVERSE, MODELS, PATIENTS, PEOPLE, TREE


def make_job(bench, constraints, algorithm="mpalm", rest="kept", **words):
    return bench.job(
        {"v": {"tree": TREE}},
        public=pyarrow.table({"v": PEOPLE}),
        private=pyarrow.table(PATIENTS),
        delta={"max": "1"},
        constraints=constraints,
        keep=["found"],
        algorithm={algorithm: {"cuts": "hierarchy", "rest": rest}},
        release="r.csv",
        **words,
    )


@pytest.mark.parametrize("constraints", MODELS)
@pytest.mark.parametrize("algorithm", ["mpalm", "mondrian"])
def test_labels_that_are_not_protected_stay_together(bench, constraints, algorithm):
    """Canada and Peru have a row each, and together both values; Spain and France are not cut."""
    job = make_job(bench, constraints, algorithm)
    said = bench.anonymize(job).to_dict()
    assert (said["partitions"], said["search"]["parts"]) == (3, 3)
    lines = (bench.folder / "r.csv").read_text(encoding="utf-8").splitlines()[1:]
    europe = [*["Europe,k"] * 2, *["Europe,l"] * 2]
    assert lines == ["America,k", "America,l", *europe, "USA,k", "USA,l"]
    assert dpsql.verify(job, **bench.engine.options).to_dict()["models"] == said["models"]
    refused = make_job(bench, constraints, algorithm, rest="refused")
    assert bench.anonymize(refused, overwrite=True).to_dict()["search"]["parts"] == 2


@pytest.mark.parametrize(("values", "parts"), [("kklkl", 2), ("klklk", 1)])
def test_good_labels_join_a_rest_until_it_is_protected(bench, values, parts):
    """The row of c is alone. b joins it: k, k and l are of entropy 1.89, less than 2 values."""
    job = bench.job(
        {"v": {"tree": {"*": ["a", "b", "c"]}}},
        public=pyarrow.table({"v": ["a"] * 3 + ["b"] * 2 + ["c"]}),
        private=pyarrow.table({"v": ["c", "b", "b", "a", "a"], "found": list(values)}),
        delta={"max": "1"},
        constraints={
            "l_diversity": {"found": {"distinct": 2} if parts == 2 else {"entropy": "19/10"}}
        },
        keep=["found"],
        algorithm={"mpalm": {"cuts": "hierarchy"}},
        release="r.csv",
    )
    assert bench.anonymize(job).search.parts == parts


def test_a_release_whose_values_are_not_protected_is_refused(bench):
    """It is made without the constraint; then its manifest claims that it satisfies it."""
    bench.anonymize(make_job(bench, {}))
    manifest = bench.folder / "r.csv.manifest.json"
    claims = Claims.model_validate_json(manifest.read_bytes())
    job = make_job(bench, DIVERSE)
    claims = claims.model_copy(update={"constraints": job.constraints})
    manifest.write_bytes(claims.to_bytes())
    with pytest.raises(dpsql.NotSatisfied, match="4 of 5 classes of T violate the job"):
        dpsql.verify(job, **bench.engine.options)
    measured = dpsql.measure(job, release=bench.folder / "r.csv", **bench.engine.options)
    assert measured.satisfied is False


def test_nothing_is_released_where_all_of_t_fails(bench):
    with pytest.raises(dpsql.NoSafeRelease, match="no parts can satisfy the job"):
        bench.anonymize(make_job(bench, {"l_diversity": {"found": {"distinct": 3}}}))
