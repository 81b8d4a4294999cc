"""How well a column is predicted by models that learned from T, and from each candidate.

Rows of T are held out. One model learns from the other rows as they are in T, one from the same
rows as the release has them, and both predict the rows that were held out, by their values: what a
reader meets are people, not rows of the release. A label that stands for several values counts in
part for each of them (`utility.questions.features`), so that a model of labels has an opinion on
values. In many releases labels are coarse where people are rare; as nobody is asked by their
labels, that tells a model nothing.

A quasi-identifier is predicted as a value of T, too. A model that learned from the release predicts
a label, of which its reader picks one value evenly, and is right with the chance 1/values if the
true one is among them. So suppression is no success: one label for all is always right, and tells
nothing. How well the labels themselves are predicted is stated beside it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlglot import exp

from dpsql.domain.job import Job
from dpsql.domain.levels.hierarchy import Leaf
from dpsql.domain.sections.questions import Question, name_question, place_question
from dpsql.errors import ConfigError, name_extra
from dpsql.generalize.examples import find_cells
from dpsql.generalize.generalized import Generalized
from dpsql.session.load import Loaded
from dpsql.sql.tables.public_and_private import Tables
from dpsql.sql.templates import identifier, render
from dpsql.utility.cells import Cells, list_own_cells, name_columns
from dpsql.utility.columns import ReleasedColumn
from dpsql.utility.meanings import Meanings
from dpsql.utility.questions.accuracy import Accuracy, Guesses, Predicted, find_worth
from dpsql.utility.questions.classifier import PARTS, guess, has_models
from dpsql.utility.questions.faults import Faults
from dpsql.utility.questions.features import (
    by_text,
    count_cells,
    make_table,
    tell_all_apart,
    tell_apart,
)
from dpsql.utility.questions.rows import MODULUS, find_steps

#: Rows that models learn from and are tested on, and classes of the column.
MOST_ROWS, MOST_CLASSES = 10_000, 50
#: Cells of the table of what a model learns of a release.
MOST_CELLS = 5_000_000
_NO_MODELS = f"it needs {name_extra('models')}"

Row = tuple[Leaf, ...]


def check_predictions(job: Job, tables: Tables, faults: Faults) -> None:
    """It is a fault of a question if models cannot learn from a column of it."""
    known = name_columns(tables)
    for number, question in enumerate(job.questions, 1):
        if question.predict is None:
            continue
        predictors = (("from", name) for name in question.predictors or ())
        named = [("predict", question.predict), *predictors]
        unfit = next(((key, name) for key, name in named if name not in known), None)
        if unfit is None:
            continue
        key, name = unfit
        place = place_question(number, question)
        with faults.collecting(number), job.origin.locating("questions", str(number - 1), key):
            raise ConfigError(f"{place}: {name!r} has a type that no model learns from")


@dataclass(frozen=True)
class _Asked:
    """A question: the rows of T that models learn from, what is guessed of them, or why not.

    `names`: the columns of the rows, all quasi-identifiers first, the one to predict last.
    """

    question: str
    column: str
    predictors: tuple[str, ...]
    names: tuple[str, ...] = ()
    rows: Sequence[Row] = ()
    guesses: Guesses | None = None
    left_out: str = ""

    @property
    def words(self) -> tuple[str, str, tuple[str, ...]]:
        """How an answer to it begins."""
        return self.question, self.column, self.predictors

    @property
    def truth(self) -> list[str]:
        """The class of each row."""
        return [str(row[-1]) for row in self.rows]

    def pick(self, rows: Sequence[Row]) -> list[Row]:
        """Return the cells of the predictors."""
        places = [self.names.index(name) for name in self.predictors]
        return [tuple(row[place] for place in places) for row in rows]

    def make_own_table(self) -> Any:
        """Return what a model sees of T."""
        rows = self.pick(self.rows)
        columns = [tell_all_apart(cells) for cells in zip(*rows, strict=True)]
        return make_table([(one.size, one.of_values) for one in columns], rows)


class Predictions:
    """The predictions that a job asks for, made from T."""

    def __init__(self, job: Job, loaded: Loaded, cells: Cells) -> None:
        """Learn from T, and test on held-out rows of it.

        Raises:
            ConfigError: a column has no texts.
        """
        faults = Faults()
        check_predictions(job, loaded.tables, faults)
        faults.raise_all()
        self._loaded = loaded
        self._generalized = list(loaded.hierarchies)
        self.asked = [
            _learn(_ask(job, number, question), cells, self._generalized)
            for number, question in enumerate(job.questions, 1)
            if question.predict is not None
        ]

    def predict(self, found: Generalized, columns: Sequence[ReleasedColumn]) -> list[Predicted]:
        """Learn from a release that is not written, and test on the held-out rows of T."""
        meanings = {one.name: one.meanings for one in columns}
        return [self._predict(one, found, meanings) for one in self.asked]

    def _predict(
        self, one: _Asked, found: Generalized, meanings: Mapping[str, Meanings]
    ) -> Predicted:
        if one.guesses is None:
            return Predicted(*one.words, left_out=one.left_out)
        for name in (one.column, *one.predictors):
            if name in self._generalized and name not in meanings:
                return Predicted(*one.words, left_out=f"labels of {name} stand for too many values")
        try:
            released = self._release(one.rows, found)
        except LookupError:
            return Predicted(*one.words, left_out="some rows of T are in no box")
        return _compare(one, one.guesses, released, meanings)

    def _release(self, rows: Sequence[Row], found: Generalized) -> list[Row]:
        """Return the rows as the release has them; LookupError if some are not in it."""
        width = len(self._generalized)
        people = [*dict.fromkeys(row[:width] for row in rows)]
        shown = find_cells(self._loaded, found.shape, people)
        cells = {one: labels for one, labels in zip(people, shown, strict=True) if labels}
        return [(*cells[row[:width]], *row[width:]) for row in rows]


def list_unanswered(job: Job, loaded: Loaded) -> Iterator[str]:
    """Yield why T has no answer to a prediction that the job asks for, behind its question."""
    if all(one.predict is None for one in job.questions):
        return
    cells, generalized = list_own_cells(loaded), list(loaded.hierarchies)
    for number, question in enumerate(job.questions, 1):
        if question.predict is None:
            continue
        asked = _read_rows(_ask(job, number, question), cells, generalized)
        if reason := asked.left_out or _tell_missing():
            line = job.origin.place("questions", str(number - 1), "predict")
            yield f"{line}{place_question(number, question)}: not answered: {reason}"


def _ask(job: Job, number: int, question: Question) -> _Asked:
    """Return a question that predicts a column."""
    column = str(question.predict)
    others = [name for name in job.quasi_identifiers if name != column]
    names = question.predictors or tuple(others)
    return _Asked(name_question(number, question), column, names)


def _learn(asked: _Asked, cells: Cells, generalized: Sequence[str]) -> _Asked:
    if problem := _tell_missing():
        return replace(asked, left_out=problem)
    asked = _read_rows(asked, cells, generalized)
    if asked.left_out:
        return asked
    return replace(asked, guesses=_guess(asked.make_own_table(), None, asked.truth))


def _tell_missing() -> str:
    return "" if has_models() else _NO_MODELS


def _read_rows(asked: _Asked, cells: Cells, generalized: Sequence[str]) -> _Asked:
    """Return it with the rows that models learn from, or with why they cannot."""
    kept = [name for name in asked.predictors if name not in generalized]
    asked = replace(asked, names=(*generalized, *kept, asked.column))
    asked = replace(asked, rows=sorted(_fetch(asked, cells), key=lambda row: [*map(by_text, row)]))
    if len({*asked.truth}) > MOST_CLASSES:
        reason = f"{asked.column} has more than {MOST_CLASSES} values; predict classes"
        return replace(asked, left_out=reason)
    if len(asked.rows) < 2 * PARTS:
        return replace(asked, left_out="T has too few rows")
    if len({*asked.truth}) == 1:
        return replace(asked, left_out=f"{asked.column} has one value in T")
    return asked


def _guess(learned: Any, asked: Any | None, classes: Sequence[str]) -> Guesses:
    asked = learned if asked is None else asked
    return Guesses(classes, guess(learned, asked, classes))


def _compare(
    asked: _Asked, own: Guesses, released: Sequence[Row], meanings: Mapping[str, Meanings]
) -> Predicted:
    """Compare with a release, which has the `released` rows; `own`: what a model of T guesses."""
    meant = meanings.get(asked.column)
    place = -1 if meant is None else asked.names.index(asked.column)
    classes = [str(row[place]) for row in released]
    if len({*classes}) > MOST_CLASSES:
        reason = f"{asked.column} has more than {MOST_CLASSES} labels in this release"
        return Predicted(*asked.words, left_out=reason)
    tables = _make_tables(asked, released, meanings)
    if tables is None:
        return Predicted(*asked.words, left_out="labels of this release overlap in too many ways")
    found = _guess(*tables, classes)
    worth = None if meant is None else find_worth(meant, {*found.model})
    after = Guesses(own.truth, found.model).score(worth)
    accuracy = Accuracy(own.score(), after, own.score_usual())
    of_labels = None
    if meant is not None and meant.size > len(meant.by_label) and meant.are_apart:
        of_t = _guess(asked.make_own_table(), None, classes)
        of_labels = Accuracy(of_t.score(), found.score(), found.score_usual())
    return Predicted(*asked.words, len(asked.rows), accuracy, of_labels)


def _make_tables(
    asked: _Asked, released: Sequence[Row], meanings: Mapping[str, Meanings]
) -> tuple[Any, Any] | None:
    """Return what a model learns of the release, and how it is asked; None if that is too much."""
    before, after = asked.pick(asked.rows), asked.pick(released)
    columns = []
    for name, labels in zip(asked.predictors, zip(*after, strict=True), strict=True):
        distinct = sorted({*labels}, key=by_text)
        meant = meanings.get(name)
        columns.append(tell_all_apart(distinct) if meant is None else tell_apart(meant, distinct))
    learned = [(one.size, one.of_labels) for one in columns]
    if count_cells(learned, after) > MOST_CELLS:
        return None
    return make_table(learned, after), make_table([(c.size, c.of_values) for c in columns], before)


def _fetch(asked: _Asked, cells: Cells) -> list[Row]:
    names = [cells.columns[name] for name in asked.names]
    return [tuple(row) for row in cells.engine.fetch(sample_query(cells.table, names))]


def sample_query(table: str, names: Sequence[str]) -> exp.Query:
    """The statement that takes some rows; the last column is predicted, and is not NULL.

    It may stand among the others as well.
    """
    listed = [identifier(name) for name in dict.fromkeys(names)]
    return render(
        "sample_texts",
        cells=identifier(table),
        columns=listed,
        shown=[identifier(name) for name in names],
        target=identifier(names[-1]),
        step=exp.Literal.number(find_steps(1)[0]),
        modulus=exp.Literal.number(MODULUS),
        most=exp.Literal.number(MOST_ROWS),
    )
