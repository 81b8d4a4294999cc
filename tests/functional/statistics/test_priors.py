"""Priors: what a job may say, what the table of rates must be, and what leaves it out."""

import json
import re
from itertools import product

import duckdb
import pytest

from dpsql.generalize import near_suppression
from dpsql.sql.priors import rates
from dpsql.use_cases import make_release

WORDS = """\
public: p.csv
private: t.csv
quasi_identifiers:
  town: {{tree: {{"*": [a, b]}}}}
  age: {{tree: {{"*": [young, old]}}}}
prior: {prior}
delta: {{max: {high}}}
{more}
release: r.csv
"""
TABLE = "{path: rates.csv, columns: [age], rate: rate}"


@pytest.fixture
def write(tmp_path):
    """Write P, T, a table of rates and a job over them."""

    def written(
        *,
        prior=TABLE,
        rates="young,0.02\nold,0.2\n",
        high="9/10",
        more="",
        third="x",
        members="a,old\nb,young\n",
    ):
        (tmp_path / "p.csv").write_text(
            f"town,age,chance\na,young,.02\na,old,.2\nb,old,.2\nb,young,.02\na,old,{third}\n"
        )
        (tmp_path / "t.csv").write_text(f"town,age\n{members}")
        (tmp_path / "rates.csv").write_text(f"age,rate\n{rates}")
        path = tmp_path / "job.yaml"
        path.write_text(WORDS.format(prior=prior, high=high, more=more))
        return path

    return written


@pytest.mark.parametrize(
    ("words", "code", "complaint"),
    [
        (
            {"prior": "{path: rates.csv, rate: rate}"},
            2,
            "with the columns of P that rates depend on",
        ),
        ({"prior": "{path: rates.csv, columns: [age, age], rate: rate}"}, 2, "each column once"),
        ({"prior": "{column: chance, rate: rate}"}, 2, "drop the other keys"),
        ({"more": "algorithm: mpalm"}, 2, "levels are searched"),
        ({"more": "choose: from_public"}, 2, "prior: choose: from_public does not judge by it"),
        ({"more": "cache: counts"}, 2, "kept counts do not have the rates"),
        (
            {"prior": "{path: rates.csv, columns: [agee], rate: rate}"},
            3,
            "no column 'agee'; did you mean 'age'?",
        ),
        ({"prior": "{column: chances}"}, 3, "prior: the public table has no column 'chances'; did"),
        (
            {"prior": "{path: rates.csv, columns: [age], rate: p}"},
            3,
            "the table of rates has no column 'p'",
        ),
        ({"prior": "{column: chance}"}, 3, "1 row has no number from 0 to 1"),
        ({"rates": "young,0.02\nold,1.2\n"}, 3, "1 row has no number from 0 to 1"),
        ({"rates": "young,0.02\nold,\n"}, 3, "1 row has no number from 0 to 1"),
        ({"rates": "young,0.02\n"}, 3, "3 people of P have no rate"),
        (
            {"rates": 'young,"0,02"\nold,0.2\n'},
            3,
            "1 row has no number from 0 to 1: 1 of them with a decimal comma; write 0.03 in place",
        ),
        ({"rates": "young,2 %\nold,0.2\n"}, 3, "1 of them in percent; write 0.03 in place of 3 %"),
        ({"rates": "young,0.02\nold,0.2\nold,0.3\n"}, 3, "1 tuple of age stands in several rows"),
        ({"rates": "young,0\nold,0\n"}, 3, "correct the rates"),
        ({"rates": "young,1\nold,1\n"}, 3, "correct the rates"),
        ({"rates": "young,1\nold,0.5\n"}, 4, "those of rate 1 are known to be in T beforehand"),
    ],
)
def test_a_prior_that_does_not_fit_is_refused(run, write, words, code, complaint):
    found = run("anonymize", write(**words))
    assert found.exit_code == code, found.complaint
    assert complaint in found.complaint


@pytest.mark.parametrize(
    ("words", "feasible", "told"),
    [
        ({"high": "9/10"}, True, "Some levels satisfy it under the rates of the prior."),
        ({"high": "2/5"}, False, "no levels satisfy delta max 40 % under the rates of the prior"),
        (
            {"rates": "young,1\nold,0.5\n"},
            False,
            "people of rate 1 are known to be in T beforehand; lower their rate",
        ),
        (
            {"rates": "young,0\nold,0.5\n", "high": "1, min: 1/10", "members": "a,old\n"},
            False,
            "people of rate 0 are known not to be in T beforehand; raise their rate",
        ),
        (
            {"high": "1/5"},
            False,
            "|T|/|P| = 40 %, everybody's presence under total suppression, is more than",
        ),
    ],
)
def test_check_says_whether_any_levels_hold_under_the_prior(run, write, words, feasible, told):
    path = write(**words)
    found = run("check", path)
    assert told in " ".join(found.stdout.split())
    assert found.exit_code == (0 if feasible else 4)
    assert run("check", path, "--json").found["feasible"] is feasible
    assert run("anonymize", path).exit_code == (0 if feasible else 4)


