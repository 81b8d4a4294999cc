"""A small share of the campaigns over hostile texts, so that the commands themselves stay sound."""

import logging

from tests.campaign import identifiers, loaders


def test_texts_pass_through_sql_D02(capsys):
    figures = identifiers.run(500, seed=1)
    assert figures["texts"] == figures["literals"] == 500
    assert figures["names"] > 400
    assert (figures["errors"], figures["round_trips_lost"], figures["side_effects"]) == (0, 0, 0)
    assert capsys.readouterr().err == ""


def test_a_lost_text_is_counted(monkeypatch, capsys):
    """The campaign would notice."""
    monkeypatch.setattr(identifiers.Session, "lose_table", lambda *_: True)
    assert identifiers.run(10, seed=1)["round_trips_lost"] == 1
    assert "lost: " in capsys.readouterr().err


def test_mutated_inputs_are_read_or_refused_G04(monkeypatch):
    monkeypatch.setattr(logging.getLogger("dpsql"), "disabled", True)
    figures = loaders.run(1000, seed=1)
    assert figures["read"] + figures["refused"] == 1000
    assert (figures["crashes"], figures["hangs"], figures["files_made"]) == (0, 0, 0)


def test_a_crash_and_a_hang_are_counted(monkeypatch, tmp_path, capsys):
    def crash(*_):
        raise KeyError

    def hang(*_):
        while True:
            pass

    monkeypatch.setattr(loaders, "HANG", 1)
    monkeypatch.setattr(loaders, "LOADERS", ((crash, (b"x",)), (hang, (b"x",))))
    figures = loaders.run(2, seed=1)
    assert (figures["crashes"], figures["hangs"]) == (1, 1)
