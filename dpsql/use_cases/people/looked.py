"""What all rows of P and T ask of people: do some have several? `check` adds how to mend that."""

import logging
from dataclasses import dataclass

from sqlglot import exp

from dpsql.domain.column_words import says_when
from dpsql.domain.job import Job
from dpsql.domain.several_rows import (
    ASK_OF_PEOPLE,
    ask_of_people,
    ask_of_private_waves,
    ask_of_repeated_occasions,
    ask_of_waves,
)
from dpsql.engines.base import Engine
from dpsql.first_job.joined_names import find_joined
from dpsql.first_job.people.panels import Panel, Waves
from dpsql.first_job.people.together.same_moments import says_moment, with_private_moment
from dpsql.first_job.people.waves import with_private_waves
from dpsql.first_job.profile import Profile
from dpsql.session.repeated_people import has_no_names, is_answered
from dpsql.sql.tables.keys import find_own_repeats
from dpsql.sql.tables.private_table import PRIVATE
from dpsql.sql.tables.public_and_private import Tables, count_rows
from dpsql.use_cases.people.named_people import (
    find_panel_of_people,
    is_large_without_repeats,
    look_at_times,
    profile_of_moments,
    profile_public,
)

_log = logging.getLogger("dpsql")


@dataclass(frozen=True)
class Looked:
    """What may name people with several rows of P, or times whose rows may be the same people's.

    `timed`: P as it was looked at for times; None if something names people without.
    """

    panel: Panel | None = None
    timed: Profile | None = None

    @property
    def waves(self) -> Waves | None:
        """The times, where nothing names people."""
        return None if self.timed is None else self.timed.waves

    def ask(self) -> str:
        """Ask whether P has a row per person; empty if nothing lets one doubt it."""
        if (panel := self.panel) is not None:
            ask = ask_of_repeated_occasions if panel.may_be_of_occasions else ask_of_people
            return ask(panel.rows - panel.people, panel.title)
        return "" if self.waves is None else ask_of_waves(self.waves.time, self.waves.lasting)

    @property
    def has_mend(self) -> bool:
        """Whether rows of people can be told apart, so that one of each can be kept."""
        return self.panel is not None and not self.panel.may_be_of_occasions

    @property
    def doubt(self) -> str:
        """What lets one doubt it, without the question; empty if nothing does."""
        return self.ask().partition(f": {ASK_OF_PEOPLE}")[0]


def look_at_people(engine: Engine, job: Job, tables: Tables) -> Looked:
    """Look at all rows of P; of a large one at its times, unless an identifier repeats."""
    if is_answered(job, tables):
        return Looked()
    if not is_large_without_repeats(engine, job, tables):
        panel = find_panel_of_people(engine, tables.private_rows)
        if panel is not None:
            return Looked(panel)
    timed = look_at_times(engine, tables)
    return Looked(timed.panel, timed)


def warn_of_private_rows(
    engine: Engine, job: Job, tables: Tables, panel: Panel | None = None
) -> bool:
    """Log a warning if rows of T may be of the same people, whom it does not name.

    Return whether it does. Of a T that is matched by its values, where P is not asked about the
    same. `panel`: what names people with several rows of P.
    """
    is_matched = tables.private_rows.mark is None and tables.private_people is None
    if has_no_names(job, tables) or job.private.key is not None or not is_matched:
        return False
    own = engine.columns(PRIVATE)
    has_moments = panel is None and any(map(says_moment, own, own.values()))
    if not (any(map(says_when, own)) or has_moments) or find_own_repeats(engine) is not None:
        return False
    rows = count_rows(engine, PRIVATE, exp.true())
    return _warn_of_waves(engine, rows, panel) or (has_moments and _warn_of_moment(engine, rows))


def _warn_of_waves(engine: Engine, rows: int, panel: Panel | None) -> bool:
    own = engine.columns(PRIVATE)
    if not any(map(says_when, own)):
        return False
    columns, names = profile_public(engine), () if panel is None else panel.names
    # Where T calls them otherwise, its rows are asked about with P's.
    if len(names) > 1 and any(find_joined(engine, columns, own, names, panel=panel)):
        return False
    found = Profile(columns, own, 0, rows, panel=panel)
    waves = with_private_waves(engine, found).private_waves
    if waves is not None:
        _log.warning(ask_of_private_waves(waves.time, waves.lasting, rows))
    return waves is not None


def _warn_of_moment(engine: Engine, rows: int) -> bool:
    found = Profile(profile_of_moments(engine), engine.columns(PRIVATE), 0, rows)
    moment = with_private_moment(engine, found).private_moment
    if moment is not None:
        _log.warning(moment.ask())
    return moment is not None
