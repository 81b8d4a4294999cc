"""The frequency set: the tuples with every value as a small integer per level.

Searches group these codes and read no text of the user again. Levels that no counted node needs
have no code. Tuples that differ only below the base become one row, unless few of them do.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlglot import exp

from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.engines.base import Engine
from dpsql.sql.counting.leaves import leaves_name
from dpsql.sql.counting.tuples import TUPLES, TableSizes, value_name
from dpsql.sql.tables.public_and_private import count_rows
from dpsql.sql.tables.sample import LEAST_SAMPLE, nearly_all_distinct
from dpsql.sql.templates import column, identifier, render

FREQUENCY_SET = "frequency_set"
#: The narrowest integer that holds the codes of so many labels.
_WIDTHS = ((2**7, "TINYINT"), (2**15, "SMALLINT"), (2**31, "INTEGER"))

#: Labels per quasi-identifier and level, as far as they are counted.
LabelCounts = Sequence[Sequence[int]]


@dataclass(frozen=True)
class FrequencySet:
    """A frequency set of an engine: it has `rows` rows, and counts `base` and its ancestors."""

    base: Node
    rows: int


def encode(
    engine: Engine, lattice: Lattice, base: Node, label_counts: LabelCounts, sizes: TableSizes
) -> FrequencySet:
    """Materialize the frequency set from the level of `base` up."""
    levels = Levels(lattice, base, label_counts)
    grouped = any(base.levels) and not _hardly_shrinks(engine, levels, sizes)
    engine.materialize(FREQUENCY_SET, encode_query(levels, grouped=grouped))
    rows = count_rows(engine, FREQUENCY_SET, exp.true()) if grouped else sizes.tuples
    return FrequencySet(base, rows)


@dataclass(frozen=True)
class Levels:
    """The levels for which a frequency set has codes, and the number of labels of each."""

    lattice: Lattice
    base: Node
    label_counts: LabelCounts = ()

    @property
    def codes(self) -> list[tuple[exp.Expr, exp.Identifier]]:
        """Expression over leaves, and name, of each code."""
        return [
            (self._narrow(column(f"code_{level}", leaves_name(j)), j, level), code_name(j, level))
            for j, height in enumerate(self.lattice.heights)
            for level in range(self.base.levels[j], height)
        ]

    @property
    def joined(self) -> list[int]:
        """Quasi-identifiers that have a code."""
        heights = self.lattice.heights
        return [j for j, base in enumerate(self.base.levels) if base < heights[j]]

    def _narrow(self, code: exp.Expr, j: int, level: int) -> exp.Expr:
        if not self.label_counts:
            return code
        return exp.cast(code, narrowest(self.label_counts[j][level]))


def encode_query(levels: Levels, *, grouped: bool = False, rows: int | None = None) -> exp.Query:
    """The statement that codes the tuples; only the first `rows` of them, if `rows` is given."""
    joins = [
        {
            "leaves": identifier(leaves_name(j)),
            "condition": exp.NullSafeEQ(
                this=exp.Column(this=value_name(j), table=identifier(TUPLES)),
                expression=column("value", leaves_name(j)),
            ),
        }
        for j in levels.joined
    ]
    codes = [{"value": value, "name": name} for value, name in levels.codes]
    tuples: exp.Expr = exp.Table(this=identifier(TUPLES))
    if rows is not None:
        tuples = exp.select("*").from_(tuples).limit(rows).subquery(TUPLES)
    counts: list[exp.Expr] = [column(name, TUPLES) for name in ("public_count", "private_count")]
    if grouped:
        counts = [exp.cast(exp.Sum(this=one), "BIGINT") for one in counts]
    return render(
        "encode_tuples",
        codes=codes,
        public_count=counts[0],
        private_count=counts[1],
        tuples=tuples,
        joins=joins,
        groups=codes if grouped else [],
    )


def narrowest(labels: int) -> str:
    """Return the narrowest type that holds the codes of so many labels."""
    return next(type_ for most, type_ in _WIDTHS if labels <= most)


def node_codes(node: Node, lattice: Lattice) -> list[exp.Identifier]:
    """Columns of the frequency set that distinguish the classes of a node; none at the root."""
    return [
        code_name(j, level)
        for j, (level, height) in enumerate(zip(node.levels, lattice.heights, strict=True))
        if level < height
    ]


def code_name(j: int, level: int) -> exp.Identifier:
    """Column of the frequency set that holds quasi-identifier `j` at `level`."""
    return identifier(f"q{j}_level_{level}")


def _hardly_shrinks(engine: Engine, levels: Levels, sizes: TableSizes) -> bool:
    """Whether grouping the tuples at the base would hardly reduce their number."""
    if sizes.tuples < LEAST_SAMPLE or not levels.joined:
        return False
    names = node_codes(levels.base, levels.lattice)
    return nearly_all_distinct(
        engine, lambda rows: encode_query(levels, rows=rows), names, lambda: sizes.tuples
    )
