"""Texts that columns of anything have: answers, and what stands for missing ones."""

#: What stands for a missing value, in small letters, without points and spaces around.
MISSING = (
    *("nan", "-nan", "nat", "na", "n/a", "n.a", "#n/a", "#na", "<na>", "null", "nil", "nd", "n.d"),
    *("k.a", "o.a", "?", "-", ""),
    *("missing", "not stated", "not known", "not recorded", "not reported", "not available"),
    *("unknown", "unk", "unspecified", "undisclosed", "refused", "declined", "don't know"),
    *("prefer not to say", "not applicable", "no answer", "unbekannt", "keine angabe"),
    *("inconnu", "inconnue", "non renseigné", "non precise", "desconocido", "no consta"),
    *("sin datos", "ns/nc", "onbekend", "sconosciuto", "non noto", "desconhecido", "okänd"),
    *("ukendt", "ukjent", "nieznany", "brak danych"),
)
#: Texts of any column of answers, in small letters.
ANSWERS = (
    *("yes", "no", "true", "false", "other", "none", "never", "ever", "always", "often"),
    *("low", "medium", "high", "normal", "abnormal", "positive", "negative", "mild", "moderate"),
    *("severe", "good", "fair", "poor", "ja", "nein", "oui", "non", "si", "sim", "nee", "nej"),
    *(text for text in MISSING if any(map(str.isalpha, text))),
)


def is_missing(text: str) -> bool:
    """Whether a text is a usual writing of a missing value; among codes, NA may be Namibia.

    >>> [is_missing(text) for text in ("NA", "N.A.", "#N/A", " Not stated", "none", "0")]
    [True, True, True, True, False, False]
    """
    return text.strip(" .").lower() in MISSING
