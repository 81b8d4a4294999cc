"""What `check` asks of people, as `init` does: whether each row of P is one, and what mends P."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from sqlglot import exp

from dpsql.domain.column_words import says_when
from dpsql.domain.job import Job
from dpsql.domain.numbered_words import reaches_people
from dpsql.domain.several_rows import (
    ask_of_alike,
    ask_of_people,
    ask_of_private_waves,
    ask_of_waves,
    refuse_repeats,
    tell_answer,
    tell_lost,
)
from dpsql.engines.base import Engine
from dpsql.errors import DuplicateKey
from dpsql.first_job.columns import ColumnProfile, profile_columns
from dpsql.first_job.dependent.repeats import count_distinct
from dpsql.first_job.joined_names import tell_joined
from dpsql.first_job.mended_tables import (
    MendedTables,
    know_renamed,
    list_casts,
    list_repeating,
    repeat_private,
    tell_renamed,
    tell_unnamed,
)
from dpsql.first_job.people.alike import count_alike, recount, title_alike
from dpsql.first_job.people.one_row_each import mark_in_file, tell_one_row_each
from dpsql.first_job.people.panels import Panel, Waves
from dpsql.first_job.people.people import count_partly, with_panel
from dpsql.first_job.people.renamed_ids import find_renamed, may_have_renamed
from dpsql.first_job.people.renamed_pairs import (
    count_own_pair,
    find_pair_of_public,
    find_renamed_pair,
)
from dpsql.first_job.people.rows_of_private import find_own_time, find_panel_of_private
from dpsql.first_job.people.times import may_have_times
from dpsql.first_job.people.waves import with_private_waves, with_waves
from dpsql.first_job.profile import Profile
from dpsql.first_job.rules.formed import with_forms
from dpsql.inputs.places import Place
from dpsql.session.repeated_people import (
    FIRST,
    count_repeating,
    has_more_rows,
    has_no_names,
    is_answered,
    list_checked,
    list_naming,
)
from dpsql.sql.tables.copies import Original, name_originals
from dpsql.sql.tables.key_writings import count_merged, list_alike
from dpsql.sql.tables.keys import find_own_repeats, keys_query
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC, PrivateRows
from dpsql.sql.tables.public_and_private import Tables, count_rows

_log = logging.getLogger("dpsql")
#: Of a longer error the middle is cut, and so a statement.
_LONGEST_MEND = 1500


@dataclass(frozen=True)
class Alike:
    """A column of P that names people, and how many values are others but for case and spaces."""

    name: str
    values: int

    def ask(self) -> str:
        """Ask whether these are one person each."""
        return ask_of_alike(self.values, self.name)


class AllRows:
    """Looks at all rows of P, as `init` does, where an identifier repeats or P is small."""

    def ask(self, engine: Engine, job: Job, tables: Tables, places: Sequence[Place | None]) -> None:
        """Log a warning if somebody may have several rows, or two spellings of one name.

        Where both may be, one statement mends both.
        """
        spelled = None if has_no_names(job, tables) else find_spellings(engine, job)
        panel = None if is_answered(job, tables) else look_for_panel(engine, job, tables)
        if panel is not None:
            panel, alike = _settle_alike(engine, panel, spelled)
            title = title_alike(panel, [one.name for one in alike])
            asked = ask_of_people(panel.rows - panel.people, title)
            told = [*(f"{one.ask()}." for one in alike), f"{asked}."]
            mend = _tell_copies(engine, panel, job, tables.private_rows, places, alike)
            if mend:
                told += [f"If not, {mend[0][:1].lower()}{mend[0][1:]}", *mend[1:]]
            told[-1] += "" if told[-1].endswith((";", ".")) else "."
            _warn([*told, tell_answer(panel.title, is_one=not panel.within)])
            _warn_of_private_waves(engine, job, tables, panel)
            return
        if spelled is not None:
            _warn(_tell_alike(spelled, job, name_originals(places, engine.dialect)))
        if (waves := _look_for_waves(engine, job, tables)) is not None:
            _log.warning(ask_of_waves(waves.time, waves.lasting))
        else:
            _warn_of_private_waves(engine, job, tables)

    def ask_of_private(
        self, engine: Engine, job: Job, tables: Tables, places: Sequence[Place | None]
    ) -> None:
        """Ask who T's people are, and say how T is matched by what P has."""
        asked = _ask_of_renamed(engine, job, tables, places)
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
    ) -> str:
        """Say what is wrong with the job's columns of people, and how to keep one row of each.

        Where others name them together with it, people are counted by all of these.
        """
        told, person = str(error), {*names}
        if rows.key in person and (mend := _tell_copy_of_private(engine, rows.key, places)):
            return f"{told}. {mend}"
        panel = _find_panel(engine, rows.marking)
        if job.person is not None and not (panel is not None and person < {*panel.names}):
            # Whom the job names, whatever else seems to name people.
            panel = _find_panel(engine, rows.marking, names)
        if panel is None or not (person.issubset(panel.names) or person.issuperset(panel.names)):
            return told
        panel, alike = _settle_alike(engine, panel, find_spellings(engine, job))
        if person < {*panel.names} and job.person is not None:
            told = refuse_repeats(panel.rows - panel.people, panel.names)
        mend = " ".join(_tell_copies(engine, panel, job, rows, places, alike))
        if len(mend) > _LONGEST_MEND:
            mend = "The job that init writes for P and T has statements that do so"
        return f"{told}. {mend}" if mend else told


