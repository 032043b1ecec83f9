"""Start programs in parallel, each as soon as those it needs are ready; name the one that fails."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from threading import Event

from muster.local.errors import UnavailableError
from muster.local.home import Home
from muster.local.processes import supervisor
from muster.local.processes.program import Lack, Program, Site
from muster.local.processes.supervisor import Identity
from muster.local.progress import Progress


class _CalledOffError(RuntimeError):
    """The start of this program was cancelled because another one failed."""


@dataclass(frozen=True, slots=True)
class Starter:
    """Starts programs of one stack."""

    home: Home
    ports: Mapping[str, int]
    progress: Progress
    seconds: dict[str, float] = field(default_factory=dict[str, float])
    _called_off: Event = field(default_factory=Event)

    def start_all(self, programs: Sequence[Program]) -> None:
        """Start every program after those it needs.

        Raises:
            UnavailableError: names the program that failed, the end of its log and what to do.
        """
        with ThreadPoolExecutor(max(len(programs), 1)) as pool:
            futures: dict[str, Future[None]] = {}
            for program in programs:
                needs = [futures[name] for name in program.needs if name in futures]
                futures[program.name] = pool.submit(self._start_after, needs, program)
            try:
                wait(futures.values(), return_when=FIRST_EXCEPTION)
            finally:
                if not all(future.done() for future in futures.values()):
                    self._called_off.set()
        errors = [error for future in futures.values() if (error := future.exception())]
        if errors:
            raise min(
                errors, key=lambda error: isinstance(error, _CalledOffError)
            )  # the cause, not those called off

    def _start_after(self, needs: Sequence[Future[None]], program: Program) -> None:
        wait(needs)
        if self._called_off.is_set() or any(need.exception() for need in needs):
            raise _CalledOffError(program.name)
        self.progress.starting(program.name)
        begun = time.monotonic()
        try:
            self._start(program)
        except UnavailableError:
            self.progress.failed(program.name)
            raise
        self.seconds[program.name] = time.monotonic() - begun
        self.progress.ready(program.name, self.seconds[program.name])

    def _start(self, program: Program) -> None:
        try:
            launch = program.launch(Site(program.name, self.home, self.ports))
            identity = supervisor.spawn(self.home, program.name, launch)
        except (OSError, subprocess.CalledProcessError) as error:
            raise UnavailableError(self._explain(program, f"did not start: {error}")) from error
        self._wait_until_ready(program, identity)

    def _wait_until_ready(self, program: Program, identity: Identity) -> None:
        moved_at, stages = time.monotonic(), {""}
        while (lack := program.lacks(self.ports)) is not None:
            if self._called_off.is_set():
                raise _CalledOffError(program.name)
            if identity.process() is None:
                raise UnavailableError(self._explain(program, "ended before it was ready"))
            if lack.remedies:
                raise UnavailableError(_prescribe(program, lack))
            if lack.what not in stages:  # new, so it is making progress; two that alternate are not
                stages.add(lack.what)
                moved_at = time.monotonic()
                self.progress.moving(program.name, lack.what)
            if time.monotonic() - moved_at > program.patience_s:
                stuck = f"was not ready within {program.patience_s:g} s"
                raise UnavailableError(self._explain(program, f"{stuck}: {lack.what}".removesuffix(": ")))
            time.sleep(supervisor.POLL_S)

    def _explain(self, program: Program, reason: str) -> str:
        log = self.home.log(program.name)
        tail = "".join(f"    {line}\n" for line in supervisor.last_lines(log))
        return f"{program.name} {reason}\n  the last lines of {log}:\n{tail}  {program.advice}"


def _prescribe(program: Program, lack: Lack) -> str:
    """Describe what a program lacks that only a person can fix, and how."""
    commands = "".join(f"    {remedy}\n" for remedy in lack.remedies)
    return f"{program.name} cannot become ready: {lack.what}\n  to fix it, run:\n{commands}    muster up"
