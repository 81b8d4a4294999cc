"""Exact shares as all sentences write them: δ, and |T|/|P| beside it.

A share that is a short percentage is one, as jobs mostly have it; any other is a fraction, and in
brackets the percentage that it is about. A rounded percentage alone would be another δ.
"""

from fractions import Fraction

from dpsql.domain.threshold import spell_threshold
from dpsql.report.sentences import as_percent

#: Decimals of a percentage that is written in place of its fraction.
_MOST_DECIMALS = 4


def as_bound(share: Fraction) -> str:
    """Return a share for a table or a sentence of a page, where no line breaks in a percentage.

    >>> [as_bound(Fraction(one)).replace(chr(160), " ") for one in ("1/5", "0.0785", "8/47")]
    ['20 %', '7.85 %', '8/47 (≈ 17.0 %)']
    """
    if _is_short(share):
        return as_percent(share, _MOST_DECIMALS)
    return f"{_spell(share)} ({as_percent(share)})"


def write_bound(share: Fraction) -> str:
    """Return it for an error or a name, where a space that breaks no line would be escaped.

    >>> write_bound(Fraction(2, 3)), write_bound(Fraction(0))
    ('2/3 (≈ 66.7 %)', '0 %')
    """
    return as_bound(share).replace("\N{NO-BREAK SPACE}", " ")


def name_bound(share: Fraction) -> str:
    """Return it where there is no room for both: in a name, and above a column.

    >>> name_bound(Fraction(1, 5)), name_bound(Fraction(2, 3))
    ('20 %', '2/3')
    """
    return write_bound(share).partition(" (")[0]


def write_setting(share: Fraction) -> str:
    """Return it as a job or an option has it.

    >>> [write_setting(Fraction(one)) for one in ("1/5", "2/3", "1", "0")]
    ['20%', '2/3', '1', '0']
    """
    if share.denominator == 1:
        return str(share)
    return write_bound(share).replace(" ", "") if _is_short(share) else _spell(share)


def _spell(share: Fraction) -> str:
    """Spell it as a job has it, or, of billions of people, with terms that no job has.

    >>> _spell(Fraction(7, 3_000_000_001))
    '7/3000000001'
    """
    try:
        return spell_threshold(share)
    except ValueError:
        return str(share)


def _is_short(share: Fraction) -> bool:
    return bool(100 * 10**_MOST_DECIMALS % share.denominator == 0)
