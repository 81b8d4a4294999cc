"""Runs another program on one question, in the environment that `benchmarks.peers` makes.

``python peer_tools.py PEER QUESTION DIR COLUMN…`` prints, as its last line, the levels that the
program found and the nodes that it checked (null if it does not report them).
"""

import csv
import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

K, MOST_PRESENT = 5, (1, 10)
Ladders = dict[str, list[list[str]]]


def ask_crowds(table: Any, ladders: Ladders, question: str) -> tuple[dict[str, int], int | None]:
    """Search by OLA with precision; δ-presence is checked by a group-by of pandas."""
    ola: Any = import_module("crowds.kanonymity.ola")
    rule = import_module("crowds.kanonymity.generalizations").GenRule
    rules = {name: rule(_read_steps(rows)) for name, rows in ladders.items()}
    checks = [ola._check_kanonymity, _check_presence]
    checked = 0

    def check(released: Any, node: Any, k: int, suppressed: int) -> bool:
        nonlocal checked
        checked += 1
        holds = checks[question == "presence"](released, node, k, suppressed)
        return bool(holds)

    ola._check_kanonymity = check
    levels = ola.anonymize(table, rules, k=K if question == "k_anonymity" else 1)[1]
    return levels, checked


def _read_steps(rows: list[list[str]]) -> list[Any]:
    """Return a function per level between the raw value and the root, which crowds adds."""
    return [{row[0]: row[level] for row in rows}.get for level in range(1, len(rows[0]) - 1)]


def _check_presence(released: Any, node: Any, _k: int, _suppressed: int) -> bool:
    """Return whether at most a tenth of each class are members; monotone, as OLA needs."""
    classes = released.groupby(list(node.gen_rules), sort=False, dropna=False)  # None is a root
    groups = classes["member"].agg(["sum", "count"])
    numerator, denominator = MOST_PRESENT
    return bool((groups["sum"] * denominator <= groups["count"] * numerator).all())


def ask_anjana(table: Any, ladders: Ladders) -> tuple[dict[str, int], int | None]:
    """Generalize greedily to k-anonymity, nothing suppressed."""
    columns = {
        name: {level: [row[level] for row in rows] for level in range(len(rows[0]))}
        for name, rows in ladders.items()
    }
    names = list(ladders)
    released = import_module("anjana.anonymity").k_anonymity(table, [], names, K, 0, columns)
    utils = import_module("anjana.anonymity.utils.utils")
    return dict(zip(names, utils.get_transformation(released, names, columns), strict=True)), None


def main() -> None:
    """Run the command."""
    peer, question, place, *names = sys.argv[1:]
    ladders = {}
    for name in names:
        path = Path(place) / "hierarchies" / f"{name}.csv"
        with path.open(encoding="utf-8", newline="") as file:
            ladders[name] = list(csv.reader(file, delimiter=";"))
    table = import_module("pandas").read_parquet(Path(place) / "public.parquet")
    table[names] = table[names].astype(str)
    if peer == "crowds":
        levels, checked = ask_crowds(table, ladders, question)
    else:
        levels, checked = ask_anjana(table, ladders)
    print(json.dumps({"levels": levels, "checked": checked}, default=int))


if __name__ == "__main__":
    main()
