"""Typed API responses. Each keeps the original JSON in `raw`, which programs receive unchanged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, cast

from muster.client.errors import JobDidNotSucceed

TERMINAL: Final = frozenset({"SUCCEEDED", "FAILED", "CANCELLED", "REJECTED"})
WAITING: Final = frozenset({"QUEUED", "SUSPENDED"})
STATES: Final = (
    "QUEUED",
    "BOUND",
    "RUNNING",
    "STOPPING",
    "SUSPENDED",
    "SUCCEEDED",
    "FAILED",
    "CANCELLED",
    "REJECTED",
)

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a job is not running: one dominant code, one sentence, the numbers behind it."""

    code: str
    message: str
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Placement:
    """Placement of one rank."""

    rank: int
    node_id: str
    gpu_indices: tuple[int, ...]
    gpu_milli: int
    sharing: str
    """Kind of GPU sharing: exclusive, mps, time-slicing, or mig followed by the instance's profile."""


@dataclass(frozen=True, slots=True)
class Job:
    """A job as described by the API. Times are UTC; None: not yet."""

    job_id: str
    name: str
    state: str
    queue: str
    tier: str
    user: str
    team: str
    project: str
    attempt: int
    ranks: int
    resources: Json
    reason: Reason | None
    placements: tuple[Placement, ...]
    labels: Mapping[str, str]
    submitted_at: datetime | None
    started_at: datetime | None
    ended_at: datetime | None
    exit_code: int | None
    message: str
    spec: Json
    attempts: tuple[Json, ...]
    raw: Json = field(repr=False, compare=False)

    @staticmethod
    def read(raw: Json) -> Job:
        """Read a job from the API's JSON."""
        reason = cast("Json | None", raw.get("reason"))
        return Job(
            job_id=raw["job_id"],
            name=raw["name"],
            state=raw["state"],
            queue=raw.get("queue") or "",
            tier=raw.get("tier") or "",
            user=raw.get("user") or "",
            team=raw.get("team") or "",
            project=raw.get("project") or "",
            attempt=raw.get("attempt") or 0,
            ranks=raw.get("ranks") or 1,
            resources=raw.get("resources") or {},
            reason=_reason(reason) if reason else None,
            placements=tuple(_placement(p) for p in raw.get("placements") or ()),
            labels=raw.get("labels") or {},
            submitted_at=_time(raw.get("submitted_at")),
            started_at=_time(raw.get("started_at")),
            ended_at=_time(raw.get("ended_at")),
            exit_code=raw.get("exit_code"),
            message=raw.get("message") or "",
            spec=raw.get("spec") or {},
            attempts=tuple(raw.get("attempts") or ()),
            raw=raw,
        )

    @property
    def over(self) -> bool:
        """Whether the job has ended."""
        return self.state in TERMINAL

    @property
    def succeeded(self) -> bool:
        """Whether every rank ended with exit code 0."""
        return self.state == "SUCCEEDED"

    @property
    def gpus_per_rank(self) -> float:
        """GPUs per rank; below 1, a share of one GPU."""
        return float(self.resources.get("gpus") or 0)

    @property
    def nodes(self) -> tuple[str, ...]:
        """Nodes the job is placed on, each once, in rank order."""
        return tuple(dict.fromkeys(p.node_id for p in self.placements))

    def raise_unless_succeeded(self) -> Job:
        """Return this job if it succeeded.

        Raises:
            JobDidNotSucceed: it failed, was cancelled or rejected, or has not ended.
        """
        if self.succeeded:
            return self
        code = "" if self.exit_code is None else f" (exit code {self.exit_code})"
        raise JobDidNotSucceed(f"job {self.job_id} is {self.state}{code}: {self.message}")


