"""``dpsql report`` and ``--report``: what stands in the pages, and which runs write one."""

import errno
import json
import random
import re
from fractions import Fraction
from html.parser import HTMLParser
from itertools import product
from pathlib import Path

import pytest

import dpsql
from dpsql.domain.limits import Limits
from dpsql.session.options import Options
from dpsql.use_cases.explore import in_order
from dpsql.use_cases.reports import insight
from tests.conftest import PEOPLE, write_paper_job

OPTIMUM = {"zip": 2, "age": 2, "nationality": 2}


class _Text(HTMLParser):
    def __init__(self, page: Path) -> None:
        super().__init__()
        self.words: list[str] = []
        self.tag = ""
        # A name that may break is one word.
        self.feed(page.read_text(encoding="utf-8").replace("<wbr>", ""))

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tag = tag

    def handle_data(self, data: str) -> None:
        if self.tag != "style":
            self.words += data.split()


def read(page: Path) -> str:
    """The text of a page, its spaces folded."""
    return " ".join(_Text(page).words)


def headings(page: Path) -> list[str]:
    return re.findall(r"<h2[^>]*>(.*?)</h2>", page.read_text(encoding="utf-8"))


@pytest.fixture
def without_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """What other algorithms would keep, nine tenths of the work for a page, is not asked."""
    monkeypatch.setattr(in_order, "list_explored", lambda shared: ())
    monkeypatch.setattr(Options, "find_explore_seconds", lambda *given: 1e-9)


SHARED = [
    "Presence",
    "How many people have which presence",
    "Where presence is greatest and least",
    "Risk of re-identification",
    "What it costs",
    "From raw values to released ones",
]
PROMISES = "What this release promises, and what it does not"


def test_a_public_report_of_the_example(example, run, tmp_path):
    page = tmp_path / "r.html"
    ended = run("report", example, "-o", page, "--json")
    assert (ended.exit_code, ended.stderr) == (0, "")
    assert ended.found["status"] == "measured"
    assert (ended.found["levels"], ended.found["satisfied"]) == (OPTIMUM, True)
    assert ended.found["report"] == {"path": str(page), "variant": "public"}
    assert page.stat().st_mode & 0o777 == 0o600
    assert headings(page) == [*SHARED, PROMISES]
    text = read(page)
    assert "with a probability above 2/3 (≈ 66.7 %) or below 50 %" in text
    assert "≈ 66.7 % 2/3 3 48* Europe 50 % 1/2 6 47* America" in text
    assert "47630 → 4763* → 47* → 4*" in text
    assert "prosecutor 50 % 40 % knows that the person is in T" in text
    assert "journalist ≈ 33.3 % ≈ 23.3 %" in text
    assert "fewer than 11 people of P, a risk above 1/11 5" in text
    assert "publish it only together with such a release" in text
    assert "ntropy" not in text and "nternal:" not in text
    assert not (example.parent / "release.csv").exists()


def test_an_internal_report_shows_frontier_and_lattice(example, run, tmp_path):
    page = tmp_path / "r.html"
    assert run("report", example, "-o", page, "--internal", "--quiet").stdout == ""
    assert headings(page) == [
        *SHARED,
        "What is kept",
        "Explore",
        "Minimal nodes",
        "What other bounds would cost",
        "The lattice",
        "Search",
        PROMISES,
    ]
    text = read(page)
    assert text.count("contains what only the data holder may see") == 1
    assert "@top-center" in page.read_text(encoding="utf-8")
    assert "≈ 66.7 % 2/3 3 2 48* Europe 50 % 1/2 6 3 47* America" in text
    assert "2 points, proven by one search" in text
    assert "5/9 ≈ 55.6 % 1 3 2 3" in text
    assert "δmax loss zip age nationality 5/9 ≈ 55.6 % 1 3 2 3 2/3 ≈ 66.7 % 0.622222 2 2 2" in text


def test_levels_that_break_the_job_are_reported_with_exit_code_4(example, run, tmp_path):
    page = tmp_path / "r.html"
    ended = run("report", example, "-o", page, "--levels", "zip=1,age=1")
    assert ended.exit_code == 4
    text = read(page)
    assert "✗ Not satisfied: the job asks for more than a release at these levels gives" in text
    assert '<mark><bdi class="whole">4763*</bdi></mark>' in page.read_text(encoding="utf-8")


