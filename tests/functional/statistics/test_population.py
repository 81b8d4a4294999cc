"""Statistics in place of P: what a job may say, what the inputs must be, what is told of them."""

import json

import pytest

import dpsql
from dpsql.privacy.confidence.large_classes import sum_large

WORDS = """\
population:
  size: {size}
  tables:
    - {{path: towns.csv, columns: [town], {measure}}}
    - {{path: ages.csv, columns: [age], count: people}}
private: {private}
quasi_identifiers:
  town: {{tree: {{"*": [a, b]}}}}
  age: {{tree: {{"*": [young, old]}}}}
delta: {{max: 1/5}}
{more}
release: r.csv
"""
SURE = "confidence: 0.9"
CLIMB = f"{SURE}\nalgorithm: {{pooled: {{path: root}}}}"
REGIONS = "{path: regions.csv, by: town, count: people}"


@pytest.fixture
def write(tmp_path):
    """Write T, two tables of statistics and a job over them."""

    def written(
        *, towns="a,60\nb,40\n", size="100", measure="count: people", private="t.csv", more=SURE
    ):
        (tmp_path / "towns.csv").write_text(f"town,people\n{towns}")
        (tmp_path / "ages.csv").write_text("age,people\nyoung,30\nold,70\n")
        (tmp_path / "t.csv").write_text("town,age\na,young\na,old\nb,old\n")
        path = tmp_path / "job.yaml"
        words = {"size": size, "measure": measure, "private": private, "more": more}
        path.write_text(WORDS.format(**words))
        return path

    return written


@pytest.mark.parametrize(
    ("words", "code", "complaint"),
    [
        ({"more": ""}, 2, "confidence is missing"),
        ({"more": "public: p.csv"}, 2, "P is named twice"),
        ({"private": "{where: town = 'a'}"}, 2, "give T as a table of its own"),
        ({"more": f"{SURE}\nconstraints: {{k_map: 2}}"}, 2, "k_map counts people of P"),
        ({"more": f"{SURE}\nalgorithm: mpalm"}, 2, "levels are searched"),
        ({"more": f"{SURE}\nalgorithm: pooled"}, 2, "climb to the root at once"),
        ({"more": f"{CLIMB}\nmetric: discernibility"}, 2, "discernibility depends on classes"),
        ({"more": f"{CLIMB}\nchoose: from_public"}, 2, "choose: from_public with population"),
        ({"more": CLIMB, "size": REGIONS}, 2, "needs tables and one size of P"),
        ({"more": f"{SURE}\nkeep: [town]"}, 2, "which the release has generalized"),
        ({"more": "confidence: 1"}, 2, "lies between 0 and 1"),
        ({"more": "confidence: 0"}, 2, "lies between 0 and 1"),
        ({"measure": "count: town"}, 2, "counts people, or describes them"),
        ({"size": "2"}, 3, "size is less than"),
        ({"size": "{min: 5, max: 4}"}, 2, "min is larger than max"),
        ({"towns": "a,60\na,1\nb,39\n"}, 3, "1 tuple of town stands in several rows"),
        ({"towns": "a,-1\nb,40\n"}, 3, "population: 'towns.csv': count: column 'people': 1 row"),
        ({"towns": "a,\nb,40\n"}, 3, "is empty in 1 row"),
        ({"towns": "a,0\nb,0\n"}, 3, "has no people"),
        ({"towns": "a,60\nc,40\n"}, 3, "no place in it"),
        ({"measure": "share: people"}, 3, "no number from 0 to 1"),
        ({"measure": "share: people", "towns": "a,.6\nb,.3\n"}, 3, "sum to 0.900000"),
        ({"measure": "count: number"}, 3, "has no column 'number'"),
        ({"measure": "count: people, share: people"}, 2, "count: …, or that of shares"),
    ],
    ids=str,
)
def test_what_statistics_cannot_be_is_refused(write, run, words, code, complaint):
    ended = run("measure", write(**words))
    assert ended.exit_code == code
    assert complaint in ended.complaint


def test_counts_of_t_are_named_as_those_of_t(write, run, tmp_path):
    job = write(private="{path: t.csv, count: cases}")
    (tmp_path / "t.csv").write_text("town,age,cases\na,young,-1\n")
    ended = run("measure", job)
    assert ended.exit_code == 3
    assert "T: count: column 'cases': 1 row has no whole number" in ended.complaint


