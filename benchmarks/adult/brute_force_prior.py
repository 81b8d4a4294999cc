"""``python -m benchmarks.adult.brute_force_prior JOB``: all nodes under a prior, without a bound.

Every node of the lattice that costs less than the optimum of ``dpsql.anonymize``, and that one, is
judged class by class: presence by counts, then the greatest and least posterior by the method of
the verifier, which shares no code with the search. Nothing is ruled out by a finer or coarser node.

JOB: a job whose quasi-identifiers have hierarchies in CSV files; P, T and the table of rates are
Parquet files, and the rates depend on quasi-identifiers. δ, loss and the prior are all that counts.
"""

import csv
import json
import sys
from fractions import Fraction
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

import duckdb
import numpy as np
import yaml
from numpy.typing import NDArray

import dpsql
from dpsql.domain.sections.release_options import ReleaseOptions
from dpsql.domain.threshold import PresenceBounds
from dpsql.job_files.read import read_job
from dpsql.verifier.adversary.posteriors import lies_within

Ints = NDArray[np.int64]


class BruteForce:
    """P and T by distinct tuple, with labels by number on every level, and the rate of each."""

    def __init__(self, job: Path) -> None:
        """Read a job and its tables."""
        said = yaml.load(job.read_text(encoding="utf-8"), yaml.BaseLoader)
        words = said["quasi_identifiers"]
        self.names = list(words)
        delta = said["delta"]
        self.bounds = PresenceBounds(Fraction(delta.get("min", "0")), Fraction(delta["max"]))
        columns = ", ".join(f'"{name}"' for name in self.names)
        prior = said["prior"]
        keys = ", ".join(f'"{name}"' for name in prior["columns"])
        with duckdb.connect() as connection:
            rows = connection.execute(
                f"""
                WITH p AS (SELECT {columns}, count(*) n FROM '{said["public"]}' GROUP BY ALL),
                  t AS (SELECT {columns}, count(*) t FROM '{said["private"]}' GROUP BY ALL),
                  r AS (SELECT {keys}, CAST("{prior["rate"]}" AS VARCHAR) rate
                        FROM '{job.parent / prior["path"]}')
                SELECT {columns}, n, coalesce(t, 0), rate
                FROM p LEFT JOIN t USING ({columns}) JOIN r USING ({keys})
                """
            ).fetchall()
        *cells, people, members, rates = zip(*rows, strict=True)
        self.people = np.array(people, dtype=np.int64)
        self.members = np.array(members, dtype=np.int64)
        self.distinct = sorted({Fraction(one) for one in rates})
        place = {rate: number for number, rate in enumerate(self.distinct)}
        self.rates = np.array([place[Fraction(one)] for one in rates], dtype=np.int64)
        self.codes: list[list[Ints]] = []
        self.losses: list[list[float]] = []
        for name, values in zip(self.names, cells, strict=True):
            word: Any = words[name]
            path = job.parent / (word["hierarchy"] if isinstance(word, dict) else word)
            self._read(path, [str(value) for value in values])

    def _read(self, path: Path, values: list[str]) -> None:
        """Number the labels of a column on each level, and measure what T loses there."""
        text = path.read_text(encoding="utf-8")
        rows = list(csv.reader(text.splitlines(), delimiter=";" if ";" in text else ","))
        paths = {row[0]: row for row in rows if row}
        codes, losses = [], []
        for level in range(len(rows[0])):
            labels = sorted({row[level] for row in paths.values()})
            number = {label: place for place, label in enumerate(labels)}
            leaves = np.zeros(len(labels), dtype=np.int64)
            for row in paths.values():
                leaves[number[row[level]]] += 1
            codes.append(np.array([number[paths[value][level]] for value in values]))
            lost = ((leaves[codes[-1]] - 1) * self.members).sum()
            losses.append(lost / (len(paths) - 1) / self.members.sum())
        self.codes.append(codes)
        self.losses.append(losses)

    def loss(self, node: tuple[int, ...]) -> float:
        """The loss of a node."""
        pairs = zip(self.losses, node, strict=True)
        return float(sum(losses[level] for losses, level in pairs)) / len(node)

    def holds(self, node: tuple[int, ...]) -> bool | None:
        """Whether every posterior lies within δ at a node; None if presence alone does not."""
        key = np.zeros(len(self.people), dtype=np.int64)
        for codes, level in zip(self.codes, node, strict=True):
            _, key = np.unique(
                key * (int(codes[level].max()) + 1) + codes[level], return_inverse=True
            )
        people = np.bincount(key, self.people).astype(np.int64)
        members = np.bincount(key, self.members).astype(np.int64)
        if not all(
            self.bounds.allows(n, t) for n, t in zip(people.tolist(), members.tolist(), strict=True)
        ):
            return None
        width = len(self.distinct)
        kinds = np.bincount(key * width + self.rates, self.people, len(people) * width)
        kinds = kinds.reshape(len(people), width).astype(np.int64)
        for of_class, inside in zip(kinds, members.tolist(), strict=True):
            if inside or self.bounds.minimum:
                known = {self.distinct[k]: int(of_class[k]) for k in np.flatnonzero(of_class)}
                if not lies_within(self.bounds, known, inside):
                    return False
        return True


def main() -> int:
    """Run the command; return 1 if dpsql's optimum is not the best."""
    job = Path(sys.argv[1])
    with TemporaryDirectory() as folder:
        release = ReleaseOptions(path=str(Path(folder) / "r.parquet"))
        found = dpsql.anonymize(read_job(job).with_unchecked({"release": release}))
    chosen = tuple(found.levels.values())
    began, force = process_time(), BruteForce(job)
    best = force.loss(chosen)
    counted = {True: 0, False: 0, None: 0}
    cheaper: list[tuple[float, tuple[int, ...]]] = []
    for node in product(*(range(len(levels)) for levels in force.codes)):
        loss = force.loss(node)
        if loss < best - 1e-12:
            held = force.holds(node)
            counted[held] += 1
            if held:
                cheaper.append((loss, node))
    agree = not cheaper and force.holds(chosen) is True
    told = {
        "cheaper nodes": sum(counted.values()),
        "of these refused by presence": counted[None],
        "of these refused by the posterior alone": counted[False],
        "seconds": round(process_time() - began),
        "levels": chosen,
        "loss": best,
        "agree": agree,
    }
    print(json.dumps(told))
    return 0 if agree else 1


if __name__ == "__main__":
    sys.exit(main())
