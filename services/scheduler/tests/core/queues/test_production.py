"""Production inference borrows only if the policy permits it, since it never yields (ADR 121)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import given as hypothesis_given
from hypothesis import strategies as st
from muster.events.job_commands import SubmitJob, Tier
from muster.events.job_events import GangBound, JobPending, PendingCode, PreemptionCause, PreemptionRequested
from muster.events.operator_commands import ActivatePolicy, Policy
from muster.events.queue_commands import DeleteQueue
from muster.scheduler.core.explain.explain import explain
from muster.scheduler.core.explain.wording import parts
from muster.scheduler.core.replay.hashing import StateHash
from muster.scheduler.core.replay.snapshot import forked
from muster.scheduler.core.state.state import DEFAULT_POLICY, NEW_CELL_POLICY
from muster.testkit.cores.build import TENANT, configure, exited, job_spec, node, queue, submit
from muster.testkit.cores.scenario import QUIET_POLICY, Scenario, given
from muster.testkit.laws import examples

KEEPS = replace(QUIET_POLICY, production_borrows=False, preemption_ran_min_ms=0)
SERVES = Tier.PRODUCTION_INFERENCE


def activate(policy: Policy) -> ActivatePolicy:
    return ActivatePolicy(policy=policy, requested_by="op")


def cell(*queues: Any, gpus: int = 4) -> Scenario:
    return given(node("n1", gpus=gpus), *queues, activate(KEEPS))


def serves(job_id: str, name: str = "serving", gpus: int = 1) -> SubmitJob:
    return submit(job_id, job_spec(gpus=gpus, queue=name, tier=SERVES))


def trains(job_id: str, name: str = "serving") -> SubmitJob:
    return submit(job_id, job_spec(gpus=1, queue=name, checkpoint=True))


def bound(scenario: Scenario) -> list[str]:
    return [fact.job_id for fact in scenario.decided if isinstance(fact, GangBound)]


def requests(scenario: Scenario) -> list[PreemptionRequested]:
    return [fact for fact in scenario.decided if isinstance(fact, PreemptionRequested)]


def waits(scenario: Scenario, job_id: str) -> JobPending:
    return next(f for f in scenario.decided if isinstance(f, JobPending) and f.job_id == job_id)


def test_production_inference_beyond_its_guarantee_waits_beside_free_gpus_and_says_why() -> None:
    scenario = cell(queue("serving", guarantee_gpus=2), queue("research", guarantee_gpus=2))
    assert bound(scenario.when(*[serves(f"job-{n}") for n in range(3)])) == ["job-0", "job-1"]
    told = waits(scenario, "job-2")
    assert (told.code, told.counts) == (
        PendingCode.QUOTA_EXHAUSTED,
        {"gpu_milli_asked": 1000, "gpu_milli_used": 2000, "gpu_milli_most": 2000},
    )
    assert told.message == (
        "production inference holds 2 of the 2 GPUs that queue 'serving' is guaranteed; this asks for 1, and "
        "could not be asked to give back what it borrows (production_borrows)"
    )
    found = explain(scenario.state, "job-2")
    assert found is not None
    assert "QUOTA_EXHAUSTED (gpu asked 1, gpu most 2, gpu used 2)" in parts(found)[0].lines
    assert found.quota is None, "no maximum of the queue applies"
    assert requests(scenario.when_time_comes()) == [], "nor does it ask others to yield without a guarantee"
    assert bound(scenario.when(trains("job-t"))) == ["job-t"], (
        "jobs that can be asked to yield borrow as before"
    )
    assert bound(scenario.when(exited("n1", "job-0"))) == ["job-2"]


def test_production_inference_within_its_guarantee_asks_others_to_yield() -> None:
    """GPUs held by training of its own queue do not count: that training is asked to yield."""
    scenario = cell(queue("serving", guarantee_gpus=2), queue("research", guarantee_gpus=2))
    scenario.when(*[trains(f"job-t{n}") for n in range(4)])
    [request] = requests(scenario.when(serves("job-s")))
    assert (request.job_id, request.cause) == ("job-s", PreemptionCause.TIER)


def test_production_inference_without_a_guarantee_waits_while_others_have_one() -> None:
    scenario = cell(queue("red", guarantee_gpus=1), queue("blue", guarantee_gpus=1)).when(
        serves("job-s", "default")
    )
    assert waits(scenario, "job-s").message.startswith(
        "production inference has no guaranteed GPUs in queue 'default', and other queues have; this asks for"
    )
    assert bound(scenario.when(configure("red"))) == []
    gone = DeleteQueue(queue="blue", tenant=TENANT, requested_by="op")
    assert bound(scenario.when(gone)) == ["job-s"], "no queue has a guarantee any more"


def test_a_policy_can_let_production_inference_borrow_as_the_default_does() -> None:
    scenario = cell(queue("red", guarantee_gpus=4)).when(
        serves("job-s", "default"), serves("job-cpu", "default", 0)
    )
    assert bound(scenario) == ["job-cpu"], "a job without GPUs borrows none"
    assert bound(scenario.when(activate(QUIET_POLICY))) == ["job-s"]
    assert DEFAULT_POLICY.production_borrows, "for old logs and the simulator"
    assert not NEW_CELL_POLICY.production_borrows


_JOBS = st.tuples(
    st.integers(1, 3),
    st.sampled_from((SERVES, SERVES, Tier.STANDARD_TRAINING)),
    st.sampled_from(("default", "org", "red", "blue")),
)


@examples(40)
@hypothesis_given(st.lists(_JOBS, min_size=4, max_size=20), st.integers(0, 4), st.integers(0, 2))
def test_production_inference_stays_within_its_guarantees(
    jobs: list[tuple[int, Tier, str]], of_red: int, of_blue: int
) -> None:
    """GPUs held by production inference under a guarantee never exceed it; a snapshot is the same state."""
    queues = [
        queue("org", guarantee_gpus=of_red + of_blue),
        queue("red", parent="org", guarantee_gpus=of_red or None),
        queue("blue", guarantee_gpus=of_blue or None),
    ]
    scenario = cell(*queues, gpus=8)
    for number, (gpus, tier, name) in enumerate(jobs):
        spec = job_spec(gpus=gpus, tier=tier, queue="red" if name == "org" else name)
        scenario.when(submit(f"job-{number}", spec))
        if number % 3 == 2:
            running = [j for j in scenario.state.jobs.values() if j.attempt is not None]
            scenario.when(*[exited("n1", job.job_id) for job in running[:1]])
        held = {
            name: sum(
                job.shape.gpu_milli_total
                for job in scenario.state.jobs.values()
                if job.attempt is not None and job.spec.tier is SERVES and job.spec.queue == name
            )
            for name in ("default", "red", "blue")
        }
        nobody = not (of_red or of_blue)
        assert nobody or held["default"] == 0
        assert nobody or held["red"] <= (of_red or of_blue) * 1_000, "its own guarantee, else the one above"
        assert nobody or held["blue"] <= of_blue * 1_000
    assert StateHash().refresh_all(forked(scenario.state)) == StateHash().refresh_all(scenario.state)
