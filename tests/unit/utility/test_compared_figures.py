"""Figures side by side: no two are one, whatever columns and questions are called."""

import re
from dataclasses import replace
from datetime import date
from fractions import Fraction

import numpy
import pytest

from dpsql.report.frames import to_pandas, to_polars
from dpsql.use_cases.compare.candidate import Candidate
from dpsql.use_cases.compare.compared import Compared
from dpsql.use_cases.compare.names import name_candidates, shorten_names
from dpsql.utility.means import Mean
from dpsql.utility.measure import Utility
from dpsql.utility.not_measured import NotMeasured
from dpsql.utility.numbers import Numbers
from dpsql.utility.questions.accuracy import Accuracy, Predicted
from dpsql.utility.questions.answers import Answered
from dpsql.utility.questions.ask import Answer
from dpsql.utility.questions.differences import Difference
from dpsql.utility.relations import Relation
from tests.unit.runs.test_reprs import OUTCOMES

OUTCOME = OUTCOMES[0][0]


def candidate(algorithm="spalm", job="job.yaml", delta_max=None, outcome=OUTCOME, **figures):
    limit = delta_max and Fraction(delta_max)
    return Candidate(job, algorithm, "optimum", limit, outcome, Utility(**figures))


def compared(*found):
    return Compared(name_candidates(found), 0)


def mean(number, kind="number"):
    return Mean(Numbers(kind, ()), *[Fraction(number)] * 4)


def number(question, column, before, after):
    return Answer(question, "", Answered((), {column: (Difference({}, before, after),)}, 1))


def test_equal_names_are_told_apart():
    one = candidate(
        shifts={"a × b": Fraction(1, 2)},
        pair_shifts={("a", "b"): 0.25, ("a", "c"): 0.75},
        means={"age": mean(40), "age_in_T": mean(2)},
        answers=(number("x", "y: z", 1, 2), number("x: y", "z", 3, 4)),
    )
    (row,) = compared(one).to_rows()
    assert (row["shift_a × b"], row["shift_a × b (2)"], row["shift_all_pairs"]) == (0.5, 0.25, 0.5)
    assert (row["mean_age"], row["mean_age_in_T"], row["mean_age_in_T (2)"]) == (40, 40, 2)
    assert (row["answer_x: y: z"], row["answer_x: y: z (2)"]) == (2, 4)
    assert (row["answer_x: y: z_in_T"], row["answer_x: y: z_in_T (2)"]) == (1, 3)


def test_what_a_candidate_lacks_is_in_none_of_its_columns():
    """The second has no figure of the first question, and its own of the second."""
    two = [(number("q", "n", 1, 2), number("q: n", "m", 5, 6)), (number("q: n", "m", 5, 7),)]
    first, second = compared(*[candidate(answers=one) for one in two]).to_rows()
    assert (first["answer_q: n: m"], second["answer_q: n: m"]) == (6, 7)
    assert (first["answer_q: n"], second["answer_q: n"]) == (2, None)


def test_candidates_have_a_name_each():
    spalm, boxes = candidate(delta_max="1/5"), candidate("mpalm", delta_max="1/5")
    base = Candidate("job.yaml", "spalm", "optimum", Fraction(1, 5), is_baseline=True)
    names = [one.name for one in compared(base, spalm, boxes, spalm).candidates]
    assert names == ["all suppressed", "spalm", "mpalm", "spalm (2)"]
    later = candidate(delta_max="1/20"), candidate(job="other.yaml", delta_max="1/20")
    names = [one.name for one in compared(spalm, *later).candidates]
    assert names == [
        "job.yaml: spalm, δ ≤ 20 %",
        "job.yaml: spalm, δ ≤ 5 %",
        "other.yaml: spalm, δ ≤ 5 %",
    ]
    found = compared(spalm, boxes)
    assert found["mpalm"].algorithm == "mpalm"
    with pytest.raises(KeyError, match=r"no candidate 'mpaln'; did you mean 'mpalm'\?"):
        found["mpaln"]
    assert [*found] == [found[0], found[1]] == [*found.candidates]
    assert (len(found), found[-1].name) == (2, "mpalm")
    assert "mpalm" in found and found[0] in found and "nothing" not in found
    assert found[numpy.int64(1)] is found[1]
    with pytest.raises(IndexError, match="no candidate at 2: places are 0 to 1; there are 'spalm'"):
        found[2]
    with pytest.raises(KeyError, match="no candidate 'x'; there are 'spalm', 'mpalm'"):
        found["x"]
    several = compared(spalm, boxes, *(replace(one, delta_max=Fraction(1)) for one in found))
    with pytest.raises(KeyError, match="'spalm'; there are 'spalm, δ ≤ 20 %', 'spalm, δ ≤ 100 %'"):
        several["spalm"]
    with pytest.raises(KeyError, match="name of a candidate or its place, not None"):
        found[None]


