"""A model that learns from a release, beside one that learns from T."""

import sys
from random import Random

import pytest


@pytest.fixture
def job(tmp_path):
    """T's columns a and b decide its columns ill and who; b does so only where it is raw."""
    random = Random(5)
    people = [(random.randrange(4), random.randrange(4)) for _ in range(600)]
    (tmp_path / "p.csv").write_text("a,b\n" + "".join(f"{a},{b}\n" for a, b in people))
    rows = [
        (a, b, "yes" if a < 2 else "no", "even" if b % 2 == 0 else "odd", i)
        for i, (a, b) in enumerate(people[:300])
    ]
    lines = "".join(",".join(map(str, row)) + "\n" for row in rows)
    (tmp_path / "t.csv").write_text("a,b,ill,who,id\n" + lines)
    job = tmp_path / "job.yaml"
    job.write_text(
        "public: p.csv\nprivate: t.csv\nrelease: r.csv\ndelta: {max: 1}\n"
        "quasi_identifiers:\n"
        "  a: {widths: [2]}\n"
        "  b: {widths: [2], least_level: 1}\n"
        "keep: [ill, who, id]\n"
        "public_columns: [a, b]\n"
    )
    return job


def ask(job, text):
    job.write_text(job.read_text() + f"questions: {text}\n")


def predict(run, job):
    (one,) = run("compare", job, "--json").found["candidates"]
    return one["questions"]


def test_what_labels_lose_models_cannot_learn(job, run):
    ask(job, "[{predict: ill}, {predict: who, from: [b], name: by b}, {predict: who, from: [a]}]")
    ill, who, other = predict(run, job)
    assert ill["rows"] == who["rows"] == 300
    assert (ill["predict"], ill["from"]) == ("ill", ["a", "b"])
    assert ill["accuracy"]["before"] == ill["accuracy"]["after"] == 1
    assert 0.5 <= ill["accuracy"]["most_frequent"] < 0.6
    assert who["question"] == "by b"
    assert who["accuracy"]["before"] == 1
    assert who["accuracy"]["after"] < 0.65
    assert other["accuracy"]["before"] < 0.65
    assert predict(run, job) == [ill, who, other]
    told = run("compare", job).stdout
    assert "accuracy of" in told
    assert "by b: who, most frequent" in told


def test_kept_columns_may_predict(job, run):
    ask(job, "[{predict: ill, from: [who, a]}]")
    (one,) = predict(run, job)
    assert one["accuracy"]["after"] == 1


def test_a_column_of_many_values_is_no_class(job, run):
    table = job.parent / "t.csv"
    heading, *rows = table.read_text().splitlines()
    table.write_text("\n".join([f"{heading},same", *(f"{row},x" for row in rows)]))
    job.write_text(job.read_text().replace("who, id]", "who, id, same]"))
    ask(job, "[{predict: id}, {predict: same}]")
    one, other = predict(run, job)
    assert "more than 50 values" in one["left_out"]
    assert other["left_out"] == "same has one value in T"
    assert "not answered: question 1" in run("compare", job).stdout


def test_the_extra_is_named_if_it_is_missing_and_all_else_is_answered(job, run, monkeypatch):
    monkeypatch.setitem(sys.modules, "sklearn", None)
    ask(job, "[{predict: ill, name: model}, {sql: SELECT COUNT(*) AS n FROM t}]")
    answer, model = predict(run, job)
    assert answer["numbers"]["n"]["before"] == 300
    assert (
        model["left_out"] == "it needs the extra models: pip install '.[models]' in dpsql's folder"
    )
    told = " ".join(run("compare", job).stdout.split())
    assert "not answered: model: it needs the extra" in told


