"""A number of a pupil starts anew in each class of a school: three columns name a pupil then."""

import random

import pyarrow
import yaml
from pyarrow import parquet

SCHOOLS, PUPILS, TWICE = 40, 10, 40


def _write(*, moving=False):
    """Write P with marks of pupils, and T of every sixth row; return the rows and pupils of P.

    In some schools two classes share numbers. `moving`: all are in another class each year, and few
    have a wrong sex once.
    """
    drawn = random.Random(11)
    pupils = [
        {"school": school, "class": 1, "pupil_no": number, "sex": drawn.choice("fm")}
        for school in range(1, SCHOOLS + 1)
        for number in range(1, PUPILS + 1)
    ]
    if not moving:
        pupils += [
            one | {"class": 2, "sex": drawn.choice("fm")} for one in pupils[: 10 * TWICE : 10]
        ]
    rows = [
        pupil | {"subject": subject, "mark": drawn.randint(1, 40)}
        for pupil in pupils
        for subject in ("arithmetic", "language", "music")
    ]
    if moving:
        for number, row in enumerate(rows):
            row["class"] = 1 + number % 3
            row["sex"] = "fm"[row["sex"] == "f"] if number in (9, 90, 300, 600) else row["sex"]
    own = [row | {"repeated": drawn.randint(0, 2)} for row in rows[::6]]
    for file, written in (("p", rows), ("t", own)):
        parquet.write_table(pyarrow.Table.from_pylist(written), f"{file}.parquet")
    return len(rows), len(pupils)


def test_a_class_tells_pupils_of_a_school_apart(folder, run):
    rows, pupils = _write()
    told = run("init", "p.parquet", "t.parquet").stderr
    assert f"{rows - pupils:,} rows of P repeat the school, class and pupil_no of another" in told
    text = (folder / "job.yaml").read_text()
    assert yaml.safe_load(text.replace("# person: [", "person: ["))["person"] == [
        "school",
        "class",
        "pupil_no",
    ]


def test_a_t_of_other_names_is_matched_by_all_three(folder, run):
    """P has three of four numbers of schools, and T calls school, class and number otherwise."""
    drawn = random.Random(12)
    numbers = drawn.sample(range(1, 261), 180)
    pupils = [(school, 1 + one % 2, 1 + one // 2) for school in numbers for one in range(8)]
    names = ("school", "class", "pupil_no"), ("sch", "form", "roll_no")
    rows = [
        dict(zip(names[0], pupil, strict=True)) | {"subject": subject, "mark": drawn.randint(1, 9)}
        for pupil in pupils
        for subject in "ab"
    ]
    own = [
        dict(zip(names[1], pupil, strict=True)) | {"mark": drawn.randint(1, 9), "subject": subject}
        for pupil in pupils[::5]
        for subject in "ab"
    ]
    job = "public: p.parquet\nprivate: t.parquet\nquasi_identifiers: {mark: {widths: [3]}}\n"
    job += "person: [school, class, pupil_no]\ndelta: {min: 0, max: 0.9}\nrelease: r.parquet\n"
    (folder / "job.yaml").write_text(job)
    for file, written in (("p", rows), ("t", own)):
        parquet.write_table(pyarrow.Table.from_pylist(written), f"{file}.parquet")
    told = run("check", "job.yaml", "--quiet").stderr
    assert "sch, form and roll_no of T have values of school, class and pupil_no" in told
    assert f"{len(pupils[::5])} people are in T" in told and told.count("COPY") == 2


def test_a_class_of_each_year_names_no_pupil(folder, run):
    rows, pupils = _write(moving=True)
    told = run("init", "p.parquet", "t.parquet").stderr
    assert f"{rows - pupils:,} rows of P repeat the school and pupil_no of another" in told
