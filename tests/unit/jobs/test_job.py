"""The words of a job in code: three forms of T, every kind of hierarchy, short forms, refusals."""

import re
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import duckdb
import numpy
import pandas
import polars
import pyarrow
import pyarrow.dataset
import pytest

import dpsql
from dpsql.domain.fits.invalid_job import InvalidJob
from dpsql.domain.job import Job
from dpsql.domain.levels.rules import DateHierarchy, PrefixHierarchy, WidthHierarchy
from dpsql.domain.sections.engine_options import EngineOptions
from dpsql.domain.sections.quasi_identifier import QuasiIdentifier
from dpsql.domain.sections.source import is_path
from dpsql.errors import ConfigError

WORDS = {"public": "p.csv", "private": "t.csv", "quasi_identifiers": {"zip": "zip.csv"}}


def job(**words):
    return Job(**WORDS | words)


def refusal(**words):
    with pytest.raises(InvalidJob) as caught:
        job(**words)
    assert isinstance(caught.value, ConfigError)
    return caught.value


def test_a_table_in_memory_is_no_path(tmp_path):
    table = pyarrow.table({"zip": ["a"], "n": [1]})
    words = {"private": table, "quasi_identifiers": {"zip": {"tree": {"*": ["a"]}}}}
    blocks = {"size": 1, "tables": [{"path": table, "columns": ["zip"], "count": "n"}]}
    with pytest.raises(
        InvalidJob, match=r"tables\.0: path is the name of a file; write \{'table'"
    ) as e:
        Job(population=blocks, **words)
    assert "more" not in str(e.value)


def test_what_is_left_out_has_the_stated_defaults():
    found = job()
    assert (found.algorithm.name, found.metric, found.keep) == ("spalm", "loss", ())
    assert (found.delta, found.release, found.folder) == (None, None, Path())
    assert found.constraints.k_anonymity is None
    assert found.engine.duckdb.memory is None


@pytest.mark.parametrize("missing", WORDS)
def test_a_word_that_must_be_there_is_named(missing):
    with pytest.raises(InvalidJob, match=f"^{missing}: is missing") as caught:
        Job(**{word: value for word, value in WORDS.items() if word != missing})
    assert caught.value.keys == (missing,)


