"""A pickle machine on symbols: the whole opcode set of protocols 0 to 5, nothing imported, nothing called.

Opcodes and their effects: CPython's Lib/pickletools.py and Modules/_pickle.c. Where the reference would
call, the
call is noted and its result is a symbol. Values are kept as far as a judgement needs them: numbers, short
texts, the
first items of what holds others. Frames are passed over as the reference does: their length is not believed.
"""

from __future__ import annotations

import re
import struct
from codecs import escape_decode
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from itertools import chain
from struct import Struct
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias, cast
from warnings import catch_warnings

from muster.scanning.limits import LimitReached, Spent
from muster.scanning.pickles import claims
from muster.scanning.pickles.costs import Costs
from muster.scanning.pickles.frames import Frame
from muster.scanning.windows import LINE_BYTES, WINDOW_BYTES, Cursor, Ended

if TYPE_CHECKING:
    from muster.scanning.pickles.lazily import Lazily

ITEMS_KEPT: Final = 64
ODD_KEYS: Final = frozenset({"__setstate__", "__reduce__", "__class__", "__globals__"})
"""Keys that no object's state sets; kept however many keys there are."""
_KEPT_KEYS: Final = ODD_KEYS | {"filename"}
"""Keys that a judgement needs, however many others there are."""
TEXT_KEPT: Final = 1024
NOTES_MAX: Final = 10_000
MEMO_MAX: Final = 3_000_000
BLOB_MIN: Final = 8
"""The shortest bytes in which another pickle is looked for."""


@dataclass(frozen=True, slots=True)
class Global:
    """A name that was imported."""

    module: str
    name: str


@dataclass(slots=True)
class Made:
    """A symbol for the result of a call."""

    callee: Any
    arguments: Any
    state: Any = None


class _Opaque:
    """A value that no judgement needs."""

    __slots__ = ()


OPAQUE: Final = _Opaque()


@dataclass(frozen=True, slots=True)
class Long(_Opaque):
    """Bytes or a text that are too long to be kept."""

    length: int


@dataclass(frozen=True, slots=True)
class Noted:
    """Something that a judgement needs.

    Attributes:
        what: import | call | build | persistent | extension | computed | setitem | blob | protocol | frame |
            memory | time | file.
        at: Offset of its first byte.
        value: Its subject.
        more: The rest of it: arguments, the state.
    """

    what: str
    at: int
    value: Any
    more: Any = None


class Broken(Exception):
    """The stream is not one that the reference reads to its end."""


@dataclass(slots=True)
class Run:
    """One pickle, from its first opcode to STOP or to where it broke."""

    begin: int
    end: int = 0
    stopped: bool = False
    broken: str = ""
    opcodes: int = 0
    noted: list[Noted] = field(default_factory=list[Noted])
    result: Any = None
    arrays: int = 0
    claimed: int = 0
    made: set[int] = field(default_factory=set[int])
    """Places of calls that make an object without its constructor: `noted` has them as well."""
    reached: int = 0
    """Number of names that were fetched from classes by `getattr`, as protocols before 4 have them."""

    @property
    def ended(self) -> bool:
        """Whether it needs more bytes than there are."""
        return self.broken == _ENDED

    @property
    def calls(self) -> bool:
        """Whether anything was imported or called."""
        return any(each.what in ("import", "call", "extension", "persistent") for each in self.noted)


_ENDED: Final = "it ends before STOP"

Operation: TypeAlias = Callable[["Machine"], object]

PAUSE_STEPS: Final = 20_000
"""Opcodes until the compiled loop is tried again where it did not pay; four times as many each time."""
_compiled: Final[list[type[Lazily]]] = []


def load_compiled() -> None:
    """Have long pickles read by machine code, in this process and its forks: faster, with the same result.

    It takes half a second and 130 MiB, so who reads one small file does without. The first time on a machine
    it is compiled, and kept on disk: not for a process that may write no file.
    """
    if not _compiled:
        _compiled.append(import_module("muster.scanning.pickles.lazily").Lazily)


