"""The settings of a Spark session that correctness needs, and loggers that must not quote rows.

They are made for the time of a run and verified; a session of the caller gets its own back.
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
    # Casts and sums must fail rather than wrap or become NULL.
    "spark.sql.ansi.enabled": "true",
    "spark.sql.storeAssignmentPolicy": "ANSI",
    "spark.sql.decimalOperations.allowPrecisionLoss": "false",
    # Texts and names are taken literally.
    "spark.sql.variable.substitute": "false",
    "spark.sql.parser.escapedStringLiterals": "false",
    "spark.sql.parser.quotedRegexColumnNames": "false",
    "spark.sql.ansi.doubleQuotedIdentifiers": "false",
    "spark.sql.caseSensitive": "true",
    "spark.sql.groupByOrdinal": "true",
    "spark.sql.orderByOrdinal": "true",
    "spark.sql.session.timeZone": "UTC",
    # A filter on a file's statistics loses NaN.
    "spark.sql.parquet.filterPushdown": "false",
    "spark.sql.parquet.outputTimestampType": "TIMESTAMP_MICROS",
    "spark.sql.parquet.writeLegacyFormat": "false",
    # All files of a table are read, or it is an error.
    "spark.sql.files.ignoreCorruptFiles": "false",
    "spark.sql.files.ignoreMissingFiles": "false",
    "spark.sql.sources.partitionColumnTypeInference.enabled": "false",
    # The committer marks a folder that is completely written.
    "mapreduce.fileoutputcommitter.marksuccessfuljobs": "true",
}
#: Loggers of Spark's client that write messages, and so rows, to the standard error stream.
_LOGGERS = ("SQLQueryContextLogger", "DataFrameQueryContextLogger")


class Settings:
    """The settings of one session during a run."""

    def __init__(self, session: Any) -> None:
        self._session = session
        self._before: dict[str, str | None] = {}
        self._loggers: list[tuple[logging.Logger, bool]] = []

    def make(self) -> None:
        """Make all settings and verify them.

        Raises:
            EngineError: names the setting that the server refuses, or the server is too old.
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
                # Spark warns about old settings; only the value that is read back counts.
                warnings.simplefilter("ignore")
                self._session.conf.set(name, value)
            found = self._session.conf.get(name, None)
            if found is None or found.upper() != value.upper():
                raise EngineError(f"Spark does not let {name} be {value}; set it on the server")

    def restore(self) -> None:
        """Restore the caller's own settings."""
        for name, value in self._before.items():
            with suppress(Exception), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                if value is None:
                    self._session.conf.unset(name)
                else:
                    self._session.conf.set(name, value)
        self._before.clear()

    def listen_again(self) -> None:
        """Restore the loggers of Spark's client."""
        for logger, was_disabled in self._loggers:
            logger.disabled = was_disabled
        self._loggers.clear()

    def _silence(self) -> None:
        for name in _LOGGERS:
            logger = PySparkLogger.getLogger(name)
            self._loggers.append((logger, logger.disabled))
            logger.disabled = True
