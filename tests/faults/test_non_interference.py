"""What leaves the house is a function of what the release says: nothing else of T can be told.

Two T that lead to the same classes at the released node give the same bytes of release and
manifest. What is printed is for the data holder; it is a function of how often each tuple occurs in
T, save the time and the memory that a run took.
"""

import json
import struct
from dataclasses import replace
from io import StringIO
from itertools import combinations

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from rich.console import Console

import dpsql
from dpsql.cli.terminal.tables import describe_outcome

ZIPS = ("a1", "a2", "b1", "b2")
P = [(zip_, age) for zip_ in ZIPS for age in "1234"] * 2
RELEASES = ("r.csv", "r.parquet")


def lines_of(rows):
    return [f"{zip_},{age},{zip_}" for zip_, age in rows]


@pytest.fixture
def run(bench):
    """Anonymize a T; return what was printed and the bytes of release and manifest."""

    def call(private, release="r.csv", algorithm="spalm", *arguments, **words):
        bench.csv("p.csv", "zip,age,note", lines_of(P))
        bench.csv("t.csv", "zip,age,note", lines_of(private))
        bench.write("zip.csv", "a1;a;*\na2;a;*\nb1;b;*\nb2;b;*\n")
        extra = "".join(f"{name}: {value}\n" for name, value in words.items())
        bench.write(
            "job.yaml",
            "public: p.csv\nprivate: t.csv\nquasi_identifiers:\n  zip: zip.csv\n"
            f"  age: {{widths: [2]}}\ndelta: {{max: 1/2}}\nalgorithm: {algorithm}\n"
            f"release: {release}\n{extra}",
        )
        bench.secrets.clear()
        ended = bench.run(
            "anonymize", str(bench.folder / "job.yaml"), "--overwrite", *arguments, timeout=120
        )
        assert ended.exit_code == 0, ended.stderr
        manifest = bench.folder / f"{release}.manifest.json"
        for name in ("seconds", "peak_memory_bytes"):
            del ended.found[name]
        printed = json.dumps(ended.found) + ended.stderr
        return printed, (bench.folder / release).read_bytes(), manifest.read_bytes()

    return call


T = [("a1", "1"), ("a1", "1"), ("a1", "2"), ("a2", "3"), ("b1", "4"), ("b2", "1"), ("b2", "2")]


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("algorithm", ["spalm", "incognito", "mpalm", "mondrian"])
def test_the_order_of_t_is_told_by_nothing_F04_F05(run, release, algorithm):
    """Two T of equal frequency sets: release, manifest, stdout and stderr are the same bytes."""
    words = {"constraints": "{k_anonymity: 2}"} if algorithm == "mondrian" else {}
    one = run(T, release, algorithm, **words)
    assert run(T[::-1], release, algorithm, **words) == one


def test_which_of_two_equal_people_is_in_t_is_told_by_nothing_F04(bench):
    """They are marked in P: the first or the second of those who are alike."""
    bench.secrets.clear()
    found = []
    for taken in (range(3), range(16, 19)):
        lines = enumerate(lines_of(P))
        marked = [f"{line},{str(i in taken).lower()}" for i, line in lines]
        bench.csv("wide.csv", "zip,age,note,sen", marked)
        job = bench.job(
            {"zip": {"prefix": [1]}, "age": {"widths": [2]}},
            public="wide.csv",
            private={"where": "sen"},
            delta={"max": "1/2"},
            release="marked.csv",
        )
        dpsql.anonymize(job, overwrite=True)
        manifest = bench.folder / "marked.csv.manifest.json"
        found.append(((bench.folder / "marked.csv").read_bytes(), manifest.read_bytes()))
    assert found[0] == found[1]


@pytest.mark.parametrize("release", RELEASES)
def test_t_within_its_classes_is_told_by_nothing_F04_F07(bench, release):
    """Of many T, those with equal classes at the released node have equal bytes."""
    bench.csv("p.csv", "zip,age,note", lines_of(P))
    bench.write("zip.csv", "a1;a;*\na2;a;*\nb1;b;*\nb2;b;*\n")
    job = bench.job(
        {"zip": "zip.csv", "age": {"widths": ["2"]}}, delta={"max": "1/4"}, release=release
    )
    seen = {}
    tables = list(combinations(P[:16], 7))[::1100]
    for private in tables:
        bench.csv("t.csv", "zip,age,note", lines_of(private))
        found = dpsql.anonymize(job, overwrite=True)
        manifest = bench.folder / f"{release}.manifest.json"
        published = (bench.folder / release).read_bytes(), manifest.read_bytes()
        classes = (tuple(found.levels.values()), tuple(bench.read(bench.folder / release)))
        assert seen.setdefault(classes, published) == published
    assert 1 < len(seen) < len(tables)


def float_of(bits):
    return struct.unpack("<d", struct.pack("<Q", bits))[0]


