"""Explanations: why a job waits, who is ahead, what would help, why it is placed there."""

from __future__ import annotations

from dataclasses import replace

import pytest
from muster.events.job_commands import NetworkAccess, SandboxNeed, Tier
from muster.events.job_events import JobPending, NodeLost, PendingCode
from muster.events.operator_commands import CordonNode
from muster.events.queue_commands import QueueOrder, Quota
from muster.events.task_events import TaskOutcome
from muster.jobs.lifecycle import JobState
from muster.scheduler.core import limits
from muster.scheduler.core.explain.explain import Explanation, explain
from muster.scheduler.core.explain.standing import NAMED_MAX, Ahead, Cause
from muster.scheduler.core.explain.wording import change_of
from muster.testkit.cores.build import exited, job_spec, node, queue, reserve, submit, suspend
from muster.testkit.cores.scenario import START_MS, Scenario, given


def explanation(scenario: Scenario, job_id: str) -> Explanation:
    found = explain(scenario.state, job_id)
    assert found is not None
    return found


def code(scenario: Scenario, job_id: str) -> PendingCode:
    found = explanation(scenario, job_id).reason
    assert found is not None
    return found.code


# --- the reason ---------------------------------------------------------------------------------------------


def test_the_reason_equals_the_one_on_the_log() -> None:
    scenario = given(node("n1", gpus=4)).when(submit("job-a", job_spec(gpus=3)))
    scenario.when(submit("job-b", job_spec(gpus=2)))
    [told] = [fact for fact in scenario.decided if isinstance(fact, JobPending)]
    found = explanation(scenario, "job-b")
    assert found.reason is not None
    assert (found.reason.code, found.reason.message, found.reason.counts) == (
        told.code, told.message, told.counts,
    )  # fmt: skip
    assert (found.state, found.tenant, found.as_of_seq) == (JobState.QUEUED, "acme", 4)


def test_the_reason_is_current_rather_than_that_of_the_last_try() -> None:
    scenario = given(node("n1", gpus=4), node("n2", gpus=4)).when(
        submit("job-a", job_spec(gpus=2)),
        submit("job-b", job_spec(gpus=3)),
        submit("job-c", job_spec(gpus=4)),
    )
    assert code(scenario, "job-c") is PendingCode.GPUS_BUSY
    scenario.when(exited("n1", "job-a"), CordonNode(node_id="n1", requested_by="op"))
    assert code(scenario, "job-c") is PendingCode.NODES_UNSCHEDULABLE


def test_the_reason_is_the_soonest_remedy_even_if_most_nodes_are_lost() -> None:
    gone = [f"gone-{number}" for number in range(5)]
    scenario = given(node("n1", gpus=1), *(node(node_id, gpus=1) for node_id in gone))
    scenario.when(*(NodeLost(node_id=node_id, silent_ms=30_000) for node_id in gone))
    scenario.when(submit("job-a"), submit("job-b"))
    found = explanation(scenario, "job-b")
    assert found.reason is not None
    assert found.reason.code is PendingCode.GPUS_BUSY, "a lost node cannot be opened"
    assert found.reason.message.endswith("5 nodes are closed to new work")
    scenario.when(node("n2", gpus=1), CordonNode(node_id="n2", requested_by="op"))
    assert code(scenario, "job-b") is PendingCode.NODES_UNSCHEDULABLE, "opening it would start the job"
    scenario.when(NodeLost(node_id="n1", silent_ms=30_000), NodeLost(node_id="n2", silent_ms=30_000))
    assert code(scenario, "job-b") is PendingCode.NODES_UNSCHEDULABLE, "no node is open"
    scenario.when(node("n3", gpus=1, cpu_milli=500))
    assert code(scenario, "job-b") is PendingCode.NODES_UNSCHEDULABLE, "the open node is too small"


def test_quotas_that_leave_only_some_models_are_named_with_the_shortage() -> None:
    quota = Quota(gpu_milli_by_model={"H100": 1_000})
    scenario = given(node("n1", gpus=2, model="H100"), node("n2", gpus=1), queue("red", maximum=quota))
    scenario.when(*(submit(f"job-{n}", job_spec(queue="red")) for n in range(3)))
    found = explanation(scenario, "job-2")
    assert found.reason is not None
    assert found.reason.message.startswith("quotas limit it to A100: needs 1 free A100 GPU on one node")


