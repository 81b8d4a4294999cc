"""Outcomes that are tables, as cells of a notebook. Pure: takes the JSON of each command."""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from dpsql.domain.plurals import name_count
from dpsql.report.first_sentence import tell_presence
from dpsql.report.frames import HasRows
from dpsql.report.infeasible import list_foreseen, tell_validity
from dpsql.report.notebook.blocks import Block, Sentence, Table, render_blocks
from dpsql.report.notebook.tables import as_text, render_table
from dpsql.report.sentences import as_bounds, as_percent
from dpsql.report.settled_levels import find_settled

Found = Mapping[str, Any]
#: The words of the name of a class.
_WORDS = re.compile(r"[A-Z][a-z]*")


def show_rows(outcome: HasRows, rows: Sequence[Mapping[str, Any]] | None = None) -> str:
    """The rows of an outcome, or those given in their place, under the line that sums it up."""
    rows = outcome.to_rows() if rows is None else rows
    columns = [*dict.fromkeys(name for row in rows for name in row)]
    cells = [["" if (cell := row.get(name)) is None else cell for name in columns] for row in rows]
    title, _, told = repr(outcome).strip("<>").partition(": ")
    words = " ".join(_WORDS.findall(title)).lower()
    return render_table(words, told, columns, cells)


def show_check(found: Found) -> str:
    """The sizes of P, T and the lattice, and whether δ can be reached."""
    rows = [
        ("rows of P", found["public_rows"]),
        ("rows of T", found["private_rows"]),
        ("distinct tuples", found["distinct_tuples"]),
        ("nodes of the lattice", found["nodes"]),
        *((f"levels of {name}", f"0 to {height}") for name, height in found["heights"].items()),
        ("an outsider knows", ", ".join(found["public_columns"])),
    ]
    told = " ".join((tell_validity(found), *list_foreseen(found)))
    return render_table("checked", told, ("what", "value"), rows)


def show_chosen_levels(found: Found) -> str:
    """The levels that were chosen from P and |T| alone."""
    sentence = (
        f"These levels have the best {found['metric']} over P of all levels with at least"
        f" {name_count(found['least_class'], 'person', 'people')} in every class."
    )
    if "pooled" in found:
        sentence = (
            f"From these levels people climb until {found['pooled']['least']:,} settle together;"
            f" every class has at least {name_count(found['least_class'], 'person', 'people')}."
        )
    return render_table(
        "chosen", sentence, ("quasi-identifier", "level"), list(found["levels"].items())
    )


def show_chosen_parts(found: Found, cuts_by_column: Mapping[str, int]) -> str:
    """The parts that were chosen from P and |T| alone."""
    sentence = (
        f"{name_count(found['parts'], 'part')} along the hierarchies, each of at least"
        f" {name_count(found['least_class'], 'person', 'people')}; so often a part is cut by each"
        " quasi-identifier:"
    )
    return render_table(
        "chosen", sentence, ("quasi-identifier", "cuts"), list(cuts_by_column.items())
    )


def show_least_k(found: Found) -> str:
    """The releases of a k-anonymizer: the values of k that lead to each, and whether δ holds."""
    least = found["least_k"]
    sentence = (
        "No k satisfies delta: k-anonymity does not consider P."
        if least is None
        else f"The least k that satisfies delta is {least:,}."
    )
    rows = [
        (
            name_range(f"{one['k']:,}", f"{one['actual_k']:,}"),
            one["satisfied"],
            name_range(*(as_percent(Fraction(one["presence"][end])) for end in ("min", "max"))),
            one["metrics"][found["metric"]],
        )
        for one in found["trials"]
    ]
    columns = ("k", "delta holds", "presence", found["metric"])
    return render_table("least k", sentence, columns, rows)


def show_verification(found: Found, more: str = "") -> str:
    """What was confirmed of a release, and which models were judged; `more` sentences after it."""
    sentence = (
        f"{name_count(found['release']['rows'], 'released row')} against"
        f" {name_count(found['public_rows'], 'person', 'people')}; {_tell_reached(found)}"
    )
    if settled := find_settled(found.get("steps", ())):
        levels = ", ".join(f"{name} {one.name}" for name, one in settled.items())
        sentence += (
            f" Pooled: at least {found['pooled']['least']:,} people settle together; rows have the"
            f" levels {levels}."
        )
    rows = [(one["name"], one["asked"], one["holds"]) for one in found["models"]]
    return render_table("verified", sentence + more, ("model", "asked", "holds"), rows)


def show_explanation(found: Found, told: Sequence[Block]) -> str:
    """The node and what has a level lowered, then all that is `told`; for the data holder."""
    node = found["node"]
    if node is None:
        sentence = "No node of the lattice satisfies the job; total suppression violates it."
        if found["root"]["holds"]:
            sentence = "No node within the limits satisfies the job; total suppression does."
        judged = {"total suppression": found["root"]}
    else:
        what = "The optimum" if found["is_optimum"] else "The node"
        sentence = f"{what}, and what is violated if one of its levels is lowered."
        judged = {"as it is": node} | {
            f"{name} at level {one['levels'][name]}": one
            for name, one in found["predecessors"].items()
        }
    has_sensitive = any(one["sensitive_classes"] for one in judged.values())
    rows = [
        (
            title,
            *one["levels"].values(),
            one["holds"],
            one["broken_classes"],
            *([one["sensitive_classes"]] if has_sensitive else []),
        )
        for title, one in judged.items()
    ]
    columns = (
        *("node", *found["root"]["levels"], "holds"),
        "classes of P that violate the job",
        *(["classes of T whose values do"] if has_sensitive else []),
    )
    texts = [tuple(map(as_text, row)) for row in rows]
    return render_blocks("explained", [Sentence(sentence), Table(columns, texts), *told])


def name_range(low: str, high: str) -> str:
    """Return both ends, or the one that they are.

    >>> name_range("2", "2"), name_range("3", "5")
    ('2', '3 to 5')
    """
    return low if low == high else f"{low} to {high}"


def _tell_reached(found: Found) -> str:
    """The presence that was counted, or the confidence where P is known from statistics only."""
    columns = ", ".join(found["public_columns"])
    if "presence" in found:
        return f"presence {tell_presence(found, columns, ('is', 'lies'))}"
    least = as_bounds(found["confidence"]["least"], 1)[0]
    return f"δ holds with a confidence of at least {least} for an outsider who knows {columns}."
