"""Restrictions of queues: jobs of some tiers do not start from a queue or those below it for a time."""

from __future__ import annotations

from typing import Any

from muster.events.job_commands import SubmitJob, Tier
from muster.events.job_events import JobPending
from muster.events.queue_commands import DeleteQueue
from muster.events.shared.command_answers import CommandRejected
from muster.queues import quotas
from muster.queues.restrictions import RESTRICTIONS_MAX
from muster.scheduler.core.explain import wording
from muster.scheduler.core.explain.explain import explain
from muster.scheduler.core.replay.hashing import StateHash
from muster.scheduler.core.replay.snapshot import forked
from muster.testkit.cores.build import (
    TENANT,
    USER,
    configure,
    job_spec,
    lift,
    node,
    queue,
    restrict,
    submit,
)
from muster.testkit.cores.scenario import START_MS, Scenario, given

WHY = "budget vision-month is spent: 5012.40 of 5000.00 USD"
LOW = (Tier.BATCH_INFERENCE, Tier.INTERACTIVE)


def tree() -> Scenario:
    """Create a node, and the queue vision below acme."""
    return given(node("n1", gpus=2), queue("acme"), queue("vision", parent="acme"))


def vision(job_id: str, tier: Tier = Tier.INTERACTIVE, **spec: Any) -> SubmitJob:
    return submit(job_id, job_spec(queue="vision", tier=tier, **spec))


def test_low_tiers_wait_with_a_reason_and_start_when_the_restriction_is_lifted() -> None:
    scenario = tree().when(restrict("acme", "budget", *LOW, reason=WHY)).then("QueueRestricted acme")
    scenario.when(vision("job-a")).then("JobQueued job-a", "JobPending job-a QUEUE_RESTRICTED")
    [pending] = [each for each in scenario.decided if isinstance(each, JobPending)]
    assert pending.message == (
        f"queue 'acme' is restricted, no batch-inference, interactive work starts until it is lifted: {WHY}"
    )
    scenario.when(vision("job-b", Tier.STANDARD_TRAINING))
    scenario.then("JobQueued job-b", "GangBound job-b/1 n1[0]", "StartTask n1 job-b/1")
    scenario.when(configure("acme")).then("CommandRepeated ConfigureQueue acme")
    scenario.when(lift("acme", "budget"))
    scenario.then("QueueRestrictionEnded acme", "GangBound job-a/1 n1[1]", "StartTask n1 job-a/1")


def test_a_restriction_ends_after_its_time() -> None:
    until_ms = START_MS + 60_000
    scenario = tree().when(restrict("vision", "budget", *LOW, until_ms=until_ms)).when(vision("job-a"))
    assert "until 2023-11-14T22:14:20.000Z" in scenario.decided[-1].message
    while scenario.now_ms < until_ms:
        scenario.when_time_comes()
    assert scenario.now_ms == until_ms
    scenario.then("QueueRestrictionEnded vision", "GangBound job-a/1 n1[0]", "StartTask n1 job-a/1")


def test_two_restrictions_end_independently() -> None:
    scenario = tree().when(restrict("vision", "hours", *LOW), restrict("vision", "money", *LOW))
    scenario.when(vision("job-a")).when(lift("vision", "hours")).then("QueueRestrictionEnded vision")
    scenario.when(lift("vision", "money"))
    scenario.then("QueueRestrictionEnded vision", "GangBound job-a/1 n1[0]", "StartTask n1 job-a/1")


def test_an_impossible_restriction_is_rejected_with_the_reason() -> None:
    scenario = tree().when(restrict("vision", "late", *LOW, until_ms=START_MS))
    scenario.when(restrict("vision", "a", *LOW), restrict("vision", "a", *LOW), lift("vision", "b"))
    scenario.then("QueueRestricted vision", "CommandRepeated RestrictQueue vision", *scenario.decided[2:])
    assert rejections(scenario) == ["queue 'vision' has no restriction 'b'"]
    scenario.when(*(restrict("vision", f"b-{number}", *LOW) for number in range(RESTRICTIONS_MAX)))
    assert rejections(scenario) == ["restriction is b-15; must be one of at most 16 in a queue"]
    scenario = tree().when(restrict("vision", "a", *LOW))
    scenario.when(DeleteQueue(queue="vision", tenant=TENANT, requested_by=USER))
    assert rejections(scenario) == ["queue 'vision' is restricted; lift a first"]


def rejections(scenario: Scenario) -> list[str]:
    return [each.message for each in scenario.decided if isinstance(each, CommandRejected)]


def test_restricted_tiers_have_no_fair_share_and_their_elastic_jobs_do_not_grow() -> None:
    scenario = given(node("n1", gpus=4), queue("vision", guarantee_gpus=4))
    key = scenario.when(vision("job-a", ranks=8)).state.jobs["job-a"].scheduling_key
    assert key is not None
    named = scenario.state.queues.by_key[TENANT, "vision"]
    gang, low, high = key.placement_class._replace(ranks=1), key.tier_rank, 0
    scenario.when(restrict("vision", "budget", *LOW))
    assert quotas.jobs_guaranteed(named, gang, high) == 4
    assert quotas.leaves_room(named, gang, high)
    assert quotas.jobs_guaranteed(named, gang, low) == 0
    assert not quotas.leaves_room(named, gang, low)


def test_the_explanation_names_the_end_of_the_restriction() -> None:
    scenario = tree().when(restrict("vision", "budget", *LOW, reason=WHY)).when(vision("job-a"))
    found = explain(scenario.state, "job-a")
    assert found is not None
    parts = dict(wording.parts(found))
    assert parts["Starts now"] == ("in queue 'default'",)
    assert "not before the restriction of its queue ends" in str(parts)


def test_a_restriction_survives_a_snapshot_and_is_absent_from_the_hash_until_used() -> None:
    scenario = tree()
    before = StateHash().refresh_all(scenario.state)
    restricted = scenario.when(restrict("vision", "budget", *LOW, until_ms=START_MS + 60_000)).state
    copy = forked(restricted)
    assert StateHash().refresh_all(copy) == StateHash().refresh_all(restricted) != before
    assert (
        copy.queues.by_key[TENANT, "vision"].restrictions
        == restricted.queues.by_key[TENANT, "vision"].restrictions
    )
