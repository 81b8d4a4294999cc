"""The page to sign: a verified release, before and after, its hashes, and who is responsible."""

import hashlib
import re
from datetime import UTC, date, datetime
from fractions import Fraction

import pyarrow
import pytest

import dpsql
from dpsql.domain.found.placed_people import PlacedPeople
from dpsql.domain.found.released_column import ReleasedColumn
from dpsql.domain.found.telling_columns import TellingColumn
from dpsql.domain.sections.private_table import PrivateTable
from dpsql.domain.sections.source import PeopleSource
from dpsql.domain.threshold import PresenceBounds
from dpsql.report.sign_off.before import Before
from dpsql.report.sign_off.columns import Labels, list_signed, tell_shape
from dpsql.report.sign_off.page import Published, SignedFiles, render_sign_off
from tests.functional.reports.test_report import read
from tests.random_people import write_random_job


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


def test_names_that_have_their_place_stand_on_the_sheet(paper_job):
    """What an outsider knows is signed: nineteen short names need no sheet of their own."""
    verified = {
        "public_rows": 9,
        "public_columns": [f"c{number}" for number in range(19)],
        "release": {"rows": 5},
        "models": [],
        "presence": {"min": "0", "max": "1/2"},
    }
    published = Published("levels", list_signed({"levels": {"c0": 1}}, Labels({"c0": 2}), {}))
    files = SignedFiles({"r.csv": "0f" * 32}, {}, date(2026, 1, 31))
    given = paper_job(), "r.csv", verified, make_before(()), files, published
    text = render_sign_off(*given).replace("<wbr>", "")
    assert "<bdi>c17</bdi>, <bdi>c18</bdi></td>" in text
    assert "Lists of the release" not in text


def make_before(telling):
    """Of 5 rows of T, all certain."""
    placed = PlacedPeople(certain=5, above=5, below=0, absent=4)
    return Before(5, placed, Fraction(1), None, public_rows=9, telling=telling)


def test_long_lists_are_folded_and_stand_after_the_signature(paper_job):
    """On the screen a list of 300 names is one line; on paper the sheet to sign is one page."""
    names = [f"c{number}" for number in range(300)]
    job = paper_job(constraints={"k_anonymity": 2})
    job = job.with_unchecked({"keep": tuple(f"k{number}" for number in range(40))})
    verified = {
        "public_rows": 9,
        "public_columns": names,
        "release": {"rows": 5},
        "models": [{"name": f"m{number}", "asked": "2"} for number in range(40)],
        "presence": {"min": "0", "max": "1/2"},
    }
    telling = tuple(TellingColumn(name, 5, decides=True) for name in names)
    labels = Labels(dict.fromkeys(names, 2))
    columns = list_signed({"levels": dict.fromkeys(names, 1)}, labels, {})
    published, before = Published("levels", columns), make_before(telling)
    reads = {f"{number}.csv": "0f" * 32 for number in range(9)}
    files = SignedFiles({"r.csv": "0f" * 32}, reads, date(2026, 1, 31))
    text = render_sign_off(job, "r.csv", verified, before, files, published).replace("<wbr>", "")
    sheet, annex = text.split('<h2 id="sign">')
    # A sheet of its own says to what it belongs.
    assert f"with <bdi>r.csv</bdi>, SHA-256 <code>{'0f' * 32}</code>" in annex
    assert annex.count("<bdi>c299</bdi>") == 2
    assert annex.count("<bdi>k39</bdi>") == 1
    assert "<summary>300 quasi-identifiers</summary>" in sheet
    assert sheet.count("<summary>300 columns</summary>") == 1
    assert sheet.count("listed after the signature") == 4
    assert "verified on 2026-01-31" in sheet
    assert "To know c0 or c1 or c2 or one of 297 other columns alone is enough." in sheet
    assert "published as they are reveal about a person: 40 columns." in sheet
    assert "40 conditions in all: each holds" in sheet
    assert (
        "<li>These conditions ask of a class: k_anonymity: so many rows of T or more.</li>" in sheet
    )
    folded = re.sub("<details.*?</details>", "", sheet, flags=re.DOTALL)
    assert "c299" not in folded and "k39" not in folded and "8.csv" not in folded
    assert annex.count("8.csv") == 1


