"""A pooled job releases what its frontier says of its δmax: both try the same numbers of people."""

from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest

import dpsql

JOB = """\
public: p.csv
private: t.csv
quasi_identifiers:
  age: {widths: [2, 6, 12]}
  zip: {prefix: [2, 1]}
algorithm: {pooled: {path: columns}}
release: r.csv
"""


@pytest.mark.parametrize("share", [0, Fraction(9, 10)])
def test_the_frontier_and_the_release_lose_as_much(tmp_path, share):
    random = Random(7)
    people = [
        (int(random.triangular(0, 24, 3)), "".join(map(random.choice, ("12", "123", "12"))))
        for _ in range(120)
    ]
    members = [one for one in people if random.random() < 0.1 + 0.02 * one[0]]
    for name, rows in (("p", people), ("t", members)):
        lines = "".join(f"{age},{zip}\n" for age, zip in rows)
        (tmp_path / f"{name}.csv").write_text(f"age,zip\n{lines}")
    job = tmp_path / "job.yaml"
    job.write_text(JOB)
    points = [one for one in dpsql.frontier(job).to_rows() if one["delta_max"] > Fraction(1, 3)]
    assert len(points) > 4
    for point, following in pairwise(points):
        # At the δmax of a point, and between it and the next one.
        delta = point["delta_max"] + share * (following["delta_max"] - point["delta_max"])
        job.write_text(f"{JOB}delta: {{max: {delta}}}\n")
        found = dpsql.anonymize(job, overwrite=True).to_dict()
        assert found["metrics"]["loss"] == pytest.approx(point["loss"], rel=1e-12)
