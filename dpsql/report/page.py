"""The report of an outcome as one offline HTML page, and a fragment for notebooks.

Pure: the same facts give the same bytes, so time and memory are left out. The public page is made
from `Facts` and nothing else: see `facts`.
"""

from collections.abc import Iterator
from fractions import Fraction

from dpsql.domain.alternative import BOXES_APART
from dpsql.domain.found.explored import THIS_RELEASE
from dpsql.domain.found.risks import REPORTED, find_least_people
from dpsql.report.charts.bars import read_bars
from dpsql.report.charts.frame import FRAMES
from dpsql.report.charts.frontier_chart import FrontierChart, draw_frontier
from dpsql.report.charts.kept_chart import draw_kept
from dpsql.report.charts.lattice_chart import draw_lattice
from dpsql.report.charts.presence_chart import draw_chart
from dpsql.report.contents import Contents
from dpsql.report.details import Insight, Sample
from dpsql.report.explorer import Explorer, make_explorer
from dpsql.report.facts import Facts, Secrets
from dpsql.report.promises import list_promises
from dpsql.report.sentences import tell_metric
from dpsql.report.templates import render

#: More names of columns than this stand folded up.
_MOST_LISTED = 12
#: With which a reason begins why nothing can be released, where no key or table begins it.
_FIRST_WORDS = {"an", "if", "it", "no", "only", "parts", "total"}


def render_page(facts: Facts) -> str:
    """Return the public page, which loads nothing and runs nothing."""
    return _render_page(facts, None)


def render_internal(facts: Facts, secrets: Secrets) -> str:
    """Return the page for the data holder, which is marked as such on every printed page."""
    return _render_page(facts, secrets)


def _render_page(facts: Facts, secrets: Secrets | None) -> str:
    low, high = facts.presence.minimum, facts.presence.maximum
    insight = secrets.insight if secrets else None
    return render(
        "page.html.j2",
        facts=facts,
        promises=list(list_promises(facts, secrets)),
        details=facts.details,
        secrets=secrets,
        insight=insight,
        sentence=_begin_sentence(insight.problem)
        if insight and insight.problem
        else facts.sentence,
        low=low,
        high=high,
        prior=facts.prior,
        asked=facts.delta,
        charts=[
            draw_chart(
                facts.presence.people_by_presence, (low, high), facts.prior, facts.delta, frame
            )
            for frame in FRAMES
        ],
        told=_find_telling(facts),
        suppressed=secrets.suppressed if secrets else (),
        banner=_find_banner(facts, secrets),
        frontiers=list(_draw_frontiers(facts, secrets)) if secrets else [],
        explorer=_make_explorer(facts, insight) if insight else None,
        kept_charts=[draw_kept(insight.comparison, frame) for frame in FRAMES]
        if insight and insight.comparison and insight.comparison.measured
        else [],
        lattices=[
            draw_lattice(insight.layers, insight.chosen_layer, insight.chosen_kind, frame)
            for frame in FRAMES
        ]
        if insight and insight.layers
        else [],
        tell_metric=tell_metric,
        boxes_apart=BOXES_APART,
        this_release=THIS_RELEASE,
        contents=Contents(),
        most_listed=_MOST_LISTED,
        reported=REPORTED,
        reported_people=find_least_people(REPORTED),
    )


def _begin_sentence(problem: str) -> str:
    """Begin with a capital letter, unless the name of a key comes first."""
    first, _, rest = problem.partition(" ")
    return f"{first.capitalize()} {rest}" if first in _FIRST_WORDS else problem


def _make_explorer(facts: Facts, insight: Insight) -> Explorer | None:
    bars = read_bars(facts.delta)
    samples = facts.details.samples or {
        name: (Sample(1, labels),) for name, labels in facts.becomes.items()
    }
    given = insight, facts.heights, samples, bars, facts.delta.get("max"), facts.private_rows
    delta_min = facts.delta.get("min", Fraction(0))
    return make_explorer(*given, delta_min=delta_min, is_informed=facts.is_informed)


def _find_banner(facts: Facts, secrets: Secrets | None) -> str:
    """The banner of a page that is not public; empty for a public page."""
    if secrets is not None:
        return "Internal: contains what only the data holder may see"
    if facts.satisfied is False and facts.status == "measured":
        return "Not for publication: the job is not satisfied, so nothing of this may go out"
    return ""


def _find_telling(facts: Facts) -> list[str]:
    """Quasi-identifiers whose labels distinguish classes: those below their root, all for boxes."""
    return [
        name
        for name, height in facts.heights.items()
        if not facts.levels or facts.levels[name] < height
    ]


def _draw_frontiers(facts: Facts, secrets: Secrets) -> Iterator[FrontierChart]:
    points, unproven = secrets.insight.points, secrets.insight.unproven
    if not points:
        return
    chosen = (facts.presence.maximum, facts.metrics["loss"]) if facts.metrics else None
    for frame in FRAMES:
        yield draw_frontier(points, chosen, facts.delta, unproven=unproven, frame=frame)