@pytest.mark.parametrize(
    ("words", "checked", "taken"),
    [
        ({}, None, "That P has everybody once, as one row (not checked: the job names no person)"),
        (
            {"person": ()},
            None,
            "as one row (not checked: the job says that no column names people)",
        ),
        (
            {"person": ("pid",)},
            "each has a value of its own in pid.",
            "That P has everybody, and is",
        ),
        (
            {"person": ("town", "nr")},
            "P has one row per person: no two agree in all of town and nr.",
            "That P has everybody, and is",
        ),
        (
            {"private": PrivateTable(source=PeopleSource(path="t.csv"), key="nr")},
            "Each row of P has a value of its own in nr, the key.",
            "That each nr is another person, and that P has everybody and is the P",
        ),
        (
            {"public": PeopleSource(path="p.csv", count="n")},
            None,
            "That P has everybody once, and is the P that others have.",
        ),
    ],
    ids=["no person", "said to be none", "person", "several columns", "key", "counts"],
)
def test_whether_rows_are_people_stands_where_it_belongs(paper_job, words, checked, taken):
    """And a column that shows much of T, or is likely the secret, among what is granted."""
    job = paper_job().with_unchecked(words)
    verified = {
        "public_rows": 9,
        "public_columns": ["zip"],
        "release": {"rows": 5},
        "models": [],
        "presence": {"min": "0", "max": "1/2"},
        "levels": {"zip": 1},
    }
    telling = tuple(TellingColumn(f"c{i}", 5, decides=False, is_likely=True) for i in range(5))
    shown = {"zip": 4, "visits": 4, "few": 0, "d": 1, "e": 1, "f": 1}
    telling += tuple(TellingColumn(name, rows, decides=False) for name, rows in shown.items())
    before = make_before(telling)
    files = SignedFiles({"r.csv": "0f" * 32}, {}, date(2026, 1, 31))
    sheet = render_sign_off(job, "r.csv", verified, before, files, Published("levels", ()))
    first, second = sheet.split('id="assumed"')
    assert taken in second and ("one row per person" in first) == bool(words.get("person"))
    assert checked is None or checked in first
    assert "That nobody knows c0 or c1 or c2 or one of 2 other columns: it alone may" in second
    assert (
        "That nobody knows visits, though public_columns lists it: nobody outside of T has some of"
        " its values (4 of 5 rows of T): who knows them is certain, whatever is released."
    ) in second
    assert "The same of 1 other column (" in second and "nobody knows few" not in second
    assert "nobody knows zip," not in second


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({}, "Some people of P can be known to be in T for certain. Some people of P can be known"),
        (
            {"together": {"method": "bounds", "presence": {"min": "0", "max": "1"}}},
            "Some people of P may be known to be in T for certain. Before anything is published,"
            " anybody of P is there with a probability of ≈ 55.6 %.<",
        ),
    ],
)
def test_certainty_is_no_probability_above_which_nobody_is(paper_job, words, told):
    verified = {
        "public_rows": 9,
        "public_columns": ["zip"],
        "release": {"rows": 5},
        "models": [],
        "presence": {"min": "0", "max": "1"},
        "levels": {"zip": 0},
    }
    if words:
        words["together"] |= {"releases": 1, "of_other_tables": 0}
    files = SignedFiles({"r.csv": "0f" * 32}, {}, date(2026, 1, 31))
    published = Published("levels", ())
    sheet = render_sign_off(
        paper_job(), "r.csv", verified | words, make_before(()), files, published
    )
    assert told in sheet.replace("\u00a0", " ") and "above 100" not in sheet
    assert "Release to sign: <bdi>r.csv</bdi></h1>" in sheet


STEPS = [
    {"levels": {"zip": level, "sex": 0}, "public_rows": 9, "private_rows": rows}
    for level, rows in ((0, 0), (1, 3), (2, 1))
]
CUTS = [{"part": 0, "column": "zip", "labels": ["a"], "rest": False}]


@pytest.mark.parametrize("has_rest", [True, False])
def test_readers_of_parts_with_a_rest_need_the_manifest(has_rest):
    told = tell_shape({"cuts": [*CUTS, CUTS[0] | {"rest": has_rest}]}, None)
    assert told.endswith("readers need the manifest, too: it says whom a label stands for") == (
        has_rest
    )


