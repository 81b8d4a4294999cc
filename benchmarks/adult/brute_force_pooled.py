"""``python -m benchmarks.adult.brute_force_pooled JOB``: all starts of pooling by columns, counted.

Every start and every number of people that a job tries by itself are simulated, one by one,
with numpy; nothing is ruled out by a bound, and no code is shared with dpsql's search. Left out are
only numbers with which a class of the start that violates δ settles at once: these fail by
definition. The best is compared with what ``dpsql.anonymize`` finds for the same job.

JOB: a job whose quasi-identifiers have hierarchies in CSV files without equal texts on two levels,
and whose private table is a column of P or a file of its own, a Parquet file as P is. δ and loss
are all that counts.
"""

import argparse
import csv
import json
import sys
from collections import Counter
from collections.abc import Iterator
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

Ints = NDArray[np.int64]
Levels = tuple[int, ...]
#: Loss, sum of the start's levels, the start, people that settle together.
Found = tuple[Fraction, int, Levels, int]


class Column:
    """One quasi-identifier: the label of each value on each level by number, and its leaves."""

    def __init__(self, path: Path, values: list[str]) -> None:
        text = path.read_text(encoding="utf-8")
        rows = list(csv.reader(text.splitlines(), delimiter=";" if ";" in text else ","))
        paths = {row[0]: tuple(row) for row in rows if row}
        self.height = len(rows[0]) - 1
        texts = [{labels[level] for labels in paths.values()} for level in range(self.height + 1)]
        if len(texts[-1]) > 1 or len(set().union(*texts)) < sum(map(len, texts)):
            raise SystemExit(f"{path}: needs one root, and other texts on every level")
        self.leaves = len(paths)
        self.codes, self.parents, self.under = [], [], []
        numbers = [{text: n for n, text in enumerate(sorted(one))} for one in texts]
        for level, number in enumerate(numbers):
            self.codes.append(np.array([number[paths[value][level]] for value in values]))
            under = Counter(labels[level] for labels in paths.values())
            self.under.append(np.array([under[text] for text in number]))
            if level < self.height:
                parent = np.zeros(len(number), dtype=np.int64)
                for labels in paths.values():
                    parent[number[labels[level]]] = numbers[level + 1][labels[level + 1]]
                self.parents.append(parent)


class Classes:
    """Classes at a node: a code per column, people of P and rows of T."""

    def __init__(self, codes: list[Ints], public: Ints, private: Ints) -> None:
        self.codes, self.public, self.private = codes, public, private

    def merge(self) -> "Classes":
        """Make one class of those with equal codes."""
        key, places = np.zeros(len(self.public), dtype=np.int64), 1
        for codes in self.codes:
            size = int(codes.max()) + 1
            key, places = key + codes * places, places * size
        assert places < 2**62
        _, first, number = np.unique(key, return_index=True, return_inverse=True)
        sums = (
            np.bincount(number, weights=counts).astype(np.int64)
            for counts in (self.public, self.private)
        )
        return Classes([codes[first] for codes in self.codes], *sums)

    def pick(self, chosen: NDArray[np.bool_]) -> "Classes":
        """Keep some of the classes."""
        codes = [one[chosen] for one in self.codes]
        return Classes(codes, self.public[chosen], self.private[chosen])