def test_an_unknown_word_is_refused_and_named():
    error = refusal(metrics="loss")
    assert str(error).startswith("metrics: is not a key of the job file")
    assert refusal(delta={"maximum": "1"}).keys == ("delta", "maximum")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"quasi_identifiers": {}}, "quasi_identifiers: is empty; name at least one"),
        (
            {"quasi_identifiers": ["zip"]},
            "write quasi_identifiers={'zip': 'zip.csv'}, each column with the file or the rule of",
        ),
        (
            {"quasi_identifiers": {"zip": ["a"]}},
            "zip: write a mapping, such as {'widths': [5, 10]}",
        ),
        ({"quasi_identifiers": {"": "zip.csv"}}, "quasi_identifiers.: write a name or text here"),
        ({"quasi_identifiers": {"a": {"widths": "5"}}}, "a.widths: write a: {'widths': [5]}"),
        ({"quasi_identifiers": {"a": {"prefix": "3"}}}, "a.prefix: write a: {'prefix': [3]}"),
        ({"quasi_identifiers": {"a": {"order": "size"}}}, "order: write one of hierarchy, alpha,"),
        ({"quasi_identifiers": {"a": {"tree": ["a"]}}}, "write a mapping, such as {'America': ["),
        ({"quasi_identifiers": {"a": {"nulls": "drop"}}}, "nulls: write 'own_leaf'"),
        ({"delta": "1/2"}, "delta: write a mapping, such as {'max': '1/2'}"),
        ({"delta": "half"}, "delta: write a mapping, such as {'min': 0, 'max': '1/5'}"),
        (
            {"private": {"table": "t.csv", "where": "x"}},
            "private: where marks rows of P, and table is for a table of T; write one of",
        ),
        (
            {"private": {"key": "id"}},
            "private: a key finds T in a table of its own; name that, too",
        ),
        (
            {"quasi_identifiers": {"a": {"widths": [5], "delimiter": ";"}}},
            "quasi_identifiers.a: delimiter is for the CSV of a hierarchy; drop it, or name",
        ),
        ({"delta": {"min": "-1"}}, "delta.min: the threshold is a probability: it lies between 0"),
        (
            {"delta": {"max": "0", "2": ""}},
            "delta.2: is not a key of the job file; a decimal has a",
        ),
        ({"delta": {"min": "-1/2"}}, "between 0 and 1"),
        ({"delta": {"max": "-0.5"}}, "between 0 and 1"),
        ({"constraints": "5"}, "constraints: write a mapping, such as {'k_anonymity': 5}"),
        ({"keep": "lab"}, "keep: write a list, such as ['lab']"),
        ({"about": ["x"]}, "about: write a mapping, such as {'title': "),
        ({"population": "c.csv"}, "population: write a mapping, such as {'size': "),
        ({"questions": ["x"]}, "question 1: write a mapping, such as {'sql': 'SELECT"),
        ({"questions": "x"}, "questions: write a list, such as [{'sql': 'SELECT"),
        ({"engine": {"postgres": 4}}, "postgres: write a mapping, such as {'dsn_env': 'PGDSN'}"),
        ({"metric": "lost"}, "'class_size' or 'entropy'; did you mean 'loss'?"),
        ({"delta": 20}, "delta: write a mapping, such as {'max': '20%'}"),
        ({"metric": "NCP"}, "or 'entropy'; the nearest is 'loss', the mean share of its hierarchy"),
        ({"metric": "entropy loss"}, "; the nearest is 'entropy', the bits"),
        ({"metric": "beauty"}, "metric: write 'loss', 'discernibility', 'precision', "),
        ({"algorithm": "magic"}, "algorithm: write one of spalm, mpalm, incognito"),
        (
            {"engine": "oracle"},
            "engine: write one of duckdb, postgres, spark, or a mapping such as",
        ),
        ({"folder": 5}, "folder: is not understood"),
        ({"public": polars.LazyFrame({"zip": ["1"]})}, "pass its table: .collect()"),
        ({"public": [{"zip": "1"}]}, "public: a list is no table; build an Arrow, pandas or"),
        ({"private": polars.LazyFrame({"zip": ["1"]})}, "pass its table: .collect()"),
    ],
)
def test_faults_are_told_in_our_own_words(words, message):
    text = str(refusal(**words))
    assert message in text
    assert not re.search("[Ii]nput|Dictionary|should|valid|pydantic|instance", text)


@pytest.mark.parametrize("value", [1, 0, 1.0, Decimal(0), Fraction(1), "1", "True", None, []])
def test_a_flag_is_true_or_false_and_nothing_that_equals_it(value):
    words = {"mpalm": {"unsafe": value}}
    assert "unsafe: write true or false" in str(refusal(algorithm=words))


@pytest.mark.parametrize("value", [True, False, "true", "false"])
def test_a_flag_in_code_or_in_a_file(value):
    words = {"recursive": {"c": "3", "l": "2", "strict": value}}
    found = job(keep=["ill"], constraints={"l_diversity": {"ill": words}})
    assert found.constraints.l_diversity["ill"].recursive.strict is (value in (True, "true"))


def test_keys_are_those_that_a_job_file_writes():
    assert refusal(private={"path": "t.csv", "delimiter": ":"}).keys == ("private", "delimiter")
    assert refusal(private=[]).keys == ("private",)
    names = {"source": {"prefix": "2"}}
    assert refusal(quasi_identifiers=names).keys == ("quasi_identifiers", "source", "prefix")


def test_further_faults_are_named():
    assert str(refusal(metrics="loss", deltas="1")).endswith("; then mend deltas")
    words = {"quasi_identifers": {"a": {"prefix": [1]}}, "public": "p.csv", "private": "t.csv"}
    with pytest.raises(ConfigError) as refused:
        Job(**words, release="r.csv")
    assert str(refused.value).startswith("quasi_identifers: is not a key of the job file; did you")
    assert "then mend" not in str(refused.value)


def test_a_job_does_not_change():
    found = job()
    with pytest.raises(ConfigError, match="metric: a job does not change"):
        found.metric = "precision"


@pytest.mark.parametrize(
    "text",
    ["p.csv", "p.parquet", "P.CSV", "p.pq", "p.tsv", "p.txt", "a/b", "a\\b", "*.x", "./people"],
)
def test_paths_by_their_looks(text):
    assert is_path(text)
    assert job(public=text).public.path == text