class Machine:
    """Runs one pickle."""

    compiled_min: ClassVar = 1 << 18
    """For fewer bytes, making the compiled loop's stack and memo does not pay off."""

    __slots__ = (
        "compiled_from",
        "costs",
        "cursor",
        "frame",
        "lazily",
        "marks",
        "memo",
        "pause",
        "run",
        "spent",
        "stack",
    )

    def __init__(self, cursor: Cursor, spent: Spent) -> None:
        self.cursor = cursor
        self.spent = spent
        self.stack: list[Any] = []
        self.marks: list[int] = []
        self.memo: dict[int, Any] = {}
        self.frame = Frame()
        self.run = Run(cursor.at)
        self.lazily: Lazily | None = None
        self.costs = Costs()
        self.compiled_from = spent.steps
        self.pause = PAUSE_STEPS

    def finish(self) -> Run:
        """Run to STOP, or to where it breaks.

        Raises:
            LimitReached: it has too many opcodes, or keeps too much.
        """
        run, cursor, frame = self.run, self.cursor, self.frame
        steps_before = self.spent.steps
        try:
            while True:
                self.plain()
                if frame.end:
                    frame.passed(cursor.at)
                code = cursor.take(1)[0]
                self.spent.step(1)
                if code == _STOP:
                    run.stopped = True
                    frame.crossed |= cursor.at < frame.end < cursor.size
                    run.result = self.stack[-1] if self.stack else None
                    if not self.stack:
                        run.broken = "STOP on an empty stack"
                    break
                operation = _OPERATIONS[code]
                if operation is None:
                    raise Broken(f"opcode 0x{code:02x} does not exist")
                operation(self)
                if frame.end:
                    frame.passed(cursor.at)
        except Ended:
            run.broken = _ENDED
        except (Broken, ValueError, IndexError, KeyError, OverflowError) as error:
            run.broken = str(error)[:80] or type(error).__name__
        finally:
            frame.passed(cursor.at)
            if frame.crossed or (run.ended and 0 < frame.end < cursor.size):
                self.note("frame", "an opcode across the end of a frame")
            run.end, run.opcodes = cursor.at, self.spent.steps - steps_before
        return run

    def plain(self) -> None:  # noqa: C901, PLR0912, PLR0915  (a call for each would take most of the time)
        """Run the most frequent opcodes (texts, numbers, the memo) as far as they lie whole in the window.

        Stops before any other opcode and before a broken one: the table's operations handle those. A long run
        continues as machine code, if that is loaded.
        """
        cursor, stack, memo = self.cursor, self.stack, self.memo
        if self.by_machine_code():
            return
        window, at = cursor.window, cursor.end
        edge, floor = len(window) - _MARGIN, self.marks[-1] if self.marks else 0
        if self.frame.end:
            edge = min(edge, self.frame.end - cursor.begin)
        steps, most = 0, self.spent.limits.steps - self.spent.steps
        push, numbers, int_of = stack.append, _NUMBERS, int.from_bytes
        while at < edge and steps < most:
            code = window[at]
            if code in {0x94, 0x71, 0x72}:  # MEMOIZE, BINPUT, LONG_BINPUT
                if len(stack) <= floor or len(memo) >= MEMO_MAX:
                    break
                end = at + (1 if code == 0x94 else 2 if code == 0x71 else 5)
                index = len(memo) if code == 0x94 else int_of(window[at + 1 : end], "little")
                if index >= MEMO_MAX:
                    break
                memo[index] = stack[-1]
                at = end
            elif code in {0x8C, 0x58}:  # SHORT_BINUNICODE, BINUNICODE
                begin = at + (2 if code == 0x8C else 5)
                length = int_of(window[at + 1 : begin], "little")
                if length > TEXT_KEPT or begin + length > edge:
                    break
                try:
                    push(window[begin : begin + length].decode("utf-8", "surrogatepass"))
                except UnicodeDecodeError:
                    break
                at = begin + length
            elif code in numbers:  # BININT1, BININT2, BININT, BINFLOAT
                packed = numbers[code]
                end = at + packed.size
                if window[end] == code:
                    end, count = self._same(code, at, edge)
                    if steps + count > most:
                        break
                    steps += count - 1
                else:
                    push(packed.unpack_from(window, at)[0])
                at = end
            elif code == 0x73:  # SETITEM
                if len(stack) < floor + 3 or not isinstance(stack[-3], dict) or isinstance(stack[-2], tuple):
                    break
                _set(cast("dict[Any, Any]", stack[-3]), stack[-2:])
                del stack[-2:]
                at += 1
            elif 0x85 <= code <= 0x87:  # TUPLE1 to TUPLE3
                first = len(stack) - (code - 0x84)
                if first < floor:
                    break
                stack[first:] = (tuple(stack[first:]),)
                at += 1
            else:
                break
            steps += 1
        cursor.end = at
        self.spent.steps += steps

    def by_machine_code(self) -> bool:
        """Whether the compiled loop did what `plain` does: it is loaded, and worth its calls."""
        if self.lazily is None:
            if self.spent.steps < self.compiled_from or self.cursor.size - self.cursor.at < self.compiled_min:
                return False
            self.lazily = self.held_lazily()
            if self.lazily is None:
                return False
            self.memo.clear()
        self.lazily.run(self.cursor, self.spent, self.stack, self.marks, self.frame)
        if self.lazily.is_idle():
            self.without_machine_code(self.pause)
            self.pause *= 4
        return True

    def held_lazily(self) -> Lazily | None:
        """The memo in the compiled loop's form; None: that is not loaded, or the memo does not fit it."""
        if not _compiled or any(not 0 <= index < MEMO_MAX for index in self.memo):
            return None
        return _compiled[0](self.memo)

    def without_machine_code(self, pause: int) -> None:
        """Run one opcode after the other again, for at least `pause` opcodes."""
        if self.lazily is not None:
            self.memo.update(self.lazily.items())
        self.lazily = None
        self.compiled_from = self.spent.steps + pause

    def _same(self, code: int, at: int, edge: int) -> tuple[int, int]:
        """Push numbers of one kind, as many as follow one another; where they end, how many they are."""
        packed, window = _NUMBERS[code], self.cursor.window
        found = _RUNS[code].match(window, at, edge)
        end = at + packed.size if found is None else found.end()
        self.stack.extend(chain.from_iterable(packed.iter_unpack(window[at:end])))
        return end, (end - at) // packed.size

    def note(self, what: str, value: Any, more: Any = None) -> None:
        """Note something that a judgement needs."""
        if len(self.run.noted) >= NOTES_MAX:
            raise LimitReached("notes", NOTES_MAX)
        self.run.noted.append(Noted(what, self.cursor.at, value, more))

    def pop(self) -> Any:
        """The top of the stack, which a mark bounds."""
        if not self.stack or (self.marks and len(self.stack) <= self.marks[-1]):
            raise Broken("the stack is empty")
        return self.stack.pop()

    def top(self) -> Any:
        """The top of the stack, left there."""
        if not self.stack or (self.marks and len(self.stack) <= self.marks[-1]):
            raise Broken("the stack is empty")
        return self.stack[-1]

    def popped_to_mark(self) -> list[Any]:
        """Pop everything pushed since the last mark."""
        if not self.marks:
            raise Broken("no mark is on the stack")
        at = self.marks.pop()
        items = self.stack[at:]
        del self.stack[at:]
        return items

    def remember(self, index: int) -> None:
        """Store the top in the memo."""
        if self.remembered() >= MEMO_MAX:
            raise LimitReached("memo", MEMO_MAX)
        if index >= MEMO_MAX:
            self.claim(claims.memo_bytes(index), f"memo {index}")
        if self.lazily is not None and not 0 <= index < MEMO_MAX:
            self.without_machine_code(1 << 62)
        if self.lazily is None:
            self.memo[index] = self.top()
        else:
            self.lazily.put(index, self.top())

    def remembered(self) -> int:
        """Number of values in the memo."""
        return len(self.memo if self.lazily is None else self.lazily)

    def recall(self, index: int) -> Any:
        """A value of the memo."""
        held = self.memo if self.lazily is None else self.lazily
        if index not in held:
            raise Broken(f"memo {index} is not there")
        return self.memo[index] if self.lazily is None else self.lazily.get(index)

    def imported(self, module: Any, name: Any) -> Any:
        """A name becomes a symbol; one that was computed cannot be known."""
        module, name = (_old_text(each) for each in (module, name))
        if not (isinstance(module, str) and isinstance(name, str)):
            self.note("computed", "a name that is no text of the stream")
            return Made("computed", ())
        found = Global(module.strip(), name.strip())
        self.note("import", found)
        return found

    def called(self, callee: Any, arguments: Any) -> None:
        """Replace a call by a symbol; `getattr` of a class or its object, by the name that it reaches."""
        if isinstance(callee, Global) and callee in GETATTR and isinstance(arguments, tuple):
            items: tuple[Any, ...] = arguments  # pyright: ignore[reportUnknownVariableType]
            owner = items[0].callee if items and isinstance(items[0], Made) else items[0] if items else None
            if len(items) == 2 and isinstance(owner, Global) and isinstance(items[1], str):
                self.run.reached += 1
                self.stack.append(self.imported(owner.module, f"{owner.name}.{items[1]}"))
                return
        self.note("call", callee, arguments)
        claimed = claims.claimed(callee, arguments)
        if claimed is None:
            self.note("memory", "a size that another call gives")
        elif claimed:
            self.claim(claimed, _kind(callee))
        copied = claims.copied(callee, arguments)
        if copied is not None:
            self.copy(copied)
        for each in claims.files_loaded(callee, arguments):
            self.note("file", each)
        self.stack.append(Made(callee, arguments))

    def claim(self, count: int, what: str) -> None:
        """Memory that a reader reserves though the stream does not fill it."""
        before, self.run.claimed = self.run.claimed, self.run.claimed + count
        if before <= claims.CLAIMED_MAX < self.run.claimed:
            self.note("memory", what)

    def copy(self, value: Any) -> None:
        """Count a copy of a value that the stream has once, or names again and again by the memo."""
        if isinstance(value, Long):
            size = value.length
        else:
            is_cut = len(value) >= ITEMS_KEPT
            size = claims.ITEM_BYTES * (self.cursor.at if is_cut else len(value))
        count = self.costs.copied(value, size)
        if count:
            self.claim(count, "copies of one value")

    def hashed(self, keys: Sequence[Any]) -> None:
        """Note keys that take very long to hash."""
        self.take_time(self.costs.keys(keys))

    def take_time(self, said: str) -> None:
        """Note once what takes very much time."""
        if said and not any(each.what == "time" for each in self.run.noted):
            self.note("time", said)

    def announce(self, length: int) -> None:
        """Check a length that the stream states before the content: a reader reserves all of it at once."""
        if length > claims.CLAIMED_MAX and length > claims.SMALL * self.cursor.size:
            self.claim(length, f"{length} bytes in a file of {self.cursor.size}")

    def blob(self, begin: int, length: int) -> None:
        """Bytes that may hold another pickle."""
        if length >= BLOB_MIN:
            self.note("blob", begin, length)


