"""Nothing that a run prints, writes or raises holds a password, however it is spelled."""

import logging
import warnings
from itertools import count
from urllib.parse import quote
from uuid import uuid4

import pytest
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from typer.testing import CliRunner

from dpsql.cli.app import make_app
from tests.postgres.conftest import VARIABLE
from tests.postgres.test_commands import JOB

#: What a password is looked for by.
TOKEN = "s3kr1t"
PASSWORDS = [
    f"{TOKEN}",
    f"{TOKEN}/a@b:c?d={TOKEN};e",
    f"a b: {TOKEN}",
    f'it\'s \\{TOKEN}\\ "{TOKEN}"',
    f"password={TOKEN} host={TOKEN}",
    f"%{TOKEN}%20#{TOKEN}é",
]


@pytest.fixture
def role(server, people):
    """A role that may do all that a release needs."""
    name = f"role_{uuid4().hex[:8]}"
    schema = server.execute("SELECT current_schema()").fetchone()[0]
    server.execute(f"CREATE ROLE {name} LOGIN")
    server.execute(f"GRANT USAGE ON SCHEMA {schema} TO {name}")
    server.execute(f"GRANT SELECT ON people TO {name}")
    yield name
    server.execute(f"DROP OWNED BY {name}")
    server.execute(f"DROP ROLE {name}")


def as_address(words, **more):
    """The same connection in the other form."""
    given = conninfo_to_dict(make_conninfo(words, **more))
    user, password = (quote(given.pop(name), safe="") for name in ("user", "password"))
    database = given.pop("dbname")
    return f"postgresql://{user}:{password}@/{database}?" + "&".join(
        f"{name}={quote(str(value), safe='')}" for name, value in given.items()
    )


@pytest.fixture
def run(tmp_path, monkeypatch, caplog, people):
    """Release by a connection, with all that a run can write; what it told."""
    (tmp_path / "job.yaml").write_text(JOB, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    caplog.set_level(logging.DEBUG)
    numbers = count()

    def call(given):
        monkeypatch.setenv(VARIABLE, given)
        number = next(numbers)
        written = ["--dump-sql", f"sql {number}", "--debug", "debug", "--report", f"{number}.html"]
        kept = ["--overwrite", "--json", "--journal-after", "0", "--keep-journal"]
        with warnings.catch_warnings(record=True, action="always") as warned:
            ended = CliRunner().invoke(make_app(), ["anonymize", "job.yaml", *written, *kept])
        told = [ended.stdout, ended.stderr, caplog.text, str([str(one.message) for one in warned])]
        return ended.exit_code, told

    return call


@pytest.mark.parametrize("form", [make_conninfo, as_address])
@pytest.mark.parametrize("password", PASSWORDS)
def test_no_channel_of_a_run_holds_it(tmp_path, words, server, role, run, password, form):
    """Of a release with its page, statements and debug file; and of connections that fail."""
    server.execute(sql.SQL("ALTER ROLE {} PASSWORD {}").format(sql.Identifier(role), password))
    connection = form(words, user=role, password=password)
    told = []
    for given, code in (
        (connection, 0),
        (form(words, user="nobody_at_all", password=password), 6),
        (form(words, user=role, password=password, dbname="no_such"), 6),
        (form(words, user=role, password=password, port="1"), 6),
        (form(words, user=role, password=password, options="-c statement_timeout=1"), 6),
        (f"{connection} {TOKEN}", 2),
        (connection.replace("host", "hots"), 2),
    ):
        ended, texts = run(given)
        assert ended == code, texts
        told += texts
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert {"r.parquet", "0.html", "r.parquet.manifest.json"} <= {path.name for path in files}
    assert any(path.suffix == ".sql" for path in files)
    assert any("debug" in path.parts for path in files)
    for text in (*told, *(path.read_bytes().decode(errors="replace") for path in files)):
        assert TOKEN not in text
