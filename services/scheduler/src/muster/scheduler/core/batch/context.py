"""BatchContext: one batch in the making. A fact is evolved when it is decided; the next decision sees it."""

from __future__ import annotations

from typing import NamedTuple

from muster.events.scheduler_log import Decision, LeaderElected, SequencedInput
from muster.events.shared.command_answers import CommandFact
from muster.scheduler.core.evolve.evolve import Decided, Observed, evolve
from muster.scheduler.core.state.state import State


class Consequence(NamedTuple):
    """A decision, and the request it belongs to.

    Attributes:
        decision: As it stands in the batch.
        correlation_id: The job's own for a fact about a job, else that of the cause.
        tenant: Whose it is; None: nobody's in particular, as with nodes.
        number: Which consequence of its cause it is, from 0.
    """

    decision: Decision
    correlation_id: str
    tenant: str | None
    number: int


class OutOfSequence(RuntimeError):
    """An input does not carry the next seq: something was lost or taken twice on the way here."""


class BatchContext:
    """The state, the input under consideration, and what has been decided so far.

    Attributes:
        state: Changed by every `observe` and `emit`.
        cause: The input that decisions follow from now.
        consequences: In the order decided.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.consequences: list[Consequence] = []
        self.cause = SequencedInput(
            seq=-1, event_id="", correlation_id="", payload=LeaderElected(epoch=0, leader_id="")
        )
        self._number = 0

    def take(self, cause: SequencedInput) -> None:
        """Go on to the next input.

        Raises:
            OutOfSequence: It is not the next.
        """
        if cause.seq != self.state.seq_next:
            raise OutOfSequence(f"seq {cause.seq} of {cause.event_id}; the next is {self.state.seq_next}")
        self.state.seq_next += 1
        self.cause = cause
        self._number = 0

    def observe(self, fact: Observed) -> None:
        """Let the input itself change the state; it is on the log already."""
        evolve(self.state, fact, self.cause)

    def emit(self, payload: Decided) -> None:
        """Decide: number the decision, note it, apply it. `event_id` is CELL:SEQ.N in every replay."""
        seq, number = self.cause.seq, self._number
        decision = Decision(event_id=f"{self.state.cell}:{seq}.{number}", cause_seq=seq, payload=payload)
        self._number += 1
        job = self.state.jobs.get(getattr(payload, "job_id", ""))
        correlation_id = job.correlation_id if job else self.cause.correlation_id
        tenant = job.tenant if job else self._tenant_of(payload)
        self.consequences.append(Consequence(decision, correlation_id, tenant, number))
        evolve(self.state, payload, self.cause)

    def _tenant_of(self, payload: Decided) -> str | None:
        """The tenant that a fact names; for the answer to a command, that of the command."""
        tenant = getattr(payload, "tenant", None)
        if tenant is None and isinstance(payload, CommandFact):
            tenant = getattr(self.cause.payload, "tenant", None)
        return tenant or None
