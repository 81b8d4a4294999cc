"""The pseudo-random words of the census generator, once in Python and once in SQL.

word(seed, column, row) is a 32-bit integer: the row's number and then the column's, each spread by
the finalizer of MurmurHash3. Products stay below 2^64, so unsigned 64-bit integers represent every
step exactly, in any engine. Not for secrets, but good enough for columns that look independent.
"""

import hashlib

MASK = 2**32 - 1
_FIRST, _SECOND = 0x85EBCA6B, 0xC2B2AE35

#: `mix` in SQL. `fold` writes its argument twice; DuckDB computes equal expressions once.
MACROS = f"""
CREATE TEMP MACRO fold(x, bits) AS xor(x, x >> bits);
CREATE TEMP MACRO mix(x) AS
    fold((fold((fold(x, 16) * {_FIRST}) & {MASK}, 13) * {_SECOND}) & {MASK}, 16);
"""


def mix(number: int) -> int:
    """Spread a 32-bit number over 32 bits, one to one.

    >>> hex(mix(1))
    '0x514e28b7'
    """
    number = (number ^ number >> 16) * _FIRST & MASK
    number = (number ^ number >> 13) * _SECOND & MASK
    return number ^ number >> 16


def find_key(seed: int, column: str) -> int:
    """Return the column's 32-bit number: the first bytes of a SHA-256."""
    digest = hashlib.sha256(f"dpsql/census/1/{seed}/{column}".encode()).digest()
    return int.from_bytes(digest[:4], "big")


def draw_word(seed: int, column: str, row: int) -> int:
    """Return the word of a row (below 2^32) and column."""
    return mix(mix(row ^ find_key(seed, "row")) ^ find_key(seed, column))


def spread_row(seed: int, row: str) -> str:
    """Write the first half of `draw_word` in SQL; `row` is a UBIGINT."""
    return f"mix(xor({row}, {find_key(seed, 'row')}::UBIGINT))"


def spread_column(seed: int, column: str, spread: str) -> str:
    """Write the second half of `draw_word` in SQL, from the result of `spread_row`."""
    return f"mix(xor({spread}, {find_key(seed, column)}::UBIGINT))"
