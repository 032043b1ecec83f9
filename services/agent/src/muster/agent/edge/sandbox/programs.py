"""One program in the sandbox of jobs, with nothing of its own: for services that run code of models.

`run_program` is the entry point `sandbox` of the group `muster.programs`: other services find it there. The
program sees the system and this interpreter, read-only; it has no network and no place to write.
`python -m muster.agent.edge.sandbox.programs WORK` is its first process, outside the sandbox.
"""

from __future__ import annotations

import json
import os
import secrets
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path
from typing import IO, Final, cast

from muster.agent.core.containment import (
    Access,
    Allowance,
    Containment,
    Mount,
    SandboxKind,
    containment_of,
    in_order,
    job_uid,
)
from muster.agent.edge.sandbox import bubblewrap, kernel, namespaces
from muster.agent.edge.sandbox.cgroups import TaskGroups, find_groups, own_groups
from muster.agent.edge.sandbox.node import NodeSandbox, find_sandbox
from muster.agent.edge.sandbox.view import HOME, TaskPaths, View

EXITED: Final = "exited"
TIMED_OUT: Final = "timed out"
TOO_MUCH_OUTPUT: Final = "too much output"
ABSENT: Final = "absent"
"""No sandbox works on this machine, so the program did not run."""

_OWN_MIB: Final = 64
"""Memory of the processes that make the sandbox, which are in its control group."""

_PROCESSES_MAX: Final = 16
_UID_FIRST: Final = 2_000_000_000
_EMPTY: Final = (HOME, "/tmp", "/var/tmp", "/dev/shm")  # noqa: S108  (paths inside, empty and read-only)
_ANY: Final = Path("/usr")
"""Any folder that every machine has; covered."""

_ENVIRONMENT: Final = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": HOME}
_READ_BYTES: Final = 65_536


def run_program(
    argv: Sequence[str],
    standard_input: bytes,
    *,
    hidden: Iterable[Path],
    memory_mib: int,
    time_s: float,
    output_bytes: int,
) -> tuple[str, bytes, str]:
    """Run a program in a sandbox of its own and wait for its end.

    Args:
        argv: The program; a path that the system or this interpreter has.
        standard_input: Data for its standard input.
        hidden: Folders that it may not see, even where the system's folders contain them.
        memory_mib: Memory limit, if the machine allows control groups; otherwise the program limits itself.
        time_s: Time limit in seconds, by the clock.
        output_bytes: Limit of its output; a program that exceeds it is killed.

    Returns:
        Its end: `EXITED`, `TIMED_OUT`, `TOO_MUCH_OUTPUT` or `ABSENT`; its output, cut at the limit; why the
        sandbox is absent, else the beginning of its errors.
    """
    view = View(hidden=tuple(path.resolve() for path in hidden if path.exists()))
    sandbox = _sandbox()
    if sandbox.kind is SandboxKind.NONE:
        return ABSENT, b"", "this machine allows no namespaces, and bubblewrap does not work"
    own = view.mounts(TaskPaths(writable=(), home=_ANY, temporary=_ANY))
    containment = Containment(
        kind=sandbox.kind,
        uid=job_uid(_UID_FIRST, "muster", "programs") if os.geteuid() == 0 else None,
        network=False,
        mounts=in_order([*own, *(Mount(Access.HIDE, path) for path in _EMPTY)]),
        allowance=Allowance(memory_mib=memory_mib + _OWN_MIB, processes_max=_PROCESSES_MAX),
        groups=own_groups(sandbox.groups, f"program-{secrets.token_hex(8)}"),
    )
    groups = TaskGroups(containment)
    try:
        process = _started(containment, argv, standard_input, groups.entrances())
        return _ended(process, time.monotonic() + time_s, output_bytes)
    finally:
        groups.remove()


@cache
def _sandbox() -> NodeSandbox:
    """Return what works on this machine; looked for, and logged, once."""
    return find_sandbox(None, View(hidden=()), _UID_FIRST, find_groups())


def _started(
    containment: Containment, argv: Sequence[str], standard_input: bytes, entrances: Sequence[int]
) -> subprocess.Popen[bytes]:
    work = json.dumps({"containment": asdict(containment), "argv": argv, "entrances": entrances})
    try:
        with tempfile.TemporaryFile() as file:
            file.write(standard_input)
            file.seek(0)
            return subprocess.Popen(  # noqa: S603  (our own module)
                [sys.executable, "-P", "-m", __name__, work],
                cwd="/",
                stdin=file,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=entrances,
                env=_ENVIRONMENT,
                start_new_session=True,
            )
    finally:
        for entrance in entrances:
            os.close(entrance)


def _ended(process: subprocess.Popen[bytes], ends_at_s: float, most: int) -> tuple[str, bytes, str]:
    """Wait for the end of a process, and end it where that does not come; its pipes are open."""
    stdout, stderr = cast("IO[bytes]", process.stdout), cast("IO[bytes]", process.stderr)
    with process:
        end, output = _read(stdout, ends_at_s, most)
        process.kill()  # what it started ends with it
        os.set_blocking(stderr.fileno(), False)
        errors = stderr.read() or b""
    return end, output, errors.decode(errors="replace").strip()[-300:]


def _read(pipe: IO[bytes], ends_at_s: float, most: int) -> tuple[str, bytes]:
    """Read to the end, to a time or to a size."""
    output = bytearray()
    while True:
        left = ends_at_s - time.monotonic()
        if left <= 0 or not select.select([pipe], [], [], left)[0]:
            return TIMED_OUT, bytes(output)
        piece = os.read(pipe.fileno(), _READ_BYTES)
        if not piece:
            return EXITED, bytes(output)
        output += piece
        if len(output) > most:
            return TOO_MUCH_OUTPUT, bytes(output[:most])


def main() -> int:
    """Run the program that the argument names, in the sandbox that it describes."""
    kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
    work = json.loads(sys.argv[1])
    containment = containment_of(work["containment"])
    for entrance in work["entrances"]:
        os.write(entrance, b"0")
        os.close(entrance)
    if containment.kind is SandboxKind.BUBBLEWRAP:
        command = bubblewrap.command(replace(containment, groups=()), work["argv"])
        os.execvpe(command[0], command, _ENVIRONMENT)  # noqa: S606
    namespaces.divide()
    if child := os.fork():
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    namespaces.enter(containment)
    kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)  # after the change of user, which would undo it
    os.execve(work["argv"][0], work["argv"], _ENVIRONMENT)  # noqa: S606


if __name__ == "__main__":
    sys.exit(main())
