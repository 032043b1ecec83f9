"""Opcodes of plain data as machine code by numba: stack, marks and memo hold numbers that encode values.

A value is a number: its last three bits give the kind, the others which one. No Python value is made until it
is requested (`lazily.py`). Opcodes that are not plain, or would break, are left to the machine's table.

All of it is in this one file: numba caches the machine code on disk and recompiles it only when this file
is newer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar, cast

import numpy as np
from numba import boolean, int32, int64, njit, types, uint8, void  # pyright: ignore[reportUnknownVariableType]
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Integers = NDArray[np.int64]
Rows = NDArray[np.int32]

CONSTANT: Final = 0
"""One of `CONSTANTS`."""
INTEGER: Final = 1
"""A whole number of up to 56 bits."""
TEXT: Final = 2
"""Its offset, then eleven bits of its length; the text is valid UTF-8."""
FLOAT: Final = 3
"""Offset of its eight bytes."""
NODE: Final = 4
"""A list, dictionary or tuple: a row of nodes."""
OBJECT: Final = 5
"""Any other Python value: an index into a list."""

CONSTANTS: Final = (None, True, False, ())
LIST: Final = 0
DICT: Final = 1
TUPLE: Final = 2
MADE: Final = 3
"""A node that was made a value of Python's: `NODE_HEAD` is its place among these."""

NODE_KIND: Final = 0
NODE_COUNT: Final = 1
NODE_HEAD: Final = 2
NODE_TAIL: Final = 3

USED_STACK: Final = 0
USED_MARKS: Final = 1
USED_MEMO: Final = 2
USED_NODES: Final = 3
USED_CELLS: Final = 4
FRAME_END: Final = 5
"""Offset at which the open frame ends; 0: none is open."""
FRAME_CROSSED: Final = 6
"""Whether an opcode lay across the end of a frame."""

OTHER: Final = 1
"""The next opcode is not plain data, breaks, or needs a value from below this stack."""
EDGE: Final = 2
"""The next opcode may not be whole."""
FULL: Final = 3
"""There is no room for another list, dictionary or tuple."""
MEMO: Final = 4
"""The memo has too few places."""

MARGIN: Final = 16
"""Bytes of an opcode with what it takes, but for texts."""
TEXT_KEPT: Final = 1024
ITEMS_KEPT: Final = 64
MEMO_MAX: Final = 3_000_000
FRAME_MAX: Final = 1 << 30
"""A longer frame may claim memory, which the machine's table judges."""

_CONSTANTS: Final = (0x8C, 0x58, 0x4B, 0x4D, 0x4A, 0x47, 0x8A, 0x4E, 0x88, 0x89, 0x29)

_Function = TypeVar("_Function", bound=Callable[..., object])


def _compiled(*signature: object) -> Callable[[_Function], _Function]:
    """Compile a function to machine code at once, and cache that on disk.

    No array is made here, so `_nrt` may be off: counting references to arrays took most of the time.
    """
    return cast(
        "Callable[[_Function], _Function]",
        njit(*signature, cache=True, nogil=True, error_model="numpy", _nrt=False),  # pyright: ignore
    )


@_compiled(int64(uint8[::1], int64, int64))  # pyright: ignore
def _number(text: Bytes, at: int, count: int) -> int:
    value: int = 0
    for index in range(count):
        byte: int = text[at + index]
        value |= byte << (8 * index)
    return value


@_compiled(boolean(uint8[::1], int64, int64))  # pyright: ignore
def _follows(text: Bytes, at: int, count: int) -> bool:
    """Whether the next `count` bytes continue a UTF-8 character."""
    for index in range(count):  # noqa: SIM110  (numba has no generators)
        if text[at + index] & 0xC0 != 0x80:
            return False
    return True


@_compiled(boolean(uint8[::1], int64, int64))  # pyright: ignore
def _is_utf8(text: Bytes, begin: int, end: int) -> bool:
    """Whether Python decodes these bytes with "surrogatepass"."""
    at = begin
    while at < end:
        first = np.int64(text[at])
        if first < 0x80:
            at += 1
            continue
        more = (
            1 if 0xC2 <= first <= 0xDF else 2 if first & 0xF0 == 0xE0 else 3 if 0xF0 <= first <= 0xF4 else 0
        )
        if more == 0 or at + more >= end or not _follows(text, at + 1, more):
            return False
        second = np.int64(text[at + 1])
        if (first == 0xE0 and second < 0xA0) or (first == 0xF0 and second < 0x90):
            return False
        if first == 0xF4 and second > 0x8F:
            return False
        at += more + 1
    return True


