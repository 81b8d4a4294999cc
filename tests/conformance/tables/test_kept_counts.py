"""Kept counts of P give what P gives; only files that are new or changed are counted."""

import logging
import os
import re
import shutil

import pyarrow
import pyarrow.parquet
import pytest

import dpsql
from dpsql.errors import TargetError
from dpsql.inputs.find import Fingerprint
from dpsql.session import counts_cache, counts_of_run, kept_counts

ROWS = ["aa,1", "aa,1", "ab,2", "ba,", "bb,4", '"",5']
RULE = {"prefix": [1], "nulls": "own_leaf"}
WORDS = {"town": RULE, "people": RULE}


@pytest.fixture
def lake(duckdb_bench):
    """A folder of two years of P, and T of some of its rows; one column is named people."""
    bench = duckdb_bench
    for year, rows in (("2025", ROWS), ("2026", [*ROWS, "aa,1"])):
        write_year(bench, year, rows)
    (bench.folder / "t.csv").write_text('town,people,year\naa,1,2025\nbb,4,2026\n"",5,2026\n')
    return bench


def write_year(bench, year, rows):
    folder = bench.folder / "lake" / f"year={year}"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "p.csv").write_text("\n".join(["town,people", *rows, ""]))


def make_job(bench, cache="counts", **words):
    columns = WORDS | {"year": {"prefix": [3]}}
    usual = {"public": "lake", "delta": {"max": "1/2"}, "cache": cache}
    return bench.job(columns | words.pop("more", {}), **usual | words)


def count_files(caplog):
    """How many files of how many were counted, by the last message."""
    told = [re.search(r"(\d+) of (\d+) files", one.getMessage()) for one in caplog.records]
    caplog.clear()
    return tuple(map(int, [one for one in told if one][-1].groups()))


@pytest.fixture(autouse=True)
def _log(caplog):
    caplog.set_level(logging.INFO, "dpsql")


def test_kept_counts_give_what_p_gives(lake, caplog):
    expected = lake.anonymize(make_job(lake, cache=None))
    for counted in (2, 0):
        found = lake.anonymize(make_job(lake), overwrite=True)
        assert count_files(caplog) == (counted, 2)
        assert found.release.sha256 == expected.release.sha256
        assert (found.presence, found.public_rows) == (expected.presence, expected.public_rows)
        assert found.metrics == expected.metrics
    raw, kept = (lake.measure(make_job(lake, cache=folder)) for folder in (None, "counts"))
    assert raw.presence == kept.presence
    points = [dpsql.frontier(make_job(lake, cache=folder)).points for folder in (None, "counts")]
    assert points[0] == points[1]


@pytest.mark.parametrize("choose", ["optimum", "from_public"])
def test_a_large_csv_is_counted_once_for_search_and_verifier(lake, caplog, monkeypatch, choose):
    caplog.set_level(logging.DEBUG, "dpsql")

    def run():
        caplog.clear()
        found = lake.anonymize(make_job(lake, cache=None, choose=choose), overwrite=True)
        parsed = [one for one in caplog.messages if one.endswith("register_counted_file")]
        path = lake.folder / found.release.path
        manifest = path.with_name(f"{path.name}.manifest.json")
        return len(parsed), path.read_bytes(), manifest.read_bytes(), found.presence, found.metrics

    before = sorted(lake.folder.rglob("*"))
    twice = run()
    monkeypatch.setattr(counts_of_run, "LARGE_CSV", 0)
    once = run()
    assert (twice[0], once[0]) == (0, 1)
    assert twice[1:] == once[1:]
    left = {path.name for path in set(lake.folder.rglob("*")) - {*before}}
    assert len(left) == 2, left
    verified = dpsql.verify(make_job(lake, cache=None, choose=choose))
    assert verified.presence == (once[3].minimum, once[3].maximum)


def test_counts_for_the_verifier_lie_in_the_work_folder(lake, monkeypatch):
    """Also where a pattern of T would match files there."""
    folders = []
    keep = kept_counts.keep_for_run

    def note(*arguments):
        folders.append(arguments[-1])
        return keep(*arguments)

    monkeypatch.setattr(kept_counts, "keep_for_run", note)
    monkeypatch.setattr(counts_of_run, "LARGE_CSV", 0)
    (lake.folder / "work").mkdir()
    pyarrow.parquet.write_table(
        pyarrow.table({"town": ["aa"], "people": ["1"], "year": ["2025"]}),
        lake.folder / "t.parquet",
    )
    words = {"private": "*.parquet", "engine": {"duckdb": {"work_dir": "work"}}}
    assert lake.anonymize(make_job(lake, cache=None, release="r.csv", **words)).release.rows == 1
    search, verifier = folders
    assert search == verifier
    assert search.parents[1] == lake.folder / "work"
    assert list((lake.folder / "work").iterdir()) == []


