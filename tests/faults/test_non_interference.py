"""What leaves the house is a function of what the release says: nothing else of T can be told.

Two T that lead to the same classes at the released node give the same bytes of release and
manifest. What is printed is for the keeper of T; it is a function of how often each tuple occurs in
T, save the time and the memory that a run took.
"""

import json
from io import StringIO
from itertools import combinations

import pytest
from rich.console import Console

import dpsql
from dpsql.commands.terminal import describe_outcome

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
    outcome = dpsql.anonymize(bench.folder / "job.yaml", overwrite=True)
    outcome.seconds.clear()
    console = Console(width=100, file=StringIO())
    console.print(describe_outcome(outcome))
    return console.file.getvalue()
