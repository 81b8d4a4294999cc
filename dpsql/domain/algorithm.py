"""The algorithm that makes the release, as the job states it.

spalm and incognito give every value of a column the same level; pooled lets people of rare classes
climb to coarser levels; mpalm and mondrian cut the people into parts and publish a box of values
around each.
"""

from typing import Annotated, Any, Literal, Self

from pydantic import (
    Field,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    model_validator,
)

from dpsql.domain.job_section import Count, Flag, JobSection, Name
from dpsql.domain.strategy import (
    ColumnRule,
    CutKind,
    MondrianColumnRule,
    MondrianValueRule,
    RestRule,
    ValueRule,
)

#: Around whom a box is drawn: the people of P or of T in its part.
BoxRule = Literal["P", "T_checked", "T"]


class FullDomainOptions(JobSection):
    """A search over levels has no words of its own."""


class MpalmOptions(JobSection):
    """How MPALM cuts, and what it publishes of a part.

    `cuts: order` divides a part below a value, in the order of a column's values; `hierarchy`
    divides it by the labels of a column, one level down. `rest`, for `hierarchy`: labels of too few
    people may stay together under the label above them (`kept`, the default) or refuse the cut.
    `columns: any` with `values: loss` loses least as a rule, and is the default of `hierarchy`; the
    other words are the paper's, whose `next` and `cardinality` are the defaults of `order`.
    `box`: `P` spans the people of P in the part. `T_checked` shrinks that towards those of T as far
    as the exact check allows; only for δmin 0. `T` is the box of the paper, line 20 of Algorithm 2:
    its presence is not the one that was checked, so that it must be called `unsafe`.
    """

    cuts: CutKind = "order"
    rest: RestRule | None = None
    columns: ColumnRule | None = None
    values: ValueRule | None = None
    priority: Annotated[tuple[Name, ...] | None, Field(min_length=1)] = None
    box: BoxRule = "P"
    unsafe: Flag = False

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
    """How Mondrian cuts, and what it publishes of a part.

    `cuts` and `rest` are MPALM's; the values of `order` are cut at the `median` by default.
    `box`: `P` spans the people of P in the part, the default where a model counts them, as δ does.
    `T` spans those of T, the default where all models count T alone. With a model that counts P it
    does not keep to that, so that it must be called `unsafe`; `T_checked` grows it as far as it
    must, which needs δmin 0.
    """

    cuts: CutKind = "order"
    rest: RestRule | None = None
    columns: MondrianColumnRule = "widest"
    values: MondrianValueRule | None = None
    priority: Annotated[tuple[Name, ...] | None, Field(min_length=1)] = None
    box: BoxRule | None = None
    unsafe: Flag = False

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

    `path`: `columns` raises one quasi-identifier by one level a step, the next one chosen from P;
    `root` suppresses all at once; a list names the order in which quasi-identifiers are raised.
    """

    path: Annotated[
        Literal["columns", "root"] | Annotated[tuple[Name, ...], Field(min_length=1)],
        _explain("write columns, root, or a list of all quasi-identifiers"),
    ] = "columns"
    least: Annotated[
        Literal["auto"] | Count | Annotated[tuple[Count, ...], Field(min_length=1)],
        _explain("write auto, a number of people (1 or more), or a list of such numbers"),
    ] = "auto"


class Algorithm(JobSection):
    """Exactly one algorithm, with its words."""

    spalm: FullDomainOptions | None = None
    mpalm: MpalmOptions | None = None
    incognito: FullDomainOptions | None = None
    pooled: PooledOptions | None = None
    mondrian: MondrianOptions | None = None

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
#: Those that give every value of a column the same level.
FULL_DOMAIN = ("spalm", "incognito")
SPALM = Algorithm(spalm=FullDomainOptions())


def as_algorithm(value: object) -> object:
    """Read the short form: a name alone is the algorithm with default options."""
    if isinstance(value, str):
        if value not in ALGORITHMS:
            raise ValueError(f"write one of {', '.join(ALGORITHMS)}")
        return {value: {}}
    return value
