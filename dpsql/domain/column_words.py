"""What the name of a column says of it: words of English, German, French and Spanish tables.

A name is split at signs, digits and capitals, without accents: `MaritalStatus_2` has the words
marital and status. Short words must be whole; stems may stand anywhere in a word, so that
`birthdate` and `dateofbirth` are births.
"""

import re
import unicodedata

#: Kinds of what people know of each other, the best known first: so a first job chooses them.
DEMOGRAPHIC = (
    *("age", "birth", "sex", "postcode", "place", "race", "nationality", "marital", "education"),
    *("occupation", "religion", "language", "household", "death", "affiliation", "income"),
)
#: Kinds whose numbers are codes without an order.
NOMINAL = frozenset(
    ("sex", "place", "race", "nationality", "marital", "occupation", "religion", "language")
)
_WORDS = {
    "age": "age ages edad alter agep lebensalter agegrp agecat agegroup agegp agerange ageband"
    " ageyr ageyrs agemth agemonths ageentry agehed ager studage ridageyr mage fage husage"
    " mthage chldage",
    "birth": "dob yob born geb nacido nacida cumpleanos bday yearborn mnthborn monthborn yrborn"
    " byear byr brthyr",
    "sex": "sex sexe sexo genre genero geschl",
    "postcode": "zip plz zip3 zip5 zcta postcode postal cp codpostal",
    "place": "state county city town district region province municipality borough parish precinct"
    " ward tract puma fips statefip countyfip msa metro department country location area residence"
    " kreis ort stadt gemeinde land bundesland kanton wohnort bezirk"
    " ville commune departement canton pays arrondissement"
    " ciudad municipio provincia comunidad pais estado comarca departamento distrito localidad",
    "race": "race ethnicity ethnic ethnie hispanic hispan raza etnia herkunft hautfarbe ethn"
    " racethn raceeth ridreth",
    "nationality": "nationality citizenship citizen bpl pob nacion foreignborn uscitizen",
    "marital": "marital married marriage marst spouse matrimonial familienstand zivilstand"
    " maried marr marry marstat dmdmartl evermarr yrsmarr",
    "education": "education educ edu school schooling degree diploma diplome bildung abschluss"
    " experience exper berufserfahrung estudios escolaridad schulbildung schl college"
    " edu educatn educyr educd dmdeduc schooling yschool yrschl yrsch yrsed edlevel hgc hsgrad"
    " motheduc fatheduc huseduc meduc feduc heduc",
    "occupation": "occupation occ job profession employment industry ind workclass work worker"
    " beruf taetigkeit tatigkeit metier emploi profesion ocupacion empleo trabajo oficio naics soc"
    " empstat classwkr occup occat indust wrkstat workstat emplstat lfp inlf selfemp bluecol",
    "religion": "religion faith konfession confession religioso relig denom",
    "language": "language lang sprache langue idioma lengua muttersprache",
    "household": "household family famsize hhsize children kids child nchild relationship relate"
    " dependents dependants homeownership housing tenure veteran vetstat military"
    " haushalt kinder menage enfants hogar hijos nkids childs nchildren kidslt kidsge kidlt kidge"
    " numdep depends hompop fsize famsiz sibs nsibs siblings brthord",
    "death": "dod death deceased died todesdatum deces muerte defuncion",
    "affiliation": "insurance insurer payer medicaid medicare kasse assurance seguro party partei"
    " privins insured partyid",
    "income": "income salary wage wages earnings inctot incwage einkommen gehalt lohn revenu"
    " revenus salaire ingreso ingresos salario sueldo renta verdienst pay inc faminc hhinc hhninc"
    " linc loginc lninc earn earns earnweek hrwage lwage logwage realinc rincome coninc",
    "identifier": "id ids nr no num number uuid guid key ssn mrn ncid serial pernum pid uid"
    " nummer numero matricule matricula passport pasaporte dni nif nie nir iban account konto"
    " kontonummer cuenta license licence vin plate token hash hadm nhs ein barcode ausweis"
    " caseid patientid personid subjectid userid customerid memberid clientid studentid recordid"
    " kennung kennzeichen identifiant identificador cedula curp rfc",
    "contact": "email mail phone telephone mobile fax url website ip tel telefon handy telefono"
    " correo courriel movil contact",
    "address": "address addr street strasse adresse anschrift rue calle direccion domicilio"
    " hausnummer hausnr latitude longitude lat lon lng gps geo coordinates coord breitengrad"
    " laengengrad",
    "name": "name names firstname lastname forename surname fname lname mname givenname familyname"
    " initials nickname username vorname nachname familienname prenom nom nombre nombres apellido"
    " nm apellidos manager supervisor physician doctor arzt medecin medico",
    "text": "comment comments note notes remark remarks description text narrative free freetext"
    " bemerkung kommentar notiz beschreibung remarque commentaire observacion observaciones nota"
    " notas comentario descripcion bio abstract message body json xml html payload blob",
    "record": "created updated modified inserted loaded timestamp rownames rowname rownum row index"
    " load dwh unnamed version batch etl ingested login perwt hhwt fnlwgt pwgtp",
    "measure": "weight height length width depth bmi score pressure temperature temp dose amount"
    " amt price cost balance gewicht groesse hoehe laenge poids taille longueur montant prix peso"
    " talla altura importe precio percent pct percentage ratio proportion utilization interest"
    " installment fee fees payment payments paid debt limit prozent pourcentage porcentaje",
}
#: Words of columns of few values: flags such as black and south. With many values, they measure.
_FEW_WORDS = {
    "sex": "male female fem woman women man men femme homme mujer hombre frau mann weiblich",
    "race": "black white nonwhite nwhite hisp blk blck mblck fblck husblck wht whte mwhte fwhte"
    " asian latino latina minority",
    "nationality": "foreign native immigrant immig migrant nativity",
    "marital": "mar single divorce divorced widow widowed separated unmarried",
    "education": "ed coll collgrad highschool university graduate nodegree",
    "occupation": "employed unemployed retired working worked outwork self selfe",
    "religion": "prot protestant catholic jewish muslim hindu buddhist christian",
    "place": "urban rural south north east west northeast northwest southeast southwest northcen"
    " nrthcen nrtheast midwest smsa cbsa",
    "affiliation": "union hmo",
    "death": "died dead",
}
_STEMS = {
    "birth": "birth geburt naissance nacimiento yearofb",
    "sex": "gender geschlecht",
    "postcode": "zipcode postcode postalcode postleitzahl codepostal codigopostal",
    "place": "county municip geograph",
    "race": "ethnic",
    "nationality": "nationalit nacionalidad staatsangeh citizen",
    "marital": "marital familienstand zivilstand",
    "education": "educat schulabschluss bildungs niveauetudes",
    "occupation": "occupation jobtitle berufs profession",
    "religion": "religion konfession",
    "household": "household haushalts homeowner",
    "affiliation": "insurance versicherung",
    "income": "income einkommen",
    "death": "dateofdeath deathdate sterbe",
    "identifier": "identifier passportn socialsec securitynum personnummer",
    "contact": "email phonenum telefonn",
    "address": "streetaddr address",
    "name": "firstname lastname surname fullname middlename maidenname nachname vorname",
}
#: Of numbers that name a person or a case, as in Kundennr and Fallnummer.
_ENDINGS = ("nr", "nummer")
#: The same, of whole numbers; others end so, too.
_SHORT_ENDINGS = ("num", "no", "nr", "code", "id")
_NO_NUMBERS = frozenset(("acid", "anno", "bid", "covid", "lipid", "paid", "steroid", "thyroid"))
#: Whole names of columns that name people if their values are many; else they may be flags.
_PEOPLE = frozenset(
    word
    for words in (
        "subject subjects subj subjid subjno usubjid patient patients participant respondent resp",
        "enrollee person persons individual case employee worker student customer client member",
        "user owner voter proband probant patientin teilnehmer befragter mitarbeiter kunde",
        "sujet individu paciente sujeto persona participante empleado cliente",
    )
    for word in words.split()
)
#: What a number may name that many people share.
_GROUPS = frozenset(
    word
    for words in (
        "hospital clinic klinik provider site store shop branch filiale school schule class klasse",
        "center centre office ward station practice praxis bank company firm firma employer plan",
        "product produkt article artikel item account konto team group gruppe cluster unit region",
        "household haushalt family hh psu stratum strata doctor arzt physician teacher lehrer",
        "agency department abteilung village dorf country route line trip train device machine",
        "type typ kind category kategorie code status year month week wave welle period batch",
    )
    for word in words.split()
)
#: Words that mean something else together.
_PHRASES = {
    **dict.fromkeys(("debttoincome", "birthcontrol", "birthweight"), "measure"),
    **dict.fromkeys(("emplength", "emptitle"), "occupation"),
    **dict.fromkeys(("estadocivil", "etatcivil", "situationfamil"), "marital"),
    **dict.fromkeys(("birthstate", "birthcountry", "birthplace", "placeofbirth"), "nationality"),
    **dict.fromkeys(("birthcity", "geburtsort", "lieunaissance", "lugarnacim"), "nationality"),
    **dict.fromkeys(("countryofbirth", "geburtsland", "paysnaissance", "paisnacim"), "nationality"),
}
#: Beside the word name, in columns that name people and not things.
_OF_PEOPLE = frozenset(
    word
    for words in (
        "first last middle full given family maiden birth sur fake real user patient person people",
        "employee customer client member owner player contact mother father spouse naissance",
        "familia famille voter student teacher author preferred legal",
    )
    for word in words.split()
)
_KINDS = {word: kind for kind, words in _WORDS.items() for word in words.split()}
_FEW_KINDS = {word: kind for kind, words in _FEW_WORDS.items() for word in words.split()}
#: What others know less than schooling.
_EXPERIENCE = frozenset(("experience", "exper", "berufserfahrung"))
#: How a column begins that tells of a relative: of whom others know less.
_RELATIVE = re.compile("moth|fath|mom|dad|hus|wife|spouse|parent|mutter|vater")
_OF_RELATIVES = frozenset(
    ("mage", "fage", "mthage", "meduc", "feduc", "heduc", "mblck", "fblck", "mwhte", "fwhte")
)
_STEM_KINDS = {stem: kind for kind, stems in _STEMS.items() for stem in stems.split()}
_HIDDEN = ("name", "contact", "address")
#: Words for names of people and of things alike.
_NAMES = frozenset(["name", "names", "nm", "nom", "nombre", "nombres"])
#: Of numbers that are more or less, and no codes.
_GRADES = frozenset(
    (
        *("rate", "rating", "score", "level", "scale", "rank", "grade", "index"),
        *("num", "number", "count", "years", "yrs"),
    )
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
        "jahr monat quartal woche tag datum zeit welle runde besuch annee mois semaine jour vague",
        "anio ano mes trimestre semana dia fecha ola visita",
    )
    for word in words.split()
)
_YEARS = frozenset(["year", "yr", "yob", "jahr", "annee", "ano", "anio"])


