"""Levels that the user chooses, limits, weights, tails: what is released, and what is refused."""

import json
import re
import shlex

import pytest

import dpsql

JOB = """\
public: p.csv
private: t.csv
quasi_identifiers:
  zip: {zip}
  age: {age}
delta: {{max: {delta}}}
{more}
release: r.csv
"""
PEOPLE = "zip,age\n" + "".join(f"{z},{a}\n" for z in ("101", "102", "201") for a in range(20, 60))
MEMBERS = "zip,age\n101,21\n102,44\n201,59\n"


@pytest.fixture
def write(tmp_path):
    """Write P, T and a job over them."""

    def written(zip="{prefix: [2, 1]}", age="{widths: [10, 20]}", delta="1/5", more=""):
        (tmp_path / "p.csv").write_text(PEOPLE)
        (tmp_path / "t.csv").write_text(MEMBERS)
        path = tmp_path / "job.yaml"
        path.write_text(JOB.format(zip=zip, age=age, delta=delta, more=more))
        return path

    return written


def test_the_levels_that_were_asked_for_are_released(write, run, tmp_path):
    job = write()
    found = run("anonymize", job, "--levels", "age=2", "--json").found
    assert found["levels"] == {"zip": 0, "age": 2}
    assert "search" not in found
    assert (tmp_path / "r.csv").read_text().splitlines()[1:] == [
        '101,"[20, 40)"',
        '102,"[40, 60)"',
        '201,"[40, 60)"',
    ]
    assert run("verify", job, "--json").found["status"] == "verified"
    assert "proven" not in run("anonymize", job, "--levels", "age=2", "--overwrite").stdout
    page = tmp_path / "page.html"
    run("anonymize", job, "--levels", "age=2", "--overwrite", "--report", page, "--internal")
    assert "Chart of the least loss" in page.read_text()


@pytest.mark.parametrize(
    ("key", "why"),
    [("most_level: 2", "does not keep within least_level"), ("weight: 3", "does not know weight")],
)
def test_an_internal_page_says_which_algorithms_do_not_know_limits(write, run, tmp_path, key, why):
    job, page = write(age=f"{{widths: [10, 20], {key}}}"), tmp_path / "page.html"
    ended = run("report", job, "--internal", "-o", page, "--explore", "0.1")
    assert ended.exit_code == 0, ended.complaint
    assert f"Boxes: mpalm {why}" in page.read_text()


def test_levels_that_do_not_hold_are_not_released(write, run, tmp_path):
    ended = run("anonymize", write(), "--levels", "")
    assert ended.exit_code == 4
    assert "these levels do not satisfy the job" in ended.complaint
    assert not (tmp_path / "r.csv").exists()


@pytest.mark.parametrize("levels", ["", "zip=1"])
def test_levels_that_do_not_hold_name_the_command_that_shows_why(write, run, levels):
    job = write(delta="1/30") if levels else write()
    complaint = run("anonymize", job, "--levels", levels).complaint
    (named,) = re.findall(r"dpsql explain JOB --levels (\S+) shows", complaint)
    assert named == (levels or "zip=0")
    shown = run("explain", job, "--levels", named)
    assert (shown.exit_code, "It fails" in shown.stdout) == (4, True)


def test_a_command_that_is_named_can_be_pasted_into_a_shell(run, tmp_path):
    (tmp_path / "p.csv").write_text("born on,a'b\n1,1\n2,2\n")
    (tmp_path / "t.csv").write_text("born on,a'b\n1,1\n")
    columns = '  born on: {prefix: [1]}\n  "a\'b": {prefix: [1]}\n'
    job = tmp_path / "job.yaml"
    job.write_text(
        f"public: p.csv\nprivate: t.csv\nquasi_identifiers:\n{columns}delta: {{max: 1/2}}\n"
        "release: r.csv\n"
    )
    complaint = run("anonymize", job, "--levels", "born on=1,a'b=1").complaint
    _, _, told = complaint.partition("dpsql explain ")
    words = shlex.split(told.partition(" shows")[0])
    assert words == ["JOB", "--levels", "born on=1,a'b=1"]
    assert run("explain", job, *words[1:]).exit_code == 4


@pytest.mark.parametrize("levels", [{"zip": 0}, {"zip": 0, "age": 0}, {"age": 0}])
def test_explain_is_named_with_the_levels_that_were_given(tmp_path, levels):
    (tmp_path / "p.csv").write_text("zip,age\n1,1\n2,2\n")
    (tmp_path / "t.csv").write_text("zip,age\n1,1\n")
    job = dpsql.Job(
        public="p.csv",
        private="t.csv",
        quasi_identifiers={"zip": {"prefix": [1]}, "age": {"prefix": [1]}},
        delta={"max": "1/2"},
        release="r.csv",
        folder=tmp_path,
    )
    with pytest.raises(dpsql.NoSafeRelease, match=re.escape(f"dpsql.explain(job, {levels}) shows")):
        dpsql.anonymize(job, levels)


