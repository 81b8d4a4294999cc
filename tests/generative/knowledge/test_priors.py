"""Under a prior, the posterior, the optimum and the verification are the oracle's."""

import json
from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import dpsql
from dpsql.domain.threshold import PresenceBounds
from dpsql.errors import InputError, IntegrityError, NoSafeRelease, NotSatisfied
from dpsql.privacy.priors.decision import allows, find_exact_extreme
from dpsql.privacy.priors.odds import Rates, count_odds
from dpsql.privacy.priors.posterior import find_posteriors
from dpsql.report.posterior_bounds import write_holding_max, write_holding_min
from tests.first_sentences import read_bounds, read_page_sentence
from tests.generative.budget import share_of_profile
from tests.generative.instances.case_strategies import cases, nodes
from tests.generative.instances.cases import Case
from tests.generative.instances.files import make_arrow_table
from tests.generative.instances.hierarchy_words import state_hierarchy
from tests.generative.instances.jobs import plain_setting
from tests.oracle.knowledge import priors as oracle
from tests.oracle.losses.cost import COSTS
from tests.oracle.models.presence import holds
from tests.oracle.tables.table import Row

RATES = ("0.02", "0.1", "0.25", "0.5", "0.9", "0.0022", "0.000001")
ENDS = (*RATES, "0", "1")


@dataclass(frozen=True)
class Question:
    """A case, the rate of each row of P, and how the job states them."""

    case: Case
    rates: tuple[str, ...]
    form: str

    @property
    def exact(self) -> list[Fraction]:
        """The rates as fractions."""
        return [Fraction(rate) for rate in self.rates]

    def posteriors_at(self, node: tuple[int, ...]) -> list[Fraction] | None:
        """Return everybody's posterior at a node; None if T contradicts the prior there."""
        return oracle.list_posteriors(self.case.instance, self.exact, node)

    def holds_at(self, node: tuple[int, ...]) -> bool:
        """Whether the posterior of everybody lies within δ at a node, and the models hold."""
        found, delta = self.posteriors_at(node), self.case.models.delta
        assert delta is not None
        return (
            found is not None
            and delta[0] <= min(found)
            and max(found) <= delta[1]
            and holds(self.case.instance, node)
        )


@st.composite
def questions(draw: st.DrawFn) -> Question:
    # The oracle lists all worlds.
    case = draw(cases(models="delta", most_levels=2, most_rows=9))
    assume(case.private)
    form = draw(st.sampled_from(["column", "group", "quasi-identifier"]))
    words = st.sampled_from(draw(st.sampled_from([RATES, RATES, ENDS])))
    if form == "quasi-identifier":
        of_value = {value: draw(words) for value in {row[0] for row in case.public}}
        rates = tuple(of_value[row[0]] for row in case.public)
    else:
        rates = tuple(draw(words) for _ in case.public)
    return Question(case, rates, form)


def make_job(question: Question, folder: Path, **words: Any) -> dpsql.Job:
    """Write what the job reads into the folder, and return the job."""
    case, setting = question.case, plain_setting(question.case)
    names = setting.names
    public = make_arrow_table(
        dict(zip(names, zip(*case.public, strict=True), strict=True)), setting.text_type
    )
    rows = [number for number, member in enumerate(case.members) if member]
    private = public.take(pa.array(rows, pa.int64()))
    rates = [float(rate) if question.form == "column" else rate for rate in question.rates]
    prior: dict[str, Any]
    if question.form == "column":
        public, prior = public.append_column("chance", [rates]), {"column": "chance"}
    elif question.form == "group":
        groups = [f"group of {rate}" for rate in question.rates]
        public = public.append_column("group", [groups])
        # Nobody has the last two.
        known = dict(zip(groups, question.rates, strict=True)) | {"sure": "1", "never": "0"}
        table = pa.table({"group": [*known], "chance": [*known.values()]})
        prior = {"table": table, "columns": ["group"], "rate": "chance"}
    else:
        first = {row[0]: number for number, row in enumerate(case.public)}
        table = public.select([names[0]]).take(pa.array([*first.values()], pa.int64()))
        table = table.append_column("chance", [[question.rates[n] for n in first.values()]])
        prior = {"table": table, "columns": [names[0]], "rate": "chance"}
    delta = case.models.delta
    assert delta is not None
    return dpsql.Job(
        public=public,
        private=private,
        quasi_identifiers={
            name: state_hierarchy(column, folder / f"hierarchy {position}.csv", setting.lines)
            for position, (name, column) in enumerate(zip(names, case.columns, strict=True))
        },
        prior=prior,
        metric=case.metric,
        delta={"min": str(delta[0]), "max": str(delta[1])},
        release=str(folder / "release.parquet"),
        **words,
    )


