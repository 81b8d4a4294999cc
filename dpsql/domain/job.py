"""The job: which tables, which quasi-identifiers and hierarchies, which δ, and where to release.

The keys of the job file, validated. Values that could be data (labels, thresholds, names) stay
text, so that 01234, NO and 0.10 mean what was written. Assumes YAML scalars arrive as text; code
that builds a Job may pass ints, Fractions and tables.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, Never, Self, Unpack

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

from dpsql.domain.alternative import find_algorithm
from dpsql.domain.fits.all_fits import refuse_unfit
from dpsql.domain.fits.column_fits import refuse_joinable, refuse_unfit_public
from dpsql.domain.fits.invalid_job import InvalidJob
from dpsql.domain.found.presence_bars import PresenceBar, find_bars
from dpsql.domain.job_keys import ELSEWHERE, JobChanges, JobKeys, ListedModel, describe_keys
from dpsql.domain.job_section import TEXT, Count, LocalPath, Name, Names, Short, Threshold
from dpsql.domain.levels.level_limits import fix_levels
from dpsql.domain.origin import Origin
from dpsql.domain.sections.about import About, as_about
from dpsql.domain.sections.algorithm import ALGORITHMS, SPALM, Algorithm, as_algorithm
from dpsql.domain.sections.constraints import Constraints
from dpsql.domain.sections.delta import Delta
from dpsql.domain.sections.engine_options import ENGINES, EngineOptions, as_engine
from dpsql.domain.sections.population import Population
from dpsql.domain.sections.prior import Prior, as_prior
from dpsql.domain.sections.private_table import PrivateTable, as_private
from dpsql.domain.sections.quasi_identifier import QuasiIdentifier, as_quasi_identifier
from dpsql.domain.sections.questions import Question
from dpsql.domain.sections.release_options import (
    Cache,
    FolderFormat,
    ReleaseOptions,
    as_cache,
    as_release,
)
from dpsql.domain.sections.source import AnyPeople, PeopleSource
from dpsql.domain.written_job import WrittenJob, rewrite
from dpsql.faces import name_option


class Job(WrittenJob, metaclass=ListedModel):
    """A job, validated: which tables, what is generalized, how safely, and what is released.

    >>> import dpsql
    >>> job = dpsql.Job(
    ...     public="census.parquet",
    ...     private="trial.parquet",
    ...     quasi_identifiers={"zip": "zip.csv", "age": {"widths": [5, 10, 20]}},
    ...     delta={"max": "1/5"},
    ...     release="released.parquet",
    ... )
    >>> job.quasi_identifiers["age"].widths
    (Decimal('5'), Decimal('10'), Decimal('20'))

    The keys are those of a job file, whose reference says what each may hold. A Table is a path, a
    glob, the name of a table of the engine, a table of Arrow, pandas or polars, or a mapping such
    as {"path": "people.csv", "delimiter": ";"}. A Rule is the path of a hierarchy, or a mapping
    such as {"widths": [5, 10]}. A Number is exact: "1/5", "20%", 0.2 or Fraction(1, 5).

    Args:
        public: P: the table whose people anyone may know.
        private: T: the people whose membership is secret, as a table or as rows of P.
        quasi_identifiers: The columns that P and T share, and how each is generalized.
        person: The column of P that names a person, or a list of those that do so together: every
            command checks that no two rows agree in all of them, and that none is NULL. An empty
            list: no column names people, and no command asks whether somebody has several rows.
        delta: The bounds of presence, between which everybody in P must lie; without them,
            `constraints` must state a model.
        constraints: Further privacy models that every class must satisfy.
        algorithm: What is released: levels, levels with exceptions, labels, or boxes; default:
            levels (`spalm`).
        metric: How the cost of a release is measured; the search looks for the best. `loss` is
            the mean share of its hierarchy that a cell stands for: 0 raw, 1 `*`.
        choose: The best for T (`optimum`), or what P alone decides, before T is seen
            (`from_public`).
        keep: Columns of T to release unchanged; public columns are refused.
        release: The file to write (.parquet or .csv), or a table of the engine.
        public_columns: The columns of P that anyone may know; default: all but those only
            `where` reads.
        population: Statistics of P, in place of `public`, where nobody has its rows.
        confidence: With `population`: how sure the release must be to satisfy δ.
        prior: Everybody's chance to be in T before the release; default: equal.
        known_absent: How many people of any one class may be known not to be in T.
        earlier: Earlier releases of dpsql of the same T, each with its manifest beside it.
        questions: What `dpsql compare` asks of T and of each candidate; changes no release.
        about: The title of the job, or all that stands on the page to sign.
        cache: Keeps the counts of P for later runs, in a private folder.
        engine: Which engine runs the SQL, and with what resources; default: `duckdb`.
        folder: The folder that relative paths start from; the reader of a job file sets it.

    Raises:
        InvalidJob: a key is missing, unknown or has a wrong value; names the first one.
    """

    model_config = ConfigDict(
        json_schema_extra={
            "description": "A job of dpsql: what to release, from which tables, and how safely.",
            "oneOf": [{"required": ["public"]}, {"required": ["population"]}],
        }
    )

    about: Annotated[About, BeforeValidator(as_about), Short(TEXT)] = About()
    """The title of the job, or all that stands on the page to sign."""
    # Before `public`, which is missing only without it.
    population: Population | None = None
    """Statistics of P, in place of `public`, where nobody has its rows."""
    public: AnyPeople | None = Field(default=None, validate_default=True)
    """P: the table whose people anyone may know."""
    private: Annotated[PrivateTable, BeforeValidator(as_private)]
    """T: the people whose membership is secret, as a table or as rows of P."""
    person: Names | None = None
    """The column of P that names a person, or a list of those that do so together: every command
    checks that no two rows agree in all of them, and that none is NULL. An empty list: no column
    names people, and no command asks whether somebody has several rows."""
    quasi_identifiers: dict[
        Name, Annotated[QuasiIdentifier, BeforeValidator(as_quasi_identifier), Short(TEXT)]
    ] = Field(min_length=1)
    """The columns that P and T share, and how each is generalized."""
    public_columns: tuple[Name, ...] | None = None
    """The columns of P that anyone may know; default: all but those only `where` reads."""
    delta: Delta | None = None
    """The bounds of presence, between which everybody in P must lie; without them, `constraints`
    must state a model."""
    confidence: Threshold | None = None
    """With `population`: how sure the release must be to satisfy δ."""
    prior: Annotated[Prior | None, BeforeValidator(as_prior)] = None
    """Everybody's chance to be in T before the release; default: equal."""
    known_absent: Count | None = None
    """How many people of any one class may be known not to be in T."""
    earlier: tuple[LocalPath, ...] = ()
    """Earlier releases of dpsql of the same T, each with its manifest beside it."""
    algorithm: Annotated[
        Algorithm, BeforeValidator(as_algorithm), Short({"enum": list(ALGORITHMS)})
    ] = SPALM
    """What is released: levels, levels with exceptions, labels, or boxes; default: levels
    (`spalm`)."""
    metric: Literal["loss", "discernibility", "precision", "class_size", "entropy"] = "loss"
    """How the cost of a release is measured; the search looks for the best. `loss` is the mean
    share of its hierarchy that a cell stands for: 0 raw, 1 `*`."""
    choose: Literal["optimum", "from_public"] = "optimum"
    """The best for T (`optimum`), or what P alone decides, before T is seen (`from_public`)."""
    constraints: Constraints = Constraints()
    """Further privacy models that every class must satisfy."""
    keep: tuple[Name, ...] = ()
    """Columns of T to release unchanged; public columns are refused."""
    questions: tuple[Question, ...] = ()
    """What `dpsql compare` asks of T and of each candidate; changes no release."""
    release: Annotated[ReleaseOptions | None, BeforeValidator(as_release), Short(TEXT)] = None
    """The file to write (.parquet or .csv), or a table of the engine."""
    cache: Annotated[Cache | None, BeforeValidator(as_cache), Short(TEXT)] = None
    """Keeps the counts of P for later runs, in a private folder."""
    engine: Annotated[EngineOptions, BeforeValidator(as_engine), Short({"enum": list(ENGINES)})] = (
        EngineOptions()
    )
    """Which engine runs the SQL, and with what resources; default: `duckdb`."""
    folder: SkipJsonSchema[Path] = Path()
    """The folder that relative paths start from; the reader of a job file sets it."""
    #: The lines of the keys; set by the reader of the job file, and no part of the job.
    _origin: Origin = PrivateAttr(default_factory=Origin)
    #: The bars of another δ, whose histograms stand beside those of this one.
    _bars: tuple[PresenceBar, ...] | None = PrivateAttr(default=None)

    #: The methods for users, beside the keys.
    for_users: ClassVar = ("replace", "at_levels", "with_algorithm", "with_all_levels")
    #: By which function a job is run, read or made, by what people look for.
    elsewhere: ClassVar = ELSEWHERE

    def __init__(self, /, *tables: Never, **keys: Unpack[JobKeys]) -> None:
        if tables:
            raise TypeError(
                "Job takes its keys by name: write public=…, private=…; dpsql.read_job reads the"
                " file of a job"
            )
        words: dict[str, Any] = {**keys}
        try:
            super().__init__(**words)
        except ValidationError as error:
            fault = InvalidJob(error, type(self), words)
        else:
            return
        # Outside of the except: pydantic's error contains the input, which may be rows of T.
        raise fault

    def __hash__(self) -> int:
        """Equal jobs have one hash; tables in memory have none, so that columns stand for a job."""
        return hash(frozenset(self.quasi_identifiers))

    def __dir__(self) -> list[str]:
        """The keys, and the methods for users."""
        return [*type(self).model_fields, *self.for_users]

    def __repr_args__(self) -> Iterator[tuple[str | None, Any]]:
        """The keys of the job, without its hierarchies: a line or two."""
        for name, value in super().__repr_args__():
            yield name, list(self.quasi_identifiers)[:8] if name == "quasi_identifiers" else value

    def _tell_frozen(self, name: str) -> str:
        """Say how a job with another value is made."""
        key = name if name in type(self).model_fields else "key"
        return f"{name}: a job does not change; job.replace({key}=…) returns one with other values"

    @property
    def origin(self) -> Origin:
        """The lines of the keys, for errors that are found after the file was read."""
        return self._origin

    @property
    def presence_bars(self) -> tuple[PresenceBar, ...]:
        """The bars of the histogram of presence; the bounds of δ are edges."""
        if self._bars is not None:
            return self._bars
        return find_bars(self.delta.bounds if self.delta else None)

    def in_same_bars(self, delta: Delta) -> Self:
        """Return the job with another δ, whose presence is told in the bars of this one."""
        job = self.with_unchecked({"delta": delta})
        job._bars = self.presence_bars
        return job

    @property
    def release_path(self) -> str | None:
        """The file to release, as the job names it; None for a table."""
        return self.release.path if self.release is not None else None

    @property
    def release_table(self) -> str | None:
        """The table of the engine to release, as the job names it; None for a file."""
        return self.release.table if self.release is not None else None

    @property
    def release_format(self) -> FolderFormat | None:
        """The format of the folder to release; None for a file and for a table of the engine."""
        return self.release.format if self.release is not None else None

    @property
    def releases_table(self) -> bool:
        """Whether the release is a table: one of the engine, or in a folder."""
        return self.release_table is not None or self.release_format is not None

    @property
    def release_count(self) -> str | None:
        """The column of the release with the people of T of a row; None: a row for each."""
        return self.release.count if self.release is not None else None

    @property
    def released_columns(self) -> list[str]:
        """The columns of the release, in order."""
        counted = [] if self.release_count is None else [self.release_count]
        return [*self.quasi_identifiers, *self.keep, *counted]

    @property
    def is_estimated(self) -> bool:
        """Whether statistics leave open who is in P, so that presence has a confidence only."""
        return self.population is not None and not self.population.is_exact

    @property
    def everybody(self) -> PeopleSource:
        """The table of P; T in its place if only statistics are known, see `private_alone`."""
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
        """Return the job of these levels, 0 where not named; `measure` and `risks` take them, too.

        Raises:
            ConfigError: it releases no levels, or chooses them from P; or a level is of no
                quasi-identifier, or outside of the limits of one.
        """
        fixed = fix_levels(self, levels)
        job = self.with_unchecked({"quasi_identifiers": fixed}).written_at(self.origin)
        job._named_levels = (*levels,)
        return job

    def complete_levels(self, levels: Mapping[str, int]) -> dict[str, int]:
        """Return these levels; where none is named, that of `at_levels`, if it made the job."""
        columns = () if self._named_levels is None else self.quasi_identifiers.items()
        return {name: one.least_level or 0 for name, one in columns if one.is_fixed} | dict(levels)

    def place_levels(self, name: str) -> str:
        """Return where the levels of a column are said: by the caller, or in the job file."""
        if self._named_levels is not None:
            return f"{name_option('levels')}: "
        return self.origin.place("quasi_identifiers", name)

    def with_all_levels(self) -> Self:
        """Return the job without limits of levels."""
        columns = {name: one.at_any_level() for name, one in self.quasi_identifiers.items()}
        return self.with_unchecked({"quasi_identifiers": columns}).written_at(self.origin)

    def with_algorithm(self, algorithm: Any, **words: Any) -> Self:
        """Return the job with another algorithm and other `words`, validated as a new one.

        `algorithm` may be what a job file has, a name or a mapping, or what is released: levels,
        cuts or boxes, as in `compare`.
        """
        return self.replace(**words | {"algorithm": find_algorithm(algorithm)})

    def replace(self, /, **keys: Unpack[JobChanges]) -> Self:
        """Return the job with other values of these keys, validated as a new one.

        Example: ``stricter = job.replace(delta={"max": "1/10"}, release="stricter.parquet")``

        Each value takes the place of the whole key. Relative paths still start from the folder of
        the job. With None a key is left out.

        Raises:
            InvalidJob: a key is unknown or has a wrong value, or does not fit the others.
        """
        kept = {name: getattr(self, name) for name in type(self).model_fields}
        words: dict[str, Any] = kept | {**keys}
        job = type(self)(**words).written_at(self.origin.without(keys))
        job._text = rewrite(self._text, keys)
        if "quasi_identifiers" not in keys:
            job._named_levels = self._named_levels
        return job

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """Return a copy; `update` is validated as by `replace`."""
        if update:
            return self.replace(**update)
        return super().model_copy(deep=deep)

    def with_unchecked(self, keys: Mapping[str, Any]) -> Self:
        """Return the job with other values, which are trusted; for dpsql's own use."""
        job = super().model_copy(update=keys)
        job._text = rewrite(self._text, keys)
        return job

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
        if names is not None:
            refuse_unfit_public(names, info.data.get("quasi_identifiers", ()))
        return names

    @field_validator("keep")
    @classmethod
    def _nobody_joins_on_kept_columns(
        cls, names: tuple[str, ...], info: ValidationInfo
    ) -> tuple[str, ...]:
        public, private = info.data.get("public_columns"), info.data.get("private")
        refuse_joinable(names, public, private, info.data.get("quasi_identifiers", ()))
        return names

    @model_validator(mode="after")
    def _keys_fit_each_other(self) -> Self:
        refuse_unfit(self)
        return self


describe_keys(Job)
