"""The SQL of every template in every dialect, as files that a reviewer reads.

``DPSQL_WRITE_SNAPSHOTS=1`` rewrites them (``just snapshots``); read the diff before committing.
"""

import os
from pathlib import Path

import pytest
import sqlglot
from sqlglot.errors import ErrorLevel

import dpsql
from dpsql.domain.levels.cut_tree import HierarchyCut
from dpsql.domain.sections.algorithm import Algorithm
from dpsql.job_files.read import read_job
from dpsql.release.manifest import PooledLevels
from dpsql.sql.templates import find_templates
from dpsql.warehouses.dialects import WAREHOUSES
from dpsql.warehouses.scripts.cut_parts import ReleasedParts
from dpsql.warehouses.scripts.released_boxes import ReleasedBoxes
from dpsql.warehouses.scripts.script import write_script

SNAPSHOTS = Path(__file__).parent / "snapshots"
DIALECTS = ("duckdb", "spark", "postgres")
#: Of each template; snapshots have the folders of templates.
FOLDERS = {
    path.name.removesuffix(".sql.j2"): path.parent.relative_to(find_templates())
    for path in find_templates().rglob("*.sql.j2")
}
TEMPLATES = sorted(FOLDERS)
SCRIPT = "whole_script"
RULES = "script_of_rules"
CLIMB = "script_of_climbers"
LISTED = "script_of_listed_steps"
BOXED = "script_of_boxes"
PARTED = "script_of_parts"
DISTANT = "script_of_distances"

ALL_KINDS = dpsql.Job(
    public="register.people",
    private={"table": "clinic.patients", "key": "id"},
    quasi_identifiers={
        "zip": {
            "tree": {"*": {f"label {i}": [f"leaf {i}{k}" for k in range(9)] for i in range(6)}}
        },
        "size": {"widths": ["2.5", 5]},
        "born": {"dates": ["month", "quarter", "decade"], "nulls": "own_leaf"},
        "code": {"prefix": [3]},
        "town": {"table": "geo.towns", "columns": ["town", "county"]},
        "said": {"tree": {"*": {"it's": ["a \\ b", "${x}"], "x": ["{{ y }}", "line\nbreak"]}}},
    },
    delta={"max": "1/5"},
    constraints={"k_anonymity": 5, "l_diversity": {"lab": {"distinct": 2, "entropy": 2}}},
    keep=["lab"],
)
LEVELS = dict.fromkeys(ALL_KINDS.quasi_identifiers, 1) | {"zip": 2}
DEMO = find_templates().parent / "dpsql" / "demo" / "tables" / "job.yaml"


def find_snapshot(name: str, dialect: str) -> Path:
    return SNAPSHOTS / FOLDERS.get(name, "warehouse_scripts") / f"{name}.{dialect}.sql"


def compare(name: str, dialect: str, text: str) -> None:
    path = find_snapshot(name, dialect)
    if os.environ.get("DPSQL_WRITE_SNAPSHOTS") == "1":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.is_file(), f"no snapshot {path.name}; DPSQL_WRITE_SNAPSHOTS=1 writes it"
    assert text == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("template", TEMPLATES)
def test_statements_are_those_of_the_snapshot(statements, template, dialect):
    assert statements[template], f"no statement of {template} was built or seen"
    parts = []
    for case, query in sorted(statements[template].items()):
        text = query.sql(dialect, pretty=True, identify=True, unsupported_level=ErrorLevel.RAISE)
        parts.append(f"-- {case}\n{text};\n")
    compare(template, dialect, "\n".join(parts))


@pytest.mark.parametrize("dialect", WAREHOUSES)
def test_the_script_of_the_example_is_that_of_the_snapshot(dialect):
    levels = {"zip": 1, "age": 1, "nationality": 1}
    compare(SCRIPT, dialect, str(write_script(read_job(DEMO), dialect, levels)))


@pytest.mark.parametrize("dialect", WAREHOUSES)
def test_the_script_of_every_kind_of_hierarchy_is_that_of_the_snapshot(dialect):
    compare(RULES, dialect, str(write_script(ALL_KINDS, dialect, LEVELS)))


@pytest.mark.parametrize("dialect", WAREHOUSES)
def test_the_script_of_a_pooled_job_is_that_of_the_snapshot(dialect):
    pooled = {"pooled": {"path": ["nationality", "zip", "age"], "least": 4}}
    words = read_job(DEMO).with_unchecked({"algorithm": Algorithm.model_validate(pooled)})
    compare(CLIMB, dialect, str(write_script(words, dialect, {"zip": 2, "age": 1})))


