"""The API's answers, typed. Each keeps the answer it was read from in `raw`: programs get that, unchanged."""

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
    """Where one rank runs."""

    rank: int
    node_id: str
    gpu_indices: tuple[int, ...]
    gpu_milli: int
    sharing: str
    """With whom: exclusive, mps, time-slicing, or mig followed by the instance's profile."""


@dataclass(frozen=True, slots=True)
class Job:
    """A job as the API describes it. Times are UTC; None: not yet."""

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
        """A job from the API's JSON."""
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
        """Nothing more will happen to it."""
        return self.state in TERMINAL

    @property
    def succeeded(self) -> bool:
        """Every rank ended with exit code 0."""
        return self.state == "SUCCEEDED"

    @property
    def gpus_per_rank(self) -> float:
        """GPUs of one rank; below 1 a share of one."""
        return float(self.resources.get("gpus") or 0)

    @property
    def nodes(self) -> tuple[str, ...]:
        """The nodes it is placed on, each once, in rank order."""
        return tuple(dict.fromkeys(p.node_id for p in self.placements))

    def raise_unless_succeeded(self) -> Job:
        """This job, when it succeeded.

        Raises:
            JobDidNotSucceed: it failed, was cancelled or rejected, or is not over.
        """
        if self.succeeded:
            return self
        code = "" if self.exit_code is None else f" (exit code {self.exit_code})"
        raise JobDidNotSucceed(f"job {self.job_id} is {self.state}{code}: {self.message}")


@dataclass(frozen=True, slots=True)
class RankProgress:
    """How far a rank says it is.

    Attributes:
        rank: The rank.
        step: Steps done; None: what it says cannot be read, and `problem` says why.
        total: All steps; None: the job does not know.
        metrics: What the job shows; may be infinite or not a number.
        steps_per_s: Since the rank began; None: too early to say.
        eta_s: Until the last step, at `reported_at`; None: unknown.
        reported_at: When it said so.
        problem: Why what it says cannot be read; empty: it can.
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
        """A rank's progress from the API's JSON."""
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
        step: After which it was saved; None: the file's name does not say.
        attempt: Which saved it.
        file: The record of its parts, or the one file that it is.
        saved_at: Since when the next attempt would begin from it; None: it was never complete.
        files: Of all ranks together.
        size_bytes: Of these files.
        new_bytes: Of files that were not in the store before.
        state: complete, restored, damaged, expired or deleted.
        restored_by: The newest attempt that began from it.
        problem: Why it is damaged.
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
        """A checkpoint from the API's JSON."""
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
    """Why a job is where it is, as the scheduler says it.

    Attributes:
        job_id: The job.
        state: Its state.
        summary: One sentence.
        parts: What stands behind it: a title and lines each.
    """

    job_id: str
    state: str
    summary: str
    parts: tuple[tuple[str, tuple[str, ...]], ...]
    raw: Json = field(repr=False, compare=False)

    @staticmethod
    def read(raw: Json) -> Explanation:
        """An explanation from the scheduler's JSON."""
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
        """An event from its JSON and its place in the log."""
        payload = cast("Json", event["payload"])
        return JobEvent(position, str(payload["type"]), int(event["occurred_at_ms"]), event)


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line that a rank wrote."""

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
        """A line from the API's JSON; where output is no longer stored, a line that says so."""
        text = raw["text"] if "text" in raw else f"[{raw['bytes']} bytes are no longer stored]"
        return LogLine(raw["rank"], raw.get("stream", "stdout"), text, raw.get("attempt") or 0, raw)


