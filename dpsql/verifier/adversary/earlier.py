"""Judges a release of levels together with earlier ones of the same T, by code of its own.

The earlier files are read again and compared with T by the verifier's labels. Presence is that of
the finest release if one is finer than all others, and is counted by all T that the releases allow
otherwise.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from sqlglot import exp

from dpsql.domain.job import Job
from dpsql.domain.levels.hierarchy import Hierarchy
from dpsql.domain.sections.earlier import Together
from dpsql.engines.base import Engine
from dpsql.errors import IntegrityError, NotSatisfied
from dpsql.inputs.places import Files
from dpsql.release.earlier import JudgedEarlier, Placed
from dpsql.release.manifest import Shape
from dpsql.release.release_format import ReleaseFormat
from dpsql.session.run import Run
from dpsql.sql.templates import column, identifier, render
from dpsql.verifier.adversary.worlds import VerifiedAtom, judge_worlds
from dpsql.verifier.full_domain import count_classes
from dpsql.verifier.labels import build_labels
from dpsql.verifier.recount import TUPLES
from dpsql.verifier.shown_labels import ShownLabel
from dpsql.verifier.verified import ClassCounts, Verified

#: The most atoms that Python sees.
_MOST_ATOMS = 200_000


@dataclass(frozen=True)
class _Known:
    """A release of this T: its level of each column, and what its classes have."""

    levels: tuple[int, ...]
    minimum: Fraction
    maximum: Fraction


def judge_together(
    run: Run,
    engine: Engine,
    hierarchies: Mapping[str, Hierarchy],
    shape: Shape,
    placed: Sequence[Placed],
    verified: Verified,
    *,
    tolerate_failure: bool = False,
) -> Verified:
    """Judge together with earlier releases what was counted alone.

    Raises:
        IntegrityError: the release is none of levels, or an earlier one cannot be placed.
        NotSatisfied: somebody's presence lies outside of δ for who has all releases, unless that is
            tolerated.
    """
    if not isinstance(shape, dict):
        raise IntegrityError("release: with earlier releases it has levels, and this one has not")
    job, labels = run.job, _Labels(engine, hierarchies, shape)
    levels = tuple(shape[name] for name in hierarchies)
    known = [_Known(levels, verified.minimum, verified.maximum)]
    judged = []
    for number, (one, place) in enumerate(zip(placed, run.inputs.earlier, strict=True)):
        is_of_this = one.is_of_this_table(verified.rows)
        judged.append(JudgedEarlier(one, is_of_this))
        if is_of_this:
            known.append(_compare(engine, labels, number, place, one, verified))
    found = _judge(engine, labels, known)
    others = len(judged) - len(known) + 1
    together = replace(found, releases=len(known) - 1, other_tables=others)
    return _refuse_broken(job, verified, together, judged, tolerate_failure=tolerate_failure)


def _refuse_broken(
    job: Job,
    verified: Verified,
    together: Together,
    judged: Sequence[JudgedEarlier],
    *,
    tolerate_failure: bool,
) -> Verified:
    assert job.delta is not None  # noqa: S101 - a job with earlier releases has δ
    verdict = together.judge(job.delta.bounds)
    found = replace(
        verified,
        together=together,
        earlier=tuple(judged),
        holds=verified.holds and bool(verdict.holds),
        verdicts=(*verified.verdicts, verdict),
    )
    if not verdict.holds and not tolerate_failure:
        raise NotSatisfied(
            "release: together with the earlier releases, somebody's presence is not known to lie"
            " within delta",
            found.summary,
        )
    return found


def _compare(
    engine: Engine,
    labels: "_Labels",
    number: int,
    place: Files,
    placed: Placed,
    verified: Verified,
) -> _Known:
    """Count the classes of an earlier release; raise IntegrityError if it is not one of T."""
    if placed.refused:
        raise IntegrityError(f"earlier: {placed.refused}")
    table, claims = f"verified_earlier_{number}", placed.claims
    engine.register(table, place)
    written = ReleaseFormat.of(place.paths[0], claims.csv_formulas)
    shown = [name for name in placed.levels if name in (claims.levels or {})]
    counted = claims.release.count
    names = [written.write_name(name) for name in (*shown, counted) if name is not None]
    if not set(names) <= set(engine.columns(table)):
        raise IntegrityError(f"{placed.name}: it lacks columns that its manifest names")
    one: exp.Expr = exp.Literal.number(1) if counted is None else column(names[-1], table)
    found = count_classes(
        engine,
        [labels.of_release(name, placed.levels[name], written, table) for name in shown],
        exp.cast(one, "BIGINT"),
    )
    if reason := placed.judge_counts(
        sum(one.classes for one in found if not one.public),
        sum(one.classes for one in found if one.private != one.released),
        verified.public_rows,
    ):
        raise IntegrityError(f"earlier: {reason}")
    return _Known(tuple(placed.levels.values()), *_find_ends(found))


def _find_ends(counts: Sequence[ClassCounts]) -> tuple[Fraction, Fraction]:
    shares = [Fraction(one.private, one.public) for one in counts]
    return min(shares), max(shares)


def _judge(engine: Engine, labels: "_Labels", known: Sequence[_Known]) -> Together:
    """Judge by the finest releases: the levels of another are nowhere above theirs."""
    finest = {
        one.levels: one
        for one in known
        if not any(
            other.levels != one.levels
            and all(a <= b for a, b in zip(other.levels, one.levels, strict=True))
            for other in known
        )
    }
    if len(finest) == 1:
        (alone,) = finest.values()
        return Together("nested", alone.minimum, alone.maximum)
    atoms = _fetch_atoms(engine, labels, list(finest))
    if atoms is None:
        return Together("refused", reason=f"P has more than {_MOST_ATOMS:,} atoms")
    interval = judge_worlds(atoms)
    return Together("exact" if interval.is_exact else "bounds", interval.minimum, interval.maximum)


def _fetch_atoms(
    engine: Engine, labels: "_Labels", finest: Sequence[tuple[int, ...]]
) -> list[VerifiedAtom] | None:
    """Return the people of P who share their labels in all these releases; None if too many."""
    names = list(labels.hierarchies)
    places: dict[tuple[int, int], ShownLabel] = {}
    of_release = []
    for levels in finest:
        shown = [labels.at(name, level) for name, level in zip(names, levels, strict=True)]
        own = [(one.position, one.level) for one in shown if one.tells_apart]
        places |= {(one.position, one.level): one for one in shown if one.tells_apart}
        of_release.append(own)
    order = {key: number for number, key in enumerate(places)}
    rows = engine.fetch(atoms_query(list(places.values())))
    if len(rows) > _MOST_ATOMS:
        return None

    def name(row: Sequence[Hashable], own: Sequence[tuple[int, int]]) -> Hashable:
        return tuple(row[2 + order[key]] for key in own)

    return [
        VerifiedAtom(int(row[0]), int(row[1]), tuple(name(row, own) for own in of_release))
        for row in rows
    ]


def atoms_query(shown: Sequence[ShownLabel]) -> exp.Query:
    """The statement that lists the people of P who share all these labels."""
    columns, joins = [], []
    for number, one in enumerate(shown):
        value: exp.Expr = exp.Column(this=one.value, table=identifier(TUPLES))
        if one.is_looked_up:
            same = exp.NullSafeEQ(this=value, expression=column("value", one.table))
            joins.append({"table": identifier(one.table), "condition": same})
            value = column("number", one.table)
        columns.append({"label": value, "name": identifier(f"c{number}")})
    most = exp.Literal.number(_MOST_ATOMS + 1)
    return render("verify_atoms", columns=columns, joins=joins, most=most)


class _Labels:
    """The labels of columns by level: those of the release are there, others are built once."""

    def __init__(
        self, engine: Engine, hierarchies: Mapping[str, Hierarchy], levels: Mapping[str, int]
    ) -> None:
        self.hierarchies = hierarchies
        self._engine = engine
        self._positions = {name: j for j, name in enumerate(hierarchies)}
        self._tables = {
            (name, level): f"labels_{self._positions[name]}" for name, level in levels.items()
        }

    def at(self, name: str, level: int) -> ShownLabel:
        """Return the label of a column at a level, where it is told apart in atoms."""
        return self.of_release(name, level, ReleaseFormat(is_csv=False), "")

    def of_release(
        self, name: str, level: int, file_format: ReleaseFormat, release: str
    ) -> ShownLabel:
        """Return the label of a column at a level in a release, and build its table if needed."""
        position, hierarchy = self._positions[name], self.hierarchies[name]
        known = self._tables.get((name, level))
        table = known or f"labels_{position}_at_{level}"
        label = ShownLabel(position, name, level, hierarchy, file_format, table, release)
        if known is None and label.is_looked_up:
            build_labels(self._engine, name, hierarchy, label.value, {level: table})
            self._tables[name, level] = table
        return label
