"""given / when / then for the scheduler's core. The whole ordered list of decisions is compared.

    given(node("n1", gpus=2)).when(submit("job-a", job_spec(gpus=2))).then(
        "JobQueued job-a",
        "GangBound job-a/1 n1[0,1]",
        "StartTask n1 job-a/1",
    ).when(submit("job-b"), after_ms=5).then(
        "JobQueued job-b",
        "JobPending job-b GPUS_BUSY",
    )

An expected decision is a line (story.line) or the whole payload, where every field matters.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from muster.events.scheduler_log import ClockTicked, SequencedInput
from muster.scheduler.core.decide import next_deadline_ms, step
from muster.scheduler.core.state.state import DEFAULT_POLICY, State
from muster.testkit.cores import build
from muster.testkit.cores.story import line

START_MS = 1_700_000_000_000

QUIET_POLICY = replace(DEFAULT_POLICY, measure_interval_ms=86_400_000)
"""The default, but for the measuring of queues, which would stand between the decisions of most scenarios."""


class Scenario:
    """A state, the time, and what was decided last.

    Attributes:
        state: The core's.
        now_ms: Time of the last batch.
        decided: Payloads of the last batch's decisions, in order.
    """

    def __init__(self) -> None:
        self.state = State(policy=QUIET_POLICY)
        self.now_ms = START_MS
        self.decided: list[Any] = []

    def when(self, *payloads: Any, after_ms: int = 1, event_ids: Sequence[str] = ()) -> Scenario:
        """Take these inputs as one batch, `after_ms` later; missing event ids are generated."""
        self.now_ms += after_ms
        first = self.state.seq_next
        inputs = tuple(
            SequencedInput(
                seq=first + i,
                event_id=event_ids[i] if i < len(event_ids) else f"event-{first + i}",
                correlation_id=f"correlation-{first + i}",
                payload=payload,
            )
            for i, payload in enumerate(payloads)
        )
        self.decided = [c.decision.payload for c in step(self.state, inputs, self.now_ms)]
        return self

    def when_time_comes(self) -> Scenario:
        """Advance time to the next deadline, without other inputs."""
        deadline_ms = next_deadline_ms(self.state)
        assert deadline_ms is not None, "nothing is waited for"
        return self.when(ClockTicked(), after_ms=max(0, deadline_ms - self.now_ms))

    def then(self, *expected: Any) -> Scenario:
        """Check that exactly these decisions were made, in this order."""
        found = [
            line(payload) if i >= len(expected) or isinstance(expected[i], str) else payload
            for i, payload in enumerate(self.decided)
        ]
        diff = difflib.ndiff([str(e) for e in expected], [str(f) for f in found])
        assert found == list(expected), "- expected, + decided\n" + "\n".join(diff)
        return self


def given(*payloads: Any) -> Scenario:
    """A cell with a leader and the shared queue, after these inputs."""
    return Scenario().when(build.elected(), build.founding_queue(), *payloads)
