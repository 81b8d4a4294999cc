"""Knows in which order texts of times are: Wave 9 before Wave 10, baseline before follow-up 1.

An order is known where all texts are of one form. Where it depends on more, as that of months
without a year, or of winters, none is: nobody should keep a row as the last that is not.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from sqlglot import exp

#: Of a row that comes before the numbered ones.
_STARTS = "baseline|baseline visit|base|bl|enrolment|enrollment|entry|intake"
_YEAR = "(19|20)[0-9]{2}"
_MONTHS = (
    "(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?"
    "|oct(ober)?|nov(ember)?|dec(ember)?)"
)
_BETWEEN = "[ ./,-]{0,2}"
_WORDS = (
    ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    (
        *("first", "second", "third", "fourth", "fifth"),
        *("sixth", "seventh", "eighth", "ninth", "tenth"),
    ),
)
#: Times that follow each other, of two or three.
_SEQUENCES = (
    ("baseline", "midline", "endline"),
    ("baseline", "follow-up"),
    ("baseline", "follow up"),
    ("baseline", "followup"),
    ("pre", "post"),
    ("pre-test", "post-test"),
    ("pretest", "posttest"),
    ("before", "after"),
)
#: By the year, a half of one does not begin before another.
_SEASONS = ("spring", "summer", "(fall|autumn)")


@dataclass(frozen=True)
class TimeOrder:
    """A form of texts in small letters, and what orders them in DuckDB.

    `pattern`: which texts are of the form, as every engine reads it. `apart`: what is taken out of
    them; what is left is the same in all, or nothing. `examples`: texts that stand for those of a
    table whose values are not read.
    """

    pattern: str
    order: Callable[[exp.Expr], exp.Expr]
    examples: tuple[str, ...]
    apart: str = ""

    def reads(self, texts: Iterable[str]) -> bool:
        """Whether all texts are of this form."""
        folded = [fold(text) for text in texts]
        around = {re.sub(self.apart, "", text) for text in folded} if self.apart else set()
        is_one = len(around - {""}) <= 1
        return is_one and all(re.fullmatch(self.pattern, text) for text in folded)


def fold(text: str) -> str:
    """Return a text as forms have it."""
    return text.strip().lower()


def find_order(texts: Iterable[str | None]) -> TimeOrder | None:
    """Return the form of some texts whose order is known; None if none is.

    >>> [bool(find_order(texts)) for texts in (["Wave 2", "Wave 10"], ["Jan 2020", "May 2020"])]
    [True, True]
    >>> [bool(find_order(texts)) for texts in (["Jan", "May"], ["Winter 2020", "Fall 2020"])]
    [False, False]
    """
    listed = [text for text in texts if text is not None]
    return next((one for one in ORDERS if listed and one.reads(listed)), None)


def find_named_order(texts: Iterable[str]) -> TimeOrder | None:
    """Return what `find_order` does, of texts with letters: those of digits are in their order."""
    listed = [*texts]
    return find_order(listed) if any(map(str.isalpha, "".join(listed))) else None


def find_left(value: exp.Expr, order: TimeOrder) -> exp.Expr:
    """Return what is left of a folded text without what tells its time; NULL for nothing."""
    left = value.copy()
    for _ in ("a year", "a number"):
        words = {"expression": _text(order.apart), "replacement": _text("")}
        left = exp.RegexpReplace(this=left, **words)
    return exp.Nullif(this=left, expression=_text(""))


def _text(text: str) -> exp.Expr:
    return exp.Literal.string(text)


def fold_text(value: exp.Expr) -> exp.Expr:
    """Return a text as `fold` does, in a statement."""
    return exp.Lower(this=exp.Trim(this=value.copy()))


def _take(value: exp.Expr, pattern: str) -> exp.Expr:
    return exp.RegexpExtract(this=value.copy(), expression=_text(pattern))


def _number(value: exp.Expr, pattern: str = "[0-9]+") -> exp.Expr:
    return exp.cast(_take(value, pattern), "BIGINT")


def _try_number(value: exp.Expr, pattern: str = "[0-9]+") -> exp.Expr:
    """Return the number in a text; NULL where there is none."""
    type_ = exp.DataType.build("BIGINT")
    return exp.TryCast(this=_take(value, pattern), to=type_, safe=True)


def _started(value: exp.Expr) -> exp.Expr:
    has_number = exp.RegexpLike(this=value.copy(), expression=_text("[0-9]"))
    zero = exp.Literal.number(0)
    return exp.Case(ifs=[exp.If(this=has_number, true=_try_number(value))], default=zero)


def _year_and_number(value: exp.Expr) -> exp.Expr:
    """Return the year, and then the number that is not the year: of 2020-W10 or Q1 2020."""
    text = exp.cast(value.copy(), "VARCHAR")
    year = _try_number(value, _YEAR)
    rest = exp.RegexpReplace(this=text, expression=_text(_YEAR), replacement=_text(""))
    hundreds = exp.Mul(this=year, expression=exp.Literal.number(100))
    return exp.Add(this=hundreds, expression=_try_number(rest))


def _month(value: exp.Expr) -> exp.Expr:
    both = exp.DPipe(this=_take(fold_text(value), "[a-z]{3}"), expression=_take(value, _YEAR))
    return exp.Anonymous(this="try_strptime", expressions=[both, _text("%b%Y")])


def _rank(words: Iterable[str]) -> Callable[[exp.Expr], exp.Expr]:
    """Return what numbers texts by which of these patterns they have."""

    def order(value: exp.Expr) -> exp.Expr:
        ranks = [
            exp.If(
                this=exp.RegexpLike(this=fold_text(value), expression=_text(_whole(word))),
                true=exp.Literal.number(rank),
            )
            for rank, word in enumerate(words, 1)
        ]
        return exp.Case(ifs=ranks)

    return order


def _whole(word: str) -> str:
    """Return the pattern of a word that stands alone in a text."""
    return f"(^|[^a-z]){word}($|[^a-z])"


def _season(value: exp.Expr) -> exp.Expr:
    hundreds = exp.Mul(this=_try_number(value, _YEAR), expression=exp.Literal.number(100))
    return exp.Add(this=hundreds, expression=_rank(_SEASONS)(value))


def _list_words() -> Iterable[TimeOrder]:
    for words in _WORDS:
        listed = "|".join(words)
        yield TimeOrder(
            f"([a-z]+[ _-])?({listed})([ _-][a-z]+)?", _rank(words), (words[0], words[1]), listed
        )


#: Before a number; not a sign, as of week -2, which comes before week -1.
_BEFORE = "([^0-9]*[^0-9-]|[^0-9]*[a-z]{2}-)?"
ORDERS = (
    TimeOrder(f"{_BEFORE}[0-9]{{1,9}}[^0-9]*", _number, ("1", "2"), "[0-9]+(st|nd|rd|th)?"),
    TimeOrder(
        f"{_STARTS}|{_BEFORE}[1-9][0-9]{{0,8}}[^0-9]*",
        _started,
        ("baseline", "visit 1"),
        f"[0-9]+(st|nd|rd|th)?|^({_STARTS})$",
    ),
    TimeOrder(
        f"{_YEAR}[^0-9]{{1,12}}[0-9]{{1,2}}", _year_and_number, ("2020Q1", "2021Q2"), "[0-9]+"
    ),
    TimeOrder(
        f"[^0-9]{{0,12}}[0-9]{{1,2}}[^0-9]{{1,12}}{_YEAR}",
        _year_and_number,
        ("Q1 2020", "Q2 2021"),
        "[0-9]+",
    ),
    TimeOrder(f"{_MONTHS}{_BETWEEN}{_YEAR}", _month, ("Jan 2020", "May 2020")),
    TimeOrder(f"{_YEAR}{_BETWEEN}{_MONTHS}", _month, ("2020 Jan", "2020 May")),
    TimeOrder(f"({'|'.join(_SEASONS)}){_BETWEEN}{_YEAR}", _season, ("Spring 2020", "Fall 2020")),
    TimeOrder(f"{_YEAR}{_BETWEEN}({'|'.join(_SEASONS)})", _season, ("2020 Spring", "2020 Fall")),
    # The winter term begins in autumn.
    TimeOrder(f"{_YEAR} ?[sw]", fold_text, ("2020S", "2020W")),
    *_list_words(),
    *(TimeOrder("|".join(one), _rank(one), one) for one in _SEQUENCES),
)
