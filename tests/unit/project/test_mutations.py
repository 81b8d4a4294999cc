"""The mutants that the campaign makes are small changes of the core, each where it says."""

import difflib

import pytest

pytest.importorskip("cosmic_ray", reason="mutation testing needs the extra `mutants`")

from tests.campaign import mutants
from tests.campaign.mutations import find_mutants

SOURCE = '''"""Ä first line."""

import os


@property
def keep(path: str) -> int | None:
    """Say nothing."""
    with held(), open(path) as file:
        if os.path.exists(path) and (
            len(path) > 3
        ):
            raise ValueError("ä", file.read())
    os.sync("ä"); return None
'''


def find_changes(operator):
    """Where an operator's mutants are, which lines run them, and what they write there."""
    for mutant in find_mutants(SOURCE):
        if mutant.operator.startswith(operator):
            lines = difflib.ndiff(SOURCE.splitlines(), mutant.make().splitlines())
            changed = [line[2:].strip() for line in lines if line.startswith("+ ")]
            yield mutant.line, mutant.lines, changed


@pytest.mark.parametrize(
    ("operator", "changes"),
    [
        (
            "LeaveOutStatement",
            [
                (14, (14, 14), ['os.sync("ä"); pass']),
                (14, (14, 14), ["pass; return None"]),
                (13, (13, 13), ["pass"]),
            ],
        ),
        (
            "LeaveOutGuard",
            [(9, (9, 9), ['with __import__("contextlib").nullcontext(), open(path) as file:'])],
        ),
        ("ReplaceComparisonOperator_Gt_GtE", [(11, (10, 12), ["len(path) >= 3"])]),
        ("ReplaceAndWithOr", [(10, (10, 12), ["if os.path.exists(path) or ("])]),
        (
            "NumberReplacer",
            [(11, (10, 12), ["len(path) > 4"]), (11, (10, 12), ["len(path) > 2"])],
        ),
        ("RemoveDecorator", [(6, (6, 6), [])]),
    ],
)
def test_each_operator_changes_one_place(operator, changes):
    assert sorted(find_changes(operator)) == sorted(changes)


def test_every_mutant_is_another_text():
    texts = [mutant.make() for mutant in find_mutants(SOURCE)]
    assert len(texts) == 15
    assert SOURCE not in texts
    assert None not in texts


def test_survivors_with_a_reason_are_not_asked_for(monkeypatch, capsys):
    words = {"file": "a.py", "line": 1, "text": "x < 1"}
    lines = [words | {"operator": str(i), "found": "killed"} for i in range(17)]
    lines += [words | {"operator": "late", "found": "timeout"}]
    lines += [words | {"operator": name, "found": "survived"} for name in ("same", "worse")]
    known = (("a.py", "same", "x <", "x is no number"),)
    monkeypatch.setattr("tests.campaign.equivalents._KNOWN", known)
    assert mutants.summarize(lines) == {
        "campaign": "mutants",
        "mutants": 20,
        "killed": 17,
        "timeouts": 1,
        "survived": 2,
        "of_them_equivalent": 1,
        "percent_of_all": 90.0,
        "percent": 94.7,
    }
    told = capsys.readouterr().out
    assert "survived: a.py:1: same: x < 1 (x is no number)" in told
    assert "survived: a.py:1: worse: x < 1 (unexplained)" in told
