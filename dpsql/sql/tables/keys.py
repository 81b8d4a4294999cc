"""What a key needs to name one person each: all rows have one, none repeats, and P has T's."""

import string
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from sqlglot import exp

from dpsql.engines.base import Engine
from dpsql.errors import DuplicateKey, InputError, SubsetError
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC
from dpsql.sql.templates import column, identifier, render

_Fold = Callable[[exp.Expr], exp.Expr]
#: What may be done where values repeat, by the word of the job that names the column.
_MENDS = {
    "key": ", or name another key",
    "person": ", as docs/how-to/panels.md shows, or remove person if it names no people",
}
#: Tenths of the keys of T: where P lacks so many, T is hardly about people of P by this key.
_NEARLY_ALL = 9


@dataclass(frozen=True)
class KeyCounts:
    """A table's rows, those with a key, and its distinct keys; rows whose key P does not have.

    `hint`: how P may have more of them.
    """

    rows: int
    present: int
    distinct: int
    unknown: int = 0
    hint: str = ""

    def find_faults(self, column: str, table: str, word: str = "key") -> Iterator[InputError]:
        """Yield what makes the key of a table none; `table` is P or T, as messages name it.

        `word`: the word of the job that names the column, key or person.
        """
        if self.distinct < self.present:
            repeat = _count_rows(self.present - self.distinct, "repeats", "repeat")
            yield DuplicateKey(
                f"{table}: {repeat} the {column} of another, though {word}: {column} says that each"
                f" is another person; keep one row of each{_MENDS[word]}"
            )
        if self.present < self.rows:
            have = _count_rows(self.rows - self.present, "has", "have")
            what = f"key {column!r}" if word == "key" else f"{column}, which names a person"
            yield InputError(f"{table}: {have} no {what}; fill or drop it")
        if self.unknown:
            keys = "1 key of T does" if self.unknown == 1 else f"{self.unknown:,} keys of T do"
            hint = self.hint or self._hint_at_mend()
            yield SubsetError(f"{keys} not occur in P; T must be a subset of P{hint}")

    def _hint_at_mend(self) -> str:
        """Say what may be done about keys that P does not have, nor in another spelling."""
        rows = "this row" if self.unknown == 1 else "these rows"
        mend = f"drop {rows} of T, or add the people to P"
        if self.unknown > 1 and 10 * self.unknown >= _NEARLY_ALL * self.present:
            mend = f"most are missing: P and T may be exchanged, or the key be another; or {mend}"
        return f"; {mend}"


def check_key(engine: Engine, key: str) -> None:
    """Check that keys are unique and not NULL in P and T, and that each key of T occurs in P.

    Raises:
        DuplicateKey, InputError, SubsetError: the first of these that is not so.
    """
    public = _count_keys(engine, key, PUBLIC)
    if not public.rows:
        raise InputError("P has no rows; presence is measured against a population")
    _refuse(public, key, "P")
    private = _count_keys(engine, key, PRIVATE)
    _refuse(private, key, "T")
    if unknown := _count_unknown(engine, key):
        hint = _find_hint(engine, key, unknown)
        _refuse(replace(private, unknown=unknown, hint=hint), key, "T")


def check_person(engine: Engine, name: str) -> None:
    """Check that each row of P has a value of its own in the column that names a person.

    Values are compared as keys are.

    Raises:
        DuplicateKey, InputError: values repeat, or are NULL.
    """
    _refuse(_count_keys(engine, name, PUBLIC), name, "P", "person")


def _count_keys(engine: Engine, key: str, table: str) -> KeyCounts:
    rows, present, distinct = map(int, engine.fetch(_keys_query(key, table))[0])
    return KeyCounts(rows, present, distinct)


def _refuse(counts: KeyCounts, column: str, table: str, word: str = "key") -> None:
    for fault in counts.find_faults(column, table, word):
        raise fault


