"""The trusted core, and the tests that guard it: ``python -m tests.campaign.core`` covers it.

Exits with 1 unless they run every line of it, and every branch both ways.
"""

import subprocess
import sys
import tomllib
from pathlib import Path

TESTS = (
    "dpsql/domain/threshold.py",
    "tests/unit/models/test_threshold.py",
    "tests/unit/runs/test_signals.py",
    "tests/functional/releases/test_target.py",
    "tests/functional/releases/test_publish.py",
    "tests/functional/releases/test_released_tables.py",
    "tests/lakes/test_reading_folders.py",
    "tests/lakes/test_released_folders.py",
    "tests/lakes/test_released_folder_kills.py",
    "tests/functional/releases/test_private_folder.py",
    "tests/functional/runs/test_signal_at_any_line.py",
    "tests/functional/releases/test_formulas.py",
    "tests/functional/releases/test_manifest.py",
    "tests/functional/looking/test_release_problems.py",
    "tests/functional/looking/test_steering.py",
    # What checks a release, and the use case that makes one.
    "dpsql/verifier/boxes/buckets.py",
    "dpsql/verifier/pooled/expected_pooling.py",
    "dpsql/verifier/natural_order.py",
    "tests/unit/verifier/test_buckets.py",
    "tests/unit/verifier/test_checks_of_a_release.py",
    "tests/unit/verifier/test_cover.py",
    "tests/unit/verifier/test_natural_order.py",
    "tests/unit/verifier/test_foreign_cells.py",
    "tests/unit/verifier/test_next_steps.py",
    "tests/unit/verifier/test_posteriors.py",
    "tests/unit/verifier/test_recount.py",
    "tests/unit/verifier/test_refusals_of_the_verifier.py",
    "tests/unit/verifier/test_value_orders.py",
    "tests/unit/statistics/test_composition_bounds.py",
    "tests/unit/statistics/test_prior_vectors.py",
    "tests/oracle/vectors/test_composition.py",
    "tests/conformance/knowledge/test_counts.py",
    "tests/conformance/knowledge/test_earlier.py",
    "tests/conformance/knowledge/test_known_absence.py",
    "tests/conformance/knowledge/test_population.py",
    "tests/conformance/knowledge/test_priors.py",
    "tests/conformance/knowledge/test_what_others_changed.py",
    "tests/conformance/parts/test_hierarchy_cuts.py",
    "tests/conformance/parts/test_overlap.py",
    "tests/conformance/releases/test_kept_columns.py",
    "tests/conformance/tables/test_kept_counts.py",
    "tests/conformance/releases/test_order_of_releases.py",
    "tests/conformance/parts/test_pooled.py",
    "tests/conformance/search/test_sample.py",
    "tests/conformance/search/test_verdicts.py",
    "tests/conformance/parts/test_verify_boxes.py",
    "tests/functional/statistics/test_population.py",
    "tests/functional/statistics/test_priors.py",
    "tests/functional/releases/test_boxes.py",
    "tests/functional/releases/test_bytes_of_releases.py",
    "tests/functional/looking/test_choice.py",
    "tests/functional/commands/test_files_that_come_and_go.py",
    "tests/functional/releases/test_earlier.py",
    "tests/functional/releases/test_foreign_releases.py",
    "tests/functional/releases/test_public_columns.py",
    "tests/functional/commands/test_refusals.py",
    "tests/functional/releases/test_resume.py",
    "tests/functional/commands/test_what_an_attack_found.py",
    "tests/faults/test_damaged_releases.py",
    "tests/spec/test_other_models_on_the_paper_example.py",
    "tests/spec/test_sensitive_columns.py",
)
#: On DuckDB: the core is the same on every engine.
OPTIONS = ("-k", "not postgres and not spark and not duckdb_connection")


def core_files() -> list[str]:
    """The files of the trusted core, as pyproject.toml names them for its coverage."""
    words = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))
    patterns = words["tool"]["coverage"]["report"]["include"]
    return sorted(str(path) for pattern in patterns for path in Path().glob(pattern))


def main() -> None:
    """Run the tests under coverage, and report."""
    coverage = (sys.executable, "-m", "coverage")
    for words in (("run", "-m", "pytest", "-q", "-n", "0", *OPTIONS, *TESTS), ("report",)):
        if code := subprocess.run([*coverage, *words], check=False).returncode:
            sys.exit(code)


if __name__ == "__main__":
    main()
