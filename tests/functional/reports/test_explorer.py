"""What the explorer of an internal page holds is what the commands find: points, minimal nodes."""

import contextlib
import json
import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import partial

import pytest
import yaml

import dpsql
from dpsql.domain.found.explored import ExploredPoint, find_best
from dpsql.domain.found.statistics import Presence
from dpsql.domain.sections.delta import Delta
from dpsql.report.charts.explorer_chart import find_end
from dpsql.search.pooled.limits_of_presence import SearchedLimit, SearchedLimits
from dpsql.use_cases.explore import pooled
from tests.conftest import Bench, EngineUnderTest, write_paper_job
from tests.random_people import write_random_job

#: An internal page compares algorithms, which takes a second each.
pytestmark = pytest.mark.tier("ci")

#: A search of all algorithms is seconds.
SEEDS = [4, *(pytest.param(seed, marks=pytest.mark.tier("all")) for seed in (1, 2))]
PATHS = {"columns": {"pooled": {}}, "root": {"pooled": {"path": "root"}}}
CUTS = {"mpalm": {"cuts": "hierarchy", "rest": "kept"}}
BOXES = {"mpalm": {"columns": "any", "values": "loss"}}
#: Seconds for other algorithms: so many that all end on a busy machine, and none to speak of.
AMPLE, NONE = 60.0, 1e-9


def read_data(page):
    """The data of the explorer, as a browser reads it."""
    return json.loads(re.search(r'id="explorer-data">(.*?)</script>', page.read_text()).group(1))


@pytest.fixture
def write(duckdb_bench):
    """Write random P and T over three columns, and return a job over them."""
    return partial(write_random_job, duckdb_bench)


def find_risk(job, levels=None, **words):
    """What the command finds, at the threshold of reports."""
    found = dpsql.risks(job, levels, threshold="1/11", **words).risks
    return found.k_map, found.above_threshold


def tell_risk(risk):
    """The same of a point."""
    return risk.k_map, risk.rows


def count_placed(bench, exploration, shown):
    """People of P whom somebody may take for one of T, as a point shows all of them."""
    raw = [tuple(labels[0] for labels in person) for person in exploration.people]
    settled = dict(zip(raw, shown, strict=True))
    lines = (bench.folder / "p.csv").read_text().splitlines()[1:]
    of_t = list_settled(bench, exploration, shown)
    return sum(of_t[settled[tuple(line.split(",")[1:])]] > 0 for line in lines)


def explore(job, seconds=AMPLE):
    """The exploration of a job, and the data of its page."""
    page = job.folder / "page.html"
    found = dpsql.write_report(job, page, internal=True, explore=seconds)
    return found.insight.exploration, read_data(page)


def show_everybody(patch):
    """Make all people of P examples, in place of twelve."""
    from dpsql.use_cases.explore import levels

    some = levels.list_people
    patch.setattr(levels, "list_people", lambda *given: some(*given[:3], given[2]))


@pytest.fixture(scope="module")
def explore_once(tmp_path_factory):
    """A bench, a job over random people, its exploration, of whom all are examples, and its data.

    Each is made once: to search all algorithms takes seconds.
    """
    made = {}

    def explore_once(seed, **words):
        key = json.dumps([seed, words])
        if key not in made:
            engine = EngineUnderTest("duckdb", {"duckdb": {"threads": "1"}})
            bench = Bench(tmp_path_factory.mktemp("explored"), engine)
            job = write_random_job(bench, seed, **words)
            with pytest.MonkeyPatch.context() as patch:
                show_everybody(patch)
                made[key] = bench, job, *explore(job)
        return made[key]

    return explore_once


def list_settled(bench, exploration, shown):
    """What a point shows of the rows of T, as often as each has it."""
    raw = [tuple(labels[0] for labels in person) for person in exploration.people]
    settled = dict(zip(raw, shown, strict=True))
    lines = (bench.folder / "t.csv").read_text().splitlines()[1:]
    return Counter(settled[tuple(line.split(",")[1:])] for line in lines)


