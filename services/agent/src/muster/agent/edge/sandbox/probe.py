"""Probe: whether a kind of sandbox works on this machine, found out by making one.

`python -m muster.agent.edge.sandbox.probe CONTAINMENT` tries namespaces made by hand. It is a program of its
own because a process cannot come back from new namespaces.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import asdict
from functools import cache

from muster.agent.core.containment import Containment, SandboxKind, containment_of
from muster.agent.edge.sandbox import bubblewrap, namespaces

_NOTHING = ("sh", "-c", ":")
_LIMIT_S = 20.0


@cache
def why_not(containment: Containment) -> str:
    """Why this machine cannot contain a task this way; empty: it can."""
    if containment.kind is SandboxKind.NONE:
        return ""
    if containment.kind is SandboxKind.BUBBLEWRAP and shutil.which(bubblewrap.PROGRAM) is None:
        return f"{bubblewrap.PROGRAM} is not installed"
    command = (
        bubblewrap.command(containment, _NOTHING)
        if containment.kind is SandboxKind.BUBBLEWRAP
        else [sys.executable, "-P", "-m", __name__, json.dumps(asdict(containment))]
    )
    try:
        tried = subprocess.run(  # noqa: S603  (our own module, or bubblewrap)
            command, cwd="/", stdin=subprocess.DEVNULL, capture_output=True, timeout=_LIMIT_S, check=False
        )
    except subprocess.TimeoutExpired:
        return f"no answer within {_LIMIT_S} s"
    said = tried.stderr.decode(errors="replace").strip() or f"exit code {tried.returncode}"
    return "" if tried.returncode == 0 else said[-300:]


def main() -> int:
    """Run nothing in a sandbox; the exit code reports success, stderr the reason for a failure."""
    containment = containment_of(json.loads(sys.argv[1]))
    try:
        namespaces.divide()
        child = os.fork()
        if child:
            return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        namespaces.enter(containment)
        os.execvp(_NOTHING[0], _NOTHING)  # noqa: S606  (a constant)
    except OSError as error:
        sys.stderr.write(f"{error.filename}: {error.strerror}\n")
        return 1


if __name__ == "__main__":
    sys.exit(main())
