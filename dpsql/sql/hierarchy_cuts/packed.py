"""Codes of a tuple on the lower levels, packed into integers of 63 bits.

Every round writes the tuples of the open parts anew, and what that takes grows with their columns.
A part needs the code of a tuple on a level only when it is cut there.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from sqlglot import exp

from dpsql.sql.lattice.frequency_set import LabelCounts, code_name, narrowest
from dpsql.sql.templates import identifier

_BITS = 63


@dataclass(frozen=True)
class _Field:
    """Where a code is: the number of a key, the bits below it, and its own."""

    key: int
    shift: int
    bits: int


@dataclass(frozen=True)
class PackedCodes:
    """The codes of each quasi-identifier below the first level on which it is cut.

    >>> PackedCodes([[1000, 30, 2], [5]]).fields
    {(0, 0): _Field(key=0, shift=0, bits=10), (0, 1): _Field(key=0, shift=10, bits=5)}
    """

    label_counts: LabelCounts

    @cached_property
    def fields(self) -> Mapping[tuple[int, int], _Field]:
        """The place of each code, by the number of its quasi-identifier and its level."""
        found = {}
        key = used = 0
        for j, counts in enumerate(self.label_counts):
            for level, labels in enumerate(counts[:-1]):
                bits = max((labels - 1).bit_length(), 1)
                if used + bits > _BITS:
                    key, used = key + 1, 0
                found[j, level] = _Field(key, used, bits)
                used += bits
        return found

    @property
    def keys(self) -> list[tuple[exp.Identifier, exp.Expr]]:
        """Names of the keys, and their values over the columns of the frequency set."""
        keys: dict[int, exp.Expr] = {}
        for (j, level), field in self.fields.items():
            code = exp.cast(exp.Column(this=code_name(j, level)), "BIGINT")
            value = code * exp.cast(exp.Literal.number(2**field.shift), "BIGINT")
            keys[field.key] = keys[field.key] + value if field.key in keys else value
        return [(_name(number), value) for number, value in keys.items()]

    def unpack(self, j: int, level: int) -> exp.Expr:
        """The code of a tuple on a level."""
        field = self.fields[j, level]
        key = exp.Column(this=_name(field.key), table=identifier("tuples"))
        above = exp.Paren(
            this=exp.BitwiseRightShift(this=key, expression=exp.Literal.number(field.shift))
        )
        mask = exp.cast(exp.Literal.number(2**field.bits - 1), "BIGINT")
        code = exp.Paren(this=exp.BitwiseAnd(this=above, expression=mask))
        return exp.cast(code, narrowest(max(self.label_counts[j])))


def _name(number: int) -> exp.Identifier:
    return identifier(f"key_{number}")