def test_a_job_in_backoff_or_suspended_has_no_place_in_the_order() -> None:
    scenario = given(node("n1", gpus=2)).when(submit("job-a", job_spec(attempts=2)), submit("job-b"))
    scenario.when(exited("n1", "job-a", outcome=TaskOutcome.FAILED, exit_code=1))
    found = explanation(scenario, "job-a")
    assert found.reason is not None
    assert (found.reason.code, found.reason.counts["wait_ms"]) == (PendingCode.RETRY_BACKOFF, 10_000)
    scenario.when(suspend("job-a"))
    found = explanation(scenario, "job-a")
    assert (found.state, found.standing, found.requests) == (JobState.SUSPENDED, None, ())
    assert code(scenario, "job-a") is PendingCode.SUSPENDED


def test_an_ended_job_has_an_empty_explanation_and_an_unknown_one_has_none() -> None:
    scenario = given(node("n1", gpus=2)).when(submit("job-a")).when(exited("n1", "job-a"))
    found = explanation(scenario, "job-a")
    assert (found.state, found.spec, found.reason, found.placement) == (JobState.SUCCEEDED, None, None, None)
    assert explain(scenario.state, "job-none") is None


@pytest.mark.slow
def test_a_job_that_was_not_tried_yet_gets_that_reason_and_no_proposals() -> None:
    names = [f"job-{n:04d}" for n in range(limits.BINDS_PER_PASS_MAX + 1)]
    jobs = [submit(name, job_spec(gpus=0, cpu_milli=1, memory_mib=1)) for name in names]
    big = submit("job-big", job_spec(gpus=4, ranks=2))
    scenario = given(node("n1", gpus=4)).when(big, *jobs)
    assert code(scenario, names[-1]) is PendingCode.QUEUED
    assert explanation(scenario, "job-big").requests == ()


# --- who is ahead -------------------------------------------------------------------------------------------


def test_each_job_ahead_has_a_cause() -> None:
    scenario = given(
        node("n1", gpus=2),
        queue("red", order=QueueOrder.PRIORITY),
        queue("due", guarantee_gpus=4),
        submit("job-runs", job_spec(gpus=2, queue="red")),
    ).when(
        submit("job-tier", job_spec(tier=Tier.PREMIUM_TRAINING, queue="red")),
        submit("job-share", job_spec(queue="due")),
        submit("job-urgent", job_spec(queue="red", priority=7)),
        submit("job-early", job_spec(queue="red", priority=2)),
        submit("job-late", job_spec(queue="red", priority=2, gpus=2)),
    )
    standing = explanation(scenario, "job-late").standing
    assert standing is not None
    assert (standing.in_queue, standing.in_cell) == (4, 5)
    assert (standing.waiting_in_queue, standing.waiting_in_cell) == (4, 5)
    assert standing.ahead == {Cause.TIER: 1, Cause.SHARE: 1, Cause.PRIORITY: 1, Cause.PLACE: 1}
    assert standing.named == (
        Ahead("job-tier", Cause.TIER, "goes with PREMIUM_TRAINING, this one with STANDARD_TRAINING"),
        Ahead("job-share", Cause.SHARE, "queue due has some of its guarantee left, red has none"),
        Ahead("job-urgent", Cause.PRIORITY, "priority 7, this one has 2"),
        Ahead("job-early", Cause.PLACE, "came earlier"),
    )


def test_the_user_with_the_smaller_share_is_ahead_in_a_queue_shared_by_user() -> None:
    scenario = given(node("n1", gpus=4), queue("red", order=QueueOrder.DRF)).when(
        submit("job-a", job_spec(gpus=3, queue="red", user="ada")),
        submit("job-b", job_spec(gpus=1, queue="red", user="bob")),
    )
    scenario.when(
        submit("job-c", job_spec(queue="red", user="ada")), submit("job-d", job_spec(queue="red", user="bob"))
    )
    standing = explanation(scenario, "job-c").standing
    assert standing is not None
    assert standing.named == (Ahead("job-d", Cause.GROUP_SHARE, "its user holds 25 %, this one's 75 %"),)


def test_jobs_of_other_tenants_are_counted_but_not_named() -> None:
    scenario = given(node("n1", gpus=1)).when(submit("job-runs"))
    scenario.when(
        *(submit(f"job-rival-{n}", tenant="rival") for n in range(3)), submit("job-own"), submit("job-a")
    )
    standing = explanation(scenario, "job-a").standing
    assert standing is not None
    assert sum(standing.ahead.values()) == 4
    assert [ahead.job_id for ahead in standing.named] == ["job-own"]