def test_of_a_label_a_reader_picks_one_of_its_values(job, run):
    """b has four values and two labels of two, which a label of itself predicts rightly."""
    job.write_text(job.read_text().replace("keep: [ill, who, id]", "keep: [who, half]"))
    table = job.parent / "t.csv"
    lines = [line.split(",") for line in table.read_text().splitlines()]
    halves = ["half", *(str(int(b) // 2) for _, b, *_ in lines[1:])]
    table.write_text(
        "".join(f"{a},{b},{who},{h}\n" for (a, b, _, who, _), h in zip(lines, halves, strict=True))
    )
    ask(job, "[{predict: b, from: [who, half]}, {predict: b, from: [half]}, {predict: a}]")
    both, half, own = predict(run, job)
    assert both["accuracy"]["before"] == 1
    assert both["accuracy"]["after"] == half["accuracy"]["after"] == 0.5
    assert 0.4 < half["accuracy"]["before"] < 0.6
    assert both["labels"]["before"] == both["labels"]["after"] == 1
    assert 0.5 <= both["labels"]["most_frequent"] < 0.6
    assert (own["from"], "labels" in own) == (["b"], False)
    told = run("compare", job).stdout
    assert "question 1: b, label from T" in told
    assert "question 3: a, label" not in told


def test_raw_levels_predict_quasi_identifiers_as_t_does(job, run):
    job.write_text(job.read_text().replace(", least_level: 1", ", most_level: 0"))
    ask(job, "[{predict: a, from: [ill, b]}, {predict: b, from: [who]}]")
    for one in predict(run, job):
        assert one["accuracy"]["before"] == one["accuracy"]["after"]
        assert "labels" not in one


@pytest.mark.parametrize("algorithm", ["pooled", "mpalm", "{mpalm: {cuts: hierarchy}}"])
def test_labels_that_overlap_count_by_the_values_they_share(job, run, algorithm):
    ask(job, "[{predict: b, from: [who]}]")
    words = job.read_text().replace("delta: {max: 1}", "delta: {max: 3/5}")
    job.write_text(words.replace(", least_level: 1", ""))
    (one,) = run("compare", job, "--json", "--algorithm", algorithm).found["candidates"]
    (found,) = one["questions"]
    assert 0 < found["accuracy"]["after"] <= found["accuracy"]["before"]


def test_nobody_predicts_a_coin_best(job, run):
    """Six coins with as many heads as tails, thrown without a look at anything."""
    table, coins = job.parent / "t.csv", [f"coin{seed}" for seed in range(6)]
    head, *lines = table.read_text().splitlines()
    for seed, coin in enumerate(coins):
        thrown = ["heads", "tails"] * 150
        Random(seed).shuffle(thrown)
        head += f",{coin}"
        lines = [f"{line},{side}" for line, side in zip(lines, thrown, strict=True)]
    table.write_text("\n".join([head, *lines]))
    job.write_text(job.read_text().replace("who, id", f"who, id, {', '.join(coins)}"))
    asked = ", ".join(f"{{predict: {one}, from: [a, b]}}" for one in coins)
    ask(job, f"[{{predict: who, from: [b]}}, {asked}]")
    asked = ("--algorithm", "spalm", "--algorithm", "{pooled: {path: root}}")
    found = run("compare", job, "--json", *asked).found
    for one in found["candidates"]:
        coins = [asked["accuracy"]["most_frequent"] for asked in one["questions"][1:]]
        assert coins == [0.5] * 6
    assert [one["figure"] for one in found["best"]] == ["accuracy of who"]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("{predict: zip}", "job.yaml:10: question 1: predict: 'zip' is no column of the release"),
        ("{predict: ill, from: [zip]}", "question 1: from: 'zip' is no other column"),
        ("{predict: a, from: [a]}", "question 1: from: 'a' is no other column of the release"),
        (
            "{predict: ill, name: x}, {predict: who, name: x}",
            "job.yaml:10: question 2 ('x'): two have the same name",
        ),
        (
            "{predict: il}, {predict: ill}, {predict: a, from: [a]}, {predict: zip, name: x}",
            "question 1: predict: 'il' is no column of the release; predict a quasi-identifier, or"
            " a column of keep; did you mean 'ill'?; question 3: from: 'a' is no other column of"
            " the release; list quasi-identifiers, or columns of keep; question 4 ('x'): predict:",
        ),
    ],
)
def test_what_cannot_be_predicted_is_refused(job, run, words, complaint):
    ask(job, f"[{words}]")
    ended = run("compare", job)
    assert (ended.exit_code, complaint in ended.complaint) == (2, True), ended.complaint


def test_check_says_what_compare_will_not_answer(job, run):
    """It passed, and compare answered nothing after its searches."""
    ask(job, "[{predict: id}, {predict: ill}]")
    found = run("check", job)
    assert found.exit_code == 0
    told = " ".join(found.stderr.split())
    assert "question 1: not answered: id has more than 50 values; predict classes" in told
    assert "question 2" not in told
