"""Containment of a task: what its processes see of the machine, their user id, and their resource limits.

The agent decides on it and writes it into the task's plan; the shim carries it out. Paths that no `Mount`
names do not exist inside.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

JOB_UIDS = 2**27
"""Number of user ids, from the first one on, over which the people who submit jobs are spread."""


class SandboxKind(StrEnum):
    """Mechanism that isolates a task's processes from the rest of the machine."""

    NAMESPACES = "namespaces"
    """Kernel namespaces that the shim makes itself."""
    BUBBLEWRAP = "bubblewrap"
    """The same namespaces, made by the program bwrap."""
    NONE = "none"
    """Not at all: processes run as the agent's user and see what it sees."""


class Access(StrEnum):
    """Form in which a path of the machine appears inside."""

    READ = "read"
    """With everything below it, read-only."""
    WRITE = "write"
    """With everything below it, writable."""
    DEVICE = "device"
    """A device file."""
    HIDE = "hide"
    """An empty folder instead."""
    LINK = "link"
    """A symbolic link to `source`."""


@dataclass(frozen=True, slots=True)
class Mount:
    """One path inside the sandbox.

    Attributes:
        access: Form in which it appears.
        path: Path inside the sandbox; absolute.
        source: Path on the machine, without symbolic links; the target of a LINK; empty with HIDE.
    """

    access: Access
    path: str
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowance:
    """Limits for the processes of one task together; 0: without limit.

    Attributes:
        memory_mib: Main memory.
        cpu_milli: Thousandths of a CPU core.
        processes_max: Processes and threads.
        open_files_max: Open files, of each process.
    """

    memory_mib: int = 0
    cpu_milli: int = 0
    processes_max: int = 0
    open_files_max: int = 0


class Controller(StrEnum):
    """A controller of control groups."""

    MEMORY = "memory"
    CPU = "cpu"
    PIDS = "pids"


@dataclass(frozen=True, slots=True)
class Group:
    """A folder of control groups.

    Attributes:
        folder: In a whole hierarchy: where groups can be made; in a plan: the task's own, made by its shim.
        controllers: Controllers that it limits.
        unified: Whether it is of cgroup v2.
    """

    folder: str
    controllers: tuple[Controller, ...]
    unified: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Containment:
    """Containment of one task.

    Attributes:
        kind: Isolation mechanism.
        uid: The user and group its processes run as; None: the agent's own.
        network: Whether it shares the machine's network; without, only its own loopback.
        mounts: Its file system, parents before their children.
        allowance: Its resource limits.
        groups: Control groups that limit it; its shim enforces the remaining limits as well as it can.
    """

    kind: SandboxKind = SandboxKind.NONE
    uid: int | None = None
    network: bool = True
    mounts: tuple[Mount, ...] = ()
    allowance: Allowance = Allowance()
    groups: tuple[Group, ...] = ()

    def grouped(self, controller: Controller) -> bool:
        """Whether a control group limits this."""
        return any(controller in group.controllers for group in self.groups)

    @property
    def processes_counted(self) -> bool:
        """Whether the kernel counts this task's processes for a limit of each user (RLIMIT_NPROC).

        Not where a control group counts them, nor where everything else of the agent's user counts too.
        """
        return self.kind is not SandboxKind.NONE and not self.grouped(Controller.PIDS)


UNCONTAINED = Containment()
"""Kept apart by nothing."""


def job_uid(first: int, tenant: str, user: str) -> int:
    """The user id of a person's jobs: equal on every node, so that files on shared storage stay theirs.

    Args:
        first: The first of the ids.
        tenant: The person's tenant.
        user: The person.
    """
    digest = hashlib.sha256(json.dumps([tenant, user]).encode()).digest()
    return first + int.from_bytes(digest[:8]) % JOB_UIDS


def in_order(mounts: Iterable[Mount]) -> tuple[Mount, ...]:
    """Sort mounts so that parents come before their children; of two at one path, the later one wins."""
    by_path = {mount.path: mount for mount in mounts}
    return tuple(sorted(by_path.values(), key=lambda mount: (mount.path.count("/"), mount.path)))


def containment_of(fields: Mapping[str, Any]) -> Containment:
    """A containment from the fields that `dataclasses.asdict` makes of it."""
    mounts = (Mount(Access(each["access"]), each["path"], each["source"]) for each in fields["mounts"])
    return Containment(
        kind=SandboxKind(fields["kind"]),
        uid=fields["uid"],
        network=fields["network"],
        mounts=tuple(mounts),
        allowance=Allowance(**fields["allowance"]),
        groups=tuple(
            Group(each["folder"], tuple(map(Controller, each["controllers"])), each["unified"])
            for each in fields["groups"]
        ),
    )
