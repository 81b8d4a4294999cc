"""Hostile texts of 100,000 characters go through every regular expression of the package.

The expressions are found in the source, so that a new one is tried, too, by the methods of `re`
that its module calls. One that takes a time that grows with the square of the text needs minutes
here. Those of Postgres' functions are left out: a server of Postgres does not backtrack.
"""

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import dpsql
from dpsql.engines.spark.dialect import _DATE_TEXT
from dpsql.first_job.texts import dates, times
from dpsql.release.formulas import _FORMULA, _NUMBER
from dpsql.sql.kept_columns.kept_values import DAY
from dpsql.sql.lattice.sensitive_order import _READINGS
from dpsql.sql.tables.spelled_casts import _PLAIN, _READ_BY_SOME

LENGTH = 100_000
REPEATED = [
    *(" ", "\n", "0", "1", "a", "c1", "-1", "1.", ".", "'", "''", '"', '""', ";", "=", "@", "?"),
    *("password", "password ", "ENUM('", "ENUM('a', '", "DECIMAL(1", "decimal(1, ", "numeric(1,"),
    *(
        ":/",
        ":/?",
        ":/;a",
        "[",
        "[1",
        "((",
        "part-1-c1.",
        "v1-",
        "A.",
        ".metadata.json",
        "DuckDB version v1.",
        ", ",
    ),
    *("database ", "role ", ", unable to parse ", "CSV Error on Line: 1"),
]
BEGUN = [
    *(("2020-01-01", " "), ("12:00:00.", "1"), ("part-1-", "."), ("part-1-c", "1"), ("v1-", "-")),
    *(("sc://", "a"), ("sc://a:", "1"), ("DECIMAL(", "1"), ("ENUM('", "''"), ("VmHWM:", " ")),
]
TEXTS = [
    (begin + one * (LENGTH // len(one)))[: LENGTH - 1] + "\x01"
    for begin, one in (*BEGUN, *(("", one) for one in REPEATED))
]
METHODS = ("match", "fullmatch", "search", "findall", "split", "sub")
#: What patterns that are put together in a function ask of its variables.
VARIABLES = {"delimiters": ";,"}
#: Modules that put all of their expressions together, which they list themselves, by their methods.
LISTED = {
    dates.__file__: {"fullmatch": [one.regex for one in dates._list_patterns()]},
    times.__file__: {
        "fullmatch": [re.compile(one.pattern) for one in times.ORDERS],
        "sub": [re.compile(one.apart) for one in times.ORDERS if one.apart],
    },
}


def find_expressions() -> Iterator[tuple[str, re.Pattern, set[str]]]:
    """Where each expression stands, and the methods that are called in its module."""
    root = Path(dpsql.__file__).parent
    for path in sorted(root.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if listed := LISTED.get(str(path)):
            for used, made in listed.items():
                yield from ((f"{path.name}:{n}", one, {used}) for n, one in enumerate(made))
            continue
        if "import re\n" not in source:
            continue
        parts = path.relative_to(root.parent).with_suffix("").parts
        names = vars(importlib.import_module(".".join(parts)))
        for call in ast.walk(ast.parse(source)):
            match call:
                case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr="escape")):
                    pass  # a part of an expression
                case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr=method)):
                    made = ast.unparse(call.args[0])
                    where = f"{path.relative_to(root)}:{call.lineno}"
                    used = {method} if method != "compile" else methods_of(source)
                    flags = map(ast.unparse, call.args[1:] if method == "compile" else ())
                    words = ", ".join([made, *flags])
                    scope = names | VARIABLES | {"is_number": False, "kind": "number"}
                    yield where, eval(f"re.compile({words})", scope), used


def methods_of(source: str) -> set[str]:
    """The methods that a module calls of what it compiled."""
    called = re.findall(r"(?:\b_[A-Z_]+|pattern|opening)\.(\w+)", source)
    return {*called} & {*METHODS}


FOUND = list(find_expressions())
#: Others are run by an engine: Spark backtracks as Python does.
OF_SQL = [
    DAY,
    _DATE_TEXT,
    _FORMULA,
    _NUMBER,
    _READ_BY_SOME,
    *_PLAIN.values(),
    *(f"^{reading.pattern}$" for reading in _READINGS),
]


def test_expressions_are_found():
    assert len(FOUND) > 40
    assert all(pattern.pattern for _, pattern, _ in FOUND)


@pytest.mark.parametrize(
    ("pattern", "methods"), [one[1:] for one in FOUND], ids=[one[0] for one in FOUND]
)
def test_an_expression_of_python_takes_a_time_that_grows_with_its_text(pattern, methods):
    for text in TEXTS:
        for method in methods or {"fullmatch"}:
            given = text.encode() if isinstance(pattern.pattern, bytes) else text
            arguments = (b"" if isinstance(given, bytes) else "", given)
            getattr(pattern, method)(*(arguments if method == "sub" else arguments[1:]))


@pytest.mark.parametrize("pattern", sorted(OF_SQL))
def test_an_expression_of_sql_takes_a_time_that_grows_with_its_text(pattern):
    compiled = re.compile(pattern)
    for text in TEXTS:
        compiled.search(text)
