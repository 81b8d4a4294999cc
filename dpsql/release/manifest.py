"""The manifest beside a release: its claims, which anyone with P can check.

It depends only on P, the hierarchies, the job and the release. It contains no time, no host, no
count of T except the number of released rows, and nothing about the search.
"""

import hashlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from dpsql.domain.levels.cut_tree import CutTree, HierarchyCut
from dpsql.domain.sections.constraints import Constraints
from dpsql.domain.sections.delta import Delta
from dpsql.domain.sections.strategy import RestRule
from dpsql.errors import IntegrityError, Unreadable, error_of
from dpsql.faces import name_function


class _Claim(BaseModel):
    """Common to all claims: values are not converted, unknown keys are errors."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class ReleasedFile(_Claim):
    """Name, SHA-256 of the bytes, and number of rows of the release.

    Where rows are counted: the column of the counts, and their sum, which is the rows of T. The
    bytes of a table are those of the Parquet file that `written_by` writes for its rows; `kind` is
    the format of a folder, or says that the table is one of a server.
    """

    name: str
    kind: Literal["table", "delta", "iceberg", "parquet"] | None = None
    sha256: str
    written_by: str | None = None
    rows: int
    count: str | None = None
    private_rows: int | None = None

    @property
    def rows_of_private(self) -> int:
        """The rows of T that are released."""
        return self.rows if self.private_rows is None else self.private_rows


class PresenceRange(_Claim):
    """Least and greatest presence over all classes of P, as exact fractions."""

    min: str
    max: str


class ConfidenceClaim(_Claim):
    """How sure the owner of T is that δ holds, where P is known from statistics only.

    `criterion`: the probabilities that classes violate δ sum to at most 1 − `asked`. `counts`:
    whether the statistics count the people in T. The size of P lies between `size_min` and
    `size_max`; with `regions`, the sizes of the values of this column are known. `statistics`: the
    SHA-256 of each file that was read. The probability itself is a double, which others may compute
    with other last digits, and is not stated.
    """

    asked: str
    criterion: Literal["sum_of_violations"]
    counts: Literal["members_included", "non_members"]
    size_min: int
    size_max: int
    assumed_independent: tuple[tuple[str, ...], ...]
    regions: str | None = None
    statistics: tuple[str, ...]


class PriorClaim(_Claim):
    """The prior under which δ holds: the columns of P that rates depend on, or the column of rates.

    `rates`: the SHA-256 of each file of the table of rates. The posterior itself is a double, which
    others may compute with other last digits, and is not stated.
    """

    column: str | None = None
    columns: tuple[str, ...] | None = None
    rates: tuple[str, ...] = ()


class EarlierClaim(_Claim):
    """An earlier release: the SHA-256 of its bytes, its levels, and whether it is of this T."""

    sha256: str
    levels: dict[str, int] | None = None
    of_this_table: bool


class TogetherClaim(_Claim):
    """Presence for somebody who has all releases of this T, exactly or as bounds.

    It follows from the releases and P.
    """

    method: Literal["nested", "exact", "bounds"]
    presence: PresenceRange
    releases: list[EarlierClaim]


class Boxes(_Claim):
    """The meaning of released ranges: the order of each column.

    The job requested `unsafe` boxes: the models need not hold for boxes.
    """

    unsafe: bool
    orders: dict[str, str | tuple[str, ...]]


class Step(_Claim):
    """A node that people came to, with the people of P that settled there and the rows of T.

    Rows of T as the release shows them: those of a class that several steps publish count on the
    first of them. How they are divided among these is a secret.
    """

    levels: dict[str, int]
    public_rows: int
    private_rows: int


class Pooled(_Claim):
    """People of P that settle together at least, the path of the others, and how many climbed.

    `classes` are the published ones, those without rows of T among them.
    """

    least: int = Field(ge=1)
    path: Literal["columns", "root"] | tuple[str, ...]
    public_rows: int
    private_rows: int
    classes: int


class Cut(_Claim):
    """A part of P that is divided by a column: each of the labels, one level down, is a new part.

    All of P is part 0; new parts are numbered in the order of the cuts and their labels. With a
    `rest`, people with other labels are one more part, the last of the cut. It keeps the label of
    the divided part, and may be divided by the same column later.
    """

    part: int = Field(ge=0)
    column: str
    labels: tuple[str | None, ...]
    rest: bool

    @classmethod
    def of(cls, cut: HierarchyCut) -> Self:
        """State a cut."""
        return cls(part=cut.part, column=cut.column, labels=cut.labels, rest=cut.has_rest)

    def read(self) -> HierarchyCut:
        """Return the cut that is stated."""
        return HierarchyCut(self.part, self.column, self.labels, self.rest)


#: Cells of a CSV that a spreadsheet would run: they are refused, or quoted with an apostrophe.
CsvFormulas = Literal["refuse", "quote"]


@dataclass(frozen=True)
class PooledLevels:
    """How few people settle together, and the levels of each step from the start to the last.

    `people`: the people of P who settle at each step; empty where that is not known. It follows
    from the others.
    """

    least: int
    path: Literal["columns", "root"] | tuple[str, ...]
    steps: tuple[dict[str, int], ...]
    people: tuple[int, ...] = field(default=(), compare=False)


@dataclass(frozen=True)
class HierarchyParts:
    """How P was cut along the hierarchies."""

    cuts: CutTree
    rest: RestRule


#: The level of each quasi-identifier, those of each step, boxes, or parts along the hierarchies.
Shape = dict[str, int] | PooledLevels | Boxes | HierarchyParts


def is_unsafe(shape: Shape) -> bool:
    """Whether the job requested boxes for which the models need not hold."""
    return isinstance(shape, Boxes) and shape.unsafe


class Claims(_Claim):
    """Everything that a release claims."""

    model_config = ConfigDict(serialize_by_alias=True)

    schema_: Literal["dpsql-manifest/1"] = Field(alias="schema")
    release: ReleasedFile
    levels: dict[str, int] | None = None
    #: Where people climb: `levels` are those of the start, the first step.
    pooled: Pooled | None = None
    steps: list[Step] | None = None
    boxes: Boxes | None = None
    #: How P was cut into parts, whose labels are released.
    cuts: list[Cut] | None = None
    rest: RestRule | None = None
    #: P, the job and the number of rows determined the levels, before T was used.
    choose: Literal["from_public"] | None = None
    keep: list[str]
    #: The columns of P that anyone is assumed to know.
    public_columns: list[str]
    delta: Delta | None = None
    #: How many people of any one class may be known not to be in T.
    known_absent: int | None = None
    constraints: Constraints
    public_rows: int
    presence: PresenceRange | None = None
    #: In place of presence, where P is known from statistics only.
    confidence: ConfidenceClaim | None = None
    #: Everybody's chance to be in T before the release, under which δ holds, too.
    prior: PriorClaim | None = None
    #: What δ holds for together with earlier releases.
    together: TogetherClaim | None = None
    #: `quote`: cells may have an apostrophe in front; `refuse`: no cell needed one.
    csv_formulas: CsvFormulas
    #: The release was verified from counts of P that were kept, and not from P.
    counted_from: Literal["kept_counts"] | None = None

    @model_validator(mode="after")
    def _one_shape(self) -> Self:
        if sum(one is not None for one in (self.levels, self.boxes, self.cuts)) != 1:
            raise ValueError("either levels, boxes or cuts")
        if (self.cuts is None) != (self.rest is None):
            raise ValueError("cuts and rest, or neither")
        if (self.presence is None) == (self.confidence is None):
            raise ValueError("either presence or confidence")
        if (self.pooled is None) != (self.steps is None):
            raise ValueError("pooled and steps, or neither")
        if self.steps is not None and (not self.steps or self.steps[0].levels != self.levels):
            raise ValueError("the first of the steps has the levels")
        return self

    @property
    def is_estimated(self) -> bool:
        """Whether P was known from statistics only."""
        return self.confidence is not None

    @property
    def shape(self) -> Shape:
        """The levels, those of each step, the boxes or the cuts, whichever the release has."""
        if self.pooled is not None and self.steps is not None:
            steps = tuple(step.levels for step in self.steps)
            people = tuple(step.public_rows for step in self.steps)
            return PooledLevels(self.pooled.least, self.pooled.path, steps, people)
        if self.cuts is not None and self.rest is not None:
            return HierarchyParts(tuple(cut.read() for cut in self.cuts), self.rest)
        shape = self.levels if self.boxes is None else self.boxes
        assert shape is not None  # noqa: S101 - the model is validated
        return shape

    def to_bytes(self) -> bytes:
        """Serialize the claims; equal claims give equal bytes.

        There may be many cuts: each is one line.
        """
        if not self.cuts:
            return (self.model_dump_json(indent=2, exclude_none=True) + "\n").encode()
        lines = ",\n    ".join(cut.model_dump_json() for cut in self.cuts)
        others = self.model_copy(update={"cuts": []}).model_dump_json(indent=2, exclude_none=True)
        # In a text of JSON quotation marks are escaped, so that this stands there once.
        return (others.replace('"cuts": []', f'"cuts": [\n    {lines}\n  ]') + "\n").encode()


def read_claims(path: Path) -> Claims:
    """Read a manifest.

    Raises:
        IntegrityError: it does not exist, or is not byte for byte as dpsql writes it.
    """
    try:
        content = path.read_bytes() if path.is_file() else None
    except OSError as error:
        raise error_of(error, f"{path.name}: it cannot be read", IntegrityError) from None
    if content is None:
        raise IntegrityError(
            f"{path.name}: the manifest that lies beside a release is missing; a release that dpsql"
            " did not write is checked by"
            f" {name_function('verify', 'JOB FILE --foreign', 'job, file, foreign=True')}"
        )
    try:
        claims = Claims.model_validate_json(content)
    except ValidationError as error:
        place = ".".join(str(key) for key in error.errors()[0]["loc"])
        where = f" ({place})" if place else ""
        raise IntegrityError(
            f"{path.name}: this is no manifest, or one of another version of dpsql{where}"
        ) from None
    if claims.to_bytes() != content:
        raise IntegrityError(
            f"{path.name}: it is not written as dpsql writes a manifest: a key stands there twice,"
            " or something is spelled or spaced in another way"
        )
    return claims


def find_difference(one: object, other: object, place: str = "") -> str:
    """Return the first field in which two nested mappings of claims differ; empty if none.

    >>> find_difference({"rows": 1, "delta": {"max": 1}}, {"rows": 1, "delta": {"max": 2}})
    'delta.max'
    """
    if not isinstance(one, dict) or not isinstance(other, dict):
        return "" if one == other else place
    for name in dict.fromkeys((*one, *other)):
        inner = f"{place}.{name}" if place else str(name)
        if found := find_difference(one.get(name), other.get(name), inner):
            return found
    return ""


def hash_file(path: Path) -> str:
    """Return the SHA-256 of a file's bytes, in hex.

    Raises:
        Unreadable: it cannot be read. ResourceError: the disk or the system refused.
    """
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise error_of(error, f"{path.name}: it cannot be read", Unreadable) from None
