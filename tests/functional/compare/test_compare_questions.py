"""``dpsql compare`` answers a job's own questions, and refuses others without a value of T."""

import re
from datetime import date

import pytest

import dpsql
from dpsql.use_cases.compare.figure_tables import FigureTable
from dpsql.utility import columns

ASKED = """
questions:
  - {name: over 40, sql: SELECT COUNT(*) AS people FROM t WHERE CAST(age AS INTEGER) > 40}
  - sql: >
      SELECT nationality, COUNT(*) AS people FROM t GROUP BY nationality
"""


def ask(job, text):
    job.write_text(job.read_text() + text)


def test_questions_are_answered_before_and_after(example, run):
    ask(example, ASKED)
    found = run("compare", example, "--algorithm", "spalm", "--algorithm", "mpalm", "--json")
    for one in found.found["candidates"]:
        first, second = one["questions"]
        assert first["question"] == "over 40"
        assert first["numbers"]["people"]["before"] == 5
        assert first["numbers"]["people"]["after"] < 5
        assert second["question"] == "question 2"
        assert second["keys"] == ["nationality"]
        assert second["matched_rows"] + second["only_before"] == 5
    told = run("compare", example).stdout
    assert "answer to" in told
    assert "question 2: people, mean" in told
    several = " ".join(
        run("compare", example, "--algorithm", "spalm", "--algorithm", "mpalm").stdout.split()
    )
    assert "least difference to T best difference over 40: people" in several


def test_a_release_with_one_label_where_a_question_groups_does_not_answer_it(example, run):
    ask(example, ASKED)
    found = run("compare", example, "--baseline", "--json").found
    labels = [one["questions"][1].get("one_label") for one in found["candidates"]]
    assert labels == [["nationality"], None]


def test_a_question_that_every_release_answers_exactly_is_named(example, run):
    ask(example, "questions:\n  - {name: size, sql: SELECT COUNT(*) FROM t}\n")
    told = run("compare", example, "--algorithm", "spalm", "--algorithm", "mpalm").stdout
    assert "answered as T does by every release: size" in " ".join(told.split())
    assert "answered as T does" not in run("compare", example).stdout


def test_a_question_of_one_job_only_is_named_with_the_other(example, run):
    other = example.with_name("other.yaml")
    other.write_text(
        example.read_text() + "questions:\n  - {name: size, sql: SELECT COUNT(*) FROM t}\n"
    )
    ask(example, ASKED)
    told = " ".join(run("compare", example, other).stdout.split())
    assert (
        "job.yaml: spalm: not asked: size; its job may ask these questions, too, if it has their"
        in told
    )
    assert "other.yaml: spalm: not asked: over 40, question 2; its job may ask" in told


def test_one_name_for_two_questions_is_told_and_nobody_answers_it_best(example, run):
    texts = ("SELECT COUNT(*) AS n FROM t WHERE age > '41'", "SELECT COUNT(*) AS n FROM t")
    other = example.with_name("other.yaml")
    kept = example.read_text()
    for job, sql in zip((example, other), texts, strict=True):
        job.write_text(f'{kept}questions:\n  - {{name: size, sql: "{sql}"}}\n')
    told = " ".join(run("compare", example, other).stdout.split())
    assert "not the same question: size: jobs ask something else under this name" in told
    assert "least difference to T" not in told
    other.write_text(example.read_text())
    assert "not the same" not in run("compare", example, other, "--algorithm", "pooled").stdout


def test_jobs_with_other_columns_are_compared_by_what_both_have(example, run):
    """Adding a column makes the mean of losses another, and that of pairs."""
    other = example.with_name("other.yaml")
    other.write_text(re.sub("(?m)^  zip:.*\n", "", example.read_text()))
    told = run("compare", example, other).stdout
    words = " ".join(told.split())
    one, two = run("compare", example, other, "--json").found["candidates"]
    lost = [*two["losses"]]
    assert lost != [*one["losses"]]
    named = f"other.yaml: spalm: the loss is the mean over {' and '.join(lost)}"
    assert f"{named}; it does not compare with" in words
    shared = {tuple(pair["columns"]) for pair in two["pair_shifts"]}
    assert len(shared) == 1 < len(one["pair_shifts"])
    assert "the only pair that all have" in words
    for row, found in zip(dpsql.compare(example, other).to_rows(), (one, two), strict=True):
        shifts = [p["shift"] for p in found["pair_shifts"] if tuple(p["columns"]) in shared]
        assert row["shift_all_pairs"] == pytest.approx(sum(shifts) / len(shifts))


