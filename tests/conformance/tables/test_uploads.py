"""Uploaded rows are in the table as they are: hostile texts, NULL, and numbers at their ends."""

from sqlglot import exp

_LABELS = ("a", "", " a", "'; --", "ü\u0301", "NaN", "None", None)


def test_uploaded_rows_are_kept_as_they_are(bench):
    rows = [
        (i - 2**63 if i % 2 else 2**63 - 1 - i, _LABELS[i % 8], None if i % 3 else i)
        for i in range(50)
    ]
    with bench.open_engine() as engine:
        engine.upload("kept", {"number": "BIGINT", "label": "VARCHAR", "other": "BIGINT"}, rows)
        found = engine.fetch(exp.select("number", "label", "other").from_("kept"))
    assert sorted(map(repr, found)) == sorted(map(repr, rows))
