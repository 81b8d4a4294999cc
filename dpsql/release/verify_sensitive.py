"""Checks l-diversity and t-closeness from the released file alone; shares no code with the search.

The file holds the sensitive values as they are, so that a class, its histogram and the histogram of
T are all there. Histograms are counted in SQL and each distinct one is judged by the model's
Python. Values come here only where a model knows them by name or place.
"""

from collections.abc import Iterable, Sequence

from sqlglot import exp

from dpsql.engines.base import Engine
from dpsql.errors import IntegrityError, NotSatisfied
from dpsql.privacy.sensitive import Histogram, SensitiveModel
from dpsql.release.formulas import quote_name
from dpsql.sql.templates import column, identifier, render

_RELEASE = "release"
_LISTED = "verified_sensitive_values"


def refuse_unprotected(
    engine: Engine,
    quasi_identifiers: Sequence[str],
    models: Iterable[SensitiveModel],
    *,
    formulas_are_quoted: bool,
) -> None:
    """Judge the sensitive values of every class of the logical table ``release``.

    Raises:
        NotSatisfied: a class breaks a model; states counts. IntegrityError: the release lacks a
            column that a model protects.
    """
    models = tuple(models)
    for name in dict.fromkeys(model.column for model in models):
        of_column = [model for model in models if model.column == name]
        names = [quote_name(n) if formulas_are_quoted else n for n in (*quasi_identifiers, name)]
        if names[-1] not in engine.columns(_RELEASE):
            raise IntegrityError(f"release: it has no column {name!r}, which a constraint protects")
        value = _cell(names[-1])
        engine.materialize(_LISTED, render("verify_sensitive_values", value=value))
        for is_compared in (False, True):
            alike = [model for model in of_column if model.is_compared is is_compared]
            if alike:
                texts = _fetch_values(engine, formulas_are_quoted) if is_compared else None
                _judge(engine, histograms_query(names[:-1], value, is_compared), alike, texts)
        engine.drop(_LISTED)


def histograms_query(names: Sequence[str], value: exp.Expr, is_compared: bool) -> exp.Query:
    """The statement that lists the histograms of the classes, with the numbers of their values."""
    count = exp.cast(exp.column("value_count"), "VARCHAR")
    number = exp.cast(exp.column("number"), "VARCHAR")
    colon = exp.DPipe(this=number, expression=exp.Literal.string(":"))
    return render(
        "verify_histograms",
        token=exp.DPipe(this=colon, expression=count) if is_compared else count,
        columns=[
            {"cell": _cell(name), "name": identifier(f"c{i}")} for i, name in enumerate(names)
        ],
        listed=identifier(_LISTED),
        condition=exp.NullSafeEQ(this=value, expression=column("value", _LISTED)),
    )


def _fetch_values(engine: Engine, formulas_are_quoted: bool) -> dict[str, tuple[str | None, int]]:
    """Each value of T and its rows, by number; without the apostrophe that a CSV may put before."""
    listed = exp.select("number", "value", "row_count").from_(exp.Table(this=identifier(_LISTED)))
    found = {}
    for number, text, rows in engine.fetch(listed):
        plain = text.removeprefix("'") if formulas_are_quoted and text is not None else text
        found[str(number)] = plain, int(rows)
    return found


def _judge(
    engine: Engine,
    query: exp.Query,
    models: Sequence[SensitiveModel],
    texts: dict[str, tuple[str | None, int]] | None,
) -> None:
    table: Histogram = dict(texts.values()) if texts is not None else {}
    for model in models:
        model.refuse_strangers(table)
    judges = [model.judge(table) for model in models]
    failing = total = 0
    for text, classes in engine.fetch(query):
        histogram = _read_histogram(text, texts)
        total += classes
        if not all(judge(histogram) for judge in judges):
            failing += classes
    if failing:
        words = ", ".join(f"{k} {v}" for model in models for k, v in model.words.items())
        raise NotSatisfied(f"release: {failing} of {total} classes of T break the job ({words})")


def _read_histogram(text: str, texts: dict[str, tuple[str | None, int]] | None) -> Histogram:
    """Rows per value of a class; where values play no part, numbers stand for them."""
    if texts is None:
        return {str(i): int(count) for i, count in enumerate(text.split(","))}
    pairs = (part.split(":") for part in text.split(","))
    return {texts[number][0]: int(count) for number, count in pairs}


def _cell(name: str) -> exp.Expr:
    return exp.cast(column(name, _RELEASE), "VARCHAR")
