"""Golden cases as lines of their sets. PURE."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

_ID_DIGITS: Final = 16


def canonical_line(case: Mapping[str, Any]) -> str:
    """Return a case as its golden set has it: equal cases are equal lines, each ended by a newline."""
    return json.dumps(case, sort_keys=True, separators=(",", ":"), ensure_ascii=False) + "\n"


def proposal_id(digest: str) -> str:
    """Return the id of the proposal of a case: the same case has the same.

    Args:
        digest: SHA-256 of its canonical line, in hexadecimal.
    """
    return digest[:_ID_DIGITS]
