"""Twenty mistakes that somebody could make: ``python -m tests.campaign.hand_mutants FOLDER``.

Each is made in a copy of the repository in FOLDER, and tests must fail. Prints a table: the
mistake, the first tier that notices it, and a test that does. Exits with 1 if one is not noticed.
The tests named with a mistake are run first; if none of them fails, the whole tier is run.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.campaign.mutants import COPIED, REPOSITORY
from tests.tiers import TIERS, VARIABLE

_SECONDS = 3600


@dataclass(frozen=True)
class Mistake:
    """A change of one place of a file, and tests that are likely to notice it."""

    title: str
    file: str
    before: str
    after: str
    tests: tuple[str, ...]


MISTAKES = (
    Mistake(
        "presence: δmax itself is refused (Python)",
        "dpsql/domain/threshold.py",
        "private_count * upper.denominator <= upper.numerator",
        "private_count * upper.denominator < upper.numerator",
        ("tests/unit/models/test_threshold.py",),
    ),
    Mistake(
        "presence: δmin is compared with T / P the wrong way round (Python)",
        "dpsql/domain/threshold.py",
        "private_count * lower.denominator >= lower.numerator",
        "private_count * lower.denominator <= lower.numerator",
        ("tests/unit/models/test_threshold.py",),
    ),
    Mistake(
        "presence: δmax itself is refused (SQL)",
        "dpsql/privacy/presence.py",
        "above = exp.GT(",
        "above = exp.GTE(",
        (
            "tests/unit/models/test_privacy_models.py",
            "tests/unit/search/test_class_table.py",
            "tests/spec",
        ),
    ),
    Mistake(
        "presence: δmin is not judged in SQL",
        "dpsql/privacy/presence.py",
        "return exp.or_(above, below)",
        "return above",
        ("tests/unit/models/test_privacy_models.py", "tests/spec"),
    ),
    Mistake(
        "presence: classes of P without rows of T are not judged",
        "dpsql/privacy/presence.py",
        "return self.bounds.allows(public_count, private_count)",
        "return private_count == 0 or self.bounds.allows(public_count, private_count)",
        ("tests/unit/models/test_privacy_models.py",),
    ),
    Mistake(
        "widths: products are taken as 64 bits where they need more",
        "dpsql/privacy/model.py",
        "_LARGEST_BIGINT = 2**63 - 1",
        "_LARGEST_BIGINT = 2**70 - 1",
        ("tests/unit/models/test_privacy_models.py", "tests/unit/search/test_class_table.py"),
    ),
    Mistake(
        "widths: codes of up to 256 labels are stored in one signed byte",
        "dpsql/sql/lattice/frequency_set.py",
        '(2**7, "TINYINT")',
        '(2**8, "TINYINT")',
        ("tests/sql", "tests/conformance", "tests/unit"),
    ),
    Mistake(
        "widths: sums of packed codes are taken from doubles that are too large",
        "dpsql/search/class_tables/class_table.py",
        "_LARGEST_EXACT = 2**53",
        "_LARGEST_EXACT = 2**63",
        ("tests/unit/search/test_class_table.py",),
    ),
    Mistake(
        "search: a node that fails rules out all others",
        "dpsql/search/full_domain/spalm.py",
        "self.open_nodes.close_descendants(node)",
        "self.open_nodes.close_descendants(self.open_nodes.lattice.root)",
        ("tests/unit/search/test_spalm.py",),
    ),
    Mistake(
        "search: an ascent ends at a parent that holds",
        "dpsql/search/full_domain/ascent.py",
        "failing = [parent for parent in counted if parent not in holding]",
        "failing = [*counted]",
        ("tests/unit/search/test_spalm.py", "tests/generative/search/test_ascent.py"),
    ),
    Mistake(
        "order: a CSV release is not sorted",
        "dpsql/release/write.py",
        "return exp.select(*named).from_(rows).order_by(*order)",
        "return exp.select(*named).from_(rows)",
        (
            "tests/conformance/releases/test_order_of_releases.py",
            "tests/conformance/tables/test_values.py",
        ),
    ),
    Mistake(
        "order: 0 and -0 keep the order of T",
        "dpsql/release/write.py",
        "return query.order_by(*texts, append=True) if texts else query",
        "return query",
        ("tests/conformance/releases/test_order_of_releases.py",),
    ),
    Mistake(
        "order: the verifier does not look at the order of rows",
        "dpsql/verifier/released_rows.py",
        "if engine.fetch(query)[0][0]:",
        "if engine.fetch(query)[0][0] < 0:",
        (
            "tests/conformance/releases/test_order_of_releases.py",
            "tests/faults/test_damaged_releases.py",
        ),
    ),
    Mistake(
        "lock: two runs may hold it",
        "dpsql/release/lock.py",
        "fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)",
        "fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)",
        ("tests/functional/releases/test_target.py", "tests/functional/releases/test_publish.py"),
    ),
    Mistake(
        "lock: a file that was removed meanwhile is taken for the lock",
        "dpsql/release/lock.py",
        "if os.path.samestat(os.fstat(descriptor), os.lstat(path)):",
        "if os.path.samestat(os.fstat(descriptor), os.fstat(descriptor)):",
        ("tests/functional/releases/test_target.py", "tests/functional/releases/test_publish.py"),
    ),
    Mistake(
        "publishing: the manifest is not written to the disk before the release",
        "dpsql/release/publish.py",
        "            move(manifest, target.manifest_path)\n            sync(target.path.parent)\n",
        "            move(manifest, target.manifest_path)\n",
        ("tests/functional/releases/test_publish.py",),
    ),
    Mistake(
        "verifier: rows of T that are missing from the release are not counted",
        "dpsql/verifier/verified.py",
        "if one.private != one.released)",
        "if one.private < one.released)",
        (
            "tests/conformance/parts/test_verify_boxes.py",
            "tests/spec",
            "tests/faults/test_damaged_releases.py",
        ),
    ),
    Mistake(
        "verifier: its presence is not compared with the search's",
        "dpsql/use_cases/make_release.py",
        "if (verified.minimum, verified.maximum) != (presence.minimum, presence.maximum):",
        "if (verified.minimum, verified.maximum) == (None, presence.maximum):",
        ("tests/unit/verifier/test_checks_of_a_release.py",),
    ),
    Mistake(
        "verifier: the bytes of a release are not compared",
        "dpsql/verifier/written_bytes.py",
        "if hash_file(again) == hash_file(file):",
        "if hash_file(again):",
        (
            "tests/unit",
            "tests/functional/releases/test_bytes_of_releases.py",
            "tests/faults/test_damaged_releases.py",
        ),
    ),
    Mistake(
        "verifier: what a manifest claims besides its release is not compared",
        "dpsql/verifier/check_release.py",
        "if claims.to_bytes() == true.to_bytes():",
        "if claims.release == true.release:",
        ("tests/unit/verifier/test_checks_of_a_release.py",),
    ),
)


def find_notice(tree: Path, mistake: Mistake) -> tuple[str, str] | None:
    """The first tier that notices a mistake, and a test that fails."""
    path = tree / mistake.file
    original = path.read_text(encoding="utf-8")
    if original.count(mistake.before) != 1:
        raise SystemExit(f"{mistake.file}: {mistake.before!r} stands there not once")
    path.write_text(original.replace(mistake.before, mistake.after), encoding="utf-8")
    try:
        for tier in TIERS:
            for tests in (mistake.tests, ()):
                if found := _run(tree, tier, tests):
                    return tier, found
    finally:
        path.write_text(original, encoding="utf-8")
    return None


def _run(tree: Path, tier: str, tests: tuple[str, ...]) -> str | None:
    """Run tests of a tier until one fails; the failing test, or None."""
    words = ["-x", "-q", "-n", "0" if tests else "auto", "-p", "no:cacheprovider", *tests]
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", *words],
        cwd=tree,
        env=os.environ | {VARIABLE: tier, "PYTHONPATH": str(tree)},
        capture_output=True,
        text=True,
        timeout=_SECONDS,
        check=False,
    )
    found = re.search(r"^(?:FAILED|ERROR) (\S+)", ended.stdout, re.MULTILINE)
    if ended.returncode == 1 and found:
        return found[1].partition("[")[0]
    # 5: none of the tests is of this tier.
    if ended.returncode not in (0, 5):
        raise SystemExit(f"pytest ends with {ended.returncode}:\n{ended.stdout[-2000:]}")
    return None


def main() -> None:
    """Try each mistake, and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="holds the copy")
    tree = parser.parse_args().folder.absolute() / "hand_mutants"
    shutil.rmtree(tree, ignore_errors=True)
    tree.mkdir(parents=True)
    shutil.copy(REPOSITORY / "pyproject.toml", tree)
    for name in COPIED:
        shutil.copytree(
            REPOSITORY / name, tree / name, ignore=shutil.ignore_patterns("__pycache__")
        )
    print("| mistake | tier | noticed by |\n| --- | --- | --- |", flush=True)
    is_missed = False
    for mistake in MISTAKES:
        found = find_notice(tree, mistake)
        is_missed |= found is None
        tier, test = found or ("none", "nobody")
        print(f"| {mistake.title} | `{tier}` | `{test}` |", flush=True)
    sys.exit(is_missed)


if __name__ == "__main__":
    main()
