"""Which tests run when: ``DPSQL_CASES`` is ``default``, ``ci`` or ``all``.

Each tier holds those before it. What is named on the command line, a folder, a file or a test, runs
whole, unless the variable is set. CONTRIBUTING.md says where a new test belongs.
"""

import os
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Literal

import pytest
from _pytest.mark import ParameterSet

VARIABLE = "DPSQL_CASES"
TIERS = ("default", "ci", "all")
_TESTS = Path(__file__).parent

#: The tier of each folder with its shelves, and of files that differ; a new file needs no line.
PLACES = {
    "acceptance": "all",
    "campaign": "default",
    "conformance": "default",
    # Seconds each, outside the trusted core.
    "conformance/scripts/test_box_scripts.py": "ci",
    "conformance/scripts/test_cut_scripts.py": "ci",
    "conformance/tables/test_kept_counts.py": "ci",
    "conformance/parts/test_mpalm.py": "ci",
    "conformance/scripts/test_pooled_scripts.py": "ci",
    "conformance/scripts/test_script_distances.py": "ci",
    "conformance/scripts/test_scripts.py": "ci",
    "faults": "ci",
    "functional": "ci",
    "functional/in_browser": "all",
    # The trusted core, and an example of each command.
    "functional/releases/test_foreign_releases.py": "default",
    "functional/releases/test_formulas.py": "default",
    "functional/commands/test_help.py": "default",
    "functional/releases/test_manifest.py": "default",
    "functional/releases/test_private_folder.py": "default",
    "functional/releases/test_publish.py": "default",
    "functional/releases/test_released_tables.py": "default",
    "functional/runs/test_signal_at_any_line.py": "default",
    "functional/releases/test_target.py": "default",
    "generative": "default",
    "generative/scripts/test_postgres.py": "ci",
    "lakes": "ci",
    "lakes/test_jobs.py": "default",
    "lakes/test_released_folders.py": "default",
    "oracle": "default",
    # What they check is the theory, not the product.
    "oracle/vectors/test_minimality_attack.py": "ci",
    "oracle/vectors/test_partition_theorems.py": "ci",
    "pages": "ci",
    "pages/test_accessibility.py": "all",
    "pages/test_site_in_browser.py": "all",
    "postgres": "ci",
    "spark": "ci",
    "spec": "default",
    "sql": "default",
    "unit": "default",
    "unit/benchmarks/test_census.py": "ci",
    "unit/statistics/test_draws_of_noise.py": "ci",
}


@dataclass(frozen=True)
class Share:
    """How many cases run of each function, or of each file."""

    cases: float
    of: Literal["function", "file"] = "function"


EVERY, NONE, ONE = Share(inf), Share(0), Share(1)

#: Of the cases over every engine, which run on each, by tier. A case on Spark takes seconds by the
#: clock; the folders of the two servers ask besides what only they can answer.
_CASES_OF_ENGINES = {
    "duckdb": {"default": EVERY, "ci": EVERY, "all": EVERY},
    # The same engine, opened by somebody else.
    "duckdb_connection": {"default": NONE, "ci": Share(1, "file"), "all": EVERY},
    "postgres": {"default": NONE, "ci": Share(2, "file"), "all": EVERY},
    "spark": {"default": NONE, "ci": Share(1, "file"), "all": EVERY},
}
#: Files of which the tier `ci` asks nothing of a server: whole jobs, up to a minute on Spark, of
#: statements that other files ask of it.
NOT_ON = {
    "postgres": {
        "conformance/parts/test_alternatives.py",
        "conformance/parts/test_sensitive_cuts.py",
    },
    "spark": {
        "conformance/knowledge/test_counts.py",
        "conformance/knowledge/test_population.py",
        "conformance/knowledge/test_priors.py",
        "conformance/parts/test_alternatives.py",
        "conformance/parts/test_compare.py",
        "conformance/parts/test_explain_cuts.py",
        "conformance/parts/test_explain_pooled.py",
        "conformance/parts/test_hierarchy_cuts.py",
        "conformance/parts/test_overlap.py",
        "conformance/parts/test_sensitive_cuts.py",
        "conformance/parts/test_sensitive_pooled.py",
        "conformance/releases/test_released_folders.py",
        "conformance/search/test_class_tables.py",
        "conformance/tables/test_values.py",
        "functional/looking/test_becomes.py",
        "functional/releases/test_search_limits.py",
        "functional/reports/test_what_is_kept.py",
        "spec/test_blog_example.py",
        "spec/test_frontier_of_the_paper_example.py",
        "spec/test_other_models_on_the_paper_example.py",
        "spec/test_report_of_the_paper_example.py",
    },
}

