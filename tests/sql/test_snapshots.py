"""The SQL of every template in every dialect, as files that a reviewer reads.

``DPSQL_WRITE_SNAPSHOTS=1`` rewrites them (``just snapshots``); read the diff before committing.
"""

import os
from pathlib import Path

import pytest
import sqlglot
from sqlglot.errors import ErrorLevel

from dpsql.job_file import read_job
from dpsql.sql.templates import find_templates
from dpsql.statements import list_statements

SNAPSHOTS = Path(__file__).parent / "snapshots"
DIALECTS = ("duckdb", "spark", "postgres")
TEMPLATES = sorted(path.name.removesuffix(".sql.j2") for path in find_templates().iterdir())
SCRIPT = "whole_script"
DEMO = find_templates().parent / "dpsql" / "demo" / "tables" / "job.yaml"


def compare(name: str, dialect: str, text: str) -> None:
    path = SNAPSHOTS / f"{name}.{dialect}.sql"
    if os.environ.get("DPSQL_WRITE_SNAPSHOTS") == "1":
        path.parent.mkdir(exist_ok=True)
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


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_script_of_the_example_is_that_of_the_snapshot(dialect):
    steps = list_statements(read_job(DEMO), dialect)
    text = "\n".join(f"-- {step['step']}\n{step['sql']};\n" for step in steps)
    compare(SCRIPT, dialect, text)


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("name", [*TEMPLATES, SCRIPT])
def test_a_snapshot_parses_back_in_its_dialect(name, dialect):
    text = (SNAPSHOTS / f"{name}.{dialect}.sql").read_text(encoding="utf-8")
    cases = [line for line in text.splitlines() if line.startswith("-- ")]
    statements = [statement for statement in sqlglot.parse(text, read=dialect) if statement]
    assert len(statements) == len(cases) > 0
    for statement in statements:
        again = statement.sql(dialect, identify=True, comments=False)
        assert sqlglot.parse_one(again, read=dialect).sql(dialect, identify=True) == again


def test_every_snapshot_belongs_to_a_template_and_a_dialect():
    expected = {f"{name}.{dialect}.sql" for name in (*TEMPLATES, SCRIPT) for dialect in DIALECTS}
    assert {path.name for path in SNAPSHOTS.iterdir()} == expected


def test_no_statement_uses_what_a_dialect_passes_on_but_its_engine_rejects():
    """sqlglot hands these through without an error (see the house rules on a portable subset)."""
    for path in SNAPSHOTS.iterdir():
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
