"""T as a job states it: a table of its own, a predicate on P, or keys of rows of P."""

from typing import Annotated, Self

from pydantic import BeforeValidator, GetJsonSchemaHandler, model_validator
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from dpsql.domain.job_section import TEXT, JobSchema, JobSection, Name
from dpsql.domain.key_meanings import read_meanings
from dpsql.domain.sections.source import AnyPeople, PeopleSource

#: Keys of a T that has a table.
_OF_TABLES = ("table", "path", "key", "count")
#: Said to the data holder where P and T have the same people.
ALL_OF_P = "T is all of P: everybody is in it, so no δ below 1 can hold"


def _as_condition(value: object) -> object:
    """Refuse what marks rows in Python, which no engine reads."""
    if value is None or isinstance(value, str):
        return value
    raise ValueError(
        "write the name of a column of P or a condition in SQL, as a text; for rows that a mask"
        " marks, write private=people[mask]"
    )


class PrivateTable(JobSection):
    """T, in one of its three forms: a table of its own, a predicate on P, keys of rows of P."""

    source: AnyPeople | None = None
    """A table of its own."""
    where: Annotated[Name | None, BeforeValidator(_as_condition)] = None
    """A column of P, or a condition on its columns, that is true for the people of T."""
    key: Name | None = None
    """A column that both tables have and that is unique in P: it finds the people of T in P."""

    @classmethod
    def __get_pydantic_json_schema__(
        cls, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """Describe the two long forms as job files have them, which is not how they are stored."""
        meanings = read_meanings(cls)
        table = PeopleSource.model_json_schema(schema_generator=JobSchema)
        table["description"] = "A table of its own, or keys of rows of P."
        table["properties"]["key"] = TEXT | {"description": meanings.get("key", "")}
        predicate = {
            "type": "object",
            "description": "Rows of P for which a column or a predicate is true.",
            "properties": {"where": TEXT | {"description": meanings.get("where", "")}},
            "required": ["where"],
            "additionalProperties": False,
        }
        return {"title": cls.__name__, "anyOf": [TEXT, table, predicate]}

    @property
    def count(self) -> str | None:
        """The column with the number of people that a row of a table of its own stands for."""
        return self.source.count if self.source is not None else None

    @model_validator(mode="after")
    def _one_form(self) -> Self:
        if (self.where is None) == (self.source is None) or (self.key and not self.source):
            raise ValueError("give a table, or {where: …}, or {table: …, key: …}")
        return self


def as_private(value: object) -> object:
    """Read the short forms: a table alone, a table with a key, or a predicate."""
    if isinstance(value, dict) and "where" in value:
        if beside := [key for key in _OF_TABLES if key in value]:
            raise ValueError(
                f"where marks rows of P, and {beside[0]} is for a table of T; write one of"
                " {where: …} and {table: …, key: …}"
            )
        return value
    if isinstance(value, dict):
        words = dict(value)
        key = words.pop("key", None)
        if key is not None and not words:
            raise ValueError(
                "a key finds T in a table of its own; name that, too: {table: …, key: …}"
            )
        place = words["table"] if set(words) == {"table"} else words
        return {"source": place, "key": key}
    return value if isinstance(value, PrivateTable) else {"source": value}
