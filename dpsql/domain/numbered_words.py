"""What a number in a column may name, by the column's name: a person, a group, a visit, twins."""

from collections.abc import Collection, Sequence

from dpsql.domain.column_words import (
    calls_person,
    find_kind,
    is_identifier,
    is_time,
    may_number,
    split_name,
)
from dpsql.domain.words.kinds import ENDINGS, GROUPS, INSTITUTIONS, SHORT_ENDINGS
from dpsql.domain.words.other_people import OTHERS

#: Of numbers of those who were born on one day, or of one mother.
_SIBLINGS = frozenset(
    (
        *("twin", "twins", "pair", "pairs", "sibling", "siblings", "zwilling", "zwillinge", "paar"),
        *("jumeau", "jumeaux", "gemelo", "gemelos", "mz", "dz", "litter", "triplet"),
    )
)
#: Of sets of people in which some are matched to others.
_CASES = frozenset(("case", "match", "set", "stratum"))
#: Of others, whose rows may be those of their births or visits.
_PARENTS = frozenset(
    ("mother", "father", "parent", "mutter", "vater", "pere", "mere", "madre", "padre")
)
#: What a number may name of which a person may have several: visits, orders, claims.
_OCCASIONS = frozenset(
    word
    for words in (
        "case visit order claim encounter invoice transaction admission hadm stay episode event",
        "booking reservation bill receipt ticket call session trip ride contract policy loan",
        "application request prescription test exam sample specimen purchase sale payment referral",
        "accident crash incident arrest offence offense charge appointment consultation delivery",
        "file akte aktenzeichen expediente fascicolo",
        "spell adm docket appt enc hospitalization hospitalisation entlassung rdv estancia",
        "fall besuch auftrag bestellung rechnung vertrag aufnahme behandlung antrag beleg vorgang",
        "buchung termin aufenthalt schaden unfall probe police",
        "visite sejour commande facture dossier demande consultation achat contrat sinistre",
        "visita pedido factura caso solicitud episodio ingreso cita compra contrato siniestro",
    )
    for word in words.split()
)
#: Of these, those that a person has for years, and many have one of.
_CONTRACTS = frozenset(("policy", "contract", "vertrag", "police", "contrat", "contrato"))
#: A number of these alone may be that of a row.
_NUMBERS = frozenset(
    ("id", "ids", "nr", "no", "num", "number", "nummer", "numero", "serial", "key")
)
_IDENTIFIERS = frozenset(("id", "ids", "serial", "key"))
#: What people are called by their part in a case, an accident or a group: numbers start anew there.
_ROLES = frozenset(
    word
    for words in (
        "person pers persno member party victim defendant def suspect offender accused arrestee",
        "perpetrator plaintiff claimant complainant respondent witness driver passenger occupant",
        "rider pedestrian seat tenant mitglied opfer taeter tater beteiligter beschuldigter zeuge",
        "angeklagter insasse fahrer personne victime accuse membre partie passager persona victima",
        "miembro acusado parte",
        "insured insuree beneficiary dependent dependant enrollee versicherter versicherte",
        "assure beneficiaire asegurado beneficiario",
    )
    for word in words.split()
)
#: Of institutions, those of which a word without a number is no amount.
_VISITED = frozenset(("hospital", "hosp", "clinic", "klinik", "center", "centre", "site"))
#: How names of codes without an order end, in one word or two.
_CODES = frozenset(("code", "codes", "cd", "type", "typ", "status", "branch", "sector"))
#: Of occasions, those that happen to several people at once.
_EVENTS = frozenset(("accident", "crash", "incident", "unfall", "accidente", "collision"))
#: What one person may have several of in one case, by a number or a name of each.
_ACTS = frozenset(
    word
    for words in (
        "charge offence offense count line item act visit crime statute sentence verdict",
        "anklage anklagepunkt delikt straftat tat position posten zeile besuch",
        "infraction delit ligne visite cargo delito linea visita",
    )
    for word in words.split()
)
#: What is written of somebody, by a number of each: several may write of one event.
_REPORTS = frozenset(
    (
        *("report", "incident", "record", "safetyreport", "rapport", "bericht", "meldung"),
        *("informe", "datensatz", "protokoll"),
    )
)
#: A column of more values is no question with answers to choose from.
_MOST_ANSWERS = 20
#: Of contacts, those that one person may have many of, or a firm.
_OF_MACHINES = frozenset(("ip", "url", "website", "fax", "contact"))


