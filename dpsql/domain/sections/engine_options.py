"""The keys of a job that choose an engine and configure it."""

import re
from typing import Annotated, Any

from pydantic import AfterValidator, ConfigDict, model_validator

from dpsql.domain.job_section import Count, JobSection, LocalPath, Name

#: An engine starts all its threads at once, whatever the machine has.
_MOST_THREADS = 1024
_REMOTE = re.compile(
    r"sc://(?P<host>[^/:;@\s\[\]]+|\[[0-9a-fA-F:]+\])(:(?P<port>[0-9]{1,5}))?(/.*)?"
)
_VARIABLE = re.compile(r"[^\s=:/@;?']{1,200}")

#: The default port of a Spark Connect server.
_PORT = 15002


def _at_most_threads(threads: int) -> int:
    if threads > _MOST_THREADS:
        raise ValueError(f"write a whole number from 1 to {_MOST_THREADS}")
    return threads


def _is_remote(address: str) -> str:
    if not _REMOTE.fullmatch(address):
        raise ValueError("write the address of a Spark Connect server, sc://host:port")
    return address


def _is_variable(name: str) -> str:
    if not _VARIABLE.fullmatch(name):
        raise ValueError(
            "write the name of an environment variable, such as PGDSN; the address itself may hold"
            " a password and stays out of the job"
        )
    return name


class DuckDBOptions(JobSection):
    """The limits of the embedded engine, and its database."""

    memory: Name | None = None
    """How much memory DuckDB may use, such as 4GB; default: 80 % of the machine."""
    threads: Annotated[Count, AfterValidator(_at_most_threads)] | None = None
    """How many threads DuckDB may use; default: one per core."""
    work_dir: LocalPath | None = None
    """Where a private folder for spilled data is made; default: the temporary folder."""
    max_spill: Name | None = None
    """How much may be spilled there, such as 50GB; default: 90 % of the free space."""
    database: LocalPath | None = None
    """A DuckDB file whose tables the job may name; opened to write only for a release in it."""


class SparkOptions(JobSection):
    """How Spark is reached, and the folder that it and this machine share."""

    remote: Annotated[Name, AfterValidator(_is_remote)] | None = None
    """The address of the Spark Connect server, such as sc://host:15002."""
    staging: Name | None = None
    """A folder that the driver, the workers and this machine share; it holds work tables."""
    work_dir: LocalPath | None = None
    """Where files are kept while they are copied to Spark and back."""
    memory: Name | None = None
    """How much memory the copying of files may use on this machine."""

    @property
    def host(self) -> str | None:
        """Host of the server; the rest of its address may be secret."""
        found = _REMOTE.fullmatch(self.remote or "")
        return found["host"] if found else None

    @property
    def port(self) -> int:
        """Port of the server; the default of Spark if none is stated."""
        found = _REMOTE.fullmatch(self.remote or "")
        return int(found["port"]) if found and found["port"] else _PORT


class PostgresOptions(JobSection):
    """Where a Postgres server is, and what may be used to work there.

    The address is in an environment variable, since it may contain a password.
    """

    dsn_env: Annotated[Name, AfterValidator(_is_variable)] = "PGDSN"
    """The environment variable that holds the address of the server."""
    work_mem: Name | None = None
    """The server's memory for each step of a statement, such as 256MB."""
    memory: Name | None = None
    """How much memory the copying of files may use on this machine."""
    work_dir: LocalPath | None = None
    """Where files are kept while they are copied to the server and back."""


#: The names of the engines in a job; the first is the default.
ENGINES = ("duckdb", "postgres", "spark")


class EngineOptions(JobSection):
    """Which engine runs the SQL: exactly one, the embedded one if none is named."""

    model_config = ConfigDict(
        json_schema_extra={"oneOf": [{"required": [name]} for name in ENGINES]}
    )

    duckdb: DuckDBOptions | None = None
    """The embedded engine, on this machine; the default."""
    postgres: PostgresOptions | None = None
    """A Postgres server, on which P, T or both are tables."""
    spark: SparkOptions | None = None
    """A Spark server, reached by Spark Connect."""

    @model_validator(mode="before")
    @classmethod
    def _exactly_one(cls, value: object) -> object:
        named = [name for name in ENGINES if name in value] if isinstance(value, dict) else []
        if len(named) > 1:
            raise ValueError(f"an engine is one of {', '.join(ENGINES)}; name one")
        if not isinstance(value, dict):
            return value
        # In code, None stands for the default options of an engine.
        said = {name: {} if words is None else words for name, words in value.items()}
        return said or {ENGINES[0]: {}}

    @property
    def name(self) -> str:
        """The engine as the job names it."""
        return next(name for name in ENGINES if getattr(self, name) is not None)


def as_engine(value: Any) -> object:
    """Read the short form, an engine's name."""
    if isinstance(value, str) and value not in ENGINES:
        if value.lower().endswith((".duckdb", ".db")):
            raise ValueError(
                f"no such database file; write one of {', '.join(ENGINES)}, or {{duckdb:"
                " {database: …}} with the path of a file"
            )
        raise ValueError(
            f"write one of {', '.join(ENGINES)}, or a mapping such as {{duckdb: {{memory: 4GB}}}}"
        )
    return {value: {}} if isinstance(value, str) else value