@pytest.mark.parametrize("internal", [False, True])
def test_where_nothing_holds_only_an_internal_page_is_written(
    example, run, edit, tmp_path, internal
):
    edit(example, "max: 2/3", "max: 1/2")
    page = tmp_path / "r.html"
    ended = run("report", example, "-o", page, "--json", *(["--internal"] if internal else []))
    assert (ended.exit_code, ended.found["status"]) == (4, "unsatisfiable")
    assert page.exists() == internal
    asked = ("report", example, "-o", page, "--overwrite", *(["--internal"] if internal else []))
    ended = run(*asked)
    assert (f"Report, for the holder of T only: {page}" in ended.stdout) == internal
    assert ("--internal writes one that explains why" in ended.stderr) != internal
    assert "explains why" not in run(*asked, "--quiet").stderr
    if internal:
        text = read(page)
        assert "No generalization can satisfy delta: |T|/|P| = 5/9" in text
        assert "over others that hold" not in text
        # Total suppression, the frontier, and a lattice in which all nodes fail.
        assert headings(page)[-3:] == ["What other bounds would cost", "The lattice", PROMISES]
        assert "5/9 ≈ 55.6 % 1 3 2 3" in text
        assert "Of 48 nodes 0 hold, 48 fail, and of 0 neither was needed." in text


def test_what_is_violated_beside_delta_is_named_first(duckdb_bench, tmp_path):
    """Total suppression is within δ, and has too few rows of T."""
    job = write_paper_job(duckdb_bench, constraints={"k_anonymity": 6}, delta={"max": "2/3"})
    with pytest.raises(dpsql.NoSafeRelease):
        dpsql.write_report(job, tmp_path / "r.html", internal=True)
    text = read(tmp_path / "r.html")
    first, last = text.index("Something else decides: violated is k_anonymity 6."), "✗ violated ."
    assert first < text.index("✓ satisfied") < text.index(f"k_anonymity: 6 {last}")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("report", "JOB", "-o", "page.txt"), "--output: page.txt must end in .html"),
        (("report", "JOB", "-o", "x.pdf"), "x.pdf must end in .html; a browser prints it as PDF"),
        (("report", "JOB", "-o", "there.html"), "there.html exists; pass --overwrite or name"),
        (
            ("report", "JOB", "-o", "no/page.html"),
            "--output: there is no folder 'no'; make it first",
        ),
        (("report", "JOB", "-o", "/no/such/page.html"), "there is no folder '/no/such'; make it"),
        (("anonymize", "JOB", "--internal"), "--internal: applies to a report"),
        (("measure", "JOB", "--internal"), "--internal: applies to a report"),
        (("report", "JOB", "-o", "page.html", "--explore", "3"), "page explores; add --internal"),
        (
            ("measure", "JOB", "--report", "there.html"),
            "--report: there.html exists; remove it, name another, or use dpsql report --overwrite",
        ),
        (
            ("anonymize", "JOB", "--overwrite", "--report", "there.html"),
            "there.html exists; it is no report of dpsql, so remove it or name another",
        ),
    ],
)
def test_refusals_come_before_any_work(example, run, monkeypatch, words, message):
    monkeypatch.chdir(example.parent)
    Path("there.html").write_text("mine")
    ended = run(*(example if word == "JOB" else word for word in words))
    assert ended.exit_code == 2
    assert message in ended.complaint
    assert Path("there.html").read_text() == "mine"
    assert not (example.parent / "release.csv").exists()


def test_the_same_command_replaces_its_report_with_overwrite(example, run, tmp_path):
    page = tmp_path / "r.html"
    again = ("anonymize", example, "--report", page)
    assert run(*again).exit_code == 0
    assert "r.html exists; pass --overwrite or name another" in run(*again).complaint
    page.write_text(page.read_text() + "old")
    assert run(*again, "--overwrite").exit_code == 0
    assert not page.read_text().endswith("old")
    target = tmp_path / "other.html"
    page.rename(target)
    page.symlink_to(target)
    assert "is no report of dpsql" in run(*again, "--overwrite").complaint


