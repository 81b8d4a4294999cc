"""The tables and pictures of the page; the text between them is written by hand."""

import re
import shutil
from collections.abc import Iterable
from pathlib import Path

from benchmarks.paper.figures import draw, name_delta
from benchmarks.paper.grid import Figure
from benchmarks.paper.results import Summary, merge_summaries

PAGE = Path(__file__).parent / "README.md"


def write_page(
    folder: Path, figures: Iterable[Figure], summaries: list[Summary], page: Path | None
) -> None:
    """Write DIR/figures and DIR/tables.md; renew the marked places of `page` if there is one."""
    figures = tuple(figures)
    pictures = folder / "figures"
    pictures.mkdir(exist_ok=True)
    tables = {}
    for figure in figures:
        here = [one for one in summaries if one.figure == figure.name]
        tables[figure.name] = "\n\n".join(_list_tables(figure, here))
        try:
            draw(figure, here, pictures / f"{figure.name}.svg")
        except ImportError:
            print(f"figure {figure.name}: not drawn; pip install -e '.[paper]'")
    text = "".join(f"## {one.name}: {one.title}\n\n{tables[one.name]}\n\n" for one in figures)
    (folder / "tables.md").write_text(text, encoding="utf-8")
    if page is not None:
        renewed = page.read_text(encoding="utf-8")
        for name, table in tables.items():
            renewed = _renew(renewed, name, table)
        page.write_text(renewed, encoding="utf-8")
        shutil.copytree(pictures, page.parent / "figures", dirs_exist_ok=True)
        names = [one.name for one in figures]
        merge_summaries(page.parent / "summary.csv", summaries, names)


def _renew(text: str, name: str, table: str) -> str:
    """Return a text with another table at a marked place."""
    marks = re.compile(f"(<!-- table {name} -->\n).*?(<!-- end -->)", re.DOTALL)
    return marks.sub(lambda found: f"{found[1]}{table}\n{found[2]}", text)


def _list_tables(figure: Figure, summaries: list[Summary]) -> Iterable[str]:
    """A table per selection and metric: a row per δ, a column per algorithm, medians."""
    known = {(s.dataset, s.metric, s.algorithm, s.delta_min, s.delta_max): s for s in summaries}
    for dataset in figure.datasets:
        for metric in figure.metrics:
            rows = [
                ["δ", *figure.algorithms],
                ["---"] * (len(figure.algorithms) + 1),
                *(
                    [
                        name_delta(delta),
                        *(
                            _tell(known.get((dataset, metric, one, *delta)))
                            for one in figure.algorithms
                        ),
                    ]
                    for delta in figure.deltas
                ),
            ]
            lines = "\n".join(f"| {' | '.join(row)} |" for row in rows)
            seeds = max((one.seeds for one in summaries if one.dataset == dataset), default=0)
            selections = "one selection" if seeds == 1 else f"medians of {seeds} selections"
            named = f"{metric} over {figure.over}'s" if figure.over else metric
            yield f"{named}, {dataset}, {selections}\n\n{lines}"


def _tell(one: Summary | None) -> str:
    """Return a median; a dash if no release satisfies δ, nothing if nothing was run."""
    if one is None:
        return ""
    if one.median is None:
        return "–"
    return f"{one.median:,.0f}" if one.median >= 100 else f"{one.median:.3g}"
