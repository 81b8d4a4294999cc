"""Releases of boxes from the command line: what is told, refused, and flagged."""

import csv
import json

import duckdb
import pytest

import dpsql

ALGORITHMS = {
    "mpalm": "mpalm",
    "least loss": "{mpalm: {columns: any, values: loss}}",
    "mondrian": "mondrian",
    "checked": "{mondrian: {box: T_checked}}",
}


@pytest.fixture
def job(tmp_path, run):
    """Write the job of the demonstration with another algorithm; return its path."""
    run("demo", "--into", str(tmp_path / "demo"))

    def write(algorithm, delta="{min: 0, max: 2/3}", more=""):
        text = (tmp_path / "demo" / "job.yaml").read_text(encoding="utf-8")
        lines = [line for line in text.splitlines() if not line.startswith("delta")]
        path = tmp_path / "demo" / "boxes.yaml"
        added = [f"delta: {delta}", f"algorithm: {algorithm}", more]
        path.write_text("\n".join([*lines, *added, ""]), encoding="utf-8")
        return path

    return write


def anonymize(run, path, *options):
    ended = run("anonymize", str(path), "--overwrite", "--json", *options)
    return ended.exit_code, json.loads(ended.stdout)


@pytest.mark.parametrize("algorithm", ALGORITHMS.values(), ids=ALGORITHMS)
def test_boxes_are_released_and_verified(job, run, algorithm):
    path = job(algorithm)
    exit_code, found = anonymize(run, path)
    assert (exit_code, found["status"], "levels" in found) == (0, "released", False)
    text = (path.parent / "release.csv").read_text(encoding="utf-8")
    rows = list(csv.reader(text.splitlines()))
    assert len(rows) == 1 + found["private_rows"]
    assert found["partitions"] == len({tuple(row) for row in rows[1:]})
    assert set(found["metrics"]) == {"loss", "discernibility", "class_size"}
    assert found["metrics"]["loss"] == pytest.approx(sum(found["losses"].values()) / 3)
    assert found["search"]["maximal"] is True
    assert run("verify", str(path)).exit_code == 0


def test_a_table_and_a_page_show_boxes(job, run):
    path = job("mpalm")
    page = path.parent / "page.html"
    told = run("anonymize", str(path), "--overwrite", "--report", str(page), "--internal").stdout
    assert "verified and released in" in told.replace("\n", " ")
    assert "no further cut is admissible" in page.read_text(encoding="utf-8")


def test_the_box_of_the_paper_is_flagged_wherever_it_is_met(job, run):
    path = job("{mpalm: {box: T, unsafe: true}}")
    exit_code, found = anonymize(run, path)
    assert exit_code == 0
    assert (found["unsafe"], found["satisfied"], found["presence"]["max"]) == (True, False, "1")
    verified = run("verify", str(path))
    assert verified.exit_code == 4
    assert "violate the job" in verified.stderr
    page = path.parent / "page.html"
    told = run("anonymize", str(path), "--overwrite", "--report", str(page)).stdout
    assert "UNSAFE" in told
    assert "Unsafe:" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("algorithm", "delta", "more", "message"),
    [
        ("{mpalm: {box: T}}", "{max: 2/3}", "", "write unsafe: true"),
        ("{mpalm: {box: T_checked}}", "{min: 1/2, max: 2/3}", "", "write box: P"),
        ("{mpalm: {priority: [zip]}}", "{max: 2/3}", "", "columns: priority"),
        (
            "{mpalm: {columns: priority, priority: [zip]}}",
            "{max: 2/3}",
            "",
            "lists each quasi-identifier once",
        ),
        ("{mpalm: {columns: widest}}", "{max: 2/3}", "", "write 'next'"),
        ("{mpalm: {rotation: global}}", "{max: 2/3}", "", "is not a key of the job file"),
        ("{mpalm: {}, spalm: {}}", "{max: 2/3}", "", "give exactly one of"),
        ("[mpalm]", "{max: 2/3}", "", "write a mapping, such as {mpalm:"),
    ],
)
def test_words_that_do_not_fit_are_refused(job, run, algorithm, delta, more, message):
    ended = run("anonymize", str(job(algorithm, delta, more)), "--overwrite")
    assert ended.exit_code == 2
    assert message in ended.stderr


def test_statements_that_follow_from_data_are_not_printed_before(job, run):
    ended = run("sql", str(job("mpalm")))
    assert ended.exit_code == 2
    assert {"--manifest", "--dump-sql"} <= set(ended.stderr.replace(",", "").split())
    assert ended.stdout == ""


