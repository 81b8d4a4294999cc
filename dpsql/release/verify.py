"""Checks a release against P and T from the files alone; shares no code with the search.

The search compiles hierarchies to SQL and compares integers in SQL. Here each distinct value of P
is generalized by the hierarchy's Python, classes are counted anew from P, T and the file that was
written, and the models judge every pair of counts in Python. What is shared is how columns are read
(`sql.tables`), the loaded hierarchies, and the engine.
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
from dpsql.sql.private_table import PUBLIC
from dpsql.sql.tables import Tables
from dpsql.sql.templates import column, identifier, render

RELEASE = "release"
_CHUNK = 20_000


@dataclass(frozen=True)
class Verified:
    """What the verifier counted: released rows, rows of P, least and greatest presence."""

    rows: int
    public_rows: int
    minimum: Fraction
    maximum: Fraction


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
        IntegrityError: its columns or rows are not those of T at `levels`.
        NotSatisfied: a class breaks a model.
    """
    names = list(hierarchies)
    if set(levels) != set(names):
        raise IntegrityError("release: it states levels of other columns than the job's")
    expected = [_released_name(name, formulas_are_quoted) for name in (*names, *tables.keep)]
    if list(engine.columns(RELEASE)) != expected:
        raise IntegrityError("release: its columns are not the quasi-identifiers and kept columns")
    engine.materialize("verified_tuples", _public_tuples(tables))
    labels = []
    for j, (name, hierarchy) in enumerate(hierarchies.items()):
        if not 0 <= levels.get(name, -1) <= hierarchy.height:
            raise IntegrityError(f"release: it states no level of {name} that its hierarchy has")
        if 0 < levels[name] < hierarchy.height:
            engine.materialize("verified_values", _distinct_values(j))
            rows = _label_values(engine, name, hierarchy, levels[name])
            engine.upload(f"labels_{j}", {"leaf": "VARCHAR", "label": "VARCHAR"}, rows)
            engine.drop("verified_values")
        labels.append(_Label(j, name, levels[name], hierarchy, formulas_are_quoted))
    _refuse_other_rows(engine, tables, labels, formulas_are_quoted)
    return _judge(engine, labels, models)


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

    def of(self, value: exp.Expr) -> exp.Expr:
        """The released text of a value."""
        if self.level == 0:
            label = value
        elif self.level == self.hierarchy.height:
            label = exp.Literal.string(self.hierarchy.root)
        else:
            label = column("label", f"labels_{self.position}")
        return quote_formula(label) if self.formulas_are_quoted else label

    def join(self, value: exp.Expr) -> dict[str, exp.Expr] | None:
        """How the uploaded labels are joined; None where there are none."""
        if self.level in (0, self.hierarchy.height):
            return None
        table = f"labels_{self.position}"
        condition = exp.NullSafeEQ(this=value, expression=column("leaf", table))
        return {"table": identifier(table), "condition": condition}


def _released_name(name: str, formulas_are_quoted: bool) -> str:
    return quote_name(name) if formulas_are_quoted else name


def _public_tuples(tables: Tables) -> exp.Query:
    values = [
        {"value": tables.text(name, PUBLIC), "name": identifier(f"v{j}")}
        for j, name in enumerate(tables.quasi_identifiers)
    ]
    return render("verify_tuples", columns=values)


def _distinct_values(j: int) -> exp.Query:
    return render("verify_values", value=identifier(f"v{j}"))


def _label_values(
    engine: Engine, name: str, hierarchy: Hierarchy, level: int
) -> Iterator[tuple[Leaf, Leaf]]:
    """Label the distinct values of P, a chunk at a time: there may be millions."""
    number = exp.Literal.number
    start = 0
    while values := engine.fetch(
        render("list_values_between", start=number(start), end=number(start + _CHUNK))
    ):
        for (value,) in values:
            if not hierarchy.covers(value):
                raise HierarchyError(f"hierarchy of {name}: a value of P has no place in it")
            yield value, hierarchy.label(value, level)
        start += _CHUNK


def _refuse_other_rows(
    engine: Engine, tables: Tables, labels: list[_Label], formulas_are_quoted: bool
) -> None:
    """The released rows, kept columns included, are the rows of T generalized: as multisets."""
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
        raise IntegrityError(
            f"release: {different} distinct rows are not as often in it as in T at these levels"
        )


def _judge(engine: Engine, labels: list[_Label], models: Sequence[PrivacyModel]) -> Verified:
    """Count P and the release per released tuple and let the models judge every class."""
    values = [column(f"v{label.position}", "verified_tuples") for label in labels]
    query = render(
        "verify_classes",
        columns=[
            {
                "name": identifier(f"c{i}"),
                "label": label.of(value),
                "released": exp.cast(column(label.released_name, RELEASE), "VARCHAR"),
            }
            for i, (label, value) in enumerate(zip(labels, values, strict=True))
        ],
        joins=[
            join for label, value in zip(labels, values, strict=True) if (join := label.join(value))
        ],
    )
    counts = engine.fetch(query)
    if any(released > public for public, released, _ in counts):
        raise IntegrityError("release: it holds rows that no people of P could have")
    failing = sum(
        classes
        for public, released, classes in counts
        if not all(model.holds(public, released) for model in models)
    )
    if failing:
        total = sum(classes for _, _, classes in counts)
        words = ", ".join(f"{k} {v}" for model in models for k, v in model.words.items())
        raise NotSatisfied(f"release: {failing} of {total} classes of P break the job ({words})")
    presences = [Fraction(released, public) for public, released, _ in counts]
    return Verified(
        rows=sum(released * classes for _, released, classes in counts),
        public_rows=sum(public * classes for public, _, classes in counts),
        minimum=min(presences),
        maximum=max(presences),
    )
