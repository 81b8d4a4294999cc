"""How the texts of a column are written, and what each of them means."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeVar

from dpsql.domain.words.answers import is_missing

#: Values, or rows, that have the form, of so many; the others keep their own label.
MOST, OF_SO_MANY = 19, 20
#: Other values than these, such as N/A, unknown and 99, are too many to stand for no answer.
MOST_OTHERS = 20
#: How a column is written: its texts with their rows.
Texts = Mapping[str, int]
_Read = TypeVar("_Read")


@dataclass(frozen=True)
class TextForm:
    """What the texts of a column are: dates or numbers in a form of their own, or codes.

    `remark`: how they are written. `plain`: by text, the ISO day or the plain number that it means;
    texts without one keep a label of their own. `units`: the parts of a date that a label can
    state. `lengths`: by unit, how many leading characters state it; empty if they do not.
    `labels`: by code, what it is generalized to, the finest first, and `prefixes`: the same as
    lengths, if a prefix of one length says it for all codes. `texts`: all, with their rows.
    `years`: of which century two digits of a year are; `doubt`: that the values leave it open.
    """

    kind: Literal["dates", "numbers", "codes"]
    remark: str
    plain: Mapping[str, str] = field(default_factory=dict)
    units: tuple[str, ...] = ()
    lengths: Mapping[str, int] = field(default_factory=dict)
    labels: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    prefixes: tuple[int, ...] = ()
    texts: Texts = field(default_factory=dict)
    years: str = ""
    doubt: str = ""


def reads_most(texts: Texts, read: Iterable[str], most: int = MOST) -> bool:
    """Whether texts that are read are most rows, and few distinct ones are left over.

    Rows with NA and the like state nothing, however many they are.
    """
    known = set(read)
    rows = sum(texts[text] for text in known)
    stated = sum(n for text, n in texts.items() if text in known or not is_missing(text))
    few = len(texts) - len(known) <= MOST_OTHERS
    return bool(known) and few and OF_SO_MANY * rows >= most * stated


def read_all(texts: Iterable[str], read: Callable[[str], _Read | None]) -> dict[str, _Read]:
    """Return what each text means to a reader, without those that it cannot read."""
    return {text: found for text in texts if (found := read(text)) is not None}
