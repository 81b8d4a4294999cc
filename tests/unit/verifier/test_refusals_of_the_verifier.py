"""Refusals of the verifier that no release of dpsql's own meets, each alone."""

from types import SimpleNamespace

import duckdb
import pytest
from sqlglot import exp

from dpsql.domain.job import Job
from dpsql.domain.sections.engine_options import DuckDBOptions
from dpsql.engines.duckdb.engine import DuckDBEngine
from dpsql.errors import HierarchyError, InputError, IntegrityError, TypeMismatch, Unreadable
from dpsql.release.manifest import Boxes
from dpsql.release.release_format import PLAIN
from dpsql.verifier import full_domain, labels, recount, released_rows, sensitive, written_bytes

JOB = Job(public="p.csv", private="t.csv", quasi_identifiers={"zip": {"prefix": [1]}})


def test_a_value_of_p_without_a_place_is_refused(monkeypatch):
    monkeypatch.setattr(labels, "fetch_values", lambda _: [("a", 1), ("b", 2)])
    hierarchy = SimpleNamespace(covers=lambda value: value == "a", label=lambda *_: "A")
    rows = labels._label_values(None, "town", hierarchy, 1)
    assert next(rows) == ("a", "A")
    with pytest.raises(HierarchyError, match="hierarchy of town: a value of P has no place in it"):
        next(rows)


def test_a_formula_that_the_manifest_denies_is_refused(monkeypatch):
    engine = SimpleNamespace(columns=lambda _: ["town", "job"])
    monkeypatch.setattr(released_rows, "count_formulas", lambda *_: {"town": 0, "job": 2})
    with pytest.raises(IntegrityError, match="2 cells of column 'job' would run as formulas"):
        released_rows.judge_formulas(engine, PLAIN)
    monkeypatch.setattr(released_rows, "count_formulas", lambda *_: {"town": 0, "job": 0})
    assert released_rows.judge_formulas(engine, PLAIN) == "refuse"


def test_a_protected_column_that_is_not_released_is_refused():
    engine = SimpleNamespace(columns=lambda _: ["zip"])
    models = [SimpleNamespace(column="illness")]
    judged = sensitive._judge_columns(engine, ["zip"], models, {}, PLAIN)
    with pytest.raises(IntegrityError, match="no column 'illness', which a constraint protects"):
        next(judged)


def test_classes_are_those_of_all_quasi_identifiers(tmp_path):
    """By the town alone, each class has two illnesses; by town and job, two of three have one."""
    rows = ["town,job,illness", "a,x,flu", "a,y,gout", "b,x,flu", "b,x,gout"]
    (tmp_path / "r.csv").write_text("\n".join([*rows, ""]))
    release = exp.select("*").from_(
        exp.func("read_csv", exp.Literal.string(str(tmp_path / "r.csv")))
    )

    def model(fewest):
        return SimpleNamespace(
            column="illness",
            is_compared=False,
            has_natural_order=False,
            parameters={"l_diversity": fewest},
            refuse_strangers=lambda _: None,
            judge=lambda _: lambda histogram: len(histogram) >= fewest,
        )

    with DuckDBEngine(DuckDBOptions(), tmp_path, readable=[tmp_path / "r.csv"]) as engine:
        engine.materialize(released_rows.RELEASE, release)
        (judged,) = sensitive._judge_columns(
            engine, ["town", "job"], [model(1), model(2), model(3)], {}, PLAIN
        )
    assert judged.complaint.startswith("release: 3 of 3 classes of T violate the job")
    found = [(one.asked, one.holds, one.broken_classes) for one in judged.verdicts]
    assert found == [(1, True, 0), (2, False, 2), (3, False, 3)]


@pytest.mark.parametrize(
    ("values", "told"),
    [
        (["low", "high", None], "its values have no order"),
        (["1", "1.0"], "written in several ways"),
    ],
)
def test_values_without_one_order_are_refused(values, told):
    whole, of_texts = sensitive._Whole(), SimpleNamespace(family="text", name="VARCHAR")
    whole.table.update(dict.fromkeys(values, 1))
    with pytest.raises(InputError, match=told):
        sensitive._sort_naturally(whole, "dose", of_texts)


def test_values_of_one_order_are_sorted_without_null():
    whole, of_texts = sensitive._Whole(), SimpleNamespace(family="text", name="VARCHAR")
    whole.table.update(dict.fromkeys(["10", None, "9"], 1))
    assert sensitive._sort_naturally(whole, "dose", of_texts) == ["9", "10"]


class Carrier:
    """Writes the rows of a release again, or fails to."""

    def __init__(self, again):
        self._again = again

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def write_again(self, *_):
        if isinstance(self._again, Exception):
            raise self._again
        return self._again


