"""The rules that templates keep: comments, no logic, expressions only, nothing undefined."""

import re
from collections import Counter
from pathlib import Path

import jinja2
import pytest
import sqlglot
from jinja2 import Environment, nodes
from sqlglot import exp

import dpsql
from dpsql.sql import templates
from dpsql.sql.templates import column, find_templates, identifier, render

FILES = sorted(path for path in find_templates().rglob("*") if path.is_file())
ALLOWED = (
    nodes.Template,
    nodes.Output,
    nodes.TemplateData,
    nodes.For,
    nodes.If,
    nodes.Name,
    nodes.Getattr,
    nodes.Not,
)


def test_templates_are_all_that_lies_there():
    assert len(FILES) > 20
    assert all(re.fullmatch(r"[a-z_]+\.sql\.j2", path.name) for path in FILES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_three_comment_lines_head_a_template(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    assert all(re.fullmatch(r"-- .+[.?]", line) for line in lines[:3]), lines[:3]
    assert re.search(r"[Rr]eads ", lines[1])
    assert lines[2].startswith("-- One row: ")
    assert not lines[3].startswith("--")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_no_comment_holds_a_quote(path):
    """DuckDB would take it for the start of a text when a dumped statement is run by hand."""
    comments = [line for line in path.read_text().splitlines() if line.startswith("--")]
    assert not [line for line in comments if "'" in line or '"' in line]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_template_has_loops_and_plain_tests_and_nothing_else(path):
    text = path.read_text(encoding="utf-8")
    tree = Environment(autoescape=False).parse(text)  # parsed, never rendered
    found = [tree, *tree.find_all(nodes.Node)]
    assert {type(node).__name__ for node in found if not isinstance(node, ALLOWED)} == set()
    assert not [name for name in tree.find_all(nodes.Name) if "dialect" in name.name]
    tests = [test.test for test in tree.find_all(nodes.If)]
    tests = [test.node if isinstance(test, nodes.Not) else test for test in tests]
    assert all(isinstance(test, nodes.Name | nodes.Getattr) for test in tests)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_an_if_stands_on_one_line_or_around_whole_lines(path):
    text = path.read_text(encoding="utf-8")
    assert text.count("{% if ") == text.count("{% endif %}")
    assert "elif" not in text
    assert "else %}" not in text


@pytest.mark.parametrize("raw", ["'x'", "x", 1, None, ["x"], {"a": 1}, exp.Select])
def test_anything_but_an_expression_is_an_error_D05(raw):
    with pytest.raises(TypeError, match="a template takes expressions"):
        render("list_uncovered_leaves", leaves=raw)


def test_an_undefined_name_is_an_error():
    with pytest.raises(TypeError, match="not StrictUndefined"):
        render("list_uncovered_leaves")
    with pytest.raises(TypeError, match="not StrictUndefined"):
        render("count_tuples", columns=[{"public": column("a"), "private": column("a")}])
    with pytest.raises(jinja2.UndefinedError):
        render("count_tuples")


def test_an_unknown_template_is_an_error():
    with pytest.raises(jinja2.TemplateNotFound):
        render("../pyproject")


@pytest.mark.parametrize(
    "name", ["{{ 7 * 7 }}", "{% raw %}", '"; DROP TABLE x; --', "a\nb", " ", "/* x", "--"]
)
def test_a_hostile_name_stays_a_name_D05(name):
    query = render("list_uncovered_leaves", leaves=identifier(name))
    assert [found.name for found in query.find_all(exp.Table)] == [name]


@pytest.mark.parametrize("text", ["{{ 7 * 7 }}", "it's", "\\'", "'; DROP TABLE x; --", "a\nb"])
def test_a_hostile_literal_stays_a_literal_D03_D05(text):
    condition = exp.EQ(this=column("a"), expression=exp.Literal.string(text))
    query = render("count_rows", source=identifier("t"), condition=condition)
    assert [found.this for found in query.find_all(exp.Literal)] == [text]


def test_a_template_that_is_no_query_is_an_error(tmp_path, monkeypatch):
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "wreck.sql.j2").write_text("DROP TABLE {{ table }}", encoding="utf-8")
    monkeypatch.setattr(templates, "find_templates", lambda: tmp_path)
    templates._environment.cache_clear()
    try:
        with pytest.raises(TypeError, match="wreck is not a query"):
            render("wreck", table=identifier("x"))
    finally:
        templates._environment.cache_clear()


def test_a_template_has_its_name_for_itself():
    """They are found by name, whatever their folder."""
    names = [path.name for path in templates.find_templates().rglob("*.j2")]
    assert len(names) == len(set(names)) > 20


def test_no_folder_is_full():
    folders = Counter(path.parent for path in FILES)
    assert max(folders.values()) <= 20


def test_a_rendered_query_knows_its_template():
    assert render("verify_values", value=identifier("q0")).meta["template"] == "verify_values"


HOSTILE = (
    "it's",
    "\\",
    "\\'",
    "\\\\'",
    "'; DROP TABLE x; --",
    "${x}",
    "%s",
    ":p",
    "a\nb",
    "\u2028",
)


@pytest.mark.parametrize("dialect", ["duckdb", "postgres", "spark", "bigquery", "snowflake"])
@pytest.mark.parametrize("text", HOSTILE)
def test_a_literal_is_escaped_as_each_dialect_reads_it_D03(text, dialect):
    """A backslash escapes in some and is a character in others."""
    condition = exp.EQ(this=column("a"), expression=exp.Literal.string(text))
    sql = render("count_rows", source=identifier("t"), condition=condition).sql(dialect)
    assert [one.this for one in sqlglot.parse_one(sql, read=dialect).find_all(exp.Literal)] == [
        text
    ]


def test_no_text_ever_becomes_a_template_D05():
    """Templates come from files alone."""
    sources = (Path(dpsql.__file__).parent).rglob("*.py")
    assert [path.name for path in sources if "from_string" in path.read_text("utf-8")] == []
