"""Cuts along the hierarchies: `anonymize` publishes the parts that the oracle cuts, or nothing."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dpsql
from dpsql.privacy.margin import DEVIATIONS
from tests.generative.budget import share_of_profile
from tests.generative.instances.agreement import quote_formula
from tests.generative.instances.case_strategies import cases, nodes
from tests.generative.instances.cases import Case
from tests.generative.instances.columns import text_of
from tests.generative.instances.jobs import Setting, make_job, plain_setting, settings_of_jobs
from tests.generative.instances.runs import read_release
from tests.generative.parts.test_pooled import with_texts
from tests.oracle.models.presence import find_presence
from tests.oracle.search.choice import find_least_class
from tests.oracle.search.cuts import (
    CutRules,
    Part,
    divide,
    holds_published,
    judge_by_models,
    make_whole,
    measure_loss,
    publish,
)
from tests.oracle.tables.instance import Instance
from tests.oracle.tables.table import Row, generalize

Words = dict[str, object]


@st.composite
def words_of_cuts(draw: st.DrawFn, case: Case) -> Words:
    """Draw the words of MPALM or Mondrian, columns by number, weights and finest levels."""
    words: Words = {"rest": draw(st.sampled_from(["kept", "refused"]))}
    columns = draw(st.sampled_from([None, "any", "next", "best", "priority", "widest"]))
    if columns == "priority":
        words["priority"] = tuple(draw(st.permutations(range(len(case.columns)))))
    if draw(st.booleans()):
        words["weights"] = draw(weights_of(len(case.columns)))
        words["least"] = draw(nodes(case))
    return words | ({"columns": columns} if columns else {})


def weights_of(columns: int) -> st.SearchStrategy[tuple[Fraction, ...]]:
    """Draw a weight for each column, of which one is above 0."""
    weights = st.sampled_from([Fraction(0), Fraction(1), Fraction(1), Fraction(3), Fraction(1, 2)])
    return st.tuples(*[weights] * columns).filter(any)


def steer(job: dpsql.Job, words: Words) -> dpsql.Job:
    """State the weights and the finest levels of the columns, if these are drawn."""
    if "weights" not in words:
        return job
    stated = zip(job.quasi_identifiers.items(), words["weights"], words["least"], strict=True)
    columns = {
        name: column.model_copy(update={"weight": weight, "least_level": least})
        for (name, column), weight, least in stated
    }
    return job.with_unchecked({"quasi_identifiers": columns})


def state_algorithm(setting: Setting, words: Words) -> dict[str, object]:
    """Return the words of the job; the widest column first is Mondrian's."""
    named = {"cuts": "hierarchy"} | {
        word: said for word, said in words.items() if word not in ("weights", "least")
    }
    if "priority" in words:
        named["priority"] = [setting.names[j] for j in words["priority"]]
    return {"mondrian" if words.get("columns") == "widest" else "mpalm": named}


def as_rules(instance: Instance, words: Words) -> CutRules:
    """Return the rules of the oracle."""
    return CutRules(
        judge_by_models(instance),
        words["rest"] == "kept",
        columns=words.get("columns") or "any",
        priority=words.get("priority"),
        weights=words.get("weights", ()),
        least=words.get("least", ()),
    )


def find_parts(instance: Instance, rules: CutRules) -> list[Part] | None:
    """Return the parts of the oracle; None if all of P fails as one class."""
    if not judge_by_models(instance)(*make_whole(instance).judged):
        return None
    return divide(instance, rules).list_parts()


def list_records(
    case: Case, setting: Setting, instance: Instance, parts: list[Part], *, keep: bool
) -> Counter[Row]:
    """Return the rows of the release, with the texts of a file."""
    of_row = {row: part for part in parts for row in part.public}
    quote = quote_formula if setting.release_format == "csv" else str
    expected: Counter[Row] = Counter()
    for position, (row, member) in enumerate(zip(case.public, case.members, strict=True)):
        if member:
            cells = [*generalize(row, instance.ladders, of_row[row].node)]
            cells += [text_of(setting.payload(position))] if keep else []
            expected[tuple(None if cell is None else quote(str(cell)) for cell in cells)] += 1
    return expected


