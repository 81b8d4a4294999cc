"""A release in a folder is the same on every engine: the file that the engine would release."""

import pyarrow.parquet as pq
import pytest


@pytest.mark.parametrize("count", [None, "people"])
@pytest.mark.parametrize("format_", ["delta", "parquet"])
def test_a_folder_has_the_bytes_of_the_file(bench, format_, count):
    bench.write("p.csv", [[f"town {i // 10}", i % 7] for i in range(100)], ["town", "age"])
    bench.write("t.csv", [[f"town {i}", i * 10 % 7] for i in range(10)], ["town", "age"])
    columns = {"town": {"prefix": [5]}, "age": {"widths": [7]}}
    counted = {} if count is None else {"count": count}
    made = [
        bench.anonymize(bench.job(columns, delta={"max": "1/10"}, release={**release, **counted}))
        for release in ({"path": "trial", "format": format_}, {"path": "r.parquet"})
    ]
    assert made[0].release.sha256 == made[1].release.sha256
    (data,) = (bench.folder / "trial").glob("*.parquet")
    assert data.read_bytes() == (bench.folder / "r.parquet").read_bytes()
    assert pq.read_table(bench.folder / "trial").num_rows == made[1].release.rows
