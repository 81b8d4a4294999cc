"""Dates, numbers and codes in texts that no rule reads: what a first job makes of them."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpsql.domain.levels.hierarchy import nest
from dpsql.domain.levels.rules import WidthHierarchy
from dpsql.engines.base import ColumnType
from dpsql.first_job.columns import ColumnProfile
from dpsql.first_job.rules.formed import Labels, propose_formed, read_form
from dpsql.first_job.texts.codes import read_codes
from dpsql.first_job.texts.dates import read_dates
from dpsql.first_job.texts.numbers import read_numbers
from dpsql.first_job.texts.ranges import read_ranges

TEXT = ColumnType("text", "VARCHAR")


def column(texts, name="what", *, numbers=0):
    """A column of texts, each in one row unless a count is given."""
    rows = texts if isinstance(texts, dict) else dict.fromkeys(texts, 1)
    lengths = [len(text) for text in rows]
    counts = (sum(rows.values()), sum(rows.values()), len(rows), numbers, 0, 0, 0)
    return ColumnProfile(name, TEXT, *counts, min(lengths), max(lengths), None, None), rows


def propose(texts, kind="", **words):
    one, rows = column(texts, **words)
    form = read_form(rows, one)
    assert form is not None
    return propose_formed(one, replace(form, texts=rows), kind)


def days(form):
    """Some days of several decades, written in a form of `str.format`."""
    return [
        form.format(y=1950 + 7 * i, m=1 + i % 12, d=1 + 5 * i % 28, yy=(50 + 7 * i) % 100)
        for i in range(11)
    ]


@pytest.mark.parametrize(
    ("form", "remark", "first"),
    [
        ("{d:02}.{m:02}.{y}", "dates DD.MM.YYYY", "1950-01-01"),
        ("{d}.{m}.{y}", "dates DD.MM.YYYY", "1950-01-01"),
        ("{d:02}.{m:02}.{y} 13:45:00", "dates DD.MM.YYYY", "1950-01-01"),
        ("{m:02}/{d:02}/{y}", "dates MM/DD/YYYY", "1950-01-01"),
        ("{d:02}-{m:02}-{y}", "dates DD-MM-YYYY", "1950-01-01"),
        ("{y}/{m:02}/{d:02}", "dates YYYY/MM/DD", "1950-01-01"),
        ("{y}{m:02}{d:02}", "dates YYYYMMDD", "1950-01-01"),
        ("{y}-{m:02}", "dates YYYY-MM", "1950-01-01"),
        ("{m:02}.{y}", "dates MM.YYYY", "1950-01-01"),
        ("{d:02}.{m:02}.{yy:02}", "dates DD.MM.YY", None),
    ],
)
def test_dates_are_read_in_the_form_that_most_have(form, remark, first):
    texts = days(form)
    found = read_dates(dict.fromkeys(texts, 1))
    assert found.remark == remark
    assert len(found.plain) == len(texts)
    assert found.plain[texts[0]] == (first or "1950-01-01")
    assert found.plain[texts[-1]] == ("2020-11-01" if "{d" not in form else "2020-11-23")


@pytest.mark.parametrize(
    ("texts", "plain"),
    [
        (["Feb-2018", "Dez-2019"], ["2018-02-01", "2019-12-01"]),
        (["16 août 2000", "1 mai 1999"], ["2000-08-16", "1999-05-01"]),
        (["March 3, 2001", "Apr 12, 2004"], ["2001-03-03", "2004-04-12"]),
        (["16-AUG-84", "02-SEP-09"], ["1984-08-16", "2009-09-02"]),
        (["2018 Oct", "2019 Jan"], ["2018-10-01", "2019-01-01"]),
    ],
)
def test_months_are_read_by_name(texts, plain):
    found = read_dates(dict.fromkeys(texts, 1))
    assert list(found.plain.values()) == plain


def test_a_day_and_a_month_are_never_guessed():
    ambiguous = [f"{1 + i % 12:02}/{1 + i % 7:02}/{1950 + i}" for i in range(60)]
    words, remark = propose(ambiguous)
    assert "with day and month in an order that no value tells, so years alone" in remark
    labels = next(iter(words["tree"]))
    assert labels == "1950s"
    assert words["tree"]["1950s"]["1950"] == ["01/01/1950"]
    # One value tells; two that contradict each other tell nothing.
    assert "dates DD/MM/YYYY" in propose([*ambiguous, "31/01/2011"])[1]
    assert "dates MM/DD/YYYY" in propose([*ambiguous, "01/31/2011"])[1]
    assert "in both orders" in propose([*ambiguous, "01/31/2011", "31/01/2011"])[1]


def test_texts_that_are_no_dates_keep_a_label_of_their_own():
    texts = dict.fromkeys(days("{d:02}.{m:02}.{y}"), 9) | {"unknown": 2, "31.02.2001": 1}
    words, _ = propose(texts)
    assert words["tree"]["unknown"] == {"unknown": {"unknown": ["unknown"]}}
    assert words["tree"]["31.02.2001"] == {"31.02.2001": {"31.02.2001": ["31.02.2001"]}}
    # Years first: the rule of prefixes reads all texts.
    iso = dict.fromkeys(days("{y}-{m:02}-{d:02}"), 9) | {"N/A": 1}
    assert propose(iso)[0] == {"prefix": [7, 4, 3]}
    assert propose(days("{y}{m:02}{d:02}"), numbers=11)[0] == {"prefix": [6, 4, 3]}
    assert propose(days("{y}-{m:02}"))[0] == {"prefix": [4, 3]}
    assert "tree" in propose(days(" {y}/{m:02}/{d:02}"))[0]


def test_a_year_beside_days_is_in_its_decade():
    texts = dict.fromkeys(days("{d:02}.{m:02}.{y}"), 9) | {"1957": 2, "1957-02": 1, "1950s": 1}
    labels = propose(texts | {f"{i:02}.{m}.1990": 1 for i in range(1, 29) for m in ("01", "02")})[0]
    found = labels["hierarchy"].paths
    nest(enumerate(labels["hierarchy"].list_rows(), 1), "what", nulls_are_leaves=False)
    assert found["1957"] == ("1957", "1957", "1950s")
    assert found["1957-02"] == found["06.02.1957"] == ("1957-02", "1957", "1950s")
    assert found["1950s"] == ("1950s",) * 3


def test_days_of_one_year_in_both_orders_are_listed_without_labels():
    texts = dict.fromkeys(["31/01/2011", "01/31/2011", "02/03/2011"], 9) | {"N/A": 1}
    assert propose(texts)[0] == {"tree": {"*": sorted(texts)}}
    many = texts | {f"{d:02}/{m:02}/2011": 1 for d in range(1, 12) for m in range(1, 12)}
    rows = [*propose(many)[0]["hierarchy"].list_rows()]
    assert rows == [(text, "*") for text in sorted(many)]


@pytest.mark.parametrize(
    "texts",
    [
        ["16.08.2000", "17.08", "x", "y"],
        ["99999999", "12345678"],
        ["2000-13", "2001-14"],
        ["1.2.3", "4.5.6"],
        ["Foo-2018", "Bar-2019"],
    ],
)
def test_other_texts_are_no_dates(texts):
    assert read_dates(dict.fromkeys(texts, 1)) is None


@pytest.mark.parametrize(
    ("texts", "plain"),
    [
        (["78,4", "80,1", "9"], ["78.4", "80.1", "9"]),
        (["1.234,50", "17,00"], ["1234.5", "17"]),
        (["1,234.50", "17.00"], ["1234.5", "17"]),
        (["1,234", "1,234,567"], ["1234", "1234567"]),
        (["1'234.5", "12 000"], ["1234.5", "12000"]),
        (["$1,200", "€ 7"], ["1200", "7"]),
        (["12 %", "7%"], ["12", "7"]),
        (["1.5e3", "-2E-2"], ["1500", "-0.02"]),
        (["2.000.000", "17,5"], ["2000000", "17.5"]),
    ],
)
def test_numbers_are_read_with_the_marks_that_the_column_has(texts, plain):
    assert list(read_numbers(dict.fromkeys(texts, 1)).plain.values()) == plain


def test_numbers_as_a_rule_reads_them_need_no_other_writing():
    _, remark = propose({str(i): 4 for i in range(100)} | {"n/a": 20})
    assert "beside 1 other text; with NULL in place of other texts, they could have" in remark


def test_numbers_beside_other_texts_get_intervals():
    texts = {f"{i},5": 4 for i in range(100)} | {"k.A.": 20}
    words, remark = propose(texts)
    assert "numbers with a decimal comma, beside 1 other text; written as" in remark
    labels = words["hierarchy"]
    assert labels.paths["47,5"] == ("[40, 50)", "[40, 60)", "[40, 80)", "[0, 80)")
    assert labels.paths["k.A."] == ("k.A.",) * 4
    hierarchy, _ = nest(enumerate(labels.list_rows(), 1), "what", nulls_are_leaves=False)
    assert hierarchy.height == 5
    assert hierarchy.root == "*"


@pytest.mark.parametrize(
    "texts",
    [
        ["01234", "04711"],  # codes
        ["12", "a", "b", "c", "d"],
        ["10-20", "20-30"],
        ["943 476 5919", "401 023 2137"],  # the number of a patient
    ],
)
def test_other_texts_are_no_numbers(texts):
    assert read_numbers(dict.fromkeys(texts, 1)) is None


@pytest.mark.parametrize(
    ("texts", "prefixes"),
    [
        # ICD-10: the letter and the three characters before the point; E11 is E11.9's.
        ([f"{a}{n}.{k}" for a in "AEI" for n in (10, 11, 20) for k in range(4)], (3, 1)),
        (["E11", "E11.9", "E12", "E12.9", "I10", "I10.9"], (3, 1)),
        # NACE, SOC, NUTS.
        ([f"{a}.{b}" for a in (10, 11, 47) for b in (11, 12, 21, 22)], (4, 2)),
        ([f"{a}-{b}" for a in (11, 13, 15) for b in (1011, 1012, 2020)], (6, 2)),
        ([f"{a}{n}" for a in ("DE", "FR", "IT") for n in (111, 112, 121, 300, 301)], (4, 3, 2)),
        # Blocks of ICD, and Canadian postcodes.
        (["A00-A09", "A15-A19", "B00-B09", "B15-B19", "C00-C14", "C15-C26"], (1,)),
        ([f"{10000 + 7 * i}-{1000 + 11 * i}" for i in range(99)], (3,)),
        ([f"{1000 + 67 * (i // 3)} {x}" for i in range(90) for x in ("AB", "CD")], (4, 2)),
        (["K1A 0B1", "K1A 0B2", "K2B 1A1", "M5V 2T6", "M5V 3A8", "M4C 1B5"], (3, 1)),
    ],
)
def test_codes_are_cut_where_they_have_parts(texts, prefixes):
    assert read_codes(dict.fromkeys(texts, 1)).prefixes == prefixes


def test_codes_of_other_lengths_are_listed():
    codes = [
        f"{a}{n} {d}{x}" for a in ("SW", "M", "LS") for n in (1, 12) for d in "12" for x in "AB"
    ]
    words, _ = propose(codes)
    assert words["tree"]["SW*"]["SW12*"] == ["SW12 1A", "SW12 1B", "SW12 2A", "SW12 2B"]
    many = [f"{a}{n} {d}AB" for a in ("SW", "M") for n in range(1, 12) for d in range(1, 9)]
    assert isinstance(propose(many)[0]["hierarchy"], Labels)


def test_neighboring_ranges_are_joined():
    bands = ["<18", "18-24", "25-34", "35-44", "45-54", "unknown"]
    words, remark = propose(dict.fromkeys(bands, 20))
    assert remark == "6 values, ranges"
    assert words["tree"] == {
        "≤44": {"≤24": ["<18", "18-24"], "25-44": ["25-34", "35-44"]},
        "45-54": {"45-54": ["45-54"]},
        "unknown": {"unknown": ["unknown"]},
    }
    # Of three there are no groups, and of ranges that overlap there is no order.
    assert read_ranges(dict.fromkeys(bands[:3], 1)) is None
    assert read_ranges(dict.fromkeys([*bands, "20-30"], 1)) is None


@pytest.mark.parametrize(
    "texts",
    [
        ["18-24", "25-34", "35-44"],  # nothing in common
        ["level 1", "level 2", "level 3"],
        ["grade 2b of 3 in town", "x"],
        ["Main Street 1", "Side Road 2"],
        ["A1", "B2", "C3"],
    ],
)
def test_other_texts_are_no_codes(texts):
    assert read_codes(dict.fromkeys(texts, 1)) is None


NUMBER, SMALL = st.integers(0, 99_999), st.integers(1, 31)
WRITTEN = {
    "day": st.builds("{:02}.{:02}.{}".format, SMALL, st.integers(1, 12), st.integers(1900, 2030)),
    "either": st.builds("{}/{}/2001".format, st.integers(1, 14), st.integers(1, 14)),
    "month": st.builds("{}-{}".format, st.sampled_from(["Feb", "OKT"]), st.integers(1980, 2026)),
    "number": st.builds("{},{}".format, NUMBER, SMALL),
    "code": st.builds("{}{}.{}".format, st.sampled_from("ABC"), SMALL, NUMBER),
    "postcode": st.builds("{}{} {}AB".format, st.sampled_from(["SW", "M"]), SMALL, SMALL),
    "range": st.builds(lambda n: f"{10 * n}-{10 * n + 9}", SMALL),
    "any": st.text("AB01.-/ ", min_size=1, max_size=8),
}
OTHERS = st.sampled_from(["N/A", "2018", "1990s", "E11*", "*", "[0, 5)", ""])


@settings(max_examples=20)
@given(st.sampled_from([*WRITTEN]).flatmap(lambda name: st.sets(WRITTEN[name], min_size=3)), OTHERS)
def test_what_is_read_is_a_hierarchy_of_all_texts(texts, other):
    one, rows = column(dict.fromkeys(texts, 9) | {other: 1})
    form = read_form(rows, one)
    if form is None:
        return
    words, _ = propose_formed(one, replace(form, texts=rows), "")
    listed = words.get("hierarchy", words.get("tree"))
    if isinstance(listed, Labels):
        paths = list(listed.list_rows())
    elif listed is not None:
        paths = list(_list_paths(listed))
    else:
        return
    assert {path[0] for path in paths} == {*texts, other}
    nest(enumerate(paths, 1), "what", nulls_are_leaves=False)


def _list_paths(tree, above=("*",)):
    """Yield the rows of a tree, leaf first."""
    for label, below in tree.items():
        if isinstance(below, dict):
            yield from _list_paths(below, (label, *above))
        else:
            yield from ((leaf, label, *above) for leaf in below)


@pytest.mark.parametrize(("name", "are_codes"), [("wz_code", True), ("balance", False)])
def test_numbers_with_a_point_are_codes_by_the_name_of_their_column(name, are_codes):
    texts = [f"{i}.{j}" for i in (10, 47, 86) for j in (10, 11, 25, 40)] + ["47"]
    one, rows = column(texts, name, numbers=len(texts))
    form = read_form(rows, one)
    assert (form is not None) == are_codes
    if form is not None:
        assert form.labels["47.11"] == ("47.1*", "47*")


def test_labels_are_listed_when_they_are_read(monkeypatch):
    """A proposal that is not taken costs no label, of however many texts."""
    listed = []
    monkeypatch.setattr(WidthHierarchy, "label", lambda *_: listed.append(1) or "all")
    words, _ = propose([f"{number},5" for number in range(1000, 1400)])
    labels = words["hierarchy"]
    assert (labels.height > 0, listed) == (True, [])
    assert len(labels.paths) == 400
    assert len(listed) == 400 * labels.height
