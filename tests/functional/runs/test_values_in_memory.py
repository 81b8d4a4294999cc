"""Values of frames as hierarchies have them: booleans, and times with a zone."""

import sys
from decimal import Decimal
from functools import partial

import pandas
import polars
import pytest

import dpsql


def _write_out(numbers):
    return numbers.map("{:.12f}".format, na_action="ignore")


def job(values, rule, **words):
    people = polars.DataFrame({"p": values})
    tables = {"public": people, "private": people.head(1)}
    return dpsql.Job(**tables, quasi_identifiers={"p": rule}, **words)


def test_leaves_of_a_boolean_column_read_as_the_engine_writes_them():
    with pytest.raises(dpsql.HierarchyError) as refused:
        dpsql.check(job([True, True, False], {"tree": {"x": ["True", "False"]}}))
    assert str(refused.value).startswith(
        "hierarchy of p: 2 values of P (3 rows) have no place in it (the column is BOOLEAN: its"
        " values read true and false)"
    )
    found = dpsql.check(job([True, True, False], {"tree": {"*": [True, False]}}))
    assert found.heights == {"p": 1}
    with pytest.raises(dpsql.HierarchyError) as refused:
        dpsql.check(job([True, None], {"tree": {"*": [True, False]}}))
    assert "BOOLEAN" not in str(refused.value)


@pytest.mark.parametrize(
    ("values", "rule", "cause"),
    [
        (["a", "b"], {"widths": [5]}, "; widths take numbers (at most 12 decimals, no exponent),"),
        ([1, None], {"dates": ["month"]}, "; dates take days such as 2024-05-31, and these are"),
        ([1, None], {"widths": [5]}, ""),
        (["a", "b"], {"tree": {"*": ["a"]}}, ""),
    ],
)
def test_a_rule_says_which_values_it_takes(values, rule, cause):
    with pytest.raises(dpsql.HierarchyError) as refused:
        dpsql.check(job(values, rule))
    assert cause in str(refused.value)
    assert (" take " in str(refused.value)) is bool(cause)


@pytest.mark.parametrize(
    ("values", "told"),
    [
        (["nan"], "; NaN is no number: write NULL there, as with .*fill_nan"),
        (["inf", "-inf"], r"; infinity is no number: write NULL .* replace\(\[inf, -inf\], nan\)"),
        (["nan", "inf"], "; NaN and infinity are no numbers: write NULL there, as with "),
    ],
)
def test_what_is_no_number_is_told_so(values, told):
    rule = {"widths": [5], "nulls": "own_leaf"}
    with pytest.raises(dpsql.HierarchyError, match=told) as refused:
        dpsql.check(job([1.5, *map(float, values)], rule))
    assert "replace(replace(" not in str(refused.value)
    with pytest.raises(dpsql.HierarchyError, match="widths take numbers"):
        dpsql.check(job([1e-30, *map(float, values)], rule))


@pytest.mark.parametrize(
    ("values", "advice", "mend"),
    [
        ([0.5833333333333334, 1.5], "x.round(6) in pandas", lambda x: x.round(6)),
        ([1e-9, 2.25], "x.map('{:.12f}'.format, na_action='ignore')", _write_out),
        ([1e16, 3e17], "x.astype('Int64') in pandas", lambda x: x.astype("Int64")),
        ([2**70, 2**71], "choose a larger unit, as x / 1e9", lambda x: x / 1e9),
        ([1e-15, 1.0], "choose a smaller unit, as x * 1e9", lambda x: _write_out(x * 1e9)),
    ],
)
def test_a_number_that_is_ill_written_is_mended_without_becoming_another(values, advice, mend):
    people = pandas.DataFrame({"p": values})
    rule = {"p": {"widths": ["0.1"]}}
    with pytest.raises(dpsql.HierarchyError) as refused:
        dpsql.check(dpsql.Job(public=people, private=people.head(1), quasi_identifiers=rule))
    assert advice in str(refused.value)
    mended = people.assign(p=mend(people.p))
    dpsql.check(dpsql.Job(public=mended, private=mended.head(1), quasi_identifiers=rule))
    assert all(map(Decimal, map(str, mended.p)))


