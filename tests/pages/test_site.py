"""The site of the documentation builds without a warning, whole, and loads nothing remote."""

import json
import re
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest
import typer
from click.testing import Result
from typer.testing import CliRunner

import dpsql
from docs.make.commands import write_commands
from docs.make.hooks import COPIED
from docs.make.job import write_job
from docs.make.lattice import draw
from docs.make.search import BOOSTS, TAGS, complete, mark_rows
from dpsql.cli.app import make_app
from dpsql.domain.job import Job
from dpsql.domain.job_section import JobSchema
from tests.pages.asked import QUESTIONS
from tests.pages.pages import REPOSITORY, find_pages

#: What a browser loads by itself, by tag and attribute.
_LOADED = {
    "script": "src",
    "img": "src",
    "iframe": "src",
    "source": "src",
    "audio": "src",
    "video": "src",
    "embed": "src",
    "object": "data",
    "link": "href",
    "use": "href",
}
_IN_CSS = re.compile(r"url\(\s*['\"]?([^)'\"]+)|@import\s+['\"]([^'\"]+)")


class Loads(HTMLParser):
    """Collects what a page loads, and its styles."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        self.addresses += [found[_LOADED[tag]]] if found.get(_LOADED.get(tag, "")) else []
        self.addresses += [
            word.split()[0] for word in (found.get("srcset") or "").split(",") if word
        ]
        self.addresses += find_in_css(found.get("style") or "")

    def handle_data(self, data):
        # Of a style element; in a text it would be a false alarm.
        self.addresses += find_in_css(data)


def find_in_css(text: str) -> list[str]:
    return [one or other for one, other in _IN_CSS.findall(text)]


def find_remote(folder: Path) -> list[str]:
    """What pages and styles of a folder load from another place."""
    found = []
    for path in folder.rglob("*"):
        if path.suffix in (".html", ".svg"):
            page = Loads()
            page.feed(path.read_text(encoding="utf-8"))
            found += page.addresses
        elif path.suffix == ".css":
            found += find_in_css(path.read_text(encoding="utf-8"))
    return [one for one in found if re.match(r"(?i)\s*(\w+:)?//", one)]


def test_what_the_search_prefers_are_pages():
    docs = REPOSITORY / "docs"
    places = [str(path.relative_to(docs).with_suffix("")) for path in find_pages()[1:]]
    copied = [place.removesuffix(".md") for place in COPIED.values()]
    assert {tagged.partition("#")[0] for tagged in TAGS} <= {*places, *copied}
    assert {*BOOSTS} <= {place.partition("/")[0] for place in places} | {*places, *copied}


def test_what_the_search_prefers_are_sections(site):
    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    found = {entry["location"].replace(".html", "") for entry in index["docs"]}
    assert {tagged for tagged in TAGS if "#" in tagged} <= found


def test_what_users_ask_for_is_there(site):
    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    found = {entry["location"].replace(".html", "") for entry in index["docs"]}
    assert {place for _, places in QUESTIONS for place in places} - found == set()


def test_every_key_and_message_is_a_hit_at_its_anchor(site):
    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    found = {entry["location"]: entry for entry in index["docs"]}
    assert len(found) == len(index["docs"])
    keys = re.findall(r'<a id="([^"]+)"></a>', write_job())
    assert {"job.delta", "delta.max", "engine.duckdb.memory", "population.size.by"} <= {*keys}
    job = (site / "reference" / "job.html").read_text(encoding="utf-8")
    for key in keys:
        assert key.rpartition(".")[2] in found[f"reference/job.html#{key}"]["defines"].split()
        # The anchor itself, and the link of the list at the top.
        assert f'id="{key}"' in job
        assert f'href="#{key}"' in job
    entry = found["reference/job.html#delta.max"]
    assert entry["title"] == "<code>delta.max</code>"
    assert entry["text"].startswith("<p> δmax: the greatest presence that anybody")
    assert "reference/exit-codes.html#permission-denied" in found


def test_every_word_of_the_glossary_is_a_hit_at_its_anchor(site):
    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    found = {entry["location"]: entry["title"] for entry in index["docs"]}
    words = re.findall(r"(?m)^\| ([^|]+) \|", (REPOSITORY / "GLOSSARY.md").read_text("utf-8"))[1:]
    page = (site / "reference" / "glossary.html").read_text(encoding="utf-8")
    own = [place for place in found if place.startswith("reference/glossary.html#")]
    assert len(own) == len(words) > 150
    assert all(f'id="{place.partition("#")[2]}"' in page for place in own)
    assert found["reference/glossary.html#class"] == "class, equivalence class"
    assert found["reference/exit-codes.html#code-7"] == "Exit code 7"


def test_the_page_of_what_is_not_found_opens_from_a_disk(site):
    text = (site / "404.html").read_text(encoding="utf-8").replace('<base href="/">', "")
    links = re.findall(r'(?:href|src)="([\w./-]+)"', text)
    assert len(links) > 50
    assert [link for link in links if link.startswith("/") or not (site / link).is_file()] == []


def test_a_hit_shows_short_blocks(tmp_path):
    """The theme shows the blocks of a text that matched: rows, sentences, lines of code."""
    path, long = tmp_path / "index.json", "word " * 40
    text = f"<p>{long}a <code>b. c</code>. Then {long}</p> <pre><code>$ one\ntwo\n</code></pre>"
    page = f"{text} <ul><li>item</li></ul>" + mark_rows("<tr><td>1</td><td></td></tr>")
    entry = {"location": "p.html#s", "title": "t", "text": re.sub(r"</?t[rd]>", "", page)}
    path.write_text(json.dumps({"docs": [entry | {"tags": ["t"]}]}))
    complete(path)
    (found,) = json.loads(path.read_text())["docs"]
    assert "tags" not in found
    assert found["text"].split("<p>")[1:] == [
        f"{long}a <code>b. c</code>.</p> ",
        f"Then {long}</p> ",
        "<code>$ one</code></p> ",
        "<code>two</code></p> ",
        "item</p>",
        "1</p>",
    ]


def test_every_page_is_built_and_stands_in_the_navigation(site):
    pages = [path.relative_to(REPOSITORY / "docs") for path in find_pages()[1:]]
    assert len(pages) > 20
    start = (site / "index.html").read_text(encoding="utf-8")
    for page in pages:
        assert (site / page).with_suffix(".html").is_file()
        assert str(page.with_suffix(".html")) in start or page.name == "index.md"


def test_a_block_is_copied_without_prompts_and_without_what_is_printed(site):
    page = (site / "how-to" / "panels.html").read_text(encoding="utf-8")
    copied = [unescape(text) for text in re.findall(r'data-copy="([^"]+)"', page)]
    assert copied[0].startswith('import duckdb\n_ = duckdb.sql("""\n    COPY (\n')
    assert compile(copied[0], "<pasted>", "exec")
    assert copied[1].startswith("dpsql init panel.parquet trial.parquet --quiet; dpsql check")
    assert len(copied[1].splitlines()) == 1


def test_no_link_leads_to_a_folder(site):
    for path in [site / "index.html", *site.glob("*/*.html")]:
        links = re.findall(r'href="([^":#]+)[#"]', path.read_text(encoding="utf-8"))
        assert all((path.parent / link).is_file() for link in links), path.name


def test_nothing_is_loaded_from_elsewhere(site):
    assert find_remote(site) == []
    for page in site.rglob("*.html"):
        # The script of the theme fetches more for these.
        assert not re.search(r'class="mermaid|data-md-component="source"', page.read_text())


def test_the_search_has_its_index_in_a_script(site):
    """A page from a disk may load a script, and nothing else."""
    text = (site / "search" / "search_index.js").read_text(encoding="utf-8")
    index = json.loads(text.removeprefix("var __index = "))
    titles = {entry["title"] for entry in index["docs"]}
    assert {"Choose δ", "dpsql anonymize", "Customary thresholds"} <= titles
    assert not re.search("[\ue000-\uf8ff]", text + (site / "compared.html").read_text("utf-8"))
    page = (site / "how-to" / "delta.html").read_text(encoding="utf-8")
    assert re.findall(r'<script src="(.+?)">', page)[0] == "../assets/iframe-worker.js"
    assert "FramedWorker" in (site / "assets" / "iframe-worker.js").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "text",
    [
        '<script src="https://example.org/a.js"></script>',
        '<link href="//example.org/a.css" rel="stylesheet">',
        '<img src="HTTP://example.org/a.png">',
        '<p style="background: url(https://example.org/a.png)">',
        "<style>@import 'https://example.org/a.css'</style>",
    ],
)
def test_what_would_be_loaded_is_found(tmp_path, text):
    (tmp_path / "p.html").write_text(
        f'<a href="https://example.org">a link loads nothing</a>{text}'
    )
    assert len(find_remote(tmp_path)) == 1


