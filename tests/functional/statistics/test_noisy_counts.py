"""dpsql counts and dpsql ledger: what is asked, spent, written and refused."""

import csv
from decimal import Decimal
from hashlib import sha256
from unittest.mock import patch

import pyarrow.parquet
import pytest

import dpsql
from dpsql.errors import ResourceError
from dpsql.noise.draw import Noise
from dpsql.noise.ledger import _write
from dpsql.use_cases.counts import draw_cells

BY = ("--by", "zip,nationality", "--levels", "zip=2,nationality=1")


@pytest.fixture
def without_noise():
    with patch.object(Noise, "add_to", lambda _, counts: [*counts]):
        yield


@pytest.fixture
def ledger(tmp_path, run):
    path = tmp_path / "ledger.json"
    assert run("ledger", path, "--budget", "2").exit_code == 0
    return path


def read_csv(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def spent(path, run):
    return run("ledger", path, "--json").found["spent"]


@pytest.mark.usefixtures("without_noise")
def test_every_combination_of_labels_has_a_count(example, run, tmp_path):
    path = tmp_path / "counts.csv"
    ended = run("counts", example, "--epsilon", "1", *BY, "-o", path, "--json")
    assert ended.exit_code == 0, ended.stderr
    header, *rows = read_csv(path)
    assert header == ["zip", "nationality", "count"]
    assert [tuple(row[:2]) for row in rows] == [
        (zip_, nationality)
        for zip_ in ("47*", "48*")
        for nationality in ("N. America", "S. America", "Europe")
    ]
    assert [int(row[2]) for row in rows] == [2, 1, 0, 0, 0, 2]
    assert ended.found["cells"] == ended.found["published_cells"] == 6
    assert path.stat().st_mode & 0o777 == 0o600
    assert [*tmp_path.glob(".dpsql-counts-*")] == []


@pytest.mark.usefixtures("without_noise")
def test_the_cells_of_p_alone(example, run):
    found = run("counts", example, "--epsilon", "1", *BY, "--cells", "public", "--json").found
    told = [(*one["values"].values(), one["count"]) for one in found["counts"]]
    assert told == [("47*", "N. America", 2), ("47*", "S. America", 1), ("48*", "Europe", 2)]


@pytest.mark.usefixtures("without_noise")
def test_parquet_has_texts_and_integers(example, run, tmp_path):
    path = tmp_path / "counts.parquet"
    assert run("counts", example, "--epsilon", "1", *BY, "-o", path).exit_code == 0
    table = pyarrow.parquet.read_table(path)
    assert [str(field.type) for field in table.schema] == ["string", "string", "int64"]
    assert table.column("count").to_pylist() == [2, 1, 0, 0, 0, 2]


@pytest.mark.usefixtures("without_noise")
def test_the_total_alone(example, run):
    assert run("counts", example, "--epsilon", "1", "--json").found["counts"] == [
        {"values": {}, "count": 5}
    ]


@pytest.mark.usefixtures("without_noise")
def test_a_stratum_has_its_own_cells_and_costs_beside_others(example, run, ledger):
    spend = ("counts", example, "--epsilon", "1", *BY, "--ledger", ledger, "--json")
    found = run(*spend, "--stratum", "nationality=Europe").found
    assert [one["count"] for one in found["counts"]] == [0, 2]
    assert run(*spend, "--stratum", "nationality=N. America").found["ledger"]["spent"] == "1"
    assert run(*spend).found["ledger"]["left"] == "0"
    # The most expensive stratum counts, and this one is not.
    assert run(*spend, "--stratum", "nationality=S. America").exit_code == 0
    assert run(*spend, "--stratum", "nationality=Europe").exit_code == 2


@pytest.mark.usefixtures("without_noise")
def test_strata_of_other_files_add_up_and_that_is_said(example, run, ledger):
    """Also of the same rows written anew: who was in which stratum is not known."""
    words = ("counts", example, *BY, "--ledger", ledger, "--epsilon", "1", "--json", "--stratum")
    assert run(*words, "nationality=Europe").found["ledger"]["spent"] == "1"
    private = example.parent / "private.csv"
    private.write_bytes(private.read_bytes())
    assert run(*words, "nationality=N. America").found["ledger"]["spent"] == "2"
    ended = run(*words, "nationality=N. America")
    assert "add 1, as earlier strata of nationality are of other files, or of" in ended.complaint


def test_noise_is_there(example, run):
    """Of 63 cells with noise of some 10 people, not all can be 0 to 5: chance below 1e-30."""
    found = dpsql.counts(example, "1/10", by=("zip", "age"))
    assert len(found.rows) == 63
    assert not all(0 <= count <= 5 for _, count in found.rows)


@pytest.mark.usefixtures("without_noise")
def test_what_is_printed(example, run, ledger):
    ended = run("counts", example, "--epsilon", "0.5", *BY, "--ledger", ledger)
    assert "N. America" in ended.stdout
    assert "Epsilon 1/2: the noise is at most 6 in 95 % of the counts." in ended.stdout
    assert "1/2 of 2 is spent, 3/2 is left." in ended.stdout
    assert "nationality (level 1)" in run("ledger", ledger).stdout


def test_the_ledger_names_the_table_that_was_paid_for(example, run, ledger, tmp_path):
    path = tmp_path / "counts.csv"
    words = ("counts", example, "--epsilon", "0.5", *BY, "--ledger", ledger)
    assert run(*words).exit_code == 0
    assert run(*words, "-o", path).exit_code == 0
    shown, written = run("ledger", ledger, "--json").found["entries"]
    digest = sha256(path.read_bytes()).hexdigest()
    assert (shown["file"], shown["sha256"]) == (None, None)
    assert (written["file"], written["sha256"]) == ("counts.csv", digest)
    told = "".join(run("ledger", ledger).stdout.split())
    assert "counts.csv" in told
    assert str(tmp_path) not in ledger.read_text(encoding="utf-8")


def test_no_digest_is_on_the_disk_before_its_table_is_paid_for(
    example, run, ledger, tmp_path, monkeypatch
):
    """Of few counts a digest would tell them."""
    written = []

    def write(path, content):
        written.append([one.sha256 for one in content.entries])
        return _write(path, content)

    monkeypatch.setattr("dpsql.noise.ledger._write", write)
    words = ("counts", example, "--epsilon", "0.5", *BY, "--ledger", ledger)
    assert run(*words, "-o", tmp_path / "counts.csv").exit_code == 0
    assert [len(one[0] or "") for one in written] == [0, 64]


@pytest.mark.usefixtures("without_noise")
def test_null_is_shown_as_elsewhere(example, run, ledger):
    for name in ("public.csv", "private.csv"):
        path = example.parent / name
        path.write_text(path.read_text().replace("USA", ""))
    tree = example.read_text().replace("[USA, Canada]", "[Canada]")
    example.write_text(tree.replace("  nationality:\n", "  nationality:\n    nulls: own_leaf\n"))
    words = ("counts", example, "--epsilon", "1", "--by", "nationality", "--ledger", ledger)
    told = run(*words, "--stratum", "nationality=")
    assert told.exit_code == 0, told.stderr
    assert [line.split() for line in told.stdout.splitlines()][:2] == [
        ["nationality", "count"],
        ["NULL", "1"],
    ]
    assert "nationality = NULL" in run("ledger", ledger).stdout


@pytest.mark.parametrize("cells", ["declared", "public"])
def test_for_every_t_all_but_the_counts_is_the_same(example, run, cells):
    """Cells, their order and all else that is told, also where nobody is in T."""
    private, told = example.parent / "private.csv", []
    header, *rows = private.read_text(encoding="utf-8").splitlines()
    for kept in ([], rows[2:3], rows):
        private.write_text("\n".join([header, *kept, ""]), encoding="utf-8")
        found = run("counts", example, "--epsilon", "1", *BY, "--cells", cells, "--json").found
        assert all(isinstance(one.pop("count"), int) for one in found["counts"])
        told.append(found)
    assert told[0]["cells"] == {"declared": 6, "public": 3}[cells]
    assert told[0] == told[1] == told[2]


def test_what_is_told_has_no_number_of_t(example, run):
    """The rows of T, the time and the memory of a run follow from T without noise."""
    found = run("counts", example, "--epsilon", "1", *BY, "--json").found
    assert not found.keys() & {"private_rows", "seconds", "peak_memory_bytes"}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--epsilon", "0"), "lies above 0"),
        (("--epsilon", "-1"), "lies above 0"),
        (("--epsilon", "101"), "--epsilon lies between"),
        (("--epsilon", "nan"), "cannot be read"),
        (("--epsilon", "1", "--by", "sex"), "--by: 'sex' is not a quasi-identifier"),
        (("--epsilon", "1", "--by", "zip,zip"), "stands twice"),
        (("--epsilon", "1", "--by", "zip", "--levels", "age=1"), "not among the columns of --by"),
        (("--epsilon", "1", "--by", "zip", "--levels", "zip=9"), "zip has levels 0 to 3"),
        (("--epsilon", "1", "--cells", "all"), "write declared or public"),
        (("--epsilon", "1", "--stratum", "zip"), "write a column and one of its labels"),
        (("--epsilon", "1", "--stratum", "zip=47906"), "not among the columns of --by"),
        (("--epsilon", "1", "--by", "zip", "--stratum", "zip=1"), "no such label at level 0"),
        (
            ("--epsilon", "1", "--by", "nationality", "--stratum", "nationality=uSA"),
            "at level 0 the values; did you mean 'USA'?",
        ),
        (("--epsilon", "1", "--by", "nationality", "--stratum", "nationality="), "no such label"),
        (("--epsilon", "1", "--by", "zip", "--threshold", "0"), "at least 1"),
        (("--epsilon", "1", "--by", "zip,age,nationality"), "write them to a file"),
        (("--epsilon", "1", "--by", "zip", "-o", "counts.txt"), "must end in .csv or .parquet"),
        (("--epsilon", "1", "--by", "zip", "-o", "no/where.csv"), "does not exist"),
        (("--epsilon", "1", "--by", "zip", "--count", "ZIP", "-o", "x.csv"), "name another"),
        (("--epsilon", "1", "--by", "zip", "-o", "."), "--output: . must end in"),
        (("--epsilon", "1", "--ledger", "none.json"), "dpsql ledger none.json --budget 1"),
        (("--epsilon", "1", "--ledger", "a b/n.json"), "dpsql ledger 'a b/n.json' --budget 1"),
    ],
)
def test_what_is_refused(example, run, words, message, monkeypatch):
    monkeypatch.chdir(example.parent)
    ended = run("counts", example, *words)
    assert (ended.exit_code, message in ended.stderr) == (2, True), ended.stderr


