"""``dpsql init`` for a table of Spark: the same proposals as for its file, and a job that runs."""

from uuid import uuid4

import dpsql
from dpsql.demo import write_people
from tests.spark_server import find_spark


def test_a_table_gets_the_job_of_a_file(tmp_path, monkeypatch, session):
    monkeypatch.chdir(tmp_path)
    write_people(tmp_path / "people")
    name = f"register_{uuid4().hex[:12]}"
    frame = session.read.parquet(str(tmp_path / "people" / "registry.parquet"))
    frame.write.saveAsTable(f"default.{name}")
    try:
        path = dpsql.init(
            f"default.{name}", where="in_trial", engine={"spark": {"remote": find_spark()}}
        )
        dpsql.init("people/registry.parquet", where="in_trial", out="file.yaml")
        of_file = (tmp_path / "file.yaml").read_text().splitlines()
        others = [line for line in path.read_text().splitlines() if line not in of_file]
        assert [line.partition(":")[0] for line in others] == ["public", "release", "engine"]
        assert dpsql.check(path).private_rows == 160
    finally:
        session.sql(f"DROP TABLE default.{name}")
