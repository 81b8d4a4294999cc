"""``--quiet`` prints no tables, but says on stderr why a command ends with another code than 0."""

import pytest


@pytest.mark.parametrize(
    ("delta", "words", "told"),
    [
        ("{max: 1/2}", ["measure"], "not satisfied: delta max 50 %"),
        ("{max: 1/2}", ["risks", "--threshold", "1/11"], "above the threshold 1/11"),
        ("{max: 1/2}", ["check"], "no generalization can satisfy delta: |T|/|P| = 5/9"),
        ("{max: 1/2}", ["report", "--levels", "zip=1", "-o", "x.html"], "delta max 50 %"),
        ("{max: 1/2}", ["lattice"], "no node of the lattice satisfies the job"),
        ("{max: 1/2}", ["compare"], "no candidate satisfies its job"),
        ("{max: 1/2}", ["explain"], "does not satisfy the job"),
        ("{min: 3/5}", ["frontier"], "no release satisfies the job, whatever δmax is"),
    ],
)
def test_a_quiet_failure_is_one_line(example, edit, run, monkeypatch, delta, words, told):
    edit(example, "{min: 1/2, max: 2/3}", delta)
    monkeypatch.chdir(example.parent)
    command, *options = words
    ended = run(command, example, *options, "--quiet")
    assert (ended.exit_code, ended.stdout) == (4, "")
    (line,) = ended.stderr.splitlines()
    assert line.startswith("dpsql: ")
    assert told in line


def test_a_quiet_gate_learns_that_its_job_releases_no_levels(example, edit, run):
    edit(example, "metric: loss", "algorithm: {mpalm: {cuts: hierarchy}}")
    ended = run("measure", example, "--quiet")
    assert ended.exit_code == 4
    assert "does not release levels: dpsql compare searches" in ended.stderr
    assert run("compare", example, "--quiet").exit_code == 0


def test_a_quiet_success_says_nothing(example, run):
    ended = run("check", example, "--quiet")
    assert (ended.exit_code, ended.stdout, ended.stderr) == (0, "", "")
