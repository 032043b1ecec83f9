"""Owners of GPUs: facts one after the other, and the hours that follow."""

from __future__ import annotations

import pytest
from muster.events.job_events import (
    CapacityReservationEnded,
    CapacityReservationStarted,
    CapacityReserved,
    GpuUnhealthy,
    HoldReleased,
    HoldReleaseReason,
    JobSucceeded,
    NodeCordoned,
    NodeForgotten,
    NodeLost,
    NodeSuspected,
    PreemptionAccepted,
    ReservationEnd,
    ReservationMade,
    SilenceCause,
)
from muster.events.shared.watermarks import Watermark
from muster.events.usage_events import (
    LateFactRefused,
    UsageKind,
)
from muster.metering.core.decisions import RECORDED_AT_ONCE
from muster.metering.core.meter import MeteringError
from muster.metering.core.state import CHANGES, CORRECTABLE_MS, NODES, OPEN, STARTS, WINDOW_MS
from muster.testkit.cores import build
from muster.testkit.cores.metered import GPU_US, MINUTE_MS, MeteredCell, bound, ended, queued


@pytest.fixture
def cell() -> MeteredCell:
    cell = MeteredCell()
    cell.tell(0, build.node("n1", gpus=4))
    return cell


def test_a_job_has_its_gpus_from_bind_to_end_and_the_rest_is_idle(cell: MeteredCell) -> None:
    cell.tell(10, queued("job-a"), bound("job-a", ("n1", (0, 1))))
    cell.tell(40, ended("job-a"), JobSucceeded(job_id="job-a", attempt=1))
    assert cell.end() == {"JOB job-a": 60, "IDLE": 180}
    (share,) = [s for s in cell.recorded[-1].shares if s.kind is UsageKind.JOB]
    spec = build.job_spec(gpus=1, queue="research")
    assert (share.payer.tenant, share.payer.team, share.payer.queue) == ("acme", spec.team, "research")


