"""What is told to somebody who writes a part of a job in another shape, with their own values."""

import pytest

import dpsql
from dpsql.errors import ConfigError

NO_KEY = "is not a key of the job file; "


def read(folder, written):
    (folder / "job.yaml").write_text(
        f"private: t.csv\nkeep: [ill]\n{written}\n", encoding="utf-8", newline=""
    )
    with pytest.raises(ConfigError) as caught:
        dpsql.read_job(folder / "job.yaml")
    return str(caught.value).removeprefix("job.yaml:3: ")


ZIP = "public: p.csv\nquasi_identifiers: {zip: zip.csv}"


@pytest.mark.parametrize(
    ("written", "told"),
    [
        (
            "privacy: {l_diversity: {column: ill, l: 2}}",
            f"privacy: {NO_KEY}write constraints: {{l_diversity: {{ill: {{distinct: 2}}}}}}",
        ),
        ("k_anonymity: 5", f"k_anonymity: {NO_KEY}write constraints: {{k_anonymity: 5}}"),
        (
            "constraints: {l_diversity: {column: ill, l: 2}}",
            "l_diversity.column: write constraints: {l_diversity: {ill: {distinct: 2}}}",
        ),
        (
            "constraints: {l_diversity: 2}",
            "constraints.l_diversity: write constraints: {l_diversity: {ill: {distinct: 2}}}",
        ),
        (
            "constraints: {l_diversity: {ill: {c: 3, l: 2}}}",
            f"constraints.l_diversity.ill.c: {NO_KEY}write constraints:"
            " {l_diversity: {ill: {recursive: {c: 3, l: 2}}}}",
        ),
        (
            "constraints: {l_diversity: [{attribute: ill, type: entropy, l: 2}]}",
            "constraints.l_diversity: write constraints: {l_diversity: {ill: {entropy: 2}}}",
        ),
        (
            "constraints: {t_closeness: {columns: [ill, sick], t: 0.2}, k: 3}",
            f"constraints.k: {NO_KEY}write constraints:"
            " {t_closeness: {ill: {t: 0.2}, sick: {t: 0.2}}, k_anonymity: 3}",
        ),
        (
            "constraints: {k_anonymity: {k: 3}}",
            "constraints.k_anonymity: write constraints: {k_anonymity: 3}",
        ),
        ("delta_presence: [1]", f"delta_presence: {NO_KEY}did you mean 'delta'?"),
        ("delta_max: 20%", f"delta_max: {NO_KEY}write delta: {{max: 20%}}"),
        (
            "delta: {dmin: 0.1, dmax: 1/2}",
            f"{NO_KEY}write delta: {{min: 0.1, max: 1/2}}",
        ),
        (
            "algorithm: {type: mpalm, cuts: hierarchy}",
            f"algorithm.type: {NO_KEY}write algorithm: {{mpalm: {{cuts: hierarchy}}}}",
        ),
        ("algorithm: {name: mondrian}", f"algorithm.name: {NO_KEY}write algorithm: mondrian"),
        # What is not plain is told as before.
        ("constraints: {l_diversity: {ill: two}}", "write a mapping, such as {distinct: 3}"),
        ("constraints: {l_diversity: {ill: 2}, fair: 3}", f"constraints.fair: {NO_KEY}there are"),
        ("constraints: {t_closeness: {ill: {strict: 3}}}", f"strict: {NO_KEY}"),
        ("delta: {lowest: 0.1}", f"delta.lowest: {NO_KEY}"),
        ("algorithm: {fast: 1}", f"algorithm.fast: {NO_KEY}there are"),
    ],
)
def test_constraints_and_the_like(tmp_path, written, told):
    assert told in read(tmp_path, f"{written}\n{ZIP}")


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("[zip, age]", "write quasi_identifiers: {zip: zip.csv, age: age.csv}, each column with"),
        ("zip, age", "write quasi_identifiers: {zip: zip.csv, age: age.csv}, each column with"),
        (
            "[{zip: zip.csv}, {age: 10}]",
            "{zip: zip.csv, age: {widths: [10]}}",
        ),
        ("[{name: age, step: 5}]", "write quasi_identifiers: {age: {widths: [5]}}"),
        ("{age: [5, 10]}", "quasi_identifiers.age: write age: {widths: [5, 10]}"),
        ("{age: {widths: 5}}", "quasi_identifiers.age.widths: write age: {widths: [5]}"),
        ("{age: {width: 5, weight: 2}}", "write age: {widths: [5], weight: 2}"),
        ("{day: {granularity: monthly}}", "write day: {dates: [month]}"),
        ("{zip: {digits: 3}}", "write zip: {prefix: [3]}"),
        ("{zip: {file: z.csv}}", "write zip: {hierarchy: z.csv}"),
        ("{age: {young: [18], old: [60, 70]}}", "write age: {tree: {young: [18], old: [60, 70]}}"),
        ("{age: {widths: five}}", "quasi_identifiers.age.widths: write a list, such as [5, 10]"),
        ("[[], 5, {}]", "write a mapping, such as {zip: zip.csv}"),
    ],
)
def test_quasi_identifiers(tmp_path, written, told):
    assert told in read(tmp_path, f"quasi_identifiers: {written}\npublic: p.csv")


def test_long_mappings_are_not_repeated(tmp_path):
    labels = [f"v{number:03}" for number in range(100)]
    told = read(tmp_path, f"quasi_identifiers: {{a: {{groups: {{x: {labels}}}}}}}\npublic: p.csv")
    assert "v001" not in told.replace("'", "")
    assert f"quasi_identifiers.a.groups: {NO_KEY}" in told


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("{file: chronic.csv}", "write {path: chronic.csv}; file is not a key of a table"),
        ("{data: chronic}", "write {path: FILE} or {table: NAME}"),
    ],
)
def test_the_file_of_a_table(tmp_path, written, told):
    said = read(tmp_path, f"public: {written}\nquasi_identifiers: {{zip: zip.csv}}")
    assert said == f"public: {told}"


def test_a_job_in_python_is_told_in_its_words():
    with pytest.raises(dpsql.InvalidJob) as caught:
        dpsql.Job(
            public="p.csv",
            private="t.csv",
            quasi_identifiers={"zip": "zip.csv"},
            keep=["ill"],
            constraints={"l_diversity": {"ill": {"c": 3, "l": 2}}},
        )
    assert str(caught.value).endswith(
        "write constraints={'l_diversity': {'ill': {'recursive': {'c': 3, 'l': 2}}}}"
    )