#: NaN of other bits, which are one value: with a sign, and with a payload.
NANS = [float_of(bits) for bits in (0x7FF8 << 48, 0xFFF8 << 48, (0x7FF8 << 48) + 0xC0DE)]
NESTS = {
    "flat": lambda value: value,
    "single": lambda value: value,
    "list": lambda value: [value, 1.0, None],
    "record": lambda value: {"a b": value, "other": "x"},
    "deep": lambda value: [{"x": [value], "y": None}, None],
    "map": lambda value: [("k", value)],
}
TYPES = {"single": pa.float32(), "map": pa.map_(pa.string(), pa.float64())}


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("nest", NESTS)
def test_the_bits_of_a_nan_tell_nothing_F04(bench, release, nest):
    """Neither which NaN it is, nor what lay beside it; and 0 and -0 stay what they are."""
    written = set()
    for nans in (NANS, NANS[::-1]):
        values = [NESTS[nest](value) for value in (*nans, -0.0, 0.0)]
        kept = pa.array(values, TYPES.get(nest))
        job = bench.job(
            {"v": {"tree": {"*": ["a"]}}},
            public=pa.table({"v": ["a"] * 10}),
            private=pa.table({"v": ["a"] * 5, "kept": kept, "number": [1, 2, 2, 1, 1]}).slice(0, 5),
            delta={"max": "1/2"},
            keep=["kept"],
            release=release,
        )
        dpsql.anonymize(job, overwrite=True, csv_formulas="quote")
        written.add((bench.folder / release).read_bytes())
    assert len(written) == 1


@pytest.mark.parametrize(
    "constraints",
    [
        {"l_diversity": {"kept": {"distinct": 2}}},
        {"l_diversity": {"kept": {"entropy": 2}}},
        {"l_diversity": {"kept": {"recursive": {"c": 1, "l": 2}}}},
    ],
)
@pytest.mark.parametrize("single", [False, True])
def test_nans_of_other_bits_are_one_value_of_a_class_F04(bench, constraints, single):
    """Of a class of NaN alone everybody's value is known, whatever its bits.

    Were each NaN a value of its own, the class would be as diverse as is asked. The
    verifier reads files of other tools, which hold the bits; a sign is not what dpsql writes.
    """
    kept = pa.array([*NANS, 1.0, 2.0, NANS[0]], pa.float32() if single else pa.float64())
    private = pa.table({"v": ["a"] * 3 + ["b"] * 3, "kept": kept})
    job = bench.job(
        {"v": {"tree": {"*": ["a", "b"]}}},
        public=pa.table({"v": ["a"] * 6 + ["b"] * 6}),
        private=private,
        delta={"max": "1/2"},
        keep=["kept"],
        constraints=constraints,
    )
    found = dpsql.measure(job)
    assert [one.broken_classes for one in found.models if not one.holds] == [1]
    unsigned = pa.array([NANS[0], NANS[2], NANS[2], *kept.to_pylist()[3:]], kept.type)
    for values, error in ((unsigned, dpsql.NotSatisfied), (kept, dpsql.IntegrityError)):
        file = bench.folder / "foreign.parquet"
        pq.write_table(pa.table({"v": private["v"], "kept": values}), file)
        with pytest.raises(error):
            dpsql.verify(job, file, foreign=True)


@pytest.mark.parametrize("distance", ["equal", "ordered"])
def test_nans_of_other_bits_are_as_close_as_one_value_F04(bench, distance):
    """Were they values of their own, each class would be at the greatest distance from T."""
    kept = pa.array([NANS[0]] * 3 + [NANS[2]] * 3)
    private = pa.table({"v": ["a"] * 3 + ["b"] * 3, "kept": kept})
    job = bench.job(
        {"v": {"tree": {"*": ["a", "b"]}}},
        public=pa.table({"v": ["a"] * 6 + ["b"] * 6}),
        private=private,
        delta={"max": "1/2"},
        keep=["kept"],
        constraints={"t_closeness": {"kept": {"t": 0, "distance": distance}}},
    )
    assert dpsql.measure(job).satisfied
    pq.write_table(private, bench.folder / "foreign.parquet")
    assert dpsql.verify(job, bench.folder / "foreign.parquet", foreign=True)


def test_what_is_known_of_a_source_tells_nothing_F04(bench):
    """That a column has no NULL is known of a file, and not of a table in memory."""
    rows = [f"{zip_},{number}" for zip_ in ("a", "b") for number in range(4)]
    written = set()
    bench.csv("t.csv", "v,kept", rows)
    query = "SELECT v, CAST(kept AS BIGINT) AS kept FROM read_csv(?, all_varchar = true)"
    table = duckdb.sql(query, params=[str(bench.folder / "t.csv")]).to_arrow_table()
    pq.write_table(table, bench.folder / "t.parquet")
    for private in (table, "t.parquet", table.filter(pa.array([True] * 8))):
        job = bench.job(
            {"v": {"tree": {"*": ["a", "b"]}}},
            public=pa.table({"v": ["a", "b"] * 10}),
            private=private,
            delta={"max": "1/2"},
            keep=["kept"],
            release="r.parquet",
        )
        dpsql.anonymize(job, overwrite=True)
        written.add((bench.folder / "r.parquet").read_bytes())
    assert len(written) == 1


def test_levels_chosen_from_p_and_their_search_are_told_by_p_alone_F10(run):
    """All that is printed besides follows from the release, but for the metrics of T."""
    words = {"choose": "from_public"}
    others = [("a2", "2"), *T[1:]]
    (one, *published), (other, *others_published) = run(T, **words), run(others, **words)
    assert others_published == published
    one, other = ({**json.loads(text), "metrics": None} for text in (one, other))
    assert one == other


def test_the_terminal_of_two_equal_frequency_sets_F04(bench, run):
    """Tables for the eye, too, but for the time."""
    shown = []
    for private in (T, T[::-1]):
        run(private)
        shown.append(_show(bench))
    assert shown[0] == shown[1]


def _show(bench):
    made = dpsql.anonymize(bench.folder / "job.yaml", overwrite=True)
    outcome = replace(made, seconds={})
    console = Console(width=100, file=StringIO())
    console.print(describe_outcome(outcome))
    return console.file.getvalue()
