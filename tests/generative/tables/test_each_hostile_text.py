"""Each hostile text in every place a text can stand: name, raw value, inner label, root label.

Chance seldom puts a text into the one place where it hurts: a no-break space in a root label met
DuckDB's clean-up of Unicode spaces, which an apostrophe in a comment had led astray.
"""

from dataclasses import replace

import pytest

from tests.generative.instances.cases import Case
from tests.generative.instances.columns import Column
from tests.generative.instances.hostile import NAMES, TEXTS
from tests.generative.instances.jobs import plain_setting
from tests.generative.search.test_anonymize import assert_release_is_the_optimum
from tests.oracle.tables.instance import Models


@pytest.mark.parametrize("text", [*TEXTS, *NAMES], ids=ascii)
def test_text_survives_in_every_place_D02_D05(text: str) -> None:
    """Two rows must become alike: by an inner label, by a root; a third column stays raw."""
    columns = (
        Column(pool=(text,), rows=((text, "other"), ("absent", "absent"))),
        Column(
            pool=(text, f"{text}'"),
            rows=((text, f"{text}~"), (f"{text}'", f"{text}~"), (f"{text}''", "else")),
        ),
        Column(pool=("a", "b"), rows=(("a", text), ("b", text))),
    )
    public = ((text, text, "a"), (text, f"{text}'", "b"))
    case = Case(columns, public, (True, True), Models(k_anonymity=2))
    plain = plain_setting(case)
    nameable = text and "\x00" not in text
    names = (text, *plain.names[1:]) if nameable else plain.names
    assert case.instance.root == (2, 2, 1)
    assert_release_is_the_optimum(case, replace(plain, names=names))