def _warn(pieces: Sequence[str]) -> None:
    """Log a warning of which a terminal shows each piece, as a statement, on lines of its own."""
    _log.warning(" ".join(pieces), extra={"pieces": tuple(pieces)})


def _ask_of_renamed(
    engine: Engine, job: Job, tables: Tables, places: Sequence[Place | None]
) -> list[str] | None:
    """Ask whether columns of T name people as those of P do; None if none may.

    Empty if it is asked with P's rows.
    """
    types = engine.columns(PUBLIC), engine.columns(PRIVATE)
    is_large = has_more_rows(engine, FIRST)
    if job.private.key is not None:
        return None
    if not may_have_renamed(*types, by_name=is_large):
        return _ask_of_own_pair(engine, job, tables, places)
    columns, own = _profile_public(engine), engine.columns(PRIVATE)
    panel = None if is_answered(job, tables) else look_for_panel(engine, job, tables)
    originals = name_originals(places, engine.dialect)
    renamed = find_renamed(engine, columns, own, panel)
    if renamed is not None:
        copies = [*tell_renamed(engine, renamed, columns, None, originals)]
        asked = renamed.ask()
    else:
        found = Profile(columns, own, columns[0].rows, 0)
        named = find_pair_of_public(panel, with_panel(engine, found).pair)
        pair = find_renamed_pair(engine, columns, own, named)
        if pair is None:
            return _ask_of_own_pair(engine, job, tables, places)
        copies = [*tell_joined(engine, pair, columns, originals)]
        asked = pair.ask()
    if panel is not None:
        return []
    return [f"{asked}.", *copies] if copies else [asked]


def _ask_of_own_pair(
    engine: Engine, job: Job, tables: Tables, places: Sequence[Place | None]
) -> list[str] | None:
    """Ask of two columns of P and T of which P has one row each, and T several; None if none are.

    They are those that the job lists as person, or seem to name people together.
    """
    listed = job.person or ()
    if len(listed) == len(("a group", "a number")):
        pair = listed[0], listed[1]
    elif is_answered(job, tables) or _is_large_without_repeats(engine, job, tables):
        return None
    else:
        columns = _profile_public(engine)
        named = with_panel(engine, Profile(columns, {}, columns[0].rows, 0)).pair
        if named is None:
            return None
        pair = named
    if not {*pair} <= {*engine.columns(PRIVATE)}:
        return None
    found = count_own_pair(engine, pair)
    if not found.repeats:
        return None
    originals = name_originals(places, engine.dialect)
    return [f"{found.ask()}.", *tell_joined(engine, found, _profile_public(engine), originals)]