@pytest.mark.parametrize(
    ("verified", "shape", "columns"),
    [
        (
            {"levels": {"zip": 0, "sex": 1}},
            "levels: all rows have the same level of a column; the rows have 7",
            [("0 of 2, raw values", "47630"), ("1 of 1, one label for everybody", "NULL → *")],
        ),
        (
            {
                "levels": STEPS[0]["levels"],
                "pooled": {"least": 20, "path": "columns", "public_rows": 9, "private_rows": 4},
                "steps": STEPS,
            },
            "pooled: people climb to coarser labels until at least 20 of P share them, or to one"
            " label for everybody in each column; 4 rows of T have such labels; the rows have 7",
            [("1 to 2 of 2, 1 most often (75 %)", "47630 → 47*"), ("0 of 1, raw values", "NULL")],
        ),
        (
            {
                "levels": STEPS[0]["levels"],
                "pooled": {"least": 20, "path": "root", "public_rows": 9, "private_rows": 1},
                "confidence": {},
                "steps": STEPS,
            },
            "pooled: people whose labels fewer than 20 expected people of P share climb to one"
            " label for everybody in each column; 1 row of T has such labels; the rows have 7",
            [("1 to 2 of 2, 1 most often (75 %)", "47630 → 47*"), ("0 of 1, raw values", "NULL")],
        ),
        (
            {
                "levels": STEPS[0]["levels"],
                "pooled": {"least": 1, "path": "root", "public_rows": 0, "private_rows": 0},
                "steps": STEPS,
            },
            "pooled, and nobody had to climb: all rows have the same level of a column; the rows"
            " have 7",
            [("1 to 2 of 2, 1 most often (75 %)", "47630 → 47*"), ("0 of 1, raw values", "NULL")],
        ),
        (
            {"boxes": {"unsafe": False, "orders": {"zip": "number", "sex": ["f", "m"]}}},
            "boxes: ranges of values around the people of each part of P; the rows have 7",
            [
                ("ranges of its values, by size", ""),
                ("ranges of its values, in the order that the job lists", ""),
            ],
        ),
        (
            {"cuts": CUTS},
            "parts of P, cut along the hierarchies: labels as fine as each part allows; the rows"
            " have 7",
            [
                ("labels of its hierarchy, as fine as each part allows", ""),
                ("one label for everybody", ""),
            ],
        ),
    ],
    ids=["levels", "pooled", "pooled to the root", "nobody climbs", "boxes", "parts"],
)
def test_what_is_published_is_told_in_the_words_of_its_shape(verified, shape, columns):
    labels = Labels({"zip": 2, "sex": 1}, {"zip": ["47630", "47*", "*"], "sex": [None, "*"]})
    found = [(one.levels, one.becomes) for one in list_signed(verified, labels, {})]
    climbed = verified.get("pooled", {}).get("public_rows")
    needs = "; readers need the manifest, too: it says whom a label stands for"
    assert tell_shape(verified, 7) == f"{shape} combinations of labels{needs if climbed else ''}"
    assert [(told.replace("\u00a0", " "), becomes) for told, becomes in found] == columns


def test_a_column_that_loses_all_below_its_last_level_is_wholly_suppressed():
    """All values begin with 10."""
    labels = Labels({"zip": 3}, {"zip": ["10001", "100*", "10*", "*"]})
    found = {"zip": ReleasedColumn([("10*", 9)], 0, Fraction(1))}
    (one,) = list_signed({"levels": {"zip": 2}}, labels, found)
    assert (one.levels, one.loss) == ("2 of 3, wholly suppressed", "1.000")
    found = {"zip": ReleasedColumn([("100*", 9)], 0, Fraction(999, 1000))}
    (one,) = list_signed({"levels": {"zip": 1}}, labels, found)
    assert one.levels == "1 of 3"


def test_a_long_label_is_cut_and_no_classes_are_told_that_nobody_counted():
    labels = Labels({"zip": 1}, {"zip": ["x" * 90, "*"]})
    assert list_signed({"levels": {"zip": 1}}, labels, {})[0].becomes == f"{'x' * 40}… → *"
    assert tell_shape({"levels": {"zip": 1}}, None).endswith("level of a column")