def test_the_reference_is_whole(site):
    """Every command, option, word of a job, error and function of Python stands there."""

    def read(name: str) -> str:
        return (site / "reference" / f"{name}.html").read_text(encoding="utf-8")

    commands = read("commands")
    for name, command in walk(typer.main.get_command(make_app()), "dpsql"):
        assert name in commands
        for option in command.params:
            assert option.param_type_name == "argument" or option.opts[0] in commands
    schema = Job.model_json_schema(schema_generator=JobSchema)
    words = [*schema["properties"]]
    words += [word for part in schema["$defs"].values() for word in part.get("properties", {})]
    job = read("job")
    assert [word for word in words if f'"flag">{word}</code>' not in job] == []
    told = read("python") + read("exit-codes")
    assert [name for name in dpsql.__all__ if name not in told and name != "__version__"] == []


def test_the_section_of_a_command_is_formatted():
    told = write_commands()
    assert "- `--csv-formulas` `refuse` or `quote`: What to do with CSV cells" in told
    assert "- `--report FILE`: Also write an HTML report" in told
    assert "$ dpsql demo\n$ dpsql demo --into example\n" in told
    headings = re.findall(r"^#+ (.+)$", told, re.MULTILINE)
    assert len(headings) == len(set(headings))
    assert not re.search(r"<bool>|&lt;|\[/?bold\]|``(?!`)", told.replace("```", ""))