def _is_large_without_repeats(engine: Engine, job: Job, tables: Tables) -> bool:
    """Whether P has many rows, and no value of what names people there is in two of them."""
    repeating = count_repeating(engine, list_naming(engine, job, tables))
    return not repeating and has_more_rows(engine, FIRST)


def look_for_panel(engine: Engine, job: Job, tables: Tables) -> Panel | None:
    """Return what may name people with several rows; all of a large P only if a name repeats."""
    if _is_large_without_repeats(engine, job, tables):
        return None
    return _find_panel(engine, tables.private_rows.marking)


def _look_for_waves(engine: Engine, job: Job, tables: Tables) -> Waves | None:
    """Return a time whose rows may be the same people's each time, if no column names people."""
    if is_answered(job, tables) or not may_have_times(engine):
        return None
    marking = tables.private_rows.marking
    columns = _profile_public(engine, marking)
    if not columns:
        return None
    found = Profile(columns, {}, columns[0].rows, 0, is_marked=bool(marking))
    return with_waves(engine, with_panel(engine, found), None).waves


def _warn_of_private_waves(
    engine: Engine, job: Job, tables: Tables, panel: Panel | None = None
) -> None:
    """Log a warning if rows of several times of T may be the same people's, whom it does not name.

    Of a T that is matched by its values, where P is not asked about the same. `panel`: what names
    people with several rows of P.
    """
    is_matched = tables.private_rows.mark is None and tables.private_people is None
    if has_no_names(job, tables) or job.private.key is not None or not is_matched:
        return
    own = engine.columns(PRIVATE)
    if not any(map(says_when, own)) or find_own_repeats(engine) is not None:
        return
    columns, rows = _profile_public(engine), count_rows(engine, PRIVATE, exp.true())
    found = Profile(columns, own, 0, rows, panel=panel)
    waves = with_private_waves(engine, found).private_waves
    if waves is not None:
        _log.warning(ask_of_private_waves(waves.time, waves.lasting, rows))


def _tell_copies(
    engine: Engine,
    panel: Panel,
    job: Job,
    rows: PrivateRows,
    places: Sequence[Place | None],
    alike: Sequence[Alike],
) -> list[str]:
    """Return what the statements do that keep one row of each person, with T's, and these."""
    known = _know(engine, panel, job, rows, tuple(one.name for one in alike))
    public, private = name_originals(places, engine.dialect)
    if known.own is not None and known.key is None and not known.has_people(panel):
        columns = _profile_public(engine)
        renamed = find_renamed(engine, columns, engine.columns(PRIVATE), panel)
        if renamed is not None:
            told_of = tell_renamed(engine, renamed, columns, panel, (public, private))
            return [*told_of, f"{renamed.ask()}."]
        named = find_pair_of_public(panel, None)
        pair = find_renamed_pair(engine, columns, engine.columns(PRIVATE), named)
        if pair is not None:
            known = know_renamed(engine, pair, columns, panel)
            told_of = tell_one_row_each(panel, [*list_repeating(known, panel, public, private)])
            return [*told_of, f"{pair.ask()}."]
    repeating = [*list_repeating(known, panel, public, private)]
    key = next((one.person for one in repeating if one.person), panel.name)
    copies = [*tell_one_row_each(panel, repeating, key=key)]
    # The statement for T gives it what it lacks.
    unnamed = () if len(copies) > len(repeating) > 1 else tell_unnamed(known, panel)
    told = ". But ".join(unnamed)
    if copies:
        copies += [*filter(None, [tell_lost(count_rows(engine, PUBLIC, exp.true()) - panel.rows)])]
    if told:
        copies.append(f"But {told}" if copies else told)
    return copies


