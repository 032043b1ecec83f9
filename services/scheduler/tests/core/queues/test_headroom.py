"""Headroom: the part of a model's GPUs that best-effort work leaves free (ADR 110)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import event
from hypothesis import given as hypothesis_given
from hypothesis import strategies as st
from muster.events.job_commands import SubmitJob, Tier
from muster.events.job_events import GangBound, JobPending, JobResizing, PendingCode
from muster.events.operator_commands import ActivatePolicy, Policy
from muster.queues import headroom
from muster.scheduler.core.decide import next_deadline_ms
from muster.scheduler.core.explain.explain import explain
from muster.scheduler.core.explain.wording import parts
from muster.scheduler.core.replay.hashing import StateHash
from muster.scheduler.core.replay.snapshot import forked
from muster.scheduler.core.state.job import Job
from muster.testkit.cores.build import TENANT, configure, exited, job_spec, node, queue, started, submit
from muster.testkit.cores.scenario import QUIET_POLICY, Scenario, given
from muster.testkit.laws import examples

MODEL = "H100"
QUARTER = replace(QUIET_POLICY, headroom_percent={MODEL: 25})
OWED = (Tier.PRODUCTION_INFERENCE, Tier.PREMIUM_TRAINING)


def activate(policy: Policy) -> ActivatePolicy:
    return ActivatePolicy(policy=policy, requested_by="op")


def cell(policy: Policy = QUARTER) -> Scenario:
    """Create eight GPUs, two of them headroom."""
    return given(node("n1", gpus=8, model=MODEL), activate(policy))


def job(job_id: str, **spec: Any) -> SubmitJob:
    return submit(job_id, job_spec(**spec))


def six(scenario: Scenario) -> Scenario:
    """Use six GPUs, each for a job of its own."""
    return scenario.when(*[job(f"job-{n}") for n in range(6)])


def bound(scenario: Scenario) -> list[str]:
    return [fact.job_id for fact in scenario.decided if isinstance(fact, GangBound)]


def waits(scenario: Scenario, job_id: str) -> JobPending:
    return next(f for f in scenario.decided if isinstance(f, JobPending) and f.job_id == job_id)


def test_best_effort_work_leaves_headroom_and_says_why_it_waits() -> None:
    scenario = six(cell()).when(job("job-more"))
    assert bound(scenario) == []
    told = waits(scenario, "job-more")
    assert told.code is PendingCode.HEADROOM
    assert told.message == (
        "of H100, 0 GPUs are free beyond the headroom that is kept for premium work, production and "
        "guarantees (headroom_percent); this asks for 1"
    )
    assert told.counts == {"gpu_milli_asked": 1000, "gpu_milli_beyond_headroom": 0, "headroom_percent": 25}
    found = explain(scenario.state, "job-more")
    assert found is not None
    said = "\n".join(line for part in parts(found) for line in part.lines)
    assert "HEADROOM (gpu asked 1, headroom percent 25)" in said


@pytest.mark.parametrize("tier", OWED)
def test_premium_and_production_work_use_headroom_at_once(tier: Tier) -> None:
    assert bound(six(cell()).when(job("job-more", gpus=2, tier=tier))) == ["job-more"]


def test_only_jobs_within_a_guarantee_use_headroom() -> None:
    scenario = six(cell()).when(queue("red", guarantee_gpus=1))
    scenario.when(job("job-red-1", queue="red"), job("job-red-2", queue="red"))
    assert bound(scenario) == ["job-red-1"]
    assert waits(scenario, "job-red-2").code is PendingCode.HEADROOM


def test_headroom_is_restored_before_best_effort_jobs_start() -> None:
    scenario = six(cell()).when(job("job-premium", gpus=2, tier=Tier.PREMIUM_TRAINING), job("job-more"))
    assert bound(scenario.when(exited("n1", "job-0"))) == []
    assert bound(scenario.when(exited("n1", "job-1"))) == []
    assert bound(scenario.when(exited("n1", "job-2"))) == ["job-more"]


def test_a_job_that_accepts_another_model_uses_it_instead_of_headroom() -> None:
    scenario = cell().when(node("n2", gpus=1, model="A100"))
    scenario.when(*[job(f"job-{n}", models=(MODEL,)) for n in range(6)])
    scenario.when(job("job-here", models=(MODEL,)), job("job-anywhere", models=("A100", MODEL)))
    assert bound(scenario) == ["job-anywhere"]
    assert list(scenario.state.nodes["n2"].job_ids) == ["job-anywhere"]


def test_a_policy_without_headroom_lets_waiting_jobs_start() -> None:
    scenario = six(cell()).when(job("job-more"))
    assert bound(scenario.when(activate(QUIET_POLICY))) == ["job-more"]


def test_a_new_guarantee_lets_waiting_jobs_start() -> None:
    scenario = six(cell().when(queue("red"))).when(job("job-more", queue="red"))
    assert bound(scenario.when(configure("red", guarantee_gpus=1))) == ["job-more"]


def test_jobs_without_gpus_ignore_headroom() -> None:
    assert bound(six(cell()).when(job("job-more", gpus=0))) == ["job-more"]


def test_an_elastic_job_does_not_grow_into_headroom() -> None:
    policy = replace(QUARTER, resize_interval_ms=1_000)
    scenario = cell(policy).when(job("job-e", ranks=8, ranks_min=2))
    scenario.when(started("n1", "job-e", ranks=(0, 1)))
    while not any(isinstance(fact, JobResizing) for fact in scenario.decided):
        scenario.when_time_comes()
    [resized] = [fact for fact in scenario.decided if isinstance(fact, JobResizing)]
    assert resized.ranks_to == 4, "8 would leave none of the two"


def test_a_gang_is_not_overtaken_by_smaller_jobs_for_ever() -> None:
    """Two nodes are reserved for it as for any head of line, and it starts once enough headroom remains."""
    nodes = [node(f"n{n}", gpus=4, model=MODEL) for n in range(4)]
    scenario = given(*nodes, activate(QUARTER))
    scenario.when(*[job(f"job-{n}", wall_time_max_ms=600_000) for n in range(12)])
    scenario.when(job("job-gang", gpus=4, ranks=2))
    assert waits(scenario, "job-gang").code is PendingCode.HEADROOM
    small, at = 12, 0
    for _ in range(200):
        running = sorted(j.job_id for j in scenario.state.jobs.values() if j.attempt is not None)
        if "job-gang" in running:
            break
        at += 1
        first = min(running, key=lambda job_id: int(job_id.removeprefix("job-")))
        nodes_of_first = list(scenario.state.jobs[first].attempt.tasks)  # pyright: ignore[reportOptionalMemberAccess]
        scenario.when(
            exited(nodes_of_first[0], first),
            job(f"job-{small}", wall_time_max_ms=600_000),
            after_ms=40_000,
        )
        small += 1
    assert scenario.state.jobs["job-gang"].attempt is not None
    assert at < 40


_JOBS = st.tuples(
    st.sampled_from((0.5, 1, 2, 4)),
    st.integers(1, 3),
    st.sampled_from(tuple(Tier)),
    st.sampled_from(("default", "red")),
    st.integers(1, 200),
)


@examples(60)
@hypothesis_given(
    st.lists(_JOBS, min_size=5, max_size=30), st.sampled_from((0, 10, 25, 50, 100)), st.booleans()
)
def test_best_effort_work_leaves_headroom_and_other_work_never_waits_for_it(
    jobs: list[tuple[Any, ...]], percent: int, gaps: bool
) -> None:
    """Best-effort jobs leave the headroom free when they are placed; other jobs never wait because of it.

    A loaded snapshot is the same state.
    """
    policy = replace(QUIET_POLICY, headroom_percent={MODEL: percent}, head_patience_ms=5_000)
    policy = replace(policy, gap_drain_max_ms=120_000 if gaps else 0)
    nodes = [node(f"n{n}", gpus=4, model=MODEL) for n in range(3)]
    scenario = given(*nodes, queue("red", guarantee_gpus=2), activate(policy))
    ends: list[tuple[int, str]] = []
    kept_milli = headroom.kept_milli(policy, MODEL, 12_000)
    bound_ever = 0
    for number, (gpus, ranks, tier, name, lasts_s) in enumerate(jobs):
        job_id = f"job-{number:02d}"
        whole = ranks if gpus >= 1 else 1
        spec = job_spec(gpus=gpus, ranks=whole, tier=tier, queue=name, checkpoint=True)
        scenario.when(submit(job_id, spec), after_ms=3_000)
        ends.append((lasts_s, job_id))
        bound_ever += _check(scenario, kept_milli)
        for lasts, other in sorted(ends):
            attempt = scenario.state.jobs[other].attempt if other in scenario.state.jobs else None
            if attempt is not None and scenario.now_ms >= attempt.bound_at_ms + lasts * 1_000:
                tasks = [exited(node_id, other, attempt.number) for node_id in attempt.tasks]
                bound_ever += _check(scenario.when(*tasks), kept_milli)
        due_ms = next_deadline_ms(scenario.state)
        if due_ms is not None and due_ms <= scenario.now_ms + 3_000:
            bound_ever += _check(scenario.when_time_comes(), kept_milli)
    event(f"some had to leave headroom: {bound_ever > 0}")
    assert StateHash().refresh_all(forked(scenario.state)) == StateHash().refresh_all(scenario.state)


def _check(scenario: Scenario, kept_milli: int) -> int:
    """Check the jobs bound by this batch and the waiting ones; return 1 if one had to leave headroom."""
    state = scenario.state
    for group in state.pending.groups():
        assert group.reason is None or group.reason.code is not PendingCode.HEADROOM or group.tier_rank > 1
    new = [fact.job_id for fact in scenario.decided if isinstance(fact, GangBound) and not fact.gap_of]
    last = state.jobs[new[-1]] if new else None
    if last is None or last.spec.tier in OWED:
        return 0
    held = {job_id: _held_milli(job) for job_id, job in state.jobs.items()}
    red_new_milli = sum(held[job_id] for job_id in new if state.jobs[job_id].spec.queue == "red")
    red_before_milli = state.queues.by_key[TENANT, "red"].used.gpu_milli - red_new_milli
    if last.spec.queue == "red" and red_before_milli < 2_000:
        return 0  # the job, or one bound with it, may be within the guarantee
    assert 12_000 - sum(held.values()) >= kept_milli
    return 1


def _held_milli(job: Job) -> int:
    tasks = job.attempt.tasks.values() if job.attempt else ()
    return sum(job.shape.gpu_milli_total * len(task.ranks) for task in tasks)