def test_a_job_that_knows_p_by_statistics_is_refused(example, run):
    table = "zip,age,nationality,share\n47906,35,USA,1\n"
    (example.parent / "known.csv").write_text(table, encoding="utf-8")
    text = example.read_text(encoding="utf-8").replace("public:", "#public:")
    known = "{path: known.csv, columns: [zip, age, nationality], share: share}"
    text += f"\npopulation: {{size: 9, tables: [{known}]}}\n"
    example.write_text(text, encoding="utf-8")
    ended = run("counts", example, "--epsilon", "1")
    assert (ended.exit_code, "statistics" in ended.complaint) == (2, True), ended.stderr


def test_levels_alone_are_refused(example, run):
    ended = run("counts", example, "--epsilon", "1", "--levels", "zip=1")
    assert (ended.exit_code, "add it there" in ended.complaint) == (2, True)


def test_the_column_of_counts_hides_no_labels(example):
    with pytest.raises(dpsql.ConfigError, match="name another"):
        dpsql.counts(example, "1", by=("nationality",), count="Nationality")


def test_a_spent_budget_publishes_nothing(example, run, ledger, tmp_path):
    path = tmp_path / "counts.csv"
    words = ("counts", example, *BY, "--ledger", ledger, "-o", path)
    ended = run(*words, "--epsilon", "2.5")
    assert ended.exit_code == 2
    assert "the budget is 2 and 0 of it is spent; this run would add 2.5" in ended.complaint
    assert not path.exists()
    assert spent(ledger, run) == "0"
    assert run(*words, "--epsilon", "2").exit_code == 0
    content = path.read_bytes()
    assert run(*words, "--epsilon", "1/100", "--overwrite").exit_code == 2
    assert path.read_bytes() == content


