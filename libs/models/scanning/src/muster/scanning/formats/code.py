"""TorchScript, by its operators."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

Judged = tuple[str, str, int | None]
"""A rule, what was found and where in the bytes."""


_SCRIPTED: Final = re.compile(
    r"\bops\.aten\.(?:from_file|save|load)\b|\btorch\.(?:from_file|save|load)\(|\bops\.\w+\.(?:system|exec\w*)\b"
)


def judged_torchscript(text: str) -> Iterator[Judged]:
    """Operators by which TorchScript reads and writes files."""
    for found in _SCRIPTED.finditer(text):
        yield "code.torchscript", found[0], found.start()
