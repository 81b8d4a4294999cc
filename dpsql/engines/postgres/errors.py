"""Maps Postgres' exceptions to dpsql's errors, without their text, which may quote rows.

The class follows from the SQLSTATE. The text of a refused connection may contain an address or a
user, that of any other error a row.
"""

import psycopg

from dpsql.errors import (
    DpsqlError,
    EngineError,
    InputError,
    IntegrityError,
    Interrupted,
    ResourceError,
)

#: By SQLSTATE or a prefix of it; the longest match is used.
_KNOWN: dict[str, tuple[type[DpsqlError], str]] = {
    "0A": (
        EngineError,
        "Postgres cannot do what dpsql needs; is it a standby? Name the server that is written to",
    ),
    "08": (EngineError, "the connection to Postgres is lost; is the server up? Run again"),
    "22": (InputError, "a value cannot be read as the type that the job needs of its column"),
    # Raised only by functions of dpsql, see `texts.py`.
    "2201G": (
        InputError,
        "a text that is cast to a number or a date is spelled as engines read it differently; write"
        " 12 or -3.5, 2020-12-31, 2020-12-31 23:59:59",
    ),
    "22021": (InputError, "a text holds the character NUL, which Postgres has not; remove it"),
    "22P05": (InputError, "a text holds the character NUL, which Postgres has not; remove it"),
    "25006": (
        EngineError,
        "Postgres lets this session only read (a standby?); name a server that can be written to",
    ),
    "25P02": (
        EngineError,
        "a statement failed before in the transaction of this connection; roll it back first",
    ),
    "28": (EngineError, "Postgres refuses this user or password; check the connection's words"),
    "3D000": (EngineError, "Postgres has no database of this name; check the connection's words"),
    "40": (EngineError, "Postgres broke the transaction off, as another was in its way; run again"),
    "42501": (
        EngineError,
        "this user of Postgres may not read a table, or not all of its rows (row-level security),"
        " or not make what dpsql needs; GRANT it SELECT, and CREATE or TEMP on the database",
    ),
    "53": (ResourceError, "Postgres lacks memory, connections or disk; free some, or run later"),
    "53100": (ResourceError, "the disk of the Postgres server is full; free some space there"),
    "53200": (ResourceError, "Postgres is out of memory; lower engine.postgres.work_mem"),
    "53300": (ResourceError, "Postgres takes no more connections; run later"),
    "53400": (ResourceError, "a limit of Postgres is reached (temp_file_limit?); have it raised"),
    "54": (ResourceError, "the job has more columns, levels or values than Postgres takes at once"),
    "55P03": (EngineError, "another session locks a table; run again"),
    "57": (EngineError, "Postgres shuts down or is not up yet; run again"),
    "57014": (Interrupted, "Postgres was told to stop the statement (statement_timeout?)"),
    "58": (ResourceError, "the system refuses Postgres a file; is the server's disk sound?"),
}
#: Phrases in libpq's messages about refused connections without SQLSTATE: one of the first texts,
#: followed by the second on the same line.
_REFUSALS = (
    (("password", "authentication", "no pg_hba"), "", _KNOWN["28"]),
    (("database ",), " does not exist", _KNOWN["3D000"]),
    (("role ",), " does not exist", _KNOWN["28"]),
    (("too many", "remaining connection slots"), "", _KNOWN["53300"]),
    (("starting up", "shutting down", "recovery"), "", _KNOWN["57"]),
)


def map_error(error: Exception, *, reads_release: bool) -> DpsqlError:
    """Map an exception by its SQLSTATE; an unfit value is the release's error if one is read."""
    if not isinstance(error, psycopg.Error):
        if isinstance(error, MemoryError):
            return ResourceError("memory is exhausted; free some")
        return EngineError(f"Postgres stopped with {type(error).__name__}; its text is withheld")
    state = error.sqlstate or ""
    lengths = range(len(state), 1, -1)
    kind, words = next((_KNOWN[state[:n]] for n in lengths if state[:n] in _KNOWN), (None, ""))
    if kind is InputError and reads_release:
        return IntegrityError("release: it cannot be read; it is damaged or of another format")
    if kind is not None:
        return kind(words)
    if not state and isinstance(error, psycopg.DataError):
        return InputError("a text holds a character that Postgres has not, such as NUL; remove it")
    if not state and isinstance(error, psycopg.OperationalError):
        return EngineError(_KNOWN["08"][1])
    return EngineError(
        f"Postgres stopped with {type(error).__name__} {state}; its text is withheld".replace(
            " ;", ";"
        )
    )


def map_refusal(error: Exception, variable: str) -> DpsqlError:
    """Map the error of a refused connection; its text may name the host and the user."""
    state, text = getattr(error, "sqlstate", None) or "", str(error)
    if state:
        return map_error(error, reads_release=False)
    lines = text.split("\n")
    for starts, end, (kind, words) in _REFUSALS:
        if any(
            end in line.partition(start)[2] for line in lines for start in starts if start in line
        ):
            return kind(words)
    return EngineError(
        f"no Postgres answers where the environment variable {variable} points; is the server up,"
        " and are host and port right?"
    )