def count_private_keys(engine: Engine, key: str) -> KeyCounts:
    """Count the keys of T, and those that P does not have, in one statement.

    P's own are taken to be unique.
    """
    of_private, of_unknown = (
        query.subquery(name)
        for query, name in ((_keys_query(key, PRIVATE), "keys"), (_unknown_query(key), "unknown"))
    )
    query = exp.select("*").from_(of_private).join(of_unknown, join_type="cross")
    rows, present, distinct, lost = map(int, engine.fetch(query)[0])
    # A row without a key has none of P's.
    unknown = lost - (rows - present)
    hint = _find_hint(engine, key, lost) if unknown else ""
    return KeyCounts(rows, present, distinct, unknown, hint)


def _find_hint(engine: Engine, key: str, unknown: int) -> str:
    """Say how more keys of T occur in P: as texts without zeros in front, or in lower case.

    Not where this makes keys of P equal. Others may have such a key by chance.
    """
    for told, fold in _FOLDS:
        found = unknown - _count_unknown(engine, key, fold)
        if found > 0 and _tells_apart(engine, key, fold):
            keys = "1 of them does" if found == 1 else f"{found:,} of them do"
            return f"; {keys} {told}: if these are the same people, write keys alike in both"
    return ""


def _tells_apart(engine: Engine, key: str, fold: _Fold) -> bool:
    """Whether keys of P that differ do so after a fold."""
    public = exp.Table(this=identifier(PUBLIC))
    counts = [
        exp.Count(this=exp.Distinct(expressions=[value]))
        for value in (column(key), fold(column(key)))
    ]
    before, after = engine.fetch(exp.select(*counts).from_(public))[0]
    return bool(before == after)


def _count_unknown(engine: Engine, key: str, fold: _Fold | None = None) -> int:
    (unknown,) = engine.fetch(_unknown_query(key, fold=fold))[0]
    return int(unknown)


def _drop_zeros(key: exp.Expr) -> exp.Expr:
    text = exp.cast(key, "VARCHAR")
    return exp.Trim(this=text, expression=exp.Literal.string("0"), position="LEADING")


def _drop_decimal(key: exp.Expr) -> exp.Expr:
    """Write 12.0, as pandas makes it of 12 where some cells are missing, without its end."""
    text = exp.cast(key, "VARCHAR")
    length = exp.Length(this=text.copy()) - exp.Literal.number(2)
    shorter = exp.Substring(this=text.copy(), start=exp.Literal.number(1), length=length)
    has_end = exp.Like(this=text.copy(), expression=exp.Literal.string("%.0"))
    return exp.Case(ifs=[exp.If(this=has_end, true=shorter)], default=text)


def _drop_prefix(key: exp.Expr) -> exp.Expr:
    text = exp.cast(key, "VARCHAR")
    letters = exp.Literal.string(string.ascii_letters + "-_ #./:")
    return exp.Trim(this=text, expression=letters, position="LEADING")


def _fold_case(key: exp.Expr) -> exp.Expr:
    return exp.Lower(this=exp.Trim(this=exp.cast(key, "VARCHAR")))


#: What keys may differ in, and how that is taken from them.
_FOLDS: tuple[tuple[str, _Fold], ...] = (
    ("without zeros in front", _drop_zeros),
    ("in lower case without spaces around", _fold_case),
    ("without .0 at the end", _drop_decimal),
    ("without letters in front", _drop_prefix),
)


def _keys_query(key: str, table: str) -> exp.Query:
    return render("count_keys", source=exp.Table(this=identifier(table)), key=column(key))


def has_keys(engine: Engine, key: str, name: str) -> bool:
    """Whether all values of a column of T, none of them NULL, are keys of P."""
    (unknown,) = engine.fetch(_unknown_query(key, name))[0]
    return not unknown


def _unknown_query(key: str, name: str | None = None, fold: _Fold | None = None) -> exp.Query:
    keys = column(key, PUBLIC), column(name or key, PRIVATE)
    public, private = keys if fold is None else map(fold, keys)
    return render("count_unknown_keys", public_key=public, private_key=private)


def _count_rows(number: int, verb: str, verbs: str) -> str:
    return f"1 row {verb}" if number == 1 else f"{number:,} rows {verbs}"
