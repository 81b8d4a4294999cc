"""Why an engine has no answer to a question, in the words of the question alone.

What an engine says may quote a row, so that only three things count: whether it has an answer where
there are no rows, whether a value did not convert, and what the statement says.
"""

from collections.abc import Collection, Mapping

from sqlglot import exp

from dpsql.domain.plurals import join_names
from dpsql.engines.base import ColumnType
from dpsql.engines.sql_text import write
from dpsql.errors import DpsqlError, InputError

#: So many casts are written out, each of at most so many characters.
_MOST_CASTS, _MOST_CHARACTERS = 3, 60


class Refused(Exception):
    """A question has no answer that is compared: the problem without values, and how to mend it.

    `is_by_engine`: an engine raised an error; `is_of_values`: for values that did not convert.
    """

    def __init__(
        self, problem: str, hint: str, *, is_by_engine: bool = False, is_of_values: bool = False
    ) -> None:
        super().__init__(problem, hint)
        self.problem, self.hint = problem, hint
        self.is_by_engine, self.is_of_values = is_by_engine, is_of_values

    @property
    def on_a_release(self) -> str:
        """Why a release has no answer where T has one."""
        if self.is_of_values:
            return f"{self.problem} on this release, though on T all do; {self.hint}"
        return f"{self.problem} on this release, though on T"


def tell_refusal(
    error: DpsqlError, query: exp.Query, dialect: str, failing: Collection[exp.Cast] = ()
) -> Refused:
    """Return why there is no answer on rows, given that there may be one without rows.

    `failing`: casts of the query that alone fail on the rows; empty if that is not known.
    """
    # Its subclasses are of files, or what DuckDB raises for other reasons.
    if type(error) is not InputError:
        return Refused(
            "the engine cannot answer it",
            "without rows it can: does a SELECT in brackets give several rows, or is a number too"
            " large for its type?",
            is_by_engine=True,
        )
    casts = list(dict.fromkeys(write(one, dialect) for one in failing or list_casts(query)))
    if not casts:
        return Refused(
            "some values do not convert to the type of what they are compared or computed with",
            "compare texts with a text in quotes, or write TRY_CAST(… AS DOUBLE), which gives NULL"
            " for what is no number",
            is_by_engine=True,
            is_of_values=True,
        )
    if len(casts) > _MOST_CASTS or max(map(len, casts)) > _MOST_CHARACTERS:
        problem = "some values do not convert by a CAST (or ::) of it"
    else:
        problem = f"some values do not convert by {' or '.join(casts)}"
    hint = "write TRY_CAST in place of CAST or ::, which gives NULL for them"
    return Refused(problem, hint, is_by_engine=True, is_of_values=True)


def tell_unfit(query: exp.Query, types: Mapping[str, ColumnType]) -> Refused:
    """Return why there is no answer even without rows; `types`: of the columns of T."""
    texts = list(dict.fromkeys(_list_bare_texts(query, types)))
    if not texts:
        return Refused("the engine cannot answer it", "check names, types and functions")
    verb = "is text" if len(texts) == 1 else "are text"
    cast = exp.cast(exp.Column(this=exp.to_identifier(texts[0], quoted=True)), "DOUBLE")
    return Refused(
        "the engine cannot answer it",
        f"check names, types and functions ({join_names(texts)} {verb};"
        f" {write(cast, 'duckdb')} is a number)",
    )


def list_casts(query: exp.Query) -> list[exp.Cast]:
    """List the casts that fail where a value does not fit."""
    return [one for one in query.find_all(exp.Cast) if not isinstance(one, exp.TryCast)]


def _list_bare_texts(query: exp.Query, types: Mapping[str, ColumnType]) -> list[str]:
    """List the columns of T that are text and stand outside of casts."""
    texts = {name for name, type_ in types.items() if type_.family == "text"}
    return [
        node.name
        for node in query.find_all(exp.Column)
        if node.name in texts and node.find_ancestor(exp.Cast) is None
    ]
