"""Which tests a tier has: of a file by its folder or its own line, by a mark, and by its engine."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.tiers import NOT_ON, PLACES, SAMPLED, TIERS, VARIABLE, Tiers, find_tier, tier_of_file

TESTS = Path(__file__).parents[2]
ENGINES = ("duckdb", "duckdb_connection", "postgres", "spark")


class Item:
    """As much of a test as is looked at."""

    def __init__(self, path, name, *marks, **params):
        self.path, self.originalname = TESTS / path, name
        self.name = f"{name}[{'-'.join(params.values())}]"
        self.callspec = SimpleNamespace(params=params)
        self._marks = [SimpleNamespace(args=(mark,)) for mark in marks]

    def iter_markers(self, name):
        assert name == "tier"
        return self._marks


@pytest.fixture
def choose(monkeypatch):
    """Names of the tests that run, of items; what the command line names, from the top folder."""

    def call(tier, items, *arguments):
        if tier is None:
            monkeypatch.delenv(VARIABLE, raising=False)
        else:
            monkeypatch.setenv(VARIABLE, tier)
        left_out = []
        config = SimpleNamespace(
            rootpath=TESTS.parent,
            getini=lambda _: ["tests", "dpsql"],
            args=arguments or ["tests", "dpsql"],
            invocation_params=SimpleNamespace(dir=TESTS.parent),
            hook=SimpleNamespace(pytest_deselected=lambda items: left_out.extend(items)),
        )
        tiers, kept = Tiers(config), [*items]
        tiers.pytest_collection_modifyitems(config, kept)
        assert {*kept} | {*left_out} == {*items}
        ignored = {item.name for item in items if tiers.pytest_ignore_collect(item.path)}
        names = [item.name for item in kept]
        assert ignored.isdisjoint(names)
        return names

    return call


def test_every_folder_and_file_with_a_line_is_there_and_every_test_has_a_tier():
    named = {*PLACES, *SAMPLED}.union(*NOT_ON.values())
    assert [place for place in named if not (TESTS / place).exists()] == []
    assert {tier_of_file(path) for path in TESTS.rglob("test_*.py")} == {*TIERS}


def test_a_new_file_needs_no_line_and_a_new_folder_does():
    assert tier_of_file(TESTS / "faults" / "test_new.py") == "ci"
    assert tier_of_file(TESTS / "unit" / "deep" / "test_new.py") == "default"
    assert tier_of_file(TESTS / "functional" / "releases" / "test_target.py") == "default"
    with pytest.raises(pytest.UsageError, match=r"nowhere/test_new\.py"):
        tier_of_file(TESTS / "nowhere" / "test_new.py")


def test_an_unknown_tier_is_refused(monkeypatch):
    monkeypatch.setenv(VARIABLE, "nightly")
    with pytest.raises(pytest.UsageError, match="default, ci, all"):
        find_tier()
    monkeypatch.setenv(VARIABLE, "")
    assert find_tier() == "default"


PLAIN = [
    Item("unit/test_a.py", "a"),
    Item("unit/test_a.py", "b", "ci"),
    Item("faults/test_c.py", "c"),
    Item("faults/test_c.py", "d", "all"),
    Item("acceptance/test_e.py", "e"),
    # A mark makes nothing earlier than its file is.
    Item("acceptance/test_e.py", "f", "default"),
]


@pytest.mark.parametrize(
    ("tier", "names"), [(None, "a"), ("default", "a"), ("ci", "abc"), ("all", "abcdef")]
)
def test_a_tier_holds_those_before_it(choose, tier, names):
    assert choose(tier, PLAIN) == [f"{name}[]" for name in names]


@pytest.mark.parametrize(
    ("tier", "folder", "engines"),
    [
        ("default", "spec", {"duckdb": 4}),
        ("ci", "spec", {"duckdb": 4, "duckdb_connection": 1, "postgres": 2, "spark": 1}),
        ("ci", "conformance", {"duckdb": 4, "duckdb_connection": 1, "postgres": 2, "spark": 1}),
        ("all", "spec", dict.fromkeys(ENGINES, 4)),
    ],
)
def test_engines_have_shares_of_the_cases(choose, tier, folder, engines):
    cases = [
        Item(f"{folder}/test_a.py", name, engine=engine, case=case)
        for name in ("one", "two")
        for engine in ENGINES
        for case in ("x", "y")
    ]
    chosen = choose(tier, cases)
    assert {
        engine: count
        for engine in ENGINES
        if (count := sum(f"[{engine}-" in name for name in chosen))
    } == engines
    assert {name.partition("[")[0] for name in chosen} == {"one", "two"}


@pytest.mark.parametrize(("tier", "cases"), [("default", "v"), ("ci", "v"), ("all", "vwxyz")])
def test_of_some_files_a_tier_has_some_cases_of_each_function(choose, tier, cases):
    file = "conformance/tables/test_hostile_names.py"
    assert file in SAMPLED
    items = [Item(file, name, case=case) for name in ("one", "two") for case in "vwxyz"]
    assert choose(tier, items) == [f"{name}[{case}]" for name in ("one", "two") for case in cases]


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        (["tests/faults"], "acd"),
        (["tests/faults/test_c.py::d[x]", "tests/acceptance"], "acdef"),
        (["tests"], "a"),
        (["."], "a"),
    ],
)
def test_what_is_named_runs_whole_unless_a_tier_is_asked_for(choose, arguments, names):
    spark = Item("faults/test_c.py", "s", engine="spark")
    chosen = choose(None, [*PLAIN, spark], *arguments)
    assert [name[0] for name in chosen if name[0] != "s"] == list(names)
    assert (spark.name in chosen) == ("d" in names)
    assert choose("default", [*PLAIN, spark], *arguments) == ["a[]"]
