"""What an internal report says other algorithms keep, and that a public one says nothing of it."""

import json
from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace

import pytest
from markupsafe import escape

import dpsql
from dpsql.domain.alternative import (
    ALTERNATIVES,
    BOXES_APART,
    NO_TIME,
    NOT_SEARCHED,
    Alternative,
    Comparison,
    Kept,
)
from dpsql.domain.found.explored import ExploredAlgorithm, ExploredPoint
from dpsql.domain.found.statistics import Presence
from dpsql.domain.sections.algorithm import SPALM, Algorithm
from dpsql.domain.sections.delta import Delta
from dpsql.faces import on_command_line
from dpsql.outcome.told import _compare
from dpsql.report.charts.kept_chart import draw_kept
from dpsql.report.notebook.blocks import Sentence
from dpsql.report.templates import render
from dpsql.use_cases.explore import in_order
from dpsql.use_cases.reports import comparison
from tests.conftest import write_paper_job

ENDED = "≤ and ≥: ended early, do not rank them yet."
COMMAND = "dpsql report JOB -o PAGE.html --internal --explore 60"
BOXES = next(one for one in ALTERNATIVES if one.kind == "boxes")


def compare(job, tmp_path, explore=600):
    """What a report compares that lets every search of a small table come to its end."""
    found = dpsql.write_report(job, tmp_path / "r.html", internal=True, explore=explore)
    assert found.insight is not None
    assert found.insight.comparison is not None
    return found.insight.comparison


def test_the_page_the_json_and_the_terminal_say_the_same(example, run, tmp_path):
    page = tmp_path / "r.html"
    ended = run("report", example, "-o", page, "--internal", "--json")
    told = ended.found["kept"]["alternatives"]
    assert [one["name"] for one in told[:2]] == ["levels", "pooled to the root"]
    assert told[0] | {"loss": None} == {
        "name": "levels",
        "algorithm": "spalm",
        "choose": "optimum",
        "of_job": True,
        "loss": None,
        "whole": True,
    }
    assert told[0]["loss"] == ended.found["metrics"]["loss"]
    explored = {one["name"]: one for one in ended.found["explored"]}
    assert explored["levels"]["proven"]
    assert told[0]["loss"] in [one["loss"] for one in explored["levels"]["points"]]
    text = page.read_text()
    printed = run("report", example, "-o", tmp_path / "s.html", "--internal").stdout
    for one in told:
        if one["loss"] is not None and one["whole"]:
            assert f"{one['loss']:.6g}" in text
            assert f"{one['loss']:.6g}" in printed
    assert "<title>What is kept of the table</title>" in text
    assert 'id="kept"' in text


def test_a_public_report_compares_nothing(example, run, tmp_path):
    page = tmp_path / "r.html"
    found = run("report", example, "-o", page, "--json").found
    assert not {"kept", "explored"} & {*found}
    assert 'id="kept"' not in page.read_text()


def test_what_chooses_from_p_is_not_tried_without_time(example, tmp_path):
    kept = compare(example, tmp_path, explore=1e-9).kept
    chosen = [one for one in kept if one.alternative.choose == "from_public"]
    assert {one.left_out for one in chosen} == {"not tried: there was no time left"}
    assert kept[0].loss is not None
    text = (tmp_path / "r.html").read_text(encoding="utf-8")
    names = "levels, pooled to the root, pooled by columns and cuts along the hierarchies"
    assert f"Not tried, for lack of time: {names}, each chosen from P alone. To try them:" in text
    assert text.count("for lack of time") == 1 and "there was no time left" not in text
    assert "<code>dpsql compare JOB --algorithm …</code>" in text


def test_the_terminal_explains_only_signs_that_stand_there():
    def say(*kept):
        with on_command_line():
            *_, told = _compare(Comparison(kept))
        return told.text if isinstance(told, Sentence) else ""

    (levels, root, *_), minute = ALTERNATIVES, "gives all of them a minute."
    late = Kept(replace(root, choose="from_public"), left_out=NO_TIME)
    assert say(Kept(levels, 0.5)) == ""
    assert say(Kept(levels, 0.5), late) == (
        f"Not tried, for lack of time: pooled to the root chosen from P alone. {COMMAND} {minute}"
    )
    early = Kept(root, 0.4, is_whole=False)
    assert (
        say(Kept(levels, 0.5), early)
        == f"≤ and ≥: ended early, do not rank them yet. {COMMAND} {minute}"
    )
    *_, told = _compare(Comparison((Kept(levels, 0.5), early)))
    call = "dpsql.write_report(job, 'PAGE.html', internal=True, explore=60)"
    assert told == Sentence(f"{ENDED} {call} {minute}")