def test_best_are_named():
    answers = [(number("q", "n", 10, after),) for after in (14, 11)]
    found = compared(candidate(answers=answers[0]), candidate("mpalm", answers=answers[1]))
    (best,) = found.best
    assert best.candidates == ("mpalm",) == tuple(found.to_dict()["best"][0]["candidates"])
    assert found[best.candidates[0]].utility.answers == answers[1]
    assert found.best_by_title == [("q: n", "mpalm", "1")]


def test_a_count_that_is_missing_makes_no_double():
    one = candidate(means={"born": mean(700_000, "date")})
    one = Candidate(**{**vars(one), "suppressed_rows": 3})
    left = candidate("mondrian", outcome=None)
    found = compared(one, candidate("mpalm"), left)
    pandas, polars = to_pandas(found), to_polars(found)
    assert (str(pandas["suppressed_rows"].dtype), str(pandas["whole"].dtype)) == (
        "Int64",
        "boolean",
    )
    assert polars["suppressed_rows"].to_list() == [3, None, None]
    assert str(pandas["mean_born"].dtype).startswith("datetime64")
    assert polars["mean_born"][0] == date.fromisoformat(
        one.utility.means["born"].to_dict()["after"]
    )


def test_of_several_t_each_is_shown():
    """The jobs' private tables differ: what is true of one says nothing of the other's release."""
    related = [Relation(("a", "b"), before, 0.5, before < 0.5) for before in (0.25, 0.75)]
    found = compared(
        candidate(correlations=(related[0],)), candidate(job="b.yaml", correlations=(related[1],))
    )
    (table,) = (one for one in found.tables if one.heading == "correlation of")
    assert [(line.name, line.own, line.values) for line in table.lines] == [
        ("a × b", "", (0.5, 0.5)),
        ("a × b, in T", "", (0.25, 0.75)),
    ]
    assert [row["correlation_a × b_in_T"] for row in found.to_rows()] == [0.25, 0.75]
    assert [row["correlation_a × b_by_chance"] for row in found.to_rows()] == [True, False]


def test_the_cell_of_a_notebook_has_what_the_terminal_has_and_is_escaped():
    answers = [(number("<q>", "n", 10, after),) for after in (14, 11)]
    words = {"means": {"<age>": mean(40)}, "correlations": (Relation(("a", "b"), 0.1, 0.2, True),)}
    words["shifts"] = {"<age>": Fraction(1, 2)}
    found = compared(
        candidate(answers=answers[0], **words),
        candidate("mpalm", answers=answers[1], **words),
        Candidate("job.yaml", "mondrian", "optimum", None, left_out="<no> release"),
    )
    cell = found._repr_html_()
    named = "&lt;q&gt;: n", "&lt;age&gt;, at most", "&lt;no&gt; release"
    for part in (*named, "no correlation: unrelated"):
        assert part in cell
    for table in found.tables:
        assert getattr(table, "heading", "no correlation") in cell
    heads = [re.findall("<bdi>(.*?)</bdi></th>", line) for line in cell.splitlines()]
    heads = {head[0]: head[1:] for head in heads if head}
    assert heads["shift of"] == ["spalm", "mpalm"]
    assert heads["mean of"] == ["T", "spalm", "mpalm"]
    assert heads["candidate"][0] == "δmax"
    assert "no release: &lt;no&gt; release" in cell
    assert "least difference to T" in cell and "Internal: " in cell
    assert "<q>" not in cell and "<no>" not in cell and "<script" not in cell and "http" not in cell


#: A cell of a text.
LEFT = '<td style="text-align: left">'


