"""The YAML of a job file: scalars stay text, attacks are refused, errors name line and key."""

from fractions import Fraction
from pathlib import Path

import pytest

from dpsql.errors import ConfigError
from dpsql.job_files.plain_yaml import MAX_BYTES
from dpsql.job_files.read import parse_job, read_job

HEAD = """\
public: p.csv
private: t.csv
quasi_identifiers:
  zip: zip.csv
"""


def parse(text):
    return parse_job(text.encode(), "job.yaml", Path())


def refusal(text):
    with pytest.raises(ConfigError) as caught:
        parse(text)
    message = str(caught.value)
    assert len(message.splitlines()) == 1
    return message


TRAPS = [
    *("01234", "1234", "NO", "no", "Yes", "on", "off", "y", "n", "true", "False", "~", "null"),
    *("12:30", "12:30:45", "1_000", "0x1F", "0o17", "0b1", "1e5", ".inf", "-.INF", ".nan", "="),
    *("2024-01-01", "2024-01-01T12:30:00Z", "1.0", "1.00", "+1", "-0", ".5", "<<"),
]


@pytest.mark.parametrize("scalar", TRAPS)
def test_scalars_keep_their_text_as_labels_and_as_leaves(scalar):
    text = HEAD + f"  town: {{tree: {{{scalar}: [{scalar}]}}}}\n"
    tree = parse(text).quasi_identifiers["town"].tree
    assert tree == {scalar: [scalar]}


@pytest.mark.parametrize("scalar", TRAPS)
def test_scalars_keep_their_text_as_names(scalar):
    found = parse(HEAD + f"  {scalar}: {scalar}.csv\nkeep: [keep {scalar}]\n")
    assert found.quasi_identifiers[scalar].hierarchy == f"{scalar}.csv"
    assert found.keep == (f"keep {scalar}",)


def test_thresholds_are_read_from_their_text():
    delta = parse(HEAD + "delta: {min: 0.10, max: 0.3333333333333333}\n").delta
    assert (delta.min, delta.max) == (Fraction(1, 10), Fraction(3333333333333333, 10**16))


def test_numbers_written_as_yaml_numbers_are_counts():
    found = parse(HEAD + "constraints: {k_anonymity: 5}\nengine: {duckdb: {threads: 2}}\n")
    assert found.constraints.k_anonymity == 5
    assert found.engine.duckdb.threads == 2


def test_quotes_blocks_and_long_keys():
    text = HEAD + "  'a: b': {tree: {\"*\": ['it''s', \"tab\\t\", ]}}\nrelease: |-\n  r.csv\n"
    found = parse(text)
    assert found.quasi_identifiers["a: b"].tree == {"*": ["it's", "tab\t"]}
    assert found.release_path == "r.csv"


def test_the_job_file_of_the_interface():
    text = """\
public: census/*.parquet
private: {table: trial.parquet, key: person_id}
quasi_identifiers:
  zip: zip.csv
  age: {widths: [5, 10, 20]}
  visit: {dates: [month, year, decade]}
  postcode: {prefix: [4, 3, 2]}
  nationality:
    tree: {America: {N. America: [USA, Canada]}, Europe: {Europe: [Spain, France]}}
  region: {table: dim_region, columns: [city, county, state]}
delta: {min: 1/2, max: 2/3}
algorithm: spalm
metric: loss
constraints: {k_anonymity: 5}
keep: [lab_result]
release: out/trial.parquet
engine: {duckdb: {memory: 4GB, threads: 2, work_dir: work}}
"""
    found = parse(text)
    assert list(found.quasi_identifiers) == [
        *("zip", "age", "visit", "postcode", "nationality", "region")
    ]
    assert found.private.key == "person_id"
    assert found.keep == ("lab_result",)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (HEAD + "delta: {max: 1}\ndelta: {max: 0}\n", 6, "'delta' stands twice"),
        (HEAD + "  zip: other.csv\n", 5, "'zip' stands twice"),
        (HEAD + "  a: &x {prefix: [1]}\n  b: *x\n", 5, "anchors"),
        (HEAD + "  b: *x\n", 5, "anchors"),
        (HEAD + "  a: {tree: {*: [b]}}\n", 5, ""),
        (HEAD + "release: !!python/object/apply:os.system [ls]\n", 5, "tags"),
        (HEAD + "release: !!python/name:os.system\n", 5, "tags"),
        (HEAD + "release: !!int 5\n", 5, "tags"),
        (HEAD + "release: !local x\n", 5, "tags"),
        (HEAD + "!!str release: x\n", 5, "a key must be plain text"),
        (HEAD + "? [a, b]\n: x\n", 5, "a key must be plain text"),
        (HEAD + "? {a: b}\n: x\n", 5, "a key must be plain text"),
        (HEAD + "---\npublic: q.csv\n", 5, "one document"),
        (HEAD + "release: [x\n", 5, "not YAML"),
        (HEAD + "release: 'x\n", 5, "not YAML"),
        (HEAD + "\trelease: x\n", 5, "not YAML"),
        ("\n# P\npublic ./p.csv\n" + HEAD, 3, "a key ends with a colon"),
        ("public ./p.csv # P: all\nkeep: [a]\n", 1, "a key ends with a colon"),
        ("quasi_identifiers:\n  größe g.csv\n  age: a.csv\n", 2, "a key ends with a colon"),
        ("keep [a, b]\nmetric: loss\n", 1, "a key ends with a colon"),
        # Here a text goes on until a colon.
        (HEAD + "about:\n  title: one\n    two b\n    three: 3\n", 8, "in quotes"),
        (HEAD + "about:\n  SELECT a\n  FROM t WHERE b: 3\n", 7, "in quotes"),
        (HEAD + "release: x: y\n", 5, "below a key with |, and check the indentation"),
        (HEAD + "  a:\n     widths: [5]\n    order: [1]\n", 7, "check the indentation of this"),
        (HEAD + "metric: beauty\n", 5, "metric: "),
        (HEAD + "metrics: loss\n", 5, "metrics: is not a key"),
        (HEAD + "\n\ndelta:\n  min: 1/2\n  max: 3/2\n", 9, "delta.max: "),
        (HEAD + "delta:\n  min: 2/3\n  max: 1/2\n", 5, "delta: min is larger"),
        (HEAD + "  age:\n    widths: [5, 12]\n", 5, "quasi_identifiers.age: "),
        (
            HEAD + "  age:\n    widths:\n    - 5\n    - x\n",
            8,
            "quasi_identifiers.age.widths, entry 2: ",
        ),
        (HEAD + "constraints:\n  k_anonymity: many\n", 6, "constraints.k_anonymity: "),
        (HEAD.replace("private: t.csv\n", ""), None, "private: is missing"),
        (HEAD + "private:\n", 5, "'private' stands twice"),
        (HEAD + "folder: /etc\n", 5, "folder: is not a key"),
        (HEAD + "keep: lab\n", 5, "keep: "),
    ],
)
def test_faults_name_file_line_and_key(text, line, words):
    message = refusal(text)
    assert message.startswith(f"job.yaml:{line}: " if line else "job.yaml: ")
    assert words in message


