"""Releases that dpsql did not write, over the paper's example: measured, verified, refused."""

import csv
from fractions import Fraction
from pathlib import Path

import duckdb
import pytest

import dpsql
from dpsql.errors import InputChanged
from dpsql.report.charts.bars import read_bars

HEIGHTS = {"zip": 3, "age": 2, "nationality": 3}
LEVELS = {"zip": 2, "age": 2, "nationality": 2}
AS_LEVELS = ",".join(f"{name}={level}" for name, level in LEVELS.items())
NATIONS = {
    **dict.fromkeys(("USA", "Canada"), ("N. America", "America", "*")),
    **dict.fromkeys(("Peru", "Brazil"), ("S. America", "America", "*")),
    **dict.fromkeys(("Spain", "Bulgaria", "France"), ("Europe", "Europe", "*")),
}


def read(path, delimiter=","):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file, delimiter=delimiter))


@pytest.fixture
def people(example):
    """T at given levels, by the hierarchy files."""
    ladders = {
        name: {row[0]: row for row in read(example.parent / f"{name}.csv", ";")}
        for name in ("zip", "age")
    }
    ladders["nationality"] = {leaf: (leaf, *labels) for leaf, labels in NATIONS.items()}
    names, *rows = read(example.parent / "private.csv")

    def at(**levels):
        return [
            [ladders[n][cell][levels.get(n, 0)] for n, cell in zip(names, row, strict=True)]
            for row in rows
        ]

    return at


@pytest.fixture
def write(tmp_path):
    """Write a file as ARX does: ; and no quotes, its own order of rows and columns."""

    def written(rows, names=("zip", "age", "nationality"), file="arx.csv", end="\n"):
        lines = [";".join(row) for row in (names, *rows)]
        (tmp_path / file).write_text(end.join([*lines, ""]), encoding="utf-8", newline="")
        return tmp_path / file

    return written


def test_measure_of_a_foreign_release(example, run, people, write):
    rows = [[f"row {i}", *reversed(row)] for i, row in enumerate(people(**LEVELS))]
    file = write(rows[::-1], ("anything", "nationality", "age", "zip"))
    ended = run("measure", example, "--release", file, "--json")
    assert (ended.exit_code, ended.stderr) == (0, "")
    found = ended.found
    assert found.pop("seconds").keys() == {"measure", "total"}
    assert found.pop("peak_memory_bytes") > 0
    assert len(found["release"].pop("sha256")) == 64
    assert found == {
        "schema": "dpsql/1",
        "status": "measured",
        "delta": {"min": "1/2", "max": "2/3"},
        "constraints": {},
        "keep": [],
        "public_columns": ["name", "zip", "age", "nationality"],
        "public_rows": 9,
        "private_rows": 5,
        "partitions": 2,
        "presence": {"min": "1/2", "max": "2/3"},
        "people_by_presence": [*[0] * 10, 6, 0, 0, 3, *[0] * 7],
        "presence_bars": [str(bar) for bar in read_bars({"min": "1/2", "max": "2/3"})],
        "metrics": {"discernibility": 13, "class_size": 2.5},
        "satisfied": True,
        "models": [
            {"name": "delta min", "asked": "1/2", "holds": True, "broken_classes": 0},
            {"name": "delta max", "asked": "2/3", "holds": True, "broken_classes": 0},
        ],
        "release": {"path": str(file), "rows": 5},
        "telling_columns": [],
    }


def test_verify_of_a_foreign_release(example, run, people, write):
    file = write(people(**LEVELS), end="\r\n")
    ended = run("verify", example, file, "--foreign", "--json")
    assert (ended.exit_code, ended.stderr) == (0, "")
    found = ended.found
    assert found["release"].keys() == {"path", "rows", "sha256"}
    assert (found["status"], found["partitions"]) == ("verified", 2)
    assert found["presence"] == {"min": "1/2", "max": "2/3"}
    assert "levels" not in found
    assert "boxes" not in found


