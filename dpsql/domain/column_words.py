"""What the name of a column says of it: words of tables in eleven languages, as `words` has them.

A name is split at signs, digits and capitals, without accents: `MaritalStatus_2` has the words
marital and status. Short words must be whole; stems may stand anywhere in a word, so that
`birthdate` and `dateofbirth` are births.
"""

import re
import unicodedata

from dpsql.domain.words.kinds import (
    CALLED,
    CHANGES,
    DEMOGRAPHIC,
    DIAGNOSES,
    ENDINGS,
    EXTENTS,
    FEW_WORDS,
    IDS,
    NO_NUMBERS,
    NUMBERED,
    OF_DIAGNOSES,
    OF_PEOPLE,
    PEOPLE,
    PHRASES,
    PLACES,
    PLAIN_LETTERS,
    SHORT_ENDINGS,
    STEMS,
    WHOLE_NAMES,
    WORDS,
)
from dpsql.domain.words.numbered_people import numbers_people

_KINDS = {
    word: kind for kind, words in WORDS.items() for word in words.split() if word not in WHOLE_NAMES
}
# A number of a place, as Gemeindenr, is no person's.
_OF_PLACES = [one for one in _KINDS.items() if one[1] in NUMBERED]
_KINDS |= {f"{word}{end}": kind for word, kind in _OF_PLACES for end in ENDINGS}
_FEW_KINDS = {word: kind for kind, words in FEW_WORDS.items() for word in words.split()}
#: What others know less than schooling.
_EXPERIENCE = frozenset(("experience", "exper", "berufserfahrung"))
#: How a column begins that tells of a relative: of whom others know less.
_RELATIVE = re.compile("moth|fath|mom|dad|hus|wife|spouse|parent|mutter|vater")
#: Mother, father, husband, wife, spouse, dad.
LETTERS_OF_RELATIVES = frozenset("mfhwsd")
_OF_RELATIVES = frozenset(
    ("mage", "fage", "mthage", "meduc", "feduc", "heduc", "mblck", "fblck", "mwhte", "fwhte")
)
_STEM_KINDS = {stem: kind for kind, stems in STEMS.items() for stem in stems.split()}
_HIDDEN = ("name", "contact", "address")
#: Words for names of people and of things alike.
_NAMES = frozenset(
    ["name", "names", "nm", "nom", "nombre", "nombres", "navn", "naam", "nome", "namn", "nazwa"]
)
#: Before the name of what is counted.
_COUNTED = frozenset(("num", "number", "no", "nr", "count", "total"))
#: Of numbers with a point that are codes of a classification: 47.11, 250.01.
_CODES = frozenset(
    (
        *("code", "codes", "cd", "klassifikation", "classification", "schluessel", "dewey"),
        *("icd", "icd9", "icdo", "ops", "chop", "atc", "loinc", "cpt", "hcpcs"),
        *("diag", "diagnosis", "diagnose", "hauptdiagnose"),
        *("nace", "noga", "wz", "sic", "isic", "isco"),
    )
)
#: Of the time of a row, where people have several.
_TIMES = frozenset(
    word
    for words in (
        "year yr month quarter week day date time t wave period round visit occasion trial season",
        "semester sem trimester term halbjahr semestre trimestre",
        "jahr monat quartal woche tag datum zeit welle runde besuch annee mois semaine jour vague",
        "anio ano mes semana dia fecha ola visita",
        "zeitpunkt messzeitpunkt mzp erhebung befragung messung sweep syear ronda oleada",
    )
    for word in words.split()
)
#: The same, as the name of a column that says nothing else, and words beside.
_ROW_TIMES = _TIMES - {"date", "datum", "fecha", "visit", "visita", "besuch", "trial"}
_OF_ROWS = frozenset(
    (
        *("survey", "interview", "sample", "data", "calendar", "wave", "of", "study", "panel"),
        *("svy", "int", "obs", "observation", "followup", "measurement", "report", "reporting"),
        *("umfrage", "interviews", "encuesta", "enquete", "der", "des", "de"),
    )
)
#: Words of a time at which somebody may be seen again, of a number of these, and of its day.
_VISITS = frozenset(("visit", "visita", "besuch"))
_NUMBERS = frozenset(("nr", "no", "num", "number", "nummer"))
_SITTINGS = frozenset(("session", "sess", "sitzung", "seance", "sesion", "wk", "timepoint"))
_DAYS_OF_ROWS = frozenset(("date", "datum", "fecha", "exam", "examination"))
#: A time at the end of one word, as of Erhebungsjahr; a year of life is an age.
_TIME_AT_END = re.compile(
    r"(?:jahr|year|welle|monat|quartal|semester|woche|zeitpunkt|runde)(?:nr|no|num)?$"
)
_OF_LIFE = "lebens"
#: The same, where the word says nothing else.
_ROW_TIME = re.compile(
    "(?:survey|svy|srv|interview|int|obs|observation|data|report|panel|study|sample|followup"
    "|calendar|erhebungs?|befragungs?|umfragen?|mess|messungs?|beobachtungs?|berichts?|kalender"
    "|daten|studien|untersuchungs?|wellen?)?"
    "(?:year|yr|waves?|month|quarter|round|period|week|jahr|wellen?|monat|quartal|runde|periode|woche"
    "|zeitpunkt|annee|vague|ola)(?:nr|no|num|number)?"
)
#: With q as a number of a survey's question has it: only a flag of two values is one.
_FLAG_OF_TIME = re.compile(r"(?:y|yr|year|q|qrt|qtr|quarter|wave)_?[0-9]{1,4}|d[0-9]{2}")
#: Of where an interval of a row ends, or else begins, in numbers: of a spell, or a survival.
_ENDS = frozenset(["stop", "tstop", "end", "until", "to", "exit", "bis", "ende", "fin", "hasta"])
_BEGINS = frozenset(
    ["start", "tstart", "begin", "from", "entry", "von", "beginn", "debut", "inicio", "desde"]
)
#: How names of dates end in one word.
_DAYS = ("datum", "fecha")
_HOUSEHOLDS = frozenset(("household", "family", "fam", "hh", "haushalt", "menage", "hogar"))
_SCHOOL = re.compile("sch(?:ool|l)?(?:id|nr|no|num|code)[a-z]{0,2}")
_PART_OF_NAME = re.compile(
    "firstname|lastname|middlename|maidenname|nickname|givenname|familyname|forename|surname"
    "|fname|lname|mname|initials|vorname|nachname|familienname|prenom|apellido|manager|supervisor"
    "|physician|doctor|arzt|medecin|medico"
)
_YEARS = frozenset(["year", "yr", "yob", "jahr", "annee", "ano", "anio"])


