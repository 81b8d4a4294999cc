"""Says whether a job is valid, and why no release can satisfy it: total suppression breaks it."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from dpsql.domain.found.posterior import Posterior
from dpsql.faces import name_function, name_option
from dpsql.report.posterior_bounds import tell_trial, write_holding_max, write_holding_min
from dpsql.report.sentences import write_percent
from dpsql.report.written_bounds import write_bound, write_setting

#: Of a percent, so that a number one row from a bound is told from it.
_MOST_DIGITS = 10

#: What makes the one class of total suppression too small, by the constraint.
_TOO_FEW = {
    "k_anonymity": "T has fewer than {} rows",
    "k_map": "P has fewer than {} people",
    "weak_k_anonymity": "P has fewer than {} people",
}

#: Where an end of δ has to go for total suppression to lie within.
_ENDS = {"delta min": "less", "delta max": "more"}

#: The same bounds under a prior, and what they are that total suppression satisfies.
_POSTERIORS = {"posterior min", "posterior max"}
_GREATER = "finer levels may satisfy a greater one"
_HOLDING = {"min": write_holding_min, "max": write_holding_max}


def tell_validity(found: Mapping[str, Any]) -> str:
    """Return whether a job is valid, and can be satisfied; `found` is the JSON of `check`."""
    if found["feasible"] is False:
        return tell_infeasible(found)
    if problem := found.get("release_problem"):
        ends = f"{name_function('anonymize')} would end at once"
        return f"The tables are valid. {ends}: {problem}."
    if found["feasible"] is None:
        return f"The job is valid.{_tell_open(found)}"
    if "contradictions" in found:
        return "The job is valid. At total suppression δ holds with the confidence."
    if "posterior" in found:
        return "The job is valid. Some levels satisfy it under the rates of the prior."
    return "The job is valid. δ is attainable: |T|/|P| lies between δmin and δmax."


def _tell_open(found: Mapping[str, Any]) -> str:
    """Say what total suppression is under a prior, where only a search knows the other levels."""
    if "posterior" not in found:
        return ""
    ends = " to ".join(write_percent(Fraction(found["posterior"][end])) for end in ("min", "max"))
    search = name_function("anonymize")
    return (
        f" Under the rates of the prior only a search, that of {search}, can tell which levels"
        " satisfy it."
        f" With total suppression the probability of being in T is {ends} there; finer levels may"
        " satisfy more, or less."
    )


def list_foreseen(found: Mapping[str, Any]) -> Iterator[str]:
    """Yield what `anonymize` would refuse as the job is, a sentence each."""
    if problem := found.get("search_problem"):
        yield f"{name_function('anonymize')} would refuse it: {problem}."
    if found.get("release_missing"):
        yield f"{name_function('anonymize')} needs a release: in the job, the file to write."
    if name := found.get("release_exists"):
        replaces = f"{name_function('anonymize')} replaces it only with"
        yield f"{name} exists: {replaces} {name_option('overwrite', True)}."


def tell_infeasible(found: Mapping[str, Any]) -> str:
    """Return which models exclude total suppression, and what would not.

    `found`: the `models` and the numbers of rows, as in the JSON of `check`; or why the limits of
    levels, or earlier releases, exclude all that holds.

    >>> tell_infeasible({"public_rows": 20, "private_rows": 8, "models": [
    ...     {"name": "k_anonymity", "asked": "9", "holds": False}]})
    'T has fewer than 9 rows, so k_anonymity 9 is violated even by total suppression: no \
generalization can satisfy it; write k_anonymity 8 or less.'
    """
    if problem := found.get("limits_problem"):
        return f"{problem}."
    failing = [one for one in found["models"] if one["holds"] is False]
    if found.get("earlier_problem"):
        of_others = [one for one in failing if one["name"] != "together"]
        if not of_others:
            return f"{found['earlier_problem']}."
        failing = of_others
    by_prior = [one for one in failing if one["name"] in _POSTERIORS]
    broken = [one for one in failing if one["name"] not in _POSTERIORS]
    if by_prior and not broken:
        return "; ".join(_tell_posterior(one, found) for one in by_prior) + "."
    of_delta = [one for one in broken if one["name"] in _ENDS]
    others = [one for one in broken if one["name"] not in _ENDS]
    told = [_tell_share(one, found) for one in of_delta]
    if others:
        causes = [
            f"{_tell_cause(one, found)} is violated even by total suppression" for one in others
        ]
        it = "it" if len(others) == 1 else "these"
        told.append(f"{', and '.join(causes)}: no generalization can satisfy {it}")
    mends = list(_list_mends(found, {one["name"]: one for one in broken}))
    return f"{'; '.join(told)}; {', and '.join(mends)}."


def _tell_share(model: Mapping[str, Any], found: Mapping[str, Any]) -> str:
    """Say that the one class of total suppression, whose presence is |T|/|P|, breaks δ."""
    share = Fraction(found["private_rows"], found["public_rows"])
    end = model["name"].removeprefix("delta ")
    how = "more" if end == "max" else "less"
    told = write_exactly(share, Fraction(model["asked"]))
    return (
        f"no generalization can satisfy delta: |T|/|P| = {told}, everybody's presence"
        f" under total suppression, is {how} than δ{end} {write_bound(Fraction(model['asked']))}"
    )


def _tell_posterior(model: Mapping[str, Any], found: Mapping[str, Any]) -> str:
    """Say that no levels keep an end of δ under the rates of a prior, and which end some keep."""
    end, asked = model["name"].removeprefix("posterior "), model["asked"]
    told, posterior = found["posterior"], _read_posterior(found)
    bounded = write_bound(Fraction(asked))
    lead = f"no levels satisfy delta {end} {bounded} under the rates of the prior"
    if end == "max" and told["known_in"]:
        return (
            f"{lead}: people of rate 1 are known to be in T beforehand; lower their rate if they"
            " are not, or write delta max 1"
        )
    if end == "min" and told["known_out"]:
        return (
            f"{lead}: people of rate 0 are known not to be in T beforehand; raise their rate if"
            " they may be, or write delta min 0"
        )
    name, how = ("greatest", "more") if end == "max" else ("least", "less")
    near = write_percent(Fraction(told[end]))
    bound = _HOLDING[end](posterior)
    advice = tell_trial(Fraction(asked), posterior) if end == "max" else _GREATER
    return (
        f"{lead}; total suppression, whose {name} probability is {near}, satisfies delta {end}"
        f" {bound} or {how}; {advice}"
    )


def _read_posterior(found: Mapping[str, Any]) -> Posterior:
    """Return the posterior of total suppression from the JSON of `check`."""
    told = found["posterior"]
    return Posterior(told["min"], told["max"], None)


def _tell_cause(model: Mapping[str, Any], found: Mapping[str, Any]) -> str:
    name, asked = model["name"], model["asked"]
    if name == "known_absent":
        share = _share_if_absent(found, asked)
        if share == 1:
            people = found["public_rows"] - found["private_rows"]
            return f"only {people:,} of P are not in T, so {name} {asked}"
        known = "1 person is" if asked == "1" else f"{int(asked):,} people are"
        ends = (one["asked"] for one in found["models"] if one["name"] == "delta max")
        bound = Fraction(next(ends, "1"))
        told = f"T is {write_exactly(share, bound)} of the other people of P, so {name} {asked}"
        return f"if {known} known to be absent, {told}"
    if name == "confidence":
        share = Fraction(found["private_rows"], found["public_rows"])
        everybody = f"as everybody's presence is {write_exactly(share)} there"
        return f"δ with confidence {write_bound(Fraction(asked))}, {everybody},"
    short = f"{_TOO_FEW[name].format(asked)}, so " if name in _TOO_FEW else ""
    return f"{short}{name} {asked}"


def _share_if_absent(found: Mapping[str, Any], absent: str) -> Fraction:
    """Return the share of T of all people of P but those who are known to be absent."""
    rows = found["private_rows"]
    return Fraction(rows, max(found["public_rows"] - int(absent), rows, 1))


def _list_mends(found: Mapping[str, Any], broken: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """Yield what each broken model has to be, so that total suppression satisfies the job."""
    people, rows = found["public_rows"], found["private_rows"]
    for name, model in broken.items():
        asked = model["asked"]
        if name == "delta max" and "known_absent" in broken:
            continue
        if name == "delta max" and rows == people:
            yield "name another T: delta max 1 would protect nobody"
        elif name in _ENDS:
            end = name.removeprefix("delta ")
            bound = write_setting(Fraction(rows, people))
            of_rates = ""
            if "posterior" in found:
                bound = _HOLDING[end](_read_posterior(found))
                of_rates = (
                    ", which total suppression satisfies under the rates of the prior as well"
                )
            yield f"write delta {end} {bound} or {_ENDS[name]}{of_rates}"
        elif name == "known_absent" and _share_if_absent(found, asked) == 1:
            yield "write a smaller known_absent"
        elif name == "known_absent":
            yield f"write delta max {write_setting(_share_if_absent(found, asked))} or more"
        elif name in _TOO_FEW and (most := rows if name == "k_anonymity" else people):
            yield f"write {name} {most} or less"
        elif name == "confidence":
            yield f"widen delta to contain {write_setting(Fraction(rows, people))}"
        else:
            attainable = [one for one in found.get("attainable", ()) if one.startswith(f"{name} ")]
            for one in attainable:
                yield f"write {one}{'' if one.endswith(')') else ' or less'}"
            failing = [one for one in found["models"] if one["holds"] is False]
            if len(attainable) < sum(one["name"] == name for one in failing):
                yield f"loosen {name}, or drop it"


def write_exactly(share: Fraction, bound: Fraction | None = None) -> str:
    """Return a share exactly; what is rounded has as many digits as tell it from the bound.

    >>> write_exactly(Fraction(1, 5)), write_exactly(Fraction(1508, 15081), Fraction(1, 10))
    ('20 %', '1508/15081 (≈ 9.999 %)')
    """
    if (exact := write_bound(share)).endswith("%"):
        return exact
    digits = 1
    near = 100 * share if bound is None else 100 * bound
    while 100 * share != near == round(100 * share, digits) and digits < _MOST_DIGITS:
        digits += 1
    percent = write_percent(share, digits)
    return f"{share} ({percent})"
