"""A CSV header whose names hold line breaks: counted right or refused, never rows lost in silence.

DuckDB guesses the line ending from the first record; a CR LF in a quoted name of a file whose lines
end in LF makes it return no row at all, and T would look empty.
"""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

import dpsql
from tests.generative.budget import share_of_profile
from tests.generative.instances.agreement import assert_metrics_agree
from tests.generative.instances.case_strategies import cases
from tests.generative.instances.jobs import plain_setting
from tests.generative.instances.runs import measure


@share_of_profile(10)
@given(st.data(), st.sampled_from(["\n", "\r\n", "\r"]))
def test_a_line_break_in_a_name_loses_no_row(data: st.DataObject, line_break: str) -> None:
    case = data.draw(cases(models="perhaps").filter(lambda case: not case.holds_nul))
    plain = plain_setting(case)
    setting = replace(
        plain,
        names=(f"broken{line_break}name", *plain.names[1:]),
        table_format=data.draw(st.sampled_from(["csv ,", "csv ;"])),
    )
    try:
        found = measure(case, setting, case.instance.root)
    except (dpsql.SchemaError, dpsql.ParseError):
        return
    assert (found.said["public_rows"], found.said["private_rows"]) == (
        len(case.public),
        len(case.private),
    )
    assert_metrics_agree(found.metrics, case, found.node)
