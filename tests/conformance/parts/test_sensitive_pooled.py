"""Every engine lets people climb until the sensitive values of their classes are protected."""

import json

import pyarrow
import pytest

import dpsql

TREE = {"*": {"America": ["USA", "Canada", "Peru"], "Europe": ["Spain", "France"]}}
PEOPLE = ["USA"] * 4 + ["Canada", "Peru"] + ["Spain"] * 3 + ["France"] * 3
#: All of Spain's rows are of one value, and all of France's; together they are half and half.
PATIENTS = {
    "v": ["USA", "USA", "Canada", "Peru", "Spain", "Spain", "France", "France"],
    "found": ["k", "l", "k", "l", "k", "k", "l", "l"],
}
DIVERSE = {"l_diversity": {"found": {"distinct": 2}}}
MODELS = [
    DIVERSE,
    {"l_diversity": {"found": {"entropy": 2}}},
    {"l_diversity": {"found": {"recursive": {"c": 2, "l": 2}}}},
    {"t_closeness": {"found": {"t": 0}}},
    {"t_closeness": {"found": {"t": 0, "distance": "ordered", "order": ["k", "l"]}}},
]


def make_job(bench, constraints, least="auto", **words):
    return bench.job(
        {"v": {"tree": TREE}},
        public=pyarrow.table({"v": PEOPLE}),
        private=pyarrow.table(PATIENTS),
        delta={"max": "1"},
        constraints=constraints,
        keep=["found"],
        algorithm={"pooled": {"least": least}},
        release="r.csv",
        **words,
    )


@pytest.mark.parametrize("constraints", MODELS)
def test_people_climb_until_the_values_are_protected(bench, constraints):
    """Four settle together, one more than in Spain: it climbs to Europe, where France is."""
    job, options = make_job(bench, constraints), bench.engine.options
    said = bench.anonymize(job).to_dict()
    assert said["search"]["optimal"] is True
    assert said["pooled"]["least"] == 4
    assert [(s["levels"]["v"], s["public_rows"], s["private_rows"]) for s in said["steps"]] == [
        (0, 4, 2),
        (1, 6, 4),
        (2, 2, 2),
    ]
    lines = (bench.folder / "r.csv").read_text(encoding="utf-8").splitlines()[1:]
    assert lines == ["*,k", "*,l", *["Europe,k"] * 2, *["Europe,l"] * 2, "USA,k", "USA,l"]
    assert dpsql.verify(job, **options).to_dict()["models"] == said["models"]
    for release in (None, bench.folder / "r.csv"):
        measured = dpsql.measure(job, release=release, **options)
        assert measured.satisfied is True
        assert measured.to_dict()["models"] == said["models"]
    fewer = dpsql.explain(job, **options).to_dict()["fewer"]
    assert (fewer["least"], fewer["broken_classes"], fewer["sensitive_classes"]) == (2, 0, 2)


@pytest.mark.parametrize("constraints", MODELS)
def test_classes_that_violate_a_model_are_counted(bench, constraints):
    """Where two may settle together, Spain does, and so does France."""
    found = dpsql.measure(make_job(bench, constraints, least=2), **bench.engine.options)
    assert found.satisfied is False
    *_, last = found.models
    assert (last.holds, last.broken_classes) == (False, 2)
    with pytest.raises(dpsql.NoSafeRelease, match="no start and no number of people satisfies"):
        bench.anonymize(make_job(bench, {"l_diversity": {"found": {"distinct": 3}}}))


def test_a_release_whose_values_are_not_protected_is_refused(bench):
    """It is made without the constraint; then its manifest claims that it satisfies it."""
    bench.anonymize(make_job(bench, {}, least=2))
    manifest = bench.folder / "r.csv.manifest.json"
    claims = json.loads(manifest.read_text(encoding="utf-8"))
    claims["constraints"] = DIVERSE
    manifest.write_text(json.dumps(claims, indent=2) + "\n", encoding="utf-8")
    job = make_job(bench, DIVERSE, least=2)
    with pytest.raises(dpsql.NotSatisfied, match="2 of 4 classes of T violate the job"):
        dpsql.verify(job, **bench.engine.options)
    measured = dpsql.measure(job, release=bench.folder / "r.csv", **bench.engine.options)
    assert measured.satisfied is False


def test_nothing_is_released_where_t_fails_at_what_was_chosen_from_p(bench):
    job = make_job(bench, DIVERSE, least=2, choose="from_public")
    with pytest.raises(dpsql.NoSafeRelease, match="T does not satisfy the job"):
        bench.anonymize(job)
    assert not (bench.folder / "r.csv").exists()
