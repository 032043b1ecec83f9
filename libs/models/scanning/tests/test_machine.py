"""The pickle machine: the whole opcode set, values as Python writes them, streams that break."""

from __future__ import annotations

import pickle
import pickletools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.scanning.findings import Verdict
from muster.scanning.limits import LimitReached, Limits, Spent
from muster.scanning.pickles import machine
from muster.scanning.pickles.lazily import Lazily, Room
from muster.scanning.scanner import scan
from muster.scanning.windows import Cursor, Ended
from muster.tensors.sources import Memory
from muster.testkit.hostile import adversarial
from muster.testkit.laws import examples

PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary()
VALUES = st.recursive(
    PLAIN,
    lambda inner: (
        st.lists(inner, max_size=9)
        | st.dictionaries(st.text() | st.integers(), inner, max_size=9)
        | st.tuples(inner)
    ),
    max_leaves=20,
)


def _run(content: bytes) -> machine.Run:
    return machine.Machine(Cursor(Memory(content)), Spent(Limits())).finish()


def test_every_opcode_of_python_is_known() -> None:
    known = {chr(code) for code, operation in enumerate(machine._OPERATIONS) if operation is not None}  # pyright: ignore[reportPrivateUsage]
    assert known | {"."} == {each.code for each in pickletools.opcodes}


@pytest.mark.slow
@examples(60)
@given(VALUES, st.integers(0, 5))
def test_pickles_of_plain_values_are_understood(value: Any, protocol: int) -> None:
    content = pickle.dumps(value, protocol)
    run = _run(content)
    assert (run.stopped, run.broken, run.end) == (True, "", len(content))
    if protocol >= 2:  # bytes in it may be drawn to be an archive, which is found on its own account
        rules = {each.rule for each in scan(Memory(content), "a.pkl").findings}
        assert not {rule for rule in rules if rule.startswith("pickle.")}


@pytest.mark.slow
@examples(30)
@given(VALUES, st.data())
def test_a_cut_pickle_is_never_clean(value: Any, data: st.DataObject) -> None:
    content = pickle.dumps(value, 4)
    cut = data.draw(st.integers(2, len(content) - 1))
    assert scan(Memory(content[:cut]), "a.pkl").verdict is not Verdict.CLEAN


@examples(300)
@given(st.sampled_from([case for case in adversarial() if len(case.content) < 20_000]), st.data())
def test_mutations_end_in_a_verdict(case: Any, data: st.DataObject) -> None:
    content = bytearray(case.content)
    for _ in range(data.draw(st.integers(1, 8))):
        at = data.draw(st.integers(0, len(content) - 1)) if content else 0
        match data.draw(st.sampled_from(("set", "cut", "insert"))):
            case "set" if content:
                content[at] = data.draw(st.integers(0, 255))
            case "cut":
                del content[at : at + data.draw(st.integers(1, 40))]
            case _:
                content[at:at] = data.draw(st.binary(max_size=9))
    report = scan(Memory(bytes(content)), case.path, Limits(steps=200_000, expanded_bytes=8 << 20))
    assert report.verdict in Verdict
    assert (report.verdict is Verdict.CLEAN) == (not report.findings)


def test_opcodes_without_end_are_bounded_and_inconclusive() -> None:
    content = b"\x80\x04" + b"N0" * 5_000 + b"N."
    report = scan(Memory(content), "a.pkl", Limits(steps=1_000))
    assert [(each.rule, each.value) for each in report.findings] == [
        ("limit.reached", "steps: more than 1000")
    ]


class Plain(machine.Machine):
    """Each opcode by its operation in the table."""

    def plain(self) -> None:
        """Take no opcodes together."""


class Compiled(machine.Machine):
    """Opcodes of plain data by machine code from the first on, in hardly any room."""

    compiled_min = 0

    def held_lazily(self) -> Lazily | None:
        """It holds so little that it makes room again and again."""
        room = Room(text_bytes=2_500, stack=60, marks=20, memo=4, nodes=8, cells=400)
        return Lazily(self.memo, room) if all(0 <= index < 3_000_000 for index in self.memo) else None


class Narrow(Cursor):
    """Reads a few bytes at a time."""

    def _fill(self, count: int, more: int = 0) -> None:
        at = self.at
        if count > self.size - at:
            raise Ended
        end = min(self.size, at + max(count, more, 100))
        self.window, self.begin, self.end = self.source.read(at, end), at, 0


def _outcome(kind: type[machine.Machine], cursor: Cursor, steps: int) -> object:
    spent = Spent(Limits(steps=steps))
    at_work = kind(cursor, spent)
    try:
        ended = repr(at_work.finish())
    except LimitReached as error:
        ended = str(error)
    at_work.without_machine_code(0)
    return ended, repr(sorted(at_work.memo.items())), spent.steps