def test_each_hour_of_a_binding_is_a_row_of_its_own(cell: MeteredCell) -> None:
    cell.tell(30, bound("job-a", ("n1", (0,))))
    cell.tell(150, ended("job-a"))
    assert cell.end(3) == {"JOB job-a": 120, "IDLE": 600}
    rows = [s.gpu_us // GPU_US for r in cell.recorded for s in r.shares if s.kind is UsageKind.JOB]
    assert rows == [30, 60, 30]
    ids = [s.usage_id for r in cell.recorded for s in r.shares]
    assert len(ids) == len(set(ids))


def test_a_cell_in_which_nothing_happens_for_long_forgets_nothing(cell: MeteredCell) -> None:
    hours = CORRECTABLE_MS // WINDOW_MS + 20
    cell.tell(30, bound("job-a", ("n1", (0,))))
    cell.tell(60 * hours, ended("job-a"))
    assert cell.end(hours) == {"JOB job-a": 60 * hours - 30, "IDLE": 3 * 60 * hours + 30}


def test_parts_of_one_gpu_are_what_each_job_asked_for(cell: MeteredCell) -> None:
    cell.tell(0, bound("job-a", ("n1", (0,)), milli=250), bound("job-b", ("n1", (0,)), milli=500))
    assert cell.end() == {"JOB job-a": 15, "JOB job-b": 30, "IDLE": 195}


def test_a_gang_has_a_row_on_every_node(cell: MeteredCell) -> None:
    cell.tell(0, build.node("n2", gpus=2))
    cell.tell(0, bound("job-a", ("n1", (0, 1)), ("n1", (2,)), ("n2", (1,))))
    assert cell.end() == {"JOB job-a": 240, "IDLE": 120}
    assert sorted(r.node_id for r in cell.recorded) == ["n1", "n2"]


def test_a_closed_node_is_overhead_but_for_its_jobs(cell: MeteredCell) -> None:
    cell.tell(0, bound("job-a", ("n1", (0,))))
    cell.tell(20, NodeCordoned(node_id="n1", requested_by="op", reason=""))
    assert cell.end() == {"JOB job-a": 60, "IDLE": 60, "OVERHEAD CORDONED": 120}


def test_an_unhealthy_gpu_is_overhead_once_its_job_has_ended(cell: MeteredCell) -> None:
    cell.tell(0, bound("job-a", ("n1", (0,))))
    cell.tell(10, GpuUnhealthy(node_id="n1", gpu_index=0, reason="Xid 79"))
    cell.tell(20, ended("job-a"))
    assert cell.end() == {"JOB job-a": 20, "IDLE": 180, "OVERHEAD UNHEALTHY": 40}


def test_a_lost_node_is_overhead_from_its_last_heartbeat_on_and_then_no_longer_there(
    cell: MeteredCell,
) -> None:
    cell.tell(0, bound("job-a", ("n1", (0,))))
    cell.tell(21, NodeSuspected(node_id="n1", silent_ms=MINUTE_MS))
    cell.tell(30, NodeLost(node_id="n1", silent_ms=10 * MINUTE_MS), ended("job-a"))
    assert cell.end() == {"JOB job-a": 20, "IDLE": 60, "OVERHEAD SILENT": 40}
    assert cell.recorded[-1].gpu_us == 4 * 30 * GPU_US


def test_a_node_that_beat_until_it_was_lost_for_its_orders_belongs_to_its_jobs_until_then(
    cell: MeteredCell,
) -> None:
    unstored = SilenceCause.ORDER_NOT_STORED
    cell.tell(0, bound("job-a", ("n1", (0,))))
    cell.tell(21, NodeSuspected(node_id="n1", silent_ms=MINUTE_MS, cause=unstored))
    cell.tell(30, NodeLost(node_id="n1", silent_ms=10 * MINUTE_MS, cause=unstored), ended("job-a"))
    minutes = {"JOB job-a": 30, "IDLE": 63, "OVERHEAD SUSPECTED": 27}
    assert cell.end() == minutes
    cell.tell(70, NodeLost(node_id="n1", silent_ms=MINUTE_MS))
    assert cell.end(2) == minutes


def test_a_loss_that_reaches_back_into_a_recorded_hour_corrects_it(cell: MeteredCell) -> None:
    cell.tell(30, bound("job-a", ("n1", (0,))))
    cell.tell(62, Watermark(seq=1, at_ms=0))
    assert cell.minutes() == {"JOB job-a": 30, "IDLE": 210}
    cell.tell(65, NodeLost(node_id="n1", silent_ms=15 * MINUTE_MS), event_id="lost")
    assert cell.minutes() == {"JOB job-a": 20, "IDLE": 180, "OVERHEAD SILENT": 40}
    (correction,) = cell.corrected
    assert (correction.cause, correction.gpu_us, correction.starts_at_ms) == ("lost", 0, cell.start_ms)
    ids = {s.usage_id for s in cell.recorded[0].shares}
    assert len([s for s in correction.shares if s.usage_id in ids]) == 2, (
        "they bear the ids of what they correct"
    )
    assert cell.end(2) == {"JOB job-a": 20, "IDLE": 180, "OVERHEAD SILENT": 60}


@pytest.mark.parametrize("late", [2, 3, 4])
def test_a_late_fact_comes_to_the_same_as_one_in_time(late: int) -> None:
    story = [
        (0, build.node("n1", gpus=4)),
        (5, bound("job-a", ("n1", (0,)))),
        (20, NodeCordoned(node_id="n1", requested_by="op", reason="")),
        (90, ended("job-a")),
        (100, bound("job-b", ("n1", (2, 3)))),
    ]
    clean, cell = MeteredCell(), MeteredCell()
    for number, (minute, fact) in enumerate(story):
        clean.tell(minute, fact)
        if number != late:
            cell.tell(minute, fact)
    expected = clean.end(4)
    cell.end(3)
    cell.tell(*story[late])
    assert cell.end(4) == expected
    cell.tell(*story[late])
    assert cell.minutes() == expected, "twice is once"


def test_a_fact_that_is_too_late_is_refused_and_said(cell: MeteredCell) -> None:
    hours = CORRECTABLE_MS // WINDOW_MS + 2
    before = cell.end(hours)
    cell.tell(10, NodeCordoned(node_id="n1", requested_by="op", reason=""), event_id="old")
    (refused,) = [fact for fact in cell.decided if isinstance(fact, LateFactRefused)]
    assert (refused.about, refused.record, refused.event_id) == ("n1", "NodeCordoned", "old")
    assert cell.minutes() == before


def test_nodes_count_as_reserved_from_the_start_of_the_reservation(cell: MeteredCell) -> None:
    whose = {"reservation": "course", "tenant": "acme", "queue": "research"}
    chosen = CapacityReserved(
        **whose,
        gpu_model="A100",
        gpu_count=4,
        node_ids=("n1",),
        starts_at_ms=0,
        ends_at_ms=1,
        requested_by="op",
    )
    cell.tell(0, chosen)
    cell.tell(20, CapacityReservationStarted(**whose))
    cell.tell(30, bound("job-a", ("n1", (0,))))
    cell.tell(50, CapacityReservationEnded(**whose, reason=ReservationEnd.OVER, requested_by=""))
    assert cell.end() == {"IDLE": 110, "JOB job-a": 30, "RESERVED course": 100}


def test_gpus_held_for_a_job_are_named_after_it(cell: MeteredCell) -> None:
    place = bound("job-a", ("n1", (0,))).placements[0]
    held = PreemptionAccepted(
        plan_id="p",
        job_id="job-a",
        reservation="",
        victims=(),
        placements=(place,),
        held_until_ms=0,
        cost_gpu_ms=0,
        as_of_seq=0,
    )
    cell.tell(10, queued("job-a"), held)
    cell.tell(20, HoldReleased(plan_id="p", job_id="job-a", reason=HoldReleaseReason.STARTED))
    made = ReservationMade(
        job_id="job-b", node_ids=("n1",), starts_at_ms=None, kept_until_ms=0, by_limits=False
    )
    cell.tell(40, made)
    assert cell.end() == {"IDLE": 120, "HELD job-a": 40, "HELD job-b": 80}


def test_new_hardware_counts_once_nobody_holds_the_old(cell: MeteredCell) -> None:
    cell.tell(0, bound("job-a", ("n1", (0,))))
    cell.tell(10, build.node("n1", gpus=8))
    cell.tell(20, ended("job-a"))
    assert cell.end() == {"JOB job-a": 20, "OVERHEAD REPLACED": 30, "IDLE": 30 + 8 * 40}


def test_many_nodes_are_recorded_some_at_a_time() -> None:
    cell = MeteredCell()
    nodes = 2 * RECORDED_AT_ONCE + 1
    for number in range(nodes):
        cell.tell(0, build.node(f"n{number}", gpus=1))
    assert cell.end() == {"IDLE": 60 * nodes}
    assert len(cell.recorded) == nodes


def test_facts_that_contradict_each_other_stop_the_service(cell: MeteredCell) -> None:
    cell.tell(0, bound("job-a", ("n1", (0,))))
    cell.tell(1, bound("job-b", ("n1", (0,))))
    with pytest.raises(MeteringError, match=r"GPU 0 at .*: job-b holds 1000 thousandths; must be at most 0"):
        cell.end()


def test_a_forgotten_node_leaves_nothing_behind(cell: MeteredCell) -> None:
    cell.tell(10, NodeLost(node_id="n1", silent_ms=0))
    cell.tell(20, NodeForgotten(node_id="n1", lost_ms=1))
    assert cell.end(2) == {"IDLE": 40}
    state = cell.core.state
    left = (state.scan(CHANGES), state.scan(NODES), state.scan(OPEN), state.scan(STARTS))
    assert [list(each) for each in left] == [[], [], [], []]
