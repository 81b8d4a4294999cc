"""``dpsql delta`` on the command line: one scenario, several in a file, and what a δ costs."""

import pytest

PAPER = ("--population", "1000", "--members", "40", "--prior", "0.07", "--cost", "10000")

SCENARIOS = """\
population: 45222
members: 1957
scenarios:
  employer: {prior: 0.07, cost: 10000, acceptable: 100, acceptable_down: 200}
  insurer: {prior: 0.07, cost: 50000, acceptable: 250, sensitivity: 0.9}
"""


@pytest.fixture
def scenarios(tmp_path):
    def write(text=SCENARIOS):
        path = tmp_path / "scenarios.yaml"
        path.write_text(text)
        return path

    return write


def test_the_example_of_the_paper(run):
    ended = run("delta", *PAPER, "--acceptable", 100, "--acceptable-down", 200, "--json")
    assert ended.exit_code == 0
    found = ended.found
    assert (found["status"], found["delta"]) == ("chosen", {"min": "1/50", "max": "1/20"})
    assert found["exact"] == {"min": "3/155", "max": "39/775"}
    assert found["epsilon"] == pytest.approx(0.233615, abs=1e-6)
    assert found["epsilon_size_known"] == found["epsilon"] / 2
    (effect,) = found["scenarios"]
    assert (effect["cost_up"], effect["cost_down"]) == (96.875, 193.75)
    assert (
        "delta: {min: 2%, max: 5%}"
        in run("delta", *PAPER, "--acceptable", 100, "--acceptable-down", 200).stdout
    )


def test_what_it_means_stands_in_sentences(run):
    told = run("delta", *PAPER, "--acceptable", 100, "--acceptable-down", 200).stdout
    assert (
        "Belief rises from 7 % to at most ≈ 8.0 %; expected cost 96.9 per person, 100 accepted. It"
        " falls to no less than ≈ 5.1 %; expected cost 194 per person, 200 accepted."
    ) in " ".join(told.split())
    told = run("delta", *PAPER, "--delta-min", "1/25", "--delta-max", "1/25").stdout
    assert "Belief stays at 7 %." in " ".join(told.split())
    told = run("delta", *PAPER, "--delta-min", "1/50", "--delta-max", "1/25").stdout
    assert "Belief falls from 7 % to no less than ≈ 5.1 %; expected cost 194 per person, any" in (
        " ".join(told.split())
    )


def test_for_whom_epsilon_is_stands_beside_it(run):
    """ε is ln(24 / 19), .2336148 and more; half of it is .1168074. Both are rounded down."""
    told = " ".join(run("delta", *PAPER, "--acceptable", 100).stdout.split())
    assert "ε up to 0.116807 against whoever knows |T|; up to 0.233614 against whoever" in told
    told = run("delta", *PAPER).stdout
    assert "ε" not in told


def test_what_a_delta_costs(run):
    ended = run("delta", *PAPER, "--delta-min", "1/50", "--delta-max", "0.05", "--json")
    assert ended.found["status"] == "priced"
    (effect,) = ended.found["scenarios"]
    assert (effect["cost_up"], effect["cost_down"]) == (96.875, 193.75)
    assert effect["greatest_belief"] == 0.0796875


def test_counts_of_a_job(run, example):
    words = ("--prior", "0.6", "--cost", "1", "--acceptable", "0.1", "--json")
    found = run("delta", "--job", example, *words).found
    assert (found["public_rows"], found["private_rows"], found["share"]) == (9, 5, "5/9")
    assert found["exact"]["max"] == "2/3"


def test_several_scenarios_must_all_accept(run, scenarios):
    path = scenarios()
    found = run("delta", "--scenarios", path, "--json").found
    each = [one["exact"] for one in found["scenarios"]]
    assert found["exact"]["max"] in {one["max"] for one in each}
    assert [one["name"] for one in found["scenarios"]] == ["employer", "insurer"]
    assert "insurer" in run("delta", "--scenarios", path).stdout


def test_a_file_may_name_a_job(run, scenarios, example):
    words = f"job: {example}\nscenarios: {{one: {{prior: 0.6, cost: 1, acceptable: 0.1}}}}\n"
    assert run("delta", "--scenarios", scenarios(words), "--json").found["public_rows"] == 9


def test_a_sweep_is_a_row_for_each_cost(run):
    words = ("--acceptable-down", "1", "--sweep", "10, 100,1000")
    found = run("delta", *PAPER, *words, "--json").found
    assert [one["acceptable"] for one in found["sweep"]] == [10, 100, 1000]
    assert found["sweep"][1]["delta"] == {"min": "3/100", "max": "1/20"}
    assert "acceptable" in run("delta", *PAPER, *words).stdout


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--population", "10", "--members", "1", "--prior", "0.5"), "cost is missing"),
        (("--prior", "0.5", "--cost", "1"), "give --population"),
        ((*PAPER, "--prior", "1e3"), "prior"),
        ((*PAPER, "--acceptable", "-1"), "acceptable"),
        ((*PAPER, "--cost", "0"), "cost lies above 0"),
        ((*PAPER, "--members", "1.5"), "whole number"),
        ((*PAPER, "--prior", "0.01", "--acceptable", "1"), "more people of T"),
        ((*PAPER, "--scenarios", "x.yaml"), "--prior"),
        ((*PAPER, "--sweep", "1,x"), "--sweep"),
        ((*PAPER, "--delta-max", "2"), "--delta-max"),
    ],
)
def test_what_cannot_be_is_refused(run, words, complaint):
    ended = run("delta", *words)
    assert ended.exit_code == 2
    assert complaint in ended.complaint


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "scenarios"),
        ("scenarios: {a: 1}", r"scenarios.yaml:1: scenario a: write a mapping"),
        (SCENARIOS.replace("cost: 10000, ", ""), r"scenarios.yaml:4: scenario employer: cost"),
        (SCENARIOS.replace("insurer: {", "insurer: {age: 3, "), "scenarios.yaml:5"),
        (SCENARIOS + "peple: 3\n", "scenarios.yaml:6: peple"),
        (SCENARIOS.replace("1957", "[1]"), "scenarios.yaml:2: members"),
        (SCENARIOS.replace("0.9", "0.9x"), "scenario insurer: sensitivity"),
    ],
)
def test_a_file_that_is_none_of_scenarios_is_refused_by_line(run, scenarios, text, complaint):
    ended = run("delta", "--scenarios", scenarios(text))
    assert ended.exit_code == 2
    assert complaint in ended.complaint


def test_the_job_is_an_argument_as_of_other_commands(run, example):
    words = ("--prior", 0.6, "--cost", 1, "--acceptable", 0.1, "--json")
    named = run("delta", example, *words).found
    assert named == run("delta", "--job", example, *words).found
    twice = run("delta", example, "--job", example, *words)
    assert (twice.exit_code, "drop one of them" in twice.complaint) == (2, True)
