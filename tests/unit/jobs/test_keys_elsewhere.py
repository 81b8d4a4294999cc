"""What is told of a key that no job has, but a command, another key or another tool."""

import pandas
import pytest
import yaml

import dpsql
from dpsql.errors import ConfigError
from dpsql.faces import on_command_line

START = "public: p.csv\nprivate: t.csv\nquasi_identifiers: {zip: zip.csv}\n"
NO_KEY = "is not a key of the job file; "


def read(folder, written, start=START):
    (folder / "job.yaml").write_text(f"{start}{written}\n", encoding="utf-8", newline="")
    with on_command_line(), pytest.raises(ConfigError) as caught:
        dpsql.read_job(folder / "job.yaml")
    return str(caught.value).partition(NO_KEY)[2]


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("output: a/x.csv", "write release: a/x.csv"),
        ("out: s3://key:secret@b/x.csv", "write release: released.csv"),
        ("target: trial", "write release: released.csv"),
        ("threads: 8", "write engine: {duckdb: {threads: 8}}"),
        ("cores: 8", "write engine: {duckdb: {threads: 8}}"),
        ("memory: 2GB", "write engine: {duckdb: {memory: 2GB}}"),
        ("engine: spark\nmemory: 2GB", "write engine: {spark: {memory: 2GB}}"),
        ("engine: spark\nthreads: 2", "write engine: {duckdb: {threads: 2}}"),
        (
            "engine: {duckdb: {memory: 4GB}}\nthreads: 2",
            "write engine: {duckdb: {memory: 4GB, threads: 2}}",
        ),
        ("spark: {remote: x}", "write engine: spark"),
        ("time_limit: 90", "it is an option of a call: dpsql anonymize JOB --time-limit 90"),
        ("gap: small", "it is an option of a call: dpsql anonymize JOB --gap 0.05"),
        ("seed: 7", "it is an option of a call: dpsql audit JOB --seed 7"),
        ("overwrite: true", "it is a flag of a call: dpsql anonymize JOB --overwrite"),
        ("levels: {zip: 1}", "levels are given to a call: dpsql anonymize JOB --levels NAME=1"),
        ("suppression: 5%", "no rows are suppressed, as that would depend on T; write algorithm:"),
        ("source: x.csv", "the tables stand in public and private; drop it"),
        ("columns: [zip, ill]", "columns to generalize stand in quasi_identifiers, each with"),
        ("epsilon: 0.5", "for counts with noise use dpsql counts JOB --epsilon 0.5"),
        (
            "sensitive: [ill]",
            "write keep: [ill] to release a sensitive column, and constraints:"
            " {l_diversity: {ill: {distinct: 2}}} to protect it",
        ),
        ("hierarchies: {zip: h/zip.csv}", "column: quasi_identifiers: {zip: h/zip.csv}"),
        ("hierarchies: [h.csv]", "column: quasi_identifiers: {zip: h.csv}"),
        ("key: nr", "write private: {path: t.csv, key: nr} if it finds the rows of T in P"),
    ],
)
def test_where_it_is_said(tmp_path, written, told):
    assert told in read(tmp_path, written)


def test_where_a_job_lacks_its_tables_or_columns(tmp_path):
    told = read(tmp_path, "input: x.csv", "private: t.csv\nquasi_identifiers: {zip: zip.csv}\n")
    assert told.startswith("write public: x.csv for the table of everybody, and private: t.csv for")
    told = read(tmp_path, "columns: [zip, age]", "public: p.csv\nprivate: t.csv\n")
    assert told.startswith("write quasi_identifiers: {zip: zip.csv, age: age.csv}, each column")


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ({"output": "x.csv"}, "write release='x.csv'"),
        ({"threads": 8}, "write engine={'duckdb': {'threads': 8}}"),
        ({"spark": {}}, "write engine='spark'"),
        ({"time_limit": 9}, "it is an argument of a call: dpsql.anonymize(job, time_limit=9)"),
        ({"sensitive": "ill"}, "write keep=['ill'] to release a sensitive column, and"),
    ],
)
def test_of_a_job_in_python(key, told):
    with pytest.raises(ConfigError) as caught:
        dpsql.Job(**yaml.safe_load(START), **key)
    assert told in str(caught.value)


@pytest.mark.parametrize("is_mapping", [False, True])
def test_the_key_of_a_frame_stands_beside_it(is_mapping):
    frame = pandas.DataFrame({"nr": [1]})
    private = {"table": frame} if is_mapping else frame
    with pytest.raises(ConfigError) as caught:
        dpsql.Job(**yaml.safe_load(START) | {"private": private, "key": "nr"})
    assert "write private={'table': …, 'key': 'nr'} if it finds the rows" in str(caught.value)


def test_each_advised_key_of_an_engine_and_each_call_is_one(tmp_path):
    for option in ("threads: 2", "memory: 1GB", "work_dir: w", "max_spill: 1GB", "database: d.db"):
        told = read(tmp_path, option)
        dpsql.Job(**yaml.safe_load(START), **yaml.safe_load(told.removeprefix("write ")))
