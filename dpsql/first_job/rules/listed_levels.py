"""Levels that are listed value by value, as codes and names have no order that a rule could use."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import count

from dpsql.domain.levels.hierarchy import ROOT
from dpsql.domain.plurals import join_names, name_count
from dpsql.first_job.columns import MOST_LISTED, ColumnProfile
from dpsql.first_job.rules.formed import Labels

_TO_GROUP = (
    "kept or suppressed, as they have no order; to group them, write the group of each between it"
    " and * in that CSV"
)


@dataclass(frozen=True)
class ListedLevels:
    """The labels of each value above it, the finest first: those that `above` has for its rows.

    `above`: columns of P of which each value has one; none where it is kept or suppressed. `kind`:
    that of the first of them. `slips`: by column, how many values have another one, in how many
    rows.
    """

    paths: Mapping[str, tuple[str, ...]]
    above: tuple[str, ...] = ()
    kind: str = ""
    slips: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    def propose(self, one: ColumnProfile) -> tuple[dict[str, object], str]:
        """Return the keys of a hierarchy for a column with these levels, and a remark."""
        labels = Labels(lambda: dict(self.paths), len(self.above))
        is_short = one.distinct <= MOST_LISTED
        words: dict[str, object] = {"tree": labels.as_tree()} if is_short else {"hierarchy": labels}
        said = f", by {join_names(self.above)} of P" if self.above else f": {_TO_GROUP}"
        said += "".join(_tell_slips(name, *counts) for name, counts in self.slips.items())
        nulls = {"nulls": "own_leaf"} if one.has_nulls else {}
        return words | nulls, f"{name_count(one.distinct, 'value')}{said}"

    def without(self, names: Collection[str]) -> "ListedLevels":
        """Return it without the levels that these columns make.

        >>> both = label_by({"a": ("x", "y")}, ("district", "canton"))
        >>> both.without(("district",)).paths, both.without(("district",)).above
        ({'a': ('y',)}, ('canton',))
        """
        taken = [i for i, name in enumerate(self.above) if name not in names]
        paths = {value: tuple(labels[i] for i in taken) for value, labels in self.paths.items()}
        slips = {name: counts for name, counts in self.slips.items() if name not in names}
        return replace(self, paths=paths, above=tuple(self.above[i] for i in taken), slips=slips)


def _tell_slips(name: str, values: int, rows: int) -> str:
    """Say that some values have several labels, which a job for clean tables would not.

    >>> _tell_slips("state", 1, 2), _tell_slips("state", 3, 4)[:29]
    ('; 1 value has another state in 2 rows: mend it', '; 3 values have another state')
    """
    have, them = ("has", "it") if values == 1 else ("have", "them")
    of = name_count(values, "value")
    return f"; {of} {have} another {name} in {name_count(rows, 'row')}: mend {them}"


def label_by(
    rows: Mapping[str, tuple[str, ...]],
    above: tuple[str, ...],
    slips: Mapping[str, tuple[int, int]] | None = None,
    unstated: Iterable[str] = (),
) -> ListedLevels:
    """Return levels whose labels are values of the columns `above`, in the order of these.

    A value that is a number, or one of a level below, has its column's name before. The values
    `unstated`, which say that one is missing, keep their text at all levels.

    >>> label_by({"7": ("1", "Bern"), "8": ("1", "Bern")}, ("district", "canton")).paths["8"]
    ('district 1', 'Bern')
    """
    unstated = sorted(unstated)
    taken = {*rows, *unstated, ROOT}
    written: list[dict[str, str]] = []
    for level, name in enumerate(above):
        values = {labels[level] for labels in rows.values()}
        is_clear = taken.isdisjoint(values) and not any(map(_is_number, values))
        texts = {one: one for one in values} if is_clear else _name_apart(name, values, taken)
        taken.update(texts.values())
        written.append(texts)
    paths = {
        value: tuple(texts[one] for texts, one in zip(written, labels, strict=True))
        for value, labels in sorted(rows.items(), key=lambda row: (row[1][::-1], _rank(row[0])))
    }
    paths |= {value: (value,) * len(above) for value in unstated}
    return ListedLevels(paths, above, slips=slips or {})


def _name_apart(name: str, values: Collection[str], taken: Collection[str]) -> dict[str, str]:
    """Return by value its label: with the name before it, and signs between if that is taken.

    >>> _name_apart("office", ["1"], ["office 1", "b"]), _name_apart("office", ["1"], ["b"])
    ({'1': 'office: 1'}, {'1': 'office 1'})
    """
    for signs in count():
        texts = {one: f"{name}{':' * signs} {one}" for one in values}
        if {*taken}.isdisjoint(texts.values()):
            break
    return texts


def _rank(value: str) -> tuple[int, str]:
    """Order values as texts, and whole numbers by their size.

    >>> sorted(["12", "7", "b", "a10"], key=_rank)
    ['a10', 'b', '7', '12']
    """
    return (len(value) if value.isdigit() else 0, value)


def _is_number(text: str) -> bool:
    return text.removeprefix("-").replace(".", "", 1).isdigit()
