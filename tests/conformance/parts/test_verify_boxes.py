"""The verifier of boxes accepts what is right, and refuses each thing that is not."""

from fractions import Fraction
from itertools import chain, repeat

import duckdb
import pytest

import dpsql
from dpsql.errors import HierarchyError, InputError, IntegrityError, NotSatisfied
from dpsql.verifier.boxes import cover
from tests.generative.instances.box_releases import sort_rows, verify, write_csv

#: Town, age, whether in T, and what T says of it: 6 of 10 people.
PEOPLE = [
    ("x", 20, True, "a"),
    ("x", 21, False, None),
    ("x", 25, True, "b"),
    ("y", 20, True, "a"),
    ("y", 25, False, None),
    ("y", 30, True, "c"),
    ("z", 40, True, "b"),
    ("z", 41, True, "b"),
    ("z", 42, False, None),
    ("z", 42, False, None),
]
BOXES = {("[x..y]", "[20..21]"): 2, ("[x..y]", "[25..30]"): 2, ("z", "[40..42]"): 2}
ROWS = sort_rows(chain.from_iterable(repeat(box, count) for box, count in BOXES.items()))
RAW = sort_rows((town, str(age)) for town, age, member, _ in PEOPLE if member)
TREE = {"tree": {"*": ["x", "y", "z"]}}
_WORDS = {"town": TREE, "age": {"widths": [10]}}


@pytest.fixture
def make(tmp_path):
    """Make a job of tables, by default those above, with T marked in P."""

    def made(people=PEOPLE, words=_WORDS, own_table=False, **more):
        names = (*words, "m", "lab")
        write_csv(tmp_path / "p.csv", names, people)
        private = {"where": "m"}
        if own_table:
            write_csv(tmp_path / "t.csv", names, [row for row in people if row[-2]])
            private = "t.csv"
        public = {"path": "p.csv", "delimiter": ","}
        if more.get("keep"):
            more["public_columns"] = list(words)
        return dpsql.Job(
            public=public, private=private, quasi_identifiers=words, folder=tmp_path, **more
        )

    return made


@pytest.fixture
def check(tmp_path, make):
    """Write rows as a release and verify them as boxes of a job."""

    def checked(rows, job=None, names=None, csv_formulas="refuse", **more):
        job = job or make()
        names = names or (*job.quasi_identifiers, *job.keep)
        write_csv(tmp_path / "r.csv", names, rows)
        return verify(job, tmp_path / "r.csv", csv_formulas, **more)

    return checked


@pytest.mark.parametrize("own_table", [False, True])
def test_what_is_right_is_accepted_and_measured(check, make, own_table):
    found = check(ROWS, make(own_table=own_table, delta={"min": "1/2", "max": "2/3"}))
    assert (found.rows, found.public_rows, found.holds) == (6, 10, True)
    assert (found.minimum, found.maximum) == (Fraction(1, 2), Fraction(2, 3))


def test_boxes_of_one_tuple_each(check):
    found = check(RAW)
    assert (found.rows, found.minimum, found.maximum) == (6, 0, 1)


@pytest.mark.parametrize("names", [("age", "town"), ("town",), ("town", "age", "lab")])
def test_other_columns(check, names):
    rows = [(*row, "a")[: len(names)] for row in ROWS]
    with pytest.raises(IntegrityError, match="its columns are not"):
        check(rows, names=names)


def test_columns_of_other_types(tmp_path, make):
    duckdb.sql("SELECT 'x' AS town, 20 AS age").write_parquet(str(tmp_path / "r.parquet"))
    with pytest.raises(IntegrityError, match="column age is no text"):
        verify(make(), tmp_path / "r.parquet")


def test_another_order(check):
    with pytest.raises(IntegrityError, match="not sorted"):
        check([*ROWS[2:], *ROWS[:2]])


@pytest.mark.parametrize(
    "cell",
    ["w", "[x..w]", "[y..x]", "[x..x]", "[x.y]", "[x..y", "x..y]", "[..y]", "[NULL..y]", "", None],
)
def test_cells_that_are_no_box(check, cell):
    with pytest.raises(IntegrityError, match=r"1 distinct cell of town is neither a value of P"):
        check(sort_rows([(cell, row[1]) if row[0] == "z" else row for row in ROWS]))


