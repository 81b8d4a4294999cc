"""The paper's experiments: their Mondrians are the oracle's, and a rerun does what is missing."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.paper.grid import ALGORITHMS, FIGURES, NINE, find_run, list_cells
from benchmarks.paper.mondrian import find_positions, find_releases
from benchmarks.paper.page import PAGE
from benchmarks.paper.relaxed_mondrian import halve_relaxedly, halve_strictly, measure_boxes
from benchmarks.paper.results import (
    Row,
    append_rows,
    divide,
    keep_whole,
    merge_summaries,
    read_rows,
    summarize,
    write_summaries,
)
from tests.oracle.search import mondrian
from tests.oracle.search.boxes import (
    find_box_discernibility,
    find_box_loss,
    find_private_boxes,
    lies_inside,
)
from tests.oracle.search.least_k import anonymize_by_cuts
from tests.oracle.search.partitions import Part, Strategy
from tests.oracle.tables.orders import order_by_alpha

ROW = Row("4", "random", "n1", "0", "0.1", None, "loss", 0.073, 2.1, 0)
people = st.lists(
    st.tuples(st.tuples(*[st.sampled_from("abcde")] * 3), st.booleans()), min_size=2, max_size=24
)


@settings(max_examples=60, deadline=None)
@given(people, st.sampled_from(["cardinality", "first"]))
def test_mondrian_is_that_of_the_oracle_for_every_k(rows, cuts):
    public = tuple(row for row, _ in rows)
    private = tuple(row for row, is_member in rows if is_member)
    orders = tuple(order_by_alpha(column) for column in zip(*public, strict=True))
    anonymize = anonymize_by_cuts(Part(public, private), orders, Strategy("next", cuts))
    if len(private) < 2:
        return
    columns = [list(map(list, zip(*table, strict=True))) for table in (public, private)]
    releases = list(find_releases(*find_positions(*columns), cuts))
    assert [k for one in releases for k in range(one.k, one.actual_k + 1)] == list(
        range(2, len(private) + 1)
    )
    for one in releases:
        for k in range(one.k, one.actual_k + 1):
            expected = anonymize(k)
            assert one.actual_k == expected.actual_k
            assert (one.least_presence, one.greatest_presence) == expected.presence
            assert one.loss == pytest.approx(float(expected.cost))


@settings(max_examples=80, deadline=None)
@given(people, st.integers(1, 4), st.booleans())
def test_mondrian_at_medians_is_that_of_the_oracle(rows, k, is_relaxed):
    public = tuple(row for row, _ in rows)
    private = [row for row, is_member in rows if is_member]
    if len(private) < k:
        return
    orders = tuple(order_by_alpha(column) for column in zip(*public, strict=True))
    halve = mondrian.halve_relaxedly if is_relaxed else mondrian.halve_strictly
    parts = mondrian.find_mondrian_parts(private, k, orders, halve)
    boxes = find_private_boxes([Part(tuple(part), tuple(part)) for part in parts], orders)
    around = [sum(lies_inside(row, box, orders) for box in boxes) for row in public]
    columns = [list(map(list, zip(*table, strict=True))) for table in (public, private)]
    found = measure_boxes(
        *find_positions(*columns), k, halve_relaxedly if is_relaxed else halve_strictly
    )
    assert found.loss == pytest.approx(float(find_box_loss(boxes, orders)))
    assert found.discernibility == find_box_discernibility(boxes)
    assert found.boxes == len(boxes)
    assert found.people_in_no_box == around.count(0)
    assert found.people_in_several_boxes == sum(count > 1 for count in around)
    assert is_relaxed or not found.people_in_several_boxes


def test_rows_are_read_back_and_a_line_cut_short_is_left_out(tmp_path):
    path = tmp_path / "results.csv"
    other = replace(ROW, k=7, value=None, seed=1)
    append_rows(path, [ROW])
    append_rows(path, [other])
    assert read_rows(path) == [ROW, other]
    with path.open("a") as file:
        file.write("4,random,n1,0")
    assert read_rows(path) == [ROW, other]
    append_rows(path, [ROW])
    assert read_rows(path) == [ROW, other, ROW]


def test_no_release_counts_as_the_worst():
    rows = [replace(ROW, value=value, seed=seed) for seed, value in enumerate([0.3, None, 0.1])]
    (found,) = summarize(rows)
    assert (found.seeds, found.median, found.least, found.greatest) == (3, 0.3, 0.1, None)


def test_seeds_that_lack_a_value_are_left_out_unless_all_do():
    first, second = ROW, replace(ROW, seed=1)
    other, later = replace(ROW, algorithm="n2"), replace(ROW, algorithm="n2", seed=1)
    cells = [row.cell for row in (first, second, other, later)]
    assert keep_whole([first, second, later], cells) == [second, later]
    assert keep_whole([first, second], cells) == [first]
    assert keep_whole([later, other, second, first], cells) == [first, other, second, later]


def test_values_are_divided_by_those_of_the_same_selection():
    optimum = replace(ROW, algorithm="SPALM", value=0.5)
    later = [replace(row, seed=1, value=value) for row, value in ((ROW, 0.2), (optimum, 0.8))]
    missing = replace(ROW, algorithm="cuts", value=None)
    divided = divide([ROW, optimum, missing, *later], {"4": "SPALM"})
    assert [row.value for row in divided] == [ROW.value / 0.5, 1, None, 0.25, 1]
    assert divide([ROW], {"5": "SPALM"}) == [ROW]


def test_summaries_of_other_figures_stay_in_the_file(tmp_path):
    path = tmp_path / "summary.csv"
    write_summaries(path, summarize([ROW, replace(ROW, figure="5")]))
    before = path.read_text().splitlines()
    merge_summaries(path, summarize([replace(ROW, value=0.5)]), ["4"])
    assert path.read_text().splitlines() == [
        before[0],
        before[2],
        before[1].replace("0.073", "0.5"),
    ]


def test_every_algorithm_of_a_figure_is_there_and_used():
    named = {name for figure in FIGURES for name in figure.algorithms}
    assert named == set(ALGORITHMS)
    assert len(NINE) == 9


def test_the_page_has_a_place_for_every_figure():
    text = PAGE.read_text(encoding="utf-8")
    for figure in FIGURES:
        assert f"<!-- table {figure.name} -->" in text
        assert f"(figures/{figure.name}.svg)" in text
    assert "<!-- table overlap -->" in text


def test_a_run_serves_every_figure_that_shows_it():
    runs = {}
    for cell in list_cells(FIGURES, seeds=2):
        runs.setdefault(find_run(cell), []).append(cell)
    cells = [
        cells
        for run, cells in runs.items()
        if (run.dataset, run.algorithm, run.delta, run.seed) == ("diabetes", "n2", ("0", "0.1"), 1)
    ]
    assert [sorted({cell.figure for cell in found}) for found in cells] == [[*"56789", "boxes"]]
    every_k = [run for run in runs if run.algorithm == "Mondrian n1"]
    assert len(every_k) == 4