def split_name(name: str) -> tuple[str, ...]:
    """Return the words of a name, in small letters without accents.

    >>> split_name("Año de-Nacimiento"), split_name("maritalStatus2"), split_name("STATEFIP")
    (('ano', 'de', 'nacimiento'), ('marital', 'status'), ('statefip',))
    """
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name.replace("ß", "ss"))
    plain = unicodedata.normalize("NFKD", spaced).encode("ascii", "ignore").decode().lower()
    return tuple(re.findall("[a-z]+", plain))


def find_kind(name: str) -> str:
    """Return the kind of a column by its name, of `_WORDS`; empty if no word is known.

    >>> [find_kind(name) for name in ("date_of_birth", "county_name", "Kundennr", "ldl")]
    ['birth', 'place', 'identifier', '']
    """
    words = split_name(name)
    joined = "".join(words)
    if joined == "long":  # beside lat
        return "address"
    for phrase, kind in _PHRASES.items():
        if phrase in joined:
            return kind
    # A number of accounts is no account number.
    told = words[1:] if len(words) > 1 and words[0] in _COUNTED else words
    kinds = [_KINDS[word] for word in told if word in _KINDS]
    if told != words and words[0] != "total":
        kinds = [kind for kind in kinds if kind != "income"]
    if words[-1:] == ("rate",):
        kinds.append("measure")
    if "name" in kinds and (len(words) == 1 or _OF_PEOPLE.intersection(words)):
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
    others = [kind for kind in kinds if kind not in DEMOGRAPHIC]
    ending = ["identifier" for word in words if word.endswith(_ENDINGS)]
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
    words = split_name(name)
    less = _OF_RELATIVES | _EXPERIENCE
    return bool(_RELATIVE.match("".join(words)) or less.intersection(words))


