"""The statements of each template: made by the query builders, or seen while small jobs run."""

import pickle
from pathlib import Path

import pytest

from tests.made_once import make_once
from tests.sql.built import list_built
from tests.sql.examples import Statements
from tests.sql.seen import list_seen


@pytest.fixture(scope="session")
def statements(tmp_path_factory: pytest.TempPathFactory) -> Statements:
    """By template, then by case; what is built wins over what is seen."""

    def make(folder: Path) -> None:
        with pytest.MonkeyPatch.context() as monkeypatch:
            seen = list_seen(tmp_path_factory.mktemp("seen"), monkeypatch)
        (folder / "pickled").write_bytes(pickle.dumps(seen | list_built()))

    return pickle.loads((make_once(tmp_path_factory, "statements", make) / "pickled").read_bytes())
