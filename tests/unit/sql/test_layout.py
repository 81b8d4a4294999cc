"""Lines of statements: what fits stands on one, and texts and names stay as they are."""

import pytest
from sqlglot import exp, parse_one

from dpsql.warehouses.dialects import WAREHOUSES
from dpsql.warehouses.layout import WIDTH, lay_out


@pytest.mark.parametrize(
    ("pretty", "laid_out"),
    [
        ('SELECT\n  "a",\n  "b"\nFROM "t"', 'SELECT "a", "b" FROM "t"'),
        (
            f"SELECT\n  {'a' * 90}\nFROM t\nWHERE\n  b = 1\nGROUP BY\n  c\nORDER BY\n  d",
            f"SELECT {'a' * 90}\nFROM t WHERE b = 1 GROUP BY c\nORDER BY d",
        ),
        (
            f"CASE\n  WHEN (\n    SELECT\n      {'a' * 84}\n    FROM t\n  ) > 0\n  THEN 1\nEND",
            f"CASE\n  WHEN (\n    SELECT {'a' * 84}\n    FROM t\n  ) > 0 THEN 1\nEND",
        ),
        (
            "CASE\n  WHEN a\n  AND (\n    SELECT\n      1\n  ) = 0\n  THEN 1\n  ELSE 0\nEND",
            "CASE WHEN a AND (SELECT 1) = 0 THEN 1 ELSE 0 END",
        ),
        (
            f"CASE\n  WHEN {'a' * 66}\n  AND (\n    SELECT\n      1\n  ) = 0\n  THEN 2\nEND",
            f"CASE\n  WHEN {'a' * 66} AND (SELECT 1) = 0 THEN 2\nEND",
        ),
        ("GROUP BY\n  1,\n  2", "GROUP BY 1, 2"),
        ("(\n  SELECT\n    COUNT(*)\n  FROM t\n) = 0", "(SELECT COUNT(*) FROM t) = 0"),
        ("CASE\n  WHEN a\n  THEN 'x  y'\nEND AS b", "CASE WHEN a THEN 'x  y' END AS b"),
        (
            f"CASE\n  WHEN {'a' * 70}\n  THEN 1\n  WHEN b\n  THEN 2\n  ELSE 3\nEND AS d",
            f"CASE WHEN {'a' * 70} THEN 1\n     WHEN b THEN 2\n     ELSE 3 END AS d",
        ),
        (
            f"SELECT\n  a\nFROM t\nWHERE\n  {'b' * 90}\n  AND c",
            f"SELECT a FROM t\nWHERE {'b' * 90}\n  AND c",
        ),
        (
            f"VALUES\n  (\n    '{'a' * 60}',\n    '{'b' * 40}'\n  )",
            f"VALUES\n  ('{'a' * 60}',\n   '{'b' * 40}')",
        ),
        (f"(\n  {'a' * 100}\n)", f"(\n  {'a' * 100}\n)"),
        (
            'NOT "a" IS NULL AND NOT "t"."a" IN (\'NOT "a" IS NULL\')',
            '"a" IS NOT NULL AND "t"."a" NOT IN (\'NOT "a" IS NULL\')',
        ),
        (
            f"CASE\n  WHEN {'a' * 40}\n  AND {'b' * 40}\n  AND {'c' * 40}\n  THEN 1\nEND",
            f"CASE\n  WHEN {'a' * 40} AND {'b' * 40}\n      AND {'c' * 40} THEN 1\nEND",
        ),
    ],
)
def test_what_fits_on_a_line_stands_on_one(pretty, laid_out):
    assert lay_out(pretty) == laid_out


@pytest.mark.parametrize("dialect", WAREHOUSES)
def test_long_lists_of_texts_fill_lines_and_stay_whole(dialect):
    texts = [f'it\'s, {{{i}}} (a -- b; \\ "c" = d' for i in range(12)]
    listed = ", ".join("'" + text.replace("'", "''") + "'" for text in texts)
    query = parse_one(f"SELECT a FROM t WHERE a IN ({listed}) AND b = 1", read="duckdb")
    written = WAREHOUSES[dialect].write(query)
    read = parse_one(written, read=dialect)
    assert [one.name for one in read.find_all(exp.Literal) if one.is_string] == texts
    assert all(len(line) <= WIDTH for line in written.splitlines())
    assert 5 < len(written.splitlines()) < 20
