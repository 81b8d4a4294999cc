"""The figures as pictures: a panel per selection and metric, a line per algorithm over δ.

Points are medians over the seeds, bars reach from the least to the greatest value; a point is
missing where half of the seeds or more have no release. Altair draws them (extra ``paper``).
"""

import re
from collections.abc import Iterable
from io import StringIO
from pathlib import Path
from typing import Any

from benchmarks.paper.grid import Delta, Figure
from benchmarks.paper.results import Summary

_AXES = {
    "k": "k (log)",
    "actual_k": "least class of T (log)",
    "larger_k_that_fail": "larger k that fail",
    "loss": "loss",
    "discernibility": "discernibility (log)",
    "cpu_seconds": "CPU seconds (log)",
    "greatest_presence": "greatest presence (log)",
}
_SHARES = ("loss", "greatest_presence", "cpu_seconds")
#: Attributes of the SVG that no picture needs; they are a third of its size.
_IDLE = re.compile(r' (class|role|aria-[a-z]+|pointer-events|opacity)="[^"0]*"')
_WIDTH, _HEIGHT = 330, 230


def draw(figure: Figure, summaries: Iterable[Summary], path: Path) -> None:
    """Write the figure as SVG.

    Raises:
        ImportError: Altair is not installed.
    """
    import altair

    altair.data_transformers.disable_max_rows()
    points = [_point(one) for one in summaries if one.median is not None]
    rows = [
        altair.hconcat(*(_panel(altair, figure, points, data, metric) for metric in figure.metrics))
        for data in figure.datasets
    ]
    chart = altair.vconcat(*rows).resolve_scale(color="shared", shape="shared")
    text = StringIO()
    chart.configure(aria=False).configure_view(stroke="#ccc").save(text, format="svg")
    path.write_text(_IDLE.sub("", text.getvalue()), encoding="utf-8")


def name_delta(delta: Delta) -> str:
    """δ as the paper writes it."""
    return f"({', '.join(end.removeprefix('0') if float(end) else '0' for end in delta)})"


def _point(one: Summary) -> dict[str, Any]:
    return {
        "dataset": one.dataset,
        "metric": one.metric,
        "algorithm": one.algorithm,
        "delta": name_delta((one.delta_min, one.delta_max)),
        "low": f"δmin {one.delta_min}",
        "high": one.delta_max,
        "median": one.median,
        "least": one.least,
        "greatest": one.median if one.greatest is None else one.greatest,
    }


def _panel(
    altair: Any, figure: Figure, points: list[dict[str, Any]], dataset: str, metric: str
) -> Any:
    """One selection and metric; a figure of one algorithm has a line per δmin instead."""
    here = [one for one in points if (one["dataset"], one["metric"]) == (dataset, metric)]
    by_minimum = len(figure.algorithms) == 1
    place, line = ("high", "low") if by_minimum else ("delta", "algorithm")
    lines = (
        [f"δmin {low}" for low in dict.fromkeys(low for low, _ in figure.deltas)]
        if by_minimum
        else list(figure.algorithms)
    )
    order = (
        list(dict.fromkeys(high for _, high in figure.deltas))
        if by_minimum
        else [name_delta(delta) for delta in figure.deltas]
    )
    x = altair.X(f"{place}:N", sort=order, title="δmax" if by_minimum else "δ")
    title = f"{metric} over {figure.over}'s" if figure.over else _AXES[metric]
    scale = altair.Scale(type="log") if "(log)" in title else altair.Scale(zero=True)
    colors = altair.Scale(domain=lines, scheme="tableau10" if len(lines) <= 10 else "tableau20")
    color = altair.Color(f"{line}:N", sort=lines, title=None, scale=colors)
    shape = altair.Shape(f"{line}:N", sort=lines, title=None, scale=altair.Scale(domain=lines))
    base = altair.Chart(
        altair.Data(values=here), title=f"{title.removesuffix(' (log)')}, {dataset}"
    )
    axis = altair.Axis(tickCount=4, format="~g" if metric in _SHARES else "~s")
    y = altair.Y("median:Q", title=title, scale=scale, axis=axis)
    layers = [
        base.mark_line(strokeWidth=1.2).encode(x=x, y=y, color=color),
        base.mark_point(filled=True, size=45).encode(x=x, y=y, color=color, shape=shape),
        base.mark_rule(opacity=0.5).encode(x=x, y="least:Q", y2="greatest:Q", color=color),
    ]
    return altair.layer(*layers).properties(width=_WIDTH, height=_HEIGHT)