def test_what_was_ended_early_has_a_dashed_bar():
    cuts = next(one for one in ALTERNATIVES if one.kind == "cuts")
    chart = draw_kept(Comparison((Kept(cuts, 0.1), Kept(BOXES, 0.6, is_whole=False))))
    whole, early = chart.bars
    assert (whole.is_whole, early.is_whole) == (True, False)
    assert early.width / whole.width == pytest.approx(0.4 / 0.9, rel=1e-3)
    assert early.value == "≥ 0.4000, ended early"
    drawn = render("kept.svg.j2", kept=chart)
    assert drawn.count("stroke-dasharray") == 1


def test_boxes_stand_apart_as_their_loss_counts_widths():
    levels, *_, from_public = ALTERNATIVES
    one, two, three = (Kept(kind, 0.5) for kind in (BOXES, from_public, levels))
    found = comparison.join([one, two, three])
    assert found.kept == (three, two, one)
    *_, last = draw_kept(found).titles
    assert last.label == "boxes, from T: their loss counts widths"
    *_, told = _compare(found)
    assert told == Sentence(BOXES_APART)
    assert not any(Comparison((kept,)).has_apart for kept in (one, two))
    assert len([*_compare(Comparison((two, three)))]) == 1


def test_more_time_lets_searches_end(example, run, tmp_path):
    """All searches take as long as they are given in vain, unless they are given much."""
    page = tmp_path / "r.html"
    said = run("report", example, "-o", page, "--internal", "--explore", "600", "--json")
    assert all(one.get("whole", True) for one in said.found["kept"]["alternatives"])
    flag = "<code>dpsql report JOB -o PAGE.html --internal --explore 60</code>"
    assert flag not in page.read_text(encoding="utf-8")
    other = run("report", example, "-o", tmp_path / "s.html", "--internal", "--explore", "1e-9")
    assert COMMAND in " ".join(other.stdout.split())
    assert flag in (tmp_path / "s.html").read_text(encoding="utf-8")


def test_no_time_is_refused(example, run, tmp_path):
    ended = run("report", example, "-o", tmp_path / "r.html", "--internal", "--explore", "0")
    assert ended.exit_code == 2
    assert "--explore: write a number of seconds above 0" in ended.complaint


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        (Kept(BOXES, None, left_out="not tried"), (0.4, False)),
        (Kept(BOXES, 0.6, is_whole=False), (0.4, False)),
        (Kept(BOXES, 0.3, is_whole=False), (0.3, False)),
        (Kept(BOXES, 0.6), (0.6, True)),
        (Kept(replace(BOXES, choose="from_public"), None, left_out="none"), (None, True)),
    ],
)
def test_what_was_explored_is_told_where_it_is_better(own, expected):
    """Above the job's δmax it does not hold."""
    presence = Presence(Fraction(0), Fraction(1, 4), ())
    points = [
        ExploredPoint(Fraction(delta), loss, {}, presence, is_whole=False)
        for delta, loss in (("1/4", 0.5), ("1/2", 0.4), ("3/4", 0.1))
    ]
    explored = ExploredAlgorithm("boxes", tuple(points), is_proven=False)
    job = SimpleNamespace(algorithm=SPALM, delta=Delta(max=Fraction(1, 2)))
    (found,) = comparison.share(job, Comparison((own,)), [explored]).kept
    assert (found.loss, found.is_whole) == expected
    assert found.loss is None or not found.left_out


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ({"loss": 0.1 * 3, "is_whole": False}, None),
        ({"loss": 0.29, "is_whole": False}, 0.29),
        ({"loss": 0.3}, 0.3),
        ({"loss": 0.3, "is_whole": False, "is_of_job": True}, 0.3),
    ],
)
def test_a_pooled_search_that_found_nothing_but_levels_has_no_figure(found, expected):
    """It began there: its best says nothing of pooling."""
    levels, root, *_ = ALTERNATIVES
    told = Comparison((Kept(levels, 0.3), Kept(root, **found))).without_unsearched()
    assert told.kept[1].loss == expected
    assert told.kept[1].left_out == ("" if expected else NOT_SEARCHED)
    assert told.needs_time is not found.get("is_whole", True)
    assert ("not searched yet" in str([*_compare(told)])) is (expected is None)


