"""What is said of a wrong word: one line that names it, and what was probably meant."""

import logging
from datetime import date, datetime, timedelta

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.compute
import pytest

import dpsql
from dpsql.cli import app as cli
from dpsql.faces import on_command_line


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "metric: loss",
            "metrc: loss",
            "metrc: is not a key of the job file; did you mean 'metric'?",
        ),
        ("quasi_identifiers:", "quasi_identifier:", "; did you mean 'quasi_identifiers'?"),
        ("max: 2/3", "maxi: 2/3", "delta.maxi: is not a key of the job file; did you mean 'max'?"),
        (
            "max: 2/3",
            "upper: 2/3",
            "delta.upper: is not a key of the job file; write delta: {min: 1/2, max: 2/3}",
        ),
        ("zip: zip.csv", "zip: {hierachy: zip.csv}", "; did you mean 'hierarchy'?"),
        ("zip: zip.csv", "zip: {min_level: 1}", "; did you mean 'least_level'?"),
        ("zip: zip.csv", "zip: {max_level: 1}", "; did you mean 'most_level'?"),
        ("age: age.csv", "age: {widths: [5], weight: -1}", "the weight is 0 or more"),
        ("metric: loss", "engine: {duckdb: {memry: 1GB}}", "; did you mean 'memory'?"),
        (
            "metric: loss",
            "engine: none.duckdb",
            "engine: no such database file; write one of duckdb",
        ),
        ("metric: loss", "engine: duckdbb", "engine: write one of duckdb, postgres, spark"),
        ("metric: loss", "metric: los", "write 'loss', 'discernibility'"),
        ("metric: loss", "constraints: {k_anonymty: 5}", "; did you mean 'k_anonymity'?"),
        ("metric: loss", "algorithm: splam", "algorithm: write one of spalm, "),
        ("metric: loss", "algorithm: polled", "mondrian; did you mean pooled?"),
        ("{min: 1/2, max: 2/3}", "2/3", "delta: write a mapping, such as {max: 2/3}"),
        ("{min: 1/2, max: 2/3}", "[50%, 2/3]", "write a mapping, such as {min: 50%, max: 2/3}"),
        ("max: 2/3", "max: -5%", "delta.max: the threshold is a probability: it lies between 0"),
        ("delta: {", "delta:{", "a blank belongs after the colon of a key: delta: {"),
        ("metric: loss", "metric:loss", "a blank belongs after the colon of a key: metric: …"),
        ("max: 2/3", "max: '66,7 %'", "the threshold: a decimal has a point; write 66.7%"),
        ("max: 2/3", "max: high", "or a percentage such as 20%"),
        ("age: age.csv", "age: {widths: [20, 5]}", "(or not larger); write [5, 20]"),
        ("age: age.csv", "age: {widths: [5, 12]}", "; write 10 or 15 in place of 12"),
        ("age: age.csv", "age: {widths: [2, 5, 10]}", "; write [2, 10] or [5, 10]"),
        ("age: age.csv", "age: {widths: 5, 10}", "a list stands in brackets, as {widths: [5, 10]}"),
        ("age: age.csv", "age: widths", "if it is a rule, write {widths: [5, 10]}"),
        ("  age:", "\tage:", "a tab stands at its start: indent by spaces"),
        (
            "metric: loss",
            "engine: {postgres: {dsn: 'host=db password=s3cret'}}",
            "write dsn_env: NAME, and set NAME to host=… dbname=… user=…",
        ),
        (
            "metric: loss",
            "engine: {duckdb: {work_dir: none/there}}",
            "work_dir: not writable (No such file or directory); make this folder, or name",
        ),
        ("metric: loss", "private: {tabel: private.csv}", "; did you mean 'table'?"),
        (
            "public.csv",
            "publc.csv",
            "publc.csv: no such file; paths start from the job file; there",
        ),
        ("zip: zip.csv", "zip: zp.csv", "zp.csv cannot be read (No such file or directory); there"),
        ("nationality:", "nationalty:", "has no column 'nationalty'; did you mean 'nationality'?"),
    ],
)
def test_a_misspelt_word_of_the_job(example, run, edit, old, new, said):
    if new.startswith("private"):
        edit(example, "private: private.csv", new)
    else:
        edit(example, old, new)
    ended = run("check", example)
    assert ended.exit_code in (2, 3)
    assert said in ended.complaint


