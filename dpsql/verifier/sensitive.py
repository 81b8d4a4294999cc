"""Checks l-diversity and t-closeness from the released file alone; shares no code with the search.

The file contains the sensitive values unchanged. So it contains each class, its histogram and the
histogram of T. Histograms are counted in SQL and fetched in chunks, each as long as a class has
values; the model's Python code judges each distinct one. Values are fetched only if a model needs
their names or places, for t-closeness: then the histogram of T is in memory, each distinct value
once. Without a listed order they are sorted here by the type that the column has in T; the release
was found to contain these texts.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from sqlglot import exp

from dpsql.domain.found.verdict import Verdict
from dpsql.domain.levels.hierarchy import Leaf
from dpsql.domain.plurals import name_count
from dpsql.domain.sections.sensitive import HOW_TO_LIST
from dpsql.engines.base import ColumnType, Engine
from dpsql.errors import InputError, IntegrityError, NotSatisfied
from dpsql.privacy.sensitive import Histogram, SensitiveModel
from dpsql.release.release_format import ReleaseFormat
from dpsql.sql.templates import column, identifier, render
from dpsql.verifier.natural_order import find_natural_key
from dpsql.verifier.recount import fetch_chunks
from dpsql.verifier.released_rows import RELEASE
from dpsql.verifier.verified import Verified

_LISTED, _HISTOGRAMS = "verified_sensitive_values", "verified_histograms"


@dataclass
class _Whole:
    """The values of T by their numbers, and the rows of each; empty if no model needs values."""

    leaves: dict[int, Leaf] = field(default_factory=dict)
    table: dict[Leaf, int] = field(default_factory=dict)


@dataclass(frozen=True)
class _Judged:
    """Verdicts on some models, and the error message if one of them does not hold."""

    verdicts: list[Verdict]
    complaint: str | None


def judge_sensitive(
    engine: Engine,
    quasi_identifiers: Sequence[str],
    models: Sequence[SensitiveModel],
    types: Mapping[str, ColumnType],
    verified: Verified,
    file_format: ReleaseFormat,
    *,
    tolerate_failure: bool = False,
) -> Verified:
    """Return `verified` with the verdicts on the sensitive columns of ``release``.

    `types` are those of the columns in T.

    Raises:
        NotSatisfied: a class breaks a model, unless that is tolerated; states counts.
        IntegrityError: the release lacks a column that a model protects. InputError: a model
            requires an order that the values do not have.
    """
    judged = list(_judge_columns(engine, quasi_identifiers, models, types, file_format))
    verdicts = (verdict for one in judged for verdict in one.verdicts)
    complaints = [one.complaint for one in judged if one.complaint]
    verified = replace(
        verified,
        holds=verified.holds and not complaints,
        verdicts=(*verified.verdicts, *verdicts),
    )
    if complaints and not tolerate_failure:
        raise NotSatisfied(complaints[0], verified.summary)
    return verified


def _judge_columns(
    engine: Engine,
    quasi_identifiers: Sequence[str],
    models: Sequence[SensitiveModel],
    types: Mapping[str, ColumnType],
    file_format: ReleaseFormat,
) -> Iterator[_Judged]:
    """Judge every class, by the models of a column that need values, and by those that do not."""
    for name in dict.fromkeys(model.column for model in models):
        of_column = [model for model in models if model.column == name]
        names = [file_format.write_name(one) for one in (*quasi_identifiers, name)]
        if names[-1] not in engine.columns(RELEASE):
            raise IntegrityError(f"release: it has no column {name!r}, which a constraint protects")
        value = _cell(names[-1])
        engine.materialize(_LISTED, render("verify_sensitive_values", value=value))
        for is_compared in (False, True):
            alike = [model for model in of_column if model.is_compared is is_compared]
            if alike:
                whole = _fetch_values(engine, file_format) if is_compared else _Whole()
                if any(model.has_natural_order for model in alike):
                    order = _sort_naturally(whole, name, types[name])
                    alike = [m.placed(order) if m.has_natural_order else m for m in alike]
                engine.materialize(_HISTOGRAMS, histograms_query(names[:-1], value, is_compared))
                yield _judge(engine, alike, whole)
                engine.drop(_HISTOGRAMS)
        engine.drop(_LISTED)


def histograms_query(names: Sequence[str], value: exp.Expr, is_compared: bool) -> exp.Query:
    """Return the query that lists the classes' histograms, with the numbers of their values."""
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


def _fetch_values(engine: Engine, file_format: ReleaseFormat) -> _Whole:
    """Return the values, without the apostrophe that a CSV may have before them."""
    whole = _Whole()
    for number, text, rows in fetch_chunks(engine, "list_sensitive_values_between"):
        plain = text.removeprefix("'") if file_format.quotes_formulas and text is not None else text
        whole.leaves[int(number)] = plain
        whole.table[plain] = int(rows)
    return whole


def _sort_naturally(whole: _Whole, name: str, type_: ColumnType) -> list[str]:
    """Sort the values except NULL; refuse equal ones, since the model would count both."""
    texts = [leaf for leaf in whole.table if leaf is not None]
    key = find_natural_key(texts, type_.family, type_.name)
    if key is None:
        raise InputError(f"t_closeness of {name}: its values have no order; {HOW_TO_LIST}")
    placed = sorted((key(text), text) for text in texts)
    if any(one == other for (one, _), (other, _) in pairwise(placed)):
        raise InputError(
            f"t_closeness of {name}: values of T are equal and written in several ways; write each"
            f" in one way, or {HOW_TO_LIST}"
        )
    return [text for _, text in placed]


def _judge(engine: Engine, models: Sequence[SensitiveModel], whole: _Whole) -> _Judged:
    for model in models:
        model.refuse_strangers(whole.table)
    judges = [model.judge(whole.table) for model in models]
    failing = total = 0
    broken = [0] * len(models)
    for text, classes in fetch_chunks(engine, "list_histograms_between"):
        histogram = _read_histogram(text, whole.leaves)
        total += classes
        holding = [judge(histogram) for judge in judges]
        failing += 0 if all(holding) else classes
        broken = [n if holds else n + classes for n, holds in zip(broken, holding, strict=True)]
    verdicts = [
        Verdict(name, asked, not count, count)
        for model, count in zip(models, broken, strict=True)
        for name, asked in model.parameters.items()
    ]
    words = ", ".join(f"{k} {v}" for model in models for k, v in model.parameters.items())
    verb = "violates" if failing == 1 else "violate"
    classes_of = f"{failing} of {name_count(total, 'class', 'classes')} of T"
    complaint = f"release: {classes_of} {verb} the job ({words})"
    return _Judged(verdicts, complaint if failing else None)


def _read_histogram(text: str, leaves: Mapping[int, Leaf]) -> Histogram:
    """Return the rows per value of a class; if no model needs values, numbers replace them."""
    if not leaves:
        return {str(i): int(count) for i, count in enumerate(text.split(","))}
    pairs = (part.split(":") for part in text.split(","))
    return {leaves[int(number)]: int(count) for number, count in pairs}


def _cell(name: str) -> exp.Expr:
    return exp.cast(column(name, RELEASE), "VARCHAR")
