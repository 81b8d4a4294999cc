"""Demographics that are left out for the decimals of their numbers, and statements that round them.

An age that is computed, as days by 365.25, has more decimals than a released label can state.
"""

from collections.abc import Iterator, Sequence

from sqlglot import exp

from dpsql.domain.plurals import join_names
from dpsql.domain.words.kinds import DEMOGRAPHIC
from dpsql.first_job.kinds import name_kind
from dpsql.first_job.profile import Profile
from dpsql.first_job.proposal import Proposal
from dpsql.first_job.roles import TOO_EXACT
from dpsql.sql.tables.copies import Original, has_copy, read_rows, write_copy
from dpsql.sql.templates import column, identifier

#: How the name of a copy with rounded numbers ends, and the decimals that it has.
_ROUNDED, _DECIMALS = "rounded", 2


def tell_too_exact(
    found: Profile, proposals: Sequence[Proposal], *, is_by_key: bool
) -> Iterator[str]:
    """Yield which demographics are left out for their decimals, and what rounds them; or nothing.

    `is_by_key`: P's values count, so that T needs no copy.
    """
    kinds = {one.name: name_kind(one, found) for one in found.public}
    names = [one.name for one in proposals if one.reason == TOO_EXACT]
    known = [name for name in names if kinds[name] in DEMOGRAPHIC]
    if not known:
        return
    of_t = [] if found.is_marked or is_by_key else [one for one in known if one in found.private]
    its, them = ("its", "it") if len(known) == 1 else ("their", "them")
    yield (
        f"{join_names(known)}: left out, as some of {its} numbers have more than 12 decimals or an"
        f" exponent; round {them}{' in both tables' if of_t else ''} to use {them}"
    )
    for original, rounded in zip(found.originals, (known, of_t), strict=False):
        if rounded and has_copy(original):
            statement = write_rounded(original, {name: kinds[name] for name in rounded})
            told = f"This rounds {join_names(rounded)}; then run init for what it writes"
            yield f"{told}: {statement}"


def write_rounded(original: Original, kinds: dict[str, str]) -> str:
    """Return the statement that writes a table with ages in whole years and others rounded.

    `kinds`: what each column that it rounds tells of people.

    >>> from dpsql.inputs.places import EngineTable
    >>> write_rounded(EngineTable(("p",)), {"bmi": "body"})
    'CREATE TABLE "p_rounded" AS SELECT * REPLACE (ROUND("bmi", 2) AS "bmi") FROM "p";'
    """
    replaced = [exp.alias_(_round(name, kind), identifier(name)) for name, kind in kinds.items()]
    rows = exp.Select(expressions=[exp.Star(replace=replaced)]).from_(read_rows(original))
    return write_copy(rows, original, _ROUNDED)


def _round(name: str, kind: str) -> exp.Expr:
    if kind == "age":
        return exp.cast(exp.Floor(this=column(name)), "BIGINT")
    return exp.Round(this=column(name), decimals=exp.Literal.number(_DECIMALS))
