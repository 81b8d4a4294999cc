"""Strategies for quasi-identifiers: nested hierarchies, odd ones too, and the three rules."""

from collections.abc import Sequence
from datetime import date, timedelta
from fractions import Fraction
from random import Random
from typing import Any

from hypothesis import strategies as st

from tests.generative.instances.columns import Column, text_of
from tests.generative.instances.hostile import TEXTS, texts
from tests.oracle.tables.table import Value

NESTED_WIDTHS = ((1,), (5,), (5, 10), (3, 6, 12), (2, 10, 100), (5, 10, 20, 40), (1, 7, 700))
PREFIXES = ((1,), (2, 1), (4, 3), (4, 2, 1), (8, 6, 4, 2))
CALENDARS = (
    ("day",),
    ("month",),
    ("month", "year"),
    ("quarter", "decade"),
    ("month", "quarter", "year", "decade"),
    ("year", "century"),
)
NUMBERS: list[st.SearchStrategy[Any]] = [
    st.integers(-30, 60),
    st.integers(-(10**9), 10**9),
    st.integers(-100, 100).map(lambda quarters: quarters / 4),
]
FORMS = ("file ;", "file ,", "tree", "mapping table")


KINDS = ("texts", "texts", "texts", "typed", "rule", "constant")


@st.composite
def columns(draw: st.DrawFn, random: Random, most_levels: int) -> Column:
    """Draw a quasi-identifier with at most `most_levels` levels above the raw one."""
    kind = random.choice(KINDS)
    if kind == "rule":
        return draw(_rule_columns(random, most_levels))
    if kind == "constant":
        return constant_column(draw(texts))
    leaves = draw(_typed_leaves(random) if kind == "typed" else _texts(random))
    return draw(_explicit_columns(random, leaves, most_levels))


def branching_columns(random: Random, most_levels: int) -> st.SearchStrategy[Column]:
    """Return quasi-identifiers of four to eight texts with a listed hierarchy."""
    leaves: list[Value] = list(random.sample(TEXTS, random.randint(4, 8)))
    return _explicit_columns(random, leaves, most_levels)


def constant_column(value: str) -> Column:
    """Return a column of one value whose hierarchy has one label: height 0."""
    return Column(pool=(value,), rows=((value,),))


def _texts(random: Random) -> st.SearchStrategy[list[Value]]:
    if random.random() < 0.5:
        return st.just(random.sample(TEXTS, random.randint(1, 8))).map(list[Value])
    return _several(texts, random.randint(1, 8)).map(list[Value])


def _several(values: st.SearchStrategy[Any], size: int) -> st.SearchStrategy[list[Any]]:
    return st.lists(values, min_size=size, max_size=size, unique=True)


def _typed_leaves(random: Random) -> st.SearchStrategy[list[Value]]:
    size = random.randint(1, 8)
    values = random.choice(
        [
            _several(st.integers(-(2**40), 2**40), size),
            _several(st.integers(-3, 12), size),
            _several(st.booleans(), min(size, 2)),
            _several(_dates(), size),
        ]
    )
    return values.map(list[Value])


def _dates() -> st.SearchStrategy[date]:
    near = st.integers(0, 900).map(lambda days: date(1999, 1, 1) + timedelta(days))
    return st.one_of(near, st.dates(date(1000, 1, 1), date(9999, 12, 31)))


@st.composite
def _explicit_columns(
    draw: st.DrawFn, random: Random, leaves: list[Value], most_levels: int
) -> Column:
    """Draw a nested hierarchy over these leaves: the groups of one level merge into the next."""
    null = random.choice(["absent", "absent", "row", "own leaf"])
    members = [*leaves, None] if null == "row" else leaves
    steps = max(random.randint(-1, most_levels - 1), 1 if null == "row" else 0)
    paths = [[member] for member in members]
    groups = list(range(len(members)))
    for _ in range(steps):
        groups = _merge(random, groups)
        labels = draw(_labels(random, paths, groups))
        for path, group in zip(paths, groups, strict=True):
            path.append(labels[group])
    absent = random.sample(members, random.randint(0, min(2, len(members) - 1)))
    pool = tuple(member for member in members if member not in absent)
    return Column(
        pool=(*pool, None) if null == "own leaf" else pool,
        rows=tuple(tuple(path) for path in paths),
        own_leaf=null == "own leaf",
        form=random.choice(FORMS if steps and null != "row" else FORMS[:2]),
    )


def _merge(random: Random, groups: list[int]) -> list[int]:
    """Return a coarser grouping of the leaves, numbered by first appearance."""
    count = max(groups) + 1
    fewer = random.randint((count + 1) // 2, count)
    parents = [random.randrange(fewer) for _ in range(count)]
    numbers: dict[int, int] = {}
    return [numbers.setdefault(parents[group], len(numbers)) for group in groups]


@st.composite
def _labels(
    draw: st.DrawFn, random: Random, paths: list[list[Value]], groups: list[int]
) -> list[str]:
    """Draw distinct labels for one level; a leaf's own text and the label below are welcome."""
    labels: list[str] = []
    for group in range(max(groups) + 1):
        path = paths[groups.index(group)]
        kind = random.choice(["new", "drawn", "leaf", "label below"])
        text = {"leaf": text_of(path[0]), "label below": text_of(path[-1])}.get(kind)
        label = draw(texts) if kind == "drawn" else text
        if label is None:
            label = random.choice(TEXTS)
        while label in labels:
            label += "'"
        labels.append(label)
    return labels


@st.composite
def _rule_columns(draw: st.DrawFn, random: Random, most_levels: int) -> Column:
    """Draw numbers in intervals, texts by prefix, or dates by calendar period."""
    choices: list[tuple[str, tuple[int, ...] | tuple[str, ...], list[st.SearchStrategy[Any]]]] = [
        ("widths", random.choice(NESTED_WIDTHS), NUMBERS),
        ("prefix", random.choice(PREFIXES), [texts]),
        ("dates", random.choice(CALENDARS), [_dates()]),
    ]
    name, arguments, kinds = random.choice(choices)
    pool = draw(_several(random.choice(kinds), random.randint(1, 8)))
    null = random.random() < 0.25
    kept = arguments[: max(most_levels - 1, 1)]
    return Column(
        pool=(*pool, None) if null else tuple(pool),
        rule=(name, kept),
        own_leaf=null,
        tails=_choose_tails(random, name, pool),
    )


def _choose_tails(random: Random, name: str, pool: Sequence[Any]) -> tuple[str | None, str | None]:
    """Choose where tails end and begin, mostly nowhere: at values, or parts of dates."""
    if name == "prefix" or random.random() < 0.6:
        return None, None
    edges = [str(random.choice(pool)) for _ in range(2)]
    if name == "dates":
        length = random.choice([4, 7, 10])
        edges = [edge[:length] for edge in edges]
        edges.sort()
    else:
        edges.sort(key=Fraction)
    if edges[0] == edges[1] or random.random() < 0.5:
        edges[random.randint(0, 1)] = ""
    return edges[0] or None, edges[1] or None
