"""What init proposes of columns that stand together: copies, relatives, things not known."""

from dataclasses import replace

import pytest

from dpsql.engines.base import ColumnType
from dpsql.first_job.columns import ColumnProfile
from dpsql.first_job.dependent.copies import find_copies
from dpsql.first_job.kinds import is_of_another, name_kind
from dpsql.first_job.profile import Profile
from dpsql.first_job.proposals import propose
from dpsql.first_job.rules.hierarchies import propose_hierarchy
from dpsql.first_job.written.left_out import list_left_out

ROWS = 2000


def numbers(name, distinct, greatest, least=0.0, type_="BIGINT", values=None):
    """A column of whole numbers, or of DOUBLE, without NULL."""
    family = {"BIGINT": "integer", "DOUBLE": "float", "VARCHAR": "text"}[type_]
    lengths = len(str(int(least))), len(str(int(greatest)))
    listed = values or (tuple(map(str, range(distinct))) if distinct <= 60 else ())
    counts = ROWS, 0, ROWS * (type_ != "DOUBLE"), 0
    ends = float(least), float(greatest)
    known = ColumnType(family, type_)
    return ColumnProfile(name, known, ROWS, ROWS, distinct, *counts, *lengths, *ends, listed)


def texts(name, *values):
    """A column of few texts."""
    counts = len(values), 0, 0, 0, 0, 1, 12
    return ColumnProfile(
        name, ColumnType("text", "VARCHAR"), ROWS, ROWS, *counts, None, None, tuple(values)
    )


