"""The ledger of a budget: a private file with what was spent on the people of a table.

One run at a time changes it, under a lock on it that goes over to each file that takes its place.
It is replaced as a whole by a rename that is on the disk before anything is published: a run that
is killed has spent too much, never too little.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from shlex import quote
from time import monotonic, sleep
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from dpsql.domain.threshold import parse_ratio, spell_threshold
from dpsql.errors import ConfigError, DpsqlError, InputError, Locked, ResourceError, error_of
from dpsql.faces import name_function, name_option
from dpsql.files import private_file
from dpsql.files.durable import sync
from dpsql.noise.budget import Expense, Stratum, add_up
from dpsql.signals import holding_signals

_Schema = Literal["dpsql-ledger/1"]
_SCHEMA: _Schema = "dpsql-ledger/1"
#: Seconds to wait for another run, which holds the lock for a moment only.
_PATIENCE, _PAUSE = 10.0, 0.02


def _read_epsilon(value: object) -> object:
    if not isinstance(value, str):
        raise ValueError("an epsilon of the ledger is a text")
    try:
        return spell_threshold(parse_ratio(value, "an epsilon of the ledger"))
    except DpsqlError as error:
        raise ValueError(str(error)) from None


_Epsilon = Annotated[str, BeforeValidator(_read_epsilon)]


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class StratumEntry(_Strict):
    """A stratum as the file has it."""

    tables: str | None
    column: str
    level: int
    label: str | None


class Entry(_Strict):
    """What one run spent: how much, on counts by which columns at which levels, when.

    `file`, `sha256`: the name and the digest of the table that it paid for, if one was written.
    """

    epsilon: _Epsilon
    levels: dict[str, int]
    stratum: StratumEntry | None
    time: str
    file: str | None = None
    sha256: str | None = None

    @classmethod
    def of(cls, expense: Expense, levels: dict[str, int], file: str | None = None) -> "Entry":
        """Return the entry of an expense that is made now."""
        stratum = expense.stratum
        return cls(
            epsilon=spell_threshold(expense.epsilon),
            levels=levels,
            stratum=None if stratum is None else StratumEntry(**vars(stratum)),
            time=datetime.now(UTC).isoformat(timespec="seconds"),
            # JSON has no bytes that are no text.
            file=file and file.encode(errors="backslashreplace").decode(),
        )

    @property
    def expense(self) -> Expense:
        """The expense."""
        stratum = None if self.stratum is None else Stratum(**self.stratum.model_dump())
        return Expense(parse_ratio(self.epsilon), stratum)


class _File(_Strict):
    schema_: _Schema = Field(alias="schema")
    budget: _Epsilon
    entries: list[Entry]


@dataclass(frozen=True)
class Ledger:
    """What a ledger says."""

    budget: Fraction
    entries: tuple[Entry, ...]

    @property
    def spent(self) -> Fraction:
        """The ε of all entries together."""
        return add_up(entry.expense for entry in self.entries)

    @property
    def left(self) -> Fraction:
        """What may still be spent on all rows of T."""
        return self.budget - self.spent

    def with_entry(self, entry: Entry) -> "Ledger":
        """Return the ledger with one more entry.

        Raises:
            ConfigError: the budget does not allow it.
        """
        ledger = Ledger(self.budget, (*self.entries, entry))
        if ledger.spent > self.budget:
            more = ledger.spent - self.spent
            smaller = f"take a smaller {name_option('epsilon')}, or "
            advice = smaller if self.left > 0 else "nothing is left, so "
            raise ConfigError(
                f"{name_option('ledger')}: the budget is {_show(self.budget)} and"
                f" {_show(self.spent)} of it is"
                f" spent; this run would add {_show(more)}{self._tell_others(entry)}. Nothing was"
                f" published: {advice}publish counts that are known already"
            )
        return ledger

    def with_digest(self, sha256: str) -> "Ledger":
        """Return the ledger with the digest of the table that its last entry paid for."""
        *others, last = self.entries
        return Ledger(self.budget, (*others, last.model_copy(update={"sha256": sha256})))

    def _tell_others(self, entry: Entry) -> str:
        """Tell why strata of its column add up, if they do."""
        new = entry.stratum
        if new is None:
            return ""
        if new.tables is None:
            return ", as nobody knows whether a table that is no file is still the same"
        others = (one.stratum for one in self.entries if one.stratum is not None)
        if any(
            (one.column, one.level) == (new.column, new.level) and one.tables != new.tables
            for one in others
        ):
            return (
                f", as earlier strata of {new.column} are of other files, or of these before they"
                " changed"
            )
        return ""

    def to_dict(self) -> dict[str, str]:
        """Its sums, for the JSON of commands."""
        sums = {"budget": self.budget, "spent": self.spent, "left": self.left}
        return {name: str(epsilon) for name, epsilon in sums.items()}

    def to_json(self) -> str:
        """The file's content."""
        budget, entries = spell_threshold(self.budget), list(self.entries)
        content = _File(schema=_SCHEMA, budget=budget, entries=entries)
        return content.model_dump_json(by_alias=True, indent=1) + "\n"


def _show(epsilon: Fraction) -> str:
    """Write a number as people do, unless that would round it."""
    text = f"{float(epsilon):.6g}"
    return text if Fraction(text) == epsilon else str(epsilon)


