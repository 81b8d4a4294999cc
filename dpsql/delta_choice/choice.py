"""Chooses δ from the costs of misuse: the risk model of Nergiz et al. 2007, section 4.

All people in T have the condition, or a share of them (`sensitivity`); a share of P, the `prior`,
is known to have it. If an outsider learns that a person is in T with probability π, the outsider's
probability of the condition (the belief) is affine in π. δ is the range of π in which the expected
costs of the belief are acceptable. Computations are exact; only δ is rounded, and inward.
"""

from collections.abc import Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass
from decimal import ROUND_CEILING, Context, Decimal
from fractions import Fraction
from numbers import Integral
from typing import Any

from dpsql.delta_choice.shown_call import shows_call
from dpsql.domain.arguments import (
    name_type,
    refuse_wrong_types,
    refuses_wrong_types,
    tells_of_names,
)
from dpsql.domain.attributes import KnowsAttributes
from dpsql.domain.threshold import Number, PresenceBounds, parse_amount, parse_threshold
from dpsql.errors import ConfigError
from dpsql.report.frames import to_pandas, to_polars
from dpsql.report.notebook.tables import render_table

#: The least and the greatest number of significant digits to which δ is rounded.
_LEAST_DIGITS, _MOST_DIGITS = 2, 12
#: Of a share in a message.
_SHOWN_DIGITS = 6


def _round_up(share: Fraction) -> str:
    """Write a share of so many digits as are read, and not less than it.

    >>> _round_up(Fraction(402, 4406)), _round_up(Fraction(1, 4))
    ('0.0912393', '0.25')
    """
    up = Context(prec=_SHOWN_DIGITS, rounding=ROUND_CEILING)
    return f"{up.divide(Decimal(share.numerator), Decimal(share.denominator)):f}"


@tells_of_names
@dataclass(frozen=True)
class Counts:
    """People of P and rows of T."""

    public_rows: int
    private_rows: int

    def __post_init__(self) -> None:
        """Raise ConfigError unless both are numbers, and T is smaller than P; T may be empty."""
        for name, rows in vars(self).copy().items():
            object.__setattr__(self, name, _read_count(rows, name))
        if not 0 <= self.private_rows < self.public_rows:
            raise ConfigError(
                f"T is a part of P, smaller than it: it cannot have {self.private_rows:,} of"
                f" {self.public_rows:,} people"
            )

    @property
    def share(self) -> Fraction:
        """τ = |T| / |P|: the presence of each person as long as nothing is published."""
        return Fraction(self.private_rows, self.public_rows)


@tells_of_names
@dataclass(frozen=True, init=False)
class Scenario:
    """Who might misuse a release, and which expected cost is acceptable.

    `prior`: the share of P that has the condition, which is public knowledge. `sensitivity`: the
    share of T that has it. `cost`: what it costs a person if an outsider is certain of the
    condition. `acceptable`: the acceptable expected cost, in the same unit, if an outsider becomes
    surer; `acceptable_down`: if less sure. None if this does not matter. Numbers are read as those
    of a job, so that 0.1 is 1/10.
    """

    prior: Fraction
    cost: Fraction
    acceptable: Fraction | None = None
    acceptable_down: Fraction | None = None
    sensitivity: Fraction = Fraction(1)
    name: str = ""

    def __init__(
        self,
        prior: Number,
        cost: Number,
        acceptable: Number | None = None,
        acceptable_down: Number | None = None,
        sensitivity: Number = Fraction(1),
        name: str = "",
    ) -> None:
        """Raise ConfigError for what is no number, and probabilities and costs out of range."""
        given = {"prior": prior, "sensitivity": sensitivity, "cost": cost}
        costs = {"acceptable": acceptable, "acceptable_down": acceptable_down}
        refuse_wrong_types(Scenario.__init__, given | costs | {"name": name})
        object.__setattr__(self, "name", name)
        for word in ("prior", "sensitivity"):
            share = _read_share(given[word], f"{self.place}{word}")
            object.__setattr__(self, word, share)
        for word, amount in (costs | {"cost": cost}).items():
            place, is_positive = f"{self.place}{word}", word == "cost"
            read = None if amount is None else _read_cost(amount, place, is_positive=is_positive)
            object.__setattr__(self, word, read)

    @property
    def place(self) -> str:
        """The start of an error message."""
        return f"scenario {self.name}: " if self.name else ""


