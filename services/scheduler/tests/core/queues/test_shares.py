"""Quotas, shares, credit, aging and limits: the jobs that start, and the reasons of those that wait."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from muster.events.job_commands import Tier
from muster.events.job_events import (
    Borrower,
    GangBound,
    JobPending,
    PendingCode,
    PreemptionCause,
    PreemptionRequested,
    QueueMeasured,
)
from muster.events.operator_commands import ActivatePolicy
from muster.events.queue_commands import QueueOrder, Quota
from muster.events.shared.command_answers import CommandRejected
from muster.testkit.cores.build import TENANT, configure, exited, job_spec, node, queue, submit
from muster.testkit.cores.scenario import QUIET_POLICY, Scenario, given

HOUR_MS = 3_600_000


def bound(scenario: Scenario) -> list[str]:
    return [fact.job_id for fact in scenario.decided if isinstance(fact, GangBound)]


def reason(scenario: Scenario, job_id: str) -> PendingCode:
    [fact] = [f for f in scenario.decided if isinstance(f, JobPending) and f.job_id == job_id]
    return fact.code


def burst(queue_name: str, count: int, **spec: object) -> list[object]:
    return [
        submit(f"job-{queue_name}-{n:02d}", job_spec(queue=queue_name, **spec))  # pyright: ignore[reportArgumentType]
        for n in range(count)
    ]


def queues_of(job_ids: Sequence[str]) -> list[str]:
    return [job_id.split("-")[1] for job_id in job_ids]


def end(scenario: Scenario, *job_ids: str, after_ms: int = 1) -> Scenario:
    nodes = {job_id: next(iter(scenario.state.jobs[job_id].attempt.tasks)) for job_id in job_ids}  # pyright: ignore[reportOptionalMemberAccess]
    return scenario.when(*(exited(nodes[job_id], job_id) for job_id in job_ids), after_ms=after_ms)


def with_policy(scenario: Scenario, **knobs: int) -> Scenario:
    return scenario.when(ActivatePolicy(policy=replace(QUIET_POLICY, **knobs), requested_by="op"))


def test_a_maximum_holds_and_freed_quota_goes_to_the_waiting_jobs() -> None:
    scenario = given(node("n1", gpus=8), queue("red", maximum_gpus=2))
    scenario.when(*burst("red", 3))
    assert bound(scenario) == ["job-red-00", "job-red-01"]
    [told] = [fact for fact in scenario.decided if isinstance(fact, JobPending)]
    assert (told.code, told.counts) == (
        PendingCode.QUOTA_EXHAUSTED,
        {"gpu_milli_asked": 1000, "gpu_milli_used": 2000, "gpu_milli_most": 2000},
    )  # fmt: skip
    assert told.message == "queue 'red' holds 2 of at most 2 GPUs (its maximum); this asks for 1"
    assert bound(end(scenario, "job-red-00")) == ["job-red-02"]


def test_a_higher_maximum_lets_waiting_jobs_start_at_once() -> None:
    scenario = given(node("n1", gpus=8), queue("red", maximum_gpus=1)).when(*burst("red", 3))
    assert bound(scenario.when(configure("red", maximum_gpus=2))) == ["job-red-01"]
    assert bound(scenario.when(configure("red"))) == ["job-red-02"]


def test_the_maximum_of_a_queue_above_counts_for_all_below() -> None:
    scenario = given(node("n1", gpus=8), queue("org", maximum_gpus=3))
    scenario.when(queue("red", parent="org"), queue("blue", parent="org"))
    scenario.when(*burst("red", 2), *burst("blue", 2))
    assert queues_of(bound(scenario)) == ["blue", "red", "blue"]


def test_a_job_that_could_never_fit_its_queue_is_rejected_with_the_numbers() -> None:
    scenario = given(node("n1", gpus=8), queue("red", maximum_gpus=2)).when(
        submit("job-a", job_spec(gpus=4, queue="red"))
    )
    [fact] = scenario.decided
    assert isinstance(fact, CommandRejected)
    assert fact.message == "GPUs: 4 requested; must be at most 2 in queue 'red' (its maximum)"


def test_a_full_quota_of_one_model_sends_jobs_to_another_accepted_model() -> None:
    scenario = given(node("n1", gpus=4, model="H100"), node("n2", gpus=4, model="A100"))
    scenario.when(queue("red", maximum=Quota(gpu_milli_by_model={"H100": 1_000})))
    scenario.when(*burst("red", 2, models=("A100", "H100")))
    placed = [f.placements[0].node_id for f in scenario.decided if isinstance(f, GangBound)]
    scenario.when(submit("job-x", job_spec(queue="red", models=("H100",))))
    more = [f.placements[0].node_id for f in scenario.decided if isinstance(f, GangBound)]
    assert (placed + more).count("n1") == 1
    scenario.when(submit("job-y", job_spec(queue="red", models=("H100",))))
    assert reason(scenario, "job-y") is PendingCode.QUOTA_EXHAUSTED
    scenario.when(submit("job-z", job_spec(queue="red", models=("A100", "H100"))))
    assert [f.placements[0].node_id for f in scenario.decided if isinstance(f, GangBound)] == ["n2"]


def test_jobs_within_guarantees_go_before_others() -> None:
    scenario = given(node("n1", gpus=4), queue("red", guarantee_gpus=3), queue("blue"))
    scenario.when(*burst("blue", 4), *burst("red", 4))
    assert queues_of(bound(scenario)) == ["red", "red", "red", "blue"]


def test_queues_without_usage_share_by_weight() -> None:
    scenario = given(node("n1", gpus=8), queue("red", weight=3, over_quota_weight=3), queue("blue"))
    scenario.when(*burst("blue", 8), *burst("red", 8))
    assert sorted(queues_of(bound(scenario))) == ["blue"] * 2 + ["red"] * 6


def test_the_queue_that_has_used_less_goes_first() -> None:
    scenario = given(node("n1", gpus=4), queue("red"), queue("blue")).when(*burst("red", 8))
    end(scenario, *bound(scenario), after_ms=HOUR_MS)
    second = bound(scenario)
    assert queues_of(second) == ["red"] * 4
    scenario.when(*burst("blue", 8))
    end(scenario, *second, after_ms=HOUR_MS)
    assert queues_of(bound(scenario)) == ["blue"] * 4


def test_usage_decays_by_half_lives() -> None:
    scenario = with_policy(given(node("n1", gpus=4), queue("red"), queue("blue")), share_half_life_ms=HOUR_MS)
    scenario.when(*burst("red", 1))
    end(scenario, "job-red-00", after_ms=HOUR_MS)
    account = scenario.state.queues.by_key[TENANT, "red"].account
    terms, now_ms = scenario.state.terms, scenario.now_ms
    fresh = account.usage_at(terms, now_ms)
    assert fresh == 1000 * HOUR_MS
    old = account.usage_at(terms, now_ms + 24 * HOUR_MS)
    assert 0 < old <= fresh >> 23
    assert account.usage_at(terms, now_ms + 40 * 24 * HOUR_MS) == 0


def test_credit_is_earned_by_leaving_a_guarantee_unused_and_spent_beyond_it() -> None:
    scenario = given(node("n1", gpus=4), queue("red", guarantee_gpus=2), queue("blue"), queue("green"))
    account = scenario.state.queues.by_key[TENANT, "red"].account
    scenario.when(*burst("blue", 2), after_ms=HOUR_MS)
    terms = scenario.state.terms
    assert account.credit_at(terms, scenario.now_ms) == 2_000 * HOUR_MS
    scenario.when(*burst("red", 4), *burst("green", 2))
    assert queues_of(bound(scenario)) == ["red", "red"], "its guarantee"
    end(scenario, "job-blue-00", "job-blue-01")
    assert queues_of(bound(scenario)) == ["red", "red"], (
        "its credit goes before green, which has used nothing"
    )
    assert account.credit_at(terms, scenario.now_ms + 2 * HOUR_MS) == 0, "credit is spent at two GPUs an hour"


def test_credit_is_limited() -> None:
    scenario = given(node("n1", gpus=4), queue("red", guarantee_gpus=2))
    account = scenario.state.queues.by_key[TENANT, "red"].account
    assert account.credit_at(scenario.state.terms, scenario.now_ms + 900 * HOUR_MS) == 2_000 * 24 * HOUR_MS


def test_a_queue_that_never_borrows_stays_within_its_guarantee() -> None:
    scenario = given(node("n1", gpus=4), queue("red", guarantee_gpus=1, over_quota_weight=0))
    assert bound(scenario.when(*burst("red", 3))) == ["job-red-00"]
    assert reason(scenario, "job-red-01") is PendingCode.QUOTA_EXHAUSTED


def test_a_queue_orders_jobs_by_priority_or_by_user_as_configured() -> None:
    scenario = given(node("n1", gpus=1), queue("red", order=QueueOrder.PRIORITY))
    scenario.when(*(submit(f"job-{p}", job_spec(queue="red", priority=p)) for p in (0, 5, 3)))
    assert bound(scenario) == ["job-5"]
    assert bound(end(scenario, "job-5")) == ["job-3"]
    scenario = given(node("n1", gpus=4), queue("red", order=QueueOrder.DRF))
    scenario.when(
        *(submit(f"job-ada-{n}", job_spec(queue="red", user="ada")) for n in range(4)),
        *(submit(f"job-bob-{n}", job_spec(queue="red", user="bob")) for n in range(4)),
    )
    assert sorted(queues_of(bound(scenario))) == ["ada", "ada", "bob", "bob"]


def test_interactive_work_is_shared_by_user_whatever_the_queues_order() -> None:
    scenario = given(node("n1", gpus=4), queue("red"))
    scenario.when(
        *(submit(f"job-ada-{n}", job_spec(queue="red", user="ada", tier=Tier.INTERACTIVE)) for n in range(4)),
        *(submit(f"job-bob-{n}", job_spec(queue="red", user="bob", tier=Tier.INTERACTIVE)) for n in range(4)),
    )
    assert sorted(queues_of(bound(scenario))) == ["ada", "ada", "bob", "bob"]
    scenario = given(node("n1", gpus=4), queue("red"))
    scenario.when(
        *(submit(f"job-ada-{n}", job_spec(queue="red", user="ada")) for n in range(4)),
        *(submit(f"job-bob-{n}", job_spec(queue="red", user="bob")) for n in range(4)),
    )
    assert queues_of(bound(scenario)) == ["ada"] * 4, "batch work is first come, first served"


def test_a_queue_reorders_its_jobs_when_its_order_changes() -> None:
    scenario = given(node("n1", gpus=1), queue("red"))
    scenario.when(*(submit(f"job-{p}", job_spec(queue="red", priority=p)) for p in (0, 3, 5)))
    assert bound(scenario) == ["job-0"]
    scenario.when(configure("red", order=QueueOrder.PRIORITY))
    assert bound(end(scenario, "job-0")) == ["job-5"]


def test_one_tenants_burst_does_not_exclude_another_from_the_shared_queue() -> None:
    scenario = given(node("n1", gpus=4))
    scenario.when(
        *(submit(f"job-acme-{n:03d}") for n in range(100)),
        *(submit(f"job-rival-{n}", tenant="rival") for n in range(2)),
    )
    assert sorted(queues_of(bound(scenario))) == ["acme", "acme", "rival", "rival"]


def message(scenario: Scenario, job_id: str) -> str:
    told = [f for f in scenario.decided if isinstance(f, JobPending) and f.job_id == job_id]
    return told[-1].message


def test_each_limit_is_named_in_the_terms_and_units_of_requests() -> None:
    scenario = given(
        node("n1", gpus=8, cpu_milli=64_000),
        queue("lender", guarantee_gpus=1, over_quota_weight=0),
        queue("slow", maximum=Quota(cpu_milli=1_500, memory_mib=4_096)),
        queue("users", user_jobs_running_max=1),
    )
    scenario.when(*burst("lender", 2), *burst("slow", 2, cpu_milli=1_000), *burst("users", 2))
    assert message(scenario, "job-lender-01") == (
        "queue 'lender' holds 1 of at most 1 GPUs (its guarantee: it never borrows); this asks for 1"
    )
    assert message(scenario, "job-slow-01") == (
        "queue 'slow' holds 1 of at most 1.5 CPU cores (its maximum); this asks for 1"
    )
    assert message(scenario, "job-users-01") == (
        "its user runs 1 of at most 1 job in queue 'users' (limits.user_jobs_running)"
    )


def test_limits_on_running_and_waiting_jobs_hold() -> None:
    scenario = given(node("n1", gpus=8), queue("red", jobs_running_max=1, jobs_pending_max=2))
    scenario.when(*burst("red", 1)).when(*[submit(f"job-{n}", job_spec(queue="red")) for n in range(3)])
    assert reason(scenario, "job-0") is PendingCode.JOB_LIMIT
    [refused] = [f for f in scenario.decided if isinstance(f, CommandRejected)]
    assert refused.subject == "job-2"
    assert refused.message == (
        "jobs that wait: 1 requested; must be at most 2 in queue 'red' (limits.jobs_pending); 2 are there"
    )
    assert bound(end(scenario, "job-red-00")) == ["job-0"]


def test_limits_by_user_hold_for_each_user() -> None:
    scenario = given(node("n1", gpus=8), queue("red", user_jobs_running_max=1, user_jobs_pending_max=1))
    scenario.when(
        *(submit(f"job-ada-{n}", job_spec(queue="red", user="ada")) for n in range(3)),
        *(submit(f"job-bob-{n}", job_spec(queue="red", user="bob")) for n in range(1)),
    )
    assert bound(scenario) == ["job-ada-0", "job-bob-0"]
    assert [f.subject for f in scenario.decided if isinstance(f, CommandRejected)] == [
        "job-ada-1",
        "job-ada-2",
    ]


def test_a_job_that_has_waited_long_counts_as_a_higher_tier() -> None:
    scenario = with_policy(given(node("n1", gpus=1)), aging_step_ms=HOUR_MS)
    scenario.when(submit("job-first")).when(submit("job-old", job_spec(tier=Tier.INTERACTIVE)))
    scenario.when(submit("job-new", job_spec(tier=Tier.STANDARD_TRAINING)), after_ms=2 * HOUR_MS)
    assert bound(end(scenario, "job-first")) == ["job-old"]
    scenario.when(submit("job-served", job_spec(tier=Tier.PRODUCTION_INFERENCE)), after_ms=90 * HOUR_MS)
    assert bound(end(scenario, "job-old")) == ["job-served"], "age never reaches production"


def test_a_guarantee_held_by_others_is_requested_periodically() -> None:
    scenario = given(node("n1", gpus=4), queue("red", guarantee_gpus=2), queue("blue", guarantee_gpus=1))
    scenario.when(*burst("blue", 4)).when(*burst("red", 1, gpus=2))
    [wish] = [fact for fact in scenario.decided if isinstance(fact, PreemptionRequested)]
    assert wish == PreemptionRequested(
        job_id="job-red-00",
        cause=PreemptionCause.GUARANTEE,
        queue="red",
        tenant=TENANT,
        jobs=1,
        gpu_milli_missing=2_000,
        gpu_models=(),
        borrowers=(Borrower(queue="blue", tenant=TENANT, gpu_milli_borrowed=3_000),),
        as_of_seq=scenario.state.seq_next - 1,
    )
    scenario.when(submit("job-x"), after_ms=1_000)
    assert not [fact for fact in scenario.decided if isinstance(fact, PreemptionRequested)]
    scenario.when(submit("job-y"), after_ms=60_000)
    assert [f.job_id for f in scenario.decided if isinstance(f, PreemptionRequested)] == ["job-red-00"]


def test_a_guarantee_is_requested_for_all_equal_jobs_within_it() -> None:
    scenario = given(node("n1", gpus=8), queue("red", guarantee_gpus=6), queue("blue")).when(
        *burst("blue", 8)
    )
    scenario.when(*burst("red", 5, gpus=2))
    [wish] = [fact for fact in scenario.decided if isinstance(fact, PreemptionRequested)]
    assert (wish.jobs, wish.gpu_milli_missing) == (3, 6_000), "five jobs wait, three are within the guarantee"


def test_only_production_inference_asks_others_to_yield_beyond_its_guarantee() -> None:
    scenario = given(node("n1", gpus=2), queue("red", guarantee_gpus=1), queue("blue"))
    scenario.when(*burst("blue", 2)).when(*burst("red", 1, gpus=2))
    assert not [fact for fact in scenario.decided if isinstance(fact, PreemptionRequested)]
    scenario.when(submit("job-p", job_spec(tier=Tier.PRODUCTION_INFERENCE)))
    [wish] = [fact for fact in scenario.decided if isinstance(fact, PreemptionRequested)]
    assert (wish.job_id, wish.cause) == ("job-p", PreemptionCause.TIER)


def test_a_queues_usage_is_measured_after_a_change() -> None:
    scenario = with_policy(given(node("n1", gpus=8, cpu_milli=64_000)), measure_interval_ms=10_000)
    scenario.when(queue("org", guarantee_gpus=4), queue("red", parent="org", guarantee_gpus=4, weight=3))
    scenario.when(queue("blue", parent="org"))
    scenario.when(*burst("red", 3, gpus=2, cpu_milli=1_000), *burst("blue", 1, gpus=1), after_ms=20_000)
    measured = {f.queue: f for f in scenario.decided if isinstance(f, QueueMeasured)}
    red = measured["red"]
    assert (red.gpu_milli_used, red.gpu_milli_borrowed, red.gpu_milli_lent) == (6_000, 2_000, 0)
    assert (red.share_ppm, red.share_due_ppm, red.jobs_running, red.jobs_pending) == (750_000, 750_000, 3, 0)
    assert measured["org"].gpu_milli_used == 7_000
    end(scenario, "job-red-00", after_ms=1)
    assert not [fact for fact in scenario.decided if isinstance(fact, QueueMeasured)], (
        "the last measurement is too recent"
    )
    scenario.when_time_comes().then("QueueMeasured org", "QueueMeasured red")


def test_a_fair_share_is_measured_again_when_a_neighbour_becomes_busy_or_idle() -> None:
    scenario = with_policy(given(node("n1", gpus=8, cpu_milli=64_000)), measure_interval_ms=10_000)
    scenario.when(queue("org"), queue("red", parent="org"), queue("blue", parent="org"))
    scenario.when(*burst("red", 1), after_ms=20_000)
    assert due_ppm(scenario) == {"red": 1_000_000, "org": 1_000_000}
    scenario.when(*burst("blue", 1), after_ms=20_000)
    assert due_ppm(scenario) == {"red": 500_000, "blue": 500_000, "org": 1_000_000}
    scenario.when(configure("blue", parent="org", weight=3), after_ms=20_000)
    assert due_ppm(scenario)["red"] == 250_000
    end(scenario, "job-blue-00", after_ms=20_000)
    assert due_ppm(scenario)["red"] == 1_000_000


def due_ppm(scenario: Scenario) -> dict[str, int]:
    """Return the fair shares of the queues measured in the last batch."""
    return {f.queue: f.share_due_ppm for f in scenario.decided if isinstance(f, QueueMeasured)}


@pytest.mark.parametrize("weight", [1, 7])
def test_shares_never_divide_by_zero(weight: int) -> None:
    """There is an order even without nodes, GPUs or neighbours."""
    scenario = given(queue("red", weight=weight), queue("blue")).when(*burst("red", 1), *burst("blue", 1))
    assert reason(scenario, "job-red-00") is PendingCode.NO_NODES


def test_a_guarantee_below_a_common_parent_holds_whatever_a_neighbour_has_borrowed() -> None:
    scenario = given(node("n1", gpus=4), queue("org", guarantee_gpus=4))
    scenario.when(queue("red", parent="org", guarantee_gpus=2), queue("blue", parent="org"))
    scenario.when(*burst("blue", 6)).when(*burst("red", 2), submit("job-x"))
    [wish] = [fact for fact in scenario.decided if isinstance(fact, PreemptionRequested)]
    assert (wish.job_id, wish.cause) == ("job-red-00", PreemptionCause.GUARANTEE)
    assert bound(end(scenario, "job-blue-00")) == ["job-red-00"]
    assert bound(end(scenario, "job-blue-01")) == ["job-red-01"]
