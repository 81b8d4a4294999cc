"""Group A of the fault catalogue: the model, and thresholds that doubles would get wrong.

A15 to A17 are vectors of ARX over external data; they live with the acceptance tests.
"""

from collections import Counter
from decimal import Decimal
from fractions import Fraction
from itertools import product
from typing import Any

import duckdb
import pytest
from sqlglot import exp

import dpsql
from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.domain.sections.delta import Delta
from dpsql.domain.sections.engine_options import EngineOptions
from dpsql.domain.threshold import PresenceBounds, parse_threshold
from dpsql.engines.connect import connect
from dpsql.privacy.k_anonymity import KAnonymity
from dpsql.privacy.k_map import KMap
from dpsql.privacy.presence import PresenceModel
from dpsql.search.checker import Checker
from dpsql.sql.counting.tuples import TableSizes
from dpsql.sql.lattice.frequency_set import FREQUENCY_SET, FrequencySet

# Nergiz, Atzori & Clifton 2007, Tables 1 and 2; T is marked.
PEOPLE = [
    ("47906", "35", "USA", 0),
    ("47903", "59", "Canada", 1),
    ("47906", "42", "USA", 1),
    ("47630", "18", "Brazil", 0),
    ("47630", "22", "Brazil", 0),
    ("47633", "63", "Peru", 1),
    ("48973", "33", "Spain", 0),
    ("48972", "47", "Bulgaria", 1),
    ("48970", "52", "France", 1),
]
AGES = {
    "18": ("18-22", "<=40", "*"),
    "22": ("18-22", "<=40", "*"),
    "33": ("33-35", "<=40", "*"),
    "35": ("33-35", "<=40", "*"),
    "42": ("42-47", ">40", "*"),
    "47": ("42-47", ">40", "*"),
    "52": ("52-59", ">40", "*"),
    "59": ("52-59", ">40", "*"),
    "63": ("63", ">40", "*"),
}
COUNTRIES = {
    "USA": ("N. America", "America", "*"),
    "Canada": ("N. America", "America", "*"),
    "Brazil": ("S. America", "America", "*"),
    "Peru": ("S. America", "America", "*"),
    "Spain": ("Europe", "Europe", "*"),
    "Bulgaria": ("Europe", "Europe", "*"),
    "France": ("Europe", "Europe", "*"),
}
PREFIXES = (5, 4, 3, 2, 1, 0)


@pytest.fixture
def paper(bench):
    """The running example; returns a function from δ to the job."""
    header = "zip,age,nationality"
    bench.tables(
        header,
        [",".join(person[:3]) for person in PEOPLE],
        [",".join(person[:3]) for person in PEOPLE if person[3]],
    )
    bench.write("age.csv", "".join(f"{age};{';'.join(up)}\n" for age, up in AGES.items()))
    tree = {
        "America": {"N. America": ["USA", "Canada"], "S. America": ["Brazil", "Peru"]},
        "Europe": {"Europe": ["Spain", "Bulgaria", "France"]},
    }
    quasi_identifiers = {
        "zip": {"prefix": [4, 3, 2, 1]},
        "age": "age.csv",
        "nationality": {"tree": tree},
    }
    return lambda low, high: bench.job(quasi_identifiers, delta={"min": low, "max": high})


def find_feasible(low: Fraction, high: Fraction) -> list[tuple[int, ...]]:
    """Judge all 96 nodes of the running example in plain Python, none by inference."""
    feasible = []
    for node in product(range(6), range(4), range(4)):
        public, private = Counter(), Counter()
        for zip_code, age, country, in_private in PEOPLE:
            label = (
                zip_code[: PREFIXES[node[0]]],
                (age, *AGES[age])[node[1]],
                (country, *COUNTRIES[country])[node[2]],
            )
            public[label] += 1
            private[label] += in_private
        if all(low <= Fraction(private[label], public[label]) <= high for label in public):
            feasible.append(node)
    return feasible


