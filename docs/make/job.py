"""The keys of the job file, from the JSON Schema that ``dpsql schema`` prints."""

from collections.abc import Iterator, Mapping, Sequence
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
    schema = Job.model_json_schema(schema_generator=JobSchema)
    places = _find_places(schema)
    parts = ["### The job\n", _table(schema, _JOB)]
    for name, part in schema["$defs"].items():
        parts += _find_sections(name, part, places[name])
    return "\n".join(parts)


def write_keys() -> str:
    """All keys by their sections, each a link to where it is described: what a page begins with."""
    schema = Job.model_json_schema(schema_generator=JobSchema)
    places = _find_places(schema)
    lines = ["| in | keys |", "| --- | --- |", _list_keys("[the job](#the-job)", _JOB, [schema])]
    for name, part in sorted(schema["$defs"].items(), key=lambda one: places[one[0]]):
        forms = _find_forms(part)
        if any(form["properties"] for form in forms):
            told = ", ".join(f"[`{place}`](#{name.lower()})" for place in places[name])
            lines.append(_list_keys(told, name, forms))
    return "\n".join(lines)


def anchor_of(section: str, key: str) -> str:
    """Where a key is described on the page; `section` is ``job`` for those of a job itself."""
    return f"{section.lower()}.{key}"


def _list_keys(title: str, section: str, forms: Sequence[_Schema]) -> str:
    keys = dict.fromkeys(key for form in forms for key in form["properties"])
    links = " · ".join(f"[`{key}`](#{anchor_of(section, key)})" for key in keys)
    return f"| {title} | {links} |"


def _find_places(schema: _Schema) -> dict[str, list[str]]:
    """Where the mapping of each section may stand in a job, such as ``engine.duckdb``."""
    places: dict[str, list[str]] = {name: [] for name in schema["$defs"]}

    def visit(words: _Schema, place: str) -> None:
        name = words.get("$ref", "").rpartition("/")[2]
        if name and place not in places[name]:
            places[name].append(place)
            for form in _find_forms(schema["$defs"][name]):
                for key, inner in form["properties"].items():
                    visit(inner, f"{place}.{key}")
        for inner in _find_choices(words):
            visit(inner, place)
        for inner in filter(None, (words.get("items"), words.get("additionalProperties"))):
            if isinstance(inner, dict):
                visit(inner, place if inner is words.get("items") else f"{place}.NAME")

    for key, words in schema["properties"].items():
        visit(words, key)
    return places


def _find_forms(part: _Schema) -> list[_Schema]:
    return [form for form in part.get("anyOf", [part]) if "properties" in form]


def _find_sections(name: str, part: _Schema, places: Sequence[str]) -> Iterator[str]:
    """A mapping, or each that may stand in its place."""
    yield f"### {name}\n"
    yield f"In a job: {', '.join(f'`{place}`' for place in places)}.\n"
    for form in _find_forms(part):
        yield _table(form, name)


def _table(part: _Schema, section: str) -> str:
    text = part.get("description", "").replace("\n", " ")
    keys, required = part.get("properties", {}), set(part.get("required", ()))
    head, line = ("key", "meaning", "takes", "default"), ("---",) * 4
    rows = [
        (
            f'<a id="{anchor_of(section, word)}"></a>`{word}`',
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
        return f"a mapping: [{name}](#{name.lower()})"
    if choices := _find_choices(words):
        return " or ".join(dict.fromkeys(map(_tell, choices)))
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


def _find_choices(words: _Schema) -> Sequence[_Schema]:
    return [*words.get("anyOf", ()), *words.get("oneOf", ())]


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