def profiled(*columns, **words):
    """A profile whose T has all columns of P."""
    return Profile(columns, {one.name: one.type for one in columns}, ROWS, ROWS // 5, **words)


def chosen(*columns, **words):
    return [one.name for one in propose(profiled(*columns, **words), None) if one.chosen]


def reasons(*columns, **words):
    return {
        one.name: one.reason for one in propose(profiled(*columns, **words), None) if one.reason
    }


AGE, SEX = numbers("age", 60, 80, 18), texts("sex", "f", "m")


def test_numbers_of_households_are_left_out_and_incomes_of_families_are_incomes():
    hh, income = numbers("hh_id", 700, 700), numbers("total_family_income", 900, 90_000)
    left_out = reasons(AGE, SEX, hh, income)
    assert left_out["total_family_income"].startswith("few people know such an amount")
    assert "households" in left_out["hh_id"] or "identifier" in left_out["hh_id"]
    assert "households" in reasons(AGE, SEX, numbers("family", 700, 700))["family"]


def test_the_number_of_a_birth_is_an_identifier():
    one = numbers("birthid", ROWS - 1, ROWS)
    assert name_kind(one, profiled(one)) == "identifier"
    assert reasons(AGE, SEX, one)["birthid"] == "it is an identifier"


def test_what_nothing_says_that_others_know_is_told_so_where_the_job_is_full():
    known = ["educ", "marital", "state", "race", "religion", "language", "household"]
    columns = [AGE, SEX, *(numbers(name, 4, 4, 1) for name in known), numbers("vlbw", 2, 1)]
    assert len(chosen(*columns)) == 8
    assert reasons(*columns)["vlbw"].startswith("nothing says")


def test_a_flag_of_a_year_is_no_year():
    assert chosen(AGE, SEX, numbers("TenYearCHD", 2, 1)) == ["age", "sex"]


def test_what_nothing_says_that_others_know_is_taken_only_where_few_kinds_are_known():
    flags = [numbers(f"z{i}", 2, 1) for i in range(9)]
    assert chosen(AGE, SEX, *flags) == ["age", "sex"]
    assert reasons(AGE, SEX, *flags)["z3"].startswith("nothing says that others know it")
    assert chosen(AGE, *flags) == ["age", "z0", "z1"]
    assert len(chosen(*flags)) == 8


@pytest.mark.parametrize(
    "name",
    [
        *("status", "event", "censored", "treat", "trt", "rx", "outcome", "relapse", "churn"),
        *("default", "died", "survived", "DEATH_EVENT", "Smoking_Status", "diagnosis"),
        *("family_history_of_asthma", "traitement", "y85", "qrt1", "year", "survey_wave"),
    ],
)
def test_outcomes_treatments_and_times_of_rows_are_left_out_but_for_want_of_others(name):
    flag = numbers(name, 2, 1)
    assert name in reasons(SEX, flag)
    assert chosen(flag) == [name]


def test_a_question_of_a_survey_is_no_quarter():
    assert reasons(AGE, SEX, numbers("Q6", 5, 5, 1))["Q6"].startswith("nothing says")


def test_dates_and_years_of_what_happened_to_people_are_proposed():
    year = numbers("admission_year", 9, 1989, 1980)
    assert chosen(AGE, year) == ["age", "admission_year"]


@pytest.mark.parametrize(
    ("name", "greatest"),
    [
        ("lwage", 8.5),
        ("lnwage", 8.5),
        ("log_wage", 3.69),
        ("wagesq", 4915.0**2),
        ("wage2", 4915.0**2),
    ],
)
def test_logs_and_squares_of_a_column_are_named_as_its_copies(name, greatest):
    wage = numbers("wage", 700, 4915)
    copy = numbers(name, 698, greatest, type_="DOUBLE")
    assert find_copies([wage, copy]) == {
        name: "it seems to be wage on another scale, as a log or a square is"
    }


@pytest.mark.parametrize("name", ["wage2", "lwage", "wagesq"])
def test_a_second_measurement_is_no_copy(name):
    assert not find_copies([numbers("wage", 700, 4915), numbers(name, 690, 5100)])


def test_a_product_with_the_flag_of_a_year_is_named():
    found = find_copies([numbers("y85", 2, 1), numbers("educ", 18, 18), numbers("y85educ", 18, 18)])
    assert found == {"y85educ": "it seems to be the product of y85 and educ"}


def test_what_says_the_same_as_a_column_that_is_left_out_is_proposed():
    name, code = texts("town", "a", "b", "c"), numbers("town_code", 3, 3)
    assert chosen(name, code, repeated={"town_code": "town"}) == ["town"]
    assert chosen(code, repeated={"town_code": "id"}) == ["town_code"]


def test_what_follows_from_a_finer_column_is_left_out():
    groups = texts("agegroup", "18-64", "65+")
    found = {"follows": {"agegroup": "age"}}
    assert reasons(AGE, SEX, groups, **found) == {"agegroup": "it follows from age"}


def test_values_tell_what_a_name_does_not():
    one = texts("Q7", "Never married", "Married", "Divorced")
    assert name_kind(one, profiled(one)) == "marital"
    others = texts("Q8", "M", "F"), texts("x", "black & white", "color"), texts("y", "0", "1")
    assert [name_kind(one, profiled(one)) for one in others] == ["sex", "", ""]


def test_columns_of_relatives_come_after_those_of_people():
    hers = [numbers(name, 40, 60, 18) for name in ("dage", "hage", "age")]
    assert name_kind(hers[0], profiled(*hers)) == "age"
    assert chosen(*hers, SEX)[0] == "age"


@pytest.mark.parametrize(
    ("one", "words"),
    [
        (numbers("villnum", 124, 145, 1, "DOUBLE"), {"widths": ["1"]}),
        (numbers("commune", 194, 194, 1), {"widths": ["1"]}),
        (numbers("county_fips", 900, 56045, 1001), {"widths": ["1000"]}),
        (numbers("county_fips", 900, 56045, 10001, "VARCHAR"), {"prefix": [2]}),
        (numbers("GEOID", 900, 56045000100, 10001000100, "VARCHAR"), {"prefix": [5, 2]}),
        (numbers("fips", 900, 5604500010, 1000100010, "VARCHAR"), {"prefix": [9, 8, 7, 6]}),
        (numbers("race", 5, 5, 1, "DOUBLE"), {"widths": ["1"]}),
        (numbers("status_code", 4, 9, 1, "DOUBLE"), {"widths": ["1"]}),
        (numbers("mil_status", 4, 9, 1, "DOUBLE"), {"widths": ["1"]}),
        (numbers("school_no", 4, 9, 1, "DOUBLE"), {"widths": ["1"]}),
        (numbers("weeks_worked", 53, 52), {"widths": ["5", "10", "20", "40"]}),
        (numbers("schoolid", 131, 258, 1), {"widths": ["1"]}),
    ],
    ids=lambda one: getattr(one, "name", ""),
)
def test_numbers_of_places_have_no_intervals_of_several(one, words):
    assert propose_hierarchy(one, name_kind(one, profiled(one)))[0] == words


@pytest.mark.parametrize(
    "one",
    [
        numbers("years_with_manager", 18, 17),
        numbers("cp", 4, 3),
        numbers("cell_area", 540, 2501.5, 143.5, "DOUBLE"),
        texts("birth_outcome", "alive", "stillborn"),
        numbers("hours_tv_per_school_day", 7, 6),
        numbers("percent_salary_hike", 15, 25, 11),
        numbers("drive_thru_ind", 2, 1),
    ],
    ids=lambda one: one.name,
)
def test_a_word_that_the_values_deny_makes_no_demographic(one):
    assert name_kind(one, profiled(one)) in ("", "measure", "studied")


def test_names_and_few_numbers_of_what_people_visit_are_places():
    clinics = texts("Clinic", "KY", "MN", "MS", "NY")
    wards = numbers("hosp", 8, 8, 1)
    assert [name_kind(one, profiled(one)) for one in (clinics, wards)] == ["place", "place"]
    site = texts("site", "colon", "breast", "lung")
    assert name_kind(site, profiled(site)) == ""


def test_many_columns_of_one_reason_stand_together_in_a_job():
    flags = [numbers(f"z{i}", 2, 1) for i in range(30)]
    left_out = [
        one
        for one in propose(profiled(AGE, SEX, *flags, numbers("bmi", 90, 40, 15)), None)
        if one.reason
    ]
    rule = "{tree: {'*': ['0', '1']}}"
    written = {one.name: (one.name, rule if one.name != "bmi" else "") for one in left_out}
    lines = [*list_left_out(left_out, written)]
    assert lines[0].startswith("  bmi: 90 values; it looks like a measurement")
    assert lines[1] == " Nothing says that others know these; if they do, list them above:"
    assert lines[-1].endswith(f"z29: {rule}  # 2 values")
    assert len(lines) < 6 and all(len(line) < 140 for line in lines)
    few = [*list_left_out(left_out[:2], written)]
    assert (
        few[0]
        == f"  z0: {rule}  # 2 values; nothing says that others know it; if they do, list it above"
    )


def test_of_three_numbers_of_which_two_decide_the_third_two_are_chosen():
    columns = [AGE, SEX, numbers("educ", 12, 18), numbers("exper", 50, 50)]
    assert chosen(*columns) == ["age", "sex", "educ", "exper"]
    sums = (("educ", "exper", "age"),)
    assert chosen(*columns, sums=sums) == ["age", "sex", "educ"]
    said = "it follows from educ and age, by adding or subtracting"
    assert reasons(*columns, sums=sums)["exper"] == said


def test_a_second_job_and_a_teacher_come_after_experience():
    columns = [
        *(AGE, SEX, numbers("educ", 12, 18), numbers("exper", 50, 50)),
        *(texts("ethnicity", *"abc"), texts("tethnicityk", *"abc"), texts("marital", *"abc")),
        *(texts("occ1", *"abcd"), texts("occ2", *"abcd"), texts("religion", *"abc")),
    ]
    first = ["age", "sex", "ethnicity", "marital", "educ", "exper", "occ1", "religion"]
    assert chosen(*columns) == first
    told = reasons(*columns)
    assert told["tethnicityk"].startswith("it seems to be of a relative or a second one")
    assert told["occ2"] == told["tethnicityk"]


def test_second_columns_are_chosen_as_they_stand_in_p():
    """Not by how many values they have, which says nothing of who knows them."""
    jobs = [texts(f"occ{number}", *"abcdef"[: 1 + number % 4]) for number in range(1, 9)]
    taken = chosen(AGE, SEX, *jobs)
    others = [name for name in taken if name.startswith("occ") and name != "occ1"]
    assert others == [one.name for one in jobs if one.name in others]
    told = {name: said for name, said in reasons(AGE, SEX, *jobs).items() if "second one" in said}
    assert not told or all(f"as {others[0]}" in said for said in told.values())


def test_one_of_a_series_is_chosen_and_the_others_are_left_out_for_one_reason():
    """A wave may have a letter, other values than the next, and a word that only its stem is."""
    waves = ("k", "1", "2", "3")
    columns = [AGE, SEX, texts("ethnicity", *"abc")]
    columns += [texts(f"school{one}", *"abcd"[: 2 + i]) for i, one in enumerate(waves)]
    columns += [texts(f"tethnicity{one}", *"abc") for one in waves]
    columns += [numbers(f"experience{one}", 25 + i, 40) for i, one in enumerate(waves)]
    columns += [numbers(f"math{one}", 38 + 20 * i, 700) for i, one in enumerate(waves)]
    taken, told = chosen(*columns), reasons(*columns)
    assert [one for one in taken if one.startswith("school")] == ["schoolk"]
    for stem in ("school", "tethnicity", "experience", "math"):
        said = {told[f"{stem}{one}"] for one in waves if f"{stem}{one}" not in taken}
        assert len(said) == 1, said
    assert told["school3"].startswith("it is numbered like others")
    assert told["math1"].startswith("it looks like a measurement")


def test_a_column_for_each_of_several_years_is_no_series():
    """Where somebody lived in each year, others may know."""
    columns = [AGE, SEX, *(texts(f"ward_{year}", *"abc") for year in (2021, 2022, 2023))]
    assert chosen(*columns) == ["age", "sex", "ward_2021", "ward_2022", "ward_2023"]


def test_a_column_of_one_value_tells_people_apart_by_null():
    flag = texts("veteran_card", "Y")
    assert reasons(AGE, SEX, flag)["veteran_card"] == "it has one value and tells nobody apart"
    some = replace(flag, present=ROWS - 150)
    assert "veteran_card" in chosen(AGE, SEX, some)
    other = replace(some, name="zq")
    told = "it has one value, and 150 other rows are NULL, as a flag is"
    assert reasons(AGE, SEX, other)["zq"].startswith(told)
    assert chosen(other) == ["zq"]


def test_flags_of_one_column_are_proposed_or_left_out_together():
    flags = [numbers(f"ind{i}", 2, 1) for i in range(1, 10)]
    others = [numbers("educ", 12, 18), numbers("exper", 50, 50)]
    kinds = [texts(name, *"abc") for name in ("race", "marital", "religion")]
    regions = [numbers(name, 2, 1) for name in ("south", "west", "northcen")]
    columns = [AGE, SEX, *kinds, *regions, *flags, *others]
    names, of_regions = (tuple(one.name for one in group) for group in (flags, regions))
    dummies = dict.fromkeys(names, names) | dict.fromkeys(of_regions, of_regions)
    found = chosen(*columns, dummies=dummies)
    assert {"educ", *of_regions} < {*found} and not {*found}.intersection(names)
    told = reasons(*columns, dummies=dummies)
    said = "it seems to be one of several flags of one column"
    assert all(told[name].startswith(said) for name in names)
    few = chosen(AGE, *flags[:5], dummies=dict.fromkeys(names[:5], names[:5]))
    assert few == ["age", *names[:5]]


def test_more_flags_of_one_column_than_a_job_takes_are_taken_for_want_of_others():
    flags = [numbers(f"ind{i}", 2, 1) for i in range(1, 10)]
    names = tuple(one.name for one in flags)
    assert chosen(*flags, dummies=dict.fromkeys(names, names)) == [*names[:8]]


def test_a_school_of_a_later_wave_is_a_second_one():
    columns = [AGE, SEX, texts("schoolk", *"abc"), texts("school1", *"abc")]
    found = profiled(*columns)
    assert [is_of_another(one.name, found) for one in columns] == [False, False, False, True]


def test_a_date_that_is_null_where_an_outcome_says_so_is_left_out_but_for_want_of_others():
    day = replace(texts("dod", "2020-05-31", "2021-05-31"), dates=700, present=700)
    assert chosen(AGE, SEX, day) == ["age", "sex", "dod"]
    died = {"outcome_nulls": {"dod": "died"}}
    assert reasons(AGE, SEX, day, **died)["dod"].startswith("it is NULL exactly where died says so")
    assert chosen(day, **died) == ["dod"]


def test_free_text_with_many_nulls_gets_no_rule():
    note = replace(texts("note", *map(str, range(70))), present=500)
    (told,) = [one for one in propose(profiled(AGE, SEX, note), None) if one.name == "note"]
    assert told.reason == "75 % of its cells are NULL"
    assert not told.words


def test_the_wave_that_most_columns_are_of_stands_before_an_earlier_one():
    """Of smsa66 and smsa76, beside age76, south76 and grade76, the former was chosen."""
    names = ("age76", "south76", "smsa66", "smsa76", "grade76")
    found = profiled(*(numbers(name, 2, 1) for name in names))
    assert [is_of_another(name, found) for name in ("smsa66", "smsa76")] == [True, False]
    found = profiled(*(numbers(name, 2, 1) for name in ("occ1", "occ2", "sex")))
    assert [is_of_another(name, found) for name in ("occ1", "occ2")] == [False, True]


def test_one_column_more_of_a_spouse_does_not_make_her_the_person():
    """With occ2, the five columns of the person were left out for those of the spouse."""
    things = ("age", "sex", "race", "educ", "marital")
    names = (*(f"{one}1" for one in things), *(f"{one}2" for one in things), "occ2", "ward")
    found = profiled(*(numbers(name, 2, 1) for name in names))
    assert [name for name in names if is_of_another(name, found)] == [*names[5:11]]
