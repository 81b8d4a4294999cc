"""Cuts that leave a class of T whose sensitive values violate a model.

Only the rows of T on the two sides of a cut matter: along a quasi-identifier, cuts of a part with
the same rows of T below leave the same two histograms. So a refused cut is identified by its part,
its axis, and the number of rows of T below. A side without rows of T publishes nothing and is not
judged. All cuts of all open parts are judged in one statement per model, by the statement that
judges the classes of a node (`sql/lattice/judged_classes`).
"""

from dataclasses import dataclass

from sqlglot import exp

from dpsql.engines.base import Engine
from dpsql.privacy.sensitive import SensitiveModel
from dpsql.sql.axes import axis_name, position_on
from dpsql.sql.lattice.judged_classes import (
    doubtful_histograms_query,
    judge_classes_query,
    list_violating_histograms,
)
from dpsql.sql.lattice.sensitive_set import (
    SensitiveSet,
    value_codes,
)
from dpsql.sql.templates import column, identifier, render

REFUSED_CUTS = "refused_cuts"
_OPEN_ROWS, _SIDES = "open_rows", "sides"
_DOUBTFUL, _VIOLATING = "doubtful_sides", "violating_histograms"
_CUT = tuple(identifier(name) for name in ("part", "axis", "private_below", "side"))


@dataclass(frozen=True)
class SensitiveCuts:
    """Judges cuts of parts over `columns` quasi-identifiers, one sensitive column at a time."""

    engine: Engine
    columns: int
    sets: tuple[SensitiveSet, ...]

    def holds(self) -> bool:
        """Return whether T as a whole, one class, satisfies the models."""
        return not any(self._violates(coded, model) for coded, model in self._judges)

    def refuse(self, spots: str) -> None:
        """Build the table of the cuts of `spots` that are refused."""
        add = self.engine.materialize
        for coded in self.sets:
            self.engine.materialize(_OPEN_ROWS, open_rows_query(coded, spots, self.columns))
            self.engine.materialize(_SIDES, sides_query(coded, self.columns))
            self.engine.drop(_OPEN_ROWS)
            for model in coded.models:
                add(REFUSED_CUTS, refused_cuts_query(coded, model))
                add = self.engine.append
                if model.doubt() is not None:
                    self._refuse_doubtful(model)
            self.engine.drop(_SIDES)

    def forget(self) -> None:
        """Drop the table of refused cuts."""
        self.engine.drop(REFUSED_CUTS)

    @property
    def _judges(self) -> list[tuple[SensitiveSet, SensitiveModel]]:
        return [(coded, model) for coded in self.sets for model in coded.models]

    def _violates(self, coded: SensitiveSet, model: SensitiveModel) -> bool:
        """Judge T as a whole, the one class without codes."""
        ((violates, is_doubtful),) = self.engine.fetch(
            judge_classes_query(coded.name, (), coded, model)
        )
        if not violates and is_doubtful:
            doubtful = doubtful_histograms_query(coded.name, (), model).subquery("doubtful")
            return any(list_violating_histograms(self.engine, doubtful, model))
        return bool(violates)

    def _refuse_doubtful(self, model: SensitiveModel) -> None:
        engine, doubtful = self.engine, exp.Table(this=identifier(_DOUBTFUL))
        engine.materialize(_DOUBTFUL, doubtful_histograms_query(_SIDES, _CUT, model))
        texts = [(text,) for text, _ in list_violating_histograms(engine, doubtful, model)]
        if texts:
            engine.upload(_VIOLATING, {"histogram": "VARCHAR"}, texts)
            engine.append(REFUSED_CUTS, refused_doubtful_cuts_query())
            engine.drop(_VIOLATING)
        engine.drop(_DOUBTFUL)


def open_rows_query(coded: SensitiveSet, spots: str, columns: int) -> exp.Query:
    """The statement that finds the part of each row of T."""
    axes = [axis_name(j) for j in range(columns)]
    return render(
        "list_open_rows", coded=identifier(coded.name), spots=identifier(spots), axes=axes
    )


def sides_query(coded: SensitiveSet, columns: int) -> exp.Query:
    """The statement that counts the sensitive values on both sides of each cut."""
    return render(
        "measure_sides",
        open_rows=identifier(_OPEN_ROWS),
        listed=identifier(coded.listed),
        axes=[exp.Literal.number(j) for j in range(columns)],
        place=position_on(exp.column("axis"), columns),
        codes=[
            {"value": value, "name": name} for value, name in value_codes("listed", coded.models)
        ],
    )


def refused_cuts_query(coded: SensitiveSet, model: SensitiveModel) -> exp.Query:
    """The statement that lists the cuts of which a side violates the model."""
    judged = judge_classes_query(_SIDES, _CUT, coded, model).subquery("judged")
    is_true = exp.column("violates").eq(1)
    return render("list_refused_cuts", judged=judged, violates=is_true)


def refused_doubtful_cuts_query() -> exp.Query:
    """The statement that lists the cuts of which a side has one of the violating histograms."""
    violating = exp.select(column("histogram")).from_(identifier(_VIOLATING))
    return render(
        "list_refused_cuts",
        judged=exp.Table(this=identifier(_DOUBTFUL)),
        violates=exp.In(this=column("histogram"), query=violating.subquery()),
    )
