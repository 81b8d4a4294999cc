"""What is proposed of a column: the keys of its hierarchy, and a remark."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from dpsql.domain.levels.hierarchy import ROOT
from dpsql.first_job.columns import ColumnProfile
from dpsql.first_job.roles import Role
from dpsql.first_job.rules.empty_levels import drop_empty_levels
from dpsql.first_job.rules.formed import Labels
from dpsql.first_job.rules.hierarchies import propose_hierarchy
from dpsql.first_job.rules.listed_levels import ListedLevels
from dpsql.first_job.texts.missing_texts import tell_missing_texts
from dpsql.first_job.texts.variants import tell_variants

_KNOWN_AMOUNT = "few people know such an amount of others; if nobody does, leave it out"

_KNOWN_EVENT = "others may know when it was; if nobody does, leave it out"


@dataclass(frozen=True)
class Proposal:
    """A column, the keys of its hierarchy, and a remark; `reason` if the job leaves it out.

    `words`: empty if no hierarchy is worth a line.
    """

    name: str
    words: Mapping[str, object]
    remark: str
    reason: str = ""

    @property
    def chosen(self) -> bool:
        """Whether the job uses the column."""
        return not self.reason


def with_remark(one: Proposal, said: str) -> Proposal:
    """Return the proposal with one more thing said of it."""
    return replace(one, remark=f"{one.remark}; {said}") if said else one


def propose_one(one: ColumnProfile, role: Role, levels: ListedLevels | None = None) -> Proposal:
    """Propose a hierarchy for a column, whether it is chosen or not: its `levels` if it has any."""
    words, remark = levels.propose(one) if levels else propose_hierarchy(one, role.kind)
    words = drop_empty_levels(words, one)
    known = _KNOWN_AMOUNT if role.is_amount else _KNOWN_EVENT if role.is_event else ""
    said = (tell_missing_texts(one), remark, tell_variants(one), known)
    return Proposal(one.name, words, "; ".join(filter(None, said)))


def count_levels(one: Proposal) -> int:
    """Count the levels of a proposed hierarchy: the values, one per entry of a rule, the root."""
    lists = sum(len(words) for words in one.words.values() if isinstance(words, list))
    return 2 + lists + sum(_count_listed(words) for words in one.words.values())


def _count_listed(words: object) -> int:
    """Count the levels between the values and the root of labels that are listed."""
    if isinstance(words, Labels):
        return words.height
    levels = 0
    # The tree of a job has the root as its only label, or leaves it out.
    while isinstance(words, Mapping) and ROOT not in words:
        levels, words = levels + 1, next(iter(words.values()))
    return levels