@pytest.mark.parametrize("dialect", WAREHOUSES)
def test_the_script_of_the_steps_of_a_manifest_is_that_of_the_snapshot(dialect):
    pooled = {"pooled": {"path": "columns"}}
    words = read_job(DEMO).with_unchecked({"algorithm": Algorithm.model_validate(pooled)})
    levels = [(2, 1, 0), (2, 1, 1), (2, 1, 2), (3, 1, 2)]
    steps = tuple(dict(zip(words.quasi_identifiers, one, strict=True)) for one in levels)
    people = (5, 0, 3, 0)
    script = write_script(words, dialect, PooledLevels(4, "columns", steps, people))
    compare(LISTED, dialect, str(script))


@pytest.mark.parametrize("dialect", WAREHOUSES)
def test_the_script_of_boxes_is_that_of_the_snapshot(dialect):
    """A column of each kind: numbers, dates, texts and a list."""
    cells = (
        ("[-2.5..7]", "[NULL..1999-12-31]", "[ab..zz]", "[a \\ b..${x}]"),
        ("[07..7.5]", "2000-01-01", "zzz", "line\nbreak"),
    )
    names = ("size", "born", "code", "said")
    kinds = {name: ALL_KINDS.quasi_identifiers[name] for name in names}
    orders = dict(zip(names, ("number", "number", "hierarchy", "hierarchy"), strict=True))
    words = {"quasi_identifiers": kinds, "algorithm": Algorithm.model_validate({"mpalm": {}})}
    script = write_script(
        ALL_KINDS.with_unchecked(words), dialect, ReleasedBoxes("r.parquet", orders, cells)
    )
    compare(BOXED, dialect, str(script))


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("name", TEMPLATES)
def test_a_snapshot_parses_back_in_its_dialect(name, dialect):
    text = find_snapshot(name, dialect).read_text(encoding="utf-8")
    cases = [line for line in text.splitlines() if line.startswith("-- ")]
    statements = [statement for statement in sqlglot.parse(text, read=dialect) if statement]
    assert len(statements) == len(cases) > 0
    for statement in statements:
        again = statement.sql(dialect, identify=True, comments=False)
        assert sqlglot.parse_one(again, read=dialect).sql(dialect, identify=True) == again


def test_every_snapshot_belongs_to_a_template_and_a_dialect():
    expected = {find_snapshot(name, dialect) for name in TEMPLATES for dialect in DIALECTS}
    expected |= {
        find_snapshot(name, dialect)
        for name in (SCRIPT, RULES, CLIMB, LISTED, BOXED, PARTED, DISTANT)
        for dialect in WAREHOUSES
    }
    assert set(SNAPSHOTS.rglob("*.sql")) == expected


def test_no_statement_uses_what_a_dialect_passes_on_but_its_engine_rejects():
    """sqlglot hands these through without an error (see the house rules on a portable subset)."""
    for path in SNAPSHOTS.rglob("*.sql"):
        text = path.read_text(encoding="utf-8").upper()
        for word in (
            "GROUP BY ALL",
            "ORDER BY ALL",
            "QUALIFY",
            "FULL JOIN",
            "FULL OUTER",
            "INT128",
        ):
            assert word not in text, (path.name, word)


@pytest.mark.parametrize("dialect", WAREHOUSES)
def test_the_script_of_parts_is_that_of_the_snapshot(dialect):
    words = ALL_KINDS.with_unchecked(
        {"algorithm": Algorithm.model_validate({"mpalm": {"cuts": "hierarchy"}})}
    )
    cuts = (
        HierarchyCut(0, "zip", ("label 1", "label 2"), True),
        HierarchyCut(1, "born", ("1990s", "2000s"), False),
        HierarchyCut(2, "said", ("it's",), True),
        HierarchyCut(3, "born", ("2000s", None), True),
        HierarchyCut(7, "said", ("a \\ b", "${x}"), False),
        HierarchyCut(9, "size", ("[0, 5)",), True),
    )
    compare(PARTED, dialect, str(write_script(words, dialect, ReleasedParts("r.csv", cuts))))


@pytest.mark.parametrize("dialect", WAREHOUSES)
def test_the_script_of_distances_is_that_of_the_snapshot(dialect, tmp_path):
    """One by a list, one by a hierarchy that is large enough for a mapping table."""
    rows = [f"pay {i};{'low' if i < 30 else 'high'};*\n" for i in range(60)]
    (tmp_path / "pay.csv").write_text("".join(rows), encoding="utf-8")
    closeness = {
        "lab": {"t": "1/5", "distance": "ordered", "order": ["it's", "b"]},
        "pay": {"t": "1/5", "distance": "hierarchical", "hierarchy": "pay.csv"},
    }
    job = dpsql.Job(
        public="p.csv",
        private="t.csv",
        quasi_identifiers={"code": {"prefix": [3]}},
        constraints={"t_closeness": closeness},
        keep=[*closeness],
        folder=tmp_path,
    )
    compare(DISTANT, dialect, str(write_script(job, dialect, {"code": 1})))
