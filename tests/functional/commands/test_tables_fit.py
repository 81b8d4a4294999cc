"""The tables of commands fit the terminal, also a narrow one."""

import re

import pytest
from rich.cells import cell_len

from tests.tiers import later

COMMANDS = (
    *("check", "measure", "risks", "frontier", "lattice", "explain", "least-k", "choose"),
    *("audit", "compare"),
)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("width", [40, later(60)])
def test_no_line_is_wider_than_the_terminal(run, example, edit, monkeypatch, command, width):
    long = "nationality_of_the_person_at_birth"
    for name in ("public.csv", "private.csv"):
        edit(example.parent / name, "nationality", long)
    edit(example, "nationality:", f"{long}:")
    monkeypatch.setenv("COLUMNS", str(width))
    lines = run(command, example).stdout.splitlines()
    assert lines
    assert max(map(cell_len, lines)) <= width
    assert not any(line.endswith(" ") for line in lines)
    assert not any("…" in line for line in lines if not line.startswith("… and"))


def test_a_percent_sign_stands_with_its_number(run, example, monkeypatch):
    for width in (43, 47, 52, 61):
        monkeypatch.setenv("COLUMNS", str(width))
        lines = run("measure", example, "--levels", "zip=2,age=2,nationality=2").stdout.splitlines()
        assert any("≈\u00a066.7\u00a0%" in line for line in lines[:5])


@pytest.mark.parametrize(
    "width", [width if width % 5 == 0 else later(width) for width in range(40, 52)]
)
@pytest.mark.parametrize("command", ["anonymize", "lattice", "frontier", "counts"])
def test_a_label_and_a_time_are_on_one_line(run, example, monkeypatch, command, width):
    """And a space is a space, which can be copied and looked for."""
    monkeypatch.setenv("COLUMNS", str(width))
    words = {"counts": ["--epsilon", "9", "--by", "nationality", "--levels", "nationality=1"]}
    told = run(command, example, *words.get(command, [])).stdout
    lines = told.splitlines()
    assert not any(re.search(r"[0-9]$", line) for line in lines if " counted" in line)
    assert command == "anonymize" or "S. America" in told
    assert not any(line.rstrip().endswith((" S.", " N.")) for line in lines)
    assert "\u2007" not in told


def test_commands_to_copy_are_not_wrapped(run, tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    folder = tmp_path / "kept"
    lines = run("demo", "--into", folder).stdout.splitlines()
    assert f"dpsql measure {folder}/job.yaml --levels zip=1,age=2,nationality=1" in lines


def test_the_optimum_is_marked_among_the_minimal_nodes(run, example, edit):
    edit(example, "min: 1/2, max: 2/3", "min: 0, max: 1/1")
    edit(example, "delta:", "constraints: {k_anonymity: 2}\ndelta:")
    found = run("lattice", example, "--json").found["minimal_nodes"]
    least = min(one["metrics"]["loss"] for one in found)
    printed = run("lattice", example).stdout
    assert printed.count(f"{least:.6g} *") == sum(one["metrics"]["loss"] == least for one in found)
    assert "* the least loss;" in printed
