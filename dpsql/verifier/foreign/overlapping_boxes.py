"""Judges a release that dpsql did not write whose boxes overlap: presence is no share of a class.

Who is in several boxes could be meant by rows of each. The rows are taken to be generalized each by
itself; see `privacy.overlap`. Such a release is judged by δ and by the rows of equal text alone.
"""

from collections.abc import Sequence
from fractions import Fraction

from sqlglot import exp

from dpsql.domain.found.overlap import OverlapFound
from dpsql.domain.found.verdict import Verdict
from dpsql.domain.plurals import name_count
from dpsql.engines.base import Engine
from dpsql.errors import IntegrityError, NotSatisfied
from dpsql.privacy.demands import Demand, list_demands
from dpsql.privacy.k_anonymity import KAnonymity
from dpsql.privacy.model import PrivacyModel
from dpsql.privacy.overlap.boxes import Overlap, PersonType
from dpsql.privacy.overlap.judge import judge
from dpsql.privacy.overlap.matching import match
from dpsql.privacy.presence import PresenceModel
from dpsql.sql.tables.public_and_private import Tables
from dpsql.sql.templates import render
from dpsql.verifier.verified import ClassCounts, Verified

#: The most pairs of a box and a spot in it that Python sees, some hundred bytes each.
_MOST_PAIRS = 500_000


def judge_overlapping_boxes(
    engine: Engine,
    tables: Tables,
    models: Sequence[PrivacyModel],
    *,
    tolerate_failure: bool = False,
) -> Verified:
    """Judge the covered spots of a release whose boxes overlap.

    Raises:
        IntegrityError: its rows cannot be those of T, columns are kept, the job states a model that
            judges classes, or the boxes are too many. NotSatisfied: it breaks a model, unless that
            is tolerated.
    """
    _refuse_models_of_classes(tables, models)
    overlap, public_rows, private_rows = _read(engine)
    covered = sum(one.people for one in overlap.types)
    found = judge(overlap, public_rows - covered)
    boxes = [
        ClassCounts(overlap.count_people(box), rows, rows, 1) for box, rows in overlap.rows.items()
    ]
    verdicts = tuple(_judge_demand(one, found, boxes) for one in list_demands(models))
    low, high = found.ends
    verified = Verified(
        rows=private_rows,
        public_rows=public_rows,
        minimum=low,
        maximum=high,
        holds=all(one.holds for one in verdicts),
        counts=tuple(boxes),
        verdicts=verdicts,
        overlap=found,
    )
    if not verified.holds and not tolerate_failure:
        uncertain = " (it is not certified)" if found.method == "not_certified" else ""
        raise NotSatisfied(
            f"release: its boxes overlap, and it does not satisfy the job{uncertain}",
            verified.summary,
        )
    return verified


def _refuse_models_of_classes(tables: Tables, models: Sequence[PrivacyModel]) -> None:
    judged = all(isinstance(model, PresenceModel | KAnonymity) for model in models)
    if tables.keep or not judged:
        what = "kept columns" if tables.keep else "other models"
        raise IntegrityError(
            "release: boxes overlap; tuples of P lie in two of them. Presence and k-anonymity are"
            f" judged all the same, but not with {what}: drop these from the job"
        )


def _read(engine: Engine) -> tuple[Overlap, int, int]:
    """Read the boxes and types; also return the rows of P and of T."""
    public_rows, private_rows = map(int, engine.fetch(render("verify_totals"))[0])
    pairs = engine.fetch(render("list_covered", most=exp.Literal.number(_MOST_PAIRS + 1)))
    if len(pairs) > _MOST_PAIRS:
        raise IntegrityError(
            f"release: boxes overlap in more than {_MOST_PAIRS:,} places; too many to be judged"
        )
    spots: dict[int, tuple[int, int, set[int]]] = {}
    for spot, box, public, private in pairs:
        spots.setdefault(spot, (int(public), int(private), set()))[2].add(int(box))
    counts: dict[frozenset[int], tuple[int, int]] = {}
    for public, private, boxes in spots.values():
        key = frozenset(boxes)
        known = counts.get(key, (0, 0))
        counts[key] = known[0] + public, known[1] + private
    types = [
        PersonType(public, private, boxes)
        for boxes, (public, private) in sorted(counts.items(), key=lambda one: sorted(one[0]))
        if public
    ]
    rows = {int(box): int(count) for box, count in engine.fetch(render("list_boxes"))}
    overlap = Overlap(rows, types)
    _refuse_other_rows(overlap, private_rows)
    return overlap, public_rows, private_rows


def _refuse_other_rows(overlap: Overlap, private_rows: int) -> None:
    """Raise IntegrityError unless every row of T can have a released row for itself."""
    members = [one.private for one in overlap.types]
    outside = private_rows - sum(members)
    if outside:
        raise IntegrityError(
            f"release: {name_count(outside, 'row of T lies', 'rows of T lie')} in none of its boxes"
        )
    released = sum(overlap.rows.values())
    if released != private_rows:
        raise IntegrityError(
            f"release: it has {name_count(released, 'row')}, and T has {private_rows:,}"
        )
    if match(overlap, members) is None:
        raise IntegrityError("release: its rows are not those of T, whoever they stand for")


def _judge_demand(demand: Demand, found: OverlapFound, boxes: Sequence[ClassCounts]) -> Verdict:
    """Judge δ by each group of people, and other models by each box."""
    if isinstance(demand.model, PresenceModel):
        broken = sum(
            not all(_allows(demand.model, presence) for presence in ends)
            for _, ends in found.groups
        )
        return demand.judge(broken)
    return demand.judge(sum(not demand.model.holds(one.public, one.released) for one in boxes))


def _allows(model: PresenceModel, presence: Fraction) -> bool:
    return model.holds(presence.denominator, presence.numerator)
