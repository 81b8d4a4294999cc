"""The page to sign: a verified release, before and after, its hashes, and who is responsible."""

import hashlib
from datetime import UTC, datetime

import pytest

import dpsql
from tests.functional.reports.test_report import read


@pytest.fixture
def job(example):
    """The job of the paper, which says what it is for."""
    about = "about: {title: 'Trial & error <1>', purpose: research, responsible: A. Weber}\n"
    example.write_text(about + example.read_text())
    return example


def test_the_page_has_what_somebody_signs(job, run, tmp_path):
    released = run("anonymize", job, "--json").found
    page = tmp_path / "sign.html"
    found = run("report", job, "--sign-off", "-o", page, "--json").found
    assert found["status"] == "verified"
    assert found["before"] == {
        "private_rows": 5,
        "certain_rows": 5,
        "people_above_delta_max": 5,
        "people_below_delta_min": 4,
        "certainly_absent_people": 4,
        "presence": {"max": "1"},
        "telling_columns": [],
        "identifying_columns": [],
    }
    said = {"path": str(page), "variant": "sign_off", "blank": ["reason_for_delta"]}
    assert found["report"] == said
    text = read(page)
    assert "Trial & error <1>" in text
    assert "research" in text
    assert "A. Weber" in text
    assert page.read_text().count('<span class="blank"') == 1
    assert "all rows have the same level of a column; the rows have 2 combinations" in text
    assert "zip 2 of 3 47630 → 47* 0.433 age 2 of 2, one label for everybody, wholly supp" in text
    assert "each row could be any of 3 people of P or more, half of the rows any of 6" in text
    assert f"verified on {datetime.now(UTC).date().isoformat()}" in text
    plain = text.replace("\u00a0", " ")
    assert "5 of 5 rows of T (100 %) are in a class of fewer than 11 people, the" in plain
    assert "and who is not in T" not in text
    assert "Every class satisfies δmin 50 %, δmax 2/3 (≈ 66.7 %)." in plain
    assert "certain of all 5 people" in text
    told = "5 of 9 people of P are above δmax ≈ 66.7 %, and 4 below δmin 50 % (certainly not in T)."
    assert told in plain
    assert "with a probability above ≈ 66.7 % or below 50 %" in plain
    assert released["release"]["sha256"] in text
    assert hashlib.sha256(job.read_bytes()).hexdigest() in text
    assert "<script" not in page.read_text()
    assert page.stat().st_mode & 0o077 == 0
    again = page.read_bytes()
    assert run("report", job, "--sign-off", "-o", page).exit_code == 2
    assert run("report", job, "--sign-off", "-o", page, "--overwrite").exit_code == 0
    assert page.read_bytes() == again


def test_lines_that_the_job_leaves_out_are_blank_and_named(example, run, tmp_path):
    run("anonymize", example)
    page = tmp_path / "sign.html"
    ended = run("report", example, "--sign-off", "-o", page)
    told = " ".join(ended.stdout.split())
    assert (
        "Blank on the page: purpose, responsible and why this δ. Fill them in by hand, or in the"
        " job: about: {purpose: …, responsible: …, reason_for_delta: …}"
    ) in told
    assert page.read_text().count('<span class="blank"') == 3


def test_nothing_is_said_of_a_page_without_blank_lines(job, run, edit, tmp_path):
    edit(job, "responsible: A. Weber", "responsible: A. Weber, reason_for_delta: costs")
    run("anonymize", job)
    ended = run("report", job, "--sign-off", "-o", tmp_path / "sign.html")
    assert ended.exit_code == 0 and "Blank" not in ended.stdout


def test_the_files_that_were_read_have_hashes(job, run, tmp_path, edit):
    folder = job.parent / "people"
    folder.mkdir()
    header, *rows = (job.parent / "public.csv").read_text().splitlines()
    for number in range(14):
        lines = rows[number : number + 1] if number < len(rows) else []
        (folder / f"{number:02}.csv").write_text("\n".join([header, *lines]) + "\n")
    edit(job, "public: public.csv", "public: people/*.csv")
    run("anonymize", job)
    page = tmp_path / "sign.html"
    assert run("report", job, "--sign-off", "-o", page).exit_code == 0
    text = read(page)
    for name in ("private.csv", "zip.csv"):
        assert digest_of(job.parent / name) in text
    listed = "".join(f"{digest_of(one)}  people/{one.name}\n" for one in sorted(folder.iterdir()))
    assert "14 files, people/00.csv to people/13.csv" in text
    assert hashlib.sha256(listed.encode()).hexdigest() in text


