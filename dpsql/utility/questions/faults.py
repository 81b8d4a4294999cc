"""The faulty questions of a job, told at once: nobody meets the next one in another run."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from dpsql.errors import ConfigError

#: Faulty questions that are told; they often have the same fault.
_MOST = 5


class Faults:
    """What is wrong with the questions of a job, by their number."""

    def __init__(self) -> None:
        self.found = dict[int, str]()

    @contextmanager
    def collecting(self, number: int) -> Iterator[None]:
        """Note the error in the block as a fault of the question of this number."""
        try:
            yield
        except ConfigError as error:
            self.found[number] = str(error)

    def raise_all(self) -> None:
        """Raise ConfigError with all faults, in the order of the questions, if there are any."""
        if self.found:
            raise ConfigError(_tell(self.found))


def _tell(found: Mapping[int, str]) -> str:
    """Return the faults in one line.

    >>> _tell({2: "question 2: b", 1: "question 1: a"})
    'question 1: a; question 2: b'
    >>> _tell({number: f"question {number}: …" for number in range(1, 8)})[-15:]
    '…; and 2 others'
    """
    told = [found[number] for number in sorted(found)]
    more = len(told) - _MOST
    if more > 0:
        told[_MOST:] = [f"and {more} others" if more > 1 else "and 1 other"]
    return "; ".join(told)
