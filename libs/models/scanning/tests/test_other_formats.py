"""Files of every format are judged as what a reader of pickles runs of them, from their first byte."""

from __future__ import annotations

import io
import pickle
import tarfile
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.scanning.findings import Verdict
from muster.scanning.formats.kinds import Kind, kind_of
from muster.scanning.limits import Limits, Spent
from muster.scanning.pickles.machine import Machine, load_compiled
from muster.scanning.pickles.meaning import begins_as_pickle
from muster.scanning.rules import rules_version
from muster.scanning.scanner import scan
from muster.scanning.windows import Cursor
from muster.tensors.sources import Memory
from muster.testkit.hostile import other_formats
from muster.testkit.laws import examples

CAUGHT = (Verdict.SUSPICIOUS, Verdict.MALICIOUS)
CALL = b"\x8c\x05posix\x8c\x06system\x93(\x8c\x04truetR"
OLD_CALL = b"cposix\nsystem\n(S'true'\ntR"


class Imported(BaseException):
    """The name that the attack needs was imported: no reader catches this."""


def _nothing(*_given: object) -> list[object]:
    return []


def _reader(base: Any) -> Any:
    class Reader(base):
        def find_class(self, module: str, name: str) -> Any:
            if (module, name) == ("posix", "system"):
                raise Imported
            if module == "collections":
                return _nothing
            raise AttributeError(name)

    return Reader


READERS = (_reader(pickle.Unpickler), _reader(pickle._Unpickler))  # type: ignore[attr-defined] # pyright: ignore
"""Python's reader in C, and the one in Python, which joblib and dill build on."""


def _is_run(content: bytes) -> bool:
    """Whether one of Python's readers imports posix.system of a file."""
    for reader in READERS:
        try:
            reader(io.BytesIO(content)).load()
        except Imported:
            return True
        except Exception:
            continue
    return False


def test_the_issue_s_tar_and_picture_are_what_they_are_and_programs_as_well() -> None:
    tar = other_formats.named_tar(OLD_CALL + b".")
    with tarfile.open(fileobj=io.BytesIO(tar)) as archive:
        assert archive.getmembers()[0].name == (OLD_CALL + b".").decode()
    picture = b"GIF89a\1\0\1" + b"0" + CALL + b"."
    for content, kind in ((tar, Kind.TAR), (picture, Kind.MEDIA)):
        assert kind_of(Memory(content)) is kind
        assert _is_run(content)
        report = scan(Memory(content), "weights")
        assert report.verdict is Verdict.MALICIOUS
        assert {"pickle.other-format", "pickle.dangerous-import"} <= {each.rule for each in report.findings}
        assert report.rules_version == rules_version() == 10


FRAGMENTS = (
    *(b"N", b"(", b"0", b"1", b"2", b")", b"]", b"}", b"a", b"e", b"s", b"u", b"t", b"l", b"d", b"b"),
    *(b"\x85", b"\x86", b"\x87", b"\x88", b"\x89", b"\x8f", b"\x90", b"\x91", b"\x94", b"\x98"),
    *(b"K\0", b"M\0\1", b"J\0\1\2\3", b"G12345678", b"\x8a\0", b"\x8a\1\xff", b"\x8b\1\0\0\0\1"),
    *(b"I1\n", b"I01\n", b"I 5 \n", b"I0x10\n", b"I010\n", b"I1_0\n", b"I+3\n", b"I1\0x\n"),
    *(b"L5L\n", b"L-0x1fL\n", b"L5LL\n", b"L1L\0x\n", b"L\0\n", b"F1.5\n", b"Fnan\n", b"F1\0z\n", b"F1_0\n"),
    *(b"S'a'\n", b"S''\n", b"S'\\u'\n", b"S'\\x4'\n", b"S'\\777'\n", b"S'\\'\n", b"S'\xe9'\n", b"S 'a'\n"),
    *(b"V\n", b"V\\u0041\n", b"V\\u00\n", b"V\xff\n", b"V\0\n", b"Va\np5\n0g5\n"),
    *(b"U\1a", b"U\1\xff", b"U\0", b"T\1\0\0\0a", b"X\1\0\0\0a", b"X\3\0\0\0\xed\xa0\x80", b"\x8c\1a"),
    *(b"\x8d\1\0\0\0\0\0\0\0a", b"B\1\0\0\0a", b"C\1a", b"\x8e\1\0\0\0\0\0\0\0a", b"\x96\1\0\0\0\0\0\0\0a"),
    *(b"p0\n", b"p 1\n", b"p1\0q\n", b"p007\n", b"q\0", b"r\1\0\0\0", b"g0\n", b"g 1\n", b"g1\0\n", b"h\0"),
    *(b"\x80\2", b"\x80\0", b"\x80\6", b"\x95\0\0\0\0\0\0\0\0", b"\x95\3\0\0\0\0\0\0\0"),
    *(b"\x95\x40\0\0\0\0\0\0\0", b"\x95" + b"\xff" * 7 + b"\x7f"),
    *(b"ccollections\nOrderedDict\n", b")R", b"\x81", b"}\x92", b"o", b"icollections\nOrderedDict\n"),
)
MARKS = (
    b"",
    b"GIF89a\1\0\1",
    b"GIF87a\1\0\1",
    b"N",
    b"X\n\0\0\0" + b"0" * 10,
    b"MZ\0",
    b"I1\n",
    b"GGUF\3\0\0\0\1",
)
ATTACKS = (
    *(
        CALL + b".",
        CALL,
        OLD_CALL + b".",
        OLD_CALL,
        b"(S'true'\niposix\nsystem\n.",
        b"(cposix\nsystem\nVa\no.",
    ),
    *(b"(S'true'\niposix\nsystemX", b"U\5posixU\6system\x93)R", b"T\5\0\0\0posixT\6\0\0\0system\x93)R"),
    b"S'\\160osix'\nVsyst\\u0065m\n\x93)\x81",
)


