"""Batches of results on the log. A batch that is sent again is a duplicate, and counts once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from muster.events.eval_results import CaseScore, CasesScored, EndpointAnswered, EvalResult
from muster.events.topics import EVAL_RESULTS
from muster.events.wire.envelope import Envelope
from muster.journal import Clock, Outgoing, Producer

_ANSWER_S: Final = 60.0


class Results:
    """Batches of one run.

    Args:
        producer: Writes to the log.
        clock: The time of day.
        run: The run.
        tenant: Its organisation.
    """

    def __init__(self, producer: Producer, clock: Clock, run: str, tenant: str) -> None:
        self._producer, self._clock = producer, clock
        self._run, self._tenant = run, tenant

    def send(self, batch: int, results: Sequence[CaseScore]) -> None:
        """Write a batch; return when the log has it.

        Raises:
            Unavailable, TimeoutError: The log does not answer.
        """
        scored = CasesScored(run=self._run, batch=batch, results=tuple(results), tenant=self._tenant)
        self._send(scored, str(batch))

    def send_answered(self, url: str, model: str) -> None:
        """Write that the server of a job lists the model; return when the log has it.

        Raises:
            Unavailable, TimeoutError: The log does not answer.
        """
        self._send(EndpointAnswered(run=self._run, url=url, model=model, tenant=self._tenant), "answered")

    def _send(self, result: EvalResult, part: str) -> None:
        envelope = Envelope(
            event_id=f"eval:{self._run}:{part}",
            key=self._run,
            occurred_at_ms=self._clock.now_ms(),
            producer="eval/worker",
            correlation_id=self._run,
            payload=result,
            tenant=self._tenant,
        )
        self._producer.send(Outgoing(EVAL_RESULTS, envelope)).result(_ANSWER_S)
