"""``python -m tests.campaign FOLDER``: every campaign in turn, and the page of their figures.

Each is a command of its own and can be run alone. Its figures are kept in FOLDER as soon as it has
ended, and what is there is not run again: repeat the command to go on. ``--page`` writes
benchmarks/reliability.md from the figures that are there.
"""

import argparse
import json
import platform
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

import duckdb

PAGE = Path(__file__).parents[2] / "benchmarks" / "reliability.md"


@dataclass(frozen=True)
class Campaign:
    """A command, what it asks, and what its figures must be."""

    name: str
    words: Sequence[str]
    question: str
    asked: str


CAMPAIGNS = (
    Campaign(
        "instances",
        ("2000", "--folder", "{folder}/instances"),
        "random instances against brute force, all searches",
        "20,000, no failed file",
    ),
    Campaign(
        "identifiers",
        ("100000",),
        "hostile identifiers and literals through templates, DuckDB and Parquet",
        "nothing lost, no error, no side effect",
    ),
    Campaign(
        "loaders",
        ("500000",),
        "mutated jobs, hierarchies, CSV headers and predicates",
        "no crash, no hang, no file made",
    ),
    Campaign(
        "write_phase",
        ("--into", "{folder}/write_phase.jsonl"),
        "every system call on what a run writes killed, stopped and failed (needs strace)",
        "nothing broken: no half pair, no wrong exit, nothing left after the next run",
    ),
    Campaign(
        "kills",
        ("300", "{folder}/kills"),
        "searches, releases and resumed searches killed at random",
        "no half output, no lost record, resumed results bit-equal",
    ),
    Campaign(
        "canaries",
        ("1000",),
        "runs whose private rows hold unique tokens, which are looked for everywhere",
        "no leak",
    ),
    Campaign(
        "corruptions",
        ("2000",),
        "releases or manifests changed in a count, a label, a row, a byte",
        "all refused",
    ),
    Campaign(
        "minimality",
        ("1300",),
        "the minimality attack, exact, on every T of small instances",
        "from_public never breached",
    ),
    Campaign(
        "mutants",
        ("{folder}/mutants",),
        "the trusted core with one small change at a time: a test must notice (needs cosmic-ray)",
        "95 % killed",
    ),
    Campaign(
        "race",
        ("1000",),
        "runs that start at once on one output",
        "one winner of each heat, nothing left",
    ),
    Campaign(
        "endurance",
        ("1800",),
        "half an hour of runs in one process",
        "rss_drift below 0.05, nothing new, nothing left over",
    ),
)


def run(campaign: Campaign, folder: Path) -> dict[str, Any]:
    """Run a command to its end; its last line of output has the figures."""
    words = [word.format(folder=folder) for word in campaign.words]
    begin = monotonic()
    ended = subprocess.run(
        [sys.executable, "-m", f"tests.campaign.{campaign.name}", *words],
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False
    )
    return {
        "name": campaign.name,
        "command": f"python -m tests.campaign.{campaign.name} {' '.join(campaign.words)}",
        "figures": json.loads((ended.stdout.splitlines() or ["{}"])[-1]),
        "exit": ended.returncode,
        "seconds": round(monotonic() - begin),
        "commit": commit.stdout.strip(),
    }


def write_page(found: dict[str, dict[str, Any]]) -> str:
    """The figures as a table."""
    rows = [
        "# Reliability",
        "",
        "What long campaigns found, each at the commit of its line; `just campaign` runs them,",
        "takes up where it was stopped, and writes this page. Seconds are those of the run that",
        "ended a campaign.",
        f"Python {platform.python_version()}, DuckDB {duckdb.__version__}, {platform.system()}.",
        "",
        "| campaign | asked | found | exit | seconds | commit |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for campaign in CAMPAIGNS:
        if (one := found.get(campaign.name)) is None:
            rows.append(f"| {campaign.question} | {campaign.asked} | not run | | | |")
            continue
        parts = {key: value for key, value in one["figures"].items() if key != "campaign"}
        figures = "; ".join(
            f"{key}: {_tell(value)}" if isinstance(value, dict) else f"{key} {_tell(value)}"
            for key, value in parts.items()
        )
        rows.append(
            f"| {campaign.question}: `{one['command']}` | {campaign.asked} | {figures} |"
            f" {one['exit']} | {_tell(one['seconds'])} | {one['commit']} |"
        )
    return "\n".join([*rows, ""])


def _tell(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_tell(found)}" for key, found in value.items())
    if isinstance(value, list):
        return "; ".join(map(_tell, value)) or "none"
    if isinstance(value, int):
        return f"{value:,}"
    return "not noted" if value is None else str(value).replace("|", "\\|")


def main() -> None:
    """Run what has no figures yet; exit 1 if any campaign found a fault."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", choices=[campaign.name for campaign in CAMPAIGNS])
    parser.add_argument("--page", action="store_true")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    found = {}
    for campaign in CAMPAIGNS:
        note = asked.folder / f"{campaign.name}.json"
        if note.exists():
            found[campaign.name] = json.loads(note.read_text(encoding="utf-8"))
        elif not asked.page and asked.only in (None, campaign.name):
            one = found[campaign.name] = run(campaign, asked.folder)
            sys.stdout.write(f"{json.dumps(one)}\n")
            if not one["exit"]:
                note.write_text(json.dumps(one), encoding="utf-8")
    if asked.page:
        PAGE.write_text(write_page(found), encoding="utf-8")
    sys.exit(any(one["exit"] for one in found.values()))


if __name__ == "__main__":
    main()
