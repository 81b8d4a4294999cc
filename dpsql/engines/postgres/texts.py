"""SQL functions for Postgres that read numbers and timestamps in texts like DuckDB's TRY_CAST.

A text that is no value becomes NULL, also if it has the shape of one, such as 2021-02-29. A text
that DuckDB reads, or may read, in a way that is not implemented here is an error: a silent NULL
would give another T for the same job.
"""

_BLANK = r"[ \t\n\v\f\r]"
#: The same blanks as a text; \v is valid in a pattern but not in a text.
_BLANKS = r"E' \t\n\x0b\f\r'"
#: Digits, with single underscores between them and blanks around. Only one digit may precede an
#: exponent: in DuckDB it depends on the type whether more fit.
_DIGITS = r"[0-9](_?[0-9])*"
_NUMBER = (
    rf"^{_BLANK}*[+-]?({_DIGITS}[.]?({_DIGITS})?|[.]{_DIGITS}"
    rf"|([0-9][.]?|[0-9]?[.][0-9]+)[eE][+-]?[0-9]{{1,3}}){_BLANK}*$"
)
#: The usual spelling, with a cheaper pattern.
_USUAL_NUMBER = "^-?[0-9]{1,17}([.][0-9]{1,15})?$"
_LONGEST_NUMBER = 400
#: Numbers at the limits of DuckDB's widest types, which it rounds differently.
_AT_AN_END = r"[.][0-9_]{31}|[eE][+]?0?(1[89]|3[5-9])"
#: Two signs, other bases, other exponents.
_ODD_NUMBER = (
    rf"^{_BLANK}*([+-]*0[xXbB][0-9a-fA-F_]+|[+-]{{2,}}[0-9._]+([eE][+-]?[0-9_]+)?"
    rf"|[+-]?[0-9._]+[eE][+-]?[0-9_]+){_BLANK}*$"
)
_ODD_DOUBLE = rf"^{_BLANK}*[+-]*(nan([(].*)?|inf|infinity){_BLANK}*$"

_DAY = rf"^{_BLANK}*0*[0-9]{{1,7}}([-/])[0-9]{{1,2}}\1[0-9]{{1,2}}"
_ZONE = r"( ?(Z|[+-][0-9]{2}(:?[0-9]{2})?))?"
_TIME = (
    r"(([01]?[0-9]|2[0-3]):[0-5]?[0-9](:[0-5]?[0-9]([.][0-9]*)?)?|24:00?(:00?([.]0*)?)?)" + _ZONE
)
_TIME_LIKE = r"[0-9]{1,2}:[0-9]{1,2}(:[0-9]{1,2}([.][0-9]*)?)?" + _ZONE
_MOMENT = rf"{_DAY}({_BLANK}*|( +|T){_TIME} *)$"
_MOMENT_LIKE = rf"{_DAY}({_BLANK}*|( +|T){_TIME_LIKE} *)$"
#: Years before Christ, other separators, zones with names, words.
_ODD_MOMENT = (
    rf"^{_BLANK}*(-?0*[0-9]{{1,7}}([-/\\ ])[0-9]{{1,2}}\2[0-9]{{1,2}}([ \t\n\v\f\rT(].*)?"
    r"|[+-]?(inf|infinity|epoch)([^a-z].*)?)$"
)
#: The usual spelling: Postgres casts it to the same value, ten times as fast.
_USUAL_MOMENT = (
    "^[1-9][0-9]{3}-((0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])|(0[13578]|1[02])-(29|3[01])"
    "|(0[469]|11)-(29|30))( ([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]([.][0-9]{1,6})?)?$"
)
#: Last year of DuckDB's dates, and of Postgres' dates; the year in which DuckDB's timestamps end.
_LAST_YEAR, _LAST_YEAR_HERE, _LAST_YEAR_OF_TIME = 5881580, 5874897, 294247