@pytest.mark.parametrize("text", ["people", "main.people", "my.table.name", "p.json", "csv"])
def test_tables_by_their_looks(text):
    assert not is_path(text)
    assert job(public=text).public.words == text


def test_a_path_object_is_a_path():
    assert job(public=Path("people")).public.path == "people"


@pytest.mark.parametrize(
    "mask",
    [
        pandas.Series([True, False]),
        pandas.Series([True, None], dtype="boolean"),
        polars.Series([True, False]),
        pyarrow.array([True, False]),
        numpy.array([True, False]),
        [True, False],
        polars.col("zip") == "1",
    ],
)
def test_a_mask_is_no_table_and_no_condition(mask):
    """The error says how the rows that it marks are passed."""
    table = pandas.DataFrame({"zip": ["1", "2"]})
    for private in (mask, {"table": mask, "key": "zip"}):
        told = "private: a mask has no rows; pass the rows that it marks, as people[mask] in"
        assert str(refusal(public=table, private=private)).startswith(told)
    told = "private.where: write the name of a column of P or a condition in SQL, as a text; for"
    assert str(refusal(public=table, private={"where": mask})).startswith(told)
    with pytest.raises(dpsql.ConfigError, match=r"where: give a text.*private=people\[mask\]$"):
        dpsql.init(table, where=mask)
    assert "; a condition on P stands in private, as" in str(refusal(where=mask))


def test_a_frame_may_have_columns_of_any_name():
    frame = pandas.DataFrame({"zip": ["1", "2"], "dtype": "bool", "type": "bool", "shape": 1})
    assert job(public=frame, private=frame).private.source.memory.table is frame


@pytest.mark.parametrize(
    "ends",
    [
        numpy.array(["f", "m"]),
        pandas.Series(["f", "m"]),
        pandas.Categorical(["f", "m"]),
        pandas.Index(["f", "m"]),
        polars.Series(["f", "m"]),
        pyarrow.array(["f", "m"]),
        {"f": 1, "m": 2}.keys(),
        {1: "f", 2: "m"}.values(),
        ("f", "m"),
    ],
)
def test_what_has_an_order_is_a_list(ends):
    """A generator, too, but it can be read once."""
    rule = {"tree": {"all": ends}, "order": ends}
    found = job(quasi_identifiers={"sex": rule, "age": {"widths": [5]}}, keep=ends)
    assert found.quasi_identifiers["sex"].tree == {"all": ["f", "m"]}
    assert found.quasi_identifiers["sex"].order == found.keep == ("f", "m")
    rule = {"tree": {"all": iter(["f", "m"])}}
    read = job(quasi_identifiers={"sex": rule}).quasi_identifiers
    assert read["sex"].tree == {"all": ["f", "m"]}


def test_a_set_is_no_list():
    told = "a set has no order; pass a list, as by sorted(…)"
    assert str(refusal(keep={"a", "b"})) == f"keep: {told}"
    tree = {"sex": {"tree": {"all": {"f", "m"}}}}
    assert str(refusal(quasi_identifiers=tree)) == f"quasi_identifiers.sex.tree: {told}"


@pytest.mark.parametrize("missing", [None, float("nan"), pandas.NA, pandas.NaT])
def test_a_missing_value_is_no_leaf(missing):
    tree = {"sex": {"tree": {"all": pandas.Series(["f", missing], dtype=object)}}}
    assert str(refusal(quasi_identifiers=tree)).endswith(
        "leave it out, and write 'nulls': 'own_leaf'"
    )


@pytest.mark.parametrize("make", [pyarrow.table, pandas.DataFrame, polars.DataFrame])
def test_tables_in_memory_stand_where_a_path_does(make):
    table = make({"zip": ["1"]})
    found = job(public=table, private=table)
    assert found.public.memory.table is table
    assert found.private.source.memory.table is table


@pytest.mark.parametrize("make", [pandas.Series, polars.Series])
def test_a_column_is_no_table(make):
    told = "private: a Series is one column; pass its table: .to_frame(); or the rows that it"
    told += " marks, as people[column == 1]"
    assert str(refusal(private=make(["HIV"]))) == told