def test_metrics_without_a_meaning_for_boxes_are_refused(job, run):
    path = job("mpalm")
    text = path.read_text(encoding="utf-8").replace("metric: loss", "metric: entropy")
    path.write_text(text, encoding="utf-8")
    ended = run("anonymize", str(path))
    assert (ended.exit_code, "metric: boxes are measured by loss" in ended.stderr) == (2, True)


def test_delta_that_the_whole_breaks_has_no_boxes(job, run):
    exit_code, found = anonymize(run, job("mpalm", "{max: 1/2}"))
    assert (exit_code, found["status"], found["algorithm"]) == (4, "unsatisfiable", "mpalm")


def test_a_whole_that_breaks_a_constraint_has_no_boxes(job, run):
    exit_code, found = anonymize(run, job("mpalm", more="constraints: {k_map: 10}"))
    assert (exit_code, found["status"]) == (4, "unsatisfiable")


def test_time_ends_cuts_and_a_gap_means_nothing(job, run):
    exit_code, found = anonymize(run, job("mpalm"), "--time-limit", "1e-9")
    assert (exit_code, found["partitions"], found["search"]["maximal"]) == (0, 1, False)
    assert anonymize(run, job("mpalm"), "--gap", "0.1")[0] == 2


def test_a_manifest_names_orders_that_the_job_must_share(job, run):
    path = job("mpalm")
    assert anonymize(run, path)[0] == 0
    manifest = path.parent / "release.csv.manifest.json"
    claims = json.loads(manifest.read_text(encoding="utf-8"))
    assert claims["boxes"]["orders"] == dict.fromkeys(("zip", "age", "nationality"), "hierarchy")
    claims["boxes"]["orders"]["zip"] = "alpha"
    manifest.write_text(json.dumps(claims, indent=2) + "\n", encoding="utf-8")
    ended = run("verify", str(path))
    assert (ended.exit_code, "other orders than the job" in ended.stderr) == (7, True)


@pytest.mark.parametrize("value", ["[a..b]", "NULL", "a..b"])
def test_values_that_make_ranges_unclear_are_refused(tmp_path, run, value):
    """Each value stands beside one that it could be taken for."""
    values = {"[a..b]": ["a", "b"], "NULL": ["", "a"], "a..b": ["b..c", "a"]}[value]
    rows = [f"{cell},{int(i == 0)}" for i, cell in enumerate([value, *values])]
    (tmp_path / "p.csv").write_text("\n".join(["town,member", *rows, ""]), encoding="utf-8")
    (tmp_path / "job.yaml").write_text(
        "public: p.csv\nprivate: {where: member}\nalgorithm: mpalm\nrelease: r.csv\n"
        "quasi_identifiers: {town: {prefix: [1], nulls: own_leaf}}\ndelta: {max: 1/2}\n",
        encoding="utf-8",
    )
    ended = run("anonymize", str(tmp_path / "job.yaml"))
    assert ended.exit_code == 3
    assert "ranges are released as [low..high]" in ended.stderr
    assert not (tmp_path / "r.csv").exists()


def write_job(folder, rows, quasi_identifiers, *more):
    (folder / "p.csv").write_text("\n".join([*rows, ""]), encoding="utf-8")
    lines = ["public: p.csv", "private: {where: member}", "release: r.csv", *more]
    path = folder / "job.yaml"
    path.write_text("\n".join([*lines, f"quasi_identifiers: {quasi_identifiers}", ""]), "utf-8")
    return path


@pytest.mark.parametrize("moment", ["infinity", "0045-03-15 (BC)", "12024-01-01"])
def test_dates_without_a_distance_are_refused_before_anything_is_cut(tmp_path, moment):
    days = [moment, "2024-01-01", "2024-02-01", "2024-03-01"]
    with duckdb.connect() as connection:
        values = ", ".join(f"(DATE '{day}', {str(i < 1).lower()})" for i, day in enumerate(days))
        table = connection.sql(f"SELECT * FROM (VALUES {values}) AS t(day, member)")
        table.write_parquet(str(tmp_path / "p.parquet"))
    job = dpsql.Job(
        public="p.parquet",
        private={"where": "member"},
        quasi_identifiers={"day": {"prefix": [4]}},
        delta={"max": "1/2"},
        algorithm="mpalm",
        release="r.csv",
        folder=tmp_path,
    )
    with pytest.raises(dpsql.HierarchyError, match="1 value of P has no distance") as refused:
        dpsql.anonymize(job)
    assert moment not in str(refused.value)
    by_text = dict(job.quasi_identifiers) | {"day": {"prefix": [4], "order": "alpha"}}
    words = {name: getattr(job, name) for name in ("public", "private", "delta", "algorithm")}
    other = dpsql.Job(**words, quasi_identifiers=by_text, release="r.csv", folder=tmp_path)
    assert dpsql.anonymize(other).box_count == 1


