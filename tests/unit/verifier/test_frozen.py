"""What the trusted core has found out cannot be changed afterwards."""

from dataclasses import is_dataclass
from importlib import import_module

from tests.campaign.core import core_files

#: Filled while a file is read, and in use nowhere else.
MUTABLE = {"_Whole"}


def test_every_dataclass_of_the_trusted_core_is_frozen():
    modules = [import_module(file.removesuffix(".py").replace("/", ".")) for file in core_files()]
    found = {
        one.__name__: one.__dataclass_params__.frozen
        for module in modules
        for one in vars(module).values()
        if isinstance(one, type) and is_dataclass(one) and one.__module__ == module.__name__
    }
    assert {"Verified", "ValueOrder", "_Counted"} <= found.keys()
    assert {name for name, is_frozen in found.items() if not is_frozen} == MUTABLE
