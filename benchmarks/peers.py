"""Measures other programs beside dpsql on the same rows: ``python -m benchmarks.peers DIR``.

Two packages of PyPI search a lattice of full-domain generalizations, both in memory on pandas:

- crowds 0.0.1 (AGPL-3.0): OLA (El Emam et al. 2009), the optimal node for k-anonymity by
  precision. Its search takes any check that is monotone: one for δ-presence is plugged in.
- anjana 1.2.3 (Apache-2.0): k-anonymity by generalizing the column with most values, over and
  over. It finds a node that holds, not the best one; it has no δ-presence (its delta-disclosure
  is a different model).

They are installed into DIR/peers, a separate environment, and run in separate processes, each right
after dpsql has answered the same question. Rows come from `benchmarks.census`.
"""

import argparse
import json
import subprocess
import sys
import venv
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import yaml

from benchmarks.census import ADULT, generate
from benchmarks.processes import Run, describe_machine, print_row, run_process

PACKAGES = ("anjana==1.2.3", "crowds==0.0.1", "pandas<3", "pyarrow")
TOOLS = Path(__file__).parent / "peer_tools.py"
#: Keys of a job for each question; k-anonymity is required of all rows of P.
QUESTIONS: dict[str, dict[str, Any]] = {
    "presence": {"delta": {"min": 0, "max": 0.1}},
    "k_anonymity": {"private": {"where": "age >= 0"}, "constraints": {"k_anonymity": 5}},
}
PEERS = (("crowds", "presence"), ("crowds", "k_anonymity"), ("anjana", "k_anonymity"))
HEADER = ["rows", "question", "program", "seconds", "× dpsql", "peak MB", "nodes checked"]
HEADER += ["precision", "levels"]


@dataclass(frozen=True)
class Answer:
    """A program's answer: runs, levels by column, and nodes checked if the program reports them."""

    runs: list[Run]
    levels: dict[str, int]
    checked: int | None

    @property
    def seconds(self) -> float:
        """Median from process start to exit."""
        return median(run.seconds for run in self.runs)


def measure(folder: Path, rows: int, repeat: int, limit: float) -> None:
    """Print the rows of the table for one size."""
    place = folder / f"{rows}"
    if not (place / "job.yaml").exists():
        generate(place, rows)
    for peer, question in PEERS:
        path = _write_job(place, question)
        words = [sys.executable, "-m", "dpsql", "anonymize", str(path), "--overwrite", "--json"]
        python = folder / "peers" / "bin" / "python"
        peer_words = [str(python), str(TOOLS), peer, question, str(place), *ADULT]
        ours, theirs = [], []
        for _ in range(repeat):
            ours.append(run_process(words, limit))
            theirs.append(run_process(peer_words, limit))
        own, other = _read_own(ours), _read_peer(theirs)
        _print_answer(rows, question, "dpsql", own, own, ours[-1])
        _print_answer(rows, question, peer, other, own, theirs[-1])


def _write_job(place: Path, question: str) -> Path:
    job = yaml.safe_load((place / "job.yaml").read_text(encoding="utf-8"))
    del job["delta"]
    words = {"metric": "precision", "release": f"{question}.parquet"}
    path = place / f"{question}.yaml"
    text = yaml.safe_dump(job | words | QUESTIONS[question], sort_keys=False)
    path.write_text(text, encoding="utf-8")
    return path


def _read_own(runs: list[Run]) -> Answer | None:
    if any(run.exit_code for run in runs):
        return None
    found = json.loads(runs[-1].printed)
    return Answer(runs, found["levels"], found["search"]["checked"])


def _read_peer(runs: list[Run]) -> Answer | None:
    """Read the last line, which is ours; the peers print lines of their own before it."""
    if any(run.exit_code for run in runs):
        return None
    found = json.loads(runs[-1].printed.splitlines()[-1])
    return Answer(runs, found["levels"], found["checked"])


def _print_answer(
    rows: int, question: str, program: str, answer: Answer | None, own: Answer | None, last: Run
) -> None:
    """Print a row; for a program that failed or was ended, state this in place of seconds."""
    cells = [f"{rows:,}", question, program]
    if answer is None:
        print_row(*cells, f"ended after {last.seconds:.0f} ({last.exit_code})", *[""] * 5)
        return
    print_row(
        *cells,
        f"{answer.seconds:.1f}",
        f"{answer.seconds / own.seconds:.1f}" if own else "",
        f"{median(run.peak_bytes for run in answer.runs) / 1e6:.0f}",
        "" if answer.checked is None else f"{answer.checked:,}",
        f"{_measure_precision(answer.levels):.4f}",
        " ".join(str(answer.levels[name]) for name in ADULT),
    )


def _measure_precision(levels: dict[str, int]) -> float:
    """Return 1 − the mean of level ÷ height over the columns."""
    heights = {"sex": 1, "age": 4, "race": 1, "marital-status": 2, "education": 3}
    heights |= {"native-country": 2, "workclass": 2, "occupation": 2}
    return 1 - sum(levels[name] / height for name, height in heights.items()) / len(heights)


def install(folder: Path) -> None:
    """Make the environment of the peers, once.

    Raises:
        subprocess.CalledProcessError: pip fails.
    """
    if folder.exists():
        return
    venv.create(folder, with_pip=True)
    pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet"]
    try:
        subprocess.run([*pip, "--disable-pip-version-check", *PACKAGES], check=True)
    except subprocess.CalledProcessError:
        folder.rename(folder.with_suffix(".failed"))
        raise


def main() -> int:
    """Run the command; return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--rows", type=int, nargs="+", default=[30_000, 100_000])
    parser.add_argument("--repeat", type=int, default=1, help="runs of each (1)")
    parser.add_argument("--limit", type=float, default=600, help="seconds for one process (600)")
    words = parser.parse_args()
    words.folder.mkdir(parents=True, exist_ok=True)
    install(words.folder.resolve() / "peers")
    print(f"{describe_machine()}; {', '.join(PACKAGES[:2])}; medians of {words.repeat}\n")
    print_row(*HEADER)
    print_row(*["---"] * len(HEADER))
    for rows in words.rows:
        measure(words.folder.resolve(), rows, words.repeat, words.limit)
    return 0


if __name__ == "__main__":
    sys.exit(main())