def _read_count(rows: object, name: str) -> int:
    """Read a whole number of rows; pandas counts some as floats."""
    if isinstance(rows, Integral | float) and not isinstance(rows, bool) and rows == rows // 1:
        return int(rows)
    is_sized = isinstance(rows, Sized) and not isinstance(rows, str)
    hint = ": len(…) of a table counts them" if is_sized else ""
    raise ConfigError(f"{name}: give a whole number of rows, not {name_type(rows)}{hint}")


def _read_share(share: Number, where: str) -> Fraction:
    """Read a probability as it is written; one that is exact already may have any terms."""
    is_exact = isinstance(share, Fraction) and 0 <= share <= 1
    return Fraction(share) if is_exact else parse_threshold(share, where)


def _read_cost(amount: Number, where: str, *, is_positive: bool) -> Fraction:
    """Read a cost as it is written; one that is exact already may be of any size."""
    is_exact = isinstance(amount, Fraction) and (amount > 0 or (amount == 0 and not is_positive))
    return Fraction(amount) if is_exact else parse_amount(amount, where, is_positive=is_positive)


@dataclass(frozen=True)
class Belief:
    """An outsider's probability that a person has the condition, given the person's presence.

    `if_absent` is the belief at presence 0, and `if_present`, the sensitivity, at presence 1. It is
    affine in between, and at τ it is the prior: |T| alone reveals nothing (spec of section 4).
    """

    prior: Fraction
    share: Fraction
    if_absent: Fraction
    if_present: Fraction

    @classmethod
    def of(cls, counts: Counts, scenario: Scenario) -> "Belief":
        """Return the belief; raise ConfigError if no population has these shares and counts.

        >>> belief = Belief.of(Counts(100, 4), Scenario(Fraction(7, 100), Fraction(1)))
        >>> belief.if_absent, belief.at(Fraction(1, 20)), belief.at(belief.share)
        (Fraction(1, 32), Fraction(51, 640), Fraction(7, 100))
        """
        share, prior, sensitivity = counts.share, scenario.prior, scenario.sensitivity
        if prior > sensitivity:
            raise ConfigError(
                f"{scenario.place}the condition is rarer in T (sensitivity) than in P (prior):"
                " give the shares of those without the condition instead"
            )
        if sensitivity * share > prior:
            raise ConfigError(
                f"{scenario.place}more people of T have the condition than the prior says of all of"
                f" P: the prior must be at least {_round_up(sensitivity * share)}"
            )
        if_absent = (prior - sensitivity * share) / (1 - share)
        if if_absent > 1:
            raise ConfigError(f"{scenario.place}no population has this prior and sensitivity")
        return cls(prior, share, if_absent, sensitivity)

    @property
    def slope(self) -> Fraction:
        """Change of belief over the whole range of presence; 0 if membership reveals nothing."""
        return self.if_present - self.if_absent

    def at(self, presence: Fraction) -> Fraction:
        """Return the belief in the condition of a person with this presence."""
        return self.if_absent + self.slope * presence


@dataclass(frozen=True)
class Effect:
    """The effect of δ on a person in a scenario: the beliefs at its ends, and their costs.

    `cost_up` and `cost_down` are the greatest expected costs of becoming surer and less sure.
    """

    scenario: Scenario
    least_belief: Fraction
    greatest_belief: Fraction
    cost_up: Fraction
    cost_down: Fraction


