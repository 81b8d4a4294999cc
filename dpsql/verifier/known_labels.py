"""Adds up what T and the statistics of P say of each tuple of labels, for the verifier.

Texts are fetched in parts, labelled by the hierarchies' Python code, and added up in Python as
exact integers; the search joins codes and multiplies doubles in SQL.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from sqlglot import exp

from dpsql.domain.hierarchy import Hierarchy, Leaf
from dpsql.domain.population import Block, Sample
from dpsql.engines.base import Engine, Row
from dpsql.errors import HierarchyError
from dpsql.inputs.places import Place
from dpsql.privacy.confidence.stated import Sampled
from dpsql.sql.tables.people import PeopleColumn
from dpsql.sql.tables.private_table import PUBLIC
from dpsql.sql.tables.public_and_private import Tables
from dpsql.sql.templates import column, identifier, render
from dpsql.verifier.recount import fetch_chunks

_LISTED = "listed"
_SHARES, _WEIGHTS = "DECIMAL(38, 18)", "DECIMAL(38, 12)"
#: Decimals are added as multiples of 10**-18.
_ONE = 10**18
Labels = tuple[Leaf, ...]


@dataclass(frozen=True)
class KnownShares:
    """What statistics say of the labels of some columns: their part of a total."""

    columns: tuple[int, ...]
    parts: dict[Labels, int]
    total: int

    def share(self, labels: Labels) -> Fraction:
        """Return the share of the labels that a class has in these columns."""
        return Fraction(self.parts.get(tuple(labels[j] for j in self.columns), 0), self.total)


@dataclass(frozen=True)
class KnownSample:
    """What a sample says: people and weight of each tuple of labels, and of each column alone."""

    people: dict[Labels, int]
    weights: KnownShares
    marginals: tuple[KnownShares, ...]
    size: Sampled


class LabelCounter:
    """Counts tables of a session at the levels of a release."""

    def __init__(
        self,
        engine: Engine,
        tables: Tables,
        hierarchies: Mapping[str, Hierarchy],
        levels: Mapping[str, int],
    ) -> None:
        self._engine, self._tables = engine, tables
        self._hierarchies, self._levels = hierarchies, levels
        self._names = list(hierarchies)
        self._labels: dict[str, dict[Leaf, Leaf]] = {name: {} for name in hierarchies}

    def count_members(self) -> dict[Labels, int]:
        """Count the rows of T, which stands in the place of P."""
        people = self._tables.people
        rows: exp.Expr = exp.Count(this=exp.Star()) if people is None else people.of_rows
        return self._add_up(self._names, PUBLIC, rows)

    def count_block(self, number: int, block: Block, place: Place) -> KnownShares | None:
        """Count a table of statistics; None if the release shows nothing of its columns."""
        if all(self._levels[one] == self._hierarchies[one].height for one in block.columns):
            return None
        raw = f"verified_statistics_{number}"
        self._engine.register(raw, place)
        if block.count is not None:
            type_ = self._engine.columns(raw)[block.count]
            measure = PeopleColumn(block.count, raw, type_).of_rows
        else:
            measure = exp.Sum(this=self._read_number(str(block.share), raw, _SHARES))
        parts = self._add_up(list(block.columns), raw, measure)
        total = _ONE if block.count is None else sum(parts.values())
        return KnownShares(tuple(self._names.index(one) for one in block.columns), parts, total)

    def count_sample(self, sample: Sample, place: Place) -> KnownSample:
        """Count a sample."""
        raw = "verified_sample"
        self._engine.register(raw, place)
        weight: exp.Expr = exp.cast(exp.Literal.number(1), _WEIGHTS)
        if sample.weight is not None:
            weight = self._read_number(sample.weight, raw, _WEIGHTS)
        query = render("verify_weights", source=identifier(raw), weight=weight)
        people, total, squares = self._engine.fetch(query)[0]
        whole = int(total * _ONE)
        every = tuple(range(len(self._names)))
        marginals = [
            KnownShares((j,), self._add_up([self._names[j]], raw, exp.Sum(this=weight)), whole)
            for j in every
        ]
        weights = KnownShares(every, self._add_up(self._names, raw, exp.Sum(this=weight)), whole)
        return KnownSample(
            self._add_up(self._names, raw, exp.Count(this=exp.Star())),
            weights,
            tuple(marginals),
            Sampled(int(people), float(Fraction(total) ** 2 / Fraction(squares))),
        )

    def _read_number(self, name: str, table: str, type_: str) -> exp.Expr:
        """The number of a row as a decimal; texts with an exponent are no decimals."""
        value: exp.Expr = column(name, table)
        family = self._engine.columns(table)[name].family
        if family in ("integer", "decimal"):
            return exp.cast(value, type_)
        if family == "float":
            value = exp.cast(value, "VARCHAR")
        small = exp.RegexpLike(this=value.copy(), expression=exp.Literal.string("[eE]"))
        rounded = exp.cast(exp.cast(value.copy(), "DOUBLE"), type_)
        return exp.Case(ifs=[exp.If(this=small, true=rounded)], default=exp.cast(value, type_))

    def _add_up(self, names: Sequence[str], source: str, measure: exp.Expr) -> dict[Labels, int]:
        """Add up a measure for each tuple of labels; decimals as multiples of 10**-18."""
        found: defaultdict[Labels, int] = defaultdict(int)
        for *texts, value in self._fetch(names, source, measure):
            labels = tuple(map(self._find_label, names, texts))
            found[labels] += int(value * _ONE) if isinstance(value, Decimal) else int(value)
        return dict(found)

    def _fetch(self, names: Sequence[str], source: str, measure: exp.Expr) -> Iterator[Row]:
        columns = [
            {"name": identifier(f"t{j}"), "text": self._tables.text(name, source)}
            for j, name in enumerate(names)
        ]
        query = render("verify_listed", columns=columns, measure=measure, source=identifier(source))
        self._engine.materialize(_LISTED, query)
        shown = [one["name"] for one in columns]
        yield from fetch_chunks(self._engine, "list_listed_between", names=shown)
        self._engine.drop(_LISTED)

    def _find_label(self, name: str, text: Leaf) -> Leaf:
        """The label of a text; each text is labelled once, as tables repeat them in many rows."""
        known = self._labels[name]
        if text not in known:
            known[text] = self._label(name, text)
        return known[text]

    def _label(self, name: str, text: Leaf) -> Leaf:
        hierarchy = self._hierarchies[name]
        if not hierarchy.covers(text):
            raise HierarchyError(
                f"hierarchy of {name}: a value of T or of the statistics has no place in it"
            )
        return hierarchy.label(text, self._levels[name])