def split_name(name: str) -> tuple[str, ...]:
    """Return the words of a name, in small letters without accents.

    >>> split_name("Año de-Nacimiento"), split_name("maritalStatus2"), split_name("STATEFIP")
    (('ano', 'de', 'nacimiento'), ('marital', 'status'), ('statefip',))
    """
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name.translate(PLAIN_LETTERS))
    plain = unicodedata.normalize("NFKD", spaced).encode("ascii", "ignore").decode().lower()
    return tuple(re.findall("[a-z]+", plain))


def find_kind(name: str) -> str:
    """Return the kind of a column by its name, of `WORDS`; empty if no word is known.

    >>> [find_kind(name) for name in ("date_of_birth", "county_name", "Kundennr", "ldl")]
    ['birth', 'place', 'identifier', '']
    >>> [find_kind(name) for name in ("postnr", "Gemeindenr", "elevnr", "skolenr")]
    ['postcode', 'place', 'identifier', 'education']
    >>> [find_kind(name) for name in ("ResponseId", "response", "Hauptdiagnose", "Hausarzt")]
    ['identifier', 'studied', 'studied', 'name']
    >>> [find_kind(name) for name in ("CAP", "cap_shape", "portable_wc", "eta_minutes")]
    ['postcode', '', '', '']
    """
    words = split_name(name)
    joined = "".join(words)
    if joined == "long":  # beside lat
        return "address"
    if len(words) == 1 and joined in WHOLE_NAMES:
        return WHOLE_NAMES[joined]
    if numbers_people(words):
        return "identifier"
    for phrase, kind in PHRASES.items():
        if phrase in joined:
            return kind
    # A number of accounts is no account number.
    told = words[1:] if len(words) > 1 and words[0] in _COUNTED else words
    if len(words) > 1 and words[-1] == "ind":
        # An indicator, and no industry.
        told = told[:-1]
    kinds = [_KINDS[word] for word in told if word in _KINDS]
    if told != words and words[0] != "total":
        kinds = [kind for kind in kinds if kind != "income"]
    if words[-1:] == ("rate",):
        kinds.append("measure")
    if EXTENTS.intersection(words) and "income" not in kinds:
        return ""
    if CHANGES.intersection(words) and "income" in kinds:
        return "measure"
    if "name" in kinds and (len(words) == 1 or OF_PEOPLE.intersection(words)):
        return "name"
    if _NAMES.intersection(words):
        kinds = [kind for kind in kinds if kind in DEMOGRAPHIC] or ["thing"]
    stems = [kind for stem, kind in _STEM_KINDS.items() if stem in joined]
    for kind in _HIDDEN[1:]:
        if kind in kinds or kind in stems:
            return kind
    if "measure" in kinds and not {"income", "age"}.intersection(kinds):
        return "measure"
    if "name" in stems:
        return "name"
    known = [kind for kind in DEMOGRAPHIC if kind in (*stems, *kinds)]
    if "income" in known and "household" in known:
        # That of a household.
        known.remove("household")
    if DIAGNOSES.intersection(words):
        known = [kind for kind in known if kind not in OF_DIAGNOSES]
    others = [kind for kind in kinds if kind not in DEMOGRAPHIC]
    if "identifier" in others and words[-1] in IDS:
        # Of a response or an event.
        others = ["identifier"]
    ending = ["identifier" for word in words if word.endswith(ENDINGS)]
    return (known or others or [*stems, *ending, ""])[0]


