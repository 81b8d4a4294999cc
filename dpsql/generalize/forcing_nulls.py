"""Finds columns that a search suppresses because of the people without a value alone."""

from collections.abc import Iterable

from dpsql.domain.levels.lattice import Node
from dpsql.privacy.model import any_violation
from dpsql.search.checker import Checker
from dpsql.session.load import Loaded
from dpsql.sql.counting.labels import worst_classes_query

#: One class of the column violates the models, or more do.
_MOST = 2


def find_forcing_nulls(loaded: Loaded, checker: Checker, needed: Iterable[str]) -> dict[str, int]:
    """Return the people of P without a value, by column, of those of `needed` that NULL forces.

    At the level below the last, with all else suppressed, NULL is the only class that violates the
    models, which count people alone. Where the values of T are judged, nothing is returned.
    """
    if checker.sensitive:
        return {}
    found = ((name, _count_forcing(loaded, checker, name)) for name in needed)
    return {name: people for name, people in found if people}


def _count_forcing(loaded: Loaded, checker: Checker, name: str) -> int:
    """Return the people without a value if they alone force the last level; otherwise 0."""
    j, root = [*loaded.hierarchies].index(name), loaded.lattice.root.levels
    hierarchy, below = loaded.hierarchies[name], root[j] - 1
    if below < 0 or not hierarchy.covers(None) or hierarchy.label(None, below) is not None:
        return 0
    node = Node((*root[:j], below, *root[j + 1 :]))
    condition = any_violation(checker.models, loaded.sizes.public_rows)
    query = worst_classes_query(loaded.hierarchies, node, condition, _MOST)
    rows = loaded.engine.fetch(query)
    if len(rows) != 1 or rows[0][j] is not None:
        return 0
    return int(rows[0][len(root)])