@dataclass(frozen=True, slots=True)
class RankProgress:
    """Progress reported by a rank.

    Attributes:
        rank: The rank.
        step: Steps done; None if the report cannot be read, see `problem`.
        total: Total number of steps; None: unknown to the job.
        metrics: Metrics reported by the job; may be infinite or not a number.
        steps_per_s: Steps per second since the rank began; None: too early to tell.
        eta_s: Seconds until the last step, at `reported_at`; None: unknown.
        reported_at: Time of the report.
        problem: Reason why the report cannot be read; empty if it can.
    """

    rank: int
    step: int | None
    total: int | None
    metrics: Mapping[str, float]
    steps_per_s: float | None
    eta_s: float | None
    reported_at: datetime | None
    problem: str
    raw: Json = field(repr=False, compare=False)

    @staticmethod
    def read(raw: Json) -> RankProgress:
        """Read a rank's progress from the API's JSON."""
        return RankProgress(
            rank=raw["rank"],
            step=raw.get("step"),
            total=raw.get("total"),
            metrics={name: float(value) for name, value in cast("Json", raw.get("metrics") or {}).items()},
            steps_per_s=raw.get("steps_per_s"),
            eta_s=raw.get("eta_s"),
            reported_at=_time(raw.get("reported_at")),
            problem=raw.get("problem") or "",
            raw=raw,
        )


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A checkpoint of a job.

    Attributes:
        step: Step after which it was saved; None if the file's name does not say.
        attempt: Attempt that saved it.
        file: The record of its parts, or its single file.
        saved_at: Time from which the next attempt could start from it; None: it was never complete.
        files: Number of files of all ranks.
        size_bytes: Size of these files.
        new_bytes: Size of the files that were not in the store before.
        state: complete, restored, damaged, expired or deleted.
        restored_by: The newest attempt that started from it.
        problem: Reason why it is damaged.
    """

    step: int | None
    attempt: int
    file: str
    saved_at: datetime | None
    files: int
    size_bytes: int
    new_bytes: int
    state: str
    restored_by: int | None
    problem: str
    raw: Json = field(repr=False, compare=False)

    @staticmethod
    def read(raw: Json) -> Checkpoint:
        """Read a checkpoint from the API's JSON."""
        return Checkpoint(
            step=raw.get("step"),
            attempt=raw["attempt"],
            file=raw["file"],
            saved_at=_time(raw.get("saved_at")),
            files=raw["files"],
            size_bytes=raw["size_bytes"],
            new_bytes=raw["new_bytes"],
            state=raw["state"],
            restored_by=raw.get("restored_by"),
            problem=raw.get("problem") or "",
            raw=raw,
        )


@dataclass(frozen=True, slots=True)
class Explanation:
    """The scheduler's explanation of why a job waits or runs where it does.

    Attributes:
        job_id: The job.
        state: Its state.
        summary: One sentence.
        parts: Details, each a title with lines.
    """

    job_id: str
    state: str
    summary: str
    parts: tuple[tuple[str, tuple[str, ...]], ...]
    raw: Json = field(repr=False, compare=False)

    @staticmethod
    def read(raw: Json) -> Explanation:
        """Read an explanation from the scheduler's JSON."""
        parts = tuple((part["title"], tuple(part["lines"])) for part in raw["text"])
        return Explanation(raw["job_id"], raw["state"], raw["summary"], parts, raw)


@dataclass(frozen=True, slots=True)
class JobEvent:
    """One fact about a job: its position in job-events and the event as recorded in the log."""

    position: str
    type: str
    occurred_at_ms: int
    event: Json

    @staticmethod
    def read(event: Json, position: str) -> JobEvent:
        """Read an event from its JSON and its position in the log."""
        payload = cast("Json", event["payload"])
        return JobEvent(position, str(payload["type"]), int(event["occurred_at_ms"]), event)


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line written by a rank."""

    rank: int
    stream: str
    text: str
    attempt: int
    raw: Json = field(repr=False, compare=False)

    @property
    def goes_on(self) -> bool:
        """Whether it is a part of a long line, which goes on with the next."""
        return bool(self.raw.get("goes_on"))

    @staticmethod
    def read(raw: Json) -> LogLine:
        """Read a line from the API's JSON; output that is no longer stored becomes a line that says so."""
        text = raw["text"] if "text" in raw else f"[{raw['bytes']} bytes are no longer stored]"
        return LogLine(raw["rank"], raw.get("stream", "stdout"), text, raw.get("attempt") or 0, raw)