def find_kind_of_few(name: str) -> str:
    """Return the kind of a column of few values by its name; empty if no word is known.

    >>> [find_kind_of_few(name) for name in ("black", "south66", "educ", "vgh")]
    ['race', 'place', 'education', '']
    """
    few = {_FEW_KINDS[word] for word in split_name(name) if word in _FEW_KINDS}
    return find_kind(name) or next((kind for kind in DEMOGRAPHIC if kind in few), "")


def is_known_less(name: str) -> bool:
    """Whether a demographic is less known than others of its kind: of a relative, or experience.

    >>> [is_known_less(name) for name in ("motheduc", "husage", "exper", "educ")]
    [True, True, True, False]
    """
    return is_of_relative(name) or bool(_EXPERIENCE.intersection(split_name(name)))


def is_experience(name: str) -> bool:
    """Whether a column says for how many years somebody has worked.

    >>> is_experience("exper"), is_experience("experience"), is_experience("expenses")
    (True, True, False)
    """
    return bool(_EXPERIENCE.intersection(split_name(name)))


def is_of_relative(name: str) -> bool:
    """Whether a demographic is, by its name, that of a relative.

    >>> [is_of_relative(name) for name in ("motheduc", "husage", "meducation", "wage", "smsa")]
    [True, True, True, False, False]
    """
    words = split_name(name)
    joined = "".join(words)
    # A word of its own, as wage, is none of a wife's age.
    has_letter = joined[:1] in LETTERS_OF_RELATIVES and joined[1:] in _KINDS
    is_led = has_letter and joined not in _KINDS and joined not in _FEW_KINDS
    return bool(is_led or _RELATIVE.match(joined) or _OF_RELATIVES.intersection(words))


def is_year(name: str) -> bool:
    """Whether the name is that of a year."""
    return bool(_YEARS.intersection(split_name(name)))


def names_day(name: str) -> bool:
    """Whether the name is that of a date.

    >>> [names_day(name) for name in ("admission_date", "Aufnahmedatum", "update", "age")]
    [True, True, False, False]
    """
    words = split_name(name)
    return "date" in words or any(word.endswith(_DAYS) for word in words)


def is_time(name: str) -> bool:
    """Whether the name may be that of the time of a row, of several that somebody has.

    >>> [is_time(name) for name in ("year", "visit_no", "survey_wave", "birth_year", "age")]
    [True, True, True, False, False]
    >>> [is_time(name) for name in ("Erhebungsjahr", "syear", "Lebensjahr", "Geburtsjahr", "gear")]
    [True, True, False, False, False]
    """
    words = split_name(name)
    is_told = _TIMES.intersection(words) or any(
        (_TIME_AT_END.search(one) and not one.startswith(_OF_LIFE)) or _ROW_TIME.fullmatch(one)
        for one in words
    )
    return find_kind(name) != "birth" and bool(is_told)


def rank_interval(name: str) -> int:
    """Return 2 if the whole name is that of where an interval ends, 1 of where it begins, else 0.

    >>> [rank_interval(name) for name in ("tstop", "start", "Start_day", "end_date", "stop_loss")]
    [2, 1, 1, 2, 0]
    """
    words = {*split_name(name)}
    for rank, known in ((2, _ENDS), (1, _BEGINS)):
        if words & known and words <= known | _ROW_TIMES | {"date", "datum", "fecha", "at"}:
            return rank
    return 0


