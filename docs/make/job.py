"""The keys of the job file, from the JSON Schema that ``dpsql schema`` prints."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from dpsql.domain.job import Job
from dpsql.domain.job_section import JobSchema

_Schema = Mapping[str, Any]
#: Stands in the anchors of the keys of a job itself.
_JOB = "job"
#: How a text is told from a number or a truth value is YAML's affair; a job takes all as text.
_TEXTS = ({"string", "number", "boolean"}, {"string", "boolean", "number", "integer"})
#: In a table of Markdown these would be a space and the end of a cell.
_IN_WORDS = {"\t": "a tab", "|": "a vertical bar"}


def write_job() -> str:
    """A section per mapping of the job: its keys, what each means and takes, and the default."""
    parts = ["### The job\n", _table(_read_schema(), _JOB)]
    for heading, forms in _find_sections().items():
        parts.append(f"### {heading}\n")
        # A mapping, or each that may stand in its place.
        parts += [_table(form, heading) for form in forms]
    return "\n".join(parts)


def write_keys() -> str:
    """All keys by their sections, each a link to where it is described: what a page begins with."""
    sections = {"The job": [_read_schema()], **_find_sections()}
    return "\n".join(
        f"- [{heading}](#{_link(heading)}): {_list_keys(heading, forms)}"
        for heading, forms in sections.items()
        if any(form["properties"] for form in forms)
    )


def _list_keys(heading: str, forms: Sequence[_Schema]) -> str:
    section = _JOB if heading == "The job" else heading
    keys = dict.fromkeys(key for form in forms for key in form["properties"])
    return " · ".join(f"[`{key}`](#{section}.{key})" for key in keys)


@cache
def _read_schema() -> _Schema:
    return Job.model_json_schema(schema_generator=JobSchema)


def _find_sections() -> dict[str, list[_Schema]]:
    """The mappings of a job by the places where they may stand, such as ``engine.duckdb``."""
    sections: dict[str, list[_Schema]] = {}
    for name, part in sorted(
        _read_schema()["$defs"].items(), key=lambda one: _find_heading(one[0])
    ):
        sections.setdefault(_find_heading(name), []).extend(_find_forms(part))
    return sections


def _find_heading(name: str) -> str:
    return ", ".join(_find_places()[name])


@cache
def _find_places() -> dict[str, list[str]]:
    schema = _read_schema()
    places: dict[str, list[str]] = {name: [] for name in schema["$defs"]}

    def visit(words: _Schema, place: str) -> None:
        name = words.get("$ref", "").rpartition("/")[2]
        if name and place not in places[name]:
            places[name].append(place)
            for form in _find_forms(schema["$defs"][name]):
                for key, inner in form["properties"].items():
                    visit(inner, f"{place}.{key}")
        for inner in (*_find_choices(words), words.get("items")):
            if isinstance(inner, dict):
                visit(inner, place)
        if isinstance(named := words.get("additionalProperties"), dict):
            visit(named, f"{place}.NAME")

    for key, words in schema["properties"].items():
        visit(words, key)
    return places


def _find_forms(part: _Schema) -> list[_Schema]:
    return [form for form in part.get("anyOf", [part]) if "properties" in form]


def _link(heading: str) -> str:
    """The anchor of a heading, by the rule of GitHub, which the site shares."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _table(part: _Schema, section: str) -> str:
    text = part.get("description", "").replace("\n", " ")
    keys, required = part.get("properties", {}), set(part.get("required", ()))
    head, line = ("key", "meaning", "takes", "default"), ("---",) * 4
    rows = [
        (
            f'<a id="{section}.{word}"></a>`{word}`',
            _spell(words),
            _tell(words),
            _tell_default(words, word in required),
        )
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
        heading = _find_heading(name)
        # One with a type of its own stands in the place of the mapping itself.
        forms = _find_choices(_find_part(name))
        short = [one for one in forms if "type" in one and "properties" not in one]
        return " or ".join([*map(_tell, short), f"a mapping: [{heading}](#{_link(heading)})"])
    if choices := _find_choices(words):
        return " or ".join(dict.fromkeys(map(_tell, choices)))
    if "enum" in words:
        return ", ".join(_IN_WORDS.get(value, f"`{value}`") for value in words["enum"])
    if "const" in words:
        return f"`{words['const']}`"
    kinds = words.get("type", [])
    kinds = {kinds} if isinstance(kinds, str) else set(kinds)
    # In a mapping of labels there are labels again, or what they stand for.
    if kinds == {"object", "array"}:
        return "more such names, or a list of values"
    if "array" in kinds:
        return f"a list of: {_tell(words.get('items', {}))}"
    if "object" in kinds:
        inner = words.get("additionalProperties")
        return f"names, with for each: {_tell(inner)}" if isinstance(inner, dict) else "a mapping"
    return _tell_scalar(kinds, words.get("examples", ())) + _tell_limits(words)


def _find_part(name: str) -> _Schema:
    part: _Schema = _read_schema()["$defs"][name]
    return part


def _find_choices(words: _Schema) -> Sequence[_Schema]:
    return [*words.get("anyOf", ()), *words.get("oneOf", ())]


def _tell_scalar(kinds: set[str], examples: Sequence[str]) -> str:
    if kinds in _TEXTS:
        return "text"
    if kinds == {"boolean"}:
        return "true or false"
    if kinds == {"integer"}:
        return "a whole number"
    if not kinds:
        return "text"
    signs = {"/": "a fraction", "": "a decimal", "%": "a percentage"}
    forms = [form for sign, form in signs.items() if any(sign in one for one in examples)]
    *others, last = forms
    return f"a number: {', '.join(others)} or {last}" if others else f"a number: {last}"


def _tell_limits(words: _Schema) -> str:
    signs = {"minimum": "≥", "exclusiveMinimum": ">", "maximum": "≤", "exclusiveMaximum": "<"}
    return "".join(f", {sign} {words[key]}" for key, sign in signs.items() if key in words)
