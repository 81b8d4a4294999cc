"""Options that would change nothing are refused: nobody should rely on them."""

import pytest

import dpsql

COSTS = ("--population", "9", "--members", "5", "--prior", "0.1", "--cost", "9")
COUNTS = ("counts", "{job}", "--epsilon", "1", "--by", "age", "--levels", "age=2")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ("anonymize", "{job}", "--levels", "zip=4", "--gap", "0.1", "--time-limit", "9"),
            "--levels: nothing is searched; drop --gap, --time-limit",
        ),
        (
            ("anonymize", "{job}", "--levels", "zip=4", "--keep-journal"),
            "--levels: nothing is searched; drop --keep-journal",
        ),
        (("demo", "--people", "--into", "{new}", "--dump-sql", "{new}"), "drop --dump-sql"),
        (
            ("delta", *COSTS, "--delta-max", "2/3", "--sweep", "1,2"),
            "--delta-max: it chooses no δ; drop --sweep",
        ),
        (("hierarchy", "show", "{zip}", "--values", "{job}"), "give both --values and --column"),
        ((*COUNTS, "--overwrite"), "--overwrite: no file is written; name one with --output"),
        (
            ("published-counts", "{zip}", "{zip}", "--count", "n", "--exact-totals"),
            "--exact-totals: no row is a total without --total",
        ),
        (
            ("frequencies", "{table}", "--by", "age", "--domain", "zip=9"),
            "--domain: 'zip' is not among --by; add it there, or drop it",
        ),
        (
            ("report", "{job}", "-o", "{page}", "--sign-off", "--max-nodes", "9"),
            "--sign-off: nothing is searched; drop --max-nodes",
        ),
    ],
)
def test_an_option_that_would_change_nothing_is_refused(example, run, tmp_path, words, told):
    places = {
        "job": example,
        "new": tmp_path / "new",
        "page": tmp_path / "page.html",
        "zip": example.parent / "zip.csv",
        "table": example.parent / "public.csv",
    }
    ended = run(*(word.format(**places) for word in words))
    assert ended.exit_code == 2
    assert told in ended.complaint
    assert not (tmp_path / "new").exists()


def test_explain_takes_no_limit_where_it_proves_the_optimum(example):
    with pytest.raises(dpsql.ConfigError, match=r"^explain: it proves the optimum; drop gap$"):
        dpsql.explain(example, gap=0.1)
    with pytest.raises(dpsql.ConfigError, match=r"^levels: nothing is searched; drop time_limit$"):
        dpsql.explain(example, {"zip": 2}, time_limit=9.0)
    job = dpsql.read_job(example).replace(algorithm={"mpalm": {"cuts": "hierarchy"}})
    with pytest.raises(dpsql.ConfigError, match=r"^gap: parts have no optimum to come near"):
        dpsql.explain(job, gap=0.1)
    assert dpsql.explain(job, time_limit=60.0).parts


def test_the_page_to_sign_names_only_what_was_stated(example, run, tmp_path):
    ended = run("report", example, "--sign-off", "--internal", "-o", tmp_path / "s.html")
    assert ended.exit_code == 2
    assert ended.complaint.endswith("it is about the release; drop --internal")


def test_what_is_released_is_suggested_for_a_misspelt_algorithm(example, run):
    complaint = run("compare", example, "--algorithm", "level").complaint
    assert complaint.endswith("levels, cuts or boxes; did you mean 'levels'?")