_PARTS = f"translate(ltrim($1, {_BLANKS}), E'/T \\t\\n\\x0b\\f\\r', '--------')"
_YEAR, _MONTH, _DAY_OF_MONTH = (
    f"CAST('0' || ltrim(split_part({_PARTS}, '-', {part}), '0') AS integer)" for part in (1, 2, 3)
)
_LENGTH_OF_MONTH = (
    f"CASE WHEN {_MONTH} IN (4, 6, 9, 11) THEN 30 WHEN {_MONTH} <> 2 THEN 31"
    f" WHEN {_YEAR} % 4 = 0 AND ({_YEAR} % 100 <> 0 OR {_YEAR} % 400 = 0) THEN 29 ELSE 28 END"
)
#: Raises an SQLSTATE that nothing else here raises, without quoting the text: see `map_error`.
_ODD = "width_bucket(1.0, 1.0, 2.0, -1 - length($1))"

#: Name with types of arguments, type of the result, body.
READING = (
    (
        "try_number(text)",
        "numeric",
        f"CASE WHEN $1 ~ '{_USUAL_NUMBER}' THEN CAST($1 AS numeric)"
        f" WHEN $1 ~ '{_NUMBER}' THEN CASE WHEN length($1) < {_LONGEST_NUMBER}"
        f" AND $1 !~ '{_AT_AN_END}' THEN CAST(translate(btrim($1, {_BLANKS}), '_', '') AS numeric)"
        f" ELSE {_ODD} END"
        f" WHEN $1 ~ '{_ODD_NUMBER}' THEN {_ODD} END",
    ),
    (
        "try_double(text)",
        "double precision",
        f"CASE WHEN $1 ~ '{_USUAL_NUMBER}' THEN CAST($1 AS double precision)"
        f" WHEN lower(btrim($1, {_BLANKS})) IN ('nan', 'inf', '+inf', '-inf', 'infinity',"
        f" '+infinity', '-infinity') THEN CAST(btrim($1, {_BLANKS}) AS double precision)"
        f" WHEN $1 ~* '{_ODD_DOUBLE}' THEN {_ODD}"
        " WHEN {schema}.try_number($1) > 1.7976931348623157e308 THEN 'Infinity'"
        " WHEN {schema}.try_number($1) < -1.7976931348623157e308 THEN '-Infinity'"
        " WHEN abs({schema}.try_number($1)) < 5e-324 THEN 0"
        " ELSE CAST({schema}.try_number($1) AS double precision) END",
    ),
    (
        "try_date(text)",
        "date",
        f"CASE WHEN $1 ~ '{_USUAL_MOMENT}' THEN CAST(left($1, 10) AS date)"
        f" WHEN $1 ~ '{_MOMENT}' THEN CASE WHEN {_MONTH} NOT BETWEEN 1 AND 12 THEN NULL"
        f" WHEN {_DAY_OF_MONTH} NOT BETWEEN 1 AND {_LENGTH_OF_MONTH} THEN NULL"
        f" WHEN {_YEAR} > {_LAST_YEAR} THEN NULL"
        f" WHEN {_YEAR} > {_LAST_YEAR_HERE} THEN make_date({_ODD}, 1, 1)"
        # Year 0 is 1 BC.
        f" ELSE make_date(COALESCE(NULLIF({_YEAR}, 0), -1), {_MONTH}, {_DAY_OF_MONTH}) END"
        f" WHEN $1 ~ '{_MOMENT_LIKE}' THEN NULL"
        f" WHEN $1 ~* '{_ODD_MOMENT}' THEN make_date({_ODD}, 1, 1) END",
    ),
    (
        "try_timestamp(text)",
        "timestamp",
        f"CASE WHEN $1 ~ '{_USUAL_MOMENT}' THEN CAST($1 AS timestamp)"
        # Blanks may not follow a date without a time.
        f" WHEN $1 ~ '{_DAY}{_BLANK}+$' THEN NULL"
        f" WHEN $1 ~ '{_MOMENT}' THEN CASE WHEN {_YEAR} > {_LAST_YEAR_OF_TIME} THEN NULL"
        f" WHEN {_YEAR} = {_LAST_YEAR_OF_TIME} THEN make_date({_ODD}, 1, 1)"
        " ELSE {schema}.try_date($1) + COALESCE(CAST(substring($1 FROM"
        " '[ T]([0-9]{1,2}:[0-9]{1,2}(?::[0-9]{1,2}(?:[.][0-9]{0,6})?)?)') AS time), '00:00') END"
        " ELSE {schema}.try_date($1) END",
    ),
)
