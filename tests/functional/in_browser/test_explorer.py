"""Explore in a browser: the slider, the buttons, the chart and the tables that move."""

import json
from collections import Counter
from fractions import Fraction

import pytest

import dpsql
from tests.conftest import PEOPLE
from tests.functional.in_browser.looks import SHOWN, press


def test_the_slider_shows_every_point_of_the_frontier(browser, explored):
    job, page = explored
    points = dpsql.frontier(job).points
    browser.open(page)
    shown = browser.evaluate(SHOWN)
    assert (shown["hidden"], shown["most"]) == (False, str(len(points) - 1))
    # It begins at the greatest δmax that the job allows.
    assert points[int(shown["value"])].delta_max == Fraction(2, 3)
    spots = []
    for number, point in enumerate(points):
        browser.evaluate(f"bound.value = {number}; bound.dispatchEvent(new Event('input'));")
        shown = browser.evaluate(SHOWN)
        assert f"the least loss is {point.loss:.4g}" in shown["told"]
        assert [row[2].split()[0] for row in shown["columns"]] == [*map(str, point.levels.values())]
        losses = [float(row[1]) for row in shown["columns"]]
        assert sum(losses) / len(losses) == pytest.approx(point.loss, abs=0.005)
        assert sum(shown["people"]) == len(PEOPLE)
        k_map = dpsql.risks(job, point.levels).risks.k_map
        assert f"(k-map {k_map})" in shown["risk"]
        assert len(shown["examples"]) == 5
        values = [
            {person[1:4][j] for person in PEOPLE} for j, level in enumerate(point.levels.values())
        ]
        for row in shown["examples"]:
            raw = [level == 0 for level in point.levels.values()]
            assert all(
                cell[0] in allowed and len(cell) == (1 if is_raw else 2)
                for cell, allowed, is_raw in zip(row, values, raw, strict=True)
            )
        # Empty ends are left out.
        assert shown["people"][0] > 0 < shown["people"][-1]
        spots.append(tuple(shown["spot"]))
        assert shown["lines"][0] == f"delta: {{max: {point.delta_max}}}"
        assert shown["explained"].startswith("Level 0 is the raw value")
    assert spots == sorted(set(spots))
    assert [y for _, y in spots] == sorted(y for _, y in spots)
    # Each stop has a mark, and an arrow key goes to the next one.
    assert [int(stop) for stop in shown["stops"]] == [*range(len(points))]
    assert shown["dots"] == len(points)
    browser.evaluate("bound.focus()")
    press(browser, "ArrowLeft", 37)
    assert browser.evaluate("bound.value") == str(len(points) - 2)
    assert browser.complaints == []


def test_what_is_shown_fits_controls_that_a_browser_restores(browser, pages):
    """As it does on the way back to a page, once the script has run."""
    browser.open(pages["boxes"])
    data = browser.evaluate("JSON.parse(document.getElementById('explorer-data').textContent)")
    place = max(range(len(data["kinds"])), key=lambda n: (n != data["kind"], n))
    points = data["kinds"][place]["points"]
    browser.evaluate(
        f"document.querySelectorAll('input[name=kind]')[{place}].checked = true;"
        f"bound.max = {len(points) - 1}; bound.value = {len(points) - 1};"
        "dispatchEvent(new PageTransitionEvent('pageshow'))"
    )
    shown = browser.evaluate(SHOWN)
    assert (shown["told"], shown["value"]) == (points[-1]["sentence"], str(len(points) - 1))
    assert shown["most"] == str(len(points) - 1)


