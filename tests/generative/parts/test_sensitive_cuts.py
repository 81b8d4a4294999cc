"""Parts along the hierarchies whose sensitive values must satisfy a model, too: the oracle's."""

from hypothesis import given
from hypothesis import strategies as st

from tests.generative.budget import share_of_profile
from tests.generative.parts.test_hierarchy_cuts import (
    assert_choice_is_of_the_oracle,
    assert_release_is_of_the_oracle,
    words_of_cuts,
)
from tests.generative.search.test_sensitive import protected_cases


@share_of_profile(2)
@given(st.data())
def test_the_release_is_of_the_parts_of_the_oracle(data: st.DataObject) -> None:
    case, setting = data.draw(protected_cases())
    assert_release_is_of_the_oracle(case, setting, data.draw(words_of_cuts(case)), keep=True)


@share_of_profile(10)
@given(st.data())
def test_parts_chosen_from_p_may_fail(data: st.DataObject) -> None:
    case, setting = data.draw(protected_cases())
    assert_choice_is_of_the_oracle(case, setting, data.draw(words_of_cuts(case)))
