"""Stack and memo of the compiled loop; their values are made on request.

The machine's own stack lies below: before an opcode of the machine's table runs, everything the compiled loop
has left is converted to values there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from struct import unpack_from
from typing import Any, Final

import numpy as np
from muster.scanning.limits import Spent
from muster.scanning.pickles import compiled
from muster.scanning.pickles.compiled import (
    CONSTANT,
    CONSTANTS,
    FLOAT,
    FRAME_CROSSED,
    FRAME_END,
    INTEGER,
    ITEMS_KEPT,
    LIST,
    MADE,
    MEMO_MAX,
    NODE,
    NODE_COUNT,
    NODE_HEAD,
    NODE_KIND,
    OBJECT,
    TEXT,
    TUPLE,
    USED_CELLS,
    USED_MARKS,
    USED_MEMO,
    USED_NODES,
    USED_STACK,
)
from muster.scanning.pickles.frames import Frame
from muster.scanning.windows import Cursor
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Room:
    """Capacity before everything held becomes values; parts that are not touched take no memory.

    Attributes:
        text_bytes: Bytes of opcodes, kept for the texts among them; at least twice a window.
        stack: Values on the stack.
        marks: Marks.
        memo: Values in the memo, at the beginning.
        nodes: Lists, dictionaries and tuples.
        cells: Values in these; at least 1,024.
    """

    text_bytes: int = 64 << 20
    stack: int = 1 << 16
    marks: int = 1 << 12
    memo: int = 1 << 14
    nodes: int = 2 << 20
    cells: int = 6 << 20


_AT_ONCE: Final = 4096
"""Nodes whose values are made together."""
_CALLS: Final = 64
_STEPS_WORTH: Final = 32
"""Opcodes that take about as long as a call, its values handed over."""
_ADDED: Final[dict[bytes, tuple[type[list[Any]] | type[dict[Any, Any]], int]]] = {
    b"a": (list, 1),
    b"e": (list, 0),
    b"s": (dict, 2),
    b"u": (dict, 0),
}
"""Opcodes that add to a container: its kind and the number of values added; 0: all above the mark."""


class Lazily:
    """Stack, marks and memo of the compiled loop.

    Args:
        memo: Values remembered so far, under numbers below MEMO_MAX.
        room: How much it holds before everything is converted to values.
    """

    def __init__(self, memo: Mapping[int, Any], room: Room | None = None) -> None:
        room = room or Room()
        self._text = np.empty(room.text_bytes, np.uint8)
        self._window = b""
        self._begin = 0
        self._filled = 0
        self._stack = np.empty(room.stack, np.int64)
        self._marks = np.empty(room.marks, np.int64)
        self._memo = np.full(room.memo, -1, np.int64)
        self._nodes = np.empty((room.nodes, 4), np.int32)
        self._cells = np.empty((room.cells, 2), np.int64)
        self._used = np.zeros(7, np.int64)
        self._objects: list[Any] = []
        self._calls = self._steps = 0
        for index, value in memo.items():
            self.put(index, value)

    # ---- the memo ------------------------------------------------------------------------------------------

    def __len__(self) -> int:
        """Number of values in the memo."""
        return int(self._used[USED_MEMO])

    def __contains__(self, index: int) -> bool:
        """Whether the memo has a value under a number."""
        return 0 <= index < len(self._memo) and int(self._memo[index]) != -1

    def put(self, index: int, value: Any) -> None:
        """Remember a value under a number below MEMO_MAX."""
        self._reach(index)
        self._used[USED_MEMO] += int(self._memo[index]) == -1
        self._memo[index] = self._object(value)

    def get(self, index: int) -> Any:
        """Return a remembered value, which must exist."""
        code = int(self._memo[index])
        (value,) = self._values([code])
        if code & 7 != OBJECT:
            self._memo[index] = self._object(value)
        return value

    def items(self) -> Iterator[tuple[int, Any]]:
        """Yield all remembered values, each with its number."""
        (places,) = np.nonzero(self._memo != -1)
        yield from zip(places.tolist(), self._values(self._memo[places].tolist()), strict=True)

    def _reach(self, index: int) -> None:
        if index >= len(self._memo):
            longer = np.full(min(MEMO_MAX, max(2 * len(self._memo), index + 1)), -1, np.int64)
            longer[: len(self._memo)] = self._memo
            self._memo = longer

    # ---- opcodes -------------------------------------------------------------------------------------------

    def run(self, cursor: Cursor, spent: Spent, stack: list[Any], marks: list[int], frame: Frame) -> None:
        """Run consecutive opcodes of plain data.

        Args:
            cursor: Position of the opcodes; left before the first that is not handled.
            spent: Resources used so far; the opcodes read are added.
            stack: The machine's, that gets what is left on this one.
            marks: The machine's, likewise.
            frame: The one that is open.
        """
        fresh, before = False, spent.steps
        while True:
            if cursor.window is not self._window:
                self._take(cursor.window, stack, marks)
            begin = self._begin + cursor.end
            origin = cursor.begin - self._begin
            self._used[FRAME_END] = frame.end - origin if frame.end else 0
            why, at, steps = compiled.run(
                self._text,
                begin,
                self._filled,
                spent.limits.steps - spent.steps,
                self._stack,
                self._marks,
                self._memo,
                self._nodes,
                self._cells,
                self._used,
            )
            cursor.end = at - self._begin
            spent.steps += steps
            end = int(self._used[FRAME_END])
            frame.end = end + origin if end else 0
            frame.crossed |= bool(self._used[FRAME_CROSSED])
            if why == compiled.EDGE and not (fresh and at == begin) and cursor.refill():
                fresh = True
            elif why == compiled.MEMO:
                self._reach(len(self._memo))
            elif why == compiled.FULL:
                self._make_room(stack, marks)
            elif why != compiled.OTHER or not self._is_dropped(cursor, spent, stack, marks, frame):
                break
        self._hand_over(stack, marks)
        self._calls += 1
        self._steps += spent.steps - before

    def is_idle(self) -> bool:
        """Whether the last calls achieved so little that one opcode after the other is faster."""
        if self._calls < _CALLS:
            return False
        idle = self._steps < _CALLS * _STEPS_WORTH
        self._calls = self._steps = 0
        return idle

    def _is_dropped(
        self, cursor: Cursor, spent: Spent, stack: list[Any], marks: list[int], frame: Frame
    ) -> bool:
        """Whether all that is on this stack was added to what keeps no more, which lies on the machine's."""
        opcode = cursor.window[cursor.end : cursor.end + 1]
        if opcode not in _ADDED or spent.steps >= spent.limits.steps:
            return False
        kind, count = _ADDED[opcode]
        height, marked = int(self._used[USED_STACK]), int(self._used[USED_MARKS])
        if count:
            is_all = (marked, height) == (0, count)
        else:
            is_all = marked == 1 and self._marks[0] == 0 and (kind is list or height % 2 == 0)
        if not is_all or len(stack) <= (marks[-1] if marks else 0):
            return False
        target: list[Any] | dict[Any, Any] = stack[-1]
        if not isinstance(target, kind) or len(target) < ITEMS_KEPT:
            return False
        if kind is dict and self._is_judged(self._stack[:height:2]):
            return False
        self._used[USED_STACK] = self._used[USED_MARKS] = 0
        cursor.end += 1
        spent.steps += 1
        frame.passed(cursor.at)
        return True

    def _is_judged(self, keys: NDArray[np.int64]) -> bool:
        """Whether the table judges one of these keys: a tuple, or a text that begins with two underscores."""
        if bool(np.any(keys & 7 == NODE)):
            return True
        texts = keys[(keys & 7 == TEXT) & (keys >> 3 & 0x7FF >= 2)] >> 14
        if bool(np.any((self._text[texts] == 0x5F) & (self._text[texts + 1] == 0x5F))):
            return True
        objects = (self._objects[code >> 3] for code in keys[keys & 7 == OBJECT].tolist())
        return any(
            isinstance(key, tuple) or (isinstance(key, str) and key.startswith("__")) for key in objects
        )

    def _take(self, window: bytes, stack: list[Any], marks: list[int]) -> None:
        """Append the next window of the file."""
        if self._filled + len(window) > len(self._text):
            self._make_room(stack, marks)
            self._filled = 0
        self._window, self._begin = window, self._filled
        self._filled += len(window)
        self._text[self._begin : self._filled] = np.frombuffer(window, np.uint8)

    def _hand_over(self, stack: list[Any], marks: list[int]) -> None:
        """Move everything from this stack to the machine's."""
        height, marked = int(self._used[USED_STACK]), int(self._used[USED_MARKS])
        if marked:
            marks.extend(len(stack) + each for each in self._marks[:marked].tolist())
        if height:
            stack.extend(self._values(self._stack[:height].tolist()))
        self._used[USED_STACK] = self._used[USED_MARKS] = 0

    def _make_room(self, stack: list[Any], marks: list[int]) -> None:
        """Convert everything held to Python values, which frees the space for texts and nodes."""
        self._hand_over(stack, marks)
        (places,) = np.nonzero(self._memo != -1)
        values = self._values(self._memo[places].tolist())
        self._objects = values
        self._memo[places] = np.arange(len(values)) * 8 + OBJECT
        self._used[USED_NODES] = self._used[USED_CELLS] = 0

    # ---- values --------------------------------------------------------------------------------------------

    def _object(self, value: Any) -> int:
        self._objects.append(value)
        return (len(self._objects) - 1) * 8 + OBJECT

    def _values(self, codes: Sequence[int]) -> list[Any]:
        nodes = [code >> 3 for code in codes if code & 7 == NODE]
        if nodes:
            self._make(nodes)
        return [self._value(code) for code in codes]

    def _value(self, code: int) -> Any:
        """Build a value whose nodes already exist."""
        kind, rest = code & 7, code >> 3
        if kind == TEXT:
            begin = rest >> 11
            return self._text[begin : begin + (rest & 0x7FF)].tobytes().decode("utf-8", "surrogatepass")
        if kind == INTEGER:
            return rest
        if kind == FLOAT:
            return unpack_from(">d", self._text[rest : rest + 8].tobytes())[0]
        if kind == CONSTANT:
            return CONSTANTS[rest]
        return self._objects[rest if kind == OBJECT else int(self._nodes[rest, NODE_HEAD])]

    def _make(self, wanted: list[int]) -> None:
        """Values of nodes and of all in them. What tuples hold is older; lists may hold themselves."""
        held: dict[int, tuple[int, list[int]]] = {}
        waiting = list(wanted)
        while waiting:
            nodes = [node for node in dict.fromkeys(waiting[-_AT_ONCE:]) if node not in held]
            del waiting[-_AT_ONCE:]
            for node, kind, codes in self._listed(nodes):
                if kind != MADE:
                    held[node] = kind, codes
                    waiting.extend(code >> 3 for code in codes if code & 7 == NODE)
        for node, (kind, _) in held.items():
            if kind != TUPLE:
                self._made(node, [] if kind == LIST else {})
        for node in sorted(held):
            kind, codes = held[node]
            if kind == TUPLE:
                self._made(node, tuple([self._value(code) for code in codes]))
        for node, (kind, codes) in held.items():
            if kind != TUPLE:
                values = [self._value(code) for code in codes]
                shell = self._objects[int(self._nodes[node, NODE_HEAD])]
                if kind == LIST:
                    shell.extend(values)
                else:
                    shell.update(zip(values[::2], values[1::2], strict=True))

    def _listed(self, nodes: Sequence[int]) -> Iterator[tuple[int, int, list[int]]]:
        """Yield each node with its kind and its items."""
        rows = np.array(nodes, np.int64)
        kinds, counts = (self._nodes[rows, column].tolist() for column in (NODE_KIND, NODE_COUNT))
        codes = np.empty(sum(counts), np.int64)
        compiled.listed(self._nodes, self._cells, rows, codes)
        every, at = codes.tolist(), 0
        for node, kind, count in zip(nodes, kinds, counts, strict=True):
            yield node, kind, every[at : at + count]
            at += count

    def _made(self, node: int, value: Any) -> None:
        self._objects.append(value)
        self._nodes[node] = MADE, 0, len(self._objects) - 1, 0
