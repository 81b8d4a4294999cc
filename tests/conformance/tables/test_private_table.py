"""T in its three forms finds the same rows: a table of its own, a mark in P, keys of rows of P."""

from fractions import Fraction

import pytest

import dpsql

PEOPLE = [
    (1, "a", "yes", 30),
    (2, "a", "no", 40),
    (3, "b", "no", 50),
    (4, "b", "yes", 60),
    (5, "b", "no", 70),
]
HEADER = ("id", "town", "flag", "age")
TREE = {"town": {"tree": {"*": ["a", "b"]}}}
RELEASED = [("a",), ("b",)]


@pytest.fixture
def written(bench):
    members = [row for row in PEOPLE if row[2] == "yes"]
    bench.write("p.csv", PEOPLE, HEADER)
    bench.write("t.csv", members, HEADER)
    bench.write("keys.csv", [(row[0], f"lab {row[0]}") for row in members], ("id", "lab"))
    return bench


FORMS = {
    "table": "t.csv",
    "column": {"where": "flag"},
    "predicate": {"where": "flag = 'yes'"},
    "predicate on keys": {"where": "id IN ('1', '4') AND NOT (town IS NULL)"},
    "predicate with between": {
        "where": "\"id\" IN ('1') OR CAST(id AS INTEGER) BETWEEN 4 AND 4 AND age::INT < 61"
    },
    "key": {"table": "keys.csv", "key": "id"},
    "key of a path": {"path": "keys.csv", "key": "id"},
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_finds_the_same_rows(written, form):
    job = written.job(TREE, private=FORMS[form], delta={"min": "1/3", "max": "1/2"})
    found = written.anonymize(job)
    assert (found.public_rows, found.private_rows) == (5, 2)
    assert (found.presence.minimum, found.presence.maximum) == (Fraction(1, 3), Fraction(1, 2))
    assert written.read_release() == RELEASED


@pytest.mark.parametrize(
    ("form", "keep", "kept"),
    [
        ("table", ["age", "id"], [("30", "1"), ("60", "4")]),
        ("column", ["age", "id"], [("30", "1"), ("60", "4")]),
        ("key", ["lab"], [("lab 1",), ("lab 4",)]),
        ("key", ["lab", "age"], [("lab 1", "30"), ("lab 4", "60")]),
    ],
)
def test_kept_columns_come_from_p_or_from_the_keyed_table(written, form, keep, kept):
    """The public has the towns alone."""
    delta = {"max": "1/2"}
    found = written.anonymize(written.job(TREE, private=FORMS[form], keep=keep, delta=delta))
    assert written.read_release() == [
        (*row, *more) for row, more in zip(RELEASED, kept, strict=True)
    ]
    assert found.public_columns == ("town",)


@pytest.mark.parametrize("known", [None, ["age", "town"]])
@pytest.mark.parametrize("form", FORMS)
def test_a_kept_column_that_the_public_has_is_refused(written, form, known):
    """Whoever has it of P would find the rows of T by it, whatever presence says."""
    marks = known is None and form == "predicate with between"
    told = "column 'age' marks the rows of T" if marks else "the public has column 'age', too"
    with pytest.raises(dpsql.ConfigError, match=f"keep: {told}"):
        written.measure(written.job(TREE, private=FORMS[form], keep=["age"], public_columns=known))


@pytest.mark.parametrize(
    ("form", "columns"),
    [
        ("table", ("id", "town", "flag", "age")),
        ("column", ("id", "town", "age")),
        ("predicate with between", ("town", "flag")),
        ("key", ("id", "town", "flag", "age")),
    ],
)
def test_by_default_the_public_has_all_of_p_but_what_marks_t(written, form, columns):
    assert written.measure(written.job(TREE, private=FORMS[form])).public_columns == columns


@pytest.mark.parametrize("form", ["column", "predicate"])
def test_the_public_has_not_what_marks_t(written, form):
    job = written.job(TREE, private=FORMS[form], public_columns=["town", "flag"])
    with pytest.raises(dpsql.ConfigError, match="public_columns: 'flag' marks the rows of T"):
        written.measure(job)


def test_public_columns_are_columns_of_p(written):
    with pytest.raises(dpsql.SchemaError, match="the public table has no column 'agee'"):
        written.measure(written.job(TREE, public_columns=["town", "agee"]))


def test_kept_columns_are_told_from_those_of_p_whatever_their_case(written):
    written.write("t.csv", [("a", "1"), ("b", "2")], ("town", "AGE"))
    with pytest.raises(dpsql.ConfigError, match="the public has column 'AGE', too"):
        written.measure(written.job(TREE, keep=["AGE"], public_columns=None))


@pytest.mark.parametrize("spelling", ["true", "T", "1", "Yes", "y"])
def test_spellings_of_true(bench, spelling):
    bench.write("p.csv", [("a", spelling), ("b", "no")], ("town", "flag"))
    assert bench.measure(bench.job(TREE, private={"where": "flag"})).private_rows == 1


@pytest.mark.parametrize("spelling", ["false", "F", "0", "No", "n", None])
def test_spellings_of_false(bench, spelling):
    bench.write("p.csv", [("a", spelling), ("b", "yes")], ("town", "flag"))
    assert bench.measure(bench.job(TREE, private={"where": "flag"})).private_rows == 1


@pytest.mark.parametrize("spelling", ["maybe", "2", "", " true"])
def test_other_spellings_are_refused(bench, spelling):
    bench.write("p.csv", [("a", spelling), ("b", "yes")], ("town", "flag"))
    with pytest.raises(dpsql.InputError, match="1 value of 'flag' is neither"):
        bench.measure(bench.job(TREE, private={"where": "flag"}))


@pytest.mark.parametrize(
    "predicate",
    [
        "town = (SELECT 'a')",
        "1 = 1; DROP TABLE p",
        "random() < 0.5",
        "town LIKE 'a'",
        "town || 'x' = 'ax'",
        "town = $1",
        "other.town = 'a'",
        "EXISTS (SELECT 1)",
        "town IN (SELECT 'a')",
        "CASE WHEN TRUE THEN TRUE END",
        "not a predicate",
        "(",
    ],
)
def test_predicates_of_more_than_comparisons_are_refused(written, predicate):
    with pytest.raises(dpsql.ConfigError, match=r"private\.where"):
        written.measure(written.job(TREE, private={"where": predicate}))


def test_a_predicate_that_is_null_leaves_the_row_out(bench):
    bench.write("p.csv", [("a", None), ("b", "1")], ("town", "score"))
    found = bench.measure(bench.job(TREE, private={"where": "score <> '2'"}))
    assert found.private_rows == 1


@pytest.mark.parametrize(
    ("public_keys", "private_keys", "error", "message"),
    [
        (
            (1, 1, 2),
            (1,),
            dpsql.DuplicateKey,
            "P: 1 row repeats the id of another, though key: id says",
        ),
        (
            (1, 2, 3),
            (1, 1, 2),
            dpsql.DuplicateKey,
            "T: 1 row repeats the id of another, though key: id says",
        ),
        ((1, 2, None), (1,), dpsql.InputError, "P: 1 row has no key 'id'"),
        ((1, 2, 3), (1, None), dpsql.InputError, "T: 1 row has no key 'id'"),
        ((1, 2, 3), (1, 4), dpsql.SubsetError, "1 key of T does not occur in P"),
        ((1, 2, 3), ("01",), dpsql.SubsetError, "1 key of T does not occur in P"),
    ],
)
def test_keys_must_name_one_person_each(bench, public_keys, private_keys, error, message):
    bench.write("p.csv", [(key, "a") for key in public_keys], ("id", "town"))
    bench.write("t.csv", [(key, "x") for key in private_keys], ("id", "lab"))
    with pytest.raises(error, match=message) as caught:
        bench.measure(bench.job(TREE, private={"table": "t.csv", "key": "id"}))
    assert type(caught.value) is error


@pytest.mark.parametrize(
    ("persons", "error", "message"),
    [
        ((1, 1, 1), dpsql.DuplicateKey, "P: 2 rows repeat the id of another.*keep one row of each"),
        ((1, 2, None), dpsql.InputError, "P: 1 row has no id, which names a person"),
        ((1, 2, 3), None, ""),
    ],
)
@pytest.mark.parametrize("private", ["t.csv", {"where": "town = 'a'"}])
def test_each_row_of_p_is_another_person_where_the_job_names_one(
    bench, persons, error, message, private
):
    bench.write("p.csv", [(one, "a") for one in persons], ("id", "town"))
    bench.write("t.csv", [("a",)], ("town",))
    job = bench.job(TREE, private=private, person="id")
    if error is None:
        assert bench.measure(job).to_dict()["person"] == "id"
        return
    with pytest.raises(error, match=message) as caught:
        bench.measure(job)
    assert type(caught.value) is error and caught.value.exit_code == 3


def test_a_person_may_be_another_column_than_the_key(bench):
    """And a quasi-identifier; the key alone is checked once."""
    people = [(1, "a", 7), (2, "b", 7)]
    bench.write("p.csv", people, ("id", "town", "card"))
    bench.write("t.csv", [(1,)], ("id",))
    words = {"private": {"table": "t.csv", "key": "id"}}
    assert bench.measure(bench.job(TREE, person="town", **words)).private_rows == 1
    assert bench.measure(bench.job(TREE, person="id", **words)).private_rows == 1
    with pytest.raises(dpsql.DuplicateKey, match="P: 1 row repeats the card of another"):
        bench.measure(bench.job(TREE, person="card", **words))
    with pytest.raises(dpsql.SchemaError, match="no column 'crd'; did you mean 'card'"):
        bench.measure(bench.job(TREE, person="crd", **words))


#: Columns that name people together are called as what is counted of them.
TOGETHER = ("alike_rows", "has_key", "town")


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([(1, "x", "a"), (1, "y", "a"), (2, "x", "a"), (1, "x", "b")], ""),
        ([(1, "x", "a"), (1, "x", "a"), (2, "x", "a"), (1, "x", "a")], "P: 2 rows repeat the"),
        # A row with a NULL names nobody, and is no repeat of another.
        ([(1, None, "a"), (1, None, "a"), (None, "x", "a"), (1, "x", "a")], "P: 3 rows have no"),
        ([(1, "x", "a"), (1, "x", "a"), (None, None, "a")], "P: 1 row repeats the"),
    ],
)
def test_several_columns_name_a_person_together(bench, rows, message):
    bench.write("p.csv", rows, TOGETHER)
    job = bench.job(TREE, private={"where": "town = 'a'"}, person=[*TOGETHER])
    if not message:
        assert bench.measure(job).to_dict()["person"] == [*TOGETHER]
        return
    with pytest.raises(dpsql.InputError) as caught:
        bench.measure(job)
    told = f"{message} alike_rows, has_key and town of another, though person: [alike_rows, has_k"
    if "no" in message:
        told = f"{message} alike_rows or no has_key or no town, which together name a person; fill"
    assert told in str(caught.value)
    assert isinstance(caught.value, dpsql.DuplicateKey) is ("repeat" in message)


