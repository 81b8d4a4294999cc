"""Every engine cuts the same parts along the hierarchies, and verifies what it wrote."""

import json
from collections import Counter
from hashlib import sha256

import pyarrow
import pytest

import dpsql
from dpsql.release.manifest import Claims
from tests.generative.instances.runs import read_release
from tests.oracle.models.presence import find_presence
from tests.oracle.search.cuts import CutRules, divide, judge_by_models, publish
from tests.oracle.tables.running_example import make_example

CUTS = {"delta": {"max": "2/3"}, "algorithm": {"mpalm": {"cuts": "hierarchy"}}}


@pytest.mark.parametrize("rest", ["kept", "refused"])
@pytest.mark.parametrize("release", ["r.csv", "r.parquet"])
def test_parts_are_those_of_the_oracle(bench, paper_job, rest, release):
    example = make_example(("0", "2/3"))
    rules = CutRules(judge_by_models(example), rest == "kept")
    parts = divide(example, rules).list_parts()
    classes = publish(example, parts)
    words = {"mpalm": {"cuts": "hierarchy", "rest": rest}}
    said = bench.anonymize(paper_job(**CUTS | {"algorithm": words}, release=release)).to_dict()
    assert said["partitions"] == sum(n_t > 0 for _, n_t in classes.values())
    assert said["search"]["parts"] == len(parts)
    least, most = find_presence(classes)
    assert said["presence"] == {"min": str(least), "max": str(most)}
    _, records = read_release(bench.folder / release)
    assert records == Counter({label: n_t for label, (_, n_t) in classes.items() if n_t})


def test_lower_codes_may_need_several_keys(bench, paper_job, monkeypatch):
    """A key has 63 bits, which few tables exceed."""
    parts = divide(example := make_example(("0", "2/3")), CutRules(judge_by_models(example), True))
    monkeypatch.setattr("dpsql.sql.hierarchy_cuts.packed._BITS", 2)
    said = bench.anonymize(paper_job(**CUTS, release="r.csv")).to_dict()
    assert said["search"]["parts"] == len(parts.list_parts())


@pytest.mark.parametrize(
    ("of_one", "of_other", "losses", "loss"),
    [
        # Both columns are as good; of two equals the first is cut first.
        ({}, {}, {"one": 0, "other": 2 / 3}, 1 / 3),
        ({}, {"weight": 3}, {"one": 2 / 3, "other": 0}, 1 / 6),
        ({"weight": 0}, {}, {"one": 1, "other": 0}, 0),
        ({"least_level": 1}, {}, {"one": 1, "other": 0}, 1 / 2),
    ],
)
def test_weights_and_least_levels_choose_the_column(bench, of_one, of_other, losses, loss):
    """Two people in each of four cells; both of (a, c) and one of (b, d) are in T.

    Each column alone may be cut, and one of its sides by the other column, but (a, c) is no class.
    """
    people = [(one, other) for one in "ab" for other in "cd" for _ in range(2)]
    bench.write("p.csv", people, ("one", "other"))
    bench.write("t.csv", [("a", "c"), ("a", "c"), ("b", "d")], ("one", "other"))
    job = bench.job(
        {
            "one": {"tree": {"*": ["a", "b"]}, **of_one},
            "other": {"tree": {"*": ["c", "d"]}, **of_other},
        },
        **CUTS | {"delta": {"max": "1/2"}},
    )
    said = bench.anonymize(job).to_dict()
    assert said["losses"] == pytest.approx(losses)
    assert said["metrics"]["loss"] == pytest.approx(loss)


