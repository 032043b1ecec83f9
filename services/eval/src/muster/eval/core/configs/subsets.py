"""Subsets of a golden set, and errors about held-out cases. PURE.

locked    the default; a change of one makes another set, which is compared with no other
live      grown from production; changes of these leave comparisons alone, and no comparison counts them
held_out  asked only by final gates; their texts are sealed

The stored lines of a set are its locked and live cases. If it has held-out cases, the last line names them:
`{"held_out": KEYED DIGEST, "tasks": [...]}`.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final, Literal, TypeAlias, cast

from muster.events.eval_commands import GoldenTask
from muster.events.shared.command_answers import Violation

SubsetName: TypeAlias = Literal["locked", "live", "held_out"]

NOT_SHOWN: Final = "(held out)"
"""In place of a value in an error about a held-out case."""

_ALLOWED: Final = "as the schema of a case says; nothing of a held-out case is shown"
_NAMES: Final = b'{"held_out":'


def is_held_out(line: bytes) -> bool:
    """Return whether a line, valid or not, is that of a held-out case; in doubt it is."""
    try:
        case: Any = json.loads(line)
    except ValueError:
        return b"held_out" in line
    return isinstance(case, dict) and cast("dict[str, Any]", case).get("subset") == "held_out"


def without_texts(violations: Iterable[Violation], fields: Collection[str]) -> list[Violation]:
    """Return the violations of a line without anything that it says.

    Args:
        violations: Of fields `line N.FIELD...`.
        fields: Fields of a case; others are not named.
    """
    found: dict[str, Violation] = {}
    for each in violations:
        line, _, path = each.field.partition(".")
        name = path.partition(".")[0].partition("[")[0]
        field = f"{line}.{name}" if name in fields else line
        found[field] = Violation(field=field, value=NOT_SHOWN, allowed=_ALLOWED)
    return list(found.values())


def held_out_line(digest: str, tasks: Sequence[GoldenTask]) -> bytes:
    """Return the line of a set that names its held-out cases."""
    data = {"held_out": digest, "tasks": [each.to_datum() for each in tasks]}
    return json.dumps(data, separators=(",", ":")).encode() + b"\n"


def split(lines: bytes) -> tuple[bytes, bytes]:
    """Return the lines of cases, and the line that names the held-out ones; empty: there are none."""
    before, newline, last = lines.removesuffix(b"\n").rpartition(b"\n")
    if not last.startswith(_NAMES):
        return lines, b""
    return before + newline, last + b"\n"


def read_held_out_line(line: bytes) -> tuple[str, tuple[GoldenTask, ...]]:
    """Return the keyed digest and the tasks of held-out cases; the inverse of `held_out_line`."""
    data = json.loads(line)
    return data["held_out"], tuple(GoldenTask(**each) for each in data["tasks"])
