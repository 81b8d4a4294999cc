"""SQL functions that dpsql creates in its own schema, for features that Postgres lacks.

`text_of` writes values of any type as DuckDB does; the `try_` functions return NULL for a text that
is not of the type; the `_between` functions count whole units of time. Postgres inlines all of
them. They are created in each session and disappear with it.
"""

from dpsql.engines.postgres.texts import READING

_FINITE = "isfinite($1) AND isfinite($2)"
#: Added up from the parts of an interval: all seconds as one double would lose digits.
_MICROSECONDS = (
    "CAST(EXTRACT(hour FROM {0}) AS bigint) * 3600000000"
    " + CAST(EXTRACT(minute FROM {0}) AS bigint) * 60000000"
    " + CAST(EXTRACT(microseconds FROM {0}) AS bigint)"
)

#: Name with types of arguments, type of the result, body.
_FUNCTIONS = (
    ("text_of(text)", "text", "$1"),
    # Without a function of its own, a bigint would be converted to a double.
    *(
        (f"text_of({type_})", "text", "CAST($1 AS text)")
        for type_ in ("anyelement", "smallint", "integer", "bigint", "numeric", "time")
    ),
    ("text_of(real)", "text", "{schema}.spell_double(CAST($1 AS text))"),
    ("text_of(double precision)", "text", "{schema}.spell_double(CAST($1 AS text))"),
    ("text_of(date)", "text", "replace(CAST($1 AS text), ' BC', ' (BC)')"),
    *(
        (
            f"text_of({type_})",
            "text",
            "CASE WHEN $1 >= '0001-01-01' THEN CAST($1 AS text)"
            r" ELSE regexp_replace(CAST($1 AS text), '^(\S+) (.*) BC$', '\1 (BC) \2') END",
        )
        for type_ in ("timestamp", "timestamptz")
    ),
    (
        "text_of(bytea)",
        "text",
        r"regexp_replace(encode($1, 'hex'), '(..)', '\\x\1', 'g')",
    ),
    *READING,
    ("try_number(bigint)", "numeric", "CAST($1 AS numeric)"),
    ("try_number(numeric)", "numeric", "CASE WHEN $1 <> 'NaN' THEN $1 END"),
    (
        "try_number(double precision)",
        "numeric",
        # A cast to numeric keeps 15 digits; the shortest text keeps all.
        "CASE WHEN abs($1) < 1e300 THEN CAST(CAST($1 AS text) AS numeric) END",
    ),
    (
        "try_decimal(numeric, integer, integer)",
        "numeric",
        "CASE WHEN abs(round($1, $3)) < power(CAST(10 AS numeric), $2 - $3) THEN round($1, $3) END",
    ),
    (
        "try_integer(numeric, numeric)",
        "numeric",
        "CASE WHEN round($1) BETWEEN -$2 - 1 AND $2 THEN round($1) END",
    ),
    ("try_double(double precision)", "double precision", "$1"),
    ("try_date(timestamp)", "date", "CAST($1 AS date)"),
    ("try_timestamp(timestamp)", "timestamp", "$1"),
    ("try_timestamp(timestamptz)", "timestamp", "CAST($1 AS timestamp)"),
    (
        "days_between(date, date)",
        "bigint",
        f"CASE WHEN {_FINITE} THEN CAST($2 - $1 AS bigint) END",
    ),
    (
        "microseconds_between(timestamp, timestamp)",
        "bigint",
        f"CASE WHEN {_FINITE} THEN CAST(EXTRACT(day FROM $2 - $1) AS bigint) * 86400000000 + "
        + _MICROSECONDS.format("($2 - $1)")
        + " END",
    ),
    (
        "microseconds_between(time, time)",
        "bigint",
        f"{_MICROSECONDS.format('$2')} - ({_MICROSECONDS.format('$1')})",
    ),
)
#: A double of Postgres, 1e+15 or -0, as DuckDB spells it: 1000000000000000.0 or -0.0.
_SPELL = (
    "spell_double(text)",
    "text",
    r"CASE WHEN $1 ~ '^-?[0-9]+$' THEN $1 || '.0'"
    r" WHEN $1 ~ 'e[+](0[0-9]|1[0-5])$' THEN substring($1 FROM '^-?')"
    r" || rpad(left({digits}, {places}), {places}, '0') || '.'"
    r" || COALESCE(NULLIF(substr({digits}, {places} + 1), ''), '0')"
    r" WHEN $1 IN ('NaN', 'Infinity', '-Infinity') THEN replace(lower($1), 'infinity', 'inf')"
    r" ELSE $1 END",
)


def define_functions(schema: str) -> list[str]:
    """Return the statements that create the functions in a schema, whose name is already quoted."""
    digits = "translate(split_part($1, 'e', 1), '-.', '')"
    places = "(CAST(split_part($1, 'e+', 2) AS integer) + 1)"
    name, result, body = _SPELL
    functions = [(name, result, body.format(digits=digits, places=places))]
    # Not format(): patterns contain braces.
    functions += [
        (name, result, body.replace("{schema}", schema)) for name, result, body in _FUNCTIONS
    ]
    made = [
        f"CREATE FUNCTION {schema}.{name} RETURNS {result}"
        f" LANGUAGE sql STABLE PARALLEL SAFE AS $function$ SELECT {body} $function$"
        for name, result, body in functions
    ]
    # Postgres' own sum of bigint uses a numeric per group: three times the time and memory.
    adding = "SFUNC = int8pl, STYPE = bigint, COMBINEFUNC = int8pl, PARALLEL = SAFE"
    return [*made, f"CREATE AGGREGATE {schema}.sum_of(bigint) ({adding})"]