@pytest.mark.parametrize("text", ["", "# nothing\n", "just text", "- a\n- b\n", "42", "~"])
def test_what_is_no_mapping_is_refused(text):
    told = refusal(text)
    assert "a job file is a mapping" in told or ("the job file is empty; dpsql.init" in told)


def test_bytes_that_are_no_utf_8_are_refused():
    with pytest.raises(ConfigError, match=r"^job\.yaml: the job file is not UTF-8"):
        parse_job(HEAD.encode() + b"release: \xff\n", "job.yaml", Path())


@pytest.mark.parametrize("character", ["\x00", "\x07", "\x1b"])
def test_control_characters_are_refused(character):
    assert "not YAML" in refusal(HEAD + f"release: {character}\n")


def test_a_byte_order_mark_is_not_part_of_the_first_word():
    assert parse("\ufeff" + HEAD).public.path == "p.csv"


def test_an_alias_bomb_is_refused_before_it_expands():
    lines = ["a0: &a0 [x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 10)]
    assert "anchors" in refusal("\n".join(lines))


@pytest.mark.parametrize("opening", ["[", "{a: "])
def test_nesting_is_bounded(opening):
    assert "nested more than 32 deep" in refusal(HEAD + "keep: " + opening * 200)


@pytest.mark.parametrize("opening", ["[", "{a: "])
def test_nesting_without_end_is_refused(opening):
    # The parser itself may refuse it, in its own words.
    assert "nest" in refusal(HEAD + "keep: " + opening * 5000)


def test_a_tree_may_be_as_deep_as_the_bound_allows():
    depth = 28
    tree = "{x: " * depth + "[leaf]" + "}" * depth
    assert parse(HEAD + f"  deep: {{tree: {tree}}}\n").quasi_identifiers["deep"].tree


def test_a_file_that_is_too_large_is_refused(tmp_path):
    path = tmp_path / "job.yaml"
    with path.open("wb") as file:
        file.write(HEAD.encode())
        file.truncate(MAX_BYTES + 1)
    with pytest.raises(ConfigError, match="larger than 16 MB"):
        read_job(path)


def test_a_missing_job_file_is_answered_by_those_there_are_or_by_how_to_make_one(tmp_path):
    with pytest.raises(
        ConfigError, match=r"\(No such file or directory\); dpsql\.init\(P, T\) wri"
    ):
        read_job(tmp_path / "nowhere.yaml")
    (tmp_path / "trial.yml").touch()
    with pytest.raises(ConfigError, match=r"\(No such file or directory\); there is 'trial.yml'$"):
        read_job(tmp_path / "nowhere.yaml")


def test_a_file_that_is_not_there_or_is_a_folder_is_refused(tmp_path):
    with pytest.raises(ConfigError, match="cannot be read"):
        read_job(tmp_path / "nope.yaml")
    with pytest.raises(ConfigError, match="is a folder; name the job file in it"):
        read_job(tmp_path)


def test_paths_start_from_the_folder_of_the_job_file(tmp_path):
    (tmp_path / "job.yaml").write_text(HEAD, encoding="utf-8")
    assert read_job(tmp_path / "job.yaml").folder == tmp_path
    assert read_job(str(tmp_path / "job.yaml")).folder == tmp_path


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("release: *x: y\n", "quote a label such as '*'"),
        ("release: @x\n", "indent by spaces, and quote a text that begins with a sign"),
        ("release: {path: x\nmetric: loss\n", "and close each bracket"),
        ("release\nmetric: loss\n", "a key ends with a colon"),
        ("release: 'x\n", "close the quotes"),
    ],
)
def test_faults_of_yaml_say_what_to_write(text, hint):
    assert hint in refusal(HEAD + text)


def test_keys_that_do_not_fit_each_other_have_a_line(tmp_path):
    path = tmp_path / "job.yaml"
    path.write_text(
        "public: p.csv\nprivate: t.csv\nquasi_identifiers: {a: {widths: [5]}}\n"
        "delta: {max: 1/2}\nalgorithm: mpalm\nchoose: from_public\n"
    )
    with pytest.raises(ConfigError, match=r"^job\.yaml:6: choose: from_public fixes levels or"):
        read_job(path)