def test_contradictions_are_listed_by_labels_of_the_statistics(write, run, tmp_path):
    job = write(towns="a,60\nb,1\n", size="61")
    (tmp_path / "t.csv").write_text("town,age\n" + "b,old\n" * 3 + "a,young\n")
    found = run("check", job, "--json").found
    assert found["contradictions"] == 1
    (listed,) = found["contradictory_classes"]
    assert listed["labels"] == {"town": "b", "age": "old"}
    assert listed["private_rows"] == 3
    assert "- town b, age old (3 rows of T)" in run("check", job).stdout


def test_a_value_that_only_t_has_is_not_named(write, run, tmp_path):
    job = write(towns="a,60\n", size="60")
    (tmp_path / "t.csv").write_text("town,age\na,young\nb,old\n")
    found = run("check", job, "--json").found
    assert [one["labels"] for one in found["contradictory_classes"]] == [{"age": "old"}]
    assert "town b" not in run("check", job).stdout + run("measure", job).stdout


def test_the_weakest_class_is_named(write, run):
    found = run("measure", write(size="1000"), "--json").found
    assert found["weakest_class"]["labels"] == {"town": "a", "age": "young"}
    assert found["weakest_class"]["private_rows"] == 1
    assert "Weakest class: town a, age young." in " ".join(
        run("measure", write(size="1000")).stdout.split()
    )


@pytest.mark.parametrize(
    ("size", "regions", "code", "complaint"),
    [
        (REGIONS, "a,60\n", 3, "1 row of T is in regions that the sizes do not list"),
        (REGIONS, "a,60\nb,0\n", 3, "1 of 2 sizes are less than the rows"),
        (REGIONS, "a,60\na,1\nb,2\n", 3, "1 tuple of town stands in several rows"),
        (REGIONS, "a,-1\nb,2\n", 3, "no whole number"),
        (REGIONS.replace("by: town", "by: year"), "a,60\n", 2, "'year' is no quasi-identifier"),
    ],
)
def test_sizes_of_regions_that_cannot_be_are_refused(
    write, run, tmp_path, size, regions, code, complaint
):
    job = write(size=size)
    (tmp_path / "regions.csv").write_text(f"town,people\n{regions}")
    ended = run("measure", job)
    assert ended.exit_code == code
    assert complaint in ended.complaint


def test_a_release_by_sizes_of_regions_is_verified(write, run, tmp_path):
    job = write(size=REGIONS)
    (tmp_path / "regions.csv").write_text("town,people\na,60\nb,40\n")
    released = run("anonymize", job, "--json").found
    assert released["public_rows"] == 100
    assert run("verify", job, "--json").found["confidence"] == released["confidence"]
    claims = json.loads((tmp_path / "r.csv.manifest.json").read_text())
    assert claims["confidence"]["regions"] == "town"
    assert len(claims["confidence"]["statistics"]) == 3
    (tmp_path / "regions.csv").write_text("town,people\na,50\nb,50\n")
    assert run("verify", job).exit_code == 7


def test_risks_and_pages_by_sizes_of_regions(write, run, tmp_path):
    """Of 60 people of town a 30 % are young: 18; old 42, and 28 of the 40 of town b."""
    job, page = write(size=REGIONS), tmp_path / "page.html"
    (tmp_path / "regions.csv").write_text("town,people\na,60\nb,40\n")
    found = run("risks", job, "--json").found
    assert found["journalist"]["max"] == pytest.approx(1 / 18)
    assert found["marketer"] == pytest.approx((1 / 18 + 1 / 42 + 1 / 28) / 3)
    assert run("anonymize", job, "--report", page).exit_code == 0
    text = page.read_text()
    assert "The sizes of <bdi>town</bdi> are known" in text
    assert ">100<" in text


def test_a_column_is_in_exactly_one_table(write, run):
    job = write()
    text = job.read_text()
    job.write_text(text.replace("columns: [age]", "columns: [town]"))
    assert "'town' is in two of the tables" in run("check", job).complaint
    job.write_text(text.replace("columns: [age]", "columns: [year]"))
    assert "'age' is in none of the tables" in run("check", job).complaint


def test_small_shares_may_be_written_with_an_exponent(write, run):
    job = write(measure="share: people", towns="a,0.99999\nb,1e-05\n")
    assert run("measure", job, "--levels", "town=1", "--json").found["satisfied"] is not None


@pytest.mark.parametrize("command", [("explain",), ("least-k",), ("sql",)])
def test_commands_that_need_people_say_so(write, run, command):
    ended = run(*command, write())
    assert ended.exit_code == 2
    assert "needs the people of P" in ended.complaint


