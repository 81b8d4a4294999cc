"""What `repr` and `print` show: headline facts, and never a row of a table that was handed in."""

import copy
import pickle
import sys
import traceback
from fractions import Fraction

import pandas
import polars
import pyarrow
import pytest
from pydantic import ValidationError
from rich.pretty import pretty_repr

from dpsql import Job
from dpsql.domain.found.published import Release
from dpsql.domain.found.risks import SizedClasses, find_risks
from dpsql.domain.found.searched import Search
from dpsql.domain.found.statistics import Presence
from dpsql.domain.sections.private_table import PrivateTable
from dpsql.domain.sections.source import Source
from dpsql.errors import ConfigError
from dpsql.generalize.chosen import ChosenLevels
from dpsql.inputs.places import MemoryTable
from dpsql.outcome.outcome import Outcome, Released
from dpsql.use_cases.check import Checked
from dpsql.use_cases.optima.frontier import Frontier
from dpsql.use_cases.risks.risks import MeasuredRisks
from dpsql.use_cases.verify import Verification

MAKERS = (pyarrow.table, pandas.DataFrame, polars.DataFrame)
TREE = {"tree": {"*": [f"label{i}" for i in range(1000)]}}
FORMS = [lambda t: t, lambda t: {"table": t, "key": "zip"}, lambda t: PrivateTable(source=t)]
SEARCH = Search(48, 7, optimal=True)


@pytest.fixture(params=MAKERS)
def table(request):
    return request.param({"zip": ["CNRY1", "CNRY2"]})


@pytest.mark.parametrize("form", FORMS)
def test_no_text_about_a_job_shows_a_row_of_a_table_in_memory(table, form):
    words = {"quasi_identifiers": {"zip": TREE}, "delta": {"max": "1/2"}}
    job = Job(public=table, private=form(table), **words)
    for part in (job, job.public, job.private, job.private.source, job.model_dump(), job.__dict__):
        for text in (repr(part), str(part), f"{part}", pretty_repr(part), ascii(part)):
            assert "CNRY" not in text
    assert "CNRY" not in repr(MemoryTable(table))
    assert len(repr(job)) < 300
    assert "label999" not in repr(job.quasi_identifiers)


def test_a_job_can_be_copied_and_pickled(table):
    job = Job(public=table, private=table, quasi_identifiers={"zip": TREE})
    assert job.model_copy() == job
    copied = [copy.copy(job), copy.deepcopy(job), pickle.loads(pickle.dumps(job))]
    assert all(type(one.public.memory.table) is type(table) for one in copied)


@pytest.mark.parametrize(
    "fail",
    [
        lambda table: PrivateTable(source=table, where="a"),
        lambda table: PrivateTable.model_validate({"source": table, "key": table}),
        lambda table: Source(path=table),
        lambda table: Source(memory=table, path="a"),
        lambda table: Job(public="p.csv", private=[table], quasi_identifiers={"zip": TREE}),
        lambda table: Job(public="p.csv", private={"table": table, "kez": "zip"}),
        lambda table: Job.model_validate({"public": "p.csv", "private": {"where": table}}),
        lambda table: Job(public="p.csv", private="t.csv", quasi_identifiers=table),
    ],
)
def test_an_error_about_words_shows_no_row(table, fail):
    # Tests that trace a process line by line may leave it in an exception.
    before = sys.exception()
    with pytest.raises((ConfigError, ValidationError)) as caught:
        fail(table)
    told = "".join(traceback.format_exception(caught.value))
    assert "CNRY" not in told + repr(caught.value)
    assert caught.value.__context__ is before


def test_the_words_of_a_job_are_shown():
    job = Job(public="p.csv", private="t.csv", quasi_identifiers={"zip": TREE}, metric="precision")
    assert str(job) == (
        "public=PeopleSource(path='p.csv')"
        " private=PrivateTable(source=PeopleSource(path='t.csv'))"
        " quasi_identifiers=['zip'] metric='precision'"
    )


OUTCOMES = [
    (
        Released(
            "released",
            9,
            5,
            {"zip": 3},
            Presence(Fraction(1, 2), Fraction(2, 3), (0,) * 20),
            {"loss": 28 / 45},
            {"zip": 2},
            release=Release("out/t.csv", 5, "0f" * 32),
        ),
        "<Released: levels zip=2, presence 1/2 to 2/3, loss 0.622222, 9 rows of P, 5 of T,"
        " 5 rows in out/t.csv>",
    ),
    (
        Outcome(
            "measured",
            9,
            5,
            {"zip": 3},
            Presence(Fraction(1, 2), Fraction(2, 3), (0,) * 20),
            {},
            box_count=1,
            rest="kept",
        ),
        "<Outcome: measured, no model stated, 1 class, presence 1/2 to 2/3, 9 rows of P, 5 of T>",
    ),
    (
        Checked(9, 5, 9, {"zip": 3}, 4, feasible=False),
        "<Checked: no release can satisfy the job, 9 rows of P, 5 of T>",
    ),
    (
        ChosenLevels({"zip": 2}, 3, 9, 5, "loss", SEARCH),
        "<ChosenLevels: levels zip=2, 3 people or more in every class, 9 rows of P, 5 of T>",
    ),
    (
        Frontier((), 9, 5, Fraction(0), {}, SEARCH, {}, 0),
        "<Frontier: 0 points, 9 rows of P, 5 of T>",
    ),
    (
        Verification(
            Release("t.csv", 5, ""), 9, {"presence": {"min": "1/2", "max": "2/3"}}, {"zip": 2}
        ),
        "<Verification: levels zip=2, presence 1/2 to 2/3, 9 rows of P, 5 rows in t.csv>",
    ),
    (
        MeasuredRisks(
            find_risks([SizedClasses(3, 1, 1, 2, 2, 2, 2)]), {"zip": 2}, None, 3, 2, (), {}, 0
        ),
        "<MeasuredRisks: levels zip=2, presence 2/3 to 2/3, greatest risk 1/2, 3 rows of P,"
        " 2 of T>",
    ),
]


@pytest.mark.parametrize(("outcome", "told"), OUTCOMES, ids=lambda one: type(one).__name__)
def test_an_outcome_is_one_line(outcome, told):
    assert repr(outcome) == told