def test_cells_of_boxes_and_parts_are_told_by_those_of_most_rows():
    cells = [("[1..9]", 990), ("20", 9), (None, 1)]
    found = {"zip": ReleasedColumn(cells, 10, Fraction(1, 9999))}
    boxes = {"boxes": {"orders": {"zip": "number"}}}
    one = list_signed(boxes, Labels({"zip": 2}), found)[0]
    assert (one.levels.replace("\u00a0", " "), one.loss) == ("3 ranges, 1 % of rows raw", "<0.001")
    assert one.usual == (("[1..9]", "99\u00a0%"),)
    raw = list_signed(boxes, Labels({"zip": 2}), {"zip": ReleasedColumn(cells, 1000, Fraction(0))})
    assert raw[0].levels == "3 values, all raw"
    part = list_signed({"cuts": CUTS}, Labels({"zip": 2, "sex": 1}), found)
    assert [label for label, _ in part[0].usual] == ["[1..9]", "20"]
    # The label of a continent with one country stands for one value, and is none.
    assert part[0].levels.replace("\u00a0", " ") == "3 labels, 1 % of rows single values"
    assert (part[1].levels, part[1].usual, part[1].loss) == ("one label for everybody", (), "")


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


@pytest.mark.parametrize(
    ("placed", "more", "sentence"),
    [
        (
            PlacedPeople(0, 4, 0, 0),
            {},
            "Whoever knows P could place somebody in T with a probability of up to 75 %."
            " 4 of 90 people of P are above δmax 50 %, and none below δmin 5 %.",
        ),
        (
            PlacedPeople(7, 7, 9, 3),
            {},
            "Whoever knows P is certain of all 7 people that they are in T. 7 of 90 people of P are"
            " above δmax 50 %, and 9 below δmin 5 % (3 of them certainly not in T).",
        ),
        (
            PlacedPeople(2, 8, 3, 3, certain_if_absent=5),
            {"known_absent": 1},
            "Whoever knows P is certain of 2 of 7 people that they are in T. Whoever also knows,"
            " of 1 person with the same values, that they are not in T is certain of 5. Then 8 of"
            " 90 people of P can be above δmax 50 %, and 3 below δmin 5 % (certainly not in T).",
        ),
        (
            PlacedPeople(0, 0, 0, 0, certain_if_absent=0),
            {"known_absent": 2, "bounds": PresenceBounds(Fraction(0), Fraction(3, 4))},
            "Whoever knows P could place somebody in T with a probability of up to 75 %. Whoever"
            " also knows, of 2 people with the same values, that they are not in T is certain of"
            " nobody. Then none of 90 people of P can be above δmax 75 %.",
        ),
        (
            PlacedPeople(1, 0, 1, 1, contradicting=2),
            {"posterior": 1.0, "bounds": PresenceBounds(Fraction(1, 9), Fraction(1))},
            "Whoever knows P and the rates of the prior is certain of 1 of 7 people that they are"
            " in T. 1 of 90 people of P is below δmin ≈ 11.1 % (certainly not in T). Of 2"
            " combinations of raw values T has too few or too many rows for these rates (0 or 1);"
            " people there are not counted.",
        ),
        (
            PlacedPeople(1, 0, 0, 1),
            {"bounds": None},
            "Whoever knows P is certain of 1 of 7 people that they are in T. 1 of 90 people of P"
            " (≈ 1.1 %) can be known not to be in T.",
        ),
    ],
)
def test_one_pattern_says_who_is_certain_and_who_is_beyond_delta(placed, more, sentence):
    words = {"bounds": PresenceBounds(Fraction(1, 20), Fraction(1, 2)), **more}
    before = Before(7, placed, Fraction(3, 4), None, 90, **words)
    assert before.sentence.replace("\u00a0", " ") == sentence


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
    digest = digest_of(tmp_path / "r.csv")
    assert digest in read(tmp_path / "public.html")
    (tmp_path / "t.csv").write_text("id,age\n1,1\n2,2\n3,3\n")
    run("anonymize", job, "--overwrite")
    run("report", job, "--sign-off", "-o", page, "--overwrite")
    assert "differ" not in read(page).split("taken for granted")[1]
