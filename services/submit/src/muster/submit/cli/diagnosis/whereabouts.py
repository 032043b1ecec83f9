"""Locate hung ranks from the evidence that agents wrote to their output (ADR 77).

An agent that suspects a rank writes lines that begin with "[muster] ": its observation, then the processes of
the rank with their stacks in the format of faulthandler or py-spy. A rank that is in no collective while
others are in one holds them up.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

PREFIX: Final = b"[muster] "
"""Prefix of an agent's lines in the output of a rank."""
LINES_MAX: Final = 1_000
"""Number of such lines kept per rank, the last ones."""

LINE_BYTES_MAX: Final = 500

_PROCESS: Final = re.compile(r"^process \d+ \(.*\): (.+)$")
_FAULTHANDLER: Final = re.compile(r'^\s*File "(?P<file>[^"]+)", line (?P<line>\d+) in (?P<name>.+)$')
_THREAD: Final = re.compile(r"^\s*(?P<own>Current t|T)hread ")
_PY_SPY: Final = re.compile(r"^\s+(?P<name>\S+) \((?P<file>.+):(?P<line>\d+)\)$")
_FRAMES: Final = (_FAULTHANDLER, _PY_SPY)
_DATA: Final = re.compile(
    r"torch/utils/data/|webdataset/|/datasets/|(?i:data_?loader)|\b(?:_next_data|next_batch|load_batch|read_batch)$"
)
_COLLECTIVE: Final = re.compile(
    r"torch/distributed/|\b(?:all_?reduce|all_?gather|reduce_scatter|all_to_all|broadcast|barrier)\w*$"
)


class WaitsFor(StrEnum):
    """Thing that a rank waits for, judging by the names in its stack."""

    OTHERS = "the other ranks, in a collective"
    DATA = "its data"
    UNKNOWN = ""


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Location of a rank.

    Attributes:
        place: Its innermost frame, or else the kernel's state of its first process.
        waits_for: Thing it waits for.
    """

    place: str
    waits_for: WaitsFor


@dataclass(slots=True)
class _Thread:
    """One thread's stack, the innermost frame first."""

    main: bool
    frames: list[re.Match[str]] = field(default_factory=list[re.Match[str]])


def said_in(line: bytes) -> str:
    """Return the text of an agent's line, without control characters and shortened."""
    text = line.removeprefix(PREFIX)[:LINE_BYTES_MAX].decode("utf-8", "replace")
    return "".join(c if c.isprintable() else " " for c in text).rstrip()


def where_ranks_were(evidence: Mapping[int, Sequence[str]]) -> dict[int, Whereabouts]:
    """Locate each rank by its newest evidence; ranks without evidence are left out.

    Args:
        evidence: The agent's lines by rank, without their prefix, oldest first.
    """
    found = {rank: _where(_newest(lines)) for rank, lines in sorted(evidence.items())}
    return {rank: where for rank, where in found.items() if where is not None}


def holding_up(where: Mapping[int, Whereabouts]) -> tuple[int, ...]:
    """Return the ranks that the others wait for in a collective; empty if none or all wait in one."""
    waiting = [rank for rank, at in where.items() if at.waits_for is WaitsFor.OTHERS]
    return tuple(rank for rank in where if rank not in waiting) if waiting else ()


def _newest(lines: Sequence[str]) -> Sequence[str]:
    """Return the lines about the processes in the last observation, which begins with an unindented line."""
    heads = [n for n, line in enumerate(lines) if not line.startswith((" ", "process "))]
    return lines[heads[-1] + 1 :] if heads else lines


def _where(lines: Iterable[str]) -> Whereabouts | None:
    """Return the innermost frame of the first process with frames, or else the first process's state."""
    state, threads = "", list[_Thread]()
    for line in lines:
        if process := _PROCESS.match(line):
            if any(thread.frames for thread in threads):
                break
            state = state or process[1]
        elif thread := _THREAD.match(line):
            threads.append(_Thread(main=thread["own"] != "T" or '"MainThread"' in line))
        elif threads and (frame := next((f for kind in _FRAMES if (f := kind.match(line))), None)):
            threads[-1].frames.append(frame)
    shown = [thread for thread in threads if thread.frames]
    if not shown:
        return Whereabouts(state, WaitsFor.UNKNOWN) if state else None
    stack = next((thread for thread in shown if thread.main), shown[0]).frames
    top = stack[0]
    return Whereabouts(f"{top['name']} ({top['file']}, line {top['line']})", _waits_for(stack))


def _waits_for(stack: Iterable[re.Match[str]]) -> WaitsFor:
    """Classify by the innermost frame of a known kind."""
    for frame in stack:
        named = f"{frame['file']} {frame['name']}"
        if _DATA.search(named):
            return WaitsFor.DATA
        if _COLLECTIVE.search(named):
            return WaitsFor.OTHERS
    return WaitsFor.UNKNOWN
