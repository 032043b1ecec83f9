"""Re-step one recorded batch and compare. Recovery, the standby and the audit all use this.

The recorded inputs go through the core again; every decision must match the record, in order, and so must the
state hash where one was recorded. A difference ends the process that finds it: continuing would fork history.

If another version of the rules decided the batch, a difference is no error. The process then waits until that
version has left a snapshot at the end of the log, and starts from there (ADR 67).
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

from muster.events.scheduler_log import Batch, Decision
from muster.events.wire.datum import to_json
from muster.journal import Diverged, OtherVersion
from muster.scheduler.core import decide
from muster.scheduler.core.replay.hashing import StateHash, is_comparable
from muster.scheduler.core.state.state import State

DECISIONS_VERSION: Final = 8
"""Version of this program's decision rules; every batch records it. 0 on the log: not recorded. Increment in
every release that decides some input differently, or that changes the fields of a fact or an order."""


def refold(state: State, digest: StateHash, batch: Batch) -> bool:
    """Re-step one batch; return False if `state` already includes it. Discard `state` after an error.

    Raises:
        Diverged: It is not the next batch, the epoch is lower, or a decision or hash differs from the record.
        OtherVersion: A decision or hash differs, and another version of the rules recorded it.
    """
    if batch.cell != state.cell:
        raise Diverged(f"batch {batch.seq_first} is of cell {batch.cell!r}, this is {state.cell!r}")
    if batch.seq_first + len(batch.inputs) <= state.seq_next:
        return False
    if batch.seq_first != state.seq_next or batch.epoch < state.epoch:
        raise Diverged(
            f"batch {batch.seq_first} of epoch {batch.epoch} follows seq {state.seq_next - 1} "
            f"of epoch {state.epoch}"
        )
    recomputed = [c.decision for c in decide.step(state, batch.inputs, batch.observed_at_ms)]
    if recomputed != list(batch.decisions):
        raise _differs(batch, first_difference(batch.decisions, recomputed))
    if state.epoch != batch.epoch:
        raise Diverged(f"batch {batch.seq_first} is of epoch {batch.epoch}, the state is in {state.epoch}")
    if is_comparable(batch) and (found := digest.refresh(state)) != batch.state_hash:
        raise _differs(
            batch,
            "its decisions came out the same, the state after it did not: "
            f"hash {found}, recorded {batch.state_hash}",
        )
    return True


def _differs(batch: Batch, how: str) -> Diverged | OtherVersion:
    if batch.decisions_version == DECISIONS_VERSION:
        return Diverged(f"batch {batch.seq_first}: {how}")
    other = batch.decisions_version
    return OtherVersion(
        f"batch {batch.seq_first} was decided by version {other} of the rules, and version "
        f"{DECISIONS_VERSION} decides otherwise. This process goes on when the other version has left a "
        f"snapshot at the end of the log: stop its leader with SIGTERM. {how}",
        (f"muster up && muster down  # by a program of version {other}: its leader leaves a snapshot",),
    )


def first_difference(recorded: Sequence[Decision], recomputed: Sequence[Decision]) -> str:
    """The first decision that differs, as a readable diff: - recorded, + recomputed."""
    for index, (old, new) in enumerate(zip_longest(recorded, recomputed)):
        if old != new:
            diff = difflib.unified_diff(_text(old), _text(new), "recorded", "recomputed", lineterm="", n=3)
            return f"decision {index} of {len(recorded)} differs\n" + "\n".join(diff)
    return "no difference"


def _text(decision: Decision | None) -> list[str]:
    if decision is None:
        return ["(no such decision)"]
    return json.dumps(to_json(decision.to_datum()), indent=2, sort_keys=True).splitlines()
