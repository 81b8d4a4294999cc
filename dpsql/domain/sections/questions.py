"""Questions of a job: what its owner will ask of the release, answered on T and on the release."""

from typing import TYPE_CHECKING, Self

from pydantic import ConfigDict, Field, model_validator

from dpsql.domain.job_section import JobSection, Name
from dpsql.domain.names import find_same, suggest

if TYPE_CHECKING:
    from dpsql.domain.job import Job


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


def refuse_unfit_questions(job: "Job") -> None:
    """Raise UnfitQuestion unless the columns of each are in the release, and names differ."""
    names = set[str]()
    released = [*job.quasi_identifiers, *job.keep]
    for number, question in enumerate(job.questions, 1):
        place = place_question(number, question)
        called = name_question(number, question)
        if called in names:
            raise UnfitQuestion(number, "name", f"{place}: two have the same name; rename one")
        names.add(called)
        if question.predict is None:
            continue
        if question.predict not in released:
            hint = suggest(question.predict, find_same(question.predict, released))
            raise UnfitQuestion(
                number,
                "predict",
                f"{place}: predict: {question.predict!r} is no column of the release; predict a"
                f" quasi-identifier, or a column of keep{hint}",
            )
        for name in question.predictors or ():
            if name not in released or name == question.predict:
                raise UnfitQuestion(
                    number,
                    "from",
                    f"{place}: from: {name!r} is no other column of the release; list"
                    " quasi-identifiers, or columns of keep",
                )
        if question.predictors is None and list(job.quasi_identifiers) == [question.predict]:
            raise UnfitQuestion(
                number,
                "predict",
                f"{place}: no quasi-identifier is left to predict {question.predict!r}; list"
                " columns of keep in from",
            )