@share_of_profile(2)
@given(questions(), st.data())
def test_the_posterior_is_that_of_all_worlds(question: Question, data: st.DataObject) -> None:
    node = data.draw(nodes(question.case))
    levels = dict(zip(plain_setting(question.case).names, node, strict=True))
    exact = question.posteriors_at(node)
    with TemporaryDirectory() as folder:
        job = make_job(question, Path(folder))
        if exact is None:
            with pytest.raises(InputError, match="correct the rates"):
                dpsql.measure(job, levels=levels)
            return
        outcome = dpsql.measure(job, levels=levels)
    found = outcome.to_dict()
    bounds = read_bounds(read_page_sentence(outcome))
    if bounds is not None:
        # A percent of one decimal or more.
        ends = float(min(exact)), float(max(exact))
        assert tuple(map(float, bounds)) == pytest.approx(ends, abs=0.0006)
    assert found["satisfied"] is question.holds_at(node)
    assert found["posterior"]["min"] == pytest.approx(float(min(exact)), abs=1e-9)
    assert found["posterior"]["max"] == pytest.approx(float(max(exact)), abs=1e-9)


@share_of_profile(2)
@given(questions())
def test_the_optimum_is_the_cheapest_node_whose_posterior_holds(question: Question) -> None:
    instance = question.case.instance
    every = instance.list_nodes()
    cost_of = COSTS[question.case.metric]
    ranked = sorted(
        (cost_of(instance, node), sum(node), node) for node in every if question.holds_at(node)
    )
    with TemporaryDirectory() as folder:
        job = make_job(question, Path(folder))
        if not ranked:
            with pytest.raises((NoSafeRelease, InputError)):
                dpsql.anonymize(job)
            assert not (Path(folder) / "release.parquet").exists()
            return
        found = dpsql.anonymize(job)
        assert tuple(found.levels.values()) == ranked[0][2]
        assert found.satisfied
        told = found.to_dict()
        assert told["search"]["optimal"]
        exact = question.posteriors_at(ranked[0][2])
        assert exact is not None
        assert told["posterior"]["max"] == pytest.approx(float(max(exact)), abs=1e-9)
        verified = dpsql.verify(job).to_dict()
        assert verified["posterior"]["max"] == pytest.approx(float(max(exact)), abs=1e-9)
        assert verified["posterior"]["min"] == pytest.approx(float(min(exact)), abs=1e-9)
        _refuse_others(question, job, Path(folder))


@share_of_profile(2)
@given(questions())
def test_check_knows_of_few_levels_whether_any_satisfies_the_job(question: Question) -> None:
    """These lattices are smaller than what is looked at, so that nothing stays open."""
    nodes_that_hold = [
        node for node in question.case.instance.list_nodes() if question.holds_at(node)
    ]
    with TemporaryDirectory() as folder:
        job = make_job(question, Path(folder))
        try:
            found = dpsql.check(job)
        except InputError:
            # T contradicts the rates already as a whole.
            assert not nodes_that_hold
            return
        assert found.feasible is bool(nodes_that_hold)
        assert found.under_prior is not None
        under = found.under_prior.posterior
        wider = {"min": write_holding_min(under), "max": write_holding_max(under)}
        assert dpsql.check(job.replace(delta=wider)).feasible


@share_of_profile(1)
@given(questions(), st.sampled_from(["1/3", "3/5", "9/10", "1"]))
def test_compare_finds_the_cheapest_node_of_each_delta(question: Question, limit: str) -> None:
    """One session judges all of them by the posterior, in the order in which they are asked for."""
    models = question.case.models
    assert models.delta is not None
    low, high = models.delta
    # Equal ones are one candidate.
    asked = [*dict.fromkeys([max(Fraction(limit), low), high])]
    with TemporaryDirectory() as folder:
        job = make_job(question, Path(folder))
        found = dpsql.compare(job, algorithms=["levels", "pooled"], deltas=asked)
    for i, most in enumerate(asked):
        levels, pooled = found.candidates[2 * i : 2 * i + 2]
        assert pooled.outcome is None
        assert "with it, levels are searched" in pooled.left_out
        case = replace(question.case, models=replace(models, delta=(low, most)))
        at_most = replace(question, case=case)
        every = [node for node in case.instance.list_nodes() if at_most.holds_at(node)]
        cost = COSTS[question.case.metric]
        ranked = sorted((cost(case.instance, node), sum(node), node) for node in every)
        assert (levels.outcome is not None) == bool(ranked)
        if levels.outcome is None:
            continue
        assert tuple(levels.outcome.levels.values()) == ranked[0][2]
        exact = at_most.posteriors_at(ranked[0][2])
        assert exact is not None
        assert levels.posterior_max == pytest.approx(float(max(exact)), abs=1e-9)
        assert levels.sum_up()["posterior_max"] == levels.posterior_max