@_compiled(boolean(uint8[::1], int64, int64))  # pyright: ignore
def _equal(text: Bytes, one: int, other: int) -> bool:
    """Whether two keys, texts or whole numbers, are one: True is 1, False is 0."""
    if one & 7 == TEXT:
        if other & 7 != TEXT:
            return False
        length = (one >> 3) & 0x7FF
        if length != (other >> 3) & 0x7FF:
            return False
        here, there = one >> 14, other >> 14
        for index in range(length):  # noqa: SIM110
            if text[here + index] != text[there + index]:
                return False
        return True
    if other & 7 == TEXT:
        return False
    mine = one >> 3 if one & 7 == INTEGER else np.int64(one >> 3 == 1)
    its = other >> 3 if other & 7 == INTEGER else np.int64(other >> 3 == 1)
    return mine == its


@_compiled(boolean(uint8[::1], int64))  # pyright: ignore
def _is_dunder(text: Bytes, key: int) -> bool:
    """Whether a key begins with two underscores."""
    if key & 7 != TEXT or (key >> 3) & 0x7FF < 2:
        return False
    begin = key >> 14
    return text[begin] == 0x5F and text[begin + 1] == 0x5F


@_compiled(void(int32[:, ::1], int64[:, ::1], int64[::1], int64, int64))  # pyright: ignore
def _add(nodes: Rows, cells: Integers, used: Integers, node: int, value: int) -> None:
    """Append one more value to a node."""
    cell = used[USED_CELLS]
    used[USED_CELLS] = cell + 1
    cells[cell, 0], cells[cell, 1] = value, -1
    if nodes[node, NODE_HEAD] < 0:
        nodes[node, NODE_HEAD] = cell
    else:
        cells[nodes[node, NODE_TAIL], 1] = cell
    nodes[node, NODE_TAIL] = cell
    nodes[node, NODE_COUNT] += 1


@_compiled(int64(int32[:, ::1], int64[::1], int64))  # pyright: ignore
def _node(nodes: Rows, used: Integers, kind: int) -> int:
    """A new list, dictionary or tuple, as a value."""
    node = used[USED_NODES]
    used[USED_NODES] = node + 1
    nodes[node, NODE_KIND], nodes[node, NODE_COUNT], nodes[node, NODE_HEAD] = kind, 0, -1
    return node * 8 + NODE


@_compiled(void(uint8[::1], int32[:, ::1], int64[:, ::1], int64[::1], int64, int64, int64))  # pyright: ignore
def _set(  # noqa: PLR0917  (numba takes no keywords)
    text: Bytes, nodes: Rows, cells: Integers, used: Integers, node: int, key: int, value: int
) -> None:
    """A key of a dictionary that is not full; only texts and whole numbers are kept."""
    kind = key & 7
    if kind not in (TEXT, INTEGER) and key not in (8 + CONSTANT, 16 + CONSTANT):
        return
    cell = nodes[node, NODE_HEAD]
    while cell >= 0:
        if _equal(text, cells[cell, 0], key):
            cells[cells[cell, 1], 0] = value
            return
        cell = cells[cells[cell, 1], 1]
    _add(nodes, cells, used, node, key)
    _add(nodes, cells, used, node, value)


@_compiled(types.Tuple((int64, int64))(uint8[::1], int64, int64, int64))  # pyright: ignore
def _constant(text: Bytes, at: int, edge: int, code: int) -> tuple[int, int]:
    """Value that an opcode pushes from its own bytes alone, and the next offset, or minus the reason."""
    if code in (0x8C, 0x58):  # SHORT_BINUNICODE, BINUNICODE
        begin = at + (2 if code == 0x8C else 5)
        length = _number(text, at + 1, begin - at - 1)
        if length > TEXT_KEPT:
            return 0, -OTHER
        if begin + length > edge:
            return 0, -EDGE
        if not _is_utf8(text, begin, begin + length):
            return 0, -OTHER
        return (begin << 14) | (length << 3) | TEXT, begin + length
    if code in (0x4B, 0x4D):  # BININT1, BININT2
        count = 1 if code == 0x4B else 2
        return _number(text, at + 1, count) * 8 + INTEGER, at + 1 + count
    if code == 0x4A:  # BININT
        number = _number(text, at + 1, 4)
        return (number - ((number >> 31) << 32)) * 8 + INTEGER, at + 5
    if code == 0x47:  # BINFLOAT
        return (at + 1) * 8 + FLOAT, at + 9
    if code == 0x8A:  # LONG1
        size = _number(text, at + 1, 1)
        if size > 7:
            return 0, -OTHER
        number = _number(text, at + 2, size)
        if size and number >> (8 * size - 1):
            number -= 1 << (8 * size)
        return number * 8 + INTEGER, at + 2 + size
    # NONE, NEWTRUE, NEWFALSE, EMPTY_TUPLE
    which = 0 if code == 0x4E else 1 if code == 0x88 else 2 if code == 0x89 else 3
    return which * 8 + CONSTANT, at + 1


