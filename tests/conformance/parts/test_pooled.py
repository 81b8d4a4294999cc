"""Every engine lets the same people of the paper's example climb, and verifies what it wrote."""

import json
from hashlib import sha256

import pyarrow
import pytest

import dpsql
from tests.oracle.search.pooling import find_optimum, list_steps, publish, settle
from tests.oracle.tables.running_example import make_example


@pytest.mark.parametrize("path", ["root", "columns", (2, 0, 1)])
@pytest.mark.parametrize("release", ["r.csv", "r.parquet"])
def test_who_settles_where(bench, paper_job, path, release):
    example = make_example(("0", "2/3"))
    _, pooling = find_optimum(example, path, [4])
    names = ["zip", "age", "nationality"]
    words = path if isinstance(path, str) else [names[j] for j in path]
    job = paper_job(
        delta={"max": "2/3"}, algorithm={"pooled": {"path": words, "least": 4}}, release=release
    )
    said = bench.anonymize(job).to_dict()
    settled = settle(example, pooling)
    assert list(said["levels"].values()) == list(pooling.start)
    assert said["pooled"]["classes"] == len(publish(example, settled))
    steps = list_steps(example, pooling)
    assert [list(step["levels"].values()) for step in said["steps"]] == list(map(list, steps))
    assert [step["private_rows"] for step in said["steps"]] == [
        sum(settled[row] == node for row in example.private) for node in steps
    ]
    assert said["pooled"]["public_rows"] > 0
    options = bench.engine.options
    measured = dpsql.measure(job, said["levels"], **options).to_dict()
    of_file = dpsql.measure(job, release=bench.folder / release, **options).to_dict()
    for one in (measured, of_file):
        assert one["satisfied"] is True
        for key in ("levels", "pooled", "steps", "presence", "models"):
            assert one[key] == said[key], key


@pytest.mark.parametrize("release", ["r.csv", "r.parquet"])
def test_a_release_is_measured_by_another_job(bench, paper_job, release):
    """What a release shows can be judged by a δ that it does not satisfy."""
    words = {"algorithm": {"pooled": {"path": "root", "least": 4}}, "release": release}
    bench.anonymize(paper_job(delta={"max": "2/3"}, **words))
    strict = paper_job(delta={"max": "1/3"}, release=release)
    found = dpsql.measure(strict, release=bench.folder / release, **bench.engine.options)
    assert found.satisfied is False
    assert found.pooled.least == 4
    (broken,) = [one for one in found.models if one.name == "delta max"]
    assert broken.broken_classes > 0


def test_a_file_that_is_not_that_of_its_manifest_is_not_measured(bench, paper_job):
    job = paper_job(delta={"max": "2/3"}, algorithm={"pooled": {"least": 4}}, release="r.csv")
    bench.anonymize(job)
    file = bench.folder / "r.csv"
    file.write_bytes(file.read_bytes() + b"\n")
    with pytest.raises(dpsql.IntegrityError, match="its bytes are not those"):
        dpsql.measure(job, release=file, **bench.engine.options)


@pytest.mark.parametrize("release", ["r.csv", "r.parquet"])
def test_steps_with_equal_texts_tell_only_of_their_one_class(bench, release):
    """X is a person's value, and the label of a and b: by the release nobody tells them apart.

    Two of the three people with the value X are in T: alone, their presence would be 2/3.
    """
    people = ["X", "X", "X", "a", "b", "b"]
    said = []
    for members in (["X", "X"], ["b", "b"], ["X", "a"]):
        job = bench.job(
            {"v": {"tree": {"*": {"X": ["a", "b", "X"], "Y": ["c"]}}}},
            public=pyarrow.table({"v": [*people, *["c"] * 4]}),
            private=pyarrow.table({"v": members}),
            delta={"max": "1/2"},
            algorithm={"pooled": {"least": 3}},
            release=release,
        )
        found = bench.anonymize(job, overwrite=True).to_dict()
        assert found["levels"] == {"v": 0}
        assert found["presence"] == {"min": "0", "max": "1/3"}
        assert [step["public_rows"] for step in found["steps"]] == [7, 3]
        assert [step["private_rows"] for step in found["steps"]] == [2, 0]
        said.append((bench.folder / f"{release}.manifest.json").read_bytes())
    assert len(set(said)) == 1


def change_least(claims):
    claims["pooled"]["least"] = 7


def let_nobody_settle_together(claims):
    claims["pooled"]["least"] = 0


def change_start(claims):
    claims["levels"]["zip"] = claims["steps"][0]["levels"]["zip"] = 3


