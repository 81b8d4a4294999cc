"""Reads the statistics of a job: registered, checked, with their values as quasi-identifiers.

Values are matched with those of T as P's would be: by name, as text, of the same type.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sqlglot import exp

from dpsql.domain.job import Job
from dpsql.domain.plurals import name_count
from dpsql.domain.sections.population import Block, RegionSizes, Sample
from dpsql.domain.sections.source import Source
from dpsql.engines.base import ColumnType, Engine
from dpsql.errors import InputError
from dpsql.inputs.places import Place
from dpsql.sql.counting.tuples import TUPLES, value_name
from dpsql.sql.tables.column_types import refuse_other_type
from dpsql.sql.tables.numbers import NumberColumn
from dpsql.sql.tables.people import PeopleColumn, check_people
from dpsql.sql.tables.private_table import PrivateRows
from dpsql.sql.tables.public_and_private import Tables
from dpsql.sql.tables.required_columns import require_column
from dpsql.sql.templates import identifier, render

#: How far the shares of a table may be from 1 in sum.
_SLACK = Fraction(1, 10**6)
_SHARE, _WEIGHT = "DECIMAL(38, 18)", "DECIMAL(38, 12)"
_HEAVIEST = 10**12


@dataclass(frozen=True)
class StatisticsTable:
    """A table of an engine with what statistics say of some quasi-identifiers.

    `columns`: their numbers, in the order of the job. `total`: the sum of the measure that stands
    for all people of P: the people of a table of counts, or 1.
    """

    name: str
    columns: tuple[int, ...]
    total: int


@dataclass(frozen=True)
class SampleTable:
    """A table of an engine with the people of a sample, by all quasi-identifiers.

    `total`: the sum of their weights. `effective`: how many people without weights say as much
    (Kish).
    """

    name: str
    columns: tuple[int, ...]
    total: Fraction
    sampled: int
    effective: float


@dataclass(frozen=True)
class SizesTable:
    """A table of an engine with the people of P by the values of one quasi-identifier."""

    name: str
    columns: tuple[int, ...]
    total: int


Statistics = StatisticsTable | SampleTable | SizesTable


def read_statistics(
    engine: Engine, job: Job, tables: Tables, places: Sequence[Place]
) -> tuple[Statistics, ...]:
    """Read the statistics of a job, as `places` has them.

    Raises:
        SchemaError: a column is missing. TypeMismatch: it has another type than in T. InputError:
            a tuple stands twice, or counts, shares or weights are none; states how many rows.
    """
    population = job.population
    assert population is not None  # noqa: S101 - the caller looked
    if population.sample is not None:
        with job.origin.locating("population", "sample"):
            return (_read_sample(engine, population.sample, tables, places[0]),)
    with job.origin.locating("population", "tables"):
        blocks = tuple(
            _read_block(engine, tables, number, block, place)
            for number, (block, place) in enumerate(zip(population.tables, places, strict=False))
        )
    if population.regions is None:
        return blocks
    with job.origin.locating("population", "size"):
        return (*blocks, _read_sizes(engine, population.regions, tables, places[-1]))


def _read_sizes(engine: Engine, sizes: RegionSizes, tables: Tables, place: Place) -> SizesTable:
    raw, name = "statistics_of_regions", "known_regions"
    present = _register(engine, tables, raw, place, [sizes.by], sizes.count)
    _refuse_repeated(engine, raw, [tables.value(sizes.by, raw)], [sizes.by], _title(sizes))
    people = PeopleColumn(sizes.count, raw, present[sizes.count], _title(sizes))
    check_people(engine, people)
    columns = _number(tables, [sizes.by])
    _store(engine, tables, raw, name, columns, {"measure": people.of_rows})
    found = SizesTable(name, columns, _count_people(engine, name, _title(sizes)))
    ((rows,),) = engine.fetch(unlisted_query(found))
    if rows:
        raise InputError(
            f"population: size: {name_count(rows, 'row of T is', 'rows of T are')} in regions that"
            f" the sizes do not list; add these values of {sizes.by}, with their people"
        )
    return found


def unlisted_query(sizes: SizesTable) -> exp.Query:
    """The statement that counts the rows of T in regions without a size."""
    value = value_name(sizes.columns[0])
    same = exp.NullSafeEQ(
        this=exp.Column(this=value.copy(), table=identifier(TUPLES)),
        expression=exp.Column(this=value, table=identifier(sizes.name)),
    )
    return render("count_unlisted_regions", sizes=identifier(sizes.name), condition=same)


def describe_known(engine: Engine, job: Job, places: Sequence[Place]) -> Tables:
    """Return the quasi-identifiers as the statistics have them, where T is not looked at.

    Raises:
        SchemaError: a table lacks a column.
    """
    population = job.population
    assert population is not None  # noqa: S101 - the caller looked
    names = tuple(job.quasi_identifiers)
    blocks = [table.columns for table in population.tables] or [names]
    types: dict[str, ColumnType] = {}
    for number, (columns, place) in enumerate(zip(blocks, places, strict=False)):
        raw = f"described_{number}"
        engine.register(raw, place)
        present = engine.columns(raw)
        for name in columns:
            require_column(name, present, raw, columns)
            types[name] = present[name]
    return Tables(names, PrivateRows(), {}, types, job.public_columns or names)


def _read_block(
    engine: Engine, tables: Tables, number: int, block: Block, place: Place
) -> StatisticsTable:
    raw, name = f"statistics_{number}", f"known_{number}"
    measure = block.count or block.share
    assert measure is not None  # noqa: S101 - the job is validated
    present = _register(engine, tables, raw, place, block.columns, measure)
    values = [tables.value(one, raw) for one in block.columns]
    _refuse_repeated(engine, raw, values, block.columns, _title(block))
    if block.count is not None:
        people = PeopleColumn(block.count, raw, present[block.count], _title(block))
        check_people(engine, people)
        value, total = people.of_rows, None
    else:
        share = NumberColumn(f"{_title(block)}: share", measure, raw, present[measure], _SHARE, 1)
        _check_shares(engine, share)
        value, total = exp.cast(exp.Sum(this=share.of_row), _SHARE), 1
    columns = _number(tables, block.columns)
    _store(engine, tables, raw, name, columns, {"measure": value})
    return StatisticsTable(name, columns, total or _count_people(engine, name, _title(block)))


def _read_sample(engine: Engine, sample: Sample, tables: Tables, place: Place) -> SampleTable:
    raw, name = "statistics_0", "known_0"
    names = tables.quasi_identifiers
    present = _register(engine, tables, raw, place, names, sample.weight)
    one: exp.Expr = exp.cast(exp.Literal.number(1), _WEIGHT)
    fits: exp.Expr = exp.true()
    is_empty: exp.Expr = exp.false()
    if sample.weight is not None:
        type_ = present[sample.weight]
        weight = NumberColumn(
            f"{_title(sample)}: weight", sample.weight, raw, type_, _WEIGHT, _HEAVIEST
        )
        one, fits = weight.of_row, weight.fits
        is_empty = weight.is_empty
    query = render(
        "measure_weights", source=identifier(raw), weight=one, fits=fits, is_empty=is_empty
    )
    sampled, total, squares, empty, strange = engine.fetch(query)[0]
    if empty or strange:
        raise InputError(
            f"{_title(sample)}: weight:"
            f" {name_count(empty + strange, 'row of the sample has', 'rows of the sample have')} no"
            f" weight that is a number from 0 to {_HEAVIEST:,}; write how many people of P each"
            " stands for"
        )
    if not total:
        raise InputError(f"{_title(sample)}: the sample has no people, or all weigh nothing")
    columns = _number(tables, names)
    measures: dict[str, exp.Expr] = {
        "measure": exp.Sum(this=one),
        "sampled": exp.Count(this=exp.Star()),
    }
    _store(engine, tables, raw, name, columns, measures)
    effective = float(Fraction(total) ** 2 / Fraction(squares))
    return SampleTable(name, columns, Fraction(total), int(sampled), effective)


def _register(
    engine: Engine,
    tables: Tables,
    raw: str,
    place: Place,
    names: Iterable[str],
    measure: str | None,
) -> dict[str, ColumnType]:
    """Register a table of statistics and compare its columns with those of T; return them."""
    engine.register(raw, place)
    present = engine.columns(raw)
    wanted = [*names, *([measure] if measure is not None else [])]
    for name in wanted:
        require_column(name, present, raw, wanted)
    for name in names:
        refuse_other_type(name, present[name], tables.types[name])
    return present


def _number(tables: Tables, names: Iterable[str]) -> tuple[int, ...]:
    return tuple(sorted(tables.quasi_identifiers.index(name) for name in names))


def _store(
    engine: Engine,
    tables: Tables,
    raw: str,
    name: str,
    columns: Sequence[int],
    measures: dict[str, exp.Expr],
) -> None:
    """Store the sums of measures by the values of quasi-identifiers."""
    names = tables.quasi_identifiers
    query = render(
        "list_statistics",
        columns=[{"value": tables.value(names[j], raw), "name": value_name(j)} for j in columns],
        measures=[{"value": value, "name": identifier(one)} for one, value in measures.items()],
        source=identifier(raw),
    )
    engine.materialize(name, query)


def _title(source: Source) -> str:
    """How errors name a table of statistics."""
    return f"population: {source.stated}"


def _refuse_repeated(
    engine: Engine, raw: str, values: Sequence[exp.Expr], names: Sequence[str], title: str
) -> None:
    query = render("count_repeated_keys", source=identifier(raw), values=list(values))
    ((repeated,),) = engine.fetch(query)
    if repeated:
        raise InputError(
            f"{title}: {name_count(repeated, 'tuple')} of {', '.join(names)}"
            f" {'stands' if repeated == 1 else 'stand'} in several rows; sum their counts, and give"
            " each tuple one row"
        )


def _count_people(engine: Engine, name: str, title: str) -> int:
    total = exp.alias_(exp.cast(exp.Sum(this=exp.column("measure")), "BIGINT"), "total")
    ((people,),) = engine.fetch(exp.select(total).from_(exp.Table(this=identifier(name))))
    if not people:
        raise InputError(f"{title}: it has no people; name another")
    return int(people)


def _check_shares(engine: Engine, share: NumberColumn) -> None:
    """Check that the shares are numbers and sum to 1."""
    query = render(
        "check_shares",
        source=identifier(share.table),
        is_empty=share.is_empty,
        fits=share.fits,
        share=share.of_row,
    )
    empty, strange, total = engine.fetch(query)[0]
    title = f"{share.title}: column {share.name!r}"
    if empty:
        raise InputError(f"{title} is empty in {name_count(empty, 'row')}; write the share of each")
    if strange:
        raise InputError(
            f"{title}: {name_count(strange, 'row has', 'rows have')} no number from 0 to 1"
        )
    if abs(Fraction(total) - 1) > _SLACK:
        raise InputError(
            f"{title}: its shares sum to {total:.6f} and not to 1; is a tuple missing, or are they"
            " counts?"
        )


def known_values_query(j: int, statistics: Statistics) -> exp.Query:
    """The statement that lists the values of a quasi-identifier in T and in its statistics."""
    return render("list_known_values", value=value_name(j), statistics=identifier(statistics.name))
