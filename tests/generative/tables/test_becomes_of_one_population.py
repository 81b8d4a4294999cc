"""What levels mean is told of P alone: for every T over one P, the same bytes, printed and in JSON.

Tables on stdout and their JSON show values of P, so that searches for values of T leave them out.
"""

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from dpsql.cli.app import make_app
from tests.generative.budget import share_of_profile

#: The columns of P with their values, which look alike to none of the others, and their levels.
VALUES = {
    "zip": ("47901", "47906", "47630", "48970", "90210"),
    "born": ("1950-01-31", "1950-12-01", "1951-06-15", "1989-10-02"),
    "job": ("nurse", "doctor", "miner", "", "a job of more letters than fit a table"),
}
LEVELS = {"zip": 3, "born": 3, "job": 2}
COLUMNS = """\
quasi_identifiers:
  zip: {prefix: [4, 2]}
  born: {dates: [year, decade], from: 1950-06, to: 1980}
  job: {prefix: [1], nulls: own_leaf}
public_columns: [zip, born, job]
delta: {max: 1}
release: r.csv
"""
FORMS = {
    "table": "public: p.csv\nprivate: t.csv\n",
    "flag": "public: marked.csv\nprivate: {where: flag = 'in'}\n",
}
#: Commands, and whether they say what levels mean.
COMMANDS = {
    ("measure", "--levels"): True,
    ("anonymize", "--overwrite", "--levels"): True,
    ("explain", "--levels"): True,
    ("risks", "--levels"): False,
    ("lattice",): True,
    ("frontier",): True,
    ("frontier", "--algorithm", "spalm", "--algorithm", "pooled"): True,
    ("choose",): True,
    ("compare", "--algorithm", "spalm", "--algorithm", "mpalm"): False,
}

Rows = list[tuple[str, ...]]


@dataclass(frozen=True)
class Case:
    """P, the rows of two tables T by their places in it, a node, and a command."""

    public: Rows
    private: tuple[tuple[int, ...], tuple[int, ...]]
    levels: dict[str, int]
    command: tuple[str, ...]
    form: str


@st.composite
def cases(draw: st.DrawFn) -> Case:
    row = st.tuples(*map(st.sampled_from, VALUES.values()))
    public = draw(st.lists(row, min_size=2, max_size=12))
    places = st.sets(st.sampled_from(range(len(public))), min_size=1).map(sorted).map(tuple)
    private = draw(st.tuples(places, places).filter(lambda pair: pair[0] != pair[1]))
    levels = {name: draw(st.integers(0, most)) for name, most in LEVELS.items()}
    command, form = draw(st.sampled_from([*COMMANDS])), draw(st.sampled_from([*FORMS]))
    return Case(public, private, levels, command, form)


def write(folder: Path, case: Case, members: tuple[int, ...]) -> Path:
    def table(name: str, rows: Rows, *more: str) -> None:
        lines = [",".join(row) for row in [(*VALUES, *more), *rows]]
        (folder / name).write_text("\n".join([*lines, ""]))

    table("p.csv", case.public)
    table("t.csv", [case.public[place] for place in members])
    flags = [("in" if place in members else "out",) for place in range(len(case.public))]
    marked = [(*row, *flag) for row, flag in zip(case.public, flags, strict=True)]
    table("marked.csv", marked, "flag")
    path = folder / "job.yaml"
    path.write_text(FORMS[case.form] + COLUMNS)
    return path


def run(case: Case, job: Path, *more: str) -> str:
    words = [case.command[0], str(job), *case.command[1:]]
    if words[-1] == "--levels":
        words.append(",".join(f"{name}={level}" for name, level in case.levels.items()))
    words += more
    result = CliRunner().invoke(make_app(words), words, env={"COLUMNS": "300"})
    assert isinstance(result.exception, SystemExit | None), result.exception
    assert result.exit_code in (0, 4), result.output
    return result.stdout


def tell(case: Case, members: tuple[int, ...]) -> tuple[list[str], Any]:
    """The lines on stdout with what a value becomes, and the JSON's."""
    with TemporaryDirectory() as folder:
        job = write(Path(folder), case, members)
        lines = [
            line for line in run(case, job).splitlines() if " → " in line or line.endswith("(raw)")
        ]
        return lines, json.loads(run(case, job, "--json")).get("becomes")


def find_example(case: Case, column: int) -> str | None:
    """The most frequent value of P, the first of several; an empty cell is no value.

    One in a tail only if there is no other.
    """
    counts = Counter(row[column] or None for row in case.public)
    tails = ("1950-01-31", "1989-10-02")
    return min(counts, key=lambda one: (one is None, one in tails, -counts[one], one or ""))


@share_of_profile(2)
@given(cases())
def test_what_levels_mean_is_the_same_for_every_t_over_one_p(case: Case) -> None:
    (lines, becomes), (other_lines, other_becomes) = (tell(case, one) for one in case.private)
    assert "\n".join(lines).encode() == "\n".join(other_lines).encode()
    assert json.dumps(becomes).encode() == json.dumps(other_becomes).encode()
    assert bool(lines) == (becomes is not None) == COMMANDS[case.command]
    if becomes is not None:
        shown = {name: labels[0] for name, labels in becomes.items()}
        assert shown == {name: find_example(case, j) for j, name in enumerate(VALUES)}