def assert_release_is_of_the_oracle(
    case: Case, setting: Setting, words: Words, *, keep: bool
) -> None:
    instance = with_texts(case)
    parts = find_parts(instance, as_rules(instance, words))
    with TemporaryDirectory() as folder:
        setting = replace(setting, algorithm=state_algorithm(setting, words))
        job = steer(make_job(replace(case, metric="loss"), setting, Path(folder)), words)
        if not keep:
            job = job.with_unchecked({"keep": ()})
        try:
            said = dpsql.anonymize(job, csv_formulas="quote").to_dict()
        except dpsql.NoSafeRelease:
            assert parts is None
            return
        assert parts is not None
        header, records = read_release(job.folder / str(job.release_path))
        # Verified once more, by the manifest that lies beside it.
        assert dpsql.verify(job, job.release_path).to_dict()["presence"] == said["presence"]
    classes = publish(instance, parts)
    least, most = find_presence(classes)
    assert said["presence"] == {"min": str(least), "max": str(most)}
    assert said["partitions"] == sum(n_t > 0 for _, n_t in classes.values())
    assert said["search"]["parts"] == len(parts)
    assert said["search"]["maximal"] is True
    loss = float(measure_loss(instance, parts, words.get("weights", ())))
    assert said["metrics"]["loss"] == pytest.approx(loss, rel=1e-12, abs=1e-12)
    squares = sum(n_t**2 for _, n_t in classes.values())
    assert said["metrics"]["discernibility"] == squares
    quote = quote_formula if setting.release_format == "csv" else str
    assert header == [quote(name) for name in (*setting.names, *[setting.kept] * keep)]
    assert records == list_records(case, setting, instance, parts, keep=keep)


@share_of_profile(2)
@given(st.data())
def test_the_release_is_of_the_parts_of_the_oracle(data: st.DataObject) -> None:
    case = data.draw(cases())
    words = data.draw(words_of_cuts(case))
    setting = data.draw(settings_of_jobs(case))
    assert_release_is_of_the_oracle(case, setting, words, keep=data.draw(st.booleans()))


@share_of_profile(2)
@given(st.data())
def test_it_is_with_more_columns(data: st.DataObject) -> None:
    case = data.draw(cases(least_columns=2))
    words = data.draw(words_of_cuts(case))
    assert_release_is_of_the_oracle(case, plain_setting(case), words, keep=False)


@share_of_profile(8)
@given(st.data())
def test_parts_chosen_from_p_are_those_of_the_oracle(data: st.DataObject) -> None:
    case = data.draw(cases())
    words = data.draw(words_of_cuts(case))
    assert_choice_is_of_the_oracle(case, data.draw(settings_of_jobs(case)), words)


def assert_choice_is_of_the_oracle(case: Case, setting: Setting, words: Words) -> None:
    instance = with_texts(case)
    enough = find_least_class(instance, DEVIATIONS)
    rules = replace(
        as_rules(instance, words), holds=lambda n_p, *_: n_p >= enough, least_class=enough
    )
    parts = divide(instance, rules).list_parts()
    holds = holds_published(instance, parts)
    with TemporaryDirectory() as folder:
        setting = replace(setting, algorithm=state_algorithm(setting, words))
        job = steer(make_job(replace(case, metric="loss"), setting, Path(folder)), words)
        job = job.with_unchecked({"choose": "from_public"})
        try:
            chosen = dpsql.choose(job, len(instance.private))
        except dpsql.NoSafeRelease:
            # So many rows of T satisfy the job nowhere.
            assert not holds
            return
        assert (chosen.least_class, chosen.search.parts) == (enough, len(parts))
        try:
            released = dpsql.anonymize(job, csv_formulas="quote")
        except dpsql.NoSafeRelease:
            assert not holds
            return
        assert holds
        assert released.search.parts == len(parts)
        loss = float(measure_loss(instance, parts, words.get("weights", ())))
        assert released.metrics["loss"] == pytest.approx(loss, rel=1e-12, abs=1e-12)
        dpsql.verify(job)
