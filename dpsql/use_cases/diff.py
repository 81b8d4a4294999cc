"""Compares two releases of dpsql: what their manifests claim, and with a job, what people lose.

The manifests and the files are public. With a job, P and its hierarchies tell in addition how many
people are above a presence by one release and not by the other; this follows from P and the
releases as well. Loss is told of releases of the job's T alone.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Unpack

from dpsql.domain.fits.population_fits import refuse_estimated
from dpsql.domain.job import Job
from dpsql.domain.json_schema import SCHEMA
from dpsql.domain.levels.lattice import Node
from dpsql.domain.threshold import parse_threshold
from dpsql.errors import ConfigError
from dpsql.faces import name_option
from dpsql.files.beside import find_release
from dpsql.inputs.released import find_released
from dpsql.job_files.read import AnyJob, as_job
from dpsql.metrics.catalog import LOSS
from dpsql.release.earlier import Placed, place, read_release_claims
from dpsql.release.manifest import Claims
from dpsql.report.frames import to_pandas, to_polars
from dpsql.report.headlines import summarize
from dpsql.report.notebook.cells import show_rows
from dpsql.report.notebook.warned import HasWarnings
from dpsql.report.sentences import as_job_text
from dpsql.session.earlier import read_table
from dpsql.session.load import Loaded, load
from dpsql.session.options import Options, RunWords
from dpsql.session.run import Run
from dpsql.sql.composition.earlier_release import compare
from dpsql.sql.composition.moved_people import MovedPeople, ReleasedNode, count_moved_people
from dpsql.sql.lattice.level_statistics import measure_levels
from dpsql.use_cases.job_release import reading_released
from dpsql.use_cases.takes_options import takes_options

#: The claims that are compared, in the order in which they are told.
_CLAIMS = (
    *("levels", "pooled", "steps", "boxes", "cuts", "rest", "choose", "keep", "public_columns"),
    *("delta", "known_absent", "constraints", "public_rows", "presence", "confidence", "prior"),
    *("together", "counted_from"),
)
_USUAL = Fraction(1, 5)


@dataclass(frozen=True)
class ComparedPeople:
    """People of P above the presence `above`; how many are, or why that is not known.

    `of_this_table`: whether each of the two releases is one of the job's T. `losses`: theirs, None
    for one of another T.
    """

    above: Fraction
    people: MovedPeople | None
    reason: str = ""
    of_this_table: tuple[bool, bool] = (False, False)
    losses: tuple[float | None, float | None] = (None, None)

    def to_dict(self) -> dict[str, Any]:
        """Return the fields of the JSON output."""
        told: dict[str, Any] = {"above": str(self.above)}
        if self.people is None:
            return {"people": told | {"reason": self.reason}}
        found = self.people
        return {
            "people": told
            | {
                "old": found.old,
                "new": found.new,
                "newly_above": found.newly_above,
                "no_longer_above": found.no_longer_above,
            },
            "of_this_table": dict(zip(("old", "new"), self.of_this_table, strict=True)),
            "loss": dict(zip(("old", "new"), self.losses, strict=True)),
        }


@dataclass(frozen=True)
class Difference(HasWarnings):
    """The outcome of `diff`: two releases, what their manifests say otherwise, and of people."""

    names: tuple[str, str]
    claims: tuple[Claims, Claims]
    compared: ComparedPeople | None = None

    @property
    def is_same_file(self) -> bool:
        """Whether both releases have the same bytes."""
        old, new = self.claims
        return old.release.sha256 == new.release.sha256

    @property
    def nesting(self) -> str | None:
        """How the levels relate: equal, finer (the new one), coarser, neither; None if unknown."""
        old, new = self.claims
        if not isinstance(old.shape, dict) or not isinstance(new.shape, dict):
            return None
        if set(old.shape) != set(new.shape):
            return None
        below = all(new.shape[name] <= level for name, level in old.shape.items())
        above = all(new.shape[name] >= level for name, level in old.shape.items())
        if below and above:
            return "equal"
        return "finer" if below else "coarser" if above else "neither"

    @property
    def changed(self) -> dict[str, tuple[Any, Any]]:
        """The claims that differ, as the manifests have them; None for one that is missing."""
        old, new = (one.model_dump(mode="json", exclude_none=True) for one in self.claims)
        found = ((name, old.get(name), new.get(name)) for name in _CLAIMS)
        return {name: (before, after) for name, before, after in found if before != after}

    def to_dict(self) -> dict[str, Any]:
        """The JSON of the command line."""
        sides = {
            word: {
                "path": name,
                "rows": one.release.rows_of_private,
                "sha256": one.release.sha256,
                **({} if one.levels is None else {"levels": one.levels}),
                **({} if one.presence is None else {"presence": one.presence.model_dump()}),
            }
            for word, name, one in zip(("old", "new"), self.names, self.claims, strict=True)
        }
        return {
            "schema": SCHEMA,
            "status": "compared",
            **sides,
            "same_file": self.is_same_file,
            "nesting": self.nesting,
            "changed": {
                name: {"old": before, "new": after}
                for name, (before, after) in self.changed.items()
            },
            **(self.compared.to_dict() if self.compared is not None else {}),
        }

    def to_rows(self) -> list[dict[str, Any]]:
        """A row for each claim that differs, as text."""
        return [
            {"claim": name, "old": _as_text(before), "new": _as_text(after)}
            for name, (before, after) in self.changed.items()
        ]

    to_pandas = to_pandas
    to_polars = to_polars

    __repr__ = summarize

    def _repr_html_(self) -> str:
        return show_rows(self)


def _as_text(claim: Any) -> str | None:
    return None if claim is None else as_job_text(claim)


@takes_options
def diff(
    old: str | Path,
    new: str | Path,
    *,
    job: AnyJob | None = None,
    above: Fraction | str | None = None,
    **options: Unpack[RunWords],
) -> Difference:
    """Compare two releases of dpsql, by the manifests beside them.

    Example: ``dpsql.diff("2026.parquet", "2027.parquet")``

    Each is a file, a folder, or with a `job` a table of its engine, by its name.

    With a `job`, whose P and hierarchies both were made with, also count the people of P who are
    above a presence (`above`; by default the job's δmax, or 1/5) by one of them alone.

    Raises:
        IntegrityError: one has no manifest, or is not what it claims. ConfigError: `above` without
            a job, or a job whose P is known from statistics only.
    """
    if above is not None and job is None:
        raise ConfigError(
            f"{name_option('above')}: only P tells whose presence changes; name the job"
            f" ({name_option('job')})"
        )
    words, settings = None if job is None else as_job(job), Options.of(options)
    with (
        reading_released(words, old, settings) as old_file,
        reading_released(words, new, settings) as new_file,
    ):
        paths = old_file, new_file
        claims = tuple(read_release_claims(path) for path in paths)
        compared = None
        if words is not None:
            refuse_estimated(words)
            compared = _compare_people(words, paths, claims, _find_bound(words, above), settings)
        return Difference((str(old), str(new)), (claims[0], claims[1]), compared)


def _find_bound(job: Job, above: Fraction | str | None) -> Fraction:
    if above is not None:
        return parse_threshold(above, name_option("above"))
    return job.delta.max if job.delta is not None and job.delta.max < 1 else _USUAL


def _compare_people(
    job: Job,
    paths: tuple[Path, Path],
    claims: tuple[Claims, ...],
    above: Fraction,
    options: Options,
) -> ComparedPeople:
    """Count the people of P by their presence in both releases."""
    job = job.with_unchecked({"earlier": (), "prior": None})
    with (
        Run.of(job, options).held() as run,
        load(run, readable=paths) as loaded,
    ):
        placed = [
            place(find_release(path).name, one, loaded.heights)
            for path, one in zip(paths, claims, strict=True)
        ]
        if reason := next((one.refused for one in placed if one.refused), ""):
            return ComparedPeople(above, None, reason)
        if reason := _tell_other_public(placed, loaded.public_rows):
            return ComparedPeople(above, None, reason)
        before, after = _read_tables(loaded, paths, placed)
        found = [
            compare(loaded.engine, loaded.hierarchies, one.node, one.table)
            for one in (before, after)
        ]
        for one, of_release in zip(placed, found, strict=True):
            if of_release.unknown_classes:
                reason = f"{one.name} was made with another P, or with other hierarchies"
                return ComparedPeople(above, None, reason)
        same = [not one.other_classes for one in found]
        losses = _find_losses(loaded, [before.node, after.node])
        return ComparedPeople(
            above,
            count_moved_people(loaded.engine, loaded.hierarchies, before, after, above),
            of_this_table=(same[0], same[1]),
            losses=(losses[0] if same[0] else None, losses[1] if same[1] else None),
        )


def _tell_other_public(placed: list[Placed], public_rows: int) -> str:
    """Return which release was made with another P, as its manifest counts it; empty if none."""
    for one in placed:
        if one.claims.public_rows != public_rows:
            return (
                f"{one.name} was made with a P of {one.claims.public_rows:,} people, and the job's"
                f" has {public_rows:,}"
            )
    return ""


def _read_tables(
    loaded: Loaded, paths: tuple[Path, Path], placed: list[Placed]
) -> Iterator[ReleasedNode]:
    for name, path, one in zip(("old_release", "new_release"), paths, placed, strict=True):
        loaded.engine.register(name, find_released(str(path)))
        table = read_table(loaded.engine, name, path, one.claims, loaded.hierarchies)
        yield ReleasedNode(table, Node(tuple(one.levels.values())))


def _find_losses(loaded: Loaded, nodes: Sequence[Node]) -> list[float]:
    """Return the loss of T at each node, which the labels of single columns tell."""
    given = loaded.engine, loaded.hierarchies, loaded.leaf_counts
    table = measure_levels(*given, [], loaded.sizes).table
    costs = LOSS.level_costs(table)
    return [LOSS.value(LOSS.sum_costs(node.levels, costs), table) for node in nodes]
