"""`measure` at any node of any instance says what the oracle says."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tests.generative.instances.agreement import assert_metrics_agree
from tests.generative.instances.case_strategies import cases, nodes
from tests.generative.instances.jobs import settings_of_jobs
from tests.generative.instances.runs import measure
from tests.oracle.models.presence import count_classes, find_presence, holds
from tests.oracle.tables.instance import Models


@given(st.data())
def test_measure_agrees_with_the_oracle(data: st.DataObject) -> None:
    assert_measures_agree(data)


def assert_measures_agree(data: st.DataObject) -> None:
    case = data.draw(cases(models="perhaps"))
    setting = data.draw(settings_of_jobs(case))
    node = data.draw(nodes(case))

    found = measure(case, setting, node)

    presence = find_presence(count_classes(case.instance, node))
    assert found.node == node
    assert (found.said["public_rows"], found.said["private_rows"]) == (
        len(case.public),
        len(case.private),
    )
    assert (found.said["presence"]["min"], found.said["presence"]["max"]) == (
        str(presence[0]),
        str(presence[1]),
    )
    assert_metrics_agree(found.metrics, case, node)
    if case.models == Models():
        assert found.said["satisfied"] is None
    else:
        assert found.said["satisfied"] is holds(case.instance, node)
    if case.models.delta is not None:
        stated = found.said["delta"]
        assert (Fraction(stated["min"]), Fraction(stated["max"])) == case.models.delta
