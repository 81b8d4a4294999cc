"""Questions of a job: what its owner will ask of the release, answered on T and on the release."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Self

from pydantic import ConfigDict, Field, model_validator

from dpsql.domain.job_section import JobSection, Name
from dpsql.domain.names import find_alike, find_same, suggest

if TYPE_CHECKING:
    from dpsql.domain.job import Job

#: Faulty questions that are told; they often have the same fault.
_MOST = 5


class Question(JobSection):
    """A statement of SQL, or a column to predict; `dpsql compare` answers it before and after."""

    model_config = ConfigDict(
        serialize_by_alias=True,
        json_schema_extra={"oneOf": [{"required": ["sql"]}, {"required": ["predict"]}]},
    )

    name: Name | None = None
    """What the question is called in tables and errors; default: its number, from 1."""
    sql: Name | None = None
    """One SELECT over the table `t`, whose columns are the quasi-identifiers and those kept."""
    predict: Name | None = None
    """A quasi-identifier or a kept column; a model that learned from the release predicts it."""
    predictors: tuple[Name, ...] | None = Field(default=None, alias="from", min_length=1)
    """The columns that predict it; default: all quasi-identifiers but it."""

    @model_validator(mode="after")
    def _one_kind(self) -> Self:
        if self.sql is None and self.predict is None:
            raise ValueError(
                "a question asks something: write {sql: SELECT … FROM t}, or {predict: …} with a"
                " column"
            )
        if self.sql is not None and self.predict is not None:
            raise ValueError(
                "a question has sql or predict, not both; make it two questions of the list"
            )
        if self.predictors is not None and self.predict is None:
            raise ValueError("from lists the columns that predict; add predict, or drop it")
        return self


class UnfitQuestion(ValueError):
    """A question that does not fit the job; `keys` is the path to its key."""

    def __init__(self, number: int, key: str, problem: str) -> None:
        super().__init__(problem)
        self.keys = ("questions", str(number - 1), key)


def name_question(number: int, question: Question) -> str:
    """Return what a question is called in tables; `number` counts all of the job from 1."""
    return question.name or f"question {number}"


def place_question(number: int, question: Question) -> str:
    """Return what a question is called in errors.

    >>> place_question(2, Question(sql="SELECT 1")), place_question(1, Question(name="a", sql="S"))
    ('question 2', "question 1 ('a')")
    """
    return f"question {number}" + (f" ({question.name!r})" if question.name else "")


def tell_faults(found: Mapping[int, str]) -> str:
    """Return what is wrong with questions, by their number, in one line.

    >>> tell_faults({2: "question 2: b", 1: "question 1: a"})
    'question 1: a; question 2: b'
    >>> tell_faults({number: f"question {number}: …" for number in range(1, 8)})[-15:]
    '…; and 2 others'
    """
    told = [found[number] for number in sorted(found)]
    more = len(told) - _MOST
    if more > 0:
        told[_MOST:] = [f"and {more} others" if more > 1 else "and 1 other"]
    return "; ".join(told)


def refuse_unfit_questions(job: "Job") -> None:
    """Raise UnfitQuestion unless the columns of each are in the release, and names differ.

    It tells of all that do not fit; its keys are those of the first.
    """
    names = set[str]()
    keys, found = dict[int, str](), dict[int, str]()
    for number, question in enumerate(job.questions, 1):
        called = name_question(number, question)
        unfit = _find_unfit(job, question)
        if called in names:
            unfit = "name", "two have the same name; rename one"
        names.add(called)
        if unfit is not None:
            keys[number], problem = unfit
            found[number] = f"{place_question(number, question)}: {problem}"
    if found:
        first = min(found)
        raise UnfitQuestion(first, keys[first], tell_faults(found))


def _find_unfit(job: "Job", question: Question) -> tuple[str, str] | None:
    """Return the key of a question whose columns are not in the release, and why; or None."""
    if question.predict is None:
        return None
    released = [*job.quasi_identifiers, *job.keep]
    if question.predict not in released:
        alike = find_same(question.predict, released) or find_alike(question.predict, released)
        return (
            "predict",
            f"predict: {question.predict!r} is no column of the release; predict a"
            f" quasi-identifier, or a column of keep{suggest(question.predict, alike)}",
        )
    for name in question.predictors or ():
        if name not in released or name == question.predict:
            return (
                "from",
                f"from: {name!r} is no other column of the release; list quasi-identifiers, or"
                " columns of keep",
            )
    if question.predictors is None and list(job.quasi_identifiers) == [question.predict]:
        return (
            "predict",
            f"no quasi-identifier is left to predict {question.predict!r}; list columns of keep in"
            " from",
        )
    return None
