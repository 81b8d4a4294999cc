"""What the page to sign says of the people and rows of a release: risk, loss, what is granted."""

import hashlib
import re

import pyarrow
import pytest

import dpsql
from dpsql.domain.found.placed_people import PlacedPeople
from tests.functional.reports.test_report import read
from tests.random_people import write_random_job


@pytest.mark.parametrize(
    "words",
    [
        {"algorithm": "spalm"},
        {"algorithm": "pooled", "release": "r.parquet"},
        {"algorithm": {"mpalm": {"columns": "any", "values": "loss"}}},
        {"algorithm": "mondrian", "delta": {"max": "9/10"}},
        {"algorithm": {"mpalm": {"cuts": "hierarchy", "rest": "kept"}}, "count": "cases"},
    ],
    ids=lambda words: str(words["algorithm"]),
)
def test_the_loss_that_is_signed_is_that_of_the_release(duckdb_bench, tmp_path, words):
    """It is counted in the file, by column and in all."""
    path, count = words.get("release", "r.csv"), words.get("count")
    job = write_random_job(
        duckdb_bench,
        7,
        algorithm=words["algorithm"],
        delta=words.get("delta", {"max": "1/2"}),
        release={"path": path, "count": count} if count else path,
    )
    outcome = dpsql.anonymize(job)
    dpsql.sign_off(job, tmp_path / "sign.html")
    text = read(tmp_path / "sign.html").replace("\u00a0", " ")
    assert f"loss {outcome.metrics['loss']:.3g} (0: raw values" in text
    page = (tmp_path / "sign.html").read_text()
    columns = re.findall(r'data-column="loss">([^<]*)</td></tr>', page)
    assert len(columns) == 3
    assert sum(map(float, columns)) == pytest.approx(3 * outcome.metrics["loss"], abs=0.002)


def test_those_above_delta_are_told_and_what_has_no_digest(tmp_path):
    """Of town b all are in T; of c three of four, of a two of four."""
    towns = {"town": [*"aaaabbcccc"], "house": [*"aaaabbcccc"]}
    private = {name: [*"aabbccc"] for name in towns}
    job = dpsql.Job(
        public=pyarrow.table(towns),
        private=pyarrow.table(private),
        quasi_identifiers={name: {"tree": {"*": [*"abc"]}} for name in towns},
        delta={"max": "7/10"},
        release=tmp_path / "r.csv",
    )
    dpsql.anonymize(job)
    found = dpsql.sign_off(job, tmp_path / "sign.html")
    assert (found.before.placed.certain, found.before.placed.above) == (2, 6)
    text = read(tmp_path / "sign.html").replace("\u00a0", " ")
    told = "certain of 2 of 7 people that they are in T. 6 of 10 people of P are above δmax 70 %."
    assert told in text
    assert "Without a digest: P, T, the job." in text


def test_those_who_are_certainly_not_in_t_are_counted_where_delta_min_hides_them(tmp_path):
    """Of town a nobody is in T, of b one of two, of c one of one."""
    job = dpsql.Job(
        public=pyarrow.table({"town": [*"aabbc"]}),
        private=pyarrow.table({"town": [*"bc"]}),
        quasi_identifiers={"town": {"tree": {"*": [*"abc"]}}},
        delta={"min": "1/5", "max": "1/2"},
        release=tmp_path / "r.csv",
    )
    dpsql.anonymize(job)
    before = dpsql.sign_off(job, tmp_path / "sign.html").before
    # As many of b are in T as are not.
    assert before.placed == PlacedPeople(certain=1, above=1, below=2, absent=2)
    told = "1 of 5 people of P is above δmax 50 %, and 2 below δmin 20 % (certainly not in T)."
    assert told in read(tmp_path / "sign.html").replace("\u00a0", " ")
    without = job.replace(delta={"max": "1/2"})
    dpsql.anonymize(without, overwrite=True)
    told = dpsql.sign_off(without, tmp_path / "again.html").to_dict()["before"]
    assert "certainly_absent_people" not in told


def test_the_loss_that_is_signed_says_that_it_is_weighted(run, tmp_path):
    """And whoever could be anybody of P is said to be."""
    (tmp_path / "p.csv").write_text("a,b\n" + "1,1\n2,2\n" * 10)
    (tmp_path / "t.csv").write_text("a,b\n1,1\n")
    tree = '{tree: {"*": ["1", "2"]}'
    columns = f"  a: {tree}, weight: 3}}\n  b: {tree}}}\n"
    job = tmp_path / "job.yaml"
    job.write_text(
        f"public: p.csv\nprivate: t.csv\nquasi_identifiers:\n{columns}delta: {{max: 1/20}}\n"
        "release: r.csv\n"
    )
    assert run("anonymize", job).exit_code == 0
    assert run("report", job, "--sign-off", "-o", tmp_path / "s.html").exit_code == 0
    text = read(tmp_path / "s.html")
    assert "each row could be any of all 20 people of P; loss 1, weighted by a 3, others 1" in text


