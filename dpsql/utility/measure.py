"""Measures what a release is still good for: distributions, means and relations, before and after.

For the data holder: most figures are of T itself.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from dpsql.generalize.generalized import Generalized
from dpsql.utility.cells import list_released_cells
from dpsql.utility.columns import ReleasedColumn, read_column
from dpsql.utility.means import Mean, find_mean
from dpsql.utility.missing_numbers import list_missing_numbers
from dpsql.utility.not_measured import NotMeasured
from dpsql.utility.own_figures import OwnFigures
from dpsql.utility.questions.accuracy import Predicted
from dpsql.utility.questions.ask import Answer
from dpsql.utility.relations import Relation, measure_pairs, round_figure
from dpsql.utility.shifts import find_shift


@dataclass(frozen=True)
class Utility:
    """What a candidate does to the questions that many people ask.

    `shifts`: of columns, exactly. `pair_shifts`: of pairs of columns. `means`: of columns of
    numbers or dates. `correlations`: Pearson's, of pairs of such columns. `associations`: Cramér's
    V of the other pairs. `left_out`: what was too large. `answers` and
    `predictions`: to the job's own questions. `missing`: which means count numbers that may stand
    for missing ones, as sentences.
    """

    shifts: Mapping[str, Fraction] = field(default_factory=dict)
    pair_shifts: Mapping[tuple[str, str], float] = field(default_factory=dict)
    means: Mapping[str, Mean] = field(default_factory=dict)
    correlations: tuple[Relation, ...] = ()
    associations: tuple[Relation, ...] = ()
    left_out: tuple[NotMeasured, ...] = ()
    answers: tuple[Answer, ...] = ()
    predictions: tuple[Predicted, ...] = ()
    missing: tuple[str, ...] = ()

    @property
    def asked(self) -> list[Answer | Predicted]:
        """The answers to all of the job's own questions, predictions last."""
        return [*self.answers, *self.predictions]

    def to_dict(self) -> dict[str, Any]:
        """As the JSON has it."""
        return {
            "shifts": {name: round_figure(float(shift)) for name, shift in self.shifts.items()},
            "pair_shifts": [
                {"columns": list(names), "shift": round_figure(shift)}
                for names, shift in self.pair_shifts.items()
            ],
            "means": {name: mean.to_dict() for name, mean in self.means.items()},
            "correlations": [one.to_dict() for one in self.correlations],
            "associations": [one.to_dict() for one in self.associations],
            "not_measured": list(map(str, self.left_out)),
            **({"questions": [one.to_dict() for one in self.asked]} if self.asked else {}),
        }


def measure_utility(own: OwnFigures, found: Generalized) -> Utility:
    """Measure a release that is not written yet beside T; nothing if T has no rows."""
    if not own.loaded.sizes.private_rows:
        return Utility(left_out=(NotMeasured("T has no rows"),))
    cells, too_large = list_released_cells(own.loaded, found), dict[str, str]()
    columns = list[ReleasedColumn]()
    for j, (name, counted) in enumerate(own.columns.items()):
        released = cells.count(name) if counted is not None else None
        column = read_column(own.loaded, found, j, counted, released, in_tree=name in own.in_trees)
        if isinstance(column, str):
            too_large[name] = column
        else:
            columns.append(column)
    shifts = {one.name: find_shift(one.meanings, one.own, one.released) for one in columns}
    means = {
        one.name: mean
        for one in columns
        if one.numbers and (mean := find_mean(one.meanings, one.numbers, one.own, one.released))
    }
    pairs = measure_pairs(own, cells, columns)
    return Utility(
        shifts,
        pairs.shifts,
        means,
        tuple(pairs.correlations),
        tuple(pairs.associations),
        (
            *(NotMeasured(f"it {reason}", (name,)) for name, reason in too_large.items()),
            *pairs.left_out,
        ),
        tuple(own.questions.ask(found, columns, too_large)),
        tuple(own.predictions.predict(found, columns)),
        tuple(list_missing_numbers(one for one in columns if one.name in means)),
    )