def test_levels_are_chosen_from_kept_counts(lake):
    found = [
        dpsql.choose(make_job(lake, cache=folder, choose="from_public")).levels
        for folder in (None, "counts")
    ]
    assert found[0] == found[1]


def test_a_release_among_the_files_of_p_is_refused(lake):
    """The next run would read it as P."""
    with pytest.raises(TargetError, match="would lie among the files of an input"):
        lake.anonymize(make_job(lake, cache=None, release="lake/r.csv"))


def test_only_what_is_new_is_counted(lake, caplog):
    lake.measure(make_job(lake))
    assert count_files(caplog) == (2, 2)
    lake.measure(make_job(lake, delta={"max": "1/3"}))
    assert count_files(caplog) == (0, 2)
    write_year(lake, "2027", ROWS[:3])
    assert lake.measure(make_job(lake)).public_rows == 16
    assert count_files(caplog) == (1, 3)
    # Of the same size, and as old as before.
    path = lake.folder / "lake" / "year=2027" / "p.csv"
    times = (path.stat().st_atime_ns, path.stat().st_mtime_ns)
    path.write_text(path.read_text().replace("ab,2", "ab,3"))
    os.utime(path, ns=times)
    kept, raw = (lake.measure(make_job(lake, cache=folder)) for folder in ("counts", None))
    assert kept.presence == raw.presence
    assert count_files(caplog) == (1, 3)
    (lake.folder / "t.csv").write_text("town,people,year\naa,1,2025\n")
    assert lake.measure(make_job(lake)).private_rows == 1
    assert count_files(caplog) == (0, 3)
    # Another hierarchy asks for the same counts, other columns for others.
    lake.measure(make_job(lake, more={"year": {"prefix": [2]}}))
    assert count_files(caplog) == (0, 3)
    lake.measure(lake.job(WORDS, public="lake", cache="counts"))
    assert count_files(caplog) == (3, 3)


def test_files_that_are_alike_count_each(duckdb_bench):
    for name in ("p1.csv", "p2.csv"):
        duckdb_bench.write(name, [["aa"], ["ab"]], ["town"])
    duckdb_bench.write("t.csv", [["aa"]], ["town"])
    for _ in range(2):
        words = {"public": "p*.csv", "private": "t.csv", "cache": "counts"}
        found = duckdb_bench.measure(duckdb_bench.job({"town": RULE}, **words))
        assert (found.public_rows, str(found.presence.maximum)) == (4, "1/2")


def test_a_damaged_count_is_made_again(lake, caplog):
    lake.measure(make_job(lake))
    one = next((lake.folder / "counts").iterdir())
    one.write_bytes(one.read_bytes()[:-1])
    caplog.clear()
    assert lake.measure(make_job(lake)).public_rows == 13
    assert "is damaged" in caplog.text
    assert count_files(caplog) == (1, 2)
    assert len(list((lake.folder / "counts").iterdir())) == 2


def test_a_folder_that_is_removed_meanwhile_is_no_crash(lake, monkeypatch):
    lake.measure(make_job(lake))
    read_key = counts_cache._key

    def remove_first(path):
        path.unlink(missing_ok=True)
        return read_key(path)

    with monkeypatch.context() as patch:
        patch.setattr(counts_cache, "_key", remove_first)
        assert lake.measure(make_job(lake)).public_rows == 13


def test_a_count_that_is_forged_is_noticed_by_the_verifier(lake):
    """It reads P, unless the job says otherwise."""
    lake.measure(make_job(lake))
    folder = lake.folder / "counts"
    for path in list(folder.iterdir()):
        table = pyarrow.parquet.read_table(path)
        forged = [1000 * n for n in table["people_"].to_pylist()]
        place = table.column_names.index("people_")
        table = table.set_column(place, table.schema.field(place), pyarrow.array(forged, "int64"))
        pyarrow.parquet.write_table(table, path)
        path.rename(folder / counts_cache._name(path.name.partition("-")[0], path))
    job = make_job(lake, delta={"max": "1/100"})
    assert lake.measure(job).public_rows == 13000
    with pytest.raises(dpsql.DpsqlError) as caught:
        lake.anonymize(job)
    assert caught.value.exit_code in (4, 7)
    assert not (lake.folder / "r.parquet").exists()


def test_a_release_verified_from_kept_counts_says_so(lake, caplog):
    job = make_job(lake, cache={"path": "counts", "verify": "kept"})
    lake.anonymize(job)
    assert "P is not read again" in caplog.text
    manifest = (lake.folder / "r.parquet.manifest.json").read_text()
    assert '"counted_from": "kept_counts"' in manifest
    # Whoever has P verifies it from P.
    dpsql.verify(make_job(lake, cache=None))
    lake.anonymize(make_job(lake), overwrite=True)
    assert "counted_from" not in (lake.folder / "r.parquet.manifest.json").read_text()


