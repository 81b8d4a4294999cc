"""What `check` asks of people, as `init` does: whether each row of P is one, and what mends P."""

import logging
from collections.abc import Sequence

from sqlglot import exp

from dpsql.domain.job import Job
from dpsql.domain.numbered_words import reaches_people
from dpsql.domain.several_rows import ask_of_alike, ask_of_people
from dpsql.engines.base import Engine
from dpsql.first_job.columns import profile_columns
from dpsql.first_job.people.one_row_each import (
    Repeating,
    mark_in_file,
    name_person,
    tell_one_row_each,
)
from dpsql.first_job.people.panels import Panel
from dpsql.first_job.people.people import count_partly, with_panel
from dpsql.first_job.profile import Profile
from dpsql.first_job.rules.formed import with_forms
from dpsql.inputs.places import Place
from dpsql.session.repeated_people import FIRST, count_repeating, is_answered, list_naming
from dpsql.sql.tables.file_copies import name_files
from dpsql.sql.tables.key_writings import count_merged, list_alike
from dpsql.sql.tables.private_table import PUBLIC
from dpsql.sql.tables.public_and_private import Tables
from dpsql.sql.templates import identifier

_log = logging.getLogger("dpsql")


class AllRows:
    """Looks at all rows of P, as `init` does, where an identifier repeats or P is small."""

    def ask(self, engine: Engine, job: Job, tables: Tables, places: Sequence[Place | None]) -> None:
        """Log a warning if somebody may have several rows, or two spellings of one name."""
        if not job.is_estimated and tables.people is None:
            _ask_of_alike(engine, job, places)
        if is_answered(job, tables):
            return
        repeating = count_repeating(engine, list_naming(job, tables))
        if not repeating and _has_more_rows(engine, FIRST):
            return
        panel = _find_panel(engine, tables.private_rows.marking)
        # By what others do not know, nobody finds two rows of a person.
        if panel is None or not {*panel.names}.issubset(tables.public_columns):
            return
        asked = ask_of_people(panel.rows - panel.people, panel.title)
        mend = _tell_copies(engine, panel, tables, places)
        _log.warning(f"{asked}. If not, {mend[:1].lower()}{mend[1:]}" if mend else asked)

    def tell_mend(
        self, engine: Engine, job: Job, tables: Tables, places: Sequence[Place | None]
    ) -> str:
        """Return the statement that keeps one row of each person, if the job's column names them.

        It may do so together with others.
        """
        panel = _find_panel(engine, tables.private_rows.marking)
        if panel is None or job.person not in panel.names:
            return ""
        return _tell_copies(engine, panel, tables, places)


def _tell_copies(
    engine: Engine, panel: Panel, tables: Tables, places: Sequence[Place | None]
) -> str:
    """Return the statement that keeps one row of each person, and whoever is in T there."""
    (path,) = name_files(places[:1])
    rows = tables.private_rows
    mark = None
    # A key marks no rows of P by what they say.
    if rows.marking and rows.mark is not None and count_partly(engine, panel.names, rows.mark):
        mark = mark_in_file(rows.mark)
    one = Repeating({"path": path}, person=name_person(panel, engine.columns(PUBLIC)), mark=mark)
    return " ".join(tell_one_row_each(panel, [one]))


def _find_panel(engine: Engine, marking: Sequence[str]) -> Panel | None:
    """Return what names people with several rows of P each; none of the columns that mark T."""
    types = {name: one for name, one in engine.columns(PUBLIC).items() if name not in marking}
    columns = with_forms(engine, profile_columns(engine, PUBLIC, types))
    if not columns:
        return None
    found = Profile(columns, {}, columns[0].rows, 0, is_marked=bool(marking))
    return with_panel(engine, found).panel


def _has_more_rows(engine: Engine, most: int) -> bool:
    """Whether P has more rows than that; no more of them are read."""
    one = exp.alias_(exp.Literal.number(1), "one")
    rows = exp.select(one).from_(exp.Table(this=identifier(PUBLIC))).limit(most + 1)
    count = exp.select(exp.Count(this=exp.Star())).from_(rows.subquery("first_rows"))
    return int(engine.fetch(count)[0][0]) > most


def _ask_of_alike(engine: Engine, job: Job, places: Sequence[Place | None]) -> None:
    """Log a warning if values of what names people in P differ in case and spaces alone."""
    columns, key = engine.columns(PUBLIC), job.private.key
    named = [one for one in (job.person, key) if one is not None]
    for name in dict.fromkeys(named or filter(reaches_people, columns)):
        if columns[name].family != "text" or not (values := count_merged(engine, name)):
            continue
        copies = " ".join(list_alike(name_files(places[: 1 + (name == key)]), name))
        _log.warning(ask_of_alike(values, name) + (f", as DuckDB does by {copies}" * bool(copies)))
        return