def digest_of(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_without_a_release_there_is_nothing_to_sign(job, run, tmp_path):
    page = tmp_path / "sign.html"
    ended = run("report", job, "--sign-off", "-o", page)
    assert ended.exit_code == 2
    assert "dpsql anonymize makes it" in ended.complaint
    assert not page.exists()


def test_a_release_that_fails_is_not_signed(job, run, tmp_path):
    run("anonymize", job)
    job.write_text(job.read_text().replace("max: 2/3", "max: 3/5"))
    page = tmp_path / "sign.html"
    assert run("report", job, "--sign-off", "-o", page).exit_code in (4, 7)
    assert not page.exists()


@pytest.mark.parametrize(
    ("old", "new", "other"),
    [
        ("max: 2/3", "max: 9/10", "is of another job, with other delta"),
        (
            "release: ",
            "algorithm: {pooled: {least: 9}}\nrelease: ",
            "is of another job, with other algorithm",
        ),
        ("  age: age.csv", "#", "is of another job, with other quasi-identifiers"),
        (
            "private.csv",
            "others.csv",
            "is of other tables, or was changed; do not use it before you know which",
        ),
    ],
)
def test_the_release_of_another_job_is_told_and_what_makes_ones_own(
    job, run, tmp_path, old, new, other
):
    job.write_text(job.read_text().replace("min: 1/2", "min: 0"))
    rows = (job.parent / "private.csv").read_text().splitlines()
    (job.parent / "others.csv").write_text("\n".join([*rows[:2], *rows[3:]]) + "\n")
    another = job.with_name("another.yaml")
    another.write_text(job.read_text().replace(old, new))
    assert run("anonymize", another).exit_code == 0
    digest = hashlib.sha256((job.parent / "release.csv").read_bytes()).hexdigest()
    ended = run("report", job, "--sign-off", "-o", tmp_path / "sign.html")
    assert ended.exit_code in (4, 7)
    assert f"release.csv (by its manifest, SHA-256 {digest[:12]}…) {other}" in ended.complaint
    assert f"dpsql anonymize {job} --overwrite makes that of this job" in ended.complaint


def test_other_pages_have_the_title(job, run, tmp_path):
    page = tmp_path / "page.html"
    found = run("report", job, "-o", page, "--json").found
    assert found["title"] == "Trial & error <1>"
    assert "Trial & error <1> · dpsql report" in read(page)
    assert f"dpsql {dpsql.__version__}" in read(page)


@pytest.mark.parametrize("more", ["--internal", "--levels=zip=1"])
def test_what_does_not_go_with_it_is_refused(job, run, tmp_path, more):
    ended = run("report", job, "--sign-off", "-o", tmp_path / "sign.html", more)
    named = more.partition("=")[0]
    assert ended.exit_code == 2
    assert ended.complaint.rstrip().endswith(f"drop {named}")


def test_statistics_are_stated_with_their_confidence(run, tmp_path):
    (tmp_path / "t.csv").write_text("town\na\nb\nb\n")
    (tmp_path / "towns.csv").write_text("town,people\na,60\nb,40\n")
    (tmp_path / "ages.csv").write_text("age,people\n1,50\n2,50\n")
    (tmp_path / "t.csv").write_text("town,age\na,1\nb,2\nb,1\n")
    job = tmp_path / "job.yaml"
    job.write_text(
        "population:\n  size: 100\n  tables:\n"
        "    - {path: towns.csv, columns: [town], count: people}\n"
        "    - {path: ages.csv, columns: [age], count: people}\n"
        'private: t.csv\nquasi_identifiers: {town: {tree: {"*": [a, b]}}, age: {widths: [10]}}\n'
        "delta: {max: 1/5}\nconfidence: 0.9\nrelease: r.csv\n"
    )
    run("anonymize", job)
    page = tmp_path / "sign.html"
    assert run("report", job, "--sign-off", "-o", page).exit_code == 0
    text = read(page).replace("\u00a0", " ")
    assert "If the statistics are right, nobody can be placed in T with more than 20 %" in text
    assert "statistics of P are right" in text
    assert "in a class of fewer than" not in text


def test_the_package_lists_what_a_user_may_call():
    assert "sign_off" in dir(dpsql)
    assert not [name for name in dir(dpsql) if name.startswith("_") and name != "__version__"]
