"""Small random loads for properties of the laboratory, and a few by hand."""

from __future__ import annotations

from hypothesis import strategies as st
from muster.cluster import GPU_MILLI, NodeCapacity, Shape
from muster.lab.loads.load import Load, TraceJob

QUEUES = ("blue", "green", "red")


def a_node(number: int, gpus: int) -> NodeCapacity:
    """A node with this many A100 GPUs, and more CPU and memory than they need."""
    return NodeCapacity(f"n{number}", 32_000, 65_536, "A100" if gpus else "", gpus)


def a_job(
    name: str,
    *,
    at_s: int = 0,
    lasts_s: int = 60,
    limit_s: int = 0,
    gpus: float = 1,
    ranks: int = 1,
    queue: str = "blue",
    checkpoint_s: int = 0,
) -> TraceJob:
    """A job; `gpus` are each rank's, below 1 a fraction of one; without a limit it is the duration."""
    fraction = 0 < gpus < 1
    count, milli = (1, round(gpus * GPU_MILLI)) if fraction else (int(gpus), GPU_MILLI if gpus else 0)
    return TraceJob(
        job_id=f"job-{name}",
        arrival_ms=at_s * 1_000,
        duration_ms=lasts_s * 1_000,
        limit_ms=(limit_s or lasts_s) * 1_000,
        shape=Shape(count, milli, (), 1_000, 1_024),
        ranks=ranks,
        queue=queue,
        checkpoint_ms=checkpoint_s * 1_000,
    )


def a_load(*jobs: TraceJob, gpus: tuple[int, ...] = (4,)) -> Load:
    """Jobs in the given order, on nodes with these numbers of GPUs."""
    return Load("by hand", tuple(a_node(number, count) for number, count in enumerate(gpus)), jobs)


@st.composite
def loads(draw: st.DrawFn, *, exact_limits: bool = False) -> Load:
    """Up to four small nodes and up to fourteen jobs, some of them gangs, some too large to ever run."""
    gpus = draw(st.lists(st.sampled_from((1, 2, 4)), min_size=1, max_size=4))
    jobs: list[TraceJob] = []
    for number in range(draw(st.integers(1, 14))):
        lasts_s = draw(st.integers(1, 50))
        jobs.append(
            a_job(
                f"{number:02}",
                at_s=draw(st.integers(0, 60)),
                lasts_s=lasts_s,
                limit_s=lasts_s if exact_limits else lasts_s + draw(st.sampled_from((0, 0, 10, 200))),
                gpus=draw(st.sampled_from((0, 0.25, 0.5, 1, 1, 2, 4))),
                ranks=draw(st.sampled_from((1, 1, 1, 2, 3))),
                queue=draw(st.sampled_from(QUEUES)),
            )
        )
    ordered = sorted(jobs, key=lambda job: (job.arrival_ms, job.job_id))
    return Load("random", tuple(a_node(number, count) for number, count in enumerate(gpus)), tuple(ordered))
