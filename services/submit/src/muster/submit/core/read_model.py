"""Filters and rows of queries. Pure.

Rows have the column names of edge/tables.sql, where each is explained; columns added by a query are explained
here. Only keys are certain: a row reflects the events so far. States are the values of core/states.py. Times
are milliseconds since 1970 UTC.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from muster.jobs.lifecycle import JobState

Json: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class JobFilter:
    """Filter for jobs; all given conditions must hold.

    Attributes:
        states: One of these states; empty: any.
        team: Team of the job.
        user: User of the job.
        queue: Queue of the job.
        project: Project of the job.
        labels: Labels the job must all have.
        since_ms: Earliest time of submission.
        until_ms: Time before which the job was submitted.
        id_prefix: Prefix of the job's id.
        starts_after: Id of a job that the job starts after.
    """

    states: tuple[JobState, ...] = ()
    team: str | None = None
    user: str | None = None
    queue: str | None = None
    project: str | None = None
    labels: Mapping[str, str] = field(default_factory=dict[str, str])
    since_ms: int | None = None
    until_ms: int | None = None
    id_prefix: str | None = None
    starts_after: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class JobRow:
    """Current state of a job; one that was rejected unread has none of its owner's fields.

    Attributes:
        spec: The JobSpec record as plain data; JobSpec.from_datum takes it.
        placements: Placements of the newest attempt: {rank, node_id, gpu_indices, gpu_milli}.
    """

    job_id: str
    tenant: str
    name: str | None
    team: str | None
    project: str | None
    user_name: str | None
    queue: str | None
    tier: str | None
    state: str
    reason_code: str | None
    reason_message: str | None
    reason_counts: Mapping[str, int] | None
    attempt: int | None
    ranks: int | None
    gpu_milli: int | None
    rank_cpu_milli: int | None
    rank_memory_mib: int | None
    labels: Mapping[str, str] | None
    spec: Json | None
    submitted_at_ms: int
    queued_at_ms: int | None
    bound_at_ms: int | None
    started_at_ms: int | None
    ended_at_ms: int | None
    exit_code: int | None
    message: str | None
    event_partition: int
    event_offset: int
    placements: Sequence[Json] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AttemptRow:
    """Attempt at running a job."""

    job_id: str
    attempt: int
    placements: Sequence[Json] | None
    master_address: str | None
    master_port: int | None
    waited_ms: int | None
    reason: str | None
    outcome: str | None
    exit_code: int | None
    signal: int | None
    failed_rank: int | None
    failed_node_id: str | None
    message: str | None
    verdict: Json | None
    ran_ms: int | None
    bound_at_ms: int | None
    started_at_ms: int | None
    ended_at_ms: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckpointRow:
    """Checkpoint that was stored, or should have been.

    Attributes:
        attempt: Attempt that saved it.
        file: Name of the record of its parts, or of the one file it consists of.
        step: Training step; None: unknown from the file's name.
        rank: Rank whose folder holds the file.
        recorded_at_ms: Time since which a new attempt would start from it; None: it was never complete.
        restored_by: Newest attempt that started from it.
        problem: Why it is not stored or cannot be restored; None: no known problem.
        files: Number of files, all ranks together.
        size_bytes: Size of these files.
        new_bytes: Size of the files that were not in the store before.
        expired_at_ms: Time since which it is no longer kept; None: it is kept.
        deleted_at_ms: Time of its removal from the store; None: it was not removed.
    """

    attempt: int
    file: str
    step: int | None
    rank: int | None
    sha256: str | None
    recorded_at_ms: int | None
    restored_by: int | None
    problem: str | None
    files: int
    size_bytes: int
    new_bytes: int
    expired_at_ms: int | None
    deleted_at_ms: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressRow:
    """Progress of a rank of the newest attempt, as reported by the rank's node."""

    job_id: str
    attempt: int
    rank: int
    node_id: str
    tenant: str
    step: int | None
    total: int | None
    metrics: Mapping[str, float | str] | None
    steps_per_s: float | None
    eta_ms: int | None
    reported_at_ms: int | None
    problem: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EventRow:
    """One fact about a job.

    Attributes:
        event: The whole envelope as plain data.
    """

    partition: int
    offset: int
    type: str
    occurred_at_ms: int
    event: Json


