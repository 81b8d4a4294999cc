"""Writes a first job as YAML with comments. Every text that YAML could misread is quoted."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import ceil
from typing import Any

from dpsql.domain.sections.source import is_path
from dpsql.domain.words.yaml_words import as_yaml
from dpsql.faces import name_function
from dpsql.first_job.algorithms import write_algorithms
from dpsql.first_job.dependent.parents import list_groups
from dpsql.first_job.draft import Draft
from dpsql.first_job.mended_tables import repeat_private
from dpsql.first_job.people.keys import Key
from dpsql.first_job.people.outcomes import tell_outcomes
from dpsql.first_job.people.panel_keys import find_copies, tell_dropped
from dpsql.first_job.people.people import (
    People,
    find_certain_panel,
)
from dpsql.first_job.people.told_statements import tell_one_row_each
from dpsql.first_job.profile import Profile, tell_nobody
from dpsql.first_job.proposal import Proposal
from dpsql.first_job.rules.formed import write_rule
from dpsql.first_job.spelled_names import find_spelled
from dpsql.first_job.written.kept_lines import write_kept
from dpsql.first_job.written.left_out import list_left_out
from dpsql.first_job.written.people_lines import (
    know_tables,
    write_faults,
    write_finding,
    write_person,
)
from dpsql.first_job.written.places import Places
from dpsql.sql.tables.unknown_keys import tell_unknown


def write_job(draft: Draft, places: Places) -> str:
    """Return the text of a job; it can be run unchanged."""
    found, people = draft.found, draft.people
    mended = "P" if find_certain_panel(found) is not None else "T"
    runs = f"It runs once {mended} is mended" if draft.faults else "It runs as it is"
    faults = [*write_faults(draft.faults_of_private)]
    # What people are called answers more of these than what they advise.
    is_called_otherwise = draft.found.called_otherwise is not None
    lines = [
        *_head(runs, in_memory=bool(places.in_memory)),
        *_public(places.public, found),
        *_private(places, draft.key, found.private_count),
        *([] if is_called_otherwise else faults),
        *write_finding(draft),
        *_keep_one_row_of_private(draft, places),
        *_drop_unknown(draft, places),
        *_tell_empty(found),
        *_columns_of_public(draft),
        *write_person(draft, places),
        *(faults if is_called_otherwise else []),
        "quasi_identifiers:  # what others may know about a person and look up in P",
        *(line for one in draft.chosen for line in _write(one, places)),
    ]
    if draft.left_out:
        both = "P" if found.joined else "both P and T"
        lines.append(f"# Columns of {both} that are left out, and so are not published:")
        written = {
            one.name: (as_yaml(one.name), _write_rule(one, places)) for one in draft.left_out
        }
        lines += [f"# {line}" for line in list_left_out(draft.left_out, written)]
    lines += [
        *_columns_without_key(draft),
        *_write_delta(people, draft.found),
        "# constraints: {k_anonymity: 5}",
        *write_algorithms(draft, in_memory=bool(places.in_memory)),
        *_public_columns(draft),
        *write_kept(draft),
        *_about(in_memory=bool(places.in_memory)),
        *_release(places.release, found.private_count),
        *([] if places.engine is None else [f"engine: {as_yaml(places.engine)}"]),
    ]
    return "\n".join(lines) + "\n"


def _head(runs: str, *, in_memory: bool) -> Iterator[str]:
    if in_memory:
        yield f"# A first job, made by dpsql.init. {runs}: dpsql.check(job), dpsql.risks(job),"
        yield "# dpsql.anonymize(job). Refine it by job.replace. What is shown here tells of T."
        return
    yield f"# A first job, made by dpsql init. {runs}: dpsql check JOB, dpsql risks JOB,"
    yield "# dpsql anonymize JOB. Refine it. Its comments tell of T: remove them before sharing."


#: People might take a table of counts for one of people, or the reverse.
_COUNTED = "each row stands for so many people; drop count if it is one person"


def _public(public: Mapping[str, Any], found: Profile) -> Iterator[str]:
    if found.public_count is not None:
        yield f"public: {as_yaml({**public, 'count': found.public_count})}  # {_COUNTED}"
        return
    yield f"public: {as_yaml(_shorten(public))}"
    if found.may_count is not None:
        counted = as_yaml({**public, "count": found.may_count})
        yield f"# public: {counted}  # in place of that, if each row stands for so many people"


def _shorten(place: Mapping[str, Any]) -> object:
    """Write a place as its short form, a text, unless that could be read as another."""
    kind, text = next(iter(place.items()))
    if len(place) > 1:
        return dict(place)
    return text if is_path(text) == (kind == "path") else dict(place)


def _about(*, in_memory: bool) -> Iterator[str]:
    page = 'dpsql.sign_off(job, "sign.html")' if in_memory else "dpsql report JOB --sign-off"
    yield f"# What the page to sign says of the release ({page}):"
    yield "# about: {title: …, purpose: …, responsible: …, reason_for_delta: …}"


def _release(release: str, count: str | None) -> Iterator[str]:
    if count is None:
        yield f"release: {as_yaml(release)}"
    else:
        yield f"release: {as_yaml({'path': release, 'count': count})}  # each row once"


def _private(places: Places, key: Key | None, count: str | None) -> Iterator[str]:
    if places.private is None:
        yield f"private: {as_yaml({'where': places.where})}  # T: rows of P for which it is true"
    elif count is not None:
        yield f"private: {as_yaml({**places.private, 'count': count})}  # {_COUNTED}"
    elif key is None:
        short = as_yaml(_shorten(places.private))
        yield f"private: {short}  # matched to P on the quasi-identifiers"
    else:
        place = _shorten(places.private)
        table = {"table": place} if isinstance(place, str) else places.private
        yield f"private: {as_yaml({**table, 'key': key.name})}"
        certain = f"{as_yaml(key.name)} is unique in P and is used as the key"
        yield f"#  {' '.join(key.by_chance.split()) or certain}"
        for told in filter(None, (key.contradicted, key.doubt)):
            yield f"#  {' '.join(told.split())}"


def _keep_one_row_of_private(draft: Draft, places: Places) -> Iterator[str]:
    """Yield the statement for a T whose rows repeat the key of another."""
    panel = draft.people.of_private
    if panel is None:
        return
    private = draft.found.originals[1]
    repeating = repeat_private(know_tables(draft, places), panel, private)
    copies = tell_one_row_each(panel, [repeating])
    yield from (f"#  {one}" for one in copies)
    found, key = draft.found, draft.key
    is_left = key is not None and key.is_left and key.writing is None
    if found.renamed is not None:
        is_left = found.renamed.is_left
    if copies_of := find_copies(found.originals, has_private=True) if is_left else []:
        dropped = tell_dropped(found.originals[0], copies_of[1], panel.name)
        yield from (f"#  {one}" for one in dropped)


def _drop_unknown(draft: Draft, places: Places) -> Iterator[str]:
    """Yield the statements for rows of T whose key P lacks, once T has one row of each person."""
    key = draft.key
    if key is None or not key.has_unknown or draft.people.of_private is not None:
        return
    for does, statement in tell_unknown([*draft.found.originals], key.name):
        yield f"#  {does}:"
        yield f"#  {statement}"


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
        yield f"#  {as_yaml([*draft.further])}"


def _columns_without_key(draft: Draft) -> Iterator[str]:
    """Yield the columns of P that a T without a key cannot use, as it lacks them."""
    found = draft.found
    if draft.key is not None or found.is_marked or found.renamed or found.panel:
        return
    alone = [one.name for one in found.public if one.name not in found.private]
    if names := [name for name in alone if not find_spelled(name, found)]:
        yield "# Columns that P alone has, and cannot be used, as T has no key by which P has them:"
        yield f"#   {as_yaml(names)}"


def _write(one: Proposal, places: Places) -> Iterator[str]:
    """Yield the lines of a column that the job uses."""
    remark = " ".join(one.remark.split())
    tree = one.words.get("tree")
    if not isinstance(tree, Mapping):
        yield f"  {as_yaml(one.name)}: {_write_rule(one, places)}  # {remark}"
        return
    yield f"  {as_yaml(one.name)}:  # {remark}"
    yield "    tree:"
    for label, leaves in tree.items():
        yield f"      {as_yaml(label)}: {as_yaml(leaves)}"
    if "nulls" in one.words:
        yield f"    nulls: {one.words['nulls']}"


def _write_rule(one: Proposal, places: Places) -> str:
    """Return the hierarchy of a column on one line; empty if none is proposed."""
    if "tree" in one.words:
        return as_yaml(dict(one.words))
    file = places.hierarchies.get(one.name)
    if file is None:
        return write_rule(one.words) if one.words else ""
    written = as_yaml(file)
    words = {**one.words, "hierarchy": written}
    return write_rule(words) if len(words) > 1 else written


def _public_columns(draft: Draft) -> Iterator[str]:
    deciding, showing, likely = draft.deciding, draft.showing, draft.likely
    secret = {*deciding, *showing, *likely}
    known = [one.name for one in draft.found.public if one.name not in secret]
    yield "# Columns of P that the public knows. Remove private ones; `keep` may then publish them:"
    yield f"public_columns: {as_yaml(known)}"
    used = [one.name for one in draft.chosen]
    if groups := [name for name in list_groups(used, draft.found) if name in known]:
        yield "# Of these, the values of some are labels of levels above, and published. If one is"
        yield "# private, remove that level, too:"
        yield f"# {as_yaml(groups)}"
    if deciding:
        yield "# Not among them, as each alone decides who is in T; who knows it needs no release:"
        yield f"# {as_yaml(deciding)}"
    if showing:
        yield "# Not among them, as hardly anybody outside of T has some of their values; who knows"
        yield "# those needs no release to know much of T. Add those that the public knows:"
        yield f"# {as_yaml(showing)}"
    if likely:
        yield "# Not among them, as one value, or all but one, has about as many people of P as T"
        yield "# has rows, with their quasi-identifiers: maybe the secret. Add those that are not:"
        yield f"# {as_yaml(likely)}"
    leaning = [one.name for one in draft.leaning if one.name in known and one.name not in used]
    if leaning:
        yield "# Of these, each alone tells much of who is in T, as most people with some of its"
        yield "# values are in T. If others know them, list them above: so they are generalized:"
        yield f"# {as_yaml(leaning)}"


#: A share with more decimals than a float has for sure is written as a fraction.
_EXACT = 10**6


def choose_bound(share: Fraction) -> str:
    """Return a δmax with some room: twice |T|/|P|, or half way to certainty if less.

    It is rounded up to a whole percent, so that more people in T never lower it, and a few more
    hardly raise it; where that would be 1, which any presence satisfies, to a finer share. Where
    everybody is in T nothing can be hidden, and no bound below 1 holds: `check` says so.

    >>> [choose_bound(Fraction(n, 1000)) for n in (0, 124, 126, 334, 500, 975, 990, 999, 1000)]
    ['0.01', '0.25', '0.26', '0.67', '0.75', '0.99', '0.995', '0.9995', '0.99']
    """
    if share == 1:
        return "0.99"
    bound, steps = min(2 * share, (1 + share) / 2), 100
    while (rounded := Fraction(max(ceil(steps * bound), 1), steps)) == 1:
        steps *= 10
    return f"{float(rounded):g}" if steps < _EXACT else str(rounded)


def _write_delta(people: People, found: Profile) -> Iterator[str]:
    """Yield δ, with how many people are in T, by which rule its max follows, and what is better."""
    bound = choose_bound(people.share)
    delta = f"delta: {{min: 0, max: {bound}}}"
    if not people.private:
        yield f"{delta}  # nobody is in T, so that any max holds: choose it when T has rows"
        return
    who = "rows are in T, which does not name people" if people.are_rows else "people are in T"
    own = found.own_repeats
    if found.private_waves is not None or found.private_moment is not None:
        who = "are in T, by its rows; if somebody has several, fewer people are"
    if own is not None:
        names = " and ".join(map(as_yaml, own.names))
        verb = "names" if len(own.names) == 1 else "name"
        who = f"are in T, by its rows; if {names} {verb} people, {own.people:,} are"
    yield f"{delta}  # {people.private:,} of {people.public:,} {who}"
    if people.share == 1:
        yield "#  max: all of P are in T, so that no release keeps anybody below 100 %"
        return
    is_twice = 2 * people.share <= (1 + people.share) / 2
    room = "twice that share" if is_twice else "half way from that share to 100 %"
    computes = name_function("choose_delta", command="delta")
    rounded = "rounded up" + " to a whole percent" * ((100 * Fraction(bound)).denominator == 1)
    yield f"#  max: {room}, {rounded}. {computes} computes one from what it may cost people."
