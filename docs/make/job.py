"""The keys of the job file, from the JSON Schema that ``dpsql schema`` prints."""

from collections.abc import Iterator, Mapping
from typing import Any

from dpsql.domain.job import Job
from dpsql.domain.job_section import JobSchema

_Schema = Mapping[str, Any]
#: How a text is told from a number or a truth value is YAML's affair; a job takes all as text.
_TEXTS = ({"string", "number", "boolean"}, {"string", "boolean", "number", "integer"})
#: In a table of Markdown these would be a space and the end of a cell.
_IN_WORDS = {"\t": "a tab", "|": "a vertical bar"}


def write_job() -> str:
    """A section per mapping of the job: its keys, what each means and takes, and the default."""
    schema = Job.model_json_schema(schema_generator=JobSchema)
    parts = ["### The job\n", _table(schema)]
    for name, part in schema["$defs"].items():
        parts += _find_sections(name, part)
    return "\n".join(parts)


def _find_sections(name: str, part: _Schema) -> Iterator[str]:
    """A mapping, or each that may stand in its place."""
    forms = [form for form in part.get("anyOf", [part]) if "properties" in form]
    yield f"### {name}\n"
    for form in forms:
        yield _table(form)


def _table(part: _Schema) -> str:
    text = part.get("description", "").replace("\n", " ")
    keys, required = part.get("properties", {}), set(part.get("required", ()))
    head, line = ("key", "meaning", "takes", "default"), ("---",) * 4
    rows = [
        (f"`{word}`", _spell(words), _tell(words), _tell_default(words, word in required))
        for word, words in keys.items()
    ]
    width = 4 if any(default for *_, default in rows) else 3
    table = [head, line, *rows] if rows else []
    return "\n".join([text, "", *(f"| {' | '.join(row[:width])} |" for row in table), ""])


def _spell(words: _Schema) -> str:
    """What a key means; every key has such a sentence, and a bar is no end of a cell in it."""
    return str(words["description"]).replace("|", "\\|")


def _tell_default(words: _Schema, is_required: bool) -> str:
    if is_required:
        return "required"
    return f"`{words['default']}`" if "default" in words else ""


def _tell(words: _Schema) -> str:
    """What a key takes, in plain words."""
    if "$ref" in words:
        name = words["$ref"].rpartition("/")[2]
        return f"a mapping: [{name}](#{name.lower()})"
    if "anyOf" in words:
        return " or ".join(dict.fromkeys(map(_tell, words["anyOf"])))
    if "enum" in words:
        return ", ".join(_IN_WORDS.get(value, f"`{value}`") for value in words["enum"])
    if "const" in words:
        return f"`{words['const']}`"
    kinds = words.get("type", [])
    kinds = {kinds} if isinstance(kinds, str) else set(kinds)
    if "array" in kinds:
        return f"a list of: {_tell(words.get('items', {}))}"
    if "object" in kinds:
        inner = words.get("additionalProperties")
        return f"names, with for each: {_tell(inner)}" if isinstance(inner, dict) else "a mapping"
    return _tell_scalar(kinds) + _tell_limits(words)


def _tell_scalar(kinds: set[str]) -> str:
    if kinds in _TEXTS:
        return "text"
    if kinds == {"boolean"}:
        return "true or false"
    if kinds == {"integer"}:
        return "a whole number"
    return "a number: a fraction or a decimal" if kinds else "text"


def _tell_limits(words: _Schema) -> str:
    signs = {"minimum": "≥", "exclusiveMinimum": ">", "maximum": "≤", "exclusiveMaximum": "<"}
    return "".join(f", {sign} {words[key]}" for key, sign in signs.items() if key in words)
