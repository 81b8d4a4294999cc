"""Words of names of columns in more languages, by kind: a table to add to.

English, German, French and Spanish stand in `kinds`. Letters have no accents, and ø is o, ł is l.
No word is of two kinds. Short words, and some others, mean something else in English, as cap and
eta do: they count as whole names only, or beside other words of their language.
"""

#: By language and kind.
LANGUAGES = {
    "Danish": {
        "name": "navn fornavn efternavn mellemnavn fornavne",
        "address": "gade vejnavn husnummer husnr",
        "marital": "civilstand",
        "education": "uddannelse klassetrin",
        "occupation": "erhverv arbejde stilling stillingsbetegnelse",
        "nationality": "statsborgerskab fodeland fodested oprindelsesland",
        "income": "indkomst aarsindkomst",
        "contact": "tlf tlfnr mobil mobilnr epost mailadresse",
        "household": "husstand",
    },
    "Dutch": {
        "age": "leeftijd",
        "name": "naam voornaam achternaam roepnaam tussenvoegsel",
        "address": "adres straat straatnaam huisnummer huisnr",
        "marital": "burgerlijke gehuwd",
        "education": "opleiding opleidingsniveau onderwijs leerjaar klas",
        "occupation": "beroep functie werk",
        "nationality": "geboorteland geboorteplaats herkomst",
        "income": "inkomen loon salaris",
        "contact": "telefoon telefoonnummer telefoonnr mobiel",
        "household": "huishouden gezin kinderen",
        "language": "taal moedertaal",
        "religion": "godsdienst",
        "death": "overleden overlijden overlijdensdatum",
    },
    "Italian": {
        "identifier": "matricola",
        "age": "eta",
        "name": "nome cognome",
        "address": "indirizzo",
        "postcode": "cap",
        "place": "citta residenza",
        "education": "istruzione",
        "occupation": "professione lavoro occupazione impiego mestiere",
        "nationality": "cittadinanza nazionalita",
        "income": "reddito stipendio",
        "contact": "cellulare",
        "household": "famiglia figli",
        "death": "decesso deceduto",
    },
    "Norwegian": {
        "name": "etternavn mellomnavn",
        "address": "gateadresse gatenavn",
        "marital": "sivilstand sivilstatus ekteskapelig",
        "education": "utdanning utdanningsniva",
        "occupation": "yrke arbeid sysselsetting",
        "nationality": "statsborgerskap fodeland fodselsland fodested landbakgrunn",
        "income": "inntekt lonn",
        "contact": "telefonnr",
        "household": "husholdning",
    },
    "Polish": {
        "age": "wiek",
        "birth": "urodzenia urodzony urodzona ur",
        "sex": "plec",
        "name": "imie imiona nazwisko",
        "address": "adres ulica zamieszkania",
        "postcode": "pocztowy",
        "place": "miasto miejscowosc wojewodztwo powiat gmina",
        "education": "wyksztalcenie klasa szkola",
        "occupation": "zawod zatrudnienie stanowisko",
        "nationality": "obywatelstwo narodowosc",
        "income": "dochod pensja zarobki wynagrodzenie",
        "contact": "komorka",
        "studied": "rozpoznanie",
        "death": "zgon zgonu",
    },
    "Portuguese": {
        "age": "idade",
        "birth": "nascimento nasc",
        "name": "sobrenome apelido",
        "address": "endereco morada",
        "postcode": "cep",
        "place": "cidade concelho freguesia",
        "education": "escolaridade educacao escola turma",
        "occupation": "profissao ocupacao emprego trabalho",
        "nationality": "nacionalidade cidadania naturalidade",
        "income": "renda rendimento",
        "contact": "telefone telemovel celular",
        "household": "agregado filhos",
        "death": "obito falecimento",
    },
    "Swedish": {
        "name": "namn fornamn efternamn mellannamn",
        "address": "gata gatuadress adress",
        "marital": "civilstand",
        "place": "kommun lan",
        "education": "utbildning utbildningsniva klass arskurs",
        "occupation": "yrke arbete sysselsattning",
        "nationality": "medborgarskap fodelseland fodelseort",
        "income": "inkomst",
        "contact": "mobil epost mejl telefonnummer",
        "household": "hushall",
    },
    # What the four that stand in `kinds` lack there.
    "German": {
        "education": "klasse klassenstufe jahrgangsstufe",
        "occupation": "arbeit berufsgruppe",
        "nationality": "staatsangehoerigkeit herkunftsland",
        "contact": "telefonnummer handynummer mobilnummer",
        "marital": "zivilstatus",
    },
    "French": {
        "education": "classe etudes",
        "occupation": "travail",
        "nationality": "citoyennete",
        "contact": "portable",
    },
    "Spanish": {
        "education": "clase",
        "nationality": "ciudadania",
        "contact": "celular",
    },
}
#: The same of words that stand together, whatever is between them.
TOGETHER = {
    "marital": "statocivile stancywilny burgstaat",
    "education": "titolostudio titolodistudio niveletudes annoscolastico",
    "nationality": "geboorteland geboorteplaats fodelseland fodelseort fodselsland fodeland"
    " fodested luogonascita luogodinascita paesenascita paesedinascita comunenascita localnasc"
    " paisdenasc miejsceurodz krajurodz lieudenaissance paysdenaissance lugardenac paisdenac",
}
#: Parts of words.
PARTS = {
    "birth": "nascimento nascita urodz geboren",
    "name": "fornavn efternavn etternavn voornaam achternaam cognome nazwisko fornamn efternamn",
    "nationality": "statsborger medborgarskap obywatel cittadinanza",
    "education": "utdanning uddannelse utbildning opleidingsniv",
    "contact": "telefoon telefonn",
    "studied": "diagnoz rozpoznan",
}
#: English names of what people are, which tables of the other languages do not have.
ENGLISH_NAMES = frozenset(
    (
        *("sex", "gender", "male", "female", "men", "women", "race", "ethnicity", "black", "white"),
        *("hispanic", "birthdate", "dob", "married", "education", "income", "wage", "salary"),
        *("zip", "zipcode", "city", "county", "state", "country", "year", "height", "weight"),
    )
)
#: Of so few letters, a word may be one of any language; and others that are English, too.
_SHORT = 3
_ENGLISH = frozenset(("portable", "loon"))


def may_be_english(word: str) -> bool:
    """Whether a word of `LANGUAGES` says nothing in a name of several words.

    >>> [may_be_english(word) for word in ("cap", "portable", "cep", "leeftijd")]
    [True, True, True, False]
    """
    return len(word) <= _SHORT or word in _ENGLISH


def list_words(kind: str) -> list[str]:
    """Return the words of a kind in all languages.

    >>> "inkomen" in list_words("income"), list_words("measure")
    (True, [])
    """
    return [word for one in LANGUAGES.values() for word in one.get(kind, "").split()]
