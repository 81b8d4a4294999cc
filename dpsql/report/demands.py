"""Demands of a job in a table for people: the shares of δ as percents, as presence beside them."""

import re
from collections.abc import Iterable
from fractions import Fraction

from dpsql.report.sentences import as_percent

_DELTA = re.compile(r"(delta (?:min|max)) ([0-9]+(?:/[1-9][0-9]*)?)")


def list_demands(demands: Iterable[str]) -> str:
    """Return demands for a cell; the job and the JSON have δ exactly.

    >>> list_demands(["delta max 13/50", "k_anonymity 5"]).replace(chr(160), " ")
    'delta max 26 %, k_anonymity 5'
    """
    return ", ".join(map(_show, demands))


def _show(demand: str) -> str:
    of_delta = _DELTA.fullmatch(demand)
    return demand if of_delta is None else f"{of_delta[1]} {as_percent(Fraction(of_delta[2]))}"
