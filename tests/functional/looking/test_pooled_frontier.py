"""What a frontier of pooled releases shows can be released: its number of people, as `least`."""

from random import Random

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


def test_the_number_of_a_point_leads_to_a_release_that_loses_no_more(tmp_path):
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
    points = dpsql.frontier(job).points
    assert len(points) > 4
    for point in points[::2]:
        stated = JOB.replace("{path: columns}", f"{{path: columns, least: {point.least}}}")
        job.write_text(f"{stated}delta: {{max: {point.delta_max}}}\n")
        found = dpsql.anonymize(job, overwrite=True)
        assert found.metrics["loss"] <= point.loss + 1e-12