def test_people_without_a_rate_are_shown_where_values_of_p_may_be(run, write):
    path = write(rates="young,0.02\n")
    complaint = run("check", path).complaint
    assert "add rows for their age; --show-public prints some of them" in complaint
    assert "'old'" not in complaint
    complaint = run("check", path, "--show-public").complaint
    assert complaint.endswith("add rows for their age, such as 'old'")


def test_the_wider_delta_that_is_advised_holds(run, write):
    for high in ("1/5", "2/5"):
        found = run("check", write(high=high))
        bound = re.search(r"delta max (0\.\d+) or more", " ".join(found.stdout.split()))
        assert bound, found.stdout
        assert "finer levels may satisfy" not in found.stdout
        assert run("check", write(high=bound[1])).exit_code == 0
        assert run("anonymize", write(high=bound[1]), "--overwrite").exit_code == 0


def test_where_a_search_is_needed_check_says_so(run, write, monkeypatch):
    monkeypatch.setattr(near_suppression, "MOST_NODES", 0)
    found = run("check", write(high="9/20"))
    assert found.exit_code == 0
    told = " ".join(found.stdout.split())
    assert "only a search, that of dpsql anonymize, can tell" in told


@pytest.mark.parametrize("command", ["lattice", "frontier", "explain", "choose", "risks", "sql"])
def test_what_does_not_judge_by_a_prior_says_so(run, write, command):
    path = write()
    words = ["--levels", "town=1,age=1"] if command == "sql" else []
    found = run(command, path, *words)
    assert found.exit_code == 2, found.complaint
    assert "prior" in found.complaint


def test_a_foreign_release_is_not_judged_by_a_prior(run, write, tmp_path):
    path = write()
    (tmp_path / "r.csv").write_text("town,age\na,old\nb,young\n")
    for words in (
        ["measure", path, "--release", tmp_path / "r.csv"],
        ["verify", path, "--foreign"],
    ):
        found = run(*words)
        assert found.exit_code == 2
        assert (
            "prior: this command does not judge by rates, and would take all people of a class"
            in found.complaint
        )


@pytest.mark.parametrize("high", ["9/10", "9/20"])
def test_internal_pages_do_not_search_without_the_prior(run, write, tmp_path, high):
    """At 9/20 nothing holds under the prior, though presence would."""
    path, page = write(high=high), tmp_path / "page.html"
    found = run("report", path, "-o", page, "--internal")
    assert found.exit_code == (0 if high == "9/10" else 4)
    assert (
        "and the job has a prior; dpsql compare JOB --delta … judges any δmax" in page.read_text()
    )


def test_the_posterior_is_told_and_judged(run, write):
    path = write(high="1/2")
    told = run("measure", path, "--levels", "town=1,age=1", "--json").found
    assert told["presence"] == {"min": "2/5", "max": "2/5"}
    # Two of five, two of odds 1/49 and three of odds 1/4.
    inside = 2 * (1 / 49) * (1 / 4) + 2 * (1 / 4) ** 2
    ways = (1 / 49) ** 2 + 6 * (1 / 49) * (1 / 4) + 3 * (1 / 4) ** 2
    assert told["posterior"]["max"] == pytest.approx(inside / ways, abs=1e-9)
    assert told["posterior"]["rate"] == "1/5"
    assert told["satisfied"] is False
    assert [one["holds"] for one in told["models"]] == [True, True, True, False]
    assert run("check", path).exit_code == 0


def test_the_verifier_counts_everybody_once(write, run, tmp_path, monkeypatch):
    """Should the check of repeated rows fail, people of two rates would count twice."""
    path = write(rates="young,0.02\nold,0.2\nold,0.20001\n")
    monkeypatch.setattr(rates, "_refuse_repeated", lambda *_: None)
    monkeypatch.setattr(make_release, "_agree", lambda *_: True)
    ended = run("anonymize", path)
    assert ended.exit_code == 3
    assert "several rates" in ended.complaint
    assert not (tmp_path / "r.csv").exists()


