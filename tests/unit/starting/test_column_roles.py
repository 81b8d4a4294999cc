"""What a column is for a first job, by its name and the values of P: tables as people have them."""

from dataclasses import replace

import pytest

from dpsql.domain.column_words import find_kind, find_kind_of_few
from dpsql.engines.base import ColumnType
from dpsql.first_job.columns import ColumnProfile
from dpsql.first_job.roles import find_role
from dpsql.first_job.rules.hierarchies import propose_hierarchy

NAMES = {
    "age": "agegrp RIDAGEYR mage age AGE age_at_diagnosis"
    " anchor_age Age_at_visit alter edad âge lebensalter respondentAge",
    "birth": "yearborn born60 dob birth_date dateOfBirth"
    " birth_year YOB Geburtsdatum geb_datum date_naissance"
    " fecha_nacimiento FechaNacimiento birthdate gebjahr GebDatum date_naissance fecha_nac",
    "sex": "sex gender GENDER sexe genre sexo género Geschlecht sex_code genderCode",
    "postcode": "zip zip_code ZIP5 plz PLZ Postleitzahl code_postal codigo_postal postalCode zcta",
    "place": "city res_city_desc state_cd county_id county_name STATEFIP region Wohnort Bundesland"
    " ville nom_commune département municipio nombre_provincia country native-country",
    "race": "ethn eth_cd RIDRETH1 hispan race race_code ethnicity ethnic_code HISPAN etnia"
    " Ethnicity",
    "nationality": "nationality citizenship Staatsangehörigkeit nationalité nacionalidad bpl"
    " birth_state place_of_birth country_of_birth Geburtsort lieu_naissance",
    "marital": "MARSTAT DMDMARTL marr marital_status MaritalStatus"
    " MARST Familienstand situation_familiale état_civil"
    " estado_civil yrs_married",
    "education": "yrschl educatn motheduc DMDEDUC2 education"
    " education-num EDUC education_level Schulabschluss diplôme estudios",
    "occupation": "emp_length emp_title"
    " occupation job_title OCC workclass Beruf métier profesión occupation_husb",
    "religion": "religion religious konfession",
    "language": "language langue idioma Muttersprache",
    "household": "nkids childs hompop fsize relationship"
    " number_of_children NCHILD family_size household_size enfants hijos"
    " homeownership",
    "death": "dod date_of_death deceased",
    "income": "faminc lwage earns income salary"
    " MonthlyIncome Einkommen revenu salaire ingresos INCTOT total_income",
    "identifier": "id subject_id hadm_id employee_id voter_reg_num ncid SSN nhs_number uuid SERIAL"
    " urn EmployeeNumber passport_no Kundennummer-nr matricule NIF person_id",
    "contact": "email e_mail phone full_phone_num mail_addr1 Telefon correo",
    "address": "res_street_address address street Straße calle latitude lon long domicilio",
    "name": "name first_name fake_first_name last_name middle_name PatientName Vorname Nachname"
    " prénom nom apellidos birth_name surname manager nom_famille"
    " first_nm",
    "thing": "product_name team_name product_nm",
    "text": "comment notes free_text bemerkung commentaire preferences_json",
    "record": "created_at dwh_load_ts fnlwgt PERWT rownames batch",
    "studied": "Anxiety_disorder language_disorder family_disease Learning_disorder speech_delay"
    " Marfan_syndrome occupational_disease main_diagnosis",
    "measure": "weight birth_weight height bill_length_mm Gewicht poids interest_rate"
    " debt_to_income account_never_delinq_percent",
    "": "visit ldl hba1c hours-per-week RAMNTALL anchor_year_group page average"
    " Quality_assurance_engineer num_total_cc_accounts num_historical_failed_to_pay",
}


@pytest.mark.parametrize(
    ("name", "kind"), [(name, kind) for kind, names in NAMES.items() for name in names.split()]
)
def test_a_name_says_what_a_column_is(name, kind):
    assert find_kind(name) == kind