@dataclass(frozen=True, slots=True)
class Node:
    """A node of the cluster."""

    node_id: str
    state: str
    silence: str | None
    """Why it is suspected or lost: silent, stop_unanswered, order_not_stored; None: it is not, or unknown."""
    cordoned: bool
    gpu_model: str
    gpu_count: int
    cpu_milli: int
    memory_mib: int
    executor: str
    sandbox: str
    enforces: tuple[str, ...]
    gpus_used: float
    ranks: int
    labels: Mapping[str, str]
    taints: tuple[str, ...]
    location: Mapping[str, str]
    draining: bool
    in_maintenance: bool
    maintenance: tuple[str, str] | None
    reclaimed: bool
    """Whether its provider, or an operator, announced that it will be reclaimed."""
    gone_at: datetime | None
    """Time of the reclaim; None: not set."""
    enrolled_until: datetime | None
    """Time its enrolment expires; None: unknown."""
    closed_because: tuple[str, ...]
    """Problems with it, its heartbeats or its orders; reasons for cordon, drain, maintenance and reclaim."""
    raw: Json = field(repr=False, compare=False)

    @staticmethod
    def read(raw: Json) -> Node:
        """Read a node from the API's JSON."""
        window = raw.get("maintenance")
        reclaim: Json = raw.get("reclaim") or {}
        return Node(
            node_id=raw["node_id"],
            state=raw["state"],
            silence=raw.get("silence"),
            cordoned=bool(raw.get("cordoned")),
            draining=bool(raw.get("draining")),
            in_maintenance=bool(raw.get("in_maintenance")),
            maintenance=(window["starts_at"], window["ends_at"]) if window else None,
            reclaimed=bool(reclaim),
            gone_at=_time(reclaim.get("gone_at")),
            enrolled_until=_time(raw.get("enrolled_until")),
            closed_because=_closed_because(raw),
            gpu_model=raw.get("gpu_model") or "",
            gpu_count=raw.get("gpu_count") or 0,
            cpu_milli=raw.get("cpu_milli") or 0,
            memory_mib=raw.get("memory_mib") or 0,
            executor=raw.get("executor") or "",
            sandbox=raw.get("sandbox") or "none",
            enforces=tuple(raw.get("enforces") or ()),
            gpus_used=(raw.get("gpu_milli_used") or 0) / 1000,
            ranks=raw.get("ranks") or 0,
            labels=raw.get("labels") or {},
            taints=tuple(raw.get("taints") or ()),
            location=raw.get("location") or {},
            raw=raw,
        )


_SILENCES: Final = {
    "stop_unanswered": "has not answered an order to stop",
    "order_not_stored": "sends heartbeats but takes no orders",
}
"""Reason why a node that still sends heartbeats is suspected or lost."""


def _closed_because(raw: Json) -> tuple[str, ...]:
    window: Json = raw.get("maintenance") or {} if raw.get("in_maintenance") else {}
    reclaim: Json = raw.get("reclaim") or {}
    given = (
        _SILENCES.get(raw.get("silence") or ""),
        raw.get("refused"),
        raw.get("note"),
        raw.get("cordon_reason"),
        raw.get("drain_reason"),
        window.get("reason"),
        reclaim.get("reason"),
    )
    return tuple(dict.fromkeys(reason for reason in given if reason))


@dataclass(frozen=True, slots=True)
class GpuUse:
    """Measured use of a GPU; None: not measured."""

    index: int
    busy_percent: int | None
    """Percentage of recent time in which a kernel ran."""
    sm_active_percent: int | None
    """Percentage of recent time in which multiprocessors were active, by DCGM."""
    memory_used_mib: int | None

    @staticmethod
    def read(raw: Json) -> GpuUse:
        """Read a GPU from the API's JSON."""
        return GpuUse(
            index=raw["index"],
            busy_percent=raw.get("busy_percent"),
            sm_active_percent=raw.get("sm_active_percent"),
            memory_used_mib=raw.get("memory_used_mib"),
        )


@dataclass(frozen=True, slots=True)
class RankUse:
    """Measured use by one rank."""

    rank: int
    gpu_indices: tuple[int, ...]
    cpu_busy_milli: int
    memory_used_mib: int
    """Resident in its processes; shared pages count once for each process."""

    @staticmethod
    def read(raw: Json) -> RankUse:
        """Read a rank from the API's JSON."""
        return RankUse(
            rank=raw["rank"],
            gpu_indices=tuple(raw.get("gpu_indices") or ()),
            cpu_busy_milli=raw.get("cpu_busy_milli") or 0,
            memory_used_mib=raw.get("memory_used_mib") or 0,
        )


@dataclass(frozen=True, slots=True)
class TaskUse:
    """Measured use by the ranks of a job on one node."""

    job_id: str
    name: str
    user: str
    gpu_indices: tuple[int, ...]
    gpu_milli: int
    """Thousandths of each of these GPUs."""
    cpu_busy_milli: int
    memory_mib: int
    """Limit; 0: unlimited."""
    memory_used_mib: int
    ranks: tuple[RankUse, ...]
    """Ranks measured by themselves; none by agents of earlier versions."""

    @property
    def gpus(self) -> float:
        """GPUs that it holds."""
        return len(self.gpu_indices) * self.gpu_milli / 1000

    @staticmethod
    def read(raw: Json) -> TaskUse:
        """Read a task from the API's JSON."""
        return TaskUse(
            job_id=raw["job_id"],
            name=raw.get("name") or "",
            user=raw.get("user") or "",
            gpu_indices=tuple(raw.get("gpu_indices") or ()),
            gpu_milli=raw.get("gpu_milli") or 0,
            cpu_busy_milli=raw.get("cpu_busy_milli") or 0,
            memory_mib=raw.get("memory_mib") or 0,
            memory_used_mib=raw.get("memory_used_mib") or 0,
            ranks=tuple(RankUse.read(each) for each in raw.get("ranks") or ()),
        )


