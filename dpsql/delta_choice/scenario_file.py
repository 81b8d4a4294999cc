"""Reads scenarios of misuse from YAML: who might misuse a release, and what it costs.

    population: 45222
    members: 1957
    scenarios:
      employer: {prior: 0.07, cost: 10000, acceptable: 100, acceptable_down: 200}
      insurer: {prior: 0.07, cost: 50000, acceptable: 1000, sensitivity: 0.9}

Instead of the two counts, ``job: job.yaml`` takes them from the tables of a job.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from dpsql.delta_choice.choice import Scenario
from dpsql.domain.threshold import parse_amount, parse_threshold
from dpsql.errors import ConfigError
from dpsql.job_files.plain_yaml import parse_words, read_bytes

_WORDS = ("population", "members", "job", "scenarios")
_REQUIRED = ("prior", "cost")
_OF_SCENARIO = (*_REQUIRED, "acceptable", "acceptable_down", "sensitivity")
_LIKE = "{prior: 0.07, cost: 10000, acceptable: 100}"


@dataclass(frozen=True)
class ScenarioFile:
    """Scenarios, and the counts or the job, if the file names them."""

    scenarios: tuple[Scenario, ...]
    population: str | None = None
    members: str | None = None
    job: Path | None = None


def read_scenarios(path: Path) -> ScenarioFile:
    """Read the file at `path`; the path of a job in it starts from its folder.

    Raises:
        ConfigError: unreadable, not YAML, or not such a file; names the file, line and key.
    """
    words, origin = parse_words(read_bytes(path, "file of scenarios"), path.name, "file")
    if not isinstance(words, dict) or not isinstance(words.get("scenarios"), dict):
        raise ConfigError(f"{path.name}: write scenarios: and below it, by name, {_LIKE}")
    for word in words:
        if word not in _WORDS:
            raise ConfigError(f"{origin.place(word)}{word}: write one of {', '.join(_WORDS)}")
    scenarios = []
    for name, said in words["scenarios"].items():
        try:
            scenarios.append(read_scenario(said, name))
        except ConfigError as error:
            raise ConfigError(f"{origin.place('scenarios', name)}{error}") from None
    texts = {word: words.get(word) for word in ("population", "members", "job")}
    for word, text in texts.items():
        if text is not None and not isinstance(text, str):
            raise ConfigError(f"{origin.place(word)}{word}: write a single value")
    job = path.parent / texts["job"] if texts["job"] else None
    return ScenarioFile(tuple(scenarios), texts["population"], texts["members"], job)


def read_scenario(words: Any, name: str = "") -> Scenario:
    """Read one scenario from a mapping; numbers are texts, exact as written.

    Raises:
        ConfigError: a key is missing or unknown, or a value is not a number of its kind.
    """
    place = f"scenario {name}: " if name else ""
    if not isinstance(words, Mapping):
        raise ConfigError(f"{place}write a mapping, such as {_LIKE}")
    given = {word: value for word, value in words.items() if value is not None}
    for word in given:
        if word not in _OF_SCENARIO:
            raise ConfigError(f"{place}{word}: write one of {', '.join(_OF_SCENARIO)}")
    for word in _REQUIRED:
        if word not in given:
            raise ConfigError(f"{place}{word} is missing; add it, as in {_LIKE}")
    amounts = {
        word: parse_amount(given[word], f"{place}{word}")
        for word in ("acceptable", "acceptable_down")
        if word in given
    }
    return Scenario(
        prior=parse_threshold(given["prior"], f"{place}prior"),
        cost=parse_amount(given["cost"], f"{place}cost", is_positive=True),
        sensitivity=parse_threshold(given.get("sensitivity", Fraction(1)), f"{place}sensitivity"),
        name=name,
        **amounts,
    )