def walk(command, name):
    children = getattr(command, "commands", None)
    if children is None:
        yield name, command
        return
    for word, child in children.items():
        yield from walk(child, f"{name} {word}")


COMMANDS = ("check", "measure", "anonymize", "verify", "lattice", "frontier", "least-k", "choose")


def call(*words: str) -> Result:
    return CliRunner().invoke(make_app(words), words)


def test_every_field_of_the_json_is_told(tmp_path, monkeypatch):
    text = (REPOSITORY / "docs" / "reference" / "json.md").read_text(encoding="utf-8")
    told = set(re.findall(r"`(\w+)`", text)) | {"schema"}
    monkeypatch.chdir(tmp_path)
    assert call("demo", "--into", "d", "--quiet").exit_code == 0
    for path in (tmp_path / "d").glob("release.csv*"):
        path.unlink()
    words = (tmp_path / "d" / "job.yaml").read_text(encoding="utf-8")
    impossible = re.sub(r"(?m)^delta:.*$", "delta: {min: 0, max: 0.01}", words)
    impossible = impossible.replace("release.csv", "none.csv")
    (tmp_path / "d" / "impossible.yaml").write_text(impossible, encoding="utf-8")
    statuses = []
    for arguments in (
        *((command, "d/job.yaml") for command in (*COMMANDS, "explain")),
        ("report", "d/job.yaml", "-o", "page.html"),
        ("anonymize", "d/impossible.yaml"),
    ):
        found = json.loads(call(*arguments, "--json").stdout)
        assert set(found) - told == set(), arguments
        statuses.append(found.get("status"))
    untold = [None] * 3  # of lattice, frontier and least-k
    released = ["checked", "measured", "released", "verified", *untold, "chosen", "explained"]
    assert statuses == [*released, "measured", "unsatisfiable"]


def test_the_picture_of_the_lattice_is_up_to_date():
    path = REPOSITORY / "docs" / "pictures" / "lattice.svg"
    assert path.read_text(encoding="utf-8") == draw()
