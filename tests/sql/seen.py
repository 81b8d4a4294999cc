"""The statements that are seen while small jobs run."""

from collections import defaultdict
from pathlib import Path

import pytest

import dpsql
from dpsql.engines.base import Engine
from dpsql.release.manifest import ReleasedFile, hash_file
from dpsql.verifier import released_rows
from tests.earlier_releases import write_manifest
from tests.generative.instances.box_releases import verify as verify_boxes
from tests.generative.instances.box_releases import write_csv
from tests.sql.examples import Statements


class _Recorder:
    """Notes the first statement of each template and case that differs from those before."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.case = ""
        self.found: Statements = defaultdict(dict)
        for name, position in (("materialize", 1), ("fetch", 0), ("export", 0)):
            monkeypatch.setattr(Engine, name, self._note(getattr(Engine, name), position))

    def _note(self, method, position):
        def noted(engine, *arguments):
            query = arguments[position]
            template = query.meta.get("template")
            if template is not None and query not in self.found[template].values():
                self.found[template].setdefault(self.case, query.copy())
            return method(engine, *arguments)

        return noted


_P = "town,born,member,id\nx,2024-05-31,yes,1\nx,2024-05-01,no,2\ny,1999-12-01,no,3\n"
_T = "town,born,lab\nx,2024-05-31,l1\n"
_DIM = "town,country\nx,a\ny,b\n"


def list_seen(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Statements:
    """Statements as they reach an engine while small jobs run."""
    for name, text in (("p.csv", _P), ("t.csv", _T), ("dim.csv", _DIM), ("keys.csv", "id\n1\n")):
        (folder / name).write_text(text, encoding="utf-8")
    recorder = _Recorder(monkeypatch)
    words = {"public": "p.csv", "folder": folder, "delta": {"max": "1/2"}}
    tree = {"town": {"tree": {"near": ["x"], "far": ["y"]}}, "born": {"dates": ["month"]}}
    mapping = {"town": {"table": "dim.csv", "columns": ["town", "country"]}}

    recorder.case = "T is a table"
    job = dpsql.Job(private="t.csv", quasi_identifiers=tree, keep=["lab"], release="r.csv", **words)
    assert dpsql.anonymize(job).levels == {"town": 0, "born": 1}
    recorder.case = "T is a table, formulas quoted"
    dpsql.anonymize(job, overwrite=True, csv_formulas="quote")
    recorder.case = "T is marked by a column"
    marked = dpsql.Job(private={"where": "member"}, quasi_identifiers=tree, **words)
    dpsql.measure(marked, {"town": 1, "born": 1})
    recorder.case = "T is given by key"
    keyed = {"table": "keys.csv", "key": "id"}
    job = dpsql.Job(private=keyed, quasi_identifiers=mapping, release="s.parquet", **words)
    assert dpsql.anonymize(job).levels == {"town": 0}
    recorder.case = "rows repeat"
    with monkeypatch.context() as patch:
        patch.setattr(released_rows, "ROWS_PER_RUN", 0)
        dpsql.anonymize(job, overwrite=True)
    recorder.case = "boxes, formulas quoted"
    write_csv(folder / "b.csv", ("town", "born", "lab"), [("x", "[2024-05-01..2024-05-31]", "l1")])
    job = dpsql.Job(private="t.csv", quasi_identifiers=tree, keep=["lab"], **words)
    assert verify_boxes(job, folder / "b.csv", "quote").rows == 1
    for keep, recorder.case in ((), "boxes"), (["lab"], "boxes, a column kept"):
        words["algorithm"] = "mpalm"
        job = dpsql.Job(
            private="t.csv", quasi_identifiers=tree, keep=keep, release="b.parquet", **words
        )
        dpsql.anonymize(job, overwrite=True)
    pooled = {"path": ["town", "born"], "least": 2}
    for keep, recorder.case in (
        ((), "rare people climb"),
        (["lab"], "rare people climb, a column kept"),
    ):
        words["algorithm"] = {"pooled": pooled}
        job = dpsql.Job(
            private="t.csv", quasi_identifiers=tree, keep=keep, release="c.parquet", **words
        )
        assert dpsql.anonymize(job, overwrite=True).to_dict()["pooled"]["public_rows"]
    recorder.case = "rare people climb along columns"
    words["algorithm"] = {"pooled": {"path": "columns", "least": 4}}
    job = dpsql.Job(private="t.csv", quasi_identifiers=tree, release="c.parquet", **words)
    assert dpsql.anonymize(job, overwrite=True).to_dict()["pooled"]["public_rows"]
    words["algorithm"] = {"pooled": pooled}
    recorder.case = "rare people climb, a column protected"
    constraints = {"l_diversity": {"lab": {"distinct": 1}}}
    job = dpsql.Job(
        private="t.csv",
        quasi_identifiers=tree,
        keep=["lab"],
        release="c.parquet",
        constraints=constraints,
        **words,
    )
    dpsql.anonymize(job, overwrite=True)
    for keep, rest, recorder.case in (
        ((), "refused", "parts along the hierarchies"),
        (["lab"], "kept", "parts along the hierarchies, a rest and a column kept"),
    ):
        words["algorithm"] = {"mpalm": {"cuts": "hierarchy", "rest": rest}}
        job = dpsql.Job(
            private="t.csv", quasi_identifiers=tree, keep=keep, release="h.parquet", **words
        )
        dpsql.anonymize(job, overwrite=True)
    recorder.case = "parts along the hierarchies, a rest kept and a column protected"
    constraints = {"l_diversity": {"lab": {"entropy": 1}}}
    job = dpsql.Job(
        private="t.csv",
        quasi_identifiers=tree,
        keep=["lab"],
        release="h.parquet",
        constraints=constraints,
        **words,
    )
    dpsql.anonymize(job, overwrite=True)
    words["algorithm"] = "spalm"
    recorder.case = "a release that dpsql did not write, a column kept"
    write_csv(folder / "f.csv", ("born", "more", "lab", "town"), [("2024-05", "m", "l1", "near")])
    assert dpsql.measure(job, release=folder / "f.csv").box_count == 1
    recorder.case = "a release whose boxes overlap"
    write_csv(folder / "o.csv", ("born", "town"), [("*", "*"), ("*", "near")])
    pair = {"private": {"where": "id <> '3'"}, "folder": folder, "quasi_identifiers": tree}
    overlapping = dpsql.Job(public="p.csv", **pair)
    assert dpsql.measure(overlapping, release=folder / "o.csv").overlap is not None
    _run_on_statistics(folder, recorder, tree)
    _run_with_priors(folder, recorder)
    _run_with_earlier(folder, recorder, tree)
    recorder.case = "a value has no place"
    small = {"town": {"tree": {"*": ["x"]}}}
    with pytest.raises(dpsql.HierarchyError):
        dpsql.check(dpsql.Job(private="t.csv", quasi_identifiers=small, **words), show_public=True)
    return recorder.found


def _run_on_statistics(folder: Path, recorder: _Recorder, tree: dict[str, object]) -> None:
    """Release T where P is known from a table of counts and one of shares, and from a sample."""
    texts = {
        "towns.csv": "town,people\nx,60\ny,40\n",
        "births.csv": "born,part\n2024-05-31,0.25\n1999-12-01,.75\n",
        "survey.csv": "town,born,weight\nx,2024-05-31,10.5\nx,2024-05-31,7\ny,1999-12-01,20\n",
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    tables = [
        {"path": "towns.csv", "columns": ["town"], "count": "people"},
        {"path": "births.csv", "columns": ["born"], "share": "part"},
    ]
    for words, recorder.case in (
        ({"tables": tables}, "P is known from tables"),
        ({"sample": {"path": "survey.csv", "weight": "weight"}}, "P is known from a sample"),
    ):
        job = dpsql.Job(
            population={"size": 100, **words},
            private="t.csv",
            quasi_identifiers=tree,
            delta={"max": "1/2"},
            confidence="0.9",
            release="p.parquet",
            folder=folder,
        )
        dpsql.anonymize(job, overwrite=True)
    recorder.case = "people climb where P is known from tables"
    pooled = {"pooled": {"path": "root", "least": 70}}
    climbing = dpsql.Job(
        population={"size": 100, "tables": tables},
        private="t.csv",
        quasi_identifiers=tree,
        algorithm=pooled,
        delta={"max": 1},
        confidence="0.9",
        release="p.parquet",
        folder=folder,
    )
    dpsql.anonymize(climbing, overwrite=True)


def _run_with_earlier(folder: Path, recorder: _Recorder, tree: dict[str, object]) -> None:
    """Release T after a release of town alone, with its rows counted."""
    (folder / "e.csv").write_text("town,n\nnear,1\n", encoding="utf-8")
    written = ReleasedFile(name="e.csv", sha256=hash_file(folder / "e.csv"), rows=1, count="n")
    written = written.model_copy(update={"private_rows": 1})
    write_manifest(folder / "e.csv", {"town": 1}, public_rows=3, private_rows=1, release=written)
    recorder.case = "an earlier release"
    job = dpsql.Job(
        public="p.csv",
        private="t.csv",
        quasi_identifiers=tree,
        earlier=("e.csv",),
        delta={"max": "1/2"},
        release="u.csv",
        folder=folder,
    )
    dpsql.anonymize(job)
    recorder.case = "two releases compared"
    dpsql.diff(folder / "e.csv", folder / "u.csv", job=job)


def _run_with_priors(folder: Path, recorder: _Recorder) -> None:
    """Release T under rates by a quasi-identifier, by another column, and in a column of P."""
    texts = {
        "people.csv": "town,health,chance\nx,ill,.4\nx,well,.02\ny,ill,.4\ny,,.1\n",
        "members.csv": "town\nx\n",
        "towns_rates.csv": "town,rate\nx,0.1\ny,0\n",
        "rates.csv": "health,rate\nill,.4\nwell,.02\n,.1\n",
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    for prior, recorder.case in (
        ({"path": "towns_rates.csv", "columns": ["town"], "rate": "rate"}, "rates by town"),
        ({"path": "rates.csv", "columns": ["health"], "rate": "rate"}, "rates by another column"),
        ({"column": "chance"}, "rates in P"),
    ):
        job = dpsql.Job(
            public="people.csv",
            private="members.csv",
            quasi_identifiers={"town": {"tree": {"*": ["x", "y"]}}},
            prior=prior,
            delta={"max": "9/10"},
            release="q.parquet",
            folder=folder,
        )
        dpsql.anonymize(job, overwrite=True)