@pytest.mark.parametrize(
    ("values", "cell"),
    [
        (["a", "b", "[a..b]"], "[a..b]"),
        (["a", "a..b", "b..c", "c"], "[a..b..c]"),
        (["-", "-.", ".b", "b"], "[-...b]"),
        ([None, "NULL", "b"], "[NULL..b]"),
    ],
)
def test_cells_of_several_readings(check, make, values, cell):
    """A value that looks like a range, values that hold dots, NULL and a value of that text."""
    words = {"town": {"prefix": [1], "nulls": "own_leaf", "order": "alpha"}}
    people = [(value, True, None) for value in values]
    with pytest.raises(IntegrityError, match="1 distinct cell of town can be read in several"):
        check([(cell,)] * len(values), make(people, words))


@pytest.mark.parametrize(
    ("values", "cell"),
    [
        (["a", "b", "["], "[[..b]"),
        (["a..b", "c"], "[a..b..c]"),
        (["...", ".."], "[.......]"),
        ([None, "NULL"], "[NULL..NULL]"),
        ([None, "", "]"], "[NULL..]]"),
        (["", "x"], "[..x]"),
    ],
)
def test_strange_values_with_one_reading(check, make, values, cell):
    words = {"town": {"prefix": [1], "nulls": "own_leaf", "order": "alpha"}}
    people = [(value, True, None) for value in values]
    assert check([(cell,)] * len(values), make(people, words)).maximum == 1


def test_boxes_that_overlap_on_people(check):
    boxes = [("[x..y]", "[20..25]"), ("[x..y]", "[25..30]")]
    rows = [*[boxes[0]] * 3, boxes[1], *[("z", "[40..42]")] * 2]
    with pytest.raises(IntegrityError, match="boxes overlap"):
        check(sort_rows(rows))


def test_boxes_that_overlap_where_nobody_is(check):
    """Both hold (x, 30) and (y, 21), which no one of P is."""
    rows = [("x", "[20..30]"), ("x", "[20..30]"), ("[x..y]", "30"), ("y", "[20..25]")]
    rows += [("z", "[40..42]")] * 2
    assert check(sort_rows(rows)).rows == 6


@pytest.mark.parametrize(
    "rows",
    [
        ROWS[1:],
        [*ROWS, ROWS[-1]],
        [*ROWS[:1], *ROWS[2:], ROWS[-1]],
        [row for row in ROWS if row[0] != "z"] + [("z", "[40..41]")] + [("z", "42")],
    ],
    ids=["dropped", "added", "moved", "split where T is not"],
)
@pytest.mark.parametrize("own_table", [False, True])
def test_counts_that_are_not_those_of_t(check, make, rows, own_table):
    with pytest.raises(IntegrityError, match=r"release: \d of its boxes do not hold as many rows"):
        check(sort_rows(rows), make(own_table=own_table))


def test_a_box_without_people(check):
    with pytest.raises(IntegrityError, match="1 of its boxes do not hold as many rows"):
        check(sort_rows([*ROWS, ("x", "42")]))


def test_rows_of_t_outside_all_boxes(check):
    with pytest.raises(IntegrityError, match="2 rows of T lie in none of its boxes"):
        check([row for row in ROWS if row[0] != "z"])


@pytest.mark.parametrize("stranger", [("w", "20"), ("x", "42")])
def test_rows_of_t_that_are_not_in_p(tmp_path, check, make, stranger):
    """A value that P has not lies in no box; a tuple that P has not makes a box of T alone."""
    job = make(own_table=True)
    write_csv(tmp_path / "t.csv", ("town", "age"), [*RAW, stranger])
    with pytest.raises(IntegrityError):
        check(sort_rows([*RAW, stranger]), job)
    with pytest.raises(IntegrityError):
        check(RAW, job)


