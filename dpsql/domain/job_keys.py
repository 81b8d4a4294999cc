"""The keys of a `Job` as keyword arguments: for type checkers, editors and `help`.

A test compares them with the fields of `Job`, which validate what they are given.
"""

# The types stay as they are written here, so that a signature shows plain names.
from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from inspect import Parameter, Signature
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any, Literal, Never, Required, TypeAlias, TypedDict

from pydantic import BaseModel

from dpsql.domain.attributes import tell_unknown
from dpsql.domain.frame import Frame
from dpsql.domain.job_section import AsWritten, JobSection, is_written, list_models
from dpsql.domain.threshold import Number, PresenceBounds

if TYPE_CHECKING:
    from pydantic._internal._model_construction import ModelMetaclass
else:
    # The name is pydantic's own; a release of it may move the class.
    ModelMetaclass = type(BaseModel)


_OF_A_JOB = (
    *("anonymize", "audit", "check", "choose", "compare", "explain", "frontier", "lattice"),
    *("least_k", "measure", "risks", "script", "verify"),
)
_READ = 'dpsql.read_job("job.yaml")'
#: Readers that pydantic has by old names, and not for a job's file.
_OF_FILES = ("parse_file", "parse_raw")
#: What people look for at a job, by name: how it is written.
ELSEWHERE = {
    **{name: f"dpsql.{name}(job)" for name in _OF_A_JOB},
    "certify": 'dpsql.certify(job, "proof.json")',
    "check_certificate": 'dpsql.check_certificate(job, "proof.json")',
    "counts": 'dpsql.counts(job, "1/2", by=["a", "b"])',
    "dbt": 'dpsql.dbt(job, "models")',
    "frontiers": 'dpsql.frontiers(job, ["spalm", "pooled"])',
    "sign_off": 'dpsql.sign_off(job, "page.html")',
    **dict.fromkeys(
        ("run", "execute", "anonymise", "apply", "fit", "solve"), "dpsql.anonymize(job)"
    ),
    **dict.fromkeys(("validate", "is_valid"), "dpsql.check(job)"),
    **dict.fromkeys(
        ("write_report", "report", "to_html"), 'dpsql.write_report(job, "report.html")'
    ),
    **dict.fromkeys(("load", "loads", "read", "read_job", "open", "parse", "from_json"), _READ),
    **dict.fromkeys(("from_yaml", "from_file", "from_path", "read_yaml", "load_yaml"), _READ),
    **dict.fromkeys(_OF_FILES, _READ),
    **dict.fromkeys(("from_dict", "from_mapping", "from_kwargs", "create"), "dpsql.Job(**keys)"),
    "parse_obj": "dpsql.Job(**keys)",
    **dict.fromkeys(("from_frames", "from_tables", "from_pandas", "init"), "dpsql.init(P, T)"),
    **dict.fromkeys(("update", "with_", "set", "change"), "job.replace(…)"),
}

Table: TypeAlias = str | Path | Mapping[str, Any] | Frame
Rule: TypeAlias = str | Path | Mapping[str, Any]


class _NeededKeys(TypedDict, total=False):
    public: Table | None
    private: Required[Table]
    quasi_identifiers: Required[Mapping[str, Rule]]


class _OtherTables(TypedDict, total=False):
    public: Table | None
    private: Table
    quasi_identifiers: Mapping[str, Rule]


class _OtherKeys(TypedDict, total=False):
    person: str | Sequence[str] | None
    delta: Mapping[str, Number] | PresenceBounds | None
    constraints: Mapping[str, Any]
    algorithm: str | Mapping[str, Any]
    metric: Literal["loss", "discernibility", "precision", "class_size", "entropy"]
    choose: Literal["optimum", "from_public"]
    keep: Sequence[str]
    release: str | Path | Mapping[str, Any] | None
    public_columns: Sequence[str] | None
    population: Mapping[str, Any] | None
    confidence: Number | None
    prior: Table | None
    known_absent: int | None
    earlier: Sequence[str]
    questions: Sequence[Mapping[str, Any]]
    about: str | Mapping[str, Any]
    cache: str | Path | Mapping[str, Any] | None
    engine: str | Mapping[str, Any]
    folder: str | Path