@dataclass(frozen=True, slots=True, kw_only=True)
class LogChunkRow:
    """Piece of a rank's output, as reported by the rank's node."""

    job_id: str
    attempt: int
    rank: int
    stream: str
    chunk: int
    node_id: str
    tenant: str
    first_byte: int
    size_bytes: int
    written_at_ms: int
    uri: str
    sha256: str
    log_partition: int
    log_offset: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LogEndRow:
    """Rank that will produce no more output.

    Attributes:
        bytes_lost: Bytes of output that were dropped, of this rank and the others on its node together.
    """

    job_id: str
    attempt: int
    rank: int
    tenant: str
    node_id: str
    bytes_lost: int
    log_offset: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceRow:
    """Place of a rank of an attempt.

    Attributes:
        rank: Rank in the job.
        node_id: Node of the rank.
        files_sha256: SHA-256 of the job's working files; None: it has none.
    """

    rank: int
    node_id: str
    files_sha256: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeRow:
    """Node with its resources and their use.

    Attributes:
        ranks: Number of ranks placed there.
        gpu_milli_used: Thousandths of GPUs used by them.
        cpu_milli_used: CPU used by them, thousandths of a core.
        memory_mib_used: Memory used by them, MiB.
        state: NULL: it never joined.
        silence: Why it is suspected or lost: silent, stop_unanswered or order_not_stored; None: it is not.
        refusal: Why the newest heartbeat or report in its name was refused; None: accepted since.
        refused_at_ms: Time of that refusal.
        refused: Problem with the heartbeats and reports that bear its name; None: none lately.
        maintenance: {starts_at_ms, ends_at_ms, requested_by, reason} of the upcoming or current window.
        reclaim: {source, deadline_ms, requested_by, reason} of an announced reclaim.
        note: Problem reported by the node itself.
        labels_set: Labels set by operators, in addition to `labels`.
        taints_set: Taints set by operators, in addition to `taints`.
        location: {nvlink_domain, leaf, spine, cell}; empty names are unknown.
        sandbox: none, namespaces or bubblewrap.
        enforces: Limits that it enforces on jobs.
        gpus_unhealthy: Indices of GPUs that take no new work.
    """

    node_id: str
    state: str | None
    silence: str | None
    refusal: str | None
    refused_at_ms: int | None
    refused: str | None
    cordoned: bool | None
    cordoned_by: str | None
    cordon_reason: str | None
    draining: bool | None
    drained_by: str | None
    drain_reason: str | None
    maintenance: Mapping[str, Any] | None
    in_maintenance: bool | None
    reclaim: Mapping[str, Any] | None
    note: str | None
    boot_id: str | None
    address: str | None
    executor: str | None
    sandbox: str | None
    enforces: Sequence[str] | None
    gpu_model: str | None
    gpu_count: int | None
    cpu_milli: int | None
    memory_mib: int | None
    lease_ms: int | None
    labels: Mapping[str, str] | None
    taints: Sequence[str] | None
    labels_set: Mapping[str, str] | None
    taints_set: Sequence[str] | None
    location: Mapping[str, str] | None
    changed_at_ms: int | None
    ranks: int
    gpu_milli_used: int
    cpu_milli_used: int
    memory_mib_used: int
    gpus_unhealthy: Sequence[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class LargestNodeRow:
    """Maximum of each resource over all known nodes, and all GPU models."""

    gpu_count: int
    cpu_milli: int
    memory_mib: int
    gpu_models: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueSettingsRow:
    """Queue with its settings alone.

    Attributes:
        tenant: Owner; "": shared by all tenants.
        settings: The QueueSettings record as plain data.
    """

    tenant: str
    queue: str
    settings: Json | None


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueRow:
    """Queue with its settings and newest measure.

    Attributes:
        tenant: Owner; "": shared by all tenants.
        settings: The QueueSettings record as plain data.
        measure: The newest QueueMeasured as plain data; None: there was none yet.
        event_partition: With event_offset, the version of the settings.
        jobs: Number of the calling tenant's unfinished jobs by state.
        restrictions: Current restrictions, by name.
    """

    tenant: str
    queue: str
    description: str | None
    settings: Json | None
    created_at_ms: int
    measure: Json | None
    measured_at_ms: int | None
    event_partition: int
    event_offset: int
    jobs: Mapping[str, int]
    restrictions: Sequence[Json] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReservationRow:
    """Nodes reserved for a queue.

    Attributes:
        gpu_count: GPUs of the nodes together.
        state: A ReservationState.
    """

    reservation: str
    queue: str
    gpu_model: str
    gpu_count: int
    node_ids: Sequence[str]
    starts_at_ms: int
    ends_at_ms: int
    state: str
    requested_by: str
    reserved_at_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyRow:
    """Activated policy.

    Attributes:
        policy: The Policy record as plain data.
    """

    policy: Json
    activated_by: str
    activated_at_ms: int
    event_partition: int
    event_offset: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FailureRulesRow:
    """Activated failure rules.

    Attributes:
        version: Version of the rules.
        sha256: SHA-256 of the file.
        rules: The rules file.
    """

    version: int
    sha256: str
    rules: str
    activated_by: str
    activated_at_ms: int