def leave_out_a_step(claims):
    del claims["steps"][1]


def repeat_the_last_step(claims):
    claims["steps"] += [claims["steps"][-1]]


def count_others(claims):
    claims["steps"][0]["private_rows"] += 1


def climb_another_way(claims):
    claims["pooled"]["path"] = "root"


def state_levels_alone(claims):
    del claims["pooled"], claims["steps"]


@pytest.mark.parametrize(
    "change",
    [
        change_least,
        let_nobody_settle_together,
        change_start,
        leave_out_a_step,
        repeat_the_last_step,
        count_others,
        climb_another_way,
        state_levels_alone,
    ],
)
def test_a_manifest_of_other_steps_is_refused(bench, paper_job, change):
    job = paper_job(
        delta={"max": "2/3"},
        algorithm={"pooled": {"path": "columns", "least": [4, 7]}},
        release="r.csv",
    )
    assert bench.anonymize(job).to_dict()["pooled"]["least"] == 4
    manifest = bench.folder / "r.csv.manifest.json"
    claims = json.loads(manifest.read_text(encoding="utf-8"))
    change(claims)
    manifest.write_text(json.dumps(claims, indent=2) + "\n", encoding="utf-8")
    with pytest.raises(dpsql.IntegrityError):
        dpsql.verify(job, **bench.engine.options)


def job_of_a_climb(bench, keep=()):
    """Three share USA, and settle; one from Canada and one from Peru climb to America."""
    private = {"v": ["USA", "Canada"]} | {name: ["k", "l"] for name in keep}
    return bench.job(
        {"v": {"tree": {"*": {"America": ["USA", "Canada", "Peru"], "Europe": ["Spain"]}}}},
        public=pyarrow.table({"v": ["USA"] * 3 + ["Canada", "Peru"] + ["Spain"] * 4}),
        private=pyarrow.table(private),
        delta={"max": "1/2"},
        algorithm={"pooled": {"least": 2}},
        keep=list(keep),
        release="r.csv",
    )


def change_release(bench, change):
    """Write other lines, and name their bytes in the manifest."""
    release, manifest = bench.folder / "r.csv", bench.folder / "r.csv.manifest.json"
    header, *lines = release.read_text(encoding="utf-8").splitlines()
    digest = sha256(release.read_bytes()).hexdigest()
    release.write_text("\n".join([header, *change(lines), ""]), encoding="utf-8")
    other = sha256(release.read_bytes()).hexdigest()
    assert other != digest
    manifest.write_text(manifest.read_text(encoding="utf-8").replace(digest, other))


def test_rows_in_another_order_are_refused(bench):
    job = job_of_a_climb(bench)
    bench.anonymize(job)
    change_release(bench, reversed)
    with pytest.raises(dpsql.IntegrityError, match="not sorted by what they hold"):
        dpsql.verify(job, **bench.engine.options)


def test_a_kept_cell_of_another_row_is_refused(bench):
    job = job_of_a_climb(bench, keep=["found"])
    bench.anonymize(job)
    lines = (bench.folder / "r.csv").read_text(encoding="utf-8").splitlines()
    assert lines == ["v,found", "America,l", "USA,k"]
    change_release(bench, lambda _: ["America,k", "USA,l"])
    with pytest.raises(dpsql.IntegrityError, match="not as often in it as in T where its people"):
        dpsql.verify(job, **bench.engine.options)


def test_one_person_may_settle_alone(bench, paper_job):
    """With a number of 1 nobody climbs, and the manifest says so."""
    words = {"pooled": {"path": "root", "least": 1}}
    said = bench.anonymize(paper_job(delta={"max": "2/3"}, algorithm=words, release="r.csv"))
    assert said.to_dict()["pooled"]["public_rows"] == 0


def test_a_row_of_another_step_is_refused(bench, paper_job):
    job = paper_job(
        delta={"max": "2/3"}, algorithm={"pooled": {"path": "root", "least": 4}}, release="r.csv"
    )
    bench.anonymize(job)
    release, manifest = bench.folder / "r.csv", bench.folder / "r.csv.manifest.json"
    lines = release.read_text(encoding="utf-8").splitlines()
    digest = sha256(release.read_bytes()).hexdigest()
    lines[-1] = lines[1]
    release.write_text("\n".join([*lines, ""]), encoding="utf-8")
    other = sha256(release.read_bytes()).hexdigest()
    assert other != digest
    manifest.write_text(manifest.read_text(encoding="utf-8").replace(digest, other))
    with pytest.raises(dpsql.IntegrityError, match="not as often in it as in T where its people"):
        dpsql.verify(job, **bench.engine.options)
