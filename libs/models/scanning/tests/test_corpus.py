"""The corpus: every attack is caught, nothing that is harmless is called anything but clean."""

from __future__ import annotations

import io
import pickle
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.scanning.findings import Report, Verdict
from muster.scanning.limits import Spent
from muster.scanning.pickles import machine
from muster.scanning.scanner import scan
from muster.scanning.windows import Cursor
from muster.tensors.sources import Memory
from muster.testkit.hostile import adversarial, benign, costs
from muster.testkit.hostile.case import Case
from muster.testkit.hostile.varied import varied
from muster.testkit.laws import examples

CAUGHT = (Verdict.SUSPICIOUS, Verdict.MALICIOUS)


@dataclass(frozen=True)
class Scanned:
    """A file, its report, and whether a pickle was read for it."""

    case: Case
    report: Report
    has_pickle: bool


def _scanned(cases: Iterable[Case]) -> Iterator[Scanned]:
    """Scan files by the rules of each opcode, or as `load_compiled` has it."""
    begun, plainly = count(), machine.Machine.__init__

    def counted(self: machine.Machine, cursor: Cursor, spent: Spent) -> None:
        next(begun)
        plainly(self, cursor, spent)

    with pytest.MonkeyPatch.context() as watched:
        watched.setattr(machine.Machine, "__init__", counted)
        for case in cases:
            before = next(begun)
            report = scan(Memory(case.content), case.path)
            yield Scanned(case, report, next(begun) > before + 1)


def _missed(scanned: Iterable[Scanned]) -> list[str]:
    return [f"{each.case.group}/{each.case.path}" for each in scanned if each.report.verdict not in CAUGHT]


@pytest.fixture(scope="module", name="attacks")
def scanned_attacks() -> Sequence[Scanned]:
    """Take seconds, for two tests."""
    return [*_scanned(adversarial())]


@pytest.mark.slow
@pytest.mark.xdist_group("corpus")
def test_every_attack_is_caught(attacks: Sequence[Scanned]) -> None:
    groups = Counter(each.case.group for each in attacks)
    assert len(attacks) >= 150
    assert len(groups) >= 12
    assert min(groups.values()) >= 9
    assert _missed(attacks) == []


@pytest.mark.slow
@pytest.mark.xdist_group("corpus")
def test_reports_are_the_same_by_machine_code(
    attacks: Sequence[Scanned], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only files in which a pickle is read are read again."""
    expected = [each for each in (*attacks, *_scanned(benign())) if each.has_pickle]
    assert len(expected) > 100
    machine.load_compiled()
    monkeypatch.setattr(machine.Machine, "compiled_min", 0)
    for each in expected:
        assert scan(Memory(each.case.content), each.case.path) == each.report, each.case.path


@pytest.mark.slow
def test_attacks_are_caught_whatever_they_are_called() -> None:
    for case in adversarial():
        if case.group in ("calls", "hidden"):
            assert scan(Memory(case.content), "notes.txt").verdict in CAUGHT, case.path


@pytest.mark.slow
def test_files_of_frameworks_are_clean() -> None:
    found = {case.path: scan(Memory(case.content), case.path) for case in benign()}
    assert len(found) >= 60
    assert {
        path: report.findings for path, report in found.items() if report.verdict is not Verdict.CLEAN
    } == {}


def test_attacks_by_other_functions_in_other_wraps_are_caught() -> None:
    assert _missed(_scanned(varied(14, 200))) == []


def test_an_unknown_package_is_inconclusive_and_never_clean() -> None:
    content = b"\x80\x04\x8c\x07mymodel\x8c\x03Net\x93)R."
    report = scan(Memory(content), "model.pkl")
    assert report.verdict is Verdict.INCONCLUSIVE
    assert [each.rule for each in report.findings] == ["pickle.unknown-import"]


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (b"cos\nsystem\n$1", "README"),
        (b"cos\nsystem\n(2tr", "notes.txt"),
        (b"cos\nsystem\n(Vtrue", "model.pkl"),
        (b"cevil\nPlug\n$", "model.pkl"),
        (b"cevil\nPlug\n(Vtrue\n\t", "notes.txt"),
        (b"(S'true'\nios\nsystem\n\xff", "notes.txt"),
        (b"\x80\x04\x8c\x02os\x8c\x06system\x93\xff", "model.pkl"),
        (b"\x80\x04B\x13\0\0\0\x80\x04\x8c\x02os\x8c\x06system\x93(ee.", "model.pkl"),
    ],
)
def test_pickles_that_import_and_break_before_a_call_are_never_clean(content: bytes, name: str) -> None:
    assert scan(Memory(content), name).verdict is not Verdict.CLEAN


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("cat\ndog\n", "labels.txt"),
        ("cat\ndog\nbird\n##s\n[PAD]\n(\n", "vocab.txt"),
        ("cos\nsin\ntan\n", "functions.txt"),
        ("changelog\nunreleased\n- a line\n", "CHANGELOG"),
        ("changelog\n=========\n\nwords, and more\n", "README.md"),
        ("class A:\n    pass\n", "a.py"),
        ("column\nvalue\n1.5\n", "a.csv"),
        ("code:\n  - x\n", "a.yaml"),
        ("#version: 0.2\nc at\nd og\n", "merges.txt"),
        ("copyright\nholders of the work\n", "LICENSE"),
    ],
)
def test_a_text_that_begins_as_an_import_does_is_clean(text: str, name: str) -> None:
    assert scan(Memory(text.encode()), name).findings == ()


def _refuse(_reader: Any) -> None:
    """Stand for BYTEARRAY8, which reserves the length it announces before it reads."""
    raise ValueError("a length that the stream announces")


def _imported(content: bytes) -> list[str]:
    """Return the names that Python's own reader imports before it ends or breaks; they lead nowhere."""
    names: list[str] = []

    class Reader(pickle._Unpickler):  # type: ignore[name-defined] # pyright: ignore
        dispatch = {**pickle._Unpickler.dispatch, pickle.BYTEARRAY8[0]: _refuse}  # type: ignore[attr-defined] # pyright: ignore  # noqa: RUF012

        def find_class(self, module: str, name: str) -> Any:
            names.append(f"{module}.{name}")
            return Imported

    with suppress(Exception):
        Reader(io.BytesIO(content)).load()
    return [name for name in names if re.fullmatch(r"\w+(\.\w+)*", name.rpartition(".")[0])]


class Imported:
    """Stand for each name: take anything, and do nothing."""

    def __init__(self, *given: object) -> None:
        pass


COSTLY = {case.path for case in costs.pickles()}
"""Pickles on which Python's own reader runs out of time or memory."""
ATTACKS = [
    case for case in adversarial() if case.content and len(case.content) < 20_000 and case.path not in COSTLY
]


@examples(300)
@given(st.integers(0, 1 << 32))
def test_a_mutated_attack_that_python_imports_something_of_is_never_clean(seed: int) -> None:
    chance = Random(seed)
    case = chance.choice(ATTACKS)
    content = bytearray(case.content)
    for _ in range(chance.randrange(1, 16)):
        content[chance.randrange(len(content))] = chance.randrange(256)
    names = _imported(bytes(content))
    if names:
        assert scan(Memory(bytes(content)), case.path).verdict is not Verdict.CLEAN, (content, names)
