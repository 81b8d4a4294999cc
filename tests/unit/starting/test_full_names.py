"""Which columns name people together, by their names."""

import pytest

from dpsql.engines.base import ColumnType
from dpsql.first_job.columns import ColumnProfile
from dpsql.first_job.people.together.full_names import find_full_name


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ("first_name last_name dob sex", "last_name first_name dob"),
        ("Vorname Nachname Geburtsdatum PLZ", "Nachname Vorname Geburtsdatum"),
        ("vorname name geburtsjahr", "name vorname geburtsjahr"),
        ("prenom nom age", "nom prenom"),
        ("nombre apellidos fecha_nacimiento", "apellidos nombre fecha_nacimiento"),
        ("patient_name birth_date", "patient_name birth_date"),
        ("surname given_name birth_year birth_month", "surname given_name birth_year birth_month"),
        ("name age", None),
        ("surname dob", None),
        ("first_name sex", None),
        ("mother_name dob", None),
        ("city_name dob", None),
    ],
)
def test_names_and_births_are_known_by_their_words(names, expected):
    of_text = ColumnType("text", "VARCHAR"), 100, 100, 40, 0, 0, 0, 0, 1, 9, None, None
    found = find_full_name([ColumnProfile(name, *of_text) for name in names.split()])
    told = None if found is None else " ".join(one.name for one in found.columns)
    assert told == expected
