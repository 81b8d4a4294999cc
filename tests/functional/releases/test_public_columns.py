"""Which columns of P the public has: what may be kept, and what every command states of it."""

import json

import pytest

import dpsql
from dpsql.cli.terminal.plain import name_columns
from dpsql.use_cases.dbt import dbt

WORDS = (
    "public: p.csv\nprivate: {%s}\n"
    "quasi_identifiers: {town: {tree: {'*': [a, b]}}}\n"
    "delta: {max: 1/2}\nrelease: r.csv\n%s"
)
KEYED = "table: t.csv, key: id"
KNOWN = "public_columns: [town, status]\nkeep: [lab]\n"


@pytest.fixture
def write(tmp_path):
    """Write P with a mark, a laboratory's result and a marital status, and a job over it."""
    rows = [f"{i},{'ab'[i % 2]},{'sm'[i < 4]},l{i % 3},{i < 4}" for i in range(12)]
    (tmp_path / "p.csv").write_text("\n".join(["id,town,status,lab,sick", *rows]) + "\n")
    keys = [f"{i},l{i % 3},m" for i in range(4)]
    (tmp_path / "t.csv").write_text("\n".join(["id,result,Status", *keys]) + "\n")

    def written(private="where: sick", more=KNOWN):
        path = tmp_path / "job.yaml"
        path.write_text(WORDS % (private, more))
        return path

    return written


@pytest.mark.parametrize(
    "command",
    [
        ("check",),
        ("measure",),
        ("measure", "--release", "other.csv"),
        ("anonymize",),
        ("verify", "other.csv", "--foreign"),
        ("report", "-o", "r.html"),
        ("lattice",),
        ("frontier",),
        ("explain",),
        ("least-k",),
        ("choose",),
        ("choose", "--private-rows", "4"),
    ],
    ids=" ".join,
)
def test_no_command_takes_a_kept_column_that_the_public_has(write, run, command, monkeypatch):
    """P's status, in other letters in the table of keys, tells all of T."""
    job = write(KEYED, "keep: [Status]\n")
    monkeypatch.chdir(job.parent)
    (job.parent / "other.csv").write_text("town,Status\na,m\na,m\nb,m\nb,m\n")
    name, *more = command
    ended = run(name, job, *more)
    assert ended.exit_code == 2
    assert "job.yaml:6: keep: the public has column 'Status', too" in ended.stderr
    assert not (job.parent / "r.csv").exists()


def test_by_key_a_kept_column_that_no_table_has_is_one_that_t_lacks(write, run):
    ended = run("check", write(KEYED, "keep: [resultt]\n"))
    said = "job.yaml:6: the private table has no column 'resultt'; did you mean 'result'?"
    assert (ended.exit_code, ended.complaint.endswith(said)) == (3, True)


@pytest.mark.parametrize("command", ["sql", "dbt"])
def test_what_the_words_alone_tell_is_refused_where_nothing_is_run(write, run, command):
    folder = ["project"] if command == "dbt" else []
    ended = run(command, write(more="keep: [lab]\n"), *folder)
    assert (ended.exit_code, "job.yaml:6: keep: the public has" in ended.stderr) == (2, True)
    ended = run(command, write(more="public_columns: [town, sick]\n"), *folder)
    assert (ended.exit_code, "'sick' marks the rows of T" in ended.stderr) == (2, True)


def test_a_script_states_what_it_cannot_look_at(write, run):
    told = run("sql", write()).stdout
    assert "-- Of P the public has these columns alone: town, status." in told
    told = run("sql", write(KEYED, "keep: [result]\n")).stdout
    assert "-- P must not have the columns that are kept: result." in told
    folder = write(KEYED, "keep: [result]\n").parent / "project"
    dbt(str(folder.parent / "job.yaml"), folder)
    assert "whether P has the kept columns" in (folder / "models" / "schema.yml").read_text()


def test_every_outcome_states_what_the_public_has(write, run):
    job = write()
    known = ["town", "status"]
    assert run("check", job, "--json").found["public_columns"] == known
    assert "an outsider knows" in run("check", job).stdout
    assert run("measure", job, "--json").found["public_columns"] == known
    ended = run("anonymize", job, "--report", job.parent / "public.html")
    assert "for an outsider who knows town, status." in " ".join(ended.stdout.split())
    manifest = json.loads((job.parent / "r.csv.manifest.json").read_bytes())
    assert (manifest["keep"], manifest["public_columns"]) == (["lab"], known)
    assert run("verify", job, "--json").found["public_columns"] == known
    told = " ".join(run("verify", job).stdout.split())
    assert "for an outsider who knows town, status." in told
    run("report", job, "-o", job.parent / "internal.html", "--internal")
    for page in ("public.html", "internal.html"):
        html = (job.parent / page).read_text(encoding="utf-8")
        assert "assumed to know: <bdi>town</bdi>, <bdi>status</bdi>." in html
    outcome = dpsql.measure(str(job))
    assert "for an outsider who knows town, status." in outcome._repr_html_()
    assert "town, status" in dpsql.check(str(job))._repr_html_()


@pytest.mark.parametrize("claimed", [["town"], ["town", "status", "lab"], []])
def test_a_manifest_that_claims_another_public_is_refused(write, run, claimed):
    job = write()
    assert run("anonymize", job).exit_code == 0
    path = job.parent / "r.csv.manifest.json"
    words = json.loads(path.read_bytes())
    path.write_text(json.dumps(words | {"public_columns": claimed}, indent=2) + "\n")
    ended = run("verify", job)
    assert (ended.exit_code, "states another public_columns" in ended.stderr) == (7, True)
    del words["public_columns"]
    path.write_text(json.dumps(words, indent=2) + "\n")
    assert run("verify", job).exit_code == 7


def test_a_release_verifies_only_by_a_job_of_the_same_public(write, run):
    assert run("anonymize", write()).exit_code == 0
    assert run("verify", write(more="public_columns: [town]\nkeep: [lab]\n")).exit_code == 7
    assert run("verify", write(more="public_columns: [town, lab]\nkeep: [lab]\n")).exit_code == 2


@pytest.mark.parametrize("command", [("measure", "--release"), ("verify", "--foreign")])
def test_an_unnamed_column_of_a_foreign_release_is_not_the_publics_either(write, run, command):
    """The file would pass, and its statuses would tell who is in T."""
    job = write(more="")
    file = job.parent / "other.csv"
    file.write_text("town,STATUS\na,m\na,m\nb,m\nb,m\n")
    name, option = command
    ended = run(name, job, option, file)
    assert ended.exit_code == 2
    assert "has column 'STATUS' of it, too, and would join on it; drop it from" in ended.stderr
    write(more="public_columns: [town]\n")
    assert run(name, job, option, file).exit_code == 0


def test_many_public_columns_are_counted_in_a_sentence():
    assert name_columns(["zip", "a\nb"]) == "zip, a\\nb"
    assert name_columns([f"c{i}" for i in range(1000)]) == "1,000 columns of P"