def test_a_click_on_the_chart_goes_to_the_nearest_point(browser, explored):
    browser.open(explored[1])
    data = browser.evaluate("JSON.parse(document.getElementById('explorer-data').textContent)")
    points = data["kinds"][data["kind"]]["points"]
    assert len(points) > 2
    for place, point in enumerate(points):
        browser.evaluate(
            f"""(() => {{
              const chart = document.getElementById("stops").ownerSVGElement;
              const [x, y] = {point["spot"]};
              const there = new DOMPoint(x, y).matrixTransform(chart.getScreenCTM());
              const words = {{ bubbles: true, clientX: there.x + 1, clientY: there.y + 1 }};
              chart.dispatchEvent(new MouseEvent("click", words));
            }})()"""
        )
        shown = browser.evaluate(SHOWN)
        assert (shown["told"], shown["value"]) == (point["sentence"], str(place))


def test_a_button_selects_the_lines_of_a_point(browser, explored):
    browser.open(explored[1])
    browser.evaluate("copy.focus()")
    press(browser, "Enter", 13, "\r")
    chosen = browser.evaluate("String(getSelection())")
    assert chosen.splitlines() == browser.evaluate(SHOWN)["lines"]
    assert browser.evaluate("copied.textContent") in ("copied", "selected")


def test_people_are_shown_in_their_boxes(browser, pages):
    browser.open(pages["boxes"])
    data = browser.evaluate("JSON.parse(document.getElementById('explorer-data').textContent)")
    (place,) = (n for n, one in enumerate(data["kinds"]) if one["name"] == "boxes")
    browser.evaluate(f"document.querySelectorAll('input[name=kind]')[{place}].click()")
    browser.settle()
    shown = browser.evaluate(SHOWN)
    kind = data["kinds"][place]
    stands_still = len(kind["points"]) == 1
    assert browser.evaluate("bound.disabled") == stands_still
    assert bool(browser.evaluate("document.getElementById('alone').textContent")) == stands_still
    point = kind["points"][int(shown["value"])]
    assert (kind["name"], point["levels"], len(point["shown"])) == (
        "boxes",
        None,
        len(data["examples"]),
    )
    nobody = ["in no box: known not to be in T"]
    labels = [[cell[-1] for cell in row] for row in shown["examples"]]
    values = [[cell[0] for cell in row] for row in shown["examples"]]
    known = [[column[0] for column in person] for person in data["examples"]]
    people = [
        (own, one) if one else ([", ".join(own)], nobody)
        for one, own in zip(point["shown"], known, strict=True)
    ]
    assert len(labels) == data["shown"] == 5
    # Everybody has a number, which is the same at each point.
    heads = "[...document.querySelectorAll('#explored-examples th')].map(e => e.textContent)"
    numbers = [int(one) for one in browser.evaluate(heads)]
    assert all(
        cells in ([own], known[number - 1])
        for number, cells in zip(numbers, values, strict=True)
        for own in [", ".join(known[number - 1])]
    )
    assert not Counter(map(str, zip(values, labels, strict=True))) - Counter(map(str, people))
    # Whoever is in no box is shown, but not in place of all others.
    outside = sum(one is None for one in point["shown"])
    assert labels.count(nobody) == (max(1, 5 - (len(point["shown"]) - outside)) if outside else 0)
    assert browser.evaluate("document.getElementById('outside').hidden") == (not outside)
    assert "does not compare" in browser.evaluate("document.getElementById('apart').textContent")
    assert browser.evaluate("document.getElementById('level-head').hidden")
    told = [row[2] for row in shown["columns"]]
    for name, one in zip(point["cells"], told, strict=True):
        assert name["lead"] in one and all(label in one for label, _ in name["parts"])
    assert browser.evaluate("document.getElementById('examples').checkVisibility()")