@pytest.mark.parametrize(
    ("again", "told"),
    [
        (TypeMismatch("column 'age' is no VARCHAR"), r"^release: column 'age' is no VARCHAR$"),
        ('"age"\n', "its rows are right, but not the bytes that dpsql writes for them"),
        ("age\n", None),
    ],
)
def test_only_the_bytes_that_we_would_write_are_a_release(monkeypatch, tmp_path, again, told):
    if isinstance(again, str):
        (tmp_path / "again.csv").write_text(again)
        again = tmp_path / "again.csv"
    monkeypatch.setattr(written_bytes, "open_carrier", lambda *_: Carrier(again))
    (tmp_path / "r.csv").write_text("age\n")
    if told is None:
        written_bytes.refuse_other_bytes(JOB, tmp_path / "r.csv", {})
        return
    with pytest.raises(IntegrityError, match=told):
        written_bytes.refuse_other_bytes(JOB, tmp_path / "r.csv", {})


def test_a_file_that_goes_while_its_writer_is_looked_for_is_unreadable(tmp_path):
    with pytest.raises(Unreadable, match=r"gone\.parquet: it cannot be read"):
        written_bytes._find_writer(tmp_path / "gone.parquet")


@pytest.mark.parametrize(
    ("version", "told"), [(duckdb.__version__, None), ("0.0.1", "0.0.1"), (None, None)]
)
def test_another_version_that_wrote_a_file_is_named(tmp_path, version, told):
    file = tmp_path / "r.parquet"
    file.write_bytes(b"PAR1" + f"DuckDB version v{version}".encode() * bool(version))
    assert written_bytes._find_writer(file) == told


@pytest.mark.parametrize(("name", "separator"), [("r.csv", ","), ("r.parquet", None)])
def test_a_csv_is_read_with_its_separator(monkeypatch, tmp_path, name, separator):
    (tmp_path / name).write_text("zip\n1\n")
    asked = []
    monkeypatch.setattr(written_bytes, "find_release", lambda *words: asked.append(words))
    monkeypatch.setattr(written_bytes, "open_carrier", lambda *_: Carrier(tmp_path / name))
    written_bytes.refuse_other_bytes(JOB, tmp_path / name, {})
    assert asked == [(tmp_path / name, separator)]


def test_a_csv_names_no_writer_whatever_its_cells_say(tmp_path):
    (tmp_path / "r.csv").write_text("tool\nDuckDB version v0.0.1\n")
    assert written_bytes._find_writer(tmp_path / "r.csv") is None


def test_released_columns_have_the_types_of_p_where_they_hold_its_values():
    kept = SimpleNamespace(name="DATE")
    tables = SimpleNamespace(
        quasi_identifiers=("age", "zip"),
        keep={"visit": "private_table"},
        types={"visit": kept},
        name_plain_type=lambda _: "BIGINT",
        release_count=None,
    )
    named = written_bytes.name_types(tables, {"age": 0, "zip": 1})
    assert named == {"age": "BIGINT", "zip": "VARCHAR", "visit": "DATE"}
    boxes = Boxes(unsafe=False, orders={})
    assert written_bytes.name_types(tables, boxes) == named | {"age": "VARCHAR"}


@pytest.mark.parametrize(
    ("nulls", "lost", "expected"),
    [
        # NULLs of the tuples; texts lost of P, then of T.
        (0, (), False),
        (3, (0, 0), False),
        (3, (1,), True),
        (3, (0, 1), True),
    ],
)
def test_a_text_is_lost_where_a_null_stands_for_it(monkeypatch, nulls, lost, expected):
    answers = iter([nulls, *lost])
    monkeypatch.setattr(recount, "count_rows", lambda *_: next(answers))
    tables = SimpleNamespace(
        value=lambda name, table: exp.column(name, table),
        private_rows=SimpleNamespace(home="private_table"),
    )

    def shorten(name, table):
        return (
            exp.func("short", exp.column(name, table))
            if name == "town"
            else exp.column(name, table)
        )

    columns = {"age": exp.to_identifier("v0"), "town": exp.to_identifier("v1")}
    assert recount._some_text_is_lost(None, tables, shorten, columns) is expected
    assert next(answers, None) is None


@pytest.mark.parametrize("level", [-1, 2])
def test_a_level_that_the_hierarchy_has_not_is_refused(level):
    engine = SimpleNamespace(columns=lambda _: ["zip"])
    tables = SimpleNamespace(quasi_identifiers=("zip",), keep={})
    hierarchies = {"zip": SimpleNamespace(height=1)}
    with pytest.raises(IntegrityError, match="states no level of zip that its hierarchy has"):
        full_domain.verify_release(engine, tables, hierarchies, {"zip": level}, (), PLAIN)
