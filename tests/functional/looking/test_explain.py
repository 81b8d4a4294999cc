"""``dpsql explain``: what it says of a node is what counting by hand says."""

import re
from fractions import Fraction
from html import unescape
from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import dpsql
from dpsql.domain.sections.delta import Delta
from dpsql.hierarchies.load import load_hierarchy
from dpsql.use_cases.explain.judged_classes import MOST_SHOWN
from tests.conftest import PEOPLE

OPTIMUM = {"zip": 2, "age": 2, "nationality": 2}


def test_the_optimum_of_the_paper_is_explained(example, run):
    ended = run("explain", example, "--json")
    assert ended.exit_code == 0
    found = ended.found
    assert (found["status"], found["share"], found["contains_share"]) == ("explained", "5/9", True)
    assert found["node"] == {
        "levels": OPTIMUM,
        "holds": True,
        "broken_classes": 0,
        "sensitive_classes": 0,
        "worst": [],
    }
    assert found["predecessors"]["zip"]["worst"] == [
        {
            "labels": {"zip": "4763*", "age": "*", "nationality": "America"},
            "public_rows": 3,
            "private_rows": 1,
            "presence": "1/3",
            "breaks": ["delta min 1/2"],
        }
    ]
    assert [(floor["name"], floor["level"]) for floor in found["floors"]] == [*OPTIMUM.items()]
    told = run("explain", example).stdout
    assert "The optimum: zip=2, age=2, nationality=2" in told
    assert "With age at level 1, which fails anyway: 4 classes of P violate the job" in told


def test_of_people_who_climb_the_optimum_is_named_as_anonymize_does(example, run, edit):
    edit(example, "metric: loss", "algorithm: pooled")
    said = "among the starts of this path and the numbers of people that it tries"
    told = " ".join(run("explain", example).stdout.split())
    assert f"The optimum {said}. People start at zip=" in told
    more = "(dpsql explain JOB tries more)"
    assert f"proven optimal {said} {more}: " in " ".join(run("anonymize", example).stdout.split())
    text = dpsql.anonymize(example, overwrite=True).to_text()
    assert "(dpsql.explain(job) tries more): " in " ".join(text.split())
    edit(example, "algorithm: pooled", "algorithm: {pooled: {least: [2, 10]}}")
    told = run("anonymize", example, "--overwrite").stdout
    assert f"proven optimal {said}: " in " ".join(told.split())


def test_a_node_that_fails_and_one_that_is_not_minimal(example, run):
    ended = run("explain", example, "--levels", "zip=1,age=1,nationality=1")
    assert ended.exit_code == 4
    assert "It fails" in ended.stdout
    ended = run("explain", example, "--levels", "zip=3,age=2,nationality=2")
    assert ended.exit_code == 0
    assert "With zip at level 2: it also holds" in ended.stdout


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("metric: loss", "metric: loss"),
        ("max: 2/3", "max: 1/2"),
        ("delta: {min: 1/2, max: 2/3}", "constraints: {k_anonymity: 6}"),
        ("metric: loss", "algorithm: pooled"),
        ("metric: loss", "algorithm: {mpalm: {cuts: hierarchy}}"),
    ],
    ids=["levels", "no release by delta", "no release by k", "pooled", "cuts"],
)
def test_a_cell_of_a_notebook_says_what_the_terminal_says(example, run, edit, old, new):
    edit(example, old, new)
    cell = unescape(re.sub("<[^>]*>", " ", dpsql.explain(example)._repr_html_()))
    missing = set(run("explain", example).stdout.split()) - set(cell.split())
    assert not missing


def test_why_nothing_holds(example, run, edit):
    edit(example, "max: 2/3", "max: 1/2")
    ended = run("explain", example)
    assert ended.exit_code == 4
    assert "presence is |T|/|P|, 5/9" in ended.stdout
    assert run("explain", example, "--json").found["node"] is None
    edit(example, "delta: {min: 1/2, max: 1/2}", "constraints: {k_anonymity: 6}")
    ended = run("explain", example, "--json")
    assert (ended.exit_code, ended.found["contains_share"]) == (4, None)
    assert ended.found["root"]["worst"][0]["breaks"] == ["k_anonymity 6"]
    assert ended.found["attainable"] == ["k_anonymity 5"]
    told = " ".join(run("explain", example).stdout.split())
    assert "total suppression violates it" in told
    assert "no release can satisfy the job. At most k_anonymity 5 can be satisfied." in told
    assert "needs level" not in told


@pytest.mark.parametrize("algorithm", ["spalm", "pooled"])
@pytest.mark.parametrize(
    ("asked", "attainable"),
    [
        ("{distinct: 3}", ["l_diversity of lab distinct 2"]),
        ("{distinct: 99}", ["l_diversity of lab distinct 2"]),
        ("{entropy: 3}", ["l_diversity of lab entropy 1.88"]),
    ],
)
def test_sensitive_values_that_nothing_satisfies_are_told(
    bench_of_sensitive, edit, run, algorithm, asked, attainable
):
    edit(bench_of_sensitive, "{distinct: 2}", asked)
    edit(bench_of_sensitive, "keep:", f"algorithm: {algorithm}\nkeep:")
    found = run("explain", bench_of_sensitive, "--json").found
    assert found.get("attainable", []) == attainable
    told = " ".join(run("explain", bench_of_sensitive).stdout.split())
    assert "1 class of T violates l_diversity of lab" in told
    assert "no release can satisfy the job." in told
    assert all(f"At most {one} can be" in told for one in attainable)
    assert "needs level" not in told


