"""The warnings of a run, which its outcome keeps and a notebook shows below it."""

import logging
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from dpsql.domain.attributes import KnowsAttributes
from dpsql.domain.plurals import name_count
from dpsql.report.notebook.blocks import Sentence, render_blocks

_LOG = logging.getLogger("dpsql")


class HasWarnings(KnowsAttributes):
    """The outcome of a run.

    `warnings`: what was logged as a warning while it was made, in order; no field of the outcome.
    """

    warnings: tuple[str, ...] = ()
    #: The cell that Python has printed them into; None if none has them.
    _printed_in: int | None = None

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        """Return the cell with the warnings; nothing without any, as the cell has a method then.

        Nothing either where they stand above it.
        """
        is_above = self._printed_in is not None and self._printed_in == _find_cell()
        if not self.warnings or is_above:
            return {}
        title = name_count(len(self.warnings), "warning")
        told = render_blocks(title, [Sentence(one) for one in self.warnings])
        return {"text/html": self._repr_html_() + told, "text/plain": repr(self)}

    if TYPE_CHECKING:

        def _repr_html_(self) -> str: ...


def keep_warnings(found: HasWarnings, warned: Iterable[str]) -> None:
    """Give an outcome the warnings of the run that has just made it."""
    # No fields: two runs that differ in them are equal.
    object.__setattr__(found, "warnings", tuple(warned))
    object.__setattr__(found, "_printed_in", _find_cell())


def _find_cell() -> int | None:
    """Return the number of the cell that runs, where Python prints warnings into cells itself."""
    # Not imported: only in a notebook is it loaded.
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    if _LOG.hasHandlers() or not _LOG.isEnabledFor(logging.WARNING):
        # They print where they like, or nothing is printed.
        return None
    return getattr(shell, "execution_count", None)