def test_a_file_that_exists_is_not_replaced_unless_asked(example, run, ledger, tmp_path):
    path = tmp_path / "counts.csv"
    path.write_text("mine\n", encoding="utf-8")
    words = ("counts", example, "--epsilon", "1/2", *BY, "--ledger", ledger, "-o", path)
    assert run(*words).exit_code == 2
    assert (path.read_text(encoding="utf-8"), spent(ledger, run)) == ("mine\n", "0")
    assert run(*words, "--overwrite").exit_code == 0
    assert len(read_csv(path)) == 7


def test_a_full_disk_spends_nothing(example, run, ledger, tmp_path):
    full = OSError(28, "No space left on device")
    words = ("counts", example, "--epsilon", "1", *BY, "--ledger", ledger)
    with patch("dpsql.release.counts_file._reserve", side_effect=full):
        ended = run(*words, "-o", tmp_path / "counts.csv")
    assert ended.exit_code == ResourceError.exit_code
    assert spent(ledger, run) == "0"
    assert {path.name for path in tmp_path.iterdir() if "counts" in path.name} == set()


def test_a_run_that_ends_after_it_has_spent_publishes_nothing(example, run, ledger, tmp_path):
    failing = OSError(5, "Input/output error")
    words = ("counts", example, "--epsilon", "1", *BY, "--ledger", ledger)
    with patch("dpsql.release.counts_file.move_new", side_effect=failing):
        ended = run(*words, "-o", tmp_path / "counts.csv")
    assert ended.exit_code == ResourceError.exit_code
    assert "the ledger has entered this run's epsilon all the same" in ended.complaint
    assert spent(ledger, run) == "1"
    assert {path.name for path in tmp_path.iterdir() if "counts" in path.name} == set()


