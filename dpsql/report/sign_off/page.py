"""The page that somebody signs: one sheet about a verified release, for the file of its owner."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any

from dpsql.domain.job import Job
from dpsql.domain.plurals import join_names, name_count
from dpsql.report.explored_sentences import tell_absent
from dpsql.report.sentences import as_bounds, as_job_text, as_percent, write_ends
from dpsql.report.sign_off.before import MOST_LISTED, Before
from dpsql.report.sign_off.columns import SignedColumn
from dpsql.report.sign_off.unchecked import list_unchecked
from dpsql.report.templates import render
from dpsql.report.written_bounds import as_bound

#: A list of more letters, and more than `MOST_LISTED` names, is folded on the screen; on paper it
#: stands on a sheet of its own.
_MOST_LETTERS = 160
#: Of more quasi-identifiers the table is folded likewise: each has a row, and they are one sheet.
_MOST_COLUMNS = 8
#: And of more files that the job reads; the release, its manifest and the job stand there always.
_MOST_FILES = 4
#: What a sentence of its own says, as it is no condition of a class alone.
_SAID_APART = ("posterior ", "together", "known_absent")
#: What a condition asks of each class, in words of somebody who knows no model.
_IN_WORDS = {
    "k_anonymity": "so many rows of T or more",
    "k_map": "so many people of P or more",
    "weak_k_anonymity": "so many people of P or more, in classes without rows of T as well",
    "presence_diversity": "people in T and people not in T in a ratio within the bound",
    "presence_closeness": "a presence near that of all of P",
    "l_diversity": "different values of a kept column",
    "t_closeness": "values of a kept column about as frequent as in all of T",
}
#: Characters of all conditions, as the job states them, that one row of a table shows.
_LONGEST = 400


@dataclass(frozen=True)
class Published:
    """How rows are generalized, in words, and the quasi-identifiers.

    `few`: how many rows are in small classes; empty where people of P were not counted. `absent`:
    how many people of P are in classes without rows; 0 likewise.
    """

    shape: str
    columns: tuple[SignedColumn, ...]
    fineness: str = ""
    few: str = ""
    absent: int = 0


@dataclass(frozen=True)
class SignedFiles:
    """The SHA-256, by name, of the release, its manifest and the job, and of what the job `reads`.

    `verified_on`: the day of the page. A release has none: its manifest states no time. `unhashed`:
    which of P, T and the job are no files. `in_database`: which of P and T are tables of the job's
    DuckDB file, one of those that it reads.
    """

    own: Mapping[str, str]
    reads: Mapping[str, str]
    verified_on: date
    unhashed: tuple[str, ...] = ()
    in_database: tuple[str, ...] = ()


def render_sign_off(
    job: Job,
    name: str,
    verified: Mapping[str, Any],
    before: Before,
    files: SignedFiles,
    published: Published,
) -> str:
    """Return the page on the release `name`; `verified` is the JSON of the verification."""
    conditions = [f"{key}: {as_job_text(value)}" for key, value in job.constraints.stated.items()]
    if sum(map(len, conditions)) > _LONGEST:
        conditions = [f"{one['name']} {one['asked']}" for one in verified["models"]]
    columns = verified["public_columns"]
    lists = {
        "An outsider knows": columns,
        "Published as they are": job.keep,
        "Conditions": conditions,
    }
    return render(
        "sign_off.html.j2",
        about=job.about,
        name=name,
        verified=verified,
        published=published,
        asked=job.delta,
        confidence=job.confidence if job.is_estimated else None,
        conditions=conditions,
        before=before.sentence,
        after=_tell_after(job, verified, published.absent)
        + _tell_absent(job, verified)
        + _tell_of_rows(before),
        counts_rows=bool(before.doubt),
        number=job.release.count if job.release is not None else None,
        private_rows=before.private_rows,
        share=_find_share(job, verified, before),
        columns=columns,
        prior=job.prior,
        known_absent=job.known_absent,
        keep=job.keep,
        files=files,
        checked=list(_list_checked(job, verified)),
        unchecked=list(list_unchecked(job, before)),
        is_long=_is_long,
        most_columns=_MOST_COLUMNS,
        most_files=_MOST_FILES,
        annex={title: names for title, names in lists.items() if _is_long(names)},
    )


def _is_long(names: Sequence[str]) -> bool:
    """Whether a list of names has no place on the page."""
    return len(names) > MOST_LISTED and len(", ".join(names)) > _MOST_LETTERS


def _find_share(job: Job, verified: Mapping[str, Any], before: Before) -> Fraction | None:
    """Return how likely anybody of P is in T to whom nothing is published; None if not alike.

    With a prior each has their own; where P is known from statistics only, nobody is counted.
    """
    if job.is_estimated or job.prior is not None:
        return None
    return Fraction(before.private_rows, verified["public_rows"])


def _tell_after(job: Job, verified: Mapping[str, Any], absent: int) -> str:
    """What somebody can know from the release; `absent`: people of P in classes without rows."""
    if job.is_estimated:
        least = Fraction(as_bounds(verified["confidence"]["least"], 1)[0])
        delta = as_percent(job.delta.max) if job.delta is not None else "δ"
        return (
            "If the statistics are right, nobody can be placed in T with more than"
            f" {delta}, in at least {as_percent(least)} of the populations that fit them."
        )
    told = verified.get("posterior") or verified["presence"]
    if "together" in verified:
        told = verified["together"]["presence"]
    greatest = Fraction(told["max"]).limit_denominator(10**9)
    low = Fraction(told["min"]).limit_denominator(10**9)
    if low == greatest:
        return f"Everybody of P is in T with a probability of {as_percent(low)}."
    ends = write_ends(low, greatest)
    is_bounded = verified.get("together", {}).get("method") == "bounds"
    text = f"Nobody can be placed in T with a probability above {ends[1]}"
    if low:
        # A δmin of 0 is no bound that could be broken.
        asks = job.delta is not None and job.delta.min
        text += f" or below {ends[0]}" if asks else f"; the least is {ends[0]}"
    if greatest == 1:
        # No bound: of what is bounded or computed to 9 digits alone nobody is known to be there.
        how = "can" if Fraction(verified["presence"]["max"]) == 1 and not is_bounded else "may"
        text = f"Some people of P {how} be known to be in T for certain"
        text += f", and nobody is there with a probability below {ends[0]}" if low else ""
    elif "posterior" in verified and "together" not in verified:
        text += ", even by somebody who knows the rates of the prior"
    # By bounds, it may be that nobody is known not to be there.
    if low or is_bounded:
        return f"{text}."
    if absent:
        return f"{text}. {tell_absent(absent, verified['public_rows'])}"
    return f"{text}. Some people of P can be known not to be in T."


def _tell_absent(job: Job, verified: Mapping[str, Any]) -> str:
    """Say what the others' presence is if so many people of a class are known not to be in T."""
    if not job.known_absent or "presence_if_absent" not in verified:
        return ""
    most = Fraction(verified["presence_if_absent"]["max"]).limit_denominator(10**9)
    known = name_count(job.known_absent, "person", "people")
    return (
        f" Whoever knows of {known} of a class that they are not in T places nobody in T with"
        f" a probability above {as_percent(most)}."
    )


