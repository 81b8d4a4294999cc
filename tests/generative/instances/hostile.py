"""Names and values that break careless quoting, templating, terminals and file formats.

Lone surrogates are left out, since UTF-8 does not carry them; NUL only occurs in values, and then
no CSV table or release is drawn.
"""

from hypothesis import strategies as st

TEXTS = (
    "",
    " ",
    "*",
    "a",
    "A",
    "'",
    '"',
    "''",
    '""',
    'a"b',
    "a;b",
    "a,b",
    "a|b",
    "a\tb",
    "a\nb",
    "a\r\nb",
    "a\rb",
    "\\",
    "\\'",
    "\\n",
    "'; DROP TABLE public_table; --",
    '"; DROP TABLE public_table; --',
    "{{7*7}}",
    "{% raw %}",
    "${x}",
    "$1",
    "?",
    ":p",
    "%s",
    "--",
    "/*",
    "*/",
    "NULL",
    "null",
    "NaN",
    "true",
    "01234",
    "1_000",
    "1e5",
    "0x10",
    "=1+1",
    "@cmd",
    "<script>alert(1)</script>",
    "\u202eabc",
    "\u2028",
    "\u0085",
    "\u00a0",
    "\ufeff",
    "\x1b[31m",
    "\x07",
    "é",
    "e\u0301",
    "ß",
    "I",
    "İ",
    "🙂",
    "👩‍👩‍👧",
    "[0, 5)",
    "2024-05",
    "x" * 300,
    "a\x00b",
)

NAMES = (
    "zip",
    "age",
    "select",
    "from",
    "group",
    "public_count",
    "private_count",
    "node",
    "leaf",
    "code_0",
    "label_1",
    "q0",
    "q0_level_1",
    "l0_1",
    "p",
    "t",
    "public_table",
    "private_table",
    "mark",
    "count",
    "rowid",
    "filename",
    "a.b",
    "t[1].csv",
    "read_csv('x')",
    "list",
    "schema",
    "element",
)

CHARACTERS = st.characters(exclude_categories=["Cs"])

texts = st.one_of(
    st.sampled_from(TEXTS),
    st.text(alphabet="ab*' \"\\;,\n", max_size=4),
    st.text(alphabet=CHARACTERS, max_size=6),
)
"""A value or a label: any text, the empty one included."""

names = st.one_of(
    st.sampled_from(NAMES),
    st.sampled_from([text for text in TEXTS if text]),
    st.text(alphabet=CHARACTERS, min_size=1, max_size=6),
).filter(lambda name: "\x00" not in name)
"""A column name: any text but the empty one, without NUL."""


def list_of_names(size: int, *, for_csv: bool = False) -> st.SearchStrategy[list[str]]:
    """Return that many names that differ in more than case, as the product asks for."""
    wanted = names.filter(_survives_csv) if for_csv else names
    return st.lists(wanted, min_size=size, max_size=size, unique_by=lambda name: name.casefold())


def _survives_csv(name: str) -> bool:
    """Tell whether readers of a CSV header keep the name: no line break, no byte order mark."""
    return not (set("\r\n") & set(name) or name.startswith("\ufeff"))