def test_a_page_tells_the_confidence_and_what_was_assumed(write, run, tmp_path):
    for name, more in (("public", ()), ("internal", ("--internal",))):
        ended = run("report", write(), "-o", tmp_path / f"{name}.html", *more)
        assert ended.exit_code == 0, ended.stderr
        page = (tmp_path / f"{name}.html").read_text()
        assert "in at least 90" in page
        assert "independent of each other" in page
        assert ("nodes in the lattice" in page) is (name == "internal")
        assert ("entropy</th>" in page) is (name == "internal")
    assert run("anonymize", write(), "--report", tmp_path / "released.html").exit_code == 0
    assert "SHA-256" in (tmp_path / "released.html").read_text()


@pytest.mark.parametrize(
    ("towns", "code"), [(".4", 0), (".400001", 0), (".399999", 0), (".39999", 3)]
)
def test_shares_sum_to_1_within_a_millionth(write, run, towns, code):
    job = write(measure="share: people", towns=f"a,0.6\nb,{towns}\n")
    assert run("measure", job, "--levels", "town=1,age=1").exit_code == code


def test_values_in_no_table_contradict_the_statistics(write, run):
    job = write(towns="a,100\nb,0\n")
    assert run("check", job, "--json").found["contradictions"] == 1
    job.write_text(job.read_text().replace("max: 1/5", "max: 1"))
    found = run("measure", job, "--json").found
    assert found["satisfied"] is False
    assert found["delta_at_confidence"] is None


def test_an_empty_private_table_is_refused(write, run, tmp_path):
    job = write()
    (tmp_path / "t.csv").write_text("town,age\n")
    ended = run("measure", job)
    assert ended.exit_code == 3
    assert "T has no rows" in ended.complaint


def test_values_of_t_are_never_quoted(write, run, tmp_path):
    """With --show-public, errors quote values of P; here only T has the value."""
    job = write()
    (tmp_path / "t.csv").write_text("town,age\nsecret-town,old\n")
    ended = run("check", job, "--show-public")
    assert ended.exit_code == 3
    assert "secret" not in ended.stdout + ended.stderr


def test_infeasible_jobs_tell_what_total_suppression_attains(write, run):
    job = write()
    job.write_text(job.read_text().replace("max: 1/5", "max: 1/50"))
    checked = run("check", job, "--json").found
    assert checked["feasible"] is False
    ended = run("anonymize", job)
    assert ended.exit_code == 4
    assert "widen delta to contain 3%" in ended.complaint


def test_the_json_tells_the_confidence_and_what_was_assumed(write, run):
    released = run("anonymize", write(), "--json").found
    assert "presence" not in released
    assert released["public_rows"] == 100
    assert released["assumed_independent"] == [["town"], ["age"]]
    told = released["confidence"]
    assert told["asked"] == "9/10"
    assert 0.9 <= told["least"] <= told["most"] <= 1
    verified = run("verify", write(), "--json").found
    assert verified["confidence"]["least"] == pytest.approx(told["least"], abs=1e-9)
    assert verified["delta_at_confidence"] == released["delta_at_confidence"]


def test_the_manifest_names_the_statistics_by_their_bytes(write, run, tmp_path):
    job = write()
    assert run("anonymize", job).exit_code == 0
    claims = json.loads((tmp_path / "r.csv.manifest.json").read_text())
    assert len(claims["confidence"]["statistics"]) == 2
    (tmp_path / "ages.csv").write_text("age,people\nold,70\nyoung,30\n")
    ended = run("verify", job)
    assert ended.exit_code == 7
    assert "confidence.statistics" in ended.complaint


