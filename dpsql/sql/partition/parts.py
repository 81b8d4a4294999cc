"""A partition of P in progress: spots that carry the number of their part, cut round by round.

A spot is a tuple of positions, one per quasi-identifier in the order of its values
(`sql.partition.orders`), with its rows of P and of T. One round cuts every open part once, or finds
that it has no admissible cut; the spots of such a part move to `parted_spots` and are not read
again. So do those of a side without rows of T: nothing is published for it, however it is cut. The
number of a part consists of that of its round and one within the round. It follows from the cuts
alone, not from the order of rows.

Small partitions take many rounds of little work each. Their statements are the same in every second
round, so they are written only once.
"""

from typing import Any, NamedTuple

from sqlglot import exp

from dpsql.domain.sections.strategy import Strategy
from dpsql.engines.base import Engine
from dpsql.privacy.model import PrivacyModel
from dpsql.sql.axes import axis_name, position_on
from dpsql.sql.counting.tuples import TableSizes
from dpsql.sql.partition.cuts import Tried, find_cuts_query, first_axes_query, rank_columns
from dpsql.sql.partition.least_loss import CANDIDATES, candidates_query, choose_cuts_query
from dpsql.sql.partition.refused_cuts import REFUSED_CUTS, SensitiveCuts
from dpsql.sql.templates import column, identifier, render

#: Spots of parts that are no longer cut.
PARTED_SPOTS = "parted_spots"
CUTS = "cuts"
#: Table of the quasi-identifier by which each part is first tried to be cut.
FIRST_AXES = "first_axes"
#: With more tuples, all columns are tried only if the first one has no admissible cut.
LARGEST_TRIED_AT_ONCE = 100_000
#: Numbers of parts per round: more than twice the cuts of one round.
_ROUND = 2**32


class _Search(NamedTuple):
    """The statements that find cuts; `find_more_cuts` is used if the first tries some columns only.

    `prepare` makes the table `prepared`, which they read besides the spots.
    """

    find_cuts: exp.Query
    find_more_cuts: exp.Query | None = None
    prepare: exp.Query | None = None
    prepared: str = ""


class _Round(NamedTuple):
    """The statements of a round that reads the spots in one table and writes them to another."""

    search: _Search
    measure_cuts: exp.Query
    keep_parts: exp.Query
    divide_parts: exp.Query


