"""Where explain finds a pooled release that loses less, it says so, and how to take it."""

from types import SimpleNamespace

import pytest

from dpsql.use_cases.explain.told_better import tell_better


def tell(*losses, path="columns", holds=True, is_weighted=False):
    climb = SimpleNamespace(metric="loss", pooled=SimpleNamespace(least=75, path=path))
    start = SimpleNamespace(metrics={"loss": 0.2})
    others = {
        name: SimpleNamespace(metrics={"loss": loss}, holds=holds, levels={"zip": 1, "age": place})
        for place, (name, loss) in enumerate(zip("ab", losses, strict=False))
    }
    found = SimpleNamespace(predecessors=others, is_weighted=is_weighted)
    return [one.text for one in tell_better(found, climb, start)]


def test_the_best_start_that_loses_less_is_told_with_the_line_of_the_job():
    (told,) = tell(0.15, 0.1)
    assert "from zip=1, age=1 with 75, the loss is 0.1 in place of 0.2" in told
    assert "did not try 75 people there" in told
    assert told.endswith("write algorithm: {pooled: {path: columns, least: 75}}.")


def test_a_listed_path_stays_and_a_weighted_loss_is_named_so():
    (told,) = tell(0.1, path=["zip", "age"], is_weighted=True)
    assert "the weighted loss is 0.1" in told and "{path: [zip, age], least: 75}" in told


@pytest.mark.parametrize("losses", [(0.2,), (0.3,), ()])
def test_nothing_is_said_where_none_loses_less(losses):
    assert not tell(*losses)
    assert not tell(0.1, holds=False)