def is_year(name: str) -> bool:
    """Whether the name is that of a year."""
    return bool(_YEARS.intersection(split_name(name)))


def is_time(name: str) -> bool:
    """Whether the name may be that of the time of a row, of several that somebody has.

    >>> [is_time(name) for name in ("year", "visit_no", "survey_wave", "birth_year", "age")]
    [True, True, True, False, False]
    """
    return find_kind(name) != "birth" and bool(_TIMES.intersection(split_name(name)))


def is_code(name: str) -> bool:
    """Whether the name is that of a code of a classification.

    >>> is_code("wz_code"), is_code("ICD9"), is_code("income")
    (True, True, False)
    """
    return bool(_CODES.intersection(split_name(name)))


def is_graded(name: str) -> bool:
    """Whether the name is that of a rating or a number, even if it rates what is none.

    >>> is_graded("rate_marriage"), is_graded("marital_status")
    (True, False)
    """
    return bool(_GRADES.intersection(split_name(name)))


def is_identifier(name: str) -> bool:
    """Whether a column of many values is called what names a person or a thing.

    >>> [is_identifier(name) for name in ("patient_id", "USUBJID", "subject", "subject_area")]
    [True, True, True, False]
    """
    return find_kind(name) == "identifier" or "".join(split_name(name)) in _PEOPLE


def names_group(name: str) -> bool:
    """Whether a number may name what many people share.

    >>> names_group("hospital_nr"), names_group("schoolid"), names_group("pid")
    (True, True, False)
    """
    words = split_name(name)
    return any(word in _GROUPS or word.removesuffix("id") in _GROUPS for word in words)


def may_number(name: str) -> bool:
    """Whether the name ends as that of a number or code, as whole numbers of many values have it.

    >>> may_number("provnum"), may_number("uric_acid"), may_number("year")
    (True, False, False)
    """
    words = split_name(name)[-1:]
    return any(word.endswith(_SHORT_ENDINGS) and word not in _NO_NUMBERS | _YEARS for word in words)
