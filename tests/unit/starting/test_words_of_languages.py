"""Names of columns in ten languages say what they are of, and no word is of two kinds."""

from collections import Counter

import pytest

from dpsql.domain.column_words import find_kind, is_of_relative
from dpsql.domain.found.other_names import Shared
from dpsql.domain.table_language import find_kind_beside, is_english_beside
from dpsql.domain.words.kinds import WORDS

NAMES = {
    "Danish": "fornavn:name civilstand:marital uddannelse:education indkomst:income"
    " fødeland:nationality stilling:occupation tlf:contact fødselsdato:birth køn:sex",
    "Dutch": "achternaam:name burgerlijke_staat:marital opleiding:education inkomen:income"
    " geboorteland:nationality beroep:occupation telefoonnr:contact geboren:birth"
    " klas:education",
    "Italian": "cognome:name stato_civile:marital titolo_di_studio:education reddito:income"
    " cittadinanza:nationality professione:occupation data_nascita:birth"
    " luogo_nascita:nationality",
    "Norwegian": "etternavn:name sivilstand:marital utdanning:education inntekt:income"
    " yrke:occupation statsborgerskap:nationality fødselsdato:birth kjønn:sex",
    "Polish": "nazwisko:name stan_cywilny:marital wykształcenie:education dochód:income"
    " zawód:occupation obywatelstwo:nationality data_urodzenia:birth płeć:sex"
    " kod_pocztowy:postcode rozpoznanie:studied",
    "Portuguese": "sobrenome:name estado_civil:marital escolaridade:education renda:income"
    " idade:age profissão:occupation nacionalidade:nationality data_nascimento:birth"
    " cep:postcode cidade:place",
    "Swedish": "efternamn:name civilstånd:marital utbildning:education inkomst:income"
    " yrke:occupation medborgarskap:nationality födelsedatum:birth kön:sex"
    " klass:education",
    "German": "Nachname:name Klasse:education Staatsangehörigkeit:nationality Diagnose:studied",
    "French": "prénom:name classe:education diagnostic:studied citoyenneté:nationality",
    "Spanish": "apellidos:name clase:education diagnóstico:studied ciudadanía:nationality",
}


@pytest.mark.parametrize("language", NAMES)
def test_names_of_columns_are_read_in_ten_languages(language):
    given = dict(one.split(":") for one in NAMES[language].split())
    assert {name: find_kind(name) for name in given} == given


def test_no_word_of_any_language_is_of_two_kinds():
    words = Counter(word for words in WORDS.values() for word in {*words.split()})
    assert [word for word, kinds in words.items() if kinds > 1] == []


@pytest.mark.parametrize(
    "name",
    ["market_cap", "cap_shape", "eta_minutes", "portable_wc", "lan_speed", "ur_test", "meta"],
)
def test_a_short_word_says_nothing_among_others(name):
    assert find_kind(name) == "" and not is_of_relative(name)
    assert find_kind_beside(name, [name, "age", "sex", "cap", "eta", "portable"]) == ""
    assert not Shared(name, "zip", 300, 0, 0, 0).looks_same


@pytest.mark.parametrize(
    ("name", "others", "is_english"),
    [
        # abortion, texas, esi and Lifeboats of Rdatasets.
        ("ur", "fip age race year sex totpop income poverty", True),
        ("ur", "statefip year bmprison alcohol income black state", True),
        ("cap", "code country esi system stress", True),
        ("cap", "launch side boat crew men women total", True),
        # Registers as Italian and Brazilian programs have them.
        ("eta", "nome cognome sesso professione indirizzo citta email", False),
        ("cap", "nome indirizzo civico comune provincia email password", False),
        ("cep", "nome cpf endereco bairro cidade uf", False),
        ("eta", "id sesso comune", False),
        ("eta", "id sex cittadinanza", False),
        ("län", "id sex age", False),
        ("eta_anni", "id sex age", False),
        ("age", "id sex", False),
    ],
)
def test_a_short_word_as_a_whole_name_means_something_else_beside_english_names(
    name, others, is_english
):
    assert is_english_beside(name, [name, *others.split()]) == is_english


def test_a_short_word_counts_as_a_whole_name_and_beside_others_of_its_language():
    assert [find_kind(name) for name in ("CAP", "età", "län", "cep")] == [
        *("postcode", "age", "place", "postcode")
    ]
    assert find_kind_beside("età_anni", ["cognome", "età_anni"]) == "age"
    assert find_kind_beside("data_ur", ["data_ur", "wykształcenie"]) == "birth"
