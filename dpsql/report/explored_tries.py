"""Which δmax an algorithm was tried at, why its slider cannot move, and how to look at others."""

from collections.abc import Sequence
from fractions import Fraction

from dpsql.domain.found.explored import THIS_RELEASE, ExploredAlgorithm
from dpsql.domain.plurals import join_names
from dpsql.report.explored_sentences import tell_more_time
from dpsql.report.sentences import as_percent

_STANDS = "There is one point, so the slider cannot move:"
#: What is said of a point beside others at a greater δmax, if this algorithm was tried there.
NOTHING_LESS = "nothing that loses less was found up to this δmax"
_OTHERS = " `dpsql compare JOB --delta …` looks at any other δmax."


def tell_alone(
    one: ExploredAlgorithm,
    private_rows: int,
    others: Sequence[ExploredAlgorithm] = (),
    kind: str = "",
    asked_seconds: float = 0.0,
) -> str:
    """Say why the slider cannot move, and what leads further; empty if it can.

    `others`: all that can be shown beside it; `kind`: the name of the job's algorithm;
    `asked_seconds`: of work, that the page was given by option.
    """
    if len(one.points) > 1:
        return ""
    if not private_rows:
        return "T has no rows, so there is nothing to explore, and the slider cannot move."
    if one.name == THIS_RELEASE:
        return f"{_tell_release(one, others, kind)}{_OTHERS}"
    (point,) = one.points
    if one.is_proven:
        return f"{_STANDS} the whole frontier was searched, and no other point is on it."
    below = [share for share in one.tried if share < point.delta_max]
    above = [share for share in one.tried if share > point.delta_max]
    # At a smaller δmax any release would be a point, and at a greater one any that keeps more.
    if not point.loss:
        above = []
    told = [f"at δmax {_list(below)} no release was found that keeps anything"] if below else []
    if above:
        told.append(f"at {'' if told else 'δmax '}{_list(above)} nothing was found that keeps more")
    if not point.loss:
        told.append("nothing is lost at this one")
    found = ", and ".join(told) or "no other δmax was tried"
    # Of boxes and cuts that were ended early the sentence of the point says it.
    is_advised = not point.is_whole and point.least is None
    more_time = f" {tell_more_time(asked_seconds)}"
    more = "" if is_advised else more_time if one.untried or not point.is_whole else _OTHERS
    return f"{_STANDS} {found}.{more}"


def _tell_release(one: ExploredAlgorithm, others: Sequence[ExploredAlgorithm], kind: str) -> str:
    """Say that the release of the page is no point, and where points of no greater δmax lose less.

    It advises no other δmax: the job may choose from P alone, by another metric, or state its
    levels, and would not release such a point there.
    """
    (own,) = one.points
    better = [
        point
        for other in others
        for point in other.points
        if other.name == kind and point.delta_max <= own.delta_max and point.loss < own.loss
    ]
    told = "This is the release of the page. It stands alone, so the slider cannot move."
    if not better:
        return told
    best = min(better, key=lambda point: point.loss)
    at, loss = as_percent(best.delta_max), f"{best.loss:.4g}"
    told = (
        f"{told} At δmax {at} “{kind}” loses less: {loss}. Its points are chosen from T, by loss."
    )
    if best.least is None or own.least is None:
        return told
    return (
        f"{told} Each has one number of people who settle together, tried from all starts; least:"
        " auto tries some numbers from one start alone. The lines of a point state its number."
    )


def tell_left(one: ExploredAlgorithm, asked_seconds: float = 0.0) -> str:
    """Say how many points are left out where the slider moves, and how to get them; else nothing.

    >>> one = ExploredAlgorithm("boxes", (), tried=(Fraction(1, 5),), untried=(Fraction(1, 2),))
    >>> print(tell_left(one).replace(chr(160), " "))
    1 of 2 δmax was left out, as no time was left: 50 %.
    """
    if one.note and one.points:
        return f"{one.note[0].upper()}{one.note[1:]}. `dpsql frontier JOB` lists all of them."
    if not one.untried:
        return ""
    count, of = len(one.untried), len({*one.tried, *one.untried})
    were = "was" if count == 1 else "were"
    left = f"{count} of {of} δmax {were} left out, as no time was left: {_list(one.untried)}."
    # Of one point `tell_alone`, or the point, says it.
    return left if len(one.points) < 2 else f"{left} {tell_more_time(asked_seconds)}"


def tell_beyond(one: ExploredAlgorithm) -> str:
    """Say what holds at a δmax that was not tried, above that of a point; of a release nothing.

    >>> tell_beyond(ExploredAlgorithm("boxes", (), is_proven=False))
    'it may lose less at this δmax'
    >>> tell_beyond(ExploredAlgorithm("levels", ()))
    'nothing that loses less was found up to this δmax'
    """
    if one.name == THIS_RELEASE:
        return ""
    # With a note the frontier has points that are left out.
    return NOTHING_LESS if one.is_proven and not one.note else "it may lose less at this δmax"


def tell_notes(one: ExploredAlgorithm) -> list[str]:
    """Say at which δmax an algorithm was tried, and what was not tried or found."""
    told = [f"{one.name}: {one.note}"] if one.note else []
    if one.tried:
        told.append(f"{one.name}: tried at δmax {_list(one.tried)}{_tell_nothing(one)}")
    if one.is_proven and any(point.least is not None for point in one.points):
        told.append(
            f"{one.name}: the best number of people of each start was tried at all starts, so a"
            " point may lose less than that of dpsql frontier. A number that was not tried may lose"
            " still less"
        )
    if one.untried:
        told.append(f"{one.name}: no time was left for δmax {_list(one.untried)}")
    return told


def _tell_nothing(one: ExploredAlgorithm) -> str:
    """Say where no release was found: any would be a point, below the least of them."""
    nothing = [share for share in one.tried if one.points and share < one.points[0].delta_max]
    return f"; at {_list(nothing)} no release was found that keeps anything" if nothing else ""


def _list(shares: Sequence[Fraction]) -> str:
    return join_names([as_percent(share) for share in shares])
