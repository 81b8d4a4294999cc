"""What `check` asks of people, as `init` does: whether each row of P is one, and what mends P."""

import logging
from collections.abc import Iterator, Sequence

from dpsql.domain.column_words import find_kind, is_called_time, is_identifier
from dpsql.domain.job import Job
from dpsql.domain.several_rows import (
    ask_of_people,
    refuse_repeats,
    tell_answer,
    tell_assumed,
)
from dpsql.engines.base import Engine
from dpsql.errors import DuplicateKey
from dpsql.first_job.people.alike import title_alike
from dpsql.first_job.people.told_statements import ask_first
from dpsql.first_job.profile import Profile
from dpsql.inputs.places import Place
from dpsql.session.repeated_people import has_no_names
from dpsql.sql.tables.copies import name_originals
from dpsql.sql.tables.keys import find_own_repeats
from dpsql.sql.tables.private_table import PrivateRows
from dpsql.sql.tables.public_and_private import Tables
from dpsql.use_cases.people.looked import look_at_people, warn_of_private_rows
from dpsql.use_cases.people.mends import tell_copies, tell_copy_of_private
from dpsql.use_cases.people.named_people import (
    find_panel_of_people,
)
from dpsql.use_cases.people.private_people import ask_of_renamed
from dpsql.use_cases.people.spellings import find_spellings, settle_alike, tell_alike
from dpsql.use_cases.people.unused_keys import ask_of_unused_key

_log = logging.getLogger("dpsql")
#: Of a longer error the middle is cut, and so a statement.
_LONGEST_MEND = 4000
#: Why a command ends so, after statements to copy.
_UNTIL = "Until then all commands end with code 3"
#: How people are called, or reached.
_CALLED = ("name", "contact")


class AllRows:
    """Looks at all rows of P, as `init` does, where an identifier repeats or P is small."""

    def ask(self, engine: Engine, job: Job, tables: Tables, places: Sequence[Place | None]) -> None:
        """Log a warning if somebody may have several rows, or two spellings of one name.

        Where both may be, one statement mends both.
        """
        spelled = None if has_no_names(job, tables) else find_spellings(engine, job)
        looked = look_at_people(engine, job, tables)
        panel = looked.panel
        if panel is not None:
            panel, alike = settle_alike(engine, panel, spelled)
            if panel.may_be_of_occasions:
                _log.warning(looked.ask())
                return
            title = title_alike(panel, [one.name for one in alike])
            asked = ask_of_people(panel.rows - panel.people, title)
            told = [*(f"{one.ask()}." for one in alike), f"{asked}."]
            mend = tell_copies(engine, panel, job, tables.private_rows, places, alike)
            if mend:
                told += ask_first(mend, "If not, ")
            told[-1] += "" if told[-1].endswith((";", ".", "?")) else "."
            _warn([*told, tell_answer(panel.title, is_one=not panel.within)])
            warn_of_private_rows(engine, job, tables, panel)
            return
        if spelled is not None:
            _warn(tell_alike(spelled, job, name_originals(places, engine.dialect)))
        if looked.waves is not None:
            _log.warning(looked.ask())
        elif not warn_of_private_rows(engine, job, tables) and looked.timed is not None:
            _tell_assumed(looked.timed)

    def ask_of_private(
        self, engine: Engine, job: Job, tables: Tables, places: Sequence[Place | None]
    ) -> None:
        """Ask who T's people are, and say how T is matched by what P has."""
        if unused := ask_of_unused_key(engine, job, tables, places):
            _log.warning(unused)
        asked = ask_of_renamed(engine, job, tables, places)
        if asked is None:
            own = find_own_repeats(engine)
            asked = [] if own is None else [own.ask()]
        if asked:
            _warn(asked)

    def tell_refused(
        self,
        engine: Engine,
        job: Job,
        names: Sequence[str],
        rows: PrivateRows,
        places: Sequence[Place | None],
        error: DuplicateKey,
    ) -> Sequence[str]:
        """Say what is wrong with the job's columns of people, and how to keep one row of each.

        Where others name them together with it, people are counted by all of these.
        """
        told, person = str(error), {*names}
        if rows.key in person and (mend := tell_copy_of_private(engine, rows.key, places)):
            return [*_part(told), *mend, _UNTIL]
        panel = find_panel_of_people(engine, rows)
        if job.person is not None and not (panel is not None and person < {*panel.names}):
            # Whom the job names, whatever else seems to name people.
            panel = find_panel_of_people(engine, rows, names)
        if panel is None or not (person.issubset(panel.names) or person.issuperset(panel.names)):
            return [told]
        panel, alike = settle_alike(engine, panel, find_spellings(engine, job))
        if person < {*panel.names} and job.person is not None:
            told = refuse_repeats(panel.rows - panel.people, panel.names)
        copies = tell_copies(engine, panel, job, rows, places, alike)
        if len(" ".join(copies)) > _LONGEST_MEND:
            copies = ["The job that init writes for P and T has statements that do so."]
        if not copies:
            return [told]
        last = copies[-1] if copies[-1].endswith((";", ".", "?")) else f"{copies[-1]}."
        return [*_part(told), *copies[:-1], last, _UNTIL]


def _part(told: str) -> Iterator[str]:
    """Yield what is wrong, and what may be done: the first clause, and the others."""
    problem, sign, mend = told.partition("; ")
    yield f"{problem};" if sign else f"{problem}."
    if sign:
        yield f"{mend}."


def _warn(pieces: Sequence[str]) -> None:
    """Log a warning of which a terminal shows each piece, as a statement, on lines of its own."""
    _log.warning(" ".join(pieces), extra={"pieces": tuple(pieces)})


def _tell_assumed(found: Profile) -> None:
    """Log a warning that rows of P at several times are taken for other people, if none is named.

    Rows that are alike in nothing show nothing of it. `found`: P, without what marks T.
    """
    differing = any(one.distinct == one.rows for one in found.public)
    called = (is_identifier(one.name) or find_kind(one.name) in _CALLED for one in found.public)
    times = [one.name for one in found.public if is_called_time(one.name) and one.distinct > 1]
    if times and not differing and not any(called):
        _log.warning(tell_assumed(times[0]))