def test_a_question_that_no_row_answers_is_named(example, run):
    ask(
        example,
        "questions:\n  - sql: SELECT age, COUNT(*) AS n FROM t WHERE age > '99' GROUP BY age\n",
    )
    told = " ".join(run("compare", example).stdout.split())
    assert "question 1: no row answers it, neither of T nor of the release" in told
    assert "rows in one only" not in told


def test_rows_have_what_json_has(example):
    ask(example, ASKED)
    found = dpsql.compare(example, algorithms=["spalm", "mpalm", "mondrian"])
    for row, told in zip(found.to_rows(), found.to_dict()["candidates"], strict=True):
        if "left_out" in told:
            assert row["left_out"] == told["left_out"]
            continue
        over, by_nation = told["questions"]
        people = over["numbers"]["people"]
        assert row["answer_over 40: people"] == people["after"]
        assert row["answer_over 40: people_in_T"] == people["before"] == 5
        sizes = by_nation["columns"]["people"]
        for part in ("mean", "max"):
            column = f"difference_question 2: people_{part.replace('max', 'most')}"
            assert row[column] == sizes[f"{part}_difference"]
        assert row["difference_question 2: rows_in_one_only"] == (
            by_nation["only_before"] + by_nation["only_after"]
        )
        for pair in told["pair_shifts"]:
            assert row[f"shift_{' × '.join(pair['columns'])}"] == pair["shift"]
        for name, mean in told["means"].items():
            ends = ["", "_at_least", "_at_most", "_in_T"]
            keys = ["after", "least", "most", "before"]
            assert [row[f"mean_{name}{end}"] for end in ends] == [mean[key] for key in keys]
        for kind in ("correlation", "association"):
            for one in told[f"{kind}s"]:
                name = f"{kind}_{' × '.join(one['columns'])}"
                assert row[name] == one["after"]
                assert row[f"{name}_by_chance"] == one.get("by_chance", False)


def squeeze(name):
    return "".join(filter(str.isalnum, name.replace("all 3", "all")))


def test_a_frame_has_every_figure_that_the_terminal_prints(example, run):
    """Each line of each table, under the names of the table and of the line."""
    ask(example, ASKED + "  - {predict: nationality, from: [age]}\n")
    words = ["spalm", "mpalm"]
    found = dpsql.compare(example, algorithms=words)
    frame = found.to_pandas().set_index("candidate")
    assert list(frame.index) == words == [found[name].name for name in words]
    columns = {squeeze(name): frame[name].tolist() for name in frame.columns}
    told = run("compare", example, "--algorithm", "spalm", "--algorithm", "mpalm").stdout
    # Associations of chance alone are told in a line.
    tables = [one for one in found.tables if isinstance(one, FigureTable)]
    assert len(tables) == len(found.tables) - 1
    for table in tables:
        assert table.heading in told
        for line in table.lines:
            assert line.name in told
            name = squeeze(table.heading.split()[0] + line.name)
            if set(line.values) != {""}:
                assert columns[name] == [*line.values]
            if line.own != "":
                assert set(columns[f"{name}inT"]) == {line.own}


def test_raw_levels_answer_as_t_does(example, edit, run):
    ask(example, ASKED)
    edit(example, "delta: {min: 1/2, max: 2/3}", "delta: {max: 1}")
    edit(example, "age: age.csv", "age: {hierarchy: age.csv, most_level: 0}")
    edit(example, "zip: zip.csv", "zip: {hierarchy: zip.csv, most_level: 0}")
    (one,) = run("compare", example, "--json").found["candidates"]
    assert set(one["levels"].values()) == {0}
    assert one["questions"][0]["numbers"]["people"]["difference"] == 0
    assert one["questions"][1]["only_before"] == one["questions"][1]["only_after"] == 0
    assert all(pair["shift"] == 0 for pair in one["pair_shifts"])


def test_all_faulty_questions_are_told_at_once(example, run):
    """One names no column, one compares a text with a number, one has values that are none."""
    ask(
        example,
        """
questions:
  - {name: unnamed, sql: SELECT COUNT(*) AS n FROM t WHERE salary > 9}
  - {name: mean, sql: SELECT AVG(age) AS age FROM t}
  - {name: fine, sql: SELECT COUNT(*) AS n FROM t}
  - {name: nations, sql: SELECT AVG(CAST(nationality AS DOUBLE)) AS n FROM t}
""",
    )
    for command in ("check", "compare"):
        ended = run(command, example)
        assert ended.exit_code == 2
        assert "question 1 ('unnamed'): t has no column 'salary'" in ended.complaint
        assert "question 2 ('mean'): the engine cannot answer it" in ended.complaint
        assert "fine" not in ended.complaint
        # Without rows, no value fails to convert.
        assert ("question 4 ('nations'): some values" in ended.complaint) == (command == "compare")


