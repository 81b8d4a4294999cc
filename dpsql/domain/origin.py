"""The lines of the keys of a job, so that an error found later still states the line."""

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from dpsql.errors import ConfigError, InputError


@dataclass(frozen=True)
class Origin:
    """A job file by its name, and the line of each key; empty for a job that is built in code."""

    name: str = ""
    lines: Mapping[tuple[str, ...], int] = field(default_factory=dict)

    def place(self, *keys: str) -> str:
        """Return ``job.yaml:5: `` for the deepest of `keys` with a line, or the file's name.

        >>> Origin("job.yaml", {(): 1, ("delta",): 5}).place("delta", "max")
        'job.yaml:5: '
        >>> Origin("job.yaml", {(): 1, ("delta",): 5}).place("private")
        'job.yaml: '
        """
        for length in range(len(keys), 0, -1):
            if keys[:length] in self.lines:
                return f"{self.name}:{self.lines[keys[:length]]}: "
        return f"{self.name}: " if self.name else ""

    @contextmanager
    def naming(self, *keys: str) -> Iterator[None]:
        """Put the place of `keys` before an error in the block; the keys where no file has them."""
        place = self.place(*keys) or f"{'.'.join(keys)}: "
        try:
            yield
        except (ConfigError, InputError) as error:
            raise type(error)(f"{place}{error}") from None

    def without(self, keys: Collection[str]) -> "Origin":
        """Return the origin without the lines of these keys, whose values are no longer those.

        >>> Origin("job.yaml", {(): 1, ("delta", "max"): 5}).without(["delta"]).lines
        {(): 1}
        """
        kept = {key: line for key, line in self.lines.items() if not key or key[0] not in keys}
        return Origin(self.name, kept)

    @contextmanager
    def locating(self, *keys: str) -> Iterator[None]:
        """Put the place of `keys` before the message of an error in the block."""
        try:
            yield
        except (ConfigError, InputError) as error:
            raise type(error)(f"{self.place(*keys)}{error}") from None
