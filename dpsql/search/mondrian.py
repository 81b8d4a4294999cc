"""Mondrian (LeFevre, DeWitt & Ramakrishnan 2006), strict: parts of T, cut at medians.

A part is cut after the median of its rows of T, in the first column that allows it: both sides must
hold rows of T and satisfy the models. No other value is tried, so that a part may be left that
another cut would have divided; with a value rule of MPALM none is (Nergiz et al. 2007, section 7,
compare so). Widths of ranges, medians and distinct values are those of the rows of T, whatever the
models. Where one counts people of P, those on both sides of a cut are judged too: they can refuse
a cut and change nothing else. That makes it MPALM's partition with other rankings
(`sql/partition`), cut by `search.mpalm.cut_all`.

Where no model counts P and boxes are drawn around rows of T, tuples without such rows change
nothing and are left out from the start.
"""

from collections.abc import Iterable

from dpsql.domain.algorithm import MondrianWords
from dpsql.domain.strategy import RowRule, Strategy
from dpsql.engines.base import Engine
from dpsql.errors import ConfigError
from dpsql.privacy.model import PrivacyModel
from dpsql.sql.orders import place_coordinates, place_spots
from dpsql.sql.partition import Partition
from dpsql.sql.tuples import TableSizes

SPOTS = "spots_0"


def find_strategy(words: MondrianWords, quasi_identifiers: Iterable[str]) -> Strategy:
    """The strategy that the words of a job mean.

    Raises:
        ConfigError: `priority` does not list each quasi-identifier once.
    """
    names = list(quasi_identifiers)
    priority = None
    if words.priority is not None:
        if sorted(words.priority) != sorted(names):
            raise ConfigError("mondrian.priority: list each quasi-identifier once")
        priority = tuple(names.index(name) for name in words.priority)
    return Strategy(words.columns, words.values, priority, rows="T")


def find_box(words: MondrianWords, models: Iterable[PrivacyModel]) -> RowRule:
    """Around whose rows a box is drawn: those of P if a model counts P, else those of T.

    Raises:
        ConfigError: a box around T is asked for although it does not keep to a model.
    """
    counts_public = any(model.counts_public for model in models)
    if words.box == "T" and counts_public and not words.unsafe:
        raise ConfigError(
            "mondrian.box: T does not keep to delta or k_map, which count people of P; write"
            " unsafe: true beside it if you want it all the same, or box: P, which is safe"
        )
    return words.box or ("P" if counts_public else "T")


def begin_partition(
    engine: Engine,
    columns: int,
    strategy: Strategy,
    models: tuple[PrivacyModel, ...],
    sizes: TableSizes,
    box: RowRule = "P",
) -> Partition:
    """Place the people of all listed orders, ready to be cut; the whole must satisfy the models."""
    counts_public = strategy.rows == "P" or any(model.counts_public for model in models)
    place_spots(engine, SPOTS, columns, "P" if counts_public or box == "P" else "T")
    if strategy.columns == "widest":
        place_coordinates(engine, columns)
    return Partition(engine, SPOTS, columns, models, sizes)
