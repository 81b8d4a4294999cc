"""A picture that needs no network and no package: a notebook shows it, and a file keeps it."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap
from typing import Any

from dpsql.domain.arguments import refuses_wrong_types
from dpsql.files import private_file
from dpsql.files.fit_place import refuse_unfit_place
from dpsql.report.templates import render

#: Characters in a line below the title; lines are this far apart, the first this far down.
_LETTERS, _LINE, _FIRST = 105, 17, 46


@dataclass(frozen=True)
class Picture:
    """A drawing as SVG, with a title and a description for those who do not see it."""

    title: str
    svg: str

    @refuses_wrong_types
    def save(self, path: str | Path) -> None:
        """Write it to an SVG file, readable to its owner alone; a plain file is replaced.

        Raises:
            ConfigError: the name does not end in .svg, or its folder is not there.
        """
        refuse_unfit_place(Path(path), "picture", (".svg",))
        private_file.write(Path(path), self.svg)

    def __repr__(self) -> str:
        return f"<Picture: {self.title}>"

    def _repr_html_(self) -> str:
        return self.svg

    def _repr_svg_(self) -> str:
        return self.svg


def draw_picture(
    title: str, told: str, drawing: str, size: tuple[int, int], **words: Any
) -> Picture:
    """Return a drawing of a page, filled with `words`, under its title and what is told of it.

    `drawing`: the template; `size`: its width and height. It is on white, so that it can be read
    on paper and in a dark notebook.
    """
    lines: Sequence[str] = wrap(told, _LETTERS)
    svg = render(
        "picture.svg.j2",
        title=title,
        lines=[(_FIRST + _LINE * number, line) for number, line in enumerate(lines)],
        above=_FIRST + _LINE * len(lines),
        width=size[0],
        height=size[1],
        drawing=drawing,
        **words,
    )
    return Picture(title, svg)