def test_what_was_not_judged_is_told(example, run, people, write, tmp_path):
    file = write(people(**LEVELS))
    for command in (
        ("verify", example, file, "--foreign"),
        ("measure", example, "--release", file),
    ):
        words = " ".join(run(*command).stdout.split())
        assert "were not checked" in words
        assert "2 boxes" in words
    page = tmp_path / "page.html"
    assert run("measure", example, "--release", file, "--report", page, "--quiet").stdout == ""
    text = page.read_text(encoding="utf-8")
    assert "their order, and columns that the job does not name" in text
    assert "Whoever links the release with the public table" in text


def test_a_notebook_shows_a_measured_release(example, people, write):
    outcome = dpsql.measure(example, release=write(people()))
    assert "read back in 5 boxes (the order of the rows" in outcome._repr_html_()


def test_a_release_of_levels_is_measured_with_what_its_manifest_states(example):
    released = dpsql.anonymize(example)
    outcome = dpsql.measure(example, release=released.release.path)
    assert outcome.levels == released.levels
    listed = ", ".join(f"{name}={level}" for name, level in released.levels.items())
    assert f", with {listed} by its manifest (the" in outcome._repr_html_()
    assert "box" not in repr(outcome)
    # What the cells tell stays the number of them.
    assert "levels" not in outcome.to_dict()


def test_the_raw_private_table_breaks_the_job(example, run):
    file = example.parent / "private.csv"
    ended = run("measure", example, "--release", file, "--json")
    assert (ended.exit_code, ended.found["satisfied"]) == (4, False)
    assert ended.found["presence"] == {"min": "0", "max": "1"}
    assert run("measure", example, "--release", file).exit_code == 4
    verified = run("verify", example, file, "--foreign", "--json")
    assert (verified.exit_code, verified.found["error"]["code"]) == (4, "NotSatisfied")


def test_a_job_without_models_is_measured_not_verified(example, run, edit, people, write):
    edit(example, "delta: {min: 1/2, max: 2/3}", "")
    file = write(people())
    ended = run("measure", example, "--release", file, "--json")
    assert (ended.exit_code, ended.found["satisfied"]) == (0, None)
    assert run("measure", example, "--release", file).exit_code == 0
    assert run("verify", example, file, "--foreign").exit_code == 2


def test_a_release_of_dpsql_needs_its_manifest_or_foreign(example, run):
    assert run("anonymize", example, "--quiet").exit_code == 0
    assert run("verify", example, "--foreign", "--json").found["partitions"] == 2
    (example.parent / "release.csv.manifest.json").unlink()
    assert run("verify", example, "--foreign", "--quiet").exit_code == 0
    ended = run("verify", example)
    assert ended.exit_code == 7
    assert "--foreign" in ended.complaint


def test_rows_of_different_levels_that_do_not_overlap(example, run, people, write):
    """Local recoding: raw values, labels of any level and ranges, as long as boxes are disjoint."""
    mixed = [
        [*row[:2], "Europe"] if row[2] == "Europe" else [row[0], "*", "[USA..Peru]"]
        for row in people(zip=2, age=2, nationality=2)
    ]
    found = run("measure", example, "--release", write(mixed), "--json").found
    assert (found["partitions"], found["presence"]) == (2, {"min": "1/2", "max": "2/3"})


@pytest.mark.parametrize(
    ("levels", "exit_code", "message"),
    [
        ("zip=2,age=2,nationality=2", 0, ""),
        ("zip=2", 0, ""),
        ("nationality=1", 7, "distinct cell of nationality is no label of level 1"),
        ("zip=0", 7, "distinct cells of zip are no label of level 0"),
        ("zip=4", 2, "zip has levels 0 to 3"),
        ("town=1", 2, "'town' is not a quasi-identifier"),
    ],
)
def test_levels(example, run, people, write, levels, exit_code, message):
    file = write(people(**LEVELS))
    for command in (
        ("verify", example, file, "--foreign"),
        ("measure", example, "--release", file),
    ):
        ended = run(*command, "--levels", levels, "--quiet")
        assert ended.exit_code == exit_code
        assert message in ended.stderr


