"""Reads the rates of a prior, and counts the people of P by tuple and rate.

A rate is the decimal that is written, of at most 18 digits after the point. The columns that rates
depend on are matched with those of P as a quasi-identifier's are: as values of the same type, NULL
being one; or as texts, if one of the types is text, as all columns of a CSV are. P is scanned again
only if rates depend on columns that are no quasi-identifiers.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction

from sqlglot import exp

from dpsql.domain.job import Job
from dpsql.domain.plurals import name_count
from dpsql.domain.sections.prior import Prior
from dpsql.engines.base import ColumnType, Engine
from dpsql.errors import InputError, ResourceError, SchemaError, TypeMismatch
from dpsql.faces import name_option
from dpsql.inputs.places import Place
from dpsql.privacy.priors.odds import Rates
from dpsql.sql.counting.tuples import TUPLES, value_name
from dpsql.sql.tables.column_types import SAME_TYPE, are_comparable, as_comparable
from dpsql.sql.tables.numbers import NumberColumn
from dpsql.sql.tables.people import PeopleColumn
from dpsql.sql.tables.private_table import PUBLIC, RATES
from dpsql.sql.tables.public_and_private import Tables
from dpsql.sql.tables.required_columns import require_column
from dpsql.sql.templates import column, identifier, render

#: The most distinct rates: each class is computed with as many kinds of people as it has rates.
MOST_RATES = 10_000
NUMBERED, RATED = "prior_rates", "rated_tuples"
_RATE = "DECIMAL(38, 18)"
#: How rates are written by mistake, and what is meant.
_SPELLINGS = (
    ("^[+ ]*[0-9]*,[0-9]+ *$", "of them with a decimal comma", "0,03", "0.03"),
    ("^[+ ]*[0-9]+([.,][0-9]+)? *%$", "of them in percent", "3 %", "0.03"),
)
#: Tuples without a rate that are shown.
_MOST_SHOWN = 5


def read_rates(
    engine: Engine, job: Job, tables: Tables, place: Place | None, *, show_public: bool = False
) -> Rates:
    """Read the rates of the job's prior, and store how many people of P have each, by tuple.

    `show_public`: let errors quote values of P.

    Raises:
        SchemaError, TypeMismatch: a column is missing, or has another type than in P. InputError: a
            tuple stands twice, a rate is no number from 0 to 1, or people of P have none; states
            counts. ResourceError: there are too many different rates.
    """
    prior = job.prior
    assert prior is not None  # noqa: S101 - the caller looked
    of_public = engine.columns(PUBLIC)
    with job.origin.locating("prior"):
        with _naming_prior():
            for name in prior.known_by:
                require_column(name, of_public, PUBLIC, [*tables.quasi_identifiers, name])
        source, present = (PUBLIC, of_public) if place is None else _register(engine, prior, place)
        for name in prior.columns:
            _refuse_other_type(name, of_public[name], present[name])
        rate = NumberColumn(
            "prior: rate",
            prior.rate or prior.known_by[0],
            source,
            present[_rate_of(prior)],
            _RATE,
            1,
        )
        _check(engine, rate, is_text=present[rate.name].family == "text")
        types = _KeyTypes(of_public, present)
        engine.materialize(NUMBERED, _list_rates(prior, rate, types))
        if place is not None:
            _refuse_repeated(engine, prior)
        rates = _fetch_rates(engine)
        engine.materialize(RATED, _rate_tuples(prior, tables, types))
        ((people,),) = engine.fetch(render("count_unrated"))
        if people:
            raise InputError(
                f"prior: {name_count(people, 'person of P has', 'people of P have')} no rate; add"
                f" {_tell_unrated(engine, prior, types, show_public=show_public)}"
            )
    return rates


@dataclass(frozen=True)
class _KeyTypes:
    """The types of the columns that rates depend on, in P and in the table of rates."""

    public: Mapping[str, ColumnType]
    rated: Mapping[str, ColumnType]

    def of_public(self, name: str, value: exp.Expr) -> exp.Expr:
        """A value of P as it compares with those of the table."""
        return as_comparable(value, self.public[name], self.rated[name])

    def of_table(self, name: str, value: exp.Expr) -> exp.Expr:
        """A value of the table as it compares with those of P."""
        return as_comparable(value, self.rated[name], self.public[name])


def _rate_of(prior: Prior) -> str:
    return prior.rate or prior.known_by[0]


def _register(engine: Engine, prior: Prior, place: Place) -> tuple[str, Mapping[str, ColumnType]]:
    engine.register(RATES, place)
    present = engine.columns(RATES)
    wanted = [*prior.columns, _rate_of(prior)]
    with _naming_prior():
        for name in wanted:
            require_column(name, present, RATES, wanted)
    return RATES, present


@contextmanager
def _naming_prior() -> Iterator[None]:
    """Say of a column that a table lacks that the prior names it."""
    try:
        yield
    except SchemaError as error:
        raise SchemaError(f"prior: {error}") from None


def _refuse_other_type(name: str, public: ColumnType, rated: ColumnType) -> None:
    if not are_comparable(public, rated):
        raise TypeMismatch(
            f"prior: column {name!r} is {public.title} in P and {rated.title} in the table of"
            f" rates; give both the same type{SAME_TYPE}"
        )


def _check(engine: Engine, rate: NumberColumn, *, is_text: bool) -> None:
    query = render(
        "check_shares",
        source=identifier(rate.table),
        is_empty=rate.is_empty,
        fits=rate.fits,
        share=exp.cast(exp.Literal.number(0), _RATE),
    )
    empty, strange, _ = engine.fetch(query)[0]
    if empty or strange:
        hint = _suggest_spelling(engine, rate) if is_text and strange else ""
        rows = name_count(empty + strange, "row has", "rows have")
        mend = hint or "; write each one's chance to be in T"
        raise InputError(f"prior: column {rate.name!r}: {rows} no number from 0 to 1{mend}")


def _suggest_spelling(engine: Engine, rate: NumberColumn) -> str:
    """Say how to write rates that have a decimal comma or a percent sign; empty if none has."""
    text = exp.cast(column(rate.name, rate.table), "VARCHAR")
    for pattern, how, written, meant in _SPELLINGS:
        spelled = exp.RegexpLike(this=text.copy(), expression=exp.Literal.string(pattern))
        query = exp.select(exp.Count(this=exp.Star())).from_(exp.Table(this=identifier(rate.table)))
        ((rows,),) = engine.fetch(query.where(spelled))
        if rows:
            return f": {rows:,} {how}; write {meant} in place of {written}"
    return ""


def _tell_unrated(engine: Engine, prior: Prior, types: _KeyTypes, *, show_public: bool) -> str:
    """Say for which values rates are missing; they are values of P, and shown if these may be."""
    names = ", ".join(prior.known_by)
    if not show_public:
        shows = name_option("show_public", True)
        return f"rows for their {names}; {shows} prints some of them"
    keys = [column(name, PUBLIC) for name in prior.known_by]
    same = [
        exp.NullSafeEQ(
            this=types.of_public(name, key.copy()), expression=column(_key(k).name, NUMBERED)
        )
        for k, (name, key) in enumerate(zip(prior.known_by, keys, strict=True))
    ]
    query = (
        exp.select(*keys)
        .distinct()
        .from_(exp.Table(this=identifier(PUBLIC)))
        .join(exp.Table(this=identifier(NUMBERED)), on=exp.and_(*same), join_type="left")
        .where(column("rate_number", NUMBERED).is_(exp.null()))
        .order_by(*(key.copy() for key in keys))
        .limit(_MOST_SHOWN)
    )
    some = engine.fetch(query)
    told = [", ".join("NULL" if one is None else repr(str(one)) for one in row) for row in some]
    return f"rows for their {names}, such as {'; '.join(told)}"


def _list_rates(prior: Prior, rate: NumberColumn, types: _KeyTypes) -> exp.Query:
    """The statement that numbers the distinct rates of a table, by the values of its columns."""
    keys = [
        {"value": types.of_table(name, column(name, rate.table)), "name": _key(k)}
        for k, name in enumerate(prior.known_by)
    ]
    return render(
        "list_rates",
        columns=[key["name"] for key in keys],
        keys=keys,
        rate=rate.of_row,
        source=identifier(rate.table),
    )


def _refuse_repeated(engine: Engine, prior: Prior) -> None:
    values = [column(name, RATES) for name in prior.columns]
    query = render("count_repeated_keys", source=identifier(RATES), values=values)
    ((repeated,),) = engine.fetch(query)
    if repeated:
        raise InputError(
            f"prior: {name_count(repeated, 'tuple')} of {', '.join(prior.columns)}"
            f" {'stands' if repeated == 1 else 'stand'} in several rows; give each one rate"
        )


def _fetch_rates(engine: Engine) -> Rates:
    rows = engine.fetch(render("list_distinct_rates", most=exp.Literal.number(MOST_RATES + 1)))
    if len(rows) > MOST_RATES:
        raise ResourceError(
            f"prior: there are more than {MOST_RATES:,} different rates; round them, to three"
            " digits for example"
        )
    return Rates(tuple(Fraction(rate) for _, rate in rows))


def _rate_tuples(prior: Prior, tables: Tables, types: _KeyTypes) -> exp.Query:
    """The statement that counts the people of P by tuple and number of their rate."""
    names = tables.quasi_identifiers
    if all(name in names for name in prior.known_by):
        counted: exp.Expr = exp.Table(this=identifier(TUPLES))
        keys = [(value_name(names.index(name)), tables.restore) for name in prior.known_by]
        same = [
            exp.NullSafeEQ(
                this=types.of_public(
                    name, restore(name, exp.Column(this=value.copy(), table=identifier("counted")))
                ),
                expression=exp.Column(this=_key(k), table=identifier(NUMBERED)),
            )
            for k, (name, (value, restore)) in enumerate(zip(prior.known_by, keys, strict=True))
        ]
    else:
        counted = keyed_people_query(prior, tables).subquery()
        same = [
            exp.NullSafeEQ(
                this=types.of_public(name, exp.Column(this=_key(k), table=identifier("counted"))),
                expression=exp.Column(this=_key(k), table=identifier(NUMBERED)),
            )
            for k, name in enumerate(prior.known_by)
        ]
    return render(
        "rate_tuples",
        columns=[value_name(j) for j in range(len(names))],
        counted=counted,
        condition=exp.and_(*same),
    )


def keyed_people_query(prior: Prior, tables: Tables) -> exp.Query:
    """The statement that counts P by tuple and by the columns that rates depend on."""
    values = [
        {"value": tables.value(name, PUBLIC), "name": value_name(j)}
        for j, name in enumerate(tables.quasi_identifiers)
    ]
    keys = [
        {"value": column(name, PUBLIC), "name": _key(k)} for k, name in enumerate(prior.known_by)
    ]
    return render("count_keyed_people", columns=[*values, *keys], people=_people(tables.people))


def _people(people: PeopleColumn | None) -> dict[str, exp.Expr | None]:
    if people is None:
        return {"of_rows": exp.Count(this=exp.Star()), "condition": None}
    return {"of_rows": people.of_rows, "condition": people.is_somebody}


def _key(k: int) -> exp.Identifier:
    """Column of the numbered rates that holds the column numbered `k` of the prior."""
    return identifier(f"key_{k}")