@pytest.mark.parametrize(
    "name", ["private.csv", "public.csv", "zip.csv", "release.csv", "job.csv", "linked.csv"]
)
def test_no_input_release_job_or_ledger_is_replaced(example, run, name):
    """Also not by another name of the same file, and though it is asked for."""
    folder = example.parent
    assert run("anonymize", example, "--quiet").exit_code == 0
    assert run("ledger", folder / "ledger.csv", "--budget", "1").exit_code == 0
    (folder / "linked.csv").hardlink_to(folder / "private.csv")
    (folder / "job.csv").hardlink_to(example)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    words = ("counts", example, "--epsilon", "1/2", *BY, "--ledger", folder / "ledger.csv")
    for path in (folder / name, folder / "ledger.csv"):
        ended = run(*words, "-o", path, "--overwrite")
        assert (ended.exit_code, "is an input of the job" in ended.complaint) == (2, True)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_no_table_is_written_among_the_files_of_an_input(example, run):
    """The next run would read it as a part of P."""
    folder = example.parent / "census"
    folder.mkdir()
    (example.parent / "public.csv").rename(folder / "public.csv")
    text = example.read_text(encoding="utf-8")
    example.write_text(text.replace("public: public.csv", "public: census/*.csv"), encoding="utf-8")
    words = ("counts", example, "--epsilon", "1/2", *BY)
    ended = run(*words, "-o", folder / "counts.csv")
    assert (ended.exit_code, "as a part of an input" in ended.complaint) == (2, True)
    assert run(*words, "-o", folder / "counts.parquet").exit_code == 0