#: Words of flags, which may measure something else where values are many.
FEW = {
    "sex": "female male fem",
    "race": "black nonwhite hisp asian",
    "marital": "mar single divorced",
    "place": "south66 smsa urban northcen",
    "education": "ed nodegree educ",
    "affiliation": "union hmo",
}


@pytest.mark.parametrize(
    ("name", "kind"), [(name, kind) for kind, names in FEW.items() for name in names.split()]
)
def test_a_name_says_more_where_values_are_few(name, kind):
    assert find_kind_of_few(name) == kind
    assert find_kind(name) in ("", kind)


def profiled(name, type_, distinct, rows=20_000, *, form="", lengths=(1, 12), span=None):
    """A profile without NULL; `form`: numbers, dates or codes, which all values are then."""
    counts = [rows * (form == one) for one in ("numbers", "dates", "codes", "padded")]
    if form == "numbers":
        counts[2] = rows * (type_ != "DOUBLE")
    least, greatest = span or ((0.0, 100.0) if form == "numbers" else (None, None))
    families = {"VARCHAR": "text", "DOUBLE": "float", "DATE": "date", "BOOLEAN": "boolean"}
    known = ColumnType(families.get(type_, "integer"), type_)
    values = tuple(map(str, range(distinct))) if distinct <= 60 else ()
    return ColumnProfile(
        name, known, rows, rows, distinct, *counts, *lengths, least, greatest, values
    )


@pytest.mark.parametrize(
    ("one", "reason"),
    [
        # MIMIC: subjects, their demographics, and their stay.
        (profiled("subject_id", "INTEGER", 20_000, form="numbers"), "an identifier"),
        (profiled("hadm_id", "INTEGER", 900, form="numbers"), "an identifier"),
        (profiled("retire_invest_num", "DOUBLE", 155, form="numbers"), "if it is an amount, list"),
        (profiled("gender", "VARCHAR", 2), ""),
        (profiled("anchor_age", "INTEGER", 73, form="numbers"), ""),
        (profiled("dod", "DATE", 4_000), ""),
        (profiled("race", "VARCHAR", 33), ""),
        (profiled("insurance", "VARCHAR", 3), ""),
        (profiled("admittime", "DATE", 19_990), ""),
        # A voter roll.
        (profiled("first_name", "VARCHAR", 2_300), "names a person"),
        (profiled("fake_first_name", "VARCHAR", 40), "names a person"),
        (profiled("res_street_address", "VARCHAR", 17_000), "locates a household"),
        (profiled("full_phone_num", "VARCHAR", 11_000, form="codes"), "how to reach a person"),
        (profiled("county_id", "INTEGER", 100, form="numbers"), ""),
        (profiled("county_desc", "VARCHAR", 100), ""),
        (profiled("party_cd", "VARCHAR", 5), ""),
        (profiled("status", "VARCHAR", 1), "one value"),
        (profiled("registr_dt", "DATE", 9_000), ""),
        # A census extract, with weights.
        (profiled("PERWT", "DOUBLE", 900, form="numbers"), "about the record"),
        (profiled("INCTOT", "INTEGER", 8_000, form="numbers"), ""),
        (profiled("OCC", "VARCHAR", 480, form="codes"), ""),
        # Human resources.
        (profiled("email", "VARCHAR", 20_000), "how to reach a person"),
        (profiled("has_phone", "BOOLEAN", 2), ""),
        (profiled("manager", "VARCHAR", 300), "names a person"),
        (profiled("salary", "DOUBLE", 15_000, form="numbers"), ""),
        (profiled("office_id", "INTEGER", 12, form="numbers"), ""),
        # Measurements, texts, records.
        (profiled("hba1c", "DOUBLE", 700, form="numbers"), "a measurement"),
        (profiled("birth_weight", "INTEGER", 3_000, form="numbers"), "a measurement"),
        (profiled("score", "INTEGER", 5, form="numbers"), ""),
        (profiled("diagnosis", "VARCHAR", 400, lengths=(5, 200)), "free text"),
        (profiled("notes", "VARCHAR", 9_000), "free text"),
        (profiled("token", "VARCHAR", 19_000), "an identifier"),
        (profiled("code", "VARCHAR", 15_000), "identifies people"),
        (profiled("updated_at", "DATE", 30), "about the record"),
        # Interviews by any name, and not what happened to people.
        (profiled("interview_dt", "DATE", 900), "about the record"),
        (profiled("IDATE2", "DATE", 900), "about the record"),
        (profiled("fecha_entrevista", "DATE", 900), "about the record"),
        (profiled("ONSET_DT", "DATE", 900), ""),
        # A status is known where its name says what of.
        (profiled("status", "INTEGER", 4, form="numbers"), "what a study looks at (a status"),
        (profiled("vital_status", "VARCHAR", 3), "what a study looks at (a status"),
        (profiled("mil_status", "INTEGER", 5, form="numbers"), ""),
        (profiled("employment_status", "VARCHAR", 5), ""),
        # Job titles, unless hardly anybody shares one.
        (profiled("job_title", "VARCHAR", 900), ""),
        (profiled("job_title", "VARCHAR", 15_000), "write groups in its place"),
        (profiled("ratio", "DOUBLE", 900), "a measurement"),
        (profiled("age", "DOUBLE", 900), "more than 12 decimals or an exponent"),
        # Loans.
        (profiled("utilization", "INTEGER", 58, form="numbers"), "a measurement"),
        (profiled("num_accounts", "INTEGER", 90, form="numbers"), "a measurement"),
        (profiled("emp_title", "VARCHAR", 4_700), "free text"),
        # Few people.
        (profiled("town", "VARCHAR", 40, 60), ""),
    ],
    ids=lambda one: getattr(one, "name", ""),
)
def test_what_is_left_out_and_why(one, reason):
    found = find_role(one, find_kind(one.name), is_counted=False).reason
    assert (reason in found) if reason else not found