def test_long_names_are_shortened_above_figures_and_explained():
    algorithm = {"mpalm": {"columns": "any", "values": "loss"}}
    answers = [(number("q", "n", 10, after),) for after in (14, 11)]
    left = Candidate("job.yaml", "mondrian", "optimum", None, left_out="why")
    found = compared(
        candidate(algorithm, answers=answers[0]),
        candidate(algorithm, answers=answers[1]),
        left,
        replace(left, algorithm="incognito"),
    )
    cell = found._repr_html_()
    names = [one.name for one in found]
    assert names[:2] == [f"mpalm: {{columns: any, values: loss}}{end}" for end in ("", " (2)")]
    for name, short in zip(names, ["mpalm: {…}", "mpalm: {…} (2)", *names[2:]], strict=True):
        assert f"{LEFT}<bdi>{name}</bdi></td>{LEFT}<bdi>{short}</bdi></td>" in cell
    assert f"{LEFT}<bdi>q: n</bdi></td>{LEFT}<bdi>mpalm: {{…}} (2)</bdi></td>" in cell
    assert "no release: why" in cell and "no release, as mondrian" in cell


def test_long_names_of_jobs_lose_their_middle():
    jobs = [f"trials/of_{season}/job.yaml" for season in ("spring", "autumn")]
    found = compared(*(candidate("pooled", job=job) for job in (*jobs, "job.yaml")))
    short = ["trials/…/job.yaml: pooled", "trials/…/job.yaml: pooled (2)", "job.yaml: pooled"]
    assert shorten_names(found.candidates) == short


def test_of_labels_nothing_is_shown_if_all_people_have_one():
    def model(most_frequent):
        own, of_labels = Accuracy(0.8, 0.6, 0.5), Accuracy(1, 1, most_frequent)
        return candidate(predictions=(Predicted("m", "ill", ("a",), 9, own, of_labels),))

    names = [line.name for line in compared(model(1.0), model(1.0)).tables[-1].lines]
    assert names == ["m: ill", "m: ill, most frequent"]
    lines = compared(model(1.0), model(0.75)).tables[-1].lines
    assert [(one.name, one.values) for one in lines[2:]] == [
        ("m: ill, label", (None, 1)),
        ("m: ill, label from T", (None, 1)),
        ("m: ill, most frequent label", (None, 0.75)),
    ]


def test_pairs_with_a_constant_column_are_not_listed():
    """They have no relation, and would take the places of those that have one."""
    names = [("a", other) for other in "bcdefgh"]
    related = tuple(Relation(pair, 0.1, 0.1) for pair in names[-2:])
    constant = tuple(Relation(pair, None, None) for pair in names[:-2])
    found = compared(
        candidate(associations=constant + related, pair_shifts=dict.fromkeys(names, 0.5))
    )
    pairs, associations = found.tables
    assert [line.name for line in pairs.lines] == ["all 7 pairs", "a × g", "a × h"]
    assert [line.name for line in associations.lines] == ["a × g", "a × h"]
    assert len(found.to_rows()[0].keys() & {f"association_{' × '.join(one)}" for one in names}) == 7


def test_a_repr_names_the_candidates():
    two = candidate(), candidate({"mpalm": {"columns": "any"}})
    assert repr(compared(*two)) == "<Compared: 2 candidates: spalm, mpalm: {columns: any}>"
    many = [candidate(f"a{'x' * 40}{number}") for number in range(9)]
    assert repr(compared(*many)).endswith("0, " + many[1].kind + ", 7 more>")
    told = repr(compared(candidate("mpalm", outcome=None)).candidates[0])
    assert told == "<Candidate 'mpalm': no release: >"


def test_pairs_that_a_candidate_lacks_come_last():
    """Nothing compares there, however far they move."""
    many = {("dob", f"c{n}"): 0.9 for n in range(6)}
    shared = {("sex", "zip"): 0.1, ("sex", "age"): 0.05}
    first = candidate("spalm", pair_shifts={**many, **shared})
    second = candidate("boxes", pair_shifts=dict.fromkeys(shared, 0.2))
    found = compared(first, second)
    table, alone = found.tables
    named = [one.name for one in table.lines]
    assert named == ["the 2 pairs that all have", "sex × zip", "sex × age"]
    assert table.lines[1].values == (0.1, 0.2)
    told = "only spalm: shift of pairs dob × c0 0.9; dob × c1 0.9; dob × c2 0.9"
    assert alone.tell(found.titles) == told and told in found.to_text()


def test_a_mean_over_pairs_says_how_many_were_not_measured():
    shifts = {("dob", "sex"): 0.1, ("sex", "zip"): 0.2}
    left_out = (NotMeasured("too large", ("dob", "zip")),)
    (table,) = compared(candidate(pair_shifts=shifts, left_out=left_out)).tables
    assert table.lines[0].name == "2 of 3 pairs"


