"""``dpsql compare``: what each candidate says is what the job alone would release."""

import pandas
import pytest

import dpsql

POOLED = "{pooled: {path: root}}"


def test_candidates_are_what_each_job_would_release(example, edit, run, tmp_path):
    edit(example, "delta: {min: 1/2, max: 2/3}", "delta: {max: 2/3}")
    asked = ["--algorithm", "spalm", "--algorithm", POOLED, "--algorithm", "mpalm"]
    deltas = ["--delta", "60%", "--delta", "1"]
    found = run("compare", example, *asked, *deltas, "--json").found["candidates"]
    assert [one["delta_max"] for one in found] == ["3/5"] * 3 + ["1"] * 3
    for one in found:
        words = one["algorithm"]
        job = dpsql.read_job(example).with_algorithm(words)
        release = tmp_path / "alone.csv"
        delta = type(job.delta)(max=one["delta_max"])
        alone = job.with_unchecked(
            {"delta": delta, "release": type(job.release)(path=str(release))}
        )
        released = dpsql.anonymize(alone, overwrite=True).to_dict()
        assert one["metrics"] == released["metrics"]
        assert one["presence"] == released["presence"]
        assert one["job"] == "job.yaml"
        assert set(one["shifts"]) == set(one["losses"])
        assert all(0 <= shift < 1 for shift in one["shifts"].values())
        assert one["whole"] is True
    assert not list(example.parent.glob("release.csv*"))


def test_what_has_no_release_says_why(example, run):
    found = run("compare", example, "--algorithm", "spalm", "--delta", "51%", "--json")
    assert found.exit_code == 4
    (one,) = found.found["candidates"]
    assert "no generalization can satisfy delta" in one["left_out"]
    assert "presence" not in one
    listed = dpsql.compare(example, deltas=["51%"])
    assert repr(listed) == "<Compared: 1 candidate, 1 without a release: spalm>"


def test_an_algorithm_that_does_not_fit_is_left_out(example, run):
    found = run(
        *("compare", example, "--algorithm", "spalm", "--algorithm", "{pooled: {path: [zip]}}")
    )
    assert found.exit_code == 0
    text = " ".join(found.stdout.split())
    assert "no release" in text
    assert "or write path: columns, or path: root" in text
    assert "tells of T beyond a release" in text


def test_bounds_may_be_an_array_or_a_series(example):
    listed = pandas.Series([0.6, 1.0])
    for deltas in (listed, listed.to_numpy()):
        found = dpsql.compare(example, deltas=deltas)
        assert [str(one.delta_max) for one in found.candidates] == ["3/5", "1"]


def test_several_jobs_are_compared_under_their_names(example, run):
    other = example.with_name("narrow.yaml")
    other.write_text(
        example.read_text().replace("zip: zip.csv", "zip: {hierarchy: zip.csv, least_level: 3}")
    )
    found = run("compare", example, other, "--json").found["candidates"]
    assert [one["job"] for one in found] == ["job.yaml", "narrow.yaml"]
    assert found[0]["levels"]["zip"] < 3 == found[1]["levels"]["zip"]
    assert found[1]["losses"]["zip"] == 1
    told = run("compare", example, other).stdout
    assert "narrow.yaml: spalm" in told


def test_rows_that_are_suppressed_are_counted(example, edit, run):
    edit(example, "delta: {min: 1/2, max: 2/3}", "delta: {max: 5/9}")
    (one,) = run("compare", example, "--json").found["candidates"]
    assert set(one["levels"].values()) == {2, 3}
    assert one["suppressed_rows"] == 5
    assert one["losses"] == {"zip": 1, "age": 1, "nationality": 1}
    # Each of the five has another nationality, of seven: each lacks 1/5 - 1/7.
    assert one["shifts"]["nationality"] == pytest.approx(2 / 7)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--delta", "20"], "--delta: the threshold is a probability"),
        (["--delta", "1/4"], "is less than the job's δmin, 50 %"),
        (["--algorithm", "{"], "--algorithm"),
        (["--algorithm", "spam"], "mean spalm? Or what is released: levels, cuts or boxes"),
        (["--algorithm", "{pooled: {path: rot}}"], "algorithm.pooled.path: write"),
    ],
)
def test_what_cannot_be_compared_is_refused(example, run, words, complaint):
    ended = run("compare", example, *words)
    assert (ended.exit_code, complaint in ended.complaint) == (2, True)