def test_a_table_that_counts_all_of_p_is_judged_exactly(write, run, tmp_path):
    job = write()
    lines = ["town,age,people", "a,young,20", "a,old,40", "b,young,10", "b,old,30"]
    (tmp_path / "all.csv").write_text("\n".join(lines) + "\n")
    whole = "  tables: [{path: all.csv, columns: [town, age], count: people}]\nprivate:"
    text = job.read_text()
    start, end = text.index("  tables:"), text.index("private:")
    job.write_text(text[:start] + whole + text[end + len("private:") :])
    found = run("measure", job, "--json").found
    assert found["presence"] == {"min": "0", "max": "1/20"}
    # Without the words for statistics a script would have to know which kind of job it has.
    sure = {"asked": "9/10", "least": 1.0, "most": 1.0}
    told = {
        "confidence": sure,
        "delta_at_confidence": "1/20",
        "presence_estimate": {"max": "1/20"},
        "assumed_independent": [["town", "age"]],
    }
    assert told.items() <= found.items()
    assert found["satisfied"] is True
    released = run("anonymize", job, "--json").found
    verified = run("verify", job, "--json").found
    assert released["confidence"] == verified["confidence"] == sure
    assert run("verify", job).exit_code == 0
    assert (
        run("measure", job, "--release", tmp_path / "r.csv", "--json").found["confidence"] == sure
    )
    strict, lenient = "delta: {max: 1/30}", "delta: {max: 1/5}"
    job.write_text(job.read_text().replace(lenient, strict))
    found = run("measure", job, "--json").found
    assert found["confidence"] == {"asked": "9/10", "least": 0.0, "most": 0.0}
    assert found["satisfied"] is False
    job.write_text(job.read_text().replace(strict, "delta: {min: 1/100, max: 1/5}"))
    assert run("measure", job, "--json").found["delta_at_confidence"] is None
    job.write_text(job.read_text().replace("confidence: 0.9\n", ""))
    assert "confidence" not in run("measure", job, "--json").found
    job.write_text(job.read_text().replace("size: 100", "size: 101"))
    ended = run("measure", job)
    assert ended.exit_code == 3
    assert "counts 100 people" in ended.complaint


def test_risks_are_estimated_from_expected_people(write, run):
    """Of a,young there are 100 · 0.6 · 0.3 = 18 people, of a,old 42, of b,old 28."""
    job = write()
    found = run("risks", job, "--json", "--threshold", "1/20").found
    assert found["estimated_by"] == "plug_in"
    assert found["prosecutor"] == {"max": "1", "mean": "1"}
    assert found["journalist"]["max"] == pytest.approx(1 / 18)
    marketer = (1 / 18 + 1 / 42 + 1 / 28) / 3
    assert found["marketer"] == pytest.approx(marketer)
    assert found["journalist"]["mean"] == pytest.approx(max(3 / 88, marketer))
    assert found["k_map"] == 18
    assert found["above_threshold"] == 1
    assert found["presence_estimate"] == {"max": "1/18"}
    assert run("risks", job, "--threshold", "1/20").exit_code == 4
    assert run("risks", job, "--threshold", "ema-health-canada").exit_code == 0


@pytest.mark.parametrize(
    ("towns", "size", "people"), [("a,10\nb,90\n", "250", 2), ("a,7\nb,93\n", "1570", 10)]
)
def test_people_of_a_class_are_rounded_down(write, run, tmp_path, towns, size, people):
    """A class of 2.5 or of 10.99 expected people is not one of 3 or of 11."""
    job = write(towns=towns, size=size)
    (tmp_path / "ages.csv").write_text("age,people\nyoung,1\nold,9\n")
    (tmp_path / "t.csv").write_text("town,age\na,young\n")
    assert run("risks", job, "--json").found["k_map"] == people


def test_risks_of_a_sample_are_those_of_its_weights(write, run, tmp_path):
    job = write()
    lines = ["town,age,w", "a,young,10", "a,old,30", "a,old,10", "b,old,50"]
    (tmp_path / "survey.csv").write_text("\n".join(lines) + "\n")
    text = job.read_text()
    start, end = text.index("  tables:"), text.index("private:")
    job.write_text(text[:start] + "  sample: {path: survey.csv, weight: w}\n" + text[end:])
    found = run("risks", job, "--json").found
    weights = found["survey_weights"]
    assert weights["max"] == pytest.approx(0.2558428, abs=1e-6)
    assert weights["unsampled_rows"] == 0
    assert found["uniques_by"] in ("zayatz", "pitman")
    assert "by survey weights" in run("risks", job).stdout
    cell = dpsql.risks(job)._repr_html_()
    assert "by survey weights" in cell and "an attacker who" in cell