GETATTR: Final = (Global("builtins", "getattr"), Global("__builtin__", "getattr"))
_STOP: Final = 0x2E
_MARGIN: Final = 16
"""Bytes of an opcode with what it takes, but for texts."""
_NUMBERS: Final = {0x4B: Struct("<xB"), 0x4D: Struct("<xH"), 0x4A: Struct("<xi"), 0x47: Struct(">xd")}
_RUNS: Final = {
    code: re.compile(b"(?:%c.{%d})+" % (code, packed.size - 1), re.DOTALL)
    for code, packed in _NUMBERS.items()
}


def _first_items(items: list[Any]) -> tuple[Any, ...]:
    return tuple(items[:ITEMS_KEPT])


def _text(machine: Machine, length: int) -> None:
    if length <= TEXT_KEPT:
        machine.stack.append(machine.cursor.take(length).decode("utf-8", "surrogatepass"))
        return
    begin = machine.cursor.at
    machine.announce(length)
    machine.cursor.skip(length)
    machine.blob(begin, length)
    machine.stack.append(Long(length))


def _bytes(machine: Machine, length: int) -> None:
    begin = machine.cursor.at
    if length <= TEXT_KEPT:
        machine.stack.append(machine.cursor.take(length))
    else:
        machine.announce(length)
        machine.cursor.skip(length)
        machine.stack.append(Long(length))
    machine.blob(begin, length)


