"""``choose: from_public``: levels that follow from P and |T| alone, are kept to, and verified."""

import json
import random

import pytest

import dpsql
from dpsql.errors import InputChanged
from dpsql.generalize.from_public import choose_from_public
from dpsql.release.manifest import read_claims

ZIPS = [f"{a}{b}" for a in "ab" for b in "12"]
PEOPLE = [(zip_, age) for zip_ in ZIPS for age in range(10)] * 5
QUASI_IDENTIFIERS = {
    "zip": {"tree": {"a": ["a1", "a2"], "b": ["b1", "b2"]}},
    "age": {"widths": [5]},
}


@pytest.fixture
def write(tmp_path):
    """Write P, and T: the rows of P at these places. Return a job."""

    def build(places, **words):
        for name, rows in (("p.csv", PEOPLE), ("t.csv", [PEOPLE[i] for i in places])):
            lines = "".join(f"{zip_},{age}\n" for zip_, age in rows)
            (tmp_path / name).write_text(f"zip,age\n{lines}")
        usual = {"public": "p.csv", "private": "t.csv", "quasi_identifiers": QUASI_IDENTIFIERS}
        usual |= {"delta": {"max": "4/5"}, "release": "r.csv", "choose": "from_public"}
        return dpsql.Job(**usual | words, folder=tmp_path)

    return build


EVEN = range(0, 200, 2)


def test_what_is_chosen_is_released_and_verified(write, tmp_path):
    job = write(EVEN)
    chosen = dpsql.choose(job)
    assert chosen == dpsql.choose(job, 100)
    assert chosen.least_class == 39
    found = dpsql.anonymize(job)
    assert found.levels == chosen.levels == {"zip": 1, "age": 1}
    assert found.to_dict()["choose"] == "from_public"
    assert [*found.seconds] == ["choose", "load", "search", "release", "verify", "total"]
    assert '"choose": "from_public"' in (tmp_path / "r.csv.manifest.json").read_text()
    dpsql.verify(job)


@pytest.mark.parametrize("path", ["root", "columns", ["age", "zip"]])
def test_a_start_of_pooled_is_chosen_released_and_verified(write, tmp_path, path):
    job = write(EVEN, algorithm={"pooled": {"path": path}})
    chosen = dpsql.choose(job, 100)
    assert chosen == dpsql.choose(write(range(100), algorithm={"pooled": {"path": path}}))
    said = chosen.to_dict()
    assert said["pooled"]["path"] == path
    assert sum(step["public_rows"] for step in said["steps"]) == 200
    job = write(EVEN, algorithm={"pooled": {"path": path}})
    found = dpsql.anonymize(job).to_dict()
    assert found["choose"] == "from_public"
    assert [step["levels"] for step in found["steps"]] == [step["levels"] for step in said["steps"]]
    dpsql.verify(job)


def test_another_start_than_the_chosen_one_is_refused(write, tmp_path):
    """The release is what its manifest says, except that T was looked at."""
    pooled = {"algorithm": {"pooled": {"path": "root"}}}
    dpsql.anonymize(write(EVEN, choose="optimum", **pooled))
    manifest = tmp_path / "r.csv.manifest.json"
    claims = read_claims(manifest).model_copy(update={"choose": "from_public"})
    manifest.write_bytes(claims.to_bytes())
    with pytest.raises(dpsql.IntegrityError, match="choose other levels than the manifest claims"):
        dpsql.verify(write(EVEN, **pooled))


@pytest.mark.parametrize("rest", ["kept", "refused"])
def test_parts_are_chosen_released_and_verified(write, tmp_path, rest):
    words = {"algorithm": {"mpalm": {"cuts": "hierarchy", "rest": rest}}}
    chosen = dpsql.choose(write(EVEN, **words), 100)
    assert chosen == dpsql.choose(write(range(100), **words))
    job = write(EVEN, **words)
    found = dpsql.anonymize(job).to_dict()
    assert found["choose"] == "from_public"
    claims = read_claims(tmp_path / "r.csv.manifest.json")
    assert claims.shape == chosen.shape
    assert dpsql.verify(job).to_dict()["cuts"] == chosen.to_dict()["cuts"]