def test_levels_of_a_release_with_a_manifest_are_refused(example, run):
    assert run("anonymize", example, "--quiet").exit_code == 0
    ended = run("verify", example, "--levels", AS_LEVELS)
    assert ended.exit_code == 2
    assert "--foreign" in ended.complaint


def test_suppressed_rows_have_two_readings(example, run, people, write):
    """Of the six in America two rows are shown, of the three in Europe two, one of anybody."""
    rows = people(**LEVELS)
    america = next(number for number, row in enumerate(rows) if row[2] == "America")
    rows[america] = ["*", "*", "*"]
    for levels in ("", AS_LEVELS):
        found = run(
            "measure", example, "--release", write(rows), "--levels", levels, "--json"
        ).found
        assert found["presence"] == {"min": "7/15", "max": "11/15"}
        assert found["overlap"] == {"method": "laminar", "forced": 0}
        assert found["suppressed"] == {
            "rows": 1,
            "random_rows": {"min": "7/15", "max": "11/15"},
            "whole_classes": None,
        }
        assert found["satisfied"] is False
    ended = run("verify", example, write(rows), "--foreign")
    assert ended.exit_code == 4
    assert "its boxes overlap, and it does not satisfy the job" in ended.complaint
    total = run("measure", example, "--release", write([["*"] * 3] * 5), "--json").found
    assert (total["partitions"], total["presence"]) == (1, {"min": "5/9", "max": "5/9"})
    assert "suppressed" not in total


def test_a_whole_class_that_is_suppressed_is_found_out(example, run, people, write, edit):
    """Whoever knows that whole classes are suppressed knows that the two are Europeans."""
    rows = [row if row[2] == "America" else ["*"] * 3 for row in people(**LEVELS)]
    found = run("measure", example, "--release", write(rows), "--json").found
    assert found["suppressed"] == {
        "rows": 2,
        "random_rows": {"min": "1/3", "max": "2/3"},
        "whole_classes": {"min": "1/2", "max": "2/3"},
    }
    assert found["presence"] == {"min": "1/3", "max": "2/3"}
    assert found["people_by_presence"][-1] == 0
    told = " ".join(run("measure", example, "--release", write(rows)).stdout.split())
    assert "2 rows are suppressed: presence is ≈ 33.3 % to ≈ 66.7 % if any rows" in told
    edit(example, "min: 1/2", "min: 1/3")
    ended = run("verify", example, write(rows), "--foreign")
    assert ended.exit_code == 0, ended.stderr
    assert "the worse counts" in " ".join(ended.stdout.split())


def test_boxes_that_overlap_without_suppressed_rows(example, run, people, write):
    rows = people(**LEVELS)
    rows[0] = [rows[0][0], "*", "*"]
    found = run("measure", example, "--release", write(rows), "--json").found
    assert found["overlap"]["method"] == "laminar"
    assert "suppressed" not in found


def test_overlapping_boxes_must_be_able_to_hold_t(example, run, people, write):
    anybody = ["*", "*", "*"]
    more = [anybody, *people(**LEVELS)]
    others = [anybody, *[["47*", "*", "America"]] * 4]
    for rows, told in ((more, "it has 6 rows, and T has 5"), (others, "are not those of T")):
        ended = run("measure", example, "--release", write(rows))
        assert ended.exit_code == 7
        assert told in ended.complaint