def _tell_of_rows(before: Before) -> str:
    """Say that rows were counted, where somebody may have several; empty if nothing says so."""
    if not before.doubt:
        return ""
    return (
        f" This holds for rows: {before.doubt}. If these are rows of the same people, the bound"
        " does not hold for people with several rows."
    )


def _list_checked(job: Job, verified: Mapping[str, Any]) -> Iterator[str]:
    """What was verified when this page was written."""
    if (number := job.release.count if job.release is not None else None) is None:
        yield "The file has the rows of T, each once, generalized as its manifest says."
    else:
        yield (
            f"The file has each different row once, with its number of rows of T in {number}:"
            " together all rows of T, generalized as its manifest says."
        )
    yield "The order of its rows follows from their content; its bytes are those of the manifest."
    told = [
        _name_condition(one)
        for one in verified["models"]
        if not _says_nothing(one) and not one["name"].startswith(_SAID_APART)
    ]
    if len(told) > MOST_LISTED:
        conditions = name_count(len(told), "condition")
        yield f"δ and the others, {conditions} in all: each holds in every class."
    elif told:
        yield f"Every class satisfies {', '.join(told)}."
    asked = [f"{key}: {_IN_WORDS[key]}" for key in job.constraints.stated if key in _IN_WORDS]
    if asked:
        yield f"These conditions ask of a class: {'; '.join(asked)}."
    counted = "the statistics" if job.is_estimated else "P"
    yield f"The classes were counted again from {counted} and T by code that no search uses."
    if job.person:
        found = f"each has a value of its own in {job.person[0]}"
        if len(job.person) > 1:
            found = f"no two agree in all of {join_names(job.person)}"
        yield f"P has one row per person: {found}."
    elif job.private.key is not None:
        yield f"Each row of P has a value of its own in {job.private.key}, the key."
    if job.is_estimated and "pooled" in verified:
        rows = name_count(verified["pooled"]["private_rows"], "released row")
        yield f"Who settles depends on the statistics alone; {rows} climbed to the root."
    if job.prior is not None:
        greatest = Fraction(verified["posterior"]["max"]).limit_denominator(10**9)
        yield (
            "δ holds for everybody under the rates of the prior as well; the greatest probability"
            f" is {as_percent(greatest)}."
        )
    if "together" in verified:
        yield from _list_together(verified["together"])
    if job.known_absent is not None:
        absent = name_count(job.known_absent, "person", "people")
        who = f"somebody who knows of up to {absent} of a class"
        yield f"δmax holds as well for {who} that they are not in T."
    if job.choose == "from_public":
        yield "What was released was chosen before T was looked at."


def _list_together(together: Mapping[str, Any]) -> Iterator[str]:
    """Say with which earlier releases δ holds, and which were left out."""
    if together["releases"]:
        count = name_count(together["releases"], "earlier release")
        yield f"δ holds as well for somebody who has {count} of this T."
    if others := together["of_other_tables"]:
        are = name_count(others, "earlier release is", "earlier releases are")
        yield f"{are} of another T: what it tells together with this one was not checked."


def _name_condition(verdict: Mapping[str, Any]) -> str:
    """What is required: δ by its letter and in percent, another model as the job has it."""
    if verdict["name"].startswith("delta "):
        end = verdict["name"].removeprefix("delta ")
        return f"δ{end} {as_bound(Fraction(verdict['asked']))}"
    return f"{verdict['name']} {verdict['asked']}"


def _says_nothing(verdict: Mapping[str, Any]) -> bool:
    """Whether no release could break what was asked for: a δmin of 0."""
    return bool(verdict["name"].endswith(" min") and Fraction(verdict["asked"]) == 0)
