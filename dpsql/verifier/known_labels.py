"""Adds up what T and the statistics of P say of each tuple of labels, for the verifier.

Texts are fetched in parts, labelled by the hierarchies' Python code, and added up in Python as
exact integers; the search joins codes and multiplies doubles in SQL.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from itertools import islice

from sqlglot import exp

from dpsql.domain.levels.hierarchy import Hierarchy, Leaf
from dpsql.domain.sections.population import Block, Population, Sample
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
#: Rows whose labels are looked up together, column by column.
_PART = 20_000
Labels = tuple[Leaf, ...]


@dataclass(frozen=True)
class KnownShares:
    """What statistics say of the labels of some columns: their part of a total."""

    columns: tuple[int, ...]
    parts: dict[Labels, int]
    total: int

    def part(self, labels: Labels) -> int:
        """Return the part of the labels that a class has in these columns."""
        return self.parts.get(tuple(labels[j] for j in self.columns), 0)

    def share(self, labels: Labels) -> Fraction:
        """Return their share."""
        return Fraction(self.part(labels), self.total)

    @cached_property
    def _sums(self) -> dict[tuple[int, Leaf], int]:
        """The sum of the parts by a column and its label."""
        found: defaultdict[tuple[int, Leaf], int] = defaultdict(int)
        for labels, part in self.parts.items():
            for j, label in zip(self.columns, labels, strict=True):
                found[j, label] += part
        return dict(found)

    def share_within(self, labels: Labels, region: int) -> Fraction:
        """Return the share within the label of the column `region`, if these columns have it."""
        if region not in self.columns:
            return self.share(labels)
        total = self._sums.get((region, labels[region]), 0)
        part = self.parts.get(tuple(labels[j] for j in self.columns), 0)
        return Fraction(part, total) if total else Fraction(0)


@dataclass(frozen=True)
class RegionCell:
    """A class in a region: the rows of T there, and its share of the region."""

    region: Leaf
    inside: int
    share: Fraction


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

    def count_block(
        self,
        number: int,
        block: Block,
        place: Place,
        only: tuple[str, Collection[Leaf]] | None = None,
    ) -> KnownShares | None:
        """Count a table of statistics; None if the release shows nothing of its columns.

        `only`: a column and its values; the rows with others count for nothing.
        """
        if all(self._levels[one] == self._hierarchies[one].height for one in block.columns):
            return None
        raw = f"verified_statistics_{number}"
        self._engine.register(raw, place)
        if block.count is not None:
            type_ = self._engine.columns(raw)[block.count]
            measure = PeopleColumn(block.count, raw, type_).of_rows
        else:
            measure = exp.Sum(this=self._read_number(str(block.share), raw, _SHARES))
        parts = self._add_up(list(block.columns), raw, measure, only)
        total = _ONE if block.count is None else sum(parts.values())
        return KnownShares(tuple(self._names.index(one) for one in block.columns), parts, total)

    def count_regions(
        self, population: Population, places: Sequence[Place]
    ) -> tuple[dict[Leaf, int], list[list[RegionCell]]]:
        """Count the people of each region, and the cells of each class of T.

        T and the tables are counted with the regions as they stand there, unlabelled.
        """
        sizes = population.regions
        assert sizes is not None  # noqa: S101 - the caller looked
        by, position = sizes.by, self._names.index(sizes.by)
        self._engine.register("verified_regions", places[-1])
        type_ = self._engine.columns("verified_regions")[sizes.count]
        people = PeopleColumn(sizes.count, "verified_regions", type_).of_rows
        listed = {
            region: int(number) for region, number in self._fetch([by], "verified_regions", people)
        }
        fine = LabelCounter(self._engine, self._tables, self._hierarchies, {**self._levels, by: 0})
        inside = fine.count_members()
        classes: defaultdict[Labels, int] = defaultdict(int)
        for labels, rows in inside.items():
            classes[self._coarsen(labels, position)] += rows
        blocks = []
        for number, (block, place) in enumerate(zip(population.tables, places, strict=False)):
            names = [one for one in block.columns if one != by]
            if any(self._levels[one] < self._hierarchies[one].height for one in names):
                blocks.append(fine.count_block(number, block, place, only=(by, listed)))
        under: defaultdict[Leaf, list[Leaf]] = defaultdict(list)
        for region in listed:
            under[self._find_label(by, region)].append(region)
        found = []
        for labels in classes:
            cells = []
            for region in under[labels[position]]:
                here = (*labels[:position], region, *labels[position + 1 :])
                share = Fraction(1)
                for known in blocks:
                    assert known is not None  # noqa: S101 - one of its columns is shown
                    share *= known.share_within(here, position)
                cells.append(RegionCell(region, inside.get(here, 0), share))
            found.append(cells)
        return listed, found

    def _coarsen(self, labels: Labels, position: int) -> Labels:
        label = self._find_label(self._names[position], labels[position])
        return (*labels[:position], label, *labels[position + 1 :])

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

    def _add_up(
        self,
        names: Sequence[str],
        source: str,
        measure: exp.Expr,
        only: tuple[str, Collection[Leaf]] | None = None,
    ) -> dict[Labels, int]:
        """Add up a measure for each tuple of labels; decimals as multiples of 10**-18."""
        found: defaultdict[Labels, int] = defaultdict(int)
        rows = self._fetch(names, source, measure)
        if only and only[0] in names:
            position, listed = names.index(only[0]), only[1]
            rows = (row for row in rows if row[position] in listed)
        while part := list(islice(rows, _PART)):
            *texts, values = zip(*part, strict=True)
            labels = zip(*map(self._find_labels, names, texts), strict=True)
            for place, value in zip(labels, values, strict=True):
                found[place] += int(value * _ONE) if isinstance(value, Decimal) else int(value)
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

    def _find_labels(self, name: str, texts: Sequence[Leaf]) -> Iterator[Leaf]:
        """The labels of texts; each is labelled once, as tables repeat them in many rows."""
        known = self._labels[name]
        for text in set(texts).difference(known):
            known[text] = self._label(name, text)
        return map(known.__getitem__, texts)

    def _find_label(self, name: str, text: Leaf) -> Leaf:
        (label,) = self._find_labels(name, [text])
        return label

    def _label(self, name: str, text: Leaf) -> Leaf:
        hierarchy = self._hierarchies[name]
        if not hierarchy.covers(text):
            raise HierarchyError(
                f"hierarchy of {name}: a value of T or of the statistics has no place in it"
            )
        return hierarchy.label(text, self._levels[name])