@examples(400)
@given(
    VALUES | st.lists(st.integers(-3, 70_000) | st.floats(), max_size=99) | st.lists(VALUES, max_size=99),
    st.integers(0, 5),
    st.data(),
)
def test_opcodes_that_are_taken_together_do_what_each_does(
    value: Any, protocol: int, data: st.DataObject
) -> None:
    content = bytearray(pickle.dumps(value, protocol) + bytes(40))
    for _ in range(data.draw(st.integers(0, 6))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(
            st.sampled_from(b"\x94\x85\x86\x87qrhjX\x8cKMJG(tues.RcN]}0\x88\x89)\x8a2a")
        )
    source = Memory(bytes(content))
    steps = data.draw(st.sampled_from((20, 20_000)))
    expected = _outcome(Plain, Cursor(source), steps)
    assert _outcome(machine.Machine, Cursor(source), steps) == expected
    assert _outcome(Compiled, Narrow(source), steps) == expected


OPCODES = st.sampled_from(
    [
        *(b"N", b"\x88", b"\x89", b")", b"]", b"}", b"(", b"(", b"t", b"a", b"e", b"s", b"u", b"u", b"\x94"),
        *(b"\x85", b"\x86", b"\x87", b"K\0", b"K\1", b"M\1\0", b"J\xff\xff\xff\xff", b"\x8a\0"),
        *(b"\x8a\1\xff", b"\x8a\7\0\0\0\0\0\0\x80", b"\x8a\x08" + bytes(8), b"\x95" + bytes(8)),
        *(b"G" + bytes(8), b"\x8c\1a", b"X\1\0\0\0a", b"\x8c\3\xed\xa0\x80", b"\x8c\2\xc3\xa4"),
        *(b"\x8c\4\xf0\x9f\x92\xa9", b"\x8c\x2c" + b"b" * 44, b"\x8c\0", b"q\0", b"q\5", b"h\0", b"h\5"),
        *(b"r\0\x10\0\0", b"j\0\x10\0\0", b"r\xff\xff\xff\xff", b"2", b"0", b"l", b"d", b"U\1a"),
        *(b"C\1a", b"cos\nsystem\n", b"R", b"b", b"\x90", b"\x8f", b"p7\n", b"g7\n"),
    ]
)


@examples(1_000)
@given(st.lists(OPCODES, max_size=200), st.sampled_from((b"}", b"](", b"}(", b"]}(", b"")))
def test_any_opcodes_by_machine_code_do_what_each_does(opcodes: list[bytes], begin: bytes) -> None:
    source = Memory(begin + b"".join(opcodes) + b"." + bytes(20))
    assert _outcome(Compiled, Narrow(source), 20_000) == _outcome(Plain, Cursor(source), 20_000)


@examples(300)
@given(st.binary(max_size=6), st.sampled_from((b"", b"\xe0\xa0", b"\xed\xbf", b"\xf4\x8f", b"\xf0\x90\x80")))
def test_texts_are_what_python_decodes(content: bytes, begin: bytes) -> None:
    raw = begin + content
    source = Memory(b"\x8c" + bytes([len(raw)]) + raw + b"." + bytes(20))
    assert _outcome(Compiled, Cursor(source), 9) == _outcome(Plain, Cursor(source), 9)


@pytest.mark.slow
@pytest.mark.parametrize("is_compiled", [False, True])
@pytest.mark.parametrize("keys", [3, 70, 3_000])
@pytest.mark.parametrize("at", ["first", "last"])
def test_odd_keys_of_a_state_are_seen_among_any_number_of_keys(
    monkeypatch: pytest.MonkeyPatch, at: str, keys: int, is_compiled: bool
) -> None:
    machine.load_compiled()
    monkeypatch.setattr(machine.Machine, "compiled_min", 0 if is_compiled else 1 << 40)
    plain = {f"__k{number}" if number % 3 else number: [number] for number in range(keys)}
    odd = {"__class__": 1} | plain if at == "first" else plain | {"__class__": 1}
    made = b"\x80\x02ccollections\nOrderedDict\n)R"
    for state in (odd, (None, odd)):
        report = scan(Memory(made + pickle.dumps(state, 2)[2:-1] + b"b."), "x.pkl")
        assert [finding.rule for finding in report.findings] == ["pickle.odd-target"]
    harmless = scan(Memory(made + pickle.dumps((plain, plain), 2)[2:-1] + b"b."), "x.pkl")
    assert harmless.verdict is Verdict.CLEAN


@pytest.mark.slow
def test_a_large_pickle_is_read_by_machine_code_to_the_same_end() -> None:
    machine.load_compiled()
    value = [
        {"name": f"n{i}", "id": i * 1_000_003, "score": i / 7, "tags": ("a", [i])} for i in range(40_000)
    ]
    source = Memory(pickle.dumps(value, 4))
    expected = _outcome(Plain, Cursor(source), 20_000_000)
    assert _outcome(machine.Machine, Cursor(source), 20_000_000) == expected
    at_work = machine.Machine(Cursor(source), Spent(Limits()))
    at_work.finish()
    assert at_work.lazily is not None