def is_time_alone(name: str) -> bool:
    """Whether the whole name is that of the time of rows.

    >>> [is_time_alone(name) for name in ("year", "survey_wave", "y85", "accept_year")]
    [True, True, False, False]
    >>> [is_time_alone(name) for name in ("Erhebungsjahr", "waveno", "Baujahr", "survey")]
    [True, True, False, False]
    """
    words = split_name(name)
    times = [one for one in words if one in _ROW_TIMES or _ROW_TIME.fullmatch(one)]
    return bool(times) and {*times}.union(_OF_ROWS).issuperset(words)


def is_called_time(name: str) -> bool:
    """Whether a column is called as the time of rows is, or as a number of that.

    >>> [is_called_time(name) for name in ("year", "wave_no", "visit_nr", "number", "year_built")]
    [True, True, True, False, False]
    >>> is_called_time("visit_day"), is_called_time("study_week"), is_called_time("birth_day")
    (True, True, False)
    """
    words = {*split_name(name)} - _NUMBERS
    is_of_visit = words & _VISITS and is_time_alone(" ".join(words - _VISITS))
    return bool(words) and (words <= _VISITS or bool(is_of_visit) or is_time_alone(" ".join(words)))


def says_when(name: str) -> bool:
    """Whether the whole name is that of when a row was: of a time of rows, or of the day of one.

    >>> [says_when(name) for name in ("year", "visit_date", "session", "birth_date", "wk_hours")]
    [True, True, True, False, False]
    """
    words = {*split_name(name)}
    is_day = names_day(name) and words <= _DAYS_OF_ROWS | _VISITS | _OF_ROWS
    is_sitting = words & _SITTINGS and words <= _SITTINGS | _NUMBERS | _OF_ROWS
    return is_day or bool(is_sitting) or is_called_time(name)


def is_flag_of_time(name: str) -> bool:
    """Whether the whole name is that of a flag of one of several times.

    >>> [is_flag_of_time(name) for name in ("year", "y85", "qrt1", "Q6")]
    [False, True, True, True]
    """
    return _FLAG_OF_TIME.fullmatch(name.lower()) is not None


def is_code(name: str) -> bool:
    """Whether the name is that of a code of a classification.

    >>> is_code("wz_code"), is_code("ICD9"), is_code("income")
    (True, True, False)
    """
    return bool(_CODES.intersection(split_name(name)))


def is_identifier(name: str) -> bool:
    """Whether a column of many values is called what names a person or a thing.

    >>> [is_identifier(name) for name in ("patient_id", "USUBJID", "subject", "subject_area")]
    [True, True, True, False]
    """
    return find_kind(name) == "identifier" or "".join(split_name(name)) in PEOPLE


def calls_person(name: str) -> bool:
    """Whether the whole name is what people are called, whom a column of many values numbers.

    >>> [calls_person(name) for name in ("child", "Woman", "children", "baby_weight")]
    [True, True, False, False]
    """
    return "".join(split_name(name)) in CALLED


def names_part(name: str) -> bool:
    """Whether a column has a part of the names of people, which many people share.

    >>> [names_part(name) for name in ("first_name", "Nachname", "patient_name", "email")]
    [True, True, False, False]
    """
    return _PART_OF_NAME.search("".join(split_name(name))) is not None


def names_household(name: str) -> bool:
    """Whether the whole name is that of a household, of which the number names few people.

    >>> names_household("family"), names_household("hh_id"), names_household("family_size")
    (True, True, False)
    """
    words = [word for word in split_name(name) if word not in SHORT_ENDINGS]
    return len(words) == 1 and words[0].removesuffix("id") in _HOUSEHOLDS


def names_place(name: str) -> bool:
    """Whether a number may name a place that others see people in, such as a school.

    >>> [names_place(name) for name in ("schoolid", "SCH_ID", "schidkn", "doctor_id", "district")]
    [True, True, True, False, True]
    """
    return any(
        word in PLACES or word.removesuffix("id") in PLACES or _SCHOOL.fullmatch(word)
        for word in split_name(name)
    )


def may_number(name: str) -> bool:
    """Whether the name ends as that of a number or code, as whole numbers of many values have it.

    >>> may_number("provnum"), may_number("uric_acid"), may_number("year")
    (True, False, False)
    """
    words = split_name(name)[-1:]
    return any(word.endswith(SHORT_ENDINGS) and word not in NO_NUMBERS | _YEARS for word in words)
