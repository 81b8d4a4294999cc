"""Outcomes as rows, as frames of pandas and polars, and as small cells of a notebook."""

import io
import sys
from fractions import Fraction

import polars as polars_types
import pytest
from rich.console import Console

import dpsql
from dpsql.cli.terminal.notebook_blocks import show_blocks
from dpsql.domain.found.searched import Search
from dpsql.use_cases.optima.lattice import MinimalNode, MinimalNodes
from dpsql.use_cases.optima.told_lattice import tell_minimal_nodes

PAPER = dpsql.Scenario(Fraction(7, 100), Fraction(10_000), Fraction(100))


def count_published(example):
    folder = example.parent
    (folder / "census.csv").write_text("zip,people\n1,10\n2,5\n")
    (folder / "published.csv").write_text("zip,cases\n1,6\n2,*\n")
    words = {"count": "cases", "people": "people", "redacted": 5, "mark": "*"}
    return dpsql.published_counts(folder / "census.csv", folder / "published.csv", **words)


def find_least_k(example):
    example.write_text(example.read_text().replace("min: 1/2", "min: 0"))
    return dpsql.least_k(example)


def find_difference(example):
    first, second = example.parent / "a.csv", example.parent / "b.csv"
    for release, levels in ((first, None), (second, {"zip": 3, "age": 2, "nationality": 3})):
        job = example.with_name(f"{release.stem}.yaml")
        job.write_text(
            example.read_text().replace("release: release.csv", f"release: {release.name}")
        )
        dpsql.anonymize(job, levels)
    return dpsql.diff(first, second)


def climb(example, delta_max, least):
    algorithm = f"algorithm: {{pooled: {{least: {least}}}}}"
    text = example.read_text().replace("min: 1/2, max: 2/3}", f"max: {delta_max}}}\n{algorithm}")
    example.write_text(text)
    return example


def explain_what_holds_everywhere(example):
    """Then no class violates the job, and there is a row for each node nevertheless."""
    return dpsql.explain(climb(example, 1, 9), {"zip": 3, "age": 2, "nationality": 3})


def sign(example):
    dpsql.anonymize(example)
    return dpsql.sign_off(example, example.with_name("sign.html"))


#: Of each outcome: how it is found, how many rows it has, and a row of them.
OUTCOMES = {
    "anonymize": (dpsql.anonymize, 3, {"quasi_identifier": "age", "level": 2, "height": 2}),
    "measure": (dpsql.measure, 3, {"quasi_identifier": "zip", "level": 0, "loss": 0}),
    "check": (
        dpsql.check,
        3,
        {"quasi_identifier": "age", "height": 2, "public_rows": 9, "nodes": 48},
    ),
    "frontier": (dpsql.frontier, 2, {"delta_max": Fraction(5, 9), "level_zip": 3, "loss": 1}),
    "frontiers": (
        lambda job: dpsql.frontiers(job, ["spalm", "mpalm"]),
        5,
        {"algorithm": "mpalm", "proven": False, "delta_max": Fraction(2, 3)},
    ),
    "lattice": (dpsql.lattice, 1, {"level_zip": 2, "discernibility": 13}),
    "compare": (
        lambda job: dpsql.compare(job, algorithms=["spalm", "mpalm"]),
        2,
        {"algorithm": "spalm", "delta_max": Fraction(2, 3), "loss_age": 1.0, "whole": True},
    ),
    "risks": (dpsql.risks, 3, {"risk": "marketer", "max": None, "mean": 1.0}),
    "explain": (
        dpsql.explain,
        7,
        {"label_zip": "4763*", "private_rows": 1, "presence": Fraction(1, 3)},
    ),
    "explain, pooled": (explain_what_holds_everywhere, 4, {"node": "as it is", "holds": True}),
    "pooled": (
        lambda job: dpsql.anonymize(climb(job, "2/3", 5)),
        3,
        {"quasi_identifier": "zip", "start": 0, "level_from": 2, "level_to": 3, "height": 3},
    ),
    "sign_off": (sign, 2, {"name": "delta max", "asked": "2/3", "holds": True}),
    "script": (dpsql.script, 11, {"step": "setting"}),
    "choose": (dpsql.choose, 3, {"quasi_identifier": "zip", "level": 3}),
    "audit": (dpsql.audit, 3, {"quasi_identifier": "zip", "level": 2}),
    "certify": (
        lambda job: dpsql.certify(job, job.parent / "proof.json"),
        3,
        {"quasi_identifier": "zip", "level": 2},
    ),
    "least_k": (find_least_k, 2, {"k": 3, "actual_k": 5, "presence_max": Fraction(1)}),
    "diff": (find_difference, 2, {"claim": "levels", "old": "{zip: 2, age: 2, nationality: 2}"}),
    "published_counts": (count_published, 2, {"value_zip": "1", "presence_max": Fraction(3, 5)}),
    "frequencies": (
        lambda job: dpsql.frequencies(job.parent / "public.csv", ["zip"]),
        5,
        {"rule": "full", "least": Fraction(1)},
    ),
    "choose_delta": (
        lambda _: dpsql.choose_delta(dpsql.Counts(1000, 40), [PAPER]),
        1,
        {"prior": Fraction(7, 100), "cost_up": Fraction(775, 8)},
    ),
}