def test_parts_along_the_hierarchies_are_explained(example, run, edit):
    edit(example, "metric: loss", "algorithm: {mpalm: {cuts: hierarchy}}")
    found = run("explain", example, "--json").found
    assert (found["status"], found["share"]) == ("explained", "5/9")
    assert sum(found["loss_shares"].values()) == pytest.approx(1)
    assert found["ended"]
    for part in found["ended"]:
        for column in part["columns"]:
            assert column["violating"] <= column["labels"]
            assert bool(column["violating"]) == bool(column["breaks"])
    told = run("explain", example).stdout
    assert f"P is cut into {found['parts']} parts" in told
    assert "share of the loss" in told
    part = found["ended"][0]
    people, members = part["public_rows"], part["private_rows"]
    assert f"{people} people of P, {members} of them in T" in told
    # A table has the labels of all columns, whether there are finer ones or not.
    table = told.partition("of them in T")[2].splitlines()[1:]
    assert table[0].split()[:5] == ["column", "label", "finer", "violate", "up"]
    for line, (name, label) in zip(table[1:], part["labels"].items(), strict=False):
        assert line.startswith(f"{name} ") and f" {label} " in line
    levels = run("explain", example, "--levels", "zip=1")
    assert (levels.exit_code, "has levels of its own" in levels.complaint) == (2, True)
    html = dpsql.explain(example)._repr_html_()
    assert "share of the loss" in html
    assert "with a loss" in repr(dpsql.explain(example))


def test_parts_that_no_job_allows_are_not_explained(example, run, edit):
    edit(example, "metric: loss", "algorithm: {mpalm: {cuts: hierarchy}}")
    edit(example, "delta: {min: 1/2, max: 2/3}", "delta: {max: 1/2}")
    assert run("explain", example).exit_code == 4


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("delta: {min: 1/2, max: 2/3}", "", "nothing to satisfy"),
        ("metric: loss", "algorithm: mpalm", "boxes have no levels to explain"),
        (
            "metric: loss",
            "algorithm: {mpalm: {cuts: hierarchy}}\nchoose: from_public",
            "cuts by the number of people of P",
        ),
    ],
)
def test_what_cannot_be_explained(example, run, edit, old, new, complaint):
    edit(example, old, new)
    ended = run("explain", example)
    assert (ended.exit_code, complaint in ended.complaint) == (2, True)


def test_sensitive_values_are_counted_and_not_shown(bench_of_sensitive, run):
    ended = run("explain", bench_of_sensitive, "--levels", "town=1", "--json")
    assert ended.exit_code == 4
    node = ended.found["node"]
    assert (node["broken_classes"], node["sensitive_classes"], node["worst"]) == (0, 2, [])
    told = run("explain", bench_of_sensitive, "--levels", "town=1").stdout
    assert "2 classes of T violate l_diversity of" in told
    assert [one["broken_classes"] for one in node["sensitive_models"]] == [2]
    assert "flu" not in told


def test_floors_take_account_of_sensitive_values(bench_of_sensitive, run):
    ended = run("explain", bench_of_sensitive, "--json")
    (floor,) = [one for one in ended.found["floors"] if one["name"] == "town"]
    assert floor["below"]["sensitive_classes"] > 0
    assert floor["level"] == floor["below"]["levels"]["town"] + 1
    assert (
        "Levels that fail at every level of the other columns"
        in run("explain", bench_of_sensitive).stdout
    )


@pytest.fixture
def bench_of_sensitive(tmp_path):
    (tmp_path / "p.csv").write_text("town\na\na\nb\nb\n")
    (tmp_path / "t.csv").write_text("town,lab\na,flu\na,flu\nb,cold\n")
    path = tmp_path / "job.yaml"
    path.write_text(
        "public: p.csv\nprivate: t.csv\nquasi_identifiers: {town: {tree: {x: [a], y: [b]}}}\n"
        "keep: [lab]\nconstraints: {l_diversity: {lab: {distinct: 2}}}\n"
    )
    return path


NODES = [
    dict(zip(OPTIMUM, levels, strict=True)) for levels in product(range(4), range(3), range(4))
]


@given(st.sampled_from(NODES), st.sampled_from(["0", "1/3", "1/2"]), st.sampled_from(["2/3", "1"]))
@settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_classes_are_those_that_plain_python_counts(example, levels, low, high):
    job = dpsql.read_job(example).with_unchecked({"delta": Delta(min=low, max=high)})
    found = dpsql.explain(job, levels).node
    hierarchies = {
        name: load_hierarchy(name, words, job.folder)
        for name, words in job.quasi_identifiers.items()
    }
    counts = {}
    for _, *values, member in PEOPLE:
        labels = tuple(
            hierarchies[name].label(value, levels[name])
            for name, value in zip(levels, values, strict=True)
        )
        people, members = counts.get(labels, (0, 0))
        counts[labels] = people + 1, members + member
    broken = {
        labels: one
        for labels, one in counts.items()
        if not Fraction(low) <= Fraction(one[1], one[0]) <= Fraction(high)
    }
    assert found.broken_classes == len(broken)
    shown = {tuple(one.labels.values()): (one.public_rows, one.private_rows) for one in found.worst}
    assert len(shown) == min(MOST_SHOWN, len(broken))
    assert shown.items() <= broken.items()
    assert list(shown.values()) == sorted(shown.values(), key=lambda n: (-n[1] / n[0], -n[0]))


def test_the_bound_that_a_class_violates_is_a_percent_as_its_presence(example, run):
    asked = ("explain", example, "--levels", "zip=1")
    told = " ".join(run(*asked).stdout.split())
    assert "delta min 50 %" in told and "delta min 1/2" not in told
    assert "delta min 1/2" in run(*asked, "--json").stdout
