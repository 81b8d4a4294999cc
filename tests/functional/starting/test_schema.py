"""The JSON Schema for editors: it admits what a job file may say, and nothing that it may not."""

import json
import re
from pathlib import Path

import jsonschema
import pytest
import yaml
from typer.testing import CliRunner

import dpsql
from dpsql.cli.app import make_app
from dpsql.errors import ConfigError
from dpsql.job_files.read import parse_job

REPOSITORY = Path(__file__).parents[3]
PACKAGED = Path(dpsql.__file__).parent / "demo" / "tables" / "job.yaml"


@pytest.fixture(scope="module")
def schema():
    ended = CliRunner().invoke(make_app(), ["schema"])
    assert ended.exit_code == 0
    return json.loads(ended.stdout)


@pytest.fixture(scope="module")
def admits(schema):
    """Whether an editor, which reads YAML's own types, would underline nothing."""
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    return lambda text: validator.is_valid(yaml.safe_load(text))


def jobs_of_the_readme():
    """The job of the README, with each of its three private tables."""
    text = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```yaml[^\n]*\n(.*?)```", text, re.DOTALL)
    (job,) = (block for block in blocks if "public:" in block and "quasi_identifiers:" in block)
    first = next(line for line in job.splitlines() if line.startswith("private:"))
    others = re.findall(r"^# (private: {.*?})", job, re.MULTILINE)
    assert len(others) == 2
    return [job.replace(first, line) for line in (first, *others)]


def is_read(text):
    try:
        parse_job(text.encode(), "job.yaml", Path())
    except ConfigError:
        return False
    return True


@pytest.mark.parametrize("text", [*jobs_of_the_readme(), PACKAGED.read_text(encoding="utf-8")])
def test_the_jobs_of_the_documents_are_admitted(admits, text):
    assert is_read(text)
    assert admits(text)