@pytest.mark.parametrize(
    ("texts", "rule", "mend"),
    [
        (
            ["1.234,5", "7,25"],
            {"widths": [5]},
            "x.str.replace('.', '').str.replace(',', '.').astype(float)",
        ),
        (
            ["31.05.2024", "01.02.1999"],
            {"dates": ["year"]},
            "pd.to_datetime(x, format='%d.%m.%Y').dt.date",
        ),
    ],
)
def test_a_frame_is_told_how_its_texts_are_read(texts, rule, mend):
    """And what it is told is true."""
    people = pandas.DataFrame({"p": texts})
    rules = {"quasi_identifiers": {"p": rule}}
    with pytest.raises(dpsql.HierarchyError) as refused:
        dpsql.check(dpsql.Job(public=people, private=people.head(1), **rules))
    assert f"; {mend} in pandas, " in str(refused.value)
    words = {"x": people.p, "pd": pandas}
    mended = people.assign(p=eval(mend, words))
    dpsql.check(dpsql.Job(public=mended, private=mended.head(1), **rules))


def test_a_column_that_is_the_index_of_a_frame_is_named_as_such():
    people = pandas.DataFrame({"age": [31, 42], "sex": ["m", "f"]}).set_index("age")
    words = {"quasi_identifiers": {"age": {"widths": [5]}, "sex": {"tree": {"*": ["m", "f"]}}}}
    plain = people.reset_index()
    told = r"the {} table has no column 'age': it is the index of its frame; pass frame.reset_index"
    with pytest.raises(dpsql.SchemaError, match=told.format("public")):
        dpsql.check(dpsql.Job(public=people, private=plain, **words))
    with pytest.raises(dpsql.SchemaError, match=told.format("private")):
        dpsql.check(dpsql.Job(public=plain, private=people, **words))
    with pytest.raises(dpsql.SchemaError) as refused:
        dpsql.check(dpsql.Job(public=plain[["sex"]], private=plain, **words))
    assert "index" not in str(refused.value)


@pytest.mark.parametrize(
    ("key", "named", "lacking"),
    [
        ({"keep": ["resul"]}, "keep", "private table has no column 'resul'; did you mean 'result'"),
        (
            {"public_columns": ["age", "agee"]},
            "public_columns",
            "public table has no column 'agee'; did",
        ),
        ({"person": "nr"}, "person", "public table has no column 'nr'; there are 'age', 'sex'"),
        ({"private": "by key"}, "private.key", "public table has no column 'id'; there are 'age',"),
        ({"quasi_identifiers": {"zip": {"prefix": [2]}}}, "quasi_identifiers.zip", "public table"),
    ],
)
def test_a_column_that_is_missing_is_told_with_the_key_that_names_it(key, named, lacking):
    people = pandas.DataFrame({"age": [31, 42], "sex": ["m", "f"]})
    trial = people.head(1).assign(result=["x"], id=["a"])
    given = {"public": people, "private": trial, "quasi_identifiers": {"age": {"widths": [5]}}}
    if key.get("private"):
        key = {"private": {"table": trial, "key": "id"}}
    with pytest.raises(dpsql.SchemaError) as refused:
        dpsql.check(dpsql.Job(**given | key))
    assert str(refused.value).startswith(f"{named}: the {lacking}")


@pytest.mark.parametrize("file_type", ["parquet", "csv"])
def test_a_first_job_leaves_out_the_index_of_pandas(tmp_path, caplog, file_type):
    """Also where it is the first column of a CSV, without a name; check reads such a CSV, too."""
    people = pandas.DataFrame(
        {"age": [20 + i % 60 for i in range(300)], "sex": ["m", "f", "f"] * 100}
    ).sample(300, random_state=1)
    public, private = (tmp_path / f"{name}.{file_type}" for name in "pt")
    for path, frame in ((public, people), (private, people.head(30))):
        getattr(frame, f"to_{file_type}")(path, index=True)
    made = dpsql.init(public, private, tmp_path / "job.yaml")
    job = dpsql.read_job(made)
    assert (job.private.key, job.person) == (None, None)
    assert job.public_columns == ("age", "sex")
    said = {"parquet": "it is pandas' index", "csv": "the first column has no name, as pandas"}
    assert f"#   __index_level_0__: {said[file_type]}" in made.read_text()
    assert f"a column is left out: {said[file_type]}" in caplog.text
    assert dpsql.check(job).feasible


def test_dates_of_times_with_a_zone_are_those_of_utc_and_warned_of(caplog, tmp_path):
    zoned = pandas.to_datetime(["2020-01-01", "2020-03-05"] * 4).tz_localize("Europe/Zurich")
    for values, warns in ((zoned, True), (zoned.tz_localize(None), False)):
        people = pandas.DataFrame({"day": values, "other": values})
        rule = {"dates": ["month"]}
        job = dpsql.Job(
            public=people,
            private=people.head(2),
            quasi_identifiers={"day": rule, "other": rule},
            delta={"max": "1/2"},
            release=tmp_path / f"{warns}.csv",
        )
        levels = {"day": 1, "other": 1}
        for act in (dpsql.check, dpsql.measure, partial(dpsql.anonymize, levels=levels)):
            caplog.clear()
            act(job)
            told = [one for one in caplog.messages if "taken in UTC" in one]
            assert [one.partition(":")[0] for one in told] == ["day, other"] * warns
        dpsql.verify(job)
        released = (tmp_path / f"{warns}.csv").read_text()
        assert ("2019-12" in released, "2020-01" in released) == (warns, not warns)


