"""The same job twice: over tables with a row per person, and over tables whose rows are counted."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Any

import pyarrow as pa
from hypothesis import strategies as st

import dpsql
from tests.generative.instances.cases import Case
from tests.generative.instances.files import make_arrow_table
from tests.generative.instances.hierarchy_words import state_hierarchy
from tests.generative.instances.jobs import Setting, place, state_models

#: How the number of people of a row is stored; texts as a CSV has them.
KINDS: Mapping[str, Any] = {
    "integer": int,
    "float": float,
    "decimal": Decimal,
    "text": lambda number: f"{number}.0" if number % 2 else f"0{number}",
}
#: The values of a person of P, and where T is marked there, whether they are in T.
_Person = tuple[Any, ...]
_PEOPLE, _CASES = "people", "cases"


@dataclass(frozen=True)
class Counts:
    """Which tables are counted: P alone, T alone, both, or P where T is marked in it."""

    tables: str
    kind: str
    seed: int

    @property
    def is_marked(self) -> bool:
        """Whether T is rows of P."""
        return self.tables == "P, T marked"


counts = st.builds(
    Counts,
    st.sampled_from(["P", "T", "P and T", "P, T marked"]),
    st.sampled_from(list(KINDS)),
    st.integers(0, 2**16),
)


def make_jobs(
    case: Case, setting: Setting, counted: Counts, folder: Path, **words: Any
) -> tuple[dpsql.Job, dpsql.Job]:
    """Return the job over rows that repeat, and the job over counts; each writes a folder."""
    made = []
    for name in ("rows", "counts"):
        (folder / name).mkdir()
        tables = _Tables(case, setting, counted, folder / name, is_counted=name == "counts")
        made.append(tables.make_job(words))
    return made[0], made[1]


class _Tables:
    """P and T of a case in a folder."""

    def __init__(
        self, case: Case, setting: Setting, counted: Counts, folder: Path, *, is_counted: bool
    ) -> None:
        self._case, self._setting, self._folder = case, setting, folder
        self._kind, self._random = counted.kind, Random(counted.seed)
        self._public = _PEOPLE if is_counted and counted.tables != "T" else ""
        self._private = _CASES if is_counted and counted.tables in ("T", "P and T") else ""
        self._is_marked = counted.is_marked

    def make_job(self, words: dict[str, Any]) -> dpsql.Job:
        """Write the tables and return the job."""
        case, setting = self._case, self._setting
        names = [*setting.names, setting.member][: len(setting.names) + self._is_marked]
        people = [
            (*row, member)[: len(names)]
            for row, member in zip(case.public, case.members, strict=True)
        ]
        private: Any = {"where": setting.member}
        if not self._is_marked:
            private = self._store("private", names, list(case.private), self._private)
        hierarchies = {
            name: state_hierarchy(column, self._folder / f"hierarchy {position}.csv", setting.lines)
            for position, (name, column) in enumerate(zip(setting.names, case.columns, strict=True))
        }
        usual = {"metric": case.metric, "algorithm": setting.algorithm, "engine": setting.engine}
        return dpsql.Job(
            public=self._store("public", names, people, self._public),
            private=private,
            quasi_identifiers=hierarchies,
            release=str(self._folder / f"release.{setting.release_format}"),
            **usual | state_models(case, setting, self._folder) | words,
        )

    def _store(self, stem: str, names: Sequence[str], people: list[_Person], count: str) -> Any:
        """Store a table of people, counted if there is a `count`; return the words for it."""
        # A row that stands for nobody may hold what no person has.
        nobody = (*(column.pool[-1] for column in self._case.columns), True)[: len(names)]
        rows = self._count(people, nobody) if count else people
        listed = [*names, count][: len(names) + bool(count)]
        cells = {name: [row[position] for row in rows] for position, name in enumerate(listed)}
        types = [*(self._find_type(column.pool) for column in self._case.columns), pa.bool_()]
        for name, type_ in zip(names, types, strict=False):
            cells[name] = pa.array(cells[name], type_)
        stated = place(pa.table(cells), self._setting, self._folder / stem)
        if not count:
            return stated
        if isinstance(stated, dict):
            return stated | {"count": count}
        return {"path" if isinstance(stated, str) else "table": stated, "count": count}

    def _count(self, people: list[_Person], nobody: _Person) -> list[_Person]:
        """Return rows that stand for these people, and one that stands for nobody."""
        store = KINDS[self._kind]
        rows = [(*nobody, store(0))]
        for person, number in Counter(people).items():
            left = number
            while left:
                some = self._random.randint(1, left)
                rows.append((*person, store(some)))
                left -= some
        self._random.shuffle(rows)
        return rows

    def _find_type(self, pool: Sequence[Any]) -> pa.DataType:
        """Return the type of a column of all these values, which a table may hold a part of."""
        return make_arrow_table({"values": pool}, self._setting.text_type)["values"].type
