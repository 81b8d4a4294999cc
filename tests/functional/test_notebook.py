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
job = dpsql.Job(
    public="p.csv", private="t.csv", release="r.csv", delta={{"max": "1"}},
    quasi_identifiers={{"zip": {{"prefix": [1]}}}}, folder={folder!r},
)
dpsql.measure(job), dpsql.frontier(job)
dpsql.anonymize(job)
dpsql.anonymize(job, overwrite=True)
print(dpsql.verify(job).public_rows)
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