def reaches_people(name: str) -> bool:
    """Whether a column says how to reach somebody: by e-mail or phone, and no page or machine.

    >>> [reaches_people(name) for name in ("e_mail", "customer_email", "Telefon", "ip_address")]
    [True, True, True, False]
    """
    return find_kind(name) == "contact" and not _OF_MACHINES.intersection(split_name(name))


def names_number_alone(name: str) -> bool:
    """Whether a name says that a column has numbers, and not of what.

    >>> [names_number_alone(name) for name in ("id", "Nr", "patient_id", "pid")]
    [True, True, False, False]
    """
    return _NUMBERS.issuperset(split_name(name))


def may_be_answers(name: str, rows: int, distinct: int) -> bool:
    """Whether a column called a number, and not of whom, has few values, which most rows share.

    How many cigarettes somebody smokes a day is a number, too.

    >>> may_be_answers("number", 484, 7), may_be_answers("number", 484, 400)
    (True, False)
    >>> may_be_answers("patient_no", 484, 7), may_be_answers("nr", 12, 9)
    (False, False)
    """
    return names_number_alone(name) and distinct <= _MOST_ANSWERS and 2 * distinct <= rows


def ends_as_number(name: str) -> bool:
    """Whether a column is called a number, and no identifier: it may count in each group.

    >>> [ends_as_number(name) for name in ("number", "kid_no", "patientnr", "pid", "id")]
    [True, True, False, False, False]
    """
    return bool({*split_name(name)[-1:]} & (_NUMBERS - _IDENTIFIERS))


def names_number(name: str) -> bool:
    """Whether the name ends as that of a number of something, or is one of what people visit.

    >>> [names_number(name) for name in ("school_no", "SCHOOLID", "hosp", "school", "class")]
    [True, True, True, False, False]
    """
    words = split_name(name)
    return may_number(name) or bool(_VISITED.intersection(words))


def is_visited(name: str) -> bool:
    """Whether the whole name is that of what people visit; a site may be one of a tumor.

    >>> [is_visited(name) for name in ("Clinic", "hospital_id", "clinic_visit", "site")]
    [True, True, False, False]
    """
    words = {*split_name(name)} - _NUMBERS
    return bool(words) and words <= _VISITED - {"site"}


def names_role(name: str) -> bool:
    """Whether the whole name is that of people's part in a case or a group, or a number of it.

    >>> [names_role(name) for name in ("person_no", "victimnr", "def_no", "party", "personal_no")]
    [True, True, True, True, False]
    >>> [names_role(name) for name in ("no", "person_id", "PERNUM", "party_size")]
    [False, False, True, False]
    """
    words = [word for word in split_name(name) if word not in _NUMBERS - _IDENTIFIERS]
    ends = ("", "no", "nr", "num")
    return len(words) == 1 and any(words[0].removesuffix(end) in _ROLES | {"per"} for end in ends)


def names_group(name: str) -> bool:
    """Whether a number may name what many people share.

    >>> [names_group(name) for name in ("hospital_nr", "schoolid", "hhnr", "pid")]
    [True, True, True, False]
    """
    return _has_word(split_name(name), GROUPS)


def names_code(name: str) -> bool:
    """Whether numbers are, by the column's name, codes of what has no order: of types, statuses.

    >>> [names_code(name) for name in ("status_code", "plan_type", "mil_status", "type_size")]
    [True, True, True, False]
    """
    words = split_name(name)
    return words[-1:] != () and words[-1].removesuffix("code") in {*_CODES, ""}


