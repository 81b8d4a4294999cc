"""What `anonymize` does unless it is told otherwise."""

import inspect

import dpsql


def test_a_run_keeps_what_lies_there_unless_it_is_told_otherwise():
    """A release is not replaced, and a journal is resumed."""
    parameters = inspect.signature(dpsql.anonymize).parameters
    assert not any(parameters[name].default for name in ("overwrite", "restart", "keep_journal"))
