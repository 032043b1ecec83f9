"""Protocol buffers, written field by field."""

from __future__ import annotations

from collections.abc import Mapping


def message(fields: Mapping[int, int | str | bytes]) -> bytes:
    """A message of numbers and of strings, which may be messages."""
    out = b""
    for number, value in fields.items():
        if isinstance(value, int):
            out += varint(number << 3) + varint(value)
        else:
            raw = value.encode() if isinstance(value, str) else value
            out += varint(number << 3 | 2) + varint(len(raw)) + raw
    return out


def varint(value: int) -> bytes:
    """A number, seven bits a byte."""
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)