@pytest.mark.parametrize(
    ("low", "high", "node", "feasible_nodes"),
    [
        pytest.param("1/2", "2/3", (3, 3, 2), 6, id="A01"),
        pytest.param("1/2", "0.6667", (3, 3, 2), 6, id="A02"),
        pytest.param("1/2", "0.6666", (4, 3, 3), 2, id="A03"),
        pytest.param("5/9", "5/9", (4, 3, 3), 2, id="A04"),
    ],
)
def test_paper_example(bench, paper, low, high, node, feasible_nodes):
    job = paper(low, high)
    released = bench.release(job)
    assert released.levels == node
    assert released.outcome.search.nodes == 96
    assert released.outcome.search.optimal
    feasible = find_feasible(Fraction(low), Fraction(high))
    assert len(feasible) == feasible_nodes
    names = ("zip", "age", "nationality")
    minimal = [tuple(levels[name] for name in names) for levels, _ in dpsql.lattice(job).nodes]
    assert minimal == [node]
    above = product(*(range(low, top + 1) for low, top in zip(node, (5, 3, 3), strict=True)))
    assert sorted(above) == feasible
    for levels in feasible:
        assert dpsql.measure(job, dict(zip(names, levels, strict=True))).satisfied
    for axis in range(3):
        below = [level - (axis == j) for j, level in enumerate(node)]
        if min(below) >= 0:
            assert not dpsql.measure(job, dict(zip(names, below, strict=True))).satisfied


def test_paper_example_as_printed_A01(bench, paper):
    """Table 3 of the paper: two released tuples of Europe, three of America."""
    released = bench.release(paper("1/2", "2/3"))
    assert released.rows == [("47*", "*", "America")] * 3 + [("48*", "*", "Europe")] * 2
    assert released.presence == ("1/2", "2/3")


def test_no_node_A05(bench, paper):
    job = paper("1/2", "1/2")
    bench.keep_secret("4/9", "3/6", "2/3", "1/2 of")
    message = bench.refuse(dpsql.NoSafeRelease, 4, job)
    assert "delta" in message
    assert not (bench.folder / "r.parquet").exists()


def test_no_node_within_the_range_A05(bench):
    """τ = 2/3 lies in δ, and yet no node holds: P has fewer people than k_map asks for."""
    bench.tables("zip", ["47906", "47906", "47907"], ["47906", "47906"])
    job = bench.job({"zip": {"prefix": [5]}}, delta={"min": "0", "max": "2/3"})
    released = bench.release(job)
    assert released.levels == (2,)
    job = bench.job(
        {"zip": {"prefix": [5]}}, delta={"min": "0", "max": "2/3"}, constraints={"k_map": 4}
    )
    message = bench.refuse(dpsql.NoSafeRelease, 4, job, overwrite=True)
    assert "k_map 4 is violated even by total suppression" in message


def test_no_node_on_the_command_line_A05(bench, paper):
    paper("1/2", "1/2")
    bench.write(
        "job.yaml",
        "public: p.csv\nprivate: t.csv\nquasi_identifiers:\n  zip: {prefix: [4, 3, 2, 1]}\n"
        "  age: age.csv\ndelta: {min: 1/2, max: 1/2}\nrelease: r.parquet\n",
    )
    done = bench.run("anonymize", str(bench.folder / "job.yaml"))
    assert done.exit_code == 4
    assert done.found["status"] == "unsatisfiable"
    assert done.found["error"]["code"] == "NoSafeRelease"
    assert not (bench.folder / "r.parquet").exists()


THIRDS = (["aaaa"] * 3 + ["bbbb"] * 3, ["aaaa"])


@pytest.mark.parametrize(
    ("high", "levels", "greatest"),
    [
        pytest.param("1/3", (0,), "1/3", id="A06-third"),
        pytest.param("0.3333333333333334", (0,), "1/3", id="A06-above"),
        pytest.param("0.3333333333333333", (2,), "1/6", id="A06-repr"),
        pytest.param("0.333333333333333333", (2,), "1/6", id="A06-18-digits"),
    ],
)
def test_third_A06(bench, high, levels, greatest):
    bench.tables("zip", *THIRDS)
    job = bench.job({"zip": {"prefix": [1]}}, delta={"min": "0", "max": high})
    released = bench.release(job)
    assert (released.levels, released.presence[1]) == (levels, greatest)


def test_third_everywhere_A06(bench):
    bench.tables("zip", ["aaaa"] * 3 + ["bbbb"] * 3, ["aaaa", "bbbb"])
    delta = {"min": "0", "max": "0.3333333333333333"}
    bench.refuse(dpsql.NoSafeRelease, 4, bench.job({"zip": {"prefix": [1]}}, delta=delta))


