"""Classes of T, judged by a model of a sensitive column.

Codes in a table of rows of T distinguish the classes: the levels of a node, or a part and a side of
a cut. SQL judges all classes except those that doubles leave in doubt. For these the distinct
histograms are fetched, as counts without values, and the model's Python judges them.
"""

from collections.abc import Iterator, Sequence

from sqlglot import exp

from dpsql.engines.base import Engine
from dpsql.privacy.sensitive import Histogram, SensitiveModel
from dpsql.sql.lattice.sensitive_set import SensitiveSet, level_columns
from dpsql.sql.templates import identifier, render


def judge_classes_query(
    source: str, codes: Sequence[exp.Identifier], coded: SensitiveSet, model: SensitiveModel
) -> exp.Query:
    """The statement that judges the classes of `source` that differ in `codes`."""
    fragments = {
        "violation": model.violation(coded.sizes),
        "source": identifier(source),
        "codes": codes,
    }
    if model.is_cumulated:
        return render("judge_ordered_classes", listed=identifier(coded.listed), **fragments)
    return render(
        "judge_classes",
        doubt=model.doubt() or exp.false(),
        levels=[level_columns(level) for level in range(model.levels)],
        ranked=model.is_ranked,
        compared=model.is_compared,
        **fragments,
    )


def count_judged_query(judged: Sequence[exp.Expr]) -> exp.Query:
    """The statement that counts violating and doubtful classes of each judgement, numbered."""
    return render(
        "count_sensitive_classes",
        nodes=[
            {"number": exp.Literal.number(i), "judged": query} for i, query in enumerate(judged)
        ],
    )


def doubtful_histograms_query(
    source: str, codes: Sequence[exp.Identifier], model: SensitiveModel
) -> exp.Query:
    """The statement that lists the classes of `source` that a model's SQL cannot judge."""
    return render(
        "list_doubtful_histograms",
        codes=codes,
        source=identifier(source),
        doubt=model.doubt() or exp.false(),
    )


def list_violating_histograms(
    engine: Engine, doubtful: exp.Expr, model: SensitiveModel
) -> Iterator[tuple[str, int]]:
    """Yield the doubtful histograms that violate the model, as texts, and their numbers of classes.

    `doubtful`: a table or subquery of the classes in doubt.
    """
    for histogram, classes in engine.fetch(render("count_doubtful_histograms", doubtful=doubtful)):
        # A comparison of logarithms needs no values: numbers stand for them.
        counts: Histogram = {str(i): int(count) for i, count in enumerate(histogram.split(","))}
        if not model.holds(counts, counts):
            yield histogram, int(classes)
