"""``dpsql audit``: what it tells, what it refuses, and that it is marked as internal."""

import re

import pytest

import dpsql
from tests.conftest import write_paper_job

JOB = """\
public: p.csv
private: t.csv
quasi_identifiers:
  zip: {{tree: {{a: [a1, a2], b: [b1, b2]}}}}
  age: {{tree: {{20s: ["21", "22", "24", "25"], 30s: ["35", "36", "38", "39"]}}}}
delta: {{max: 1/2}}
{more}
release: r.csv
"""


@pytest.fixture
def write(tmp_path):
    def written(more="", people=1):
        ages = {"a1": (21, 22, 35), "a2": (21, 36), "b1": (24, 38, 39), "b2": (25,)}
        rows = [f"{zip_},{age}" for zip_, known in ages.items() for age in known] * people
        (tmp_path / "p.csv").write_text("zip,age\n" + "\n".join(rows) + "\n")
        private = ["a1,21", "b1,38", "b2,25"] * people
        (tmp_path / "t.csv").write_text("zip,age\n" + "\n".join(private) + "\n")
        path = tmp_path / "job.yaml"
        path.write_text(JOB.format(more=more))
        return path

    return written


def test_few_tables_are_all_tried(run, write):
    found = run("audit", write(), "--json").found
    assert found["status"] == "audited"
    assert found["exact"]
    assert found["tables"] >= found["same"] >= 1
    told = " ".join(run("audit", write()).stdout.split())
    assert "with as many rows in each class (all)" in told
    assert "Internal: this tells of T beyond the release." in told


def test_many_tables_are_drawn_and_a_seed_draws_them_again(run, write):
    job = write(people=40)
    words = ("audit", job, "--samples", "10", "--json", "--seed")
    first, again = (run(*words, "3").found for _ in range(2))
    assert not first["exact"]
    assert first["tables"] == 10
    assert (first["same"], first["share"]) == (again["same"], again["share"])


@pytest.mark.parametrize(
    ("more", "code", "complaint"),
    [
        ("algorithm: {pooled: {path: root}}", 2, "pooled chooses more than levels"),
        ("choose: from_public", 2, "so that there is nothing to audit"),
        ("known_absent: 1", 2, "audit goes by presence alone"),
        ("constraints: {k_anonymity: 9}", 4, "T has fewer than 9 rows, so k_anonymity 9 is"),
    ],
)
def test_what_cannot_be_audited_is_refused(run, write, more, code, complaint):
    ended = run("audit", write(more))
    assert ended.exit_code == code
    assert complaint in ended.complaint


def test_a_number_of_samples_is_at_least_one(run, write):
    ended = run("audit", write(), "--samples", "0")
    assert ended.exit_code == 2
    assert "--samples" in ended.complaint


@pytest.mark.parametrize(
    "words",
    [
        {"algorithm": "spalm"},
        {"algorithm": "incognito"},
        {"known_absent": 1},
        {"keep": ["name"], "constraints": {"l_diversity": {"name": {"distinct": 2}}}},
        {"algorithm": "pooled"},
        {"algorithm": {"mpalm": {"cuts": "hierarchy", "rest": "kept"}}},
        {"algorithm": "mpalm"},
        {"algorithm": "mondrian"},
    ],
    ids=str,
)
def test_a_page_names_for_the_choice_what_such_a_job_may_use(duckdb_bench, tmp_path, words):
    def accepts(act, **more):
        try:
            act(write_paper_job(duckdb_bench, **{"delta": {"max": "3/4"}} | words | more))
        except dpsql.ConfigError:
            return False
        return True

    page = tmp_path / "page.html"
    assert accepts(lambda job: dpsql.write_report(job, page))
    taken = {
        "choose: from_public": accepts(dpsql.choose, choose="from_public"),
        "dpsql audit": accepts(lambda job: dpsql.audit(job, samples=1)),
    }
    text = page.read_text().replace("<wbr>", "")
    told = re.search(r"learns from the choice[^<]*</th><td[^>]*>(.*?)</td>", text).group(1)
    named = re.findall("<code>(.*?)</code>", told) or [told]
    assert named == ([name for name, is_taken in taken.items() if is_taken] or ["nothing"])
