"""Writes a first job as YAML with comments. Every text that YAML could misread is quoted."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import yaml

from dpsql.errors import InputError
from dpsql.first_job.profile import Profile
from dpsql.first_job.proposals import Proposal, find_key, name_others, propose

#: δmax is the first of these that is twice |T|/|P| or more, or half way from it to certainty.
_BOUNDS = ("0.01", "0.02", "0.05", "0.1", "0.2", "0.5", "0.7", "0.8", "0.9", "0.95", "0.99")

#: The active one works with every constraint and command, and its labels are the same in all rows.
_ALGORITHMS = (
    "algorithm: spalm  # one level for each column; with the same guarantee, others keep more:",
    "# algorithm: pooled  # only people of rare classes get coarser labels than the others",
    "# algorithm: {mpalm: {cuts: hierarchy}}  # labels as fine as each group of people allows",
)


def write_job(
    found: Profile, public: str, private: str | None, release: str, where: str | None = None
) -> str:
    """Return the text of a job for the tables at two paths; it can be run unchanged.

    Without `private`, T is the rows of P where `where` is true.

    Raises:
        InputError: the tables share no column that could be a quasi-identifier.
    """
    proposals = propose(found)
    chosen = [one for one in proposals if one.chosen]
    if not chosen:
        raise InputError(
            "the tables share no column that could be a quasi-identifier; it needs the same name"
            " and type in both, and more than one value"
        )
    key = find_key(found)
    taken = [one.name for one in chosen] + ([key] if key else [])
    lines = [
        "# A first job, made by dpsql init. It runs as it is: dpsql check JOB, dpsql measure JOB,",
        "# dpsql anonymize JOB. Review it, and refine what you know more about.",
        *_public(public, found.public_count),
        *(_marked(where) if private is None else _private(private, key, found.private_count)),
        "quasi_identifiers:  # what others may know about a person and look up in P",
        *(line for one in chosen for line in _write(one)),
    ]
    left_out = [one for one in proposals if not one.chosen]
    if left_out:
        lines.append("# Columns of both P and T that are not used:")
        lines += [f"# {line}" for one in left_out for line in _write(one)]
    lines += [
        f"delta: {{min: 0, max: {_choose_bound(found)}}}  # {found.private_rows:,} of"
        f" {found.public_rows:,} people are in T; dpsql delta computes what a max may cost them",
        "# constraints: {k_anonymity: 5}",
        *_ALGORITHMS,
        *_public_columns(found),
        *([] if found.private_count else _keep(name_others(found, taken))),
        *_release(release, found.private_count),
    ]
    return "\n".join(lines) + "\n"


#: People might take a table of counts for one of people, or the reverse.
_COUNTED = "each row stands for so many people; drop count if it is one person"


def _public(public: str, count: str | None) -> Iterator[str]:
    if count is None:
        yield f"public: {_text(public)}"
    else:
        yield f"public: {_text({'path': public, 'count': count})}  # {_COUNTED}"


def _release(release: str, count: str | None) -> Iterator[str]:
    if count is None:
        yield f"release: {_text(release)}"
    else:
        yield f"release: {_text({'path': release, 'count': count})}  # each row once"


def _marked(where: str | None) -> Iterator[str]:
    yield f"private: {_text({'where': where})}  # T is the rows of P for which this is true"


def _private(private: str, key: str | None, count: str | None) -> Iterator[str]:
    if count is not None:
        yield f"private: {_text({'path': private, 'count': count})}  # {_COUNTED}"
        return
    if key is None:
        yield f"private: {_text(private)}  # matched to P on the quasi-identifiers"
        return
    yield f"private: {_text({'table': private, 'key': key})}"
    yield f"#  {_text(key)} is unique in P and is used as the key"


def _write(one: Proposal) -> Iterator[str]:
    remark = " ".join(one.remark.split())
    tree = one.words.get("tree")
    if not isinstance(tree, Mapping):
        yield f"  {_text(one.name)}: {_write_rule(one.words)}  # {remark}"
        return
    yield f"  {_text(one.name)}:  # {remark}"
    yield "    tree:"
    for label, leaves in tree.items():
        yield f"      {_text(label)}: {_text(leaves)}"
    if "nulls" in one.words:
        yield f"    nulls: {one.words['nulls']}"


def _write_rule(words: Mapping[str, object]) -> str:
    """Write a rule without quotes, which numbers and names of units do not need."""
    parts = []
    for word, value in words.items():
        text = f"[{', '.join(map(str, value))}]" if isinstance(value, list) else value
        parts.append(f"{word}: {text}")
    return f"{{{', '.join(parts)}}}"


def _public_columns(found: Profile) -> Iterator[str]:
    yield "# Columns of P that the public knows. Remove private ones; `keep` may then publish them:"
    yield f"public_columns: {_text([one.name for one in found.public])}"


def _keep(names: list[str]) -> Iterator[str]:
    if names:
        yield "# Columns of T to publish as they are; they must not identify a person:"
        yield f"# keep: {_text(names)}"


def _choose_bound(found: Profile) -> str:
    """Return a δmax with some room; 1, which any presence satisfies, only if T is nearly all of P.

    With 1 for every T that is a large part of P, the job would run unchanged and protect nobody.
    """
    share = Fraction(found.private_rows, found.public_rows)
    room = min(2 * share, (1 + share) / 2)
    return next((bound for bound in _BOUNDS if Fraction(bound) >= room), "1")


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
