"""The forms of a number that the schema shows, and so the reference, are those of a job."""

import pytest
from pydantic import TypeAdapter, ValidationError

from dpsql.domain.job_section import Amount, Ratio, Threshold, Width

FORMS = {"/": "1/2", ".": "0.5", "%": "50 %"}


@pytest.mark.parametrize("kind", [Amount, Ratio, Threshold, Width])
def test_the_schema_shows_all_forms_of_a_number_that_are_accepted(kind):
    adapter = TypeAdapter(kind)
    examples = adapter.json_schema()["examples"]
    for example in examples:
        adapter.validate_python(example)
    for sign, text in FORMS.items():
        if any(sign in example for example in examples):
            adapter.validate_python(text)
        else:
            with pytest.raises(ValidationError):
                adapter.validate_python(text)