@dataclass(frozen=True, slots=True)
class Node:
    """A node of the cluster."""

    node_id: str
    state: str
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
    """Whether its provider, or an operator, said that it will be taken away."""
    gone_at: datetime | None
    """When it will be taken away; None: no time is set."""
    enrolled_until: datetime | None
    """When its enrolment expires; None: it is not known."""
    closed_because: tuple[str, ...]
    """What is wrong with its heartbeats or with it; reasons given for cordon, drain, maintenance, reclaim."""
    raw: Json = field(repr=False, compare=False)

    @staticmethod
    def read(raw: Json) -> Node:
        """A node from the API's JSON."""
        window = raw.get("maintenance")
        reclaim: Json = raw.get("reclaim") or {}
        return Node(
            node_id=raw["node_id"],
            state=raw["state"],
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


def _closed_because(raw: Json) -> tuple[str, ...]:
    window: Json = raw.get("maintenance") or {} if raw.get("in_maintenance") else {}
    reclaim: Json = raw.get("reclaim") or {}
    given = (
        raw.get("refused"),
        raw.get("note"),
        raw.get("cordon_reason"),
        raw.get("drain_reason"),
        window.get("reason"),
        reclaim.get("reason"),
    )
    return tuple(dict.fromkeys(reason for reason in given if reason))


@dataclass(frozen=True, slots=True)
class Quota:
    """An amount of each resource; None: it is not spoken of."""

    gpus: float | None
    gpus_by_model: Mapping[str, float]
    cpus: float | None
    memory: str | None

    @property
    def gpus_in_all(self) -> float | None:
        """GPUs of any model, or else the sum of those of each; None: GPUs are not spoken of."""
        if self.gpus is None and self.gpus_by_model:
            return sum(self.gpus_by_model.values())
        return self.gpus

    @staticmethod
    def read(raw: Json | None) -> Quota | None:
        """A quota from the API's JSON."""
        if not raw:
            return None
        return Quota(raw.get("gpus"), raw.get("gpus_by_model") or {}, raw.get("cpus"), raw.get("memory"))


NOTHING: Final = Quota(None, {}, None, None)


@dataclass(frozen=True, slots=True)
class Measure:
    """What a queue and those below it have in use, and what is due to it."""

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
        """A measure from the API's JSON."""
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
        parent: The queue above.
        suspended: Why nothing of it and of those below it starts; None: it is not suspended.
        guarantee: What its jobs may always have.
        maximum: What its jobs never exceed together.
        settings: All its shares and limits, as a file would say them; these four among them.
        jobs: How many of its jobs that are not over are in which state.
        restrictions: What keeps jobs of some tiers from starting, as the API says it.
        measure: What is in use; None before the first measure.
        below: The queues below it, when it was read as part of a tree.
        etag: The version of its settings.
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
        """A queue from the API's JSON."""
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
        gpus: Of the nodes together.
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
        """A reservation from the API's JSON."""
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
    """The scheduler's policy, who activated it and when.

    Attributes:
        knobs: The policy itself, as people write it.
        etag: Its version.
    """

    knobs: Json
    activated_by: str
    activated_at: datetime | None
    etag: str
    raw: Json = field(repr=False, compare=False)

    @staticmethod
    def read(raw: Json) -> Policy:
        """A policy from the API's JSON."""
        return Policy(
            knobs={name: value for name, value in raw.items() if name not in _POLICY_NOT_KNOBS},
            activated_by=raw.get("activated_by") or "",
            activated_at=_time(raw.get("activated_at")),
            etag=raw.get("etag") or "",
            raw=raw,
        )


@dataclass(frozen=True, slots=True)
class FailureRules:
    """The rules of failures in effect, who activated them and when.

    Attributes:
        version: Of the rules.
        text: The rules file.
    """

    version: int
    text: str
    activated_by: str
    activated_at: datetime | None
    raw: Json = field(repr=False, compare=False)

    @staticmethod
    def read(raw: Json) -> FailureRules:
        """Rules from the API's JSON."""
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
    """A command that was taken down: its id, and its place in the log for reading one's own write."""

    job_id: str
    command_id: str
    position: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Enrolment:
    """What an agent shows to be believed for its nodes.

    Attributes:
        enrolment: Secret.
        name: What it is revoked by.
        cell: Where it is good.
        nodes: Ids of nodes, or patterns.
        expires_in_s: Seconds until it expires.
    """

    enrolment: str = field(repr=False)
    name: str
    cell: str
    nodes: Sequence[str]
    expires_in_s: int


@dataclass(frozen=True, slots=True)
class Page:
    """One page of jobs, and the token of the next; empty on the last."""

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