def test_a_row_of_counts_is_no_person():
    """In a table with a row per tract nearly every value is another one."""
    one = profiled("area", "VARCHAR", 19_000)
    assert find_role(one, "place", is_counted=True).reason == ""
    assert "identifies people" in find_role(one, "place", is_counted=False).reason


@pytest.mark.parametrize(
    ("one", "words"),
    [
        (profiled("age", "DOUBLE", 70, form="numbers"), {"widths": ["5", "10", "20", "40"]}),
        (profiled("sex", "INTEGER", 2, form="numbers"), {"tree": {"*": ["0", "1"]}}),
        (profiled("race", "INTEGER", 3, form="numbers"), {"tree": {"*": ["0", "1", "2"]}}),
        (
            replace(profiled("race", "INTEGER", 3, form="numbers"), values=("1", "10", "2")),
            {"tree": {"*": ["1", "2", "10"]}},
        ),
        (
            profiled(
                "birth_year", "VARCHAR", 75, form="numbers", lengths=(4, 4), span=(1930, 2005)
            ),
            {"widths": ["5", "10", "20", "40"]},
        ),
        (
            profiled("INCOME", "VARCHAR", 7, form="numbers", lengths=(4, 4), span=(1000, 7000)),
            {"widths": ["2000", "4000"]},
        ),
        (
            profiled("zip", "INTEGER", 900, form="numbers", lengths=(5, 5), span=(1e4, 9e4)),
            {"prefix": [4, 3, 2, 1]},
        ),
        (
            profiled("zip", "INTEGER", 900, form="numbers", lengths=(3, 5), span=(1e2, 9e4)),
            {"widths": ["10", "100", "1000", "10000"]},
        ),
        (
            profiled("plz", "VARCHAR", 900, form="numbers", lengths=(4, 5), span=(1e3, 9e4)),
            {"widths": ["10", "100", "1000", "10000"]},
        ),
        (
            # Dresden 01067 and Vienna 1010: no zeros are lost.
            replace(profiled("plz", "VARCHAR", 900, form="numbers", lengths=(4, 5)), padded=300),
            {"prefix": [4, 3, 2, 1]},
        ),
        (
            profiled("insurer_no", "VARCHAR", 90, form="numbers", lengths=(6, 6), span=(1e5, 2e5)),
            {"prefix": [5, 4, 3, 2]},
        ),
        (profiled("postcode", "VARCHAR", 900, lengths=(5, 10)), {"prefix": [5, 4, 3, 2]}),
        (profiled("zip", "VARCHAR", 900, form="codes", lengths=(10, 10)), {"prefix": [5, 4, 3, 2]}),
        (profiled("tract", "VARCHAR", 900, form="codes", lengths=(4, 4)), {"prefix": [3, 2, 1]}),
    ],
)
def test_codes_get_prefixes_and_numbers_get_intervals(one, words):
    assert propose_hierarchy(one, find_kind(one.name))[0] == words


