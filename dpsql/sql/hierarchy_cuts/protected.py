"""Sides of cuts along the hierarchies whose sensitive values violate a model.

The rows of T of each open part are counted by label and sensitive value. These are the histograms
of all children, and sums of them are those of all rests that may be kept. So a round takes the same
number of statements however many parts it cuts. A side without rows of T is not judged.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlglot import exp

from dpsql.engines.base import Engine
from dpsql.privacy.sensitive import SensitiveModel
from dpsql.sql.lattice.frequency_set import code_name
from dpsql.sql.lattice.judged_classes import (
    doubtful_histograms_query,
    judge_classes_query,
    list_violating_histograms,
)
from dpsql.sql.lattice.sensitive_set import SensitiveSet, value_codes
from dpsql.sql.templates import column, identifier, render

#: Sides that violate a model: children by their code, rests by the way to them and the place of
#: their last child.
UNPROTECTED_CHILDREN, UNPROTECTED_RESTS = "unprotected_children", "unprotected_rests"
_OPEN, _REST_VALUES = "open_values", "rest_values"
_DOUBTFUL, _VIOLATING = "doubtful_sides", "violating_histograms"


@dataclass(frozen=True)
class ProtectedSides:
    """Judges sides of cuts by the sensitive values of T; `children` names the code of each axis."""

    engine: Engine
    children: dict[int, exp.Identifier]
    sets: tuple[SensitiveSet, ...]

    def judge_children(self, tuples: str) -> None:
        """Build the table of children that violate a model."""
        judged = []
        for coded in self.sets:
            self.engine.materialize(_OPEN, open_values_query(self.children, coded, tuples))
            query = child_values_query(self.children, coded)
            self.engine.materialize(_name_values(coded), query)
            self.engine.drop(_OPEN)
            judged.append((coded, _name_values(coded)))
        self._list_violating(UNPROTECTED_CHILDREN, ("part", "axis", "code"), judged)

    def judge_rests(self, placed: str) -> None:
        """Build the table of rests that violate a model."""
        judged = []
        for coded in self.sets:
            values = f"{_REST_VALUES}_{coded.number}"
            self.engine.materialize(values, rest_values_query(coded, placed))
            judged.append((coded, values))
        self._list_violating(UNPROTECTED_RESTS, ("part", "axis", "way", "rest_place"), judged)
        for _, values in judged:
            self.engine.drop(values)

    def forget(self, *, has_rests: bool) -> None:
        """Drop the tables of a round."""
        for coded in self.sets:
            self.engine.drop(_name_values(coded))
        self.engine.drop(UNPROTECTED_CHILDREN)
        if has_rests:
            self.engine.drop(UNPROTECTED_RESTS)

    def _list_violating(
        self, name: str, names: Sequence[str], judged: Iterable[tuple[SensitiveSet, str]]
    ) -> None:
        keys = [identifier(key) for key in names]
        add = self.engine.materialize
        for coded, values in judged:
            for model in coded.models:
                add(name, unprotected_query(keys, values, coded, model))
                add = self.engine.append
                if model.doubt() is not None:
                    self._list_doubtful(name, keys, values, model)

    def _list_doubtful(
        self, name: str, keys: Sequence[exp.Identifier], values: str, model: SensitiveModel
    ) -> None:
        engine, doubtful = self.engine, exp.Table(this=identifier(_DOUBTFUL))
        engine.materialize(_DOUBTFUL, doubtful_histograms_query(values, keys, model))
        texts = [(text,) for text, _ in list_violating_histograms(engine, doubtful, model)]
        if texts:
            engine.upload(_VIOLATING, {"histogram": "VARCHAR"}, texts)
            engine.append(name, unprotected_doubtful_query(keys))
            engine.drop(_VIOLATING)
        engine.drop(_DOUBTFUL)


def open_values_query(
    children: dict[int, exp.Identifier], coded: SensitiveSet, tuples: str
) -> exp.Query:
    """The statement that finds the part of each row of T."""
    return render(
        "list_open_values",
        axes=[{"child": child, "code": code_name(j, 0)} for j, child in children.items()],
        values=_values(coded),
        tuples=identifier(tuples),
        coded=identifier(coded.name),
    )


def child_values_query(children: dict[int, exp.Identifier], coded: SensitiveSet) -> exp.Query:
    """The statement that counts the sensitive values of each child."""
    return render(
        "count_child_values",
        axes=[{"number": exp.Literal.number(j), "child": child} for j, child in children.items()],
        values=_values(coded),
        open_values=identifier(_OPEN),
    )


def rest_values_query(coded: SensitiveSet, placed: str) -> exp.Query:
    """The statement that counts the sensitive values of each rest that may be kept."""
    return render(
        "count_rest_values",
        values=_values(coded),
        placed=identifier(placed),
        child_values=identifier(_name_values(coded)),
    )


def unprotected_query(
    keys: Sequence[exp.Identifier], values: str, coded: SensitiveSet, model: SensitiveModel
) -> exp.Query:
    """The statement that lists the sides that violate the model."""
    judged = judge_classes_query(values, keys, coded, model).subquery("judged")
    return render(
        "list_unprotected", keys=keys, judged=judged, violates=exp.column("violates").eq(1)
    )


def unprotected_doubtful_query(keys: Sequence[exp.Identifier]) -> exp.Query:
    """The statement that lists the sides that have one of the violating histograms."""
    violating = exp.select(column("histogram")).from_(identifier(_VIOLATING))
    return render(
        "list_unprotected",
        keys=keys,
        judged=exp.Table(this=identifier(_DOUBTFUL)),
        violates=exp.In(this=column("histogram"), query=violating.subquery()),
    )


def _values(coded: SensitiveSet) -> list[exp.Identifier]:
    return [name for _, name in value_codes(coded.listed, coded.models)]


def _name_values(coded: SensitiveSet) -> str:
    return f"child_values_{coded.number}"
