"""What a notebook shows of an error: the lines of the caller and the sentence, none of dpsql."""

import sys
from pathlib import Path
from types import TracebackType
from typing import Any


class ShownToCallers:
    """An exception of which IPython shows the lines of the caller only, and that can be pickled."""

    def __reduce__(self: Any) -> tuple[Any, ...]:
        """Restore the text and the attributes, whatever `__init__` takes: a pool pickles errors."""
        return restore, (type(self), self.args), self._list_attributes()

    def _list_attributes(self) -> dict[str, Any]:
        return {**vars(self)}

    def _render_traceback_(self: Any) -> list[str]:
        """Return what IPython prints: the lines of the caller, and the message.

        Without the lines of dpsql, and without what caused the error, which only a traceback of
        Python itself shows; ``%xmode Verbose`` shows all.
        """
        shell = find_shell()
        if shell is None:
            return [f"{type(self).__name__}: {self}"]
        if shell.InteractiveTB.mode == "Verbose":
            told, traceback = self, self.__traceback__
        else:
            # IPython also prints the causes of what it is given.
            told = restore(type(self), self.args)
            told.__dict__.update(self.__dict__)
            traceback = _list_callers(self.__traceback__)
        lines: list[str] = shell.InteractiveTB.structured_traceback(type(self), told, traceback)
        return lines


def find_shell() -> Any:
    """Return the IPython that runs, or None; it is not imported for that."""
    ipython = sys.modules.get("IPython")
    return ipython.get_ipython() if ipython is not None else None


class WrongCall(ShownToCallers, TypeError):
    """An argument that a function does not have, or one that it needs and was not given."""


class UnknownAttribute(ShownToCallers, AttributeError):
    """An attribute that an outcome or a job does not have."""

    def _list_attributes(self) -> dict[str, Any]:
        return {**super()._list_attributes(), "name": self.name}


def restore(kind: type[Any], arguments: tuple[Any, ...]) -> Any:
    """Make an exception with this text; its `__init__` would take something else."""
    return kind.__new__(kind, *arguments)


def _list_callers(traceback: TracebackType | None) -> TracebackType | None:
    """A copy of a traceback that ends above the first line of dpsql."""
    if traceback is None:
        return None
    file = Path(traceback.tb_frame.f_code.co_filename)
    if file.is_relative_to(Path(__file__).parent):
        return None
    below = _list_callers(traceback.tb_next)
    return TracebackType(below, traceback.tb_frame, traceback.tb_lasti, traceback.tb_lineno)