def test_a_job_that_asks_for_nothing_is_not_searched_but_levels_are_reported(
    example, run, edit, tmp_path
):
    edit(example, "delta: {min: 1/2, max: 2/3}", "#")
    page = tmp_path / "r.html"
    assert "name the levels" in run("report", example, "-o", page).complaint
    assert run("report", example, "-o", page, "--levels", "age=1", "--internal").exit_code == 0
    text = read(page)
    assert "nothing was checked" in text
    assert "With δ" not in text and "δmax 20" not in text


@pytest.mark.parametrize("internal", [False, True])
def test_anonymize_reports_what_it_released(example, run, tmp_path, internal):
    page = tmp_path / "r.html"
    words = ["--internal"] if internal else []
    assert run("anonymize", example, "--report", page, "--quiet", *words).exit_code == 0
    text = read(page)
    assert "dpsql report: released" in text
    assert "release release.csv rows 5 SHA-256" in text
    assert headings(page)[-2] == ("Search and release" if internal else "Release")
    assert ("proven optimal by loss" in text) == internal
    assert ("The lattice" in text) == internal
    assert run("verify", example).exit_code == 0


def test_the_report_of_a_pooled_job_has_the_frontier_of_levels(example, run, edit, tmp_path):
    edit(example, "delta: {min: 1/2, max: 2/3}", "delta: {max: 3/4}\nalgorithm: pooled")
    page = tmp_path / "r.html"
    assert run("anonymize", example, "--report", page, "--internal", "--json").exit_code == 0
    assert "is the release of this page, pooled by columns. The line is there to compare" in read(
        page
    )
    assert run("frontier", example, "--json").found["points"]


def test_boxes_are_reported_by_their_ranges(example, run, edit, tmp_path):
    edit(example, "delta: {min: 1/2, max: 2/3}", "delta: {max: 3/4}\nalgorithm: mpalm")
    page = tmp_path / "r.html"
    ended = run("anonymize", example, "--report", page, "--internal", "--json")
    assert ended.exit_code == 0
    text = read(page)
    released = (example.parent / "release.csv").read_text(encoding="utf-8").splitlines()[1:]
    for cell in {cell.strip('"') for row in released for cell in row.split(",")}:
        assert cell in text
    assert "The diamond is the release of this page, boxes, as the job says. The line is" in text
    assert "From raw values" not in text
    page = tmp_path / "s.html"
    assert run("report", example, "-o", page).exit_code == 0
    assert headings(page) == [*SHARED[:-1], "Release", PROMISES]


def test_a_foreign_release_is_reported_without_classes(example, run, tmp_path):
    assert run("anonymize", example, "--quiet").exit_code == 0
    page = tmp_path / "r.html"
    release = example.parent / "release.csv"
    run("measure", example, "--release", release, "--report", page, "--internal")
    text = read(page)
    assert "No frontier: none was searched for this page." in text
    assert "read back from a file that another tool may have written" in text
    assert str(example.parent) not in text


def test_nobody_null_and_hostile_names(duckdb_bench):
    name = "<b>\"&name'</b>"
    duckdb_bench.write(
        "p.csv", [("a", "<i>"), (None, "<i>"), ("NULL", "y"), (" b", "y")], ("x", name)
    )
    tree = {"x": {"tree": {"one": ["a", "NULL"], "two": [" b"]}, "nulls": "own_leaf"}}
    tree[name] = {"tree": {"*": ["<i>", "y"]}}
    for private, words in (([], "is empty"), ([("a", "<i>")], "1/4")):
        duckdb_bench.write("t.csv", private, ("x", name))
        job = duckdb_bench.job(tree, delta={"max": "1/2"})
        for internal in (False, True):
            page = duckdb_bench.folder / "r.html"
            dpsql.write_report(job, page, {}, internal=internal)
            html, text = page.read_text(encoding="utf-8"), read(page)
            assert words in text
            assert "<i>" not in html and "<b>" not in html
            assert (
                '<bdi class="whole">NULL</bdi>' in html
                and "&#34;NULL&#34;" in html
                and "&#34; b&#34;" in html
            )
            assert name in text


