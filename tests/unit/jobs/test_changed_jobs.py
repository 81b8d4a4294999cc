"""A job does not change: `replace` returns another one, validated like the first."""

import copy
import inspect
import pickle
import pydoc
from fractions import Fraction
from pathlib import Path

import pytest

import dpsql
from dpsql import ConfigError, InvalidJob, Job
from dpsql.job_files.read import parse_job

TEXT = b"""
about: {title: Cases}
public: {path: p.csv, delimiter: ";"}
private: {path: t.csv, delimiter: "|"}
person: person
quasi_identifiers:
  zip: {tree: {x: [a, b]}, order: [b, a]}
  age: {widths: [5, 10], from: 20, most_level: 1, weight: 1/2}
public_columns: [zip, age, person]
delta: {min: 1/10, max: 20%}
algorithm: {pooled: {path: root, least: 20}}
constraints: {k_anonymity: 5, l_diversity: {ill: {distinct: 2}}}
keep: [ill]
questions: [{sql: SELECT count(*) FROM t}, {predict: ill, from: [age]}]
release: out/r.csv
engine: {duckdb: {memory: 4GB}}
"""


def job():
    return parse_job(TEXT, "job.yaml", Path("in"))


PRIOR = b"prior: {path: r.csv, columns: [zip], rate: p}\n"


@pytest.mark.parametrize(
    "more", [b"known_absent: 2\n", b"cache: counts\n", PRIOR, b"earlier: [e.csv]\n"]
)
def test_without_changes_it_is_the_same_job(more):
    text = TEXT.replace(b"{pooled: {path: root, least: 20}}", b"spalm") + more
    first = parse_job(text, "job.yaml", Path("in"))
    assert first.replace() == first
    assert first.replace().model_dump() == first.model_dump()


def test_bounds_that_were_chosen_are_a_delta():
    bounds = dpsql.PresenceBounds(Fraction(1, 20), Fraction(1, 3))
    changed = job().replace(delta=bounds)
    assert changed == job().replace(delta={"min": "1/20", "max": "1/3"})
    assert changed.delta.bounds == bounds
    text = changed.written_as("delta: {max: 1/2}\n").replace(delta=bounds)
    assert str(text) == "delta: {min: 1/20, max: 1/3}\n"


def test_a_change_is_validated_and_keeps_folder_and_lines():
    first = job()
    other = first.replace(delta={"max": "1/20"}, release="r2.csv")
    assert (first.delta.max, other.delta.max) == (Fraction(1, 5), Fraction(1, 20))
    assert other.delta.min == 0
    assert (other.folder, other.release_path) == (Path("in"), "r2.csv")
    # What stood in the file has its line; what no longer stands there has none.
    assert other.origin.place("keep") == first.origin.place("keep") == "job.yaml:13: "
    assert other.origin.place("delta", "max") == "job.yaml: "
    assert first.replace(delta=None).delta is None
    assert first.replace(folder="elsewhere").folder == Path("elsewhere")


@pytest.mark.parametrize("change", [Job.replace, lambda one, **keys: one.model_copy(update=keys)])
def test_a_change_that_does_not_fit_is_refused(change):
    with pytest.raises(InvalidJob, match=r"^delta.max: the threshold is a probability"):
        change(job(), delta={"max": 2})
    with pytest.raises(
        InvalidJob, match=r"^delt: is not a key of the job file; did you mean 'delta'"
    ):
        change(job(), delt={"max": 1})
    with pytest.raises(InvalidJob, match="lab"):
        change(job(), constraints={"l_diversity": {"lab": {"distinct": 2}}})


@pytest.mark.parametrize("part", ["job", "delta", "quasi_identifier"])
def test_no_field_is_set_and_none_is_removed(part):
    first = job()
    one, name = {
        "job": (first, "metric"),
        "delta": (first.delta, "max"),
        "quasi_identifier": (first.quasi_identifiers["age"], "widths"),
    }[part]
    before = getattr(one, name)
    told = "metric=…" if part == "job" else "…"
    for act in (lambda: setattr(one, name, 1), lambda: delattr(one, name)):
        with pytest.raises(
            ConfigError, match=rf"^{name}: a job does not change; job.replace\({told}\)"
        ):
            act()
    with pytest.raises(ConfigError, match=r"^metrik: a job does not change"):
        first.metrik = "loss"
    assert getattr(one, name) == before


def test_no_mapping_changes_in_a_job_or_an_outcome():
    """Each refuses in the words of the field that it stands in, and is a dictionary otherwise."""
    first, levels = job(), dpsql.results.FrontierPoint(Fraction(1), 0.5, {"zip": 2}).levels
    columns, at_levels = first.quasi_identifiers, first.with_algorithm("spalm").at_levels({})
    changes = ("quasi_identifiers", r"quasi_identifiers=…"), ("l_diversity", "…")
    for (name, told), one in zip(changes, (columns, first.constraints.l_diversity), strict=True):
        told = rf"^{name}: a job does not change; job.replace\({told}\)"
        _refuses(one, ConfigError, told)
    _refuses(at_levels.quasi_identifiers, ConfigError, "^quasi_identifiers: a job does not change")
    _refuses(levels, AttributeError, "^cannot assign to field 'levels'$")
    for one, plain in ((columns, dict(columns)), (levels, {"zip": 2})):
        assert one == plain and repr(one) == repr(plain)
        for same in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
            assert same == plain and type(same) is type(one)
        assert type(one.copy()) is type(one | {}) is dict


def _refuses(mapping, error, told):
    name, *_ = before = dict(mapping)
    for change in (
        lambda: mapping.__setitem__(name, 1),
        lambda: mapping.__delitem__(name),
        lambda: mapping.__ior__({name: 1}),
        mapping.clear,
        mapping.popitem,
        lambda: mapping.pop(name),
        lambda: mapping.setdefault("other", 1),
        lambda: mapping.update(other=1),
    ):
        with pytest.raises(error, match=told):
            change()
    assert mapping == before


def test_chosen_levels_are_named_as_such_until_others_are_given():
    chosen = dpsql.Job(
        public="p.csv", private="t.csv", quasi_identifiers={"age": {"widths": [5]}}
    ).at_levels({"age": 1})
    assert chosen.replace(delta={"max": "1/5"}).place_levels("age") == "levels: "
    other = chosen.replace(quasi_identifiers={"age": {"widths": [10]}})
    assert other.place_levels("age") == ""


def test_help_shows_how_a_job_is_changed():
    assert str(inspect.signature(Job.replace)) == "(self, /, **keys: JobKeys) -> Job"
    shown = pydoc.plaintext.document(Job)
    assert "replace(self, /, **keys: JobKeys) -> Job" in shown
    assert "replace" in dir(Job) and "model_copy" not in dir(job())


def test_equal_jobs_have_one_hash():
    words = {"public": "p.csv", "private": "t.csv", "quasi_identifiers": {"zip": {"prefix": [1]}}}
    one, same, other = Job(**words), Job(**words), Job(**words, delta={"max": "1/2"})
    assert (one == same, hash(one) == hash(same)) == (True, True)
    assert len({one, same, other}) == 2