def test_a_query_that_has_not_run_is_not_run():
    query = duckdb.connect().sql("SELECT i FROM range(3) AS r(i) WHERE error('ran' || i) IS NULL")
    told = "private: it is a query that has not run; pass its table: .to_arrow_table()"
    assert str(refusal(private=query)) == told


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (polars.DataFrame.lazy, "it is a plan that has not run; pass its table: .collect()"),
        (
            lambda table: pyarrow.dataset.dataset(table.to_arrow()),
            "it is a dataset that was not read; pass its table: .to_table()",
        ),
        (
            lambda table: pyarrow.dataset.dataset(table.to_arrow()).scanner(),
            "it is a scan that has not run; pass its table: .to_table()",
        ),
        (
            lambda table: table.to_arrow().to_reader(),
            "it is a reader, which reads once only; pass its table: .read_all()",
        ),
    ],
)
def test_what_was_not_read_is_told_how_it_becomes_a_table(make, told):
    unread = make(polars.DataFrame({"zip": ["HIV"]}))
    assert str(refusal(private=unread)) == f"private: {told}"
    with pytest.raises(ConfigError, match=re.escape(told)):
        dpsql.init(unread, unread)


@pytest.mark.parametrize("make", [pyarrow.table, pandas.DataFrame, polars.DataFrame])
def test_a_table_is_no_path_to_write_to_and_no_hierarchy(make):
    table = make({"zip": ["HIV"]})
    assert str(refusal(release=table)).startswith("release: give the path of the file that dpsql")
    told = refusal(quasi_identifiers={"zip": table})
    assert str(told).startswith("quasi_identifiers.zip: give the path of a hierarchy, or a mapping")
    assert "{'table': frame, 'columns': […]}" in str(told)
    mapping = {"table": table, "columns": ["zip"]}
    assert job(quasi_identifiers={"zip": mapping}).quasi_identifiers["zip"].table.memory
    assert "HIV" not in str(told)


def test_whole_numbers_of_numpy_are_numbers():
    found = job(
        quasi_identifiers={"age": {"widths": numpy.array([5, 10])}},
        constraints={"k_anonymity": numpy.int64(3)},
    )
    assert found.quasi_identifiers["age"].widths == (5, 10)
    assert found.constraints.k_anonymity == 3


@pytest.mark.parametrize("value", [1, None, [], {"zip": ["1"]}, True])
def test_anything_else_is_no_source(value):
    assert refusal(public=value).keys[0] == "public"


@pytest.mark.parametrize(
    "words",
    [{}, {"path": "a.csv", "table": "a"}, {"path": ""}, {"path": "a.csv", "format": "json"}],
)
def test_a_source_names_one_place(words):
    refusal(public=words)


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_delimiters(delimiter):
    found = job(public={"path": "p.csv", "delimiter": delimiter})
    assert found.public.delimiter == delimiter


@pytest.mark.parametrize("delimiter", ["", ":", ",,", " "])
def test_other_delimiters_are_refused(delimiter):
    assert refusal(public={"path": "p.csv", "delimiter": delimiter}).keys == ("public", "delimiter")


def test_t_as_a_table_of_its_own():
    for private in ("t.csv", {"path": "t.csv"}, {"table": "t.csv"}):
        found = job(private=private).private
        assert (found.source.path, found.where, found.key) == ("t.csv", None, None)
    assert job(private={"table": "trial"}).private.source.words == "trial"
    assert job(private="trial").private.source.words == "trial"
    given = job(private={"path": "t.csv", "delimiter": ";"}).private
    assert given.source.delimiter == ";"


def test_t_as_rows_of_p_by_a_predicate():
    found = job(private={"where": "in_trial"}).private
    assert (found.source, found.where, found.key) == (None, "in_trial", None)


def test_t_as_rows_of_p_by_key():
    for place in ({"table": "t.csv"}, {"path": "t.csv"}):
        found = job(private={**place, "key": "person_id"}).private
        assert (found.source.path, found.where, found.key) == ("t.csv", None, "person_id")
    found = job(private={"table": "trial", "key": "id"}).private
    assert (found.source.words, found.key) == ("trial", "id")


@pytest.mark.parametrize(
    "private",
    [
        {},
        {"key": "id"},
        {"where": "a", "table": "t.csv"},
        {"where": "a", "key": "id"},
        {"where": ""},
        {"table": "t.csv", "key": ""},
        {"table": "t.csv", "path": "t.csv"},
        {"table": "t.csv", "keys": "id"},
    ],
)
def test_t_in_no_form_or_two_is_refused(private):
    assert refusal(private=private).keys[0] == "private"


