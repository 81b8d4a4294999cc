"""Earlier releases: what a job may name, what is judged, and what leaves them out."""

import json

import pytest

from tests.earlier_releases import write_manifest

WORDS = """\
public: p.csv
private: t.csv
quasi_identifiers:
  town: {{tree: {{"*": [a, b]}}}}
  age: {{tree: {{"*": [young, old]}}}}
earlier: {earlier}
delta: {{max: {high}}}
{more}
release: r.csv
"""
PEOPLE = ["a,young", "a,old", "a,old", "b,old", "b,young", "b,young", "b,old", "a,young"]
MEMBERS = ["a,old", "b,young", "b,old", "a,young"]


@pytest.fixture
def write(tmp_path):
    """Write P, T, a release of T by town alone, and a job that names it."""

    def written(*, earlier="[e.csv]", high="2/3", more="", rows="aabb", levels=None, **claims):
        (tmp_path / "p.csv").write_text("\n".join(["town,age", *PEOPLE]) + "\n")
        (tmp_path / "t.csv").write_text("\n".join(["town,age", *MEMBERS]) + "\n")
        file = tmp_path / "e.csv"
        file.write_text("town,age\n" + "".join(f"{town},*\n" for town in rows))
        given = {"public_rows": len(PEOPLE), "private_rows": len(rows)} | claims
        write_manifest(file, levels or {"town": 0, "age": 1}, **given)
        path = tmp_path / "job.yaml"
        path.write_text(WORDS.format(earlier=earlier, high=high, more=more))
        return path

    return written


def say(found):
    """Return what a command prints, in one line with plain spaces."""
    return " ".join(found.stdout.split())


def test_two_releases_are_judged_by_their_atoms(run, write):
    """Half of each town and half of each age are in T, and so is each person with 1/2."""
    path = write()
    told = run("measure", path, "--levels", "town=1", "--json").found
    assert told["presence"] == {"min": "1/2", "max": "1/2"}
    assert told["together"] == {
        "method": "exact",
        "presence": {"min": "1/2", "max": "1/2"},
        "releases": 1,
        "of_other_tables": 0,
    }
    assert told["satisfied"] is True
    said = say(run("measure", path, "--levels", "town=1"))
    assert "is exactly 50 %, by all T that the releases allow, for an outsider who knows" in said


def test_nested_levels_need_no_atoms(run, write):
    path = write()
    for levels, ends in (("town=0,age=0", ("1/2", "1/2")), ("town=1,age=1", ("1/2", "1/2"))):
        told = run("measure", path, "--levels", levels, "--json").found["together"]
        assert (told["method"], *told["presence"].values()) == ("nested", *ends)


def test_a_release_of_another_table_is_left_out_and_told_of(run, write, tmp_path):
    path, page = write(rows="aab"), tmp_path / "page.html"
    found = run("anonymize", path, "--report", page)
    assert found.exit_code == 0, found.complaint
    assert "1 earlier release is of another T, and judged for itself" in say(found)
    told = page.read_text()
    assert "of another T" in told and "by P alone" not in told, "nobody knows more of this T"
    claims = json.loads((tmp_path / "r.csv.manifest.json").read_text())
    assert claims["together"]["releases"][0]["of_this_table"] is False
    assert run("verify", path).exit_code == 0


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ({"rows": "aaab"}, "e.csv has as many rows as T, but others at its levels"),
        ({"rows": "aabc"}, "e.csv was made with another P, or with other hierarchies"),
        ({"public_rows": 9}, "e.csv was made with another P, or with other hierarchies"),
        ({"levels": {"town": 0, "age": 2}}, "e.csv was made with another hierarchy of age"),
        ({"levels": {"town": 0, "sex": 0}}, "shows sex, which is no quasi-identifier of the job"),
        ({"keep": ["age"]}, "kept age as it is"),
    ],
)
def test_a_release_that_cannot_be_placed_refuses_all(run, write, tmp_path, words, complaint):
    path = write(**words)
    told = run("measure", path, "--levels", "town=1", "--json")
    assert told.found["together"]["method"] == "refused"
    assert complaint in told.found["together"]["reason"]
    assert told.found["satisfied"] is False
    ended = run("anonymize", path)
    assert ended.exit_code == 4
    assert complaint in ended.complaint
    assert not (tmp_path / "r.csv").exists()
    checked = run("check", path, "--json").found
    assert checked["feasible"] is False
    assert complaint in checked["earlier_problem"]
    said = say(run("check", path))
    assert "no release can be judged together with the earlier ones: " in said
    assert "loosen together" not in said