class JobKeys(_NeededKeys, _OtherKeys, total=False):
    """The keys of a job; `Job` says what each means."""


class JobChanges(_OtherTables, _OtherKeys, total=False):
    """The keys of a job, none of which must be given."""


class ListedModel(ModelMetaclass):
    """Of a class whose `help` shows what is for users, and none of the forty names of pydantic."""

    for_users: tuple[str, ...]

    def __dir__(cls) -> list[str]:
        """The names that `for_users` lists."""
        return list(cls.for_users)

    if not TYPE_CHECKING:
        # A type checker would take any name for one of the class.
        def __getattr__(cls, name: str) -> Any:
            """Tell of an unknown name how what may be meant is written."""
            if name.startswith("_") or name not in ELSEWHERE:
                return super().__getattr__(name)
            raise tell_unknown(cls, name, (), elsewhere=ELSEWHERE[name])


class _Elsewhere:
    """An attribute that is told as one which is not there."""

    def __set_name__(self, owner: type[Any], name: str) -> None:
        self.name = name

    def __get__(self, owner: object, kind: type[Any]) -> Never:
        raise AttributeError


def describe_keys(job: type[JobSection]) -> None:
    """Have the help of a job, of making one and of its `replace` show the keys and their types."""
    job.__doc__ = f"{job.__doc__}{_describe_mappings(job)}"
    for name in (*_OF_FILES, "parse_obj"):
        setattr(job, name, _Elsewhere())
    job.__signature__ = _spell_parameters(job)
    job.replace.__signature__ = _spell_changes()  # type: ignore[attr-defined]


def _spell_parameters(model: type[BaseModel]) -> Signature:
    """Return the keys with plain types, and the defaults of `model`: `...` is an empty section."""
    return Signature(list(_find_parameters(model)))


def _spell_changes() -> Signature:
    """Return the signature of a method that takes any keys of a job."""
    own = Parameter("self", Parameter.POSITIONAL_ONLY)
    keys = Parameter("keys", Parameter.VAR_KEYWORD, annotation=AsWritten("JobKeys"))
    return Signature([own, keys], return_annotation=AsWritten("Job"))


def _describe_mappings(model: type[JobSection]) -> str:
    """Return the end of a docstring: which keys the mappings of a job have, by where they stand."""
    lines = (
        fill(f"{place}: {', '.join(keys)}", 92, initial_indent=" " * 8, subsequent_indent=" " * 12)
        for place, keys in _find_mappings(model, "", set())
        if keys
    )
    return "\n".join(
        [
            "",
            "    The keys of its mappings follow; `dpsql schema`, in a shell, says what each is.",
            "",
            "    Mappings:",
            *lines,
            "    ",
        ]
    )


def _find_mappings(
    model: type[JobSection], place: str, known: set[type[JobSection]]
) -> Iterator[tuple[str, list[str]]]:
    for name, field in model.model_fields.items():
        # What a job has as private.source stands beside the other keys of private.
        inner = place.removesuffix(".") if name == "source" else f"{place}{field.alias or name}"
        for section in list_models(field.annotation):
            if section not in known:
                known.add(section)
                fields = section.model_fields.items()
                yield inner, [one.alias or key for key, one in fields if is_written(key, one)]
                yield from _find_mappings(section, f"{inner}.", known)


def _find_parameters(model: type[BaseModel]) -> Iterator[Parameter]:
    for name, written in JobKeys.__annotations__.items():
        spelled = re.sub(r"^Required\[(.*)\]$", r"\1", written.__forward_arg__)
        field = model.model_fields[name]
        default = field.default
        if field.is_required():
            default = Parameter.empty
        elif not isinstance(default, str | tuple | None):
            default = AsWritten("...")
        yield Parameter(
            name, Parameter.KEYWORD_ONLY, default=default, annotation=AsWritten(spelled)
        )
