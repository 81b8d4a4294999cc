"""What a frontier of pooled releases shows can be released: its number of people, as `least`."""

import json
import re
from random import Random

import pytest
import yaml

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


def write_people(folder, seed):
    """Write P of 120 people, and T of those who are drawn by age."""
    random = Random(seed)
    people = [
        (int(random.triangular(0, 24, 3)), "".join(map(random.choice, ("12", "123", "12"))))
        for _ in range(120)
    ]
    members = [one for one in people if random.random() < 0.1 + 0.02 * one[0]]
    for name, rows in (("p", people), ("t", members)):
        lines = "".join(f"{age},{zip}\n" for age, zip in rows)
        (folder / f"{name}.csv").write_text(f"age,zip\n{lines}")


def test_the_number_of_a_point_leads_to_a_release_that_loses_no_more(tmp_path):
    write_people(tmp_path, 7)
    job = tmp_path / "job.yaml"
    job.write_text(JOB)
    points = dpsql.frontier(job).points
    assert len(points) > 4
    for point in points[::2]:
        stated = JOB.replace("{path: columns}", f"{{path: columns, least: {point.least}}}")
        job.write_text(f"{stated}delta: {{max: {point.delta_max}}}\n")
        found = dpsql.anonymize(job, overwrite=True)
        assert found.metrics["loss"] <= point.loss + 1e-12


@pytest.mark.tier("ci")
def test_a_point_of_a_page_tries_its_number_at_all_starts(tmp_path):
    """Its lines lead to it. With numbers of their own, starts lose more at 1/3, by 0.096."""
    write_people(tmp_path, 42)
    path, page = tmp_path / "job.yaml", tmp_path / "page.html"
    path.write_text(f"{JOB.replace('columns', 'root')}delta: {{max: 1/3}}\n")
    job = dpsql.read_job(path)
    plain = dpsql.anonymize(job)
    dpsql.write_report(job, page, internal=True, explore=1e-9)
    data = re.search(r'id="explorer-data">(.*?)</script>', page.read_text()).group(1)
    kinds = {one["name"]: one for one in json.loads(data)["kinds"]}
    points = kinds["pooled to the root"]["points"]
    for point in points[::3]:
        asked = job.replace(**yaml.load(point["lines"], yaml.BaseLoader))
        found = dpsql.anonymize(asked, overwrite=True)
        assert found.presence.maximum == asked.delta.max
        assert found.metrics["loss"] == pytest.approx(float(point["loss"]), abs=1e-4)
    third = next(one for one in points if one["at"] == pytest.approx(1 / 3))
    assert plain.metrics["loss"] > float(third["loss"]) + 0.09
    assert "tried from all starts" in kinds["this release"]["alone"]
