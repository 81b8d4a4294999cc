"""A notebook runs the whole trip, with ipywidgets and without, where DuckDB sets no progress bar.

DuckDB asks by an import of ipywidgets whether it may draw. A module that is None in `sys.modules`
raises the same ImportError as one that is not installed.
"""

import pytest

import dpsql

CODE = """
import sys
if not {has_widgets}:
    sys.modules["ipywidgets"] = None
sys.path.insert(0, {parent!r})
import dpsql
from dpsql.report.notebook import progress as notebook_progress
notebook_progress.AFTER = 600  # of a slow machine no run is long
job = dpsql.Job(
    public="p.csv", private="t.csv", release="r.csv",
    delta={{"max": "1"}}, constraints={{"k_anonymity": 1}},
    quasi_identifiers={{"zip": {{"prefix": [1]}}}}, folder={folder!r},
)
dpsql.measure(job), dpsql.frontier(job)
dpsql.anonymize(job)
outcome, frontier = dpsql.anonymize(job, overwrite=True), dpsql.frontier(job)
verified = dpsql.verify(job)
print(verified.public_rows)
display(outcome, frontier, verified, dpsql.lattice(job), dpsql.risks(job))
display(outcome.plot_presence(), outcome.plot_frontier(frontier))
"""


@pytest.mark.parametrize("has_widgets", [False, True])
@pytest.mark.filterwarnings("ignore")  # of the packages of Jupyter, which are not ours
def test_a_notebook_runs_the_whole_trip(tmp_path, has_widgets):
    nbclient = pytest.importorskip("nbclient", reason="the extra notebooks is not installed")
    nbformat = pytest.importorskip("nbformat", reason="the extra notebooks is not installed")
    pytest.importorskip("ipykernel", reason="the extra notebooks is not installed")
    if has_widgets:
        pytest.importorskip("ipywidgets", reason="the extra notebooks is not installed")
    (tmp_path / "p.csv").write_text("zip\naaaa\naabb\nbbbb\n")
    (tmp_path / "t.csv").write_text("zip\naaaa\n")
    parent = dpsql.__file__.rpartition("/")[0].rpartition("/")[0]
    code = CODE.format(has_widgets=has_widgets, parent=parent, folder=str(tmp_path))
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)])
    nbclient.NotebookClient(notebook, kernel_name="python3", timeout=300).execute()
    printed = [one["text"] for one in notebook.cells[0].outputs if one.get("name") == "stdout"]
    assert printed == ["3\n"]
    # Nothing else is printed, and no widget is left: each outcome is a small cell of HTML.
    shown = [one["data"] for one in notebook.cells[0].outputs if "data" in one]
    assert len(shown) == len(notebook.cells[0].outputs) - 1 == 7
    assert all({"text/html", "text/plain"} <= set(one) for one in shown)
    assert all(len(one["text/plain"]) < 200 and len(one["text/html"]) < 6000 for one in shown)
    assert [one["image/svg+xml"].startswith("<svg") for one in shown[5:]] == [True, True]
    assert not any("widget" in kind for one in shown for kind in one)


LONG_RUN = """
import sys
sys.path.insert(0, {parent!r})
import time
import dpsql
from dpsql.report.notebook import progress as notebook_progress
notebook_progress.AFTER = notebook_progress.EVERY = 0.01
from dpsql.session import load
count = load.count_tuples
def count_slowly(*given, **words):
    time.sleep(0.3)
    return count(*given, **words)
load.count_tuples = count_slowly
job = dpsql.Job(
    public="p.csv", private="t.csv", release="r.csv",
    delta={{"max": "1"}}, constraints={{"k_anonymity": 1}},
    quasi_identifiers={{"zip": {{"prefix": [1]}}}}, folder={folder!r},
)
dpsql.anonymize(job{words})
try:
    dpsql.measure(job, {{"zip": 9}}{words})
except dpsql.DpsqlError:
    pass
None
"""


@pytest.mark.parametrize(("words", "lines"), [("", 2), (", progress=False", 0)])
@pytest.mark.filterwarnings("ignore")  # of the packages of Jupyter, which are not ours
def test_a_long_run_shows_one_line_of_progress(tmp_path, words, lines):
    """Nothing is left moving, also where a run fails; and no value of a table is in it."""
    nbclient = pytest.importorskip("nbclient", reason="the extra notebooks is not installed")
    nbformat = pytest.importorskip("nbformat", reason="the extra notebooks is not installed")
    pytest.importorskip("ipykernel", reason="the extra notebooks is not installed")
    (tmp_path / "p.csv").write_text("zip\naaaa\naabb\nbbbb\n")
    (tmp_path / "t.csv").write_text("zip\naaaa\n")
    parent = dpsql.__file__.rpartition("/")[0].rpartition("/")[0]
    code = LONG_RUN.format(parent=parent, folder=str(tmp_path), words=words)
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)])
    nbclient.NotebookClient(notebook, kernel_name="python3", timeout=300).execute()
    shown = [one["data"] for one in notebook.cells[0].outputs]
    assert len(shown) == lines
    for one in shown:
        assert one["text/plain"].startswith("dpsql: load ")
        assert one["text/html"] == f"<div>{one['text/plain']}</div>"
    if shown:
        assert ", search " in shown[0]["text/plain"]
        assert ", verify " in shown[0]["text/plain"]
