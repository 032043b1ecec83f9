"""Group 13: files with the mark of another format, or of none, that a loader of pickles runs from byte 0.

After CPython's Modules/_pickle.c and Lib/pickle.py, on which the readers of torch, joblib and dill are built.
"""

from __future__ import annotations

import gzip
import io
import struct
import tarfile
from collections.abc import Iterator
from typing import Final

from muster.testkit.hostile.case import (
    MARK,
    PLAIN,
    POP,
    STOP,
    Case,
    blob,
    call,
    named,
    protocol,
    stacked,
    text,
)
from muster.testkit.hostile.containers import npy, tarred, zipped

_CALL: Final = call(stacked("posix", "system"), text("true"))
"""Without PROTO, which no reader needs."""
_OLD: Final = named("posix", "system") + b"(S'true'\ntR"
_GIF: Final = b"GIF89a\1\0\1"
"""A number to a reader of pickles: G and eight bytes."""


def named_tar(
    name: bytes, content: bytes = b"text\n", format: int = tarfile.USTAR_FORMAT, member: str = "x"
) -> bytes:
    """A tar archive whose first header, that of a member or of its long name, has this name."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=format) as archive:
        entry = tarfile.TarInfo(member)
        entry.size = len(content)
        archive.addfile(entry, io.BytesIO(content))
    made = bytearray(out.getvalue())
    made[: len(name)] = name
    made[148:156] = b" " * 8
    made[148:156] = b"%06o\0 " % sum(made[:512])
    return bytes(made)


def tars() -> Iterator[Case]:
    """Tars, which begin with the name of their first member."""
    for kind, format in (
        ("ustar", tarfile.USTAR_FORMAT),
        ("gnu", tarfile.GNU_FORMAT),
        ("pax", tarfile.PAX_FORMAT),
    ):
        yield _case(f"named-{kind}.tar", named_tar(_OLD + STOP, format=format))
    yield _case("named-binary.tar", named_tar(_CALL + STOP))
    yield _case("named-no-stop.tar", named_tar(_OLD))
    yield _case("named-instance.tar", named_tar(b"(S'true'\niposix\nsystem\n."))
    yield _case("named-import.tar", named_tar(b"cevil\nPlug\n"))
    yield _case("named-import-behind-a-line.tar", named_tar(b"V\ncevil\nPlug\n"))
    yield _case("named-second.tar", named_tar(b"N." + _OLD + STOP))
    for first in (b"Video.txt", b"I1", b"L1", b"F1"):  # a line that ends in the content
        yield _case(f"line-{first.decode()}.tar", named_tar(first, b"one\n0" + _OLD + STOP))
    for kind, format in (("gnu", tarfile.GNU_FORMAT), ("pax", tarfile.PAX_FORMAT)):
        yield _case(f"long-name-{kind}.tar", named_tar(_OLD + STOP, format=format, member="a" * 200))
    yield _case("named.tar.gz", gzip.compress(named_tar(_OLD + STOP), mtime=0))
    yield _case("named.tar.zip", zipped({"a.tar": named_tar(_OLD + STOP)}, packed=True))
    yield _case("named-weights.bin", named_tar(_OLD + STOP))


def magics() -> Iterator[Case]:
    """Letters that are a format's mark and opcodes of a pickle."""
    yield _case("binary.gif", _GIF + POP + _CALL + STOP)
    yield _case("87a.gif", b"GIF87a\1\0\1" + POP + _CALL + STOP)
    yield _case("text.gif", _GIF + POP + _OLD + STOP)
    yield _case("no-pop.gif", _GIF + _CALL + STOP)
    yield _case("no-stop.gif", _GIF + POP + _CALL + b"\xff\0")
    yield _case("late.gif", _GIF + POP + b"N0" * 30_000 + _CALL + STOP)
    yield _case("late-bytes.gif", _GIF + POP + blob(bytes(9_000)) + POP + _CALL + STOP)
    yield _case("object.gif", _GIF + POP + MARK + named("posix", "system") + text("true") + b"o.")
    yield _case("import.gif", _GIF + POP + b"cevil\nPlug\n")
    yield _case("import-behind-a-line.gif", _GIF + POP + b"V\n" + b"cevil\nPlug\n")
    yield _case("allowed.gif", _GIF + POP + named("collections", "OrderedDict") + b")R.")
    yield _case("extension.gif", _GIF + POP + b"\x82\x01" + call(b"", text("true")) + STOP)
    computed = b"T\5\0\0\0posixT\6\0\0\0system\x93"
    yield _case("old-strings.gif", _GIF + POP + call(computed, text("true")))
    yield _case("second.gif", _GIF + STOP + _CALL + STOP)
    yield _case("gif.zip", zipped({"a.gif": _GIF + POP + _CALL + STOP}, packed=True))
    yield _case("gif.gz", gzip.compress(_GIF + POP + _CALL + STOP, mtime=0))
    yield _case("tensors.gguf", b"GGUF\3\0\0\0\1" + POP + _CALL + STOP)
    yield _case("r.rds", b"X\n\0\0\0" + bytes(10) + POP + _CALL + STOP)
    yield _case("bitmap.bmp", b"BM\x36\0\0\0" + bytes(0x364D - 1) + POP + _CALL + STOP)
    yield _case("small.bmp", b"BM\0\0\0" + bytes(77) + POP + _CALL + STOP)
    yield _case("program.exe", b"MZ\0" + POP + _CALL + STOP)
    yield _case("picture.png", b"\x89PNG\r\n" + POP + _CALL + STOP)
    for first in (b"]", b"}", b"(1", b")", b"K\1", b"\x88", b"U\1a"):
        yield _case(f"begins-with-{first.hex()}", first + _CALL)


