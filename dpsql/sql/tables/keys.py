"""What a key needs to name one person each: all rows have one, none repeats, and P has T's."""

from collections.abc import Iterator
from dataclasses import dataclass

from sqlglot import exp

from dpsql.engines.base import Engine
from dpsql.errors import DuplicateKey, InputError, SubsetError
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC
from dpsql.sql.templates import column, identifier, render


@dataclass(frozen=True)
class KeyCounts:
    """A table's rows, those with a key, and its distinct keys; rows whose key P does not have."""

    rows: int
    present: int
    distinct: int
    unknown: int = 0

    def find_faults(self, key: str, table: str) -> Iterator[InputError]:
        """Yield what makes the key of a table none; `table` is P or T, as messages name it."""
        if self.distinct < self.present:
            repeat = _count_rows(self.present - self.distinct, "repeats", "repeat")
            yield DuplicateKey(f"{table}: {repeat} a key {key!r}; keep one")
        if self.present < self.rows:
            have = _count_rows(self.rows - self.present, "has", "have")
            yield InputError(f"{table}: {have} no key {key!r}; fill or drop it")
        if self.unknown:
            keys = "1 key of T does" if self.unknown == 1 else f"{self.unknown} keys of T do"
            yield SubsetError(f"{keys} not occur in P; T must be a subset of P")


def check_key(engine: Engine, key: str) -> None:
    """Check that keys are unique and not NULL in P and T, and that each key of T occurs in P.

    Raises:
        DuplicateKey, InputError, SubsetError: the first of these that is not so.
    """
    for table, title in ((PUBLIC, "P"), (PRIVATE, "T")):
        _refuse(KeyCounts(*map(int, engine.fetch(_keys_query(key, table))[0])), key, title)
    (unknown,) = engine.fetch(_unknown_query(key))[0]
    _refuse(KeyCounts(0, 0, 0, int(unknown)), key, "T")


def _refuse(counts: KeyCounts, key: str, table: str) -> None:
    for fault in counts.find_faults(key, table):
        raise fault


def count_private_keys(engine: Engine, key: str) -> KeyCounts:
    """Count the keys of T, and those that P does not have, in one statement.

    P's own are taken to be unique.
    """
    of_private, unknown = (
        query.subquery(name)
        for query, name in ((_keys_query(key, PRIVATE), "keys"), (_unknown_query(key), "unknown"))
    )
    query = exp.select("*").from_(of_private).join(unknown, join_type="cross")
    rows, present, distinct, lost = map(int, engine.fetch(query)[0])
    # A row without a key has none of P's.
    return KeyCounts(rows, present, distinct, lost - (rows - present))


def _keys_query(key: str, table: str) -> exp.Query:
    return render("count_keys", source=exp.Table(this=identifier(table)), key=column(key))


def has_keys(engine: Engine, key: str, name: str) -> bool:
    """Whether all values of a column of T, none of them NULL, are keys of P."""
    (unknown,) = engine.fetch(_unknown_query(key, name))[0]
    return not unknown


def _unknown_query(key: str, name: str | None = None) -> exp.Query:
    return render(
        "count_unknown_keys",
        public_key=column(key, PUBLIC),
        private_key=column(name or key, PRIVATE),
    )


def _count_rows(number: int, verb: str, verbs: str) -> str:
    return f"1 row {verb}" if number == 1 else f"{number} rows {verbs}"
