"""Control groups: what limits the memory, CPU and number of a task's processes together; cgroups(7).

find_groups   in the agent: where this machine lets it make groups
own_groups    in the agent: those of one task, by name
TaskGroups    in the shim: make them, let the ranks in, see whether memory ran out, remove them

With cgroup v1 each controller has a hierarchy of its own, and groups are made below the agent's. With cgroup
v2 a group that holds processes cannot have limited groups below it, so they are made beside the agent's own:
below the nearest group above it that hands on controllers and that its user may write.
"""

from __future__ import annotations

import errno
import logging
import os
import subprocess
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from muster.agent.core.containment import Allowance, Containment, Controller, Group

_PERIOD_US = 100_000
_QUOTA_MIN_US = 1_000
"""The least that the kernel accepts of a period."""
_REMOVE_TRIES = 50
_REMOVE_AGAIN_S = 0.02

_log = logging.getLogger(__name__)


@cache
def find_groups() -> tuple[Group, ...]:
    """Control groups in which this process can make others, found by making one; empty: none."""
    found: list[Group] = []
    for group in _candidates():
        new = tuple(
            each for each in group.controllers if not any(each in other.controllers for other in found)
        )
        if new and _works(usable := replace(group, controllers=new)):
            found.append(usable)
    return tuple(found)


def own_groups(groups: Iterable[Group], name: str) -> tuple[Group, ...]:
    """The groups of a task, by a name that no other has."""
    return tuple(replace(group, folder=f"{group.folder}/muster-{name}") for group in groups)


def remove(groups: Iterable[Group]) -> None:
    """Remove the groups of a task none of whose processes runs; without effect on groups that are gone."""
    for group in groups:
        tries = _REMOVE_TRIES
        while not _removed(group.folder):
            tries -= 1
            if not tries:
                _log.warning("%s stays: it still holds processes", group.folder)
                break
            time.sleep(_REMOVE_AGAIN_S)  # the kernel lets go of ended processes a little later


def _removed(folder: str) -> bool:
    """Remove a group; whether it is gone. False: it still holds processes."""
    try:
        os.rmdir(folder)
    except FileNotFoundError:
        return True
    except OSError as error:
        if error.errno != errno.EBUSY:
            raise
        return False
    return True


class TaskGroups:
    """The control groups of one task.

    Raises:
        OSError: the kernel refuses one of them.
    """

    def __init__(self, containment: Containment) -> None:
        self._groups = containment.groups
        for group in self._groups:
            os.makedirs(group.folder, exist_ok=True)
            for file, value in _limits(group, containment.allowance):
                Path(group.folder, file).write_text(value)

    def entrances(self) -> list[int]:
        """Descriptors; a process that writes 0 to each of them is in the groups."""
        return [os.open(f"{group.folder}/cgroup.procs", os.O_WRONLY | os.O_CLOEXEC) for group in self._groups]

    def out_of_memory(self) -> bool:
        """Whether the kernel has ended a process because the group's memory was used up."""
        return any(_killed(group) for group in self._groups if Controller.MEMORY in group.controllers)

    def remove(self) -> None:
        """Remove them, once none of the task's processes runs."""
        remove(self._groups)


def _limits(group: Group, allowance: Allowance) -> Iterator[tuple[str, str]]:
    """(file, value) of every limit, in the order in which they are to be written."""
    for controller in group.controllers:
        match controller:
            case Controller.MEMORY if allowance.memory_mib:
                yield from _memory_limits(group, str(allowance.memory_mib * 2**20))
            case Controller.CPU if allowance.cpu_milli:
                quota_us = max(_QUOTA_MIN_US, allowance.cpu_milli * _PERIOD_US // 1000)
                if group.unified:
                    yield "cpu.max", f"{quota_us} {_PERIOD_US}"
                else:
                    yield "cpu.cfs_period_us", str(_PERIOD_US)
                    yield "cpu.cfs_quota_us", str(quota_us)
            case Controller.PIDS if allowance.processes_max:
                yield "pids.max", str(allowance.processes_max)
            case _:
                pass


def _memory_limits(group: Group, limit: str) -> Iterator[tuple[str, str]]:
    """Memory, and no swap beside it, where the kernel counts swap."""
    if group.unified:
        yield "memory.max", limit
        swap = ("memory.swap.max", "0")
    else:
        yield "memory.limit_in_bytes", limit
        swap = ("memory.memsw.limit_in_bytes", limit)
    if Path(group.folder, swap[0]).exists():
        yield swap


def _killed(group: Group) -> bool:
    file = Path(group.folder, "memory.events" if group.unified else "memory.oom_control")
    counts = dict(line.split() for line in file.read_text().splitlines())
    return int(counts.get("oom_kill", 0)) > 0


def _works(group: Group) -> bool:
    """Whether a group can be made there, limited and entered."""
    (trial,) = own_groups([group], f"probe-{os.getpid()}")
    some = Allowance(memory_mib=64, cpu_milli=1000, processes_max=64)
    try:
        TaskGroups(Containment(allowance=some, groups=(trial,)))
        enter = ["sh", "-c", 'echo 0 > "$0"', f"{trial.folder}/cgroup.procs"]
        subprocess.run(enter, check=True, capture_output=True)  # noqa: S603  (constants)
    except (OSError, subprocess.CalledProcessError) as error:
        _log.debug("no control groups in %s: %s", group.folder, error)
        return False
    finally:
        with suppress(OSError):
            os.rmdir(trial.folder)
    return True


def _candidates() -> Iterator[Group]:
    """Yield control groups to try, the best first."""
    own = dict(_own_groups())
    for mount in _mounts():
        if mount.unified:
            yield from _beside(mount, own.get(""))
            continue
        controllers = tuple(each for each in Controller if each in mount.options)
        path = own.get(controllers[0]) if controllers else None
        if path is not None:
            yield Group(mount.folder_of(path), controllers, unified=False)


def _beside(mount: _Mount, path: str | None) -> Iterator[Group]:
    """The group with this path, and those above it, nearest first, with the controllers that they hand on."""
    if path is None:
        return
    top, folder = Path(mount.point), Path(mount.folder_of(path))
    for each in (folder, *folder.parents):
        if not each.is_relative_to(top):
            return
        handed_on = Path(each, "cgroup.subtree_control").read_text().split()
        if controllers := tuple(one for one in Controller if one in handed_on):
            yield Group(str(each), controllers, unified=True)


@dataclass(frozen=True, slots=True)
class _Mount:
    """A mounted hierarchy: which part of it, where, what kind, and its options."""

    root: str
    point: str
    unified: bool
    options: tuple[str, ...]

    def folder_of(self, path: str) -> str:
        """Folder of the group with this path."""
        within = os.path.relpath(path, self.root) if path.startswith(self.root) else "."
        return os.path.normpath(os.path.join(self.point, within))


def _own_groups() -> Iterator[tuple[str, str]]:
    """(controller, path) of this process; the controller of cgroup v2 is empty."""
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        _, controllers, path = line.split(":", 2)
        for controller in controllers.split(","):
            yield controller, path


def _mounts() -> Iterator[_Mount]:
    """proc_pid_mountinfo(5): "... root point options [tags] - kind source options"."""
    for line in Path("/proc/self/mountinfo").read_text().splitlines():
        before, _, after = line.partition(" - ")
        kind, _, options = after.split(" ", 2)
        if kind in ("cgroup", "cgroup2"):
            root, point = before.split()[3:5]
            yield _Mount(root, point, kind == "cgroup2", tuple(options.split(",")))
