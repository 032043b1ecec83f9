"""Run `muster audit verify` as a user would: replay every recorded decision from the log and compare it."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass

from muster.demo.commands import muster


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of the audit."""

    equal: bool
    text: str


def verify(*, timeout_s: float = 180) -> Verdict:
    """Run it."""
    try:
        ended = muster("audit", "verify", timeout_s=timeout_s)
    except subprocess.TimeoutExpired:
        return Verdict(False, f"no verdict within {timeout_s:.0f} s")
    said = ended.stdout if ended.returncode == 0 else ended.stdout + ended.stderr
    first = next((line.strip() for line in said.splitlines() if line.strip()), "")
    return Verdict(ended.returncode == 0, first or f"ended with {ended.returncode} and said nothing")
