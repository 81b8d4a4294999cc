"""Other ways to release the tables of a job, and how much of the table each keeps.

An alternative is an algorithm, and whether it looks at T or at P alone. What a release keeps is
1 − its loss.
"""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from numbers import Number
from typing import Any, Literal, Self, TypeGuard

from dpsql.domain.found.explored import ExploredPoint
from dpsql.domain.levels.written_values import as_list
from dpsql.domain.plurals import join_names
from dpsql.domain.sections.algorithm import (
    BY_RELEASE,
    FULL_DOMAIN,
    SPALM,
    Algorithm,
    MpalmOptions,
    PooledOptions,
)
from dpsql.errors import ConfigError

#: An algorithm as a caller names it: as a job has it, or by what it releases.
Stated = str | Mapping[str, object]

Choice = Literal["optimum", "from_public"]
Kind = Literal["levels", "root", "columns", "list", "cuts", "boxes"]
#: Each kind in a few words, the one that keeps least as a rule first.
_NAMES: Mapping[Kind, str] = {
    "levels": "levels",
    "root": "pooled to the root",
    "columns": "pooled by columns",
    "list": "pooled by a list of columns",
    "cuts": "cuts along the hierarchies",
    "boxes": "boxes",
}
#: Those that are compared: of each kind what keeps most as a rule, levels first, boxes last.
_FROM_T = (
    SPALM,
    Algorithm(pooled=PooledOptions(path="root")),
    Algorithm(pooled=PooledOptions(path="columns")),
    Algorithm(mpalm=MpalmOptions(cuts="hierarchy", rest="kept")),
    Algorithm(mpalm=MpalmOptions(columns="any", values="loss")),
)
#: Why boxes stand apart where algorithms are compared: a label costs its leaves, a range its width.
BOXES_APART = (
    "The loss of boxes counts the width of ranges of numbers and dates, not the values in them;"
    " it does not compare with the others' where values are uneven."
)
#: Of what the points of pooled releases are the least.
AMONG_TRIED = "among the starts of this path and the numbers of people that it tries"
#: Why an alternative has no figures, in the words of all sections of a report.
NOT_FOUND = "none was found in the time of a report"
NO_TIME = "not tried: there was no time left"
NOT_SEARCHED = "not searched yet: there was too little time to find any that loses less than levels"
#: Losses that differ by less, relatively, are one loss that was summed up in different orders.
_ROUNDING = 1e-9
#: What more time may mend.
_LATE = (NOT_FOUND, NO_TIME, NOT_SEARCHED)


def list_stated(argument: str, given: object, usual: str) -> Sequence[Any]:
    """Return the algorithms, or the δmax, that somebody names, one or a list of them.

    An array or a Series is a list, a set has no order. Raises ConfigError, with a `usual` list.

    >>> list_stated("deltas", "5%", ""), list_stated("deltas", ["5%", 0.1], "")
    (['5%'], ['5%', 0.1])
    """
    listed = given if isinstance(given, Set) else as_list(given)
    if isinstance(listed, str | Mapping | Number) and not isinstance(listed, bool):
        return [listed]
    if not isinstance(listed, Sequence):
        raise ConfigError(f"{argument}: write one, or a list such as {usual}")
    return listed


def find_algorithm(asked: object) -> object:
    """Return the algorithm that releases levels, cuts or boxes; any other as it stands."""
    return BY_RELEASE[asked] if names_release(asked) else asked


def names_release(asked: object) -> TypeGuard[str]:
    """Whether an algorithm is asked for by what it releases: levels, cuts or boxes."""
    return isinstance(asked, str) and asked in BY_RELEASE


@dataclass(frozen=True)
class Alternative:
    """An algorithm, and whether its levels or parts are chosen from T or from P alone."""

    algorithm: Algorithm
    choose: Choice

    @property
    def kind(self) -> Kind:
        """What the rows of its release are labelled by."""
        if self.algorithm.pooled is not None:
            path = self.algorithm.pooled.path
            return path if isinstance(path, str) else "list"
        if self.algorithm.name in FULL_DOMAIN:
            return "levels"
        return "boxes" if self.algorithm.rest is None else "cuts"

    @property
    def name(self) -> str:
        """What is released, in a few words."""
        return _NAMES[self.kind]

    @property
    def word(self) -> str:
        """What is released, in one word: levels, pooled, cuts or boxes."""
        return "pooled" if self.algorithm.pooled is not None else self.kind

    def is_like(self, other: Self) -> bool:
        """Whether both find the same release of the same job."""
        return self.choose == other.choose and _tell_apart(self) == _tell_apart(other)


def _tell_apart(one: Alternative) -> object:
    """What decides a release: all options, stated or not; either search finds the same levels."""
    if one.kind == "levels":
        return one.kind
    options = getattr(one.algorithm, one.algorithm.name).model_dump()
    if one.kind == "cuts":
        options |= {"rest": one.algorithm.rest, "columns": options["columns"] or "any"}
        options |= {"values": None}
    return one.algorithm.name, options


#: In the order in which they are shown. Boxes have no labels that P alone could choose.
ALTERNATIVES = (
    *(Alternative(algorithm, "optimum") for algorithm in _FROM_T),
    *(Alternative(algorithm, "from_public") for algorithm in _FROM_T[:-1]),
)


