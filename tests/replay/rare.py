"""A history written by hand, of events that random ones rarely contain: reservations, moves, silent nodes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from muster.events.checkpoint_events import CheckpointRemoved, OutputRemoved
from muster.events.job_commands import JobSpec, SpotUse, Tier
from muster.events.job_events import (
    AttemptEnded,
    GangBound,
    NodeForgotten,
    NodeLost,
    NodeRecovered,
    NodeRefused,
    NodeSuspected,
    PreemptionCause,
    SilenceCause,
)
from muster.events.node_commands import StopTask
from muster.events.operator_commands import (
    ActivateFailureRules,
    ActivatePolicy,
    CheckNode,
    CordonNode,
    DrainNode,
    ForgetNode,
    ReclaimNode,
    SpareNode,
    TagNode,
    UncordonNode,
)
from muster.events.queue_commands import CancelCapacityReservation, DeleteQueue, QueueOrder
from muster.events.scheduler_log import Batch, ClockTicked, SequencedInput
from muster.events.task_events import (
    FindingSource,
    NodeNoteReported,
    NodeReclaimAnnounced,
    NodeReclaimWithdrawn,
    OutputStored,
    ReclaimSource,
    RuleFinding,
    Suspicion,
    TaskOutcome,
)
from muster.failures.shipped import shipped_text
from muster.scheduler.core.decide import next_deadline_ms, step
from muster.scheduler.core.replay.hashing import HASH_VERSION, StateHash
from muster.scheduler.core.state.state import DEFAULT_POLICY, State
from muster.testkit.cores import build

START_MS = 1_700_000_000_000
HOUR_MS = 3_600_000
LIMIT_MS = 24 * HOUR_MS


class Telling:
    """Steps the core and keeps each batch as a leader writes it, with its state hash."""

    def __init__(self) -> None:
        self.batches: list[Batch] = []
        self.now_ms = START_MS
        self._state = State()
        self._digest = StateHash()

    def when(self, *payloads: Any, after_ms: int = 1) -> None:
        """Decide these inputs as one batch, `after_ms` later."""
        self.now_ms += after_ms
        state, first = self._state, self._state.seq_next
        inputs = tuple(
            SequencedInput(seq=seq, event_id=f"event-{seq}", correlation_id=f"request-{seq}", payload=payload)
            for seq, payload in enumerate(payloads, first)
        )
        consequences = step(state, inputs, self.now_ms)
        self.batches.append(
            Batch(
                cell=state.cell,
                epoch=state.epoch,
                seq_first=first,
                observed_at_ms=state.now_ms,
                positions=(),
                inputs=inputs,
                decisions=tuple(consequence.decision for consequence in consequences),
                state_hash=self._digest.refresh(state),
                hash_version=HASH_VERSION,
            )
        )

    def wait_until(self, at_ms: int) -> None:
        """Time goes from deadline to deadline until then."""
        while (deadline_ms := next_deadline_ms(self._state)) is not None and deadline_ms <= at_ms:
            self.when(ClockTicked(), after_ms=max(0, deadline_ms - self.now_ms))
        self.now_ms = max(self.now_ms, at_ms)


def rare_history() -> list[Batch]:
    """The whole history."""
    told = Telling()
    policy = replace(DEFAULT_POLICY, head_patience_ms=0, measure_interval_ms=LIMIT_MS)
    told.when(build.elected(), build.founding_queue(), ActivatePolicy(policy=policy, requested_by="op"))
    _queues(told)
    _silence(told)
    _move(told)
    _reservations(told)
    _preemption(told)
    told.when(build.restrict("blue", "spent", Tier.INTERACTIVE))
    told.when(build.lift("blue", "spent"))
    return told.batches


def _queues(told: Telling) -> None:
    told.when(build.queue("red"), build.queue("blue", guarantee_gpus=2), build.queue("gone"))
    told.when(build.configure("blue", suspended="no budget"))
    told.when(build.submit("job-held", build.job_spec(queue="blue")))
    told.when(build.cancel("job-held"))
    told.when(
        build.configure("blue", maximum_gpus=8),
        DeleteQueue(queue="gone", tenant=build.TENANT, requested_by="op"),
    )


def _silence(told: Telling) -> None:
    """A node is suspected and heard again, then lost with what runs there, and comes back."""
    told.when(build.node("n9", gpus=2, model="H100-80GB"))
    told.when(build.submit("job-lost", build.job_spec(gpus=2)))
    told.when(build.started("n9", "job-lost"))
    told.when(NodeSuspected(node_id="n9", silent_ms=10_000), after_ms=10_000)
    told.when(NodeRecovered(node_id="n9"), after_ms=1_000)
    told.when(NodeLost(node_id="n9", silent_ms=30_000), after_ms=30_000)
    told.when(build.node("n9", gpus=2, model="H100-80GB", boot_id="boot-2"), after_ms=1_000)
    told.when(build.cancel("job-lost"))
    told.when(TagNode(node_id="n9", labels={"zone": "z1"}, taints=("apart",), requested_by="op"))


def _move(told: Telling) -> None:
    """Two nodes of four GPUs, half in use each: one job moves to the other, and the head starts."""
    told.when(build.node("n1", gpus=4), build.node("n2", gpus=4))
    small = build.job_spec(gpus=2, checkpoint=True, wall_time_max_ms=LIMIT_MS)
    for job_id in ("job-a", "job-x", "job-b", "job-y"):
        told.when(build.submit(job_id, small))
    told.when(build.started("n1", "job-a"), build.started("n2", "job-b"))
    told.when(build.exited("n1", "job-x"), build.exited("n2", "job-y"))
    told.when(build.submit("job-head", build.job_spec(gpus=4, wall_time_max_ms=LIMIT_MS)), after_ms=HOUR_MS)
    told.wait_until(told.now_ms + 60_000)
    told.when(build.exited("n2", "job-b", outcome=TaskOutcome.STOPPED, exit_code=None))
    told.when(build.exited("n2", "job-head"), build.exited("n1", "job-a"), build.exited("n1", "job-b", 2))


def _reservations(told: Telling) -> None:
    """Nodes are reserved for a queue, one of them is closed and replaced; the time comes, and is over."""
    told.when(build.node("n3", gpus=4))
    noon_ms, end_ms = told.now_ms + HOUR_MS, told.now_ms + 2 * HOUR_MS
    told.when(build.reserve("course", "red", nodes=2, starts_at_ms=noon_ms, ends_at_ms=end_ms))
    told.when(build.reserve("other", "blue", nodes=1, starts_at_ms=end_ms, ends_at_ms=end_ms + HOUR_MS))
    told.when(CordonNode(node_id="n1", requested_by="op"))
    told.when(UncordonNode(node_id="n1", requested_by="op"))
    told.when(CordonNode(node_id="n2", requested_by="op"))
    told.wait_until(noon_ms)
    told.when(build.submit("job-red", build.job_spec(gpus=4, queue="red", wall_time_max_ms=HOUR_MS // 2)))
    told.wait_until(end_ms)
    cancelled = CancelCapacityReservation(reservation="other", tenant=build.TENANT, requested_by="op")
    told.when(cancelled)


def _preemption(told: Telling) -> None:
    """A job of a queue with a guarantee waits, one that borrows yields to it; a repeated plan is refused."""
    told.when(build.queue("due", guarantee_gpus=2), build.node("n4", gpus=2, model="L40"))
    told.when(build.submit("job-lent", build.job_spec(gpus=2, queue="red", models=("L40",), checkpoint=True)))
    told.when(build.started("n4", "job-lent"))
    due = build.job_spec(gpus=2, queue="due", models=("L40",))
    told.when(build.submit("job-due", due), after_ms=HOUR_MS)
    plan = build.preemption_plan("job-due", build.victim("job-lent"))
    told.when(plan, plan)
    told.when(build.exited("n4", "job-lent", outcome=TaskOutcome.STOPPED, exit_code=143), after_ms=5_000)
    told.when(build.exited("n4", "job-due"))


def _taken_away(told: Telling) -> None:
    """A node is taken away: one job saves in time, one is too large; the node is spared, then at risk."""
    jobs = ("job-small", "job-large")
    parts = [
        build.part_stored("s1", "job-large", step=100, part=number, size_bytes=10**12) for number in range(2)
    ]
    spec = build.job_spec(checkpoint=True, models=("Spot",))
    told.when(build.node("s1", gpus=2, model="Spot"), *(build.submit(name, spec) for name in jobs))
    told.when(
        *(build.started("s1", name) for name in jobs),
        build.checkpoint_saved("s1", "job-small"),
        *parts,
        build.checkpoint_saved("s1", "job-large", step=100, parts=parts),
    )
    notice = NodeReclaimAnnounced(
        node_id="s1", notice_id="aws/1", remaining_ms=120_000, source=ReclaimSource.AWS
    )
    told.when(notice, after_ms=60_000)
    over = [build.exited("s1", name, outcome=TaskOutcome.STOPPED, exit_code=143) for name in jobs]
    told.when(*over, *(build.cancel(name) for name in jobs), after_ms=20_000)
    told.when(
        NodeReclaimWithdrawn(node_id="s1", notice_id="aws/1"),
        ReclaimNode(node_id="s1", remaining_ms=600_000, requested_by="op"),
        SpareNode(node_id="s1", requested_by="op"),
        replace(notice, notice_id="aws/2", remaining_ms=None),
        NodeNoteReported(node_id="s1", note="a notice cannot be read"),
    )


def _expires(told: Telling) -> None:
    """A job that keeps two checkpoints saves three; the first is removed, and when it is over its output."""
    spec = build.job_spec(checkpoint=True, models=("Spot",))
    spec = replace(spec, checkpoint=replace(spec.checkpoint, keep_last=2))
    told.when(build.submit("job-often", spec))
    told.when(build.started("s1", "job-often"))
    told.when(*(build.checkpoint_saved("s1", "job-often", file=str(number)) for number in range(3)))
    uri = build.checkpoint_saved("s1", "job-often", file="0").uri
    told.when(CheckpointRemoved(job_id="job-often", uri=uri, objects=1, freed_bytes=10**9))
    told.when(OutputStored(node_id="s1", job_id="job-often", attempt=1, size_bytes=2**26))
    told.when(replace(build.exited("s1", "job-often"), output_bytes=2**27))
    told.when(OutputRemoved(job_id="job-often", tenant="acme", objects=130), after_ms=LIMIT_MS)


def history_of_nodes() -> list[Batch]:
    """Nodes come and go: names are forgotten, used again, and refused."""
    told = Telling()
    told.when(
        build.elected(), build.founding_queue(), ActivatePolicy(policy=DEFAULT_POLICY, requested_by="op")
    )
    for number in range(10):
        _forgotten_and_refused(told, f"spot-{number % 3}")
    _taken_away(told)
    told.when(SpareNode(node_id="s1", requested_by="op"))
    _expires(told)
    _suspected(told)
    told.when(CordonNode(node_id="n9", requested_by="op"), NodeLost(node_id="n9", silent_ms=30_000))
    told.when(ForgetNode(node_id="n9", requested_by="op"))
    return told.batches


def _forgotten_and_refused(told: Telling, name: str) -> None:
    told.when(build.node(name, gpus=1), after_ms=1_000)
    told.when(NodeLost(node_id=name, silent_ms=30_000), after_ms=30_000)
    told.when(NodeForgotten(node_id=name, lost_ms=LIMIT_MS), after_ms=LIMIT_MS)
    told.when(NodeRefused(node_id="hasty", message="interval_ms is 1; allowed: 100 to 600000"))


def history_of_failures() -> list[Batch]:
    """Rules of failures are activated, and attempts fail under them."""
    told = Telling()
    told.when(
        build.elected(),
        build.founding_queue(),
        ActivatePolicy(policy=DEFAULT_POLICY, requested_by="op"),
        ActivateFailureRules(rules=shipped_text(), requested_by="op"),
    )
    told.when(build.node("n1", gpus=1), build.node("n2", gpus=1))
    for number in range(9):
        _fails_once(told, f"job-{number}", exit_code=(1, 137, 139)[number % 3])
    _gang_with_findings(told)
    _hangs(told)
    _has_too_little_memory(told)
    _faults(told)
    _quarantine(told)
    return told.batches


def _gang_with_findings(told: Telling) -> None:
    """The rank that was reported first only followed; the cause is permanent."""
    told.when(build.submit("job-gang", build.job_spec(gpus=1, ranks=2, attempts=3)))
    for node_id, rank, rule in (("n1", 0, "nccl.peer-exited"), ("n2", 1, "memory.gpu")):
        report = build.exited(node_id, "job-gang", outcome=TaskOutcome.FAILED, exit_code=1, rank=rank)
        sign = RuleFinding(
            rule=rule, rank=rank, source=FindingSource.OUTPUT, stream="stderr", line=4, first_byte=90, count=1
        )
        told.when(replace(report, findings=(sign,), rules_version=1))


def history_of_spot() -> list[Batch]:
    """Spot nodes beside others: who goes where, who waits rather than lie there, how often they are taken."""
    told = Telling()
    told.when(build.elected(), build.founding_queue())
    spot = {"capacity-type": "spot", "spot-price-percent": "35"}
    told.when(build.node("n1", gpus=2), *(build.node(f"s{n}", gpus=2, labels=spot) for n in range(3)))
    serves = build.job_spec(gpus=2, tier=Tier.PRODUCTION_INFERENCE)
    saves = build.job_spec(gpus=1, checkpoint=True)
    for number in range(4):
        told.when(build.submit(f"job-saves-{number}", saves), after_ms=HOUR_MS)
        told.when(build.submit(f"job-serves-{number}", serves))
        told.when(build.submit(f"job-never-{number}", replace(build.job_spec(gpus=1), spot=SpotUse.NEVER)))
        told.when(ReclaimNode(node_id="s0", remaining_ms=120_000, requested_by="op"), after_ms=HOUR_MS)
        told.when(NodeLost(node_id="s0", silent_ms=30_000), after_ms=150_000)
        told.when(build.node("s0", gpus=2, labels=spot, boot_id=f"boot-{number}"), after_ms=HOUR_MS)
        told.when(SpareNode(node_id="s0", requested_by="op"))
        told.when(*(build.cancel(f"job-{kind}-{number}") for kind in ("serves", "never", "saves")))
    _drains_in_turn(told)
    return told.batches


def _drains_in_turn(told: Telling) -> None:
    """The store takes one save at a time: of two jobs on a drained node one runs until the other stopped."""
    policy = replace(
        DEFAULT_POLICY,
        store_upload_bytes_per_s=10**9,
        node_loss_prior_ms=HOUR_MS,
        measure_interval_ms=LIMIT_MS,
    )
    told.when(ActivatePolicy(policy=policy, requested_by="op"), build.node("n2", gpus=2, model="H100"))
    saves = build.job_spec(gpus=1, checkpoint=True, models=("H100",))
    told.when(build.submit("job-first", saves), build.submit("job-second", saves))
    told.when(build.started("n2", "job-first"), build.checkpoint_saved("n2", "job-first"))
    told.when(DrainNode(node_id="n2", requested_by="op", reason="fan broken"), after_ms=HOUR_MS)
    for name in ("job-first", "job-second"):
        told.when(build.exited("n2", name, outcome=TaskOutcome.STOPPED, exit_code=143), after_ms=1_000)


def _faults(told: Telling) -> None:
    """A GPU falls off the bus three times: the node is emptied, rebooted, and then stays closed."""
    policy = replace(DEFAULT_POLICY, faulty_nodes_max=1, measure_interval_ms=LIMIT_MS)
    h100 = replace(build.node("n3", gpus=1, model="H100-80GB"), machine_boot_id="machine-1")
    told.when(ActivatePolicy(policy=policy, requested_by="op"), h100)
    for number in range(2, 5):
        told.when(build.faulted("n3"), after_ms=HOUR_MS)
        told.when(replace(h100, boot_id=f"boot-{number}", machine_boot_id=f"machine-{number}"))
    told.when(build.faulted("n1", "gpu.unlisted", 170))
    told.when(NodeLost(node_id="n3", silent_ms=30_000), after_ms=30_000)


def _suspected(told: Telling) -> None:
    """Two jobs are lost on a node that stays: it is closed, tested, opened again, and tested once more."""
    policy = replace(
        DEFAULT_POLICY, jobs_failed_per_node_max=2, faulty_nodes_max=9, measure_interval_ms=LIMIT_MS
    )
    told.when(ActivatePolicy(policy=policy, requested_by="op"), build.node("n9", gpus=2, model="V100"))
    for user in ("ada", "bo"):
        told.when(build.submit(f"job-of-{user}", build.job_spec(models=("V100",), user=user)))
        told.when(build.exited("n9", f"job-of-{user}", outcome=TaskOutcome.LOST), after_ms=1_000)
    told.when(build.node_tested("n9"))
    for number, user in enumerate(("ada", "bo")):
        told.when(build.exited("n9", f"job-of-{user}", 2), after_ms=number)
    told.when(CheckNode(node_id="n9", requested_by="op"))
    told.when(build.node_tested("n9"))


def _has_too_little_memory(told: Telling) -> None:
    """The next attempt has more, and is done."""
    told.when(build.submit("job-large", build.growing(build.job_spec(attempts=2), 4_096)))
    told.when(build.out_of_memory("n1", "job-large"))
    told.wait_until(told.now_ms + HOUR_MS)
    told.when(build.exited("n1", "job-large", 2), build.exited("n2", "job-large", 2))


def _quarantine(told: Telling) -> None:
    """A job under which two nodes are lost is suspended; its owner resumes it."""
    policy = replace(DEFAULT_POLICY, nodes_lost_per_job_max=2, measure_interval_ms=LIMIT_MS)
    told.when(ActivatePolicy(policy=policy, requested_by="op"), build.submit("job-poison"))
    for node_id in ("n1", "n2"):
        told.when(NodeLost(node_id=node_id, silent_ms=30_000), after_ms=30_000)
    told.when(build.node("n1", gpus=1, boot_id="boot-2"), after_ms=1_000)
    told.when(build.resume("job-poison"))
    told.when(build.exited("n1", "job-poison", 3))


def history_of_shared_time() -> list[Batch]:
    """Short jobs pass long ones: these yield once their quantum is over, and go on by their level."""
    told = Telling()
    policy = replace(
        DEFAULT_POLICY, time_promotion_ms=HOUR_MS, preemption_ran_min_ms=0, measure_interval_ms=LIMIT_MS
    )
    told.when(build.elected(), build.founding_queue(), ActivatePolicy(policy=policy, requested_by="op"))
    shared = build.queue("shared", order=QueueOrder.LEAST_ATTAINED_SERVICE)
    told.when(shared, build.node("n1", gpus=2), build.node("n2", gpus=2))
    long, short = (build.job_spec(gpus=gpus, queue="shared", checkpoint=True) for gpus in (2, 1))
    for number, node_id in enumerate(("n1", "n2")):
        told.when(build.submit(f"job-long-{number}", long))
        told.when(build.started(node_id, f"job-long-{number}"))
    for number, node_id in enumerate(("n1", "n2")):
        _passes(told, node_id, f"job-long-{number}", (f"job-short-{number}", short))
    for number, node_id in enumerate(("n1", "n2")):
        told.when(build.started(node_id, f"job-long-{number}", 2))
        told.when(build.exited(node_id, f"job-long-{number}", 2), after_ms=HOUR_MS)
    return told.batches


def history_of_dues() -> list[Batch]:
    """A queue holds all; another that is due half of it asks, and others yield until it has its due."""
    told = Telling()
    policy = replace(
        DEFAULT_POLICY, fairness_threshold_percent=80, preemption_ran_min_ms=0, measure_interval_ms=LIMIT_MS
    )
    told.when(build.elected(), build.founding_queue(), ActivatePolicy(policy=policy, requested_by="op"))
    told.when(build.queue("red"), build.queue("blue"), *(build.node(f"n{i}", gpus=1) for i in range(6)))
    for number in range(6):
        told.when(build.submit(f"job-hog-{number}", build.job_spec(queue="blue", checkpoint=True)))
        told.when(build.started(f"n{number}", f"job-hog-{number}"))
    told.when(*(build.submit(f"job-due-{i}", build.job_spec(queue="red")) for i in range(4)))
    for number in range(4):
        plan = build.preemption_plan(f"job-due-{number}", build.victim(f"job-hog-{number}"))
        told.when(replace(plan, cause=PreemptionCause.FAIRNESS))
        if number < 3:
            stopped = build.exited(
                f"n{number}", f"job-hog-{number}", outcome=TaskOutcome.STOPPED, exit_code=143
            )
            told.when(stopped, after_ms=5_000)
            told.when(build.started(f"n{number}", f"job-due-{number}"))
    for number in range(3):
        told.when(build.exited(f"n{number}", f"job-due-{number}"), after_ms=HOUR_MS)
    return told.batches


def history_of_forecasts() -> list[Batch]:
    """Owners come once; so later less is given to others, who keep it for the guaranteed time."""
    told = Telling()
    policy = replace(
        DEFAULT_POLICY,
        guaranteed_duration_ms=HOUR_MS // 3,
        preemption_ran_min_ms=0,
        head_patience_ms=LIMIT_MS,
        measure_interval_ms=LIMIT_MS,
    )
    told.when(build.elected(), build.founding_queue(), ActivatePolicy(policy=policy, requested_by="op"))
    told.when(build.queue("red", guarantee_gpus=5), build.queue("blue"))
    told.when(*(build.node(f"n{number}", gpus=1) for number in range(5)))
    red, blue = build.job_spec(queue="red"), build.job_spec(queue="blue", checkpoint=True)
    told.when(build.submit("job-blue", blue))
    told.when(build.submit("job-red-0", red), build.submit("job-red-1", red), after_ms=HOUR_MS // 10)
    told.wait_until(told.now_ms + HOUR_MS // 2)
    told.when(*(build.exited(*each) for each in _bound(told)))
    told.wait_until(told.now_ms + HOUR_MS // 10)
    told.when(*(build.submit(f"job-blue-{number}", blue) for number in range(4)))
    told.when(*(build.submit(f"job-red-{number}", red) for number in range(2, 5)))
    node_id, asked, _ = _bound(told)[0]
    plan = build.preemption_plan("job-red-4", build.victim(asked))
    told.when(plan)
    told.wait_until(told.now_ms + HOUR_MS // 3)
    told.when(replace(plan, plan_id="plan-again"))
    told.when(build.exited(node_id, asked, outcome=TaskOutcome.STOPPED, exit_code=143), after_ms=5_000)
    for _ in range(10):
        told.when(*(build.exited(*each) for each in _bound(told)), ClockTicked(), after_ms=HOUR_MS // 30)
    return told.batches


def _bound(told: Telling) -> list[tuple[str, str, int]]:
    """(node, job, attempt) of what runs, in the order in which it was bound."""
    found = dict[str, tuple[str, int]]()
    for batch in told.batches:
        for fact in (decision.payload for decision in batch.decisions):
            if isinstance(fact, GangBound):
                found[fact.job_id] = fact.placements[0].node_id, fact.attempt
            elif isinstance(fact, AttemptEnded):
                found.pop(fact.job_id)
    return [(node_id, job_id, attempt) for job_id, (node_id, attempt) in found.items()]


def history_of_moves() -> list[Batch]:
    """Half of each node is free, and a job that needs a whole one waits: another moves for it."""
    told = Telling()
    policy = replace(
        DEFAULT_POLICY, fragmentation_percent_max=40, head_patience_ms=LIMIT_MS, measure_interval_ms=LIMIT_MS
    )
    told.when(build.elected(), build.founding_queue(), ActivatePolicy(policy=policy, requested_by="op"))
    told.when(build.node("n1", gpus=2), build.node("n2", gpus=2))
    for number in range(2):
        _moves(told, f"job-{number}")
    _takes_no_orders(told)
    return told.batches


def _takes_no_orders(told: Telling) -> None:
    """A node beats and stores no order: it is suspected, lost with the job that should stop, and returns."""
    cause = SilenceCause.ORDER_NOT_STORED
    told.when(build.node("d1", gpus=1, model="L40"))
    told.when(build.submit("job-unstopped", build.job_spec(models=("L40",), wall_time_max_ms=LIMIT_MS)))
    told.when(build.started("d1", "job-unstopped"))
    told.when(build.cancel("job-unstopped"))
    told.when(NodeSuspected(node_id="d1", silent_ms=60_000, cause=cause), after_ms=60_000)
    told.when(NodeLost(node_id="d1", silent_ms=90_000, cause=cause), after_ms=30_000)
    told.when(NodeRecovered(node_id="d1"), after_ms=1_000)


def _moves(told: Telling, name: str) -> None:
    """Four jobs fill two nodes, one of each ends, and one of the others moves for a large one."""
    spec = build.job_spec(checkpoint=True, wall_time_max_ms=LIMIT_MS)
    jobs = [f"{name}-{letter}" for letter in "abcd"]
    for job_id in jobs:
        told.when(build.submit(job_id, spec))
    told.when(build.started("n1", jobs[0]), build.started("n2", jobs[2]))
    told.when(build.exited("n1", jobs[1]), build.exited("n2", jobs[3]), after_ms=HOUR_MS)
    told.when(build.submit(f"{name}-large", build.job_spec(gpus=2, wall_time_max_ms=LIMIT_MS)))
    first = len(told.batches)
    told.wait_until(told.now_ms + HOUR_MS // 4)
    [(moved, node_id)] = [
        (decision.payload.job_id, decision.payload.node_id)
        for batch in told.batches[first:]
        for decision in batch.decisions
        if isinstance(decision.payload, StopTask)
    ]
    stopped = build.exited(node_id, moved, outcome=TaskOutcome.STOPPED, exit_code=143)
    told.when(stopped, NodeRecovered(node_id=node_id), after_ms=5_000)  # it was late to answer
    told.when(build.started(node_id, f"{name}-large"))
    told.when(build.exited(node_id, f"{name}-large"), after_ms=HOUR_MS)
    other = "n1" if node_id == "n2" else "n2"
    stayed = jobs[0] if moved == jobs[2] else jobs[2]
    told.when(build.exited(other, moved, 2), build.exited(other, stayed))


def _passes(told: Telling, node_id: str, long: str, short: tuple[str, JobSpec]) -> None:
    """A short job asks for a GPU, a long one yields both of its own, and goes on afterwards."""
    job_id, spec = short
    told.when(build.submit(job_id, spec), after_ms=HOUR_MS // 4)
    told.wait_until(told.now_ms + HOUR_MS // 4)
    plan = build.preemption_plan(job_id, build.victim(long))
    told.when(replace(plan, cause=PreemptionCause.TIME_SHARED))
    stopped = build.exited(node_id, long, outcome=TaskOutcome.STOPPED, exit_code=143)
    told.when(stopped, after_ms=5_000)
    told.when(build.started(node_id, job_id))
    told.when(build.exited(node_id, job_id), after_ms=HOUR_MS // 10)


def history_of_watchdogs() -> list[Batch]:
    """Jobs hold their nodes for longer than their tier allows: told, then ended."""
    told = Telling()
    policy = replace(
        DEFAULT_POLICY,
        wall_time_max_ms={"STANDARD_TRAINING": HOUR_MS},
        gpu_idle_max_ms={"STANDARD_TRAINING": HOUR_MS // 4},
        gpu_idle_ends_after_ms=HOUR_MS // 4,
    )
    told.when(build.elected(), build.founding_queue(), ActivatePolicy(policy=policy, requested_by="op"))
    told.when(build.node("n1", gpus=1))
    _idles(told)
    for number in range(4):
        _held_too_long(told, f"job-{number}")
    told.when(build.node("n2", gpus=1))
    _hangs(told)
    return told.batches


def _idles(told: Telling) -> None:
    """A job's GPU seems to idle, works, and is proven to idle: told, then ended."""
    told.when(build.submit("job-idles", build.job_spec(gpus=1, checkpoint=True)))
    told.when(build.started("n1", "job-idles"))
    seems, idles = Suspicion.GPUS_SEEM_IDLE, Suspicion.GPUS_IDLE
    told.when(build.suspected("n1", "job-idles", suspicion=seems))
    told.when(build.task_heard("n1", "job-idles", suspicion=seems), after_ms=60_000)
    told.when(build.suspected("n1", "job-idles", suspicion=idles))
    told.wait_until(told.now_ms + HOUR_MS // 4)
    told.when(build.exited("n1", "job-idles", outcome=TaskOutcome.STOPPED, exit_code=143))


def _hangs(told: Telling) -> None:
    """A gang is silent, speaks again, and hangs: its attempt is ended and another follows."""
    spec = replace(build.job_spec(gpus=1, ranks=2, attempts=2), hang_after_ms=60_000)
    told.when(build.submit("job-hangs", spec))
    told.when(build.started("n1", "job-hangs"), build.started("n2", "job-hangs", ranks=(1,)))
    for node_id in ("n1", "n2"):
        told.when(
            build.suspected(node_id, "job-hangs"), build.task_heard(node_id, "job-hangs"), after_ms=60_000
        )
    told.when(build.suspected("n1", "job-hangs"), build.suspected("n2", "job-hangs", rank=1))
    told.when(build.exited("n1", "job-hangs", outcome=TaskOutcome.STOPPED, exit_code=143))
    told.when(build.exited("n2", "job-hangs", outcome=TaskOutcome.STOPPED, exit_code=143))
    told.wait_until(told.now_ms + HOUR_MS // 4)
    told.when(build.exited("n1", "job-hangs", 2), build.exited("n2", "job-hangs", 2))


def _held_too_long(told: Telling, job_id: str) -> None:
    told.when(build.submit(job_id, build.job_spec(gpus=1, checkpoint=True)))
    told.when(build.started("n1", job_id))
    told.wait_until(told.now_ms + HOUR_MS)
    told.when(build.exited("n1", job_id, outcome=TaskOutcome.STOPPED, exit_code=143), after_ms=5_000)


def _fails_once(told: Telling, job_id: str, exit_code: int) -> None:
    told.when(build.submit(job_id, build.job_spec(gpus=1)))
    told.when(build.exited("n1", job_id, outcome=TaskOutcome.FAILED, exit_code=exit_code))
    told.wait_until(told.now_ms + HOUR_MS)
    told.when(build.exited("n2", job_id, 2))
