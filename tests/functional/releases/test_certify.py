"""``dpsql certify``: a private file that proves an optimum, and what it refuses."""

import json
import stat

import pytest


def test_a_proof_is_written_and_checked(example, run, tmp_path):
    proof = tmp_path / "proof.json"
    found = run("certify", example, "-o", proof, "--json").found
    assert (found["status"], found["levels"]["zip"], found["nodes"]) == ("certified", 2, 48)
    assert stat.S_IMODE(proof.stat().st_mode) == 0o600
    said = json.loads(proof.read_text())
    assert len(said["failing"]) == found["failing_nodes"]
    checked = run("certify", example, "--check", proof)
    assert checked.exit_code == 0
    assert "were counted, and prove" in checked.stdout
    assert "Internal: it tells of T beyond the release." in checked.stdout


def test_a_proof_of_another_optimum_does_not_hold(example, run, tmp_path):
    proof = tmp_path / "proof.json"
    run("certify", example, "-o", proof)
    said = json.loads(proof.read_text())
    for change, complaint in (
        ({"levels": {**said["levels"], "zip": 3}}, "better nodes lie below none"),
        ({"levels": dict.fromkeys(said["levels"], 0)}, "the optimum does not satisfy the job"),
        ({"failing": [said["levels"]]}, "1 of the failing nodes satisfy the job"),
        ({"metric": "precision"}, "another metric"),
        ({"levels": {"zip": 2}}, "other quasi-identifiers"),
        ({"levels": {**said["levels"], "zip": 9}}, "levels that the hierarchies do not have"),
        ({"schema": "dpsql-proof/9"}, "another version"),
        ({"more": 1}, "this is no proof"),
    ):
        proof.write_text(json.dumps(said | change))
        ended = run("certify", example, "--check", proof)
        assert ended.exit_code == 7
        assert complaint in ended.complaint


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ((), "name one of: --output"),
        (("-o", "a.json", "--check", "b.json"), "name one of: --output"),
        (("--check", "none.json"), "none.json cannot be read"),
    ],
)
def test_one_proof_is_named(example, run, words, complaint):
    ended = run("certify", example, *words)
    assert ended.exit_code == 2
    assert complaint in ended.complaint


def test_nothing_is_overwritten(example, run, tmp_path):
    proof = tmp_path / "proof.json"
    proof.write_text("mine")
    ended = run("certify", example, "-o", proof)
    assert ended.exit_code == 2
    assert proof.read_text() == "mine"
    assert "--output: proof.json exists; remove it, or name another" in ended.complaint


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("metric: loss", "metric: discernibility", "known only by counting"),
        ("metric: loss", "algorithm: mpalm", "it proves the optimal levels"),
        ("metric: loss", "choose: from_public", "it proves the optimal levels"),
    ],
)
def test_what_failing_nodes_do_not_prove_is_refused(example, run, tmp_path, old, new, complaint):
    text = example.read_text()
    assert old in text
    example.write_text(text.replace(old, new))
    ended = run("certify", example, "-o", tmp_path / "proof.json")
    assert ended.exit_code == 2
    assert complaint in ended.complaint
