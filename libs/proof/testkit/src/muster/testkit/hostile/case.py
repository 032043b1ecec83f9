"""A file of the corpus, and how pickles are put together opcode by opcode."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Case:
    """One file.

    Attributes:
        group: Group of `docs/explanation/what-the-scanner-looks-for.md`; empty: it is harmless.
        path: Name in its repository; shows what is special about it.
        content: Bytes of the file. Attacks call something harmless.
    """

    group: str
    path: str
    content: bytes


STOP: Final = b"."
MARK: Final = b"("
REDUCE: Final = b"R"
POP: Final = b"0"
NONE: Final = b"N"


def protocol(number: int) -> bytes:
    """PROTO; protocols 0 and 1 have none."""
    return bytes((0x80, number)) if number >= 2 else b""


def text(value: str) -> bytes:
    """A string of up to 255 bytes, for protocol 4 (SHORT_BINUNICODE), or longer."""
    raw = value.encode()
    if len(raw) < 256:
        return b"\x8c" + bytes((len(raw),)) + raw
    return b"X" + len(raw).to_bytes(4, "little") + raw


def old_text(value: str) -> bytes:
    """A string for protocol 0 (UNICODE)."""
    return b"V" + value.encode("raw_unicode_escape") + b"\n"


def named(module: str, name: str) -> bytes:
    """GLOBAL."""
    return b"c" + module.encode() + b"\n" + name.encode() + b"\n"


def stacked(module: str, name: str) -> bytes:
    """STACK_GLOBAL of two strings."""
    return text(module) + text(name) + b"\x93"


def call(function: bytes, *arguments: bytes) -> bytes:
    """REDUCE of a function and a tuple."""
    return function + MARK + b"".join(arguments) + b"t" + REDUCE


def blob(content: bytes) -> bytes:
    """BINBYTES."""
    return b"B" + len(content).to_bytes(4, "little") + content


def calling(module: str, name: str, argument: str = "true", number: int = 4) -> bytes:
    """A whole pickle that calls MODULE.NAME(ARGUMENT)."""
    function = stacked(module, name) if number >= 4 else named(module, name)
    given = text(argument) if number >= 4 else old_text(argument)
    return protocol(number) + call(function, given) + STOP


SYSTEM: Final = calling("os", "system")
"""The plainest attack there is."""
PLAIN: Final = b"\x80\x04}\x94(\x8c\x01a\x94K\x01\x8c\x01b\x94K\x02u."
"""{'a': 1, 'b': 2}."""
