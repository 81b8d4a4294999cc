"""What most commands ask of people: whether what names them repeats, or has two spellings."""

import logging
from collections.abc import Sequence

from dpsql.domain.job import Job
from dpsql.domain.several_rows import RepeatingColumn, ask_of_people
from dpsql.engines.base import Engine
from dpsql.errors import DuplicateKey
from dpsql.faces import name_function
from dpsql.inputs.places import Place
from dpsql.session.repeated_people import FIRST, find_repeating, has_more_rows, has_no_names
from dpsql.sql.tables.keys import find_own_repeats
from dpsql.sql.tables.private_table import PrivateRows
from dpsql.sql.tables.public_and_private import Tables

_log = logging.getLogger("dpsql")


def warn_of_repeating(engine: Engine, job: Job, tables: Tables) -> RepeatingColumn | None:
    """Return an identifier of P that repeats, and log a warning; None if there is none.

    Of a small P, all rows decide, as in `check`: those of an employer are of several people.
    A warning asks of names that differ in case and spaces alone, too.
    """
    _warn_of_spellings(engine, job, tables)
    found = find_repeating(engine, job, tables)
    if found is not None and not has_more_rows(engine, FIRST):
        from dpsql.use_cases.people.named_people import look_for_panel

        panel = look_for_panel(engine, job, tables)
        if panel is None:
            return None
        found = RepeatingColumn(panel.title, panel.rows - panel.people)
    if found is not None:
        asked = ask_of_people(found.rows, found.name)
        _log.warning(f"{asked}; {name_function('check')} looks closer, and says how to mend that")
    return found


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


class FirstRows:
    """Looks at identifiers by their names: at all rows only if some of the first ones repeat."""

    def ask(self, engine: Engine, job: Job, tables: Tables, places: Sequence[Place | None]) -> None:
        """Log a warning if an identifier of P repeats."""
        warn_of_repeating(engine, job, tables)

    def ask_of_private(
        self, engine: Engine, job: Job, tables: Tables, places: Sequence[Place | None]
    ) -> None:
        """Ask of rows of T that repeat an identifier; whether P has its values, `check` finds."""
        if (own := find_own_repeats(engine)) is not None:
            _log.warning(own.ask())

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


FIRST_ROWS = FirstRows()