def test_a_manifest_chooses_no_files(tmp_path, run):
    rows = ["town,member,lab", *(f"t{i},1,{'ab'[i % 2]}" for i in range(4))]
    (tmp_path / "lab.csv").write_text("a,*\nb,*\n", encoding="utf-8")
    (tmp_path / "secret.csv").write_text("a,*\nb,*\n", encoding="utf-8")
    closeness = "{lab: {t: 1, distance: hierarchical, hierarchy: lab.csv}}"
    path = write_job(
        tmp_path,
        rows,
        "{town: {prefix: [1]}}",
        "public_columns: [town]",
        "keep: [lab]",
        f"constraints: {{t_closeness: {closeness}}}",
    )
    assert run("anonymize", str(path)).exit_code == 0
    assert run("verify", str(path)).exit_code == 0
    manifest = tmp_path / "r.csv.manifest.json"
    claims = manifest.read_text(encoding="utf-8")
    manifest.write_text(claims.replace("lab.csv", "secret.csv"), encoding="utf-8")
    ended = run("verify", str(path))
    assert (ended.exit_code, "another constraints.t_closeness" in ended.stderr) == (7, True)


def test_foreign_releases_are_judged_by_their_sensitive_columns_too(tmp_path, run):
    rows = ["town,member,lab", "t1,1,a", "t2,1,a", "s1,1,a", "s2,1,b"]
    path = write_job(
        tmp_path,
        rows,
        "{town: {prefix: [1]}}",
        "public_columns: [town]",
        "keep: [lab]",
        "constraints: {l_diversity: {lab: {distinct: 2}}}",
    )
    (tmp_path / "arx.csv").write_text("town;lab\nt*;a\nt*;a\ns*;a\ns*;b\n", encoding="utf-8")
    verified = run("verify", str(path), str(tmp_path / "arx.csv"), "--foreign")
    assert (verified.exit_code, "1 of 2 classes" in verified.stderr) == (4, True)
    measured = run("measure", str(path), "--release", str(tmp_path / "arx.csv"), "--json")
    assert (measured.exit_code, json.loads(measured.stdout)["satisfied"]) == (4, False)


@pytest.mark.parametrize("algorithm", ["mpalm", "mondrian"])
@pytest.mark.parametrize(("least", "boxes"), [(1, ["s", "t"]), (2, ["[s..t]"]), (3, None)])
def test_boxes_keep_to_sensitive_columns(tmp_path, run, algorithm, least, boxes):
    """Both values lie on either side of no cut; a third is nowhere."""
    rows = ["town,member,lab", "t,1,a", "t,1,a", "s,1,b", "s,1,b"]
    constraints = f"constraints: {{k_anonymity: 1, l_diversity: {{lab: {{distinct: {least}}}}}}}"
    more = [
        "public_columns: [town]",
        "keep: [lab]",
        "delta: {max: 1}",
        f"algorithm: {algorithm}",
        constraints,
    ]
    path = write_job(tmp_path, rows, "{town: {prefix: [1]}}", *more)
    ended = run("anonymize", str(path))
    if boxes is None:
        assert ended.exit_code == 4
        assert "as one class violates l_diversity of lab distinct 3; loosen" in ended.stderr
    else:
        released = (tmp_path / "r.csv").read_text(encoding="utf-8").split()[1:]
        assert sorted({row.split(",")[0].strip('"') for row in released}) == boxes
        assert run("verify", str(path)).exit_code == 0


@pytest.mark.parametrize("algorithm", ["mpalm", "mondrian"])
def test_people_in_no_box_are_classes_of_their_own(tmp_path, run, algorithm):
    """T is empty: all of P is in no box, which weak k-anonymity does not allow."""
    rows = ["town,member", *(f"t{i},0" for i in range(4))]
    more = ["delta: {max: 1/2}", "constraints: {weak_k_anonymity: 2}", f"algorithm: {algorithm}"]
    ended = run("anonymize", str(write_job(tmp_path, rows, "{town: {prefix: [1]}}", *more)))
    assert ended.exit_code == 4
    assert "no partition can satisfy the job" in ended.stderr


def test_a_memory_limit_that_starts_nothing_is_told(tmp_path, run):
    more = ["delta: {max: 1}", "engine: {duckdb: {memory: 1KB}}"]
    path = write_job(tmp_path, ["town,member", "t,1"], "{town: {prefix: [1]}}", *more)
    assert run("anonymize", str(path)).exit_code == 5
