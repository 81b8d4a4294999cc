"""``python -m tests.campaign FOLDER``: every campaign in turn, and the page of their figures.

Each is a command of its own and can be run alone; ``--help`` of one tells what it looks for. Its
figures are kept in FOLDER as soon as it has ended, also where it found a fault. What ended well is
not run again: repeat the command to go on, and to run again what failed. ``--page`` writes the
figures that are there into benchmarks/reliability.md; rows of other campaigns stay as they are. The
exit code is 1 if any of them failed.
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
    """A command, what it asks, and what its figures must be; `module`: if it has another name."""

    name: str
    words: Sequence[str]
    question: str
    asked: str
    module: str = ""

    @property
    def command(self) -> str:
        """The module that runs it."""
        return f"tests.campaign.{self.module or self.name}"


CAMPAIGNS = (
    Campaign(
        "instances",
        ("2000", "--folder", "{folder}/instances"),
        "random instances against brute force, all searches",
        "20,000, no failed file",
    ),
    Campaign(
        "pooled",
        ("4000", "--only", "pooled", "--least", "10000", "--folder", "{folder}/pooled"),
        "random instances of pooling against brute force: release, verifier, measure, scripts",
        "10,000, no failed file",
        "instances",
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
        "coverage",
        ("1000",),
        "10,000 populations drawn for each of 1,000 releases from statistics, of every kind",
        "δ breaks in a share of at most 1 − c of them, but for chance",
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
        [sys.executable, "-m", campaign.command, *words],
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False
    )
    return {
        "name": campaign.name,
        "command": f"python -m {campaign.command} {' '.join(campaign.words)}",
        "figures": read_figures(ended.stdout),
        "exit": ended.returncode,
        "seconds": round(monotonic() - begin),
        "commit": commit.stdout.strip(),
    }


def read_figures(output: str) -> dict[str, Any]:
    """The last line of an output; nothing where a campaign was ended before it told any."""
    try:
        figures = json.loads((output.splitlines() or [""])[-1])
    except json.JSONDecodeError:
        return {}
    return figures if isinstance(figures, dict) else {}


def write_page(found: dict[str, dict[str, Any]], before: str) -> str:
    """The figures as a table; rows of the page before that have none stay where they are."""
    rows = [
        "# Reliability",
        "",
        "What long campaigns found, each at the commit of its line; `just campaign` runs them,",
        "takes up where it was stopped, and writes this page. Seconds are those of the run that",
        "ended a campaign. An exit code other than 0 is a campaign that failed.",
        f"Python {platform.python_version()}, DuckDB {duckdb.__version__}, {platform.system()}.",
        "",
        "| campaign | asked | found | exit | seconds | commit |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    known = [line for line in before.splitlines() if line.startswith("| ")][2:]
    for campaign in CAMPAIGNS:
        place = next((i for i, row in enumerate(known) if _is_of(row, campaign)), None)
        if campaign.name in found:
            written = _write_row(campaign, found[campaign.name])
        elif place is None:
            written = f"| {campaign.question} | {campaign.asked} | not run | | | |"
        else:
            continue
        if place is None:
            known.append(written)
        else:
            known[place] = written
    return "\n".join([*rows, *known, ""])


def _is_of(row: str, campaign: Campaign) -> bool:
    return row.startswith((f"| {campaign.question}:", f"| {campaign.question} |"))


def _write_row(campaign: Campaign, one: dict[str, Any]) -> str:
    parts = {key: value for key, value in one["figures"].items() if key != "campaign"}
    figures = "; ".join(
        f"{key}: {_tell(value)}" if isinstance(value, dict) else f"{key} {_tell(value)}"
        for key, value in parts.items()
    )
    ended = f"**{one['exit']}, failed**" if one["exit"] else "0"
    return (
        f"| {campaign.question}: `{one['command']}` | {campaign.asked} |"
        f" {figures or 'no figures'} | {ended} | {_tell(one['seconds'])} | {one['commit']} |"
    )


def _tell(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_tell(found)}" for key, found in value.items()) or "none"
    if isinstance(value, list):
        return "; ".join(map(_tell, value)) or "none"
    if isinstance(value, int):
        return f"{value:,}"
    return "not noted" if value is None else str(value).replace("|", "\\|")


def main() -> None:
    """Run what has no good figures yet; exit 1 if any campaign found a fault."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where figures are kept")
    names = [campaign.name for campaign in CAMPAIGNS]
    parser.add_argument("--only", choices=names, help="run this campaign only")
    parser.add_argument("--page", action="store_true", help="run nothing, write the page")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    found = {}
    for campaign in CAMPAIGNS:
        note = asked.folder / f"{campaign.name}.json"
        if note.exists():
            found[campaign.name] = json.loads(note.read_text(encoding="utf-8"))
        is_open = found.get(campaign.name, {"exit": 1})["exit"] != 0
        if is_open and not asked.page and asked.only in (None, campaign.name):
            one = found[campaign.name] = run(campaign, asked.folder)
            sys.stdout.write(f"{json.dumps(one)}\n")
            note.write_text(json.dumps(one), encoding="utf-8")
    if asked.page:
        before = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
        PAGE.write_text(write_page(found, before), encoding="utf-8")
    sys.exit(any(one["exit"] for name, one in found.items() if asked.only in (None, name)))


if __name__ == "__main__":
    main()
