"""Credentials in plain text: formats of keys that no other text has, from data/secrets.toml."""

from __future__ import annotations

import math
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

Judged = tuple[str, str, int | None]
_PLACEHOLDERS: Final = re.compile(
    r"(?i)example|placeholder|your[_-]?|redacted|dummy|sample|changeme|xxxx|\.\.\.|12345678|abcdefgh"
)
_SHOWN_CHARS: Final = 8
_EACH_MAX: Final = 20


@dataclass(frozen=True, slots=True)
class Form:
    """One kind of key.

    Attributes:
        what: Description in words.
        near: Words in lower case; a text without any of them is not searched.
        form: Group 1 is what is secret of it.
        entropy: Bits a character of group 1 that a key has at least.
    """

    what: str
    near: tuple[str, ...]
    form: re.Pattern[str]
    entropy: float


@cache
def forms() -> tuple[Form, ...]:
    """The forms as shipped."""
    text = files("muster.scanning").joinpath("data", "secrets.toml").read_text(encoding="utf-8")
    return tuple(
        Form(each["what"], tuple(each["near"]), re.compile(each["form"]), float(each["entropy"]))
        for each in tomllib.loads(text)["forms"]
    )


def judged(text: str) -> Iterator[Judged]:
    """Yield each key found, without its value; at most 20 of a kind."""
    lower = text.lower()
    for each in forms():
        if not any(word in lower for word in each.near):
            continue
        found = (match for match in each.form.finditer(text) if is_secret(match[1], each.entropy))
        for match, _ in zip(found, range(_EACH_MAX), strict=False):
            yield "secret.found", f"{each.what}, {_beginning(match[0])}...", match.start()


def is_secret(value: str, entropy: float) -> bool:
    """Whether a value is drawn by chance, rather than a placeholder."""
    return _PLACEHOLDERS.search(value) is None and bits_a_character(value) >= entropy


def bits_a_character(value: str) -> float:
    """Entropy by how often each character stands in a value (Shannon), 0 to about 6."""
    counts = Counter(value)
    return -sum(count / len(value) * math.log2(count / len(value)) for count in counts.values())


def _beginning(value: str) -> str:
    """The fixed part of a key: enough to find it, not enough to use it."""
    return value[: min(_SHOWN_CHARS, len(value) // 3)] if not value.startswith("-----") else value[:27]