def test_only_the_first_of_many_jobs_ahead_are_named() -> None:
    scenario = given(node("n1", gpus=1)).when(*(submit(f"job-{n:02d}") for n in range(12)))
    standing = explanation(scenario, "job-11").standing
    assert standing is not None
    assert standing.ahead == {Cause.PLACE: 10}
    assert [ahead.job_id for ahead in standing.named] == [f"job-{n:02d}" for n in range(1, NAMED_MAX + 1)]


def test_an_aged_job_counts_as_its_higher_tier() -> None:
    scenario = given(node("n1", gpus=1)).when(submit("job-runs"))
    scenario.when(submit("job-old", job_spec(tier=Tier.INTERACTIVE)))
    step_ms = scenario.state.policy.aging_step_ms
    scenario.when(submit("job-new"), after_ms=3 * step_ms)
    standing = explanation(scenario, "job-new").standing
    assert standing is not None
    assert standing.ahead == {Cause.TIER: 1}


# --- what would help ----------------------------------------------------------------------------------------


def requests(scenario: Scenario, job_id: str) -> list[tuple[int, int, int, tuple[str, ...], str]]:
    return [
        (
            each.ranks,
            each.resources.gpu_count,
            each.resources.gpu_milli,
            each.resources.gpu_models,
            each.queue,
        )
        for each in explanation(scenario, job_id).requests
    ]


def test_a_smaller_number_of_ranks_is_proposed_for_a_gang() -> None:
    scenario = given(node("n1", gpus=4)).when(submit("job-a"), submit("job-b", job_spec(ranks=4)))
    assert requests(scenario, "job-b") == [(3, 1, 1000, (), "default")]


def test_fewer_gpus_per_rank_or_a_fraction_are_proposed() -> None:
    scenario = given(node("n1", gpus=4)).when(submit("job-a", job_spec(gpus=3)))
    scenario.when(submit("job-b", job_spec(gpus=4)))
    assert requests(scenario, "job-b") == [(1, 1, 1000, (), "default")]
    scenario.when(submit("job-c", job_spec(gpus=0.5)), submit("job-d"))
    assert requests(scenario, "job-d") == [(1, 1, 500, (), "default")]


def test_another_model_with_free_gpus_is_proposed() -> None:
    scenario = given(node("n1", gpus=1, model="H100"), node("n2", gpus=2), node("n3", gpus=1, model="T4"))
    scenario.when(submit("job-a", job_spec(models=("H100",))), submit("job-b", job_spec(models=("H100",))))
    assert [models for *_, models, _ in requests(scenario, "job-b")] == [("A100", "H100"), ("H100", "T4")]


def test_less_cpu_or_memory_is_proposed_where_it_is_short() -> None:
    scenario = given(node("n1", gpus=4, cpu_milli=10_000, memory_mib=8_192)).when(
        submit("job-a", job_spec(cpu_milli=4_050, memory_mib=1_024)),
        submit("job-b", job_spec(cpu_milli=8_000)),
    )
    assert code(scenario, "job-b") is PendingCode.CPU_SHORT
    assert [each.resources.cpu_milli for each in explanation(scenario, "job-b").requests] == [5_900]
    scenario.when(submit("job-c", job_spec(memory_mib=8_000)))
    assert code(scenario, "job-c") is PendingCode.MEMORY_SHORT
    assert [each.resources.memory_mib for each in explanation(scenario, "job-c").requests] == [7_168]


def test_dropping_a_sandbox_that_no_node_has_is_proposed() -> None:
    needs = replace(job_spec(), sandbox=SandboxNeed.REQUIRED, network=NetworkAccess.NONE)
    scenario = given().when(submit("job-a", needs)).when(node("n1"))
    assert code(scenario, "job-a") is PendingCode.SANDBOX_ABSENT
    [change] = explanation(scenario, "job-a").requests
    assert (change.sandbox, change.network) == (SandboxNeed.OPTIONAL, NetworkAccess.HOST)
    assert change_of(needs, change) == "without a sandbox and with its node's network"