@pytest.mark.parametrize("name", OUTCOMES)
def test_an_outcome_is_a_frame(example, name):
    find, size, part = OUTCOMES[name]
    outcome = find(example)
    rows = outcome.to_rows()
    assert len(rows) == size
    assert any(part.items() <= row.items() for row in rows)
    pandas, polars = outcome.to_pandas(), outcome.to_polars()
    assert list(pandas.columns) == polars.columns
    assert (len(pandas), len(polars)) == (size, size)
    for title, cell in part.items():
        if isinstance(cell, Fraction):
            assert str(cell) in polars[f"{title}_exact"].to_list()
            assert float(cell) in pandas[title].to_list()
        elif cell is not None:
            assert cell in polars[title].to_list()
    assert 10 < len(repr(outcome)) < 200
    assert not repr(outcome).endswith(": >")
    assert len(outcome._repr_html_()) < 9000
    # Nothing that is a number is an object, and nothing that is counted a double.
    for title, kind in polars.schema.items():
        cells = {type(row.get(title)) for row in rows} - {type(None)}
        counted = kind in (polars_types.Int64, polars_types.Boolean)
        assert pandas[title].dtype != object or cells == {str}, title
        assert counted == (bool(cells) and cells <= {int, bool}), title


def test_where_people_climb_levels_are_those_of_the_start_and_of_the_rows(example):
    """Nobody need have settled at the start, which is not what is released."""
    dpsql.anonymize(climb(example, "2/3", 5))
    found = dpsql.verify(example)
    start = "start zip=0 age=0 nationality=0, pooled, at least 5,"
    assert start in repr(found)
    assert start in repr(dpsql.sign_off(example, example.with_name("s.html")))
    told = "at least 5 people settle together; rows have the levels zip 2 to 3, age 2, nationality"
    assert told in found._repr_html_()


def test_nodes_have_the_numbers_of_the_terminal():
    """By loss; the JSON is by level vector."""
    levels = [{"zip": zips, "age": 2 - zips} for zips in range(3)]
    losses = [{"loss": 0.5}, {"loss": 0.25}, {"loss": 0.5}]
    nodes = tuple(map(MinimalNode, levels, losses))
    found = MinimalNodes(nodes, 9, 5, None, Search(9, 5, optimal=True), {}, 0, True)
    frame = found.to_pandas()
    assert frame.to_numpy().tolist() == [[1, 1, 1, 0.25], [2, 0, 2, 0.5], [3, 2, 0, 0.5]]
    assert [one["levels"]["zip"] for one in found.to_dict()["minimal_nodes"]] == [0, 1, 2]
    console = Console(width=80, record=True, file=io.StringIO())
    console.print(show_blocks(tell_minimal_nodes(found)))
    printed = [line.split()[:3] for line in console.export_text().splitlines()[1:4]]
    assert printed == [["1", "1", "1"], ["2", "0", "2"], ["3", "2", "0"]]
    assert "3 minimal nodes, * the least loss" in found._repr_html_()


@pytest.mark.parametrize("package", ["pandas", "polars"])
def test_without_the_package_the_extra_is_named(example, monkeypatch, package):
    found = dpsql.check(example)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(dpsql.ConfigError, match=rf"pip install '\.\[{package}\]'"):
        getattr(found, f"to_{package}")()


def test_presence_tells_the_edges_of_its_bars(example):
    """Also that of a search, and of a file."""
    measured = dpsql.measure(example, {"zip": 2, "age": 2, "nationality": 1})
    told = "<Presence: 1/3 to 2/3; people of P: 3 in (3/10, 7/20], 6 in (13/20, 2/3]>"
    assert repr(measured.presence) == told
    found = dpsql.anonymize(example)
    for path in (None, example.parent / "release.csv"):
        again = dpsql.measure(example, None if path else found.levels, release=path)
        assert repr(again.presence) == repr(found.presence) != "<Presence: 1/2 to 2/3>"
