"""What `anonymize` does unless it is told otherwise."""

import inspect

import dpsql


def test_a_run_keeps_what_lies_there_unless_it_is_told_otherwise():
    """A release is not replaced, and a journal is resumed."""
    parameters = inspect.signature(dpsql.anonymize).parameters
    assert not any(parameters[name].default for name in ("overwrite", "restart", "keep_journal"))


def test_the_loss_of_what_was_released_is_always_a_number():
    """That of a file from elsewhere may be unknown."""
    released, measured = dpsql.results.Released.loss, dpsql.results.Outcome.loss
    assert inspect.signature(released.fget).return_annotation is float
    assert inspect.signature(measured.fget).return_annotation == float | None
