"""What most commands ask of people: whether what names them repeats, or has two spellings."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from dpsql.domain.job import Job
from dpsql.domain.several_rows import ask_of_people
from dpsql.engines.base import Engine
from dpsql.errors import DuplicateKey
from dpsql.faces import name_function
from dpsql.inputs.places import Place
from dpsql.session.repeated_people import (
    FIRST,
    find_repeating,
    has_more_rows,
    has_no_names,
    is_answered,
)
from dpsql.sql.tables.keys import find_own_repeats
from dpsql.sql.tables.private_table import PUBLIC, PrivateRows
from dpsql.sql.tables.public_and_private import Tables

_log = logging.getLogger("dpsql")


def _warn_of_repeating(engine: Engine, job: Job, tables: Tables) -> bool:
    """Log a warning if an identifier of P repeats, and return whether one does.

    Of a small P, all rows decide, as in `check`: those of an employer are of several people.
    """
    found = find_repeating(engine, job, tables)
    if found is None:
        return False
    if has_more_rows(engine, FIRST):
        _warn_of(ask_of_people(found.rows, found.name))
        return True
    from dpsql.use_cases.people.looked import look_at_people

    looked = look_at_people(engine, job, tables)
    if looked.panel is not None:
        _warn_of(looked.ask(), has_mend=looked.has_mend)
    return looked.panel is not None


def warn_of_several_rows(engine: Engine, job: Job, tables: Tables) -> str:
    """Log a warning if somebody may have several rows of P or T, and return why, of P; or nothing.

    By all rows, as `check` asks; also of names that differ in case and spaces alone.
    """
    _warn_of_spellings(engine, job, tables)
    if has_no_names(job, tables):
        return ""
    from dpsql.use_cases.people.looked import look_at_people, warn_of_private_rows

    looked = look_at_people(engine, job, tables)
    if looked.doubt:
        _warn_of(looked.ask(), has_mend=looked.has_mend)
    if looked.waves is None:
        warn_of_private_rows(engine, job, tables, looked.panel)
    return looked.doubt


def _warn_of(asked: str, *, has_mend: bool = True) -> None:
    closer = f"; {name_function('check')} looks closer, and says how to mend that"
    _log.warning(f"{asked}{closer * has_mend}")


def _warn_of_spellings(engine: Engine, job: Job, tables: Tables) -> None:
    """Log a warning if names of people are alike but for case and spaces.

    All of a large P is looked at only if some of its first rows are.
    """
    if has_no_names(job, tables):
        return
    from dpsql.use_cases.people.spellings import find_spellings

    found = find_spellings(engine, job, FIRST)
    if found is not None and has_more_rows(engine, FIRST):
        found = find_spellings(engine, job)
    if found is not None:
        _log.warning(f"{found.ask()}; {name_function('check')} says how")


@dataclass(frozen=True)
class FirstRows:
    """Looks at identifiers by their names: at all rows only if some of the first ones repeat.

    `releases`: before a release, at whatever `check` looks at, if P is small; that of a large P
    takes longer than the run, so that it is only said.
    """

    releases: bool = False

    def ask(self, engine: Engine, job: Job, tables: Tables, places: Sequence[Place | None]) -> None:
        """Log a warning if somebody may have several rows of P."""
        if self.releases and not has_more_rows(engine, FIRST):
            warn_of_several_rows(engine, job, tables)
            return
        _warn_of_spellings(engine, job, tables)
        is_asked = _warn_of_repeating(engine, job, tables)
        if self.releases and not is_asked and not is_answered(job, tables):
            _tell_unasked(engine)

    def ask_of_private(
        self, engine: Engine, job: Job, tables: Tables, places: Sequence[Place | None]
    ) -> None:
        """Ask of rows of T that repeat an identifier; whether P has its values, `check` finds.

        Before a release, and of a small P, also of what names people in P otherwise than in T.
        """
        if (own := find_own_repeats(engine)) is not None:
            _log.warning(own.ask())
        elif self.releases and not has_more_rows(engine, FIRST):
            from dpsql.use_cases.people.private_people import ask_of_renamed

            for asked in (ask_of_renamed(engine, job, tables, places) or [])[:1]:
                _warn_of(asked.removesuffix("."))

    def tell_refused(
        self,
        engine: Engine,
        job: Job,
        names: Sequence[str],
        rows: PrivateRows,
        places: Sequence[Place | None],
        error: DuplicateKey,
    ) -> Sequence[str]:
        """Say what `check` says, as the run ends here."""
        from dpsql.use_cases.people.rows_of_people import AllRows

        return AllRows().tell_refused(engine, job, names, rows, places, error)


def _tell_unasked(engine: Engine) -> None:
    """Log a warning that rows of a large P were not looked at whose times may be of some people."""
    from dpsql.first_job.people.times import may_have_times
    from dpsql.first_job.people.together.same_moments import says_moment

    types = engine.columns(PUBLIC)
    if any(map(says_moment, types, types.values())) or may_have_times(engine):
        _log.warning(
            f"P has more than {FIRST:,} rows, with days or times: {name_function('check')} looks"
            " whether somebody has several of them, this run does not; person: [] in the job says"
            " that nobody has"
        )


FIRST_ROWS = FirstRows()
BEFORE_A_RELEASE = FirstRows(releases=True)
