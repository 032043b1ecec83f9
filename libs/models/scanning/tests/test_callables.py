"""How a name comes into the list of what pickles may name: by what loading it does, not because somebody wrote it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from muster.scanning.pickles.names import callables, is_dangerous, is_stored_only, values

from tools.generate_callables import Judged, admitted, judged_of
from tools.stock_files.effects import effects_of

TOOLS = Path(__file__).parents[4] / "tools"


def _observed(
    module: str, name: str, *, called: bool = True, effects: tuple[str, ...] = ()
) -> dict[str, Any]:
    own = {"effects": list(effects), "stored_effects": list(effects)}
    return {"module": module, "name": name, "package": "planted 1.0", "called": called, **own}


def test_a_dangerous_name_stays_out_though_a_package_writes_it_and_no_effect_was_seen() -> None:
    planted = [
        _observed("os", "system"),
        _observed("builtins", "eval", called=False),
        _observed("pickle", "loads"),
    ]
    called, stored, left = admitted(planted, Judged(), is_dangerous)
    assert (called, stored) == ({}, {})
    assert left.keys() == {("os", "system"), ("builtins", "eval"), ("pickle", "loads")}


def test_compiled_code_comes_in_only_where_a_person_judged_its_modules() -> None:
    compiled = _observed("fast.trees", "Tree", effects=("its code is compiled: fast.trees.Tree",))
    assert admitted([compiled], Judged(), is_dangerous)[0] == {}
    assert admitted([compiled], judged_of("~ fast.*"), is_dangerous)[0] == {
        ("fast.trees", "Tree"): "planted 1.0"
    }
    opens = _observed("fast.trees", "Reader", effects=("io.open", "its code is compiled: fast.trees.Reader"))
    assert admitted([opens], judged_of("~ fast.*"), is_dangerous)[0] == {}


def test_a_refused_name_stays_out_whatever_judged_it() -> None:
    judged = judged_of("[numpy]\nnumpy memmap ndarray\n- numpy memmap\n")
    called, _, left = admitted([_observed("numpy", "memmap")], judged, is_dangerous)
    assert called == {("numpy", "ndarray"): "numpy"}
    assert left == {("numpy", "memmap"): "it is dangerous"}


def test_a_class_whose_constructor_alone_has_effects_may_be_stored_and_not_called() -> None:
    class_with = _observed("models", "Model", called=False) | {"effects": ["io.open"]}
    called, stored, _ = admitted([class_with], Judged(), is_dangerous)
    assert (called, stored) == ({}, {("models", "Model"): "planted 1.0"})
    assert admitted([class_with | {"called": True}], Judged(), is_dangerous)[1] == {}


def test_effects_are_found_through_methods_functions_and_modules() -> None:
    told = {
        "zipfile.ZipFile": "io.open",
        "linecache.getline": "_io",
        "wave.Wave_read": "io.open",
        "xml.etree.ElementTree.ElementTree": "io.open",
        "logging.FileHandler": "FileHandler",
        "multiprocessing.pool.Pool": "multiprocessing",
    }
    for dotted, part in told.items():
        module, _, name = dotted.rpartition(".")
        assert any(part in each for each in effects_of(module, name, is_dangerous, called=True)), dotted
    for module, name in (("collections", "UserDict"), ("string", "Template")):
        assert effects_of(module, name, is_dangerous, called=True) == []


def test_every_dangerous_name_of_the_list_was_judged_by_its_own_name() -> None:
    judged = judged_of((TOOLS / "callables.txt").read_text())
    listed = [
        (module, name) for held in (callables(), values()) for module, names in held.items() for name in names
    ]
    dangerous = {each for each in listed if is_dangerous(".".join(each))}
    assert dangerous
    assert dangerous <= judged.called.keys() | judged.stored.keys()
    assert not judged.refused.intersection(listed)


def test_every_name_of_the_list_of_judgements_is_in_what_was_generated() -> None:
    judged = judged_of((TOOLS / "callables.txt").read_text())
    assert all(name in callables()[module] for module, name in judged.called.keys() - judged.refused)
    assert all(name in values()[module] for module, name in judged.stored)
    assert is_stored_only("builtins", "hash")