def _tell_copy_of_private(engine: Engine, key: str, places: Sequence[Place | None]) -> str:
    """Return the statement that keeps one row of each person of T, where P has one; else empty."""
    ((rows, _, distinct),) = engine.fetch(keys_query([key], PUBLIC))
    if int(rows) != int(distinct):
        return ""
    columns, own = _profile_public(engine), tuple(engine.columns(PRIVATE))
    panel = find_panel_of_private(engine, key, columns, own)
    if panel is None:
        return ""
    time = find_own_time(engine, panel)
    known = MendedTables(tuple(engine.columns(PUBLIC)), own, key, own_time=time)
    private = name_originals(places, engine.dialect)[1]
    return " ".join(tell_one_row_each(panel, [repeat_private(known, panel, private)], key=key))


def _know(
    engine: Engine, panel: Panel, job: Job, rows: PrivateRows, alike: tuple[str, ...]
) -> MendedTables:
    """Return what is known of P and T, as `init` knows it of the same tables."""
    public = tuple(engine.columns(PUBLIC))
    if rows.marking:
        partly = rows.mark is not None and count_partly(engine, panel.names, rows.mark, alike)
        return MendedTables(public, mark=mark_in_file(rows.mark) if partly else None, alike=alike)
    own = tuple(engine.columns(PRIVATE))
    has_people = {*own}.issuperset(panel.names)
    repeats = has_people and count_distinct(engine, PRIVATE, panel.names) < count_rows(
        engine, PRIVATE, exp.true()
    )
    return MendedTables(
        public,
        own,
        job.private.key,
        repeats,
        alike=alike,
        own_time=find_own_time(engine, panel),
        casts=list_casts(engine.columns(PUBLIC), engine.columns(PRIVATE)),
    )


def _find_panel(engine: Engine, marking: Sequence[str], named: Sequence[str] = ()) -> Panel | None:
    """Return what names people with several rows of P each; none of the columns that mark T.

    `named`: the columns that name them, if the job says so.
    """
    columns = _profile_public(engine, marking)
    if not columns:
        return None
    types = {name: one for name, one in engine.columns(PUBLIC).items() if name in marking}
    read = with_forms(engine, profile_columns(engine, PUBLIC, types)) if len(types) > 1 else ()
    own = {} if marking else engine.columns(PRIVATE)
    found = Profile(columns, own, columns[0].rows, 0, is_marked=bool(marking), marking=read)
    return with_panel(engine, found, named).panel


def _profile_public(engine: Engine, marking: Sequence[str] = ()) -> tuple[ColumnProfile, ...]:
    """Return the columns of P but for those that mark T."""
    types = {name: one for name, one in engine.columns(PUBLIC).items() if name not in marking}
    return with_forms(engine, profile_columns(engine, PUBLIC, types))


def _tell_alike(alike: Alike, job: Job, originals: Sequence[Original]) -> list[str]:
    """Ask whether such values name one person each, and say how they are written alike."""
    tables = 1 + (alike.name == job.private.key)
    copies = [*list_alike(originals[:tables], alike.name)]
    return [alike.ask() + ", as DuckDB does by" * bool(copies), *copies]


def _settle_alike(engine: Engine, panel: Panel, spelled: Alike | None) -> tuple[Panel, list[Alike]]:
    """Return the panel with its people, and all of its columns whose values are alike.

    Of one column that names people, what was found before stays.
    """
    if not panel.within:
        return panel, [] if spelled is None else [spelled]
    counted = count_alike(engine, panel, engine.columns(PUBLIC))
    found = [Alike(name, values) for name, values in counted.items()]
    return (recount(engine, panel, [*counted]) if found else panel), found


def find_spellings(engine: Engine, job: Job, first: int | None = None) -> Alike | None:
    """Return what names people in P with values that differ in case and spaces alone.

    `first`: look at so many rows only.
    """
    columns = engine.columns(PUBLIC)
    for name in dict.fromkeys(list_checked(job) or filter(reaches_people, columns)):
        if name not in columns or columns[name].family != "text":
            continue
        if values := count_merged(engine, name, first=first):
            return Alike(name, values)
    return None
