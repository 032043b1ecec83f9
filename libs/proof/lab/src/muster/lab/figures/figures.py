"""The figures of a replay. `summary` computes and defines them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Waits:
    """Waits of some jobs, seconds; all 0 when none started."""

    jobs: int
    mean_s: float
    p50_s: float
    p90_s: float
    p99_s: float
    bounded_slowdown_mean: float

    def as_json(self) -> dict[str, object]:
        """Return it as the JSON answer has it."""
        return {
            "jobs": self.jobs,
            "wait_s": {"mean": self.mean_s, "p50": self.p50_s, "p90": self.p90_s, "p99": self.p99_s},
            "bounded_slowdown_mean": self.bounded_slowdown_mean,
        }


@dataclass(frozen=True, slots=True)
class QueueShare:
    """A queue's fair share and actual use, hours of the resource.

    Attributes:
        due_h: Max-min fair share over all queues, moment by moment.
        had_h: Resource held.
        short_h: Shortfall: fair share minus use where positive, moment by moment.
        arrears_h_max: Maximum of the accumulated fair share minus use.
        due_pct: Curve of the fair share, percent of the cluster; empty except for the largest queues.
        had_pct: Curve of the use, percent of the cluster.
    """

    due_h: float
    had_h: float
    short_h: float
    arrears_h_max: float
    due_pct: tuple[float, ...] = ()
    had_pct: tuple[float, ...] = ()

    def as_json(self) -> dict[str, object]:
        """Return it as the JSON answer has it."""
        plain = {
            "due_h": self.due_h,
            "had_h": self.had_h,
            "short_h": self.short_h,
            "arrears_h_max": self.arrears_h_max,
        }
        return {**plain, "due_pct": self.due_pct, "had_pct": self.had_pct} if self.due_pct else {**plain}


@dataclass(frozen=True, slots=True)
class Back:
    """Times until jobs that were cut short worked again, seconds; both 0 when none was."""

    mean_s: float
    p99_s: float


@dataclass(frozen=True, slots=True)
class Figures:
    """All figures of one contender on one load.

    Attributes:
        policy: The contender.
        load: Name of the load.
        resource: "gpu" or "cpu".
        offered: Number of jobs in the load.
        finished: Number of jobs finished.
        refused: Number of jobs not queued, by reason.
        stuck: Number of jobs neither finished nor refused.
        utilisation_pct: Utilisation to the last end, percent.
        utilisation_arriving_pct: Utilisation to the last arrival, percent.
        waits: Waits of all jobs.
        by_size: Waits by the size of the whole job.
        by_tier: Waits by tier.
        makespan_s: First arrival to last end, seconds.
        completion_mean_s: Mean time from arrival to end, seconds.
        preemptions: Number of runs that the contender stopped early.
        preemptions_requested: Number of preemption requests.
        outages: Number of runs that ended with a node.
        gpu_hours_lost: Work lost in both, hours of the resource.
        gpu_hours_resuming: Time of restarts, and of saving before a stop, hours of the resource.
        gpu_hours_saving: Time of all other checkpoints, hours of the resource.
        gpu_hours_on_spot: Hours of the resource held on spot nodes.
        spot_overhead_pct: Part of these due to reclaims: work lost, saves before, restarts; percent.
        back: Times until jobs that were stopped early worked again.
        back_after_outage: The same for jobs that lost a node.
        idle_pct: Idle resource by reason, percent of the cluster, to the last end.
        leaves_per_gang: Mean number of network leaves under a gang on several nodes; 0 without such gangs.
        short_pct: Shortfall over all queues, percent of the fair share.
        arrears_pct: Maximum arrears, summed over all queues, percent of the fair share.
        queues: Shares per queue.
        at_s: Times of the curves, seconds.
        used_pct: Curve of the resource held, percent of the cluster.
        idle_curve_pct: Curves of the idle resource by reason, percent of the cluster.
        starts_sha256: Digest of all starts; equal digests mean equal decisions.
        cpu_s: CPU time of the replay, seconds.
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
    completion_mean_s: float
    preemptions: int
    preemptions_requested: int
    outages: int
    gpu_hours_lost: float
    gpu_hours_resuming: float
    gpu_hours_saving: float
    gpu_hours_on_spot: float
    spot_overhead_pct: float
    back: Back
    back_after_outage: Back
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
            "completion_mean_s": self.completion_mean_s,
            "preemptions": self.preemptions,
            "preemptions_requested": self.preemptions_requested,
            "outages": self.outages,
            "gpu_hours_lost": self.gpu_hours_lost,
            "gpu_hours_resuming": self.gpu_hours_resuming,
            "gpu_hours_saving": self.gpu_hours_saving,
            "gpu_hours_on_spot": self.gpu_hours_on_spot,
            "spot_overhead_pct": self.spot_overhead_pct,
            "back_s": {"mean": self.back.mean_s, "p99": self.back.p99_s},
            "back_after_outage_s": {
                "mean": self.back_after_outage.mean_s,
                "p99": self.back_after_outage.p99_s,
            },
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
