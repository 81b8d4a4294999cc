"""What a session of Spark must be: settings that correctness needs, and silence about rows.

They are set for the time of a run, read back, and given back to a session of the caller.
"""

import logging
import warnings
from contextlib import suppress
from typing import Any

from pyspark.logger import PySparkLogger

from dpsql.errors import EngineError

#: Releases before 4.0 have no LISTAGG and write no Arrow.
_OLDEST = (4, 0)
SETTINGS = {
    # Casts and sums that fail rather than wrap or turn into NULL.
    "spark.sql.ansi.enabled": "true",
    "spark.sql.storeAssignmentPolicy": "ANSI",
    "spark.sql.decimalOperations.allowPrecisionLoss": "false",
    # Texts and names that mean what they say.
    "spark.sql.variable.substitute": "false",
    "spark.sql.parser.escapedStringLiterals": "false",
    "spark.sql.parser.quotedRegexColumnNames": "false",
    "spark.sql.ansi.doubleQuotedIdentifiers": "false",
    "spark.sql.caseSensitive": "true",
    "spark.sql.groupByOrdinal": "true",
    "spark.sql.orderByOrdinal": "true",
    "spark.sql.session.timeZone": "UTC",
    # A filter that a file's statistics answer loses NaN.
    "spark.sql.parquet.filterPushdown": "false",
    "spark.sql.parquet.outputTimestampType": "TIMESTAMP_MICROS",
    "spark.sql.parquet.writeLegacyFormat": "false",
    # Every file of a table, or an error.
    "spark.sql.files.ignoreCorruptFiles": "false",
    "spark.sql.files.ignoreMissingFiles": "false",
    "spark.sql.sources.partitionColumnTypeInference.enabled": "false",
    # A folder is written by a committer, which says when it is whole.
    "mapreduce.fileoutputcommitter.marksuccessfuljobs": "true",
}
#: Loggers of Spark's client that write messages, and so rows, to the standard error stream.
_LOGGERS = ("SQLQueryContextLogger", "DataFrameQueryContextLogger")


class Settings:
    """The settings of one session while a run has it."""

    def __init__(self, session: Any) -> None:
        self._session = session
        self._before: dict[str, str | None] = {}
        self._loggers: list[tuple[logging.Logger, bool]] = []

    def make(self) -> None:
        """Set all of them, and see that they are.

        Raises:
            EngineError: names the one that the server does not let be set, or that it is too old.
        """
        self._silence()
        version = str(self._session.version)
        if tuple(map(int, version.split(".")[:2])) < _OLDEST:
            raise EngineError(f"Spark {version} is too old; use 4.0 or later")
        for name, value in SETTINGS.items():
            before = self._session.conf.get(name, None)
            if before is not None and before.upper() == value.upper():
                continue
            self._before[name] = before
            with suppress(Exception), warnings.catch_warnings():
                # Of settings that Spark thinks are old; what counts is what is found.
                warnings.simplefilter("ignore")
                self._session.conf.set(name, value)
            found = self._session.conf.get(name, None)
            if found is None or found.upper() != value.upper():
                raise EngineError(f"Spark does not let {name} be {value}; set it on the server")

    def restore(self) -> None:
        """Give a session of the caller its own settings again."""
        for name, value in self._before.items():
            with suppress(Exception), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                if value is None:
                    self._session.conf.unset(name)
                else:
                    self._session.conf.set(name, value)
        self._before.clear()

    def listen_again(self) -> None:
        """Let Spark's client write what it would."""
        for logger, was_disabled in self._loggers:
            logger.disabled = was_disabled
        self._loggers.clear()

    def _silence(self) -> None:
        for name in _LOGGERS:
            logger = PySparkLogger.getLogger(name)
            self._loggers.append((logger, logger.disabled))
            logger.disabled = True
