"""BatchContext: the batch being decided. Facts are evolved immediately, so later decisions depend on them."""

from __future__ import annotations

from typing import Final, NamedTuple, get_args

from muster.events.job_commands import SubmitJob
from muster.events.scheduler_log import Decision, LeaderElected, SequencedInput
from muster.events.shared.command_answers import CommandFact
from muster.events.wire.sender import sender_of
from muster.scheduler.core.evolve.evolve import Command, Decided, Observed, evolve
from muster.scheduler.core.state.job import Job
from muster.scheduler.core.state.state import State

_COMMANDS: Final = frozenset({SubmitJob, *get_args(Command)})


class Consequence(NamedTuple):
    """A decision, and the request that it belongs to.

    Attributes:
        decision: The decision as recorded in the batch.
        correlation_id: The job's for a fact about a job, else that of the causing input.
        tenant: The tenant concerned; None: there is none, as for nodes.
        number: Its number among the consequences of its cause, from 0.
        causation_id: event_id of its cause: the input; for decisions of the scheduling pass about a job, the
            job's JobQueued; None for its other decisions, which time made due.
        sender: Verified sender of the command that caused it, as TENANT/USER; None: no command caused it.
    """

    decision: Decision
    correlation_id: str
    tenant: str | None
    number: int
    causation_id: str | None
    sender: str | None


class OutOfSequence(Exception):
    """An input does not carry the next seq: an input was lost or delivered twice."""


class BatchContext:
    """The state, the current input, and the decisions made so far.

    Attributes:
        state: Changed by every `observe` and `emit`.
        cause: The input that the next decisions follow from, or in whose order the pass comes.
        consequences: The decisions, in the order in which they were made.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.consequences: list[Consequence] = []
        self.cause = SequencedInput(
            seq=-1, event_id="", correlation_id="", payload=LeaderElected(epoch=0, leader_id="")
        )
        self._sender: str | None = None
        self._number = 0
        self._in_pass = False

    def take(self, cause: SequencedInput) -> None:
        """Make `cause` the current input.

        Raises:
            OutOfSequence: Its seq is not the next.
        """
        if cause.seq != self.state.seq_next:
            raise OutOfSequence(f"seq {cause.seq} of {cause.event_id}; the next is {self.state.seq_next}")
        self.state.seq_next += 1
        self.cause = cause
        self._sender = sender_of(cause.payload) if type(cause.payload) in _COMMANDS else None
        self._number = 0

    def begin_pass(self) -> None:
        """Mark all inputs as decided: further decisions depend on no single input."""
        self._in_pass = True

    def observe(self, fact: Observed) -> None:
        """Apply the input itself to the state, without a decision: it is on the log already."""
        evolve(self.state, fact, self.cause)

    def emit(self, payload: Decided) -> None:
        """Record a decision and apply it to the state. Its event_id is CELL:SEQ.N in every replay."""
        seq, number = self.cause.seq, self._number
        decision = Decision(event_id=f"{self.state.cell}:{seq}.{number}", cause_seq=seq, payload=payload)
        self._number += 1
        job = self.state.jobs.get(getattr(payload, "job_id", ""))
        correlation_id = job.correlation_id if job else self.cause.correlation_id
        tenant = job.tenant if job else self._tenant_of(payload)
        causation_id = self._made_due_by(job) if self._in_pass else self.cause.event_id
        sender = None if self._in_pass else self._sender
        self.consequences.append(Consequence(decision, correlation_id, tenant, number, causation_id, sender))
        evolve(self.state, payload, self.cause)

    def _made_due_by(self, job: Job | None) -> str | None:
        """Cause of a decision of the pass: for a job its JobQueued, the first fact of its command."""
        return None if job is None else f"{self.state.cell}:{job.arrival_seq}.0"

    def _tenant_of(self, payload: Decided) -> str | None:
        """Return the tenant that a fact names; for an answer to a command, the command's tenant."""
        tenant = getattr(payload, "tenant", None)
        if tenant is None and isinstance(payload, CommandFact):
            tenant = getattr(self.cause.payload, "tenant", None)
        return tenant or None
