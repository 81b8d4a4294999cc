"""What is said of a wrong word: one line that names it, and what was probably meant."""

import pytest

from dpsql.cli import app as cli


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "metric: loss",
            "metrc: loss",
            "metrc: is not a key of the job file; did you mean 'metric'?",
        ),
        ("quasi_identifiers:", "quasi_identifier:", "; did you mean 'quasi_identifiers'?"),
        ("max: 2/3", "maxi: 2/3", "delta.maxi: is not a key of the job file; did you mean 'max'?"),
        ("max: 2/3", "upper: 2/3", "delta.upper: is not a key of the job file; there are 'min', "),
        ("zip: zip.csv", "zip: {hierachy: zip.csv}", "; did you mean 'hierarchy'?"),
        ("metric: loss", "engine: {duckdb: {memry: 1GB}}", "; did you mean 'memory'?"),
        ("metric: loss", "engine: duckdbb", "engine: write one of duckdb, postgres, spark"),
        ("metric: loss", "metric: los", "write 'loss', 'discernibility'"),
        ("metric: loss", "constraints: {k_anonymty: 5}", "; did you mean 'k_anonymity'?"),
        ("metric: loss", "algorithm: splam", "algorithm: write one of spalm, "),
        ("metric: loss", "algorithm: polled", "mondrian; did you mean pooled?"),
        ("metric: loss", "private: {tabel: private.csv}", "; did you mean 'table'?"),
        (
            "public.csv",
            "publc.csv",
            "publc.csv: no such file; paths start from the job file; there",
        ),
        ("zip: zip.csv", "zip: zp.csv", "zp.csv cannot be read (No such file or directory); there"),
        ("nationality:", "nationalty:", "has no column 'nationalty'; did you mean 'nationality'?"),
    ],
)
def test_a_misspelt_word_of_the_job(example, run, edit, old, new, said):
    if new.startswith("private"):
        edit(example, "private: private.csv", new)
    else:
        edit(example, old, new)
    ended = run("check", example)
    assert ended.exit_code in (2, 3)
    assert said in ended.complaint


def test_no_name_of_a_file_is_guessed_where_none_is_alike(example, run, edit):
    edit(example, "public.csv", "elsewhere.parquet")
    assert run("check", example).complaint.endswith("no such file; paths start from the job file")


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (("mesure", "JOB"), "Did you mean 'measure'?; see dpsql --help"),
        (("script", "JOB"), "No such command 'script'. Did you mean 'sql'?; see dpsql --help"),
        (("anonymize", "public.csv"), "public.csv is a table, not a job file; dpsql init makes"),
        (("measure", "JOB", "--levls", "zip=1"), "--levels, --release); see dpsql measure --help"),
        (("measure",), "Missing argument 'JOB'; see dpsql measure --help"),
        (("measure", "jobb.yaml"), "the job file cannot be read (No such file or directory)"),
        (("measure", "JOB", "--levels", "zp=2"), "; did you mean 'zip'?"),
        (
            ("measure", "JOB", "--levels", "zip=9"),
            "--levels: zip has levels 0 to 3, and no",
        ),
        (("anonymize", "JOB", "--gap", "x"), "'--gap': write a valid number; see dpsql anonymize"),
        (("anonymize", "JOB", "--csv-formulas", "qoute"), "not one of 'refuse', 'quote'; see"),
        (
            ("sql", "JOB", "--dialect", "snowflak"),
            "'snowflak' is not known; did you mean 'snowflake'?",
        ),
        (("hierarchy", "lnt", "zip.csv"), "Did you mean 'lint'?; see dpsql hierarchy --help"),
        (("hierarchy", "export", "JOB", "zp"), "no quasi-identifier 'zp'; did you mean 'zip'?"),
        (("delta", "--population", "10"), "--prior is missing; give --prior, --cost and"),
        (
            [
                "delta",
                "--population",
                "ten",
                "--members",
                "1",
                "--prior",
                "0.1",
                "--cost",
                "1",
                "--acceptable",
                "1",
            ],
            "population: write a whole number, such as 1000",
        ),
    ],
)
def test_a_wrong_call(example, monkeypatch, capsys, command, said):
    """Through `main`, which tells of usage; it is one line, and its exit code is 2."""
    words = [str(example) if word == "JOB" else word for word in command]
    monkeypatch.chdir(example.parent)
    monkeypatch.setattr("sys.argv", ["dpsql", *words])
    monkeypatch.setattr("signal.signal", lambda *_: None)
    monkeypatch.setattr("os.umask", lambda _: 0)
    with pytest.raises(SystemExit) as ended:
        cli.main()
    told = capsys.readouterr().err
    assert ended.value.code == 2
    assert (said in told, told.count("\n")) == (True, 1), told