def test_a_text_that_no_hierarchy_lists_is_not_null(tmp_path, check, make):
    words = {"town": {"tree": {"*": ["x"]}, "nulls": "own_leaf", "order": "alpha"}}
    job = make([(None, True, None), ("x", True, None)], words, own_table=True)
    write_csv(tmp_path / "t.csv", ("town", "lab"), [("w", "a"), ("x", "a")])
    with pytest.raises(IntegrityError):
        check([("x",), (None,)], job)
    people = [("w", True, None), ("x", True, None), (None, False, None)]
    assert check([("w",), ("x",)], make(people, words)).minimum == 0
    assert check([("[w..x]",)] * 2, make(people, words)).maximum == 1
    with pytest.raises(IntegrityError):
        check([("x",), (None,)], make(people, words))


def test_more_rows_than_people(tmp_path, check, make):
    job = make(own_table=True)
    write_csv(tmp_path / "t.csv", ("town", "age"), [*RAW, RAW[0]])
    with pytest.raises(IntegrityError, match="no people of P could have"):
        check(sort_rows([*RAW, RAW[0]]), job)


def test_a_box_that_breaks_the_job(check, make):
    job = make(delta={"min": "0", "max": "3/5"})
    with pytest.raises(
        NotSatisfied, match=r"2 of 3 classes of P violate the job \(min 0, max 3/5\)"
    ):
        check(ROWS, job)


def test_people_whom_no_box_covers_are_absent(check, make):
    """Boxes around T alone keep δmax = 1 and break any δmin."""
    rows = [("z", "[40..41]") if row[0] == "z" else row for row in ROWS]
    assert check(rows, make(delta={"min": "0", "max": "1"})).minimum == 0
    with pytest.raises(NotSatisfied, match="2 of 5 classes of P violate the job"):
        check(rows, make(delta={"min": "1/100", "max": "1"}))


def test_a_failure_that_is_tolerated(check, make):
    job = make(delta={"min": "1/2", "max": "3/5"})
    found = check(ROWS, job, tolerate_failure=True)
    assert (found.holds, found.minimum, found.maximum) == (False, Fraction(1, 2), Fraction(2, 3))
    with pytest.raises(IntegrityError):
        check(ROWS[1:], job, tolerate_failure=True)


@pytest.mark.parametrize("own_table", [False, True])
def test_kept_columns_stay_with_their_box(check, make, own_table):
    job = make(own_table=own_table, keep=["lab"])
    labs = ["a", "a", "b", "c", "b", "b"]
    rows = [(*row, lab) for row, lab in zip(ROWS, labs, strict=True)]
    assert check(rows, job).rows == 6
    for wrong in (["a", "b", "a", "c", "b", "b"], ["a", "a", "b", "c", "b", "c"]):
        moved = [(*row, lab) for row, lab in zip(ROWS, wrong, strict=True)]
        with pytest.raises(IntegrityError, match="distinct rows are not as often in it as in T"):
            check(sort_rows(moved), job)


FORMULAS = [("=x", 1, True, "@a"), ("'y", 2, True, "b"), ("z", 3, False, None)]


@pytest.mark.parametrize(
    ("cells", "formulas", "others"),
    [
        (["'=x", "''y"], "quote", "refuse"),
        (["['y..=x]", "['y..=x]"], "quote", "refuse"),
        (["=x", "'y"], "refuse", "quote"),
    ],
)
def test_formulas(check, make, cells, formulas, others):
    quoted = formulas == "quote"
    words = {"-town": {"prefix": [1], "order": "alpha"}, "age": {"widths": [10]}}
    job = make(FORMULAS, words, keep=["lab"])
    names = ("'-town" if quoted else "-town", "age", "lab")
    ages = ["1", "2"] if cells[0] != cells[1] else ["[1..2]"] * 2
    labs = ["'@a" if quoted else "@a", "b"]
    rows = sort_rows(zip(cells, ages, labs, strict=True))
    assert check(rows, job, names, formulas).rows == 2
    with pytest.raises(IntegrityError):
        check(rows, job, names, others)