def _number(machine: Machine, count: int, *, signed: bool = False) -> int:
    return int.from_bytes(machine.cursor.take(count), "little", signed=signed)


def _push(value: Any) -> Operation:
    def operation(machine: Machine) -> None:
        machine.stack.append(value)

    return operation


def _sized(width: int, then: Callable[[Machine, int], None]) -> Operation:
    def operation(machine: Machine) -> None:
        then(machine, _number(machine, width))

    return operation


def _whole(width: int, *, signed: bool = False) -> Operation:
    def operation(machine: Machine) -> None:
        machine.stack.append(_number(machine, width, signed=signed))

    return operation


def _long(machine: Machine, length: int) -> None:
    if length > 1024:
        machine.announce(length)
        machine.cursor.skip(length)
        machine.stack.append(OPAQUE)
    else:
        machine.stack.append(_number(machine, length, signed=True))
        machine.take_time(machine.costs.number(machine.stack[-1]))


def _whole_line(machine: Machine) -> None:
    _WHOLE_LINE(machine)
    if isinstance(machine.stack[-1], int):
        machine.take_time(machine.costs.number(machine.stack[-1]))


def _line_of(convert: Callable[[str], Any]) -> Operation:
    def operation(machine: Machine) -> None:
        try:
            line = machine.cursor.line(TEXT_KEPT).decode("latin-1")
        except Ended:
            machine.cursor.skip_line()
            machine.stack.append(OPAQUE)
        else:
            machine.stack.append(convert(line))

    return operation


