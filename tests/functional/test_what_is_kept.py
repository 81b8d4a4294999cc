"""What an internal report says other algorithms keep, and that a public one says nothing of it."""

import json
from dataclasses import replace

import pytest

import dpsql
from dpsql.domain.algorithm import Algorithm
from dpsql.domain.alternative import ALTERNATIVES, Alternative
from dpsql.use_cases import comparison
from tests.conftest import write_paper_job


@pytest.fixture
def patient(monkeypatch):
    """Let every search and every cutting of a small table come to its end."""
    for name in ("MOST_SECONDS", "_SEARCHING", "_CUTTING"):
        monkeypatch.setattr(comparison, name, 600.0)


def compare(job, tmp_path):
    found = dpsql.write_report(job, tmp_path / "r.html", internal=True)
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
    assert "kept" not in run("report", example, "-o", page, "--json").found
    assert 'id="kept"' not in page.read_text()


@pytest.mark.usefixtures("patient")
def test_a_search_that_has_no_time_left_says_so(example, tmp_path, monkeypatch):
    monkeypatch.setattr(comparison, "MOST_SECONDS", -1.0)
    kept = compare(example, tmp_path).kept
    assert [one.left_out for one in kept[1:]] == ["not tried: the others took all -1 seconds"] * 8
    assert kept[0].loss is not None
    text = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "Not drawn, as it is not known what they keep: pooled to the root," in text
    assert "boxes, levels from P alone," in text
    assert "name it as the algorithm of the job" in text


def test_a_choice_from_p_is_whole_or_given_up(example, tmp_path, monkeypatch):
    monkeypatch.setattr(comparison, "_SEARCHING", 0.0)
    monkeypatch.setattr(comparison, "_CUTTING", 0.0)
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
    assert f"Not compared: {reason}." in (tmp_path / "r.html").read_text()


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


def test_a_release_that_was_not_chosen_for_least_loss_has_no_bar(bench, tmp_path):
    for metric, has_bar in (("loss", True), ("discernibility", False)):
        job = write_paper_job(bench, private="t.csv", delta={"max": "2/3"}, metric=metric)
        assert any(one.is_of_job for one in compare(job, tmp_path).kept) == has_bar
        page = (tmp_path / "r.html").read_text()
        assert ("The release of this job has no row" not in page) == has_bar
        (tmp_path / "r.html").unlink()