def test_nothing_that_is_not_paid_for_is_on_the_disk(example, run, ledger, tmp_path):
    """While the ledger is written, there is a file of zeros, as large as the table."""
    seen = []

    def look(*words, **options):
        seen.extend(path.read_bytes() for path in tmp_path.glob(".dpsql-counts-*/content/*"))
        raise OSError(28, "No space left on device")

    words = ("counts", example, "--epsilon", "1", *BY, "--ledger", ledger)
    with patch("dpsql.noise.ledger.private_file.write", side_effect=look):
        ended = run(*words, "-o", tmp_path / "counts.csv")
    assert ended.exit_code == ResourceError.exit_code
    assert [set(content) for content in seen] == [{0}]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"cells": "all"}, "declared or public"),
        ({"threshold": 2.5}, "whole number"),
        ({"threshold": True}, "whole number"),
        ({"by": "zip"}, "as a list"),
        ({"by": ("zip",), "count": ""}, "plain name"),
        ({"by": ("zip",), "count": "a\nb"}, "plain name"),
        ({"by": ("zip",), "count": "=1+1"}, "plain name"),
    ],
)
def test_what_is_refused_in_python(example, words, message):
    with pytest.raises(dpsql.ConfigError, match=message):
        dpsql.counts(example, "1", output=example.parent / "counts.csv", **words)


def test_labels_that_a_spreadsheet_would_run_are_refused_for_all_of_the_domain(example, run):
    """Also if no published cell has them: whether one has depends on T."""
    text = example.read_text(encoding="utf-8").replace("Europe", "=1+1")
    example.write_text(text, encoding="utf-8")
    words = ("counts", example, "--epsilon", "20", *BY, "--threshold", "1000")
    assert "formulas" in run(*words, "-o", example.parent / "counts.csv").complaint
    assert run(*words, "-o", example.parent / "counts.parquet").exit_code == 0


def test_of_many_cells_those_below_a_threshold_are_left_out(example, run, monkeypatch):
    """The threshold follows from public numbers; none is written that is below it."""
    monkeypatch.setattr(draw_cells, "MOST_CELLS", 20)
    monkeypatch.setattr(draw_cells, "USUAL_EMPTY", 5)
    found = dpsql.counts(
        example, "1", by=("zip", "age", "nationality"), output=example.parent / "counts.csv"
    )
    assert found.cells == 441
    assert found.threshold == 5
    assert all(count >= 5 for _, count in found.rows)
    # 441 e^-5 / (1 + e^-1), whatever T has
    assert round(found.most_empty, 6) == Decimal("2.172293")
    words = ("counts", example, "--epsilon", "1", "--by", "zip,age,nationality")
    told = run(*words, "-o", example.parent / "again.csv", "--threshold", 5).stdout
    assert "left out. Of the others, at most about 2 are expected to be empty." in " ".join(
        told.split()
    )
    assert dpsql.counts(example, "1", by=["zip"]).most_empty is None
    with pytest.raises(dpsql.ConfigError, match="it is at least 3 here"):
        dpsql.counts(
            example,
            "1",
            by=("zip", "age", "nationality"),
            threshold=1,
            output=example.parent / "more.csv",
        )


def test_its_repr_says_what_was_spent(example):
    found = dpsql.counts(example, "1/2", by=["nationality"], levels={"nationality": 1})
    assert repr(found).startswith("<NoisyCounts: levels nationality=1, 3 cells, ε 1/2, noise of at")
    assert "noisy counts." in found._repr_html_().lower()


def test_the_repr_of_a_ledger_says_what_is_left(ledger):
    found = dpsql.ledger(ledger)
    assert repr(found) == "<Spending: 0 of 2 is spent, 2 is left>"
    assert "2 is left" in found._repr_html_()