@dataclass(frozen=True)
class ScenarioBounds:
    """The widest δ that a scenario accepts, exactly, and which ends of it bind."""

    scenario: Scenario
    bounds: PresenceBounds
    binds_below: bool
    binds_above: bool


@dataclass(frozen=True)
class DeltaChoice(KnowsAttributes):
    """δ for all scenarios together.

    `exact`: the intersection of the bounds of all scenarios. `delta`: the same with its ends
    rounded inward, for a job file. `effects`: the effects of `delta`. `closeness`: the t for which
    presence closeness (t-closeness of the presence bit) is as strict as `exact`, at its nearer end.
    """

    counts: Counts
    scenarios: tuple[ScenarioBounds, ...]
    exact: PresenceBounds
    delta: PresenceBounds
    effects: tuple[Effect, ...]

    @property
    def closeness(self) -> Fraction:
        """How far presence may be from τ in either direction."""
        share = self.counts.share
        return min(self.exact.maximum - share, share - self.exact.minimum)

    @property
    def warnings(self) -> tuple[str, ...]:
        """Remarks that a reader of the numbers needs."""
        found = []
        if not any(one.binds_above for one in self.scenarios):
            found.append("No scenario limits presence from above: δmax is 1.")
        if not any(one.binds_below for one in self.scenarios):
            found.append("No scenario limits presence from below: δmin is 0.")
        if self.delta.minimum == self.delta.maximum:
            found.append("Only total suppression, or none at all, satisfies a δ of one value.")
        return tuple(found)

    def to_rows(self) -> list[dict[str, Any]]:
        """A row for each scenario: beliefs at both ends of δ, and what they cost."""
        return [
            {
                "scenario": one.scenario.name,
                "prior": one.scenario.prior,
                "least_belief": one.least_belief,
                "greatest_belief": one.greatest_belief,
                "cost_up": one.cost_up,
                "cost_down": one.cost_down,
            }
            for one in self.effects
        ]

    to_pandas = to_pandas
    to_polars = to_polars

    def __repr__(self) -> str:
        return f"<DeltaChoice: min {self.delta.minimum}, max {self.delta.maximum}>"

    def _repr_html_(self) -> str:
        delta = f"delta: {{min: {self.delta.minimum}, max: {self.delta.maximum}}}."
        rows = [
            (
                one.scenario.name,
                *(float(belief) for belief in (one.least_belief, one.greatest_belief)),
                *(float(cost) for cost in (one.cost_up, one.cost_down)),
            )
            for one in self.effects
        ]
        columns = (
            "scenario",
            "least belief",
            "greatest belief",
            "cost if surer",
            "cost if less sure",
        )
        return render_table("delta", " ".join((delta, *self.warnings)), columns, rows)


@shows_call
@refuses_wrong_types
def choose_delta(counts: Counts, scenarios: Scenario | Iterable[Scenario]) -> DeltaChoice:
    """Find the widest δ that every scenario accepts; it always contains τ.

    δmax = τ + a(1 − τ)/(s − b) and δmin = τ − a'(1 − τ)/(s − b), clipped to [0, 1], for the
    acceptable shares a and a' of the cost, sensitivity s and prior b (section 4, simplified).

    Raises:
        ConfigError: there is no scenario, one is no `Scenario`, or no population fits one of them.

    >>> import dpsql
    >>> from fractions import Fraction
    >>> paper = dpsql.Scenario(Fraction(7, 100), Fraction(10_000), Fraction(100), Fraction(200))
    >>> found = dpsql.choose_delta(dpsql.Counts(100, 4), [paper])
    >>> str(found.exact.minimum), str(found.exact.maximum)
    ('3/155', '39/775')
    >>> str(found.delta.minimum), str(found.delta.maximum)
    ('1/50', '1/20')
    """
    listed = [scenarios] if isinstance(scenarios, Scenario) else scenarios
    bounds = tuple(_bound(counts, scenario) for scenario in map(_as_scenario, listed))
    if not bounds:
        raise ConfigError("scenarios: name at least one")
    exact = PresenceBounds(
        max(one.bounds.minimum for one in bounds), min(one.bounds.maximum for one in bounds)
    )
    delta = round_inward(exact, counts.share)
    effects = tuple(find_effect(counts, one.scenario, delta) for one in bounds)
    return DeltaChoice(counts, bounds, exact, delta, effects)


