"""Warns of a column that T has as P does, and that could be the key of a job without one.

Without a key, rows of T are people of P with the same values. Where P's rows of these people have
other values, others are counted, and the bound holds for those.
"""

from collections.abc import Iterator, Sequence

from dpsql.domain.column_words import calls_person, find_kind, is_identifier
from dpsql.domain.found.differing_rows import DifferingRows
from dpsql.domain.job import Job
from dpsql.domain.plurals import name_count
from dpsql.engines.base import Engine
from dpsql.first_job.people.keys import agree, rank_name
from dpsql.inputs.places import Place
from dpsql.session.repeated_people import FIRST, count_present
from dpsql.sql.tables.copies import name_originals
from dpsql.sql.tables.differing_rows import compare_by_key, list_shared, list_shared_times
from dpsql.sql.tables.keys import KeyCounts, count_private_keys, keys_query
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC
from dpsql.sql.tables.public_and_private import Tables

#: Columns that are counted in P, and fewer rows than a table of people has.
_MOST_ASKED, _LEAST_PEOPLE = 4, 20
_KEYS = ("text", "integer", "uuid")
#: What else may name people by its name.
_NAMING = ("", "identifier", "record", "contact")


def ask_of_unused_key(
    engine: Engine, job: Job, tables: Tables, places: Sequence[Place | None]
) -> str:
    """Say what the rows of T and of P with one key show, if the job names none; empty if nothing.

    Also that P lacks most values of an identifier of both, as a first job says.
    """
    if job.private.key is not None:
        return ""
    for name in _list_keys_of_public(engine, tables):
        counts = count_private_keys(engine, name, name_originals(places, engine.dialect))
        if not counts.present:
            continue
        if 2 * counts.unknown > counts.present:
            if _is_called_key(name):
                told = f"{name} is no key: {counts.tell_unknown()}"
                return f"{told}; T is matched to P on the quasi-identifiers"
            continue
        types = engine.columns(PUBLIC), engine.columns(PRIVATE)
        shared = [*list_shared(tables.quasi_identifiers, *types)]
        times = list_shared_times(name, *types)
        times = [one for one in times if one.public not in tables.quasi_identifiers]
        differing = compare_by_key(engine, name, shared, times)
        if differing.rows or counts.distinct < counts.present:
            return _ask(name, counts, differing)
    return ""


def _is_called_key(name: str) -> bool:
    return is_identifier(name) or calls_person(name)


def _list_keys_of_public(engine: Engine, tables: Tables) -> Iterator[str]:
    """Yield columns of both tables that may name people, and have another value in each row of P.

    None of the job's: by a quasi-identifier T is matched already.
    """
    types, own = engine.columns(PUBLIC), engine.columns(PRIVATE)
    possible = [
        name
        for name, type_ in types.items()
        if type_.family in _KEYS
        and agree(type_, own.get(name))
        and name not in tables.quasi_identifiers
        and (_is_called_key(name) or find_kind(name) in _NAMING)
    ]
    asked = sorted(possible, key=rank_name)[:_MOST_ASKED]
    first = count_present(engine, asked, FIRST) if asked else {}
    for name, (present, distinct) in first.items():
        if present != distinct:
            continue
        rows, _, of_all = map(int, engine.fetch(keys_query([name], PUBLIC))[0])
        if rows == of_all >= _LEAST_PEOPLE:
            yield name


def _ask(name: str, counts: KeyCounts, differing: DifferingRows) -> str:
    """Say that a column that could be the key is none, and what it shows."""
    known = counts.present - counts.unknown
    has = f"{known:,} of {counts.present:,}" if counts.unknown else f"all {known:,}"
    told = [differing.refute(name)] if differing.rows else []
    if repeated := counts.present - counts.distinct:
        told.append(f"{name_count(repeated, 'row of T repeats', 'rows of T repeat')} it")
    return (
        f"T is matched to P on the quasi-identifiers, though both have {name}. It differs in all"
        f" rows of P, and P has {has} of T's; {', and '.join(told)}. If {name} names the same"
        f" people in both, write key: {name} beside the path of private. Without it others are"
        f" counted, and the bound does not hold for the people of T{differing.explain_times()}"
    )