@dataclass(frozen=True, slots=True)
class NodeUse:
    """Measured use of a node, by its newest heartbeat; None: not measured."""

    node_id: str
    reported_at: datetime | None
    gpu_model: str
    gpu_memory_mib: int
    """Memory of each GPU; 0: unknown."""
    gpus: tuple[GpuUse, ...]
    cpu_milli: int
    cpu_busy_milli: int | None
    """Used by the whole machine, thousandths of a core."""
    memory_mib: int
    memory_used_mib: int | None
    """Used by the whole machine."""
    tasks: tuple[TaskUse, ...]
    """Tasks of jobs of the caller's tenant."""
    raw: Json = field(repr=False, compare=False)

    @staticmethod
    def read(raw: Json) -> NodeUse:
        """Read a node from the API's JSON."""
        return NodeUse(
            node_id=raw["node_id"],
            reported_at=_time(raw.get("reported_at")),
            gpu_model=raw.get("gpu_model") or "",
            gpu_memory_mib=raw.get("gpu_memory_mib") or 0,
            gpus=tuple(GpuUse.read(each) for each in raw.get("gpus") or ()),
            cpu_milli=raw.get("cpu_milli") or 0,
            cpu_busy_milli=raw.get("cpu_busy_milli"),
            memory_mib=raw.get("memory_mib") or 0,
            memory_used_mib=raw.get("memory_used_mib"),
            tasks=tuple(TaskUse.read(each) for each in raw.get("tasks") or ()),
            raw=raw,
        )


@dataclass(frozen=True, slots=True)
class Quota:
    """An amount of each resource; None: not set."""

    gpus: float | None
    gpus_by_model: Mapping[str, float]
    cpus: float | None
    memory: str | None

    @property
    def gpus_in_all(self) -> float | None:
        """GPUs of any model, or else the sum over models; None: not set."""
        if self.gpus is None and self.gpus_by_model:
            return sum(self.gpus_by_model.values())
        return self.gpus

    @staticmethod
    def read(raw: Json | None) -> Quota | None:
        """Read a quota from the API's JSON."""
        if not raw:
            return None
        return Quota(raw.get("gpus"), raw.get("gpus_by_model") or {}, raw.get("cpus"), raw.get("memory"))


NOTHING: Final = Quota(None, {}, None, None)


@dataclass(frozen=True, slots=True)
class Measure:
    """Usage of a queue and those below it, and its fair share."""

    used: Quota
    gpus_borrowed: float
    gpus_lent: float
    share: float
    share_due: float
    usage_gpu_hours: float
    credit_gpu_hours: float
    jobs_running: int
    jobs_pending: int
    measured_at: datetime | None

    @staticmethod
    def read(raw: Json) -> Measure:
        """Read a measure from the API's JSON."""
        return Measure(
            used=Quota.read(raw.get("used")) or NOTHING,
            gpus_borrowed=raw["borrowed_gpus"],
            gpus_lent=raw["lent_gpus"],
            share=raw["share"],
            share_due=raw["share_due"],
            usage_gpu_hours=raw["usage_gpu_hours"],
            credit_gpu_hours=raw["credit_gpu_hours"],
            jobs_running=raw["jobs_running"],
            jobs_pending=raw["jobs_pending"],
            measured_at=_time(raw.get("measured_at")),
        )


@dataclass(frozen=True, slots=True)
class Queue:
    """A queue that jobs wait in.

    Attributes:
        parent: Parent queue.
        suspended: Reason why no job in it or below it starts; None: it is not suspended.
        guarantee: Resources its jobs are guaranteed.
        maximum: Resources its jobs never exceed together.
        settings: All its settings, in the form of a queue file, including these four.
        jobs: Number of its jobs that have not ended, by state.
        restrictions: Restrictions that keep jobs of some tiers from starting, as returned by the API.
        measure: Present usage; None before the first measurement.
        below: Child queues, if it was read as part of a tree.
        etag: Version of its settings.
    """

    name: str
    description: str
    parent: str | None
    suspended: str | None
    guarantee: Quota | None
    maximum: Quota | None
    settings: Json
    jobs: Mapping[str, int]
    restrictions: tuple[Json, ...]
    measure: Measure | None
    below: tuple[Queue, ...]
    etag: str
    raw: Json = field(repr=False, compare=False)

    @staticmethod
    def read(raw: Json) -> Queue:
        """Read a queue from the API's JSON."""
        measure = raw.get("measure")
        return Queue(
            name=raw["name"],
            description=raw.get("description") or "",
            parent=raw.get("parent"),
            suspended=raw.get("suspended"),
            guarantee=Quota.read(raw.get("guarantee")),
            maximum=Quota.read(raw.get("maximum")),
            settings={name: value for name, value in raw.items() if name not in _QUEUE_NOT_SETTINGS},
            jobs=raw.get("jobs") or {},
            restrictions=tuple(raw.get("restrictions") or ()),
            measure=Measure.read(measure) if measure else None,
            below=tuple(Queue.read(below) for below in raw.get("queues") or ()),
            etag=raw.get("etag") or "",
            raw=raw,
        )


