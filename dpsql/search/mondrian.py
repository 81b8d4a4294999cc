"""Mondrian (LeFevre, DeWitt & Ramakrishnan 2006), strict: parts of T, cut at medians.

A part is cut after the median of its rows of T, in the first column that allows it: both sides must
hold rows of T and satisfy the models. No other value is tried, so a part may remain that another
cut would have divided. With a value rule of MPALM no such part remains (Nergiz et al. 2007, section
7, make this comparison). Widths of ranges, medians and distinct values are those of the rows of T,
whatever the models. If a model counts people of P, the people on both sides of a cut are judged,
too: they can refuse a cut and change nothing else. So this is MPALM's partition with other rankings
(`sql.partition.parts`), cut by `search.mpalm.cut_all`.
"""

from collections.abc import Iterable, Sequence

from dpsql.domain.sections.algorithm import BoxRule, MondrianOptions
from dpsql.domain.sections.strategy import Strategy, find_positions
from dpsql.errors import ConfigError
from dpsql.privacy.model import PrivacyModel


def find_strategy(options: MondrianOptions, names: Sequence[str]) -> Strategy:
    """Return the strategy of the job's options, over quasi-identifiers of these names."""
    priority = find_positions(options.priority, names)
    return Strategy(options.columns, options.values or "median", priority, rows="T")


def find_box(options: MondrianOptions, models: Iterable[PrivacyModel]) -> BoxRule:
    """Return whose rows a box is drawn around: by default P's if a model counts P, else T's.

    Raises:
        ConfigError: the job states a box around T, which may violate a model, and does not call it
            unsafe.
    """
    counts_public = any(model.counts_public for model in models)
    if options.box == "T" and counts_public and not options.unsafe:
        raise ConfigError(
            "mondrian.box: T does not keep to a model that counts people of P, as delta does; write"
            " unsafe: true beside it if you want it all the same, or box: P, which is safe"
        )
    return options.box or ("P" if counts_public else "T")
