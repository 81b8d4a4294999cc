"""The address of a page names a point of Explore."""

from tests.functional.in_browser.looks import SHOWN, press


def test_the_address_names_the_point_and_leads_to_it_again(browser, explored):
    browser.open(explored[1])
    data = browser.evaluate("JSON.parse(document.getElementById('explorer-data').textContent)")
    last = len(data["kinds"]) - 1
    browser.evaluate(f"document.querySelectorAll('input[name=kind]')[{last}].click()")
    points = data["kinds"][last]["points"]
    place = (data["kinds"][last]["begin"] + 1) % len(points)
    browser.evaluate(f"bound.value = {place}; bound.dispatchEvent(new Event('input'))")
    waited = "new Promise(done => setTimeout(done, 300))"
    browser.ask("Runtime.evaluate", expression=waited, awaitPromise=True)
    address = browser.evaluate("location.hash")
    name = data["kinds"][last]["name"].replace(" ", "-")
    assert address == f"#explore={name},{points[place]['at']}"
    browser.open(explored[1], place=address)
    assert browser.evaluate(SHOWN)["told"] == points[place]["sentence"]
    browser.open(explored[1], place=f"{address}001")
    browser.ask("Runtime.evaluate", expression=waited, awaitPromise=True)
    assert browser.evaluate("location.hash") == address
    browser.open(explored[1], place="#explore=nothing,x")
    assert browser.evaluate(SHOWN)["told"] != points[place]["sentence"]
    browser.evaluate(f"location.hash = '{address}'")
    browser.settle()
    assert browser.evaluate(SHOWN)["told"] == points[place]["sentence"]
    assert browser.complaints == []


LOST = "document.getElementById('lost').textContent"


def test_an_address_of_no_point_is_said_to_be_none_until_somebody_moves(browser, explored):
    for place, why in (
        ("#explore=nonsense,0.4", "it names no kind of release that is here"),
        ("#explore=levels,abc", "its δmax is no number"),
        ("#explore=levels,", "its δmax is no number"),
        ("#explore=levels", "its δmax is no number"),
        ("#explore=levels,0.123", "the nearest δmax that is here is shown"),
    ):
        browser.open(explored[1], place=place)
        assert browser.evaluate(LOST) == f"This page has no point of that address: {why}."
        assert browser.evaluate("scrollY") > 0
        browser.evaluate("bound.focus()")
        press(browser, "ArrowLeft", 37)
        press(browser, "ArrowRight", 39)
        assert browser.evaluate(LOST) == ""
    data = browser.evaluate("JSON.parse(document.getElementById('explorer-data').textContent)")
    points = data["kinds"][0]["points"]
    for place in ("", "#explore", "#people", f"#explore=levels,{points[0]['at']}"):
        browser.open(explored[1], place=place)
        assert browser.evaluate(LOST) == ""
    # Another address on the same page, and another kind of release.
    browser.evaluate("location.hash = '#explore=levels,x'")
    browser.settle()
    assert browser.evaluate(LOST)
    browser.evaluate("document.querySelectorAll('input[name=kind]')[1].click()")
    assert browser.evaluate(LOST) == ""
    assert browser.complaints == []