@pytest.mark.parametrize(
    ("public", "private", "delta"),
    [
        pytest.param(100, 29, {"max": "0.29"}, id="A07-29"),
        pytest.param(180, 63, {"max": "0.35"}, id="A07-63"),
        pytest.param(100, 57, {"min": "0.57"}, id="A07-57"),
        pytest.param(100, 58, {"min": "0.58"}, id="A07-58"),
        pytest.param(100, 7, {"min": "0.07"}, id="A07-7"),
    ],
)
def test_boundary_is_accepted_A07(bench, public, private, delta):
    """A class on the boundary stays raw; the other class lies within δ either way."""
    other = 0 if "max" in delta else 10
    bench.tables("zip", ["aaaa"] * public + ["bbbb"] * 10, ["aaaa"] * private + ["bbbb"] * other)
    released = bench.release(bench.job({"zip": {"prefix": [1]}}, delta=delta))
    assert released.levels == (0,)
    assert str(Fraction(private, public)) in released.presence


@pytest.mark.parametrize(
    ("public", "private", "delta"),
    [
        pytest.param(100, 30, {"max": "0.29"}, id="A07-30"),
        pytest.param(180, 64, {"max": "0.35"}, id="A07-64"),
        pytest.param(100, 56, {"min": "0.57"}, id="A07-56"),
    ],
)
def test_one_past_the_boundary_is_refused_A07(bench, public, private, delta):
    bench.tables("zip", ["aaaa"] * public, ["aaaa"] * private)
    bench.refuse(dpsql.NoSafeRelease, 4, bench.job({"zip": {"prefix": [1]}}, delta=delta))


def judge_in_sql(model, counts: list[tuple[int, int]], public_rows: int) -> list[bool]:
    """Judge classes by the SQL that the search runs, on DuckDB: True where the model holds."""
    public, private = exp.column("p"), exp.column("t")
    violation = model.violation(public, private, public_rows).sql("duckdb")
    with duckdb.connect() as connection:
        connection.execute("CREATE TABLE counts (i BIGINT, p BIGINT, t BIGINT)")
        columns = [list(range(len(counts))), [p for p, _ in counts], [t for _, t in counts]]
        connection.execute(
            "INSERT INTO counts SELECT UNNEST($1::BIGINT[]), UNNEST($2::BIGINT[]),"
            " UNNEST($3::BIGINT[])",
            columns,
        )
        rows = connection.execute(f"SELECT NOT ({violation}) FROM counts ORDER BY i").fetchall()
    return [row[0] for row in rows]


def around(threshold: Fraction, public: int) -> list[tuple[int, int]]:
    """The private counts next to the boundary."""
    edge = threshold.numerator * public // threshold.denominator
    return [(public, t) for t in (edge - 1, edge, edge + 1) if 0 <= t <= public]


@pytest.mark.parametrize("side", ["min", "max"])
def test_every_boundary_of_two_digits_A07(side):
    """All classes up to 2,000 people whose boundary is a whole number, and its neighbours."""
    for percent in range(1, 100):
        threshold = parse_threshold(f"0.{percent:02}")
        step = threshold.denominator
        counts = [pair for public in range(step, 2001, step) for pair in around(threshold, public)]
        bounds = {"minimum": Fraction(0), "maximum": Fraction(1)}
        bounds[f"{side}imum"] = threshold
        model = PresenceModel(PresenceBounds(**bounds))
        expected = [
            Fraction(t, p) >= threshold if side == "min" else Fraction(t, p) <= threshold
            for p, t in counts
        ]
        assert judge_in_sql(model, counts, 2000) == expected
        assert [model.holds(p, t) for p, t in counts] == expected


UNREADABLE = [
    1 / 3,
    float("nan"),
    float("inf"),
    True,
    False,
    None,
    "",
    " ",
    "1e-1",
    "1E-1",
    "-0.1",
    "+0.1",
    "1.1",
    "1.000000000000000001",
    "2",
    "3/2",
    "2/0",
    "0/0",
    "1/-2",
    "1/2/3",
    "0.5/1",
    "nan",
    "inf",
    "0x1",
    "1_0/20",
    "0,5",
    "0.5.",
    "101%",
    "-5%",
    "50%%",
    "1/2147483648",
    "2147483648/2147483648",
    "0.1234567890123456789",
    "0." + "3" * 10_000,
    "1" * 10_000,
    "1/" + "3" * 10_000,
    10**5_000,
    -1,
    Decimal("NaN"),
    Decimal("Infinity"),
    Decimal("-0.1"),
    Decimal("1E-19"),
    Fraction(1, 2**31),
    Fraction(-1, 2),
    "\u0661/\u0662",
    "\uff11/\uff12",
    "\u00bd",
    b"1/2",
    ["1/2"],
    {"min": "1/2"},
]


