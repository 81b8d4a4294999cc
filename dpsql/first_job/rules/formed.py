"""Proposes hierarchies for texts that no rule reads: what a rule would make of what they mean.

The labels are listed, in the job if they are few, otherwise in a file beside it. Where a prefix
says the same, as in 20240531, the job has that.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property, partial

from sqlglot import exp

from dpsql.domain.column_words import find_kind, is_code
from dpsql.domain.levels.hierarchy import ROOT, Leaf
from dpsql.domain.levels.rules import Rule, reads_number
from dpsql.domain.plurals import name_count
from dpsql.domain.sections.quasi_identifier import QuasiIdentifier
from dpsql.domain.words.kinds import NOMINAL
from dpsql.engines.base import ColumnType, Engine
from dpsql.engines.sql_text import write
from dpsql.first_job.columns import MOST_LISTED, Bulk, BulkOfDays, ColumnProfile
from dpsql.first_job.rules.days import propose_dates
from dpsql.first_job.rules.widths import propose_widths
from dpsql.first_job.texts.codes import read_codes
from dpsql.first_job.texts.dates import are_written_in_several_ways, read_dates
from dpsql.first_job.texts.form import TextForm, Texts
from dpsql.first_job.texts.missing_texts import find_missing_texts
from dpsql.first_job.texts.numbers import read_numbers
from dpsql.first_job.texts.ranges import read_ranges
from dpsql.hierarchies.column_values import paths_query
from dpsql.sql.templates import column

#: Of a column with more values the first tell the form, and no labels are listed; longer texts are
#: left as they are.
MOST_READ, _LOOKED_AT, _LONGEST = 100_000, 1_000, 40
#: Lengths of whole numbers that may be days or months: 20240531, 202405.
_DAY_DIGITS, _MONTH_DIGITS = 8, 6
#: Kinds of columns that are left out whatever they hold.
_UNREAD = ("name", "contact", "address")
#: How a column is written for a rule to read it.
_MENDS = {"dates": "written as 2024-05-31", "numbers": "written as 1234.5"}
_NULL_FOR_OTHERS = "with NULL in place of other texts"
#: What is replaced in numbers of which a remark says so.
_WRITTEN = (
    ("a decimal comma", ((".", ""), (",", "."))),
    ("commas for thousands", ((",", ""),)),
)
_WHOLE, _DECIMAL = ColumnType("integer", "BIGINT"), ColumnType("decimal", "DECIMAL(38, 12)")
_Words = dict[str, object]
_Paths = dict[str, tuple[str, ...]]


@dataclass(frozen=True)
class Labels:
    """Labels by text, the finest first and without the root; NULL has none.

    They are listed when they are read: of many texts that takes seconds, and most proposals are not
    taken. `height`: the levels between the text and the root.
    """

    list_paths: Callable[[], _Paths]
    height: int

    @cached_property
    def paths(self) -> _Paths:
        """The labels of each text."""
        return self.list_paths()

    def list_rows(self) -> Iterator[tuple[Leaf, ...]]:
        """Yield the rows of a leaf-to-root CSV."""
        for text, labels in self.paths.items():
            yield (text, *labels, ROOT)

    def as_tree(self) -> object:
        """Return the labels as the tree of a job: mappings from label to labels, then texts."""
        if not self.height:
            return {ROOT: [*self.paths]}
        tree: dict[str, object] = {}
        for text, labels in self.paths.items():
            branch = tree
            for label in reversed(labels[1:]):
                branch = branch.setdefault(label, {})  # type: ignore[assignment]
            branch.setdefault(labels[0], []).append(text)  # type: ignore[attr-defined]
        return tree


def with_forms(engine: Engine, columns: Sequence[ColumnProfile]) -> tuple[ColumnProfile, ...]:
    """Return the columns of P with the form of those texts that no rule reads."""
    return tuple(_with_form(engine, one) for one in columns)


def _with_form(engine: Engine, one: ColumnProfile) -> ColumnProfile:
    if not _may_have_form(one):
        return one
    is_long = one.distinct > MOST_READ
    query = paths_query([one.name])
    found = engine.fetch(query.limit(_LOOKED_AT) if is_long else query)
    texts = {text: int(rows) for text, rows in found if text is not None}
    form = read_form(texts, one)
    if is_long:
        return replace(one, unlisted=form) if form and form.kind != "codes" else one
    # Dates in several forms have parts, as codes do.
    if (form is None or form.kind == "codes") and are_written_in_several_ways(texts):
        return replace(one, has_mixed_dates=True)
    if form is None:
        return replace(one, missing_texts=(*find_missing_texts(texts),))
    return replace(one, form=replace(form, texts=texts))


def _may_have_form(one: ColumnProfile) -> bool:
    """Whether its values are read: texts, or whole numbers that may be dates."""
    if find_kind(one.name) in _UNREAD:
        return False
    if one.distinct <= 2 or one.longest > _LONGEST or one.reads_as_date:
        return False
    if one.type.family == "text":
        return True
    of_one_length = one.shortest == one.longest in (_DAY_DIGITS, _MONTH_DIGITS)
    return one.type.family == "integer" and of_one_length and not one.has_nulls


def read_form(texts: Texts, one: ColumnProfile) -> TextForm | None:
    """Return how the texts of a column are written; None if a rule reads them, or nothing does."""
    dates = read_dates(texts)
    if dates is not None:
        return dates
    if one.reads_as_number:
        # With zeros before and decimals after, 01.11 is a code; 47.11 is one by its column's name.
        points = ["." in text for text in texts]
        is_padded = any(text[:1] == "0" and text[1:2].isdigit() for text in texts)
        # The area of a cell is no place, and no place has a number with a point.
        is_named_so = is_code(one.name) or find_kind(one.name) in NOMINAL - {"place"}
        are_parts = any(points) if is_named_so else all(points) and is_padded
        return read_codes(texts) if are_parts else None
    return read_ranges(texts) or read_numbers(texts) or read_codes(texts)


def propose_formed(one: ColumnProfile, form: TextForm, kind: str) -> tuple[_Words, str]:
    """Return the keys of a hierarchy for a column in a form of its own, and a remark."""
    said = f"{name_count(one.distinct, 'value')}, {form.remark}"
    if form.years:
        said = f"{said}; {form.years}"
    if form.kind == "codes":
        if form.prefixes:
            return {"prefix": list(form.prefixes)}, said
        return _list(form, lambda: dict(form.labels), _find_height(form.labels)), said
    plain = _count_plain(one, form)
    few = ""
    if form.kind == "dates":
        words, told = propose_dates(plain, said, of_moments=len(form.plain) > plain.distinct)
        few = told.removeprefix(said)
        asked = words["dates"]
        assert isinstance(asked, list)  # noqa: S101 - a list of units
        units = [unit for unit in asked if unit in form.units]
        if not units:
            return _list(form, lambda: dict.fromkeys(sorted(form.texts), ()), 0), said
        if form.lengths and all(unit in form.lengths for unit in units):
            return {"prefix": [form.lengths[unit] for unit in units]}, said
        words["dates"] = units
    elif plain.is_flag:
        # An interval of both numbers of a flag says nothing that its root does not.
        return _list(form, lambda: dict.fromkeys(sorted(form.texts), ()), 0), said
    else:
        words = propose_widths(plain, is_age=kind == "age")
    rule = QuasiIdentifier.model_validate(words).rule()
    assert rule is not None  # noqa: S101 - these are the keys of a rule
    has_others = any(text not in form.plain for text in form.texts)
    are_read = has_others and all(_is_plain(text, value) for text, value in form.plain.items())
    mend = _NULL_FOR_OTHERS if are_read else _MENDS[form.kind]
    mend = f"{mend}, they could have {write_rule(words)}"
    labels = _list(form, partial(_label_by, rule, form), rule.height - 1)
    return labels, f"{said}{few}; {mend}"


def _is_plain(text: str, value: str) -> bool:
    """Whether a rule reads a text as what it means.

    >>> _is_plain("22.0", "22"), _is_plain("1.234", "1234"), _is_plain("2009-05-31", "2009-05-31")
    (True, False, True)
    """
    if text == value:
        return True
    return reads_number(text) and reads_number(value) and Decimal(text) == Decimal(value)


def _label_by(rule: Rule, form: TextForm) -> _Paths:
    """List the labels that a rule makes of what the texts mean, in the order of that."""
    levels = range(1, rule.height)
    labels = {
        text: tuple(str(rule.label(form.plain[text], level)) for level in levels)
        for text in sorted(form.plain, key=lambda text: _order(form, text))
    }
    return labels | _place([text for text in form.texts if text not in labels], labels)


def tell_unlisted(one: ColumnProfile, form: TextForm) -> str:
    """Say how a column of too many values to list is written, and how to mend that."""
    if form.kind == "dates":
        return f"{form.remark}; write all as 2024-05-31 to use it"
    value: exp.Expr = column(one.name)
    for mark, written in _WRITTEN:
        if mark in form.remark:
            for sign, plain in written:
                value = exp.func(
                    "REPLACE", value, exp.Literal.string(sign), exp.Literal.string(plain)
                )
            cast = write(exp.cast(value, "DECIMAL(18, 2)"), "duckdb")
            return f"{form.remark}, too many to list; as {cast}, a view has numbers for widths"
    return f"{form.remark}, too many to list; write 1234.5 or NULL to use it"


def write_rule(words: Mapping[str, object]) -> str:
    """Write a rule without quotes, which numbers and names of units do not need.

    >>> write_rule({"widths": ["5", "10"], "to": "75"})
    '{widths: [5, 10], to: 75}'
    """
    parts = []
    for word, value in words.items():
        text = f"[{', '.join(map(str, value))}]" if isinstance(value, list) else value
        parts.append(f"{word}: {text}")
    return f"{{{', '.join(parts)}}}"


def _place(others: Sequence[str], labels: Mapping[str, tuple[str, ...]]) -> _Paths:
    """Return the labels of texts that mean nothing: their own, or those of a label that they are.

    >>> labels = {"31.05.1954": ("1954-05", "1954", "1950s")}
    >>> _place(["1954", "unknown"], labels)["1954"]
    ('1954', '1954', '1950s')
    """
    above: dict[str, tuple[str, ...]] = {}
    for path in labels.values():
        for level, label in enumerate(path):
            above.setdefault(label, path[level:])
    height = len(next(iter(labels.values())))
    found = {text: above.get(text, (text,)) for text in others}
    return {text: (text,) * (height - len(path)) + path for text, path in found.items()}


def _order(form: TextForm, text: str) -> tuple[float, str, str]:
    """Sort texts by what they mean, numbers or days."""
    value = form.plain[text]
    return (float(value) if form.kind == "numbers" else 0, value, text)


def _list(form: TextForm, list_paths: Callable[[], _Paths], height: int) -> _Words:
    labels = Labels(list_paths, height)
    if len(form.texts) <= MOST_LISTED:
        return {"tree": labels.as_tree()}
    return {"hierarchy": labels}


def _find_height(paths: Mapping[str, tuple[str, ...]]) -> int:
    return len(next(iter(paths.values())))


def _count_plain(one: ColumnProfile, form: TextForm) -> ColumnProfile:
    """Return the profile that a column of what the texts mean would have."""
    rows: dict[str, int] = {}
    for text, value in form.plain.items():
        rows[value] = rows.get(value, 0) + form.texts[text]
    everybody = sum(rows.values())
    plain = replace(one, rows=everybody, present=everybody, distinct=len(rows), form=None)
    return _with_days(plain, rows) if form.kind == "dates" else _with_numbers(plain, rows)


def _with_days(plain: ColumnProfile, rows: Mapping[str, int]) -> ColumnProfile:
    days = sorted(rows)
    low, high = (_find_edge([rows[day] for day in days], share) for share in (1, 99))
    bulk = BulkOfDays(days[low], days[high], high - low + 1)
    return replace(plain, first_day=days[0], last_day=days[-1], days=bulk)


def _with_numbers(plain: ColumnProfile, rows: Mapping[str, int]) -> ColumnProfile:
    numbers = sorted((float(value), n) for value, n in rows.items())
    of_rows = [n for _, n in numbers]
    bulks: list[Bulk] = []
    for share in (1, 5):
        low, high = (_find_edge(of_rows, one) for one in (share, 100 - share))
        ends = numbers[low][0], numbers[high][0]
        first, last = (bulks[0].low, bulks[0].high) if bulks else ends
        bulks.append(Bulk(*ends, high - low + 1, first, last))
    nearly_all, most = bulks
    is_whole = all("." not in value for value in rows)
    return replace(
        plain,
        type=_WHOLE if is_whole else _DECIMAL,
        least=numbers[0][0],
        greatest=numbers[-1][0],
        bulk=most if most.low < most.high else nearly_all,
    )


def _find_edge(rows: Sequence[int], share: int) -> int:
    """Return which value the first `share` of 100 rows end with, of values in order.

    >>> _find_edge([1, 97, 2], 1), _find_edge([1, 97, 2], 99)
    (0, 2)
    """
    upto, everything = 0, sum(rows)
    for i, n in enumerate(rows):
        upto += n
        if 100 * upto >= share * everything:
            return i
    return len(rows) - 1
