"""The law of the noise, what several runs cost together, and what the ledger allows."""

import fcntl
import json
import os
from collections import Counter
from decimal import Context
from fractions import Fraction
from itertools import product
from math import comb, exp
from multiprocessing import get_context
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpsql.errors import ConfigError, DpsqlError, InputError, Locked, ResourceError
from dpsql.noise import empty_cells, ledger
from dpsql.noise.budget import Expense, Stratum, add_up
from dpsql.noise.draw import Noise
from dpsql.noise.empty_cells import choose_empty, draw_reaching
from dpsql.noise.law import DiscreteLaplace
from dpsql.noise.ledger import Entry, begin_ledger, read_ledger, spending

CONTEXT = Context(prec=40)
EPSILONS = [Fraction(1), Fraction(1, 3), Fraction(1, 10), Fraction(7, 2), Fraction(1, 1000)]


def chance(z, scale):
    """The law as it is defined."""
    alpha = exp(-1 / scale)
    return (1 - alpha) / (1 + alpha) * alpha ** abs(z)


@pytest.mark.parametrize("scale", [0.3, 1.0, 4.0, 10.0])
@pytest.mark.parametrize("least", [1, 2, 7])
def test_the_tail_is_the_sum_of_the_law(scale, least):
    tail = sum(chance(z, scale) for z in range(least, least + 1000))
    assert float(DiscreteLaplace(scale).measure_tail(least, CONTEXT)) == pytest.approx(tail)


def test_the_law_has_the_known_chance_of_zero():
    """At ε = 1 no noise has the chance .4621172: (1 - 1/e) / (1 + 1/e)."""
    tail = DiscreteLaplace(1.0).measure_tail(1, CONTEXT)
    assert 1 - 2 * float(tail) == pytest.approx(0.46211715726000974, abs=1e-15)


@pytest.mark.parametrize("scale", [0.2, 1.0, 3.7, 10.0])
@pytest.mark.parametrize("share", [Fraction(1, 2), Fraction(95, 100), Fraction(999, 1000)])
def test_the_margin_is_the_least_that_holds_so_often(scale, share):
    margin = DiscreteLaplace(scale).find_margin(share)
    within = [sum(chance(z, scale) for z in range(-k, k + 1)) for k in (margin, margin - 1)]
    assert within[0] >= float(share) - 1e-12
    assert margin == 0 or within[1] < float(share)


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_the_noise_costs_no_more_than_epsilon_and_hardly_less(epsilon):
    scale = Noise(epsilon).law.scale
    assert Fraction(scale) * epsilon >= 1
    assert Fraction(scale) * epsilon <= 1 + Fraction(1, 2**50)


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_what_is_drawn_costs_no_more_than_epsilon_and_hardly_less(epsilon):
    """By OpenDP's own map, of the very measurement that draws."""
    costs = Fraction(Noise(epsilon)._measurement.map(1))
    assert epsilon * (1 - Fraction(1, 2**50)) <= costs <= epsilon


def test_noise_is_added_to_each_count():
    # A count that is off by 1,000 at ε = 20 has a chance below e^-20000.
    drawn = Noise(Fraction(20)).add_to([0, 10_000, 20_000])
    assert [round(count, -3) for count in drawn] == [0, 10_000, 20_000]
    assert Noise(Fraction(1)).add_to([]) == []


@pytest.mark.parametrize(("cells", "least"), [(1, 1), (5, 1), (6, 3)])
def test_how_many_empty_cells_reach_a_count_is_binomial(cells, least):
    """By inversion: the number that the sums say at every drawn number, few digits included."""
    share = float(DiscreteLaplace(2.0).measure_tail(least, CONTEXT))
    sums, total = [], 0.0
    for number in range(cells + 1):
        total += comb(cells, number) * share**number * (1 - share) ** (cells - number)
        sums.append(total)
    for step in range(1, 200):
        uniform = step / 200 + 1e-4
        expected = next(number for number, top in enumerate(sums) if uniform < top)

        def draw(bits, uniform=uniform):
            return int(uniform * 2**53) << (bits - 53) if bits >= 53 else int(uniform * 2**bits)

        with patch.object(empty_cells, "randbits", draw):
            assert draw_reaching(DiscreteLaplace(2.0), cells, least, digits=20) == expected


def test_a_number_too_close_to_a_sum_gets_more_digits():
    """With so few digits that most numbers are, draws still end, and within the cells."""
    law = DiscreteLaplace(2.0)
    assert {draw_reaching(law, 3, 1, digits=4) for _ in range(200)} <= {0, 1, 2, 3}


