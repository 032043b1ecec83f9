"""Code in repositories other than Python: TorchScript by its operators, shells by what they run."""

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


_PIPED: Final = re.compile(
    r"(?:curl|wget)\b[^\n|;]*\|\s*(?:sudo\s+)?(?:ba|z|da|k)?sh\b|bash\s+-i\s*>&|/dev/tcp/|base64\s+(?:-d|--decode)[^\n|]*\|\s*(?:ba)?sh"
)


def judged_shell(text: str) -> Iterator[Judged]:
    """What is fetched and run."""
    for found in _PIPED.finditer(text):
        yield "code.shell", found[0], found.start()
