"""CPU and memory of the stack's processes, by the part they play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

import psutil

LEADER, STANDBY = "leader", "standby"

PARTS: Final[Mapping[str, str]] = {
    "projector": "projector",
    "agent-openb": "agent",
    "kafka": "kafka",
    "schema-registry": "stores",
    "postgres": "stores",
    "elasticsearch": "stores",
    "neo4j": "stores",
    "s3": "stores",
    "submit": "submit",
}
"""The part of every program but the schedulers."""

NAMES: Final = (LEADER, STANDBY, *dict.fromkeys(PARTS.values()))


class Used(NamedTuple):
    """Usage of the processes of one part.

    Attributes:
        cpu_s: User and system time since they started, seconds.
        rss_bytes: Resident memory now; shared pages count for each process.
    """

    cpu_s: float
    rss_bytes: int


@dataclass(frozen=True, slots=True)
class Usage:
    """Usage of each part at one moment."""

    by_part: Mapping[str, Used]

    def cpu_ms_per_job(self, before: Usage, jobs: int) -> dict[str, float]:
        """Return the CPU time per job since an earlier moment, by part; `total` is all of them.

        A part that is missing at the earlier moment counts from its start; one that ended since is omitted.
        """
        spent = {
            part: 1_000 * (used.cpu_s - before.by_part.get(part, Used(0, 0)).cpu_s) / jobs
            for part, used in self.by_part.items()
        }
        return {**spent, "total": sum(spent.values())}


def part_of(program: str, leader: str) -> str:
    """The part that a program plays, while this one leads.

    Raises:
        LookupError: the program is unknown.
    """
    if program.startswith("scheduler"):
        return LEADER if program == leader else STANDBY
    if program not in PARTS:
        raise LookupError(f"program is {program}; must be a scheduler or one of {', '.join(PARTS)}")
    return PARTS[program]


def usage(programs: Mapping[str, psutil.Process], leader: str) -> Usage:
    """Return the usage of these programs so far.

    Args:
        programs: The root process of each, by name.
        leader: Name of the one that leads.
    """
    by_part: dict[str, Used] = {}
    for name, root in programs.items():
        part = part_of(name, leader)
        so_far = by_part.get(part, Used(0, 0))
        used = _used([root, *root.children(recursive=True)])
        by_part[part] = Used(so_far.cpu_s + used.cpu_s, so_far.rss_bytes + used.rss_bytes)
    return Usage(by_part)


def _used(family: Iterable[psutil.Process]) -> Used:
    """Return the usage of a process and its living descendants; parents include children that have ended."""
    cpu_s, rss_bytes = 0.0, 0
    for process in family:
        try:
            times, memory = process.cpu_times(), process.memory_info()
        except psutil.NoSuchProcess:
            continue  # it has just ended, and its parent answers for it
        cpu_s += times.user + times.system + times.children_user + times.children_system
        rss_bytes += memory.rss
    return Used(cpu_s, rss_bytes)
