"""The types of what the functions of dpsql return, for annotations: `dpsql.results.Frontier`.

What a result is made of stands here too, where a caller goes through it: points, candidates, nodes.
The outcome of each run has `warnings`, too: what was logged as a warning while it was made.
"""

from dpsql.delta_choice.choice import DeltaChoice
from dpsql.domain.found.frontier_point import FrontierPoint
from dpsql.domain.found.risks import Risk, Risks
from dpsql.domain.found.statistics import Presence, PresenceEnds
from dpsql.domain.found.verdict import Verdict
from dpsql.domain.progress import CuttingProgress, Progress
from dpsql.generalize.chosen import ChosenLevels, ChosenParts
from dpsql.outcome.outcome import Outcome, Released
from dpsql.use_cases.check import Checked
from dpsql.use_cases.compare.candidate import Candidate
from dpsql.use_cases.compare.compared import Compared
from dpsql.use_cases.counts.noisy_counts import NoisyCounts
from dpsql.use_cases.diff import Difference
from dpsql.use_cases.explain.explained_cuts import CutsExplanation
from dpsql.use_cases.explain.explanation import Explanation
from dpsql.use_cases.ledger import Spending
from dpsql.use_cases.optima.audit import Audit
from dpsql.use_cases.optima.certify import Proven
from dpsql.use_cases.optima.frontier import Frontier
from dpsql.use_cases.optima.frontiers import Curve, Frontiers
from dpsql.use_cases.optima.lattice import MinimalNode, MinimalNodes
from dpsql.use_cases.optima.least_k import LeastK
from dpsql.use_cases.reports.sign_off import SignOff
from dpsql.use_cases.risks.estimated_risks import EstimatedRisks
from dpsql.use_cases.risks.frequencies import Frequencies
from dpsql.use_cases.risks.published_counts import PublishedCounts
from dpsql.use_cases.risks.risks import MeasuredRisks
from dpsql.use_cases.verify import Verification
from dpsql.warehouses.scripts.script import Script

__all__ = [
    "Audit",
    "Candidate",
    "Checked",
    "ChosenLevels",
    "ChosenParts",
    "Compared",
    "Curve",
    "CutsExplanation",
    "CuttingProgress",
    "DeltaChoice",
    "Difference",
    "EstimatedRisks",
    "Explanation",
    "Frequencies",
    "Frontier",
    "FrontierPoint",
    "Frontiers",
    "LeastK",
    "MeasuredRisks",
    "MinimalNode",
    "MinimalNodes",
    "NoisyCounts",
    "Outcome",
    "Presence",
    "PresenceEnds",
    "Progress",
    "Proven",
    "PublishedCounts",
    "Released",
    "Risk",
    "Risks",
    "Script",
    "SignOff",
    "Spending",
    "Verdict",
    "Verification",
]
