"""Several people may report one incident: a number of reports is asked about, and never taken."""

import random

import pyarrow
import pytest
import yaml
from pyarrow import parquet

from tests.tiers import later


def _write(name):
    """Write P with two rows of reporters for each of 180 numbers, and T of some of these people."""
    drawn = random.Random(4)
    rows = [
        person | {"reporter": reporter}
        for number in range(1, 181)
        for person in [
            {
                name: number,
                "ward": str(drawn.randint(701, 713)),
                "sex": drawn.choice("fm"),
                "age": drawn.randint(54, 89),
            }
        ]
        for reporter in ("nurse", "doctor")
    ]
    own = [
        {key: row[key] for key in ("ward", "sex", "age")} | {"outcome": drawn.randint(1, 3)}
        for row in rows[::12]
    ]
    for file, written in (("p", rows), ("t", own)):
        parquet.write_table(pyarrow.Table.from_pylist(written), f"{file}.parquet")


@pytest.mark.parametrize("name", ["report_no", "incident_id", later("record_nr")], ids=str)
def test_a_number_of_reports_is_asked_about_and_not_taken(folder, run, name):
    _write(name)
    told = run("init", "p.parquet", "t.parquet").stderr
    assert f"180 rows of P repeat the {name} of another" in told
    assert "is P one row per person?" in told
    assert "no bound holds" not in told
    assert "person" not in yaml.safe_load((folder / "job.yaml").read_text())


@pytest.mark.parametrize("name", ["record_id", later("medical_record_no")], ids=str)
def test_a_record_may_number_people(folder, run, name):
    """Studies number their people by records, and hospitals do."""
    _write(name)
    told = run("init", "p.parquet", "t.parquet").stderr
    assert f"180 rows of P repeat the {name} of another: no bound holds" in told