def test_the_largest_gpu_memory_is_proposed_where_no_gpu_has_enough() -> None:
    scenario = given().when(submit("job-a", job_spec(gpu_memory_mib=80 << 10)))
    scenario.when(node("n1", gpu_memory_mib=24 << 10), node("n2", gpu_memory_mib=40 << 10))
    assert code(scenario, "job-a") is PendingCode.GPU_MEMORY_SHORT
    found = explanation(scenario, "job-a")
    assert [each.resources.gpu_memory_mib_min for each in found.requests] == [40 << 10]
    assert found.spec is not None
    assert change_of(found.spec, found.requests[0]) == "on GPUs with 40GiB of memory instead of 80GiB"


def test_another_queue_and_a_raised_quota_are_proposed_with_the_amount() -> None:
    scenario = given(node("n1", gpus=8), queue("red", maximum_gpus=2)).when(
        *(submit(f"job-{n}", job_spec(queue="red")) for n in range(4))
    )
    found = explanation(scenario, "job-3")
    assert [each.queue for each in found.requests] == ["default"]
    assert found.quota is not None
    assert (found.quota.queue, found.quota.others) == ("red", 1)
    assert found.quota.settings.maximum == Quota(gpu_milli=4_000)


def test_raising_a_job_limit_or_a_quota_by_model_is_proposed() -> None:
    scenario = given(node("n1", gpus=8, model="H100"), queue("red", jobs_running_max=1))
    scenario.when(queue("blue", maximum=Quota(gpu_milli_by_model={"H100": 1_000})))
    scenario.when(
        *(submit(f"job-{name}-{n}", job_spec(queue=name)) for n in range(2) for name in ("red", "blue"))
    )
    red, blue = explanation(scenario, "job-red-1").quota, explanation(scenario, "job-blue-1").quota
    assert red is not None
    assert red.settings.jobs_running_max == 2
    assert blue is not None
    assert blue.settings.maximum == Quota(gpu_milli_by_model={"H100": 2_000})


def test_no_quota_is_proposed_that_would_only_start_other_jobs() -> None:
    scenario = given(node("n1", gpus=3), queue("red", maximum_gpus=2)).when(
        *(submit(f"job-{n}", job_spec(queue="red")) for n in range(4))
    )
    assert explanation(scenario, "job-2").quota is not None
    assert explanation(scenario, "job-3").quota is None


def test_a_job_that_starts_on_nodes_reserved_for_its_queue_counts_as_starting_before() -> None:
    scenario = given(
        node("n1", gpus=4),
        node("n2", gpus=8, model="H100"),
        queue("org", jobs_running_max=2),
        queue("red", parent="org"),
        queue("blue", parent="org"),
    )
    scenario.when(*(submit(f"job-{n}", job_spec(queue="red", models=("H100",))) for n in range(2)))
    scenario.when(reserve("for-blue", "blue", nodes=1, ends_at_ms=START_MS + 3_600_000))
    scenario.when(
        submit("job-red", job_spec(queue="red", models=("H100",))),
        submit("job-blue", job_spec(queue="blue", models=("A100",))),
    )
    found = explanation(scenario, "job-red").quota
    assert found is not None
    assert (found.queue, found.most, found.others) == ("org", 4, 1)


# --- why there ----------------------------------------------------------------------------------------------


def test_a_placed_job_is_explained_by_the_terms_of_its_place_and_the_next_best() -> None:
    scenario = given(node("n1", gpus=4), node("n2", gpus=4), node("n3", gpus=8)).when(submit("job-a"))
    scenario.when(submit("job-b"), after_ms=500)
    place = explanation(scenario, "job-b").placement
    assert place is not None
    assert place.chosen.node_ids == ("n1",)
    assert place.runner_up is not None
    assert place.runner_up.node_ids == ("n2",)
    assert place.chosen.terms is not None
    assert place.runner_up.terms is not None
    assert place.chosen.terms.cost == place.runner_up.terms.cost
    assert place.chosen.terms.gpu_left_milli < place.runner_up.terms.gpu_left_milli
    assert place.left.p90_ms is None


def test_a_gang_without_an_alternative_place_is_explained_as_such() -> None:
    scenario = given(node("n1", gpus=2), node("n2", gpus=2)).when(submit("job-a", job_spec(ranks=3)))
    place = explanation(scenario, "job-a").placement
    assert place is not None
    assert (place.chosen.node_ids, place.looked, place.runner_up) == (("n1", "n2"), True, None)
