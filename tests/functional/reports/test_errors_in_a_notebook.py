"""An error in a notebook is the reader's own lines and our sentence, and nearly so elsewhere."""

import re
import traceback

import duckdb
import pandas
import pytest

import dpsql

CELLS = (
    "import sys\nsys.path.insert(0, {parent!r})\nimport dpsql",
    "def measure_all():\n    return dpsql.measure('missing.yaml')",
    "measure_all()",
    "%xmode Verbose",
    "measure_all()",
    "%xmode Minimal",
    "measure_all()",
    "%xmode Context",
    "dpsql.anonymize('job.yaml', overwritee=True)",
    "dpsql.results.Presence(0, 1, ()).max",
    "dpsql.anonymise",
)


@pytest.mark.filterwarnings("ignore")  # of the packages of Jupyter, which are not ours
def test_a_notebook_shows_the_lines_of_the_caller_and_the_sentence():
    nbclient = pytest.importorskip("nbclient", reason="the extra notebooks is not installed")
    nbformat = pytest.importorskip("nbformat", reason="the extra notebooks is not installed")
    pytest.importorskip("ipykernel", reason="the extra notebooks is not installed")
    parent = dpsql.__file__.rpartition("/")[0].rpartition("/")[0]
    cells = [nbformat.v4.new_code_cell(code.format(parent=parent)) for code in CELLS]
    notebook = nbformat.v4.new_notebook(cells=cells)
    client = nbclient.NotebookClient(notebook, kernel_name="python3", allow_errors=True)
    client.execute()
    usual, verbose, minimal = (_read(notebook.cells[place]) for place in (2, 4, 6))
    sentence = "ConfigError: missing.yaml: the job file cannot be read (No such file or directory)"
    assert sentence in usual.rstrip().rpartition("\n")[2]
    assert "measure_all()" in usual
    assert "return dpsql.measure('missing.yaml')" in usual
    assert "plain_yaml.py" not in usual
    assert "takes_options.py" not in usual
    assert "plain_yaml.py" in verbose
    assert minimal.strip().startswith(sentence) and "\n" not in minimal.strip()
    misspelt = {
        8: "anonymize has no argument 'overwritee'; did you mean 'overwrite'?",
        9: "Presence has no attribute 'max'; did you mean 'maximum'?",
        10: "module 'dpsql' has no attribute 'anonymise'; did you mean 'anonymize'?",
    }
    for place, told in misspelt.items():
        shown = _read(notebook.cells[place])
        assert shown.rstrip().endswith(told)
        assert notebook.cells[place].source in shown
        assert "raise" not in shown


def _read(cell):
    """The traceback of a cell, without its colours."""
    return re.sub(r"\x1b\[[0-9;]*m", "", "\n".join(cell.outputs[-1]["traceback"]))


def test_plain_python_shows_few_lines_of_dpsql_and_the_error_is_left_as_it_is(tmp_path):
    with pytest.raises(dpsql.ConfigError) as caught:
        dpsql.measure(tmp_path / "missing.yaml")
    error = caught.value
    error.__cause__ = cause = ValueError("why")
    before = error.__traceback__
    assert error._render_traceback_()[-1].startswith("ConfigError: ")
    assert (error.__cause__, error.__traceback__) == (cause, before)
    told = "".join(traceback.format_exception(error))
    assert "takes_options.py" in told and "plain_yaml.py" not in told and "ValueError: why" in told


def test_what_may_be_a_fault_of_dpsql_keeps_its_lines(tmp_path):
    people = pandas.DataFrame({"age": [31, 42]})
    job = dpsql.Job(public=people, private=people, quasi_identifiers={"age": {"widths": [5]}})
    with duckdb.connect() as connection:
        pass
    with pytest.raises(dpsql.EngineError) as caught:
        dpsql.measure(job, connection=connection)
    assert "connect.py" in "".join(traceback.format_exception(caught.value))