def test_a_candidate_without_pairs_takes_none_from_the_mean_of_others():
    shifts = {("a", "b"): 0.1, ("a", "c"): 0.2}
    others = [candidate(one, pair_shifts=shifts) for one in ("spalm", "boxes")]
    (table,) = compared(*others, candidate(job="b.yaml")).tables
    assert (table.lines[0].name, table.lines[0].values) == ("all 2 pairs", (0.15, 0.15))


@pytest.mark.parametrize("kind", ["association", "correlation"])
def test_relations_of_chance_alone_are_told_in_a_line(kind):
    relation = Relation(("a", "b"), 0.5, 0.4, is_by_chance=True)
    found = compared(candidate(**{f"{kind}s": (relation,)}), candidate("pooled"))
    told = f"no {kind}: unrelated columns would show as much as the only pair does"
    assert told in found.to_text() and told in found._repr_html_()
    assert found.to_rows()[0][f"{kind}_a × b_by_chance"] is True


@pytest.mark.parametrize("kind", ["associations", "correlations"])
def test_a_relation_of_chance_is_not_printed_beside_others(kind):
    strong = Relation(("a", "b"), 0.9, 0.4, is_by_chance=True)
    real = Relation(("a", "c"), 0.3, 0.2, null_rows=6)
    (table,) = compared(candidate(**{kind: (strong, real)})).tables
    assert [line.name for line in table.lines] == ["a × c (6 rows NULL)"]
    assert real.to_dict()["null_rows"] == 6


def test_no_cell_is_empty_where_jobs_have_other_columns():
    """What some have stands in a table of theirs, and what one alone has in a line."""
    relation = Relation(("a", "b"), 0.5, 0.4)
    both, zip_ = {"age": Fraction(1, 2)}, {"zip": Fraction(1, 4)}
    first = candidate("spalm", job="a.yaml", shifts=both | zip_, associations=(relation,))
    second = candidate("pooled", job="a.yaml", shifts=both | zip_)
    third = candidate("spalm", job="b.yaml", shifts=both)
    found = compared(first, second, third)
    shift, of_job, association = found.tables
    names = ["1", "2", "3"]
    assert shift.name_columns(names) == ("1", "2", "3")
    assert of_job.name_columns(names) == ("1", "2")
    assert [line.name for line in of_job.lines] == ["zip"]
    assert association.tell(names) == "only 1: association of a × b 0.4 (T: 0.5)"
    assert "–" not in found.to_text().partition("shift of")[2]
    assert "only a.yaml: spalm: association of a × b 0.4" in found._repr_html_()


def test_a_remark_has_a_name_of_its_own():
    """In the turned table it was a line without any."""
    found = compared(candidate(), replace(candidate("pooled"), is_whole=False))
    assert found.overview.columns[-1] == "remark"
    assert [row[-1] for row in found.overview.rows] == ["", "not proven"]
    assert "remark" not in compared(candidate()).overview.columns


def test_what_is_not_measured_is_told_by_reason():
    pairs = [NotMeasured("dob is too large", ("dob", one)) for one in ("sex", "zip")]
    found = compared(candidate(left_out=(*pairs, NotMeasured("3 pairs: 200 are looked at"))))
    assert found.left_out == [
        "not measured: the pairs of dob with sex and zip: dob is too large",
        "not measured: 3 pairs: 200 are looked at",
    ]
    assert found.candidates[0].to_dict()["not_measured"] == [
        "dob × sex: dob is too large",
        "dob × zip: dob is too large",
        "3 pairs: 200 are looked at",
    ]


def test_relations_that_labels_make_stronger_are_told_with_their_figures():
    """Of chance in T, too: those stand in no table."""
    made = Relation(("town", "job"), 0.3054, 0.7372, is_stronger=True)
    more = Relation(("age", "job"), 0.11, 0.92, is_by_chance=True, is_stronger=True)
    plain = Relation(("town", "job"), 0.3054, 0.35)
    found = compared(
        candidate("pooled", associations=(made, more)), candidate(associations=(plain, plain))
    )
    told = "stronger than in T, by the labels alone: age × job (0.92, T 0.11), town × job (0.7372,"
    assert [one for one in found.left_out if told in one] == [f"pooled: {told} T 0.3054)"]
    assert made.to_dict()["stronger"] is True and "stronger" not in plain.to_dict()