@pytest.mark.usefixtures("without_others")
def test_choice_from_public_and_other_metrics_are_reported(duckdb_bench):
    for words in (
        {"choose": "from_public", "delta": {"max": "1"}},
        {"metric": "discernibility", "delta": {"min": "1/2", "max": "2/3"}},
        {"metric": "entropy", "delta": {"min": "1/2", "max": "2/3"}},
        {"algorithm": "incognito", "delta": {"min": "1/2", "max": "2/3"}},
    ):
        job = write_paper_job(duckdb_bench, **words)
        found = dpsql.write_report(job, duckdb_bench.folder / "r.html", internal=True)
        assert found.insight is not None and found.insight.points
        layers = found.insight.layers
        assert layers[found.insight.chosen_layer].holds
        assert sum(layer.nodes for layer in layers) == 48


@pytest.mark.usefixtures("without_others")
def test_nodes_that_rank_before_a_proven_optimum_are_told_to_fail(duckdb_bench):
    """The frontier is by loss, so it does not decide them where the job's metric is another."""
    chance = random.Random(0)
    people = [
        (chance.randrange(40), chance.randrange(20), chance.choice("abcdefgh")) for _ in range(400)
    ]
    duckdb_bench.write("p.csv", people, ("a", "b", "c"))
    duckdb_bench.write("t.csv", people[:20], ("a", "b", "c"))
    columns = {
        "a": {"widths": [5, 10, 20]},
        "b": {"widths": [2, 10]},
        "c": {"tree": {"x": [*"abcd"], "y": [*"efgh"]}},
    }
    job = duckdb_bench.job(columns, delta={"max": "3/5"}, metric="precision")
    found = dpsql.write_report(job, duckdb_bench.folder / "r.html", internal=True)
    heights = (4, 3, 2)

    def rank(levels: tuple[int, ...]) -> tuple[Fraction, int, tuple[int, ...]]:
        shares = (Fraction(*one) for one in zip(levels, heights, strict=True))
        return sum(shares, Fraction(0)), sum(levels), levels

    optimum = rank(tuple(found.levels.values()))
    before = [0] * (sum(heights) + 1)
    for levels in product(*(range(height + 1) for height in heights)):
        before[sum(levels)] += rank(levels) < optimum
    told = [layer.fails for layer in found.insight.layers]
    assert all(fails >= least for fails, least in zip(told, before, strict=True))


@pytest.mark.usefixtures("without_others")
def test_the_frontier_is_that_of_the_command(duckdb_bench):
    job = write_paper_job(duckdb_bench, delta={"max": "2/3"}, constraints={"k_anonymity": 2})
    found = dpsql.write_report(job, duckdb_bench.folder / "r.html", internal=True)
    told = [(one.delta_max, one.loss, dict(one.levels)) for one in found.insight.points]
    assert told == [(one.delta_max, one.loss, one.levels) for one in dpsql.frontier(job).points]
    assert len(told) > 2


@pytest.mark.parametrize("delta", [{"max": "2/3"}, {"max": "3/4"}, {"min": "1/2", "max": "2/3"}])
@pytest.mark.usefixtures("without_others")
def test_what_is_told_of_the_lattice_is_true_of_every_node(duckdb_bench, delta):
    job = write_paper_job(duckdb_bench, delta=delta)
    truth = [[0, 0] for _ in range(9)]
    for levels in product(range(4), range(3), range(4)):
        holds = _holds(levels, Fraction(delta.get("min", "0")), Fraction(delta["max"]))
        truth[sum(levels)][0 if holds else 1] += 1
    found = dpsql.write_report(job, duckdb_bench.folder / "r.html", internal=True)
    told = found.insight.layers
    for height, (holding, failing) in zip(told, truth, strict=True):
        assert height.nodes == holding + failing
        assert height.holds <= holding
        assert height.fails <= failing
    assert sum(height.holds for height in told) and sum(height.fails for height in told)


def _holds(levels: tuple[int, ...], low: Fraction, high: Fraction) -> bool:
    """Count the classes of the paper's example by hand."""
    classes: dict[tuple[str, ...], list[bool]] = {}
    for _, zip_, age, nation, member in PEOPLE:
        zips = (zip_, zip_[:4], zip_[:2], "")
        ages = (age, "≤40" if int(age) <= 40 else ">40", "")
        continent = "Europe" if nation in ("Spain", "Bulgaria", "France") else "America"
        region = continent if continent == "Europe" else nation in ("USA", "Canada")
        nations = (nation, region, continent, "")
        key = (zips[levels[0]], ages[levels[1]], nations[levels[2]])
        classes.setdefault(key, []).append(member)
    return all(low <= Fraction(sum(one), len(one)) <= high for one in classes.values())