def test_no_name_of_a_file_is_guessed_where_none_is_alike(example, run, edit):
    edit(example, "public.csv", "elsewhere.parquet")
    complaint = run("check", example).complaint
    assert complaint.startswith(f"dpsql: {example.name}:")
    assert complaint.endswith("no such file; paths start from the job file")


def test_a_release_in_place_of_a_job_is_called_so(example, run):
    table = example.with_name("released.csv")
    for path in (table, table.with_name("released.csv.manifest.json")):
        path.touch()
    complaint = run("verify", table).complaint
    told = "released.csv is a release, not a job file; dpsql verify JOB checks the release of a job"
    assert told in complaint


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (("mesure", "JOB"), "Did you mean 'measure'? See dpsql --help"),
        (("script", "JOB"), "No such command 'script'. Did you mean 'sql'? See dpsql --help"),
        (("anonymize", "public.csv"), "public.csv is a table, not a job file; dpsql init makes"),
        (("measure", "JOB", "--levls", "zip=1"), "--levels, --release); see dpsql measure --help"),
        (("measure",), "Missing argument 'JOB'; see dpsql measure --help"),
        (("measure", "jobb.yaml"), "the job file cannot be read (No such file or directory)"),
        (("measure", "JOB", "--levels", "zp=2"), "; did you mean 'zip'?"),
        (
            ("measure", "JOB", "--levels", "zip=9"),
            "--levels: zip has levels 0 to 3, and no",
        ),
        (
            ("anonymize", "JOB", "--gap", "x"),
            "'--gap': write a valid number, a share such as 0.02; see",
        ),
        (("anonymize", "JOB", "--csv-formulas", "qoute"), "not one of 'refuse', 'quote'; see"),
        (
            ("sql", "JOB", "--dialect", "snowflak"),
            "'snowflak' is not known; did you mean 'snowflake'?",
        ),
        (("hierarchy", "lnt", "zip.csv"), "Did you mean 'lint'? See dpsql hierarchy --help"),
        (("hierarchy", "export", "JOB", "zp"), "no quasi-identifier 'zp'; did you mean 'zip'?"),
        (("delta", "--population", "10"), "--prior is missing; give --prior, --cost and"),
        (
            [
                "delta",
                "--population",
                "ten",
                "--members",
                "1",
                "--prior",
                "0.1",
                "--cost",
                "1",
                "--acceptable",
                "1",
            ],
            "population: write a whole number, such as 1000, by its digits alone",
        ),
    ],
)
def test_a_wrong_call(example, monkeypatch, capsys, command, said):
    """Through `main`, which tells of usage; it is one line, and its exit code is 2."""
    words = [str(example) if word == "JOB" else word for word in command]
    monkeypatch.chdir(example.parent)
    monkeypatch.setattr("sys.argv", ["dpsql", *words])
    monkeypatch.setattr("signal.signal", lambda *_: None)
    monkeypatch.setattr("os.umask", lambda _: 0)
    # Its thread would go on, and end these tests at the alarm of another one.
    monkeypatch.setattr(cli, "end_in_time", lambda: None)
    with pytest.raises(SystemExit) as ended:
        cli.main()
    told = capsys.readouterr().err
    assert ended.value.code == 2
    assert (said in told, told.count("\n")) == (True, 1), told


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (("--population", "2.000"), "population: write a whole number, such as 1000, by its"),
        (("--cost", "10.000"), "cost: 10.000 has three decimals, or thousands; write 10 or 10000"),
        (("--cost", "1,250"), "cost: 1,250 has three decimals, or thousands; write 1.25 or 1250"),
        (("--cost", "1,25"), "cost: a decimal has a point; write 1.25"),
    ],
)
def test_a_number_that_may_be_two_is_asked_about(run, number, said):
    words = {"--population": "2000", "--members": "160", "--prior": "0.1", "--cost": "9"}
    words |= {"--acceptable": "1", number[0]: number[1]}
    ended = run("delta", *(one for pair in words.items() for one in pair))
    assert ended.exit_code == 2
    assert said in ended.complaint


