"""Values of documents: objects with repeated keys, and bytes encoded in texts as base64."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from collections.abc import Iterator
from typing import Any, Final, cast

_CARRIED_MIN: Final = 32
_OBJECT_MAX: Final = 64
"""Keys of the largest object that is judged with all its keys for each earlier value."""
_BASE64: Final = re.compile(r"[A-Za-z0-9+/_-]+={0,2}")
_DATA: Final = re.compile(r"data:[^,]{0,200};base64,")


class Doubled(dict[str, Any]):
    """An object with a repeated key: in the form that most readers see, with the last value.

    Attributes:
        keys_doubled: The repeated keys.
        others: The object as other readers see it: with an earlier value of a key, or with all first ones.
    """

    __slots__ = ("keys_doubled", "others")

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        first = dict(reversed(pairs))
        given: dict[str, list[Any]] = {}
        for key, value in pairs:
            given.setdefault(key, []).append(value)
        self.keys_doubled = [key for key, values in given.items() if len(values) > 1]
        rest: dict[str, Any] = self if len(self) <= _OBJECT_MAX else dict[str, Any]()
        earlier = ({**rest, key: value} for key in self.keys_doubled for value in given[key][:-1])
        self.others: list[dict[str, Any]] = [first, *earlier]


def object_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build an object from pairs."""
    made = dict(pairs)
    return made if len(made) == len(pairs) else Doubled(pairs)


DECODER: Final = json.JSONDecoder(parse_int=str, object_pairs_hook=object_of)
"""Reads JSON; numbers without a fraction stay texts."""


def carried(document: Any) -> Iterator[bytes]:
    """Bytes in the values of a document: raw or in base64, with or without a type marker."""
    waiting: list[Any] = [document]
    seen = set[int]()
    while waiting:
        value = waiting.pop()
        if isinstance(value, bytes):
            yield value
        elif isinstance(value, str):
            if len(value) >= _CARRIED_MIN:
                yield from _decoded(value)
        elif isinstance(value, (dict, list)):
            holds = cast("dict[str, Any] | list[Any]", value)
            if id(holds) not in seen:
                seen.add(id(holds))
                waiting.extend(getattr(holds, "others", ()))
                waiting.extend(holds.values() if isinstance(holds, dict) else holds)


def _decoded(text: str) -> Iterator[bytes]:
    given = "".join(_DATA.sub("", text, count=1).split()).rstrip("=")
    if len(given) >= _CARRIED_MIN and _BASE64.fullmatch(given) and len(given) % 4 != 1:
        padded = given.replace("-", "+").replace("_", "/") + "=" * (-len(given) % 4)
        yield b64decode(padded)