def test_other_parts_than_the_chosen_ones_are_refused(write, tmp_path):
    words = {"algorithm": {"mpalm": {"cuts": "hierarchy"}}}
    dpsql.anonymize(write(EVEN, choose="optimum", **words))
    manifest = tmp_path / "r.csv.manifest.json"
    claims = read_claims(manifest).model_copy(update={"choose": "from_public"})
    manifest.write_bytes(claims.to_bytes())
    with pytest.raises(dpsql.IntegrityError, match="choose other levels than the manifest claims"):
        dpsql.verify(write(EVEN, **words))


@pytest.mark.parametrize("metric", ["loss", "discernibility", "precision", "class_size", "entropy"])
def test_levels_follow_from_the_number_of_rows_of_t_alone(write, metric):
    one, other = (
        dpsql.choose(write(places, metric=metric)) for places in (EVEN, [*range(99), 150])
    )
    assert one == other


def test_no_table_of_t_is_needed_where_its_rows_are_given(write, tmp_path):
    job = write(EVEN, keep=["lab"], constraints={"l_diversity": {"lab": {"distinct": 2}}})
    (tmp_path / "t.csv").unlink()
    assert dpsql.choose(job, 100).levels == {"zip": 1, "age": 1}


def test_forms_of_t_choose_alike(write, tmp_path):
    rows = [(i, *row, i % 2 == 0) for i, row in enumerate(PEOPLE)]
    lines = "".join(f"{i},{zip_},{age},{str(sen).lower()}\n" for i, zip_, age, sen in rows)
    (tmp_path / "wide.csv").write_text(f"id,zip,age,sen\n{lines}")
    keys = "".join(f"{row[0]}\n" for row in rows if row[-1])
    (tmp_path / "keys.csv").write_text(f"id\n{keys}")
    forms = [{"where": "sen"}, {"path": "keys.csv", "key": "id"}]
    found = [dpsql.choose(write(EVEN, public="wide.csv", private=form)) for form in forms]
    assert found == [dpsql.choose(write(EVEN))] * 2


def test_t_that_fails_the_choice_is_refused(write, tmp_path):
    """All rows of T share a zip: no other levels are tried, though others hold."""
    alike = [i for i, (zip_, _) in enumerate(PEOPLE) if zip_ == "a1"]
    narrow = {"max": "9/20"}
    job = write(alike, delta=narrow)
    with pytest.raises(dpsql.NoSafeRelease, match="chosen from P; publish nothing") as caught:
        dpsql.anonymize(job)
    assert caught.value.exit_code == 4
    assert not list(tmp_path.glob("r.*"))
    assert dpsql.anonymize(write(alike, delta=narrow, choose="optimum")).levels == {
        "zip": 2,
        "age": 0,
    }


def test_a_range_without_the_share_of_t_is_refused_as_ever(write):
    with pytest.raises(dpsql.NoSafeRelease, match="write delta max"):
        dpsql.anonymize(write(EVEN, delta={"max": "1/4"}))


def test_a_release_of_other_levels_does_not_verify(write):
    """As honest as it is, it is not what P chose."""
    dpsql.anonymize(write(EVEN))
    job = write(EVEN, delta={"max": "1"})
    manifest = job.folder / "r.csv.manifest.json"
    claims = json.loads(manifest.read_text())
    claims["delta"] = {"min": "0", "max": "1"}
    manifest.write_text(json.dumps(claims, indent=2) + "\n")
    with pytest.raises(dpsql.IntegrityError, match="choose other levels"):
        dpsql.verify(job)


def test_a_manifest_that_is_silent_about_the_choice_does_not_verify(write):
    dpsql.anonymize(write(EVEN, choose="optimum"))
    with pytest.raises(dpsql.IntegrityError, match="states another choose"):
        dpsql.verify(write(EVEN))