def test_models_of_classes_are_not_judged_where_boxes_overlap(example, run, people, write, edit):
    rows = people(**LEVELS)
    rows[0] = ["*", "*", "*"]
    edit(example, "delta:", "constraints: {k_anonymity: 2}\ndelta:")
    found = run("measure", example, "--release", write(rows), "--json").found
    assert [one["name"] for one in found["models"]] == ["delta min", "delta max", "k_anonymity"]
    assert found["models"][2]["holds"] is False
    edit(example, "k_anonymity: 2", "k_map: 2")
    ended = run("measure", example, "--release", write(rows))
    assert ended.exit_code == 7
    assert "not with other models: drop these from the job" in ended.complaint


def test_a_label_of_several_meanings_needs_its_level(example, run, edit, write):
    """ARX fills gaps by repeating; other tools name a group after one of its members."""
    edit(example, "S. America: [Brazil, Peru]", "Peru: [Brazil, Peru]")
    rows = [["4*", "*", nation] for nation in ("N. America", "N. America", "Peru")]
    file = write([*rows, *[["4*", "*", "Europe"]] * 2])
    ended = run("measure", example, "--release", file)
    assert ended.exit_code == 7
    assert "1 distinct cell of nationality could mean different values" in ended.complaint
    assert "--levels nationality=" in ended.complaint
    found = run("measure", example, "--release", file, "--levels", "nationality=1", "--json").found
    assert found["partitions"] == 3


def test_a_label_whose_values_do_not_stand_together_needs_another_order(
    example, run, edit, people, write
):
    edit(example, "zip: zip.csv ", "zip: {hierarchy: zip.csv, order: frequency} ")
    edit(example, "nationality:\n", "nationality:\n      order: alpha\n")
    edit(example, "    tree:\n", "      tree:\n")
    edit(example, "      America:", "        America:")
    edit(example, "      Europe:", "        Europe:")
    file = write(people(zip=3, age=2, nationality=2))
    ended = run("measure", example, "--release", file)
    assert ended.exit_code == 7
    assert "labels of nationality whose values do not stand together" in ended.complaint
    assert "order: hierarchy" in ended.complaint
    edit(example, "order: alpha", "order: hierarchy")
    assert run("measure", example, "--release", file, "--json").found["partitions"] == 2


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda rows: rows.pop(), "boxes do not hold as many rows"),
        (lambda rows: rows.append(rows[0]), "boxes do not hold as many rows"),
        (lambda rows: rows[0].__setitem__(0, "473*"), "distinct cell of zip is no value of P"),
        (lambda rows: rows[0].__setitem__(2, "Europe"), "boxes do not hold as many rows"),
        (lambda rows: rows.clear(), "5 rows of T lie in none of its boxes"),
    ],
)
def test_what_is_not_t_generalized_is_refused(example, run, people, write, spoil, message):
    rows = people(**LEVELS)
    spoil(rows)
    for command in (("verify", example, write(rows), "--foreign"), ("measure", example)):
        more = () if command[0] == "verify" else ("--release", write(rows))
        ended = run(*command, *more, "--json")
        assert (ended.exit_code, ended.found["error"]["code"]) == (7, "IntegrityError")
        assert message in ended.complaint


def test_kept_columns_are_compared_and_others_are_not(example, run, edit, people, write):
    private = example.parent / "private.csv"
    lines = private.read_text(encoding="utf-8").splitlines()
    labs = ["lab", "a", "b", "c", "d", "e"]
    private.write_text("\n".join(f"{a},{b}" for a, b in zip(lines, labs, strict=True)) + "\n")
    rows = [[lab, *row] for row, lab in zip(people(**LEVELS), labs[1:], strict=True)]
    names = ("lab", "zip", "age", "nationality")
    right = write(rows[::-1], names)
    rows[0][0], rows[4][0] = rows[4][0], rows[0][0]
    wrong = write(rows, names, "wrong.csv")
    for file in (right, wrong):
        assert run("verify", example, file, "--foreign", "--quiet").exit_code == 0
    edit(example, "metric: loss", "keep: [lab]")
    assert run("verify", example, right, "--foreign", "--quiet").exit_code == 0
    page = example.parent / "page.html"
    measured = run("measure", example, "--release", right, "--report", page, "--json")
    assert measured.found["keep"] == ["lab"]
    assert "or learns from them: <bdi>lab</bdi></th>" in page.read_text(encoding="utf-8")
    ended = run("verify", example, wrong, "--foreign")
    assert ended.exit_code == 7
    assert "not as often in it as in T" in ended.complaint
    ended = run("verify", example, write(people(**LEVELS)), "--foreign")
    assert (ended.exit_code, "no column 'lab'" in ended.complaint) == (7, True)


