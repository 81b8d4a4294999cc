"""What to add to a message about an unknown name: a similar name, or the known ones.

Names of columns may be data: if a CSV has no header, its first row is taken for names, also after a
program has converted it to Parquet. A job may name T by mistake for P or a mapping table. So names
of columns are shown only if the table has another column that the job names, because no row of
people contains the name of a column, and if none of the names looks like a value.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from difflib import get_close_matches
from unicodedata import combining, normalize

from dpsql.domain.table_names import join_table_name

_MOST_LISTED = 20
#: Least similarity of a suggestion: two exchanged letters of three suffice, income is not name.
_ALIKE = 0.65
#: What others call the ends that keys of a job have.
_WORDS_OF_JOBS = {"min": "least", "minimum": "least", "max": "most", "maximum": "most"}
#: Fewer letters begin many names.
_LEAST_BEGIN = 3
_SIGNS = r"\w .:()\[\]/%&+#?-"
_NAME = re.compile(rf"[^\W\d_][{_SIGNS}]{{0,62}}|_[{_SIGNS}]{{1,62}}")
#: Between letters, or a letter and a digit.
_SIGNS_INSIDE = re.compile(r"(?<=[^\W\d_])[\s_.-]+(?=[^\W_])|(?<=[^\W_])[\s_.-]+(?=[^\W\d_])")
_LONG_NUMBER = re.compile(r"[0-9]{3}")
#: Of income_2019 and wage1980, which are names.
_YEAR = re.compile(r"(?<=[^\W\d])(?:19|20)[0-9]{2}(?![0-9])")


def suggest(name: str, known: Iterable[str]) -> str:
    """Return the rest of a sentence about the unknown `name`; empty if no names are known.

    >>> suggest("Zip", ["zip", "age"]), suggest("town", ["zip", "age"])
    ("; did you mean 'zip'?", "; there are 'zip', 'age'")
    """
    names = list(known)
    if meant := find_same(name, names) or find_alike(name, names):
        return f"; did you mean {meant[0]!r}?"
    if not names:
        return ""
    listed = ", ".join(map(repr, names[:_MOST_LISTED]))
    more = f" and {len(names) - _MOST_LISTED} more" if len(names) > _MOST_LISTED else ""
    return f"; there are {listed}{more}"


def suggest_column(
    name: str,
    columns: Collection[str],
    expected: Iterable[str],
    *,
    in_memory: bool = False,
    by_command: bool = False,
) -> str:
    """Return the rest of a sentence about a column that a table lacks; it quotes no cell.

    `expected`: columns that the job expects of this table; `name` may be among them. `in_memory`:
    it is a frame, or else no CSV, which has no first line. A similar name of one is shown, as that
    is no cell. So it is where a command names the columns, and no job (`by_command`).

    >>> suggest_column("town", ["zip", "age"], ["town", "zip"])
    "; there are 'zip', 'age'"
    >>> suggest_column("zip", ["Smith", "HIV"], ["zip", "town"])
    '; it has 2 columns and none that the job names: does its first line hold names?'
    >>> suggest_column("agee", ["age", "sex"], ["agee"], in_memory=True)
    "; did you mean 'age'?"
    >>> suggest_column("agee", ["Smith", "HIV"], ["agee"], in_memory=True)
    '; it has 2 columns and none that the job names'
    >>> suggest_column("wifeno", ["wife_no", "kids618"], ["wifeno"], in_memory=True)
    "; did you mean 'wife_no'?"
    >>> suggest_column("agee", ["age", "sex"], ["agee"], by_command=True)
    "; did you mean 'age'?"
    >>> suggest_column("town", ["Smith", "HIV"], ["town"], by_command=True)
    '; it has 2 columns and none of this name: does its first line hold names?'
    """
    same = find_same(name, columns) or _find_unmarked(name, columns)
    if same:
        return f"; did you mean {same[0]!r}?"
    found = [one for one in expected if one != name and one in columns]
    are_names = all(_looks_like_a_name(one) for one in columns)
    if found and are_names:
        return suggest(name, columns)
    alike = find_alike(name, columns) if in_memory or by_command else []
    # Another name of a frame may have digits as a value has.
    if alike and (are_names or (in_memory and all(map(_looks_like_a_name, alike)))):
        return suggest(name, alike)
    count = f"{len(columns)} column{'' if len(columns) == 1 else 's'}"
    if found:
        strange = sum(not _looks_like_a_name(one) for one in columns)
        look = "looks like a value" if strange == 1 else "look like values"
        return f"; it has {count}, whose names are not listed, as {strange} of them {look}"
    asked = "of this name" if by_command else "that the job names"
    question = "" if in_memory else ": does its first line hold names?"
    return f"; it has {count} and none {asked}{question}"


def suggest_column_of_t(name: str, columns: Collection[str], expected: Iterable[str]) -> str:
    """Return the rest of a sentence about a column that T lacks: a name that is alike, or nothing.

    Where no row can be taken for the names, as `suggest_column` decides, nothing of T is shown.

    >>> suggest_column_of_t("scor", ["zip", "score"], ["zip", "scor"])
    "; did you mean 'score'?"
    >>> suggest_column_of_t("Smit", ["Smith", "HIV"], ["zip", "Smit"])
    ''
    """
    found = any(one != name and one in columns for one in expected)
    are_names = found and all(_looks_like_a_name(one) for one in columns)
    alike = find_alike(name, columns) if are_names else []
    return suggest(name, find_same(name, columns) or alike)


def suggest_table(parts: Sequence[str], known: Iterable[Sequence[str]]) -> str:
    """Return the rest of a sentence about a table that an engine lacks; empty if none is like it.

    `known`: the names that its catalogue has, the widest part first. A table of this name in
    another schema is meant before one of a similar name.

    >>> tables = [("w", "mart", "register"), ("w", "main", "trial")]
    >>> suggest_table(["mart", "registr"], tables), suggest_table(["mart", "trial"], tables)
    ("; did you mean 'mart.register'?", "; did you mean 'main.trial'?")
    >>> suggest_table(["REGISTER"], tables), suggest_table(["people"], tables)
    ("; did you mean 'register'?", '')
    >>> print(suggest_table(["people", "2026"], [("w", "mart", "people.2026")]))
    ; did you mean '"people.2026"'?
    """
    name, known = ".".join(parts), [*known]
    # A name with a dot that stands without quotes.
    unquoted = [one[-n:] for n in (1, 2, 3) for one in known if ".".join(one[-n:]) == name]
    spelled = {".".join(one[-len(parts) :]): one[-len(parts) :] for one in known}
    same = [spelled[one] for one in find_same(name, spelled)]
    elsewhere = [one[-2:] for one in known if one[-1] == parts[-1]]
    alike = [spelled[one] for one in find_alike(name, [*spelled])]
    if meant := unquoted or same or elsewhere or alike:
        return f"; did you mean {join_table_name(meant[0])!r}?"
    return ""


def find_alike(name: str, names: Collection[str]) -> list[str]:
    """Return the name that is most like `name`, in a list; an empty one if none is like it.

    Else the only one of which one begins as the other. min and max stand for least and most.

    >>> find_alike("maximum", ["min", "max"]), find_alike("lab", ["lab_value", "age"])
    (['max'], ['lab_value'])
    >>> find_alike("min_level", ["least_level", "most_level"])
    ['least_level']
    >>> find_alike("age", ["age_group", "age_of_onset"]), find_alike("a", ["abcdef"])
    ([], [])
    """
    meant = "_".join(_WORDS_OF_JOBS.get(word, word) for word in name.split("_"))
    if meant != name and meant in names:
        return [meant]
    if close := get_close_matches(name, names, n=1, cutoff=_ALIKE):
        return close
    begun = [one for one in names if _begins(name, one) or _begins(one, name)]
    return begun if len(begun) == 1 else []


def _begins(name: str, begin: str) -> bool:
    """Whether a name begins with another, of some letters."""
    return len(begin) >= _LEAST_BEGIN and fold_name(name).startswith(fold_name(begin))


def _looks_like_a_name(text: str) -> bool:
    """Whether a text begins with a letter and has no number of three digits or more, as dates do.

    >>> [_looks_like_a_name(text) for text in ("hours.per-week", "q17", "4790*", "May 1st, 1970")]
    [True, True, False, False]
    >>> [_looks_like_a_name(text) for text in ("Sex (m/f): [code]", "income_2019", "May 1970")]
    [True, True, False]
    """
    return bool(_NAME.fullmatch(text)) and not _LONG_NUMBER.search(_YEAR.sub("", text))


def find_same(name: str, known: Iterable[str]) -> list[str]:
    """Find the names that differ from `name` in case or in how marked letters are coded."""
    folded = fold_name(name)
    return [other for other in known if fold_name(other) == folded]


def _find_unmarked(name: str, known: Iterable[str]) -> list[str]:
    """Find the names that differ from `name` in the marks of letters, as é from e, and in case.

    >>> _find_unmarked("Nationalite", ["Nationalité", "age"])
    ['Nationalité']
    """
    bare = _drop_marks(name)
    return [other for other in known if _drop_marks(other) == bare]


def _drop_marks(name: str) -> str:
    return "".join(one for one in normalize("NFD", name.casefold()) if not combining(one))


def find_written(name: str, known: Iterable[str]) -> list[str]:
    """Find the names that differ from `name` as `find_same` does, or in spaces and signs.

    >>> find_written("sex", ["Sex ", "age"]), find_written("PatientID", ["patient_id"])
    (['Sex '], ['patient_id'])
    """
    folded = _drop_signs(name)
    return [other for other in known if _drop_signs(other) == folded]


def _drop_signs(name: str) -> str:
    """Return a name as `fold_name` does, without blanks and signs; q1_1 is not q11.

    >>> _drop_signs("Patient_ID"), _drop_signs("q_1.5"), _drop_signs("_n")
    ('patientid', 'q1.5', '_n')
    """
    return _SIGNS_INSIDE.sub("", fold_name(name.strip()))


def fold_name(name: str) -> str:
    r"""Return what names have in common that look alike but for case.

    A file of macOS may have é as e and a mark of its own.

    >>> fold_name("Caf\u00e9") == fold_name("CAFE\u0301")
    True
    """
    return normalize("NFC", normalize("NFC", name).casefold())