@dataclass(frozen=True)
class Kept:
    """How much an alternative loses, or why that is not known.

    `loss`: that of a release that satisfies the job; None where there is none, for the reason
    `left_out`. `is_whole`: nothing was left to search or to cut when it ended. `is_of_job`: the
    job's own algorithm. `seconds`: that it took; 0 where its loss was known. `point`: its
    release, as a point to explore.
    """

    alternative: Alternative
    loss: float | None = None
    is_whole: bool = True
    left_out: str = ""
    is_of_job: bool = False
    seconds: float = 0.0
    point: ExploredPoint | None = None

    @property
    def kept(self) -> float | None:
        """What the release keeps."""
        return None if self.loss is None else 1 - self.loss

    @property
    def is_apart(self) -> bool:
        """Whether its loss does not compare with that of others: see `BOXES_APART`."""
        return self.alternative.kind == "boxes"

    @property
    def place(self) -> tuple[bool, bool, int, bool]:
        """Its place in a list: boxes last; from T first, then by kind, the job's own last."""
        one = self.alternative
        kind = [*_NAMES].index(one.kind)
        return self.is_apart, one.choose == "from_public", kind, self.is_of_job

    def to_dict(self) -> dict[str, Any]:
        """As the JSON has it."""
        told: dict[str, Any] = {
            "name": self.alternative.name,
            "algorithm": self.alternative.algorithm.words,
            "choose": self.alternative.choose,
            "of_job": self.is_of_job,
            "loss": self.loss,
        }
        if self.loss is None:
            return told | {"left_out": self.left_out}
        return told | {"whole": self.is_whole}

    def is_searched(self, levels: float) -> bool:
        """Whether its loss says anything of it, beside that of the best levels.

        Pooling begins at these, with nobody who climbs: a search that was ended there found nothing
        of its own.
        """
        is_early = self.loss is not None and not self.is_whole and not self.is_of_job
        is_pooled = self.alternative.algorithm.pooled is not None
        return not (is_early and is_pooled and (self.loss or 0) >= levels * (1 - _ROUNDING))

    def improved_by(self, points: Iterable[ExploredPoint]) -> Self:
        """Tell the best of other points that hold at the job's δmax, where it is better than ours.

        What was searched to its end stays.
        """
        best = min(points, key=lambda one: (one.loss, not one.is_whole), default=None)
        is_done = self.loss is not None and self.is_whole
        if best is None or is_done or self.is_of_job:
            return self
        if self.loss is not None and (self.loss, True) <= (best.loss, not best.is_whole):
            return self
        return replace(self, loss=best.loss, is_whole=best.is_whole, left_out="", point=best)


@dataclass(frozen=True)
class Comparison:
    """What each alternative keeps, or for which reason nothing was compared.

    `asked_seconds`: of work, that were asked for; 0 without.
    """

    kept: tuple[Kept, ...] = ()
    left_out: str = ""
    asked_seconds: float = 0.0

    def without_unsearched(self) -> Self:
        """Return it without losses of searches that were ended before they found anything."""
        levels = [one.loss for one in self.measured if one.alternative.kind == "levels"]
        if not levels:
            return self
        least = min(loss for loss in levels if loss is not None)
        kept = [
            one if one.is_searched(least) else Kept(one.alternative, left_out=NOT_SEARCHED)
            for one in self.kept
        ]
        return replace(self, kept=tuple(kept))

    @property
    def measured(self) -> tuple[Kept, ...]:
        """Those whose loss is known."""
        return tuple(one for one in self.kept if one.loss is not None)

    @property
    def unknown(self) -> tuple[Kept, ...]:
        """The others."""
        return tuple(one for one in self.kept if one.loss is None)

    @property
    def tried(self) -> tuple[Kept, ...]:
        """Those that were tried, or that the job does not allow."""
        return tuple(one for one in self.kept if one.left_out != NO_TIME)

    @property
    def has_risks(self) -> bool:
        """Whether the classes of any release were counted one by one."""
        return any(one.point is not None and one.point.risk is not None for one in self.measured)

    @property
    def has_apart(self) -> bool:
        """Whether there are boxes beside others, with losses that do not compare."""
        return len({one.is_apart for one in self.measured}) > 1

    def name(self, one: Kept) -> str:
        """What an alternative releases, apart from another of the same kind and choice."""
        alternative = one.alternative
        alike = [
            other
            for other in self.kept
            if (other.alternative.name, other.alternative.choose)
            == (alternative.name, alternative.choose)
        ]
        if alike[1:] and one.is_of_job:
            return f"{alternative.word}, as the job says"
        return alternative.name

    @property
    def untried(self) -> str:
        """Names those for which there was no time; empty if there are none."""
        late = [one.alternative for one in self.kept if one.left_out == NO_TIME]
        from_public = [one.name for one in late if one.choose == "from_public"]
        told = [one.name for one in late if one.choose == "optimum"]
        if from_public:
            each = ", each" if from_public[1:] else ""
            told.append(f"{join_names(from_public)}{each} chosen from P alone")
        return "; ".join(told)

    @property
    def has_early(self) -> bool:
        """Whether a search was ended early, with the best that it had."""
        return any(not one.is_whole for one in self.measured)

    @property
    def needs_time(self) -> bool:
        """Whether more time might tell more: a search was ended early, given up, or not tried."""
        return any(not one.is_whole or one.left_out in _LATE for one in self.kept)

    def to_dict(self) -> Mapping[str, Any]:
        """As the JSON has it."""
        if self.left_out:
            return {"alternatives": [], "left_out": self.left_out}
        return {"alternatives": [one.to_dict() for one in self.kept]}
