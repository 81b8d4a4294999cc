"""``python -m tests.campaign.instances EXAMPLES``: random instances against the oracle.

Runs every test of tests/generative, or of the files that ``--only`` names, with so many examples
for each test that compares whole runs with brute force (others take their share,
`tests/generative/budget.py`), file by file. With ``--folder`` the figures of a file are kept there,
and a file that is there is not run again.
The exit code is 1 if a test failed, or if fewer instances than asked for were compared: tests that
were skipped prove nothing. A ``--seed`` draws the same instances again; pieces of a campaign need
different ones.
"""

import argparse
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parents[1] / "generative"
#: Instances below which a campaign fails.
LEAST = 20_000
_EXAMPLES = re.compile(r"^ +- (\d+) passing, \d+ failing", re.MULTILINE)


def run_file(file: Path, examples: int, seed: int | None) -> dict[str, object]:
    """Run one file of tests; return how many examples passed, and whether any failed."""
    words = ["-n", "0", "-p", "no:cacheprovider", "--hypothesis-show-statistics", str(file)]
    words += [] if seed is None else [f"--hypothesis-seed={seed}"]
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", *words],
        env={**os.environ, "DPSQL_CASES": "all", "DPSQL_EXAMPLES": str(examples)},
        capture_output=True,
        text=True,
        check=False,
    )
    passing = sum(int(count) for count in _EXAMPLES.findall(ended.stdout))
    # 5: the file holds no test.
    failed = ended.returncode not in (0, 5)
    if failed:
        sys.stderr.write(ended.stdout[-20_000:])
    return {"file": file.name, "examples": examples, "instances": passing, "failed": failed}


def run_all(
    examples: int, only: str, kept: Path | None, seed: int | None
) -> Iterator[dict[str, object]]:
    """Run the files with `only` in their names that have no figures yet; yield those of all."""
    for file in sorted(file for file in TESTS.rglob("test_*.py") if only in file.name):
        note = kept and kept / f"{file.stem}.json"
        if (
            note
            and note.exists()
            and (found := json.loads(note.read_text()))["examples"] == examples
        ):
            yield found
            continue
        found = run_file(file, examples, seed)
        if note and not found["failed"]:
            note.write_text(json.dumps(found))
        sys.stderr.write(f"{json.dumps(found)}\n")
        yield found


def main() -> None:
    """Run the campaign and print its figures; exit 1 if any test failed, or too few were run."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("examples", type=int, metavar="EXAMPLES", help="examples of a test")
    parser.add_argument("--only", default="", metavar="NAME", help="files with this in their names")
    parser.add_argument("--folder", type=Path, help="keep the figures of each file here")
    parser.add_argument("--seed", type=int, metavar="N", help="draw the instances of this seed")
    parser.add_argument(
        "--least", type=int, default=LEAST, metavar="N", help=f"instances that are asked ({LEAST})"
    )
    asked = parser.parse_args()
    if asked.folder:
        asked.folder.mkdir(parents=True, exist_ok=True)
    found = list(run_all(asked.examples, asked.only, asked.folder, asked.seed))
    failed = [one["file"] for one in found if one["failed"]]
    instances = sum(int(str(one["instances"])) for one in found)
    figures = {"instances": instances, "least": asked.least, "files": len(found), "failed": failed}
    print(json.dumps(figures))
    if instances < asked.least:
        sys.stderr.write(f"instances: {instances} are fewer than the {asked.least} asked for\n")
    sys.exit(bool(failed) or instances < asked.least)


if __name__ == "__main__":
    main()
