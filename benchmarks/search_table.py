"""Prints the pairs of runs that `benchmarks.search` recorded, as Markdown tables."""

import json
from collections.abc import Callable, Iterable
from statistics import median
from typing import Any

from benchmarks.processes import print_row

Pair = dict[str, Any]
STAGES = ("load", "search", "release", "verify")
HEADER = ["data", "rows", "distinct", "δ", "metric", "algorithm", "Y s", *STAGES, "whole s"]
HEADER += ["(load+search) ÷ Y", "whole ÷ Y", "nodes checked, or parts", "rounds", "peak MB", "Y MB"]
#: What exit codes of dpsql mean in a table.
FAILURES = {4: "no release holds", 5: "out of memory or disk"}
FAILURES |= dict.fromkeys((-9, -15, 143), "over the time limit")


def print_tables(pairs: Iterable[Pair]) -> None:
    """Print a table for each build, machine, threads and memory."""
    for _, same in _group(pairs, lambda pair: pair["settings"]):
        _print_heading(same)
        print_row(*HEADER)
        print_row(*["---"] * len(HEADER))
        for _, rounds in _group(same, lambda pair: pair["question"]):
            print_row(*_describe(rounds))
        print()


def _group(pairs: Iterable[Pair], key: Callable[[Pair], Any]) -> list[tuple[str, list[Pair]]]:
    """Group pairs, by the order in which a key first occurs."""
    groups: dict[str, list[Pair]] = {}
    for pair in pairs:
        groups.setdefault(json.dumps(key(pair)), []).append(pair)
    return list(groups.items())


def _print_heading(pairs: list[Pair]) -> None:
    settings = pairs[0]["settings"]
    loads = [pair["load_average"] for pair in pairs]
    repeats = [len(rounds) for _, rounds in _group(pairs, lambda pair: pair["question"])]
    memory = settings["memory"] or "of DuckDB"
    print(
        f"{settings['machine']}; source {settings['build']}, {settings['threads']} threads, memory"
        f" limit {memory}; medians of {_span(repeats)} pairs of runs;"
        f" load average {_span([round(load, 1) for load in loads])}\n"
    )


def _span(numbers: list[Any]) -> str:
    low, high = min(numbers), max(numbers)
    return f"{low}" if low == high else f"{low}–{high}"


def _describe(rounds: list[Pair]) -> list[str]:
    """Return the cells of a question; ratios are medians of the ratios of pairs."""
    question, done = rounds[0]["question"], [pair for pair in rounds if _has_worked(pair)]
    cells = [question["data"], f"{rounds[0]['rows']:,}"]
    if len(done) < len(rounds):
        blanks = [""] * (len(HEADER) - 7)
        asked = [_show(question["delta"]), question["metric"], question["algorithm"]]
        return [*cells, "", *asked, _tell(rounds), *blanks]
    yardsticks = [pair["yardstick"]["found"] for pair in done]
    found = [pair["command"]["found"] for pair in done]
    bases = [one["seconds"] for one in yardsticks]
    wholes = [pair["command"]["process"] for pair in done]
    ready = [one["seconds"]["load"] + one["seconds"]["search"] for one in found]
    series = [bases, *([one["seconds"][stage] for one in found] for stage in STAGES), wholes]
    series += [_divide(ready, bases), _divide(wholes, bases)]
    search = found[-1]["search"]
    peaks = [[pair[side]["peak_bytes"] for pair in done] for side in ("command", "yardstick")]
    return [
        *cells,
        f"{yardsticks[0]['groups']:,}",
        _show(question["delta"]),
        question["metric"],
        question["algorithm"],
        *(f"{median(numbers):.2f}" for numbers in series),
        _count(search),
        str(search.get("rounds", "")),
        *(f"{median(numbers) / 1e6:.0f}" for numbers in peaks),
    ]


def _count(search: dict[str, Any]) -> str:
    if "parts" in search:
        return f"{search['parts']:,}"
    return f"{search['checked']:,} of {search['nodes']:,}"


def _has_worked(pair: Pair) -> bool:
    return "found" in pair["command"] and "found" in pair["yardstick"]


def _tell(rounds: list[Pair]) -> str:
    """Return which side of the last pair failed, and how."""
    side = "command" if "found" in rounds[-1]["yardstick"] else "yardstick"
    code = rounds[-1][side]["exit_code"]
    return f"{side}: {FAILURES.get(code, f'exit code {code}')}"


def _show(delta: str) -> str:
    return f"({delta.replace(',', ', ')})"


def _divide(numbers: list[float], bases: list[float]) -> list[float]:
    return [number / base for number, base in zip(numbers, bases, strict=True)]
