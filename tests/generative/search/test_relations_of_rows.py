"""What must not change, or change in a known way, when the rows of P and T are transformed."""

from dataclasses import replace
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tests.generative.budget import share_of_profile
from tests.generative.instances.case_strategies import cases, nodes
from tests.generative.instances.cases import Case
from tests.generative.instances.jobs import plain_setting
from tests.generative.instances.plain_runs import list_minimal, publish
from tests.generative.instances.runs import measure
from tests.oracle.tables.instance import Models
from tests.oracle.tables.table import Value


@share_of_profile(10)
@given(st.data())
def test_the_order_of_rows_changes_nothing_not_even_a_byte(data: st.DataObject) -> None:
    case = data.draw(cases())
    order = data.draw(st.permutations(range(len(case.public))))
    one, other = publish(case), publish(case.permute_rows(tuple(order)))
    if one is None or other is None:
        assert one == other
        return
    assert one.node == other.node
    assert one.metrics == other.metrics
    assert one.said["release"]["sha256"] == other.said["release"]["sha256"]


@share_of_profile(10)
@given(st.data(), st.integers(2, 4))
def test_multiplying_all_counts_keeps_the_presence(data: st.DataObject, times: int) -> None:
    """The presence of a class is a ratio; discernibility sums squares."""
    case = data.draw(cases(models="delta"))
    node = data.draw(nodes(case))
    many = case.repeat_rows(times)
    assert list_minimal(many) == list_minimal(case)
    one, other = (measure(each, plain_setting(each), node) for each in (case, many))
    assert other.said["presence"] == one.said["presence"]
    assert other.metrics["discernibility"] == times**2 * one.metrics["discernibility"]


@share_of_profile(10)
@given(cases(models="delta"))
def test_the_complement_holds_for_the_complementary_delta(case: Case) -> None:
    """n_T/n_P lies in [a, b] iff (n_P - n_T)/n_P lies in [1-b, 1-a]."""
    assert case.models.delta is not None
    low, high = case.models.delta
    models = Models(delta=(1 - high, 1 - low))
    assert list_minimal(replace(case.swap_members(), models=models)) == list_minimal(case)


def _rename(value: Value) -> Value:
    """Rename texts one to one; values of other types stay."""
    return f"~{value}'" if isinstance(value, str) else value


@share_of_profile(10)
@given(cases())
def test_renaming_leaves_changes_no_level_and_no_metric(case: Case) -> None:
    explicit = [column.rule is None for column in case.columns]
    renamed = replace(
        case,
        columns=tuple(
            column.rename_values(_rename) if is_explicit else column
            for column, is_explicit in zip(case.columns, explicit, strict=True)
        ),
        public=tuple(
            tuple(
                _rename(value) if is_explicit else value
                for value, is_explicit in zip(row, explicit, strict=True)
            )
            for row in case.public
        ),
    )
    one, other = publish(case), publish(renamed)
    if one is None or other is None:
        assert one is None, "renaming lost a release"
        assert other is None, "renaming found a release"
        return
    assert one.node == other.node
    assert one.metrics == other.metrics


@share_of_profile(10)
@given(st.data())
def test_the_presence_of_the_root_is_the_share_of_members(data: st.DataObject) -> None:
    case = data.draw(cases(models="perhaps"))
    found = measure(case, plain_setting(case), case.instance.root)
    share = str(Fraction(len(case.private), len(case.public)))
    assert found.said["presence"] == {"min": share, "max": share}
