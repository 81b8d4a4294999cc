"""dpsql diff: what manifests say otherwise, how levels nest, and who is above a presence."""

import re

import pytest

from tests.earlier_releases import write_manifest
from tests.oracle.knowledge.composition import list_presences
from tests.oracle.tables.instance import Instance
from tests.oracle.tables.table import generalize

JOB = """\
public: p.csv
private: t.csv
quasi_identifiers:
  town: {tree: {"*": [a, b]}, nulls: own_leaf}
  age: {tree: {"*": [young, old]}}
delta: {max: 2/3}
release: r.csv
"""
P = [
    ("a", "young"),
    ("a", "old"),
    ("a", "old"),
    ("b", "old"),
    ("b", "young"),
    ("b", "young"),
    (None, "old"),
    ("a", "young"),
]
T = [("a", "old"), ("b", "young"), (None, "old")]
LADDERS = (
    {one: (one, "*") for one in ("a", "b")} | {None: (None, "*")},
    {one: (one, "*") for one in ("young", "old")},
)
INSTANCE = Instance(LADDERS, tuple(P), tuple(T))
NODES = [(0, 0), (0, 1), (1, 0), (1, 1)]


@pytest.fixture
def release(tmp_path):
    """Write P, T and a job, and return a function that writes a release."""
    for name, rows in (("p", P), ("t", T)):
        lines = [f"{town or ''},{age}" for town, age in rows]
        (tmp_path / f"{name}.csv").write_text("\n".join(["town,age", *lines]) + "\n")
    (tmp_path / "job.yaml").write_text(JOB)

    def write(name, node=(0, 1), rows=T, **claims):
        told = [generalize(row, LADDERS, node) for row in rows]
        lines = [f"{town or ''},{age}" for town, age in told]
        file = tmp_path / name
        file.write_text("\n".join(["town,age", *lines]) + "\n")
        levels = dict(zip(("town", "age"), node, strict=True))
        given = {"public_rows": len(P), "private_rows": len(rows)} | claims
        write_manifest(file, levels, **given)
        return file

    return write


@pytest.mark.parametrize("old", NODES)
@pytest.mark.parametrize("new", NODES)
def test_people_above_a_presence_are_those_of_the_oracle(run, release, tmp_path, old, new):
    first, second = release("1.csv", old), release("2.csv", new)
    job = tmp_path / "job.yaml"
    found = run("diff", first, second, "--job", job, "--above", "2/5", "--json").found
    above = [[one > 2 / 5 for one in list_presences(INSTANCE, [node])] for node in (old, new)]
    assert found["people"] == {
        "above": "2/5",
        "old": sum(above[0]),
        "new": sum(above[1]),
        "newly_above": sum(b and not a for a, b in zip(*above, strict=True)),
        "no_longer_above": sum(a and not b for a, b in zip(*above, strict=True)),
    }
    assert found["of_this_table"] == {"old": True, "new": True}
    assert found["loss"] == {"old": sum(old) / 2, "new": sum(new) / 2}
    below = all(b <= a for a, b in zip(old, new, strict=True))
    over = all(b >= a for a, b in zip(old, new, strict=True))
    kind = "equal" if below and over else "finer" if below else "coarser" if over else "neither"
    assert found["nesting"] == kind
    assert ("levels" in found["changed"]) is (old != new)


def test_without_a_job_the_manifests_are_compared(run, release):
    first = release("1.csv", known_absent=2)
    delta = {"min": "0", "max": "1/3"}
    second = release("2.csv", (0, 1), T[:2], public_columns=["town", "age", "sex"], delta=delta)
    ended = run("diff", first, second)
    told = " ".join(ended.stdout.split())
    assert ended.exit_code == 0
    assert "rows of T 3 2" in told
    assert "public columns + sex" in told
    assert "delta max - 1/3 (≈ 33.3 %)" in told
    assert "known absent 2 -" in told
    assert "The levels are the same" in told
    assert "different T" in told
    assert "people" not in run("diff", first, second, "--json").found


def test_a_release_compared_with_itself(run, release):
    file = release("1.csv")
    found = run("diff", file, file, "--json").found
    assert (found["same_file"], found["nesting"], found["changed"]) == (True, "equal", {})
    assert "the same bytes" in run("diff", file, file).stdout


def test_a_release_of_another_table_has_people_but_no_loss(run, release, tmp_path):
    job = tmp_path / "job.yaml"
    others = [("a", "young"), ("b", "old"), ("a", "old")]
    first, second = release("1.csv", rows=others), release("2.csv")
    found = run("diff", first, second, "--job", job, "--json").found
    assert found["people"]["above"] == "2/3"
    assert found["people"]["newly_above"] == 1
    assert found["of_this_table"] == {"old": False, "new": True}
    assert found["loss"]["old"] is None
    assert "is of another T than the job's" in run("diff", first, second, "--job", job).stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({"public_rows": 9}, "with a P of 9 people, and the job's has 8"),
        ({"rows": [("c", "old")] * 3}, "made with another P, or with other hierarchies"),
    ],
)
def test_people_of_another_public_table_are_not_known(run, release, tmp_path, words, told):
    LADDERS[0]["c"] = ("c", "*")
    first, second = release("1.csv"), release("2.csv", **words)
    found = run("diff", first, second, "--job", tmp_path / "job.yaml", "--json").found
    assert told in found["people"]["reason"]
    ended = run("diff", first, second, "--job", tmp_path / "job.yaml")
    assert "Who is newly above 66.7 % is not known" in re.sub(r"[\s≈]+", " ", ended.stdout)


def test_what_is_no_release_is_refused(run, release, tmp_path):
    file = release("1.csv")
    for other, code in ((tmp_path / "t.csv", 7), (tmp_path / "gone.csv", 2)):
        ended = run("diff", file, other)
        assert ended.exit_code == code
        assert other.name in ended.complaint
    file.write_text("town,age\na,*\n")
    assert run("diff", file, release("2.csv")).exit_code == 7
    ended = run("diff", file, file, "--above", "1/5")
    assert ended.exit_code == 2
    assert "--job" in ended.complaint
