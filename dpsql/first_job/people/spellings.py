"""Counts values that name people and differ in case and spaces alone: of one person, maybe."""

from collections.abc import Iterator
from dataclasses import replace

from dpsql.domain.numbered_words import reaches_people
from dpsql.engines.base import Engine
from dpsql.first_job.people.alike import count_alike, recount
from dpsql.first_job.people.keys import Key
from dpsql.first_job.people.people import find_person
from dpsql.first_job.profile import Profile
from dpsql.sql.tables.key_writings import count_merged

#: Of fewer, a first job lists the values, and says so itself.
_LEAST_PEOPLE = 20


def with_alike(engine: Engine, found: Profile, key: Key | None) -> Profile:
    """Return the profile with the columns that name people and have values that are alike.

    More than one only if they name people together, who are counted with these as one then.

    One pass over P for each that names people: the key, the person, what repeats.
    """
    if found.public_count is not None:
        return found
    # Numbers have neither case nor spaces.
    texts = [
        one.name
        for one in found.public
        if one.type.family == "text" and not one.reads_as_number and one.distinct >= _LEAST_PEOPLE
    ]
    panel = found.panel
    if panel is not None and panel.within:
        types = {one.name: one.type for one in found.public}
        if alike := count_alike(engine, panel, types):
            return replace(found, alike=alike, panel=recount(engine, panel, [*alike]))
    for name in dict.fromkeys(_list_naming(found, key)):
        if name in texts and (number := count_merged(engine, name)):
            return replace(found, alike={name: number})
    return found


def _list_naming(found: Profile, key: Key | None) -> Iterator[str]:
    """Yield the columns that name people, those that the job has first."""
    if key is not None:
        yield key.name
    elif (person := find_person(found)) is not None:
        yield person.name
    if found.panel is not None and not found.panel.within:
        yield found.panel.name
    if key is None:
        yield from (one.name for one in found.public if reaches_people(one.name))