def test_signs_of_texts_are_replaced(example, edit, run):
    replaced = "AVG(CAST(replace(replace(zip, '4', '5'), '5', '6') AS DOUBLE))"
    ask(example, f'questions: [{{sql: "SELECT {replaced} AS x FROM t"}}]')
    (one,) = run("compare", example, "--json").found["candidates"]
    assert one["questions"][0]["numbers"]["x"]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("{sql: SELECT salary FROM t}", "question 1: t has no column 'salary'"),
        ("{sql: SELECT x.zip FROM t}", "question 1: FROM has no table 'x'"),
        (
            "{sql: SELECT zip FROM public_table}",
            "it reads another table, 'public_table'; only t is there",
        ),
        ("{sql: COPY t TO 'x.csv'}", "write one SELECT over the table t"),
        ("{sql: SELECT getenv('HOME') AS x FROM t}", "GETENV is not accepted in a question"),
        (
            "{sql: SELECT zip FROM t, predict: zip}",
            "sql or predict, not both; make it two questions",
        ),
        ("{name: x}", "write {sql: SELECT … FROM t}, or {predict: …} with a column"),
        ("{predict: salary}", "'salary' is no column of the release"),
        ("{sqll: x}", "question 1: sqll: is not a key of the job file; did you mean 'sql'?"),
        (
            "{name: a, sql: SELECT zip, age FROM t}",
            "question 1: age FROM t: is not a key of a question; a comma ends a text",
        ),
        ("{sql: SELECT 'a: b' AS x FROM t}", "in quotes, or below a key with |"),
        (
            "{name: mean, sql: SELECT AVG(zip) AS x FROM t}",
            "question 1 ('mean'): the engine cannot answer it",
        ),
        ("{sql: SELECT zip FROM t, from: [zip]}", "from lists the columns that predict"),
    ],
)
def test_what_is_no_question_is_refused(example, run, words, complaint):
    ask(example, f"questions: [{words}]\n")
    line = len(example.read_text().splitlines())
    for command in ("compare", "check"):
        ended = run(command, example)
        assert (ended.exit_code, complaint in ended.complaint) == (2, True), ended.complaint
        assert f"{example.name}:{line}: " in ended.complaint


def test_check_asks_nothing_of_t(example, run, tmp_path):
    """A cell that no number can be read from fails where T is read, and not before."""
    ask(example, "questions: [{sql: SELECT SUM(CAST(nationality AS INTEGER)) AS n FROM t}]\n")
    assert run("check", example).exit_code == 0
    assert run("compare", example).exit_code == 2


def test_unions_and_stars_are_answered(example, run):
    ask(
        example,
        """
questions:
  - sql: |
      SELECT 'young' AS who, COUNT(*) AS n FROM t WHERE CAST(age AS INTEGER) < 50
      UNION ALL
      SELECT 'old', COUNT(*) FROM (SELECT * FROM t) AS x WHERE CAST(x.age AS INTEGER) >= 50
""",
    )
    (one,) = run("compare", example, "--json").found["candidates"]
    (asked,) = one["questions"]
    assert (asked["keys"], asked["matched_rows"]) == (["who"], 2)
    assert sum(line["before"] for line in asked["columns"]["n"]["largest"]) == 5


def test_what_aggregates_compute_is_compared_and_no_key(example, run):
    """Dates by days, texts by being equal; alone, by group, and through a subquery."""
    day = "CAST('2020-0' || SUBSTRING(age, 1, 1) || '-01' AS DATE)"
    ask(
        example,
        f"""
questions:
  - {{name: first, sql: "SELECT MIN({day}) AS day, MAX(zip) AS zip FROM t"}}
  - name: by place
    sql: |
      SELECT z.place, z.nation, z.last FROM (SELECT SUBSTRING(zip, 1, 3) AS place,
        MAX(nationality) AS nation, MAX({day}) AS last FROM t GROUP BY 1) AS z
""",
    )
    found = dpsql.compare(example, algorithms=["spalm", "mpalm"])
    first, by_place = found.to_dict()["candidates"][0]["questions"]
    assert first["numbers"]["day"]["before"] == "2020-04-01"
    assert first["numbers"]["zip"] == {"before": "48972", "after": "48973", "differs": True}
    assert (by_place["keys"], by_place["matched_rows"]) == (["place"], 3)
    largest = by_place["columns"]["last"]["largest"][0]
    dates = [date.fromisoformat(largest[side]) for side in ("before", "after")]
    assert largest["difference"] == (dates[1] - dates[0]).days
    frame = found.to_pandas()
    assert str(frame["answer_first: day_in_T"].dtype).startswith("datetime64")
    assert frame["answer_first: zip_in_T"].tolist() == ["48972"] * 2
    told = run("compare", example).stdout
    for line in ("first: day", "last, mean in days", "nation, rows with another value"):
        assert line in told


