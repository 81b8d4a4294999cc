"""The keys of a job as type checkers, editors and `help` see them are those that it validates."""

import inspect
import pydoc
import re
from typing import Required, get_origin, get_type_hints

from dpsql import Job
from dpsql.domain.job_keys import JobChanges, JobKeys
from dpsql.domain.job_section import JobSchema
from dpsql.domain.key_meanings import read_meanings


def test_the_typed_keys_are_the_fields_of_the_job():
    assert JobKeys.__annotations__.keys() == Job.model_fields.keys()
    required = {name for name, field in Job.model_fields.items() if field.is_required()}
    typed = get_type_hints(JobKeys, include_extras=True)
    assert {name for name, one in typed.items() if get_origin(one) is Required} == required


def test_a_change_takes_each_key_and_needs_none():
    changes = get_type_hints(JobChanges, include_extras=True)
    keys = get_type_hints(JobKeys, include_extras=True)
    plain = {
        name: one.__args__[0] if get_origin(one) is Required else one for name, one in keys.items()
    }
    assert changes == plain
    assert not JobChanges.__required_keys__


def test_the_words_that_a_key_may_be_are_the_same_in_both():
    typed = dict(re.findall(r"(\w+): (Literal\[.+?\])", str(inspect.signature(Job))))
    fields = {name: field.annotation for name, field in Job.model_fields.items()}
    words = {name: str(one).removeprefix("typing.") for name, one in fields.items()}
    assert typed == {name: one for name, one in words.items() if one.startswith("Literal")}
    assert typed.keys() == {"metric", "choose"}


def test_the_docstring_gives_each_key_the_meaning_of_its_field():
    keys = inspect.getdoc(Job).partition("Args:\n")[2].partition("\n\nRaises:")[0]
    lines = [" ".join(one.split()) for one in re.split(r"\n    (?=\w)", f"\n{keys}")[1:]]
    meanings = read_meanings(Job)
    assert lines == [f"{name}: {meanings[name]}" for name in JobKeys.__annotations__]


def test_help_is_few_screens_of_plain_types():
    shown = pydoc.plaintext.document(Job)
    assert len(shown.splitlines()) < 130
    assert not re.search(r"Annotated|Validator|typing\.|model_|pydantic_core", shown)
    assert ">>> job = dpsql.Job(" in shown
    assert len(str(inspect.signature(Job))) < 920


def test_help_lists_the_keys_of_every_mapping_that_a_job_may_have():
    """As the schema has them."""
    told = " ".join(inspect.getdoc(Job).partition("\n\nMappings:\n")[2].split())
    definitions = Job.model_json_schema(schema_generator=JobSchema)["$defs"].values()
    listed = [", ".join(one["properties"]) for one in definitions if one.get("properties")]
    assert len(listed) > 20
    assert not [keys for keys in listed if f": {keys.replace('source, ', '')}" not in told]
    assert "words" not in told