def names_institution(name: str) -> bool:
    """Whether a column of names has those of institutions.

    >>> [names_institution(name) for name in ("clinic_name", "company", "doctor_name")]
    [True, True, False]
    """
    return bool(INSTITUTIONS.intersection(split_name(name)))


def names_case(name: str) -> bool:
    """Whether a number is that of a case, or of a set of people who are matched.

    >>> [names_case(name) for name in ("case_id", "match_no", "set_id", "pid")]
    [True, True, True, False]
    """
    return _has_word(split_name(name), _CASES)


def names_other_person(name: str) -> bool:
    """Whether a number names somebody else than the person of the row: who leads or treats them.

    >>> [names_other_person(name) for name in ("manager_id", "motherid", "referred_by", "pid")]
    [True, True, True, False]
    """
    return _has_word(split_name(name), OTHERS)


def names_parent(name: str) -> bool:
    """Whether the whole name is what a parent is called, or a number of these.

    >>> [names_parent(name) for name in ("mother", "motherid", "mother_age", "doctor")]
    [True, True, False, False]
    """
    words = [word for word in split_name(name) if word not in _NUMBERS]
    return len(words) == 1 and _has_word(words, _PARENTS)


def names_siblings(name: str) -> bool:
    """Whether a number may name twins, who have one sex and day of birth without being one person.

    >>> names_siblings("twinpair"), names_siblings("pair_id"), names_siblings("repair")
    (False, True, False)
    """
    return _has_word(split_name(name), _SIBLINGS)


def names_occasion(name: str) -> bool:
    """Whether a number may name something of which a person may have several.

    >>> [names_occasion(name) for name in ("case_no", "hadm_id", "Fallnummer", "caseid", "pid")]
    [True, True, True, False, False]
    """
    # A case of a survey is a person.
    return _has_word([word for word in split_name(name) if word != "caseid"], _OCCASIONS)


def names_contract(name: str) -> bool:
    """Whether a number may name what somebody has for years: it may be one person's, or several'.

    >>> [names_contract(name) for name in ("policy_no", "Vertragsnummer", "order_id")]
    [True, False, False]
    """
    return _has_word(split_name(name), _CONTRACTS)


def names_event(name: str) -> bool:
    """Whether a number may name what happened to several people at once.

    >>> [names_event(name) for name in ("incident_id", "Unfallnummer", "order_id")]
    [True, True, False]
    """
    return _has_word(split_name(name), _EVENTS)


def names_act(name: str) -> bool:
    """Whether a column says which of several one person may have in a case: charges, lines.

    >>> [names_act(name) for name in ("charge_no", "offence", "line_nr", "account", "case_no")]
    [True, True, True, False, False]
    """
    return _has_word(split_name(name), _ACTS)


def names_report(name: str) -> bool:
    """Whether the whole name is that of a report, an incident or a record, or of its number.

    A record_id often numbers the people of a study.

    >>> [names_report(name) for name in ("report_no", "IncidentID", "recordnr", "record_number")]
    [True, True, True, True]
    >>> [names_report(name) for name in ("record_id", "medical_record_no", "reporter_id")]
    [False, False, False]
    """
    words = split_name(name)
    if "record" in words and _IDENTIFIERS.intersection(words):
        return False
    named = [word for word in words if word not in _NUMBERS]
    return len(named) == 1 and _has_word(named, _REPORTS)


def _has_word(words: Sequence[str], known: Collection[str]) -> bool:
    """Whether one of the words is known, by itself or before the ending of a number."""
    ends = ("", *SHORT_ENDINGS, *ENDINGS)
    return any(word.removesuffix(end) in known for word in words for end in ends)


def may_number_members(name: str) -> bool:
    """Whether a column may number people, or the members of a group.

    >>> [may_number_members(name) for name in ("subj", "PERNUM", "hhid", "visit_no", "age")]
    [True, True, True, False, False]
    >>> [may_number_members(name) for name in ("pupil", "candidate", "children")]
    [True, True, False]
    """
    is_number = is_identifier(name) or (may_number(name) and not find_kind(name))
    is_number = is_number or calls_person(name)
    return is_number and not is_time(name) and not names_occasion(name)
