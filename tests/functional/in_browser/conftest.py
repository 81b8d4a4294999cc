"""The browser, and the pages that are opened in it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import dpsql
from dpsql.report.page import render_internal, render_page
from tests.browser import Browser, running_browser
from tests.conftest import Bench, EngineUnderTest, write_paper_job
from tests.functional.in_browser.looks import PAGES
from tests.functional.in_browser.wide_page import make_wide
from tests.random_people import write_random_job


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with running_browser(tmp_path_factory.mktemp("profile")) as started:
        yield started


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Pages of the paper's example, and of a table of 300 columns with long names."""
    bench = Bench(
        tmp_path_factory.mktemp("jobs"), EngineUnderTest("duckdb", {"duckdb": {"threads": "1"}})
    )
    made = {name: bench.folder / f"{number}.html" for number, name in enumerate(PAGES)}
    job = write_paper_job(bench, delta={"min": "1/2", "max": "2/3"})
    dpsql.write_report(job, made["public"])
    dpsql.write_report(job, made["internal"], internal=True)
    with pytest.raises(dpsql.NoSafeRelease):
        impossible = write_paper_job(bench, delta={"max": "1/2"})
        dpsql.write_report(impossible, made["unsatisfied"], internal=True)
    cut = write_paper_job(bench, delta={"max": "3/4"}, algorithm="mpalm")
    dpsql.write_report(cut, made["boxes"], internal=True)
    climbing = write_paper_job(bench, delta={"max": "2/3"}, algorithm="pooled")
    dpsql.write_report(climbing, made["pooled"], internal=True)
    facts, secrets = make_wide()
    made["wide"].write_text(render_page(facts), encoding="utf-8")
    made["wide, internal"].write_text(render_internal(facts, secrets), encoding="utf-8")
    return made


@pytest.fixture(scope="session")
def explored(tmp_path_factory: pytest.TempPathFactory) -> tuple[dpsql.Job, Path]:
    """A job whose frontier has several points, and its internal page."""
    engine = EngineUnderTest("duckdb", {"duckdb": {"threads": "1"}})
    bench = Bench(tmp_path_factory.mktemp("explored"), engine)
    job = write_paper_job(bench, delta={"max": "2/3"})
    page = bench.folder / "page.html"
    dpsql.write_report(job, page, internal=True)
    return job, page


@pytest.fixture(scope="session")
def several(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An internal page of a job that several minimal nodes satisfy."""
    engine = EngineUnderTest("duckdb", {"duckdb": {"threads": "1"}})
    bench = Bench(tmp_path_factory.mktemp("several"), engine)
    page = bench.folder / "page.html"
    dpsql.write_report(write_random_job(bench, 4), page, internal=True)
    return page
