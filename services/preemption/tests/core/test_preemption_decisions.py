"""Requests, facts that end a plan, and time, each with the whole list of facts that follow."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from muster.events.job_commands import JobSpec, Tier
from muster.events.job_events import (
    AttemptEnded,
    AttemptOutcome,
    CheckpointRecorded,
    GangBound,
    GpuGeometryChanged,
    HoldReleased,
    HoldReleaseReason,
    JobCancelled,
    JobPending,
    JobQueued,
    Payload,
    PendingCode,
    PreemptionAccepted,
    PreemptionCause,
    PreemptionRefused,
    PreemptionRequested,
    QueueCreated,
    RankPlacement,
    RankShape,
    RefusalCode,
    ReservationMade,
)
from muster.events.node_commands import Sharing
from muster.events.preemption_commands import ActivatePreemptionPolicy, PreemptionPolicy
from muster.events.preemption_events import (
    DeclineReason,
    PlannedRank,
    PlannedVictim,
    PlanOutcome,
    PreemptionDeclined,
    PreemptionPlanned,
    PreemptionPolicyActivated,
    PreemptionSettled,
    VictimReason,
)
from muster.events.queue_commands import QueueSettings, Quota
from muster.events.shared.command_answers import CommandRejected
from muster.preemption.core.answers import dry_run
from muster.preemption.core.decisions import decider_of
from muster.preemption.core.history import History, Terms
from muster.preemption.core.world import World
from muster.testkit.cores import build
from muster.testkit.cores.deciding import START_MS, Decisions, given

MINUTE_MS = 60_000
PRODUCTION = Tier.PRODUCTION_INFERENCE
DEFAULT = PreemptionPolicy(name="default")
DRAIN_MS = build.job_spec().grace_ms
STOPS_MS = DRAIN_MS + DEFAULT.restart_ms
"""Time a job loses besides its work when it restarts at once."""


def world(*facts: tuple[Payload, int]) -> World:
    """A cell of one queue with a guarantee of 2 GPUs and one without, and nodes of 4 GPUs; minutes ago."""
    cell = World()
    guarantee = QueueSettings(guarantee=Quota(gpu_milli=2_000))
    for name, settings in (("owner", guarantee), ("lender", None)):
        queue = QueueCreated(queue=name, tenant="acme", description="", requested_by="op", settings=settings)
        tell(cell, queue, 900)
    for fact, minutes in facts:
        tell(cell, fact, minutes)
    return cell


def tell(cell: World, fact: Payload, minutes: int = 0) -> None:
    """Apply a fact that happened some minutes ago to the cell."""
    cell.apply(fact, START_MS - minutes * MINUTE_MS, cell.seq + 1)


def queued(job_id: str, spec: JobSpec, minutes: int = 0) -> tuple[Payload, int]:
    """A job waits."""
    return JobQueued(job_id=job_id, tenant="acme", spec=spec), minutes


def bound(
    job_id: str, seats: Mapping[str, tuple[int, ...]], minutes: int, queue: str = "lender"
) -> tuple[GangBound, int]:
    """It holds these GPUs of these nodes, one rank a node."""
    places = tuple(
        RankPlacement(
            rank=rank, node_id=node_id, gpu_indices=gpus, gpu_milli=1_000, sharing=Sharing.EXCLUSIVE
        )
        for rank, (node_id, gpus) in enumerate(seats.items())
    )
    fact = GangBound(
        job_id=job_id,
        attempt=1,
        placements=places,
        master_address="a",
        master_port=1,
        waited_ms=0,
        tenant="acme",
        queue=queue,
        each=RankShape(cpu_milli=1_000, memory_mib=1_024),
    )
    return fact, minutes


def saved(job_id: str, minutes: int) -> tuple[Payload, int]:
    """It has a checkpoint."""
    return (
        CheckpointRecorded(
            job_id=job_id, attempt=1, rank=0, file="c", uri="s3://c", sha256="0", size_bytes=1
        ),
        minutes,
    )


def ended(job_id: str) -> AttemptEnded:
    """Its attempt is over."""
    return AttemptEnded(
        job_id=job_id,
        attempt=1,
        outcome=AttemptOutcome.STOPPED,
        exit_code=None,
        signal=None,
        rank=None,
        node_id=None,
        message="",
        ran_ms=1,
    )


def request(job_id: str = "job-asks", cause: PreemptionCause = PreemptionCause.TIER, **more: Any) -> Any:
    """The scheduler asks for room."""
    asked: dict[str, Any] = {
        "queue": "owner", "jobs": 1, "gpu_milli_missing": 4_000, "gpu_models": (), "borrowers": ()
    }  # fmt: skip
    return PreemptionRequested(job_id=job_id, cause=cause, tenant="acme", as_of_seq=0, **(asked | more))


def victim(job_id: str, gpus: int, cost_gpu_ms: int, lost_gpu_ms: int = -1, **more: Any) -> PlannedVictim:
    """A job of the queue that lends, which yields to a higher tier; it loses what else it pays."""
    beside_gpu_ms = gpus * (STOPS_MS + DEFAULT.delay_ms)
    lost_gpu_ms = cost_gpu_ms - beside_gpu_ms if lost_gpu_ms < 0 else lost_gpu_ms
    lost = f"loses {lost_gpu_ms / 3_600_000:.2f} GPU hours of work"
    saved = " since its last checkpoint, less if it saves in time, and continues from there"
    sure: dict[str, Any] = {
        "ranks_kept": 0,
        "reason": VictimReason.LOWER_TIER,
        "message": f"yields to a job of a higher tier; {lost}{saved}",
        "lost_gpu_ms": lost_gpu_ms,
    }
    return PlannedVictim(
        job_id=job_id,
        attempt=1,
        tenant="acme",
        queue="lender",
        user="ada",
        gpu_milli_freed=gpus * 1_000,
        cost_gpu_ms=cost_gpu_ms,
        **(sure | more),
    )


def two_running() -> World:
    """n0 is held by a job with a checkpoint 10 minutes old, n1 by one without; a job of 4 GPUs asks."""
    four = build.job_spec(gpus=4, queue="lender")
    return world(
        (build.node("n0", gpus=4), 800),
        (build.node("n1", gpus=4), 800),
        queued("job-saves", four, 100),
        bound("job-saves", {"n0": (0, 1, 2, 3)}, 100),
        queued("job-loses", four, 90),
        bound("job-loses", {"n1": (0, 1, 2, 3)}, 90),
        saved("job-saves", 10),
        queued("job-asks", build.job_spec(gpus=4, queue="owner", tier=PRODUCTION)),
    )


COST = 4 * (10 * MINUTE_MS + 1 + STOPS_MS + DEFAULT.delay_ms)
"""Four GPUs for the time since the checkpoint, the drain, a restart and the expected delay."""


def planned(
    cell: World, *victims: PlannedVictim, at_ms: int = START_MS + 1, **more: Any
) -> PreemptionPlanned:
    """The plan for four GPUs on n0."""
    cost = sum(each.cost_gpu_ms for each in victims)
    sure: dict[str, Any] = {
        "job_id": "job-asks",
        "cause": PreemptionCause.TIER,
        "placements": (PlannedRank(rank=0, node_id="n0", gpu_indices=(0, 1, 2, 3)),),
        "gain_gpu_ms": 4 * DEFAULT.wait_spared_ms,
    } | more
    return PreemptionPlanned(
        plan_id=f"plan-{sure['job_id']}-0",
        tenant="acme",
        queue="owner",
        victims=victims,
        cost_gpu_ms=cost,
        cost_gpu_ms_min=cost,
        exact=True,
        as_of_seq=cell.seq,
        expires_at_ms=at_ms + DEFAULT.plan_valid_ms,
        **sure,
    )


def declined(cell: World, reason: DeclineReason, message: str, **more: Any) -> PreemptionDeclined:
    """No plan for the job that asks."""
    return PreemptionDeclined(
        job_id="job-asks",
        tenant="acme",
        queue="owner",
        cause=PreemptionCause.TIER,
        reason=reason,
        message=message,
        as_of_seq=cell.seq,
        **more,
    )


def settled(plan: PreemptionPlanned, outcome: PlanOutcome) -> PreemptionSettled:
    """The plan is no longer open."""
    return PreemptionSettled(plan_id=plan.plan_id, job_id="job-asks", tenant="acme", outcome=outcome)


def core(cell: World) -> Decisions:
    """The core on this cell."""
    return given(decider_of(lambda _: cell))


def test_the_job_with_a_checkpoint_yields() -> None:
    cell = two_running()
    core(cell).when(request()).then(planned(cell, victim("job-saves", 4, COST)))


def test_a_plan_ends_when_its_job_is_bound_cancelled_or_too_late() -> None:
    cell = two_running()
    plan = planned(cell, victim("job-saves", 4, COST))
    served, _ = bound("job-asks", {"n0": (0, 1, 2, 3)}, 0, "owner")
    core(cell).when(request()).when(served).then(settled(plan, PlanOutcome.SERVED)).when(served).then()
    cancelled = JobCancelled(job_id="job-asks", requested_by="ada", reason="")
    core(cell).when(request()).when(cancelled).then(settled(plan, PlanOutcome.MOOT))
    core(cell).when(request()).when(ended("job-saves")).then(settled(plan, PlanOutcome.VICTIM_ENDED))
    core(cell).when(request()).when(ended("job-loses")).then()
    core(cell).when(request()).when_time_comes().then(settled(plan, PlanOutcome.EXPIRED))


def test_a_victim_is_asked_for_one_plan_at_a_time_and_for_one_job_once() -> None:
    cell = two_running()
    message = "yields to a job of a higher tier; loses 6.00 GPU hours of work: it has no checkpoints"
    cost = 4 * (90 * MINUTE_MS + 2 + STOPS_MS + DEFAULT.delay_ms)
    other = victim("job-loses", 4, cost, message=message)
    seat = (PlannedRank(rank=0, node_id="n1", gpu_indices=(0, 1, 2, 3)),)
    again = planned(cell, other, at_ms=START_MS + 2, placements=seat)
    generous = ActivatePreemptionPolicy(policy=replace(DEFAULT, gain_percent_min=0), requested_by="op")
    policy = PreemptionPolicyActivated(policy=generous.policy, requested_by="op")
    decisions = core(cell).when(generous).then(policy).when(request(), after_ms=0)
    decisions.when(request()).then(again)
    decisions.when_time_comes().then(settled(again, PlanOutcome.EXPIRED))
    both = "those that would suffice were evicted too often, or one of the pair was evicted for the other"
    tell(cell, *saved("job-saves", -1))  # the cell lives: the request is as new as what is known
    decisions.when(request()).then(declined(cell, DeclineReason.HYSTERESIS, both))


def test_the_scheduler_accepts_a_plan_or_refuses_it_and_a_refused_one_counts_against_no_budget() -> None:
    cell = two_running()
    plan = planned(cell, victim("job-saves", 4, COST))
    accepted = PreemptionAccepted(
        plan_id=plan.plan_id,
        job_id="job-asks",
        victims=(),
        placements=(),
        held_until_ms=0,
        cost_gpu_ms=0,
        as_of_seq=0,
    )
    core(cell).when(request()).when(accepted).then(settled(plan, PlanOutcome.ACCEPTED)).when(accepted).then()
    refused = PreemptionRefused(
        plan_id=plan.plan_id, job_id="job-asks", code=RefusalCode.VICTIM_GONE, reason="it has ended"
    )
    decisions = core(cell).when(request()).when(refused).then(settled(plan, PlanOutcome.REFUSED))
    (again,) = decisions.when(request()).decided
    assert [each.job_id for each in again.victims] == ["job-saves"]


def test_a_job_to_which_others_yield_already_gets_no_second_plan() -> None:
    cell = two_running()
    accepted = PreemptionAccepted(
        plan_id="plan-1",
        job_id="job-asks",
        victims=(),
        placements=(),
        held_until_ms=START_MS + MINUTE_MS,
        cost_gpu_ms=0,
        as_of_seq=0,
    )
    tell(cell, accepted)
    core(cell).when(request()).then(declined(cell, DeclineReason.BUSY, "others yield to it already"))
    tell(cell, HoldReleased(plan_id="plan-1", job_id="job-asks", reason=HoldReleaseReason.EXPIRED))
    core(cell).when(request()).then(planned(cell, victim("job-saves", 4, COST)))


def test_a_request_that_comes_later_than_a_plan_would_be_valid_is_declined() -> None:
    cell = two_running()
    late_ms = DEFAULT.plan_valid_ms + 1
    message = f"the request came {late_ms} ms late, and the cell has changed since"
    stale = declined(cell, DeclineReason.STALE, message)
    core(cell).when(request(), after_ms=late_ms).then(stale)


def test_a_fact_that_a_plan_already_counted_does_not_end_it() -> None:
    cell = two_running()
    plan = planned(cell, victim("job-saves", 4, COST))
    gone = ended("job-saves")
    core(cell).when(request()).when(gone, seqs=[cell.seq]).then()
    core(cell).when(request()).when(gone, seqs=[cell.seq + 1]).then(settled(plan, PlanOutcome.VICTIM_ENDED))


def test_a_request_is_planned_on_the_world_of_its_seq_or_of_the_newest_answer() -> None:
    cell, asked = two_running(), list[int]()

    def world_as_of(seq: int) -> World:
        asked.append(seq)
        cell.complete_to(seq)
        return cell

    decisions = given(decider_of(world_as_of)).when(replace(request(), as_of_seq=40))
    decisions.when(replace(request("job-loses"), as_of_seq=30)).when(replace(request(), as_of_seq=50))
    assert asked == [40, 40, 50]


def test_a_dry_run_is_the_plan_that_a_request_would_get_and_changes_nothing() -> None:
    cell = two_running()
    for _ in range(2):
        terms = Terms(DEFAULT, History(), START_MS + 1)
        found = dry_run(cell, "job-asks", terms)
        assert isinstance(found, PreemptionPlanned)
        assert found.victims == (victim("job-saves", 4, COST),)
    terms = Terms(DEFAULT, History(), START_MS + 1)
    running = dry_run(cell, "job-saves", terms)
    assert isinstance(running, PreemptionDeclined)
    assert running.reason is DeclineReason.NOT_WAITING
    assert dry_run(cell, "job-unknown", terms) is None


def test_a_policy_out_of_range_is_refused_field_by_field() -> None:
    wrong = replace(DEFAULT, plan_valid_ms=0, gain_percent_min=-1)
    (refused,) = core(two_running()).when(ActivatePreemptionPolicy(policy=wrong, requested_by="op")).decided
    assert isinstance(refused, CommandRejected)
    assert [(each.field, each.value) for each in refused.violations] == [
        ("policy.gain_percent_min", "-1"),
        ("policy.plan_valid_ms", "0s"),
    ]


def test_no_plan_when_the_gain_does_not_pay_for_the_price() -> None:
    cell = two_running()
    cost = 4 * (10 * MINUTE_MS + 2 + STOPS_MS + DEFAULT.delay_ms)
    gain = 4 * DEFAULT.wait_spared_ms
    strict = replace(DEFAULT, gain_percent_min=400)
    message = f"{cost} GPU ms lost for {gain} gained; 400 % is the least"
    core(cell).when(ActivatePreemptionPolicy(policy=strict, requested_by="op")).when(request()).then(
        declined(cell, DeclineReason.NO_GAIN, message, cost_gpu_ms=cost, gain_gpu_ms=gain)
    )


def test_budgets_are_told_as_the_reason() -> None:
    cell = two_running()
    none = replace(DEFAULT, evictions_per_queue_hour_max=0)
    message = "as many jobs as the budgets allow were evicted within the hour"
    core(cell).when(ActivatePreemptionPolicy(policy=none, requested_by="op")).when(request()).then(
        declined(cell, DeclineReason.BUDGET, message)
    )


def test_elastic_jobs_shrink_before_anyone_is_evicted_and_no_further_than_needed() -> None:
    elastic = build.job_spec(gpus=1, ranks=4, ranks_min=1, queue="lender")
    cell = world(
        *((build.node(f"n{i}", gpus=1), 800) for i in range(4)),
        queued("job-large", elastic, 60),
        bound("job-large", {f"n{i}": (0,) for i in range(4)}, 60),
        queued("job-asks", build.job_spec(gpus=1, queue="owner", tier=PRODUCTION)),
    )
    lost_gpu_ms = 4 * (60 * MINUTE_MS + 2)
    cost = lost_gpu_ms + 4 * STOPS_MS
    shrinks = victim(
        "job-large",
        2,
        cost,
        lost_gpu_ms,
        ranks_kept=2,
        reason=VictimReason.ELASTIC_SURPLUS,
        message="goes on with 2 ranks; loses 4.00 GPU hours of work: it has no checkpoints",
    )
    generous = ActivatePreemptionPolicy(policy=replace(DEFAULT, gain_percent_min=0), requested_by="op")
    seat = (PlannedRank(rank=0, node_id="n2", gpu_indices=(0,)),)
    plan = planned(cell, shrinks, at_ms=START_MS + 2, placements=seat, gain_gpu_ms=DEFAULT.wait_spared_ms)
    core(cell).when(generous).when(request()).then(plan)


def test_equal_jobs_are_planned_for_together() -> None:
    cell = two_running()
    for job_id in ("job-asks-2", "job-asks-3"):
        tell(cell, *queued(job_id, build.job_spec(gpus=4, queue="owner", tier=PRODUCTION)))
    generous = ActivatePreemptionPolicy(policy=replace(DEFAULT, gain_percent_min=0), requested_by="op")
    plans = core(cell).when(generous).when(request(jobs=3)).decided
    assert [(plan.job_id, [each.job_id for each in plan.victims]) for plan in plans] == [
        ("job-asks", ["job-saves"]),
        ("job-asks-2", ["job-loses"]),
    ]


def test_no_job_yields_to_one_that_waits_for_others_to_end() -> None:
    cell = two_running()
    for job_id in ("job-asks-2", "job-asks-3"):
        tell(cell, *queued(job_id, build.job_spec(gpus=4, queue="owner", tier=PRODUCTION)))
    waits = JobPending(job_id="job-asks-2", code=PendingCode.WAITS_FOR_JOBS, message="")
    tell(cell, waits)
    generous = ActivatePreemptionPolicy(policy=replace(DEFAULT, gain_percent_min=0), requested_by="op")
    plans = core(cell).when(generous).when(request(jobs=3)).decided
    assert [plan.job_id for plan in plans] == ["job-asks", "job-asks-3"]
    found = dry_run(cell, "job-asks-2", Terms(DEFAULT, History(), START_MS + 1))
    assert isinstance(found, PreemptionDeclined)
    assert (found.reason, found.message) == (
        DeclineReason.NOT_WAITING,
        "the job waits for other jobs to end",
    )


def test_a_victim_of_this_answer_is_not_asked_again_when_the_next_equal_job_finds_no_room() -> None:
    cell = two_running()
    for number in range(5):
        tell(cell, *queued(f"job-two-{number}", build.job_spec(gpus=2, queue="owner", tier=PRODUCTION)))
    generous = ActivatePreemptionPolicy(policy=replace(DEFAULT, gain_percent_min=0), requested_by="op")
    plans = core(cell).when(generous).when(request("job-two-0", jobs=5)).decided
    assert [[each.job_id for each in plan.victims] for plan in plans] == [["job-saves"], ["job-loses"]]


def test_a_plan_may_make_a_gpu_whole_that_was_cut() -> None:
    cell = world(
        (build.node("n0", gpus=2, model="H100-80GB"), 800),
        (GpuGeometryChanged(node_id="n0", gpu_index=1, cut=True, for_job_id="job-old"), 700),
        queued("job-small", build.job_spec(queue="lender"), 60),
        bound("job-small", {"n0": (0,)}, 60),
        queued("job-asks", build.job_spec(gpus=2, queue="owner", tier=PRODUCTION)),
        queued("job-asks-2", build.job_spec(gpus=2, queue="owner", tier=PRODUCTION)),
    )
    generous = ActivatePreemptionPolicy(policy=replace(DEFAULT, gain_percent_min=0), requested_by="op")
    (plan,) = core(cell).when(generous).when(request(jobs=2)).decided
    assert [each.job_id for each in plan.victims] == ["job-small"]
    assert plan.placements == (PlannedRank(rank=0, node_id="n0", gpu_indices=(0, 1)),)


def test_a_reservation_asks_its_holders() -> None:
    cell = two_running()
    asked = request("", PreemptionCause.RESERVATION, reservation="night", holders=("job-loses", "job-gone"))
    (plan,) = core(cell).when(asked).decided
    assert (plan.reservation, plan.job_id, plan.placements) == ("night", "", ())
    assert [(each.job_id, each.reason) for each in plan.victims] == [
        ("job-loses", VictimReason.HOLDS_RESERVED)
    ]


def test_a_job_that_no_longer_waits_gets_no_plan() -> None:
    cell = two_running()
    tell(cell, JobCancelled(job_id="job-asks", requested_by="ada", reason=""))
    core(cell).when(request()).then(declined(cell, DeclineReason.NOT_WAITING, "the job no longer waits"))


@pytest.mark.parametrize(
    ("checkpoint", "stored", "cause", "lost_minutes", "told"),
    [
        (True, True, PreemptionCause.TIER, 40, "loses 0.67 GPU hours of work since its last checkpoint"),
        (True, False, PreemptionCause.TIER, 240, "loses 4.00 GPU hours of work, less if it saves in time"),
        (False, False, PreemptionCause.TIER, 240, "loses 4.00 GPU hours of work: it has no checkpoints"),
        (True, True, PreemptionCause.TIME_SHARED, 0, "saves before it stops, and continues from there"),
    ],
)
def test_a_victim_is_told_what_it_loses_itself(
    *, checkpoint: bool, stored: bool, cause: PreemptionCause, lost_minutes: int, told: str
) -> None:
    cell = world(
        (build.node("n0", gpus=4), 800),
        queued("job-runs", build.job_spec(gpus=4, queue="lender", checkpoint=checkpoint), 60),
        bound("job-runs", {"n0": (0, 1, 2, 3)}, 60),
        *([saved("job-runs", 10)] if stored else []),
        queued("job-asks", build.job_spec(gpus=4, queue="owner", tier=PRODUCTION)),
    )
    generous = ActivatePreemptionPolicy(policy=replace(DEFAULT, gain_percent_min=0), requested_by="op")
    asked = request(cause=cause, holders=("job-runs",))
    [plan] = core(cell).when(generous, after_ms=0).when(asked, after_ms=0).decided
    [found] = plan.victims
    assert told in found.message
    assert found.lost_gpu_ms == 4 * lost_minutes // 4 * MINUTE_MS
    assert found.lost_gpu_ms < found.cost_gpu_ms == plan.cost_gpu_ms


@pytest.mark.parametrize("others", [0, 24])
def test_a_job_in_the_backfill_window_of_the_preemptor_leaves_by_itself_and_is_not_asked(others: int) -> None:
    """However recently it was bound; where few run and every set is tried, and where nodes are priced."""
    two, one = build.job_spec(gpus=2, queue="lender"), build.job_spec(queue="lender", checkpoint=True)
    fills, minutes = bound("job-fills", {"n0": (2, 3)}, 0)
    beside = [
        fact
        for number in range(others)
        for fact in (
            queued(f"job-{number:02}", one, 800),
            bound(f"job-{number:02}", {f"n{1 + number // 4}": (number % 4,)}, 800),
        )
    ]
    cell = world(
        *((build.node(f"n{number}", gpus=4), 900) for number in range(1 + others // 4)),
        *beside,
        queued("job-lent", two, 10),
        bound("job-lent", {"n0": (0, 1)}, 10),
        queued("job-asks", build.job_spec(gpus=4, queue="owner", tier=PRODUCTION)),
        (ReservationMade(job_id="job-asks", node_ids=("n0",), starts_at_ms=None, kept_until_ms=0), 0),
        queued("job-fills", two),
        (replace(fills, gap_of="job-asks"), minutes),
    )
    found = dry_run(cell, "job-asks", Terms(DEFAULT, History(), START_MS + 1))
    assert isinstance(found, PreemptionPlanned)
    assert [each.job_id for each in found.victims] == ["job-lent"]
    tell(cell, ended("job-lent"))
    fits = dry_run(cell, "job-asks", Terms(DEFAULT, History(), START_MS + 1))
    assert isinstance(fits, PreemptionDeclined)
    assert fits.reason is DeclineReason.FITS_ALREADY


@pytest.mark.parametrize("others", [0, 24])
@pytest.mark.parametrize(("tier", "victim"), [(Tier.STANDARD_TRAINING, "job-long"), (PRODUCTION, "job-kept")])
def test_a_job_whose_gpus_are_guaranteed_for_longer_yields_to_production_only(
    others: int, tier: Tier, victim: str
) -> None:
    """Though it would cost least; where few run and every set is tried, and where nodes are priced."""
    two, one = build.job_spec(gpus=2, queue="lender"), build.job_spec(queue="lender", checkpoint=True)
    kept, minutes = bound("job-kept", {"n0": (2, 3)}, 10)
    beside = [
        fact
        for number in range(others)
        for fact in (
            queued(f"job-{number:02}", one, 800),
            bound(f"job-{number:02}", {f"n{1 + number // 4}": (number % 4,)}, 800),
        )
    ]
    cell = world(
        *((build.node(f"n{number}", gpus=4), 900) for number in range(1 + others // 4)),
        *beside,
        queued("job-long", two, 20),
        bound("job-long", {"n0": (0, 1)}, 20),
        queued("job-kept", two, 10),
        (replace(kept, guaranteed_until_ms=START_MS + MINUTE_MS), minutes),
        queued("job-asks", build.job_spec(gpus=2, queue="owner", tier=tier)),
    )
    found = dry_run(cell, "job-asks", Terms(DEFAULT, History(), START_MS + 1))
    assert isinstance(found, PreemptionPlanned)
    assert [each.job_id for each in found.victims] == [victim]
    later = dry_run(cell, "job-asks", Terms(DEFAULT, History(), START_MS + MINUTE_MS))
    assert isinstance(later, PreemptionPlanned)
    assert [each.job_id for each in later.victims] == ["job-kept"]
