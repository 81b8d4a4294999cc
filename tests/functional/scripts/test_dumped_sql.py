"""--dump-sql writes every statement, numbered, and plain DuckDB runs them in that order by hand."""

import re
from pathlib import Path

import duckdb
import pytest

from dpsql.engines.dump import Dump
from dpsql.errors import ConfigError, ResourceError


@pytest.fixture
def dumped(example, run, tmp_path):
    def dump(command):
        folder = tmp_path / f"sql_{command}"
        assert run(command, example, "--dump-sql", folder, "--quiet").exit_code in (0, 4)
        return folder

    return dump


def statements_in(folder):
    return sorted(path for path in folder.iterdir() if path.suffix == ".sql")


@pytest.mark.parametrize(
    "command", ["check", "measure", "anonymize", "lattice", "frontier", "least-k"]
)
def test_files_are_numbered_in_order(dumped, command):
    names = [path.name for path in statements_in(dumped(command))]
    numbers = [int(name.split("_")[0]) for name in names]
    assert numbers == list(range(1, len(names) + 1))
    assert all(re.fullmatch(r"\d{4}_[a-z0-9_]+\.sql", name) for name in names)
    assert any("materialize_tuples" in name for name in names)


def test_the_verifier_dumps_beside_the_search(dumped):
    folder = dumped("anonymize")
    names = [path.name for path in statements_in(folder / "verify")]
    assert any("verify_classes" in name for name in names)
    assert any("export" in path.name for path in statements_in(folder))


@pytest.mark.parametrize(
    "command", ["check", "measure", "anonymize", "lattice", "frontier", "least-k"]
)
def test_plain_duckdb_runs_them_by_hand(dumped, command):
    folder = dumped(command)
    with duckdb.connect() as connection:
        for path in statements_in(folder):
            connection.execute(path.read_text(encoding="utf-8"))
        counts = connection.execute("SELECT SUM(public_count), SUM(private_count) FROM tuples")
        assert counts.fetchone() == (9, 5)


def test_the_release_can_be_made_by_hand(dumped, example):
    folder = dumped("anonymize")
    rows = []
    with duckdb.connect() as connection:
        for path in statements_in(folder):
            result = connection.execute(path.read_text(encoding="utf-8"))
            if "export" in path.name:
                rows = result.fetchall()
    published = (example.parent / "release.csv").read_text(encoding="utf-8").splitlines()[1:]
    assert [",".join(row) for row in rows] == published


def run_by_hand(folder):
    """Rows of every statement, by its purpose; plain DuckDB runs all of them in their order."""
    rows = {}
    with duckdb.connect() as connection:
        for path in statements_in(folder):
            purpose = path.stem.partition("_")[2]
            rows[purpose] = connection.execute(path.read_text(encoding="utf-8")).fetchall()
    return rows


def test_a_verification_can_be_repeated_by_hand(dumped, run, example):
    assert run("anonymize", example, "--quiet").exit_code == 0
    rows = run_by_hand(dumped("verify") / "verify")
    assert {"upload_given_labels", "materialize_labels_0", "drop_verified_values"} <= rows.keys()
    assert sorted(rows["verify_classes"]) == [(3, 2, 2, 1), (6, 3, 3, 1)]
    assert rows["verify_order"] == [(0,)]


LEAVES = ["it's", "\\'", '"', "--", "\n", ";", "é", *(f"leaf {i}" for i in range(60))]


@pytest.fixture
def large(tmp_path):
    """A job whose hierarchy of many leaves is uploaded, NULL and hostile texts among them."""
    cells = ['"' + leaf.replace('"', '""') + '"' for leaf in LEAVES]
    rows = [f"{cell},{i % 2}" for i, cell in enumerate(cells)]
    (tmp_path / "h.csv").write_text("\n".join([*rows, ",2"]) + "\n", encoding="utf-8")
    (tmp_path / "p.csv").write_text("\n".join(["town,lab", *(f"{c},x" for c in cells), ",x"]))
    (tmp_path / "t.csv").write_text(f"town,lab\n{cells[0]},secret of a patient\n,another secret\n")
    words = ["public: p.csv", "private: t.csv", "quasi_identifiers: {town: h.csv}"]
    words += ["delta: {max: 1/2}", "public_columns: [town]", "keep: [lab]", "release: r.csv"]
    (tmp_path / "job.yaml").write_text("\n".join(words) + "\n")
    return tmp_path / "job.yaml"


