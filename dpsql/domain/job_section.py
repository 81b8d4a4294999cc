"""The types of the values of a job file, and their JSON Schema.

Assumes YAML scalars arrive as text; code that builds a job may pass ints, Decimals and Fractions.
An editor reads YAML's own types instead, so a text may look like a number or a boolean to it.
"""

import re
import reprlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from math import isfinite
from numbers import Integral
from pathlib import PurePath
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self, get_args

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    GetJsonSchemaHandler,
    PlainSerializer,
    PlainValidator,
    ValidationInfo,
    WithJsonSchema,
    field_validator,
)
from pydantic.fields import FieldInfo
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

from dpsql.domain.arguments import name_type
from dpsql.domain.attributes import tell_unknown
from dpsql.domain.frozen_mapping import FrozenMapping
from dpsql.domain.key_meanings import read_meanings
from dpsql.domain.levels.rules import DATE_UNITS, NUMBER_PATTERN
from dpsql.domain.levels.written_values import as_list, spell_value
from dpsql.domain.threshold import parse_amount, parse_ratio, parse_threshold, spell_threshold
from dpsql.errors import ConfigError

#: JSON Schema of a text.
TEXT: JsonSchemaValue = {"type": ["string", "number", "boolean"]}
#: How a number may be written; beside its limits these are the forms that the reference names.
_SHARE = {"type": ["string", "number"], "examples": ["2/3", "0.05", "5 %"]}
RATIO: JsonSchemaValue = {"type": ["string", "number"], "examples": ["3/2", "1.5"]}
_DECIMALS = {"type": ["string", "number"], "examples": ["5", "0.5"]}
#: Fields that are no list, and refuse one, or an array, in words of their own.
_NO_LISTS = ("public", "private", "source", "table", "memory", "where", "quasi_identifiers")
#: A refused text of more characters is cut, so that an error stays one line.
_LONGEST_NAMED = 40
_LARGEST_WIDTH = 10**40
_NamedOrder = Literal["hierarchy", "alpha", "frequency", "number"]


class JobSchema(GenerateJsonSchema):
    """The JSON Schema of a job file: a key may be left out, but is never null."""

    def nullable_schema(self, schema: core_schema.NullableSchema) -> JsonSchemaValue:
        """Return the schema of the value, without null."""
        return self.generate_inner(schema["schema"])

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        """Return only the defaults that a job file could state."""
        told = super().default_schema(schema)
        if not isinstance(told.get("default"), str):
            told.pop("default", None)
        return told

    def model_schema(self, schema: core_schema.ModelSchema) -> JsonSchemaValue:
        """Return the schema of a section, each key with its meaning."""
        told = super().model_schema(schema)
        for key, meaning in read_meanings(schema["cls"]).items():
            if key in told.get("properties", {}):
                told["properties"][key]["description"] = meaning
        return told

    def field_title_should_be_set(self, schema: Any) -> bool:
        """Leave out titles: they repeat the names."""
        return False