def frames() -> Iterator[Case]:
    """Opcodes across the end of a frame: `pickle.load` drops the rest of the frame and reads on behind it."""
    program = POP + _CALL + STOP
    shown_as_text = b"X" + struct.pack("<H", len(program) + 2)
    desynchronised = _frame(3) + shown_as_text + bytes(4) + program + STOP
    yield _case("frame.pkl", protocol(4) + desynchronised)
    yield _case("frame-without-proto.pkl", b"N0" + desynchronised)
    yield _case("frame.gif", _GIF + POP + desynchronised)
    yield _case("frame.npy", npy(protocol(4) + desynchronised))
    yield _case("frame-line.pkl", protocol(4) + _frame(6) + b"ctorch" + b"_utils\n_rebuild_tensor_v2\n.")
    yield _case("frame-in-a-frame.pkl", protocol(4) + _frame(14) + _frame(3) + PLAIN[2:])
    behind_stop = b"N." + struct.pack("<I", len(_CALL))
    yield _case("frame-behind-stop.pkl", protocol(4) + _frame(3) + behind_stop + _CALL + STOP)
    numbers = b"](" + b"K\1" * 400 + b"e0"
    yield _case("late-frame.pkl", protocol(4) + _frame(len(numbers)) + numbers + desynchronised)


def _frame(length: int) -> bytes:
    return b"\x95" + struct.pack("<Q", length)


def lines() -> Iterator[Case]:
    """Texts whose lines one reader of pickles understands differently from the others."""
    attack = POP + _OLD + STOP
    yield _case("escape.txt", b"S'\\u'\n" + attack)
    yield _case("escaped-name.txt", b"S'\\x70osix'\nS'system'\n\x93(S'true'\ntR.")
    yield _case("long-line.txt", b"V" + b"a" * (3 << 20) + b"\n" + attack)
    yield _case("long-string.txt", b"S'" + b"a" * (2 << 20) + b"'\n" + attack)
    yield _case("long-number.txt", b"F" + b"0" * (2 << 20) + b"\n" + attack)
    yield _case("spaces.txt", b"Np" + b" " * 6_000 + b"1\n" + attack)
    yield _case("zero-byte.txt", b"I1\0 and more\n" + attack)
    yield _case("zero-byte-index.txt", b"Np1\0 and more\n" + attack)
    yield _case("unfinished-line.txt", b"(S'true'\niposix\nsystem\0")
    yield _case("second.txt", b"N." + _OLD + STOP)
    yield _case("third.txt", b"I1\n.F1\n." + _OLD + STOP)


def harmless() -> Iterator[Case]:
    """The same formats as people have them, with texts and names that begin as opcodes do."""
    words = b"apple\ncat\ndog\n.\ncos\nsin\nimport\nos\n"
    for name in (
        "Vocab.txt",
        "Pictures/words.txt",
        "I1",
        "L2",
        "F3",
        "cat.txt",
        "import/os",
        "(1) copy",
        "N.",
        "GIF89a",
        "]",
        "./words",
    ):
        yield Case("", f"{name.replace('/', '-')}.tar", tarred({name: words, "cos\u00e9": words}))
    yield Case("", "windows-words.tar", tarred({"Vocab.txt": words.replace(b"\n", b"\r\n")}))
    yield Case("", "long-names.tar.gz", gzip.compress(tarred({f"{'c' * 90}/{'d' * 99}": words}), mtime=0))
    objects = npy(named("collections", "OrderedDict") + b")R.")
    yield Case("", "objects.npz", zipped({"a.npy": objects}))
    yield Case("", "Validation.npy.tar", tarred({"Validation.npy": objects}))
    yield Case("", "words.zip", zipped({"words.txt": words, "more.txt": b"x\n" + words}))
    screen = b"GIF89a" + (640).to_bytes(2, "little") + (480).to_bytes(2, "little")
    for kind, pixels in (("large", screen), ("small", _GIF + b"\0"), ("wide", _GIF + b"\1")):
        yield Case("", f"{kind}.gif", pixels + b"\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\1\0\1\0\0\2\2D\1\0;")
    yield Case("", "sound.wav", b"RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\1\0\1\0" + bytes(24))
    yield Case("", "photo.jpg", b"\xff\xd8\xff\xe0\0\x10JFIF\0\1\1" + bytes(range(256)) + words)
    yield Case("", "cover.png", b"\x89PNG\r\n\x1a\n" + words + bytes(range(256)))
    for name, line in (
        ("authors.txt", "N. Miller\nV. Smith\n"),
        ("index.txt", "I\n1\n2\n"),
        ("verses.txt", "Verses\ncat\ndog\n"),
        ("list.txt", "(1) one\n(2) two\n"),
        ("quoted.txt", "S'a'\n0\n"),
        ("unfinished.txt", "cat\ndog"),
        ("names.csv", "Jane,Kim\n]\n}\n"),
        ("grades.csv", "F\nG\n0\n1\n"),
    ):
        yield Case("", name, line.encode())


def _case(name: str, content: bytes) -> Case:
    return Case("other-formats", name, content)
