"""l-diversity and t-closeness on small tables of every type of column, end to end."""

import json
from collections import defaultdict
from datetime import date
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import dpsql
from dpsql.engines.base import Engine
from dpsql.job_files.read import parse_job
from dpsql.verifier import recount
from dpsql.warehouses.scripts.script import write_script

TOWNS = {"town": {"tree": {"north": ["a", "b"], "south": ["c", "d"]}}}
ILL = ["flu", "cold", "hiv", "flu", "flu", "flu", "cold", "hiv"]


def write(bench, values, towns="aabbccdd"):
    """T is all of P: two people in each of four towns."""
    table = pa.table({"town": list(towns), "ill": values})
    pq.write_table(table, bench.folder / "p.parquet")


def make_job(bench, constraints, **words):
    usual = {"public": "p.parquet", "private": "p.parquet", "keep": ["ill"]}
    return bench.job(TOWNS, constraints=constraints, **(usual | words))


@pytest.mark.parametrize(
    ("constraints", "level"),
    [
        ({"l_diversity": {"ill": {"distinct": 1}}}, 0),
        ({"l_diversity": {"ill": {"distinct": 2}}}, 1),
        ({"l_diversity": {"ill": {"distinct": 3}}}, 1),
        ({"l_diversity": {"ill": {"entropy": "2"}}}, 1),
        ({"l_diversity": {"ill": {"entropy": "2.9"}}}, None),
        ({"l_diversity": {"ill": {"recursive": {"c": "1", "l": "2"}}}}, None),
        ({"l_diversity": {"ill": {"recursive": {"c": "1", "l": "2", "strict": "false"}}}}, 1),
        ({"l_diversity": {"ill": {"recursive": {"c": "3", "l": "3"}}}}, 1),
        ({"t_closeness": {"ill": {"t": "0"}}}, 1),
        ({"t_closeness": {"ill": {"t": "1/4"}}}, 1),
        ({"t_closeness": {"ill": {"t": "1/2"}}}, 0),
        ({"t_closeness": {"ill": {"t": "49/100"}}}, 1),
        ({"l_diversity": {"ill": {"distinct": 2}}, "k_anonymity": 5}, 2),
    ],
)
@pytest.mark.parametrize("algorithm", ["spalm", "incognito"])
def test_the_least_level_that_protects(bench, constraints, level, algorithm):
    """North is flu cold hiv flu, south the same; within the towns one value or two."""
    write(bench, ILL)
    job = make_job(bench, constraints, algorithm=algorithm)
    if level is None:
        with pytest.raises(dpsql.NoSafeRelease):
            bench.anonymize(job)
        return
    assert bench.anonymize(job).levels == {"town": level}
    assert [node[0] for node in bench.lattice(job)] == [level]
    assert bench.measure(job, {"town": level}).satisfied is True
    assert [point.levels["town"] for point in dpsql.frontier(job).points] == [level]


@pytest.mark.parametrize(
    ("values", "words", "distance"),
    [
        ([2, 2, 10, 10, 20, 20, 100, 100], {}, "1/3"),
        (["2", "2", "10", "10", "20", "20", "100", "100"], {}, "1/3"),
        (["9", "9", "+10", "+10", "2e1", "2e1", "0100.50", "0100.50"], {}, "1/3"),
        ([Decimal(n) / 10 for n in (2, 2, 10, 10, 20, 20, 100, 100)], {}, "1/3"),
        ([date(2024, 9, n) for n in (1, 1, 2, 2, 3, 3, 4, 4)], {}, "1/3"),
        ([9.5, 9.5, 10.0, 10.0, 20.0, 20.0, 100.0, 100.0], {}, "1/3"),
        ([f"2024-09-01{n}:00:00" for n in (" 01", "T02", " 03", " 04") for _ in "ab"], {}, "1/3"),
        (["w", "w", "x", "x", "y", "y", "z", "z"], {"order": ["w", "y", "x", "z"]}, "1/6"),
        ([None, None, "9", "9", "10", "10", "20", "20"], {}, "1/3"),
    ],
)
def test_values_are_ordered_by_what_they_are(bench, values, words, distance):
    """North holds the first two values. Where these are the least, 1/4, 1/2 and 1/4 are carried.

    By code point 10 < 20 < 9 < x, and only 1/4 and 1/4 are.
    """
    write(bench, values)
    for step, satisfied in ((0, True), (Fraction(-1, 10**6), False)):
        t = str(Fraction(distance) + step)
        closeness = {"t": t, "distance": "ordered", **words}
        job = make_job(bench, {"t_closeness": {"ill": closeness}})
        assert bench.measure(job, {"town": 1}).satisfied is satisfied
    assert bench.anonymize(job).levels == {"town": 2}


