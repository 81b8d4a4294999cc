"""The warnings of a run, which its outcome keeps and a notebook shows below it."""

from typing import TYPE_CHECKING, Any

from dpsql.domain.attributes import KnowsAttributes
from dpsql.domain.plurals import name_count
from dpsql.report.notebook.blocks import Sentence, render_blocks


class HasWarnings(KnowsAttributes):
    """The outcome of a run.

    `warnings`: what was logged as a warning while it was made, in order; no field of the outcome.
    """

    warnings: tuple[str, ...] = ()

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        """Return the cell with the warnings; nothing without any, as the cell has a method then."""
        if not self.warnings:
            return {}
        title = name_count(len(self.warnings), "warning")
        told = render_blocks(title, [Sentence(one) for one in self.warnings])
        return {"text/html": self._repr_html_() + told, "text/plain": repr(self)}

    if TYPE_CHECKING:

        def _repr_html_(self) -> str: ...