def test_a_large_hierarchy_can_be_made_by_hand_and_no_row_of_t_is_dumped(large, run):
    folder = large.parent / "sql"
    assert run("anonymize", large, "--dump-sql", folder, "--quiet").exit_code == 0
    assert any("upload_mapping_0" in path.name for path in statements_in(folder))
    with duckdb.connect() as connection:
        for path in statements_in(folder):
            connection.execute(path.read_text(encoding="utf-8"))
        found = connection.execute("SELECT leaf FROM mapping_0").fetchall()
    assert {leaf for (leaf,) in found} == {*LEAVES, None}
    for path in folder.rglob("*.sql"):
        assert "secret" not in path.read_text(encoding="utf-8")


def test_files_are_their_owners_alone(dumped):
    """Which nodes were counted follows from T."""
    folder = dumped("anonymize")
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in folder.rglob("*.sql")} == {0o600}


def test_the_demo_dumps_both_releases(run, tmp_path):
    kept, folder = tmp_path / "kept", tmp_path / "sql"
    assert run("demo", "--into", kept, "--dump-sql", folder, "--quiet").exit_code == 0
    for name in ("five_anonymous", "delta_present"):
        assert len(run_by_hand(folder / name)["export"]) == 5
        assert statements_in(folder / name / "verify")


@pytest.mark.parametrize("name", ["0001_x.sql", "verify/0001_x.sql", "choose/rows/0002_y.sql"])
@pytest.mark.parametrize("command", ["check", "anonymize", "compare", "least-k"])
def test_statements_of_another_run_are_neither_replaced_nor_joined(
    example, run, tmp_path, command, name
):
    file = tmp_path / "sql" / name
    file.parent.mkdir(parents=True)
    file.write_text("theirs")
    ended = run(command, example, "--dump-sql", tmp_path / "sql")
    assert ended.exit_code == 2
    assert f"has statements of another run, such as {name}; name a new folder" in ended.complaint
    assert list((tmp_path / "sql").rglob("*.sql")) == [file]
    assert file.read_text() == "theirs"


def test_a_statement_that_cannot_be_written_is_a_usage_error(tmp_path):
    (tmp_path / "0001_first.sql").mkdir()
    with pytest.raises(ConfigError, match=r"0001_first\.sql cannot be written \(File exists\)"):
        Dump(tmp_path, "duckdb").write(1, "first", "SELECT 1")


def test_a_disk_that_is_full_is_a_lack_of_resources(tmp_path, monkeypatch):
    def open_full(_):
        return Path("/dev/full").open("w")

    monkeypatch.setattr("dpsql.files.private_file.create", open_full)
    with pytest.raises(ResourceError, match=r"0001_full\.sql cannot be written \(No space left"):
        Dump(tmp_path, "duckdb").write(1, "full", "SELECT 1")


def test_no_link_is_followed_and_no_mode_is_kept(tmp_path):
    """Whoever may write in the folder must not choose what is overwritten, or read along."""
    folder = tmp_path / "sql"
    folder.mkdir()
    (tmp_path / "keep.csv").write_text("kept")
    written = folder / "0001_first.sql"
    written.write_text("old")
    written.chmod(0o666)
    Dump(folder, "duckdb").write(1, "first", "SELECT 1")
    assert written.stat().st_mode & 0o777 == 0o600
    written.unlink()
    written.symlink_to("../keep.csv")
    with pytest.raises(ConfigError, match=r"0001_first\.sql cannot be written"):
        Dump(folder, "duckdb").write(1, "first", "SELECT 1")
    assert (tmp_path / "keep.csv").read_text() == "kept"


def test_a_folder_that_is_a_link_is_refused(example, run, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "sql").mkdir()
    (tmp_path / "sql" / "verify").symlink_to("../elsewhere")
    ended = run("anonymize", example, "--dump-sql", tmp_path / "sql")
    assert ended.exit_code == 2
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_folder_that_cannot_be_made_is_a_usage_error(example, run):
    ended = run("check", example, "--dump-sql", example)
    assert ended.exit_code == 2
    assert "--dump-sql" in ended.complaint
