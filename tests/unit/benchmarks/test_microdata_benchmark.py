"""The benchmark of methods for microdata: its measures against counting by hand, and its page."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.microdata.__main__ import main
from benchmarks.microdata.attacks import attack, find_precision
from benchmarks.microdata.claims import decide, find_bound, is_less, judge
from benchmarks.microdata.epsilon import find_shift
from benchmarks.microdata.grid import DELTAS, MATCHED, METHODS, OTHERS, Table, run_others
from benchmarks.microdata.page import HERE, PAGE, THEORY, make_page, renew, summarize_epsilons
from benchmarks.microdata.people import Column, People, make_column
from benchmarks.microdata.picture import draw
from benchmarks.microdata.release import NOBODY, Release
from benchmarks.microdata.results import (
    EpsilonRow,
    Results,
    Row,
    Spread,
    merge_rows,
    read_rows,
    write_rows,
)
from benchmarks.microdata.tables import VARIABLE, WEIGHTS, read_fars
from benchmarks.microdata.utility import find_correlation, measure_utility

AGES = [(str(age), f"{age // 4 * 4} on", "any") for age in range(8)]
TOWNS = [(town, town[0], "any") for town in ("ax", "ay", "bx")]
COLUMNS = (make_column("age", AGES), make_column("town", TOWNS))
OUTCOME = Column("outcome", (("no", "*"), ("yes", "*")))
labels = st.tuples(st.sets(st.integers(0, 7), min_size=1), st.sets(st.integers(0, 2), min_size=1))


def make_people(codes):
    return People("made up", COLUMNS, OUTCOME, np.array(codes), np.ones(len(codes)))


def draw_people(rows, seed=0):
    random = np.random.default_rng(seed)
    return make_people(np.stack([random.integers(0, n, rows) for n in (8, 3, 2)], axis=1))


def make_release(people, records, origins=None):
    """`records`: sets of values of both columns, and an outcome."""
    kinds = [list({frozenset(one[j]): None for one in records}) for j in range(2)]
    found = [[kinds[j].index(frozenset(one[j])) for j in range(2)] for one in records]
    meanings = tuple(tuple(np.array(sorted(one)) for one in kind) for kind in kinds)
    informative = np.array([one[2] for one in records])
    return Release(np.array(found), meanings, informative, origins)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 7), st.integers(0, 2), st.integers(0, 1)), min_size=2),
    st.lists(st.tuples(labels, st.integers(0, 1)), min_size=1, max_size=12),
    st.data(),
)
def test_attacks_and_shifts_are_those_of_counting_by_hand(codes, drawn, data):
    people = make_people(codes)
    members = np.array(sorted(data.draw(st.sets(st.integers(0, len(codes) - 1), min_size=1))))
    records = [(*both, outcome) for both, outcome in drawn]
    origins = np.array([data.draw(st.sampled_from([NOBODY, *members])) for _ in records])
    release = make_release(people, records, origins)
    score, back, linked = Counter(), Fraction(0), Fraction(0)
    for (ages, towns, _), origin in zip(records, origins, strict=True):
        found = [i for i, (age, town, _) in enumerate(codes) if age in ages and town in towns]
        for person in found:
            score[person] += Fraction(1, len(found))
            linked += Fraction(int(person in members), len(found))
            back += Fraction(int(person == origin), len(found))
    told = attack(people, members, release)
    assert told.linked_back == pytest.approx(float(back / len(members)))
    assert told.linked_members == pytest.approx(float(linked / len(records)))
    assert told.worst == pytest.approx(float(min(1, max(score.values(), default=0))))
    sure = [person for person, one in score.items() if one > Fraction(9, 10)]
    assert (told.sure, told.sure_members) == (len(sure), len(set(sure) & set(members)))
    shares = Counter()
    for ages, towns, _ in records:
        for age in ages:
            for town in towns:
                shares[age, town] += Fraction(1, len(ages) * len(towns) * len(records))
    own = Counter((codes[i][0], codes[i][1]) for i in members)
    shift = sum(abs(Fraction(own[one], len(members)) - shares[one]) for one in own | shares) / 2
    utility = measure_utility(people, members, release)
    assert utility.pair_shifts["age", "town"] == pytest.approx(float(shift))


def test_a_release_without_a_record_keeps_nothing():
    people = draw_people(50)
    members = people.draw("random", 0)
    meanings = make_release(people, [({0}, {0}, 0)]).meanings
    empty = Release(np.empty((0, 2), int), meanings, np.empty(0, int), None)
    utility = measure_utility(people, members, empty)
    assert {*utility.shifts.values(), *utility.pair_shifts.values()} == {1.0}
    assert (utility.means, utility.correlations, utility.associations["age", "town"][1]) == (
        {},
        {},
        None,
    )
    numbers = np.arange(3.0)
    assert find_correlation(np.zeros((3, 3)), numbers, numbers) is None
    told = attack(people, members, empty)
    assert (told.linked_members, told.worst, told.sure) == (0, 0, 0)


def test_people_of_equal_scores_are_named_in_equal_shares():
    scores, public, private = np.array([0.9, 0.5, 0.1]), np.array([2, 4, 10]), np.array([2, 1, 1])
    assert find_precision(scores, public, private, 4) == pytest.approx((2 + 2 / 4) / 4)
    assert find_precision(scores * 0, public, private, 4) == pytest.approx(4 / 16)


def test_changed_values_are_linked_with_the_nearest_people():
    people = make_people([(0, 0, 0), (7, 2, 0), (7, 2, 1)])
    release = make_release(people, [({1}, {0}, 0), ({6}, {2}, 1)], np.array([0, 1]))
    assert attack(people, np.array([0, 1]), release).worst == 0
    near = attack(people, np.array([0, 1]), replace(release, links_nearest=True))
    assert near.linked_back == pytest.approx((1 + 1 / 2) / 2)


def test_every_method_but_dpsqls_is_run_with_every_setting():
    people = draw_people(300)
    members = people.draw("skewed", 0)
    found = run_others(people, Table("made up", "skewed", 0), members)
    assert [(row.method, row.setting) for row in found] == [
        (name, setting) for name, (settings_, _) in OTHERS.items() for setting in settings_
    ]
    assert all(0 <= row.two_way <= 1 and 0 <= row.precision <= 1 for row in found)
    assert set(OTHERS) < set(METHODS)


@pytest.mark.parametrize("seed", [0, 1])
def test_nothing_of_t_is_drawn_apart_from_t(seed):
    people = draw_people(2000)
    table, members = Table("made up", "random", seed), people.draw("random", seed)
    (nothing, *_) = run_others(people, table, members)
    assert nothing.method == "nothing of T"
    assert nothing.two_way > 0.01
    assert nothing.precision < 0.2


def test_rows_are_read_back_as_they_were_written(tmp_path):
    people = draw_people(200)
    found = run_others(people, Table("made up", "random", 0), people.draw("random", 0))
    found.append(Row("made up", "random", 0, "levels", "1/5", seconds=1.5))
    path = tmp_path / "results.csv"
    write_rows(path, Row, found)
    again = read_rows(Row, path)
    write_rows(path, Row, again)
    assert read_rows(Row, path) == again
    assert again[-1] == found[-1]
    assert [(row.method, row.records) for row in again] == [
        (row.method, row.records) for row in found
    ]
    assert len(judge(Results(again))["k-anonymity and presence"]) == 4
    assert draw(Results(again)).startswith("<svg")


def test_shifts_of_counts_are_those_of_shares():
    people = make_people([(0, 0, 0), (1, 1, 0), (2, 2, 0), (2, 2, 1)])
    members = np.array([0, 1])
    counts = {("0",): 3, ("1",): -5, ("2",): 1}
    assert find_shift(people, members, ["age"], counts) == pytest.approx(0.5)
    assert find_shift(people, members, ["age"], dict.fromkeys(counts, -1)) == pytest.approx(1 / 3)


def test_fars_is_laid_out_from_a_folder_of_that_layout(tmp_path):
    source = tmp_path / "fars"
    source.mkdir()
    columns = {
        "iage": ["7", "65", "99"],
        "irace": ["A", "B", "A"],
        "isex": ["Male", "Female", "Male"],
        "ideathmon": ["May", "May", "June"],
        "istatenum": ["Ohio", "Utah", "Ohio"],
        "iinjury": ["No", "Fatal", "No"],
    }
    lines = [";".join(columns), *(";".join(row) for row in zip(*columns.values(), strict=True))]
    (source / "fars.csv").write_text("\n".join(lines) + "\n")
    for name, values in columns.items():
        text = "".join(f"{value};*\n" for value in dict.fromkeys(values))
        (source / f"fars_hierarchy_{name}.csv").write_text(text)
    people = read_fars(tmp_path / "laid", source)
    assert people.size == 3
    weights = dict(WEIGHTS)
    assert people.chances.tolist() == [weights[0], weights[60], weights[99]]
    told = [[c.values[k] for c, k in zip(people.columns, row, strict=True)] for row in people.known]
    assert told == [list(row[:5]) for row in zip(*columns.values(), strict=True)]


def test_verdicts_follow_from_the_seeds():
    assert is_less(Spread(1, 0, 2), Spread(4, 3, 5)) is True
    assert is_less(Spread(4, 3, 5), Spread(1, 0, 2)) is False
    assert is_less(Spread(1, 0, 3), Spread(4, 3, 5)) is None
    assert decide([]) == "not decided"
    assert decide([True, None]) == "of 2 tables holds at 1, not decided at 1"


@pytest.mark.parametrize(
    ("method", "beliefs", "epsilons"),
    [
        ("histogram", "independent", [("0.81", "0.82"), ("2.19", "2.2")]),
        ("histogram", "|T| known", [("0.4", "0.41"), ("1.09", "1.1")]),
        ("histogram, fitted", "|T| known", [("0.4", "0.41"), ("1.09", "1.1")]),
        ("histogram, fitted", "independent", [("0.4", "0.41"), ("1.09", "1.1")]),
        ("moments", "|T| known", [("0.81", "0.82"), ("2.19", "2.2")]),
    ],
)
def test_bounds_are_those_of_whom_epsilon_protects_from(method, beliefs, epsilons):
    """What shows |T| leaves nobody with independent beliefs."""
    for most, (below, above) in zip((0.2, 0.5), epsilons, strict=True):
        assert find_bound(method, below, beliefs) <= most < find_bound(method, above, beliefs)


def test_matched_epsilons_have_the_worst_posterior_of_their_delta():
    for method, beliefs in (("histogram", "independent"), ("histogram, fitted", "|T| known")):
        for most, epsilon in zip(DELTAS, MATCHED[beliefs], strict=True):
            assert epsilon in METHODS[method]
            bound = find_bound(method, epsilon, beliefs)
            assert 0.98 * Fraction(most) < bound <= Fraction(most)


def test_a_table_that_is_run_again_replaces_its_rows():
    old = [Row("fars", "random", seed, "levels", "1/5", seconds=seed) for seed in (0, 1)]
    new = [Row("fars", "random", 0, "pooled", "1/5", seconds=9.0)]
    assert merge_rows(old, new) == [old[1], *new]
    counts = [
        EpsilonRow("fars", name, "levels", "1/5", "1/10", "1/5", "independent", *numbers)
        for name, numbers in (("random", [1.0] * 6), ("skewed", [2.0] * 6))
    ]
    assert merge_rows(counts, counts[:1]) == [counts[1], counts[0]]
    assert merge_rows(counts, []) == counts


def test_the_page_is_not_written_without_one_of_its_tables(monkeypatch, tmp_path, capsys):
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setattr("sys.argv", ["microdata", str(tmp_path), "--page"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert f"--page: the page has FARS; name its folder in {VARIABLE}" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_the_page_says_what_the_figures_say():
    results = Results(
        read_rows(Row, HERE / "results.csv"), read_rows(EpsilonRow, HERE / "epsilons.csv")
    )
    text = PAGE.read_text(encoding="utf-8")
    assert make_page(text, results) == text
    assert (HERE / "found.svg").read_text(encoding="utf-8") == draw(results)
    theory = THEORY.read_text(encoding="utf-8")
    assert renew(theory, "epsilons", summarize_epsilons(results.epsilons)) == theory
    for name in ("claims", "tables", "epsilons", "checks"):
        assert renew(text, name, "x") != text
    assert renew(theory, "epsilons", "x") != theory


def test_dpsqls_figures_are_those_of_compare():
    gaps = [row.gap for row in read_rows(Row, HERE / "results.csv") if row.gap is not None]
    assert gaps
    assert max(gaps) < 1e-9