def test_a_key_may_be_one_of_several_columns(bench):
    """Then rows differ, but the other columns need values as well."""
    bench.write("p.csv", [(1, "a", "x"), (2, "b", None)], ("id", "town", "card"))
    bench.write("t.csv", [(1,)], ("id",))
    words = {"private": {"table": "t.csv", "key": "id"}}
    assert bench.measure(bench.job(TREE, person=["town", "id"], **words)).private_rows == 1
    with pytest.raises(dpsql.InputError, match="1 row has no id or no card, which together"):
        bench.measure(bench.job(TREE, person=["id", "card"], **words))
    with pytest.raises(dpsql.SchemaError, match="no column 'crd'; did you mean 'card'"):
        bench.measure(bench.job(TREE, person=["id", "crd"], **words))


def test_a_release_is_verified_against_a_p_with_one_row_per_person(duckdb_bench):
    bench = duckdb_bench
    bench.write("p.csv", PEOPLE, HEADER)
    job = bench.job(TREE, private={"where": "flag"}, person="id", delta={"max": "1/2"})
    bench.anonymize(job)
    bench.write("p.csv", [*PEOPLE[:4], (4, *PEOPLE[4][1:])], HEADER)
    with pytest.raises(dpsql.DuplicateKey, match="P: 1 row repeats the id"):
        dpsql.verify(job)


def test_a_key_that_a_table_has_not_is_refused(written):
    with pytest.raises(dpsql.SchemaError, match="the private table has no column 'age'"):
        written.measure(written.job(TREE, private={"table": "keys.csv", "key": "age"}))
    with pytest.raises(dpsql.SchemaError, match="the public table has no column 'lab'"):
        written.measure(written.job(TREE, private={"table": "keys.csv", "key": "lab"}))


def test_a_kept_column_that_t_has_not_is_refused(written):
    with pytest.raises(dpsql.SchemaError, match="no column 'nope'"):
        written.measure(written.job(TREE, keep=["nope"]))


def test_the_key_of_t_cannot_be_kept(bench):
    bench.write("p.csv", [("1", "a"), ("2", "a")], ("id", "zip"))
    bench.write("t.csv", [("1", "x")], ("id", "lab"))
    job = bench.job(
        {"zip": {"tree": {"*": ["a"]}}},
        private={"table": "t.csv", "key": "id"},
        keep=["lab", "id"],
        delta={"max": "1/2"},
    )
    with pytest.raises(dpsql.ConfigError, match="keep: 'id' is the key that T is matched by"):
        bench.anonymize(job)
