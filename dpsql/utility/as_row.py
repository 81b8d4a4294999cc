"""What a release is good for, as cells of one row: a frame has a row for each candidate.

The true figure stands beside each, under the same name with `_in_T`, in every row.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from dpsql.utility.measure import Utility
from dpsql.utility.questions.accuracy import Predicted
from dpsql.utility.questions.ask import Answer
from dpsql.utility.relations import Relation, round_figure

Cell = tuple[str, Any]


def list_cells(told: Utility) -> dict[str, Any]:
    """Return shifts of pairs, means, relations and answers: `mean_age`, `mean_age_in_T`."""
    return dict(
        [
            *(
                (f"shift_{_join(columns)}", round_figure(shift))
                for columns, shift in told.pair_shifts.items()
            ),
            *_list_means(told),
            *_list_relations("correlation", told.correlations),
            *_list_relations("association", told.associations),
            *(cell for answer in told.answers for cell in _list_answer(answer)),
            *(cell for one in told.predictions for cell in _list_accuracy(one)),
        ]
    )


def _list_means(told: Utility) -> Iterator[Cell]:
    for name, mean in told.means.items():
        shown = mean.to_dict()
        yield f"mean_{name}", shown["after"]
        yield f"mean_{name}_at_least", shown["least"]
        yield f"mean_{name}_at_most", shown["most"]
        yield f"mean_{name}_in_T", shown["before"]


def _list_relations(kind: str, relations: Iterable[Relation]) -> Iterator[Cell]:
    for one in relations:
        yield f"{kind}_{_join(one.columns)}", round_figure(one.after)
        yield f"{kind}_{_join(one.columns)}_in_T", round_figure(one.before)
        if kind == "association":
            yield f"{kind}_{_join(one.columns)}_by_chance", one.is_by_chance


def _list_answer(answer: Answer) -> Iterator[Cell]:
    """A number and its truth; of a table, how far its rows are off in the mean."""
    if (found := answer.found) is None:
        return
    for column, differences in found.differences.items():
        name = f"{answer.question}: {column}"
        if found.is_one_row:
            yield f"answer_{name}", differences[0].after
            yield f"answer_{name}_in_T", differences[0].before
        else:
            yield f"difference_{name}", found.sizes[column].mean
    if found.counts_rows:
        yield f"rows_in_one_only_{answer.question}", found.only_before + found.only_after


def _list_accuracy(told: Predicted) -> Iterator[Cell]:
    if told.accuracy is not None:
        yield f"accuracy_{told.question}: {told.column}", told.accuracy.after
        yield f"accuracy_{told.question}: {told.column}_in_T", told.accuracy.before


def _join(columns: tuple[str, str]) -> str:
    return " × ".join(columns)
