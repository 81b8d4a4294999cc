"""What a run warns of is kept by its outcome and shown in a notebook, and is logged as before."""

import logging
import sys
from threading import Thread
from types import SimpleNamespace

import dpsql
from dpsql.report.notebook.warned import HasWarnings, keep_warnings
from dpsql.session.collected_warnings import collecting_warnings

LOG = logging.getLogger("dpsql")


class _Outcome(HasWarnings):
    def _repr_html_(self):
        return "<p>cell</p>"


def test_warnings_of_this_thread_are_kept_and_logged(caplog):
    with collecting_warnings() as warned:
        LOG.warning("%s: too few", "zip")
        LOG.info("no warning")
        other = Thread(target=LOG.warning, args=("of another run",))
        other.start()
        other.join()
    LOG.warning("later")
    assert warned == ["zip: too few"]
    assert [one.getMessage() for one in caplog.records if one.levelno == logging.WARNING] == [
        "zip: too few",
        "of another run",
        "later",
    ]


def test_a_caller_who_wants_no_warnings_logged_has_them_all_the_same(caplog):
    with caplog.at_level(logging.ERROR, "dpsql"):
        with collecting_warnings() as warned:
            LOG.warning("few rows")
            LOG.error("no rows")
        assert LOG.level == logging.ERROR
        found = _Outcome()
        keep_warnings(found, warned)
    assert found.warnings == ("few rows",)
    assert [one.getMessage() for one in caplog.records] == ["no rows"]


def test_a_notebook_shows_them_below_the_cell():
    found = _Outcome()
    assert (found.warnings, found._repr_mimebundle_()) == ((), {})
    keep_warnings(found, ["a < b"])
    shown = found._repr_mimebundle_()["text/html"]
    assert shown.startswith("<p>cell</p>")
    assert "dpsql: 1 warning.</strong> <bdi>a &lt; b" in shown


def test_a_cell_does_not_show_again_what_python_has_printed_into_it(monkeypatch):
    shell = SimpleNamespace(execution_count=3)
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    found, handled = _Outcome(), SimpleNamespace(hasHandlers=lambda: True)
    handled.isEnabledFor = lambda level: True
    monkeypatch.setattr("dpsql.report.notebook.warned._LOG", handled)
    keep_warnings(found, ["few rows"])
    assert "few rows" in found._repr_mimebundle_()["text/html"]
    handled.hasHandlers = lambda: False
    keep_warnings(found, ["few rows"])
    assert found._repr_mimebundle_() == {}
    shell.execution_count += 1
    assert "few rows" in found._repr_mimebundle_()["text/html"]


def test_a_run_gives_them_to_its_outcome(tmp_path):
    (tmp_path / "p.csv").write_text("zip,id\n" + "".join(f"{n % 2},{n}\n" for n in range(40)))
    (tmp_path / "t.csv").write_text("zip,id\n" + "".join(f"0,{2 * n}\n" for n in range(20)))
    job = dpsql.Job(
        public="p.csv",
        private={"table": "t.csv", "key": "id"},
        quasi_identifiers={"zip": {"prefix": [1]}},
        delta={"max": "3/4"},
        folder=tmp_path,
    )
    found = dpsql.check(job)
    assert any("zip" in one for one in found.warnings), found.warnings
    assert "warnings" not in found.to_dict()