def test_hierarchies_by_their_kind():
    kinds = {
        "file": "zip.csv",
        "path": Path("zip.csv"),
        "long file": {"hierarchy": "zip.csv", "delimiter": ";"},
        "widths": {"widths": ["5", 10, Decimal("20")]},
        "dates": {"dates": ["month", "year", "decade"]},
        "prefix": {"prefix": ["4", 3, "2"]},
        "tree": {"tree": {"America": {"N. America": ["USA"]}}},
        "table": {"table": "dim_region", "columns": ["city", "county"]},
        "file of a mapping": {"table": "dim.csv", "columns": ["city"]},
    }
    found = job(quasi_identifiers=kinds).quasi_identifiers
    assert list(found) == list(kinds)
    assert found["file"].hierarchy == found["path"].hierarchy == "zip.csv"
    assert (found["long file"].hierarchy, found["long file"].delimiter) == ("zip.csv", ";")
    assert found["widths"].rule() == WidthHierarchy(False, tuple(map(Decimal, (5, 10, 20))))
    assert found["dates"].rule() == DateHierarchy(False, ("month", "year", "decade"))
    assert found["prefix"].rule() == PrefixHierarchy(False, (4, 3, 2))
    assert found["table"].table.words == "dim_region"
    assert found["file of a mapping"].table.path == "dim.csv"
    assert found["tree"].rule() is found["table"].rule() is found["file"].rule() is None


def test_a_width_may_be_a_float_whose_decimal_is_exact():
    found = job(quasi_identifiers={"zip": {"widths": [0.5, 1e-5 * 1e5, 1e1]}})
    assert found.quasi_identifiers["zip"].widths == (Decimal("0.5"), 1, 10)


def test_null_as_a_leaf_of_its_own_reaches_the_rule():
    words = QuasiIdentifier(widths=("5",), nulls="own_leaf")
    assert words.rule() == WidthHierarchy(True, (Decimal(5),))


@pytest.mark.parametrize(
    "words",
    [
        {},
        {"nulls": "own_leaf"},
        {"hierarchy": "zip.csv", "widths": ["5"]},
        {"tree": {"*": ["a"]}, "prefix": ["1"]},
        {"table": "dim"},
        {"columns": ["a", "b"]},
        {"hierarchy": "zip.csv", "columns": ["a"]},
        {"hierarchy": ""},
        {"hierarchy": "zip.csv", "delimiter": "|"},
        {"hierarchy": "zip.csv", "nulls": "drop"},
        {"hierarchy": "zip.csv", "order": "random"},
        {"widths": []},
        {"widths": ["5", "12"]},
        {"widths": ["x"]},
        {"widths": ["-5"]},
        {"widths": [True]},
        {"widths": [float("nan")]},
        {"widths": "5"},
        {"dates": ["week"]},
        {"dates": ["year", "month"]},
        {"prefix": ["2", "4"]},
        {"prefix": ["0"]},
        {"prefix": ["1.5"]},
        {"prefix": [True]},
        {"tree": ["a"]},
    ],
)
def test_hierarchies_of_no_kind_or_two_are_refused(words):
    error = refusal(quasi_identifiers={"zip": words})
    assert error.keys[:2] == ("quasi_identifiers", "zip")


@pytest.mark.parametrize(
    ("width", "named"),
    [
        (
            "1e17",
            "widths, entry 1: the width '1e17' cannot be read; write its digits",
        ),
        (2**62, "the width '4611686018427387904' cannot be read; write its digits, at most 18"),
        ("5e-324", "the width '5e-324' cannot be read; write its digits, at most 18 before the"),
        ("", "the width '' cannot be read"),
        (Decimal("1E+2"), "the width '1E+2' cannot be read"),
        (0.1 + 0.2, "the width '0.30000000000000004' has more digits than are read; write"),
        (float("nan"), "the width 'nan' is no number; write its digits"),
        (Fraction(1, 3), "the width '1/3' is a Fraction, which is not read; write its digits"),
        (True, "the width 'True' is a bool, which is not read; write its digits"),
        (None, "the width 'None' is None, which is not read; write its digits"),
        ("1" * 1000, f"the width '{'1' * 40}…' cannot be read"),
        ("0", "zip: the width 0 is not above 0; write widths such as [5, 10, 20]"),
        ("0.0000000", "the width 0.0000000 is not above 0"),
        ("-5", "the width -5 is not above 0"),
    ],
)
def test_a_width_that_is_refused_is_named(width, named):
    message = str(refusal(quasi_identifiers={"zip": {"widths": [width, 10]}}))
    assert named in message
    assert len(message) < 200