def test_a_missing_column_is_named(example, run, people, write):
    file = write(people(**LEVELS), ("ZIP", "age", "nationality"))
    ended = run("verify", example, file, "--foreign")
    assert ended.exit_code == 7
    assert ended.complaint == "dpsql: release: it has no column 'zip'; did you mean 'ZIP'?"


@pytest.mark.parametrize(
    ("header", "told"),
    [
        ("zip;age,nationality", "line 1: the delimiter is not plain; save it with one of , ; | or"),
        ("zip:age:nationality", "'zip', 'age' and 'nationality' in one name; save it with , ; |"),
    ],
)
def test_a_delimiter_that_is_not_read_is_to_be_saved_otherwise(
    example, run, tmp_path, header, told
):
    (tmp_path / "arx.csv").write_text(f"{header}\n4*;*;*\n", encoding="utf-8", newline="")
    for command in (("verify", "--foreign"), ("measure", "--release")):
        ended = run(command[0], example, *command[1:], tmp_path / "arx.csv")
        assert told in ended.complaint
        assert "delimiter: …" not in ended.complaint


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (
            ("zip", "nationality"),
            "no column 'age'; add it to the release with * in every row, or drop it from the job's"
            " quasi_identifiers",
        ),
        (
            ("zip", "nat"),
            "no columns 'age', 'nationality' and 'lab'; add 'age' to the release with * in every"
            " row, or drop it from the job's quasi_identifiers; drop 'lab' from the job's keep, and"
            " from its constraints; for 'nationality', did you mean 'nat'?",
        ),
        (
            ("lab",),
            "no columns 'zip', 'age' and 'nationality'; add them to the release with * in every"
            " row",
        ),
        (
            ("47906", "35"),
            "its first line names none of the job's columns, 'zip', 'age', 'nationality' and 'lab';"
            " write the names there, or rename its columns to them",
        ),
    ],
)
def test_all_missing_columns_are_told_with_the_ways_out(example, run, edit, write, names, told):
    private = example.parent / "private.csv"
    lines = private.read_text(encoding="utf-8").splitlines()
    private.write_text("\n".join([f"{lines[0]},lab", *(f"{one},a" for one in lines[1:])]) + "\n")
    if "lab" in told:
        edit(
            example,
            "metric: loss",
            "keep: [lab]\nconstraints: {l_diversity: {lab: {distinct: 1}}}",
        )
    elif names == ("lab",):
        edit(example, "metric: loss", "keep: [lab]")
    ended = run("measure", example, "--release", write([["x"] * len(names)], names))
    assert ended.exit_code == 7
    assert ended.complaint == f"dpsql: release: it has {told}" or told.startswith("its first")
    assert ended.complaint.endswith(told)


def test_a_release_that_left_a_column_out_is_measured_in_both_ways(
    example, run, edit, write, people
):
    short = write([[row[0], row[2]] for row in people(**LEVELS)], ("zip", "nationality"))
    stars = write(people(**LEVELS), file="stars.csv")
    with_stars = run("measure", example, "--release", stars, "--json").found["presence"]
    edit(example, "  age: age.csv\n", "")
    assert run("measure", example, "--release", short, "--json").found["presence"] == with_stars