def test_long_answers_are_not_compared(example, run):
    pairs = " ".join(f"CROSS JOIN t AS t{i}" for i in range(5))
    ask(example, f"questions: [{{sql: 'SELECT t.zip FROM t {pairs}'}}]\n")
    ended = run("compare", example)
    assert ended.exit_code == 0
    assert "more than 1,000 rows" in " ".join(ended.stdout.split())


def test_what_cannot_be_compared_is_no_agreement(example, run):
    ask(
        example,
        """
questions:
  - {name: oldest, sql: SELECT MAX(CAST(age AS INTEGER)) AS age FROM t WHERE zip = 'none'}
  - {name: ages, sql: SELECT CAST(age AS INTEGER) AS age FROM t}
""",
    )
    told = " ".join(run("compare", example).stdout.split())
    assert "not compared: oldest: age: NULL in both answers" in told
    assert "not compared: ages: 10 rows of both answers repeat; group by their columns" in told
    assert "rows in one only" not in told
    assert "answer to" not in told and "difference of" not in told
    (row,) = dpsql.compare(example).to_rows()
    assert not any(name.startswith("difference_ages") for name in row)


def test_chance_is_no_relation(example, run):
    (one,) = run("compare", example, "--json").found["candidates"]
    # Each of the five has another zip and nationality.
    (zips,) = [a for a in one["associations"] if a["columns"] == ["zip", "nationality"]]
    assert (zips["before"], zips["by_chance"]) == (1, True)
    assert "no association: unrelated columns" in run("compare", example).stdout


def test_a_question_changes_no_release(example, run):
    plain = run("anonymize", example, "--json").found
    ask(example, ASKED)
    asked = run("anonymize", example, "--overwrite", "--json").found
    assert plain["release"]["sha256"] == asked["release"]["sha256"]


def test_columns_may_be_called_as_ours_are(tmp_path, run):
    header = "copy,number,c0\n"
    rows = [f"{i % 4},{i % 3},x\n" for i in range(24)]
    (tmp_path / "p.csv").write_text(header + "".join(rows))
    (tmp_path / "t.csv").write_text(header.replace("c0", "k1") + "".join(rows[::3]))
    for keep in ("", "keep: [k1]\n"):
        job = tmp_path / "job.yaml"
        job.write_text(
            "public: p.csv\nprivate: t.csv\nrelease: r.csv\ndelta: {max: 2/3}\n"
            + keep
            + "quasi_identifiers: {copy: {widths: [2]}, number: {widths: [2], from: 1}}\n"
            + "questions: [{sql: 'SELECT copy, number, COUNT(*) AS c0 FROM t GROUP BY ALL'}]\n"
        )
        (one,) = run("compare", job, "--json").found["candidates"]
        assert one["questions"][0]["keys"] == ["copy", "number"]


LARGE = """
questions:
  - {name: all, sql: SELECT COUNT(*) AS people FROM t}
  - {name: near, sql: "SELECT COUNT(*) AS people FROM t WHERE zip LIKE '47%'"}
  - {name: old, sql: SELECT COUNT(*) AS people FROM t WHERE CAST(age AS INTEGER) > 40}
"""


def test_a_question_needs_only_the_columns_that_it_reads(example, run, monkeypatch):
    """The labels of boxes overlap in age: these stand for 14 values in all, others for 9."""
    ask(example, LARGE)
    words = "compare", example, "--algorithm", "spalm", "--algorithm", "mpalm"
    usual = run(*words, "--json").found["candidates"]
    monkeypatch.setattr(columns, "MOST_MEANT", 10)
    first, second = run(*words, "--json").found["candidates"]
    assert first["questions"] == usual[0]["questions"]
    assert second["questions"][:2] == usual[1]["questions"][:2]
    reason = "has 2 labels that stand for more than 10 values in all"
    assert second["questions"][2]["left_out"] == f"it reads age, which {reason}"
    assert second["not_measured"] == [f"age: it {reason}"]
    assert set(second["shifts"]) == {"zip", "nationality"}
    told = " ".join(run(*words).stdout.split())
    assert f" mpalm: not answered: old: it reads age, which {reason}" in told
    assert f" mpalm: not measured: age: it {reason}" in told
