"""Does a test notice if the trusted core is changed? ``python -m tests.campaign.mutants FOLDER``.

Each file of the core is changed in one place at a time, in a copy of the repository in FOLDER, and
the tests that run that place must fail. Needs ``pip install -e '.[dev,mutants]'``. Goes on where it
was stopped; after a change it tries what survived again, and all mutants of a file that changed.
Prints the mutants that survived, and the reason where none could notice (`equivalents`); exits with
1 where less than 95 % of the others were noticed. One that never ends was noticed, too. With
``--tier`` only the tests of that tier may notice, and the results lie in a folder of that name in
FOLDER.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tests.campaign.core import core_files
from tests.campaign.equivalents import find_reason
from tests.tiers import TIERS, VARIABLE

REPOSITORY = Path(__file__).parents[2]
COPIED = ("dpsql", "sql_templates", "tests")
ASKED = 95.0


def run(
    folder: Path, tier: str, files: list[str], operators: list[str], every: int
) -> dict[str, Any]:
    """Run what has no result yet, of these files and operators or all; figures and survivors.

    `every`: run one mutant of so many, from the first to the last of each file.
    """
    tree, temporary = folder / "repository", folder / "temporary"
    for path in (tree, temporary):
        shutil.rmtree(path, ignore_errors=True)
        path.mkdir(parents=True)
    shutil.copy(REPOSITORY / "pyproject.toml", tree)
    for name in COPIED:
        compiled = shutil.ignore_patterns("__pycache__")
        shutil.copytree(REPOSITORY / name, tree / name, ignore=compiled)
    subprocess.run(
        [
            *(sys.executable, "-m", "tests.campaign.mutant_runs", str(folder), *files),
            *(f"--operator={name}" for name in operators),
            f"--every={every}",
        ],
        cwd=tree,
        env=os.environ
        | {
            "PYTHONPATH": str(tree),
            VARIABLE: tier,
            "TMPDIR": str(temporary),
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        },
        check=True,
    )
    shutil.rmtree(temporary, ignore_errors=True)
    results = [json.loads(line) for line in (folder / "mutants.json").read_text().splitlines()]
    return summarize(results)


def summarize(results: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """The figures of results; what survived without a reason, and what with one."""
    results = list(results)
    found = Counter(result["found"] for result in results)
    survivors = [result for result in results if result["found"] == "survived"]
    reasons = [find_reason(one["file"], one["operator"], one["text"]) for one in survivors]
    for one, reason in zip(survivors, reasons, strict=True):
        place = f"{one['file']}:{one['line']}"
        print(f"survived: {place}: {one['operator']}: {one['text']} ({reason or 'unexplained'})")
    noticed = found["killed"] + found["timeout"]
    equivalent = len([reason for reason in reasons if reason])

    def share(mutants: int) -> float:
        return 1000 * noticed // max(mutants, 1) / 10

    return {
        "campaign": "mutants",
        "mutants": len(results),
        "killed": found["killed"],
        "timeouts": found["timeout"],
        "survived": len(survivors),
        "of_them_equivalent": equivalent,
        "percent_of_all": share(len(results)),
        "percent": share(len(results) - equivalent),
    }


def main() -> None:
    """Exit with 1 below what is asked."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="keeps copy and results")
    parser.add_argument("--tier", choices=TIERS, default="all", help="of the tests; all of them")
    parser.add_argument(
        "--file", action="append", choices=core_files(), help="of the core; repeat it; all of them"
    )
    parser.add_argument(
        "--operator", action="append", help="of changes, LeaveOutStatement say; repeat it; all"
    )
    parser.add_argument(
        "--every", type=int, default=1, metavar="N", help="one mutant of N, a sample; default: 1"
    )
    asked = parser.parse_args()
    folder = asked.folder.absolute() / ("" if asked.tier == "all" else asked.tier)
    figures = run(folder, asked.tier, asked.file or [], asked.operator or [], asked.every)
    print(json.dumps(figures))
    sys.exit(figures["percent"] < ASKED)


if __name__ == "__main__":
    main()
