"""What Postgres' catalogue must say of a released table, and of the one that it replaces."""

from dataclasses import dataclass

import psycopg
from sqlglot import exp

from dpsql.domain.table_names import split_table_name
from dpsql.engines.postgres.carrying import LONGEST_NAME
from dpsql.engines.postgres.session import Session
from dpsql.engines.postgres.system_tables import SystemTables, place_table
from dpsql.engines.postgres.types import spell_storage
from dpsql.engines.sql_text import write
from dpsql.errors import DpsqlError, EngineError, IntegrityError, TargetError

#: Schemas in which no table of a user is kept.
_NOT_KEPT = ("pg_catalog", "information_schema", "pg_toast", "pg_temp")
_KINDS = {"v": "a view", "m": "a materialized view", "f": "a foreign table", "p": "partitioned"}
_FIND = """
SELECT
  c.oid::bigint,
  c.relkind::text,
  c.relispartition OR EXISTS (
    SELECT FROM pg_catalog.pg_inherits WHERE inhrelid = c.oid OR inhparent = c.oid
  ),
  EXISTS (
    SELECT FROM pg_catalog.pg_depend
    WHERE refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass
      AND refobjid = c.oid
      AND deptype = 'n'
  ),
  pg_catalog.pg_has_role(c.relowner, 'USAGE')
FROM pg_catalog.pg_class AS c
JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
WHERE n.nspname = %s AND c.relname = %s
"""
_SCHEMA = """
SELECT pg_catalog.has_schema_privilege(oid, 'CREATE')
FROM pg_catalog.pg_namespace
WHERE nspname = %s
"""
_STORAGE = """
SELECT
  attname,
  pg_catalog.format_type(atttypid, atttypmod),
  attcollation NOT IN (0, 'pg_catalog."C"'::pg_catalog.regcollation),
  attnotnull OR atthasdef OR attidentity <> '' OR attgenerated <> ''
FROM pg_catalog.pg_attribute
WHERE attrelid = CAST(%s AS pg_catalog.regclass) AND attnum > 0 AND NOT attisdropped
"""
#: Everybody who may do something with the table, besides its owner; NULL is PUBLIC.
_GRANTEES = """
SELECT DISTINCT r.rolname
FROM pg_catalog.pg_class AS c
CROSS JOIN LATERAL pg_catalog.aclexplode(c.relacl) AS a
LEFT JOIN pg_catalog.pg_roles AS r ON r.oid = a.grantee
WHERE c.oid = CAST(%s AS pg_catalog.regclass) AND a.grantee <> c.relowner
"""
#: What a new table has none of, unless the database adds it on its own.
_ALTERED = """
SELECT
  c.relkind <> 'r'
  OR c.relpersistence <> 'p'
  OR c.relrowsecurity
  OR c.relhasrules
  OR c.relhastriggers
  OR EXISTS (SELECT FROM pg_catalog.pg_index WHERE indrelid = c.oid)
  OR EXISTS (
    SELECT FROM pg_catalog.pg_description
    WHERE classoid = 'pg_catalog.pg_class'::pg_catalog.regclass AND objoid = c.oid
  )
FROM pg_catalog.pg_class AS c
WHERE c.oid = CAST(%s AS pg_catalog.regclass)
"""


@dataclass(frozen=True)
class Found:
    """What has the name of the release now."""

    oid: int
    kind: str
    is_inherited: bool
    is_needed: bool
    is_owned: bool

    def refuse_other_kinds(self, name: str) -> None:
        """Raise TargetError unless it is a plain table."""
        if self.kind != "r":
            kind = _KINDS.get(self.kind, "no table")
            raise TargetError(f"release: {name} is {kind}; drop it, or name another")

    def refuse_replacing(self, name: str) -> None:
        """Raise TargetError unless it is a plain table that could be dropped."""
        self.refuse_other_kinds(name)
        if self.is_inherited:
            raise TargetError(
                f"release: {name} is a partition, or inherits with another table; name another"
            )
        if self.is_needed:
            raise TargetError(
                f"release: a view or a foreign key depends on {name}; drop that first, or name"
                " another table"
            )
        if not self.is_owned:
            raise TargetError(f"release: {name} belongs to another user; name another")


def split_name(name: str) -> tuple[str, str]:
    """Return schema and table; raises TargetError for a name that Postgres would not keep."""
    parts = split_table_name(name)
    if len(parts) != 2 or not all(parts):
        raise TargetError(
            f"release: {name} must be schema.table, so that it does not depend on a search path"
        )
    if any(len(part.encode()) > LONGEST_NAME or "\0" in part for part in parts):
        raise TargetError(f"release: Postgres has no names of more than {LONGEST_NAME} bytes")
    if parts[0] in _NOT_KEPT or parts[0].startswith("pg_"):
        raise TargetError(f"release: {parts[0]} is a schema of Postgres itself; name another")
    return parts[0], parts[1]


def find(session: Session, schema: str, table: str) -> Found | None:
    """Return what has this name; None if nothing has."""
    rows = session.ask(_FIND, schema, table)
    return Found(*rows[0]) if rows else None


def refuse_schema(session: Session, schema: str) -> None:
    """Raise TargetError unless tables may be made in the schema."""
    rows = session.ask(_SCHEMA, schema)
    if not rows:
        raise TargetError(f"release: the schema {schema} does not exist; create it")
    if not rows[0][0]:
        raise TargetError(
            f"release: this user may not make tables in {schema}; GRANT it CREATE on the schema"
        )


def revoke_all(session: Session, table: exp.Table) -> None:
    """Take back what default privileges grant on a new table to others than its owner."""
    place = write(table, "postgres")
    for (role,) in session.ask(_GRANTEES, place):
        grantee = (
            "PUBLIC" if role is None else write(exp.to_identifier(role, quoted=True), "postgres")
        )
        session.run(f"REVOKE ALL ON TABLE {place} FROM {grantee}")


def refuse_altered(session: Session, table: exp.Table) -> None:
    """Raise EngineError if the database makes new tables other than they were stated."""
    place = write(table, "postgres")
    if session.ask(_ALTERED, place)[0][0] or session.ask(_GRANTEES, place):
        raise EngineError(
            "the database alters new tables (an event trigger?), so that a release is not what was"
            " verified; release into another database"
        )


def refuse_other_storage(session: Session, schema: str, table: str, name: str) -> None:
    """Raise IntegrityError unless each column is stored as a release is."""
    place = place_table(table, schema)
    described = SystemTables(session).describe(place)
    for column, spelled, is_collated, is_restricted in session.ask(
        _STORAGE, write(place, "postgres")
    ):
        known = described[column].known
        if (
            known.not_in_parquet
            or spelled != spell_storage(known)
            or is_collated
            or is_restricted
            or described[column].in_domain
        ):
            raise IntegrityError(
                f"{name}: its column {column!r} is not stored as dpsql stores it; it was altered"
            )


def map_refusal(error: psycopg.Error, name: str) -> DpsqlError | None:
    """Return the error for what Postgres refuses of the table itself; None for all else."""
    match error:
        case psycopg.errors.DuplicateTable() | psycopg.errors.UniqueViolation():
            return TargetError(f"release: {name} was created meanwhile")
        case psycopg.errors.DependentObjectsStillExist():
            return TargetError(f"release: a view or a key depends on {name}; drop that first")
        case psycopg.errors.UndefinedTable() | psycopg.errors.WrongObjectType():
            return TargetError(f"release: {name} was dropped or replaced meanwhile; run again")
        case psycopg.errors.InvalidSchemaName():
            return TargetError(f"release: the schema of {name} does not exist; create it")
    return None