def test_a_hierarchy_of_the_values_counts_moves_within_a_branch_less(bench):
    write(bench, ["flu", "flu", "cold", "cold", "hiv", "hiv", "hiv", "hiv"], "acacbdbd")
    bench.write("ill.csv", [("flu", "light"), ("cold", "light"), ("hiv", "heavy")])
    words = {"distance": "hierarchical", "hierarchy": "ill.csv"}
    near = make_job(bench, {"t_closeness": {"ill": words | {"t": "0.5"}}})
    assert bench.measure(near, {"town": 1}).satisfied is True
    assert bench.anonymize(near).levels == {"town": 0}
    (bench.folder / "ill.csv").unlink()
    with pytest.raises(dpsql.ConfigError, match=r"ill\.csv cannot be read"):
        dpsql.check(near, **bench.engine.options)
    bench.write("ill.csv", [("flu", "light"), ("cold", "light")])
    with pytest.raises(dpsql.HierarchyError, match="1 value of T has no place") as error:
        bench.measure(near, {"town": 1})
    assert "hiv" not in str(error.value)


def test_null_is_a_sensitive_value_like_any_other(bench):
    write(bench, ["flu", None, None, "flu", "flu", "flu", None, None])
    job = make_job(bench, {"l_diversity": {"ill": {"distinct": 2}}})
    assert bench.anonymize(job).levels == {"town": 1}


def test_the_verifier_reads_a_csv_with_quoted_formulas(bench):
    values = ["=1", "=1", "'x", "'x", "y", "y", "-5", "-5"]
    write(bench, values)
    closeness = {"t": "1/3", "distance": "ordered", "order": ["=1", "'x", "y", "-5"]}
    words = {"release": "r.csv"}
    job = make_job(bench, {"t_closeness": {"ill": closeness}}, **words)
    assert bench.anonymize(job, csv_formulas="quote").levels == {"town": 1}


@pytest.mark.parametrize(
    ("values", "complaint"),
    [
        (ILL, "words have no order of their own"),
        (["1", "2", "2024-01-01", "3", "4", "5", "6", "7"], "words have no order of their own"),
        (["1", "1.0", "01", "2", "3", "4", "5", "6"], "3 values of T equal another one"),
        ([0.0, -0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0], "2 values of T equal another one"),
        ([bytes([n]) for n in range(8)], "values of type BLOB have no order"),
    ],
)
def test_what_has_no_order_of_its_own_is_refused_unless_it_is_listed(bench, values, complaint):
    """The error says what to write, and names no value."""
    write(bench, values)
    words = {"t": "1", "distance": "ordered"}
    # Spark puts no BLOB in Parquet, which it says before it looks for an order.
    job = make_job(bench, {"t_closeness": {"ill": words}}, release="r.csv")
    with pytest.raises(dpsql.InputError, match=complaint) as error:
        bench.measure(job)
    assert "'order': ['low', 'middle', 'high']" in str(error.value)
    assert "flu" not in str(error.value)
    if isinstance(values[0], str):
        listed = make_job(
            bench, {"t_closeness": {"ill": words | {"order": [*dict.fromkeys(values)]}}}
        )
        assert bench.measure(listed).satisfied is True


def test_a_column_that_is_not_published_needs_no_protection(bench):
    write(bench, ILL)
    with pytest.raises(dpsql.ConfigError, match="add it to keep"):
        make_job(bench, {"l_diversity": {"ill": {"distinct": 2}}}, keep=[])


def test_a_release_that_breaks_the_job_of_another_is_refused(bench):
    """The manifest keeps the words; a stricter job finds the classes that break it."""
    write(bench, ILL)
    words = {
        "l_diversity": {"ill": {"entropy": "1.5", "recursive": {"c": "4", "l": "2"}}},
        "t_closeness": {"ill": {"t": "1/2"}},
    }
    job = make_job(bench, words)
    assert bench.anonymize(job).levels == {"town": 1}
    stated = json.loads((bench.folder / "r.parquet.manifest.json").read_text())["constraints"]
    assert stated["l_diversity"]["ill"]["entropy"] == "3/2"
    dpsql.verify(job, **bench.engine.options)
    with pytest.raises(dpsql.IntegrityError, match="states another constraints"):
        dpsql.verify(
            make_job(bench, {"t_closeness": {"ill": {"t": "1/2"}}}), **bench.engine.options
        )
    stricter = make_job(bench, {"l_diversity": {"ill": {"distinct": 4}}})
    with pytest.raises(dpsql.NotSatisfied, match="2 of 2 classes"):
        dpsql.verify(stricter, **bench.engine.options)


