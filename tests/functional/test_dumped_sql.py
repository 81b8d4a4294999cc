"""--dump-sql writes every statement, numbered, and plain DuckDB runs them in that order by hand."""

import re

import duckdb
import pytest


@pytest.fixture
def dumped(example, run, tmp_path):
    def dump(command):
        folder = tmp_path / f"sql_{command}"
        assert run(command, example, "--dump-sql", folder, "--quiet").exit_code in (0, 4)
        return folder

    return dump


def statements_in(folder):
    return sorted(path for path in folder.iterdir() if path.suffix == ".sql")


@pytest.mark.parametrize("command", ["check", "measure", "anonymize", "lattice"])
def test_files_are_numbered_in_order(dumped, command):
    names = [path.name for path in statements_in(dumped(command))]
    numbers = [int(name.split("_")[0]) for name in names]
    assert numbers == list(range(1, len(names) + 1))
    assert all(re.fullmatch(r"\d{4}_[a-z0-9_]+\.sql", name) for name in names)
    assert any("materialize_tuples" in name for name in names)


def test_the_verifier_dumps_beside_the_search(dumped):
    folder = dumped("anonymize")
    names = [path.name for path in statements_in(folder / "verify")]
    assert any("verify_rows" in name for name in names)
    assert any("export" in path.name for path in statements_in(folder))


@pytest.mark.parametrize("command", ["check", "measure", "anonymize", "lattice"])
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


def test_rows_that_are_uploaded_are_not_dumped(dumped):
    folder = dumped("anonymize") / "verify"
    assert [path.name for path in statements_in(folder) if "upload_labels" in path.name]
    for path in statements_in(folder):
        assert "47906" not in path.read_text(encoding="utf-8")


def test_a_folder_that_cannot_be_made_is_a_usage_error(example, run):
    ended = run("check", example, "--dump-sql", example)
    assert ended.exit_code == 2
    assert "--dump-sql" in ended.complaint
