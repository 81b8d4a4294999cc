"""A column of codes or names has the columns that its values decide as its levels, or a list."""

import pytest
from pyarrow import csv, table

from dpsql.first_job.dependent import parents

PEOPLE = 9000
CENTRES = 300


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _write(**columns):
    """Write people of centres, whose numbers have no order, and every seventh as T."""
    centres = [i * 7919 % CENTRES for i in range(PEOPLE)]
    public = table(
        {
            "centre_no": [1000 + centre * 29 % 8999 for centre in centres],
            "gender": ["FM"[i * 31 % 1013 % 2] for i in range(PEOPLE)],
            "born": [1990 + i * 31 % 1009 % 17 for i in range(PEOPLE)],
            **{name: [of(i, n) for i, n in enumerate(centres)] for name, of in columns.items()},
        }
    )
    csv.write_csv(public, "p.csv")
    csv.write_csv(public.take(list(range(0, PEOPLE, 7))), "t.csv")


def test_a_column_that_codes_decide_is_their_level(folder, run):
    _write(authority=lambda _, centre: 10 + centre % 70)
    assert run("init", "p.csv", "t.csv").exit_code == 0
    text = (folder / "job.yaml").read_text()
    assert "  centre_no: job-centre_no.csv  # 300 values, by authority of P\n" in text
    assert "authority: 70 values; it is a level of centre_no, as each centre_no has one" in text
    assert "private, remove that level, too:\n# [authority]\n" in text
    lines = (folder / "job-centre_no.csv").read_text().splitlines()
    # A number of an authority is told from that of a centre.
    assert len(lines) == CENTRES and lines[0].split(";")[1:] == ["authority 10", "*"]
    assert run("check", "job.yaml").exit_code == 0


def test_levels_are_places_before_ratings_and_lie_in_each_other(folder, run):
    _write(
        morale_rating=lambda _, centre: 1 + centre % 9,
        canton=lambda _, centre: f"C{centre % 26}",
        region=lambda _, centre: ["east", "west"][centre % 26 % 2],
        sector=lambda _, centre: ["public", "private", "church"][centre * 11 % 17 % 3],
    )
    run("init", "p.csv", "t.csv")
    text = (folder / "job.yaml").read_text()
    assert "centre_no: job-centre_no.csv  # 300 values, by canton and region of P\n" in text
    # It lies across the cantons.
    assert "\n  sector:  # 3 values" in text


