"""Charts of presence and of the frontier for notebooks and papers; they need altair, an extra.

Charts contain the numbers of the outcome itself; tooltips show exact fractions. Takes the JSON of
the commands, as the page does. Presence is that of classes of P.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from textwrap import wrap
from types import ModuleType
from typing import TYPE_CHECKING, Any

from dpsql.errors import ConfigError
from dpsql.report.bars import name_bar, read_bars
from dpsql.report.sentences import name_algorithm, sum_up

if TYPE_CHECKING:
    import altair

#: Colors that can be distinguished with a color vision deficiency, on light and dark paper.
_BLUE, _ORANGE, _GRAY = "#3b76b3", "#d1661e", "#7f7f7f"
_WIDTH, _HEIGHT = 480, 260
#: Space between title and chart for the names of the lines, each in a row of its own.
_ABOVE = 8
#: Half the width of a bar with a single presence, if δmin is δmax.
_THIN = 0.001
#: Characters per line of a subtitle.
_LETTERS = 80


def draw_presence(found: Mapping[str, Any]) -> "altair.LayerChart":
    """People of P by presence, with lines at δ and at |T|/|P|; `found` is the JSON of an Outcome.

    Raises:
        ConfigError: altair is not installed.
    """
    alt = _import_altair()
    counted = zip(read_bars(found["delta"]), found["people_by_presence"], strict=True)
    bars = [
        {
            "from": float(bar.low) - (_THIN if bar.low == bar.high else 0),
            "to": float(bar.high) + (_THIN if bar.low == bar.high else 0),
            "people": people,
            "presence": name_bar(bar),
        }
        for bar, people in counted
        if people
    ]
    low, high = (Fraction(found["presence"][end]) for end in ("min", "max"))
    title = alt.TitleParams(
        "People of P by presence in T",
        subtitle=wrap(sum_up(low, high, "release" in found, found.get("levels")), _LETTERS),
        anchor="start",
        offset=_ABOVE,
    )
    layer = (
        alt.Chart(alt.Data(values=bars))
        .mark_bar(color=_BLUE, stroke="white")
        .encode(
            x=_share(alt, "from", "presence"),
            x2="to:Q",
            y=alt.Y("people:Q", title="people of P", axis=alt.Axis(format=",", tickMinStep=1)),
            y2=alt.datum(0),
            tooltip=[alt.Tooltip("presence:N"), alt.Tooltip("people:Q", format=",")],
        )
    )
    lines = _list_lines(found)
    told = ", ".join(f"{line['line']} {line['at']}" for line in lines)
    chart: altair.LayerChart = alt.layer(layer, *_draw_lines(alt, lines)).properties(
        title=title,
        width=_WIDTH,
        height=_HEIGHT,
        description=f"Histogram of {found['public_rows']:,} people by presence, {low} to {high};"
        f" lines at {told}.",
    )
    return chart


def draw_frontier(
    found: Mapping[str, Any], chosen: Mapping[str, Any] | None = None
) -> "altair.LayerChart":
    """The least loss for every δmax, as steps; `found` is the JSON of a Frontier.

    `chosen`: the JSON of an Outcome; the presence and the loss of its node or boxes are marked.

    Raises:
        ConfigError: altair is not installed, or `chosen` has no loss (a foreign release).
    """
    alt = _import_altair()
    points = [
        {
            "at": float(Fraction(one["delta_max"])),
            "loss": one["loss"],
            "exact": one["delta_max"],
            "levels": ", ".join(f"{name} {level}" for name, level in one["levels"].items()),
        }
        for one in found["points"]
    ]
    # Every larger δmax has the loss of the last point.
    steps = [*points, points[-1] | {"at": 1.0}] if points else []
    x = _share(alt, "at", "δmax: nobody's presence is greater")
    y = alt.Y("loss:Q", title="least loss", scale=alt.Scale(domain=[0, 1]))
    hover = [alt.Tooltip("exact:N", title="δmax"), alt.Tooltip("loss:Q"), alt.Tooltip("levels:N")]
    layers = [
        alt.Chart(alt.Data(values=steps))
        .mark_line(interpolate="step-after", color=_BLUE)
        .encode(x=x, y=y),
        alt.Chart(alt.Data(values=points))
        .mark_point(color=_BLUE, filled=True, size=40)
        .encode(x=x, y=y, tooltip=hover),
    ]
    if chosen is not None:
        layers += [_mark(alt, chosen, x, y), *_draw_lines(alt, _list_lines(chosen)[:2])]
    counted = f"{found['search']['checked']:,} of {found['search']['nodes']:,} nodes counted"
    title = alt.TitleParams(
        "Loss against δmax",
        subtitle=f"{len(points)} points, proven; {counted}",
        anchor="start",
        offset=_ABOVE,
    )
    ends = f", from δmax {points[0]['exact']} to {points[-1]['exact']}" if points else ""
    chart: altair.LayerChart = alt.layer(*layers).properties(
        title=title,
        width=_WIDTH,
        height=_HEIGHT,
        description=f"Steps of the least loss over {len(points)} attainable δmax{ends}.",
    )
    return chart


def draw_frontiers(found: Mapping[str, Any]) -> "altair.LayerChart":
    """The loss for every δmax, as steps, a curve for each algorithm; `found` is the JSON.

    Curves differ in dashes and in the shape of their points, not only in color.

    Raises:
        ConfigError: altair is not installed.
    """
    alt = _import_altair()
    points = [
        {
            "at": float(Fraction(one["delta_max"])),
            "loss": one["loss"],
            "exact": one["delta_max"],
            "algorithm": name_algorithm(curve),
        }
        for curve in found["curves"]
        for one in curve["points"]
    ]
    last = {one["algorithm"]: one | {"at": 1.0} for one in points}
    x = _share(alt, "at", "δmax: nobody's presence is greater")
    y = alt.Y("loss:Q", title="loss", scale=alt.Scale(domain=[0, 1]))
    # One legend for all channels needs the same domain in each.
    names = [name_algorithm(curve) for curve in found["curves"]]
    legend = alt.Legend(title=None, orient="bottom", direction="vertical", labelLimit=_WIDTH)
    told = {
        "color": alt.Color(
            "algorithm:N", scale=alt.Scale(domain=names, scheme="dark2"), legend=legend
        ),
        "strokeDash": alt.StrokeDash("algorithm:N", scale=alt.Scale(domain=names), legend=legend),
    }
    hover = [alt.Tooltip("algorithm:N"), alt.Tooltip("exact:N", title="δmax"), "loss:Q"]
    shape = alt.Shape("algorithm:N", scale=alt.Scale(domain=names), legend=legend)
    layers = [
        alt.Chart(alt.Data(values=[*points, *last.values()]))
        .mark_line(interpolate="step-after")
        .encode(x=x, y=y, **told),
        alt.Chart(alt.Data(values=points))
        .mark_point(filled=True, size=50)
        .encode(x=x, y=y, color=told["color"], shape=shape, tooltip=hover),
    ]
    tried = [name_algorithm(curve) for curve in found["curves"] if not curve["proven"]]
    proof = f"proven, except for {', '.join(tried)}" if tried else "all proven"
    chart: altair.LayerChart = alt.layer(*layers).properties(
        title=alt.TitleParams(
            "Loss against δmax", subtitle=wrap(proof, _LETTERS), anchor="start", offset=_ABOVE
        ),
        width=_WIDTH,
        height=_HEIGHT,
        description=f"Steps of the loss for {len(names)} algorithms: {', '.join(names)}",
    )
    return chart


def _mark(alt: ModuleType, chosen: Mapping[str, Any], x: Any, y: Any) -> Any:
    """Mark an outcome by a filled diamond."""
    if "loss" not in chosen["metrics"]:
        raise ConfigError("plot_frontier: a release of another tool has no loss to be marked")
    exact = chosen["presence"]["max"]
    at = {"at": float(Fraction(exact)), "loss": chosen["metrics"]["loss"], "exact": exact}
    return (
        alt.Chart(alt.Data(values=[at]))
        .mark_point(shape="diamond", color=_ORANGE, filled=True, size=160)
        .encode(
            x=x,
            y=y,
            tooltip=[alt.Tooltip("exact:N", title="greatest presence"), alt.Tooltip("loss:Q")],
        )
    )


def _list_lines(found: Mapping[str, Any]) -> list[dict[str, Any]]:
    """δmin and δmax where the job states them, then |T|/|P|."""
    asked = found["delta"] or {}
    ends = {"δmin": asked.get("min"), "δmax": asked.get("max")}
    share = Fraction(found["private_rows"], found["public_rows"])
    named = [(name, Fraction(text)) for name, text in ends.items() if text is not None]
    return [
        {"line": name, "value": float(value), "at": str(value)}
        for name, value in (*named, ("|T|/|P|", share))
    ]


def _draw_lines(alt: ModuleType, lines: Sequence[Mapping[str, Any]]) -> list[Any]:
    """A rule per line and its name above, each in a row of its own; |T|/|P| is gray."""
    chart = alt.Chart(alt.Data(values=list(lines)))
    color = alt.condition(alt.datum.line == "|T|/|P|", alt.value(_GRAY), alt.value(_ORANGE))
    hover = [alt.Tooltip("line:N"), alt.Tooltip("at:N", title="exactly")]
    x = alt.X("value:Q")
    names = [
        chart.transform_filter(alt.datum.line == line["line"])
        .mark_text(align="left", baseline="bottom")
        .encode(x=x, y=alt.value(-4 - 12 * row), text="line:N", color=color)
        for row, line in enumerate(lines)
    ]
    rules = chart.mark_rule(strokeDash=[5, 3], size=2).encode(x=x, color=color, tooltip=hover)
    return [rules, *names]


def _share(alt: ModuleType, name: str, title: str) -> Any:
    return alt.X(
        f"{name}:Q", title=title, scale=alt.Scale(domain=[0, 1]), axis=alt.Axis(format="%")
    )


def _import_altair() -> ModuleType:
    try:
        import altair
    except ImportError:
        raise ConfigError("plots need an extra: pip install 'dpsql[plots]'") from None
    return altair
