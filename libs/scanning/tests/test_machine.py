"""The pickle machine: the whole opcode set, values as Python writes them, streams that break."""

from __future__ import annotations

import pickle
import pickletools
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from muster.scanning.findings import Verdict
from muster.scanning.limits import LimitReached, Limits, Spent
from muster.scanning.pickles import machine
from muster.scanning.reading import Cursor
from muster.scanning.scanner import scan
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


@examples(60)
@given(VALUES, st.integers(0, 5))
def test_what_python_writes_of_plain_values_is_understood(value: Any, protocol: int) -> None:
    content = pickle.dumps(value, protocol)
    run = _run(content)
    assert (run.stopped, run.broken, run.end) == (True, "", len(content))
    if protocol >= 2:  # bytes in it may be drawn to be an archive, which is found on its own account
        rules = {each.rule for each in scan(Memory(content), "a.pkl").findings}
        assert not {rule for rule in rules if rule.startswith("pickle.")}


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
        """Nothing is taken together."""


def _both(content: bytes, steps: int) -> list[object]:
    told: list[object] = []
    for kind in (machine.Machine, Plain):
        spent = Spent(Limits(steps=steps))
        at_work = kind(Cursor(Memory(content)), spent)
        try:
            told.append((repr(at_work.finish()), repr(at_work.memo), spent.steps))
        except LimitReached as error:
            told.append(str(error))
    return told


@examples(400)
@given(VALUES | st.lists(st.integers(-3, 70_000) | st.floats(), max_size=99), st.integers(0, 5), st.data())
def test_opcodes_that_are_taken_together_do_what_each_does(
    value: Any, protocol: int, data: st.DataObject
) -> None:
    content = bytearray(pickle.dumps(value, protocol) + bytes(40))
    for _ in range(data.draw(st.integers(0, 3))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(
            st.sampled_from(b"\x94\x85\x86\x87qrhjX\x8cKMJG(tues.RcN]}0")
        )
    fast, plain = _both(bytes(content), data.draw(st.sampled_from((20, 20_000))))
    assert fast == plain
