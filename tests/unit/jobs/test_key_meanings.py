"""Every key of a job says what it means, in the JSON Schema that editors read."""

import re
from collections.abc import Iterator
from typing import Any

from dpsql.domain.job import Job
from dpsql.domain.job_section import JobSchema, JobSection, list_keys
from dpsql.domain.key_meanings import read_meanings
from dpsql.domain.sections.quasi_identifier import QuasiIdentifier


def walk(part: Any) -> Iterator[tuple[str, str]]:
    """Each key of a schema, with its meaning."""
    if isinstance(part, dict):
        for key, words in part.get("properties", {}).items():
            yield key, words.get("description", "")
        for inner in part.values():
            yield from walk(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from walk(inner)


def test_every_key_has_a_meaning() -> None:
    keys = list(walk(Job.model_json_schema(schema_generator=JobSchema)))
    assert len(keys) > 150
    assert [key for key, meaning in keys if not re.fullmatch(r".{15,}\.", meaning)] == []


def test_a_key_has_the_name_of_the_job_file() -> None:
    meanings = read_meanings(QuasiIdentifier)
    assert "level 1" in meanings["from"]
    assert "start" not in meanings
    assert set(meanings) == set(list_keys(QuasiIdentifier, [""]))


class Base(JobSection):
    kept: int = 1
    """Of the base."""
    changed: int = 1
    """Of the base as well."""


class Derived(Base):
    changed: int = 2
    """Of the derived section,
    on two lines."""
    silent: int = 3
    #: A comment is no meaning.


def test_meanings_are_inherited() -> None:
    assert read_meanings(Derived) == {
        "kept": "Of the base.",
        "changed": "Of the derived section, on two lines.",
    }
