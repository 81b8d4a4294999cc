"""Hooks of mkdocs: pages from elsewhere in the repository, and links that leave the pages."""

import re
from pathlib import Path
from posixpath import relpath
from typing import Any

from mkdocs.structure.files import File

from docs.make import copied, search
from docs.make.gallery import make_pages

REPOSITORY = Path(__file__).parents[2]
#: Files of the repository that are pages as they are.
COPIED = {
    "SECURITY.md": "theory/security.md",
    "GLOSSARY.md": "reference/glossary.md",
    "CHANGELOG.md": "contributing/changelog.md",
}
#: Beside this file: the script that starts the search from a disk, those of the search, one for
#: wide tables, and styles.
LOADED = (
    "iframe-worker.js",
    "minisearch.js",
    "search-box.js",
    "wide-tables.js",
    "site.css",
)
#: The way back from an example; a page that dpsql writes for a user has none.
_BACK = (
    '<nav aria-label="Documentation" style="padding: .5rem 0; font: .9rem system-ui, sans-serif">'
    '<a style="color: inherit" href="../gallery.html">Back to the gallery</a>: this is an'
    " example with made-up people.</nav>"
)
_NAMELESS = {
    'data-md-component="search" role="dialog"': "Search",
    'type="checkbox" id="__search"': "Search",
    'type="checkbox" id="__drawer"': "Navigation",
}
#: A part of the table of contents of a page, which a part of the navigation may be called like.
_IN_PAGE = re.compile(r'(<nav class="md-nav" aria-label="[^"]+)"')
#: A link to a folder, as the theme has it for the first page; from a disk it shows a list of files.
_TO_FOLDER = re.compile(r'href="((?:\.\./)*\.\.?)"')
#: Addresses from the root, of which a disk has another.
_FROM_ROOT = re.compile(r'\b(href|src|action)="/(?!/)\.?([^"]*)"')
#: A server shows the page that is not found at any address: there all is found from the root.
_AT_ROOT = '<script>if (location.protocol !== "file:") document.write(\'<base href="/">\')</script>'
#: The same for the search, which begins from an address of its own.
_SEARCH_AT_ROOT = """<script>
if (location.protocol !== "file:") {
  const settings = document.getElementById("__config");
  settings.textContent = settings.textContent.replace('"base": "."', '"base": "/"');
}
</script>"""
_CONFIG = re.compile(r'(<script id="__config".*?</script>)', re.DOTALL)
_NOT_FOUND = """<h1>This page does not exist</h1>
<p>It may have another name now. Type what you look for into the search above, or begin at
<a href="index.html">all pages</a>, <a href="how-to/install.html">the installation</a>,
<a href="reference/commands.html">the commands</a> or
<a href="reference/job.html">the job file</a>.</p>"""
_FLAG = re.compile(r"<code>(--[a-z-]+)</code>")
_KEY = re.compile(r'(<td>(?:<a id="[^"]+"></a>)?)<code>([a-z_]+)</code>')
_LINK = re.compile(r"\[([^\]]+)\]\(((?:\.\./)+[^)\s]+)\)")

#: A paragraph for who reads the page as a file: the site leaves it out.
_IN_REPOSITORY = re.compile(r"<!-- in the repository -->\n(?:.+\n)+")


def on_files(files: Any, config: Any) -> Any:
    """Add the files of the repository that are pages, and what all pages load."""
    for name in LOADED:
        text = (Path(__file__).parent / name).read_text(encoding="utf-8")
        files.append(File.generated(config, f"assets/{name}", content=text))
    for name, text in make_pages().items():
        text = text.replace("<body>", f"<body>\n{_BACK}", 1)
        files.append(File.generated(config, f"gallery/{name}.html", content=text))
    for name, place in COPIED.items():
        text = (REPOSITORY / name).read_text(encoding="utf-8")
        files.append(File.generated(config, place, content=text))
    return files


def on_page_markdown(text: str, page: Any, **_: Any) -> str:
    """Lead links to files of the repository to where they are read; tag pages for the search."""
    home = (Path("docs") / page.file.src_uri).parent
    search.describe(page.file.src_uri.removesuffix(".md"), page.meta)
    text = _IN_REPOSITORY.sub("", copied.name_sessions(text))
    return _LINK.sub(lambda found: _lead(found, home), text)


def on_page_content(text: str, page: Any, **_: Any) -> str:
    """Say what a button copies; mark options, and keys that a row begins with, as unbroken words.

    How to follow a page is not what somebody searches for.
    """
    if page.file.src_uri == COPIED["GLOSSARY.md"]:
        text = search.name_rows(text)
    text = text.replace("<p><em>To follow", "<p data-search-exclude><em>To follow")
    text = _FLAG.sub(r'<code class="flag">\1</code>', text)
    text = _KEY.sub(r'\1<code class="flag">\2</code>', text)
    return search.mark_rows(copied.add_commands(text))


def on_post_build(config: Any) -> None:
    """Complete the index of the search, before the `offline` plugin makes it a script."""
    search.complete(Path(config.site_dir) / "search" / "search_index.json")


def on_post_page(output: str, **_: Any) -> str:
    """Name for screen readers what the theme leaves nameless, and the first page in its links."""
    output = _TO_FOLDER.sub(r'href="\1/index.html"', output)
    return search.unmark_rows(_name_parts(output))


def on_post_template(output_content: str, template_name: str, **_: Any) -> str:
    """Do the same for the page of what is not found, and let it open from a disk, too."""
    if template_name != "404.html":
        return output_content
    output = _FROM_ROOT.sub(
        lambda found: f'{found[1]}="{found[2] or "index.html"}"', output_content
    )
    output = output.replace('"base": "/"', '"base": "."').replace('"search": "/', '"search": "')
    output = output.replace("<head>", f"<head>{_AT_ROOT}", 1)
    output = _CONFIG.sub(lambda found: found[1] + _SEARCH_AT_ROOT, output)
    return _name_parts(output.replace("<h1>404 - Not found</h1>", _NOT_FOUND))


def _name_parts(output: str) -> str:
    for part, name in _NAMELESS.items():
        output = output.replace(part, f'{part} aria-label="{name}"')
    return _IN_PAGE.sub(r'\1, on this page"', output)


def _lead(found: re.Match[str], home: Path) -> str:
    label, target = found[1], found[2]
    path = relpath(str(home / target.partition("#")[0]), ".")
    if path.startswith("docs/"):
        return found[0]
    if path in COPIED:
        return f"[{label}]({relpath('docs/' + COPIED[path], str(home))})"
    if not (REPOSITORY / path).exists():
        raise FileNotFoundError(f"{home}: {target} is not in the repository")
    return f"{label} (`{path}`)"
