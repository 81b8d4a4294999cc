"""Scripts of `dpsql sql`, run by hand in databases that tests can start."""

import secrets

import duckdb

from tests.postgres_server import running_postgres
from tests.spark_server import find_spark


def _quote(name):
    return '"' + name.replace('"', '""') + '"'


class DuckDBByHand:
    """Tables of texts in a plain DuckDB, and statements as somebody types them."""

    dialect = "duckdb"
    error: type[Exception] = duckdb.Error

    def __init__(self) -> None:
        self._connection = duckdb.connect()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._connection.close()

    def load(self, name, columns, rows):
        definitions = ", ".join(f"{_quote(column)} VARCHAR" for column in columns)
        self._connection.execute(f'CREATE TABLE "{name}" ({definitions})')
        marks = ", ".join("?" * len(columns))
        self._connection.executemany(f'INSERT INTO "{name}" VALUES ({marks})', rows)

    def run(self, text):
        """Run one statement or many; the rows of the last."""
        return self._connection.execute(text).fetchall()

    def run_whole(self, script):
        self.run(str(script))

    def tables(self):
        return {row[0] for row in self.run("SHOW TABLES")}


class PostgresByHand(DuckDBByHand):
    """The same in a schema of its own of a Postgres server."""

    dialect = "postgres"

    def __init__(self) -> None:
        import psycopg

        self.error = psycopg.Error
        self._connection = psycopg.connect(running_postgres(), autocommit=True)
        self._connection.execute('CREATE SCHEMA "by hand"')
        self._connection.execute('SET search_path TO "by hand"')

    def __exit__(self, *_):
        # A test that follows may look for whatever dpsql leaves behind.
        self._connection.rollback()
        self._connection.execute('DROP SCHEMA "by hand" CASCADE')
        self._connection.close()

    def load(self, name, columns, rows):
        definitions = ", ".join(f"{_quote(column)} TEXT" for column in columns)
        self._connection.execute(f'CREATE TABLE "{name}" ({definitions})')
        marks = ", ".join(["%s"] * len(columns))
        with self._connection.cursor() as cursor:
            cursor.executemany(f'INSERT INTO "{name}" VALUES ({marks})', list(rows))

    def run(self, text):
        cursor = self._connection.execute(text)
        while cursor.nextset():
            pass
        return cursor.fetchall() if cursor.description else []

    def tables(self):
        own = "SELECT table_name FROM information_schema.tables WHERE table_schema IN"
        return {row[0] for row in self.run(f"{own} ('by hand') OR table_schema LIKE 'pg_temp%'")}


class SparkByHand:
    """The same in a database of its own of a Spark server, whose tables are files of a folder."""

    dialect = "spark"

    def __init__(self, folder) -> None:
        from dpsql.engines.spark.remote import open_session

        self._session = open_session(find_spark())
        self._name = f"by_hand_{secrets.token_hex(6)}"
        self.run(f"CREATE DATABASE {self._name} LOCATION '{folder}'")
        self.run(f"USE {self._name}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.run(f"DROP DATABASE {self._name} CASCADE")
        self._session.stop()

    def load(self, name, columns, rows):
        definitions = ", ".join(f"`{column}` STRING" for column in columns)
        self.run(f"CREATE TABLE `{name}` ({definitions}) USING PARQUET")
        # Bound: Spark would replace ${x} in a text.
        rows = list(rows)
        values = ", ".join([f"({', '.join('?' * len(columns))})"] * len(rows))
        cells = [cell for row in rows for cell in row]
        self._session.sql(f"INSERT INTO `{name}` VALUES {values}", args=cells).collect()

    def run(self, text):
        """Run one statement."""
        return [tuple(row) for row in self._session.sql(text).collect()]

    def run_whole(self, script):
        """Run the text of a script as a client does, which parts it at the ends of statements."""
        for text in str(script).split(";\n"):
            if text.strip():
                self.run(text)

    def tables(self):
        return {row[1] for row in self.run("SHOW TABLES")}


BY_HAND = {"duckdb": DuckDBByHand, "postgres": PostgresByHand}


def run_script(database, script):
    """Run a whole script, then its statements one by one: rows by step, and the release."""
    before = database.tables()
    database.run_whole(script)
    release = database.run("SELECT * FROM dpsql_release")
    assert database.tables() == before | {"dpsql_release"}
    database.run("DROP TABLE dpsql_release")
    found = {}
    for one in script.statements:
        rows = database.run(one.sql)
        if one.sql.startswith("SELECT"):
            found[one.step] = rows
    database.run("DROP TABLE dpsql_release")
    return found, release


def load(database, bench, columns, people, private):
    """The same tables for dpsql and for the database."""
    for name, file, rows in (
        ("public_table", "p.csv", people),
        ("private_table", "t.csv", private),
    ):
        database.load(name, columns, rows)
        bench.write(file, rows, columns)


def sort_rows(rows):
    return sorted([tuple(map(str, row)) for row in rows])