_QUEUE_NOT_SETTINGS: Final = frozenset(
    {"name", "description", "created_at", "etag", "jobs", "measure", "queues", "restrictions"}
)


@dataclass(frozen=True, slots=True)
class Reservation:
    """Nodes reserved for a queue.

    Attributes:
        gpus: Total GPUs of the nodes.
        state: to-come or active.
    """

    name: str
    queue: str
    gpu_model: str
    gpus: int
    nodes: tuple[str, ...]
    starts_at: datetime | None
    ends_at: datetime | None
    state: str
    raw: Json = field(repr=False, compare=False)

    @staticmethod
    def read(raw: Json) -> Reservation:
        """Read a reservation from the API's JSON."""
        return Reservation(
            name=raw["name"],
            queue=raw["queue"],
            gpu_model=raw["gpu_model"],
            gpus=raw["gpus"],
            nodes=tuple(raw["nodes"]),
            starts_at=_time(raw.get("starts_at")),
            ends_at=_time(raw.get("ends_at")),
            state=raw["state"],
            raw=raw,
        )


@dataclass(frozen=True, slots=True)
class Policy:
    """The scheduler's policy, with the user who activated it and the time.

    Attributes:
        knobs: Settings of the policy.
        etag: Its version.
    """

    knobs: Json
    activated_by: str
    activated_at: datetime | None
    etag: str
    raw: Json = field(repr=False, compare=False)

    @staticmethod
    def read(raw: Json) -> Policy:
        """Read a policy from the API's JSON."""
        return Policy(
            knobs={name: value for name, value in raw.items() if name not in _POLICY_NOT_KNOBS},
            activated_by=raw.get("activated_by") or "",
            activated_at=_time(raw.get("activated_at")),
            etag=raw.get("etag") or "",
            raw=raw,
        )


@dataclass(frozen=True, slots=True)
class FailureRules:
    """The failure rules in effect, with the user who activated them and the time.

    Attributes:
        version: Version of the rules.
        text: The rules file.
    """

    version: int
    text: str
    activated_by: str
    activated_at: datetime | None
    raw: Json = field(repr=False, compare=False)

    @staticmethod
    def read(raw: Json) -> FailureRules:
        """Read the rules from the API's JSON."""
        return FailureRules(
            version=int(raw["version"]),
            text=str(raw["rules"]),
            activated_by=raw.get("activated_by") or "",
            activated_at=_time(raw.get("activated_at")),
            raw=raw,
        )


_POLICY_NOT_KNOBS: Final = frozenset({"activated_by", "activated_at", "etag"})


@dataclass(frozen=True, slots=True)
class Receipt:
    """Receipt of a recorded command: its id, and its log position, from which you can read your own write."""

    job_id: str
    command_id: str
    position: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Enrolment:
    """Credential with which an agent reports for its nodes.

    Attributes:
        enrolment: The secret.
        name: Name to revoke it by.
        cell: Cell in which it is valid.
        nodes: Node ids, or patterns.
        expires_in_s: Seconds until it expires.
    """

    enrolment: str = field(repr=False)
    name: str
    cell: str
    nodes: Sequence[str]
    expires_in_s: int


@dataclass(frozen=True, slots=True)
class Page:
    """One page of jobs, and the token of the next page; empty on the last page."""

    jobs: Sequence[Job]
    next_page_token: str


def _reason(raw: Json) -> Reason:
    return Reason(raw.get("code") or "", raw.get("message") or "", raw.get("counts") or {})


def _placement(raw: Json) -> Placement:
    sharing = str(raw.get("sharing") or "EXCLUSIVE").lower().replace("_", "-")
    return Placement(
        raw["rank"],
        raw["node_id"],
        tuple(raw.get("gpu_indices") or ()),
        raw.get("gpu_milli") or 0,
        " ".join(filter(None, (sharing, raw.get("mig_profile")))),
    )


def _time(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
