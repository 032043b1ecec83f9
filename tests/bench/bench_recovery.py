"""How soon a job runs again whose machine died, and what it lost: the real stack, real processes.

    python tests/bench/bench_recovery.py [--runs 3] [--lease-s 30]

A stack of its own with two more machines on this host. A job of one rank saves every 20 steps of 0.1 s. The
agent of its machine, the shim and the rank are killed at once; nobody tells the scheduler. Prints, for each
run, the time from the kill until the rank runs again with its state (goal: lease + 15 s), and the steps that
it does a second time (goal: no more than those between two checkpoints, and those while the last one was on
its way to the store). Exits with 1 if a run missed a goal.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path
from typing import Final

from muster.local import stack
from muster.local.home import Home
from muster.local.services import HOSTED_NAMES
from muster.testkit.stack.product import Product
from muster.testkit.stack.recovery import SAVES_EVERY_STEPS, STEP_S, machine_dies

BEYOND_LEASE_S: Final = 15
STORED_S: Final = 2.0
"""Twice an agent's look at the folder of checkpoints, and the upload of a small file."""
HEADINGS: Final = ("run", "runs again s", "steps lost", "work lost s", "beyond the lease s")


def main() -> int:
    """Print a row for each run."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--lease-s", type=int, default=30)
    asked = parser.parse_args()
    missed = 0
    with tempfile.TemporaryDirectory(prefix="muster-recovery-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)  # servers that give up root must reach their files
        home = Home(Path(folder))
        try:
            stack.up(home, any_ports=True, apart=HOSTED_NAMES)
            with Product(home) as product:
                product.node()
                print(f"lease {asked.lease_s} s, a checkpoint every {SAVES_EVERY_STEPS * STEP_S:g} s of work")
                print(" ".join(f"{heading:>18}" for heading in HEADINGS))
                for run in range(1, asked.runs + 1):
                    missed += not _run(product, run, asked.lease_s)
        finally:
            stack.down(home)
    print(f"load {os.getloadavg()[0]:.0f}, {os.cpu_count()} cores")
    return bool(missed)


def _run(product: Product, run: int, lease_s: int) -> bool:
    """One death; whether both goals were reached."""
    settings = {"MUSTER_AGENT_LEASE_MS": str(lease_s * 1_000), "MUSTER_AGENT_HEARTBEAT_MS": "5000"}
    found = machine_dies(product, settings)
    steps = found.last_step - found.resumed_step
    shown = (
        f"{run}",
        f"{found.after_s:.1f}",
        f"{steps}",
        f"{steps * STEP_S:.1f}",
        f"{found.after_s - lease_s:.1f}",
    )
    print(" ".join(f"{value:>18}" for value in shown), flush=True)
    in_time = found.after_s <= lease_s + BEYOND_LEASE_S
    return in_time and steps * STEP_S <= SAVES_EVERY_STEPS * STEP_S + STORED_S


if __name__ == "__main__":
    sys.exit(main())