def read_ledger(path: Path) -> Ledger:
    """Read a ledger.

    Raises:
        ConfigError: it does not exist. InputError: it is no ledger, or damaged.
    """
    try:
        if not path.is_file() and path.exists():
            raise InputError(f"{name_option('ledger')}: {path} is no regular file")
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise _missing(path) from None
    except (OSError, UnicodeError) as error:
        system = error if isinstance(error, OSError) else OSError(0, "no text")
        raise error_of(
            system, f"{name_option('ledger')}: {path.name} cannot be read", InputError
        ) from None
    try:
        content = _File.model_validate_json(text)
    except ValidationError as error:
        where = ".".join(map(str, error.errors()[0]["loc"])) or "the whole file"
        raise InputError(
            f"{name_option('ledger')}: {path.name} is no ledger of dpsql ({where})"
        ) from None
    return Ledger(parse_ratio(content.budget), tuple(content.entries))


def begin_ledger(path: Path, budget: Fraction) -> Ledger:
    """Write a new ledger with nothing spent.

    Raises:
        ConfigError: the file exists, or cannot be written.
    """
    ledger = Ledger(budget, ())
    try:
        private_file.write(path, ledger.to_json(), replaces=False)
        sync(path)
        sync(path.parent)
    except FileExistsError:
        raise ConfigError(
            f"{path.name} exists; a budget is not changed, begin another ledger"
        ) from None
    except OSError as error:
        raise error_of(error, f"{path.name} cannot be written", ConfigError) from None
    return ledger


@contextmanager
def spending(path: Path, entry: Entry, sha256: str | None = None) -> Iterator[Ledger]:
    """Enter an expense, durably, then let the caller publish; the next run may begin meanwhile.

    `sha256`: of the table. It is entered once the table is paid for: of few counts, a digest tells
    them to whoever tries all.

    Raises:
        ConfigError: the budget does not allow it, or there is no ledger. Locked: another run holds
            the ledger. ResourceError: the disk refused; nothing was spent, or too much is.
    """
    # To replace a link would leave what it leads to as it was.
    path = path.resolve()
    read_ledger(path)
    with _locked(path) as lock:
        ledger = read_ledger(path).with_entry(entry)
        with holding_signals():
            lock.replace(ledger)
            try:
                if sha256 is not None:
                    ledger = ledger.with_digest(sha256)
                    lock.replace(ledger)
                lock.release()
                yield ledger
            except DpsqlError as error:
                raise type(error)(
                    f"{error}; the ledger has entered this run's epsilon all the same"
                ) from None


@dataclass
class _Lock:
    """The lock on a ledger, which a `descriptor` of its file holds; None once it is released.

    Whoever waited for the lock on a file that is replaced meanwhile opens the new one, on which it
    is held, too: between two files of one run no other run finds its turn.
    """

    path: Path
    descriptor: int | None

    def replace(self, ledger: Ledger) -> None:
        """Replace the ledger as a whole, on the disk before this returns."""
        held = _write(self.path, ledger)
        self.release()
        self.descriptor = held

    def release(self) -> None:
        if self.descriptor is not None:
            with suppress(OSError):
                os.close(self.descriptor)
        self.descriptor = None


def _write(path: Path, ledger: Ledger) -> int:
    """Put a new file in place of the ledger; return a descriptor that holds the lock on it."""
    written = path.with_name(f".{path.name}.dpsql-new")
    descriptor = None
    try:
        private_file.write(written, ledger.to_json())
        descriptor = os.open(written, os.O_RDWR)
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        sync(written)
        written.replace(path)
        sync(path.parent)
    except OSError as error:
        with suppress(OSError):
            if descriptor is not None:
                os.close(descriptor)
            written.unlink(missing_ok=True)
        problem = f"{name_option('ledger')}: {path.name} cannot be written, so nothing is published"
        raise error_of(error, problem, ResourceError) from None
    return descriptor


@contextmanager
def _locked(path: Path) -> Iterator[_Lock]:
    """Hold the lock on the ledger itself."""
    end = monotonic() + _PATIENCE
    while (descriptor := _try_lock(path)) is None:
        if monotonic() > end:
            raise Locked(
                f"{name_option('ledger')}: another run holds {path.name}; wait until it has ended"
            )
        sleep(_PAUSE)
    lock = _Lock(path, descriptor)
    try:
        yield lock
    finally:
        lock.release()


def _try_lock(path: Path) -> int | None:
    """Return a descriptor that holds the lock; None if another run has it, or replaced the file."""
    try:
        descriptor = os.open(path, os.O_RDWR)
    except FileNotFoundError:
        raise _missing(path) from None
    except OSError as error:
        raise error_of(
            error, f"{name_option('ledger')}: {path.name} cannot be changed", InputError
        ) from None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        found = os.fstat(descriptor)
        if os.path.samestat(found, path.stat()):
            if found.st_nlink > 1:
                raise InputError(
                    f"{name_option('ledger')}: {path.name} has other names (hard links), each of"
                    " which would"
                    " become a budget of its own; keep one"
                )
            return descriptor
    except (BlockingIOError, FileNotFoundError):
        pass
    except InputError:
        os.close(descriptor)
        raise
    except OSError as error:
        os.close(descriptor)
        problem = f"{name_option('ledger')}: {path.name} cannot be locked"
        raise error_of(error, problem, ResourceError) from None
    os.close(descriptor)
    return None


def _missing(path: Path) -> ConfigError:
    words, arguments = f"{quote(str(path))} --budget 1", f"{str(path)!r}, 1"
    begins = name_function("begin_ledger", words, arguments, command="ledger")
    return ConfigError(f"{name_option('ledger')}: {path.name} does not exist; {begins} begins one")