def test_what_the_job_does_not_allow_is_no_lack_of_time(example, edit, tmp_path):
    """What is not tried for want of time is allowed; what is not allowed no second would help."""
    edit(example, "zip: zip.csv", "zip: {hierarchy: zip.csv, most_level: 2}")
    kept = compare(example, tmp_path, explore=1e-9).kept
    untried = {
        one.alternative.kind: one.left_out for one in kept if one.alternative.choose != "optimum"
    }
    late = "not tried: there was no time left"
    assert untried == {
        "levels": late,
        "root": late,
        "columns": late,
        "cuts": "mpalm cuts down from the root, and keeps least_level only",
    }


def test_a_choice_from_p_is_whole_or_given_up(example, tmp_path, monkeypatch):
    monkeypatch.setattr(comparison, "_SEARCHING", 0.0)
    monkeypatch.setattr(comparison, "_CUTTING", 0.0)
    monkeypatch.setattr(in_order, "list_explored", lambda shared: ())
    kept = compare(example, tmp_path).kept
    assert all(
        one.is_whole for one in kept if one.alternative.choose != "optimum" and one.loss is not None
    )
    cuts = next(one for one in kept if one.alternative.kind == "cuts")
    assert cuts.loss is None or not cuts.is_whole


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"delta": None}, "the job states nothing to satisfy, so raw values would do"),
        ({"private": {"where": "(FALSE)"}}, "T has no rows, so there is nothing to lose"),
    ],
)
def test_where_nothing_is_compared_the_reason_stands(example, tmp_path, change, reason):
    job = dpsql.read_job(example)
    levels = None if change.get("delta", 0) == 0 else {}
    words = {name: getattr(job, name) for name in type(job).model_fields} | change
    if "private" in change:
        words["delta"] = {"max": "1/2"}
    found = dpsql.write_report(dpsql.Job(**words), tmp_path / "r.html", levels, internal=True)
    assert found.to_dict()["kept"] == {"alternatives": [], "left_out": reason}
    text = (tmp_path / "r.html").read_text()
    assert f"Not compared: {reason}." in text
    assert "at other δmax" not in text.partition("<script")[0]


def test_too_many_tuples_are_not_compared(example, tmp_path, monkeypatch):
    monkeypatch.setattr(comparison, "MOST_TUPLES", 5)
    assert compare(example, tmp_path).left_out.startswith("a report compares at most 5 distinct")


def test_an_algorithm_that_is_compared_already_has_one_bar():
    cuts = next(one for one in ALTERNATIVES if one.kind == "cuts")
    for words in ({"cuts": "hierarchy"}, {"cuts": "hierarchy", "columns": "any", "values": "loss"}):
        assert cuts.is_like(Alternative(Algorithm.model_validate({"mpalm": words}), "optimum"))
    for words in ({"cuts": "hierarchy", "rest": "refused"}, {}):
        assert not cuts.is_like(Alternative(Algorithm.model_validate({"mpalm": words}), "optimum"))
    assert not cuts.is_like(replace(cuts, choose="from_public"))
    incognito = Alternative(Algorithm.model_validate({"incognito": {}}), "optimum")
    assert ALTERNATIVES[0].is_like(incognito)


def test_the_own_algorithm_of_a_job_has_a_bar_if_no_other_is_like_it(bench, tmp_path):
    job = write_paper_job(bench, private="t.csv", delta={"max": "2/3"}, algorithm="mpalm")
    told = compare(job, tmp_path).to_dict()
    own = [one for one in told["alternatives"] if one["of_job"]]
    assert [one["algorithm"] for one in own] == ["mpalm"]
    assert len(told["alternatives"]) == 10
    assert json.dumps(told)
    text = (tmp_path / "r.html").read_text(encoding="utf-8")
    for name in ("boxes<", "boxes, as the job says (this job)<"):
        # What it keeps, and whom its classes show.
        assert text.count(f'<th scope="row">{name}') == 2
    assert text.count(f'<p class="note">{escape(BOXES_APART)}</p>') >= 2
    assert "share of a column&#39;s whole range (numbers and dates)" in text
    assert "a released label stands for" not in text


def test_a_release_that_was_not_chosen_for_least_loss_has_no_bar(
    duckdb_bench, tmp_path, monkeypatch
):
    """Whatever the others keep: nothing is searched for them."""
    monkeypatch.setattr(in_order, "list_explored", lambda shared: ())
    for metric, has_bar in (("loss", True), ("discernibility", False)):
        job = write_paper_job(duckdb_bench, private="t.csv", delta={"max": "2/3"}, metric=metric)
        assert any(one.is_of_job for one in compare(job, tmp_path, 1e-9).kept) == has_bar
        page = (tmp_path / "r.html").read_text()
        assert ("The release of this job has no row" not in page) == has_bar
        (tmp_path / "r.html").unlink()