def test_levels_that_stand_twice_are_refused(example, run, start):
    ended = start("measure", example, "--levels", "zip=2", "--levels", "age=1")
    assert ended.exit_code == 2
    assert "--levels stands twice; write it once: --levels zip=2,age=1" in ended.complaint
    assert run("measure", example, "--levels", "zip=2,age=1").exit_code in (0, 4)


@pytest.mark.parametrize("algorithm", ["mondrian", "{mpalm: {cuts: hierarchy}}"])
def test_a_metric_that_decides_nothing_is_told(example, run, edit, algorithm):
    edit(example, "metric: loss", f"algorithm: {algorithm}\nmetric: class_size")
    for command in ("check", "anonymize"):
        assert (
            "metric: class_size is measured, and decides nothing" in run(command, example).complaint
        )


def test_an_option_that_is_given_by_position_is_told_by_name(example):
    with pytest.raises(dpsql.ConfigError, match=r"; options go by name, as overwrite=True$"):
        dpsql.anonymize(example, True)
    with (
        duckdb.connect() as connection,
        pytest.raises(dpsql.ConfigError, match=r"; options go by name, as connection=…$"),
    ):
        dpsql.measure(example, connection)


def test_types_of_frames_are_mended_in_the_frame():
    words = {"quasi_identifiers": {"age": {"widths": [5]}}, "delta": {"max": 1}}
    public, private = pd.DataFrame({"age": [1, 2]}), pd.DataFrame({"age": ["1"]})
    with pytest.raises(dpsql.TypeMismatch, match=r"frame.astype\({'age': 'Int64'}\)") as refused:
        dpsql.check(dpsql.Job(public=public, private=private, **words))
    assert "save both" not in str(refused.value)


@pytest.mark.parametrize("names", [[0, 1], pd.MultiIndex.from_tuples([("age", ""), ("sex", "")])])
def test_columns_of_frames_that_no_text_names_are_told_so(names):
    frame = pd.DataFrame([[1, "f"], [2, "m"]])
    frame.columns = names
    words = {"quasi_identifiers": {"age": {"widths": [5]}}, "delta": {"max": 1}}
    with pytest.raises(dpsql.SchemaError, match=r"names are no texts.*: frame\.columns = \["):
        dpsql.check(dpsql.Job(public=frame, private=frame[:1], **words))
    frame.columns = ["age", "sex"]
    assert dpsql.check(dpsql.Job(public=frame, private=frame[:1], **words)).private_rows == 1


def test_a_table_of_a_connection_that_was_not_passed_is_asked_for():
    words = {"quasi_identifiers": {"age": {"widths": [5]}}, "delta": {"max": 1}}
    job = dpsql.Job(public={"table": "people"}, private={"where": "age > 1"}, **words)
    with pytest.raises(
        dpsql.ConfigError, match=r"of an open connection needs connection=…, a file"
    ):
        dpsql.check(job)
    with on_command_line(), pytest.raises(dpsql.ConfigError, match="this name; a file needs"):
        dpsql.check(job)
    with duckdb.connect() as connection:
        with pytest.raises(dpsql.ConfigError, match="this name; a file needs"):
            dpsql.check(job, connection=connection)
        connection.execute("CREATE TABLE people AS SELECT range AS age, 'f' AS sex FROM range(4)")
        assert dpsql.check(job, connection=connection).private_rows == 2


