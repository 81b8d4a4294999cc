"""Writes a first job as YAML with comments. Every text that YAML could misread is quoted."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil
from typing import Any

import yaml

from dpsql.domain.column_words import find_kind
from dpsql.domain.found.kept_columns import KeptColumn
from dpsql.domain.numbered_words import names_occasion
from dpsql.domain.plurals import join_names, name_count
from dpsql.domain.sections.source import is_path
from dpsql.first_job.algorithms import write_algorithms
from dpsql.first_job.draft import Draft
from dpsql.first_job.left_out import list_left_out
from dpsql.first_job.mended_tables import list_repeating, tell_unnamed
from dpsql.first_job.people.keys import Key
from dpsql.first_job.people.one_row_each import Repeating, tell_one_row_each
from dpsql.first_job.people.outcomes import tell_outcomes
from dpsql.first_job.people.panels import Panel
from dpsql.first_job.people.people import (
    People,
    Person,
    find_certain_panel,
    find_person_beside,
    list_doubts_of_people,
    tell_panel,
)
from dpsql.first_job.profile import Profile, tell_nobody
from dpsql.first_job.proposal import Proposal
from dpsql.first_job.rules.formed import write_rule
from dpsql.sql.tables.key_writings import LETTERS, list_alike


@dataclass(frozen=True)
class Places:
    """How the job names P, T, its engine and the release.

    Without `private`, T is the rows of P where `where` is true. `hierarchies`: the files of columns
    whose labels are listed in one.
    """

    public: Mapping[str, Any]
    private: Mapping[str, Any] | None
    release: str
    where: str | None = None
    hierarchies: Mapping[str, str] = field(default_factory=dict)
    engine: object = None


def write_job(draft: Draft, places: Places) -> str:
    """Return the text of a job; it can be run unchanged."""
    found, people = draft.found, draft.people
    mended = "P" if find_certain_panel(found) is not None else "T"
    runs = f"It runs once {mended} is mended" if draft.faults else "It runs as it is"
    lines = [
        f"# A first job, made by dpsql init. {runs}: dpsql check JOB, dpsql risks JOB,",
        "# dpsql anonymize JOB. Refine it. Its comments tell of T: remove them before sharing.",
        *_public(places.public, found),
        *_private(places, draft.key, found.private_count),
        *_faults(draft.faults_of_private),
        *_keep_one_row_of_private(draft, places),
        *_tell_empty(found),
        *_columns_of_public(draft),
        *_person(draft, places),
        "quasi_identifiers:  # what others may know about a person and look up in P",
        *(line for one in draft.chosen for line in _write(one, places)),
    ]
    if draft.left_out:
        both = "P" if found.joined else "both P and T"
        lines.append(f"# Columns of {both} that are left out, and so are not published:")
        written = {one.name: (_text(one.name), _write_rule(one, places)) for one in draft.left_out}
        lines += [f"# {line}" for line in list_left_out(draft.left_out, written)]
    lines += [
        *_write_delta(people),
        "# constraints: {k_anonymity: 5}",
        *write_algorithms(draft),
        *_public_columns(draft),
        *_keep(draft),
        *_release(places.release, found.private_count),
        *([] if places.engine is None else [f"engine: {_text(places.engine)}"]),
    ]
    return "\n".join(lines) + "\n"


#: People might take a table of counts for one of people, or the reverse.
_COUNTED = "each row stands for so many people; drop count if it is one person"


def _public(public: Mapping[str, Any], found: Profile) -> Iterator[str]:
    if found.public_count is not None:
        yield f"public: {_text({**public, 'count': found.public_count})}  # {_COUNTED}"
        return
    yield f"public: {_text(_shorten(public))}"
    if found.may_count is not None:
        counted = _text({**public, "count": found.may_count})
        yield f"# public: {counted}  # in place of that, if each row stands for so many people"


def _shorten(place: Mapping[str, Any]) -> object:
    """Write a place as its short form, a text, unless that could be read as another."""
    kind, text = next(iter(place.items()))
    if len(place) > 1:
        return dict(place)
    return text if is_path(text) == (kind == "path") else dict(place)


def _release(release: str, count: str | None) -> Iterator[str]:
    if count is None:
        yield f"release: {_text(release)}"
    else:
        yield f"release: {_text({'path': release, 'count': count})}  # each row once"


def _private(places: Places, key: Key | None, count: str | None) -> Iterator[str]:
    if places.private is None:
        yield f"private: {_text({'where': places.where})}  # T: rows of P for which it is true"
    elif count is not None:
        yield f"private: {_text({**places.private, 'count': count})}  # {_COUNTED}"
    elif key is None:
        short = _text(_shorten(places.private))
        yield f"private: {short}  # matched to P on the quasi-identifiers"
    else:
        place = _shorten(places.private)
        table = {"table": place} if isinstance(place, str) else places.private
        yield f"private: {_text({**table, 'key': key.name})}"
        certain = f"{_text(key.name)} is unique in P and is used as the key"
        yield f"#  {' '.join(key.by_chance.split()) or certain}"
        for told in filter(None, (key.contradicted, key.doubt)):
            yield f"#  {' '.join(told.split())}"


def _faults(faults: Sequence[str]) -> Iterator[str]:
    for fault in faults:
        yield f"#  To mend, as check ends with code 3: {' '.join(fault.split())}"


def _keep_one_row_of_private(draft: Draft, places: Places) -> Iterator[str]:
    """Yield the statement for a T whose rows repeat the key of another."""
    key, rows = draft.key, draft.found.private_rows
    if key is None or places.private is None or key.people == rows:
        return
    panel = Panel(key.name, rows, key.people, is_certain=False)
    copies = tell_one_row_each(panel, [Repeating(places.private)])
    yield from (f"#  {one}" for one in copies)


def _tell_empty(found: Profile) -> Iterator[str]:
    if nobody := tell_nobody(found):
        yield f"#  {nobody}"


def _columns_of_public(draft: Draft) -> Iterator[str]:
    """Yield what a key finds in P for people of T: all that there is, or more than T has."""
    if draft.found.outcomes:
        yield f"#  {' '.join(tell_outcomes(draft.found).split())}"
    elif draft.found.joined:
        yield "#  T has none of these columns: those of P are published, found by this key"
    elif draft.further:
        yield "#  By this key, columns that P alone has could be quasi-identifiers, too:"
        yield f"#  {_text([*draft.further])}"


def _person(draft: Draft, places: Places) -> Iterator[str]:
    """Yield the column that names a person, or what is to be done to have one; a key is one."""
    found, tables = draft.found, (places.public, places.private, places.where)
    for told in list_doubts_of_people(found, draft.key):
        yield f"#  {' '.join(told.split())}"
    yield from _write_alike(draft, places)
    if (panel := find_certain_panel(found)) is not None:
        yield from _faults([tell_panel(found)])
        if lost := found.public_rows - panel.rows:
            said = name_count(lost, "row of P names", "rows of P name")
            yield f"#  {said} nobody there, and would be lost: who are they?"
        yield from (f"#  {told}" for told in draft.people.tell_partly())
        yield from (f"#  {' '.join(told.split())}" for told in tell_unnamed(draft, panel))
        copies = tell_one_row_each(panel, [*list_repeating(draft, panel, *tables)])
        yield from (f"#  {one}" for one in copies)
        named = _text(panel.name)
        if panel.within:
            named_by = f"{join_names([*map(_text, panel.names)])} name no people"
        else:
            named_by = f"{named} names no people"
        yield f"person: {named}  # remove this line if {named_by}"
        return
    if found.panel is not None:
        # Only asked about.
        repeating = [*list_repeating(draft, found.panel, *tables)]
        does, *statements = [*tell_one_row_each(found.panel, repeating), ""]
        if statements:
            title = " ".join(found.panel.title.split())
            yield f"#  If {title} may name people with several rows: {does}"
            yield from (f"#  {one}" for one in statements if one)
    person = find_person_beside(found, draft.key)
    if person is None:
        return
    named = _text(person.name)
    if question := _ask_of(person, named):
        yield f"# person: {named}  # {question}"
    else:
        same = "no two rows of P have the same, as each run checks: does it name people?"
        yield f"person: {named}  # {same}"


_UNCOMMENT = "remove the # before person, and each run checks that no two rows have the same"


def _ask_of(person: Person, named: str) -> str:
    """Ask what a column that names the rows of P names; empty where its name says people."""
    if person.others:
        other = _text(person.others[0])
        return (
            f"each row of P has its own, and {other} repeats. If {named} names people,"
            f" {_UNCOMMENT}; if {other} does, keep one row of each"
        )
    if names_occasion(person.name):
        which = "each row of P has its own: people, or visits, orders or the like?"
        return f"{which} If people, {_UNCOMMENT}"
    return "" if person.is_named else f"each row of P has its own. If it names people, {_UNCOMMENT}"


def _write_alike(draft: Draft, places: Places) -> Iterator[str]:
    """Yield statements that write alike what names people: keys in P and T, or values of P."""
    found, key = draft.found, draft.key
    written = dict(found.written) if key is None else {key.name: key.writing}
    name, writing = next(((one, by) for one, by in written.items() if by), ("", LETTERS))
    if not name and found.alike is not None:
        name = found.alike[0]
    if not name or writing is None:
        return
    tables = [places.public]
    if places.private is not None and name in found.private and name not in found.joined:
        tables.append(places.private)
    copies = [*list_alike([one.get("path", "") for one in tables], name, writing)]
    if copies:
        files = "the new files" if len(copies) > 1 else "the new file"
        shown = " ".join(_text(name).split())
        yield f"#  This writes {shown} {writing.said}, in DuckDB; then run init for {files}:"
        yield from (f"#  {one}" for one in copies)


def _write(one: Proposal, places: Places) -> Iterator[str]:
    """Yield the lines of a column that the job uses."""
    remark = " ".join(one.remark.split())
    tree = one.words.get("tree")
    if not isinstance(tree, Mapping):
        yield f"  {_text(one.name)}: {_write_rule(one, places)}  # {remark}"
        return
    yield f"  {_text(one.name)}:  # {remark}"
    yield "    tree:"
    for label, leaves in tree.items():
        yield f"      {_text(label)}: {_text(leaves)}"
    if "nulls" in one.words:
        yield f"    nulls: {one.words['nulls']}"


def _write_rule(one: Proposal, places: Places) -> str:
    """Return the hierarchy of a column on one line; empty if none is proposed."""
    if "tree" in one.words:
        return _text(dict(one.words))
    file = places.hierarchies.get(one.name)
    if file is None:
        return write_rule(one.words) if one.words else ""
    written = _text(file)
    words = {**one.words, "hierarchy": written}
    return write_rule(words) if len(words) > 1 else written


def _public_columns(draft: Draft) -> Iterator[str]:
    deciding, showing, likely = draft.deciding, draft.showing, draft.likely
    secret = {*deciding, *showing, *likely}
    known = [one.name for one in draft.found.public if one.name not in secret]
    yield "# Columns of P that the public knows. Remove private ones; `keep` may then publish them:"
    yield f"public_columns: {_text(known)}"
    if deciding:
        yield "# Not among them, as each alone decides who is in T; who knows it needs no release:"
        yield f"# {_text(deciding)}"
    if showing:
        yield "# Not among them, as hardly anybody outside of T has some of their values; who knows"
        yield "# those needs no release to know much of T. Add those that the public knows:"
        yield f"# {_text(showing)}"
    if likely:
        yield "# Not among them, as one value, or all but one, has about as many people of P as T"
        yield "# has rows, with their quasi-identifiers: maybe the secret. Add those that are not:"
        yield f"# {_text(likely)}"
    used = {one.name for one in draft.chosen}
    leaning = [one.name for one in draft.leaning if one.name in known and one.name not in used]
    if leaning:
        yield "# Of these, each alone tells much of who is in T, as most people with some of its"
        yield "# values are in T. If others know them, list them above: so they are generalized:"
        yield f"# {_text(leaning)}"


def _keep(draft: Draft) -> Iterator[str]:
    columns = draft.kept
    others = [one for one in columns if one.public_column or one.kind]
    if names := [one.name for one in columns if one not in others]:
        yield "# Columns of T to publish as they are; they must not identify a person:"
        yield f"# keep: {_text(names)}"
    if own := [one.name for one in columns if one.is_unique and one not in others]:
        yield f"#  {_text(own)}: nearly every row has a value of its own; whoever knows that of a"
        yield "#  person finds the row: round or group such values, or do not keep them"
    if others:
        yield "# Columns of T that identify people, and should not be kept:"
    for one in others:
        why = one.kind or f"it has the values of {_text(one.public_column)}, by which P is joined"
        yield f"#  {_text(one.name)}: {' '.join(why.split())}{_tell_key(one, draft)}"


def _tell_key(one: KeptColumn, draft: Draft) -> str:
    """Say that a column of T could be the key, if it has the values of a column that P has once."""
    unique = {column.name for column in draft.found.public if column.distinct == column.rows}
    is_key = one.public_column in unique and find_kind(one.public_column) == "identifier"
    if draft.key is not None or not is_key:
        return ""
    return f"; name it {_text(one.public_column)} in T, too, and T is matched by this key"


def choose_bound(share: Fraction) -> str:
    """Return a δmax with some room: twice |T|/|P|, or half way to certainty if less.

    It is rounded up to a whole percent, so that more people in T never lower it, and a few more
    hardly raise it. 1, which any presence satisfies, only if T is nearly all of P: otherwise the
    job would run unchanged and protect nobody.

    >>> [choose_bound(Fraction(n, 1000)) for n in (0, 124, 126, 334, 500, 975, 990)]
    ['0.01', '0.25', '0.26', '0.67', '0.75', '0.99', '1']
    """
    percent = max(ceil(100 * min(2 * share, (1 + share) / 2)), 1)
    return f"{percent / 100:g}"


def _write_delta(people: People) -> Iterator[str]:
    """Yield δ, with how many people are in T, by which rule its max follows, and what is better."""
    delta = f"delta: {{min: 0, max: {choose_bound(people.share)}}}"
    if not people.private:
        yield f"{delta}  # nobody is in T, so that any max holds: choose it when T has rows"
        return
    who = "rows are in T, which does not name people" if people.are_rows else "people are in T"
    yield f"{delta}  # {people.private:,} of {people.public:,} {who}"
    is_twice = 2 * people.share <= (1 + people.share) / 2
    room = "twice that share" if is_twice else "half way from that share to 100 %"
    yield (
        f"#  max: {room}, rounded up to a whole percent. dpsql delta computes one from what it may"
        " cost people."
    )


def _text(value: Any) -> str:
    """Write a value on one line that every reader of YAML in UTF-8 reads alike.

    Letters are not escaped. If one of its texts is not printable, all beyond ASCII is escaped.
    """
    text = _dump(value, allow_unicode=True)
    return text if text.isprintable() else _dump(value, allow_unicode=False)


class _OneLine(yaml.SafeDumper):
    """Quotes texts that are not printable, so that they are escaped and cannot end a line."""


def _represent_text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = None if text.isprintable() else '"'
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style)


_OneLine.add_representer(str, _represent_text)


def _dump(value: Any, *, allow_unicode: bool) -> str:
    text: str = yaml.dump(
        value,
        Dumper=_OneLine,
        default_flow_style=True,
        allow_unicode=allow_unicode,
        width=float("inf"),
        sort_keys=False,
    )
    return text.removesuffix("\n...\n").removesuffix("\n")
