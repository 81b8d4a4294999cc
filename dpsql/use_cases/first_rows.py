"""What most commands ask of people: whether an identifier, by its name, repeats in P."""

import logging
from collections.abc import Sequence

from dpsql.domain.job import Job
from dpsql.domain.several_rows import RepeatingColumn, ask_of_people
from dpsql.engines.base import Engine
from dpsql.errors import DuplicateKey
from dpsql.faces import name_function
from dpsql.inputs.places import Place
from dpsql.session.repeated_people import FIRST, find_repeating, has_more_rows
from dpsql.sql.tables.public_and_private import Tables

_log = logging.getLogger("dpsql")


def warn_of_repeating(engine: Engine, job: Job, tables: Tables) -> RepeatingColumn | None:
    """Return an identifier of P that repeats, and log a warning; None if there is none.

    Of a small P, all rows decide, as in `check`: those of an employer are of several people.
    """
    found = find_repeating(engine, job, tables)
    if found is not None and not has_more_rows(engine, FIRST):
        from dpsql.use_cases.rows_of_people import look_for_panel

        panel = look_for_panel(engine, job, tables)
        if panel is None:
            return None
        found = RepeatingColumn(panel.title, panel.rows - panel.people)
    if found is not None:
        asked = ask_of_people(found.rows, found.name)
        _log.warning(f"{asked}; {name_function('check')} looks closer, and says how to mend that")
    return found


class FirstRows:
    """Looks at identifiers by their names: at all rows only if some of the first ones repeat."""

    def ask(self, engine: Engine, job: Job, tables: Tables, places: Sequence[Place | None]) -> None:
        """Log a warning if an identifier of P repeats."""
        warn_of_repeating(engine, job, tables)

    def tell_refused(
        self,
        engine: Engine,
        job: Job,
        tables: Tables,
        places: Sequence[Place | None],
        error: DuplicateKey,
    ) -> str:
        """Say what `check` says, as the run ends here."""
        from dpsql.use_cases.rows_of_people import AllRows

        return AllRows().tell_refused(engine, job, tables, places, error)


FIRST_ROWS = FirstRows()