def test_explain_is_not_named_where_it_refuses_the_job(write, run, tmp_path):
    job = write(more="prior: {path: rates.csv, columns: [zip], rate: p}")
    (tmp_path / "rates.csv").write_text("zip,p\n101,0.1\n102,0.1\n201,0.1\n")
    complaint = run("anonymize", job, "--levels", "").complaint
    assert (
        "these levels do not satisfy the job; dpsql measure JOB --levels zip=0 shows" in complaint
    )
    assert "dpsql lattice" not in complaint
    assert run("measure", job, "--levels", "zip=0").exit_code == 4


@pytest.mark.parametrize(
    ("words", "levels", "complaint"),
    [
        ({}, "age=9", "--levels: age has levels 0 to 3, and no level 9"),
        (
            {},
            "agee=1",
            "--levels: 'agee' is not a quasi-identifier of the job; did you mean 'age'?",
        ),
        ({"age": "{widths: [10], most_level: 1}"}, "age=2", "allows levels 0 to 1 (most_level)"),
        ({"zip": "{prefix: [2], least_level: 1}"}, "age=1", "zip is not named, and so raw"),
        (
            {"more": "algorithm: pooled"},
            "age=1",
            "to release all rows at these, write algorithm: spalm; to let people start at them,",
        ),
        (
            {"zip": "{tree: {a: ['101', '102'], b: ['201']}}", "more": "algorithm: pooled"},
            "zip=9",
            "--levels: zip has levels 0 to 2, and no level 9",
        ),
        (
            {"zip": "{tree: {a: ['101', '102'], b: ['201']}}", "more": "algorithm: mondrian"},
            "age=1,zip=3",
            "--levels: zip has levels 0 to 2, and no level 3",
        ),
        ({"more": "algorithm: pooled"}, "age=9", "--levels: age has levels 0 to 3, and no level 9"),
        ({"more": "algorithm: pooled"}, "agee=1", "did you mean 'age'?"),
        (
            {"more": "algorithm: mpalm"},
            "age=1",
            "mpalm does not release one level for all rows; to release all at these, write"
            " algorithm: spalm; or drop --levels",
        ),
        ({}, "age=-1", "a level is a whole number from 0 up, as in zip=2,age=1; 'age=-1' has none"),
        ({}, "age", "write NAME=LEVEL,… such as zip=2,age=1, not 'age'"),
        ({"more": "algorithm: pooled"}, "zip=1 age=1", "of the job; put commas between them"),
        ({"more": "choose: from_public"}, "age=1", "choose: from_public chooses them itself"),
    ],
)
def test_levels_that_cannot_be_asked_for(write, run, words, levels, complaint):
    ended = run("anonymize", write(**words), "--levels", levels)
    assert ended.exit_code == 2
    assert complaint in ended.complaint


def test_levels_above_a_hierarchy_in_a_file_are_told_before_the_algorithm(write, run, tmp_path):
    (tmp_path / "zip.csv").write_text("101;10\n102;10\n201;20\n")
    job = write(zip="zip.csv", more="algorithm: pooled")
    ended = run("anonymize", job, "--levels", "zip=3")
    assert ended.complaint == "dpsql: --levels: zip has levels 0 to 2, and no level 3"
    job = dpsql.read_job(job)
    with pytest.raises(dpsql.ConfigError, match=r"^levels: zip has levels 0 to 2, and no level 3$"):
        dpsql.anonymize(job, {"zip": 3})
    with pytest.raises(dpsql.ConfigError, match=r"^levels: age has levels 0 to 3, and a level is"):
        dpsql.anonymize(job, {"age": "2"})
    with pytest.raises(dpsql.ConfigError, match=re.escape("give job.with_algorithm('spalm')")):
        dpsql.anonymize(job, {"zip": 2})


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ({"zip": "{prefix: [2], least_level: 2, most_level: 1}"}, "least_level is larger"),
        ({"zip": "{prefix: [2], least_level: 3}"}, "zip has levels 0 to 2, and no level 3"),
        ({"zip": "{prefix: [2], least_level: one}"}, "write a level"),
        ({"zip": "{prefix: [2], weight: -1}"}, "is 0 or more"),
        ({"zip": "{prefix: [2], weight: 0}", "age": "{widths: [5], weight: 0}"}, "no weight is"),
        ({"zip": "{prefix: [2], from: 5}"}, "from and to are for widths and dates"),
        ({"age": "{widths: [5], from: 50, to: 20}"}, "from is not less than to"),
        ({"age": "{widths: [5], from: old}"}, "from: write a number"),
        (
            {"zip": "{prefix: [2], most_level: 1}", "more": "algorithm: mpalm"},
            "mpalm does not keep within least_level and most_level; write algorithm: spalm or",
        ),
        (
            {"zip": "{prefix: [2], least_level: 1}", "more": "algorithm: mpalm"},
            "write algorithm: spalm, pooled or {mpalm: {cuts: hierarchy}}, or drop them",
        ),
        (
            {
                "zip": "{prefix: [2], most_level: 1}",
                "more": "algorithm: {mpalm: {cuts: hierarchy}}",
            },
            "mpalm cuts down from the root, and keeps least_level only",
        ),
        (
            {"zip": "{prefix: [2], weight: 2}", "more": "algorithm: mondrian"},
            "mondrian does not know weight",
        ),
    ],
)
def test_what_cannot_steer_is_refused(write, run, words, complaint):
    ended = run("check", write(**words))
    assert ended.exit_code == 2
    assert complaint in ended.complaint