def test_pages_tell_the_posterior(run, write, tmp_path):
    path = write()
    page = tmp_path / "page.html"
    assert run("anonymize", path, "--report", page).exit_code == 0
    assert "Before the release people differ" in page.read_text()
    claims = json.loads((tmp_path / "r.csv.manifest.json").read_text())
    assert claims["prior"]["columns"] == ["age"]
    assert len(claims["prior"]["rates"]) == 1
    (tmp_path / "rates.csv").write_text("age,rate\nyoung,0.02\nold,0.21\n")
    assert run("verify", path).exit_code == 7


@pytest.mark.parametrize(
    ("words", "before", "tally"),
    [
        ({}, "is certain of 1 of 2 people that they are in T.", (1, 1, 0)),
        # One of two who are (a, old) is in T; their odds are 1/4 and 1.
        (
            {"prior": "{column: chance}", "third": ".5", "members": "a,old\n", "high": "7/10"},
            "with a probability of up to 80\u00a0%. 1 of 5 people of P is above δmax 70\u00a0%.",
            (0, 1, 0),
        ),
        # By the rates nobody who is (b, young) can be in T, and one is.
        (
            {"rates": "young,0\nold,0.2\n", "high": "7/10"},
            "Of 1 combination of raw values T has too few or too many rows for these rates",
            (0, 0, 1),
        ),
    ],
)
def test_the_page_to_sign_counts_before_by_the_rates(run, write, tmp_path, words, before, tally):
    path, page = write(**words), tmp_path / "sign.html"
    made = run("anonymize", path)
    assert made.exit_code == 0, made.complaint
    told = run("report", path, "--sign-off", "-o", page, "--json")
    found = told.found["before"]
    keys = ("certain_rows", "people_above_delta_max", "contradicting_classes")
    assert tuple(found[key] for key in keys) == tally
    text = page.read_text()
    assert before in text
    assert "Whoever knows P and the rates of the prior" in text
    assert "That the rates of the prior are right" in text
    assert "as likely as another" not in text


def test_compare_shows_the_presence_that_delta_bounds(run, write):
    path = write(high="9/10")
    told = run("compare", path, "--algorithm", "levels", "--algorithm", "cuts")
    assert told.exit_code == 0
    shown = " ".join(told.stdout.split())
    assert "Presence is that under the rates of the job's prior, which δ bounds" in shown
    assert "cuts: prior: with it, levels are searched" in shown
    found = run("compare", path, "--json").found["candidates"][0]
    assert found["levels"] == run("anonymize", path, "--json").found["levels"]
    assert found["posterior"]["max"] <= 0.9


def test_rates_are_found_by_values_whatever_the_tables_are_stored_as(run, tmp_path):
    rows = "SELECT range // 4 AS age, DATE '2020-01-01' + (range % 2)::INT AS day FROM range(24)"
    for form, (name, query) in product(
        ("csv", "parquet"),
        {
            "p": rows,
            "t": f"{rows} WHERE range % 5 = 0",
            "rates": f"SELECT DISTINCT age, day, (age + 1) / 10 AS rate FROM ({rows})",
        }.items(),
    ):
        duckdb.sql(f"COPY ({query}) TO '{tmp_path / name}.{form}'")
    told = []
    for of_p, of_rates in product(("csv", "parquet"), repeat=2):
        (tmp_path / "job.yaml").write_text(
            f"public: p.{of_p}\nprivate: t.{of_p}\nquasi_identifiers: {{age: {{widths: [2]}}}}\n"
            f"prior: {{path: rates.{of_rates}, columns: [age, day], rate: rate}}\n"
            "public_columns: [age, day]\ndelta: {max: 19/20}\nrelease: r.csv\n"
        )
        assert run("anonymize", tmp_path / "job.yaml", "--overwrite").exit_code == 0
        told.append(run("verify", tmp_path / "job.yaml", "--json").found["posterior"])
    assert told == told[:1] * 4


def test_rates_by_numbers_that_are_no_texts_are_refused_with_both_types(run, write, tmp_path):
    job = write(prior="{path: rates.parquet, columns: [age], rate: rate}")
    query = "SELECT 1::DOUBLE AS age, 0.1 AS rate"
    duckdb.sql(f"COPY ({query}) TO '{tmp_path / 'rates.parquet'}'")
    refused = run("check", job)
    assert refused.exit_code == 3
    told = "column 'age' is VARCHAR in P and DOUBLE in the table of rates; give both the same type"
    assert told in " ".join(refused.stderr.split())