def _digits(line: str) -> str:
    """A number as C's reader sees it: it ends at a zero byte, whatever follows in the line."""
    return line.partition("\0")[0].strip()


def _int_of(line: str) -> Any:
    if line in ("00", "01"):
        return line == "01"
    digits = _digits(line).rstrip("L")
    return int(digits, 8 if _OCTAL.fullmatch(digits) else 0)


_WHOLE_LINE: Final = _line_of(_int_of)
_OCTAL: Final = re.compile(r"[+-]?0[0-7]+")
"""As C writes it, and reads it in an INT."""


def _index(machine: Machine) -> int:
    cursor = machine.cursor
    try:
        line = cursor.line(WINDOW_BYTES)
    except Ended:
        if cursor.size - cursor.at > WINDOW_BYTES and (machine.stack or machine.remembered()):
            raise LimitReached("line", WINDOW_BYTES) from None  # spaces before a number may be as many
        raise
    return int(_digits(line.decode("latin-1")))


def _quoted(line: str) -> str:
    text = line.strip()
    if len(text) < 2 or text[0] != text[-1] or text[0] not in "'\"":
        raise Broken("a STRING without quotes")
    if "\\" not in text:
        return text[1:-1]
    with catch_warnings(action="ignore"):  # about escapes that bytes do not have; they are left unchanged
        return escape_decode(text[1:-1].encode("latin-1"))[0].decode("latin-1")


def _mark(machine: Machine) -> None:
    machine.marks.append(len(machine.stack))


