"""Demands of a job for people: the shares of δ as all sentences write them."""

import re
from collections.abc import Iterable
from fractions import Fraction

from dpsql.report.written_bounds import as_bound

_DELTA = re.compile(r"((?:delta|posterior) (?:min|max)|confidence) ([0-9]+(?:[/.][0-9]+)?)")


def list_demands(demands: Iterable[str]) -> str:
    """Return demands for a cell; the job and the JSON have δ exactly.

    >>> list_demands(["delta max 13/50", "k_anonymity 5"]).replace(chr(160), " ")
    'delta max 26 %, k_anonymity 5'
    """
    return ", ".join(map(show_demand, demands))


def show_demand(demand: str) -> str:
    """Return a demand, as the JSON names it, for a sentence.

    >>> show_demand("delta max 2/3").replace(chr(160), " ")
    'delta max 2/3 (≈ 66.7 %)'
    """
    of_delta = _DELTA.fullmatch(demand)
    return demand if of_delta is None else f"{of_delta[1]} {as_bound(Fraction(of_delta[2]))}"


def write_demand(demand: str) -> str:
    """Return it for an error, where a space that breaks no line is escaped."""
    return show_demand(demand).replace("\N{NO-BREAK SPACE}", " ")
