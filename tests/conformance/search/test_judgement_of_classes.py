"""The predicate of a model in the engine's SQL judges every pair of counts as its Python does."""

import random
from fractions import Fraction

import pytest
from sqlglot import exp

from dpsql.domain.threshold import PresenceBounds
from dpsql.privacy.k_anonymity import KAnonymity
from dpsql.privacy.k_map import KMap
from dpsql.privacy.presence import PresenceModel
from dpsql.privacy.presence_closeness import PresenceCloseness
from dpsql.privacy.presence_diversity import PresenceDiversity
from dpsql.privacy.weak_k_anonymity import WeakKAnonymity

LARGEST = 9 * 10**18
TINY, SCALE = Fraction(1, 10**18), 10**18


def presence(minimum, maximum):
    return PresenceModel(PresenceBounds(Fraction(minimum), Fraction(maximum)))


MODELS = [
    presence(0, 1),
    presence(0, 0),
    presence(1, 1),
    presence("1/2", "2/3"),
    presence("0.29", "0.29"),
    presence("0.57", "0.58"),
    presence("0.07", "0.35"),
    presence(0, Fraction(3333333333333333, 10**16)),
    presence(TINY, 1 - TINY),
    presence(Fraction(SCALE // 3, SCALE), Fraction(SCALE // 3 + 1, SCALE)),
    presence(Fraction(2**31 - 2, 2**31 - 1), 1),
    KAnonymity(1),
    KAnonymity(2),
    KAnonymity(10**12 - 1),
    KMap(1),
    KMap(5),
    KMap(10**12 - 1),
    WeakKAnonymity(1),
    WeakKAnonymity(10**12 - 1),
    PresenceDiversity(Fraction(2)),
    PresenceDiversity(Fraction(2), strict=True),
    PresenceDiversity(Fraction(SCALE + 1, SCALE)),
    PresenceDiversity(Fraction(10**9), strict=True),
    PresenceCloseness(Fraction(1, 9)).on(9, 5),
    PresenceCloseness(TINY).on(2**32 + 1, 2**31),
]


def list_counts(model, largest):
    """Pairs public ≥ private: at random, and as close to the model's edges as integers come."""
    chosen = random.Random(20070611)
    pairs = {(1, 0), (1, 1), (largest, 0), (largest, 1), (largest, largest), (largest, largest - 1)}
    for _ in range(300):
        public = chosen.randint(1, largest) if chosen.random() < 0.5 else chosen.randint(1, 200)
        pairs.add((public, chosen.randint(0, public)))
    edges = [Fraction(29, 100), Fraction(1, 3)]
    if isinstance(model, PresenceModel):
        edges += [model.bounds.minimum, model.bounds.maximum]
    if isinstance(model, PresenceDiversity):
        edges += [1 / (1 + model.c), model.c / (1 + model.c)]
    for edge in edges:
        most = largest // edge.denominator
        for factor in {1, 2, 7, most, chosen.randint(1, max(1, most))}:
            public, private = edge.denominator * factor, edge.numerator * factor
            pairs |= {(public + i, private + j) for i in (-1, 0, 1) for j in (-1, 0, 1)}
    k = getattr(model, "k", 1)
    pairs |= {(k + i, k + j) for i in (0, 1) for j in (-1, 0)} | {(k - 1, 1), (k, 1), (k + 1, k)}
    return sorted((p, t) for p, t in pairs if 0 <= t <= p <= largest and p > 0)


@pytest.mark.parametrize("model", MODELS, ids=lambda model: " ".join(model.parameters.values()))
@pytest.mark.parametrize("largest", [200, 2**31, 2**32 + 1, LARGEST])
def test_sql_and_python_judge_alike(bench, model, largest):
    counts = list_counts(model, largest)
    with bench.open_engine() as engine:
        columns = dict.fromkeys(("public_count", "private_count"), "BIGINT")
        engine.upload("counts", columns, counts)
        public, private = map(exp.column, columns)
        violation = model.violation(public, private, largest)
        flag = exp.Case(ifs=[exp.If(this=violation, true=exp.Literal.number(1))])
        judged = engine.fetch(exp.select(public, private, flag).from_("counts"))
    assert len(judged) == len(counts)
    found = {(p, t): broken is None for p, t, broken in judged}
    assert found == {(p, t): model.holds(p, t) for p, t in counts}


def test_python_judges_by_the_definition():
    """What `holds` is compared with here is the definition, in Fractions."""
    for model in MODELS:
        for public, private in list_counts(model, 2**40):
            if isinstance(model, PresenceModel):
                low, high = model.bounds.minimum, model.bounds.maximum
                expected = low <= Fraction(private, public) <= high
            elif isinstance(model, WeakKAnonymity):
                expected = public >= model.k
            elif isinstance(model, PresenceDiversity):
                few, many = sorted((private, public - private))
                ratio = Fraction(many, few) if few else None
                expected = ratio is not None and ratio <= model.c
                expected = expected and not (model.strict and ratio == model.c)
            elif isinstance(model, PresenceCloseness):
                bounds = model.presence.bounds
                expected = bounds.minimum <= Fraction(private, public) <= bounds.maximum
            elif isinstance(model, KMap):
                expected = private == 0 or public >= model.k
            else:
                expected = private == 0 or private >= model.k
            assert model.holds(public, private) is expected
