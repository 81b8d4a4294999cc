"""The table of what a release promises: each assumption has its tool, and its result or none."""

import pytest

from dpsql.report.details import Details, Insight
from dpsql.report.facts import Facts, Secrets
from dpsql.report.promises import list_promises

FOUND = {
    "status": "released",
    "public_rows": 9,
    "private_rows": 5,
    "presence": {"min": "1/2", "max": "2/3"},
    "people_by_presence": [0] * 20,
    "delta": {"min": "1/2", "max": "2/3"},
    "constraints": {},
    "keep": [],
    "public_columns": ["zip"],
    "levels": {"zip": 1},
    "metrics": {},
    "release": {"path": "r.csv", "rows": 5, "sha256": "0" * 64},
}
NOT_CHECKED = ("prior", "known_absent", "earlier", "choose: from_public")


def tell(**words):
    """Return the results by the first tool of each row; by no name where nothing checks it."""
    return {(*one.tools, "")[0]: one.result for one in find(**words)}


def find(**words):
    return list_promises(Facts.of(FOUND | words, {"zip": 3}, True, {}, Details()))


def test_where_nothing_holds_nothing_was_chosen():
    words = {"status": "unsatisfiable", "levels": {}, "release": None}
    assert not any("choice" in one.assumption for one in find(**words))
    assert any("choice of these levels" in one.assumption for one in find())


def test_what_a_job_does_not_state_is_not_checked():
    found = tell()
    assert all(found[tool].startswith("not checked") for tool in NOT_CHECKED)
    assert list(found) == [
        *("public_columns", *NOT_CHECKED),
        *("dpsql check", "dpsql verify"),
    ]


def test_whether_rows_of_p_are_people_is_told_as_it_was_found():
    public = tell()["dpsql check"]
    assert public == "T is a part of P; that nobody is in P twice is not checked"
    found = {**tell(person="pid")}
    assert found["person"].endswith("each row of P has a value of its own in this column")
    assert [one.columns for one in find(person="pid") if one.tools == ("person",)] == [("pid",)]
    found = {**tell(person=["town", "nr"])}
    assert found["person"].endswith("no two rows of P agree in all of these columns")
    (names,) = (one.columns for one in find(person=["town", "nr"]) if one.tools == ("person",))
    assert names == ("town", "nr")
    told = {one.tools: one.result for one in internal()}
    assert told["person", "dpsql check"] == f"{public}: the job names no person"
    told = {one.tools: one.result for one in internal(person=[])}
    said = f"{public}: the job says that no column names people"
    assert told["person", "dpsql check"] == said
    by_key = {"differing_rows": {"rows": 3, "columns": {"zip": 3}}}
    told = {one.tools: one.result for one in internal(**by_key)}
    assert told["key",] == "T is a part of P; each row of P has a key of its own"
    assert tell(**by_key)["key"] == told["key",]


def internal(**words):
    facts = Facts.of(FOUND | words, {"zip": 3}, True, {}, Details())
    return list_promises(facts, Secrets.of(FOUND | words, Insight()))


@pytest.mark.parametrize(
    ("words", "tool", "told"),
    [
        ({"posterior": {"min": 0.1, "max": 0.25}}, "prior", "presence is 10 % to 25 %"),
        ({"presence_if_absent": {"max": "3/4"}}, "known_absent", "it is 75 % at most"),
        (
            {
                "together": {
                    "method": "exact",
                    "presence": {"min": "0", "max": "1/2"},
                    "releases": 2,
                    "of_other_tables": 1,
                }
            },
            "earlier",
            "With 2 earlier releases of this T it is 0 % to 50 %, by all T that they allow. 1",
        ),
        ({"choose": "from_public"}, "choose: from_public", "they follow from P"),
        ({"levels": {}, "partitions": 3}, "", "boxes around rows of T end"),
        ({"levels": {}, "partitions": 3, "rest": "kept"}, "choose: from_public", "cost least"),
        ({"keep": ["lab"]}, "l_diversity", "not checked: what they reveal"),
        (
            {"keep": ["lab"], "constraints": {"t_closeness": {"lab": {"t": "1/5"}}}},
            "l_diversity",
            "the conditions above bound",
        ),
        (
            {"overlap": {"method": "not_certified", "forced": 2}, "status": "measured"},
            "dpsql measure --release",
            "2 people are in T for certain",
        ),
        ({"status": "measured"}, "dpsql verify", "their order, and columns"),
        ({"status": "measured"}, "", "another tool made the file"),
    ],
)
def test_what_was_checked_has_its_result(words, tool, told):
    found = tell(**words)[tool].replace("\N{NO-BREAK SPACE}", " ")
    assert told in found


def test_nothing_is_said_of_a_file_if_there_is_none():
    assert "dpsql verify" not in tell(release=None)


BOXES = {"levels": {}, "partitions": 3}


@pytest.mark.parametrize(
    ("words", "tools"),
    [
        ({}, ("choose: from_public", "dpsql audit")),
        ({"choose": "from_public"}, ("choose: from_public",)),
        ({"presence_if_absent": {"max": "3/4"}}, ("choose: from_public",)),
        ({"constraints": {"l_diversity": {}}}, ("choose: from_public",)),
        ({"pooled": {"least": 2}}, ("choose: from_public",)),
        (BOXES | {"rest": "kept"}, ("choose: from_public",)),
        (BOXES, ()),
        ({"status": "measured"}, ()),
    ],
)
def test_a_choice_is_checked_with_what_fits_what_was_chosen(words, tools):
    """The commands take or refuse the jobs: `tests/functional/looking/test_audit.py`."""
    (one,) = (one for one in find(**words) if "learns from the choice" in one.assumption)
    assert one.tools == tools


def test_a_page_knows_which_knowledge_makes_presence_exceed_delta():
    words = {
        "posterior": {"min": 0.5, "max": 0.7},
        "together": {
            "method": "nested",
            "presence": {"min": "1/2", "max": "3/5"},
            "releases": 1,
            "of_other_tables": 0,
        },
        "presence_if_absent": {"max": "1"},
    }
    facts = [Facts.of(FOUND | words, {}, holds, {}, Details()) for holds in (False, True)]
    assert [one.broken for one in facts] == [{"prior", "known_absent"}, set()]