@pytest.mark.parametrize("options", [{"gap": 0.5}, {"time_limit": 1.0}])
def test_a_choice_that_ends_early_is_refused(write, options):
    with pytest.raises(dpsql.ConfigError, match="drop gap and time_limit"):
        dpsql.anonymize(write(EVEN), **options)


@pytest.mark.parametrize("algorithm", ["mpalm", "mondrian"])
def test_boxes_have_no_levels_to_choose(write, algorithm):
    with pytest.raises(dpsql.ConfigError, match="boxes have none"):
        write(EVEN, algorithm=algorithm)
    with pytest.raises(dpsql.ConfigError, match="boxes have no levels"):
        dpsql.choose(write(EVEN, algorithm=algorithm, choose="optimum"))


def test_statements_of_the_choice_stand_apart(write, tmp_path):
    dpsql.choose(write(EVEN), dump_sql=tmp_path / "sql")
    dumped = {path.name for path in (tmp_path / "sql" / "choose").iterdir()}
    assert dumped == {"rows", "search"}
    for file in (tmp_path / "sql" / "choose" / "search").iterdir():
        assert "t.csv" not in file.read_text()
        assert '"private_table"' not in file.read_text()


def test_a_random_t_passes_as_a_rule(write):
    for seed in range(5):
        dpsql.anonymize(write(random.Random(seed).sample(range(200), 100)), overwrite=True)


def test_p_that_changes_while_levels_are_chosen_is_told(write, tmp_path, monkeypatch):
    job = write(EVEN)

    def change(*arguments):
        chosen = choose_from_public(*arguments)
        path = tmp_path / "p.csv"
        path.write_text(path.read_text() + "a1,1\n")
        return chosen

    monkeypatch.setattr("dpsql.use_cases.choose.choose_from_public", change)
    for private_rows in (None, 100):
        with pytest.raises(InputChanged, match=r"p\.csv changed while it was read"):
            dpsql.choose(job, private_rows)


@pytest.mark.parametrize("private_rows", [-1, 201, 10**30])
def test_t_is_never_larger_than_p(write, private_rows):
    with pytest.raises(dpsql.ConfigError, match="write a number from 0 to 200, the rows of P"):
        dpsql.choose(write(EVEN), private_rows)


@pytest.mark.parametrize("algorithm", ["spalm", "pooled", {"mpalm": {"cuts": "hierarchy"}}])
def test_what_can_never_hold_is_said_before_anything_is_chosen(write, algorithm):
    job = write(EVEN, constraints={"k_anonymity": 101}, algorithm=algorithm)
    told = "T has fewer than 101 rows, so k_anonymity 101 is violated even by total suppression"
    for call in (dpsql.choose, dpsql.anonymize):
        with pytest.raises(dpsql.NoSafeRelease, match=told):
            call(job)
    assert dpsql.choose(job, 110).private_rows == 110
    with pytest.raises(dpsql.NoSafeRelease, match="is more than δmax 80 %; write delta max 85%"):
        dpsql.choose(job, 170)


def test_of_statistics_too_few_rows_of_t_are_said(tmp_path):
    (tmp_path / "ages.csv").write_text("age,people\n30,500\n40,500\n")
    (tmp_path / "t.csv").write_text("age\n30\n40\n")
    words = {
        "population": {
            "size": 1000,
            "tables": [{"path": "ages.csv", "columns": ["age"], "count": "people"}],
        },
        "private": "t.csv",
        "quasi_identifiers": {"age": {"widths": [20]}},
        "delta": {"max": "1/5"},
        "confidence": "0.95",
        "choose": "from_public",
    }
    assert dpsql.choose(dpsql.Job(**words, folder=tmp_path)).private_rows == 2
    job = dpsql.Job(**words, constraints={"k_anonymity": 3}, folder=tmp_path)
    with pytest.raises(dpsql.NoSafeRelease, match="T has fewer than 3 rows, so k_anonymity 3"):
        dpsql.choose(job)