def test_the_verifier_holds_few_histograms_at_once(bench, monkeypatch):
    """Each town is a class with values that no other has: four histograms, eight values."""
    write(bench, [*"abcdefg", None], "aabbccdd")
    job = make_job(bench, {"t_closeness": {"ill": {"t": "3/4"}}})
    assert bench.anonymize(job).levels == {"town": 0}
    monkeypatch.setattr(recount, "_CHUNK", 3)
    fetched = defaultdict(list)

    def fetch(engine, query, plain=Engine.fetch):
        rows = plain(engine, query)
        fetched[query.meta.get("template")].append(len(rows))
        return rows

    monkeypatch.setattr(Engine, "fetch", fetch)
    dpsql.verify(job, **bench.engine.options)
    assert fetched["list_histograms_between"] == [3, 1]
    assert fetched["list_sensitive_values_between"] == [2, 3, 3, 0]
    assert max(max(sizes) for sizes in fetched.values()) == 3
    stricter = make_job(bench, {"t_closeness": {"ill": {"t": "7/10"}}})
    with pytest.raises(dpsql.NotSatisfied, match="4 of 4 classes"):
        dpsql.verify(stricter, **bench.engine.options)


def test_an_empty_private_table_breaks_nothing(bench):
    write(bench, ILL)
    bench.write("t.csv", [], ("town", "ill"))
    job = make_job(bench, {"l_diversity": {"ill": {"distinct": 4}}}, private="t.csv")
    assert bench.measure(job).satisfied is True


def test_the_script_of_a_job_shows_how_diversity_is_judged(bench):
    job = make_job(bench, {"l_diversity": {"ill": {"distinct": 3, "entropy": 2}}})
    comments = [one.comment for one in write_script(job, "duckdb").statements]
    words = "l_diversity of ill distinct 3, l_diversity of ill entropy 2"
    assert f"The classes of T that violate {words}." in comments
    job = make_job(bench, {"t_closeness": {"ill": {"t": "1/5", "distance": "ordered"}}})
    with pytest.raises(dpsql.ConfigError, match="follows from the type of the column"):
        write_script(job, "duckdb")


def test_words_of_a_job_file():
    text = (
        "public: p.csv\nprivate: t.csv\nquasi_identifiers: {zip: zip.csv}\nkeep: [ill, pay]\n"
        "constraints:\n  l_diversity: {ill: {recursive: {c: 4, l: 5}}}\n"
        "  t_closeness: {pay: {t: 1/5, distance: ordered, order: [low, '']}}\n"
    )
    found = parse_job(text.encode(), "job.yaml", Path())
    assert found.constraints.stated == {
        "l_diversity": {"ill": {"recursive": {"c": "4", "l": 5, "strict": True}}},
        "t_closeness": {"pay": {"t": "1/5", "distance": "ordered", "order": ("low", "")}},
    }


def test_a_manifest_that_protects_what_is_not_there_is_no_proof(bench):
    write(bench, ILL)
    job = make_job(bench, {"k_map": 1})
    bench.anonymize(job)
    path = bench.folder / "r.parquet.manifest.json"
    claims = json.loads(path.read_text())
    claims["constraints"]["l_diversity"] = {"wage": {"distinct": 1}}
    path.write_text(json.dumps(claims, indent=2) + "\n")
    with pytest.raises(dpsql.IntegrityError, match=r"states another constraints\.l_diversity"):
        dpsql.verify(job, **bench.engine.options)
    claims["constraints"] = {"t_closeness": {"ill": {"t": "1", "distance": "ordered"}}}
    claims["constraints"]["t_closeness"]["ill"]["order"] = ["flu", "cold"]
    path.write_text(json.dumps(claims, indent=2) + "\n")
    with pytest.raises(dpsql.IntegrityError, match=r"states another constraints\."):
        dpsql.verify(job, **bench.engine.options)


@pytest.mark.parametrize("kept", ["value", "row_count", "histogram", "release", "listed", "c1"])
def test_columns_may_be_called_as_those_of_the_statements(bench, kept):
    names = ("number", "value_count", "q0", "position")
    rows = [(*"abab", ill) for ill in ILL] + [(*"ccdd", ill) for ill in ILL]
    bench.write("p.csv", rows, (*names, kept))
    quasi_identifiers = {name: {"tree": {"*": ["a", "b", "c", "d"]}} for name in names}
    constraints = {"l_diversity": {kept: {"distinct": 3}}, "t_closeness": {kept: {"t": "1/5"}}}
    job = bench.job(quasi_identifiers, constraints=constraints, keep=[kept], private="p.csv")
    assert set(bench.anonymize(job).levels.values()) == {0}