_TIME = datetime(1980, 3, 1, 12)


def test_ids_that_pandas_made_floats_become_texts_without_an_end():
    public, private = pd.DataFrame({"id": ["5", "6"]}), pd.DataFrame({"id": [5.0, None]}).head(1)
    rules = {"id": {"prefix": [1]}}
    with pytest.raises(dpsql.TypeMismatch) as refused:
        dpsql.check(dpsql.Job(public=public, private=private, quasi_identifiers=rules))
    mend = 'frame[\'id\'].astype("Int64").astype("string")'
    assert f" (of a frame of pandas: {mend} makes texts of whole numbers" in str(refused.value)
    assert "keeps them whole" not in str(refused.value)
    mended = private.assign(id=eval(mend, {"frame": private}))
    assert dpsql.check(dpsql.Job(public=public, private=mended, quasi_identifiers=rules))


@pytest.mark.parametrize(
    ("make", "mend"),
    [
        (pd.DataFrame, "frame['sex'].str.join('|')"),
        (pl.DataFrame, "pl.col('sex').list.join('|')"),
        (pa.table, "pyarrow.compute.binary_join(table['sex'], '|')"),
    ],
)
def test_a_list_is_told_how_it_becomes_a_text_in_either_table(make, mend):
    lists, plain = make({"sex": [["f"], ["m"]]}), make({"sex": ["f"]})
    rules = {"sex": {"prefix": [1]}}
    for public, private in ((lists, plain), (lists, lists), (make({"sex": ["f", "m"]}), lists)):
        with pytest.raises(dpsql.InputError) as refused:
            dpsql.check(dpsql.Job(public=public, private=private, quasi_identifiers=rules))
        told = "column 'sex' of type VARCHAR[] cannot be a quasi-identifier; "
        assert str(refused.value).startswith(told + mend)
    words = {"frame": lists, "table": lists, "pl": pl, "pyarrow": pa}
    made = eval(mend, words)
    joined = lists.select(made)["sex"] if make is pl.DataFrame else made
    assert [*map(str, joined)] == ["f", "m"]


@pytest.mark.parametrize(
    ("make", "bytes_mend", "days_mend"),
    [
        (pd.DataFrame, "frame['x'].str.decode('utf-8')", "frame['x'].dt.days"),
        (pl.DataFrame, "pl.col('x').cast(pl.String)", "pl.col('x').dt.total_days()"),
        (
            pa.table,
            "table['x'].cast(pa.string())",
            "pyarrow.compute.divide(table['x'].cast(pa.duration('s')).cast(pa.int64()), 86400)",
        ),
    ],
)
def test_bytes_and_lengths_of_time_are_told_in_plain_words(make, bytes_mend, days_mend):
    rules = {"x": {"prefix": [1]}}
    for values, told, mend in (
        ([b"f", b"m"], "it holds bytes; ", bytes_mend),
        ([timedelta(days=1), timedelta(days=2)], "it holds lengths of time; ", days_mend),
    ):
        table = make({"x": values})
        with pytest.raises(dpsql.InputError) as refused:
            dpsql.check(dpsql.Job(public=table, private=table, quasi_identifiers=rules))
        assert f"{told}{mend} makes " in str(refused.value)
        made = eval(mend, {"frame": table, "table": table, "pl": pl, "pyarrow": pa, "pa": pa})
        made = table.select(made)["x"] if make is pl.DataFrame else made
        assert [*map(str, made)] in (["f", "m"], ["1", "2"])


