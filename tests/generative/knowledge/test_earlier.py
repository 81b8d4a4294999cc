"""With earlier releases, presence, the chosen levels and the verification are the oracle's."""

import json
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import dpsql
from dpsql.errors import IntegrityError, NoSafeRelease
from tests.earlier_releases import write_manifest
from tests.first_sentences import read_bounds, read_page_sentence
from tests.generative.budget import share_of_profile
from tests.generative.instances.case_strategies import cases, nodes
from tests.generative.instances.cases import Case
from tests.generative.instances.files import make_arrow_table
from tests.generative.instances.hierarchy_words import state_hierarchy
from tests.generative.instances.jobs import plain_setting
from tests.oracle.knowledge.composition import list_presences
from tests.oracle.losses.cost import COSTS
from tests.oracle.models.presence import holds
from tests.oracle.tables.table import Node, generalize


@dataclass(frozen=True)
class Question:
    """A case, the nodes of what is out already, and the levels that are looked at."""

    case: Case
    earlier: tuple[Node, ...]
    lowest: Node
    highest: Node

    @property
    def is_out_within_delta(self) -> bool:
        """Whether everybody's presence by the earlier releases lies within δ."""
        return self.lies_within_delta(self.earlier)

    def lies_within_delta(self, nodes: tuple[Node, ...]) -> bool:
        """Whether everybody's presence by releases at these nodes lies within δ."""
        low, high = self.delta
        found = list_presences(self.case.instance, nodes)
        return low <= min(found) and max(found) <= high

    @property
    def delta(self) -> tuple[Fraction, Fraction]:
        """δ of the case."""
        assert self.case.models.delta is not None
        return self.case.models.delta

    def holds_at(self, node: Node) -> bool:
        """Whether a release at a node satisfies the job together with what is out."""
        return holds(self.case.instance, node) and self.lies_within_delta((*self.earlier, node))

    def is_nested(self, node: Node) -> bool:
        """Whether a node is below all that is out, or above a part of it."""
        return all(is_below(node, one) for one in self.earlier) or any(
            is_below(one, node) for one in self.earlier
        )

    def find_best(self) -> Node | None:
        """Return the least-cost levels that hold and nest; others only if there are none."""
        cost_of, instance = COSTS[self.case.metric], self.case.instance
        ranked = sorted(
            (not self.is_nested(node), cost_of(instance, node), sum(node), node)
            for node in instance.list_nodes()
            if is_below(self.lowest, node) and is_below(node, self.highest) and self.holds_at(node)
        )
        return ranked[0][3] if ranked else None


def is_below(one: Node, other: Node) -> bool:
    return all(low <= high for low, high in zip(one, other, strict=True))


@st.composite
def questions(draw: st.DrawFn) -> Question:
    case = draw(cases(models="delta", most_levels=2))
    assume(case.private and len(case.public) <= 9)
    earlier = draw(st.lists(nodes(case), min_size=1, max_size=2))
    limits = st.just((0,) * len(case.columns)), st.just(case.instance.root)
    one, other = (draw(end | nodes(case)) for end in limits)
    pairs = zip(*(sorted(pair) for pair in zip(one, other, strict=True)), strict=True)
    return Question(case, tuple(earlier), *map(tuple, pairs))


def state_limits(question: Question, job: dpsql.Job) -> dpsql.Job:
    """Return the job with the levels that are looked at."""
    limits = zip(question.lowest, question.highest, strict=True)
    columns = {
        name: words.model_copy(update={"least_level": least, "most_level": most})
        for (name, words), (least, most) in zip(job.quasi_identifiers.items(), limits, strict=True)
    }
    return job.with_unchecked({"quasi_identifiers": columns})