def test_people_climb_beyond_the_limits_of_their_start(write, run):
    limited = {"zip": "{prefix: [2, 1], most_level: 0}", "age": "{widths: [10], most_level: 1}"}
    job = write(**limited, delta="1/30", more="algorithm: {pooled: {path: root}}")
    found = run("anonymize", job, "--json").found
    assert found["search"]["optimal"] is True
    assert [[*one["levels"].values()] for one in found["steps"]] == [[0, 0], [3, 2]]
    people = found["steps"][1]["public_rows"]
    told = run("measure", job, "--levels", "zip=0").stdout
    for name, most in (("zip", 0), ("age", 1)):
        line = f"{name}: most_level {most} bounds the start only; {people} people of P climbed"
        assert line in " ".join(told.split())
    ended = run(
        "anonymize", write(**limited, delta="1/41", more="algorithm: pooled"), "--overwrite"
    )
    assert ended.exit_code == 4


def test_where_nothing_holds_within_the_limits_it_says_so(write, run):
    """So check says, too: total suppression, at which δ is attainable, lies beyond the limits."""
    job = write(delta="1/39", age="{widths: [10], most_level: 1}")
    assert run("check", job, "--json").found["feasible"] is False
    assert "attainable" not in run("check", job).stdout
    ended = run("anonymize", job)
    assert ended.exit_code == 4
    assert "between least_level and most_level" in ended.complaint


def test_least_k_tries_all_levels(write, run):
    ended = run("least-k", write(zip="{prefix: [2], least_level: 1}"))
    assert (ended.exit_code, "drop least_level" in ended.complaint) == (2, True)


def test_explain_tells_what_the_limits_exclude(write, run):
    best = run("anonymize", write(), "--json").found
    job = write(zip="{prefix: [2, 1], least_level: 2}", age="{widths: [10, 20], most_level: 2}")
    limited = run("anonymize", job, "--overwrite", "--json").found
    found = run("explain", job, "--json").found
    assert found["node"]["levels"] == limited["levels"] != best["levels"]
    assert found["node"]["metrics"] == limited["metrics"]
    assert found["excluded"] == {
        "limits": {"zip": [2, 3], "age": [0, 2]},
        "nodes": {"within": 6, "all": 16},
        "without": {"levels": best["levels"], "metrics": {"loss": best["metrics"]["loss"]}},
    }
    told = " ".join(run("explain", job).stdout.split())
    assert "The job limits zip from level 2 to 3, age from level 0 to 2: 6 of 16 nodes" in told
    named = ", ".join(f"{name}={level}" for name, level in best["levels"].items())
    assert f"Without the limits the optimum would be {named}: its loss is" in told
    same = run("explain", write(age="{widths: [10, 20], least_level: 0}")).stdout
    assert "the optimum would be the same" in " ".join(same.split())
    none = write(delta="1/41", age="{widths: [10], most_level: 1}")
    assert "no node would hold, either" in " ".join(run("explain", none).stdout.split())
    assert "limits" not in run("explain", write()).stdout


def test_a_proof_knows_the_limits(write, run, tmp_path):
    job = write(zip="{prefix: [2, 1], least_level: 1, most_level: 2}")
    proof = tmp_path / "proof.json"
    assert run("certify", job, "-o", proof).exit_code == 0
    assert run("certify", "--check", proof, job).exit_code == 0
    assert run("explain", job).exit_code == 0
    assert run("audit", job, "--samples", "3").exit_code == 0


