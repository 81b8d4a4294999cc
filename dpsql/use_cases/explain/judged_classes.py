"""Counts the classes of P that violate a job, and lists the worst, for `explain`."""

from collections.abc import Iterable, Sequence

from sqlglot import exp

from dpsql.domain.levels.hierarchy import Leaf
from dpsql.domain.levels.lattice import Node
from dpsql.privacy.demands import list_demands
from dpsql.privacy.model import PrivacyModel, any_violation
from dpsql.session.load import Loaded
from dpsql.sql.counting.labels import worst_classes_query
from dpsql.sql.published_classes import worst_published_query
from dpsql.use_cases.explain.explanation import BrokenClass, Judged

#: Most classes that are shown of a node, and most labels that are shown of a floor.
MOST_SHOWN = 5


def judge_node(loaded: Loaded, models: Sequence[PrivacyModel], node: Node) -> Judged:
    """Count the classes of a node that violate the models of counts, and list the worst."""
    condition = any_violation(models, loaded.sizes.public_rows)
    broken, worst = list_classes_at(loaded, models, node, condition)
    return Judged(loaded.name_levels(node), broken, worst)


def list_classes_at(
    loaded: Loaded, models: Sequence[PrivacyModel], node: Node, condition: exp.Expr
) -> tuple[int, tuple[BrokenClass, ...]]:
    """Count the classes of a node that meet a condition on their counts, and list the worst."""
    query = worst_classes_query(loaded.hierarchies, node, condition, MOST_SHOWN)
    return _describe(loaded, models, loaded.engine.fetch(query))


def judge_published(loaded: Loaded, models: Sequence[PrivacyModel], start: Node) -> Judged:
    """Count the published classes that violate a model, and list the worst.

    They are those that the engine holds, of people who climbed from `start`.
    """
    condition = any_violation(models, loaded.sizes.public_rows)
    query = worst_published_query(len(loaded.hierarchies), condition, MOST_SHOWN)
    broken, worst = _describe(loaded, models, loaded.engine.fetch(query))
    return Judged(loaded.name_levels(start), broken, worst)


def _describe(
    loaded: Loaded, models: Sequence[PrivacyModel], rows: Iterable[Sequence[object]]
) -> tuple[int, tuple[BrokenClass, ...]]:
    """Read rows of labels, the rows of P and of T, and the number of all classes."""
    count, worst = 0, []
    demands = [*list_demands(models)]
    for *labels, public, private, classes in rows:
        count, n_p, n_t = int(str(classes)), int(str(public)), int(str(private))
        named = dict(zip(loaded.hierarchies, map(_as_text, labels), strict=True))
        breaks = tuple(
            f"{one.name} {one.asked}" for one in demands if not one.model.holds(n_p, n_t)
        )
        worst.append(BrokenClass(named, n_p, n_t, breaks))
    return count, tuple(worst)


def name_model(model: PrivacyModel) -> str:
    """Return a model as the job writes it."""
    told = (f"{one.name} {one.asked}" for one in list_demands([model]) if not one.excludes_nothing)
    return ", ".join(told)


def _as_text(label: object) -> Leaf:
    """Return a label as the release writes it; at level 0 it has the type of its column."""
    if isinstance(label, bool):
        return str(label).lower()
    return None if label is None else str(label)
