"""Law of guarantees, over random cells: a queue has its guarantee within two rounds of asking for it.

The preemption service is simulated: borrowers named in a request yield, within a grace, as many GPUs as are
missing. No other job ever ends, so GPUs come back only through requests.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from hypothesis import event, given
from hypothesis import strategies as st
from muster.events.job_commands import Tier
from muster.events.job_events import PreemptionCause, PreemptionRequested
from muster.events.scheduler_log import ClockTicked
from muster.queues.tree import Queue
from muster.scheduler.core.decide import next_deadline_ms
from muster.scheduler.core.state.job import NEVER_MS
from muster.testkit.cores import build
from muster.testkit.cores.scenario import QUIET_POLICY, Scenario
from muster.testkit.cores.scenario import given as given_cell
from muster.testkit.laws import examples

GPUS = 8
QUEUES = ("red", "green", "blue")
GRACE_MS = 5_000
BOUND_MS = 3 * (QUIET_POLICY.reclaim_interval_ms + GRACE_MS)
"""A request, and one more after twice the time if another queue below its guarantee took the GPUs."""

LAWS = examples(250)


class Burst(NamedTuple):
    """Jobs of one GPU that are submitted together.

    Attributes:
        after_ms: Since those before.
        queue: Whose.
        jobs: How many.
    """

    after_ms: int
    queue: str
    jobs: int


guarantees = st.tuples(st.integers(0, 3), st.integers(0, 3), st.just(2))
bursts = st.lists(
    st.builds(Burst, st.sampled_from((1, 1_000, 20_000, 90_000)), st.sampled_from(QUEUES), st.integers(1, 9)),
    min_size=4,
    max_size=10,
)


@LAWS
@given(guarantees, bursts)
def test_a_queue_has_its_guarantee_within_two_rounds_of_asking_for_it(
    promised: tuple[int, ...], arrivals: list[Burst]
) -> None:
    scenario = given_cell(
        *(build.node(f"n{i}", gpus=4, cpu_milli=64_000) for i in range(GPUS // 4)),
        *(build.queue(name, guarantee_gpus=gpus) for name, gpus in zip(QUEUES, promised, strict=True)),
    )
    service = Service(scenario)
    for number, burst in enumerate(arrivals):
        service.pass_time(burst.after_ms)
        spec = build.job_spec(queue=burst.queue, tier=Tier.STANDARD_TRAINING)
        jobs = [build.submit(f"job-{number}-{i:02d}", spec) for i in range(burst.jobs)]
        service.note(scenario.when(*jobs, after_ms=0))
    service.pass_time(BOUND_MS)
    assert {request.cause for request in service.requests} <= {PreemptionCause.GUARANTEE}
    for queue in _leaves(scenario):
        assert not (queue.used.pending and queue.used.gpu_milli < _guarantee(queue)), queue.key
    event(f"requests: {min(len(service.requests), 5)}")


class Service:
    """Carries out requests, each after a grace.

    Attributes:
        requests: Those heard so far.
    """

    def __init__(self, scenario: Scenario) -> None:
        self._scenario = scenario
        self._agenda: list[tuple[int, list[str]]] = []
        self.requests: list[PreemptionRequested] = []

    def note(self, scenario: Scenario) -> None:
        """Choose victims for the requests of the last batch."""
        for request in (fact for fact in scenario.decided if isinstance(fact, PreemptionRequested)):
            self.requests.append(request)
            chosen = [job_id for _, job_ids in self._agenda for job_id in job_ids]
            self._agenda.append((scenario.now_ms + GRACE_MS, _victims(scenario, request, chosen)))

    def pass_time(self, ms: int) -> None:
        """Let this time pass: victims end, and the scheduler's deadlines come."""
        scenario = self._scenario
        until_ms = scenario.now_ms + ms
        while (at_ms := self._next_ms()) <= until_ms:
            ended: list[str] = []
            if self._agenda and self._agenda[0][0] <= at_ms:
                ended = self._agenda.pop(0)[1]
            exits = [build.exited(_node_of(scenario, job_id), job_id) for job_id in ended]
            self.note(scenario.when(*(exits or [ClockTicked()]), after_ms=at_ms - scenario.now_ms))
        scenario.now_ms = until_ms

    def _next_ms(self) -> int:
        deadline_ms = next_deadline_ms(self._scenario.state)
        moments = [NEVER_MS if deadline_ms is None else deadline_ms, *(at_ms for at_ms, _ in self._agenda)]
        return max(min(moments), self._scenario.now_ms)


def _victims(scenario: Scenario, request: PreemptionRequested, chosen: list[str]) -> list[str]:
    """Return as many jobs of one GPU as are missing, from each borrower in turn up to what it borrowed."""
    victims: list[str] = []
    for borrower in request.borrowers:
        held = [job.job_id for job in scenario.state.jobs.values() if _runs_in(job, borrower.queue)]
        held = [job_id for job_id in held if job_id not in chosen]
        victims += held[: borrower.gpu_milli_borrowed // 1_000]
    return victims[: request.gpu_milli_missing // 1_000]


def _runs_in(job: Any, queue: str) -> bool:
    return job.spec.queue == queue and job.attempt is not None


def _node_of(scenario: Scenario, job_id: str) -> str:
    attempt = scenario.state.jobs[job_id].attempt
    assert attempt is not None
    return next(iter(attempt.tasks))


def _leaves(scenario: Scenario) -> list[Queue]:
    return [scenario.state.queues.by_key[build.TENANT, name] for name in QUEUES]


def _guarantee(queue: Queue) -> int:
    guarantee = queue.settings.guarantee
    return (guarantee.gpu_milli or 0) if guarantee else 0
