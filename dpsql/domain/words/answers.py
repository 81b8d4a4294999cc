"""Texts that columns of anything have: answers, and what stands for missing ones."""

#: What stands for a missing value, in small letters, without points and spaces around.
MISSING = (
    *("nan", "na", "n/a", "#n/a", "<na>", "null", "nil", "nd", "n.d", "k.a", "o.a", "?", "-", ""),
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
