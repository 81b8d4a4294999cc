"""What `check` says of a job: sizes, whether δ can be reached, and what is foreseen."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from dpsql.domain.plurals import name_count
from dpsql.report.infeasible import list_foreseen, tell_validity
from dpsql.report.notebook.blocks import Block, Sentence, Table, Tone
from dpsql.report.sentences import name_columns, name_labels

if TYPE_CHECKING:
    from dpsql.use_cases.check import Checked


def tell_check(found: "Checked", *, is_warned: bool = False) -> Iterator[Block]:
    """Yield a table and sentences; `is_warned`: a warning tells why no release can be written."""
    is_known = found.contradictions is None
    rows = [
        ("rows of P" if is_known else "people of P, as stated", f"{found.public_rows:,}"),
        ("rows of T", f"{found.private_rows:,}"),
    ]
    if found.differing is not None and found.differing.rows:
        rows.append(("of these, with other values than P", f"{found.differing.rows:,}"))
    tuples = "distinct tuples" if is_known else "distinct tuples of T"
    rows.append((tuples, f"{found.distinct_tuples:,}"))
    if found.contradictions is not None:
        rows.append(("of these, more than the statistics allow", f"{found.contradictions:,}"))
    rows.append(("nodes of the lattice", f"{found.nodes:,}"))
    rows += [(f"levels of {name}", f"0 to {height}") for name, height in found.heights.items()]
    rows.append(("an outsider knows", name_columns(found.public_columns)))
    yield Table(("what", "value"), rows)
    yield from map(Sentence, _list_contradictions(found))
    told = found.to_dict()
    is_fault = found.feasible is not False and bool(found.release_problem)
    if is_fault and is_warned:
        yield Sentence("The tables are valid. No release can be written.", "yellow")
    else:
        tone: Tone = "red" if found.feasible is False else "yellow" if is_fault else ""
        yield Sentence(tell_validity(told), tone)
    for line in list_foreseen(told):
        yield Sentence(line, "yellow")


def _list_contradictions(found: "Checked") -> Iterator[str]:
    """Classes of which T has more people than the statistics, a line each."""
    if not found.contradictory or found.contradictions is None:
        return
    yield "T has more people than the statistics of:"
    for one in found.contradictory:
        yield f"- {name_labels(one.labels)} ({name_count(one.private_rows, 'row')} of T)"
    if more := found.contradictions - len(found.contradictory):
        yield f"- and {more:,} more"
