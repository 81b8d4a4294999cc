"""The statements of a job, in their order: those that label, check and release; none is run.

Reads only the job and its hierarchy files. Statements are trees over logical names; the writers of
scripts and dbt projects add dialects and places.
"""

from collections.abc import Iterable, Iterator

from dpsql.warehouses.scripts.boxed import list_boxed
from dpsql.warehouses.scripts.classes import (
    CLASSES,
    classes_query,
    give_verdict,
    list_problems,
    list_violating,
    make_release,
)
from dpsql.warehouses.scripts.climbing import list_climbers
from dpsql.warehouses.scripts.labelled import list_labelled
from dpsql.warehouses.scripts.outline import Outline
from dpsql.warehouses.scripts.parted import list_parted
from dpsql.warehouses.scripts.sensitive import list_sensitive
from dpsql.warehouses.scripts.step import Step


def list_steps(outline: Outline) -> list[Step]:
    """Return the statements in an order in which they can be run."""
    made = [*_list_made(outline)]
    equal = "labels" if outline.boxes is None else "texts"
    title = f"The classes: whoever has equal {equal} is in one."
    counted = [Step(title, classes_query(outline), CLASSES)]
    checks = [list_problems(outline)]
    for judged in list_sensitive(outline):
        counted += judged.made
        checks += judged.checks
    violating = [list_violating(outline)] if outline.models else []
    verdict = give_verdict(outline, checks)
    release = make_release(outline, checks, counted)
    return [*made, *counted, *checks, *violating, verdict, release]


def _list_made(outline: Outline) -> Iterator[Step]:
    """Return the steps that make the labelled rows."""
    if outline.boxes is not None:
        return list_boxed(outline, outline.boxes)
    if outline.parts is not None:
        return list_parted(outline, outline.parts)
    if outline.least is not None:
        return list_climbers(outline, outline.least)
    return list_labelled(outline)


def tables_of(steps: Iterable[Step]) -> list[str]:
    """Return the logical tables that steps make, in their order."""
    return [step.table for step in steps if step.table]