@pytest.mark.parametrize("seed", SEEDS)
def test_levels_are_those_of_the_frontier_and_of_measure(explore_once, seed):
    _, job, exploration, data = explore_once(seed)
    points = dpsql.frontier(job).points
    kind = data["kinds"][0]
    assert kind["name"] == "levels"
    assert len(kind["points"]) == len(points)
    for point, explored, shown in zip(
        points, exploration.algorithms[0].points, kind["points"], strict=True
    ):
        measured = dpsql.measure(job, point.levels)
        assert shown["levels"] == [*point.levels.values()]
        assert shown["people"] == [*measured.presence.people_by_presence]
        assert explored.presence == measured.presence
        assert explored.delta_max == point.delta_max == measured.presence.maximum
        assert explored.loss == point.loss == measured.metrics["loss"]
        assert sum(shown["losses"]) / 3 == pytest.approx(point.loss)
        assert f"the least loss is {shown['loss']}:" in shown["sentence"]
        assert float(shown["loss"]) == pytest.approx(point.loss, abs=5e-4)
    allowed = [n for n, point in enumerate(points) if point.delta_max <= Fraction(1, 2)]
    assert kind["begin"] == max(allowed)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("seed", [0, *SEEDS[1:]])
def test_pooled_points_are_those_of_the_frontier_and_of_measure(explore_once, seed, path):
    """Each is on the frontier of its own number, and none of the job's frontier is better."""
    _, job, exploration, _ = explore_once(seed, algorithm=PATHS[path], delta={"max": "5/12"})
    explored = next(one for one in exploration.algorithms if one.name.startswith("pooled"))
    assert explored.is_proven
    for point in dpsql.frontier(job).points:
        assert any(
            one.delta_max <= point.delta_max and one.loss <= point.loss for one in explored.points
        )
    for one in explored.points:
        words = {"pooled": {**PATHS[path]["pooled"], "least": one.least}}
        stated = job.with_algorithm(words)
        listed = [(on.delta_max, on.loss, on.levels) for on in dpsql.frontier(stated).points]
        # The release of the page is a point in place of one that loses as much.
        assert one.finds_least or (one.delta_max, one.loss, one.levels) in listed
        measured = dpsql.measure(stated, one.levels)
        assert one.presence == measured.presence
        assert one.climbed == (
            measured.pooled.climbed_public_rows,
            measured.pooled.climbed_private_rows,
        )
        assert sum(one.losses.values()) / 3 == pytest.approx(measured.metrics["loss"])
    assert_levels_are_the_frontier(job, exploration)


@pytest.mark.parametrize(
    "words", [{"delta": {"max": "1/3"}}, {"delta": {"min": "1/50", "max": "1/2"}}]
)
def test_the_lines_of_a_point_lead_to_it(explore_once, words):
    _, job, exploration, data = explore_once(4, algorithm=PATHS["root"], **words)
    explored = [one for one in exploration.algorithms if one.points]
    assert len(explored) > 2
    for one, kind in zip(explored, data["kinds"], strict=True):
        ends = {0, len(one.points) - 1}
        for number in ends if one.algorithm else ():
            lines = yaml.load(kind["points"][number]["lines"], yaml.BaseLoader)
            assert lines["delta"].get("min") == words["delta"].get("min")
            found = dpsql.compare(job.replace(**lines)).candidates[0]
            assert found.delta_max == one.points[number].delta_max
            assert found.loss <= one.points[number].loss + 1e-9


def test_the_release_is_a_stop_where_it_loses_less_than_the_frontier(write, monkeypatch):
    """As it may, for the numbers of people that are tried depend on δmax."""
    find = pooled.find_pooled_frontier

    def find_ends(*given, **words):
        found = find(*given, **words)
        return replace(found, points=(found.points[0], found.points[-1]))

    monkeypatch.setattr(pooled, "find_pooled_frontier", find_ends)
    exploration, _ = explore(write(1, algorithm=PATHS["root"]))
    explored = next(one for one in exploration.algorithms if one.name.startswith("pooled"))
    first, own, last = explored.points
    assert own.is_like(exploration.release)
    assert first.delta_max < own.delta_max < last.delta_max
    assert first.loss > own.loss > last.loss


def assert_levels_are_the_frontier(job, exploration):
    """Whatever a job releases, levels on its slider are those of the command."""
    levels = next(one for one in exploration.algorithms if one.name == "levels")
    points = dpsql.frontier(job, "levels").points
    assert levels.is_proven and not levels.note and len(points) > 3
    assert [(one.delta_max, one.loss, one.levels) for one in levels.points] == [
        (point.delta_max, point.loss, point.levels) for point in points
    ]


