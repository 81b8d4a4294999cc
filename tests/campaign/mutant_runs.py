"""Runs tests on mutants, in a copy of the repository that the command ``mutants`` has made.

    python -m tests.campaign.mutant_runs FOLDER [FILE...] [--operator NAME]... [--every N]

in the copy, and from nowhere else: each mutant is written in place of its file, and the tests of
the changed statement are run. Where files or operators are named, only mutants of these; with
``--every 10`` each tenth of them. A line per mutant goes to FOLDER/mutants.jsonl.
"""

import argparse
import hashlib
import importlib
import json
import os
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tests.campaign.core import core_files
from tests.campaign.equivalents import find_reason
from tests.campaign.forked_tests import ForkedTests, die_with_parent
from tests.campaign.mutations import Mutant, find_mutants

#: What is imported before the forks, so that none of them has to.
IMPORTED = (
    "duckdb",
    "hypothesis",
    "jinja2",
    "numpy",
    "pydantic",
    "rich",
    "sqlglot",
    "typer",
    "yaml",
)


def main() -> None:
    """Run every mutant that has no result yet; survivors again where anything changed.

    The results of the mutants that there are now go to FOLDER/mutants.json, a line each.
    """
    die_with_parent()
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("files", nargs="*")
    parser.add_argument("--operator", action="append", default=[])
    parser.add_argument("--every", type=int, default=1)
    asked = parser.parse_args()
    folder: Path = asked.folder
    for name in IMPORTED:
        importlib.import_module(name)
    tests, digest = ForkedTests(folder), _digest_all()
    tests.measure(digest)
    kept = _read_results(folder / "mutants.jsonl")
    wanted = [
        (file, mutant)
        for file in asked.files or core_files()
        for mutant in find_mutants(_read(file))
        if not asked.operator or mutant.operator in asked.operator
    ]
    keys = {
        (file, mutant): (file, _digest([Path(file)]), mutant.operator, mutant.occurrence)
        for file, mutant in wanted[:: asked.every]
    }
    todo = [place for place, key in keys.items() if _is_open(kept.get(key), digest)]
    _refuse_failing(tests, {file for file, _ in todo})
    for number, (file, mutant) in enumerate(todo, 1):
        result = _run(tests, file, mutant) | {"source": keys[file, mutant][1], "digest": digest}
        kept[keys[file, mutant]] = result
        with (folder / "mutants.jsonl").open("a", encoding="utf-8") as results:
            results.write(f"{json.dumps(result)}\n")
        told = f"{result['found']}: {file}: {mutant.operator}: {mutant.text}"
        print(f"{number} of {len(todo)} {told}", flush=True)
    lines = [json.dumps(kept[key]) for key in keys.values()]
    (folder / "mutants.json").write_text("\n".join([*lines, ""]), encoding="utf-8")


def _refuse_failing(tests: ForkedTests, files: set[str]) -> None:
    """Exit unless a test of each kind passes on each file as it is.

    This also leaves the compiled tests for the forks to come. What was compiled of the core goes:
    it might be taken for a mutant that is as long, and was written in the same second.
    """
    for file in sorted(files):
        some = tests.find(file, (1, len(_read(file).splitlines())))
        of_each = {test.partition("::")[0]: test for test in reversed(some)}
        found, noticed = tests.attempt([*of_each.values()])
        if found != "survived":
            raise SystemExit(f"the tests of {file} fail as they are: {noticed}")
    for file in files:
        for compiled in Path(file).parent.glob(f"__pycache__/{Path(file).stem}.*.pyc"):
            compiled.unlink()
    sys.dont_write_bytecode = True
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"


def _run(tests: ForkedTests, file: str, mutant: Mutant) -> dict[str, Any]:
    original, text = _read(file), mutant.make()
    if text is None or text == original:
        raise SystemExit(f"{file}: {mutant.operator} {mutant.occurrence} changes nothing")
    begin = time.monotonic()
    try:
        Path(file).write_text(text, encoding="utf-8")
        found, noticed = tests.attempt(tests.find(file, mutant.lines))
    finally:
        Path(file).write_text(original, encoding="utf-8")
    return {
        "file": file,
        "operator": mutant.operator,
        "occurrence": mutant.occurrence,
        "line": mutant.line,
        "text": mutant.text,
        "found": found,
        "noticed": noticed,
        "seconds": round(time.monotonic() - begin, 1),
    }


def _read_results(results: Path) -> dict[tuple[str, str, str, int], dict[str, Any]]:
    """The last result of each mutant, by file, digest of the file, operator and place."""
    if not results.exists():
        return {}
    lines = [json.loads(line) for line in results.read_text(encoding="utf-8").splitlines()]
    return {
        (line["file"], line["source"], line["operator"], line["occurrence"]): line for line in lines
    }


def _is_open(result: dict[str, Any] | None, digest: str) -> bool:
    """Whether to run a mutant; one that was killed, or must survive, is run once."""
    if result is None or result["found"] != "survived":
        return result is None
    is_known = find_reason(result["file"], result["operator"], result["text"])
    return result["digest"] != digest and not is_known


def _read(file: str) -> str:
    return Path(file).read_text(encoding="utf-8")


def _digest_all() -> str:
    """Of all that decides what a test finds; campaigns are not among the tests."""
    files = (*Path("dpsql").rglob("*.py"), *Path("tests").rglob("*.py"))
    return _digest(file for file in files if "campaign" not in file.parts)


def _digest(files: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for file in sorted(files):
        digest.update(f"{file} {hashlib.sha256(file.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()


if __name__ == "__main__":
    main()
