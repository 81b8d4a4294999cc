"""Takes what is said of who names people for an answer: by whoever asks, or by the job before."""

import re
from dataclasses import replace

from dpsql.domain.names import suggest_column
from dpsql.domain.numbered_words import names_occasion
from dpsql.engines.base import Engine
from dpsql.errors import ConfigError, SchemaError
from dpsql.faces import name_option
from dpsql.first_job.people.one_row_each import MADE
from dpsql.first_job.people.people import find_person, with_panel
from dpsql.first_job.people.together.namesakes import count_equal
from dpsql.first_job.profile import Profile
from dpsql.job_files.plain_yaml import parse_words
from dpsql.sql.templates import column

#: How a line goes on that `init` writes itself: it answers nothing, and the next P may be another.
_OWN = re.compile(r"^person: .*  # (?:no two rows of P have|made of what|remove this line)", re.M)


def read_answer(former: str) -> tuple[str, ...] | None:
    """Return the columns that a job says name people; none of them if it says so; None if nothing.

    >>> read_answer("person: policy_no"), read_answer("person: []"), read_answer("delta: {max: 1}")
    (('policy_no',), (), None)
    >>> read_answer("person: id  # no two rows of P have the same, as each run checks")
    """
    if _OWN.search(former) is not None:
        return None
    try:
        words, _ = parse_words(former.encode(), "the job", "job file")
    except (ConfigError, UnicodeEncodeError):
        return None
    person = words.get("person") if isinstance(words, dict) else None
    named = [person] if isinstance(person, str) else person
    if not isinstance(named, list) or not all(isinstance(one, str) for one in named):
        return None
    return tuple(named)


def with_people(
    engine: Engine, found: Profile, said: tuple[str, ...] | None, answer: tuple[str, ...] | None
) -> Profile:
    """Return the profile with what names people: as `said`, or as the rows show it.

    Where it is said, nothing else is looked for, nor asked whether it is so. `said`: columns of P,
    none of them if each row is another person, or None. `answer`: what the job before says, which
    counts where nothing is said.

    Raises:
        SchemaError: P lacks a column that is said. ConfigError: rows of P stand for several people.
    """
    if said is None:
        return with_answer(engine, with_panel(engine, found), answer)
    names = [one.name for one in found.public]
    for name in said:
        if name not in names:
            if name in (one.name for one in found.marking):
                raise SchemaError(
                    f"{name_option('person')}: {name_option('where')} reads {name}, which then"
                    " tells who is in T, and names nobody"
                )
            # Names that look like values were refused before, as for a predicate.
            hint = suggest_column(name, names, names)
            raise SchemaError(f"{name_option('person')}: P has no column {name!r}{hint}")
    if found.public_count is not None:
        raise ConfigError(
            f"{name_option('person')}: rows of P stand for several people, as {found.public_count}"
            f" says, so that none names a person: leave {name_option('person')} out, and drop count"
            " from the job if each row is one person"
        )
    mended = with_panel(engine, found, said) if said else found
    if mended.panel is None or mended.panel.people == mended.panel.rows:
        return replace(mended, answer=said, panel=None, pair=None)
    return mended


def with_answer(engine: Engine, found: Profile, answer: tuple[str, ...] | None) -> Profile:
    """Return the profile with the answer, and nothing that would be asked without it.

    None if `init` itself writes so, which says nothing, if rows of P repeat these columns, or if
    people surely have several rows.
    """
    if answer is None or found.public_count is not None or _is_default(found, answer):
        return found
    # The job of a P to be mended has such a list, too.
    if len(answer) > 1:
        return found
    if answer and (found.panel is not None and found.panel.is_certain):
        return found
    if answer and not _differs(engine, found, answer):
        return found
    return replace(found, answer=answer, panel=None, pair=None)


def _is_default(found: Profile, answer: tuple[str, ...]) -> bool:
    person = find_person(found)
    if person is not None and person.name in MADE:
        # A statement made it of what the job names.
        return True
    if person is None or answer != (person.name,):
        return False
    return person.is_named and not person.others and not names_occasion(person.name)


def _differs(engine: Engine, found: Profile, names: tuple[str, ...]) -> bool:
    """Whether each row of P has its own values in these columns, as each run checks."""
    if not {one.name for one in found.public}.issuperset(names):
        return False
    ((distinct, rows, _),) = count_equal(engine, [[*map(column, names)]])
    return distinct == rows == found.public_rows