def test_a_page_that_cannot_be_written_hides_no_release(run, example, tmp_path, monkeypatch):
    def fail(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(dpsql.Outcome, "to_html", fail)
    page, junit = tmp_path / "r.html", tmp_path / "gate.xml"
    ended = run("anonymize", example, "--report", page, "--junit", junit, "--json")
    assert ended.exit_code == 5
    assert json.loads(ended.stdout)["status"] == "released"
    assert "--report: r.html is not written (No space left on device)" in ended.stderr
    assert 'errors="0"' in junit.read_text(encoding="utf-8")


@pytest.mark.usefixtures("without_others")
def test_a_frontier_that_takes_too_long_is_left_out(example, tmp_path, monkeypatch):
    monkeypatch.setattr("dpsql.use_cases.reports.insight.MOST_FRONTIER_SECONDS", -1.0)
    found = dpsql.write_report(example, tmp_path / "r.html", internal=True)
    assert found.insight.left_out.startswith("the frontier takes more than")


@pytest.mark.usefixtures("without_others")
def test_a_frontier_shows_what_was_found_in_time(example, tmp_path, monkeypatch):
    """One look is at the root alone: it holds, and another node may lose less at its presence."""
    looks = iter((False, True))

    class OneLook(Limits):
        are_over = property(lambda _: next(looks))

    search = insight.find_frontier
    monkeypatch.setattr(insight, "find_frontier", lambda *given: search(*given[:-1], OneLook()))
    found = dpsql.write_report(example, tmp_path / "r.html", internal=True).insight
    assert (len(found.points), found.unproven, found.checked) == (1, 1, 1)
    assert (found.points[0].delta_max, found.points[0].loss) == (Fraction(5, 9), 1.0)
    text = read(tmp_path / "r.html")
    assert "was ended after 10 seconds of work, in which it counted 1 node." in text
    assert "The point is the best that was counted, marked with ≤" in text and "≤ 1" in text


@pytest.mark.parametrize("report", [None, "public", "internal"])
def test_an_internal_page_says_what_it_lacks(example, tmp_path, report):
    found, page = dpsql.measure(example, report=report), tmp_path / "r.html"
    found.to_html(page, internal=True)
    told = 'lacks the frontier, the lattice, What is kept and Explore: pass report="internal"'
    assert (told in read(page)) == (report != "internal")
    found.to_html(page)
    assert "lacks" not in read(page)


@pytest.mark.parametrize("name", ["job.yaml", "page.txt"])
def test_a_page_takes_the_place_of_no_other_file(example, name):
    before = example.read_bytes()
    with pytest.raises(dpsql.ConfigError, match=r"must end in \.html"):
        dpsql.measure(example).to_html(example.parent / name)
    assert example.read_bytes() == before


def test_a_page_of_levels_that_do_not_hold_is_marked(example, run, tmp_path):
    page = tmp_path / "r.html"
    assert run("measure", example, "--report", page, "--quiet").exit_code == 4
    html = page.read_text(encoding="utf-8")
    assert html.count("Not for publication: the job is not satisfied") == 2  # on paper, too
    assert "publish it only together" not in html
    page.unlink()
    levels = ",".join(f"{name}={level}" for name, level in OPTIMUM.items())
    assert run("measure", example, "--levels", levels, "--report", page).exit_code == 0
    assert "Not for publication" not in page.read_text(encoding="utf-8")


@pytest.mark.parametrize("choose", ["", "choose: from_public\n"])
def test_what_is_not_promised_depends_on_the_choice(example, run, edit, tmp_path, choose):
    edit(example, "delta: {min: 1/2, max: 2/3}", f"{choose}delta: {{min: 0, max: 1}}")
    page = tmp_path / "r.html"
    assert run("anonymize", example, "--report", page, "--quiet").exit_code == 0
    text = read(page)
    assert ("rules out tables for which another would have been best" in text) == (not choose)
    assert ("they follow from P, the hierarchies, the job" in text) == bool(choose)


def test_a_variant_that_is_none_is_refused(example):
    with pytest.raises(dpsql.ConfigError, match="report: write one of public, internal"):
        dpsql.measure(example, report="x")
