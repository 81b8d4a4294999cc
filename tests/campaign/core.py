"""The trusted core, and the tests that guard it: ``python -m tests.campaign.core`` covers it.

Exits with 1 unless they run every line of it, and every branch both ways.
"""

import subprocess
import sys
import tomllib
from pathlib import Path

TESTS = (
    "dpsql/domain/threshold.py",
    "tests/unit/test_threshold.py",
    "tests/unit/test_signals.py",
    "tests/functional/test_target.py",
    "tests/functional/test_publish.py",
    "tests/functional/test_private_folder.py",
    "tests/functional/test_signal_at_any_line.py",
    "tests/functional/test_formulas.py",
    "tests/functional/test_manifest.py",
)


def core_files() -> list[str]:
    """The files of the trusted core, as pyproject.toml names them for its coverage."""
    words = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))
    files: list[str] = words["tool"]["coverage"]["report"]["include"]
    return files


def main() -> None:
    """Run the tests under coverage, and report."""
    coverage = (sys.executable, "-m", "coverage")
    for words in (("run", "-m", "pytest", "-q", "-n", "0", *TESTS), ("report",)):
        if code := subprocess.run([*coverage, *words], check=False).returncode:
            sys.exit(code)


if __name__ == "__main__":
    main()