def test_of_very_many_cells_some_are_drawn():
    law = DiscreteLaplace(2.0)
    cells = 10**15
    least = law.find_threshold(cells, 100)
    assert float(law.measure_tail(least, CONTEXT)) * cells <= 100
    assert float(law.measure_tail(least - 1, CONTEXT)) * cells > 100
    assert law.find_threshold(10**400, 100) > least
    assert 20 < draw_reaching(law, cells, least) < 250  # some eight standard deviations off


def test_only_empty_cells_are_chosen_and_each_once():
    occupied = {0, 1, 2, 3, 9}
    for number in range(6):  # both by tries and by a list
        chosen = choose_empty(10, number, occupied)
        assert len({*chosen} - occupied) == number
    counted = Counter(tuple(choose_empty(10, 2, occupied)) for _ in range(3000))
    assert len(counted) == comb(5, 2)


labels = st.sampled_from(["north", "south", "east"])
strata = st.none() | st.builds(
    Stratum,
    st.sampled_from(["a", "b", None]),
    st.sampled_from(["x", "y"]),
    st.integers(0, 1),
    labels,
)
expenses = st.lists(st.builds(Expense, st.fractions(0, 3, max_denominator=6), strata), max_size=7)


def concerns(stratum, person):
    if stratum is None or stratum.tables is None:
        return True
    return person[stratum.tables, stratum.column, stratum.level] == stratum.label


@settings(deadline=None)
@given(expenses)
def test_expenses_add_up_to_what_the_unluckiest_person_pays(made):
    """A person has one label of each column at each level, of each table; each way is tried."""
    columns = sorted(
        {
            (one.stratum.tables, one.stratum.column, one.stratum.level)
            for one in made
            if one.stratum and one.stratum.tables
        }
    )
    worst = Fraction(0)
    for chosen in product(["north", "south", "east"], repeat=len(columns)):
        person = dict(zip(columns, chosen, strict=True))
        paid = sum(one.epsilon for one in made if concerns(one.stratum, person))
        worst = max(worst, paid)
    assert add_up(made) == worst


def entry(epsilon, stratum=None):
    return Entry.of(Expense(Fraction(epsilon), stratum), {"zip": 1})


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "ledger.json"
    begin_ledger(path, Fraction(1))
    return path


def spend(path, epsilon, stratum=None):
    with spending(path, entry(epsilon, stratum)) as told:
        return told


def test_a_ledger_allows_its_budget_and_nothing_more(path):
    spend(path, "1/3")
    told = spend(path, "2/3")
    assert (told.spent, told.left) == (1, 0)
    published = False
    with (
        pytest.raises(ConfigError, match=r"1 of it is spent.*: nothing is left, so publish"),
        spending(path, entry("1/1000")),
    ):
        published = True
    assert not published
    assert [one.epsilon for one in read_ledger(path).entries] == ["1/3", "2/3"]
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_link_to_a_ledger_is_that_ledger(path):
    link = path.with_name("link.json")
    link.symlink_to(path)
    spend(link, "1")
    assert link.is_symlink()
    assert read_ledger(path).left == 0


def test_a_ledger_with_two_names_is_refused(path):
    """Each name would have a file of its own after the next run."""
    path.with_name("other.json").hardlink_to(path)
    with pytest.raises(InputError, match="keep one"):
        spend(path, "1")


def test_a_ledger_is_a_file(tmp_path):
    os.mkfifo(tmp_path / "fifo")
    for name in ("fifo", "."):
        with pytest.raises(InputError, match="no regular file"):
            spend(tmp_path / name, "1")


def test_strata_of_one_table_are_spent_beside_each_other(path):
    north, south = (Stratum("digest", "region", 0, label) for label in ("north", "south"))
    spend(path, "1", north)
    assert spend(path, "1", south).spent == 1
    with pytest.raises(ConfigError):
        spend(path, "1/2", north)
    with pytest.raises(ConfigError):
        spend(path, "1/2", Stratum("another state of the files", "region", 0, "north"))


def test_strata_of_a_table_whose_state_nobody_knows_add_up_and_that_is_said(path):
    """A table of a server, at an address or in memory may have changed from run to run."""
    north, south = (Stratum(None, "region", 0, label) for label in ("north", "south"))
    spend(path, "1", north)
    with pytest.raises(ConfigError, match="would add 1, as nobody knows whether a table"):
        spend(path, "1", south)


