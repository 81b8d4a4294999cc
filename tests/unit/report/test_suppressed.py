"""Where most is suppressed, the command that counts what other algorithms would lose is named."""

import pytest

from dpsql.domain.mends import Mends
from dpsql.faces import on_command_line
from dpsql.report.suppressed import Suppressed

CUTS = "{mpalm: {cuts: hierarchy}}"


def tell(
    lost, *, columns=5, is_pooled=False, algorithms=("pooled", CUTS), is_uncut=False, own="spalm"
):
    mends = Mends(algorithms=algorithms, own=own)
    names = tuple("abcde"[:lost])
    given = {"is_pooled": is_pooled, "in_parts": is_uncut, "is_uncut": is_uncut}
    return Suppressed(names, mends, columns, **given).tell_to_compare()


def test_where_more_than_half_is_lost_the_command_is_named():
    with on_command_line():
        told = tell(3)
    assert told.startswith("This loses 3 of 5 columns. Other algorithms may lose less;")
    assert "that was not counted" in told
    assert told.endswith("dpsql compare JOB --algorithm spalm --algorithm pooled --algorithm cuts")
    assert tell(3).endswith("dpsql.compare(job, algorithms=['spalm', 'pooled', 'cuts'])")


def test_of_a_pooled_release_one_column_is_enough():
    told = tell(1, is_pooled=True, algorithms=(CUTS,), own="pooled")
    assert told.startswith("This loses 1 of 5 columns.") and told.endswith("['pooled', 'cuts'])")


def test_an_algorithm_with_options_is_quoted_for_the_shell():
    with on_command_line():
        assert tell(3, algorithms=("{pooled: {path: root}}",)).endswith(
            "--algorithm '{pooled: {path: root}}'"
        )
    assert tell(3, algorithms=("{pooled: {path: root}}",)).endswith(
        "['spalm', {'pooled': {'path': 'root'}}])"
    )


def test_the_algorithm_of_the_job_stands_first_with_its_options():
    own = {"pooled": {"path": "root", "least": [20, 50]}}
    with on_command_line():
        told = tell(1, is_pooled=True, algorithms=(CUTS,), own=own)
    assert told.endswith("--algorithm '{pooled: {path: root, least: [20, 50]}}' --algorithm cuts")
    with on_command_line():
        told = tell(3, algorithms=("pooled",), own={"mpalm": {"cuts": "hierarchy"}})
    assert told.endswith("JOB --algorithm cuts --algorithm pooled")


@pytest.mark.parametrize(
    "given",
    [{"lost": 2}, {"lost": 0}, {"lost": 3, "algorithms": ()}, {"lost": 5, "is_uncut": True}],
)
def test_otherwise_nothing_is_said(given):
    assert tell(**given) == ""
