"""Guaranteed durations from forecast demand (ADR 128)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import event
from hypothesis import given as hypothesis_given
from hypothesis import strategies as st
from muster.events.job_commands import SubmitJob, Tier
from muster.events.job_events import (
    DemandForecast,
    GangBound,
    JobPending,
    JobStopping,
    PendingCode,
    PreemptionAccepted,
    PreemptionRefused,
    PreemptionRequested,
    RefusalCode,
)
from muster.events.operator_commands import ActivatePolicy, Policy
from muster.queues import forecast
from muster.scheduler.core.decide import next_deadline_ms
from muster.scheduler.core.explain.explain import explain
from muster.scheduler.core.explain.wording import parts
from muster.scheduler.core.replay.hashing import StateHash
from muster.scheduler.core.replay.snapshot import forked
from muster.testkit.cores.build import (
    TENANT,
    exited,
    job_spec,
    node,
    preemption_plan,
    queue,
    started,
    submit,
    victim,
)
from muster.testkit.cores.scenario import QUIET_POLICY, Scenario, given
from muster.testkit.laws import examples

HOUR_MS = 3_600_000
GUARANTEED = replace(QUIET_POLICY, guaranteed_duration_ms=HOUR_MS, preemption_ran_min_ms=0)


def activate(policy: Policy) -> ActivatePolicy:
    return ActivatePolicy(policy=policy, requested_by="op")


def cell(policy: Policy = GUARANTEED) -> Scenario:
    """Create four nodes of 4 GPUs, all guaranteed to the owners."""
    nodes = [node(f"n{n}", gpus=4) for n in range(4)]
    return given(*nodes, queue("owners", guarantee_gpus=16), queue("spare"), activate(policy))


def job(job_id: str, **spec: Any) -> SubmitJob:
    return submit(job_id, job_spec(**spec))


def spare(job_id: str, gpus: int = 4) -> SubmitJob:
    return job(job_id, gpus=gpus, queue="spare", tier=Tier.BATCH_INFERENCE, checkpoint=True)


def facts(scenario: Scenario, *kinds: type) -> list[Any]:
    return [fact for fact in scenario.decided if isinstance(fact, kinds)]


def test_demand_is_forecast_while_there_are_jobs_and_the_policy_guarantees_a_duration() -> None:
    scenario = cell()
    assert not facts(scenario, DemandForecast)
    scenario.when(job("job-a", gpus=4, queue="owners"))
    [first] = facts(scenario, DemandForecast)
    assert first.gpu_milli_total == 16_000
    assert first.gpu_milli_demand == 4_000, "waiting jobs within their guarantee count"
    assert (first.gpu_milli_rise, first.gpu_milli_quota) == (0, 12_000 * first.scale_percent // 100)
    assert next_deadline_ms(scenario.state) == scenario.now_ms + forecast.INTERVAL_MS
    without = cell(QUIET_POLICY).when(job("job-a", gpus=4, queue="owners"))
    assert not facts(without, DemandForecast)
    assert without.state.demand == forecast.DemandHistory()


def test_best_effort_work_learns_its_guaranteed_duration_at_the_start() -> None:
    scenario = cell().when(spare("job-s"), job("job-o", gpus=4, queue="owners"))
    bound = {fact.job_id: fact for fact in facts(scenario, GangBound)}
    assert bound["job-s"].guaranteed_until_ms == scenario.now_ms + HOUR_MS
    assert bound["job-s"].reason.endswith("; its GPUs are guaranteed for 1h")
    assert bound["job-o"].guaranteed_until_ms is None
    assert guarantee_of(scenario, "job-o") == ()
    assert guarantee_of(scenario, "job-s") == (
        "its GPUs for another 1h: until then it yields to production inference only",
    )
    assert guarantee_of(scenario.when(after_ms=HOUR_MS), "job-s") == ()


def guarantee_of(scenario: Scenario, job_id: str) -> tuple[str, ...]:
    """Return the explanation's lines about a job's guaranteed duration."""
    found = explain(scenario.state, job_id)
    assert found is not None
    return next((part.lines for part in parts(found) if part.title == "Guarantee"), ())


def test_best_effort_work_waits_and_says_so_if_demand_leaves_too_little() -> None:
    scenario = cell().when(*[job(f"job-{n}", gpus=4, queue="owners") for n in range(2)])
    scenario.state.demand.rises[scenario.now_ms // HOUR_MS % 24].extend([4_000] * 10)
    scenario.when_time_comes()
    [told] = facts(scenario, DemandForecast)
    assert (told.gpu_milli_rise, told.gpu_milli_quota) == (4_000, 4_000 * told.scale_percent // 100)
    scenario.when(spare("job-s"), spare("job-t"))
    assert [fact.job_id for fact in facts(scenario, GangBound)] == ["job-s"]
    [waits] = [fact for fact in facts(scenario, JobPending) if fact.job_id == "job-t"]
    assert waits.code is PendingCode.DURATION_NOT_GUARANTEED
    assert waits.message.startswith("no duration can be guaranteed: forecast demand leaves 4")
    assert waits.counts["gpu_milli_best_effort"] == 4_000
    found = explain(scenario.state, "job-t")
    assert found is not None
    said = "\n".join(line for part in parts(found) for line in part.lines)
    assert "DURATION_NOT_GUARANTEED" in said
    scenario.when(exited("n2", "job-s"))
    assert [fact.job_id for fact in facts(scenario, GangBound)] == ["job-t"], "ended jobs make room for it"


def test_a_policy_without_guaranteed_durations_lets_best_effort_work_start() -> None:
    scenario = cell().when(*[spare(f"job-{n}") for n in range(4)])
    scenario.state.demand.quota_milli = 4_000
    scenario.when(*[exited(node_id, job_id) for job_id, node_id in _places(scenario)])
    scenario.when(spare("job-s"), spare("job-t"))
    assert [fact.job_id for fact in facts(scenario, GangBound)] == ["job-s"]
    scenario.when(activate(QUIET_POLICY))
    assert [fact.job_id for fact in facts(scenario, GangBound)] == ["job-t"]
    assert facts(scenario, GangBound)[0].guaranteed_until_ms is None


def _places(scenario: Scenario) -> list[tuple[str, str]]:
    bound = [each for each in scenario.state.jobs.values() if each.attempt is not None]
    return [(each.job_id, node_id) for each in bound for node_id in each.attempt.tasks]  # pyright: ignore[reportOptionalMemberAccess]


def full(asker: Tier) -> Scenario:
    """Let best-effort work hold all GPUs, and a job within its guarantee ask for a node."""
    scenario = cell().when(*[spare(f"job-{n}") for n in range(4)])
    scenario.when(*[started(node_id, job_id) for job_id, node_id in _places(scenario)])
    scenario.when(job("job-o", gpus=4, queue="owners", tier=asker))
    assert facts(scenario, PreemptionRequested)
    return scenario


def test_best_effort_work_yields_only_after_its_guaranteed_duration() -> None:
    scenario = full(Tier.STANDARD_TRAINING)
    asked = preemption_plan("job-o", victim("job-0"), expires_at_ms=scenario.now_ms + 10 * HOUR_MS)
    [refused] = facts(scenario.when(asked), PreemptionRefused)
    assert refused.code is RefusalCode.VICTIM_PROTECTED
    assert "job-0 is guaranteed its GPUs until" in refused.reason
    scenario.when(replace(asked, plan_id="plan-2"), after_ms=HOUR_MS)
    assert facts(scenario, PreemptionAccepted)
    assert [fact.job_id for fact in facts(scenario, JobStopping)] == ["job-0"]
    assert sum(runs.stopped for runs in scenario.state.demand.runs.values()) == 1


def test_production_inference_does_not_wait_for_a_guaranteed_duration() -> None:
    scenario = full(Tier.PRODUCTION_INFERENCE)
    scenario.when(preemption_plan("job-o", victim("job-0"), expires_at_ms=scenario.now_ms + HOUR_MS))
    assert facts(scenario, PreemptionAccepted)


def test_a_rise_in_demand_is_expected_at_the_hour_of_earlier_rises() -> None:
    """Every day at 9, demand rises from 10 to 50 for two hours."""
    history = forecast.DemandHistory()
    for at_ms in range(0, 72 * HOUR_MS, forecast.INTERVAL_MS):
        demand = 50 if 9 <= at_ms % (24 * HOUR_MS) // HOUR_MS < 11 else 10
        history.made(at_ms, demand, 100, 0, HOUR_MS)
    assert history.expected_rise_milli(72 * HOUR_MS + 8 * HOUR_MS + HOUR_MS // 2) == 40
    assert history.expected_rise_milli(72 * HOUR_MS + 15 * HOUR_MS) == 0
    assert forecast.DemandHistory().expected_rise_milli(0) == 0


def test_demand_long_after_a_pause_is_no_rise_within_the_duration() -> None:
    history = forecast.DemandHistory()
    history.made(0, 10, 100, 0, HOUR_MS)
    history.made(20 * HOUR_MS, 90, 100, 0, HOUR_MS)
    assert [*history.rises[0]] == [0]


@pytest.mark.parametrize(("stopped", "scale"), [(0, 110), (1, 100), (2, 90)])
def test_the_scale_follows_the_number_of_jobs_that_had_to_yield(stopped: int, scale: int) -> None:
    history = forecast.DemandHistory(made_at_ms=HOUR_MS)
    for _ in range(10):
        history.bound(HOUR_MS)
    for _ in range(stopped):
        history.stopped(HOUR_MS)
    assert history.forecast(HOUR_MS + 1, 100, 0, 0).scale_percent == 100, "reset with the hour"
    assert history.forecast(2 * HOUR_MS, 100, 0, 0).scale_percent == scale


@examples(40)
@hypothesis_given(
    st.lists(
        st.tuples(st.sampled_from(("owners", "spare")), st.sampled_from((1, 2, 4)), st.integers(1, 90)),
        min_size=5,
        max_size=30,
    )
)
def test_best_effort_work_never_exceeds_its_forecast(jobs: list[tuple[str, int, int]]) -> None:
    """Best-effort work never holds more than the forecast at its latest binding.

    And nothing is forgotten: a loaded snapshot is the same state.
    """
    scenario, ends, waited = cell(), dict[str, int](), False
    for number, (name, gpus, lasts_min) in enumerate(jobs):
        job_id = f"job-{number:02d}"
        tier = Tier.BATCH_INFERENCE if name == "spare" else Tier.STANDARD_TRAINING
        scenario.when(job(job_id, gpus=gpus, queue=name, tier=tier, checkpoint=True), after_ms=7 * 60_000)
        ends[job_id] = lasts_min * 60_000
        _check(scenario)
        for other, node_id in _places(scenario):
            attempt = scenario.state.jobs[other].attempt
            if attempt is not None and scenario.now_ms >= attempt.bound_at_ms + ends[other]:
                _check(scenario.when(exited(node_id, other, attempt.number)))
        waited |= any(
            group.reason is not None and group.reason.code is PendingCode.DURATION_NOT_GUARANTEED
            for group in scenario.state.pending.groups()
        )
    event(f"some could not be guaranteed: {waited}")
    assert StateHash().refresh_all(forked(scenario.state)) == StateHash().refresh_all(scenario.state)


def _check(scenario: Scenario) -> None:
    state = scenario.state
    held = forecast.held_by_best_effort_milli(state.queues)
    assert held == state.queues.by_key[TENANT, "spare"].used.gpu_milli
    if any(fact.guaranteed_until_ms is not None for fact in facts(scenario, GangBound)):
        assert state.demand.quota_milli is not None
        assert held <= state.demand.quota_milli