def _as_scenario(given: object) -> Scenario:
    """Return a scenario; raise ConfigError for anything else that stands in the list."""
    if isinstance(given, Scenario):
        return given
    raise ConfigError(
        f"scenarios: give a list of dpsql.Scenario, such as [dpsql.Scenario(prior='1/10', cost=3,"
        f" acceptable=1)], not {name_type(given)}"
    )


def _bound(counts: Counts, scenario: Scenario) -> ScenarioBounds:
    belief = Belief.of(counts, scenario)
    share = counts.share
    low, high = Fraction(0), Fraction(1)
    if belief.slope:
        if scenario.acceptable_down is not None:
            low = max(low, share - scenario.acceptable_down / scenario.cost / belief.slope)
        if scenario.acceptable is not None:
            high = min(high, share + scenario.acceptable / scenario.cost / belief.slope)
    return ScenarioBounds(scenario, PresenceBounds(low, high), low > 0, high < 1)


def find_effect(counts: Counts, scenario: Scenario, delta: PresenceBounds) -> Effect:
    """Return what a given δ may cost a person; raises as `choose_delta`.

    >>> paper = Scenario(Fraction(7, 100), Fraction(10_000))
    >>> delta = PresenceBounds(Fraction(1, 50), Fraction(1, 20))
    >>> effect = find_effect(Counts(100, 4), paper, delta)
    >>> float(effect.cost_up), float(effect.cost_down)
    (96.875, 193.75)
    """
    belief = Belief.of(counts, scenario)
    least, greatest = belief.at(delta.minimum), belief.at(delta.maximum)
    surer = max(Fraction(0), greatest - belief.prior)
    less_sure = max(Fraction(0), belief.prior - least)
    cost = scenario.cost
    return Effect(scenario, least, greatest, cost * surer, cost * less_sure)


def sweep(
    counts: Counts, scenario: Scenario, amounts: Sequence[Fraction]
) -> Mapping[Fraction, DeltaChoice]:
    """Choose δ for each acceptable cost; it is also the one down if the scenario has one."""
    down = scenario.acceptable_down is not None
    return {
        amount: choose_delta(
            counts,
            [
                Scenario(
                    scenario.prior,
                    scenario.cost,
                    amount,
                    amount if down else None,
                    scenario.sensitivity,
                    scenario.name,
                )
            ],
        )
        for amount in amounts
    }


def round_inward(exact: PresenceBounds, share: Fraction) -> PresenceBounds:
    """Round δmin up and δmax down to few digits, so that `share` stays between them.

    Uses two significant digits, and more only if the range would otherwise exclude `share`. An end
    that no number of digits suits stays exact.

    >>> round_inward(PresenceBounds(Fraction(3, 155), Fraction(39, 775)), Fraction(1, 25))
    PresenceBounds(minimum=Fraction(1, 50), maximum=Fraction(1, 20))
    """
    low = _shorten(-exact.minimum, -share)
    return PresenceBounds(-low, _shorten(exact.maximum, share))


def _shorten(end: Fraction, least: Fraction) -> Fraction:
    """Return the number with the fewest digits that is at most `end` and at least `least`."""
    if end.denominator == 1:
        return end
    place = 0
    while abs(end) * 10**place < 1:
        place += 1
    # `place` decimals give the first significant digit.
    for digits in range(_LEAST_DIGITS, _MOST_DIGITS + 1):
        scale = 10 ** (place + digits - 1)
        shortened = Fraction(end.numerator * scale // end.denominator, scale)
        if shortened >= least:
            return shortened
    return end
