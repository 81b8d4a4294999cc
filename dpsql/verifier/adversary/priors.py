"""Judges a release of levels under the prior of a job, by code that no search uses.

P is read again with the verifier's own labels, and its people are counted by class and rate. Who
has which rate is told by the texts in the table of rates; a rate is a fraction here, and its odds
are never formed.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby

from sqlglot import exp

from dpsql.domain.found.posterior import Posterior
from dpsql.domain.found.verdict import Verdict
from dpsql.domain.job import Job
from dpsql.domain.levels.hierarchy import Hierarchy
from dpsql.domain.plurals import name_count
from dpsql.domain.sections.prior import Prior
from dpsql.domain.threshold import PresenceBounds
from dpsql.engines.base import ColumnType, Engine
from dpsql.errors import InputError, IntegrityError, NotSatisfied
from dpsql.inputs.places import Place
from dpsql.release.manifest import Shape
from dpsql.session.run import Run
from dpsql.sql.tables.column_types import as_comparable
from dpsql.sql.tables.private_table import PUBLIC
from dpsql.sql.tables.public_and_private import Tables
from dpsql.sql.templates import column, identifier, render
from dpsql.verifier.adversary.posteriors import find_ends, lies_within
from dpsql.verifier.hashes import hash_places
from dpsql.verifier.recount import TUPLES, fetch_chunks
from dpsql.verifier.verified import Verified

_RAW, _RATES, _RATED, _CLASSES = (
    "verified_prior",
    "verified_rates",
    "verified_rated",
    "verified_rated_classes",
)
_RATE = "DECIMAL(38, 18)"


def judge_by_prior(
    run: Run,
    engine: Engine,
    tables: Tables,
    hierarchies: Mapping[str, Hierarchy],
    shape: Shape,
    verified: Verified,
    *,
    tolerate_failure: bool = False,
) -> Verified:
    """Judge by the prior of the job what was counted without it.

    Raises:
        IntegrityError: the release is none of levels. NotSatisfied: a posterior lies outside of δ,
            unless that is tolerated. InputError: as `measure_posteriors`.
    """
    if not isinstance(shape, dict):
        raise IntegrityError(
            "release: a job with a prior releases levels, and this release has none"
        )
    job, place = run.job, run.inputs.prior
    judged = measure_posteriors(engine, job, tables, hierarchies, shape, place)
    if judged.people != verified.public_rows:
        raise InputError("prior: its table gives some people of P several rates; keep one of each")
    broken = judged.below + judged.above
    found = replace(
        verified,
        posterior=judged.posterior,
        prior=hash_places([place] if place is not None else []),
        holds=verified.holds and not broken,
        verdicts=(*verified.verdicts, *_tell(job, judged)),
    )
    if broken and not tolerate_failure:
        raise NotSatisfied(
            "release: under the prior,"
            f" {name_count(broken, 'class of P has', 'classes of P have')} a posterior outside of"
            " delta",
            found.summary,
        )
    return found


def _tell(job: Job, judged: "Judged") -> Iterator[Verdict]:
    if job.delta is not None:
        yield Verdict("posterior min", str(job.delta.min), not judged.below, judged.below)
        yield Verdict("posterior max", str(job.delta.max), not judged.above, judged.above)


@dataclass(frozen=True)
class Judged:
    """The posterior of everybody, and how many classes have one outside of each end of δ.

    `people`: those of P, once for each of their rates.
    """

    posterior: Posterior
    below: int
    above: int
    people: int


def measure_posteriors(
    engine: Engine,
    job: Job,
    tables: Tables,
    hierarchies: Mapping[str, Hierarchy],
    levels: Mapping[str, int],
    place: Place | None,
) -> Judged:
    """Compute the posterior of everybody at the levels of a release that was counted before.

    The labels and tuples of that count are used.

    Raises:
        InputError: people of P have no rate, or T contradicts the prior in a class.
    """
    prior, bounds = job.prior, job.delta.bounds if job.delta is not None else None
    assert prior is not None  # noqa: S101 - the caller looked
    rated = _read_rates(engine, prior, place)
    labels = [
        _Label(j, name, levels[name] == 0)
        for j, (name, hierarchy) in enumerate(hierarchies.items())
        if levels[name] < hierarchy.height
    ]
    _count_people(engine, prior, tables, labels, rated)
    least, greatest, rate, below, above, counted = 1.0, 0.0, None, 0, 0, 0
    for people, members in _list_classes(engine):
        counted += sum(people.values())
        ends = find_ends(people, members)
        if ends is None:
            raise InputError(
                "prior: T has fewer people of a class than are in T for certain, or more than can"
                " be; correct the rates, or the private table"
            )
        least = min(least, ends[0])
        if ends[1] > greatest or rate is None:
            greatest, rate = ends[1], max(people)
        if bounds is not None:
            low, high = bounds.minimum, bounds.maximum
            below += not lies_within(PresenceBounds(low, Fraction(1)), people, members)
            above += not lies_within(PresenceBounds(Fraction(0), high), people, members)
    return Judged(Posterior(least, greatest, rate), below, above, counted)


@dataclass(frozen=True)
class _Label:
    """A quasi-identifier of which the release shows something."""

    position: int
    name: str
    is_raw: bool

    @property
    def table(self) -> str:
        return f"labels_{self.position}"

    def of_public(self, tables: Tables) -> exp.Expr:
        """What a row of P belongs to."""
        return tables.value(self.name, PUBLIC) if self.is_raw else column("number", self.table)

    def of_tuple(self, tables: Tables) -> exp.Expr:
        """What a counted tuple belongs to; values may have been shortened."""
        value = column(f"v{self.position}", TUPLES)
        if not self.is_raw:
            return column("number", self.table)
        return tables.restore(self.name, value) if tables.is_text(self.name) else value

    def join(self, value: exp.Expr) -> dict[str, exp.Expr]:
        """How a value finds its label."""
        same = exp.NullSafeEQ(this=value, expression=column("value", self.table))
        return {"table": identifier(self.table), "condition": same}


def _read_rates(engine: Engine, prior: Prior, place: Place | None) -> Mapping[str, ColumnType]:
    """Read the rates, and return the types of the columns of their table."""
    source = PUBLIC
    if place is not None:
        engine.register(_RAW, place)
        source = _RAW
    name = prior.rate or prior.known_by[0]
    public, rated = engine.columns(PUBLIC), engine.columns(source)
    keys = [
        {
            "value": as_comparable(column(one, source), rated[one], public[one]),
            "name": identifier(f"k{number}"),
        }
        for number, one in enumerate(prior.known_by)
    ]
    rate = _read_number(column(name, source), rated[name].family)
    query = render("verify_rates", columns=keys, rate=rate, source=identifier(source))
    engine.materialize(_RATES, query)
    return rated


def _read_number(value: exp.Expr, family: str) -> exp.Expr:
    """The rate of a row as a decimal; texts with an exponent are no decimals."""
    if family in ("integer", "decimal"):
        return exp.cast(value, _RATE)
    text = exp.cast(value, "VARCHAR")
    small = exp.RegexpLike(this=text.copy(), expression=exp.Literal.string("[eE]"))
    rounded = exp.cast(exp.cast(text.copy(), "DOUBLE"), _RATE)
    return exp.Case(ifs=[exp.If(this=small, true=rounded)], default=exp.cast(text, _RATE))


def _count_people(
    engine: Engine,
    prior: Prior,
    tables: Tables,
    labels: list[_Label],
    rated: Mapping[str, ColumnType],
) -> None:
    """Count the people of P by class and rate, and add the rows of T of each class.

    `rated`: the types of the columns of the table of rates.
    """
    public = engine.columns(PUBLIC)
    people: exp.Expr = exp.Count(this=exp.Star())
    if tables.people is not None:
        people = tables.people.of_rows
    same = [
        exp.NullSafeEQ(
            this=as_comparable(column(name, PUBLIC), public[name], rated[name]),
            expression=column(f"k{number}", _RATES),
        )
        for number, name in enumerate(prior.known_by)
    ]
    named = [(label, identifier(f"c{label.position}")) for label in labels]
    looked_up = [label for label in labels if not label.is_raw]
    query = render(
        "verify_rated_people",
        columns=[{"label": label.of_public(tables), "name": name} for label, name in named],
        joins=[label.join(tables.value(label.name, PUBLIC)) for label in looked_up],
        same=exp.and_(*same),
        people=people,
    )
    engine.materialize(_RATED, query)
    classes = [
        exp.NullSafeEQ(this=column(name.name, "rated"), expression=column(name.name, "members"))
        for _, name in named
    ]
    query = render(
        "verify_rated_classes",
        columns=[{"counted": label.of_tuple(tables), "name": name} for label, name in named],
        tuple_joins=[label.join(column(f"v{label.position}", TUPLES)) for label in looked_up],
        same=exp.and_(*classes) if classes else exp.true(),
    )
    engine.materialize(_CLASSES, query)


def _list_classes(engine: Engine) -> Iterator[tuple[dict[Fraction, int], int]]:
    """List the classes: the people of each rate, and the rows of T."""
    rows = fetch_chunks(engine, "list_rated_between")
    for _, of_class in groupby(rows, key=lambda row: row[0]):
        people: dict[Fraction, int] = {}
        members = 0
        for _, rate, count, private in of_class:
            if rate is None:
                raise InputError("prior: some people of P have no rate")
            if count:
                people[Fraction(rate)] = int(count)
            members = int(private)
        if people:
            yield people, members
