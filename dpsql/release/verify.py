"""Checks a release against P and T from the files alone; shares no code with the search.

The search compiles hierarchies to SQL and compares integers in SQL. Here each distinct value of P
is generalized by the hierarchy's Python, classes are counted anew from P, T and the file that was
written, and the models judge every pair of counts in Python. What is shared is how columns are read
(`sql.tables`), the loaded hierarchies, the engine, and the guess whether grouping pays.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sqlglot import exp

from dpsql.domain.hierarchy import Hierarchy, Leaf
from dpsql.engines.base import Engine
from dpsql.errors import HierarchyError, IntegrityError, NotSatisfied
from dpsql.privacy.model import PrivacyModel
from dpsql.release.formulas import quote_formula, quote_name
from dpsql.sql.private_table import PRIVATE, PUBLIC
from dpsql.sql.sample import is_sparse
from dpsql.sql.tables import Tables
from dpsql.sql.templates import column, identifier, render

RELEASE = "release"
_CHUNK = 20_000
_OTHER_ROWS = "release: {} distinct rows are not as often in it as in T at these levels"


@dataclass(frozen=True)
class Verified:
    """What the verifier counted: released rows, rows of P, least and greatest presence."""

    rows: int
    public_rows: int
    minimum: Fraction
    maximum: Fraction
    holds: bool = True


def verify_release(
    engine: Engine,
    tables: Tables,
    hierarchies: Mapping[str, Hierarchy],
    levels: Mapping[str, int],
    models: Sequence[PrivacyModel],
    *,
    formulas_are_quoted: bool,
) -> Verified:
    """Verify the logical table ``release``, which claims to be T at `levels`.

    Raises:
        IntegrityError: its columns or rows are not those of T at `levels`, or not in their order.
        NotSatisfied: a class breaks a model.
    """
    names = list(hierarchies)
    if set(levels) != set(names):
        raise IntegrityError("release: it states levels of other columns than the job's")
    expected = [_released_name(name, formulas_are_quoted) for name in (*names, *tables.keep)]
    if list(engine.columns(RELEASE)) != expected:
        raise IntegrityError("release: its columns are not the quasi-identifiers and kept columns")
    labels = [
        _Label(j, name, levels[name], hierarchy, formulas_are_quoted)
        for j, (name, hierarchy) in enumerate(hierarchies.items())
    ]
    for label in labels:
        if not 0 <= label.level <= label.hierarchy.height:
            raise IntegrityError(
                f"release: it states no level of {label.name} that its hierarchy has"
            )
    values = _values(tables, labels, PUBLIC)
    grouped = not values or not is_sparse(engine, values, PUBLIC)
    engine.materialize("verified_tuples", _count_both_tables(tables, labels, grouped=grouped))
    for label in labels:
        if label.is_looked_up:
            engine.materialize("verified_values", _distinct_values(label))
            rows = _label_values(engine, label)
            engine.upload("given_labels", {"leaf": "VARCHAR", "label": "VARCHAR"}, rows)
            engine.materialize(label.table, _labels_of_values())
            engine.drop("given_labels")
            engine.drop("verified_values")
    if tables.keep:
        _refuse_other_rows(engine, tables, labels, formulas_are_quoted)
    verified = _judge(engine, labels, models)
    _refuse_other_order(engine, expected)
    return verified


@dataclass(frozen=True)
class _Label:
    """One quasi-identifier as the verifier generalizes it."""

    position: int
    name: str
    level: int
    hierarchy: Hierarchy
    formulas_are_quoted: bool

    @property
    def released_name(self) -> str:
        """Name of the column in the release."""
        return _released_name(self.name, self.formulas_are_quoted)

    @property
    def is_raw(self) -> bool:
        """The values themselves are released."""
        return self.level == 0

    @property
    def is_looked_up(self) -> bool:
        """Values are released as labels below the root."""
        return 0 < self.level < self.hierarchy.height

    @property
    def value(self) -> exp.Identifier:
        """Column of verified_tuples that holds its values; none is needed for the root."""
        return identifier(f"v{self.position}")

    @property
    def table(self) -> str:
        """Table of its labels."""
        return f"labels_{self.position}"

    def of(self, value: exp.Expr) -> exp.Expr:
        """The released text of a value."""
        if self.is_raw:
            label = value
        elif self.is_looked_up:
            label = column("label", self.table)
        else:
            label = exp.Literal.string(self.hierarchy.root)
        return self.as_released(label)

    def as_released(self, label: exp.Expr) -> exp.Expr:
        """A label as the file spells it."""
        return quote_formula(label) if self.formulas_are_quoted else label

    def join(self, value: exp.Expr) -> dict[str, exp.Expr] | None:
        """How the uploaded labels are joined; None where there are none."""
        if not self.is_looked_up:
            return None
        condition = exp.NullSafeEQ(this=value, expression=column("leaf", self.table))
        return {"table": identifier(self.table), "condition": condition}


def _released_name(name: str, formulas_are_quoted: bool) -> str:
    return quote_name(name) if formulas_are_quoted else name


def _values(
    tables: Tables, labels: list[_Label], table: str
) -> list[tuple[exp.Expr, exp.Identifier]]:
    """Values of the quasi-identifiers that are not suppressed, and their names."""
    return [
        (tables.value(label.name, table), label.value)
        for label in labels
        if label.is_raw or label.is_looked_up
    ]


def _count_both_tables(tables: Tables, labels: list[_Label], *, grouped: bool) -> exp.Query:
    """Count P and T; one pass over P does both where T is a part of it.

    Not `grouped`: each row counts on its own, as grouping would not make them fewer.
    """

    def read(table: str, public_count: exp.Expr, private_count: exp.Expr) -> dict[str, object]:
        values = _values(tables, labels, table)
        return {
            "columns": [{"value": value, "name": name} for value, name in values],
            "groups": [value for value, _ in values] if grouped else [],
            "table": identifier(table),
            "join": None,
            "public_count": public_count,
            "private_count": private_count,
        }

    rows = tables.private_rows
    one, none = (exp.cast(exp.Literal.number(n), "BIGINT") for n in (1, 0))
    every = exp.Count(this=exp.Star()) if grouped else one
    if rows.mark is None:
        sources = [read(PUBLIC, every, none), read(PRIVATE, none.copy(), every.copy())]
        return render("verify_tuples", sources=sources)
    marked: exp.Expr = exp.Case(ifs=[exp.If(this=rows.mark.copy(), true=one.copy())])
    marked = exp.Count(this=marked) if grouped else exp.Coalesce(this=marked, expressions=[none])
    source = read(PUBLIC, every, marked)
    if rows.key is not None:
        source["join"] = exp.EQ(this=column(rows.key, PUBLIC), expression=column(rows.key, PRIVATE))
    return render("verify_tuples", sources=[source])


def _distinct_values(label: _Label) -> exp.Query:
    return render("verify_values", value=label.value)


def _labels_of_values() -> exp.Query:
    leaves = (column("leaf", table) for table in ("verified_values", "given_labels"))
    return render(
        "verify_labels", condition=exp.NullSafeEQ(this=next(leaves), expression=next(leaves))
    )


def _label_values(engine: Engine, label: _Label) -> Iterator[tuple[Leaf, Leaf]]:
    """Label the distinct values of P, a chunk at a time: there may be millions."""
    number = exp.Literal.number
    start = 0
    while values := engine.fetch(
        render("list_values_between", start=number(start), end=number(start + _CHUNK))
    ):
        for (value,) in values:
            if not label.hierarchy.covers(value):
                raise HierarchyError(f"hierarchy of {label.name}: a value of P has no place in it")
            yield value, label.hierarchy.label(value, label.level)
        start += _CHUNK


def _refuse_other_rows(
    engine: Engine, tables: Tables, labels: list[_Label], formulas_are_quoted: bool
) -> None:
    """The released rows, kept columns included, are the rows of T generalized: as multisets.

    Without kept columns the classes that `_judge` counts say as much.
    """
    values = [exp.cast(column(label.name, "private_rows"), "VARCHAR") for label in labels]
    claimed = [label.of(value) for label, value in zip(labels, values, strict=True)]
    kept = [exp.cast(column(name, "private_rows"), "VARCHAR") for name in tables.keep]
    claimed += [quote_formula(cell) if formulas_are_quoted else cell for cell in kept]
    query = render(
        "verify_rows",
        columns=[
            {
                "name": identifier(f"c{i}"),
                "claimed": cell,
                "released": exp.cast(
                    column(_released_name(name, formulas_are_quoted), RELEASE), "VARCHAR"
                ),
            }
            for i, (name, cell) in enumerate(
                zip([*tables.quasi_identifiers, *tables.keep], claimed, strict=True)
            )
        ],
        private_rows=tables.select_private_rows(),
        joins=[
            join for label, value in zip(labels, values, strict=True) if (join := label.join(value))
        ],
    )
    different = engine.fetch(query)[0][0]
    if different:
        raise IntegrityError(_OTHER_ROWS.format(different))


def _refuse_other_order(engine: Engine, names: Sequence[str]) -> None:
    """The rows are sorted by what the file holds; any other order could tell of T."""
    cells = [
        {"cell": column(name, RELEASE), "name": identifier(f"c{i}"), "above": identifier(f"a{i}")}
        for i, name in enumerate(names)
    ]
    if engine.fetch(render("verify_order", columns=cells))[0][0]:
        raise IntegrityError(
            "release: its rows are not sorted by what they hold; another order could tell of T"
        )


def _judge(engine: Engine, labels: list[_Label], models: Sequence[PrivacyModel]) -> Verified:
    """Count P, T and the release per released tuple and let the models judge every class."""
    columns, joins, released_joins = [], [], []
    cells: tuple[exp.Expr, exp.Expr]
    for i, label in enumerate(labels):
        value = exp.Column(this=label.value, table=identifier("verified_tuples"))
        released = exp.cast(column(label.released_name, RELEASE), "VARCHAR")
        if label.is_looked_up:
            given = exp.NullSafeEQ(this=value, expression=column("value", label.table))
            joins.append({"table": identifier(label.table), "condition": given})
            name = f"released_{label.table}"
            as_given = label.as_released(column("label", name))
            found = exp.NullSafeEQ(this=released, expression=as_given)
            released_joins.append(
                {
                    "labels": identifier(label.table),
                    "name": identifier(name),
                    "condition": found,
                }
            )
            cells = column("number", label.table), column("number", name)
        else:
            cells = label.of(exp.cast(value, "VARCHAR")), released
        columns.append({"name": identifier(f"c{i}"), "label": cells[0], "released": cells[1]})
    query = render("verify_classes", columns=columns, joins=joins, released_joins=released_joins)
    counts = engine.fetch(query)
    different = sum(classes for _, private, released, classes in counts if private != released)
    if different:
        raise IntegrityError(_OTHER_ROWS.format(different))
    if any(released > public for public, _, released, _ in counts):
        raise IntegrityError("release: it holds rows that no people of P could have")
    failing = sum(
        classes
        for public, _, released, classes in counts
        if not all(model.holds(public, released) for model in models)
    )
    if failing:
        total = sum(classes for *_, classes in counts)
        words = ", ".join(f"{k} {v}" for model in models for k, v in model.words.items())
        raise NotSatisfied(f"release: {failing} of {total} classes of P break the job ({words})")
    presences = [Fraction(released, public) for public, _, released, _ in counts]
    return Verified(
        rows=sum(released * classes for _, _, released, classes in counts),
        public_rows=sum(public * classes for public, _, _, classes in counts),
        minimum=min(presences),
        maximum=max(presences),
    )
