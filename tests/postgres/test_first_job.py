"""``dpsql init`` for tables of Postgres: the proposals are those for files, and the job runs."""

import duckdb
import pytest

import dpsql
from dpsql.demo import write_people
from tests.postgres.conftest import VARIABLE


@pytest.fixture
def filled(server, tmp_path, monkeypatch):
    """The people of the demo as tables of the server, with numbers of every type; files beside."""
    monkeypatch.chdir(tmp_path)
    write_people(tmp_path / "people")
    amounts = "CAST(abs(hash(person_id) % 1000) AS DOUBLE) / 8 AS amount, age + 0.5 AS height"
    people = duckdb.sql(f"FROM 'people/registry.parquet' SELECT *, {amounts}")
    people.write_parquet("registry.parquet")
    server.execute(
        "CREATE TABLE register (person_id text, zip varchar(9), age smallint, visit date,"
        " nationality text, in_trial boolean, amount double precision, height numeric(9, 1))"
    )
    with server.cursor().copy("COPY register FROM STDIN") as copy:
        for row in people.fetchall():
            copy.write_row(row)
    return tmp_path


def test_tables_get_the_job_of_files(filled):
    engine = {"postgres": {"dsn_env": VARIABLE}}
    path = dpsql.init("register", where="in_trial", out="server.yaml", engine=engine)
    dpsql.init("registry.parquet", where="in_trial", out="file.yaml")
    of_server, of_file = (
        (filled / name).read_text().splitlines() for name in ("server.yaml", "file.yaml")
    )
    others = [line for line in of_server if line not in of_file]
    assert others == [
        "public: register",
        "release: register-released.parquet",
        f"engine: {{postgres: {{dsn_env: {VARIABLE}}}}}",
    ]
    assert dpsql.check(path).private_rows == 160
    assert dpsql.risks(path).to_dict()["presence"]["max"] == "1"


def test_an_open_connection_writes_the_engine(filled, server):
    path = dpsql.init("register", where="in_trial", connection=server)
    assert path.read_text().endswith("engine: postgres\n")
