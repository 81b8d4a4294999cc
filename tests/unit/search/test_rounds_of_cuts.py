"""Rounds of cuts end, or dpsql says that they do not."""

from typing import cast

import pytest

from dpsql.errors import EngineError
from dpsql.search.hierarchy_cuts import divide_all
from dpsql.sql.hierarchy_cuts.rounds import Made, Rounds


class EndlessRounds:
    """Rounds in which every part has a rest that is cut again."""

    def cut(self) -> Made:
        """Return a child and a rest."""
        return Made(parts=2, cuts=1, open_parts=1)


def test_rounds_without_end_are_an_error() -> None:
    rounds = cast("Rounds", EndlessRounds())
    with pytest.raises(EngineError, match="does not end"):
        divide_all(rounds, ["v"], is_open=True, most_rounds=3)
