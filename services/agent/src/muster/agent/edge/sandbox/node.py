"""NodeSandbox: containment of this node's tasks."""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from muster.agent.core.containment import Allowance, Containment, Controller, Group, SandboxKind, job_uid
from muster.agent.edge.sandbox.cgroups import own_groups
from muster.agent.edge.sandbox.probe import why_not
from muster.agent.edge.sandbox.view import HOME, TaskPaths, View
from muster.events.node_commands import StartTask
from muster.events.node_heartbeats import Enforced

_USER = "job"
_NOT_INSIDE = ("TMPDIR",)
"""Variables of the agent that name paths which tasks do not see."""

_ANY = Path("/usr")
"""Any folder that every machine has."""

_log = logging.getLogger(__name__)


class NoSandbox(Exception):
    """The kind of sandbox in the settings does not work on this machine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeSandbox:
    """The sandbox of a node's tasks.

    Attributes:
        kind: Isolation mechanism.
        view: Paths visible to every task.
        uid_first: The first of the user ids that people's tasks get when the agent is root.
        groups: Control groups in which the agent can make others.
    """

    kind: SandboxKind
    view: View
    uid_first: int
    groups: tuple[Group, ...] = ()

    def containment(self, start: StartTask, own: TaskPaths, allowance: Allowance, mark: str) -> Containment:
        """Containment of a task.

        Raises:
            NoSandbox: it may see no network, and only a sandbox can take that away.
        """
        limits = Containment(allowance=allowance, groups=own_groups(self.groups, mark))
        if self.kind is SandboxKind.NONE:
            if start.offline:
                raise NoSandbox("the job may see no network, and this node has no sandbox to take it away")
            return limits
        uid = job_uid(self.uid_first, start.tenant, start.user) if os.geteuid() == 0 else None
        mounts = self.view.mounts(own)
        return replace(limits, kind=self.kind, uid=uid, network=not start.offline, mounts=mounts)

    @property
    def enforces(self) -> tuple[Enforced, ...]:
        """Limits that it enforces on tasks."""
        contained = self.kind is not SandboxKind.NONE
        grouped = {controller for group in self.groups for controller in group.controllers}
        held = {
            Enforced.MEMORY: Controller.MEMORY in grouped,
            Enforced.MEMORY_MEASURED: Controller.MEMORY not in grouped,
            Enforced.CPU: Controller.CPU in grouped,
            Enforced.PROCESSES: contained or Controller.PIDS in grouped,
            Enforced.OPEN_FILES: True,
            Enforced.DEVICES: contained,
        }
        return tuple(each for each, holds in held.items() if holds)

    def environment(self, base: Mapping[str, str]) -> dict[str, str]:
        """The variables that every process of a task gets, from those of a process of the node."""
        if self.kind is SandboxKind.NONE:
            return dict(base)
        passed = {name: value for name, value in base.items() if name not in _NOT_INSIDE}
        return {**passed, "HOME": HOME, "USER": _USER, "LOGNAME": _USER}


def find_sandbox(
    wanted: SandboxKind | None, view: View, uid_first: int, groups: tuple[Group, ...] = ()
) -> NodeSandbox:
    """The sandbox that works on this machine.

    For an ordinary user bubblewrap goes before our own: it is in wide use, and may be allowed what we are
    not. As root only our own gives processes a user of theirs.

    Args:
        wanted: The only kind to try; None: the first that works, else none.
        view: Paths visible to every task.
        uid_first: The first user id of tasks.
        groups: Control groups in which others can be made.

    Raises:
        NoSandbox: the wanted kind does not work; the message says why.
    """
    if wanted is not None:
        if why := _why_not(wanted, uid_first):
            raise NoSandbox(f"MUSTER_AGENT_SANDBOX={wanted}: it does not work on this machine: {why}")
        kind = wanted
    else:
        kind = _best(uid_first)
    return NodeSandbox(kind=kind, view=view, uid_first=uid_first, groups=groups)


def _best(uid_first: int) -> SandboxKind:
    by_user = (SandboxKind.BUBBLEWRAP, SandboxKind.NAMESPACES)
    for kind in (SandboxKind.NAMESPACES,) if os.geteuid() == 0 else by_user:
        why = _why_not(kind, uid_first)
        if not why:
            return kind
        _log.info("no sandbox by %s: %s", kind, why)
    _log.warning("jobs run without a sandbox: they see the files and processes of the agent's user")
    return SandboxKind.NONE


def _why_not(kind: SandboxKind, uid_first: int) -> str:
    """Test with the smallest view: what else tasks see makes no difference to the kernel."""
    mounts = View(hidden=()).mounts(TaskPaths(writable=(), home=_ANY, temporary=_ANY))
    uid = uid_first if os.geteuid() == 0 else None
    return why_not(Containment(kind=kind, uid=uid, network=False, mounts=mounts))