def test_a_release_of_those_who_climbed_is_measured_by_its_manifest(write, run, tmp_path):
    """Town c has three people, of whom T has one. The young of b climb, too, and hide them."""
    job = write(more=CLIMB, towns="a,600\nb,397\nc,3\n", size="1000")
    job.write_text(job.read_text().replace("[a, b]", "[a, b, c]"))
    (tmp_path / "t.csv").write_text("town,age\n" + "a,young\nb,old\n" * 3 + "c,old\n")
    released = run("anonymize", job, "--json").found
    assert released["levels"] == {"town": 0, "age": 0}
    assert released["pooled"]["private_rows"] == 1
    assert released["pooled"]["public_rows"] == 122
    verified = run("verify", job, "--json").found
    assert verified["pooled"] == released["pooled"]
    cell = dpsql.verify(job)._repr_html_()
    assert "δ holds with a confidence of at least " in cell
    assert f"Pooled: at least {released['pooled']['least']} people" in cell
    assert "People start at town=0, age=0." in dpsql.measure(job)._repr_html_()
    measured = run("measure", job, "--release", tmp_path / "r.csv", "--json").found
    assert measured["confidence"] == verified["confidence"]
    assert measured["steps"] == released["steps"]
    told = run("measure", job, "--release", tmp_path / "r.csv")
    words = " ".join(told.stdout.split())
    assert "122 expected people of P and 1 row of T, climbed to the root" in words
    assert "7 rows counted again by their manifest" in words
    page = tmp_path / "page.html"
    assert run("report", job, "--output", page).exit_code == 0
    (tmp_path / "r.csv.manifest.json").unlink()
    refused = run("measure", job, "--release", tmp_path / "r.csv")
    assert (refused.exit_code, "by its manifest" in refused.complaint) == (2, True)


def test_levels_that_were_released_are_measured_by_their_manifest(write, run, tmp_path):
    job = write(size="1000")
    released = run("anonymize", job, "--json").found
    measured = run("measure", job, "--release", tmp_path / "r.csv", "--json").found
    assert measured["confidence"] == released["confidence"]
    assert measured["levels"] == released["levels"]
    assert "presence" not in measured


def test_values_that_no_table_has_climb(write, run, tmp_path):
    job = write(more=CLIMB, size="1000")
    job.write_text(job.read_text().replace("[a, b]", "[a, b, c]"))
    (tmp_path / "t.csv").write_text("town,age\na,young\na,old\nb,old\nc,old\n")
    found = run("measure", job, "--levels", "town=0", "--json").found
    assert found["pooled"]["private_rows"] >= 1
    assert found["contradictions"] == 0


@pytest.fixture
def rounded_thirds(write, tmp_path):
    """A hundred million people; the shares of three towns lack a hundred people for all of them.

    T has somebody of a town that no table has: nobody else is known to be where that row climbs.
    """
    job = write(more=CLIMB, size="100000000", measure="share: people", private="thirds.csv")
    job.write_text(job.read_text().replace("[a, b]", "[a, b, c, d]"))
    (tmp_path / "towns.csv").write_text("town,people\na,.333333\nb,.333333\nc,.333333\n")
    (tmp_path / "thirds.csv").write_text("town,age\n" + "a,old\n" * 50 + "b,old\n" * 50 + "d,old\n")
    return job


def test_what_shares_lack_for_one_hides_nobody(rounded_thirds, run):
    found = run("anonymize", rounded_thirds, "--json").found
    # The young of all towns climb with the row, where 100 people that nobody stated would do.
    assert found["pooled"]["public_rows"] == 29_999_970
    assert run("verify", rounded_thirds, "--quiet").exit_code == 0


def test_the_verifier_lets_what_shares_lack_hide_nobody(rounded_thirds, run, monkeypatch):
    def give_the_rest(blocks, least):
        return 1 - sum_large(blocks, least)

    monkeypatch.setattr("dpsql.search.confident.pooled_start.sum_small", give_the_rest)
    assert run("anonymize", rounded_thirds).exit_code == 7


def test_a_root_that_stands_below_is_refused(write, run, tmp_path):
    job = write(more=CLIMB, size="1000")
    job.write_text(job.read_text().replace('{"*": [a, b]}', "{a: [a, b]}"))
    refused = run("anonymize", job)
    assert refused.exit_code == 2
    assert "the last label of the hierarchy of town stands on a lower level" in refused.complaint


def test_a_frontier_of_those_who_climb_is_refused(write, run):
    refused = run("frontier", write(more=CLIMB))
    assert (refused.exit_code, "points of levels only" in refused.complaint) == (2, True)


def test_compared_releases_have_no_price_where_nobody_counts_a_class(write):
    found = dpsql.compare(write(more="confidence: 0.5").parent / "job.yaml", deltas=["90%"])
    assert found[0].outcome is not None
    assert (found[0].to_dict()["k_map"], found.overview.rows[0][4:7]) == (None, ("–",) * 3)