#: Files of many cases of the same kind, each a whole run: so many of each function, by tier.
SAMPLES = {"default": ONE, "ci": ONE, "all": EVERY}
SAMPLED = {
    "conformance/knowledge/test_counts.py",
    "conformance/knowledge/test_earlier.py",
    "conformance/knowledge/test_known_absence.py",
    "conformance/knowledge/test_population.py",
    "conformance/knowledge/test_priors.py",
    "conformance/parts/test_explain_pooled.py",
    "conformance/parts/test_hierarchy_cuts.py",
    "conformance/parts/test_pooled.py",
    "conformance/parts/test_sensitive_cuts.py",
    "conformance/parts/test_sensitive_pooled.py",
    "functional/statistics/test_noisy_counts.py",
    "functional/statistics/test_population.py",
    "functional/statistics/test_priors.py",
    "conformance/scripts/test_box_scripts.py",
    "conformance/scripts/test_cut_scripts.py",
    "conformance/tables/test_hostile_names.py",
    "conformance/search/test_judgement_of_classes.py",
    "conformance/search/test_judgement_of_histograms.py",
    "conformance/parts/test_mondrian.py",
    "conformance/parts/test_mpalm.py",
    "conformance/releases/test_natural_orders.py",
    "conformance/releases/test_order_of_releases.py",
    "conformance/scripts/test_pooled_scripts.py",
    "conformance/tables/test_private_table.py",
    "conformance/scripts/test_script_distances.py",
    "conformance/scripts/test_scripts.py",
    "conformance/tables/test_sources.py",
    "conformance/tables/test_values.py",
    "conformance/parts/test_verify_boxes.py",
    "conformance/tables/test_where.py",
    "faults/test_hierarchies.py",
    "faults/test_input_semantics.py",
    "faults/test_model_and_thresholds.py",
    "faults/test_non_interference.py",
    "functional/compare/test_predictions_beside_sklearn.py",
    "functional/looking/test_becomes.py",
    "functional/looking/test_choice.py",
    "functional/releases/test_boxes.py",
    "functional/releases/test_search_limits.py",
    "functional/reports/test_explored_knowledge.py",
    "functional/commands/test_refusals.py",
    "generative/tables/test_each_hostile_text.py",
    "lakes/test_hive.py",
    "lakes/test_iceberg.py",
    "lakes/test_jobs.py",
    "postgres/test_release_tables.py",
    "postgres/test_release_tables_content.py",
    "postgres/test_release_tables_publish.py",
    "postgres/test_types.py",
    "spark/test_release_tables.py",
    "spec/test_other_models_on_the_paper_example.py",
    "spec/test_presence_of_the_paper_example.py",
    "spec/test_search_of_the_paper_example.py",
    "spec/test_sensitive_columns.py",
    "unit/sql/test_control_characters.py",
}

#: Examples of a generative test; the relations and the slow take a share, see `generative/budget`.
EXAMPLES = {"default": 6, "ci": 6, "all": 400}
EXAMPLES_ON_SPARK = {"default": 1, "ci": 1, "all": 20}


def find_tier() -> str:
    """The tier asked for; raises for a word that is none."""
    asked = os.environ.get(VARIABLE) or TIERS[0]
    if asked not in TIERS:
        raise pytest.UsageError(f"{VARIABLE}={asked}: must be one of {', '.join(TIERS)}")
    return asked


def later(*values: object) -> ParameterSet:
    """A case for the tier ``all``, of a function that has cases enough without it."""
    return pytest.param(*values, marks=pytest.mark.tier(TIERS[-1]))


def tier_of_file(path: Path) -> str:
    """The tier of a file of tests: its own, else that of its folder."""
    place = path.relative_to(_TESTS)
    for name in (place, *place.parents):
        if found := PLACES.get(name.as_posix()):
            return found
    raise pytest.UsageError(f"tests/{place}: its folder has no tier; tests/tiers.py lists them")