@pytest.mark.parametrize("order", ["hierarchy", "alpha", "frequency", "number", ["b", "a"], [""]])
def test_orders(order):
    words = {"hierarchy": "zip.csv", "order": order}
    found = job(quasi_identifiers={"zip": words}).quasi_identifiers["zip"].order
    assert found == (tuple(order) if isinstance(order, list) else order)


@pytest.mark.parametrize(
    ("order", "message"),
    [
        ([], "zip.order: list values as text, at least one"),
        (["a", 1.5], "zip.order: list values as text, at least one"),
        (["a", ["b"]], "zip.order: list values as text, at least one"),
        (["a", "b", "a"], "zip.order: 'a' stands twice; keep one"),
        (["", ""], "zip.order: '' stands twice; keep one"),
        ("Alpha", "zip.order: write one of hierarchy, alpha, frequency, number, or a list"),
    ],
)
def test_orders_that_are_none_are_refused(order, message):
    words = {"hierarchy": "zip.csv", "order": order}
    assert message in str(refusal(quasi_identifiers={"zip": words}))


def test_quasi_identifiers_keep_the_order_of_the_job():
    names = {"b": "b.csv", "a": "a.csv", "c": "c.csv"}
    assert list(job(quasi_identifiers=names).quasi_identifiers) == ["b", "a", "c"]


@pytest.mark.parametrize("names", [{}, {"": "a.csv"}, {"zip": "a.csv", "ZIP": "b.csv"}])
def test_quasi_identifiers_must_be_told_apart(names):
    refusal(quasi_identifiers=names)


@pytest.mark.parametrize("keep", [["zip"], ["Zip"], ["a", "a"], ["a", "A"], [""], [1], "lab"])
def test_kept_columns_must_be_told_apart_too(keep):
    refusal(keep=keep)


def test_delta():
    delta = job(delta={"min": "1/2", "max": "0.75"}).delta
    assert (delta.min, delta.max) == (Fraction(1, 2), Fraction(3, 4))
    assert job(delta={}).delta.bounds.allows(1, 0)
    assert job(delta={"max": 1}).delta.min == 0
    assert job(delta={"min": Fraction(2, 3)}).delta.max == 1


@pytest.mark.parametrize(
    ("delta", "keys"),
    [
        ({"min": "2/3", "max": "1/2"}, ("delta",)),
        ({"max": 1 / 3}, ("delta", "max")),
        ({"max": True}, ("delta", "max")),
        ({"max": "1.1"}, ("delta", "max")),
        ({"min": "-1"}, ("delta", "min")),
        ({"min": None}, ("delta", "min")),
        ("1/2", ("delta",)),
    ],
)
def test_deltas_that_are_refused(delta, keys):
    assert refusal(delta=delta).keys == keys


@pytest.mark.parametrize("k", ["5", 5, "1", 999_999_999_999])
def test_constraints(k):
    assert job(constraints={"k_anonymity": k}).constraints.k_anonymity == int(k)


@pytest.mark.parametrize("k", ["0", 0, -1, "x", "", "5.0", 5.0, True, None, "1_000", "1" * 13, "٥"])
def test_constraints_that_are_no_count_are_refused(k):
    if k is None:
        assert job(constraints={"k_anonymity": k}).constraints.k_anonymity is None
        return
    assert refusal(constraints={"k_anonymity": k}).keys == ("constraints", "k_anonymity")


@pytest.mark.parametrize(
    "words",
    [
        {"metric": "beauty"},
        {"metric": "LOSS"},
        {"algorithm": "magic"},
        {"engine": "oracle"},
        {"engine": {"duckdb": {"threads": "0"}}},
        {"engine": {"duckdb": {"speed": "high"}}},
        {"release": ""},
        {"release": 1},
    ],
)
def test_other_words_that_are_refused(words):
    assert refusal(**words).keys[0] == next(iter(words))


def test_kept_counts_and_a_key_exclude_each_other():
    table = {"table": "t.csv", "key": "id"}
    problem = refusal(cache="kept", private=table)
    assert "cache: T has a key of P, by which P is read anyway; drop key" in str(problem)
    assert "marked" not in str(problem)
    assert "where T is marked in P" in str(refusal(cache="kept", private={"where": "ill"}))
    assert "such as {'sql': " in str(refusal(questions=["how many?"]))