def test_another_algorithm_is_shown_at_the_nearest_bound(browser, explored):
    """And at the point that it begins with, where nobody moved the slider from such a point."""
    browser.open(explored[1])
    kinds = browser.evaluate("JSON.parse(document.getElementById('explorer-data').textContent)")[
        "kinds"
    ]

    def choose(place):
        browser.evaluate(f"document.querySelectorAll('input[name=kind]')[{place}].click()")
        shown = browser.evaluate(SHOWN)
        assert shown["said"].startswith(
            f"δmax {kinds[place]['points'][int(shown['value'])]['delta']}"
        )
        return int(shown["value"])

    for number, point in enumerate(kinds[0]["points"]):
        assert choose(0) is not None
        browser.evaluate(f"bound.value = {number}; bound.dispatchEvent(new Event('input'));")
        for place, kind in [*enumerate(kinds)][1:]:
            far = [abs(Fraction(one["at"]) - Fraction(point["at"])) for one in kind["points"]]
            is_begin = number == kinds[0]["begin"]
            assert choose(place) == (kind["begin"] if is_begin else far.index(min(far)))
            told = f"the nearest to {point['delta']}, which is no point here"
            told = "" if is_begin or not min(far) else told
            assert browser.evaluate("document.getElementById('bound-moved').textContent") == told
        # It comes back to where it was moved to.
        assert choose(0) == number
    assert any(len(kind["points"]) > 1 for kind in kinds[1:])


def change_data(page, folder):
    """The data of a page, and what writes it to a copy with other data."""
    head, rest = page.read_text(encoding="utf-8").split('id="explorer-data">')
    data, tail = rest.split("</script>", 1)

    def write(changed):
        copy = folder / "page.html"
        copy.write_text(f'{head}id="explorer-data">{json.dumps(changed)}</script>{tail}')
        return copy

    return json.loads(data), write


BESIDE = """[...document.querySelectorAll("#explored-beside tr")].map(
  row => [
    row.className, ...[...row.cells].map(cell => (cell.querySelector("button") || cell).textContent)
  ]
)"""
ELSEWHERE = """[...document.querySelectorAll("#explored-beside tr")].map(
  row => row.querySelector("th .note")?.textContent ?? ""
)"""


def tell_elsewhere(kind, most):
    """What a row says if its point is one of a smaller δmax than the slider's."""
    allowed = [one for one in kind["points"] if one["at"] <= most["at"]]
    if not allowed or allowed[-1]["at"] == most["at"]:
        return ""
    nothing = "nothing that loses less was found up to this δmax"
    assert kind["name"] != "levels" or kind["beyond"] == nothing
    told = nothing if most["at"] in kind["tried"] else kind["beyond"]
    return f"found at {allowed[-1]['delta']}; {told}"


def test_all_algorithms_stand_side_by_side_at_the_bound_of_the_slider(browser, explored, tmp_path):
    """Each at its point of greatest δmax that is no greater; a name leads there.

    The point of the slider holds up to the next one: the job's δmax is the bound, if it is between.
    """
    data, write = change_data(explored[1], tmp_path)
    kinds = data["kinds"]
    assert len(kinds) > 2
    ends = [*[one["at"] for one in kinds[0]["points"]][1:], 2]
    asked = data["asked"] = {"at": (ends[0] + ends[1]) / 2, "text": "between"}
    browser.open(write(data))
    for number, point in enumerate(kinds[0]["points"]):
        browser.evaluate("document.querySelectorAll('input[name=kind]')[0].click()")
        browser.evaluate(f"bound.value = {number}; bound.dispatchEvent(new Event('input'));")
        rows = browser.evaluate(BESIDE)
        assert rows[0] == ["chosen", "levels", *point["figures"]]
        is_between = point["at"] <= asked["at"] < ends[number]
        most = asked if is_between else {"at": point["at"], "text": point["delta"]}
        bound = browser.evaluate("document.getElementById('beside-bound').textContent")
        assert bound == most["text"]
        for kind, row in zip(kinds[1:], rows[1:], strict=True):
            allowed = [one["figures"] for one in kind["points"] if one["at"] <= most["at"]]
            told = allowed[-1] if allowed else ["no point up to this δmax"]
            assert row == ["", kind["name"], *told]
        assert browser.evaluate(ELSEWHERE) == [tell_elsewhere(kind, most) for kind in kinds]
        place, target = next((n, row[1:]) for n, row in enumerate(rows) if n and len(row) > 3)
        assert point["figures"][1].startswith(("0", "1"))
        browser.evaluate(
            f"document.querySelectorAll('#explored-beside tr')[{place}]"
            ".querySelector('button').click()"
        )
        # The focus stays at the name, so that the arrows of the page go on from there.
        assert browser.evaluate("document.activeElement.textContent") == target[0]
        assert browser.evaluate(BESIDE)[place] == ["chosen", *target]
        assert browser.evaluate("document.querySelector('input[name=kind]:checked').value") == str(
            place
        )
    assert browser.complaints == []