@pytest.mark.parametrize("algorithm", [CUTS, BOXES], ids=["cuts", "boxes"])
def test_a_job_that_cuts_has_the_whole_frontier_of_levels(write, algorithm):
    job = write(5, algorithm=algorithm)
    page = job.folder / "page.html"
    found = dpsql.write_report(job, page, internal=True, explore=NONE).insight
    assert_levels_are_the_frontier(job, found.exploration)
    levels = found.exploration.algorithms[0].points
    plain = job.with_algorithm("spalm")
    for one in levels if algorithm == CUTS else levels[:1]:
        measured = dpsql.measure(plain, one.levels)
        assert (one.loss, one.presence) == (measured.metrics["loss"], measured.presence)
        assert tell_risk(one.risk) == find_risk(plain, one.levels)
    assert [(one.delta_max, one.loss) for one in found.points] == [
        (one.delta_max, one.loss) for one in levels
    ]
    # What is said of nodes is of a job that releases one.
    assert found.layers == () and found.exploration.minimal is None


@pytest.mark.parametrize("kept", [0, 2])
def test_what_is_proven_of_a_frontier_that_takes_longer_is_there(write, monkeypatch, kept):
    """At the job's δmax and round ones that were not reached, the best that was found is there."""
    whole = pooled.find_pooled_frontier

    def give_up(*given, **words):
        found = whole(*given, **words)
        assert len(found.points) > 3
        points = found.points[len(found.points) - kept :]
        decided = [SearchedLimit(one.greatest_presence, one) for one in points]
        searched = SearchedLimits(tuple(decided))
        return replace(found, points=points, is_whole=False, searched=searched)

    job = write(1, algorithm=PATHS["root"])
    frontier, _ = explore(job)
    monkeypatch.setattr(pooled, "find_pooled_frontier", give_up)
    exploration, data = explore(job, NONE)
    explored, proven = (
        next(one for one in each.algorithms if one.name.startswith("pooled"))
        for each in (exploration, frontier)
    )
    assert proven.is_proven and not explored.is_proven
    same = {(one.delta_max, one.loss) for one in proven.points[-kept:] if kept}
    assert same <= {(one.delta_max, one.loss) for one in explored.points if one.is_whole}
    assert len(explored.points) > kept
    assert "whole frontier takes longer" in explored.note
    assert (f"{kept} points of it are proven" in explored.note) == bool(kept)
    shown = next(one for one in data["kinds"] if one["name"] == explored.name)
    assert "The whole frontier takes longer than the time" in shown["alone"]


def test_a_proven_release_is_no_unproven_point_of_a_smaller_bound():
    """It holds there, too, but is not proven there: the page would call it at most what it is."""
    presence = Presence(Fraction(0), Fraction(1, 5), (9,))
    proven = ExploredPoint(Fraction(27, 100), 0.5, {}, presence, {"zip": 1}, least=3)
    same = replace(proven, delta_max=Fraction(1, 4), is_whole=False)
    other = replace(same, delta_max=Fraction(1, 5), levels={"zip": 2})
    assert pooled._drop_repeats([same, proven, other]) == [proven, other]


def test_time_that_is_left_proves_the_points_that_were_tried(write, monkeypatch):
    monkeypatch.setattr(pooled, "_SMALL", 0)
    job = write(1, algorithm=PATHS["root"])
    exploration, _ = explore(job)
    explored = next(one for one in exploration.algorithms if one.name.startswith("pooled"))
    assert len(explored.points) > 1
    for one in explored.points:
        asked = job.with_unchecked({"delta": Delta(min=0, max=one.delta_max)})
        assert one.is_whole
        assert one.loss == dpsql.anonymize(asked, overwrite=True).metrics["loss"]


@pytest.mark.parametrize("delta", ["1/2", "3/5", "1"])
def test_minimal_nodes_are_those_of_lattice(write, delta):
    job = write(4, delta={"max": delta})
    exploration, _ = explore(job, NONE)
    minimal = exploration.minimal
    nodes = dpsql.lattice(job).nodes
    assert minimal.is_whole and minimal.total == len(nodes)
    listed = [(tuple(one.levels.values()), one.loss) for one in minimal.nodes]
    assert listed == sorted(
        ((tuple(levels.values()), metrics["loss"]) for levels, metrics in nodes),
        key=lambda node: (node[1], node[0]),
    )
    for one in minimal.nodes:
        assert dpsql.measure(job, one.levels).presence.maximum == one.presence
    best = dpsql.anonymize(job)
    assert [one.levels for one in minimal.nodes if one.is_of_page] == [best.levels]
    page = (job.folder / "page.html").read_text()
    assert page.count("<tr", page.index('id="minimal-nodes"')) >= len(nodes) + 1