def test_what_was_spent_stays_spent_if_nothing_could_be_published(path):
    with (
        pytest.raises(ResourceError, match="the ledger has entered this run's epsilon"),
        spending(path, entry("1/2")),
    ):
        raise ResourceError("the disk is full")
    assert read_ledger(path).spent == Fraction(1, 2)


@pytest.mark.parametrize("problem", [OSError(28, "No space left on device"), OSError(5, "I/O")])
@pytest.mark.parametrize("step", ["private_file.write", "sync", "Path.replace"])
def test_a_ledger_that_cannot_be_written_lets_nothing_be_published(path, step, problem):
    before, published = path.read_bytes(), False
    with (
        patch(f"dpsql.noise.ledger.{step}", side_effect=problem),
        pytest.raises(ResourceError, match="nothing is published"),
        spending(path, entry("1/2")),
    ):
        published = True
    assert not published
    assert path.read_bytes() == before
    assert [*path.parent.glob("*.dpsql-new")] == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"schema": "dpsql-ledger/2", "budget": "1", "entries": []}',
        '{"schema": "dpsql-ledger/1", "budget": "0", "entries": []}',
        '{"schema": "dpsql-ledger/1", "budget": "-1", "entries": []}',
        '{"schema": "dpsql-ledger/1", "budget": 1.5, "entries": []}',
        '{"schema": "dpsql-ledger/1", "budget": "1", "entries": [{"epsilon": "1"}]}',
        '{"schema": "dpsql-ledger/1", "budget": "1", "entries": [], "more": 1}',
    ],
)
def test_a_file_that_is_no_ledger_is_refused(path, text):
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match="is no ledger of dpsql"):
        spend(path, "1/2")
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("epsilon", ["-1/2", "0", "nan", "inf"])
def test_an_entry_that_gives_something_back_is_refused(path, epsilon):
    spend(path, "1/2")
    content = json.loads(path.read_text(encoding="utf-8"))
    content["entries"][0]["epsilon"] = epsilon
    path.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(InputError, match="is no ledger of dpsql"):
        read_ledger(path)


def test_a_ledger_is_begun_once(path):
    spend(path, "1")
    with pytest.raises(ConfigError, match="exists"):
        begin_ledger(path, Fraction(5))
    with pytest.raises(ConfigError, match=r"dpsql\.begin_ledger\('/.*elsewhere\.json', 1\)"):
        spend(path.with_name("elsewhere.json"), "1")
    assert read_ledger(path).left == 0


def test_another_run_that_holds_the_ledger_is_waited_for_and_then_told(path, monkeypatch):
    monkeypatch.setattr(ledger, "_PATIENCE", 0.05)
    with path.open() as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        with pytest.raises(Locked, match="another run holds"):
            spend(path, "1/4")
    assert spend(path, "1/4").spent == Fraction(1, 4)


def test_a_run_that_begins_while_another_publishes_finds_its_entry(path):
    with spending(path, entry("3/4")):
        with pytest.raises(ConfigError, match=r"0\.75 of it is spent"):
            spend(path, "1/2")
        assert spend(path, "1/4").left == 0


def test_no_run_comes_between_an_entry_and_the_digest_of_its_table(path, monkeypatch):
    """It would be lost: the digest is written into the ledger as this run has read it."""
    monkeypatch.setattr(ledger, "_PATIENCE", 0.0)
    write, refused = ledger._write, []

    def write_and_try(*words):
        lock = write(*words)
        with pytest.raises(Locked):
            spend(path, "1/4")
        refused.append(len(read_ledger(path).entries))
        return lock

    monkeypatch.setattr(ledger, "_write", write_and_try)
    with spending(path, entry("1/4"), "ab" * 32):
        monkeypatch.setattr(ledger, "_write", write)
        assert spend(path, "1/4").spent == Fraction(1, 2)
    assert refused == [1, 1]
    assert [one.sha256 for one in read_ledger(path).entries] == ["ab" * 32, None]


def _spend_in_a_process(path, queue):
    try:
        with spending(Path(path), entry("1/8"), "ab" * 32):
            pass
        queue.put(True)
    except DpsqlError:
        queue.put(False)


@pytest.mark.tier("ci")
def test_runs_at_the_same_time_spend_the_budget_once(path):
    """Twelve processes want an eighth each."""
    context = get_context("fork")
    queue = context.Queue()
    runs = [context.Process(target=_spend_in_a_process, args=(path, queue)) for _ in range(12)]
    for one in runs:
        one.start()
    got = [queue.get(timeout=60) for _ in runs]
    for one in runs:
        one.join()
    assert sum(got) == 8
    assert read_ledger(path).left == 0
