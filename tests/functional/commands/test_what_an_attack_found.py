"""Faults that an attack on the finished commands found, each as it was first seen."""

import json
import signal
import subprocess
import sys

import duckdb
import pytest

import dpsql
from dpsql.release.publish import publish
from tests.functional.conftest import command_line


def test_a_headerless_private_file_keeps_its_first_row_to_itself(tmp_path):
    (tmp_path / "p.csv").write_text("q,zip\na,1\nb,2\n")
    (tmp_path / "t.csv").write_text("SECRET,SECRET\na,1\n")
    job = dpsql.Job(
        public="p.csv",
        private="t.csv",
        quasi_identifiers={"q": {"prefix": [1]}},
        folder=tmp_path,
    )
    with pytest.raises(dpsql.SchemaError, match="columns 1 and 2 have the same name") as raised:
        dpsql.measure(job)
    assert "SECRET" not in str(raised.value).upper()


def test_quoted_cells_that_differ_stay_different(tmp_path):
    duckdb.sql(
        "SELECT * FROM (VALUES ('=a', true), ('=a', false), ('''=a', true), ('''=a', false))"
        " AS rows(q, sec)"
    ).write_parquet(str(tmp_path / "p.parquet"))
    job = dpsql.Job(
        public="p.parquet",
        private={"where": "sec"},
        quasi_identifiers={"q": {"prefix": [1]}},
        delta={"max": "1/2"},
        release="r.csv",
        folder=tmp_path,
    )
    assert dpsql.anonymize(job, csv_formulas="quote").levels == {"q": 0}
    assert sorted((tmp_path / "r.csv").read_text().split()) == ["''=a", "'=a", "q"]
    dpsql.verify(job)


def test_kept_columns_are_those_of_T_where_both_tables_have_them(tmp_path):
    (tmp_path / "p.csv").write_text("id,zip,sec\n1,1,0\n2,1,0\n3,2,0\n4,2,0\n")
    (tmp_path / "t.csv").write_text("id,sec\n1,a\n3,b\n")
    job = dpsql.Job(
        public="p.csv",
        private={"table": "t.csv", "key": "id"},
        quasi_identifiers={"zip": {"prefix": [1]}},
        delta={"max": "1/2"},
        public_columns=["zip"],
        keep=["sec"],
        release="r.csv",
        folder=tmp_path,
    )
    dpsql.anonymize(job)
    assert sorted((tmp_path / "r.csv").read_text().split()) == ["1,a", "2,b", "zip,sec"]


def test_a_lattice_of_less_than_one_node_is_no_limit(run, example):
    done = run("lattice", example, "--json", "--max-nodes", "0")
    assert done.exit_code == 2
    assert "--max-nodes" in done.found["error"]["message"]


def test_a_value_that_T_alone_has_is_not_dumped_by_a_verification(tmp_path):
    (tmp_path / "p.csv").write_text("zip\n" + "ab\nac\n" * 3)
    (tmp_path / "t.csv").write_text("zip\nab\n")
    job = dpsql.Job(
        public="p.csv",
        private="t.csv",
        quasi_identifiers={"zip": {"prefix": [1]}},
        delta={"max": "1/6"},
        release="r.csv",
        folder=tmp_path,
    )
    assert dpsql.anonymize(job).levels == {"zip": 1}
    (tmp_path / "t.csv").write_text("zip\nSECRET\n")
    with pytest.raises(dpsql.IntegrityError) as raised:
        dpsql.verify(job, dump_sql=tmp_path / "dump")
    dumped = [path.read_text() for path in (tmp_path / "dump").rglob("*.sql")]
    assert any("labels_0" in text for text in dumped)
    assert not any("SECRET" in text for text in (*dumped, str(raised.value)))


WEAKER = {
    "delta": {"min": "0", "max": "1"},
    "constraints": {},
    "schema": None,
}


@pytest.mark.parametrize("claim", WEAKER)
def test_a_manifest_that_claims_less_than_the_job_is_refused(example, run, edit, claim):
    edit(example, "delta:", "constraints: {k_anonymity: 2}\ndelta:")
    assert run("anonymize", example, "--quiet").exit_code == 0
    (manifest,) = example.parent.glob("*.manifest.json")
    for weaker in (WEAKER[claim], None):
        claims = {**json.loads(manifest.read_text()), claim: weaker}
        stated = {k: v for k, v in claims.items() if v is not None}
        manifest.write_text(json.dumps(stated, indent=2) + "\n")
        ended = run("verify", example, "--quiet")
        assert ended.exit_code == 7, ended.stderr


def test_parquet_with_a_damaged_footer_is_bad_data(tmp_path):
    duckdb.sql("SELECT '1' AS zip FROM range(3)").write_parquet(str(tmp_path / "p.parquet"))
    content = (tmp_path / "p.parquet").read_bytes()
    (tmp_path / "p.parquet").write_bytes(content[:-8] + b"SECRET" + content[-8:])
    words = {"private": {"where": "zip = '1'"}, "quasi_identifiers": {"zip": {"prefix": [1]}}}
    with pytest.raises(dpsql.InputError, match="damaged") as caught:
        dpsql.measure(dpsql.Job(public="p.parquet", folder=tmp_path, **words))
    assert caught.value.exit_code == 3


def test_nobody_starts_threads_by_the_thousands(example, run, edit):
    edit(example, "delta:", "engine: {duckdb: {threads: 100000}}\ndelta:")
    ended = run("check", example)
    assert (ended.exit_code, "from 1 to 1024" in ended.complaint) == (2, True)


def test_help_is_what_one_expects(run):
    assert "Usage" in run("-h").stdout
    assert "--dump-sql" in run("anonymize", "-h").stdout
    with subprocess.Popen(**command_line()) as process:
        stdout, stderr = process.communicate()
    assert (process.returncode, "Usage" in stdout, "dpsql: ;" in stderr) == (2, True, False)


@pytest.mark.parametrize("number", [signal.SIGQUIT, signal.SIGXCPU, signal.SIGUSR1])
def test_other_signals_that_end_a_program_clean_up_too(example, number):
    """They come at the first statement, and end the command as those that are usual do."""
    program = (
        "import signal, sys; from dpsql.cli import app as cli\n"
        "from dpsql.engines.duckdb.engine import DuckDBEngine\n"
        f"DuckDBEngine.fetch = lambda *_: signal.raise_signal({int(number)})\n"
        "sys.argv[1:] = ['anonymize', sys.argv[1], '--quiet']; cli.main()"
    )
    ended = subprocess.run([sys.executable, "-c", program, example], check=False)
    assert ended.returncode == 128 + number
    assert not [path for path in example.parent.iterdir() if "dpsql" in path.name]


@pytest.mark.parametrize("is_out", [True, False])
def test_a_signal_that_came_too_late_says_so(example, monkeypatch, is_out):
    """It waits until release and manifest are out, and ends the command nevertheless."""

    def publish_until_stopped(*found):
        if is_out:
            publish(*found)
        raise SystemExit(128 + signal.SIGTERM)

    monkeypatch.setattr("dpsql.use_cases.make_release.publish", publish_until_stopped)
    with pytest.raises(SystemExit) as stopped:
        dpsql.anonymize(example)
    told = (
        "release.csv is published: the signal came too late" if is_out else "no release was written"
    )
    (said,) = stopped.value.__notes__
    assert said.startswith(told)
    assert (example.parent / "release.csv").exists() == is_out
