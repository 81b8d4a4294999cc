"""Checks a release of parts along the hierarchies: who is in which part, recomputed from P.

The manifest states the cuts. The verifier labels each value of P by the hierarchy's Python code and
sends the texts of people down the cuts, all parts of a depth at once. That the cuts are good ones
is neither assumed nor checked: any cuts draw disjoint classes that anyone with P can draw again.
The models judge each of them, by its published texts, in Python.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlglot import exp

from dpsql.domain.levels.cut_tree import CutTree, HierarchyCut, Label, number_sides
from dpsql.domain.levels.hierarchy import Hierarchy
from dpsql.engines.base import Engine
from dpsql.errors import IntegrityError
from dpsql.privacy.model import PrivacyModel
from dpsql.release.release_format import ReleaseFormat
from dpsql.sql.tables.public_and_private import Tables
from dpsql.sql.templates import column, identifier, render
from dpsql.verifier.labels import build_labels
from dpsql.verifier.recount import TUPLES, count_both_tables
from dpsql.verifier.released_rows import (
    PRIVATE_ROWS,
    RELEASE,
    refuse_other_columns,
    refuse_other_order,
    refuse_other_rows,
    rows_of_one,
)
from dpsql.verifier.verified import ClassCounts, Verified, judge, refuse_other_counts

_OTHER_ROWS = "release: {rows} not as often in it as in T in its parts; has T changed since?"
_OTHER_CUTS = "release: its cuts are not those of the hierarchies"
_GIVEN, _CUTS, _SIDES = "given_sides", "verified_cuts", "verified_sides"
_TEXTS, _PARTS = "verified_part_texts", "verified_parts"


def verify_parts(
    engine: Engine,
    tables: Tables,
    hierarchies: Mapping[str, Hierarchy],
    cuts: CutTree,
    models: Sequence[PrivacyModel],
    file_format: ReleaseFormat,
    *,
    tolerate_failure: bool = False,
) -> Verified:
    """Verify the logical table ``release``, which claims to be T in the parts that `cuts` make.

    `tolerate_failure`: if a class breaks a model, report it and do not raise.

    Raises:
        IntegrityError: the cuts are none of these hierarchies, or leave people without a part; the
            columns or rows are not those of T in the parts, or not in their order. NotSatisfied: a
            class breaks a model. HierarchyError: a value of P has no place in one.
    """
    refuse_other_columns(engine, tables, file_format)
    tree = _Tree(cuts, hierarchies)
    columns = [_Column(j, name, one) for j, (name, one) in enumerate(hierarchies.items())]
    count_both_tables(engine, tables, hierarchies, {one.name: one.value for one in columns})
    for one in columns:
        levels = {level: one.table(level) for level in tree.levels[one.name]}
        build_labels(engine, one.name, one.hierarchy, one.value, levels)
    texts = {"part": "BIGINT"} | {one.text.name: "VARCHAR" for one in columns}
    engine.upload(_TEXTS, texts, ((part, *labels) for part, labels in tree.texts.items()))
    used = [(one, level) for one in columns for level in sorted(tree.levels[one.name])]
    places = [_Place(number, *place) for number, place in enumerate(used)]
    _Descent(engine, columns, tree, places, keeps_values=bool(tables.keep)).go()
    if tables.keep:
        _compare_rows(engine, tables, columns, file_format)
    counts = _count_classes(engine, tables, columns, file_format)
    refuse_other_counts(counts, _OTHER_ROWS)
    verified = judge(counts, models, tolerate_failure=tolerate_failure)
    refuse_other_order(engine, tables, verified, file_format)
    return verified


@dataclass(frozen=True)
class _Placed:
    """A cut with the level of its labels, the number of its first side, and its depth."""

    cut: HierarchyCut
    level: int
    first: int
    depth: int

    @property
    def rest(self) -> int | None:
        """Number of the rest."""
        return self.first + len(self.cut.labels) if self.cut.has_rest else None


class _Tree:
    """The cuts, read and checked: the parts that are not cut again with their texts."""

    def __init__(self, cuts: CutTree, hierarchies: Mapping[str, Hierarchy]) -> None:
        levels = {0: {name: one.height for name, one in hierarchies.items()}}
        depths = {0: 0}
        self.texts: dict[int, tuple[Label, ...]] = {
            0: tuple(one.whole for one in hierarchies.values())
        }
        self.placed: list[_Placed] = []
        self.levels: dict[str, set[int]] = {name: set() for name in hierarchies}
        position = {name: j for j, name in enumerate(hierarchies)}
        last = 0
        for cut, first in number_sides(cuts):
            texts = self.texts.pop(cut.part, None)
            if texts is None or cut.column not in hierarchies or not cut.labels:
                raise IntegrityError(_OTHER_CUTS)
            above = levels.pop(cut.part)
            depth = depths.pop(cut.part)
            level, j = above[cut.column] - 1, position[cut.column]
            if level < 0:
                raise IntegrityError(_OTHER_CUTS)
            # Another order would be a mark that the writer of a release could leave.
            if list(cut.labels) != sorted({*cut.labels}, key=_by_bytes) or cut.part < last:
                raise IntegrityError("release: its cuts or their labels are not in their order")
            last = cut.part
            self.placed.append(_Placed(cut, level, first, depth))
            self.levels[cut.column].add(level)
            below = above | {cut.column: level}
            for number, label in enumerate(cut.labels, first):
                self.texts[number] = (*texts[:j], label, *texts[j + 1 :])
                levels[number], depths[number] = below, depth + 1
            if cut.has_rest:
                rest = first + len(cut.labels)
                self.texts[rest], levels[rest], depths[rest] = texts, above, depth + 1

    def by_depth(self) -> Iterator[list[_Placed]]:
        """Yield the cuts of each depth, from the top."""
        found: defaultdict[int, list[_Placed]] = defaultdict(list)
        for placed in self.placed:
            found[placed.depth].append(placed)
        for depth in sorted(found):
            yield found[depth]


@dataclass(frozen=True)
class _Column:
    """One quasi-identifier."""

    position: int
    name: str
    hierarchy: Hierarchy

    @property
    def value(self) -> exp.Identifier:
        """Column of verified_tuples with its values."""
        return identifier(f"v{self.position}")

    @property
    def text(self) -> exp.Identifier:
        """Column of the published texts."""
        return identifier(f"c{self.position}")

    def table(self, level: int) -> str:
        """Name of the table of the labels on a level."""
        return f"labels_{self.position}_{level}"


@dataclass(frozen=True)
class _Place:
    """A quasi-identifier and a level on which some part is cut; its number, for all of these."""

    number: int
    column: _Column
    level: int

    @property
    def table(self) -> str:
        """Name of the table of the labels."""
        return self.column.table(self.level)

    @property
    def name(self) -> exp.Identifier:
        """Column of the tuples with the number of their label here."""
        return identifier(f"n{self.number}")


@dataclass(frozen=True)
class _Descent:
    """Sends people down the cuts."""

    engine: Engine
    columns: Sequence[_Column]
    tree: _Tree
    places: Sequence[_Place]
    keeps_values: bool

    def go(self) -> None:
        """Build the table of final parts with their people.

        Raises:
            IntegrityError: somebody is in no part, or nobody is in one.
        """
        engine = self.engine
        engine.materialize(_name_sent(0), self._begin_query())
        engine.materialize(_PARTS, self._end_query(0))
        depth = 0
        for depth, placed in enumerate(self.tree.by_depth(), 1):
            self._upload_cuts(placed)
            engine.materialize(_SIDES, self._sides_query())
            engine.materialize(_name_sent(depth), self._send_query(depth - 1))
            engine.append(_PARTS, self._end_query(depth))
            for name in (_GIVEN, _CUTS, _SIDES, _name_sent(depth - 1)):
                engine.drop(name)
        engine.drop(_name_sent(depth))
        query = render("verify_part_totals", parts=identifier(_PARTS))
        parts, people, rows, all_people, all_rows = map(int, engine.fetch(query)[0])
        if (people, rows) != (all_people, all_rows):
            raise IntegrityError("release: its cuts leave people of P or rows of T in no part")
        if parts != len(self.tree.texts):
            raise IntegrityError("release: its cuts make parts that nobody of P is in")

    def _upload_cuts(self, placed: Sequence[_Placed]) -> None:
        """Store the cuts of one depth, and the labels of their sides."""
        numbers = {(place.column.name, place.level): place.number for place in self.places}
        cuts, sides = [], []
        for one in placed:
            place = numbers[one.cut.column, one.level]
            cuts.append((one.cut.part, place, one.rest))
            sides += [
                (one.cut.part, place, label, number)
                for number, label in enumerate(one.cut.labels, one.first)
            ]
        integer, text = "BIGINT", "VARCHAR"
        self.engine.upload(_CUTS, {"part": integer, "place": integer, "rest": integer}, cuts)
        of_side = {"part": integer, "place": integer, "label": text, "side": integer}
        self.engine.upload(_GIVEN, of_side, sides)

    def _begin_query(self) -> exp.Query:
        return render(
            "verify_begin_parts",
            columns=[
                {"number": column("number", place.table), "name": place.name}
                for place in self.places
            ],
            values=self._values,
            joins=[
                {
                    "table": identifier(place.table),
                    "condition": exp.NullSafeEQ(
                        this=exp.Column(this=place.column.value, table=identifier(TUPLES)),
                        expression=column("value", place.table),
                    ),
                }
                for place in self.places
            ],
        )

    def _sides_query(self) -> exp.Query:
        return render(
            "verify_sides",
            given=identifier(_GIVEN),
            places=[
                {"number": exp.Literal.number(place.number), "labels": identifier(place.table)}
                for place in self.places
            ],
        )

    def _send_query(self, depth: int) -> exp.Query:
        ifs = [
            exp.If(
                this=exp.Literal.number(place.number),
                true=exp.Column(this=place.name, table=identifier("sent")),
            )
            for place in self.places
        ]
        return render(
            "verify_sent",
            names=[*self._values, *(place.name for place in self.places)],
            sent=identifier(_name_sent(depth)),
            cuts=identifier(_CUTS),
            sides=identifier(_SIDES),
            label_of_cut=exp.Case(this=column("place", "cuts"), ifs=ifs),
        )

    def _end_query(self, depth: int) -> exp.Query:
        return render(
            "verify_ended",
            values=self._values,
            sent=identifier(_name_sent(depth)),
            texts=identifier(_TEXTS),
        )

    @property
    def _values(self) -> list[exp.Identifier]:
        return [one.value for one in self.columns] if self.keeps_values else []


def _compare_rows(
    engine: Engine, tables: Tables, columns: Sequence[_Column], file_format: ReleaseFormat
) -> None:
    """Compare the rows with T's: each has the texts of the part of its values."""
    is_part = [
        exp.NullSafeEQ(
            this=exp.cast(column(one.name, PRIVATE_ROWS), "VARCHAR"),
            expression=exp.cast(exp.Column(this=one.value, table=identifier(_PARTS)), "VARCHAR"),
        )
        for one in columns
    ]
    joins: list[dict[str, exp.Expr]] = [
        {"table": identifier(_PARTS), "condition": exp.and_(*is_part)},
        {
            "table": identifier(_TEXTS),
            "condition": column("part", _PARTS).eq(column("part", _TEXTS)),
        },
    ]
    claimed = [
        file_format.write_cell(exp.Column(this=one.text, table=identifier(_TEXTS)))
        for one in columns
    ]
    refuse_other_rows(engine, tables, claimed, joins, _OTHER_ROWS, file_format)


def _count_classes(
    engine: Engine, tables: Tables, columns: Sequence[_Column], file_format: ReleaseFormat
) -> list[ClassCounts]:
    """Count P, T and the release for each published class."""
    query = render(
        "verify_part_classes",
        columns=[
            {
                "name": one.text,
                "claimed": file_format.write_cell(exp.Column(this=one.text)),
                "released": exp.cast(column(file_format.write_name(one.name), RELEASE), "VARCHAR"),
            }
            for one in columns
        ],
        parts=identifier(_PARTS),
        texts=identifier(_TEXTS),
        rows_of_one=rows_of_one(tables, file_format),
    )
    return [ClassCounts(*row) for row in engine.fetch(query)]


def _by_bytes(label: Label) -> tuple[bool, bytes]:
    """Sort labels by their bytes, NULL last."""
    return label is None, (label or "").encode()


def _name_sent(depth: int) -> str:
    return f"verified_sent_{depth}"