@pytest.mark.parametrize("side", ["min", "max"])
@pytest.mark.parametrize("threshold", UNREADABLE, ids=lambda value: type(value).__name__)
def test_threshold_is_refused_A08(bench, threshold, side):
    with bench.refusing(dpsql.ConfigError, 2) as messages:
        bench.job({"zip": {"prefix": [1]}}, delta={side: threshold})
    assert len(messages[0]) < 300


@pytest.mark.parametrize("threshold", UNREADABLE, ids=lambda value: type(value).__name__)
def test_threshold_is_refused_where_it_is_read_A08(threshold):
    with pytest.raises(dpsql.ConfigError):
        parse_threshold(threshold)


@pytest.mark.parametrize(
    ("words", "threshold"),
    [
        ("0", Fraction(0)),
        ("1", Fraction(1)),
        (1, Fraction(1)),
        ("1.0", Fraction(1)),
        (".5", Fraction(1, 2)),
        ("0.10", Fraction(1, 10)),
        ("0.29", Fraction(29, 100)),
        ("2147483646/2147483647", Fraction(2147483646, 2147483647)),
        ("0.123456789012345678", Fraction(123456789012345678, 10**18)),
        (Decimal("0.1"), Fraction(1, 10)),
        (Fraction(2, 3), Fraction(2, 3)),
    ],
)
def test_threshold_is_read_exactly_A08(words, threshold):
    assert Delta(max=words).max == threshold


@pytest.mark.parametrize(
    "delta",
    [
        "{min: 2/3, max: 1/2}",
        "{min: 0.6667, max: 2/3}",
        "{max: 1e-1}",
        "{max: .nan}",
        "{max: .inf}",
        "{max: true}",
        "{max: ~}",
        "{max: ''}",
        "{max: -0.1}",
        "{max: 2/0}",
        "{max: [1/2]}",
        "{max: 0." + "3" * 10_000 + "}",
        "1/2",
        "{maximum: 1/2}",
    ],
    ids=lambda value: value[:20],
)
def test_threshold_in_a_job_file_is_refused_A08(bench, delta):
    job = bench.write(
        "job.yaml",
        "public: p.csv\nprivate: t.csv\nquasi_identifiers:\n  zip: {prefix: [1]}\n"
        f"delta: {delta}\nrelease: r.csv\n",
    )
    with bench.refusing(dpsql.ConfigError, 2) as messages:
        dpsql.anonymize(job)
    assert messages[0].startswith("job.yaml:5: delta")


def test_number_in_a_job_file_is_read_from_its_text_A08(bench):
    job = bench.write(
        "job.yaml",
        "public: p.csv\nprivate: t.csv\nquasi_identifiers:\n  zip: {prefix: [1]}\n"
        "delta: {min: 0.1, max: 0.30000000000000004}\n",
    )
    delta = dpsql.read_job(job).delta
    assert (delta.min, delta.max) == (Fraction(1, 10), Fraction(30000000000000004, 10**17))


def test_exchanged_thresholds_on_the_command_line_A08(bench):
    bench.tables("zip", ["aaaa", "bbbb"], ["aaaa"])
    job = bench.write(
        "job.yaml",
        "public: p.csv\nprivate: t.csv\nquasi_identifiers:\n  zip: {prefix: [1]}\n"
        "delta: {min: 2/3, max: 1/2}\nrelease: r.csv\n",
    )
    done = bench.run("anonymize", str(job))
    assert done.exit_code == 2
    assert done.found["status"] == "error"
    assert "job.yaml:5" in done.stderr


POPULATION = ["aaaa", "aabb", "bbbb", "bbbb"]


@pytest.mark.parametrize("release", ["r.parquet", "r.csv"])
@pytest.mark.parametrize("metric", ["loss", "discernibility", "precision", "class_size", "entropy"])
def test_empty_private_table_A09(bench, release, metric):
    """Nobody is in T, so the raw table says nothing of anybody."""
    bench.tables("zip", POPULATION, [])
    delta = {"min": "0", "max": "0"}
    job = bench.job({"zip": {"prefix": [2]}}, delta=delta, release=release, metric=metric)
    released = bench.release(job)
    assert (released.levels, released.presence, released.rows) == ((0,), ("0", "0"), [])


def test_nobody_may_be_present_A09(bench):
    bench.tables("zip", POPULATION, ["bbbb"])
    job = bench.job({"zip": {"prefix": [2]}}, delta={"min": "0", "max": "0"})
    bench.refuse(dpsql.NoSafeRelease, 4, job)


