"""Jobs and outcomes go through a pool of processes; of frames only what is meant to copy copies."""

import copy
import pickle
from dataclasses import FrozenInstanceError
from fractions import Fraction

import pyarrow
import pytest

import dpsql
from dpsql.domain.found.statistics import Presence

PUBLIC = pyarrow.table({"zip": ["1", "2"], "age": ["3", "4"]})
JOB = dpsql.Job(public=PUBLIC, private=PUBLIC, quasi_identifiers={"zip": {"prefix": [1]}})
OUTCOME = dpsql.Outcome(
    "measured", 9, 5, {"zip": 1}, Presence(Fraction(0), Fraction(1), ()), {"loss": 0.5}
)


def test_a_job_is_pickled_with_its_tables():
    taken = pickle.loads(pickle.dumps(JOB))
    assert taken.public.memory.table.equals(PUBLIC)
    of_files = JOB.replace(public="p.csv", private="t.csv")
    assert pickle.loads(pickle.dumps(of_files)) == of_files


def test_a_change_and_a_copy_share_the_tables():
    for other in (JOB.replace(delta={"max": "1/2"}), copy.copy(JOB), JOB.with_algorithm("spalm")):
        assert other.public.memory.table is PUBLIC


@pytest.mark.parametrize("take", [lambda one: pickle.loads(pickle.dumps(one)), copy.deepcopy])
def test_an_outcome_stays_what_it_is(take):
    taken = take(OUTCOME)
    assert taken == OUTCOME and taken.to_dict() == OUTCOME.to_dict()
    with pytest.raises(FrozenInstanceError, match="metrics"):
        taken.metrics["loss"] = 0.0