@pytest.mark.parametrize(
    ("make", "given", "other", "said", "mend"),
    [
        (
            pl.DataFrame,
            "1980",
            1980,
            "frame.cast({'born': pl.Int64}) makes whole numbers",
            lambda table: table.cast({"born": pl.Int64}),
        ),
        (
            pl.DataFrame,
            _TIME,
            _TIME.date(),
            "frame.cast({'born': pl.Date}) makes dates of times",
            lambda table: table.cast({"born": pl.Date}),
        ),
        (
            pl.DataFrame,
            "1980-03-01",
            _TIME.date(),
            "frame.with_columns(pl.col('born').str.to_date('%Y-%m-%d')) makes dates",
            lambda table: table.with_columns(pl.col("born").str.to_date("%Y-%m-%d")),
        ),
        (
            pa.table,
            "1980",
            1980,
            "table['born'].cast(pa.int64()) makes whole numbers",
            lambda table: table.set_column(0, "born", table["born"].cast(pa.int64())),
        ),
        (
            pa.table,
            _TIME,
            _TIME.date(),
            "table['born'].cast(pa.date32(), safe=False) makes dates of times",
            lambda table: table.set_column(0, "born", table["born"].cast(pa.date32(), safe=False)),
        ),
        (
            pa.table,
            "1980-03-01",
            _TIME.date(),
            "table['born'].cast(pa.date32()) makes dates of texts",
            lambda table: table.set_column(0, "born", table["born"].cast(pa.date32())),
        ),
        (
            pl.DataFrame,
            1980.0,
            "1980",
            "frame.cast({'born': pl.Int64}).cast({'born': pl.String}) makes texts of whole",
            lambda table: table.cast({"born": pl.Int64}).cast({"born": pl.String}),
        ),
        (
            pa.table,
            1980.0,
            "1980",
            "table['born'].cast(pa.int64()).cast(pa.string()) makes texts of whole numbers",
            lambda table: table.set_column(
                0, "born", table["born"].cast(pa.int64()).cast(pa.string())
            ),
        ),
    ],
)
def test_types_of_polars_and_arrow_are_mended_there(make, given, other, said, mend):
    rule = {"dates": ["year"]} if isinstance(other, date) else {"widths": [5]}
    words = {"quasi_identifiers": {"born": rule}, "delta": {"max": 1}}
    public, private = make({"born": [given] * 2}), make({"born": [other]})
    with pytest.raises(dpsql.TypeMismatch) as refused:
        dpsql.check(dpsql.Job(public=public, private=private, **words))
    assert said in str(refused.value)
    assert "pandas" not in str(refused.value)
    assert dpsql.check(dpsql.Job(public=mend(public), private=private, **words)).private_rows == 1


@pytest.mark.parametrize(
    ("kind", "said", "mend"),
    [
        ("datetime64[s]", "frame['born'].dt.date makes", lambda born: born.dt.date),
        (
            "str",
            "pd.to_datetime(frame['born'], format='%Y-%m-%d').dt.date makes",
            lambda born: pd.to_datetime(born, format="%Y-%m-%d").dt.date,
        ),
    ],
)
def test_the_advice_for_dates_of_frames_makes_dates(kind, said, mend):
    days = pd.Series([date(1980, 3, 1), date(1981, 4, 2)])
    words = {"quasi_identifiers": {"born": {"dates": ["year"]}}, "delta": {"max": 1}}
    private = pd.DataFrame({"born": days[:1]})
    frame = pd.DataFrame({"born": days.astype(kind)})
    with pytest.raises(dpsql.TypeMismatch) as refused:
        dpsql.check(dpsql.Job(public=frame, private=private, **words))
    assert said in str(refused.value)
    mended = frame.assign(born=mend(frame["born"]))
    assert dpsql.check(dpsql.Job(public=mended, private=private, **words)).private_rows == 1


def test_a_frame_that_a_filter_left_empty_is_a_t_without_rows(caplog):
    people = pd.DataFrame({"born": [date(1980, 3, 1)], "lab": [date(2020, 1, 1)], "sex": ["f"]})
    words = {"quasi_identifiers": {"born": {"dates": ["year"]}}, "delta": {"max": 1}}
    empty = people[people["sex"] == "m"]
    job = dpsql.Job(public=people.drop(columns="lab"), private=empty, keep=["lab"], **words)
    with caplog.at_level(logging.WARNING):
        dpsql.check(job)
    told = "T has no rows: nobody is protected; does the job name the right table?"
    assert told in caplog.messages