@pytest.mark.slow
@examples(1_000)
@given(st.integers(0, 1 << 32))
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of escapes, by Python's own readers
def test_a_program_that_python_runs_of_any_file_is_caught(seed: int) -> None:
    chance = Random(seed)
    body = b"".join(chance.choice(FRAGMENTS) for _ in range(chance.randrange(9)))
    if chance.random() < 0.3:  # a frame that ends anywhere
        body = b"\x95" + chance.randrange(1, len(body) + 12).to_bytes(8, "little") + body
    content = bytearray(
        chance.choice(MARKS) + body + chance.choice((b"", b"0", b"N0")) + chance.choice(ATTACKS)
    )
    if chance.random() < 0.2:
        content[chance.randrange(len(content))] = chance.randrange(256)
    if _is_run(bytes(content)):
        name = chance.choice(("a.pkl", "notes.txt", "picture.gif"))
        assert scan(Memory(bytes(content)), name).verdict in CAUGHT, (content, name)


@pytest.mark.slow
@pytest.mark.parametrize("protocol", [4, 5])
@pytest.mark.parametrize("dumps", [pickle.dumps, pickle._dumps])  # type: ignore[attr-defined] # pyright: ignore
def test_frames_of_picklers_end_between_opcodes_and_others_are_told(protocol: int, dumps: Any) -> None:
    load_compiled()
    values = [{"name": "x" * (index % 70), "id": index, "items": [1.5, index]} for index in range(9_000)]
    content = dumps((values, b"a" * 70_000, "b" * 80_000, [1] * 40_000), protocol)
    assert _frames(content) == []
    at = content.index(b"\x95")
    length = int.from_bytes(content[at + 1 : at + 9], "little")
    longer = content[: at + 1] + (length + 1).to_bytes(8, "little") + content[at + 9 :]
    assert _frames(longer) == ["frame"]


def _frames(content: bytes) -> list[str]:
    """Findings about a pickle's frames, the same with machine code and without."""
    found: list[list[str]] = []
    for least in (0, 1 << 40):
        machine = type("Forced", (Machine,), {"compiled_min": least, "__slots__": ()})
        run = machine(Cursor(Memory(content)), Spent(Limits())).finish()
        assert run.stopped
        found.append([each.what for each in run.noted if each.what == "frame"])
    assert found[0] == found[1]
    return found[0]


@dataclass(slots=True)
class Watched:
    """A source that knows which of its bytes were read."""

    content: bytes
    furthest: int = 0
    size_bytes: int = field(init=False)

    def __post_init__(self) -> None:
        self.size_bytes = len(self.content)

    def read(self, begin: int, end: int) -> bytes:
        self.furthest = max(self.furthest, end)
        return self.content[begin:end]


@pytest.mark.parametrize("case", list(other_formats.harmless()), ids=lambda case: case.path)
def test_of_a_harmless_file_of_another_format_only_the_beginning_is_run(case: Any) -> None:
    watched = Watched(case.content + bytes(1 << 20))
    spent = Spent(Limits())
    if kind_of(Memory(case.content)) not in (Kind.TEXT, Kind.BINARY, Kind.PICKLE):
        begins_as_pickle(watched, spent)
        assert watched.furthest <= 1 << 16
        assert spent.steps < 32


def test_a_line_of_any_length_is_passed_over_once() -> None:
    content = b"".join(b"V" + b"a" * 3_000 + b"\n0" for _ in range(3_000)) + b"N."

    @dataclass(slots=True)
    class Counted:
        size_bytes: int = len(content)
        read_bytes: int = 0

        def read(self, begin: int, end: int) -> bytes:
            self.read_bytes += end - begin
            return content[begin:end]

    counted = Counted()
    run = Machine(Cursor(counted), Spent(Limits())).finish()
    assert (run.stopped, run.end) == (True, len(content))
    assert counted.read_bytes < 4 * len(content)
