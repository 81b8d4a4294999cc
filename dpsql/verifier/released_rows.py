"""Checks of the released file that both verifiers make: its columns, order and kept columns."""

from collections.abc import Mapping, Sequence

from sqlglot import exp

from dpsql.domain.plurals import name_count
from dpsql.engines.base import Engine
from dpsql.errors import IntegrityError
from dpsql.release.formulas import count_formulas, count_quotes
from dpsql.release.manifest import CsvFormulas
from dpsql.release.release_format import ReleaseFormat
from dpsql.sql.tables.public_and_private import Tables, count_rows
from dpsql.sql.templates import column, identifier, render
from dpsql.verifier.verified import Verified

RELEASE = "release"
#: Rows are compared in runs of equal rows if there are so many of each on average.
ROWS_PER_RUN = 4
#: A count of rows as a CSV contains it.
_NUMBER = "^[1-9][0-9]{0,12}$"
#: The rows of T, for comparing kept columns.
PRIVATE_ROWS = "private_rows"


def refuse_other_columns(engine: Engine, tables: Tables, file_format: ReleaseFormat) -> None:
    """Check that the columns are the quasi-identifiers, then the kept ones or the counts.

    Raises:
        IntegrityError: they are not, or a count is no number of rows.
    """
    expected = _name_columns(tables, file_format)
    if tables.release_count is not None:
        expected.append(file_format.write_name(tables.release_count))
    if list(engine.columns(RELEASE)) != expected:
        raise IntegrityError("release: its columns are not the quasi-identifiers and kept columns")
    refuse_other_numbers(engine, tables, file_format)


def refuse_other_numbers(engine: Engine, tables: Tables, file_format: ReleaseFormat) -> None:
    """Check that released counts, if there are any, are whole numbers from 1 on.

    Raises:
        IntegrityError: one is not.
    """
    if tables.release_count is None:
        return
    name = file_format.write_name(tables.release_count)
    cell, type_ = column(name, RELEASE), engine.columns(RELEASE)[name]
    is_number: exp.Expr = cell >= exp.Literal.number(1)
    if type_.family == "text":
        is_number = exp.RegexpLike(this=cell, expression=exp.Literal.string(_NUMBER))
    elif type_.family != "integer":
        raise IntegrityError(f"release: its column {name!r} holds no whole numbers")
    other = exp.Case(ifs=[exp.If(this=is_number, true=exp.false())], default=exp.true())
    if strange := count_rows(engine, RELEASE, other):
        raise IntegrityError(f"release: {strange} counts in column {name!r} are no number of rows")


def rows_of_one(tables: Tables, file_format: ReleaseFormat) -> exp.Expr:
    """Return how many rows of T a released row stands for."""
    count = tables.release_count
    one = exp.Literal.number(1) if count is None else column(file_format.write_name(count), RELEASE)
    return exp.cast(one, "BIGINT")


def rows_of_all(tables: Tables, file_format: ReleaseFormat) -> exp.Expr:
    """Return how many rows of T released rows stand for, as an aggregate over them."""
    if tables.release_count is None:
        return exp.Count(this=exp.Star())
    return exp.Sum(this=rows_of_one(tables, file_format))


def refuse_other_order(
    engine: Engine, tables: Tables, verified: Verified, file_format: ReleaseFormat
) -> None:
    """Check that the rows are sorted by their cells; any other order could reveal facts about T.

    Rows with counts must also be distinct.

    Raises:
        IntegrityError: they are not.
    """
    distinct = verified.released_classes.count
    is_counted = tables.release_count is not None
    if is_counted and count_rows(engine, RELEASE, exp.true()) != distinct:
        raise IntegrityError("release: it counts equal rows apart; they belong into one row")
    in_runs = not (tables.keep or is_counted) and verified.rows >= ROWS_PER_RUN * distinct
    if engine.fetch(_order_query(engine, tables, file_format, in_runs=in_runs))[0][0]:
        raise IntegrityError(
            "release: its rows are not sorted by what they hold; another order could tell of T"
        )


def _order_query(
    engine: Engine, tables: Tables, file_format: ReleaseFormat, *, in_runs: bool
) -> exp.Query:
    """Return the query that counts misplaced rows, or misplaced runs of equal rows.

    Rows are sorted if and only if equal rows lie together and the runs are sorted. Equal rows lie
    together if there are as many of them as rows from the first to the last: then no other row lies
    between. To compare a few runs takes a tenth of the time to compare all neighbours.
    """
    names = _name_columns(tables, file_format)
    found = engine.columns(RELEASE)
    keys: list[exp.Expr] = [column(name, RELEASE) for name in names]
    # 0 and -0 compare as equal: if all else is equal, their texts decide.
    keys += [
        exp.cast(column(name, RELEASE), "VARCHAR") for name in names if found[name].holds_floats
    ]
    cells = [
        {"cell": key, "name": identifier(f"c{i}"), "above": identifier(f"a{i}")}
        for i, key in enumerate(keys)
    ]
    template = "verify_runs" if in_runs else "verify_order"
    return render(template, columns=cells, order=engine.position_in(RELEASE))


def judge_formulas(engine: Engine, file_format: ReleaseFormat) -> CsvFormulas:
    """Return what the manifest of a CSV must state about cells that a spreadsheet would run.

    Raises:
        IntegrityError: there are such cells, and the format does not quote them.
    """
    query = exp.select(*map(column, engine.columns(RELEASE))).from_(exp.to_table(RELEASE))
    if file_format.quotes_formulas:
        return "quote" if count_quotes(engine, query) else "refuse"
    for name, count in count_formulas(engine, query).items():
        if count:
            raise IntegrityError(
                f"release: {name_count(count, 'cell')} of column {name!r} would run as formulas in"
                " a spreadsheet, and its manifest says that none does"
            )
    return "refuse"


def refuse_other_rows(
    engine: Engine,
    tables: Tables,
    labels: Sequence[exp.Expr],
    joins: Sequence[Mapping[str, exp.Expr]],
    complaint: str,
    file_format: ReleaseFormat,
) -> None:
    """Check that the released rows, with kept columns, are T generalized, as multisets.

    `labels` are the released cells of the rows of T after `joins`.

    Raises:
        IntegrityError: they are not; `complaint` takes how many distinct rows differ.
    """
    kept = [exp.cast(column(name, PRIVATE_ROWS), "VARCHAR") for name in tables.keep]
    claimed = [*labels, *(file_format.write_cell(cell) for cell in kept)]
    names = _name_columns(tables, file_format)
    query = render(
        "verify_rows",
        columns=[
            {
                "name": identifier(f"c{i}"),
                "claimed": cell,
                "released": exp.cast(column(name, RELEASE), "VARCHAR"),
            }
            for i, (name, cell) in enumerate(zip(names, claimed, strict=True))
        ],
        private_rows=tables.select_private_rows(),
        joins=joins,
    )
    different = engine.fetch(query)[0][0]
    if different:
        rows = name_count(different, "distinct row is", "distinct rows are")
        raise IntegrityError(complaint.format(rows=rows))


def _name_columns(tables: Tables, file_format: ReleaseFormat) -> list[str]:
    return [file_format.write_name(name) for name in (*tables.quasi_identifiers, *tables.keep)]
