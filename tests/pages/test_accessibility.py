"""No fault by axe-core, in Chromium, on any page of the site and on the reports.

axe-core has a license and a size of its own, so it is not here: `DPSQL_AXE` names its file
``axe.min.js``, of the npm package ``axe-core``.
"""

import json
import os
from pathlib import Path

import pytest

from tests.browser import Browser, running_browser

#: As on a desk: the theme lets the keyboard scroll wide blocks where there is a mouse.
_MOUSE = (
    "--blink-settings=primaryHoverType=2,availableHoverTypes=2,"
    "primaryPointerType=4,availablePointerTypes=4"
)
_FIND = """
axe.run(document, {resultTypes: ["violations"]}).then(found => JSON.stringify(
  found.violations.map(
    one => [one.id, one.nodes.slice(0, 3).map(node => node.html.slice(0, 200))])))
"""


@pytest.fixture(scope="module")
def axe() -> str:
    place = os.environ.get("DPSQL_AXE")
    if place is None:
        pytest.skip("no axe-core here: npm pack axe-core, and let DPSQL_AXE name its axe.min.js")
    return Path(place).read_text(encoding="utf-8")


def find_faults(browser: Browser, axe: str) -> list[object]:
    browser.settle()
    browser.ask("Runtime.evaluate", expression=axe)
    found = browser.ask("Runtime.evaluate", expression=_FIND, awaitPromise=True, returnByValue=True)
    faults: list[object] = json.loads(found["result"]["value"])
    return faults


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_site_has_no_fault(tmp_path: Path, site: Path, axe: str, scheme: str) -> None:
    pages = sorted(path for path in site.rglob("*.html") if path.parent.name != "gallery")
    assert len(pages) > 40
    faults = {}
    with running_browser(tmp_path, _MOUSE) as browser:
        for page in pages:
            browser.open(page, width=1300, scheme=scheme)
            faults[str(page.relative_to(site))] = find_faults(browser, axe)
    assert {name: found for name, found in faults.items() if found} == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1000])
def test_reports_have_no_fault(
    tmp_path: Path, site: Path, axe: str, width: int, scheme: str
) -> None:
    pages = sorted((site / "gallery").glob("*.html"))
    assert len(pages) == 5
    with running_browser(tmp_path) as browser:
        for page in pages:
            browser.open(page, width=width, scheme=scheme)
            assert find_faults(browser, axe) == [], page.name


def test_a_fault_is_found(tmp_path: Path, axe: str) -> None:
    page = tmp_path / "page.html"
    page.write_text("<html lang=en><title>t</title><main><img src='a.png'></main>")
    with running_browser(tmp_path / "profile") as browser:
        browser.open(page)
        assert "image-alt" in [name for name, _ in find_faults(browser, axe)]
