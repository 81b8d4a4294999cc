"""The columns by which a question tells rows apart, however GROUP BY writes them."""

import pytest

from dpsql.utility.questions.statement import read_statement


@pytest.mark.parametrize(
    ("sql", "columns"),
    [
        ("SELECT COUNT(*) FROM t", set()),
        ("SELECT job, COUNT(*) FROM t GROUP BY job", {"job"}),
        ("SELECT Job, COUNT(*) FROM t GROUP BY 1", {"job"}),
        ("SELECT job AS work, town, COUNT(*) FROM t GROUP BY work, t.town", {"job", "town"}),
        ("SELECT LEFT(job, 1), AVG(age) FROM t GROUP BY ALL", {"job"}),
        ("SELECT COUNT(*) FROM t GROUP BY CASE WHEN age > '3' THEN job END", {"age", "job"}),
        ("SELECT job, town, COUNT(*) FROM t GROUP BY ROLLUP (job, town)", {"job", "town"}),
    ],
)
def test_columns_that_a_question_groups_by_are_found(sql, columns):
    assert read_statement(sql, "duckdb", ["job", "town", "age"], "q").grouping == columns
