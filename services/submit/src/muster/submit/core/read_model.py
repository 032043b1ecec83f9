"""What queries give back, and what they can be narrowed by. Times are milliseconds since 1970 UTC. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from muster.submit.core.states import CommandOutcome, JobState, NodeState

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Page(Generic[T]):
    """Part of a list.

    Attributes:
        items: In the list's order.
        next_page_token: What to ask for the next part with; None: there is none.
    """

    items: tuple[T, ...]
    next_page_token: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Paging:
    """Which part of a list.

    Attributes:
        size: Largest number of items.
        token: next_page_token of the part before; None: from the start.
    """

    size: int = 100
    token: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class JobFilter:
    """Which jobs; every condition that is given must hold.

    Attributes:
        states: In one of these states; empty: in any.
        team: Of this team.
        user: Of this user.
        queue: In this queue.
        project: Of this project.
        labels: With all these labels.
        since_ms: Submitted at this time or later.
        until_ms: Submitted before this time.
    """

    states: tuple[JobState, ...] = ()
    team: str | None = None
    user: str | None = None
    queue: str | None = None
    project: str | None = None
    labels: Mapping[str, str] = field(default_factory=dict[str, str])
    since_ms: int | None = None
    until_ms: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """Why a job waits or was rejected.

    Attributes:
        code: PendingCode or RejectionCode.
        message: One sentence.
        counts: Numbers behind it.
    """

    code: str
    message: str
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A job as it stands.

    Attributes:
        job_id: Job.
        tenant: Tenant.
        name: Name; empty, as all the owner's fields are, for a job that was rejected unread.
        team: Team.
        project: Project.
        user: User.
        queue: Queue.
        tier: As people write it: standard-training.
        state: Where it is in its life.
        reason: Why it waits or was rejected.
        attempt: Newest attempt; 0: never placed.
        ranks: Gang size.
        gpu_milli: Thousandths of GPUs, all ranks together.
        labels: Labels.
        spec: The JobSpec record as plain data (JobSpec.from_datum takes it); None for a rejected job.
        placements: Of the newest attempt: {rank, node_id, gpu_indices, gpu_milli}.
        submitted_at_ms: When it was accepted.
        queued_at_ms: Since when it waits, or waited last.
        bound_at_ms: When the newest attempt got its GPUs.
        started_at_ms: When all ranks of the newest attempt ran.
        ended_at_ms: When the job was over.
        exit_code: Of the first failing rank, or 0.
        message: For people: why it ended as it did.
        position: Where the newest fact about it is, "job-events/2/417".
    """

    job_id: str
    tenant: str
    name: str
    team: str
    project: str
    user: str
    queue: str
    tier: str
    state: JobState
    reason: Reason | None
    attempt: int
    ranks: int
    gpu_milli: int
    labels: Mapping[str, str]
    spec: Mapping[str, Any] | None
    placements: tuple[Mapping[str, Any], ...]
    submitted_at_ms: int
    queued_at_ms: int | None
    bound_at_ms: int | None
    started_at_ms: int | None
    ended_at_ms: int | None
    exit_code: int | None
    message: str
    position: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One try at running a job.

    Attributes:
        attempt: Number, from 1.
        placements: {rank, node_id, gpu_indices, gpu_milli}.
        reason: Why there.
        outcome: AttemptOutcome; None: not over.
        exit_code: Of the first failing rank.
        signal: Of the first failing rank.
        failed_rank: The first failing rank.
        failed_node_id: Its node.
        message: For people.
        waited_ms: From queued to bound.
        bound_at_ms: When it got its GPUs.
        started_at_ms: When all ranks ran.
        ended_at_ms: When it was over on every node.
    """

    attempt: int
    placements: tuple[Mapping[str, Any], ...]
    reason: str
    outcome: str | None
    exit_code: int | None
    signal: int | None
    failed_rank: int | None
    failed_node_id: str | None
    message: str
    waited_ms: int
    bound_at_ms: int | None
    started_at_ms: int | None
    ended_at_ms: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class JobEvent:
    """One fact about a job.

    Attributes:
        position: "job-events/2/417".
        type: Its record name.
        occurred_at_ms: When.
        event: The whole envelope as plain data.
    """

    position: str
    type: str
    occurred_at_ms: int
    event: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeStatus:
    """A node, what it has and what is in use.

    Attributes:
        node_id: Node.
        state: Whether it is heard.
        cordoned: Nothing new goes there.
        cordon_reason: Why.
        executor: process or simulated.
        address: Address.
        gpu_model: Model of its GPUs; empty: it has none.
        gpu_count: GPUs.
        gpus_unhealthy: Indices of GPUs that nothing new goes on.
        gpu_milli_used: Thousandths of GPUs in use.
        cpu_milli: CPU.
        cpu_milli_used: In use.
        memory_mib: Memory.
        memory_mib_used: In use.
        ranks: Ranks that are placed there.
        labels: Labels.
        changed_at_ms: When its state last changed.
    """

    node_id: str
    state: NodeState
    cordoned: bool
    cordon_reason: str | None
    executor: str
    address: str
    gpu_model: str
    gpu_count: int
    gpus_unhealthy: tuple[int, ...]
    gpu_milli_used: int
    cpu_milli: int
    cpu_milli_used: int
    memory_mib: int
    memory_mib_used: int
    ranks: int
    labels: Mapping[str, str]
    changed_at_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LargestNode:
    """The most that any one known node has of each thing.

    Attributes:
        gpu_count: GPUs.
        gpu_models: All models there are.
        cpu_milli: CPU.
        memory_mib: Memory.
    """

    gpu_count: int
    gpu_models: tuple[str, ...]
    cpu_milli: int
    memory_mib: int


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueStatus:
    """A queue and its jobs.

    Attributes:
        queue: Name.
        description: For people.
        created_at_ms: When; None: it was there from the start.
        jobs: Number of jobs by state, of those that are not over.
    """

    queue: str
    description: str
    created_at_ms: int | None
    jobs: Mapping[JobState, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandStatus:
    """What became of a command.

    Attributes:
        command_id: Its event_id.
        outcome: Accepted, rejected or repeated.
        subject: Job, queue or node it was about.
        problem: When rejected: {command, code, message, violations: [{field, value, allowed}]}.
    """

    command_id: str
    outcome: CommandOutcome
    subject: str
    problem: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LogChunk:
    """A piece of a rank's output.

    Attributes:
        position: "log-events/1/52".
        attempt: Attempt.
        rank: Rank.
        stream: stdout or stderr.
        chunk: Number within the stream, from 0.
        first_byte: Where in the stream it begins.
        size_bytes: Size.
        written_at_ms: When.
        uri: Where the bytes are.
        sha256: Of the bytes.
    """

    position: str
    attempt: int
    rank: int
    stream: str
    chunk: int
    first_byte: int
    size_bytes: int
    written_at_ms: int
    uri: str
    sha256: str
