"""The job: which tables, which quasi-identifiers and hierarchies, which δ, and where to release.

The keys of the job file, validated. Values that could be data (labels, thresholds, names) stay
text, so that 01234, NO and 0.10 mean what was written. Assumes YAML scalars arrive as text; code
that builds a Job may pass ints, Fractions and tables.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import (
    BeforeValidator,
    ConfigDict,
    Field,
    PrivateAttr,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic.json_schema import SkipJsonSchema

from dpsql.domain.about import About, as_about
from dpsql.domain.algorithm import ALGORITHMS, SPALM, Algorithm, as_algorithm
from dpsql.domain.constraints import Constraints
from dpsql.domain.delta import Delta
from dpsql.domain.earlier import refuse_unfit_earlier
from dpsql.domain.engine_options import ENGINES, EngineOptions, as_engine
from dpsql.domain.invalid_job import InvalidJob
from dpsql.domain.job_section import (
    TEXT,
    Count,
    JobSection,
    LocalPath,
    Name,
    Short,
    Threshold,
)
from dpsql.domain.known_absence import refuse_unfit_absence
from dpsql.domain.level_limits import fix_levels, refuse_unfit_limits
from dpsql.domain.names import find_same, suggest
from dpsql.domain.origin import Origin
from dpsql.domain.population import Population
from dpsql.domain.population_fits import refuse_unfit_population
from dpsql.domain.presence_bars import PresenceBar, find_bars
from dpsql.domain.prior import Prior, refuse_unfit_prior
from dpsql.domain.private_table import PrivateTable, as_private
from dpsql.domain.public_columns import reads_column, tell_joinable, tell_marking
from dpsql.domain.quasi_identifier import QuasiIdentifier, as_quasi_identifier
from dpsql.domain.release_options import Cache, ReleaseOptions, as_cache, as_release
from dpsql.domain.source import AnyPeople, PeopleSource, as_source

_METRICS_OF_BOXES = ("loss", "discernibility", "class_size")


def _as_prior(value: object) -> object:
    # A column of P is no place to read from.
    return value if value is None or _names_column(value) else as_source(value)


def _names_column(value: object) -> bool:
    return isinstance(value, dict) and "column" in value


class Job(JobSection):
    """A whole job, validated: ``Job(public=…, private=…, quasi_identifiers={…}, delta={…})``.

    Takes the keys of the job file; a table in memory may stand in place of a path.

    Raises:
        InvalidJob: a key is missing, unknown or has a wrong value; names the first one.
    """

    model_config = ConfigDict(
        json_schema_extra={
            "description": "A job of dpsql.",
            "oneOf": [{"required": ["public"]}, {"required": ["population"]}],
        }
    )

    #: What the job says of itself; a text is its title.
    about: Annotated[About, BeforeValidator(as_about), Short(TEXT)] = About()
    #: Statistics of P, in place of its rows; read before `public`, which is missing without it.
    population: Population | None = None
    public: AnyPeople | None = Field(default=None, validate_default=True)
    private: Annotated[PrivateTable, BeforeValidator(as_private)]
    quasi_identifiers: dict[
        Name, Annotated[QuasiIdentifier, BeforeValidator(as_quasi_identifier), Short(TEXT)]
    ] = Field(min_length=1)
    #: The columns of P that anyone may know; None: all of them.
    public_columns: tuple[Name, ...] | None = None
    delta: Delta | None = None
    #: How sure the release must be, over all populations that fit the statistics of P.
    confidence: Threshold | None = None
    #: Everybody's chance to be in T before the release; None: equal.
    prior: Annotated[Prior | None, BeforeValidator(_as_prior)] = None
    #: People of any one class who are known not to be in T.
    known_absent: Count | None = None
    #: Earlier releases of dpsql about the same people, with their manifests.
    earlier: tuple[LocalPath, ...] = ()
    algorithm: Annotated[
        Algorithm, BeforeValidator(as_algorithm), Short({"enum": list(ALGORITHMS)})
    ] = SPALM
    metric: Literal["loss", "discernibility", "precision", "class_size", "entropy"] = "loss"
    #: The best levels for T, or levels that are fixed before T is looked at.
    choose: Literal["optimum", "from_public"] = "optimum"
    constraints: Constraints = Constraints()
    keep: tuple[Name, ...] = ()
    release: Annotated[ReleaseOptions | None, BeforeValidator(as_release), Short(TEXT)] = None
    #: A folder in which the counts of each file of P are kept, as sensitive as P.
    cache: Annotated[Cache | None, BeforeValidator(as_cache), Short(TEXT)] = None
    engine: Annotated[EngineOptions, BeforeValidator(as_engine), Short({"enum": list(ENGINES)})] = (
        EngineOptions()
    )
    #: Folder that relative paths start from; set by the reader of the job file.
    folder: SkipJsonSchema[Path] = Path()
    #: The lines of the keys; set by the reader of the job file, and no part of the job.
    _origin: Origin = PrivateAttr(default_factory=Origin)

    def __init__(self, /, **words: Any) -> None:
        try:
            super().__init__(**words)
        except ValidationError as error:
            fault = InvalidJob(error, type(self))
        else:
            return
        # Outside of the except: pydantic's error contains the input, which may be rows of T.
        raise fault

    def __repr_args__(self) -> Iterator[tuple[str | None, Any]]:
        """The keys of the job, without its hierarchies: a line or two."""
        for name, value in super().__repr_args__():
            yield name, list(self.quasi_identifiers)[:8] if name == "quasi_identifiers" else value

    @property
    def origin(self) -> Origin:
        """The lines of the keys, for errors that are found after the file was read."""
        return self._origin

    @property
    def presence_bars(self) -> tuple[PresenceBar, ...]:
        """The bars of the histogram of presence; the bounds of δ are edges."""
        return find_bars(self.delta.bounds if self.delta else None)

    @property
    def release_path(self) -> str | None:
        """The file to release, as the job names it."""
        return self.release.path if self.release is not None else None

    @property
    def release_count(self) -> str | None:
        """The column of the release with the people of T of a row; None: a row for each."""
        return self.release.count if self.release is not None else None

    @property
    def is_estimated(self) -> bool:
        """Whether statistics leave open who is in P, so that presence has a confidence only."""
        return self.population is not None and not self.population.is_exact

    @property
    def everybody(self) -> PeopleSource:
        """The table of P; T in its place if only statistics are known, see `with_private_alone`."""
        if self.public is not None:
            return self.public
        if self.population is not None and self.population.is_exact:
            return self.population.tables[0].as_people()
        assert self.private.source is not None  # noqa: S101 - the job is validated
        return self.private.source

    @property
    def public_count(self) -> str | None:
        """The column with the number of people that a row of P stands for."""
        return None if self.is_estimated else self.everybody.count

    def with_private_alone(self) -> Self:
        """Return the job in which T is all of P: what it says of T holds, presence is no demand."""
        known = self.public_columns or tuple(self.quasi_identifiers)
        everybody = PrivateTable(where="(TRUE)")
        presence = {"population": None, "delta": None, "confidence": None}
        tables = {"public": self.everybody, "private": everybody, "public_columns": known}
        return self.model_copy(update=presence | tables)

    @property
    def is_verified_from_kept(self) -> bool:
        """Whether releases are verified from kept counts instead of P."""
        return self.cache is not None and self.cache.verify == "kept"

    def written_at(self, origin: Origin) -> Self:
        """Return the job with the lines of its keys."""
        job = self.model_copy()
        job._origin = origin
        return job

    def at_levels(self, levels: Mapping[str, int]) -> Self:
        """Return the job whose release has these levels, 0 where not named.

        Raises:
            ConfigError: it releases no levels, or chooses them from P; or a level is of no
                quasi-identifier, or outside of the limits of one.
        """
        fixed = fix_levels(self, levels)
        return self.model_copy(update={"quasi_identifiers": fixed}).written_at(self.origin)

    @property
    def has_fixed_levels(self) -> bool:
        """Whether each quasi-identifier has one level only."""
        return all(one.is_fixed for one in self.quasi_identifiers.values())

    def with_all_levels(self) -> Self:
        """Return the job without limits of levels."""
        columns = {name: one.at_any_level() for name, one in self.quasi_identifiers.items()}
        return self.model_copy(update={"quasi_identifiers": columns}).written_at(self.origin)

    def with_algorithm(self, algorithm: object, **words: Any) -> Self:
        """Return the job with another algorithm and other `words`, validated as a new one.

        `algorithm` may be what a job file has: a name, or a mapping.
        """
        kept = {name: getattr(self, name) for name in type(self).model_fields}
        return type(self)(**kept | {"algorithm": algorithm} | words).written_at(self.origin)

    @field_validator("public")
    @classmethod
    def _public_is_known(
        cls, value: PeopleSource | None, info: ValidationInfo
    ) -> PeopleSource | None:
        # A population that is wrong is not here, and is told of alone.
        if value is None and info.data.get("population", "wrong") is None:
            raise ValueError("is missing; add it, or population: with what statistics say of P")
        return value

    @field_validator("public_columns")
    @classmethod
    def _quasi_identifiers_are_public(
        cls, names: tuple[str, ...] | None, info: ValidationInfo
    ) -> tuple[str, ...] | None:
        if names is None:
            return None
        if len({name.casefold() for name in names}) < len(names):
            raise ValueError("a column stands twice (names that differ only in case count as one)")
        for name in info.data.get("quasi_identifiers", ()):
            if name not in names:
                hint = suggest(name, find_same(name, names))
                raise ValueError(
                    f"{name!r} is a quasi-identifier, by which the public finds people; list it"
                    f" here, too{hint}"
                )
        return names

    @field_validator("keep")
    @classmethod
    def _nobody_joins_on_kept_columns(
        cls, names: tuple[str, ...], info: ValidationInfo
    ) -> tuple[str, ...]:
        """Refuse columns that the job states as public; those of P are refused when P is read."""
        public, private = info.data.get("public_columns"), info.data.get("private")
        for name in names:
            if find_same(name, public or ()):
                raise ValueError(tell_joinable(name, is_stated=True))
            # T is rows of P, so all of its columns are columns of P.
            if public is None and private is not None and private.where is not None:
                if reads_column(private.where, name):
                    raise ValueError(tell_marking(name))
                raise ValueError(tell_joinable(name, is_stated=False))
        return names

    @model_validator(mode="after")
    def _public_is_known_once(self) -> Self:
        if self.public is not None and self.population is not None:
            raise ValueError(
                "P is named twice: public: is its table, and population: what statistics say of"
                " it; drop one"
            )
        if self.population is not None:
            refuse_unfit_population(self, self.population)
        elif self.confidence is not None:
            raise ValueError(
                "confidence is for population:, where P is known from statistics; drop it"
            )
        return self

    @model_validator(mode="after")
    def _outsiders_fit(self) -> Self:
        if self.prior is not None:
            refuse_unfit_prior(self)
        if self.known_absent is not None:
            refuse_unfit_absence(self)
        if self.earlier:
            refuse_unfit_earlier(self)
        return self

    @model_validator(mode="after")
    def _sensitive_columns_are_published(self) -> Self:
        for column in self.constraints.sensitive_columns:
            if column not in self.keep:
                raise ValueError(
                    f"constraints protect column {column!r}, which is not published and needs no"
                    " protection; add it to keep, or drop the constraint"
                )
        return self

    @model_validator(mode="after")
    def _columns_are_told_apart(self) -> Self:
        names = [name.casefold() for name in (*self.quasi_identifiers, *self.keep)]
        if len(set(names)) < len(names):
            raise ValueError(
                "a column stands twice among quasi_identifiers and keep (names that differ only"
                " in case count as one); drop one"
            )
        return self

    @model_validator(mode="after")
    def _counts_fit(self) -> Self:
        public, private = self.public_count, self.private.count
        if (public or private) and self.private.key is not None:
            raise ValueError(
                "private: a key names one person, and a row with a count is several; drop key and"
                " match T on the quasi-identifiers, or give P and T without count"
            )
        if self.keep and (private or (public and self.private.where is not None)):
            raise ValueError(
                "keep: T is given as counts, whose rows are no single people; drop keep, or give T"
                " as a table with one row per person"
            )
        if self.keep and self.release_count is not None:
            raise ValueError(
                "release: kept columns are released row by row; drop count there, or keep"
            )
        for title, count, keys in (
            ("public", public, ("quasi_identifiers", "public_columns", "keep")),
            ("private", private, ("quasi_identifiers", "public_columns", "keep")),
            ("release", self.release_count, ("quasi_identifiers",)),
        ):
            for key in keys:
                if count is not None and find_same(count, getattr(self, key) or ()):
                    raise ValueError(
                        f"{title}: count: {count!r} counts people and describes none; drop it from"
                        f" {key}, or count by another column"
                    )
        return self

    @model_validator(mode="after")
    def _cache_fits(self) -> Self:
        if self.cache is None:
            return self
        if self.engine.duckdb is None:
            raise ValueError("cache: only the embedded engine keeps counts; drop cache, or engine")
        if self.private.source is None or self.private.key is not None:
            raise ValueError(
                "cache: where T is marked in P, P is read anyway; give T as a table of its own, or"
                " drop cache"
            )
        return self

    @model_validator(mode="after")
    def _pooled_fits(self) -> Self:
        pooled = self.algorithm.pooled
        if pooled is None:
            return self
        if isinstance(pooled.path, tuple) and sorted(pooled.path) != sorted(self.quasi_identifiers):
            raise ValueError(
                "algorithm: path lists each quasi-identifier once, the one that is raised first at"
                " the front; or write path: columns, or path: root"
            )
        return self

    @model_validator(mode="after")
    def _limits_fit(self) -> Self:
        refuse_unfit_limits(self)
        return self

    @model_validator(mode="after")
    def _algorithm_fits(self) -> Self:
        words = self.algorithm.mpalm or self.algorithm.mondrian
        if words is None:
            return self
        if words.cuts == "order" and self.choose == "from_public":
            raise ValueError(
                "choose: from_public fixes levels or labels, and boxes have none; write cuts:"
                " hierarchy, or algorithm: spalm, or drop it"
            )
        if words.priority is not None and sorted(words.priority) != sorted(self.quasi_identifiers):
            raise ValueError(
                "algorithm: priority lists each quasi-identifier once, first one first"
            )
        if self.metric not in _METRICS_OF_BOXES:
            raise ValueError(f"metric: boxes are measured by {', '.join(_METRICS_OF_BOXES)}")
        return self
