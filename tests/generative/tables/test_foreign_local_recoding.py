"""Foreign releases whose rows have different levels: what they mean is found out by brute force.

Every cell is tried as a label of each level; a release is right if each cell means one set of
values, the sets of people behind its rows are disjoint, and each holds as many of T as it has rows.
"""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from math import perm
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

import dpsql
from dpsql.errors import IntegrityError
from tests.generative.budget import share_of_profile
from tests.generative.instances.case_strategies import cases, nodes
from tests.generative.instances.cases import Case
from tests.generative.instances.columns import text_of
from tests.generative.instances.files import make_arrow_table, write_parquet
from tests.generative.instances.jobs import make_job, plain_setting
from tests.generative.tables.test_foreign_releases import put_in_order
from tests.oracle.knowledge.overlap import find_presence_by_assignments
from tests.oracle.tables.instance import Models
from tests.oracle.tables.table import Node, Row, generalize

#: All ways to give rows people are tried, a tenth of a second at most.
MOST_ASSIGNMENTS = 20_000
Text = str | None
Cells = tuple[Text, ...]


def spell(case: Case, row: Row, node: Node) -> Cells:
    """A row at a node."""
    return tuple(map(text_of, generalize(row, case.instance.ladders, node)))


def list_meanings(case: Case, j: int, cell: Text) -> set[frozenset[Text]]:
    """All sets of values of P that a cell may mean."""
    ladder, values = case.instance.ladders[j], {row[j] for row in case.public}
    meanings = {
        frozenset(text_of(value) for value in values if text_of(ladder[value][level]) == wanted)
        for level in range(len(next(iter(ladder.values()))))
        for wanted in ([cell, None] if cell == "NULL" else [cell])
    }
    everything = {frozenset(map(text_of, values))} if cell == "*" else set()
    return (meanings | everything) - {frozenset()}


def find_presence(case: Case, released: list[Cells]) -> tuple[Fraction, Fraction] | None:
    """The least and the greatest presence; None where the release is none."""
    boxes = find_boxes(case, released)
    if boxes is None:
        return None
    found: dict[int, Fraction] = dict.fromkeys(range(len(case.public)), Fraction(0))
    covered: set[int] = set()
    counted = Counter(zip(released, boxes, strict=True))
    for (_, box), count in counted.items():
        if box & covered:
            return find_presence_of_overlap(case, boxes)
        covered |= box
        found |= dict.fromkeys(box, Fraction(count, len(box)))
    for (_, box), count in counted.items():
        if sum(case.members[i] for i in box) != count:
            return None
    if any(member and i not in covered for i, member in enumerate(case.members)):
        return None
    return min(found.values()), max(found.values())


def find_presence_of_overlap(
    case: Case, boxes: list[frozenset[int]]
) -> tuple[Fraction, Fraction] | None:
    """The same where rows could stand for people of several boxes, by all assignments."""
    models, people = case.models, len(case.public)
    if replace(models, delta=None, k_anonymity=None) != Models():
        return None
    members = [i for i, member in enumerate(case.members) if member]
    if len(boxes) != len(members) or not any(
        all(one in box for one, box in zip(chosen, boxes, strict=True))
        for chosen in permutations(members)
    ):
        return None
    ends = find_presence_by_assignments(boxes, people)
    everybody = frozenset(range(people))
    kept = [box for box in boxes if box != everybody]
    suppressed = len(boxes) - len(kept)
    if suppressed:
        shown = frozenset().union(*kept)
        if sum(map(len, set(kept))) > len(shown):
            return Fraction(0), Fraction(1)
        if suppressed <= people - len(shown):
            ends += [Fraction(kept.count(box), len(box)) for box in kept]
            ends.append(Fraction(suppressed, people - len(shown)))
    return min(ends), max(ends)


def find_boxes(case: Case, released: list[Cells]) -> list[frozenset[int]] | None:
    """The people of P behind each row; None where a cell means nothing, or several things."""
    public = [tuple(map(text_of, row)) for row in case.public]
    known: dict[Cells, frozenset[int]] = {}
    for cells in set(released):
        meanings = [list_meanings(case, j, cell) for j, cell in enumerate(cells)]
        if any(len(each) != 1 for each in meanings):
            return None
        sets = [next(iter(each)) for each in meanings]
        known[cells] = frozenset(
            i
            for i, row in enumerate(public)
            if all(text in values for text, values in zip(row, sets, strict=True))
        )
    return [known[cells] for cells in released]


@st.composite
def recoded(draw: st.DrawFn, case: Case) -> list[Cells]:
    """T at a node, or below it in some of its classes; now and then a row for itself."""
    node = draw(nodes(case))
    rows, levels = [], {}
    for row in case.private:
        label = generalize(row, case.instance.ladders, node)
        if label not in levels:
            levels[label] = tuple(draw(st.integers(0, level)) for level in node)
        rows.append(spell(case, row, levels[label]))
    if rows and draw(st.booleans()):
        place = draw(st.integers(0, len(rows) - 1))
        rows[place] = spell(case, case.private[place], draw(nodes(case)))
    return rows


@share_of_profile(3)
@given(st.data())
def test_rows_of_different_levels(data: st.DataObject) -> None:
    case = data.draw(cases(models="perhaps"))
    setting = plain_setting(case)
    released = data.draw(st.permutations(data.draw(recoded(case))))
    with TemporaryDirectory() as folder:
        job = make_job(case, setting, Path(folder))
        job = put_in_order(case, job.with_unchecked({"keep": ()}))
        columns = list(zip(*released, strict=True)) or [()] * len(setting.names)
        path = Path(folder) / "foreign.parquet"
        write_parquet(path, make_arrow_table(dict(zip(setting.names, columns, strict=True))))
        try:
            presence = dpsql.measure(job, release=path).presence
            found = presence.minimum, presence.maximum
        except IntegrityError:
            found = None
        if perm(len(case.public), len(released)) > MOST_ASSIGNMENTS:
            assert found is None or found[0] <= found[1]
            return
        if not any(cell and cell.startswith("[") and ".." in cell for r in released for cell in r):
            assert found == find_presence(case, released)
