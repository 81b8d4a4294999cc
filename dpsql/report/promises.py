"""What presence rests on: each assumption, what checks it, and the result for one release.

Everything here follows from the public facts of a page, so that it may stand on a public one.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from dpsql.report.facts import Facts
from dpsql.report.sentences import as_percent

_OPEN = "not checked"


@dataclass(frozen=True)
class Promise:
    """An assumption, the keys and commands that check it, and what was found.

    `columns`: names that end the assumption; they are text from outside.
    """

    assumption: str
    tools: tuple[str, ...]
    result: str
    columns: tuple[str, ...] = ()


def list_promises(facts: Facts) -> Iterator[Promise]:
    """List what the reached presence rests on, what is most often wrong first."""
    yield Promise(
        "Nobody has more columns of P than those listed above.",
        ("public_columns", "dpsql check"),
        "stated by the job",
    )
    yield Promise(
        "Everybody of P is as likely as another to be in T beforehand.",
        ("prior",),
        _tell_prior(facts),
    )
    yield Promise("Nobody knows who is not in T.", ("known_absent",), _tell_absence(facts))
    yield Promise(
        "No other release of the same people is out.",
        ("earlier", "dpsql diff"),
        facts.together or f"{_OPEN}: several releases of the same people can be intersected",
    )
    yield Promise(
        f"That these {facts.shape} were chosen tells nothing.",
        ("choose: from_public", "dpsql audit"),
        _tell_choice(facts),
    )
    if facts.overlap:
        yield Promise("No two classes share people.", ("dpsql measure --release",), facts.overlap)
    if facts.keep:
        yield Promise(
            "Nobody links by the columns that are kept as they are, or learns from them:",
            ("l_diversity", "t_closeness"),
            "the conditions above bound what they tell; linking by them is not measured"
            if {"l_diversity", "t_closeness"} & set(facts.constraints)
            else f"{_OPEN}: what they reveal about a person is not measured",
            facts.keep,
        )
    yield Promise(
        "P has everybody once, and T is a part of it.",
        ("dpsql check",),
        "T is a part of P; that nobody is in P twice is not checked",
    )
    if facts.release:
        yield Promise("The file is the one that was checked.", ("dpsql verify",), _tell_file(facts))


def _tell_prior(facts: Facts) -> str:
    if not facts.posterior:
        return f"{_OPEN}: some may be more likely to be in T than others"
    low, high = (as_percent(facts.posterior[end]) for end in ("min", "max"))
    return f"under the rates that the job states, everybody's presence is {low} to {high}"


def _tell_absence(facts: Facts) -> str:
    most = facts.presence.if_absent
    if most is None:
        return _OPEN
    return (
        f"with as many absent people of a class as the job states, it is {as_percent(most)} at most"
    )


def _tell_choice(facts: Facts) -> str:
    if facts.choose is not None:
        return "they follow from P, the hierarchies, the job and the number of rows of T alone"
    if facts.release and facts.status == "measured" and not facts.pooled and facts.rest is None:
        return f"{_OPEN}: another tool made the file"
    if facts.shape == "boxes":
        return f"{_OPEN}: the allowed cuts, and where boxes around rows of T end, depend on T"
    if facts.shape == "parts":
        return f"{_OPEN}: which cuts were allowed and cost least depends on T"
    return (
        f"{_OPEN}: an optimum rules out tables for which another would have been best (minimality)"
    )


def _tell_file(facts: Facts) -> str:
    if facts.status == "measured":
        return (
            "its rows are those of T; their order, and columns that the job does not name, are not"
            " checked and can reveal who is in T"
        )
    return "its rows, their order and its bytes were; compare the SHA-256 above"