def test_cuts_are_measured_as_a_release_of_theirs(explore_once):
    _, job, exploration, data = explore_once(5, algorithm=CUTS)
    cuts = next(one for one in exploration.algorithms if one.name.startswith("cuts"))
    of_job = next(one for one in cuts.points if one.delta_max == Fraction(1, 2))
    found = dpsql.anonymize(job, overwrite=True)
    assert (of_job.loss, of_job.box_count) == (found.metrics["loss"], found.box_count)
    assert of_job.losses == found.losses and of_job.presence == found.presence
    opened = data["kinds"][data["kind"]]
    # The slider opens where it can move.
    assert len(opened["points"]) > 1
    assert (opened["name"] == cuts.name) == (len(cuts.points) > 1)
    for one in cuts.points:
        assert one.presence.maximum <= one.delta_max


def test_a_job_at_75_percent_is_explored_on_both_sides(explore_once):
    _, job, exploration, _ = explore_once(5, algorithm=BOXES, delta={"max": "3/4"})
    boxes = next(one for one in exploration.algorithms if one.name == "boxes")
    assert not boxes.untried
    near = [Fraction(n, 20) for n in (12, 14, 15, 16, 17, 18)]
    assert {*near} <= {*boxes.tried}
    found = {}
    # The first three and the last: the others are found in the same way.
    shares = boxes.tried[:3] + boxes.tried[-1:]
    for share in shares:
        asked = job.with_unchecked({"delta": Delta(min=0, max=share)})
        with contextlib.suppress(dpsql.NoSafeRelease):
            found[share] = dpsql.anonymize(asked, overwrite=True).metrics["loss"]
    shown = {one.delta_max: one.loss for one in boxes.points}
    for share, loss in found.items():
        smaller = [other for at, other in shown.items() if at < share]
        assert shown.get(share) == (loss if all(loss < other for other in smaller) else None)
    page = (job.folder / "page.html").read_text(encoding="utf-8").replace("\u00a0", " ")
    assert "Boxes: tried at δmax" in page and "75 %, 80 %, 85 % and 90 %" in page


def test_the_people_of_the_preview_are_of_p(write):
    job = write(6)
    exploration, data = explore(job, NONE)
    people = {
        tuple(line.split(",")[1:]) for line in (job.folder / "p.csv").read_text().splitlines()[1:]
    }
    assert len(exploration.people) == 12 and data["shown"] == 5
    assert all(tuple(column[0] for column in one) in people for one in exploration.people)
    for person, shown in zip(exploration.people, data["examples"], strict=True):
        assert [list(labels) for labels in person] == shown
        age = person[1]
        assert age[1].startswith("[") and age[3] == "*"


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("cuts", {"algorithm": CUTS}),
        ("boxes", {"algorithm": BOXES, "delta": {"max": "3/4"}}),
        ("boxes", {"algorithm": {"mpalm": {"box": "T_checked"}}}),
    ],
)
def test_the_preview_of_parts_shows_what_is_released(explore_once, kind, words):
    bench, job, exploration, data = explore_once(5, **words)
    explored = next(one for one in exploration.algorithms if one.name.startswith(kind))
    place, of_job = next(
        (n, one) for n, one in enumerate(explored.points) if one.delta_max == job.delta.max
    )
    dpsql.anonymize(job, overwrite=True)
    released = Counter(bench.read_release())
    assert list_settled(bench, exploration, of_job.shown) == released
    assert of_job.risk == exploration.release.risk
    assert tell_risk(of_job.risk) == find_risk(job, release=job.folder / "r.parquet")
    assert of_job.risk.people == count_placed(bench, exploration, of_job.shown)
    of_page = next(one for one in data["kinds"] if one["name"] == explored.name)
    cells = [None if one is None else list(one) for one in of_job.shown]
    assert of_page["points"][place]["shown"] == cells


