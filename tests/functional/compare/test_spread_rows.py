"""What a reader makes of a release: nothing that is not in it, and columns by themselves."""

from itertools import product


def write(tmp_path, members, sizes, questions):
    """A job where all labels are roots; P has each combination ten times."""
    header = ",".join(f"c{j}" for j in range(len(sizes))) + "\n"
    combinations = list(product(*map(range, sizes)))
    rows = [",".join(map(str, one)) + "\n" for one in combinations for _ in range(10)]
    (tmp_path / "p.csv").write_text(header + "".join(rows))
    lines = "".join(",".join(map(str, one)) + "\n" for one in members)
    (tmp_path / "t.csv").write_text(header + lines)
    columns = "".join(
        f"  c{j}: {{widths: [{size}], least_level: 1}}\n" for j, size in enumerate(sizes)
    )
    job = tmp_path / "job.yaml"
    job.write_text(
        "public: p.csv\nprivate: t.csv\nrelease: r.csv\ndelta: {max: 1}\nquasi_identifiers:\n"
        f"{columns}questions:\n" + "".join(f"  - {{sql: {one!r}}}\n" for one in questions)
    )
    return job


def ask(run, job):
    (one,) = run("compare", job, "--json").found["candidates"]
    assert set(one["levels"].values()) == {1}
    return one["questions"]


def test_equal_releases_have_equal_answers_whatever_t_is(tmp_path, run):
    counts = ", ".join(
        f"COUNT(CASE WHEN c0 = '{a}' AND c1 = '{b}' THEN 1 END) AS n{a}{b}"
        for a, b in product(range(3), range(4))
    )
    found = []
    for members in (
        [(0, 0)] * 7,
        [(2, 3)] * 7,
        [(a, b) for a in range(1) for b in (0, 1, 2)] + [(1, 3)] * 4,
    ):
        job = write(tmp_path, members, (3, 4), [f"SELECT {counts} FROM t"])
        (asked,) = ask(run, job)
        found.append({name: one["after"] for name, one in asked["numbers"].items()})
    assert found[0] == found[1] == found[2]
    assert sum(found[0].values()) == 7


def test_columns_are_spread_by_themselves(tmp_path, run):
    """Where T has each combination four times, the rows of a reader nearly have, too."""
    names = ("c0", "c1", "c2")
    questions = [
        f"SELECT {one}, {other}, COUNT(*) AS n FROM t GROUP BY {one}, {other}"
        for one, other in (names[:2], names[1:], names[::2])
    ]
    members = [one for one in product(range(10), range(8), range(5)) for _ in range(4)]
    job = write(tmp_path, members, (10, 8, 5), questions)
    for asked in ask(run, job):
        assert (asked["only_before"], asked["only_after"]) == (0, 0)
        rows = 1600 / asked["matched_rows"]
        # By chance, some of them would be off by three times the root of the rows.
        assert asked["columns"]["n"]["max_difference"] <= rows / 4
