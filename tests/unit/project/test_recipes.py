"""Whoever has neither uv nor just finds in CONTRIBUTING.md what each recipe runs."""

import re
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[3]
_RECIPE = re.compile(r"^([a-z]\w*)[^:\n]*:\n((?:    .+\n)+)", re.MULTILINE)
RECIPES = dict(_RECIPE.findall((REPOSITORY / "justfile").read_text(encoding="utf-8") + "\n"))
_ROW = re.compile(r"^\| `just (\w+)[^`]*` \| (.+?) \|", re.MULTILINE)
PLAIN = dict(_ROW.findall((REPOSITORY / "CONTRIBUTING.md").read_text(encoding="utf-8")))


def test_every_recipe_has_a_row():
    assert len(RECIPES) > 10
    assert set(PLAIN) == set(RECIPES)


@pytest.mark.parametrize("name", sorted(set(RECIPES) - {"setup"}))
def test_the_plain_command_is_that_of_the_recipe(name):
    for line in RECIPES[name].splitlines():
        command = re.sub(r"uv run (--extra \w+ )*", "", line.strip().partition(";")[0])
        if command.startswith("just "):
            assert f"`{command.removeprefix('just ')}`" in PLAIN[name]
            continue
        pattern = re.sub(r"\\\{\\\{\w+\\\}\\\}", r"\\S+", re.escape(command))
        assert re.search(pattern, PLAIN[name]), f"{name}: {command}"


def test_modules_are_run_by_python():
    """A script such as mkdocs does not see `docs`, which is no part of what is installed."""
    assert not re.search(r"(?<!-m )mkdocs (build|serve|\{\{)", "".join(RECIPES.values()))
