"""Small files that take all time or memory are found within the scanner's own bounds; ordinary ones are clean."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from typing import Any

import pytest
from muster.scanning.formats.patterns import is_endless
from muster.scanning.pickles import machine
from muster.scanning.scanner import scan
from muster.tensors.sources import Memory
from muster.testkit.hostile import costs, savers
from muster.testkit.hostile.case import Case


def _rules(case: Case) -> set[str]:
    return {each.rule for each in scan(Memory(case.content), case.path).findings}


@pytest.fixture(params=[False, pytest.param(True, marks=pytest.mark.slow)], ids=["plain", "compiled"])
def _compiled(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every pickle is read opcode by opcode, or by machine code."""
    monkeypatch.setattr(machine, "_compiled", [])
    if request.param:
        machine.load_compiled()
        monkeypatch.setattr(machine.Machine, "compiled_min", 0)
    yield


@pytest.mark.slow
@pytest.mark.usefixtures("_compiled")
@pytest.mark.parametrize("case", list(costs.pickles()), ids=lambda case: case.path)
def test_pickles_that_cost_far_more_than_their_bytes_are_found(case: Case) -> None:
    rule = "memory.claimed" if case.path.startswith("copies") else "time.claimed"
    assert _rules(case) == {rule}


@pytest.mark.usefixtures("_compiled")
@pytest.mark.parametrize(
    "case", [each for each in costs.harmless() if each.path.endswith(".pkl")], ids=lambda case: case.path
)
def test_ordinary_keys_numbers_and_copies_are_clean(case: Case) -> None:
    assert _rules(case) == set()


class _Counted(int):
    """A number that counts how often it is hashed."""

    hashed = 0

    def __hash__(self) -> int:
        _Counted.hashed += 1
        return 1


def test_python_hashes_every_value_of_a_key_as_often_as_the_scanner_counts() -> None:
    key: Any = (_Counted(1),)
    for _ in range(12):
        key = (key, key)
    hash(key)
    assert _Counted.hashed == 1 << 12


def test_python_gives_multiples_of_its_prime_one_hash() -> None:
    first = next(each.content for each in costs.pickles() if each.path == "hashes-set.pkl")
    loaded = pickle.loads(
        first[:2] + b"(" + b"".join(costs.large(n * costs.PRIME) for n in range(9)) + b"\x91."
    )
    assert {hash(each) for each in loaded} == {0}
    assert len(loaded) == 9


@pytest.mark.parametrize("case", list(costs.shapes()), ids=lambda case: case.path)
def test_shapes_and_chunks_far_beyond_the_file_are_found(case: Case) -> None:
    assert len(case.content) < 1 << 19
    rule = "archive.bomb" if case.path.startswith(("bomb", "twice")) else "memory.claimed"
    assert _rules(case) == {rule}


@pytest.mark.parametrize("pattern", costs.PATTERNS)
def test_patterns_that_try_every_split_are_found(pattern: str) -> None:
    assert is_endless(pattern)


@pytest.mark.parametrize("pattern", costs.ORDINARY_PATTERNS)
def test_patterns_of_published_tokenizers_are_ordinary(pattern: str) -> None:
    assert not is_endless(pattern)


@pytest.mark.parametrize("case", list(costs.texts()), ids=lambda case: case.path)
def test_patterns_and_templates_that_do_not_end_are_found(case: Case) -> None:
    assert _rules(case) & {"time.claimed", "template.endless", "template.escape"}


@pytest.mark.parametrize("case", list(savers.savers()), ids=lambda case: case.path)
def test_graphs_that_choose_their_own_files_are_found(case: Case) -> None:
    found = _rules(case)
    assert found <= {"tensorflow.operator", "tensorflow.path", "archive.leaves-folder"}
    assert found


@pytest.mark.parametrize("case", list(savers.harmless()), ids=lambda case: case.path)
def test_ordinary_savers_and_tables_are_clean(case: Case) -> None:
    assert _rules(case) == set()


def test_a_call_before_a_limit_is_reached_is_still_reported() -> None:
    call = b"\x8c\x02os\x8c\x06system\x93\x8c\x04true\x85R0"
    content = (
        b"\x80\x04" + call + b"\x8c\x0bcollections\x8c\x0bOrderedDict\x93q\0" + b"h\0)R0" * 10_001 + b"N."
    )
    found = scan(Memory(content), "model.pkl").findings
    assert {"limit.reached", "pickle.dangerous-import"} <= {each.rule for each in found}
