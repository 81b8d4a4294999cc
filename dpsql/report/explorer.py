"""What an internal page shows at other δmax, for its slider, and as tables without scripts.

All of it is computed before: the page asks nobody, and works from a disk. The one script of a page
is `explore.js`; the page's policy allows its digest and nothing else. Without scripts the same
points and the minimal nodes stand there as tables.
"""

import hashlib
import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path

from markupsafe import Markup

from dpsql.domain.found.explored import THIS_RELEASE, Exploration, ExploredAlgorithm
from dpsql.domain.found.presence_bars import PresenceBar
from dpsql.report.charts.explorer_chart import ExplorerChart, draw_explorer
from dpsql.report.details import Insight, Sample
from dpsql.report.explored_data import SHOWN_PEOPLE, ExploredPage, write_data
from dpsql.report.explored_dates import show_dates
from dpsql.report.explored_sentences import Figures, write_figures
from dpsql.report.explored_tries import tell_notes

#: In JSON within HTML these characters could end its element, or mean something to a parser.
_ESCAPED = {ord("<"): "\\u003c", ord(">"): "\\u003e", ord("&"): "\\u0026"}


@dataclass(frozen=True)
class Explorer:
    """The data of a page's slider and its script, both safe in HTML; `digest` is the script's.

    `algorithms`: those that have points, the job's kind first shown, and the `figures` of their
    points. `columns`: those that have levels.
    """

    data: Markup
    script: Markup
    digest: str
    chart: ExplorerChart
    algorithms: tuple[ExploredAlgorithm, ...]
    figures: tuple[tuple[Figures, ...], ...]
    columns: tuple[str, ...]
    exploration: Exploration

    @property
    def shown(self) -> int:
        """Most examples that are shown at a time."""
        return SHOWN_PEOPLE

    @property
    def notes(self) -> tuple[str, ...]:
        """At which δmax the algorithms were tried, and what is left out."""
        return tuple(note for one in self.exploration.algorithms for note in tell_notes(one))

    @property
    def is_short(self) -> bool:
        """Whether something is left out."""
        return any(one.note or one.untried for one in self.exploration.algorithms)

    @property
    def seconds(self) -> str:
        """Seconds of work that there were for all but the frontier of levels; empty without."""
        return _write_seconds(self.exploration.seconds) if self.exploration.seconds else ""

    @property
    def alone(self) -> tuple[float, float] | None:
        """Where the release of the page is on the chart, if it is no point of an algorithm."""
        places = zip(self.algorithms, self.chart.spots, strict=True)
        return next((spots[0] for one, spots in places if one.name == THIS_RELEASE), None)

    @property
    def has_frontier(self) -> bool:
        """Whether the frontier of levels is among what is shown; its time is apart."""
        return any(one.name == "levels" and one.is_proven for one in self.algorithms)


def make_explorer(
    insight: Insight,
    heights: Mapping[str, int],
    samples: Mapping[str, Sequence[Sample]],
    bars: Sequence[PresenceBar],
    asked: Fraction | None,
    private_rows: int,
    *,
    delta_min: Fraction = Fraction(0),
    is_informed: bool = False,
) -> Explorer | None:
    """Return what the slider shows, of a T with so many rows; None if nothing is to explore.

    It begins at the release of the page, whether or not the slider can move there. Without one, at
    the point that the job's δmax allows, `asked`: the greatest that is no larger; and with the
    job's algorithm, if the slider can move there.
    `delta_min`: the job's. `is_informed`: whether δmax holds against more than presence.
    """
    exploration, samples = show_dates(insight.exploration, samples, list(heights))
    algorithms = tuple(one for one in exploration.algorithms if one.points)
    if not algorithms:
        return None
    columns = tuple(name for name, height in heights.items() if height)
    chart = draw_explorer([one.points for one in algorithms], asked)
    figures = tuple(write_figures(one.points, asked) for one in algorithms)
    page = ExploredPage(
        exploration=exploration,
        algorithms=algorithms,
        spots=chart.spots,
        figures=figures,
        heights=heights,
        columns=columns,
        samples=samples,
        bars=bars,
        asked=asked,
        private_rows=private_rows,
        delta_min=delta_min,
        is_informed=is_informed,
    )
    text = json.dumps(write_data(page)).translate(_ESCAPED)
    script, digest = _read_script()
    # The text has no character that HTML reads, and the script is our own file.
    safe = Markup(text), Markup(script)  # noqa: S704
    return Explorer(*safe, digest, chart, algorithms, figures, columns, exploration)


def _write_seconds(seconds: float) -> str:
    """Write seconds with two digits or more.

    >>> _write_seconds(1.26), _write_seconds(120.0)
    ('1.3', '120')
    """
    return f"{seconds:.2g}" if seconds < 10 else f"{seconds:,.0f}"


@cache
def _read_script() -> tuple[str, str]:
    """The script as the page has it, and its digest as a policy names it."""
    script = (Path(__file__).parent / "layouts" / "explore.js").read_text(encoding="utf-8")
    digest = b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return script, f"sha256-{digest}"