def test_everybody_is_present_A10(bench):
    bench.tables("zip", POPULATION, POPULATION)
    job = bench.job({"zip": {"prefix": [2]}}, delta={"min": "1", "max": "1"})
    released = bench.release(job)
    assert (released.levels, released.presence) == ((0,), ("1", "1"))
    assert released.rows == [(value,) for value in POPULATION]


def test_one_person_is_missing_A10(bench):
    bench.tables("zip", POPULATION, POPULATION[1:])
    job = bench.job({"zip": {"prefix": [2]}}, delta={"min": "1", "max": "1"})
    bench.refuse(dpsql.NoSafeRelease, 4, job)


@pytest.mark.parametrize("least", ["0.000000000000000001", "1/2147483647", "1"])
def test_empty_private_table_and_a_least_presence_A11(bench, least):
    bench.tables("zip", POPULATION, [])
    job = bench.job({"zip": {"prefix": [2]}}, delta={"min": least})
    bench.refuse(dpsql.NoSafeRelease, 4, job)


@pytest.mark.parametrize("command", ["anonymize", "measure", "lattice", "frontier", "check"])
def test_empty_public_table_A12(bench, command):
    bench.tables("zip", [], [])
    job = bench.job({"zip": {"prefix": [2]}})
    with bench.refusing(dpsql.InputError, 3) as messages:
        getattr(dpsql, command)(job)
    assert "P has no rows" in messages[0]


def test_empty_public_table_of_parquet_A12(bench):
    bench.parquet("p.parquet", "SELECT 'a' AS zip WHERE false")
    job = bench.job({"zip": {"prefix": [2]}}, public="p.parquet", private="p.parquet")
    bench.refuse(dpsql.InputError, 3, job)


def test_empty_public_table_and_rows_in_the_private_one_A12(bench):
    bench.tables("zip", [], ["aaaa"])
    message = bench.refuse(dpsql.InputError, 3, bench.job({"zip": {"prefix": [2]}}))
    assert "P has no rows" in message


def test_one_person_A13(bench):
    bench.tables("zip", ["aaaa"], ["aaaa"])
    released = bench.release(bench.job({"zip": {"prefix": [2]}}, delta={"max": "1"}))
    assert (released.levels, released.presence) == ((0,), ("1", "1"))


@pytest.mark.parametrize("greatest", ["0.999999999999999999", "2147483646/2147483647", "1/2", "0"])
def test_one_person_who_may_not_be_certain_A13(bench, greatest):
    bench.tables("zip", ["aaaa"], ["aaaa"])
    job = bench.job({"zip": {"prefix": [2]}}, delta={"max": greatest})
    bench.refuse(dpsql.NoSafeRelease, 4, job)


LARGE = (3, 10**9, 2**53 + 1, 2**62, 9 * 10**18, 2**63 - 1)
FINE = (
    "1/100",
    "99/100",
    "2/3",
    "1/2147483647",
    "2147483646/2147483647",
    "0.000000000000000001",
    "0.123456789012345678",
    "0.999999999999999999",
    "1",
)


@pytest.mark.parametrize("threshold", FINE)
@pytest.mark.parametrize("side", ["min", "max"])
def test_products_beyond_64_bits_A14(threshold, side):
    exact = parse_threshold(threshold)
    limits = {"min": (exact, Fraction(1)), "max": (Fraction(0), exact)}[side]
    model = PresenceModel(PresenceBounds(*limits))
    for largest in LARGE:
        counts = [
            pair
            for public in LARGE
            if public <= largest
            for pair in [*around(exact, public), (public, 0), (public, public), (public, 1)]
        ]
        expected = [
            t * exact.denominator <= exact.numerator * p
            if side == "max"
            else t * exact.denominator >= exact.numerator * p
            for p, t in counts
        ]
        assert judge_in_sql(model, counts, largest) == expected
        assert [model.holds(p, t) for p, t in counts] == expected


@pytest.mark.parametrize("denominator", [2**31 - 1, 10**18])
@pytest.mark.parametrize("excess", [0, 1])
def test_last_product_that_fits_64_bits_A14(denominator, excess):
    """Either side of the count at which the arithmetic changes its width."""
    largest = (2**63 - 1) // denominator + excess
    exact = Fraction(denominator - 1, denominator)
    model = PresenceModel(PresenceBounds(exact, exact))
    counts = [(largest, t) for t in range(max(0, largest - 2), largest + 1)]
    assert judge_in_sql(model, counts, largest) == [Fraction(t, p) == exact for p, t in counts]


