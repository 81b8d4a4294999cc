"""The algorithm that makes the release, as the job states it.

spalm and incognito give every value of a column the same level; pooled lets people of rare classes
climb to coarser levels; mpalm and mondrian cut the people into parts and publish a box of values
around each.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import (
    Field,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    model_validator,
)

from dpsql.domain.job_section import Count, Flag, JobSection, Name
from dpsql.domain.names import find_alike
from dpsql.domain.sections.strategy import (
    ColumnRule,
    CutKind,
    MondrianColumnRule,
    MondrianValueRule,
    RestRule,
    ValueRule,
)
from dpsql.faces import spell_example

#: Around whom a box is drawn: the people of P or of T in its part.
BoxRule = Literal["P", "T_checked", "T"]


class FullDomainOptions(JobSection):
    """A search of levels has no keys of its own: write `{}`, or only its name."""


class MpalmOptions(JobSection):
    """How MPALM cuts, and what it releases of a part.

    `cuts: order` divides a part below a value, in the order of a column's values; `hierarchy`
    divides it by the labels of a column, one level down. `columns: any` with `values: loss` usually
    loses least, and `any` is the default of `hierarchy`. The other rules are those of the paper;
    `next` and `cardinality` are the defaults of `order`. `box: T_checked` needs δmin 0. `box: T` is
    the box of the paper, line 20 of Algorithm 2: its presence is not the one that was checked.
    """

    cuts: CutKind = "order"
    """What divides a part: a value in the `order` of a column, or labels of its `hierarchy`."""
    rest: RestRule | None = None
    """With `cuts: hierarchy`: labels of too few people stay together (`kept`), or prevent a cut."""
    columns: ColumnRule | None = None
    """Which column is cut next; `any` lets all compete, `best` has the most values."""
    values: ValueRule | None = None
    """Where a column is cut; `cardinality` halves the people, `loss` is expected to lose least."""
    priority: Annotated[tuple[Name, ...] | None, Field(min_length=1)] = None
    """The quasi-identifiers in the order in which `columns: priority` tries them."""
    box: BoxRule = "P"
    """Whom a box is drawn around: P; T, then grown until δ holds (`T_checked`); or T (unsafe)."""
    unsafe: Flag = False
    """Accept `box: T`, which is not checked; `dpsql verify` refuses such a release."""

    @model_validator(mode="after")
    def _fit_together(self) -> Self:
        _refuse_idle_priority(self)
        _refuse_idle_rest(self)
        if self.cuts == "hierarchy" and (self.box != "P" or self.unsafe):
            raise ValueError("box is for cuts: order; a part of the hierarchies has its labels")
        if (self.box == "T") != self.unsafe:
            raise ValueError(
                "box: T, the box of the paper, does not keep to delta; write unsafe: true beside it"
                " if you want it all the same, or box: T_checked, which is safe"
            )
        return self


class MondrianOptions(JobSection):
    """How Mondrian cuts, and what it releases of a part.

    `box: P` is the default if a model counts people of P, as δ does; `T` is the default if all
    models count T alone. With a model that counts P, `box: T` does not satisfy it and needs
    `unsafe: true`. `box: T_checked` needs δmin 0.
    """

    cuts: CutKind = "order"
    """What divides a part: a value in the `order` of a column, or labels of its `hierarchy`."""
    rest: RestRule | None = None
    """With `cuts: hierarchy`: labels of too few people stay together (`kept`), or prevent a cut."""
    columns: MondrianColumnRule = "widest"
    """Which column is cut next; `widest` has the range that costs most."""
    values: MondrianValueRule | None = None
    """Where a column is cut; the default with `cuts: order` is the `median` of T."""
    priority: Annotated[tuple[Name, ...] | None, Field(min_length=1)] = None
    """The quasi-identifiers in the order in which `columns: priority` tries them."""
    box: BoxRule | None = None
    """Whom a box is drawn around: P; T, then grown until δ holds (`T_checked`); or T."""
    unsafe: Flag = False
    """Accept `box: T` beside a model that counts P; `dpsql verify` refuses such a release."""

    @model_validator(mode="after")
    def _fit_together(self) -> Self:
        _refuse_idle_priority(self)
        _refuse_idle_rest(self)
        if self.cuts == "hierarchy" and self.box is not None:
            raise ValueError("box is for cuts: order; a part of the hierarchies has its labels")
        if self.unsafe and self.box != "T":
            raise ValueError("unsafe is for box: T; write that too, or drop it")
        return self


def _refuse_idle_priority(options: MpalmOptions | MondrianOptions) -> None:
    if options.priority is not None and options.columns != "priority":
        raise ValueError("priority is for columns: priority; write that too, or drop it")


def _refuse_idle_rest(options: MpalmOptions | MondrianOptions) -> None:
    if options.cuts == "order":
        if options.rest is not None:
            raise ValueError("rest is for cuts: hierarchy; write that too, or drop it")
    elif options.values not in (None, "loss"):
        raise ValueError(
            "values is for cuts: order; the labels of a hierarchy say where a part is divided, so"
            " drop it"
        )


def _explain(words: str) -> WrapValidator:
    """Return a validator that refuses what fits none of several forms in these words."""

    def validate(value: object, handler: ValidatorFunctionWrapHandler) -> object:
        try:
            return handler(value)
        except ValidationError:
            raise ValueError(words) from None

    return WrapValidator(validate)


class PooledOptions(JobSection):
    """How people of rare classes climb, and how few of them may settle together.

    `path: columns` raises one quasi-identifier by one level per step, the next one chosen from P.
    `root` suppresses all at once. A list names the order in which quasi-identifiers are raised.
    """

    path: Annotated[
        Literal["columns", "root"] | Annotated[tuple[Name, ...], Field(min_length=1)],
        _explain("write columns, root, or a list of all quasi-identifiers"),
    ] = "columns"
    """How rare people climb: one column a step, all at once (`root`), or in a listed order."""
    least: Annotated[
        Literal["auto"] | Count | Annotated[tuple[Count, ...], Field(min_length=1)],
        _explain("write auto, a number of people (1 or more), or a list of such numbers"),
    ] = "auto"
    """How many people of P must share a class to stay there; a list names numbers to try."""


class Algorithm(JobSection):
    """Exactly one algorithm, with its options; a name alone has the default options."""

    spalm: FullDomainOptions | None = None
    """One level per column, the proven optimum; the default."""
    mpalm: MpalmOptions | None = None
    """Cuts people into parts while δ holds; releases boxes, or labels of the hierarchies."""
    incognito: FullDomainOptions | None = None
    """One level per column, the same optimum as `spalm`, found by another search."""
    pooled: PooledOptions | None = None
    """One level per column; people of rare classes climb to coarser labels."""
    mondrian: MondrianOptions | None = None
    """Mondrian's cuts, to compare with: releases boxes, or labels of the hierarchies."""

    @model_validator(mode="after")
    def _one(self) -> Self:
        if sum(words is not None for _, words in self) != 1:
            raise ValueError(f"give exactly one of: {', '.join(ALGORITHMS)}")
        return self

    @property
    def name(self) -> str:
        """The name of the algorithm."""
        return next(name for name, words in self if words is not None)

    @property
    def words(self) -> str | dict[str, Any]:
        """As a job file has it: the name alone, or with the options that were stated."""
        options = getattr(self, self.name).model_dump(mode="json", exclude_unset=True)
        return {self.name: options} if options else self.name

    @property
    def rest(self) -> RestRule | None:
        """What becomes of labels whose people fail; None unless cuts follow the hierarchies."""
        words = self.mpalm or self.mondrian
        if words is None or words.cuts == "order":
            return None
        return words.rest or "kept"


ALGORITHMS = tuple(Algorithm.model_fields)
#: What may be asked for by what it releases, where algorithms are compared; no word of a job.
BY_RELEASE: Mapping[str, object] = {
    "levels": "spalm",
    "cuts": {"mpalm": {"cuts": "hierarchy"}},
    "boxes": {"mpalm": {"columns": "any", "values": "loss"}},
}
#: Those that give every value of a column the same level.
FULL_DOMAIN = ("spalm", "incognito")
SPALM = Algorithm(spalm=FullDomainOptions())


def as_algorithm(value: object) -> object:
    """Read the short form: a name alone is the algorithm with default options."""
    if isinstance(value, str):
        if value not in ALGORITHMS:
            hint = _suggest(value)
            raise ValueError(f"write one of {', '.join(ALGORITHMS)}{hint}")
        return {value: {}}
    return value


def _suggest(word: str) -> str:
    """Return the rest of a sentence about what is no algorithm of a job."""
    if word in BY_RELEASE:
        written = str(BY_RELEASE[word]).replace("'", "")
        return f"; {word} is {spell_example(written)} in a job"
    meant = find_alike(word, ALGORITHMS)
    return f"; did you mean {meant[0]}?" if meant else ""