ADMITTED = [
    "public: people\n",
    "public: {path: p.dat, format: csv, delimiter: ';'}\n",
    "public: {table: main.people}\n",
    "private: trial\n",
    "private: {path: t.csv, key: id}\n",
    "private: {table: trial}\n",
    "private: {where: age::INT > 5}\n",
    "quasi_identifiers: {zip: zip.csv, 2024: 2024.csv}\n",
    "quasi_identifiers: {zip: {hierarchy: zip.csv, delimiter: ';', nulls: own_leaf}}\n",
    "quasi_identifiers: {a: {widths: [0.5, 5], order: number}}\n",
    "quasi_identifiers: {a: {tree: {A: {B: [1, NO, '']}, C: {D: []}}, order: [b, a]}}\n",
    "quasi_identifiers: {a: {table: {path: dim.csv}, columns: [city, state]}}\n",
    "delta: {max: 0.2}\n",
    "delta: {min: 1/2}\n",
    "constraints: {k_anonymity: 5, k_map: 3}\n",
    "constraints: {weak_k_anonymity: 3, presence_diversity: 2, presence_closeness: 0.2}\n",
    "constraints: {presence_diversity: {c: 3/2, strict: true}}\n",
    "algorithm: incognito\n",
    "constraints: {l_diversity: {ill: {distinct: 3, entropy: 5/2}}}\nkeep: [ill]\n",
    "constraints: {l_diversity: {ill: {recursive: {c: 4, l: 5, strict: false}}}}\nkeep: [ill]\n",
    "constraints: {t_closeness: {ill: {t: 1/5}}}\nkeep: [ill]\n",
    "constraints: {t_closeness: {2: {t: 0.2, distance: ordered, order: [1, '']}}}\nkeep: [2]\n",
    "constraints: {t_closeness: {i: {t: 1, distance: hierarchical, hierarchy: h}}}\nkeep: [i]\n",
    "keep: [lab, 2024]\n",
    "engine: duckdb\n",
    "engine: {duckdb: {threads: 2, work_dir: w, max_spill: 10GB, database: d.duckdb}}\n",
    "engine: postgres\n",
    "engine: {postgres: {dsn_env: PGDSN, work_mem: 64MB}}\n",
    "engine: {spark: {remote: 'sc://host:15002', staging: /mnt/shared}}\n",
    "public: {path: lake/people, format: delta, version: 12}\n",
    "public: {path: lake/people, format: iceberg, snapshot: 38}\n",
    "public: {path: lake/people, missing_columns: nulls}\n",
]
REFUSED = [
    "engine: oracle\n",
    "engine: {duckdb: {}, postgres: {}}\n",
    "engine: {postgres: {dsn: secret}}\n",
    "public: {path: lake/people, format: hudi}\n",
    "public: {path: lake/people, missing_columns: drop}\n",
    "public: {table: people, version: 0}\n",
    "public: {table: people, format: csv}\n",
    "private: {table: people, key: id, delimiter: ';'}\n",
    "folder: /\n",
    "public: {words: people}\n",
    "public: {memory: people}\n",
    "public: {path: p.csv, table: p}\n",
    "public: {}\n",
    "private: {source: t.csv}\n",
    "private: {where: a, key: b}\n",
    "private: {key: id}\n",
    "quasi_identifiers: {}\n",
    "quasi_identifiers: {a: {}}\n",
    "quasi_identifiers: {a: {widths: [5], dates: [year]}}\n",
    "quasi_identifiers: {a: {widths: [-5]}}\n",
    "quasi_identifiers: {a: {dates: [week]}}\n",
    "quasi_identifiers: {a: {table: dim}}\n",
    "quasi_identifiers: {a: {tree: {A: b}}}\n",
    "quasi_identifiers: {a: {prefix: 2}}\n",
    "quasi_identifiers: {a: {prefix: [2], order: size}}\n",
    "quasi_identifiers: {a: {prefix: [2], order: []}}\n",
    "quasi_identifiers: {a: {prefix: [2], order: [b, b]}}\n",
    "delta: 1/2\n",
    "delta: {max: 1.5}\n",
    "metric: beauty\n",
    "constraints: {presence_closeness: 2}\n",
    "constraints: {l_diversity: {ill: 3}}\nkeep: [ill]\n",
    "constraints: {l_diversity: {}}\n",
    "constraints: {l_diversity: {ill: {recursive: {c: 4}}}}\nkeep: [ill]\n",
    "constraints: {t_closeness: {ill: {distance: equal}}}\nkeep: [ill]\n",
    "constraints: {t_closeness: {ill: {t: 1/5, distance: far}}}\nkeep: [ill]\n",
    "constraints: {presence_diversity: {strict: true}}\n",
    "keep: lab\n",
    "engine: oracle\n",
]


def complete(words):
    """A job of these words, the others as usual."""
    usual = ("public: p.csv\n", "private: t.csv\n", "quasi_identifiers: {zip: zip.csv}\n")
    return words + "".join(line for line in usual if line.split()[0] != words.split()[0])


@pytest.mark.parametrize("words", ADMITTED)
def test_what_a_job_file_may_say_is_admitted(admits, words):
    assert is_read(complete(words))
    assert admits(complete(words))


@pytest.mark.parametrize("words", REFUSED)
def test_what_a_job_file_may_not_say_is_underlined(admits, words):
    assert not admits(complete(words))
    if "tree" not in words:
        assert not is_read(complete(words))


@pytest.mark.parametrize("missing", ["public", "private", "quasi_identifiers"])
def test_words_that_must_be_there(admits, missing):
    job = yaml.safe_load(complete("metric: loss\n"))
    del job[missing]
    assert not admits(json.dumps(job))


def test_no_internal_word_and_no_null_is_shown(schema):
    def keys(part):
        if isinstance(part, dict):
            for name, value in part.get("properties", {}).items():
                yield name
                yield from keys(value)
            yield from (key for value in part.values() for key in keys(value))
        elif isinstance(part, list):
            yield from (key for value in part for key in keys(value))

    assert not set(keys(schema)) & {"source", "words", "folder"}
    assert "memory" not in schema["$defs"]["Source"]["properties"]
    assert not re.search(r"\bnull\b", json.dumps(schema))
    assert schema["required"] == ["private", "quasi_identifiers"]
    assert schema["oneOf"] == [{"required": ["public"]}, {"required": ["population"]}]
    assert "`words`" not in json.dumps(schema)
