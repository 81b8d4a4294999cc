"""Columns that alone show who is in T are those that plain Python finds, in every form of T."""

import csv
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import dpsql
from dpsql.use_cases.init import write_first_job
from tests.generative.budget import share_of_profile

_FORMS: dict[str, Any] = {
    "table": "t.csv",
    "where": {"where": "in_t"},
    "key": {"table": "t.csv", "key": "person"},
}
#: People of P with a value, and those in T: all, nobody, nearly all, or some.
_VALUE = st.tuples(st.integers(15, 60), st.sampled_from([0, 0, 1, 1, 0.96, 0.94, 0.3]))


def _find_expected(values: list[tuple[int, int]]) -> dict[str, Any] | None:
    """Judge a column of values, each with its people of P and of T, as the documentation states."""
    people, members = (sum(one[i] for one in values) for i in (0, 1))
    if not members or members * 5 > people * 4:
        return None
    share = Fraction(members, people)
    large = [one for one in values if one[0] >= 20 and share ** one[0] <= Fraction(1, 10**9)]
    telling = sum(t for n, t in large if t * 20 >= n * 19)
    if telling * 20 >= members * 19:
        return {"private_rows": telling, "decides": True}
    return {"private_rows": telling, "decides": False} if telling else None


def _find_by_content(values: list[tuple[int, int]]) -> dict[str, Any] | None:
    """Judge a column that is empty for the first value's people, 0 for the second's, else unique.

    That is, by NULL or not, and by NULL, 0 or not; no other value has enough people.
    """
    rest = [sum(one[i] for one in values[2:]) for i in (0, 1)]
    filled = (values[1][0] + rest[0], values[1][1] + rest[1])
    for_each = [_find_expected([values[0], filled])]
    for_each.append(_find_expected([*values[:2], (rest[0], rest[1])]))
    return max(for_each, key=lambda one: 0 if one is None else one["private_rows"])


def _agrees(
    found: list[dict[str, Any]], said: list[dict[str, Any]], values: list[tuple[int, int]]
) -> bool:
    """Whether a column is found as its cells tell, or shows more by a range or limit of numbers."""
    if found == said or not found or len(values) == 2:
        return found == said
    (more,), least = found, said[0] if said else {"decides": False, "private_rows": 0}
    shows = (more["decides"], more["private_rows"]) > (least["decides"], least["private_rows"])
    # Only rows of T with a number lie in a range, and one that decides has nine tenths of T.
    with_number, members = (sum(t for _, t in some) for some in (values[1:], values))
    is_possible = more["private_rows"] <= with_number
    return (
        shows and is_possible and (not more["decides"] or 10 * more["private_rows"] >= 9 * members)
    )


@share_of_profile(4)
@given(st.lists(_VALUE, min_size=2, max_size=6), st.sampled_from([*_FORMS]))
def test_telling_columns_are_those_that_python_finds(
    drawn: list[tuple[int, float]], form: str
) -> None:
    values = [(n, int(n * share)) for n, share in drawn]
    expected = _find_expected(values)
    rows = [
        (f"p{i}", f"v{number}", i % 3, ("", "0", f"{number}.{i}5")[min(number, 2)], i < t)
        for number, (n, t) in enumerate(values)
        for i in range(n)
    ]
    rows = [(f"{number}{one[0]}", *one[1:]) for number, one in enumerate(rows)]

    with TemporaryDirectory() as folder:
        for name, kept in (("p", rows), ("t", [row for row in rows if row[-1]])):
            with Path(folder, f"{name}.csv").open("w", newline="") as file:
                writer = csv.writer(file)
                writer.writerow(["person", "state", "other", "paid", "in_t"][: 5 - (name == "t")])
                writer.writerows(row[: 5 - (name == "t")] for row in kept)
        rules = {"state": {"tree": {"*": [f"v{i}" for i in range(len(values))]}}}
        job = dpsql.Job(
            public="p.csv", private=_FORMS[form], quasi_identifiers=rules, folder=folder
        )
        found = [
            [one for one in command(job).to_dict()["telling_columns"] if one["name"] == "state"]
            for command in (dpsql.check, dpsql.measure, dpsql.risks)
        ]
        public = dpsql.Job(
            public="p.csv",
            private=_FORMS[form],
            quasi_identifiers={"other": {"tree": {"*": ["0", "1", "2"]}}},
            public_columns=["other", "state", "paid"],
            folder=folder,
        )
        found += [
            [one for one in command(public).to_dict()["telling_columns"] if one["name"] == "state"]
            for command in (dpsql.check, dpsql.measure, dpsql.risks)
        ]
        paid = [one for one in dpsql.check(public).telling if one.name == "paid"]
        suppressed = dpsql.measure(job, {"state": 1}).to_dict()["telling_columns"]
        private = None if form == "where" else f"{folder}/t.csv"
        where = "in_t" if form == "where" else None
        first = write_first_job(f"{folder}/p.csv", private, f"{folder}/job.yaml", where=where)

    said = [] if expected is None else [{"name": "state", **expected}]
    assert found == [said] * 6
    assert [one.to_dict() for one in first.telling if one.name == "state"] == said
    by_content = _find_by_content(values)
    said = [] if by_content is None else [{"name": "paid", **by_content}]
    for columns in (
        [one.to_dict() for one in paid],
        [one.to_dict() for one in first.telling if one.name == "paid"],
        # All of P is public there, its own mark of T, too, which may decide.
        [one for one in suppressed if one["name"] != "in_t"],
    ):
        assert _agrees(columns, said, values)
