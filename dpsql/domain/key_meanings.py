"""What each key of a section means: the text right below its field, for schema and reference.

As pydantic's `use_attribute_docstrings`, but the source is parsed when somebody asks for the
schema, and not by every command.
"""

import ast
import inspect
from collections.abc import Iterator
from itertools import pairwise
from textwrap import dedent

from pydantic import BaseModel


def read_meanings(section: type[BaseModel]) -> dict[str, str]:
    """Return the meaning of each key that has one, by its name in a job file.

    Empty if the sources of dpsql are not there to be read.
    """
    meanings: dict[str, str] = {}
    for model in reversed(section.__mro__):
        if issubclass(model, BaseModel) and model is not BaseModel:
            meanings |= _find_texts(model)
    fields = section.model_fields.items()
    return {field.alias or name: meanings[name] for name, field in fields if name in meanings}


def _find_texts(model: type[BaseModel]) -> Iterator[tuple[str, str]]:
    """The fields that `model` itself declares with a text below."""
    try:
        source = inspect.getsource(model)
    except OSError:
        return
    body = ast.parse(dedent(source)).body[0]
    assert isinstance(body, ast.ClassDef)  # noqa: S101 - for the type checker
    for field, text in pairwise(body.body):
        match field, text:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(meaning))),
            ):
                yield name, " ".join(meaning.split())
