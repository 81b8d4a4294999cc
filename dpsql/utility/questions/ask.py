"""Asks the questions of a job: of T once, and of each candidate."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from sqlglot import exp

from dpsql.domain.job import Job
from dpsql.domain.sections.questions import name_question, place_question
from dpsql.engines.base import Engine
from dpsql.engines.time_limit import TookTooLong
from dpsql.errors import ConfigError, DpsqlError, Interrupted, ResourceError
from dpsql.generalize.generalized import Generalized
from dpsql.session.load import Loaded
from dpsql.sql.tables.public_and_private import Tables
from dpsql.sql.templates import column, identifier
from dpsql.utility.columns import ReleasedColumn
from dpsql.utility.questions.answers import Answered, Row, compare_answers
from dpsql.utility.questions.faults import Faults
from dpsql.utility.questions.predict import check_predictions
from dpsql.utility.questions.refused import Refused, list_casts, tell_refusal, tell_unfit
from dpsql.utility.questions.rows import (
    NOBODY,
    OWN,
    SPREAD,
    list_no_rows,
    list_own_rows,
    list_spread_rows,
)
from dpsql.utility.questions.statement import Statement, read_statement

#: Rows of an answer, and seconds that it may take.
MOST_ROWS, MOST_SECONDS = 1_000, 60
_TOO_MANY = f"its answer has more than {MOST_ROWS:,} rows; group by less"


@dataclass(frozen=True)
class Answer:
    """What a question says of one candidate; `left_out`: why there is no comparison.

    `one_label`: the columns that it groups by, if each has one label for all rows: the release
    tells none of the question's groups apart, so that it does not answer it.
    """

    question: str
    sql: str
    found: Answered | None
    left_out: str = ""
    one_label: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """As the JSON has it."""
        told: dict[str, Any] = {"question": self.question, "sql": self.sql}
        if self.found is None:
            return told | {"left_out": self.left_out}
        one_label = {"one_label": list(self.one_label)} if self.one_label else {}
        return told | self.found.to_dict() | one_label


@dataclass(frozen=True)
class _Asked:
    """A question with its answer from T; None: it has too many rows."""

    name: str
    sql: str
    statement: Statement
    rows: Sequence[Row] | None


@dataclass(frozen=True)
class Read:
    """A question in SQL that is accepted; `number` counts all questions of the job from 1."""

    number: int
    name: str
    place: str
    sql: str
    statement: Statement


def read_questions(job: Job, dialect: str, tables: Tables, faults: Faults) -> list[Read]:
    """Read the questions in SQL of a job, without an engine.

    It is a fault of one if it is not accepted, or names a column that T does not have.
    """
    names = [*tables.quasi_identifiers, *tables.keep]
    found = list[Read]()
    for number, question in enumerate(job.questions, 1):
        if question.sql is None:
            continue
        place = place_question(number, question)
        at = "questions", str(number - 1), "sql"
        with faults.collecting(number), job.origin.locating(*at):
            statement = read_statement(question.sql, dialect, names, place)
            name = name_question(number, question)
            found.append(Read(number, name, place, question.sql, statement))
    return found


def check_questions(job: Job, engine: Engine, tables: Tables) -> None:
    """Check all questions of a job, on a table with the columns of T and without rows.

    Raises:
        ConfigError: some are not accepted, or do not fit the types of their columns; it tells all.
    """
    faults = Faults()
    check_predictions(job, tables, faults)
    asked = read_questions(job, engine.dialect, tables, faults)
    if asked:
        list_no_rows(engine, tables)
    for one in asked:
        if refused := _find_refusal_without_rows(engine, one.statement):
            with faults.collecting(one.number):
                _refuse(job, one, refused)
    faults.raise_all()


def _find_refusal_without_rows(engine: Engine, statement: Statement) -> Refused | None:
    """Return why there is no answer on a table of the columns of T without rows; None: there is."""
    try:
        fetch_answer(engine, statement, NOBODY)
    except Refused as refused:
        if not refused.is_by_engine:
            return refused
    else:
        return None
    return tell_unfit(statement.query, engine.columns(NOBODY))


def _refuse(job: Job, one: Read, refused: Refused) -> NoReturn:
    line = job.origin.place("questions", str(one.number - 1), "sql")
    raise ConfigError(f"{line}{one.place}: {refused.problem}; {refused.hint}")


class Questions:
    """The questions in SQL of a job, answered on T."""

    def __init__(self, job: Job, loaded: Loaded) -> None:
        """Read all questions, and ask them of T.

        Raises:
            ConfigError: some are not accepted, or the engine cannot answer them in time.
        """
        self.loaded = loaded
        self._job, self._are_none_listed = job, False
        faults, self.asked = Faults(), list[_Asked]()
        asked = read_questions(job, loaded.engine.dialect, loaded.tables, faults)
        if asked:
            list_own_rows(loaded)
        for one in asked:
            with faults.collecting(one.number):
                self.asked.append(self._ask_of_own(one))
        faults.raise_all()

    def ask(
        self,
        found: Generalized,
        columns: Sequence[ReleasedColumn],
        too_large: Mapping[str, str],
    ) -> list[Answer]:
        """Ask all of a release that is not written yet.

        A question that reads a column which is `too_large`, by name and reason, has no answer.
        """
        asked = [one for one in self.asked if one.statement.reads.isdisjoint(too_large)]
        if asked:
            read = frozenset[str]().union(*(one.statement.reads for one in asked))
            list_spread_rows(self.loaded, found, [one for one in columns if one.name in read])
        return [self._compare(one, too_large, _find_one_label(columns)) for one in self.asked]

    def _ask_of_own(self, one: Read) -> _Asked:
        engine, refused = self.loaded.engine, None
        rows: Sequence[Row] = ()
        try:
            rows = fetch_answer(engine, one.statement, OWN)
        except Refused as problem:
            refused = problem
        if refused is not None:
            if refused.is_by_engine:
                if not self._are_none_listed:
                    list_no_rows(engine, self.loaded.tables)
                    self._are_none_listed = True
                refused = _find_refusal_without_rows(engine, one.statement) or refused
            _refuse(self._job, one, refused)
        return _Asked(one.name, one.sql, one.statement, rows if len(rows) <= MOST_ROWS else None)

    def _compare(self, one: _Asked, too_large: Mapping[str, str], one_label: set[str]) -> Answer:
        """Compare with the answer of a release, which may have none where T has one.

        Its rows hold other values than T: leaves that P does not have, NULL, more or fewer rows.
        """
        if one.rows is None:
            return Answer(one.name, one.sql, None, _TOO_MANY)
        for name, reason in too_large.items():
            if name in one.statement.reads:
                return Answer(one.name, one.sql, None, f"it reads {name}, which {reason}")
        try:
            after = fetch_answer(self.loaded.engine, one.statement, SPREAD)
        except Refused as refused:
            return Answer(one.name, one.sql, None, refused.on_a_release)
        if len(after) > MOST_ROWS:
            return Answer(one.name, one.sql, None, _TOO_MANY)
        grouping = one.statement.grouping
        alike = tuple(sorted(grouping)) if grouping <= one_label else ()
        found = compare_answers(one.statement, one.rows, after)
        return Answer(one.name, one.sql, found, one_label=alike)


def _find_one_label(columns: Sequence[ReleasedColumn]) -> set[str]:
    """Return the columns that have one label for all rows, though T has several values there."""
    return {one.name for one in columns if len(one.released) == 1 < len(one.own)}


def fetch_answer(engine: Engine, statement: Statement, table: str) -> Sequence[Row]:
    """Return the answer on a table, one row more than are compared at most.

    Raises:
        Refused: the engine cannot answer it, or not in time. What it says is dropped: it may
            quote a row.
    """
    limited = exp.select("*").from_(statement.on(table).subquery("answer")).limit(MOST_ROWS + 1)
    refused: Refused | None = None
    rows: Sequence[Row] = ()
    try:
        rows = engine.fetch_within(limited, MOST_SECONDS)
    except TookTooLong:
        refused = Refused(f"it took longer than {MOST_SECONDS} seconds", "join fewer rows")
    except (Interrupted, ResourceError):
        raise
    except DpsqlError as error:
        failing = _list_failing(engine, statement, table)
        refused = tell_refusal(error, statement.query, engine.dialect, failing)
    if refused is not None:
        raise refused
    _refuse_nested(statement, rows)
    return rows


def _list_failing(engine: Engine, statement: Statement, table: str) -> list[exp.Cast]:
    """Return the casts of columns alone that some value of the table does not fit.

    What computes before it casts is not tried: then nothing is known of any. Nor on other engines
    than DuckDB, which may have no TRY_CAST.
    """
    casts = list_casts(statement.query)
    names = engine.columns(table)
    are_plain = all(isinstance(one.this, exp.Column) and one.this.name in names for one in casts)
    if not are_plain or engine.dialect != "duckdb":
        return []

    def fails(one: exp.Cast) -> bool:
        value = column(one.this.name)
        read = exp.TryCast(this=value.copy(), to=one.to.copy(), safe=True)
        rows = exp.select(exp.Count(this=exp.Star())).from_(exp.Table(this=identifier(table)))
        rows = rows.where(exp.and_(value.is_(exp.null()).not_(), read.is_(exp.null())))
        return bool(int(engine.fetch(rows)[0][0]))

    try:
        return [one for one in casts if fails(one)]
    except (Interrupted, ResourceError):
        raise
    except DpsqlError:
        return []


def _refuse_nested(statement: Statement, rows: Sequence[Row]) -> None:
    for row in rows:
        for name, value in zip(statement.columns, row, strict=True):
            if isinstance(value, list | tuple | dict | set):
                problem = f"column {name!r} of its answer holds lists or structs"
                raise Refused(problem, "ask for numbers, texts or dates")