@share_of_profile(1)
@given(
    questions(),
    st.sampled_from(["1/3", "1/2", "9/10", "1"]),
    st.sampled_from(["0", "0.001", "1/5"]),
)
def test_before_counts_whom_the_rates_place_at_raw_values(
    question: Question, limit: str, low_end: str
) -> None:
    case = question.case
    classes: dict[Row, list[int]] = {}
    for person, row in enumerate(case.public):
        classes.setdefault(row, []).append(person)
    members = Counter(row for row, inside in zip(case.public, case.members, strict=True) if inside)
    by_class = [
        oracle.find_posteriors([question.exact[person] for person in people], members[row])
        for row, people in classes.items()
    ]
    posteriors = [one for of_class in by_class if of_class is not None for one in of_class]
    with TemporaryDirectory() as folder:
        job = make_job(question, Path(folder)).replace(delta={"max": limit})
        if low_end != "0":
            job = job.replace(delta={"min": low_end, "max": limit})
        try:
            dpsql.anonymize(job)
        except (NoSafeRelease, InputError):
            return
        before = dpsql.sign_off(job, Path(folder) / "page.html").to_dict()["before"]
    assert before["certain_rows"] == posteriors.count(1)
    absent = None if low_end == "0" else posteriors.count(0)
    assert before.get("certainly_absent_people") == absent
    assert before["people_above_delta_max"] == sum(one > Fraction(limit) for one in posteriors)
    below = None if low_end == "0" else sum(one < Fraction(low_end) for one in posteriors)
    assert before.get("people_below_delta_min") == below
    assert before["posterior"]["max"] == pytest.approx(float(max(posteriors, default=0)), abs=1e-9)
    assert before["contradicting_classes"] == by_class.count(None)


def _refuse_others(question: Question, job: dpsql.Job, folder: Path) -> None:
    """No other prior passes with this manifest, nor levels at which the posterior fails."""
    manifest = folder / "release.parquet.manifest.json"
    claims = json.loads(manifest.read_text())
    assert claims["prior"] == (
        {"column": "chance", "rates": []}
        if question.form == "column"
        else {"columns": list(job.prior.columns), "rates": []}
    )
    del claims["prior"]
    manifest.write_text(json.dumps(claims, indent=2, ensure_ascii=False) + "\n")
    with pytest.raises(IntegrityError):
        dpsql.verify(job)


@share_of_profile(1)
@given(questions(), st.data())
def test_a_release_that_the_prior_refuses_does_not_pass(
    question: Question, data: st.DataObject
) -> None:
    """Made without the prior and claimed with it, a release is refused unless it holds."""
    instance = question.case.instance
    holding = [node for node in instance.list_nodes() if holds(instance, node)]
    assume(holding)
    with TemporaryDirectory() as folder:
        job = make_job(question, Path(folder))
        made = dpsql.anonymize(job.with_unchecked({"prior": None}))
        manifest = Path(folder) / "release.parquet.manifest.json"
        claims = json.loads(manifest.read_text())
        prior = {"column": "chance"} if question.form == "column" else {}
        if not prior:
            prior = {"columns": list(job.prior.columns)}
        order = list(claims)
        place = order.index("presence") + 1
        pairs = [(key, claims[key]) for key in order]
        pairs.insert(place, ("prior", {**prior, "rates": []}))
        manifest.write_text(json.dumps(dict(pairs), indent=2, ensure_ascii=False) + "\n")
        if question.holds_at(tuple(made.levels.values())):
            dpsql.verify(job)
        else:
            with pytest.raises((NotSatisfied, InputError)):
                dpsql.verify(job)


@given(
    st.lists(
        st.tuples(st.sampled_from(RATES), st.integers(1, 3)),
        min_size=1,
        max_size=4,
        unique_by=lambda one: one[0],
    ),
    st.data(),
)
def test_the_posterior_of_a_class(kinds: list[tuple[str, int]], data: st.DataObject) -> None:
    rates = [Fraction(rate) for rate, number in kinds for _ in range(number)]
    members = data.draw(st.integers(0, len(rates)))
    exact = oracle.find_posteriors(rates, members)
    assert exact is not None
    odds = [Fraction(rate) / (1 - Fraction(rate)) for rate, _ in kinds]
    people = np.array([number for _, number in kinds])
    found = find_posteriors(np.array([float(one) for one in odds]), people, members)
    each = [value for value, number in zip(found, people, strict=True) for _ in range(number)]
    assert each == pytest.approx([float(one) for one in exact], rel=1e-12, abs=0)
    for end, greatest in ((max(exact), True), (min(exact), False)):
        assert find_exact_extreme(odds, people, members, greatest=greatest) == end
    # At a bound that is met exactly, the fractions decide.
    assert allows(PresenceBounds(min(exact), max(exact)), odds, people, members)
    _assert_bounded(sorted(set(rates)), rates, members, exact)


def _assert_bounded(
    distinct: list[Fraction], rates: list[Fraction], members: int, exact: list[Fraction]
) -> None:
    """The bounds that the engine compares are bounds, in whole numbers."""
    whole = count_odds(Rates(tuple(distinct)), len(rates), 1)
    numbers = [distinct.index(rate) for rate in rates]
    least, most = [whole.least[n] for n in numbers], [whole.most[n] for n in numbers]
    assert max(exact) * sum(least) <= members * max(most)
    assert min(exact) * sum(most) >= members * min(least)