def test_levels_may_have_blanks(example, run):
    words = ("measure", example, "--json", "--levels")
    spaced, plain = run(*words, "zip = 2, age = 1"), run(*words, "zip=2,age=1")
    assert spaced.found["levels"] == plain.found["levels"]


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("age > 30 AN zip = '4'", "it cannot be read as SQL; write a column of P"),
        ("zip LIKE '479%'", "LIKE is not read; write a column of P, or comparisons"),
        ("lower(zip) = 'a'", "no function is read but CAST, TRY_CAST and replace; write"),
        ("SELECT zip FROM p", "a query is not read; write a column of P, or comparisons"),
        ("CAST(age AS DOUBLE) + 1 > 5", "+ is not read; write a column of P, or comparisons"),
        ("CASE WHEN zip = '4' THEN TRUE END", "CASE is not read; write a column of P"),
    ],
)
def test_what_a_predicate_may_not_have_is_named(example, run, edit, where, said):
    edit(example, "private: private.csv", f"private:\n  where: {where}\n#")
    complaint = run("check", example).complaint
    assert f"private.where: {said}" in complaint
    way_out = "where: in_t; DuckDB makes it: COPY (SELECT *, ("
    assert (way_out in complaint) is ("cannot be read" not in said)


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("(age > 30) & (zip = '4')", "& joins bits; write AND between comparisons"),
        ("(age > 30) | (zip = '4')", "| joins bits; write OR between comparisons"),
    ],
)
def test_what_pandas_joins_conditions_with_is_told_by_the_words_of_sql(
    example, run, edit, where, said
):
    edit(example, "private: private.csv", f"private:\n  where: {where}\n#")
    assert run("check", example).complaint.endswith(f"private.where: {said}")


def test_the_statement_that_is_advised_makes_a_job_that_works(example, run, edit, monkeypatch):
    monkeypatch.chdir(example.parent)
    edit(example, "private: private.csv", "private: {where: \"zip LIKE '47%'\"}\n#")
    advice = run("check", example).complaint.partition("true for T's people, and write ")[2]
    words, _, statement = advice.partition("; DuckDB makes it: ")
    duckdb.sql(statement)
    made, _, flag = words.removeprefix("public: ").partition(" and where: ")
    edit(example, "public: public.csv", f"public: {made}")
    edit(example, "zip LIKE '47%'", flag)
    assert run("check", example, "--json").found["private_rows"] > 0


def test_rows_of_t_that_p_lacks_are_told_by_the_column_or_as_repeated(example, run):
    private = example.parent / "private.csv"
    text = private.read_text(encoding="utf-8")
    private.write_text(text.replace("Canada", "canada"), encoding="utf-8")
    told = (
        "1 row of T has no equal row in P, but would without nationality: P has T's values of"
        " nationality in lower case without spaces around; write values alike in both (all rows"
        " have one then), or drop the column or the rows"
    )
    assert told in run("check", example).complaint
    private.write_text(f"{text}47906,42,USA\n", encoding="utf-8")
    told = "1 row of T occurs more often in T than in P: does T have several rows of somebody?"
    assert told in run("check", example).complaint
    private.write_text(text.replace("47903,59,Canada", "47,59,canada"), encoding="utf-8")
    told = "1 row of T has no equal row in P, which lacks values of zip and nationality"
    assert told in run("check", example).complaint


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("zip = ", "it ends with =, after which a value is missing"),
        ("zip = '4' and", "it ends with and, after which something is missing"),
    ],
)
def test_a_predicate_without_its_end_is_told_so(example, run, edit, where, said):
    edit(example, "private: private.csv", f"private:\n  where: {where}\n#")
    ended = run("check", example)
    assert ended.exit_code == 2 and ended.complaint.endswith(f"private.where: {said}")