def test_numbers_of_centres_without_a_group_are_listed_and_have_no_prefix(folder, run):
    _write(authority=lambda i, centre: 10 + (centre + i // CENTRES) % 70)
    run("init", "p.csv", "t.csv")
    text = (folder / "job.yaml").read_text()
    assert "centre_no: job-centre_no.csv  # 300 values: kept or suppressed, as they have" in text
    assert "it is a level of" not in text
    assert (folder / "job-centre_no.csv").read_text().startswith("1000;*\n")


def test_names_are_no_longer_grouped_by_their_first_letter(folder, run):
    _write(job_title=lambda i, _: f"{'abcdefgh'[i % 8]}{'klmnopq'[i % 7]} {'uvwxyzrstij'[i % 11]}")
    run("init", "p.csv", "t.csv")
    text = (folder / "job.yaml").read_text()
    assert "job_title: job-job_title.csv  # 616 values: kept or suppressed" in text


def test_an_outcome_is_no_level_of_what_it_is_told_by(folder, run):
    _write(
        found=lambda i, _: f"{i % 8}_{'better' if i % 8 > 4 else 'worse'}",
        improved=lambda i, _: str(i % 8 > 4),
    )
    run("init", "p.csv", "t.csv")
    assert "by improved" not in (folder / "job.yaml").read_text()


@pytest.mark.parametrize(
    ("columns", "is_in_t", "is_told"),
    [
        # It decides who is in T; so does the code.
        (["centre_no", "office", "gender", "born"], lambda i, office: office == 1, True),
        # All of one office are in T, and some of the others.
        (["centre_no", "office", "gender", "born"], lambda i, office: office == 1 or i < 200, True),
        # T has no office: P alone says that all of T are of one, and few share a code.
        (["centre_no", "gender", "born"], lambda i, office: office == 1, True),
        (["centre_no", "office", "gender", "born"], lambda i, office: i % 9 == 0, False),
    ],
)
def test_a_column_that_is_not_public_makes_no_level(
    folder, run, monkeypatch, columns, is_in_t, is_told
):
    """Its labels would be published."""
    monkeypatch.setattr("tests.functional.starting.test_init_parents.PEOPLE", 1500)
    _write(office=lambda _, centre: f"Office {centre % 20}")
    public = csv.read_csv("p.csv")
    offices = [int(one.removeprefix("Office ")) for one in public["office"].to_pylist()]
    rows = [is_in_t(*row) for row in enumerate(offices)]
    csv.write_csv(public.filter(rows).select(columns), "t.csv")
    run("init", "p.csv", "t.csv")
    text = (folder / "job.yaml").read_text()
    assert ("by office" in text) is not is_told


def test_levels_that_others_than_the_secret_make_remain(folder, run):
    _write(
        canton=lambda _, centre: f"C{centre % 20}",
        region=lambda _, centre: ["north", "east", "south", "west"][centre % 4],
    )
    public = csv.read_csv("p.csv")
    cantons = public["canton"].to_pylist()
    rows = [one == "C1" or i % 9 == 0 for i, one in enumerate(cantons)]
    csv.write_csv(public.filter(rows), "t.csv")
    run("init", "p.csv", "t.csv")
    assert "300 values, by region of P" in (folder / "job.yaml").read_text()


def test_values_are_not_listed_where_they_are_too_many(folder, run, monkeypatch):
    """A list that ends early leaves people of P without a label."""
    monkeypatch.setattr(parents, "_MOST_GROUPED", CENTRES - 1)
    _write(authority=lambda _, centre: 10 + centre % 70)
    run("init", "p.csv", "t.csv")
    assert "by authority of P" not in (folder / "job.yaml").read_text()


def _write_towns(change=lambda row, i: row):
    """Write schools in towns of two states, with a change of each row of town, code and state."""
    towns = [("Graz", "8010", "Styria"), ("Leoben", "8700", "Styria"), ("Linz", "4020", "Upper")]
    towns += [("Wien", code, "Wien") for code in ("1010", "1160")]
    rows = [change([f"S{i % 10}", *towns[i % 10 % 5]], i) for i in range(PEOPLE)]
    names = ("school", "town", "plz", "state")
    columns = {name: [row[n] for row in rows] for n, name in enumerate(names)}
    public = table({**columns, "in_t": [i * 31 % 1013 % 7 == 0 for i in range(PEOPLE)]})
    csv.write_csv(public, "p.csv")


def _lines_of(text, *names):
    """Return only the lines of a job that say something of these columns."""
    return [line for line in text.splitlines() if line.lstrip("# ").split(":")[0] in names]


def test_few_towns_and_codes_have_their_state_as_a_level_and_no_column_is_gone(folder, run):
    _write_towns(lambda row, i: [row[0], ["", "n/a"][i % 2] if i % 17 == 0 else row[1], *row[2:]])
    run("init", "p.csv", "--where", "in_t")
    text = (folder / "job.yaml").read_text()
    assert _lines_of(text, "school", "plz", "town", "state") == [
        "  plz:  # 5 values, by town and state of P",
        "  school:  # 10 values, by town and state of P",
        "#   town: 6 values; it is a level of plz, as each plz has one",
        "#   state: 3 values; it is a level of plz, as each plz has one",
    ]
    assert run("check", "job.yaml").exit_code == 0


def test_missing_towns_stay_as_they_are(folder, run):
    _write_towns(
        lambda row, i: [f"S{i % 7}", ["", None][i % 2] if i % 17 == 0 else row[1], "", row[3]]
    )
    run("init", "p.csv", "--where", "in_t")
    text = (folder / "job.yaml").read_text()
    assert "\n  town:  # '' may stand for missing: make it NULL in P and T" in text
    assert "; then run init; 5 values, by state of P\n" in text
    assert "      '': ['']\n" in text
    assert run("check", "job.yaml").exit_code == 0


@pytest.mark.parametrize("blank", ["", None])
def test_a_state_of_few_rows_replaces_no_country(folder, run, blank):
    """Of rows without a town, only the state says something."""
    _write_towns(lambda row, i: [f"S{i % 7}", blank if i % 3 == 0 else row[1], "", row[3]])
    run("init", "p.csv", "--where", "in_t")
    text = (folder / "job.yaml").read_text()
    assert "\n  state:" in text and "level of town" not in text


@pytest.mark.parametrize("mostly", [1, 5])
def test_a_column_of_blanks_is_left_out(folder, run, mostly):
    _write_towns(lambda row, i: [f"S{i % 7}", "" if i % 8 < mostly else row[1], "", row[3]])
    run("init", "p.csv", "--where", "in_t")
    text = (folder / "job.yaml").read_text()
    assert ("62 % of its cells are blank" in text) == (mostly == 5)
    assert ("\n  town:" in text) == (mostly == 1)


@pytest.mark.parametrize(("slips", "is_told"), [(2, True), (30, False)])
def test_few_slips_hinder_no_level_and_are_told(folder, run, slips, is_told):
    _write_towns(
        lambda row, i: [
            f"S{i % 7}",
            row[1],
            "",
            "Tyrol" if i % 5 == 0 and i < 5 * slips else row[3],
        ]
    )
    run("init", "p.csv", "--where", "in_t")
    text = (folder / "job.yaml").read_text()
    told = "  town:  # 4 values, by state of P; 1 value has another state in 2 rows: mend it\n"
    assert (told in text) is is_told
    assert ("level of town, as each town has one, but for 2 rows" in text) is is_told
    assert ("\n  state:" in text) is not is_told


def test_a_flag_with_blanks_has_no_interval_of_both_numbers(folder, run):
    people = table({"female": ["" if i % 29 == 0 else "01"[i * 7 % 11 % 2] for i in range(400)]})
    csv.write_csv(people, "p.csv")
    csv.write_csv(people.take(list(range(0, 400, 7))), "t.csv")
    run("init", "p.csv", "t.csv")
    text = (folder / "job.yaml").read_text()
    assert "\n  female:  # '' may stand for missing" in text
    assert "\n      '*': ['', '0', '1']\n" in text