@pytest.mark.parametrize("path", PATHS)
def test_the_preview_of_pooled_points_shows_where_people_settle(explore_once, path):
    """Of the page's own release the engine knows it, of the points what is in memory."""
    words = {"algorithm": PATHS[path], "delta": {"max": "1/3"}}
    bench, job, exploration, _ = explore_once(0, **words)
    pooled = next(one for one in exploration.algorithms if one.name.startswith("pooled"))
    (point,) = (one for one in pooled.points if one.is_like(exploration.release))
    assert point.climbed[0] > 0
    dpsql.anonymize(job, overwrite=True)
    assert point.risk == exploration.release.risk
    assert tell_risk(point.risk) == find_risk(job, release=job.folder / "r.parquet")
    assert point.risk.people == count_placed(bench, exploration, point.shown)
    released = Counter(bench.read_release())
    for one in (point, exploration.release):
        assert list_settled(bench, exploration, one.shown) == released


def test_the_release_by_another_metric_is_there(write):
    job = write(8, metric="discernibility")
    exploration, data = explore(job, NONE)
    best = dpsql.anonymize(job)
    points = [point for one in exploration.algorithms for point in one.points]
    assert any(point.levels == best.levels and point.least is None for point in points)
    opened = data["kinds"][data["kind"]]
    assert opened["points"][opened["begin"]]["levels"] == [*best.levels.values()]
    assert opened["name"] == "this release"


def test_a_public_page_has_no_explorer(write, duckdb_bench):
    job = write(7)
    page = duckdb_bench.folder / "public.html"
    dpsql.write_report(job, page)
    text = page.read_text()
    assert "<script" not in text and "Minimal nodes" not in text


def test_every_kind_has_a_table_without_scripts(explore_once):
    _, job, exploration, _ = explore_once(5, algorithm=CUTS)
    text = (job.folder / "page.html").read_text()
    assert len(exploration.algorithms) > 3
    for one in exploration.algorithms:
        if one.points:
            assert f"<summary>{one.name.capitalize()}: {len(one.points)} point" in text


def test_more_than_two_hundred_minimal_nodes_are_counted(write, monkeypatch):
    from dpsql.use_cases.explore import levels

    monkeypatch.setattr(levels, "MOST_MINIMAL", 1)
    job = write(4)
    exploration, _ = explore(job, NONE)
    total = len(dpsql.lattice(job).nodes)
    assert (len(exploration.minimal.nodes), exploration.minimal.total) == (1, total)
    assert f"{total - 1} more lose as much or more" in (job.folder / "page.html").read_text()


def test_minimal_nodes_that_are_not_sure_are_left_out(write, monkeypatch):
    from dpsql.use_cases.explore import levels

    monkeypatch.setattr(levels, "_MINIMAL_SECONDS", -1.0)
    job = write(4)
    minimal = explore(job, NONE)[0].minimal
    nodes = [levels for levels, _ in dpsql.lattice(job).nodes]
    assert all(one.levels in nodes for one in minimal.nodes)
    assert minimal.is_whole == (minimal.total == len(nodes))


def test_points_that_lose_more_at_a_greater_delta_are_dropped():
    def point(delta, loss):
        return ExploredPoint(Fraction(delta), loss, {}, Presence(Fraction(0), Fraction(1), ()))

    listed = [point("1/10", 0.5), point("1/5", 0.6), point("1/4", 0.4), point("1/2", 0.4)]
    assert find_best(listed) == [listed[0], listed[2]]


@pytest.mark.parametrize(
    ("most", "end"), [("1", 1), ("51/100", 1), ("1/2", "1/2"), ("1/5", "1/5"), ("3/100", "1/20")]
)
def test_the_axis_ends_soon_after_the_last_point(most, end):
    assert find_end(Fraction(most)) == Fraction(end)


def test_the_page_of_chosen_levels_opens_at_them(duckdb_bench):
    job, page = write_paper_job(duckdb_bench), duckdb_bench.folder / "page.html"
    best = dpsql.frontier(job).points[1].levels
    worse = {"zip": 3, "age": 2, "nationality": 1}
    for levels, name in ((best, "levels"), (worse, "this release")):
        measured = dpsql.write_report(job, page, levels, internal=True, explore=NONE)
        data = read_data(page)
        kind = data["kinds"][data["kind"]]
        point = kind["points"][kind["begin"]]
        assert (kind["name"], point["levels"]) == (name, [*levels.values()])
        assert float(point["loss"]) == pytest.approx(measured.metrics["loss"], abs=5e-4)