class BruteForce:
    """P and T, and what a job asks of them."""

    def __init__(self, job: Path) -> None:
        said = yaml.safe_load(job.read_text(encoding="utf-8"))
        names = list(said["quasi_identifiers"])
        cells = ", ".join(f'CAST("{name}" AS VARCHAR)' for name in names)
        public, private = said["public"], said["private"]
        source = f"FROM '{job.parent / public}'"
        people = Counter(duckdb.execute(f"SELECT {cells} {source}").fetchall())
        if isinstance(private, dict):
            source += f" WHERE {private['where']}"
        else:
            source = f"FROM '{job.parent / private}'"
        rows = Counter(duckdb.execute(f"SELECT {cells} {source}").fetchall())
        tuples = list(people)
        self.columns = [
            Column(job.parent / said["quasi_identifiers"][name], [row[j] for row in tuples])
            for j, name in enumerate(names)
        ]
        self.public = np.array([people[row] for row in tuples])
        self.private = np.array([rows[row] for row in tuples])
        delta = said["delta"]
        self.least, self.most = (
            Fraction(str(delta.get(end, int(end == "max")))) for end in ("min", "max")
        )

    def list_found(self) -> Iterator[Found]:
        """Yield every release that holds."""
        people = int(self.public.sum())
        powers = (first * 10**power for power in range(len(str(people))) for first in (1, 2, 5))
        usual = {number for number in powers if 2 <= number <= people // 2}
        for start in product(*(range(column.height + 1) for column in self.columns)):
            codes = [one.codes[level] for one, level in zip(self.columns, start, strict=True)]
            classes = Classes(codes, self.public, self.private).merge()
            largest = int(classes.public[self.fail(classes)].max(initial=0))
            for number in sorted(usual | {largest + 1}):
                if number > largest and (loss := self.settle(classes, start, number)) is not None:
                    yield loss, sum(start), start, number

    def fail(self, classes: Classes) -> NDArray[np.bool_]:
        """Which classes violate δ."""
        public, private = classes.public, classes.private
        above = private * self.most.denominator > public * self.most.numerator
        below = private * self.least.denominator < public * self.least.numerator
        failing: NDArray[np.bool_] = above | below
        return failing

    def settle(self, classes: Classes, start: Levels, number: int) -> Fraction | None:
        """Let everybody settle; return the loss, or None if some class violates δ."""
        levels, left = list(start), classes
        lost = [0] * len(levels)
        while True:
            is_root = levels == [one.height for one in self.columns]
            stays = (left.public >= number) | is_root
            settled = left.pick(stays)
            if self.fail(settled).any():
                return None
            for j, level in enumerate(levels):
                leaves = self.columns[j].under[level][settled.codes[j]] - 1
                lost[j] += int((leaves * settled.private).sum())
            if stays.all():
                break
            left = left.pick(~stays)
            j = self.choose(left, levels)
            left.codes[j] = self.columns[j].parents[levels[j]][left.codes[j]]
            levels[j] += 1
            left = left.merge()
        shares = (
            Fraction(sum_, column.leaves - 1)
            for sum_, column in zip(lost, self.columns, strict=True)
        )
        return sum(shares, Fraction(0)) / (int(self.private.sum()) * len(levels))

    def choose(self, left: Classes, levels: list[int]) -> int:
        """Return the column whose effective number of labels falls most for the loss."""
        ranked = []
        for j, level in enumerate(levels):
            column = self.columns[j]
            if level == column.height:
                continue
            now = np.bincount(
                left.codes[j], weights=left.public, minlength=len(column.under[level])
            )
            now = now.astype(np.int64)
            then = np.bincount(column.parents[level], weights=now).astype(np.int64)
            more = column.under[level + 1][column.parents[level]] - column.under[level]
            before, after, loss = (
                int((a * b).sum()) for a, b in ((now, now), (then, then), (now, more))
            )
            ranked.append((before, after, Fraction(loss, column.leaves - 1), j))
        free = [j for *_, loss, j in ranked if not loss]
        if free:
            return free[0]
        best = max(
            (Fraction(after - before, before * after) / loss, -loss, -j)
            for before, after, loss, j in ranked
        )
        return -best[2]


def ask_dpsql(job: Path) -> dict[str, Any]:
    """Let dpsql search; return the start, the number and the loss."""
    said = yaml.safe_load(job.read_text(encoding="utf-8"))
    said["delta"] = {end: str(bound) for end, bound in said["delta"].items()}
    with TemporaryDirectory() as folder:
        said |= {"algorithm": {"pooled": {"path": "columns"}}, "release": f"{folder}/r.parquet"}
        found = dpsql.anonymize(dpsql.Job(folder=job.parent.absolute(), **said)).to_dict()
    return {
        "start": list(found["levels"].values()),
        "least": found["pooled"]["least"],
        "loss": found["metrics"]["loss"],
    }


def main() -> None:
    """Count everything, print the best of both; exit 1 unless they agree."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("job", type=Path, metavar="JOB")
    job: Path = parser.parse_args().job
    begin, held, best = process_time(), 0, None
    for found in BruteForce(job).list_found():
        held += 1
        best = min(best or found, found)
    assert best is not None
    ours = {"start": list(best[2]), "least": best[3], "loss": float(best[0])}
    seconds = round(process_time() - begin)
    theirs = ask_dpsql(job)
    agree = ours["start"] == theirs["start"] and ours["least"] == theirs["least"]
    agree &= abs(ours["loss"] - theirs["loss"]) < 1e-12
    print(
        json.dumps(
            {"held": held, "seconds": seconds, "best": ours, "dpsql": theirs, "agree": agree}
        )
    )
    sys.exit(not agree)


if __name__ == "__main__":
    main()
