"""How long a backlog takes to explain: `python tests/bench/bench_explain.py`. Part of `make bench-core`.

The openb nodes 16 times (19,408 nodes, 99,392 GPUs), full of running jobs, and 10,000 jobs that wait: of the
default list's mix, those that do not fit, in 16 queues of two tenants and all tiers; two queues are at their
limit of running jobs. Every one is asked about, without its predicted start. A predicted start follows the
ends of running jobs: it is measured apart, for some jobs, each by itself, as the leader answers it.
"""

from collections.abc import Sequence
from functools import cache
from itertools import accumulate, takewhile
from random import Random
from statistics import median
from time import process_time

from muster.cluster import NodeCapacity, Shape
from muster.events.job_commands import JobSpec, SubmitJob, Tier
from muster.events.scheduler_log import ClockTicked, SequencedInput
from muster.jobs.lifecycle import JobState
from muster.journal import Collector
from muster.scheduler.core.decide import next_deadline_ms, step
from muster.scheduler.core.explain.explain import Explainer
from muster.scheduler.core.state.state import State
from muster.testkit.cores import build
from openb import SEED, pod_shapes, repeated_nodes

PENDING = 10_000
FORESEEN = 50
TENANTS = ("acme", "rival")
QUEUES = tuple(f"team-{number}" for number in range(8))
BATCH = 500


def main() -> None:
    """Print how long all take, and the first one alone: the longest that a leader is held up."""
    state = crowded()
    lines = len(list(state.pending.groups()))
    print(f"{len(state.nodes):,} nodes, {state.pending.size:,} jobs wait in {lines:,} lines")
    print(f"{len(state.jobs) - state.pending.size:,} jobs run")
    print(f"explain_10k_s  {explain_10k_s():.3f}")
    middle, worst = explain_foreseen_ms()
    print(f"one with its predicted start, of {FORESEEN}: median {middle:.1f} ms, worst {worst:.1f} ms")


def explain_10k_s() -> float:
    """Seconds to explain every waiting job, in one go between two batches."""
    state = crowded()
    waiting = _waiting(state)
    start = process_time()
    explainer = Explainer(state)
    for job_id in waiting:
        explainer.explain(job_id, foresee=False)
    return process_time() - start


def explain_foreseen_ms() -> tuple[float, float]:
    """Median and worst milliseconds of one explanation with a predicted start, the first after a batch."""
    state, took_ms = crowded(), list[float]()
    with Collector():  # as in a leader
        for job_id in _waiting(state)[:: PENDING // FORESEEN]:
            start = process_time()
            Explainer(state).explain(job_id, foresee=True)
            took_ms.append((process_time() - start) * 1e3)
    return median(took_ms), max(took_ms)


def _waiting(state: State) -> list[str]:
    return [job_id for job_id, job in state.jobs.items() if job.state is JobState.QUEUED]


@cache
def crowded() -> State:
    """The cell as described above; built once, for it takes longer than to explain it."""
    state = State()
    queues = [build.queue(name, tenant=tenant, **_limits(name)) for tenant in TENANTS for name in QUEUES]
    _take_in(state, [build.elected(), build.founding_queue(), *queues, *map(_joined, repeated_nodes())])
    pods = Random(SEED).choices(pod_shapes(), k=200_000)
    _fill(state, pods)
    left = (shape for shape in pods if not state.cluster.room(shape))
    _take_in(state, [_submitted(number, next(left)) for number in range(PENDING)])
    while (deadline_ms := next_deadline_ms(state)) is not None and deadline_ms <= state.now_ms:
        _take_in(state, [ClockTicked()])
    return state


def _limits(name: str) -> dict[str, int]:
    return {"jobs_running_max": 0} if name == QUEUES[0] else {}


def _joined(node: NodeCapacity) -> object:
    return build.node(
        node.node_id,
        gpus=node.gpu_count,
        model=node.gpu_model,
        cpu_milli=node.cpu_milli,
        memory_mib=node.memory_mib,
    )


def _fill(state: State, pods: Sequence[Shape]) -> None:
    """Let jobs run until nearly everything is held; what did not fit goes."""
    wanted_milli = state.cluster.totals().gpu.total_milli * 11 // 10
    asked_milli = accumulate(shape.gpu_milli_total for shape in pods)
    count = sum(1 for _ in takewhile(lambda milli: milli < wanted_milli, asked_milli))
    _take_in(
        state, [_submitted(number, shape, QUEUES[1:]) for number, shape in enumerate(pods[:count], PENDING)]
    )
    while (deadline_ms := next_deadline_ms(state)) is not None and deadline_ms <= state.now_ms:
        _take_in(state, [ClockTicked()])
    _take_in(state, [build.cancel(job_id, tenant=state.jobs[job_id].tenant) for job_id in _waiting(state)])


def _submitted(number: int, shape: Shape, queues: Sequence[str] = QUEUES) -> SubmitJob:
    tenant, name = TENANTS[number % 2], queues[number // 2 % len(queues)]
    return build.submit(
        f"job-{number:05d}", _spec(shape, name, tuple(Tier)[number // 16 % len(Tier)]), tenant=tenant
    )


def _spec(shape: Shape, queue: str, tier: Tier) -> JobSpec:
    return build.job_spec(
        gpus=shape.gpu_milli_total / 1_000,
        models=shape.gpu_models,
        cpu_milli=shape.cpu_milli,
        memory_mib=shape.memory_mib,
        queue=queue,
        tier=tier,
    )


def _take_in(state: State, payloads: Sequence[object]) -> None:
    for begin in range(0, len(payloads), BATCH):
        first = state.seq_next
        inputs = [
            SequencedInput(seq=seq, event_id=f"e{seq}", correlation_id="bench", payload=payload)  # pyright: ignore[reportArgumentType]
            for seq, payload in enumerate(payloads[begin : begin + BATCH], first)
        ]
        step(state, inputs, state.now_ms or 1_700_000_000_000)


if __name__ == "__main__":
    main()