def test_jobs_that_were_read_are_compared_under_the_names_of_their_files(example, tmp_path):
    other = example.with_name("other.yaml")
    other.write_text(example.read_text().replace("metric: loss", "metric: loss\nabout: Trial"))
    one, two = dpsql.read_job(example), dpsql.read_job(other)
    cuts = {"mpalm": {"cuts": "hierarchy"}}

    def compare(*jobs):
        return [found.job for found in dpsql.compare(*jobs).candidates]

    assert compare(one.with_algorithm(cuts), two) == ["job.yaml", "other.yaml"]
    assert compare(one, one.with_algorithm(cuts)) == ["job.yaml (1)", "job.yaml (2)"]
    assert compare(two, two.with_algorithm(cuts).replace(about="Cuts")) == ["Trial", "Cuts"]


def test_an_algorithm_may_be_named_by_what_it_releases(example, run):
    found = dpsql.compare(example, algorithms=["levels", "cuts", "boxes"])
    assert [one.algorithm for one in found.candidates] == [
        "spalm",
        {"mpalm": {"cuts": "hierarchy"}},
        {"mpalm": {"columns": "any", "values": "loss"}},
    ]
    assert "measured, satisfied" in repr(found.candidates[0])
    # What is asked for twice is one candidate, by the first of its words.
    asked = ("--algorithm", "levels", "--algorithm", "spalm", "--algorithm", "boxes")
    ended = run("compare", example, *asked, "--delta", "2/3", "--delta", "4/6")
    told = [line.split() for line in ended.stdout.splitlines()[:2]]
    assert told == [["levels", "boxes"], ["δmax", "2/3", "2/3"]]
    # So is a list of words, as people write one.
    assert run("compare", example, "--algorithm", "levels, boxes").stdout == ended.stdout


def test_stages_name_the_candidate(example, edit):
    other = example.with_name("other.yaml")
    other.write_text(example.read_text())
    edit(other, "delta: {min: 1/2, max: 2/3}", "constraints: {k_anonymity: 2}")
    stages = []
    algorithms = ["spalm", {"pooled": {"path": "root"}}]
    edit(
        other, "metric: loss", "metric: loss\nquestions: [{sql: SELECT zip FROM t}, {predict: age}]"
    )
    dpsql.compare(example, other, algorithms=algorithms, on_stage=stages.append)
    assert [stage for stage in stages if stage.startswith("search")] == [
        "search: spalm, δ ≤ 2/3, 1 of 4",
        "search: pooled: {path: root}, δ ≤ 2/3, 2 of 4",
        "search: spalm, 3 of 4",
        "search: pooled: {path: root}, 4 of 4",
    ]
    assert [stage for stage in stages if not stage.startswith("search")] == [
        *("load", "columns of T", "load", "questions on T", "models on T", "columns of T")
    ]


def test_a_job_s_own_algorithm_is_called_by_what_it_releases(example, edit):
    other = example.with_name("boxes.yaml")
    boxes = "algorithm: {mpalm: {columns: any, values: loss}}"
    other.write_text(f"{example.read_text()}{boxes}\n")
    found = dpsql.compare(example, other)
    assert [one.name for one in found] == ["job.yaml: spalm", "boxes.yaml: boxes"]
    assert found["boxes.yaml: boxes"] is found[1]
    assert [one for one in found.left_out if "loss" in one] == [
        "boxes.yaml: boxes: the loss of boxes counts the width of ranges of numbers and dates, not"
        " the values in them; it does not compare with the others' where values are uneven"
    ]
    assert not [one for one in dpsql.compare(other).left_out if "loss" in one]
    edit(example, "metric: loss", "metric: loss\nalgorithm: {mpalm: {cuts: order, values: first}}")
    names = [one.name for one in dpsql.compare(example, other)]
    assert names[1] == "boxes.yaml: mpalm: {columns: any, values: loss}"


def test_the_baseline_is_what_total_suppression_leaves(example, edit, run):
    """As of a job that allows no other node, also where the job itself allows no such level."""
    edit(example, "delta: {min: 1/2, max: 2/3}", "delta: {max: 2/3}")
    fixed, limited = example.with_name("fixed.yaml"), example.with_name("limited.yaml")
    rest = example.read_text()
    heights = {"zip": 3, "age": 2, "nationality": 3}
    for name in ("zip", "age"):
        limit = f"{{hierarchy: {name}.csv, least_level: {heights[name]}}}"
        rest = rest.replace(f"{name}: {name}.csv", f"{name}: {limit}")
    fixed.write_text(rest.replace("    tree:", "    least_level: 3\n    tree:"))
    most = "age: {hierarchy: age.csv, most_level: 1}"
    limited.write_text(example.read_text().replace("age: age.csv", most))
    plain = run("compare", fixed, "--json").found["candidates"]
    found = run("compare", example, limited, "--baseline", "--json").found["candidates"]
    assert ["baseline" in one for one in found] == [True, False, True, False]
    assert [one["algorithm"] for one in found if "baseline" in one] == ["all suppressed"] * 2
    for one in (found[0], found[2]):
        assert one["levels"] == heights
        assert (one["metrics"]["loss"], one["suppressed_rows"]) == (1, 5)
        for name in ("shifts", "pair_shifts", "means", "associations", "presence"):
            assert one[name] == plain[0][name]
    assert "between least_level and most_level" in found[3]["left_out"]
    assert "all suppressed" in run("compare", example, "--baseline").stdout
    rows = dpsql.compare(example, baseline=True).to_rows()
    assert [row["algorithm"] for row in rows] == ["all suppressed", "spalm"]


