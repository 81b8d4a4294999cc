"""What must not change, or change in a known way, when quasi-identifiers move or are added."""

from hypothesis import given
from hypothesis import strategies as st

from tests.generative.budget import share_of_profile
from tests.generative.instances.case_strategies import cases
from tests.generative.instances.cases import Case
from tests.generative.instances.column_strategies import constant_column
from tests.generative.instances.hostile import texts
from tests.generative.instances.plain_runs import is_no_dearer, list_minimal, publish, read_cost

AVERAGED_OVER_COLUMNS = ("loss", "precision")


@share_of_profile(10)
@given(st.data())
def test_the_order_of_columns_permutes_the_nodes(data: st.DataObject) -> None:
    """The optimum may move between ties, since the level vector breaks them; its cost may not."""
    case = data.draw(cases(least_columns=2))
    order = tuple(data.draw(st.permutations(range(len(case.columns)))))
    moved = case.permute_columns(order)
    expected = sorted(tuple(node[place] for place in order) for node in list_minimal(case))
    assert list_minimal(moved) == expected
    one, other = publish(case), publish(moved)
    assert is_no_dearer(case, one, other)
    assert is_no_dearer(case, other, one)
    if one is not None and other is not None:
        assert sum(one.node) == sum(other.node)


@share_of_profile(10)
@given(cases(), texts)
def test_a_constant_column_of_one_label_changes_nothing(case: Case, value: str) -> None:
    """Means over columns gain a column that loses nothing; all else stays."""
    wider = case.add_column(constant_column(value))
    assert list_minimal(wider) == [(*node, 0) for node in list_minimal(case)]
    one, other = publish(case), publish(wider)
    if one is None or other is None:
        assert one is None, "a constant column lost a release"
        assert other is None, "a constant column found a release"
        return
    assert other.node == (*one.node, 0)
    count = len(case.columns)
    factor = count / (count + 1) if case.metric in AVERAGED_OVER_COLUMNS else 1
    assert abs(read_cost(case, other) - factor * read_cost(case, one)) < 1e-9