def _pop(machine: Machine) -> None:
    if machine.marks and len(machine.stack) == machine.marks[-1]:
        machine.marks.pop()
    else:
        machine.pop()


def _tuple_of(count: int) -> Operation:
    def operation(machine: Machine) -> None:
        items = [machine.pop() for _ in range(count)]
        machine.stack.append(tuple(reversed(items)))

    return operation


def _build_list(machine: Machine) -> None:
    machine.stack.append(machine.popped_to_mark()[:ITEMS_KEPT])


def _build_dict(machine: Machine) -> None:
    items = machine.popped_to_mark()
    made: dict[Any, Any] = {}
    machine.hashed(items[::2])
    _set(made, items)
    machine.stack.append(made)


def _append_all(machine: Machine, items: list[Any]) -> None:
    target = machine.top()
    if isinstance(target, list):
        held: list[Any] = target  # pyright: ignore[reportUnknownVariableType]
        held.extend(items[: max(0, ITEMS_KEPT - len(held))])
    elif not isinstance(target, (Made, _Opaque)):
        machine.note("setitem", f"APPEND to {_kind(target)}")


def _add_all(machine: Machine) -> None:
    machine.hashed(machine.popped_to_mark())
    machine.top()


def _frozen(machine: Machine) -> None:
    machine.hashed(machine.popped_to_mark())
    machine.stack.append(OPAQUE)


def _set_all(machine: Machine, items: list[Any]) -> None:
    if len(items) % 2:
        raise Broken("a key without a value")
    target = machine.top()
    machine.hashed(items[::2])
    if isinstance(target, dict):
        _set(target, items)  # pyright: ignore[reportUnknownArgumentType]
    elif not isinstance(target, Made) or _rebuilds(target):
        machine.note("setitem", f"SETITEM on {_kind(target)}")


def _set(held: dict[Any, Any], items: Sequence[Any]) -> None:
    for key, value in zip(items[::2], items[1::2], strict=True):
        if isinstance(key, (str, int)) and (len(held) < ITEMS_KEPT or key in _KEPT_KEYS):
            held[key] = value


def _rebuilds(made: Made) -> bool:
    return isinstance(made.callee, Global) and made.callee.name.startswith("_rebuild_")


def _kind(value: Any) -> str:
    return f"the name {value.module}.{value.name}" if isinstance(value, Global) else type(value).__name__


def _global(machine: Machine) -> None:
    module = machine.cursor.line().decode("utf-8", "replace")
    name = _last_line(machine.cursor).decode("utf-8", "replace")
    machine.stack.append(machine.imported(module, name))


def _last_line(cursor: Cursor) -> bytes:
    """Return the next line, or what the source still has, without its last byte.

    Python's pickle reader in Python, on which those of joblib and dill are built, takes the last byte of a
    line for a newline without looking.
    """
    try:
        return cursor.line()
    except Ended:
        left = cursor.size - cursor.at
        if not 0 < left <= LINE_BYTES:
            raise
        return cursor.take(left)[:-1]


def _stack_global(machine: Machine) -> None:
    name, module = machine.pop(), machine.pop()
    machine.stack.append(machine.imported(module, name))


def _inst(machine: Machine) -> None:
    _global(machine)
    callee = machine.stack.pop()
    machine.called(callee, _first_items(machine.popped_to_mark()))


def _obj(machine: Machine) -> None:
    items = machine.popped_to_mark()
    if not items:
        raise Broken("OBJ without a class")
    machine.called(items[0], _first_items(items[1:]))


def _reduce(machine: Machine) -> None:
    arguments, callee = machine.pop(), machine.pop()
    machine.called(callee, arguments)


def _new(machine: Machine) -> None:
    machine.run.made.add(machine.cursor.at)
    _reduce(machine)


def _new_with_names(machine: Machine) -> None:
    machine.pop()
    _new(machine)


