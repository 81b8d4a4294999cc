"""What presence rests on: each assumption, what checks it, and the result for one release.

Everything here follows from the public facts of a page, so that it may stand on a public one.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from dpsql.report.facts import Facts, Secrets
from dpsql.report.sentences import as_percent

_OPEN = "not checked"


@dataclass(frozen=True)
class Promise:
    """An assumption, the keys and commands that check it, and what was found.

    `tools`: none where nothing checks it. `columns`: names that end the assumption; they are text
    from outside.
    """

    assumption: str
    tools: tuple[str, ...]
    result: str
    columns: tuple[str, ...] = ()


def list_promises(facts: Facts, secrets: Secrets | None = None) -> Iterator[Promise]:
    """List what the reached presence rests on, what is most often wrong first.

    `secrets`: those of an internal page; None on a public one.
    """
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
    if facts.status != "unsatisfiable":
        # Else nothing was chosen: nothing holds.
        chosen = "this pooled release" if facts.pooled else f"these {facts.shape}"
        yield Promise(
            f"Nobody learns from the choice of {chosen} over others that hold.",
            tuple(_list_checks_of_choice(facts)),
            _tell_choice(facts),
        )
    if facts.overlap:
        yield Promise("No two classes share people.", ("dpsql measure --release",), facts.overlap)
    if facts.keep:
        yield Promise(
            "Nobody links by the columns that are kept as they are, or learns from them:",
            ("l_diversity", "t_closeness"),
            "the conditions above bound what they tell; linking by them is not measured"
            if _find_protected(facts)
            else f"{_OPEN}: what they reveal about a person is not measured",
            facts.keep,
        )
    yield _promise_people(facts, secrets)
    if facts.release:
        yield Promise("The file is the one that was checked.", ("dpsql verify",), _tell_file(facts))


def _promise_people(facts: Facts, secrets: Secrets | None) -> Promise:
    """Return what was found of the rows of P: whether each is another person."""
    assumption, is_part = "P has everybody once, and T is a part of it.", "T is a part of P"
    twice = f"{is_part}; that nobody is in P twice is {_OPEN}"
    if facts.person:
        found = "each row of P has a value of its own in this column"
        if len(facts.person) > 1:
            found = "no two rows of P agree in all of these columns"
        return Promise(
            f"{assumption[:-1]}; a person is named by",
            ("person",),
            f"{is_part}; {found}",
            facts.person,
        )
    if facts.has_key:
        return Promise(assumption, ("key",), f"{is_part}; each row of P has a key of its own")
    if secrets is None:
        return Promise(assumption, ("dpsql check",), twice)
    why = "names no person" if facts.person is None else "says that no column names people"
    return Promise(assumption, ("person", "dpsql check"), f"{twice}: the job {why}")


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


def _list_checks_of_choice(facts: Facts) -> Iterator[str]:
    """List what dpsql lets such a job do: P alone chooses no boxes, and levels alone are audited.

    An audit knows neither values of sensitive columns nor who is absent.
    """
    if _is_of_others(facts) or facts.shape == "boxes":
        return
    yield "choose: from_public"
    is_audited = facts.shape == "levels" and not facts.pooled and facts.choose is None
    if is_audited and not _find_protected(facts) and facts.presence.if_absent is None:
        yield "dpsql audit"


def _is_of_others(facts: Facts) -> bool:
    """Whether another tool made the file, as far as a page knows."""
    is_measured = bool(facts.release) and facts.status == "measured" and facts.choose is None
    return is_measured and not facts.pooled and facts.rest is None


def _find_protected(facts: Facts) -> set[str]:
    return {"l_diversity", "t_closeness"} & set(facts.constraints)


def _tell_choice(facts: Facts) -> str:
    if facts.choose is not None:
        return "they follow from P, the hierarchies, the job and the number of rows of T alone"
    if _is_of_others(facts):
        return f"{_OPEN}: another tool made the file"
    if facts.shape == "boxes":
        return f"{_OPEN}: the allowed cuts, and where boxes around rows of T end, depend on T"
    if facts.shape == "parts":
        return f"{_OPEN}: which cuts were allowed and cost least depends on T"
    best = "the best of what was tried" if facts.pooled else "an optimum"
    return f"{_OPEN}: {best} rules out tables for which another would have been best (minimality)"


def _tell_file(facts: Facts) -> str:
    if facts.status == "measured":
        return (
            "its rows are those of T; their order, and columns that the job does not name, are not"
            " checked and can reveal who is in T"
        )
    return (
        "its rows, their order and its bytes were read back; compare the SHA-256 above with that of"
        " the file that you have"
    )
