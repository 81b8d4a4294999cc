"""The faulty questions of a job, told at once: nobody meets the next one in another run."""

from collections.abc import Iterator
from contextlib import contextmanager

from dpsql.domain.sections.questions import tell_faults
from dpsql.errors import ConfigError


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
            raise ConfigError(tell_faults(self.found))