def _build(machine: Machine) -> None:
    state = machine.pop()
    target = machine.top()
    machine.note("build", target, state)
    for each in cast("tuple[Any, ...]", state) if isinstance(state, tuple) else ():
        if isinstance(each, Long):
            machine.copy(each)
    if isinstance(target, Made):
        target.state = state
        if claims.is_wrapper(target.callee):
            for part in cast("tuple[Any, ...]", state) if isinstance(state, tuple) else (state,):
                named: Any = cast("dict[Any, Any]", part).get("filename") if isinstance(part, dict) else part
                if named is not None:
                    machine.note("file", named)
        if target.callee == _ARRAY_WRAPPER:
            _array(machine, state)


_ITEM: Final = re.compile(r"([biufcSUVmM?])(\d+)")
"""Types as numpy pickles them; others are read by numpy in more ways than here."""
_FIELDS_MAX: Final = 10_000
_ARRAY_WRAPPER: Final = Global("joblib.numpy_pickle", "NumpyArrayWrapper")


def _array(machine: Machine, state: Any) -> None:
    """Pass over an array that joblib puts into the stream behind its description (joblib/numpy_pickle.py)."""
    machine.frame.passed(machine.cursor.at)
    held = cast("dict[Any, Any]", state) if isinstance(state, dict) else {}
    dtype, shape = held.get("dtype"), held.get("shape")
    kind = _dtype_of(dtype)
    if not isinstance(shape, tuple) or kind is None:
        raise Broken("an array of joblib whose shape or type is not told")
    sizes: list[Any] = list(shape)  # pyright: ignore[reportUnknownArgumentType,reportUnknownVariableType]
    if any(not isinstance(each, int) or each < 0 for each in sizes):
        raise Broken("an array of joblib whose shape is no shape")
    machine.run.arrays += 1
    if kind == "O":
        below = Machine(machine.cursor, machine.spent)
        inner = below.finish()
        machine.run.noted.extend(inner.noted)
        if not inner.stopped:
            raise Broken(f"objects of an array: {inner.broken}")
        return
    item = _ITEM.fullmatch(kind)
    if item is None:
        raise Broken(f"an array of joblib of the type {kind}")
    count = int(item[2]) * (4 if item[1] == "U" else 1)
    for each in sizes:
        count *= each
    if isinstance(held.get("numpy_array_alignment_bytes"), int):
        machine.cursor.skip(machine.cursor.take(1)[0])
    machine.announce(count)
    machine.cursor.skip(count)


def _dtype_of(made: Any) -> str | None:
    if isinstance(made, Made) and isinstance(made.arguments, tuple):
        arguments = cast("tuple[Any, ...]", made.arguments)
        if arguments and isinstance(arguments[0], str) and arguments[0]:
            return "O" if arguments[0].startswith("O") or _has_objects(made.state) else arguments[0]
    return None


def _has_objects(state: Any) -> bool:
    """Whether the fields or the items of a type are objects, by the state of its pickle."""
    waiting, steps = [state], 0
    while waiting and (steps := steps + 1) < _FIELDS_MAX:
        value = waiting.pop()
        if isinstance(value, Made):
            waiting += [value.arguments, value.state]
            arguments = cast("tuple[Any, ...]", value.arguments) if isinstance(value.arguments, tuple) else ()
            if arguments and isinstance(arguments[0], str) and "O" in arguments[0]:
                return True
        elif isinstance(value, dict):
            waiting += cast("dict[Any, Any]", value).values()
        elif isinstance(value, (tuple, list)):
            waiting += cast("Sequence[Any]", value)
    return steps >= _FIELDS_MAX


def _persistent(machine: Machine) -> None:
    line = machine.cursor.line().decode("utf-8", "replace")
    machine.note("persistent", line)
    machine.stack.append(Made("persistent", line))


def _persistent_top(machine: Machine) -> None:
    value = machine.pop()
    machine.note("persistent", value)
    machine.stack.append(Made("persistent", value))


