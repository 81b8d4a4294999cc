"""Maps DuckDB's exceptions to dpsql's errors, without their text, which may quote rows."""

import errno
import os
import re
from collections.abc import Collection, Mapping
from pathlib import Path

import duckdb

from dpsql.errors import (
    EXHAUSTED,
    DpsqlError,
    EngineError,
    InputError,
    IntegrityError,
    Interrupted,
    ParseError,
    ResourceError,
    Unreadable,
)
from dpsql.faces import name_option
from dpsql.files.encodings import TO_UTF_8
from dpsql.signals import is_ctrl_c_alone

#: In DuckDB's message when the spill limit is reached; by default it is most of the disk.
_SPILL_LIMIT = "'max_temp_directory_size'"
#: What it says of a line of a CSV.
_COUNTS = re.compile(r"^Expected Number of Columns: (\d+) Found: (\d+)$", re.MULTILINE)
_UNQUOTED, _NOT_UTF_8 = "Value with unterminated quote found.", "This file is not utf-8 encoded."
#: What it says, as a RuntimeError, if the handler of a signal raised while a statement ran.
_BY_SIGNAL = "Query interrupted"
_INVALID_STATE = "state machine reached an invalid state"


def map_error(
    error: Exception,
    paths: Mapping[Path, bool],
    written: Collection[Path],
    *,
    reads_release: bool,
) -> DpsqlError:
    """Map an exception; the error names the file in its text, else the release if one is read.

    `paths`: the files that are read, and whether each is a release; `written`: folders that the
    engine writes into.
    """
    text = str(error)
    path = next((path for path in paths if str(path) in text), None)
    if not (reads_release if path is None else paths[path]):
        return _map(error, text, path.name if path else "an input", written)
    if os.strerror(errno.EACCES) in text:
        return Unreadable(f"release: it cannot be read ({os.strerror(errno.EACCES)})")
    known = _map(error, text, path.name if path else "release", written)
    if isinstance(known, InputError):
        return IntegrityError(str(known))
    if isinstance(known, EngineError) and not isinstance(known, Interrupted):
        return IntegrityError("release: it cannot be read; it is damaged or of another format")
    return known


def raise_ctrl_c_again(error: Exception) -> None:
    """Raise KeyboardInterrupt if DuckDB put its own exception in the place of it.

    Whoever goes on after errors of dpsql, in a loop say, means to stop by Ctrl-C all the same.

    Raises:
        Interrupted: the handler of another signal may have raised.
    """
    if type(error) is RuntimeError and str(error) == _BY_SIGNAL:
        if is_ctrl_c_alone():
            raise KeyboardInterrupt from None
        raise Interrupted("DuckDB was interrupted by a signal; run again") from None


def map_opening_error(error: Exception) -> DpsqlError:
    """Map an exception of opening and configuring a session; no input has been read yet."""
    text = str(error)
    if isinstance(error, duckdb.InterruptException):
        return Interrupted("DuckDB was interrupted; run again")
    if isinstance(error, duckdb.ConnectionException):
        return EngineError("the connection to DuckDB is closed; pass an open one")
    if isinstance(error, duckdb.ResourceInUseException):
        return EngineError(
            "connection: another thread uses it; give each thread one of its own: con.cursor()"
        )
    if isinstance(error, duckdb.TransactionException):
        return EngineError("connection: its transaction has failed; end it: con.rollback()")
    if isinstance(error, duckdb.OutOfMemoryException | MemoryError):
        return ResourceError("memory is exhausted; raise engine.duckdb.memory, or free some")
    if found := [number for number in EXHAUSTED if os.strerror(number) in text]:
        return ResourceError(_tell_lack(found[0]))
    return EngineError(
        f"DuckDB {duckdb.__version__} does not open a session, or refuses a setting"
        f" ({type(error).__name__}); its text is withheld, {name_option('debug')} keeps it: run"
        " outside of a notebook, or install another duckdb>=2.0"
    )


def _map(error: Exception, text: str, file: str, written: Collection[Path]) -> DpsqlError:
    """Map an exception by its class and by fixed phrases of its text."""
    if isinstance(error, duckdb.InterruptException):
        return Interrupted("DuckDB was interrupted; run again")
    if line := re.search(r"CSV Error on Line: (\d+)", text):
        return ParseError(f"{file}, line {line[1]}: {_tell_fault_of_line(text)}")
    if isinstance(error, duckdb.OutOfMemoryException) and _SPILL_LIMIT in text:
        return ResourceError(
            "no more may be spilled; raise engine.duckdb.max_spill or memory, or free disk"
        )
    if isinstance(error, duckdb.OutOfMemoryException | MemoryError):
        return ResourceError("memory is exhausted; raise engine.duckdb.memory or free disk")
    if isinstance(error, duckdb.IOException | duckdb.TransactionException):
        if found := [number for number in EXHAUSTED if os.strerror(number) in text]:
            return ResourceError(_tell_lack(found[0]))
        if any(str(folder) in text for folder in written):
            return ResourceError("what the engine writes cannot be written; is the disk sound?")
    if isinstance(error, duckdb.ConversionException):
        return InputError("a value cannot be read as the type that the job needs of its column")
    if isinstance(error, OSError) and error.errno in EXHAUSTED:
        return ResourceError(_tell_lack(error.errno))
    # For damaged footers of Parquet files DuckDB raises errors of its base class.
    unread = (duckdb.InvalidInputException, duckdb.IOException, duckdb.NotImplementedException)
    if isinstance(error, unread) or type(error) is duckdb.Error:
        if _INVALID_STATE in text:
            return ParseError(
                f"{file}: its lines end in two ways, or a quote stands where none may be; if some"
                r" end in \r\n and some in \n, this mends them: tr -d '\r' < OLD > NEW"
            )
        hint = "" if file.endswith(".parquet") else " (CSV: mixed line ends?)"
        return ParseError(f"{file}: it cannot be read; it is damaged or of another format{hint}")
    return EngineError(f"DuckDB stopped with {type(error).__name__}; its text is withheld")


def _tell_fault_of_line(text: str) -> str:
    """Tell what DuckDB finds wrong with a line of a CSV, by phrases of its own behind the line."""
    if counts := _COUNTS.findall(text):
        expected, found = counts[-1]
        fields = "field" if found == "1" else "fields"
        return (
            f"it has {found} {fields}, and the header {expected}; mend the line: a field that holds"
            " the delimiter stands in double quotes"
        )
    if _UNQUOTED in text:
        return (
            "a quote does not close where its field ends; mend the line: a quote within a quoted"
            ' field is written ""'
        )
    if _NOT_UTF_8 in text:
        return f"it is not UTF-8; {TO_UTF_8}"
    return "it cannot be read; mend the line, or quote its fields"


def _tell_lack(number: int) -> str:
    if number in (errno.ENOSPC, errno.EDQUOT):
        return "the disk is full; free some space or set another work_dir"
    return f"the system refuses the engine a file ({os.strerror(number)})"