def test_what_is_out_already_may_break_delta(run, write):
    path = write(high="2/5")
    ended = run("anonymize", path)
    assert ended.exit_code == 4
    ended = run("anonymize", write(high="1/2", rows="aabb"))
    assert ended.exit_code == 0, ended.complaint


def test_the_delta_that_an_earlier_release_leaves_is_written_as_a_job_has_it(run, tmp_path):
    (tmp_path / "p.csv").write_text("town\n" + "a\n" * 3 + "b\n" * 5)
    (tmp_path / "t.csv").write_text("town\na\na\nb\n")
    job = 'public: p.csv\nprivate: t.csv\nquasi_identifiers: {town: {tree: {"*": [a, b]}}}\n'
    (tmp_path / "first.yaml").write_text(f"{job}delta: {{max: 1}}\nrelease: e.csv\n")
    assert run("anonymize", tmp_path / "first.yaml").exit_code == 0
    second = f"{job}delta: {{max: 1/2}}\nearlier: [e.csv]\nrelease: r.csv\n"
    (tmp_path / "second.yaml").write_text(second)
    ended = run("anonymize", tmp_path / "second.yaml")
    assert ended.exit_code == 4
    assert "presence lies between 20 % and ≈ 66.7 % there" in ended.complaint
    assert "delta has to contain that, as {min: 1/5, max: 2/3} does" in ended.complaint
    said = say(run("check", tmp_path / "second.yaml"))
    assert "an earlier release of this T breaks delta already" in said


def test_changed_and_missing_files_are_found(run, write, tmp_path):
    path = write()
    (tmp_path / "e.csv").write_text("town,age\na,*\n")
    ended = run("measure", path, "--levels", "town=1")
    assert ended.exit_code == 7
    assert "earlier: e.csv: its bytes are not those that its manifest names" in ended.complaint
    (tmp_path / "e.csv.manifest.json").unlink()
    ended = run("anonymize", path)
    assert ended.exit_code == 7
    assert "e.csv.manifest.json" in ended.complaint
    ended = run("anonymize", write(earlier="[gone.csv]"))
    assert ended.exit_code == 2
    ended = run("anonymize", write(earlier="[r.csv]"))
    assert ended.exit_code == 2


@pytest.mark.parametrize(
    ("more", "complaint"),
    [
        ("algorithm: mpalm", "levels are searched"),
        ("choose: from_public", "choose: from_public does not judge releases together"),
        ("known_absent: 1", "not judged together with known_absent"),
        ("prior: {column: chance}", "not judged together with prior"),
    ],
)
def test_what_does_not_go_with_earlier_releases_is_refused(run, write, more, complaint):
    ended = run("anonymize", write(more=more))
    assert ended.exit_code == 2
    assert complaint in ended.complaint


@pytest.mark.parametrize("command", ["lattice", "frontier", "explain", "audit", "risks", "sql"])
def test_what_does_not_judge_releases_together_says_so(run, write, command):
    words = ["--levels", "town=1,age=1"] if command == "sql" else []
    found = run(command, write(), *words)
    assert found.exit_code == 2, found.complaint
    assert "earlier" in found.complaint


def test_the_manifest_names_what_was_out(run, write, tmp_path):
    path = write()
    assert run("anonymize", path).exit_code == 0
    claims = json.loads((tmp_path / "r.csv.manifest.json").read_text())["together"]
    assert claims["method"] == "nested"
    assert claims["releases"][0]["levels"] == {"town": 0, "age": 1}
    path.write_text(path.read_text().replace("earlier: [e.csv]\n", ""))
    assert run("verify", path).exit_code == 7


@pytest.mark.parametrize("high", ["1/2", "3/5", "2/3", "2/5"])
def test_compare_finds_the_levels_that_anonymize_releases(run, write, high):
    """Each δmax is judged together with what is out, and boxes are left out."""
    path = write(high="1")
    words = ["--algorithm", "levels", "--algorithm", "boxes", "--delta", high, "--delta", "1"]
    found = run("compare", path, *words, "--json").found["candidates"]
    levels, boxes, at_most, _ = found
    assert "earlier: with it, levels are searched" in boxes["left_out"]
    assert at_most["together"]["presence"]["max"] == "1/2"
    made = run("anonymize", write(high=high), "--overwrite", "--json").found
    assert levels.get("levels") == made.get("levels")
    assert levels.get("together") == made.get("together")
    shown = say(run("compare", path, *words))
    assert "Presence is that for whoever has the job's earlier releases as well" in shown
