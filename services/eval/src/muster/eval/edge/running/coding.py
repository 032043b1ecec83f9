"""Code of answers, run in the sandbox of jobs, which the agent's package brings to a machine."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, Final, TypeAlias, cast

from muster.eval.core.configs.documents import EvalConfig, GoldenCase
from muster.eval.core.scoring import SANDBOX_ABSENT, code_checks, score_code
from muster.eval.edge.running.scorers import Scored
from muster.golden.configs import REASON_MAX
from muster.scoring.rubric import coding
from muster.scoring.rubric.checks import CodeCheck
from muster.scoring.rubric.coding import CodeRun, code_of

PROGRAMS: Final = "muster.programs"
SANDBOX: Final = "sandbox"
"""Group and name of the entry point that runs a program in a sandbox."""

OUTPUT_BYTES_MAX: Final = 1 << 20
"""Most bytes of the values of one answer's calls."""

NO_PROGRAM: Final = "muster-agent, which brings the sandbox, is not installed beside this worker"

_TIMED_OUT: Final = "timed out"
_TOO_MUCH_OUTPUT: Final = "too much output"

RunProgram: TypeAlias = Callable[..., tuple[str, bytes, str]]


class SandboxAbsent(Exception):
    """No sandbox works here; the message says why."""


class Sandbox:
    """Runs code of answers.

    Args:
        hidden: Folders of the worker that no code may see.
        run_program: Runs a program in a sandbox; None: none is installed.
    """

    def __init__(self, hidden: Sequence[Path], run_program: RunProgram | None) -> None:
        self._hidden, self._run_program = tuple(hidden), run_program

    @classmethod
    def installed(cls, hidden: Sequence[Path]) -> Sandbox:
        """Return the sandbox of this machine, if a package brings one."""
        found = [cast("Any", each) for each in entry_points(group=PROGRAMS, name=SANDBOX)]
        return cls(hidden, cast("RunProgram", found[0].load()) if found else None)

    def run(self, check: CodeCheck, code: str) -> CodeRun:
        """Run code, then the calls of a check.

        Raises:
            SandboxAbsent: No sandbox works here.
        """
        if self._run_program is None:
            raise SandboxAbsent(NO_PROGRAM)
        end, output, reason = self._run_program(
            [sys.executable, "-I", "-S", "-B", "-c", coding.PROGRAM],
            coding.request(code, [each.call for each in check.calls], memory_mib=check.memory_mib),
            hidden=self._hidden,
            memory_mib=check.memory_mib,
            time_s=check.time_s,
            output_bytes=OUTPUT_BYTES_MAX,
        )
        if not output.startswith(coding.STARTED):
            raise SandboxAbsent(reason or "the sandbox did not start in time")
        words = {
            _TIMED_OUT: f"took longer than {check.time_s:g} s",
            _TOO_MUCH_OUTPUT: f"wrote more than {OUTPUT_BYTES_MAX} bytes",
        }
        return CodeRun(output.removeprefix(coding.STARTED), words.get(end, "ended"))


def with_code(sandbox: Sandbox, config: EvalConfig, case: GoldenCase, scored: Scored, answer: str) -> Scored:
    """Return the score of an answer after its code has run, if it passed all other checks.

    Args:
        sandbox: Runs the code.
        config: Has the checks of the task.
        case: Has more checks.
        scored: By the other checks.
        answer: Text of the model.
    """
    for check in code_checks(config, case):
        if not scored[0]:
            break
        code = code_of(answer)
        try:
            scored = score_code(check, None if code is None else sandbox.run(check, code))
        except SandboxAbsent as error:
            scored = None, SANDBOX_ABSENT, str(error)[:REASON_MAX]
    return scored


def all_with_code(
    sandbox: Sandbox, config: EvalConfig, answers: Sequence[tuple[GoldenCase, Scored, str]]
) -> list[Scored]:
    """Return what `with_code` does of each answer, in order; as many run side by side as there are cores."""

    def one(answer: tuple[GoldenCase, Scored, str]) -> Scored:
        case, scored, text = answer
        return with_code(sandbox, config, case, scored, text)

    running = sum(bool(scored[0] and code_checks(config, case)) for case, scored, _ in answers)
    if running < 2:
        return [one(each) for each in answers]
    with ThreadPoolExecutor(min(running, len(os.sched_getaffinity(0)))) as threads:
        return list(threads.map(one, answers))
