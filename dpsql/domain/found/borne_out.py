"""Whether rows of T bear out that a kept column is one of P under another name.

Rows of T and of P stand beside each other where their quasi-identifiers are equal. So a row of T
may have several of P beside it, of which one has the kept value by chance.
"""

from dataclasses import dataclass
from fractions import Fraction

#: So many of so many rows have the same value, or the columns are two.
_LEAST, _OF_SO_MANY = 3, 4
#: Rows that contradict it, out of as many as would if the columns had nothing in common.
_CONTRADICTING, _OF_AS_MANY = 1, 20
#: So many rows would contradict it by chance; that none does has a chance of e⁻¹⁴ at most.
_LEAST_EXPECTED = 14


@dataclass(frozen=True)
class BorneOut:
    """How many rows of T have an equal row in P: `equal`; and one with the kept value: `same`.

    `by_chance`: as many, at most, would have one if the columns had nothing in common.
    The share of P that has a value, times the rows of P beside a row of T, is no less than the
    probability that one of these has it (the union bound).
    """

    equal: int
    same: int
    by_chance: Fraction

    @property
    def is_refuted(self) -> bool:
        """Whether too many rows say that the columns are two.

        >>> BorneOut(0, 0, Fraction(0)).is_refuted, BorneOut(100, 74, Fraction(9)).is_refuted
        (False, True)
        """
        return _OF_SO_MANY * self.same < _LEAST * self.equal

    @property
    def is_shown(self) -> bool:
        """Whether the rows alone show that the columns are one, whatever their names and values.

        >>> BorneOut(100, 99, Fraction(60)).is_shown, BorneOut(100, 97, Fraction(60)).is_shown
        (True, False)
        >>> BorneOut(100, 100, Fraction(90)).is_shown
        False
        """
        expected = self.equal - self.by_chance
        contradicting = self.equal - self.same
        is_uncontradicted = _OF_AS_MANY * contradicting <= _CONTRADICTING * expected
        return expected >= _LEAST_EXPECTED and is_uncontradicted