def test_levels_are_chosen_from_p_within_the_limits(write, run):
    job = write(zip="{prefix: [2, 1], least_level: 2}", more="choose: from_public")
    assert run("choose", job, "--json").found["levels"]["zip"] >= 2
    assert run("anonymize", job, "--json").found["levels"]["zip"] >= 2
    assert run("verify", job).exit_code == 0
    none = write(age="{widths: [10], most_level: 0}", more="choose: from_public", delta="1/40")
    ended = run("choose", none)
    assert (ended.exit_code, "no levels between least_level" in ended.complaint) == (2, True)


def test_tails_have_a_label_each_on_all_levels(write, run, tmp_path):
    job = write(age="{widths: [10], from: 25, to: 55}", delta="50%")
    found = run("anonymize", job, "--levels", "zip=1,age=1", "--json").found
    assert found["presence"]["max"] == "1/5"
    assert found["delta"]["max"] == "1/2"
    labels = {line.split(",", 1)[1] for line in (tmp_path / "r.csv").read_text().splitlines()[1:]}
    assert labels == {"<25", '"[40, 50)"', "≥55"}
    assert run("verify", job).exit_code == 0


def test_a_pooled_release_weighs_its_columns(write, run):
    words = {"more": "algorithm: {pooled: {path: root}}", "delta": "1/25"}
    plain = run("anonymize", write(**words), "--json").found
    job = write(**words, age="{widths: [10, 20], weight: 0}")
    heavy = run("anonymize", job, "--overwrite", "--json").found
    assert heavy["metrics"]["loss"] <= plain["metrics"]["loss"]


def test_a_weighted_loss_is_named_so(write, run, tmp_path):
    page = tmp_path / "page.html"
    weights = {"zip": "{prefix: [2, 1], weight: 1/2}", "age": "{widths: [10, 20], weight: 3}"}
    job = write(**weights)
    told = run("anonymize", job, "--report", page).stdout
    assert "loss, weighted *" in told
    html = page.read_text()
    assert "The metric loss is the weighted mean." in html
    assert "Weighted: <bdi>zip</bdi> counts 1/2, <bdi>age</bdi> counts 3" in html
    found = run("anonymize", job, "--overwrite", "--json").found
    assert found["weights"] == {"zip": "1/2", "age": "3"}
    for command in ("lattice", "frontier"):
        assert run(command, job, "--json").found["weights"] == found["weights"]
        assert "loss, weighted" in run(command, job).stdout
    compared = " ".join(run("compare", job).stdout.split())
    assert "The loss is a weighted mean (zip 1/2, age 3); compare losses of equal" in compared
    for found in (dpsql.lattice(job), dpsql.frontier(job)):
        assert "loss, weighted" in found._repr_html_()
    assert ", weighted loss 0." in repr(dpsql.measure(job, {"zip": 1}))
    assert dpsql.compare(job).to_rows()[0]["weighted"] is True
    limited = {**weights, "zip": "{prefix: [2, 1], weight: 1/2, least_level: 2}"}
    assert "its weighted loss is" in " ".join(run("explain", write(**limited)).stdout.split())
    alike = write(**{name: words.replace("1/2", "3") for name, words in weights.items()})
    assert "weights" not in run("anonymize", alike, "--overwrite", "--json").found
    assert "weighted" not in run("anonymize", alike, "--overwrite").stdout


def test_a_weight_that_can_change_nothing_says_so(write, run, tmp_path):
    job = write(age="{widths: [10, 20], weight: 9}")
    (tmp_path / "t.csv").write_text(MEMBERS + "102,45\n201,40\n201,41\n201,42\n201,43\n")
    found = run("anonymize", job, "--json").found
    (floor,) = [
        one for one in run("explain", job, "--json").found["floors"] if one["name"] == "age"
    ]
    assert found["levels"]["age"] == floor["level"] < floor["height"]
    told = " ".join(run("anonymize", job, "--overwrite").stdout.split())
    level = f"age (level {floor['level']})"
    assert f"No greater weight makes these columns finer than they are: {level}." in told
    assert "No greater weight" not in run("anonymize", write(), "--overwrite").stdout
    raw = write(delta="1", age="{widths: [10, 20], weight: 9}")
    assert run("anonymize", raw, "--overwrite", "--json").found["levels"]["age"] == 0
    assert "No greater weight" not in run("anonymize", raw, "--overwrite").stdout


def test_the_schema_knows_the_words(run):
    schema = json.dumps(json.loads(run("schema").stdout))
    for word in ('"least_level"', '"most_level"', '"weight"', '"from"', '"to"'):
        assert word in schema
