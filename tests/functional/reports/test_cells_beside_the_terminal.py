"""A notebook's cell says no less than the terminal: each word of it is there."""

import re
from html import unescape

import pytest

import dpsql
from dpsql.report.notebook.blocks import Sentence, Table
from dpsql.report.notebook.plain_text import write_blocks


def _list_missing(printed, cell):
    """The words of a terminal that a cell lacks; seconds differ from run to run."""
    printed = re.sub(r" in [0-9.]+\ss\b", "", printed)
    shown = unescape(re.sub(r"<[^>]+>", " ", cell)).split()
    return sorted({*printed.split()} - {*shown})


def test_risks(example, run):
    at = {"zip": 2, "age": 1}
    printed = run("risks", example, "--levels", "zip=2,age=1", "--threshold", "1/3").stdout
    cell = dpsql.risks(example, at, threshold="1/3")._repr_html_()
    assert "an attacker who" in printed
    assert _list_missing(printed, cell) == []
    assert "At levels zip=2 age=1" in cell


def test_minimal_nodes(example, run):
    printed, cell = run("lattice", example).stdout, dpsql.lattice(example)._repr_html_()
    assert "What levels mean" in printed and "* the least loss" in printed
    assert _list_missing(printed, cell) == []


def test_limits_within_which_no_node_holds(example, run, edit):
    edit(example, "zip: zip.csv", "zip: {hierarchy: zip.csv, most_level: 0}")
    printed, cell = run("lattice", example).stdout, dpsql.lattice(example)._repr_html_()
    assert "zip from level 0 to 0 only: the job limits it." in cell
    assert _list_missing(printed, cell) == []


def test_frontier(example, run):
    printed, cell = run("frontier", example).stdout, dpsql.frontier(example)._repr_html_()
    assert "What levels mean" in printed
    assert _list_missing(printed, cell) == []


def test_frontiers(example, run):
    printed = run("frontier", example, "--algorithm", "levels", "--algorithm", "cuts").stdout
    cell = dpsql.frontiers(example, ["levels", "cuts"])._repr_html_()
    assert "not proven" in printed
    assert _list_missing(printed, cell) == []


def test_a_release(example, run):
    printed = run("anonymize", example).stdout
    cell = dpsql.anonymize(example, overwrite=True)._repr_html_()
    assert "proven optimal" in printed and "becomes" in printed
    assert _list_missing(_without_bars(printed), cell) == []
    reached = "50 % to 2/3 (≈ 66.7 %)"
    told = f"Presence, exactly: {reached}; δ: {reached}. Before any release:"
    assert told in cell.replace("\N{NO-BREAK SPACE}", " ")


def test_a_measurement_of_people_who_climb(example, run, edit):
    edit(example, "metric: loss", "algorithm: {pooled: {least: 5}}\nmetric: loss")
    printed = run("measure", example).stdout.replace("dpsql risks JOB", "dpsql.risks(job)")
    cell = dpsql.measure(example)._repr_html_()
    assert "coarser labels" in printed and "T as it is" in printed
    assert "pooled's least in the job or, without it, the number that holds" in " ".join(
        printed.split()
    )
    assert _list_missing(_without_bars(printed), cell) == []


def test_a_measurement_that_does_not_satisfy_the_job(example, run):
    printed, cell = run("measure", example).stdout, dpsql.measure(example)._repr_html_()
    assert "This does not satisfy the job." in cell
    told = "Not satisfied: delta min 50 % (4 classes), delta max 2/3 (≈ 66.7 %) (5 classes)."
    assert told in cell.replace("\N{NO-BREAK SPACE}", " ")
    assert _list_missing(_without_bars(printed), cell) == []


def _without_bars(printed):
    """A cell has a picture in place of a table of bars."""
    return re.sub(r"presence  .*?(?=^cost )", "", printed, flags=re.DOTALL | re.MULTILINE)


def test_levels_that_are_measured_and_not_released(example, edit):
    edit(example, "metric: loss", "algorithm: {mpalm: {cuts: hierarchy}}\nmetric: loss")
    told = "algorithm does not release levels; dpsql anonymize shows"
    assert told in dpsql.measure(example, {"zip": 2})._repr_html_()


def test_classes_of_sensitive_values_have_no_column_where_there_are_none(example):
    assert "classes of T whose values do" not in dpsql.explain(example)._repr_html_()


@pytest.mark.parametrize(
    "command",
    ["anonymize", "frontier", "lattice", "explain", "risks", "verify", "compare", "least_k"],
)
def test_plain_text_says_what_the_command_prints(example, run, command):
    if command == "verify":
        dpsql.anonymize(example)
    printed = run(command.replace("_", "-"), example).stdout.replace("\N{NO-BREAK SPACE}", " ")
    words = {"overwrite": True} if command == "anonymize" else {}
    told = getattr(dpsql, command)(example, **words).to_text()
    assert _list_missing(_without_bars(printed), told) == []
    assert "\N{NO-BREAK SPACE}" not in told
    assert all(line == line.rstrip() for line in told.splitlines())


def test_plain_text_of_frontiers_and_of_cuts(example, run, edit):
    printed = run("frontier", example, "--algorithm", "levels", "--algorithm", "cuts").stdout
    told = dpsql.frontiers(example, ["levels", "cuts"]).to_text()
    assert _list_missing(printed.replace("\N{NO-BREAK SPACE}", " "), told) == []
    edit(example, "metric: loss", "algorithm: {mpalm: {cuts: hierarchy}}\nmetric: loss")
    printed = run("explain", example).stdout.replace("\N{NO-BREAK SPACE}", " ")
    assert _list_missing(printed, dpsql.explain(example).to_text()) == []


def test_plain_text_escapes_what_controls_a_terminal():
    told = write_blocks([Sentence("a\x1b[2J", is_apart=True), Table(("b\n",), [("c\r",)])])
    assert told == "\na\\x1b[2J\nb\\n\nc\\r"