def _find_listed(path: Path, places: Collection[str]) -> str | None:
    """The place that holds the file: itself or its folder; None if there is none."""
    if not path.is_relative_to(_TESTS):
        return None
    place = path.relative_to(_TESTS)
    named = (name.as_posix() for name in (place, *place.parents))
    return next((name for name in named if name in places), None)


class Tiers:
    """Leaves out what belongs to a later tier than the one asked for."""

    def __init__(self, config: pytest.Config) -> None:
        self._tier = find_tier()
        self._named = [] if os.environ.get(VARIABLE) else list(_find_named(config))

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """A file of a later tier is not even imported."""
        path = collection_path
        is_later = _is_of_tests(path) and self._is_later(tier_of_file(path), path)
        return is_later or None

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        """Deselect tests that are marked as of a later tier, and cases on engines."""
        due = [item for item in items if not self._waits(item)]
        groups: defaultdict[tuple[Path, str, str, float], list[pytest.Item]] = defaultdict(list)
        for item in due:
            share, engine = self._find_share(item), _find_engine(item)
            function = getattr(item, "originalname", item.name) if share.of == "function" else ""
            groups[item.path, function, engine, share.cases].append(item)
        chosen = {item for (*_, cases), group in groups.items() for item in _spread(group, cases)}
        kept = [item for item in items if item in chosen]
        left_out = [item for item in items if item not in chosen]
        if left_out:
            config.hook.pytest_deselected(items=left_out)
            items[:] = kept

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say what else there is."""
        files = [path for path in _TESTS.rglob("test_*.py") if path.is_file()]
        later = [path for path in files if self._is_later(tier_of_file(path), path)]
        if later:
            told = f"{VARIABLE}={self._tier}: {len(later)} of {len(files)} files of tests and most"
            terminalreporter.write_line(f"{told} engines are left to a later tier")

    def _waits(self, item: pytest.Item) -> bool:
        tiers = [mark.args[0] for mark in item.iter_markers("tier")]
        # Where the variable is set, a file that is named is collected nevertheless.
        if _is_of_tests(item.path):
            tiers.append(tier_of_file(item.path))
        return any(self._is_later(tier, item.path) for tier in tiers)

    def _is_later(self, tier: str, path: Path) -> bool:
        if self._is_named(path):
            return False
        return TIERS.index(tier) > TIERS.index(self._tier)

    def _find_share(self, item: pytest.Item) -> Share:
        """How many of the cases that are as this one run; of tests without cases, each."""
        if not hasattr(item, "callspec") or self._is_named(item.path):
            return EVERY
        engine = _find_engine(item)
        share = _CASES_OF_ENGINES[engine][self._tier] if engine in _CASES_OF_ENGINES else EVERY
        if share is EVERY and _find_listed(item.path, SAMPLED):
            return SAMPLES[self._tier]
        is_last = self._tier == TIERS[-1]
        return share if is_last or not _find_listed(item.path, NOT_ON.get(engine, ())) else NONE

    def _is_named(self, path: Path) -> bool:
        return any(path.is_relative_to(named) for named in self._named)


def _find_engine(item: pytest.Item) -> str:
    """The engine that a case names, or none."""
    spec = getattr(item, "callspec", None)
    return str((spec and (spec.params.get("engine") or spec.params.get("database"))) or "")


def _spread(items: Sequence[pytest.Item], most: float) -> Sequence[pytest.Item]:
    """So many of the items, from the first to the last at equal distances."""
    if len(items) <= most:
        return items
    count = int(most)
    return [items[i * (len(items) - 1) // max(count - 1, 1)] for i in range(count)]


def _is_of_tests(path: Path) -> bool:
    return path.name.startswith("test_") and path.is_relative_to(_TESTS)


def _find_named(config: pytest.Config) -> Iterator[Path]:
    """What the command line names below the folders that are tested anyway."""
    whole = {config.rootpath, *(config.rootpath / name for name in config.getini("testpaths"))}
    for argument in config.args:
        path = (config.invocation_params.dir / argument.partition("::")[0]).resolve()
        if path not in whole:
            yield path