@pytest.mark.parametrize("cell", ["[18..60]", "[16..62]", "[16, 63[", "]16-62)", "(17.5 to 63)"])
def test_ranges_of_numbers_have_any_ends(example, run, edit, people, write, cell):
    edit(example, "age: age.csv", "age: {hierarchy: age.csv, order: number}")
    rows = people(zip=2, nationality=2)
    for row in rows:
        row[1] = row[1] if row[1] == "63" else cell
    found = run("measure", example, "--release", write(rows), "--json").found
    # Peru's is the only one of 63; of the eight others of P four are shown.
    assert (found["partitions"], found["presence"]) == (3, {"min": "2/5", "max": "1"})


def test_notations_of_other_tools_are_told_without_their_cells(example, run, edit, people, write):
    rows = people(zip=2, nationality=2)
    for row, age in zip(rows, ("57-59", "over 41", "", "[46, 48[", "51.5"), strict=True):
        row[1] = age
    rows[0][2] = "Martian"
    ended = run("measure", example, "--release", write(rows))
    assert ended.exit_code == 7
    assert "5 distinct cells of age are no value of P" in ended.complaint
    assert "1 distinct cell of nationality is no value of P" in ended.complaint
    assert "write * for a cell that is suppressed" in ended.complaint
    assert "some are written like 20-29, under 30: write ranges as [20..29]" in ended.complaint
    assert "with a line such as 25;20-29;* per value of P" in ended.complaint
    assert "write order: number in the job, as age: {hierarchy: FILE, order: nu" in ended.complaint
    assert "averages" in ended.complaint
    assert not any(cell in ended.complaint for cell in ("57", "41", "46", "51", "Mars"))
    edit(example, "age: age.csv", "age: {hierarchy: age.csv, order: number}")
    ended = run("measure", example, "--release", write(rows))
    assert "4 distinct cells of age are no value of P" in ended.complaint
    assert "order: number" not in ended.complaint


@pytest.mark.parametrize("levels", [(), ("--levels", "nationality=1")])
def test_a_misspelt_label_is_told_as_the_hierarchy_has_it(example, run, people, write, levels):
    rows = people(zip=2, age=2, nationality=1)
    for row in rows:
        row[2] = {"Europe": "Eurpoe", "N. America": "n america"}.get(row[2], row[2])
    ended = run("measure", example, "--release", write(rows), *levels)
    assert "some are like the label" in ended.complaint
    assert "'N. America'" in ended.complaint
    assert "Eurpoe" not in ended.complaint
    assert "n america" not in ended.complaint


def test_numbers_and_dates_of_a_parquet_release(tmp_path, run):
    people = (
        "(VALUES (35, DATE '2024-05-01', true), (41, DATE '2024-05-01', false),"
        " (38, DATE '2023-01-31', true)) AS people(age, visit, member)"
    )
    duckdb.sql(f"SELECT * FROM {people}").write_parquet(str(tmp_path / "p.parquet"))
    words = "age: {widths: [10]}, visit: {dates: [month]}"
    job = tmp_path / "job.yaml"
    job.write_text(
        f"public: p.parquet\nprivate: {{where: member}}\nquasi_identifiers: {{{words}}}\n"
        "delta: {max: 1}\n"
    )
    for number, columns in enumerate(
        (
            "age, visit",
            "visit, '[30, 40)' AS age",
            "CAST(visit AS VARCHAR) AS visit, age::TINYINT AS age",
        )
    ):
        file = tmp_path / f"r{number}.parquet"
        duckdb.sql(f"SELECT {columns} FROM {people} WHERE member").write_parquet(str(file))
        found = run("verify", job, file, "--foreign", "--json").found
        assert (found["partitions"], found["presence"]["max"]) == (2, "1")