@pytest.mark.parametrize("model", [KAnonymity(10**12 - 1), KMap(10**12 - 1), KAnonymity(1)])
def test_counts_of_other_models_A14(model):
    counts = [(p, t) for p in LARGE for t in (0, 1, p - 1, p)]
    counts += [(10**12 + i, t) for i in (-2, -1, 0) for t in (0, 10**12 - 2, 10**12 - 1)]
    expected = [model.holds(p, t) for p, t in counts]
    assert judge_in_sql(model, counts, 2**63 - 1) == expected


def test_node_of_quintillions_A14(bench):
    """The checker counts a frequency set whose products pass 64 and whose squares pass 63 bits."""
    half = 4 * 10**18
    rows = [(0, half, half - 1), (1, half, 1)]
    with connect(EngineOptions(), bench.folder) as engine:
        columns = dict.fromkeys(("q0_level_0", "public_count", "private_count"), "BIGINT")
        engine.upload(FREQUENCY_SET, columns, rows)
        greatest = Fraction(10**18 - 1, 10**18)
        checker = Checker.of(
            engine,
            Lattice((1,)),
            (PresenceModel(PresenceBounds(Fraction(1, 10**18), greatest)),),
            TableSizes(2 * half, half, 2),
            FrequencySet(Node((0,)), 2),
        )
        raw, root = checker.count([Node((0,)), Node((1,))])
    assert (raw.private.count, root.private.count) == (2, 1)
    # (4e18 - 1) / 4e18 is above and 1 / 4e18 below the range; 1/2 is within.
    assert (raw.violating_classes, root.violating_classes) == (2, 0)
    assert raw.private.squared_private_counts == (half - 1) ** 2 + 1
    assert root.private.squared_private_counts == half**2


def test_ratio_that_rounds_to_the_threshold_A18(bench):
    """The sizes of ARX's adult: 3016 of 30162 is 0.09999, not a tenth."""
    public = ["aaaa"] * 20_000 + ["bbbb"] * 10_162
    bench.tables("zip", public, ["aaaa"] * 2000 + ["bbbb"] * 1016)
    quasi_identifiers = {"zip": {"prefix": [1]}}
    job = bench.job(quasi_identifiers, delta={"min": "0.1", "max": "0.1"})
    message = bench.refuse(dpsql.NoSafeRelease, 4, job)
    assert "1508/15081 (≈ 9.999 %)" in message
    assert "0.1" not in message.replace("1/10", "")
    exact = {"min": "3016/30162", "max": "3016/30162"}
    released = bench.release(bench.job(quasi_identifiers, delta=exact))
    assert released.presence == ("1508/15081", "1508/15081")


@pytest.mark.parametrize(
    "words",
    [
        {"suppression": "0.05"},
        {"suppression_limit": "0"},
        {"max_suppressed": "5"},
        {"constraints": {"suppression": "0.05"}},
        {"delta": {"min": "0", "max": "1", "suppression": "0.05"}},
        {"Delta": {"max": "1/2"}},
    ],
    ids=lambda words: next(iter(words)),
)
def test_words_that_a_job_does_not_have_A19(bench, words):
    with bench.refusing(dpsql.ConfigError, 2) as messages:
        bench.job({"zip": {"prefix": [1]}}, **words)
    assert "not a key of the job file" in messages[0]


def test_suppression_in_a_job_file_A19(bench):
    bench.tables("zip", ["aaaa", "bbbb"], ["aaaa"])
    text = "public: p.csv\nprivate: t.csv\nquasi_identifiers:\n  zip: {prefix: [1]}\n"
    job = bench.write("job.yaml", f"{text}delta: {{max: 1/2}}\nsuppression: 0.05\nrelease: r.csv\n")
    done = bench.run("anonymize", str(job))
    assert done.exit_code == 2
    assert done.found["error"]["code"] == "ConfigError"
    assert "job.yaml:6: suppression" in done.found["error"]["message"]
    assert not (bench.folder / "r.csv").exists()


def test_published_rows_are_all_of_the_private_table_A19(bench):
    """Nothing is suppressed silently: as many rows leave as T has."""
    people: list[Any] = [f"{i:04}" for i in range(60)]
    bench.tables("zip", people, people[::3])
    released = bench.release(bench.job({"zip": {"prefix": [3, 2]}}, delta={"max": "1/2"}))
    assert len(released.rows) == 20
