"""What is wrong with a job, in words for the people who wrote it."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from dpsql.domain.arguments import name_type
from dpsql.domain.fits.column_fits import UnlistedColumn
from dpsql.domain.fits.keys_elsewhere import find_elsewhere
from dpsql.domain.fits.meant_mapping import find_meant
from dpsql.domain.fits.metric_names import name_metric
from dpsql.domain.fits.usual_values import usual_list, usual_mapping
from dpsql.domain.job_section import JobSection, list_keys
from dpsql.domain.names import find_alike, find_same, suggest
from dpsql.domain.plurals import join_names
from dpsql.domain.python_words import spell_keys
from dpsql.domain.sections.questions import UnfitQuestion
from dpsql.domain.sections.source import is_table
from dpsql.domain.threshold import parse_threshold
from dpsql.domain.words.yaml_words import as_yaml
from dpsql.errors import ConfigError, cut_name
from dpsql.faces import name_by_face, spell_example

#: Messages for validation errors. Pydantic's own messages mention Python types.
_MESSAGES = {
    "missing": "is missing; add it",
    "too_short": "is empty; name at least one",
}
#: Lists of names, of which somebody may write one alone.
_OF_NAMES = ("keep", "public_columns", "earlier")
#: Further faults whose places are named.
_MOST_NAMED = 5
_NO_LIST = ("tuple_type", "list_type")
_NO_MAPPING = ("dict_type", "model_type", "model_attributes_type")
#: What a frame is given for by mistake, by the key of the job.
_PATHS = {
    "release": "the path of the file that dpsql is to write",
    "quasi_identifiers": "the path of a hierarchy, or a mapping such as {widths: [5, 10]}",
}
_AS_FRAME = (
    "a frame with a column for each level is {'table': frame, 'columns': […]}, with their names,"
    " the leaf first"
)

#: What somebody may write in a job file that does not belong there, by its path.
_HELD_ELSEWHERE: dict[tuple[str, ...], str] = {
    ("engine", "postgres", key): "the address stands in an environment variable, as it may hold a"
    " password; write dsn_env: NAME, and set NAME to host=… dbname=… user=…"
    for key in ("dsn", "url", "host", "password", "user", "database", "dbname")
} | {
    ("where",): "a condition on P stands in private, as private: {where: …}",
}
#: Marks of keys and of kinds that nobody wrote.
_MARKS = ("[key]", "[number]", "[regions]")


#: What YAML makes one key of, as no blank stands after the colon.
_KEY_AND_VALUE = re.compile(r"([a-z_]+):([^ ].*|)", re.DOTALL)


class InvalidJob(ConfigError):
    """A job that is not valid by its `model`; `keys` is the path to the first fault.

    `words`: the job as it was written, of which texts and numbers may be told. `in_file`: the
    message where the job is a file, whose examples are YAML in Python, too.
    """

    in_file: str
    #: What could stand there, as YAML has it.
    _example = ""

    def __init__(
        self,
        error: ValidationError,
        model: type[JobSection],
        words: Mapping[str, Any] | None = None,
    ) -> None:
        faults = error.errors(include_url=False)
        # A misspelt key is also reported as missing: the unknown key is the better message.
        fault = next((one for one in faults if one["type"] == "extra_forbidden"), faults[0])
        keys = tuple(str(key) for key in fault["loc"] if key not in _MARKS)
        # A job file has private: {path: …}, which is stored as private.source.path.
        self.keys = (keys[0], *keys[2:]) if keys[:2] == ("private", "source") else keys
        unfit = fault.get("ctx", {}).get("error")
        if isinstance(unfit, UnfitQuestion | UnlistedColumn):
            self.keys = unfit.keys
            self._say(str(unfit))
            return
        meant = self._find_meant(fault, words or {})
        told = meant or self._find_elsewhere(fault, words or {}) or self._tell(fault, model)
        if not keys and (key := _find_key(told, model)) is not None:
            # Keys do not fit each other: the message begins with the one that is wrong.
            self.keys = (key,)
            self._say(told)
            return
        # The key that a misspelt one was meant to be is not missing besides.
        others = [one for one in faults if one["type"] != "missing" or not _names(told, one)]
        if meant:
            known = {fault["loc"][0], meant.partition("write ")[2].partition(":")[0]}
            others = [fault, *(one for one in others if one["loc"][0] not in known)]
        more = _name_more([one for one in others if one["loc"] != fault["loc"]])
        self._say(f"{_name_place(self.keys)}: {told}{more}")

    def _say(self, told: str) -> None:
        self.in_file = told
        if self._example:
            told = told.replace(self._example, spell_example(self._example))
        super().__init__(spell_keys(told))

    def _find_meant(self, fault: ErrorDetails, words: Mapping[str, Any]) -> str:
        """Return what to write, with the columns and numbers that stand there; or nothing."""
        is_number = fault["type"] == "value_error" and not isinstance(fault["input"], Mapping)
        if not self.keys or is_number or fault["type"] == "missing":
            return ""
        if not (meant := find_meant(self.keys, words)):
            return ""
        unknown = "is not a key of the job file; " if fault["type"] == "extra_forbidden" else ""
        return f"{unknown}write {meant}"

    def _find_elsewhere(self, fault: ErrorDetails, words: Mapping[str, Any]) -> str:
        """Return where that is said which an unknown key of the job seems to mean; or nothing."""
        is_unknown = fault["type"] == "extra_forbidden" and len(fault["loc"]) == 1
        elsewhere = find_elsewhere(self.keys[0], words) if is_unknown else ""
        return elsewhere and f"is not a key of the job file; {elsewhere}"

    def _tell(self, fault: ErrorDetails, model: type[JobSection]) -> str:
        """Return what is wrong and what to write instead."""
        if (wanted := _PATHS.get("".join(self.keys[:1]))) and is_table(fault["input"]):
            told = f"give {wanted}, not {name_type(fault['input'])}"
            is_of_column = self.keys[0] == "quasi_identifiers" and len(self.keys) > 1
            return f"{told}; {_AS_FRAME}" if is_of_column else told
        match fault["type"]:
            case "value_error":
                return fault["msg"].removeprefix("Value error, ")
            case "extra_forbidden":
                written = tuple(str(key) for key in fault["loc"])
                if (joined_key := _KEY_AND_VALUE.fullmatch(written[-1])) is not None:
                    key, rest = joined_key.groups()
                    return f"a blank belongs after the colon of a key: {key}: {rest}…"
                known = list_keys(model, written)
                if written[:2] == ("private", "source") and len(written) == 3:
                    # They stand beside those of the table.
                    known += ["key", "where"]
                hint = suggest(written[-1], known)
                if written[0] == "questions" and fault["input"] == "":
                    # Of {sql: SELECT a, b FROM t} YAML makes two keys.
                    hint = "; a comma ends a text in {…}: put the SQL in quotes, or below sql: |"
                    return f"is not a key of a question{hint}"
                if written[-1].isdecimal() and fault["input"] == "":
                    # Of {max: 0,2} YAML makes two keys, and of {widths: 5, 10} as well.
                    way = "a decimal has a point, as 0.2"
                    if written[0] == "quasi_identifiers":
                        way = f"a list stands in brackets, as {{widths: [5, 10]}}; {way}"
                    return f"is not a key of the job file; {way}"
                if (held := _HELD_ELSEWHERE.get(written)) is not None:
                    return f"is not a key of the job file; {held}"
                # A question ends its sentence.
                joined = f"{hint} " if hint.endswith("?") else f"{hint}; "
                more = name_by_face(
                    "`dpsql schema` prints them all", "help(dpsql.Job) explains all"
                )
                return f"is not a key of the job file{joined}{more}"
            case "invalid_key" if self.keys[0] == "quasi_identifiers" and len(self.keys) > 2:
                return "is a value, and no key; groups of values are {tree: {label: [value, …]}}"
            case "literal_error":
                words = fault["ctx"]["expected"]
                return f"write {words}{_suggest_word(self.keys, fault['input'], words)}"
            case type_ if type_ in _NO_LIST:
                written = fault["input"]
                is_name = isinstance(written, str) and written and self.keys[0] in _OF_NAMES
                self._example = f"[{as_yaml(written)}]" if is_name else usual_list(self.keys)
                return f"write a list, such as {self._example}"
            case type_ if type_ in _NO_MAPPING:
                usual = _write_delta(fault["input"]) if self.keys == ("delta",) else ""
                self._example = usual or usual_mapping(self.keys)
                return (
                    f"write a mapping, such as {self._example}"
                    if self._example
                    else _tell_not_understood()
                )
            case type_:
                return _MESSAGES.get(type_) or _tell_not_understood()


def _tell_not_understood() -> str:
    where = name_by_face("`dpsql schema` prints", "help(dpsql.Job) says")
    return f"is not understood; {where} what may stand here"


def _find_key(told: str, model: type[JobSection]) -> str | None:
    """Return the key of the job that a message begins with, if there is one."""
    found = re.match(r"[a-z_]+", told)
    return found[0] if found is not None and found[0] in model.model_fields else None


def _write_delta(written: object) -> str:
    """Return the mapping that is meant by a threshold alone, or by a list of two; or nothing."""
    ends = written if isinstance(written, list | tuple) and len(written) == 2 else [written]
    if all(re.fullmatch(r"[0-9]{1,2}([.][0-9]{1,9})?", str(one)) for one in ends):
        # 20 is no probability, but 20% is one.
        ends = [one if float(str(one)) <= 1 else f"{one}%" for one in ends]
    try:
        for one in ends:
            parse_threshold(one)
    except ConfigError:
        return ""
    named = zip(("min", "max") if len(ends) > 1 else ("max",), ends, strict=True)
    return f"{{{', '.join(f'{name}: {one}' for name, one in named)}}}"


def _suggest_word(keys: tuple[str, ...], written: object, words: str) -> str:
    """Return the rest of a sentence that lists quoted words; empty if none of them is like it."""
    known = re.findall(r"'([^']+)'", words)
    if not isinstance(written, str):
        return ""
    if keys == ("metric",) and (named := name_metric(written)):
        return f"; {named}"
    alike = find_same(written, known) or find_alike(written, known)
    return f"; did you mean {alike[0]!r}?" if alike and len(known) > 1 else ""


def _names(told: str, missing: ErrorDetails) -> bool:
    return f"did you mean {missing['loc'][-1]!r}?" in told


def _name_more(others: Sequence[ErrorDetails]) -> str:
    """Name where the job has further faults, once each."""
    places = dict.fromkeys(
        _name_place(tuple(str(key) for key in one["loc"] if key not in _MARKS)) for one in others
    )
    return f"; then mend {join_names(list(places)[:_MOST_NAMED])}" if places else ""


#: Keys with a list of entries; a number below another key is what was written there.
_LISTS = ("prefix", "widths", "dates", "keep", "public_columns")


def _name_place(keys: tuple[str, ...]) -> str:
    """Name a key by its path; questions and entries of lists are counted from 1, as in tables.

    >>> _name_place(("quasi_identifiers", "zip", "prefix", "1")), _name_place(("keep", "0"))
    ('quasi_identifiers.zip.prefix, entry 2', 'keep, entry 1')
    >>> _name_place(("quasi_identifiers", "1"))
    'quasi_identifiers.1'
    """
    if len(keys) > 1 and keys[0] == "questions" and keys[1].isdecimal():
        return ": ".join([f"question {int(keys[1]) + 1}", *map(cut_name, keys[2:])])
    if keys[-2:-1] and keys[-2] in _LISTS and keys[-1].isdecimal():
        return f"{_name_place(keys[:-1])}, entry {int(keys[-1]) + 1}"
    return ".".join(map(cut_name, keys)) or "job"
