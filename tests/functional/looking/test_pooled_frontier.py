"""What a frontier of pooled releases shows can be released: its number of people, as `least`."""

import json
import re
from fractions import Fraction
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

#: 60 people of P: a, b and c. Those of T by their numbers.
PEOPLE = """
    31z 10z 31x 01x 01z 01y 32z 11z 00x 11y 21x 12y 02y 21z 02y 11x 01x 30y 30x 00x
    30z 31z 13y 20y 05x 10x 00y 12x 31z 11y 01x 00z 25x 10z 00x 11x 23y 00x 10y 21x
    33x 30x 24z 12x 12y 31y 00x 20z 30z 30x 00y 00x 00y 30x 10z 10x 35z 11x 34z 25x
"""
MEMBERS = (2, 5, 9, 19, 21, 38, 40, 42, 43, 46, 47, 52, 54)
OF_DIGITS = """\
public: p.csv
private: {table: t.csv, key: id}
person: id
quasi_identifiers:
  a: {tree: {"*": {l: ["0", "1"], h: ["2", "3"]}}}
  b: {tree: {"*": {l: ["0", "1", "2"], h: ["3", "4", "5"]}}}
  c: {tree: {"*": [x, y, z]}}
delta: {max: 3/10}
algorithm: pooled
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


def test_the_limits_that_time_puts_first_change_no_point(tmp_path):
    """With 3 people from the raw values 0.157 is lost at 2/5; jobs of greater δmax do not try 3."""
    rows = (",".join((str(n), *one)) for n, one in enumerate(PEOPLE.split()))
    (tmp_path / "p.csv").write_text("id,a,b,c\n" + "\n".join(rows) + "\n")
    (tmp_path / "t.csv").write_text("id\n" + "".join(f"{n}\n" for n in MEMBERS))
    job = tmp_path / "job.yaml"
    job.write_text(OF_DIGITS)
    found = dpsql.frontier(job)
    assert found.points == dpsql.frontier(job, time_limit=600).points
    (point,) = (one for one in found.points if one.delta_max == Fraction(2, 5))
    assert (point.loss, point.least) == (pytest.approx(92 / 585), 3)