def _extension(width: int) -> Operation:
    def operation(machine: Machine) -> None:
        code = _number(machine, width)
        machine.note("extension", code)
        machine.stack.append(Made("extension", code))

    return operation


def _get(machine: Machine, index: int) -> None:
    machine.stack.append(machine.recall(index))


def _protocol(machine: Machine) -> None:
    number = machine.cursor.take(1)[0]
    if number > 5:
        machine.note("protocol", number)


def _frame(machine: Machine, length: int) -> None:
    machine.announce(length)
    machine.frame.opened(machine.cursor.at, length)


def _old_text(value: Any) -> Any:
    """A string of Python 2 (BINSTRING), which is a text to Python 3 and is kept as bytes here."""
    return value.decode("latin-1") if isinstance(value, bytes) else value


def _bytes_as_text(machine: Machine, length: int) -> None:
    machine.stack.append(machine.cursor.take(length).decode("latin-1"))


_BY_CODE: Final[dict[str, Operation]] = {
    "(": _mark,
    "0": _pop,
    "1": lambda m: m.popped_to_mark(),
    "2": lambda m: m.stack.append(m.top()),
    "F": _line_of(lambda line: float(_digits(line))),
    "I": _whole_line,
    "L": _whole_line,
    "J": _whole(4, signed=True),
    "K": _whole(1),
    "M": _whole(2),
    "N": _push(None),
    "P": _persistent,
    "Q": _persistent_top,
    "R": _reduce,
    "S": _line_of(_quoted),
    "T": _sized(4, _bytes),
    "U": _sized(1, _bytes_as_text),
    "V": _line_of(lambda line: line.encode("latin-1").decode("raw_unicode_escape")),
    "X": _sized(4, _text),
    "a": lambda m: _append_all(m, [m.pop()]),
    "b": _build,
    "c": _global,
    "d": _build_dict,
    "e": lambda m: _append_all(m, m.popped_to_mark()),
    "g": lambda m: _get(m, _index(m)),
    "h": _sized(1, _get),
    "j": _sized(4, _get),
    "i": _inst,
    "l": _build_list,
    "o": _obj,
    "p": lambda m: m.remember(_index(m)),
    "q": _sized(1, lambda m, n: m.remember(n)),
    "r": _sized(4, lambda m, n: m.remember(n)),
    "s": lambda m: _set_all(m, list(reversed([m.pop(), m.pop()]))),
    "t": lambda m: m.stack.append(m.costs.cut(m.popped_to_mark(), ITEMS_KEPT)),
    "u": lambda m: _set_all(m, m.popped_to_mark()),
    "}": lambda m: m.stack.append({}),
    "]": lambda m: m.stack.append([]),
    ")": _push(()),
    "G": lambda m: m.stack.append(struct.unpack(">d", m.cursor.take(8))[0]),
    "B": _sized(4, _bytes),
    "C": _sized(1, _bytes),
    "\x80": _protocol,
    "\x81": _new,
    "\x82": _extension(1),
    "\x83": _extension(2),
    "\x84": _extension(4),
    "\x85": _tuple_of(1),
    "\x86": _tuple_of(2),
    "\x87": _tuple_of(3),
    "\x88": _push(True),
    "\x89": _push(False),
    "\x8a": _sized(1, _long),
    "\x8b": _sized(4, _long),
    "\x8c": _sized(1, _text),
    "\x8d": _sized(8, _text),
    "\x8e": _sized(8, _bytes),
    "\x8f": lambda m: m.stack.append(Made("set", ())),
    "\x90": _add_all,
    "\x91": _frozen,
    "\x92": _new_with_names,
    "\x93": _stack_global,
    "\x94": lambda m: m.remember(m.remembered()),
    "\x95": _sized(8, _frame),
    "\x96": _sized(8, _bytes),
    "\x97": _push(OPAQUE),
    "\x98": lambda m: m.top(),
}
_OPERATIONS: Final = [_BY_CODE.get(chr(code)) for code in range(256)]
