"""``dpsql frontier --algorithm``: a curve for each algorithm, in JSON, tables and pictures."""

from fractions import Fraction

import pytest

import dpsql
from dpsql.cli.terminal.options import read_algorithm
from dpsql.use_cases.optima import frontiers
from dpsql.use_cases.optima.tried_bounds import choose_tried

TO_ROOT = "{pooled: {path: root}}"
CUTS = "{mpalm: {cuts: hierarchy}}"


@pytest.fixture
def loose(example, edit):
    return edit(example, "delta: {min: 1/2, max: 2/3}", "delta: {max: 2/3}")


def ask(*algorithms):
    return [word for one in algorithms for word in ("--algorithm", one)]


def test_each_curve_has_the_points_of_its_own_frontier(loose, run):
    told = run("frontier", loose, *ask("spalm", TO_ROOT), "--json").found
    assert "points" not in told
    assert [one["algorithm"] for one in told["curves"]] == ["spalm", {"pooled": {"path": "root"}}]
    for curve, text in zip(told["curves"], ("spalm", TO_ROOT), strict=True):
        alone = run("frontier", loose, *ask(text), "--json").found
        assert curve["proven"]
        assert curve["points"] == alone["points"]
        assert curve["search"] == alone["search"]


def test_one_algorithm_takes_the_place_of_the_one_of_the_job(loose, run, edit):
    alone = run("frontier", loose, *ask(TO_ROOT), "--json").found
    edit(loose, "metric: loss", f"algorithm: {TO_ROOT}")
    assert run("frontier", loose, "--json").found["points"] == alone["points"]


def test_a_job_that_cuts_has_the_points_of_levels_and_says_so(loose, run, edit):
    alone = run("frontier", loose, *ask("levels"), "--json").found
    assert "releases_levels" not in alone
    edit(loose, "metric: loss", f"algorithm: {CUTS}")
    found = run("frontier", loose, "--json").found
    assert found["releases_levels"] is False
    assert found["points"] == alone["points"]
    assert "releases of levels; the job's algorithm cuts" in run("frontier", loose).stdout
    refused = run("frontier", loose, *ask("cuts"))
    assert (refused.exit_code, "JOB --algorithm spalm --algorithm" in refused.stderr) == (2, True)


@pytest.mark.parametrize("text", [CUTS, "{mpalm: {columns: any, values: loss}}", "mondrian"])
def test_parts_and_boxes_are_tried_at_the_jobs_bound_and_where_gaps_are_wide(loose, run, text):
    found = run("frontier", loose, *ask(text, "spalm"), "--json").found
    tried, searched = found["curves"]
    assert not tried["proven"]
    assert "search" not in tried
    own = dpsql.read_job(loose).delta.max
    attained = [Fraction(one["delta_max"]) for one in searched["points"]]
    allowed = set(map(str, choose_tried(attained, own)))
    losses = [one["loss"] for one in tried["points"]]
    assert {one["delta_max"] for one in tried["points"]} <= allowed
    assert losses == sorted(set(losses), reverse=True)
    job = dpsql.read_job(loose)
    for one in tried["points"]:
        delta = {"min": 0, "max": Fraction(one["delta_max"])}
        words = {name: getattr(job, name) for name in type(job).model_fields} | {"delta": delta}
        other = dpsql.Job(**words).with_algorithm(read_algorithm(text))
        loss = dpsql.anonymize(other, overwrite=True).metrics["loss"]
        assert one["loss"] == loss


@pytest.mark.parametrize(
    ("algorithms", "words"),
    [
        ([CUTS], "mpalm cuts for one δmax"),
        ([CUTS, "mondrian"], "name spalm or pooled as well"),
        (["spalm", "{mpalm: {box: T, unsafe: true}}"], "unsafe boxes may violate"),
        (["spalm", "{pooled: {path: [zip]}}"], "lists each quasi-identifier once"),
        (["nix"], "write one of spalm"),
        (["{spalm"], "--algorithm:"),
    ],
)
def test_an_algorithm_without_a_curve_is_refused(loose, run, algorithms, words):
    ended = run("frontier", loose, *ask(*algorithms))
    assert ended.exit_code == 2
    assert words in ended.complaint


def test_an_algorithm_that_cannot_be_tried_is_an_error_and_no_empty_curve(loose, run, monkeypatch):
    def fail(*_):
        raise dpsql.ResourceError("no memory")

    monkeypatch.setattr(frontiers, "measure_point", fail)
    ended = run("frontier", loose, *ask(CUTS, "spalm"))
    assert (ended.exit_code, ended.stdout) == (5, "")


def test_without_any_point_it_ends_with_4(example, run, edit):
    edit(example, "delta: {min: 1/2, max: 2/3}", "delta: {min: 8/9, max: 1}")
    ended = run("frontier", example, *ask("spalm", TO_ROOT))
    assert ended.exit_code == 4
    assert ended.stdout.count("no release satisfies the job") == 2


def test_the_terminal_a_cell_and_a_picture_show_all_curves(loose, run, tmp_path):
    printed = run("frontier", loose, *ask("spalm", TO_ROOT, CUTS)).stdout
    found = dpsql.frontiers(loose, ["spalm", {"pooled": {"path": "root"}}, "mondrian"])
    for text in ("spalm", "pooled: {path: root}"):
        assert text in printed
        assert text in found._repr_html_()
    assert "not proven" in printed
    assert "3 curves" in repr(found)
    found.plot_frontier().save(tmp_path / "curves.svg")
    assert "Loss against δmax" in (tmp_path / "curves.svg").read_text(encoding="utf-8")