@_compiled(int64(uint8[::1], int64, int64, int64, int64[::1], int64[::1], int64[::1]))  # pyright: ignore
def _memo(  # noqa: PLR0917
    text: Bytes, at: int, code: int, floor: int, stack: Integers, memo: Integers, used: Integers
) -> int:
    """Into the memo and out of it; what follows, or minus why not."""
    top = used[USED_STACK]
    behind = at + (1 if code == 0x94 else 2 if code in (0x71, 0x68) else 5)
    index = used[USED_MEMO] if code == 0x94 else _number(text, at + 1, behind - at - 1)
    if code in (0x68, 0x6A):  # BINGET, LONG_BINGET
        if index >= len(memo) or memo[index] == -1:
            return -OTHER
        stack[top] = memo[index]
        used[USED_STACK] = top + 1
        return behind
    if top <= floor or used[USED_MEMO] >= MEMO_MAX or index >= MEMO_MAX:
        return -OTHER
    if index >= len(memo):
        return -MEMO
    used[USED_MEMO] += memo[index] == -1
    memo[index] = stack[top - 1]
    return behind


@_compiled(boolean(int64, int64, int64[::1], int32[:, ::1], int64[:, ::1], int64[::1]))  # pyright: ignore
def _tuple(  # noqa: PLR0917
    code: int, floor: int, stack: Integers, nodes: Rows, cells: Integers, used: Integers
) -> bool:
    """Run TUPLE1 to TUPLE3 or TUPLE; return whether it is well-formed."""
    top, to_mark = used[USED_STACK], code == 0x74
    first = floor if to_mark else top - (code - 0x84)
    if first < floor or (to_mark and used[USED_MARKS] == 0):
        return False
    if top - first > ITEMS_KEPT:  # the table weighs those that are not kept
        return False
    made = 3 * 8 + CONSTANT if first == top else _node(nodes, used, TUPLE)
    for index in range(first, top):
        _add(nodes, cells, used, made >> 3, stack[index])
    stack[first] = made
    used[USED_STACK] = first + 1
    used[USED_MARKS] -= to_mark
    return True


@_compiled(  # pyright: ignore
    boolean(uint8[::1], int64, int64[::1], int64[::1], int32[:, ::1], int64[:, ::1], int64[::1])
)
def _added(  # noqa: PLR0917
    text: Bytes, code: int, stack: Integers, marks: Integers, nodes: Rows, cells: Integers, used: Integers
) -> bool:
    """Run APPEND, APPENDS, SETITEM or SETITEMS; whether it is well-formed and all of it is on this stack."""
    top, marked = used[USED_STACK], used[USED_MARKS]
    to_mark, to_list = code in (0x65, 0x75), code in (0x61, 0x65)
    if to_mark and marked == 0:
        return False
    first = marks[marked - 1] if to_mark else top - (1 if to_list else 2)
    outer = marked - 1 if to_mark else marked
    if first <= (marks[outer - 1] if outer else 0) or (not to_list and (top - first) % 2):
        return False
    target = stack[first - 1]
    if target & 7 != NODE or nodes[target >> 3, NODE_KIND] != (LIST if to_list else DICT):
        return False
    node: int = target >> 3  # pyright: ignore[reportAssignmentType]
    if to_list:
        for index in range(first, min(top, first + ITEMS_KEPT - nodes[node, NODE_COUNT])):
            _add(nodes, cells, used, node, stack[index])
    else:
        is_too_many = nodes[node, NODE_COUNT] + top - first > 2 * ITEMS_KEPT
        for index in range(first, top, 2):
            if stack[index] & 7 in (OBJECT, NODE):  # only Python knows whether it is a text, or takes time
                return False
            if is_too_many and _is_dunder(text, stack[index]):  # the table knows which of these it keeps
                return False
        for index in range(first, top, 2):
            if nodes[node, NODE_COUNT] >= 2 * ITEMS_KEPT:
                break
            _set(text, nodes, cells, used, node, stack[index], stack[index + 1])
    used[USED_STACK], used[USED_MARKS] = first, outer
    return True