def test_ranges_of_dates_have_any_ends(tmp_path, run):
    """Python counts who is in each range."""
    days = [f"{2001 + i // 4}-{1 + 3 * (i % 4):02}-{10 + i % 15}" for i in range(24)]
    members = days[::3]
    (tmp_path / "p.csv").write_text("\n".join(["visit", *days, ""]), newline="")
    (tmp_path / "t.csv").write_text("\n".join(["visit", *members, ""]), newline="")
    job = tmp_path / "job.yaml"
    job.write_text(
        "public: p.csv\nprivate: t.csv\nquasi_identifiers: {visit: {dates: [year]}}\n"
        "delta: {max: 1}\n"
    )
    ends = {"[2001-01-01, 2003-05-01[": ("2001-01-01", "2003-04-30")}
    ends["[2003-05-01..2006-12-31]"] = ("2003-05-01", "2006-12-31")
    cells = [cell for day in members for cell, (low, high) in ends.items() if low <= day <= high]
    file = tmp_path / "r.csv"
    file.write_text("\n".join(["visit", *(f'"{cell}"' for cell in cells), ""]), newline="")
    found = run("verify", job, file, "--foreign", "--json").found
    shares = [
        Fraction(
            sum(low <= one <= high for one in members), sum(low <= one <= high for one in days)
        )
        for low, high in ends.values()
    ]
    assert found["presence"] == {"min": str(min(shares)), "max": str(max(shares))}
    file.write_text("\n".join(["visit", *["2001-01-01 - 2006-12-31"] * 8, ""]), newline="")
    ended = run("verify", job, file, "--foreign")
    assert "write ranges of dates as [2020-01-01..2020-12-31], both ends" in ended.complaint


@pytest.mark.parametrize(
    ("file", "old", "new", "code", "message"),
    [
        (
            "private.csv",
            "47903,59,Canada",
            "47903,59,Canada\n47903,59,Canada",
            "SubsetError",
            "1 r",
        ),
        ("public.csv", None, "name,zip,age,nationality\n", "InputError", "P has no rows"),
        ("zip.csv", "47906;4790*;47*;4*\n", "", "HierarchyError", "hierarchy of zip"),
    ],
)
def test_inputs_that_cannot_be_used(
    example, run, edit, people, write, file, old, new, code, message
):
    rows = people(**LEVELS)
    if code == "SubsetError":
        rows.append(rows[0])
    if old is None:
        (example.parent / file).write_text(new)
        (example.parent / "private.csv").write_text("zip,age,nationality\n")
        rows = []
    else:
        edit(example.parent / file, old, new)
    ended = run("measure", example, "--release", write(rows), "--json")
    assert (ended.exit_code, ended.found["error"]["code"]) == (3, code)
    assert message in ended.complaint


def test_files_that_are_none(example, run, tmp_path):
    (tmp_path / "notes.doc").write_text("zip;age;nationality\n")
    for file, message in (("none.csv", "no such file"), ("notes.doc", "format is not known")):
        ended = run("measure", example, "--release", tmp_path / file)
        assert (ended.exit_code, message in ended.complaint) == (2, True)


@pytest.mark.parametrize("changed", ["arx.csv", "example/private.csv", "example/zip.csv"])
def test_files_that_change_meanwhile(example, people, write, tmp_path, monkeypatch, changed):
    file = write(people(**LEVELS))
    verify = dpsql.verifier.foreign.check_foreign.verify_foreign_boxes

    def change(*arguments, **words):
        found = verify(*arguments, **words)
        path: Path = tmp_path / changed
        path.write_text(path.read_text() + "\n")
        return found

    monkeypatch.setattr(dpsql.verifier.foreign.check_foreign, "verify_foreign_boxes", change)
    with pytest.raises(InputChanged, match="changed while it was read"):
        dpsql.measure(example, release=file)


def test_statements_can_be_dumped(example, run, people, write, tmp_path):
    file, folder = write(people(**LEVELS)), tmp_path / "dump"
    assert (
        run("measure", example, "--release", file, "--dump-sql", folder, "--quiet").exit_code == 0
    )
    assert any("verify_box_counts" in path.name for path in folder.iterdir())