@pytest.mark.parametrize("form", ["numbers", "", "codes"])
@pytest.mark.parametrize("name", ["zip", "age", "price", "occ"])
@pytest.mark.parametrize("lengths", [(4, 4), (1, 9)])
def test_floating_point_numbers_never_get_a_prefix(name, form, lengths):
    one = profiled(name, "DOUBLE", 900, form=form, lengths=lengths)
    role = find_role(one, find_kind(name), is_counted=False)
    assert role.reason or "prefix" not in propose_hierarchy(one, find_kind(name))[0]


def test_a_column_that_most_rows_lack_is_left_out_but_not_a_date_of_death():
    half, fewer = (replace(profiled("town", "VARCHAR", 9), present=n) for n in (10_000, 9_999))
    assert not find_role(half, "place", is_counted=False).reason
    assert find_role(fewer, "place", is_counted=False).reason == "50 % of its cells are NULL"
    dead = replace(profiled("dod", "DATE", 900), present=2_000)
    assert not find_role(dead, "death", is_counted=False).reason


def test_numbers_of_which_some_are_not_written_plainly_get_no_prefix():
    one = replace(profiled("realrinc", "VARCHAR", 600), numbers=19_926)
    reason = find_role(one, find_kind(one.name), is_counted=False).reason
    assert "74 of them (with an exponent, more than 12 decimals, or a text) fit no widths" in reason


def test_numbers_with_fractions_are_measurements_also_if_they_are_few():
    one = profiled("ldl", "DOUBLE", 20, form="numbers")
    one = replace(one, numbers=one.present)
    assert "measurement" not in find_role(one, "", is_counted=False).reason
    halves = replace(one, values=tuple(f"{i}.5" for i in range(20)))
    assert "measurement" in find_role(halves, "", is_counted=False).reason


@pytest.mark.parametrize(
    ("first", "last", "units"),
    [
        ("1950-01-01", "2020-12-31", ["month", "year", "decade"]),
        ("2019-12-31", "2021-01-01", ["month", "year"]),
        ("2000-01-01", "2013-12-31", ["month", "year"]),
        ("2000-01-01", "2014-12-31", ["month", "year", "decade"]),
        ("2016-01-01", "2018-01-01", ["month", "year"]),
        ("2017-01-01", "2017-12-31", ["month", "quarter"]),
        ("2017-01-01", "2017-03-31", ["month"]),
        ("2017-01-01", "2017-01-31", ["month"]),
    ],
)
def test_levels_of_dates_tell_dates_of_p_apart(first, last, units):
    one = replace(profiled("visit", "DATE", 900), first_day=first, last_day=last)
    assert propose_hierarchy(one, "")[0] == {"dates": units}


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("clinic_name", "it names places or institutions; if others know which is whose"),
        ("store_name", "it names places or institutions; if others know which is whose"),
        ("product_name", "it is a name"),
        ("patient_name", "it names a person"),
    ],
)
def test_names_of_institutions_are_none_of_people(name, told):
    """Others may know whose they are, so that a rule is offered."""
    role = find_role(profiled(name, "VARCHAR", 88), find_kind(name), is_counted=False)
    assert role.reason.startswith(told)
    assert role.is_spare == told.startswith("it names places")