@pytest.mark.parametrize("cells", [["=x", "''y"], ["'=x", "'y"], ["'=x", "y"]])
def test_formulas_that_are_not_quoted_as_they_should(check, make, cells):
    words = {"town": {"prefix": [1], "order": "alpha"}, "age": {"widths": [10]}}
    rows = sort_rows(zip(cells, ["1", "2"], strict=True))
    match = "are not quoted" if cells[1] != "y" else "neither a value"
    with pytest.raises(IntegrityError, match=match):
        check(rows, make(FORMULAS, words), csv_formulas="quote")


ORDERS = {
    "hierarchy": (["x", "z", "y"], {"tree": {"n": ["x", "z"], "s": ["y"]}}),
    "the default": (["x", "z", "y"], {"tree": {"n": ["x", "z"], "s": ["y"]}}),
    "alpha": (["x", "y", "z"], {"tree": {"n": ["x", "z"], "s": ["y"]}}),
    "frequency": (["z", "x", "y"], {"tree": {"s": ["y"], "n": ["x", "z"]}}),
    "list": (["z", "y", "x"], {"tree": {"n": ["x", "z"], "s": ["y"]}}),
}


@pytest.mark.parametrize("kind", ORDERS)
def test_orders(check, make, kind):
    """Only the neighbours in the order asked for are a box that leaves the third town alone."""
    order, words = ORDERS[kind]
    words = {**words, **({"order": kind} if kind in ("hierarchy", "alpha", "frequency") else {})}
    if kind == "list":
        words["order"] = order
    people = [(town, True, None) for town in "xyz"] + [("z", False, None)]
    job = make(people, {"town": words})
    first, second, third = order
    pair = f"[{first}..{second}]"
    assert check(sort_rows([(pair,), (pair,), (third,)]), job).rows == 3
    with pytest.raises(IntegrityError):
        check(sort_rows([(f"[{first}..{third}]",)] * 2 + [(second,)]), job)


def test_a_list_that_lacks_a_value(check, make):
    words = {"tree": {"*": ["x", "y"]}, "order": ["x"]}
    people = [("x", True, None), ("y", True, None)]
    with pytest.raises(HierarchyError, match="order of town: 1 value of P has no place in it"):
        check([("x",), ("y",)], make(people, {"town": words}))


def test_texts_that_are_neither_all_numbers_nor_all_dates(check, make):
    words = {"prefix": [1], "order": "number"}
    people = [("1", True, None), ("2024-01-01", True, None)]
    with pytest.raises(HierarchyError, match="neither all numbers nor all dates"):
        check([("1",), ("2024-01-01",)], make(people, {"town": words}))


@pytest.mark.parametrize("coarser", range(8))
def test_buckets_decide_nothing(check, make, monkeypatch, coarser):
    """Positions themselves, pairs of them, all in one, and mixtures find the same boxes."""
    shifts = [min(coarser, 2), (coarser * 3) % 4]
    monkeypatch.setattr(cover, "choose_shifts", lambda *_: shifts)
    job = make(delta={"min": "1/2", "max": "2/3"})
    assert check(ROWS, job).minimum == Fraction(1, 2)
    boxes = [("[x..y]", "[20..25]"), ("[x..y]", "[25..30]")]
    rows = sort_rows([*[boxes[0]] * 3, boxes[1], *[("z", "[40..42]")] * 2])
    with pytest.raises(IntegrityError, match="boxes overlap"):
        check(rows, job)
    with pytest.raises(IntegrityError, match="2 rows of T lie in none"):
        check([row for row in ROWS if row[0] != "z"], job)


def test_an_empty_release(check, make):
    """All people of P are then known to be absent."""
    people = [("x", 20, False, None), ("y", 30, False, None)]
    assert check([], make(people, delta={"min": "0", "max": "1"})).maximum == 0
    with pytest.raises(NotSatisfied, match="2 of 2 classes"):
        check([], make(people, delta={"min": "1/2", "max": "1"}))


def test_p_without_rows(check, make):
    with pytest.raises(InputError, match="P has no rows"):
        check([], make([]))
