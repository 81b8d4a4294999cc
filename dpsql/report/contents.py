"""The list of a page's sections, which stands above them and is made by their headings."""

from dataclasses import dataclass, field

from markupsafe import Markup


@dataclass
class Contents:
    """The sections in their order, by name (the anchor within the page) and title."""

    entries: list[tuple[str, str]] = field(default_factory=list)

    def head(self, name: str, title: str) -> Markup:
        """Note a section, and return its heading.

        >>> Contents().head("people", "Who & where")
        Markup('<h2 id="people">Who &amp; where</h2>')
        """
        self.entries.append((name, title))
        return Markup('<h2 id="{}">{}</h2>').format(name, title)
