"""The candidate that answers a question best differs least from T; nothing is best by default."""

from dataclasses import replace
from datetime import date

from dpsql.utility.questions.accuracy import Accuracy, Predicted
from dpsql.utility.questions.answers import Answered
from dpsql.utility.questions.ask import Answer
from dpsql.utility.questions.best import find_best
from dpsql.utility.questions.differences import Difference


def number(name, before, after):
    return Answer(name, "", Answered((), {"n": (Difference({}, before, after),)}, 1))


def table(name, sizes, apart=0):
    differences = tuple(Difference({"k": k}, 10, 10 + size) for k, size in enumerate(sizes))
    return Answer(name, "", Answered(("k",), {"n": differences}, len(sizes), only_after=apart))


def model(name, after, before=0.8, rows=100):
    return Predicted(name, "ill", ("a",), rows, Accuracy(before, after, 0.5))


def tell(told):
    found = find_best({f"c{number}": answers for number, answers in enumerate(told, 1)})
    return [
        (one.question, one.figure, tuple(int(name[1:]) for name in one.candidates), one.difference)
        for one in found
    ]


def test_nobody_is_best_who_is_no_better_than_t_without_any_label():
    told = {"c1": [number("a", 40, 43)], "c2": [number("a", 40, 38)]}
    for after, beats in ((41, False), (42, False), (43, True), (None, None)):
        baselines = [[number("a", 40, after)]] if after else []
        (found,) = find_best(told, baselines)
        named = () if beats is False else ("c2",)
        assert (found.candidates, found.beats_baseline) == (named, beats)
        assert found.to_dict().get("beats_baseline") is beats


def test_one_label_in_all_rows_answers_no_question_that_groups_by_it():
    alike = replace(table("a", [1]), one_label=("job",))
    # It is no candidate for the best, and who is no nearer than it knows as little.
    for sizes, best in (([[3], [2]], ()), ([[3], [0.5]], (3,)), ([[0.5]], (2,))):
        (found,) = tell([[alike], *([table("a", one)] for one in sizes)])
        assert found == ("a", "n, mean", best, min(sizes)[0])
    assert tell([[alike], [alike]]) == []


def test_the_least_difference_wins_above_and_below_t():
    told = [[number("a", 40, 43)], [number("a", 40, 38)], [number("a", 40, 42)]]
    assert tell(told) == [("a", "n", (2, 3), 2)]


def test_tables_count_by_their_mean_and_by_rows_that_one_lacks():
    told = [[table("a", [3, -3], apart=1)], [table("a", [0, 4], apart=2)]]
    assert tell(told) == [("a", "n, mean", (2,), 2), ("a", "rows in one only", (1,), 1)]


def test_dates_count_by_days_and_texts_by_being_equal():
    def first(kind, after):
        before = {"time": date(2020, 1, 9), "text": "a"}[kind]
        return Answer(kind, "", Answered((), {"n": (Difference({}, before, after, kind),)}, 1))

    dates = [[first("time", date(2020, 1, day))] for day in (3, 10)]
    assert tell(dates) == [("time", "n, in days", (2,), 1)]
    texts = [[first("text", text)] for text in ("a", "b")]
    assert tell(texts) == [("text", "n, rows with another value", (1,), 0)]


def test_a_model_above_that_of_t_is_as_far_as_one_below():
    told = [[model("m", 0.9)], [model("m", 0.75)], [model("m", 0.5)]]
    assert tell(told) == [("m", "accuracy of ill", (2,), 0.05)]


def test_a_column_that_t_itself_does_not_predict_ranks_nobody():
    assert tell([[model("m", 0.4, before=0.5)], [model("m", 0.6, before=0.5)]]) == []
    # Of 100 rows, one standard error of 0.5 is 0.05; of 10,000 it is 0.005.
    for before, rows in ((0.51, 100), (0.6, 100), (0.509, 10_000)):
        assert tell([[model("m", 0.4, before, rows)], [model("m", 0.5, before, rows)]]) == []
    for before, rows in ((0.61, 100), (0.511, 10_000)):
        (best,) = tell([[model("m", 0.4, before, rows)], [model("m", 0.5, before, rows)]])
        assert best[:3] == ("m", "accuracy of ill", (2,))


def test_rows_that_all_repeat_are_in_neither_answer_only():
    repeated = Answer("a", "", Answered((), {"age": ()}, 0, repeated=9))
    assert tell([[repeated], [table("a", [], apart=2)]]) == []


def test_what_one_candidate_has_or_all_answer_as_t_does_has_no_best():
    unanswered = Answer("a", "", None, "too large")
    assert tell([[number("a", 40, 41)], [unanswered]]) == []
    assert tell([[number("a", 40, 40)], [number("a", 40, 40)]]) == []
    assert tell([[number("a", 40, 41), number("b", 1, 2)]]) == []
    assert tell([[unanswered], [number("a", 40, 41)], [number("a", 40, 40)]]) == [
        ("a", "n", (3,), 0)
    ]
