"""A release whose kept column holds other values than T, beside the right classes, is refused."""

import json
from hashlib import sha256

import duckdb
import pyarrow
import pytest

import dpsql


@pytest.mark.parametrize("algorithm", ["spalm", {"mondrian": {}}, {"mpalm": {}}])
def test_a_kept_cell_of_another_row_is_found(duckdb_bench, algorithm):
    towns = ["a", "a", "b", "b"]
    job = duckdb_bench.job(
        {"town": {"tree": {"*": ["a", "b"]}}},
        public=pyarrow.table({"town": towns * 2}),
        private=pyarrow.table({"town": towns, "lab": ["1", "2", "3", "4"]}),
        delta={"max": "1/2"},
        keep=["lab"],
        algorithm=algorithm,
        constraints={"k_anonymity": 2},
    )
    duckdb_bench.anonymize(job)
    path = duckdb_bench.folder / "r.parquet"
    with duckdb.connect() as connection:
        connection.execute(f"CREATE TABLE rows AS FROM '{path}'")
        # Two people of one class have the same number in the lab now.
        connection.execute("UPDATE rows SET lab = '1' WHERE lab = '2'")
        connection.execute(f"COPY (FROM rows ORDER BY ALL) TO '{path}' (COMPRESSION zstd)")
    manifest = path.with_name(f"{path.name}.manifest.json")
    claims = json.loads(manifest.read_text(encoding="utf-8"))
    claims["release"]["sha256"] = sha256(path.read_bytes()).hexdigest()
    manifest.write_text(json.dumps(claims, indent=2) + "\n", encoding="utf-8")
    with pytest.raises(dpsql.IntegrityError, match="2 distinct rows are not as often"):
        dpsql.verify(job)