def test_what_delta_bounds_is_told_where_people_may_be_known_as_absent(example, edit, run):
    edit(example, "delta: {min: 1/2, max: 2/3}", "delta: {max: 5/7}\nknown_absent: 2")
    told = " ".join(run("compare", example).stdout.split()).replace("\u00a0", " ")
    # 5 of 9, and of the 7 others.
    assert (
        "δ bounds ≈ 71.4 %, the presence for whoever knows of as many people of a class as" in told
    )
    (found,) = run("compare", example, "--json").found["candidates"]
    assert found["presence_if_absent"] == {"max": "5/7"}


def test_the_same_job_is_compared_once_and_said_to_be_the_same(example, run):
    copy, other = example.with_name("copy.yaml"), example.with_name("other.yaml")
    copy.write_text(f"# A copy\n{example.read_text()}")
    other.write_text(example.read_text().replace("max: 2/3", "max: 3/4"))
    told = run("compare", example, example, copy, other)
    assert told.exit_code == 0
    assert f"{example.name} is given twice, and compared once" in told.stderr
    assert f"copy.yaml is the same job as {example.name}, and compared once" in told.stderr
    found = run("compare", example, example, copy, other, "--json").found["candidates"]
    assert [one["job"] for one in found] == [example.name, "other.yaml"]


def test_jobs_of_tables_in_memory_are_told_apart():
    tables = [pandas.DataFrame({"town": [*"aabb"]}) for _ in range(2)]
    jobs = [
        dpsql.Job(
            public=table,
            private=pandas.DataFrame({"town": [*"ab"]}),
            quasi_identifiers={"town": {"tree": {"*": [*"ab"]}}},
            delta={"max": "1/2"},
        )
        for table in tables
    ]
    assert len(dpsql.compare(*jobs)) == 2
    assert len(dpsql.compare(jobs[0], jobs[0])) == 1


def test_what_a_job_has_for_what_is_compared_is_told(example, run, edit):
    """Boxes are cut by loss there; those of `mpalm` alone are other ones."""
    edit(example, "delta: {min: 1/2, max: 2/3}", "delta: {max: 2/3}")
    asked = ["boxes", "mpalm", "pooled", "levels", "cuts", "boxes"]
    found = run("compare", example, *(word for one in asked for word in ("--algorithm", one)))
    told = " ".join(found.stdout.split())
    boxes = "algorithm: {mpalm: {columns: any, values: loss}}"
    cuts = "algorithm: {mpalm: {cuts: hierarchy}}"
    assert (
        f"In the job, write {boxes} for boxes; algorithm: spalm for levels; {cuts} for cuts" in told
    )
    compared = dpsql.compare(example, algorithms=["boxes", "spalm"])
    assert compared.to_write == f"In the job, write {boxes} for boxes"
    assert f"In the job, write {boxes} for boxes" in compared._repr_html_().replace("<wbr>", "")
    assert not dpsql.compare(example, algorithms=["pooled", "spalm"]).to_write


def test_jobs_that_differ_in_what_is_overridden_are_searched_once(example, run, caplog):
    """Also in their release and what they keep: the one that keeps more has all figures."""
    other = example.with_name("lv.yaml")
    text = example.read_text().replace("release.csv", "lv.csv") + "about: Levels\n"
    other.write_text(text + "algorithm: {pooled: {path: root}}\n")
    words = ("--algorithm", "cuts", "--delta", "100%")
    told = run("compare", example, other, *words, "--json")
    assert [one["job"] for one in told.found["candidates"]] == ["job.yaml"]
    same = "lv.yaml asks for the same releases as job.yaml, and is compared once"
    assert same in told.stderr
    # Without the option both have an algorithm of their own.
    assert len(run("compare", example, other, "--json").found["candidates"]) == 2
    job = dpsql.read_job(example)
    columns = {"quasi_identifiers": {"zip": "zip.csv"}, "public_columns": ["zip"]}
    keeping = job.replace(keep=["nationality"], **columns)
    plain = keeping.replace(keep=[])
    caplog.clear()
    compared = dpsql.compare(plain, keeping, deltas=["1"])
    assert [one.job for one in compared] == ["job.yaml"]
    assert "nationality" in str(compared[0].utility.pair_shifts)
    (told,) = caplog.messages
    assert "compared once; job.yaml also keeps nationality, and kept columns are released" in told
