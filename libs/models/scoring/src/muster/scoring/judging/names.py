"""Names of models: whether two mean the same model, and the family of one."""

from __future__ import annotations

import re
from typing import Final

_RELEASE: Final = re.compile(r"[-@:](?:\d{4}-\d{2}-\d{2}|\d{8}|latest)$")
_FAMILY: Final = re.compile(r"[a-z]+")


def same_model(one: str, other: str) -> bool:
    """Return whether two names mean one model.

    Case, a dated release behind the name and a provider before it make no difference: `gpt-4o` is
    `openai/gpt-4o-2024-08-06`. Two providers do: `acme/judge` is not `globex/judge`.
    """
    first, second = _plain(one), _plain(other)
    if first == second:
        return True
    return ("/" in first) != ("/" in second) and first.rpartition("/")[2] == second.rpartition("/")[2]


def family(name: str) -> str:
    """Return the family of a model: the first letters of its name without provider, as `llama`.

    It is a guess from the name: a vendor may have several families, and a fine-tuned model any name. Empty if
    the name begins without a letter.
    """
    found = _FAMILY.match(_plain(name).rpartition("/")[2])
    return found.group() if found else ""


def _plain(name: str) -> str:
    return _RELEASE.sub("", name.strip().casefold())