def make_job(question: Question, folder: Path) -> dpsql.Job:
    """Write what the job reads into the folder, and return the job."""
    case, setting = question.case, plain_setting(question.case)
    names = setting.names
    public = make_arrow_table(
        dict(zip(names, zip(*case.public, strict=True), strict=True)), setting.text_type
    )
    rows = [number for number, member in enumerate(case.members) if member]
    earlier = []
    for number, node in enumerate(question.earlier):
        told = [generalize(row, case.instance.ladders, node) for row in case.instance.private]
        columns = dict(zip(names, zip(*told, strict=True), strict=True))
        file = folder / f"{number}.parquet"
        pq.write_table(make_arrow_table(columns, pa.string()), file)
        levels = dict(zip(names, node, strict=True))
        write_manifest(file, levels, public_rows=len(case.public), private_rows=len(told))
        earlier.append(str(file))
    low, high = question.delta
    return dpsql.Job(
        public=public,
        private=public.take(pa.array(rows, pa.int64())),
        quasi_identifiers={
            name: state_hierarchy(column, folder / f"hierarchy {position}.csv", setting.lines)
            for position, (name, column) in enumerate(zip(names, case.columns, strict=True))
        },
        earlier=tuple(earlier),
        metric=case.metric,
        delta={"min": str(low), "max": str(high)},
        release=str(folder / "release.parquet"),
    )


@share_of_profile(2)
@given(questions(), st.data())
def test_presence_together_is_that_of_all_worlds(question: Question, data: st.DataObject) -> None:
    node = data.draw(nodes(question.case))
    levels = dict(zip(plain_setting(question.case).names, node, strict=True))
    exact = list_presences(question.case.instance, (*question.earlier, node))
    with TemporaryDirectory() as folder:
        outcome = dpsql.measure(make_job(question, Path(folder)), levels=levels)
    found = outcome.to_dict()
    assert read_bounds(read_page_sentence(outcome)) in (None, (min(exact), max(exact)))
    together = found["together"]
    assert together["presence"] == {"min": str(min(exact)), "max": str(max(exact))}
    assert together["releases"] == len(question.earlier)
    assert found["satisfied"] is question.holds_at(node)


@share_of_profile(2)
@given(questions())
def test_the_levels_are_the_cheapest_that_nest_and_hold(question: Question) -> None:
    best = question.find_best()
    with TemporaryDirectory() as folder:
        job = state_limits(question, make_job(question, Path(folder)))
        if best is None:
            with pytest.raises(NoSafeRelease):
                dpsql.anonymize(job)
            assert not (Path(folder) / "release.parquet").exists()
            return
        found = dpsql.anonymize(job)
        assert tuple(found.levels.values()) == best
        exact = list_presences(question.case.instance, (*question.earlier, best))
        told = dpsql.verify(job).to_dict()["together"]
        assert told == found.to_dict()["together"]
        assert told["presence"] == {"min": str(min(exact)), "max": str(max(exact))}
        manifest = Path(folder) / "release.parquet.manifest.json"
        claims = json.loads(manifest.read_text())
        del claims["together"]
        manifest.write_text(json.dumps(claims, indent=2, ensure_ascii=False) + "\n")
        with pytest.raises(IntegrityError):
            dpsql.verify(job)


@share_of_profile(1)
@given(questions(), st.sampled_from(["1/3", "3/5", "1"]), st.booleans())
def test_compare_finds_what_each_delta_would_release(
    question: Question, limit: str, baseline: bool
) -> None:
    """One session judges all of them together with what is out."""
    low, high = question.delta
    asked = [*dict.fromkeys([Fraction(limit), high])]
    assume(low <= min(asked))
    with TemporaryDirectory() as folder:
        job = state_limits(question, make_job(question, Path(folder)))
        found = dpsql.compare(job, algorithms=["levels"], deltas=asked, baseline=baseline)
        told = [one for one in found if not one.is_baseline]
        for most, one in zip(asked, told, strict=True):
            case = replace(question.case, models=replace(question.case.models, delta=(low, most)))
            best = replace(question, case=case).find_best()
            assert (one.outcome is not None) == (best is not None)
            if best is None:
                continue
            assert tuple(one.outcome.levels.values()) == best
            exact = list_presences(question.case.instance, (*question.earlier, best))
            assert one.together_max == one.judged_max == max(exact)