class AsWritten(str):
    """A text that is its own repr."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


class JobSection(BaseModel):
    """Common to all parts of a job: unknown keys are errors, nothing changes after validation."""

    # The error of a section outside of a Job must not contain its input, which may be a table.
    model_config = ConfigDict(
        extra="forbid", frozen=True, arbitrary_types_allowed=True, hide_input_in_errors=True
    )

    if not TYPE_CHECKING:  # which know from `frozen` that no field can be set

        def __setattr__(self, name: str, value: object) -> None:
            """Refuse to change a field, in words of our own."""
            if not name.startswith("_"):
                raise ConfigError(self._tell_frozen(name))
            super().__setattr__(name, value)

        def __getattr__(self, name: str) -> Any:
            """Tell of an unknown key which may be meant."""
            if name.startswith("_"):
                return super().__getattr__(name)
            methods = getattr(type(self), "for_users", ())
            known = [*type(self).model_fields, *methods]
            elsewhere: Mapping[str, str] = getattr(type(self), "elsewhere", {})
            raise tell_unknown(self, name, known, elsewhere.get(name, ""))

        def __delattr__(self, name: str) -> None:
            """Refuse to remove a field."""
            if not name.startswith("_"):
                raise ConfigError(self._tell_frozen(name))
            super().__delattr__(name)

    @field_validator("*", mode="before")
    @classmethod
    def _read_list(cls, value: object, info: ValidationInfo) -> object:
        """Take an array or a Series for the list that it holds."""
        return value if info.field_name in _NO_LISTS else as_list(value)

    def model_post_init(self, context: Any, /) -> None:
        """Freeze the mappings, as the fields are."""
        self._freeze()

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """Return a copy; `update` is trusted, and frozen as the rest."""
        copied = super().model_copy(update=update, deep=deep)
        copied._freeze()
        return copied

    def _freeze(self) -> None:
        for name, value in self.__dict__.items():
            if type(value) is dict:
                self.__dict__[name] = FrozenMapping(value, ConfigError, self._tell_frozen(name))

    def _tell_frozen(self, name: str) -> str:
        """Say how a job with another value is made."""
        return (
            f"{name}: a job does not change; job.replace(…) returns one with other values, and"
            " takes the whole of the key that this stands in"
        )

    def __repr_args__(self) -> Iterator[tuple[str | None, Any]]:
        """The given fields, cut to a few items, for `repr`, `str`, `print` and rich."""
        for name, field in type(self).model_fields.items():
            value = getattr(self, name)
            if value != field.get_default(call_default_factory=True):
                # A hierarchy or an order may list thousands of labels.
                is_long = isinstance(value, dict | tuple)
                plain = dict(value) if isinstance(value, dict) else value
                yield name, AsWritten(reprlib.repr(plain)) if is_long else value


def list_keys(model: type[JobSection], keys: Sequence[str]) -> list[str]:
    """The keys that are valid in place of the last of `keys`; the others are the path to it."""
    for key in keys[:-1]:
        if key in model.model_fields:  # else it is a name that the user gave
            model = next(list_models(model.model_fields[key].annotation), model)
    fields = model.model_fields.items()
    return [field.alias or name for name, field in fields if is_written(name, field)]


def is_written(name: str, field: FieldInfo) -> bool:
    """Whether a job may have a field as a key.

    The reader of a job file sets `folder`; a file has the keys of `source` itself, and a table in
    memory or the name of one stands in place of the others.
    """
    # By its name: to a type checker it is no class.
    marks = {type(one).__name__ for one in field.metadata}
    return name != "source" and "SkipJsonSchema" not in marks


def list_models(annotation: Any) -> Iterator[type[JobSection]]:
    """The sections of a job that a value of this type may be."""
    if isinstance(annotation, type) and issubclass(annotation, JobSection):
        yield annotation
    for part in get_args(annotation):
        yield from list_models(part)


class Short:
    """A short form that may stand in place of the annotated model, for the JSON Schema."""

    def __init__(self, form: JsonSchemaValue) -> None:
        self.form = form

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """Return both forms."""
        return {"anyOf": [self.form, handler(schema)]}


def _as_threshold(value: object) -> Fraction:
    try:
        return parse_threshold(value, "the threshold")
    except ConfigError as error:
        raise ValueError(str(error)) from None


def _as_ratio(value: object) -> Fraction:
    try:
        return parse_ratio(value)
    except ConfigError as error:
        raise ValueError(str(error)) from None


def _as_amount(value: object) -> Fraction:
    """Read a weight, the only amount of a job."""
    try:
        return parse_amount(value, "the weight")
    except ConfigError as error:
        raise ValueError(str(error)) from None


def _as_level(value: object) -> int:
    """Read a level written as text or int."""
    text = _spell(value)
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise ValueError("write a level, a whole number of at least 0")
    return int(text)


def _spell(value: object) -> str:
    """The text of a number of 64 bits, else nothing: Python refuses to write very large ints."""
    value = _as_plain(value)
    if isinstance(value, bool) or not isinstance(value, str | int):
        return ""
    return str(value) if isinstance(value, str) or abs(value) < 2**64 else ""


def _as_plain(value: object) -> object:
    """Return a whole number of numpy as one of Python; all else as it is."""
    return int(value) if isinstance(value, Integral) and not isinstance(value, int) else value


def _as_count(value: object) -> int:
    """Read a positive whole number written as text or int."""
    text = _spell(value)
    if not re.fullmatch(r"[0-9]{1,12}", text) or int(text) < 1:
        raise ValueError("write a whole number of at least 1")
    return int(text)


def _as_number(value: object) -> int:
    """Read a whole number that names a version, 64 bits without a sign."""
    text = _spell(value)
    if not re.fullmatch(r"[0-9]{1,19}", text):
        raise ValueError("write a whole number of at least 0")
    return int(text)


def _as_flag(value: object) -> bool:
    if isinstance(value, bool):
        return value
    if value not in ("true", "false"):
        raise ValueError("write true or false")
    return value == "true"


def _as_width(value: object) -> Decimal:
    value = _as_plain(value)
    if isinstance(value, float) and isfinite(value):
        # The decimal that Python writes for it; of one that is rounded it has too many digits.
        written = format(Decimal(repr(value)), "f")
        value = written if re.match(NUMBER_PATTERN, written) else value
    exact = isinstance(value, str | int | Decimal) and not isinstance(value, bool)
    is_huge = isinstance(value, int) and abs(value) >= _LARGEST_WIDTH
    text = "beyond 18 digits" if is_huge else str(value)
    if not exact or not re.match(NUMBER_PATTERN, text):
        named = text if len(text) <= _LONGEST_NAMED else f"{text[:_LONGEST_NAMED]}…"
        fault = "cannot be read" if exact else _tell_fault(value)
        example = "5 or 0.5" if exact else "'0.5'"
        raise ValueError(
            f"the width {named!r} {fault}; write its digits, at most 18 before the point and 12"
            f" after it, such as {example}"
        )
    return Decimal(text)


def _tell_fault(value: object) -> str:
    """Say why a value that is no text, whole number or decimal is no width."""
    if isinstance(value, float):
        return "has more digits than are read" if isfinite(value) else "is no number"
    return f"is {name_type(value)}, which is not read"


def _as_text(value: object) -> str:
    if not isinstance(value, str) or not value:
        raise ValueError("write a name or text here")
    if "\0" in value:
        raise ValueError("it holds a NUL character, which no name and no path can; drop it")
    return value


def _as_path(value: object) -> str:
    return _as_text(str(value) if isinstance(value, PurePath) else value)


def _as_names(value: object) -> tuple[str, ...] | None:
    """Read one name, or a list of them."""
    if value is None:
        return None
    return tuple(map(_as_text, value if isinstance(value, list | tuple) else [value]))


def _as_local(text: str) -> str:
    if "://" in text:
        raise ValueError("name a file or a folder of this machine, not an address")
    return text


def _as_value(value: object) -> str:
    text = spell_value(value)
    if not isinstance(text, str):
        raise ValueError("write a value as text")
    return text


def _as_order(value: object) -> str | tuple[str, ...]:
    if isinstance(value, list | tuple):
        items = [spell_value(item) for item in value]
        texts = [item for item in items if isinstance(item, str)]
        if not texts or len(texts) < len(items):
            raise ValueError("list values as text, at least one")
        repeated = [item for item, count in Counter(texts).items() if count > 1]
        if repeated:
            raise ValueError(f"{repeated[0]!r} stands twice; keep one")
        return tuple(texts)
    if value not in get_args(_NamedOrder):
        words = ", ".join(get_args(_NamedOrder))
        raise ValueError(f"write one of {words}, or a list of values")
    return str(value)


_AS_TEXT = PlainSerializer(str, return_type=str)
Name = Annotated[str, PlainValidator(_as_text), WithJsonSchema(TEXT)]
#: One name, or a list of them, which may be empty.
Names = Annotated[
    tuple[str, ...],
    PlainValidator(_as_names),
    WithJsonSchema({"anyOf": [TEXT, {"type": "array", "items": TEXT, "uniqueItems": True}]}),
]
#: A path or an address, as text or as a path of Python.
PathName = Annotated[str, PlainValidator(_as_path), WithJsonSchema(TEXT)]
#: A path on this machine; an address, which may contain a secret, is refused and not quoted.
LocalPath = Annotated[PathName, AfterValidator(_as_local)]
#: A value of a column: a text that may be empty.
Value = Annotated[str, PlainValidator(_as_value), WithJsonSchema(TEXT)]
DateUnit = Annotated[Name, WithJsonSchema({"enum": list(DATE_UNITS)})]
Count = Annotated[int, PlainValidator(_as_count), WithJsonSchema({"type": "integer", "minimum": 1})]
Number = Annotated[
    int, PlainValidator(_as_number), WithJsonSchema({"type": "integer", "minimum": 0})
]
Level = Annotated[int, PlainValidator(_as_level), WithJsonSchema({"type": "integer", "minimum": 0})]
Flag = Annotated[bool, PlainValidator(_as_flag), WithJsonSchema({"type": "boolean"})]
Width = Annotated[
    Decimal,
    PlainValidator(_as_width),
    _AS_TEXT,
    WithJsonSchema(_DECIMALS | {"exclusiveMinimum": 0}),
]
Threshold = Annotated[
    Fraction,
    PlainValidator(_as_threshold),
    PlainSerializer(spell_threshold, return_type=str),
    WithJsonSchema(_SHARE | {"minimum": 0, "maximum": 1}),
]
Ratio = Annotated[
    Fraction,
    PlainValidator(_as_ratio),
    PlainSerializer(spell_threshold, return_type=str),
    WithJsonSchema(RATIO | {"exclusiveMinimum": 0}),
]
Amount = Annotated[
    Fraction,
    PlainValidator(_as_amount),
    PlainSerializer(spell_threshold, return_type=str),
    WithJsonSchema(_SHARE | {"minimum": 0}),
]
Order = Annotated[
    _NamedOrder | tuple[str, ...],
    PlainValidator(_as_order),
    WithJsonSchema(
        {
            "anyOf": [
                {"enum": list(get_args(_NamedOrder))},
                {"type": "array", "items": TEXT, "minItems": 1, "uniqueItems": True},
            ]
        }
    ),
]