@_compiled(void(uint8[::1], int64, int64, int64, int64[::1]))  # pyright: ignore
def _frame(text: Bytes, at: int, behind: int, code: int, used: Integers) -> None:
    """Note where an opcode lies in the open frame, as `Frame` does; FRAME opens one."""
    if used[FRAME_END] and (code == 0x95 or behind >= used[FRAME_END]):
        used[FRAME_CROSSED] |= behind != used[FRAME_END]
        used[FRAME_END] = 0
    if code == 0x95:
        length = _number(text, at + 1, 8)
        used[FRAME_END] = behind + length if length else 0


@_compiled(  # pyright: ignore
    types.Tuple((int64, int64, int64))(
        *(uint8[::1], int64, int64, int64, int64[::1], int64[::1], int64[::1]),  # pyright: ignore
        *(int32[:, ::1], int64[:, ::1], int64[::1]),  # pyright: ignore
    )
)
def run(  # noqa: PLR0917  (numba takes no keywords)
    text: Bytes,
    at: int,
    end: int,
    most: int,
    stack: Integers,
    marks: Integers,
    memo: Integers,
    nodes: Rows,
    cells: Integers,
    used: Integers,
) -> tuple[int, int, int]:
    """Opcodes of plain data, one after the other.

    Args:
        text: Bytes of pickles; values refer to offsets in it.
        at: The next opcode.
        end: Behind the last byte.
        most: Most opcodes to run.
        stack: Values.
        marks: Heights of the stack.
        memo: Values by number; -1: none.
        nodes: Kind, count, first and last cell of each list, dictionary and tuple. A dictionary counts keys
            and values.
        cells: Value and next cell.
        used: Used size of stack, marks, memo, nodes and cells; then the frame.

    Returns:
        Why it stopped, where, and after how many opcodes.
    """
    edge, steps = end - MARGIN, 0
    while at < edge:
        code, top, marked = _number(text, at, 1), used[USED_STACK], used[USED_MARKS]
        floor: int = marks[marked - 1] if marked else 0  # pyright: ignore[reportAssignmentType]
        if steps >= most or top + 1 >= len(stack) or marked + 1 >= len(marks):
            return OTHER, at, steps
        if used[USED_NODES] + 1 >= len(nodes) or used[USED_CELLS] + 4 * ITEMS_KEPT >= len(cells):
            return FULL, at, steps
        behind = at + 1
        if code in _CONSTANTS:
            stack[top], behind = _constant(text, at, edge, code)
            used[USED_STACK] += behind > 0
        elif code in (0x94, 0x71, 0x72, 0x68, 0x6A):
            behind = _memo(text, at, code, floor, stack, memo, used)
        elif code in (0x5D, 0x7D):  # EMPTY_LIST, EMPTY_DICT
            stack[top] = _node(nodes, used, LIST if code == 0x5D else DICT)
            used[USED_STACK] += 1
        elif code == 0x28:  # MARK
            marks[marked] = top
            used[USED_MARKS] += 1
        elif code in (0x85, 0x86, 0x87, 0x74):
            behind = behind if _tuple(code, floor, stack, nodes, cells, used) else -OTHER
        elif code in (0x61, 0x65, 0x73, 0x75):
            behind = behind if _added(text, code, stack, marks, nodes, cells, used) else -OTHER
        elif code == 0x95:  # FRAME
            behind = at + 9 if 0 <= _number(text, at + 1, 8) < FRAME_MAX else -OTHER
        else:
            behind = -OTHER
        if behind < 0:
            return -behind, at, steps
        _frame(text, at, behind, code, used)
        at = behind
        steps += 1
    return EDGE, at, steps


@_compiled(void(int32[:, ::1], int64[:, ::1], int64[::1], int64[::1]))  # pyright: ignore
def listed(nodes: Rows, cells: Integers, wanted: Integers, codes: Integers) -> None:
    """Write the items of nodes into `codes`, one after the other.

    Args:
        nodes: As in `run`.
        cells: As in `run`.
        wanted: Rows of nodes.
        codes: Output: as long as the counts of these nodes together.
    """
    at = 0
    for index in range(len(wanted)):
        cell: int = nodes[wanted[index], NODE_HEAD]
        for _ in range(nodes[wanted[index], NODE_COUNT]):
            codes[at] = cells[cell, 0]
            cell = cells[cell, 1]
            at += 1