@pytest.mark.parametrize("release", ["r.csv", "r.parquet"])
def test_kept_columns_stand_beside_the_labels(bench, release):
    """Ages 10 to 13 of either sex; those of T have a finding each."""
    people = [(f"{10 + i % 4}", "FM"[i // 4 % 2]) for i in range(16)]
    private = pyarrow.table(
        {"age": ["10", "11", "13"], "sex": ["F", "F", "M"], "finding": ["a", "b", "c"]}
    )
    job = bench.job(
        {"age": {"widths": [2]}, "sex": {"tree": {"*": ["F", "M"]}}},
        public=pyarrow.table({"age": [a for a, _ in people], "sex": [s for _, s in people]}),
        private=private,
        keep=["finding"],
        release=release,
        **CUTS | {"delta": {"max": "1/2"}},
    )
    said = bench.anonymize(job).to_dict()
    _, records = read_release(bench.folder / release)
    assert records == Counter([("10", "F", "a"), ("11", "F", "b"), ("13", "M", "c")])
    assert said["metrics"]["loss"] == 0


@pytest.mark.parametrize("release", ["r.csv", "r.parquet"])
def test_parts_with_equal_texts_are_one_class(bench, release):
    """X is a person's value, and the label of a, b and X: the rest of X has the text of its child.

    Of a, b and X only X is common enough to be split off; a and b stay together as X.
    """
    job = bench.job(
        {"v": {"tree": {"*": {"X": ["a", "b", "X"], "Y": ["c"]}}}},
        public=pyarrow.table({"v": ["X"] * 4 + ["a", "b", "b"] + ["c"] * 4}),
        private=pyarrow.table({"v": ["X", "X", "a"]}),
        delta={"max": "1/2"},
        algorithm={"mpalm": {"cuts": "hierarchy"}},
        release=release,
    )
    said = bench.anonymize(job).to_dict()
    manifest = json.loads((bench.folder / f"{release}.manifest.json").read_bytes())
    assert manifest["cuts"][1] == {"part": 1, "column": "v", "labels": ["X"], "rest": True}
    assert said["search"]["parts"] == 3
    assert said["partitions"] == 1
    assert said["presence"] == {"min": "0", "max": "3/7"}


def job_with_a_rest(bench, keep=(), **words):
    """Of three values below A, one is common enough to be split off; the others stay together."""
    usual = {"cuts": "hierarchy"}
    private = {"v": ["a1", "a2", "b1"]} | {name: ["k", "l", "m"] for name in keep}
    return bench.job(
        {"v": {"tree": {"*": {"A": ["a1", "a2", "a3"], "B": ["b1"]}}}},
        public=pyarrow.table({"v": ["a1"] * 4 + ["a2", "a3"] + ["b1"] * 4}),
        private=pyarrow.table(private),
        delta={"max": "1/2"},
        algorithm={"mpalm": usual | words},
        keep=list(keep),
        release="r.csv",
    )


@pytest.mark.parametrize("release", ["r.csv", "r.parquet"])
def test_a_rest_is_cut_by_another_column(bench, release):
    """Rare countries stay together, and men and women of them are told apart."""
    people = (
        [("USA", "F")] * 4 + [("Peru", "F"), ("Cuba", "F")] * 2 + [("Peru", "M"), ("Cuba", "M")]
    )
    job = bench.job(
        {"c": {"tree": {"*": ["USA", "Peru", "Cuba"]}}, "s": {"tree": {"*": ["F", "M"]}}},
        public=pyarrow.table({"c": [c for c, _ in people], "s": [s for _, s in people]}),
        private=pyarrow.table({"c": ["USA", "Peru"], "s": ["F", "F"]}),
        delta={"max": "1/2"},
        constraints={"k_map": 4},
        algorithm={"mpalm": {"cuts": "hierarchy", "columns": "priority", "priority": ["c", "s"]}},
        release=release,
    )
    bench.anonymize(job)
    manifest = json.loads((bench.folder / f"{release}.manifest.json").read_bytes())
    assert manifest["cuts"] == [
        {"part": 0, "column": "c", "labels": ["USA"], "rest": True},
        {"part": 1, "column": "s", "labels": ["F"], "rest": False},
        {"part": 2, "column": "s", "labels": ["F", "M"], "rest": False},
    ]
    _, records = read_release(bench.folder / release)
    assert records == Counter([("USA", "F"), ("*", "F")])


def cut_a_part_twice(claims):
    claims["cuts"].append(claims["cuts"][0])


def name_another_column(claims):
    claims["cuts"][0]["column"] = "w"


def leave_out_a_label(claims):
    claims["cuts"] = [claims["cuts"][0] | {"labels": ["A"]}, claims["cuts"][1]]


def name_a_label_that_nobody_has(claims):
    claims["cuts"][-1]["labels"].append("nobody")


def name_a_label_twice(claims):
    claims["cuts"][0]["labels"].append("B")


def turn_labels_around(claims):
    """The same parts under other numbers: an order that could be a mark."""
    claims["cuts"][0]["labels"].reverse()
    claims["cuts"][1]["part"], claims["cuts"][2]["part"] = 2, 1


def cut_the_second_part_first(claims):
    claims["cuts"][1:] = reversed(claims["cuts"][1:])


def have_no_rest(claims):
    claims["cuts"] = [cut | {"rest": False} for cut in claims["cuts"]]


def cut_below_the_values(claims):
    claims["cuts"].append({"part": 3, "column": "v", "labels": ["a1"], "rest": False})


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (cut_a_part_twice, "its cuts are not those of the hierarchies"),
        (name_another_column, "its cuts are not those of the hierarchies"),
        (cut_below_the_values, "its cuts are not those of the hierarchies"),
        (leave_out_a_label, "leave people of P or rows of T in no part"),
        (have_no_rest, "leave people of P or rows of T in no part"),
        (name_a_label_that_nobody_has, "make parts that nobody of P is in"),
        (name_a_label_twice, "its cuts or their labels are not in their order"),
        (turn_labels_around, "its cuts or their labels are not in their order"),
        (cut_the_second_part_first, "its cuts or their labels are not in their order"),
    ],
)
def test_a_manifest_of_other_cuts_is_refused(bench, change, told):
    """Written as dpsql writes one, so that only the cuts are wrong."""
    job = job_with_a_rest(bench)
    bench.anonymize(job)
    manifest = bench.folder / "r.csv.manifest.json"
    claims = json.loads(manifest.read_text(encoding="utf-8"))
    assert claims["cuts"] == [
        {"part": 0, "column": "v", "labels": ["A", "B"], "rest": False},
        {"part": 1, "column": "v", "labels": ["a1"], "rest": True},
        {"part": 2, "column": "v", "labels": ["b1"], "rest": False},
    ]
    change(claims)
    manifest.write_bytes(Claims.model_validate_json(json.dumps(claims)).to_bytes())
    with pytest.raises(dpsql.IntegrityError, match=told):
        dpsql.verify(job, **bench.engine.options)


def change_release(bench, change):
    """Write other lines, and name their bytes in the manifest."""
    release, manifest = bench.folder / "r.csv", bench.folder / "r.csv.manifest.json"
    header, *lines = release.read_text(encoding="utf-8").splitlines()
    digest = sha256(release.read_bytes()).hexdigest()
    release.write_text("\n".join([header, *change(lines), ""]), encoding="utf-8")
    other = sha256(release.read_bytes()).hexdigest()
    assert other != digest
    manifest.write_text(manifest.read_text(encoding="utf-8").replace(digest, other))


def test_rows_in_another_order_are_refused(bench):
    job = job_with_a_rest(bench)
    bench.anonymize(job)
    change_release(bench, reversed)
    with pytest.raises(dpsql.IntegrityError, match="not sorted by what they hold"):
        dpsql.verify(job, **bench.engine.options)


def test_a_kept_cell_of_another_part_is_refused(bench):
    job = job_with_a_rest(bench, keep=["found"])
    bench.anonymize(job)
    change_release(bench, lambda lines: sorted([lines[0][:-1] + "x", *lines[1:]]))
    with pytest.raises(dpsql.IntegrityError, match="not as often in it as in T in its parts"):
        dpsql.verify(job, **bench.engine.options)


def test_ties_do_not_depend_on_how_a_database_sorts(bench):
    """B, of code point 66, comes before a, whatever a language says: a is split off."""
    people = ["x"] * 2 + ["B"] * 20 + ["a"] * 20 + ["C"] * 40
    job = bench.job(
        {"v": {"tree": {"*": ["x", "a", "B", "C"]}}},
        public=pyarrow.table({"v": people}),
        private=pyarrow.table({"v": ["B"]}),
        constraints={"weak_k_anonymity": 10},
        choose="from_public",
        algorithm={"mpalm": {"cuts": "hierarchy"}},
        release="r.csv",
    )
    bench.anonymize(job)
    manifest = json.loads((bench.folder / "r.csv.manifest.json").read_bytes())
    assert manifest["cuts"] == [
        {"part": 0, "column": "v", "labels": ["C", "a"], "rest": True},
    ]


def test_a_release_is_measured_by_its_manifest(bench):
    job = job_with_a_rest(bench)
    said = bench.anonymize(job).to_dict()
    found = dpsql.measure(job, release=bench.folder / "r.csv", **bench.engine.options).to_dict()
    for name in ("presence", "models", "partitions", "rest"):
        assert found[name] == said[name], name
    with pytest.raises(dpsql.ConfigError, match="states its own"):
        dpsql.measure(job, {"v": 1}, release=bench.folder / "r.csv", **bench.engine.options)


def test_a_file_beside_a_damaged_manifest_is_not_measured(bench):
    """It would be read by its cells alone, and its presence be another."""
    job = job_with_a_rest(bench)
    bench.anonymize(job)
    manifest = bench.folder / "r.csv.manifest.json"
    manifest.write_bytes(manifest.read_bytes() + b"\n")
    with pytest.raises(dpsql.IntegrityError, match="by its cells alone, move the manifest away"):
        dpsql.measure(job, release=bench.folder / "r.csv", **bench.engine.options)


def test_a_manifest_that_cuts_nothing_is_refused(bench):
    job = job_with_a_rest(bench)
    bench.anonymize(job)
    manifest = bench.folder / "r.csv.manifest.json"
    claims = json.loads(manifest.read_text(encoding="utf-8")) | {"cuts": []}
    manifest.write_bytes(Claims.model_validate_json(json.dumps(claims)).to_bytes())
    with pytest.raises(dpsql.IntegrityError, match="not as often in it as in T in its parts"):
        dpsql.verify(job, **bench.engine.options)


def test_a_row_of_another_part_is_refused(bench, paper_job):
    job = paper_job(**CUTS, release="r.csv")
    bench.anonymize(job)
    change_release(bench, lambda lines: [*lines[:-1], lines[0]])
    with pytest.raises(dpsql.IntegrityError, match="not as often in it as in T in its parts"):
        dpsql.verify(job, **bench.engine.options)


def test_a_rest_that_the_job_refuses_is_found(bench):
    bench.anonymize(job_with_a_rest(bench))
    with pytest.raises(dpsql.IntegrityError, match="another rest than the job says"):
        dpsql.verify(job_with_a_rest(bench, rest="refused"), **bench.engine.options)
