"""What the search of the site finds pages by, beside what stands on them, and what a hit shows.

`search-box.js` ranks sections by their fields; this adds words to the theme's index once it is
written. Words that somebody types for a page are its tags, and a hit shows those that matched. What
a section of the reference defines, an option or a key, is in a field that no hit shows.

A hit shows the two blocks of a text that answer most: so blocks are made short.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

_TABLE = Path(__file__).parent / "search-tags.yaml"
#: Words of a page, by its place without `.md`; of a section, by that place, `#` and its anchor.
TAGS: dict[str, list[str]] = yaml.safe_load(_TABLE.read_text(encoding="utf-8"))
#: How much pages of a folder count, or one page: guides before the reference, records last.
BOOSTS = {
    "how-to": 1.15,
    "tutorials": 1.15,
    "reference/python": 0.75,
    "reference/glossary": 0.7,
    "contributing": 0.3,
    "decisions": 0.3,
}
_MESSAGES = "reference/exit-codes.html"
#: Lists keys, each of which has an entry of its own.
_KEYS = "reference/job.html"
_CONTENTS = f"{_KEYS}#all-keys"
_OPTION = re.compile(r"<code>--([a-z-]+)")
_KEY = re.compile(r"<code>([a-z_]+)</code>")
#: Stand in a page, for the index alone, where a row begins and ends, and between its cells.
_ROW, _END, _CELL = "\ue000", "\ue001", "\ue002"
#: The same around the anchor of a row.
_ANCHOR, _ANCHORED = "\ue003", "\ue004"
_ANCHORS = f"{_ANCHOR}[^{_ANCHORED}]*{_ANCHORED}"
_MARKS = re.compile(f"{_ANCHORS}|[{_ROW}{_END}{_CELL}]")
#: A row that has an anchor: all of it, the anchor, and its first cell.
_ROWS = re.compile(
    rf"({_ROW}\s*{_ANCHOR}([^{_ANCHORED}]*){_ANCHORED}([^{_CELL}]*)[^{_END}]*{_END})"
)
#: The first cell of a row.
_WORD = re.compile(r"(<tr>\s*<td>)((?:(?!</td>).)+)")
_LINES = re.compile(r"<pre>(?:<code>)?(.*?)(?:</code>)?</pre>", re.DOTALL)
_LONG = re.compile(r"<p>((?:(?!</?p>).){200,})</p>", re.DOTALL)
_SENTENCE = re.compile(r"(?<=[.!?]) +")


def describe(place: str, meta: Any) -> None:
    """Set tags and weight of the page at a place below docs, such as `how-to/delta`."""
    meta.setdefault("tags", TAGS.get(place, []))
    boost = BOOSTS.get(place, BOOSTS.get(place.partition("/")[0], 1.0))
    meta.setdefault("search", {"boost": boost})


def name_rows(page: str) -> str:
    """Give each row of the glossary an anchor, so that each word is a hit of its own."""
    taken: Counter[str] = Counter()

    def name(found: re.Match[str]) -> str:
        plain = re.split("[,;]", re.sub(r"<[^>]*>|&\w+;", "", found[2]))[0]
        anchor = re.sub(r"\W+", "-", plain.strip().lower()).strip("-")
        taken[anchor] += 1
        anchor = anchor if taken[anchor] == 1 else f"{anchor}-{taken[anchor]}"
        return f'{found[1]}<a id="{anchor}"></a>{found[2]}'

    return _WORD.sub(name, page)


def mark_rows(page: str) -> str:
    """Mark the rows of the tables of a page, of which the index keeps the texts only."""
    page = page.replace("<tr>", "<tr>" + _ROW).replace("</tr>", _END + "</tr>")
    page = re.sub(r'(<a id="([^"]+)"></a>)', rf"{_ANCHOR}\2{_ANCHORED}\1", page)
    return re.sub(r"(</t[dh]>\s*<t[dh][^>]*>)", rf"\1{_CELL}", page)


def unmark_rows(page: str) -> str:
    """Take the marks out of a page again."""
    return _MARKS.sub("", page)


def complete(path: Path) -> None:
    """Add to the index of the search what its sections define, and shorten the blocks of texts."""
    index = json.loads(path.read_text(encoding="utf-8"))
    entries = [entry for entry in index["docs"] if entry["location"] != _CONTENTS]
    index["docs"] = [one for entry in entries for one in (entry, *_list_rows(entry))]
    for entry in index["docs"]:
        if "#" in entry["location"]:
            # The page is found by its tags; its sections by their own, or by their text.
            entry.pop("tags", None)
            if tags := TAGS.get(entry["location"].replace(".html", "")):
                entry |= {"tags": tags, "boost": max(BOOSTS.values())}
        entry["defines"] = " ".join(sorted(_find_defined(entry)))
        entry["text"] = _shorten_blocks(re.sub(_ANCHORS, "", entry["text"]))
    path.write_text(json.dumps(index, separators=(",", ":")), encoding="utf-8")


def _list_rows(entry: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """An entry for each row of a section that has an anchor: a key of a job, or a message."""
    page = entry["location"].partition("#")[0]
    for row, anchor, name in _ROWS.findall(entry["text"]):
        is_key = page == _KEYS
        title = f"<code>{anchor.removeprefix('job.')}</code>" if is_key else name.strip()
        if title.isdecimal():
            title = f"Exit code {title}"
        yield entry | {
            "location": f"{page}#{anchor}",
            "title": title,
            "text": row.replace(name + _CELL, "", 1),
        }


def _find_defined(entry: dict[str, str]) -> set[str]:
    text, (page, _, section) = entry["text"], entry["location"].partition("#")
    if section and page == "reference/commands.html":
        names = {_spell("option", name) for name in _OPTION.findall(text)}
        return names | {_spell("command", entry["title"].removeprefix("dpsql "))}
    if "." in section and page == _KEYS:
        values = {word for word in _KEY.findall(text) if "_" in word}
        return values | {section.rpartition(".")[2], _spell("key", section.removeprefix("job."))}
    return {entry["title"]} if page == _MESSAGES and _ROWS.fullmatch(text.strip()) else set()


def _spell(kind: str, name: str) -> str:
    """One word, as `search-box.js` seeks it."""
    return kind + re.sub(r"[\W_]", "", name)


def _shorten_blocks(text: str) -> str:
    """Make a paragraph of each row, item, line of code, and sentence of a long paragraph."""
    text = re.sub(rf"(?:\s*{_CELL})+\s*{_END}", "</p>", text)
    text = text.replace(_ROW, "<p>").replace(_END, "</p>").replace(_CELL, " · ")
    text = re.sub(r"</?[uo]l>", "", text).replace("<li>", "<p>").replace("</li>", "</p>")
    text = _LINES.sub(lambda found: _make_paragraphs(found[1].split("\n"), "code"), text)
    return _LONG.sub(lambda found: _make_paragraphs(_split(found[1])), text)


def _split(paragraph: str) -> list[str]:
    sentences: list[str] = []
    for part in _SENTENCE.split(paragraph):
        if sentences and sentences[-1].count("<") != 2 * sentences[-1].count("</"):
            sentences[-1] += " " + part  # no end of a sentence within code
        else:
            sentences.append(part)
    return sentences


def _make_paragraphs(parts: list[str], tag: str = "") -> str:
    start, end = (f"<p><{tag}>", f"</{tag}></p>") if tag else ("<p>", "</p>")
    return " ".join(f"{start}{part}{end}" for part in parts if part.strip())