def _make_visits(tmp_path, **words):
    """A job of 40 rows of P in two towns, of which T has three and two; nr may repeat."""
    towns = ["a"] * 20 + ["b"] * 20
    return dpsql.Job(
        public=pyarrow.table({"town": towns, "patient_id": [n % 30 for n in range(40)]}),
        private=pyarrow.table({"town": [*"aaabb"]}),
        quasi_identifiers={"town": {"tree": {"*": [*"ab"]}}},
        delta={"max": "1/2"},
        release=tmp_path / "r.csv",
        **words,
    )


def test_the_page_says_the_bound_that_was_asked_for_exactly(tmp_path):
    job = _make_visits(tmp_path).replace(delta={"max": "2/3"})
    dpsql.anonymize(job)
    dpsql.sign_off(job, tmp_path / "sign.html")
    text = read(tmp_path / "sign.html").replace("\u00a0", " ")
    assert "0 % to 2/3 (≈ 66.7 %): the range allowed" in text


def test_the_page_says_what_who_knows_of_absent_people_can_tell(tmp_path):
    job = _make_visits(tmp_path, known_absent=2)
    dpsql.anonymize(job)
    dpsql.sign_off(job, tmp_path / "sign.html")
    text = read(tmp_path / "sign.html").replace("\u00a0", " ")
    assert (
        "the range allowed for the probability, to an outsider, that a given person of P is in T"
        in text
    )
    assert "and who is not in T up to 2 people of a class" in text
    assert "No row of T is in a class of fewer than 11 people" in text
    # 3 of 20, and 3 of the 18 others.
    assert "with a probability above 15 %" in text
    told = "Whoever knows of 2 people of a class that they are not in T places nobody in T with a"
    assert f"{told} probability above ≈ 16.7 %." in text
    assert "That nobody knows of more than 2 people of a class that they are not in T." in text
    told = "also knows, of 2 people with the same values, that they are not in T is certain of"
    assert f"{told} nobody. Then none of 40 people of P can be above δmax 50 %." in text


def test_a_counted_release_and_what_is_out_are_told(tmp_path):
    job = _make_visits(tmp_path).replace(
        release={"path": str(tmp_path / "r.csv"), "count": "people"}
    )
    dpsql.anonymize(job)
    dpsql.sign_off(job, tmp_path / "sign.html")
    text = read(tmp_path / "sign.html").replace("\u00a0", " ")
    assert re.search(
        r"rows of the release \d, for 5 rows of T \(column people has how many\)", text
    )
    assert "each different row once, with its number of rows of T in people: together all" in text
    assert "That no other release of the same people is out, or will be." in text
    again = _make_visits(tmp_path).replace(release=tmp_path / "first.csv")
    dpsql.anonymize(again)
    second = again.replace(earlier=[str(tmp_path / "first.csv")], release=tmp_path / "second.csv")
    dpsql.anonymize(second)
    dpsql.sign_off(second, tmp_path / "second.html")
    text = read(tmp_path / "second.html").replace("\u00a0", " ")
    assert "δ holds as well for somebody who has 1 earlier release of this T." in text
    assert "Every class satisfies δmax 50 %. The classes" in text
    assert "is out, or will be, beside the 1 earlier one of the job." in text


def test_the_page_says_that_rows_were_counted_where_an_identifier_repeats(tmp_path):
    job = _make_visits(tmp_path)
    dpsql.anonymize(job)
    dpsql.sign_off(job, tmp_path / "sign.html")
    text = read(tmp_path / "sign.html")
    assert "rows of P 40" in text
    assert "This holds for rows: 10 rows of P repeat the patient_id of another." in text


def test_rows_that_differ_are_taken_for_granted_and_told_once(run, tmp_path):
    (tmp_path / "p.csv").write_text("id,age\n" + "".join(f"{n},{n}\n" for n in range(20)))
    (tmp_path / "t.csv").write_text("id,age\n1,1\n2,7\n3,8\n")
    job = tmp_path / "job.yaml"
    job.write_text(
        "public: p.csv\nprivate: {table: t.csv, key: id}\n"
        "quasi_identifiers:\n  age: {widths: [10]}\npublic_columns: [id, age]\n"
        "delta: {max: 1/2}\nrelease: r.csv\n"
    )
    told = "2 rows of T differ from P in age"
    assert run("anonymize", job).complaint.count(told) == 1
    page = tmp_path / "sign.html"
    signed = run("report", job, "--sign-off", "-o", page, "--json")
    assert signed.complaint.count(told) == 1
    assert signed.found["differing_rows"] == {"rows": 2, "columns": {"age": 2}}
    assumed = read(page).split("taken for granted")[1]
    assert "That the 2 rows of T that differ from P in age (2 rows) are of the people" in assumed
    public = run("report", job, "-o", tmp_path / "public.html")
    assert public.complaint.count(told) == 1
    digest = hashlib.sha256((tmp_path / "r.csv").read_bytes()).hexdigest()
    assert digest in read(tmp_path / "public.html")
    (tmp_path / "t.csv").write_text("id,age\n1,1\n2,2\n3,3\n")
    run("anonymize", job, "--overwrite")
    run("report", job, "--sign-off", "-o", page, "--overwrite")
    assert "differ" not in read(page).split("taken for granted")[1]
