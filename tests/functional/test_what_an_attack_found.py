"""Faults that an attack on the finished commands found, each as it was first seen."""

import duckdb
import pytest

import dpsql


def test_a_headerless_private_file_keeps_its_first_row_to_itself(tmp_path):
    (tmp_path / "p.csv").write_text("q,zip\na,1\nb,2\n")
    (tmp_path / "t.csv").write_text("SECRET,SECRET\na,1\n")
    job = dpsql.Job(
        public="p.csv",
        private="t.csv",
        quasi_identifiers={"q": {"prefix": [1]}},
        folder=tmp_path,
    )
    with pytest.raises(dpsql.SchemaError, match="columns 1 and 2 have the same name") as raised:
        dpsql.measure(job)
    assert "SECRET" not in str(raised.value).upper()


def test_quoted_cells_that_differ_stay_different(tmp_path):
    duckdb.sql(
        "SELECT * FROM (VALUES ('=a', true), ('=a', false), ('''=a', true), ('''=a', false))"
        " AS rows(q, sec)"
    ).write_parquet(str(tmp_path / "p.parquet"))
    job = dpsql.Job(
        public="p.parquet",
        private={"where": "sec"},
        quasi_identifiers={"q": {"prefix": [1]}},
        delta={"max": "1/2"},
        release="r.csv",
        folder=tmp_path,
    )
    assert dpsql.anonymize(job, csv_formulas="quote").levels == {"q": 0}
    assert sorted((tmp_path / "r.csv").read_text().split()) == ["''=a", "'=a", "q"]
    dpsql.verify(job)


def test_kept_columns_are_those_of_T_where_both_tables_have_them(tmp_path):
    (tmp_path / "p.csv").write_text("id,zip,sec\n1,1,0\n2,1,0\n3,2,0\n4,2,0\n")
    (tmp_path / "t.csv").write_text("id,sec\n1,a\n3,b\n")
    job = dpsql.Job(
        public="p.csv",
        private={"table": "t.csv", "key": "id"},
        quasi_identifiers={"zip": {"prefix": [1]}},
        delta={"max": "1/2"},
        keep=["sec"],
        release="r.csv",
        folder=tmp_path,
    )
    dpsql.anonymize(job)
    assert sorted((tmp_path / "r.csv").read_text().split()) == ["1,a", "2,b", "zip,sec"]


def test_a_lattice_of_less_than_one_node_is_no_limit(run, example):
    done = run("lattice", example, "--json", "--max-nodes", "0")
    assert done.exit_code == 2
    assert "--max-nodes" in done.found["error"]["message"]


def test_a_value_that_T_alone_has_is_not_dumped_by_a_verification(tmp_path):
    (tmp_path / "p.csv").write_text("zip\n" + "ab\nac\n" * 3)
    (tmp_path / "t.csv").write_text("zip\nab\n")
    job = dpsql.Job(
        public="p.csv",
        private="t.csv",
        quasi_identifiers={"zip": {"prefix": [1]}},
        delta={"max": "1/6"},
        release="r.csv",
        folder=tmp_path,
    )
    assert dpsql.anonymize(job).levels == {"zip": 1}
    (tmp_path / "t.csv").write_text("zip\nSECRET\n")
    with pytest.raises(dpsql.IntegrityError) as raised:
        dpsql.verify(job, dump_sql=tmp_path / "dump")
    dumped = [path.read_text() for path in (tmp_path / "dump").rglob("*.sql")]
    assert any("labels_0" in text for text in dumped)
    assert not any("SECRET" in text for text in (*dumped, str(raised.value)))