def test_a_value_that_most_rows_keep_is_called_raw(browser, explored, tmp_path):
    found, write = change_data(explored[1], tmp_path)
    parts = {"few": [["S", "93\u00a0%"], ["*", "7\u00a0%"]], "all": [["S", "100\u00a0%"]]}
    cells = [{"levels": "0 to 1", "value": "S", "lead": "", "parts": parts["few"]}] * 2
    cells.append(cells[0] | {"levels": "0", "parts": parts["all"]})
    for kind in found["kinds"]:
        for point in kind["points"]:
            point |= {"levels": None, "cells": cells}
    browser.open(write(found))
    told = [row[3].replace("\u00a0", " ") for row in browser.evaluate(SHOWN)["columns"]]
    assert told == [*["93 % raw, 7 % such as *"] * 2, "100 % raw"]


ORDER = """({
  sorted: [...document.querySelectorAll("#minimal-nodes thead th")].map(
    head => head.getAttribute("aria-sort")
  ),
  rows: [...document.querySelectorAll("#minimal-nodes tbody tr")].map(
    row => [...row.querySelectorAll("td")].map(cell => Number(cell.dataset.value))
  ),
})"""


def test_minimal_nodes_sort_by_every_column_and_say_so(browser, several):
    browser.open(several)
    before = browser.evaluate(ORDER)
    assert len(before["rows"]) > 2
    assert before["sorted"][:2] == [None, "ascending"]
    assert before["rows"] == sorted(before["rows"], key=lambda row: row[0])
    for place in range(1, len(before["sorted"])):
        browser.evaluate(
            f"document.querySelectorAll('#minimal-nodes thead th')[{place}].firstChild.focus()"
        )
        for order in ("ascending", "descending"):
            if place == 1 and order == "ascending":
                # It is sorted so at first.
                continue
            press(browser, "Enter", 13, "\r")
            found = browser.evaluate(ORDER)
            expected = [None] * len(before["sorted"])
            expected[place] = order
            assert found["sorted"] == expected
            values = [row[place - 1] for row in found["rows"]]
            assert values == sorted(values, reverse=order == "descending")
            assert sorted(found["rows"]) == sorted(before["rows"])
            # The focus stays where the next key is pressed.
            assert browser.evaluate("document.activeElement.tagName") == "BUTTON"


def test_without_scripts_tables_have_all_points(browser, explored):
    job, page = explored
    browser.ask("Emulation.setScriptExecutionDisabled", value=True)
    try:
        browser.open(page)
        hidden, told, rows, buttons, nodes = browser.evaluate(
            """[
              explorer.hidden,
              document.querySelector("noscript").textContent,
              [...document.querySelectorAll("section[aria-labelledby=explore] details tbody")].map(
                body => body.rows.length
              ),
              [...document.querySelectorAll("button")].filter(e => e.offsetParent).length,
              document.querySelector("#minimal-nodes tbody").rows.length,
            ]"""
        )
    finally:
        browser.ask("Emulation.setScriptExecutionDisabled", value=False)
    assert hidden is True and buttons == 0
    assert "the tables below have the same points" in told
    assert rows[0] == len(dpsql.frontier(job).points) and len(rows) >= 2
    assert nodes == len(dpsql.lattice(job).nodes)