@pytest.mark.parametrize(
    ("column", "kind"),
    [
        (pandas.cut(pandas.Series([1, 2, 3]), [0, 2, 4]), "CategoricalDtype"),
        (pandas.arrays.SparseArray([0, 0, 1]), "SparseDtype"),
        (polars.Series([object()] * 3, dtype=polars.Object), "Object"),
    ],
)
def test_a_column_that_is_no_value_of_an_engine_is_told_by_its_place(column, kind):
    """Also one that the job does not use; by no name, which is a value where there is no header."""
    make = polars.DataFrame if isinstance(column, polars.Series) else pandas.DataFrame
    people = make({"p": [1, 2, 3], "zz_secret": column})
    tables = {"public": people, "private": people[:1]}
    told = rf"P, a \w+ DataFrame: column 2 \({kind}, frame\.columns\[1\]\) has a type"
    with pytest.raises(dpsql.InputError, match=told) as refused:
        dpsql.check(dpsql.Job(**tables, quasi_identifiers={"p": {"widths": [5]}}))
    assert "zz_secret" not in str(refused.value)


@pytest.mark.parametrize("mixed", [[1, "zz_secret", b"x"], [1, 2, b"x"]])
def test_a_column_of_mixed_objects_is_told_of_where_a_statement_reads_it(mixed, tmp_path):
    """DuckDB takes its type from some of its rows, and fails at others."""
    people = pandas.DataFrame({"p": [1, 2, 3], "zz_secret": mixed})
    words = {"private": people, "quasi_identifiers": {"p": {"widths": [5]}}}
    words |= {"delta": {"max": 1}, "release": str(tmp_path / "r.csv")}
    with pytest.raises(dpsql.InputError) as refused:
        dpsql.anonymize(dpsql.Job(public=people[["p"]], keep=["zz_secret"], **words))
    assert str(refused.value) == (
        "T, a pandas DataFrame: column 2 (object, frame.columns[1]) has values that DuckDB does not"
        " read as one type, as where numbers, texts and bytes are mixed; give it one type, as with"
        " .astype(str), or drop it"
    )
    with pytest.raises(dpsql.InputError, match=r"^P, a .*; T, a .*frame.columns\[1\]\) each has"):
        dpsql.init(people, people)
    # Nothing reads it here.
    assert dpsql.measure(dpsql.Job(public=people, **words)).private_rows == 3


def test_without_pyarrow_a_frame_of_polars_says_what_to_install(monkeypatch):
    """DuckDB imports it by itself, and what it says then names a column that is fine."""
    people = polars.DataFrame({"p": [1, 2, 3]})
    job = dpsql.Job(public=people, private=people[:1], quasi_identifiers={"p": {"widths": [5]}})
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(dpsql.InputError, match=r"^P, .*through pyarrow.* pip install pyarrow$"):
        dpsql.check(job)


def test_periods_are_read_once_they_are_what_the_error_says():
    months = pandas.Series(pandas.period_range("2020-01", periods=20, freq="M"))

    def check(column):
        people = pandas.DataFrame({"month": column})
        levels = {"month": {"dates": ["month", "year"]}}
        return dpsql.check(dpsql.Job(public=people, private=people[:3], quasi_identifiers=levels))

    with pytest.raises(dpsql.InputError, match=r"has periods.* \.dt\.to_timestamp\(\)"):
        check(months)
    assert check(months.dt.to_timestamp()).private_rows == 3


def test_all_columns_with_values_without_a_place_are_told_of_at_once():
    people = polars.DataFrame({"p": ["a", None], "q": ["x", "y"], "r": [None, 1]})
    rules = {"p": {"prefix": [1]}, "q": {"tree": {"*": ["x"]}}, "r": {"widths": [5]}}
    with pytest.raises(dpsql.HierarchyError) as refused:
        dpsql.check(dpsql.Job(public=people, private=people.head(1), quasi_identifiers=rules))
    assert str(refused.value) == (
        "hierarchy of p: 1 value of P (1 row) has no place in it (NULL is one: give it a row of its"
        " own, or 'nulls': 'own_leaf'); hierarchy of q: 1 value of P (1 row) has no place in it;"
        " add them to its file, table or tree, with their labels; hierarchy of r: 1 value of P (1"
        " row) has no place in it (NULL is one); show_public=True prints some of them"
    )