def test_a_file_that_changes_while_it_is_counted_leaves_no_count(lake, monkeypatch):
    def change(state):
        raise dpsql.InputChanged("p.csv changed")

    monkeypatch.setattr(Fingerprint, "refuse_changes", change)
    with pytest.raises(dpsql.InputChanged):
        lake.measure(make_job(lake))
    assert list((lake.folder / "counts").iterdir()) == []


def test_the_folder_is_private(lake):
    lake.measure(make_job(lake))
    folder = lake.folder / "counts"
    assert {path.stat().st_mode & 0o777 for path in [*folder.iterdir()]} == {0o600}
    assert folder.stat().st_mode & 0o777 == 0o700
    folder.chmod(0o750)
    with pytest.raises(dpsql.ConfigError, match="run chmod 700"):
        lake.measure(make_job(lake))
    shutil.move(folder, lake.folder / "elsewhere")
    (lake.folder / "elsewhere").chmod(0o700)
    folder.symlink_to("elsewhere")
    with pytest.raises(dpsql.ConfigError, match="no folder of this user"):
        lake.measure(make_job(lake))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"engine": "spark"}, "the embedded engine keeps counts"),
        ({"private": {"where": "town = 'aa'"}}, "T is marked in P"),
        ({"private": {"table": "t.csv", "key": "town"}}, "T has a key of P"),
        ({"cache": "lake/counts"}, "would be read as P"),
        ({"cache": {"path": "counts", "verify": "never"}}, "write 'public' or 'kept'"),
        ({"cache": "t.csv"}, "cannot be made"),
    ],
)
def test_what_cannot_be_kept_is_refused(lake, words, message):
    with pytest.raises(dpsql.ConfigError, match=message):
        lake.measure(make_job(lake, **words))


def test_values_whose_text_would_change_are_refused(duckdb_bench):
    table = pyarrow.table({"size": [0.0, -0.0, 1.5]})
    pyarrow.parquet.write_table(table, duckdb_bench.folder / "p.parquet")
    words = {"public": "p.parquet", "private": "p.parquet", "cache": "counts"}
    with pytest.raises(dpsql.ConfigError, match="'size' of type DOUBLE cannot be kept"):
        duckdb_bench.measure(duckdb_bench.job({"size": {"widths": ["1"]}}, **words))
    words = {"public": pyarrow.table({"size": [1]}), "private": "p.parquet", "cache": "counts"}
    with pytest.raises(dpsql.ConfigError, match="a folder of files or a lake table"):
        duckdb_bench.measure(
            duckdb_bench.job({"size": {"widths": ["1"]}}, **words | {"private": words["public"]})
        )


def write_census(bench, year, rows):
    folder = bench.folder / "census" / f"year={year}"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "p.csv").write_text("\n".join(["town,inhabitants", *rows, ""]))


@pytest.fixture
def census(duckdb_bench):
    """P as counts in two files; one row counts nobody."""
    write_census(duckdb_bench, "2025", ["aa,3", "ab,2.0", "zz,0"])
    write_census(duckdb_bench, "2026", ["aa,1", "ba,4"])
    duckdb_bench.write("t.csv", [("aa", "2025"), ("ba", "2026")], ("town", "year"))
    return duckdb_bench


def make_census_job(bench, cache="counts", **words):
    public = {"path": "census", "count": "inhabitants"}
    usual = {"public": public, "delta": {"max": "1/2"}, "cache": cache}
    return bench.job({"town": RULE, "year": {"prefix": [3]}}, **usual | words)


def test_kept_counts_of_counts_are_their_sums(census, caplog, monkeypatch):
    expected = census.anonymize(make_census_job(census, cache=None))
    assert expected.public_rows == 10
    for counted in (2, 0):
        found = census.anonymize(make_census_job(census), overwrite=True)
        assert count_files(caplog) == (counted, 2)
        assert found.release.sha256 == expected.release.sha256
        assert (found.presence, found.metrics) == (expected.presence, expected.metrics)
    # Rows that count people are kept apart from rows that are people.
    census.measure(make_census_job(census, public="census"))
    assert count_files(caplog) == (2, 2)
    monkeypatch.setattr(counts_of_run, "LARGE_CSV", 0)
    once = census.anonymize(make_census_job(census, cache=None), overwrite=True)
    assert (once.release.sha256, once.metrics) == (expected.release.sha256, expected.metrics)


@pytest.mark.parametrize("large", [False, True])
def test_a_file_without_good_counts_is_not_kept(census, monkeypatch, large):
    if large:
        monkeypatch.setattr(counts_of_run, "LARGE_CSV", 0)
    census.measure(make_census_job(census))
    kept = set((census.folder / "counts").iterdir())
    write_census(census, "2027", ["aa,1", "ba,-4"])
    with pytest.raises(dpsql.InputError, match="P: count: column 'inhabitants': 1 row has no"):
        census.anonymize(make_census_job(census, cache=None if large else "counts"))
    assert set((census.folder / "counts").iterdir()) == kept
