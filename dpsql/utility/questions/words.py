"""What is not accepted in a question, and where it cannot be read, in its author's words."""

import re

from sqlglot import exp
from sqlglot.errors import ParseError, TokenError

from dpsql.domain.names import find_alike
from dpsql.domain.plurals import join_names
from dpsql.faces import name_page

#: What is written with signs.
_BY_SIGNS: dict[type[exp.Expr], str] = {
    exp.Array: "a list",
    exp.Struct: "a struct",
    exp.Bracket: "[…]",
    exp.Lambda: "a lambda",
    exp.Parameter: "a parameter",
    exp.Placeholder: "a parameter",
}
#: The functions that questions name, by what they are of; a guide lists them, too.
FUNCTIONS = {
    "texts": (
        "CONCAT",
        "LEFT",
        "LENGTH",
        "LOWER",
        "REPLACE",
        "RIGHT",
        "SUBSTRING",
        "TRIM",
        "UPPER",
    ),
    "dates": ("DATE_TRUNC", "EXTRACT"),
    "numbers": (
        *("ABS", "CEIL", "EXP", "FLOOR", "GREATEST", "LEAST", "LN", "LOG", "MOD", "POWER"),
        *("ROUND", "SIGN", "SQRT"),
    ),
    "any values": ("CASE", "CAST", "COALESCE", "NULLIF", "TRY_CAST"),
    "several rows": (
        *("AVG", "CORR", "COUNT", "COVAR_POP", "COVAR_SAMP", "MAX", "MEDIAN", "MIN"),
        *("PERCENTILE_CONT", "PERCENTILE_DISC", "STDDEV", "STDDEV_POP", "SUM", "VARIANCE"),
        *("VAR_POP", "DENSE_RANK", "RANK", "ROW_NUMBER"),
    ),
}
_FIRST_WORD = re.compile(r"\s*[A-Za-z]+")
_STARTS = ("SELECT", "WITH")
#: What sqlglot reads as one function, whose place it does not keep.
_SAME = ("STRING_AGG", "GROUP_CONCAT", "LISTAGG")


def name_node(node: exp.Expr, text: str) -> str:
    """Return what the author of a question wrote for a part of it; `text`: the whole question.

    >>> import sqlglot
    >>> texts = ("SELECT rand() FROM t", "SELECT current_date FROM t", "SELECT [1, 2] FROM t")
    >>> [name_node(sqlglot.parse_one(text, read="duckdb").selects[0], text) for text in texts]
    ['RAND', 'CURRENT_DATE', 'a list']
    """
    if "start" in node.meta and "end" in node.meta:
        return text[node.meta["start"] : node.meta["end"] + 1].upper()
    if type(node) in _BY_SIGNS:
        return _BY_SIGNS[type(node)]
    if isinstance(node, exp.Anonymous):
        return node.name.upper()
    if isinstance(node, exp.Func):
        names = _SAME if isinstance(node, exp.GroupConcat) else node.sql_names()
        return next((one for one in names if one in text.upper()), names[0])
    return node.key.upper()


def tell_reason(node: exp.Expr) -> str:
    """Return why a function is not accepted, and what to write; empty for other parts.

    >>> import sqlglot
    >>> found = tell_reason(sqlglot.parse_one("date_diff('day', a, b)", read="duckdb"))
    >>> found.partition("write ")[2]
    'EXTRACT(YEAR FROM x), or of MONTH or DAY, or DATE_TRUNC'
    >>> tell_reason(sqlglot.parse_one("SELECT 1 FROM t TABLESAMPLE (1)").args["from_"])
    ''
    """
    if not isinstance(node, exp.Func):
        return ""
    if isinstance(node, exp.IntervalOp | exp.TimeUnit):
        return (
            "; engines count what lies between two dates differently: write EXTRACT(YEAR FROM x),"
            " or of MONTH or DAY, or DATE_TRUNC"
        )
    told = ", ".join(f"of {of} {join_names(FUNCTIONS[of])}" for of in ("texts", "dates"))
    return (
        "; a question may use what all engines compute alike, at any time, from t alone:"
        f" {told}; {name_page('compare')} lists all functions"
    )


def suggest_start(text: str) -> str:
    """Return the rest of a sentence about a question whose first word is nearly SELECT or WITH.

    >>> suggest_start("SELEC zip FROM t"), suggest_start("SELECT zip FRM t")
    ("; did you mean 'SELECT'?", '')
    """
    first = _FIRST_WORD.match(text)
    word = first[0].strip().upper() if first else ""
    meant = [] if word in _STARTS else find_alike(word, _STARTS)
    return f"; did you mean {meant[0]!r}?" if meant else ""


def tell_place(error: Exception) -> str:
    """Return the line and column of a question that cannot be read; empty if not known.

    >>> error = ParseError("", [{"line": 2, "col": 7, "highlight": "FRM"}])
    >>> tell_place(error), tell_place(TypeError())
    (': see its line 2, column 5', '')
    """
    if isinstance(error, TokenError):
        return ": is a quotation mark or a comment left open?"
    if not isinstance(error, ParseError) or not error.errors:
        return ""
    first = error.errors[0]
    line, last, word = (first.get(key) for key in ("line", "col", "highlight"))
    if line is None or last is None:
        return ""
    # The column that sqlglot tells is that of the last letter of the word.
    return f": see its line {line}, column {max(1, last - len(word or ' ') + 1)}"