class Partition:
    """The spots in an engine, and how far they are cut."""

    def __init__(
        self,
        engine: Engine,
        spots: str,
        columns: int,
        models: tuple[PrivacyModel, ...],
        sizes: TableSizes,
        sensitive: SensitiveCuts | None = None,
    ) -> None:
        """Start with the table `spots`, which is one part, number 0, and satisfies the models."""
        self._engine = engine
        self._spots = spots
        self._columns = columns
        self._models = models
        self._sizes = sizes
        self._sensitive = sensitive if sensitive and sensitive.sets else None
        self._rounds = 0
        self._open = 1
        self._some_are_kept = False
        self._statements: dict[tuple[str, Strategy], _Round] = {}

    @property
    def open_parts(self) -> int:
        """How many parts may still be cut."""
        return self._open

    def count_open_people(self) -> tuple[int, int]:
        """Count the people of P, and those of them in parts that may still be cut."""
        people, still = self._sizes.public_rows, 0
        if self._open:
            total = exp.select(exp.Sum(this=exp.column("public_count")))
            spots = exp.Table(this=identifier(self._spots))
            still = int(self._engine.fetch(total.from_(spots))[0][0])
        return people, still

    def cut(self, strategy: Strategy) -> int:
        """Cut every open part that has an admissible cut, once; return how many had one."""
        engine, spots = self._engine, self._spots
        statements = self._write_round(strategy)
        cuts, open_sides = self._find_cuts(statements)
        if open_sides < self._open + cuts:
            self._keep(statements.keep_parts)
        self._rounds += 1
        self._spots = f"spots_{1 + self._rounds % 2}"
        if open_sides:
            engine.materialize(self._spots, statements.divide_parts)
        engine.drop(spots)
        engine.drop(CUTS)
        self._open = open_sides
        return cuts

    def close(self) -> None:
        """Leave the open parts as they are, without further cuts; they satisfy the models."""
        if self._open:
            self._keep(close_parts_query(self._spots, self._columns))
            self._open = 0

    def _keep(self, query: exp.Query) -> None:
        """Add the spots of finished parts to `parted_spots`."""
        keep = self._engine.append if self._some_are_kept else self._engine.materialize
        keep(PARTED_SPOTS, query)
        self._some_are_kept = True

    def _find_cuts(self, statements: _Round) -> tuple[int, int]:
        """Build the table of cuts; return how many there are and how many open sides they have."""
        engine, search = self._engine, statements.search
        if self._sensitive:
            self._sensitive.refuse(self._spots)
        if search.prepare:
            engine.materialize(search.prepared, search.prepare)
        engine.materialize(CUTS, search.find_cuts)
        if search.prepare:
            engine.drop(search.prepared)
        cuts, open_sides = engine.fetch(statements.measure_cuts)[0]
        if search.find_more_cuts and cuts < self._open:
            engine.append(CUTS, search.find_more_cuts)
            cuts, open_sides = engine.fetch(statements.measure_cuts)[0]
        if self._sensitive:
            self._sensitive.forget()
        return int(cuts), int(open_sides)

    def _write_round(self, strategy: Strategy) -> _Round:
        """The statements of the next round."""
        spots, reuse = self._spots, self._engine.reuse
        if (spots, strategy) not in self._statements:
            search = self._write_search(strategy)
            for query in (search.prepare, search.find_cuts, search.find_more_cuts):
                if query:
                    reuse(query)
            self._statements[spots, strategy] = _Round(
                search,
                reuse(render("measure_cuts")),
                reuse(keep_parts_query(spots, self._columns)),
                reuse(divide_parts_query(spots, self._columns)),
            )
        return self._statements[spots, strategy]

    def _write_search(self, strategy: Strategy) -> _Search:
        """The statements that find the cuts of the next round."""
        given = self._spots, self._columns
        refused = REFUSED_CUTS if self._sensitive else None
        if strategy.values == "loss":
            preference = rank_columns(self._columns, strategy)
            candidates = candidates_query(*given, self._models, self._sizes, refused)
            cuts = choose_cuts_query(*given, self._models, preference)
            return _Search(cuts, prepare=candidates, prepared=CANDIDATES)

        def find_cuts(tried: Tried) -> exp.Query:
            return find_cuts_query(*given, strategy, self._models, self._sizes, tried, refused)

        if self._sizes.tuples <= LARGEST_TRIED_AT_ONCE or strategy.columns == "any":
            return _Search(find_cuts("all"))
        return _Search(
            find_cuts("first"),
            find_cuts("more"),
            prepare=first_axes_query(*given, strategy),
            prepared=FIRST_AXES,
        )


def divide_parts_query(spots: str, columns: int) -> exp.Query:
    """The statement that gives the spots on open sides of a cut the number of their new part."""
    return render("divide_parts", **_sides(spots, columns))


def keep_parts_query(spots: str, columns: int) -> exp.Query:
    """The statement that selects the spots of the parts that are not cut again."""
    return render("keep_parts", **_sides(spots, columns))


def close_parts_query(spots: str, columns: int) -> exp.Query:
    """The statement that selects the spots of the parts that are left open."""
    axes = [axis_name(j) for j in range(columns)]
    return render("close_parts", spots=identifier(spots), axes=axes)


def _sides(spots: str, columns: int) -> dict[str, Any]:
    """Template arguments for the sides of cuts, and the first part number of the next round."""
    part, size = column("part", "spots"), exp.Literal.number(_ROUND)
    begin = part - (part % size)
    return {
        "spots": identifier(spots),
        "axes": [axis_name(j) for j in range(columns)],
        "position": position_on(exp.column("axis", table=CUTS), columns),
        "numbers": (begin + size),
    }
