"""What δ means for a person, in sentences: how belief moves, at which expected cost."""

from collections.abc import Iterator
from decimal import ROUND_FLOOR, Context, Decimal
from fractions import Fraction

from dpsql.delta_choice.as_json import find_epsilon
from dpsql.delta_choice.choice import DeltaChoice, Effect
from dpsql.report.sentences import as_percent


def tell_effect(effect: Effect) -> str:
    """Return how far belief rises and falls in a scenario, at which expected cost of a person.

    >>> from dpsql.delta_choice.choice import Counts, Scenario, find_effect
    >>> from dpsql.domain.threshold import PresenceBounds
    >>> paper = Scenario(Fraction(7, 100), Fraction(10_000), acceptable=Fraction(100))
    >>> delta = PresenceBounds(Fraction(1, 25), Fraction(1, 20))
    >>> tell_effect(find_effect(Counts(100, 4), paper, delta)).replace(chr(160), " ")
    'Belief rises from 7 % to at most ≈ 8.0 %; expected cost 96.9 per person, 100 accepted.'
    """
    return " ".join(_list_sentences(effect)) or f"Belief stays at {_prior(effect)}."


def tell_epsilon(choice: DeltaChoice) -> str | None:
    """Return up to which ε noisy counts keep presence within δ, for whom; None if every ε does.

    >>> from dpsql.delta_choice.choice import Counts, Scenario, choose_delta
    >>> paper = Scenario(Fraction(7, 100), Fraction(10_000), acceptable=Fraction(100))
    >>> for line in tell_epsilon(choose_delta(Counts(100, 4), [paper])).split("; "):
    ...     print(line)
    Differential privacy keeps presence within δ for ε up to 0.116807 against whoever knows |T|
    up to 0.233614 against whoever does not, and believes of each person apart that they are in T.
    """
    known, apart = (find_epsilon(choice, size_known=one) for one in (True, False))
    if known is None or apart is None:
        return None
    return (
        "Differential privacy keeps presence within δ for ε up to"
        f" {_round_down(known)} against whoever knows |T|; up to {_round_down(apart)} against"
        " whoever does not, and believes of each person apart that they are in T."
    )


def _round_down(number: float) -> str:
    """Write six digits of a bound, none of which is beyond it."""
    return f"{Context(prec=6, rounding=ROUND_FLOOR).create_decimal(Decimal(number)).normalize():f}"


def _list_sentences(effect: Effect) -> Iterator[str]:
    one = effect.scenario
    subject = f"Belief rises from {_prior(effect)}"
    if effect.cost_up:
        reach = f"{subject} to at most {as_percent(effect.greatest_belief)}"
        yield f"{reach}; {_tell_cost(effect.cost_up, one.acceptable)}."
    if effect.cost_down:
        subject = "It falls" if effect.cost_up else f"Belief falls from {_prior(effect)}"
        reach = f"{subject} to no less than {as_percent(effect.least_belief)}"
        yield f"{reach}; {_tell_cost(effect.cost_down, one.acceptable_down)}."


def _prior(effect: Effect) -> str:
    return as_percent(effect.scenario.prior)


def _tell_cost(cost: Fraction, accepted: Fraction | None) -> str:
    limit = "any cost" if accepted is None else _as_amount(accepted)
    return f"expected cost {_as_amount(cost)} per person, {limit} accepted"


def _as_amount(amount: Fraction) -> str:
    """Whole from 100 on, else three digits: the unit is the user's."""
    return f"{float(amount):,.0f}" if amount >= 100 else f"{float(amount):.3g}"