def test_engine_by_name_and_with_options():
    assert job(engine="duckdb").engine == job().engine
    found = job(engine={"duckdb": {"memory": "4GB", "threads": "2", "work_dir": "w"}}).engine.duckdb
    assert (found.memory, found.threads, found.work_dir) == ("4GB", 2, "w")


@pytest.mark.parametrize("words", [{}, {"duckdb": None}, {"duckdb": {}}])
def test_an_engine_without_words_has_its_defaults(words):
    assert EngineOptions.model_validate(words).name == "duckdb"
    assert EngineOptions.model_validate({"postgres": None}).name == "postgres"


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"public_columns": ["age"]}, "public_columns: 'zip' is a quasi-identifier"),
        (
            {"public_columns": ["age", "sex"]},
            "if P has this column, list it, too; if not, correct its name in quasi_identifiers;"
            " others that are listed: 'age', 'sex'",
        ),
        (
            {"public_columns": ["Zip", "age"]},
            "public_columns: it lists 'Zip', and quasi_identifiers has 'zip': if both are one",
        ),
        *(
            (
                {"keep": ["lab"], "constraints": {"l_diversity": {name: {"distinct": 2}}}},
                f"protect column '{name}', which keep does not list; did you mean 'lab'?",
            )
            for name in ("Lab", "labs")
        ),
        (
            {"keep": ["ill"], "constraints": {"l_diversity": {"lab": {"distinct": 2}}}},
            "'lab', which is not published and needs no protection; add it to keep",
        ),
        ({"public_columns": ["age", "zipp"]}, "it lists 'zipp', and quasi_identifiers has 'zip'"),
        ({"public_columns": []}, "public_columns: 'zip' is a quasi-identifier"),
        ({"public_columns": ["zip", "age", "AGE"]}, "public_columns: a column stands twice"),
        ({"public_columns": "zip"}, "public_columns: write a list, such as ['zip']"),
        (
            {"public_columns": ["zip", "age"], "keep": ["Zip"]},
            "drop it from keep, or from quasi_identifiers and public_columns if the public does",
        ),
        ({"keep": ["zip"]}, "'zip' is a quasi-identifier, which the release has generalized; drop"),
        (
            {"public_columns": ["zip", "Lab"], "keep": ["lab"]},
            "keep: the public has column 'lab', too (public_columns lists it)",
        ),
        (
            {"private": {"where": "ill"}, "keep": ["lab"]},
            "keep: the public has column 'lab', too (it is in P), and would join on it; drop it"
            " from keep, or list in public_columns what the public has of P",
        ),
        (
            {
                "private": {"where": "ill"},
                "keep": ["lab"],
                "constraints": {"l_diversity": {"lab": {"distinct": 2}}},
            },
            "keep: the public has column 'lab', too",
        ),
    ],
)
def test_what_the_public_has_may_not_be_kept(words, problem):
    assert problem in str(refusal(**words))


def test_a_protected_column_that_is_misspelt_is_named_of_a_frame_also_without_keep():
    people = pandas.DataFrame({"zip": ["a"], "substance": ["x"]})
    words = {"private": people, "constraints": {"l_diversity": {"substanc": {"distinct": 2}}}}
    told = "'substanc', which T does not have; did you mean 'substance'? Write it so, and list it"
    assert told in str(refusal(**words))
    # A frame whose names may be values shows none.
    strange = people.set_axis(["2024-05-31", "substance"], axis=1)
    assert "which is not published" in str(refusal(**words | {"private": strange}))


def test_what_the_public_has_not_may_be_kept():
    known = ["zip", "age"]
    assert job(private={"where": "ill"}, public_columns=known, keep=["lab"]).keep == ("lab",)
    assert job(keep=["lab"]).public_columns is None


def test_a_public_column_is_not_kept_however_its_letters_are_coded():
    """macOS writes é as e and a mark of its own."""
    words = {"public_columns": ["zip", "caf\u00e9"], "keep": ["CAFE\u0301"]}
    with pytest.raises(InvalidJob, match="public_columns lists it"):
        Job(public="p.csv", private="t.csv", quasi_identifiers={"zip": {"widths": [5]}}, **words)
