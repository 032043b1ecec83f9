"""Start programs side by side, each as soon as those it needs are ready; all of them, or a named failure."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

from muster.local import supervisor
from muster.local.home import Home
from muster.local.program import Program, Site
from muster.local.progress import Progress


class StartError(RuntimeError):
    """A program did not become ready: says which, the end of its log, and what to do."""


class _NeedFailedError(RuntimeError):
    """Something this program needs did not start; that one's error is the one worth showing."""


def start_all(home: Home, programs: Sequence[Program], ports: Mapping[str, int], progress: Progress) -> None:
    """Start every program; `programs` name what they need before what needs it.

    Raises:
        StartError: the first program, in the given order, that failed by itself.
    """
    with ThreadPoolExecutor(max(len(programs), 1)) as pool:
        futures: dict[str, Future[None]] = {}
        for program in programs:
            needs = [futures[name] for name in program.needs if name in futures]
            futures[program.name] = pool.submit(_start_after, needs, home, program, ports, progress)
    errors = [error for future in futures.values() if (error := future.exception()) is not None]
    own = [error for error in errors if not isinstance(error, _NeedFailedError)]
    if own:
        raise own[0]


def _start_after(
    needs: Sequence[Future[None]], home: Home, program: Program, ports: Mapping[str, int], progress: Progress
) -> None:
    if any(need.exception() for need in needs):
        raise _NeedFailedError(program.name)
    progress.starting(program.name)
    begun = time.monotonic()
    try:
        launch = program.launch(Site(program.name, home, ports))
        identity = supervisor.spawn(home, program.name, launch)
        ready = supervisor.wait_until(lambda: program.ready(ports), identity, patience_s=program.patience_s)
    except (OSError, subprocess.CalledProcessError) as error:
        progress.failed(program.name, "did not start")
        raise StartError(_explain(home, program, str(error))) from error
    if not ready:
        ended = identity.process() is None
        reason = "ended" if ended else f"was not ready within {program.patience_s:.0f} s"
        progress.failed(program.name, reason)
        raise StartError(_explain(home, program, reason))
    progress.ready(program.name, time.monotonic() - begun)


def _explain(home: Home, program: Program, reason: str) -> str:
    log = home.log(program.name)
    tail = "".join(f"    {line}\n" for line in supervisor.last_lines(log))
    return f"{program.name}: {reason}\n  last lines of {log}:\n{tail}  {program.advice}"
