"""Figures: what a replay came to, as numbers. `summary` works them out and says how each is defined."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Waits:
    """How long some jobs waited, seconds; all 0 when none started."""

    jobs: int
    mean_s: float
    p50_s: float
    p90_s: float
    p99_s: float
    bounded_slowdown_mean: float

    def as_json(self) -> dict[str, object]:
        """As the answer has it."""
        return {
            "jobs": self.jobs,
            "wait_s": {"mean": self.mean_s, "p50": self.p50_s, "p90": self.p90_s, "p99": self.p99_s},
            "bounded_slowdown_mean": self.bounded_slowdown_mean,
        }


@dataclass(frozen=True, slots=True)
class QueueShare:
    """What a queue was due and what it had, hours of the resource.

    Attributes:
        due_h: By maximin over all queues, moment by moment.
        had_h: Held.
        short_h: Had less than due, moment by moment.
        arrears_h_max: Due less had since the beginning, at its highest.
        due_pct: Curve: per cent of the cluster; empty for all but the largest queues.
        had_pct: The same of what it had.
    """

    due_h: float
    had_h: float
    short_h: float
    arrears_h_max: float
    due_pct: tuple[float, ...] = ()
    had_pct: tuple[float, ...] = ()

    def as_json(self) -> dict[str, object]:
        """As the answer has it."""
        plain = {
            "due_h": self.due_h,
            "had_h": self.had_h,
            "short_h": self.short_h,
            "arrears_h_max": self.arrears_h_max,
        }
        return {**plain, "due_pct": self.due_pct, "had_pct": self.had_pct} if self.due_pct else {**plain}


@dataclass(frozen=True, slots=True)
class Figures:
    """Everything that is reported of one contender on one load.

    Attributes:
        policy: The contender.
        load: Name of the load.
        resource: "gpu" or "cpu".
        offered: Jobs in the load.
        finished: Of these, done.
        refused: Of these, not queued, by reason.
        stuck: Neither.
        utilisation_pct: To the last end.
        utilisation_arriving_pct: To the last arrival.
        waits: Of all jobs.
        by_size: Of jobs by the size of the whole job.
        by_tier: Of jobs by tier.
        makespan_s: First arrival to last end.
        preemptions: Runs ended before their time.
        preemptions_wished: Times that a job due more asked others to yield; nobody does.
        gpu_hours_lost: Work lost in these, hours of the resource.
        idle_pct: Why the rest was free, per cent of the cluster, to the last end.
        leaves_per_gang: Leaves of the network that a gang on several nodes ran on, mean; 0 without such.
        short_pct: Over all queues: had less than due, per cent of due.
        arrears_pct: Over all queues: due less had since the beginning, each at its highest, per cent of due.
        queues: Per queue.
        at_s: Times of the curves.
        used_pct: Curve: held, per cent of the cluster.
        idle_curve_pct: Curves: why the rest was free.
        starts_sha256: Equal digests, equal decisions.
        cpu_s: CPU seconds that the replay took; measured at the edge.
    """

    policy: str
    load: str
    resource: str
    offered: int
    finished: int
    refused: dict[str, int]
    stuck: int
    utilisation_pct: float
    utilisation_arriving_pct: float
    waits: Waits
    by_size: dict[str, Waits]
    by_tier: dict[str, Waits]
    makespan_s: float
    preemptions: int
    preemptions_wished: int
    gpu_hours_lost: float
    idle_pct: dict[str, float]
    leaves_per_gang: float
    short_pct: float
    arrears_pct: float
    queues: dict[str, QueueShare]
    at_s: tuple[float, ...]
    used_pct: tuple[float, ...]
    idle_curve_pct: dict[str, tuple[float, ...]]
    starts_sha256: str
    cpu_s: float

    def as_json(self) -> dict[str, object]:
        """The answer of `muster sim trace --json` for one policy."""
        return {
            "policy": self.policy,
            "load": self.load,
            "resource": self.resource,
            "jobs": {
                "offered": self.offered,
                "finished": self.finished,
                "refused": self.refused,
                "stuck": self.stuck,
            },
            "utilisation_pct": self.utilisation_pct,
            "utilisation_arriving_pct": self.utilisation_arriving_pct,
            "wait_s": self.waits.as_json()["wait_s"],
            "bounded_slowdown_mean": self.waits.bounded_slowdown_mean,
            "makespan_s": self.makespan_s,
            "preemptions": self.preemptions,
            "preemptions_wished": self.preemptions_wished,
            "gpu_hours_lost": self.gpu_hours_lost,
            "fragmentation": {f"{name}_pct": value for name, value in self.idle_pct.items()},
            "leaves_per_gang": self.leaves_per_gang,
            "by_size": {name: waits.as_json() for name, waits in self.by_size.items()},
            "by_tier": {name: waits.as_json() for name, waits in self.by_tier.items()},
            "fairness": {
                "short_pct": self.short_pct,
                "arrears_pct": self.arrears_pct,
                "queues": {queue: share.as_json() for queue, share in self.queues.items()},
            },
            "over_time": {
                "at_s": self.at_s,
                "used_pct": self.used_pct,
                **{f"{k}_pct": v for k, v in self.idle_curve_pct.items()},
            },
            "starts_sha256": self.starts_sha256,
            "cpu_s": self.cpu_s,
        }
