"""What contains a task: what its processes see of the machine, as whom they run, and what they may use.

The agent decides it and writes it into the task's plan; the shim carries it out. What no `Mount` names is not
there.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

JOB_UIDS = 2**27
"""How many user ids, from the first one on, the people who submit jobs are spread over."""


class SandboxKind(StrEnum):
    """How a node keeps a task's processes apart from the rest of the machine."""

    NAMESPACES = "namespaces"
    """Kernel namespaces that the shim makes itself."""
    BUBBLEWRAP = "bubblewrap"
    """The same namespaces, made by the program bwrap."""
    NONE = "none"
    """Not at all: processes run as the agent's user and see what it sees."""


class Access(StrEnum):
    """How a path of the machine appears inside."""

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
        access: How it appears.
        path: Where it is inside; absolute.
        source: What is there: a path of the machine, without symbolic links; the target of a LINK; empty with
            HIDE.
    """

    access: Access
    path: str
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Containment:
    """How one task is contained.

    Attributes:
        kind: What keeps it apart.
        uid: The user and group its processes run as; None: the agent's own.
        network: Whether it shares the machine's network; without, only its own loopback.
        mounts: Its file system, parents before what lies in them.
    """

    kind: SandboxKind = SandboxKind.NONE
    uid: int | None = None
    network: bool = True
    mounts: tuple[Mount, ...] = ()


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
    """Mounts with parents before what lies in them; of two at one path the later one stays."""
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
    )
