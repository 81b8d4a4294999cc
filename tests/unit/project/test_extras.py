"""Pages and messages name extras that exist, and install them from dpsql's own folder."""

import re
import tomllib
from pathlib import Path

from dpsql.errors import name_extra

REPOSITORY = Path(__file__).parents[3]
EXTRAS = set(
    tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "optional-dependencies"
    ]
)
#: What only those need who develop dpsql.
OF_DEVELOPERS = {"dev", "docs", "mutants", "notebooks", "paper", "test"}
_INSTALLED = re.compile(r"pip\s+install (?:-\S+ )*'?([\w./]*)\[(.+?)\]")


def find_installed():
    """What is installed in which file: the package, and its extras."""
    pages = [path for path in REPOSITORY.glob("docs/**/*.md") if path.parent.name != "changelog.d"]
    code = (REPOSITORY / "dpsql").rglob("*.py")
    for path in (REPOSITORY / "README.md", REPOSITORY / "CONTRIBUTING.md", *pages, *code):
        for package, extras in _INSTALLED.findall(path.read_text(encoding="utf-8")):
            yield path.name, package, extras


def test_extras_are_installed_from_the_folder_of_dpsql():
    """dpsql is in no registry: by its name somebody else's package would be installed."""
    assert len([*find_installed()]) > 10
    assert {(path, package) for path, package, _ in find_installed() if package != "."} == set()


def test_extras_that_are_named_are_there():
    named = {word for path, _, words in find_installed() for word in words.split(",")}
    assert named - EXTRAS - {"{extra}"} == set()


def test_the_readme_names_every_extra_of_users():
    readme = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    assert {one for one in EXTRAS - OF_DEVELOPERS if f"`{one}`" not in readme} == set()
    assert "pip install '.[dp]'" in name_extra("dp")
