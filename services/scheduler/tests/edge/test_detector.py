"""The failure detector: silence is attributed to a node only if it cannot be the scheduler's own."""

from dataclasses import replace
from typing import Any

import pytest
from muster.cluster.occupancy import NodeHealth
from muster.events.job_events import (
    GpuRecovered,
    GpuUnhealthy,
    NodeForgotten,
    NodeJoined,
    NodeLost,
    NodeRecovered,
    NodeRefused,
    NodeRelocated,
    NodeSuspected,
    SilenceCause,
)
from muster.events.node_commands import StartTask, StopTask
from muster.events.operator_commands import CordonNode, ForgetNode
from muster.events.scheduler_log import SequencedInput
from muster.events.task_events import AgentStarted, AttemptRef
from muster.scheduler.core import limits
from muster.scheduler.core.decide import step
from muster.scheduler.core.evolve import nodes as evolve_nodes
from muster.scheduler.core.inputs.nodes import Observation
from muster.scheduler.core.state.state import State
from muster.scheduler.edge.detector import Detector, Patience
from muster.testkit.cores import build

INTERVAL_MS = 5_000
SUSPECT_MS = 12_500
LEASE_MS = 30_000
DEAF_BELIEVED_MS = 120_000
LOST_KEPT_MS = 3_600_000


class Watch:
    """A detector, the state it informs, and the time."""

    def __init__(self, *node_ids: str) -> None:
        self.now_ms = 1_000
        self.state = State()
        self.detector = Detector(Patience(DEAF_BELIEVED_MS, LOST_KEPT_MS), self.now_ms)
        self.nodes = {node_id: build.node(node_id) for node_id in node_ids}
        self.stored: dict[str, int] = {}
        self.after(1, *node_ids)

    def after(self, ms: int, *heard: str, unhealthy: tuple[int, ...] = ()) -> list[Observation]:
        """Let this time pass in steps of a pulse, then hear these nodes; return all observations."""
        seen: list[Observation] = []
        end_ms = self.now_ms + ms
        while self.now_ms < end_ms:
            self.now_ms = min(self.now_ms + 1_000, end_ms)
            for node_id in heard if self.now_ms == end_ms else ():
                stored = self.stored.get(node_id)
                beat = build.beat(self.nodes[node_id], unhealthy=unhealthy, order_seq_stored=stored)
                self.detector.record(beat, self.now_ms)
            seen += self.observe()
        return seen

    def observe(self) -> list[Observation]:
        observations = self.detector.observe(self.state, self.now_ms)
        if observations:
            self.take(*observations)
        return observations

    def take(self, *payloads: Any) -> list[Any]:
        """Let the core decide about these inputs; return the facts and orders."""
        seq = self.state.seq_next
        inputs = [
            SequencedInput(seq=seq + i, event_id=f"e{seq + i}", correlation_id="c", payload=payload)
            for i, payload in enumerate(payloads)
        ]
        return [each.decision.payload for each in step(self.state, inputs, self.now_ms)]


def swift(node_id: str, interval_ms: int = 1_000, lease_ms: int = 10_000) -> NodeJoined:
    return replace(build.node(node_id), interval_ms=interval_ms, lease_ms=lease_ms)


def send_heartbeats(watch: Watch, ms: int, **every_ms: int) -> list[Observation]:
    """Let these nodes send heartbeats, each at its own interval; return the observations on the way."""
    seen: list[Observation] = []
    due_ms = {node_id: watch.now_ms + each for node_id, each in every_ms.items()}
    end_ms = watch.now_ms + ms
    while watch.now_ms < end_ms:
        watch.now_ms = min(*due_ms.values(), watch.now_ms + 1_000, end_ms)
        for node_id in [node_id for node_id, at_ms in due_ms.items() if at_ms <= watch.now_ms]:
            due_ms[node_id] += every_ms[node_id]
            watch.detector.record(build.beat(watch.nodes[node_id]), watch.now_ms)
        seen += watch.observe()
    return seen


def test_the_lease_of_a_node_with_rare_heartbeats_survives_changes_of_the_leader() -> None:
    watch = Watch("n1", "n2")
    watch.nodes["n1"] = swift("n1", interval_ms=600_000, lease_ms=1_200_000)
    watch.nodes["n2"] = swift("n2")
    watch.after(1_000, "n1", "n2")
    begun_ms, seen = watch.now_ms, list[Observation]()
    while watch.now_ms < begun_ms + 3_000_000 and not any(isinstance(each, NodeLost) for each in seen):
        seen += send_heartbeats(watch, 300_000, n2=1_000)
        watch.detector = Detector(Patience(DEAF_BELIEVED_MS, LOST_KEPT_MS), watch.now_ms)
        watch.detector.restart_timers(watch.state, watch.now_ms, watch.now_ms - watch.state.now_ms)
    assert [type(each) for each in seen] == [NodeSuspected, NodeLost]
    assert watch.now_ms - begun_ms <= 2_100_000
    assert watch.state.nodes["n2"].health is NodeHealth.READY


def test_a_rare_heartbeat_is_recorded_and_changes_nothing_else() -> None:
    watch = Watch("n1")
    watch.nodes["n1"] = swift("n1", interval_ms=600_000, lease_ms=1_200_000)
    watch.after(1_000, "n1")
    assert watch.after(600_000, "n1") == [watch.nodes["n1"]]
    assert watch.state.nodes["n1"].heard_at_ms == watch.now_ms


def test_the_first_heartbeat_is_a_join_and_the_next_one_no_event() -> None:
    watch = Watch("n1")
    assert list(watch.state.nodes) == ["n1"]
    assert watch.after(5_000, "n1") == []


def test_changed_hardware_is_another_join() -> None:
    watch = Watch("n1")
    watch.nodes["n1"] = build.node("n1", gpus=4)
    assert watch.after(5_000, "n1") == [watch.nodes["n1"]]


def test_a_new_agent_on_the_same_hardware_is_no_event() -> None:
    watch = Watch("n1")
    watch.nodes["n1"] = build.node("n1", boot_id="boot-2")
    assert watch.after(5_000, "n1") == []


def test_a_rebooted_machine_joins_again() -> None:
    watch = Watch("n1")
    watch.nodes["n1"] = build.node("n1", boot_id="boot-2", machine_boot_id="machine-2")
    assert watch.after(5_000, "n1") == [watch.nodes["n1"]]


def test_a_changed_network_location_is_one_relocation() -> None:
    watch = Watch("n1")
    moved = watch.nodes["n1"] = build.node("n1", leaf="leaf-2")
    assert watch.after(5_000, "n1") == [NodeRelocated(node_id="n1", location=moved.location)]
    assert watch.after(5_000, "n1") == []


def test_a_silent_node_that_returns_at_another_location_recovers_and_is_relocated() -> None:
    watch = Watch("n1")
    watch.after(SUSPECT_MS + 1_000)
    watch.nodes["n1"] = build.node("n1", leaf="leaf-2")
    seen = watch.after(1_000, "n1")
    assert [type(event) for event in seen] == [NodeRecovered, NodeRelocated]


def test_changed_taints_are_another_join() -> None:
    watch = Watch("n1")
    watch.nodes["n1"] = build.node("n1", taints=("spot",))
    assert watch.after(5_000, "n1") == [watch.nodes["n1"]]


@pytest.mark.parametrize(
    ("beat", "says"),
    [
        (swift("n2", 1, 1), "interval_ms is 1; must be 100 to 600000"),
        (swift("n2", 2**62, 2**62), "must be 100 to 600000"),
        (
            swift("n2", 5_000, 2**62),
            "must be two intervals (10000) to 3600000",
        ),
        (swift("n2", 5_000, 9_999), "lease_ms is 9999; must be two intervals (10000) to 3600000"),
        (swift("n\0"), "node_id is 'n\\x00'; must be 1 to 128 of"),
        (swift(""), "node_id is ''; must be 1 to 128 of"),
        (swift('"; DROP'), "must be 1 to 128 of"),
        (build.node("n2", leaf="leaf 2"), "location.leaf is 'leaf 2'; must be 1 to 128 of"),
        (build.node("n2", nvlink_domain="x" * 129), "location.nvlink_domain is 'xxx"),
        (build.node("n2", taints=("no spaces",)), "taints has 'no spaces'; must be 1 to 128 of"),
        (
            build.node("n2", taints=("b", "a")),
            "taints are ['b', 'a']; must be at most 32",
        ),
    ],
)
def test_invalid_heartbeats_are_refused_with_a_fact_once_an_hour(
    beat: NodeJoined, says: str, caplog: pytest.LogCaptureFixture
) -> None:
    watch = Watch("n1")
    watch.nodes["n2"] = beat
    [refused] = watch.after(5_000, "n2")
    assert isinstance(refused, NodeRefused)
    assert says in refused.message
    assert refused.node_id.isprintable()
    assert watch.after(5_000, "n2") == []
    [logged] = [record.getMessage() for record in caplog.records]
    assert says in logged
    assert list(watch.state.nodes) == ["n1"]
    later = watch.after(3_600_000, "n2")
    assert [event for event in later if isinstance(event, NodeRefused)] == [refused], (
        "the next fact follows after an hour"
    )


def test_a_refused_node_joins_with_valid_heartbeats_and_is_refused_again_with_invalid_ones() -> None:
    watch = Watch("n1")
    watch.nodes["n2"] = swift("n2", 1, 1)
    assert [type(event) for event in watch.after(1, "n2")] == [NodeRefused]
    watch.nodes["n2"] = swift("n2")
    assert [type(event) for event in watch.after(1, "n2")] == [NodeJoined]
    watch.nodes["n2"] = swift("n2", 1, 1)
    assert [type(event) for event in watch.after(1, "n2")] == [NodeRefused]


def test_unauthorised_reports_are_recorded_once_an_hour_and_change_nothing() -> None:
    watch = Watch("n1")
    for _ in range(3):
        watch.detector.refuse_sender("n1", "authorization is (absent)", watch.now_ms)
    [refused] = watch.observe()
    assert isinstance(refused, NodeRefused)
    assert refused.message == "a report in its name was refused: authorization is (absent)"
    assert watch.after(1_000, "n1") == []
    assert watch.state.nodes["n1"].health is NodeHealth.READY
    watch.detector.refuse_sender("n1", "authorization is (absent)", watch.now_ms + 3_600_000)
    assert len(watch.observe()) == 1
    for number in range(5_000):
        watch.detector.refuse_sender(f"made-up-{number}", "x" * 10_000, watch.now_ms + 3_600_000)
    seen = watch.observe()
    assert len(seen) < 1_000
    assert max(len(event.message) for event in seen if isinstance(event, NodeRefused)) == 1_000


def test_a_node_lost_for_long_is_forgotten_and_can_join_again() -> None:
    watch = Watch("n1", "spot")
    seen = send_heartbeats(watch, LOST_KEPT_MS + 2 * LEASE_MS, n1=5_000)
    assert [type(event) for event in seen] == [NodeSuspected, NodeLost, NodeForgotten]
    assert list(watch.state.nodes) == ["n1"]
    assert [type(event) for event in watch.after(1, "spot")] == [NodeJoined]


def test_a_new_leader_forgets_nodes_lost_before_its_time() -> None:
    before = Watch("n1", "spot")
    send_heartbeats(before, 2 * LEASE_MS, n1=5_000)
    watch = Watch()
    watch.state, watch.nodes = before.state, before.nodes
    watch.detector.restart_timers(watch.state, watch.now_ms)
    seen = send_heartbeats(watch, LOST_KEPT_MS + 1_000, n1=5_000)
    assert [type(event) for event in seen] == [NodeForgotten]


def test_a_lost_node_closed_by_an_operator_is_not_forgotten() -> None:
    watch = Watch("n1", "n2")
    watch.state.nodes["n2"].cordoned = True
    seen = send_heartbeats(watch, 3 * LOST_KEPT_MS, n1=5_000)
    assert [type(event) for event in seen] == [NodeSuspected, NodeLost, NodeForgotten, NodeForgotten]
    assert sorted(watch.state.nodes) == ["n1", "n2"], "the core still knows the node"


def test_a_node_that_an_operator_had_forgotten_joins_again_and_is_not_forgotten_twice() -> None:
    watch = Watch("n1", "n2")
    send_heartbeats(watch, 2 * LEASE_MS, n1=5_000)
    assert watch.state.nodes["n2"].health is NodeHealth.LOST
    evolve_nodes.forget(watch.state, "n2")
    assert send_heartbeats(watch, 2 * LOST_KEPT_MS, n1=5_000) == []
    assert [type(event) for event in watch.after(1, "n2")] == [NodeJoined]


def test_two_missed_heartbeats_raise_suspicion_and_the_lease_ends_in_a_loss() -> None:
    watch = Watch("n1")
    assert watch.after(SUSPECT_MS - 1_000) == []
    assert watch.after(2_000) == [NodeSuspected(node_id="n1", silent_ms=SUSPECT_MS)]
    [lost] = watch.after(LEASE_MS)
    assert isinstance(lost, NodeLost)
    assert LEASE_MS <= lost.silent_ms < LEASE_MS + 1_000
    assert watch.after(LEASE_MS) == []
    assert watch.after(1, "n1") == [NodeRecovered(node_id="n1")]


def test_a_suspected_node_that_is_heard_recovers_and_can_be_suspected_as_fast_again() -> None:
    watch = Watch("n1")
    watch.after(SUSPECT_MS + 1_000)
    assert watch.after(1_000, "n1") == [NodeRecovered(node_id="n1")]
    seen = watch.after(2 * SUSPECT_MS)
    assert [type(event) for event in seen] == [NodeSuspected]


def test_a_gpu_fails_and_recovers() -> None:
    watch = Watch("n1")
    assert watch.after(5_000, "n1", unhealthy=(3,)) == [
        GpuUnhealthy(node_id="n1", gpu_index=3, reason="Xid 79")
    ]
    assert watch.after(5_000, "n1", unhealthy=(3,)) == []
    assert watch.after(5_000, "n1") == [GpuRecovered(node_id="n1", gpu_index=3)]


def test_one_silent_node_among_others_is_suspected() -> None:
    watch = Watch("n1", "n2")
    seen: list[Observation] = []
    for _ in range(10):
        seen += watch.after(5_000, "n1")
    assert [type(event) for event in seen] == [NodeSuspected, NodeLost]
    assert {event.node_id for event in seen} == {"n2"}


def test_a_dead_node_is_lost_beside_one_with_slower_heartbeats() -> None:
    watch = Watch("slow", "slower")
    watch.nodes["swift"] = swift("swift")
    send_heartbeats(watch, 20_000, slow=5_000, slower=5_000, swift=1_000)
    seen = send_heartbeats(watch, 17_500, slow=5_000, slower=5_000)
    assert [type(event) for event in seen] == [NodeSuspected, NodeLost]
    assert {event.node_id for event in seen} == {"swift"}


def test_fast_heartbeats_of_one_node_do_not_keep_the_others_alive() -> None:
    watch = Watch("n1", "n2")
    watch.nodes["hasty"] = swift("hasty", 100, 200)
    send_heartbeats(watch, 1_000, hasty=100, n1=5_000)
    seen = send_heartbeats(watch, 2 * LEASE_MS, n1=5_000)
    assert {event.node_id for event in seen if isinstance(event, NodeLost)} == {"n2", "hasty"}


def test_a_dead_node_is_lost_even_if_the_only_other_sends_a_heartbeat_a_minute() -> None:
    watch = Watch("n1")
    watch.nodes["lazy"] = swift("lazy", 60_000, 180_000)
    send_heartbeats(watch, 60_001, n1=5_000, lazy=60_000)
    seen = send_heartbeats(watch, 150_001, lazy=60_000)
    assert [type(event) for event in seen] == [NodeSuspected, NodeLost]


def test_forgotten_timers_take_no_memory() -> None:
    watch = Watch("n1")
    for number in range(20):
        name = f"spot-{number}"
        watch.nodes[name] = build.node(name)
        watch.after(1, name)
        send_heartbeats(watch, 2 * LEASE_MS, n1=5_000)
    assert watch.detector.nodes_watched == 1


def test_no_node_is_suspected_if_all_fall_silent_at_once() -> None:
    watch = Watch("n1", "n2")
    assert watch.after(90_000) == []
    assert watch.after(1, "n1") == []
    assert watch.after(SUSPECT_MS - 2_000) == [], "the patience with n2 started again"


def test_nodes_are_lost_if_all_stay_silent_for_long() -> None:
    watch = Watch("n1", "n2")
    assert watch.after(DEAF_BELIEVED_MS - 1_000) == []
    assert {type(event) for event in watch.after(5_000)} == {NodeLost}


def test_a_paused_process_suspects_no_node() -> None:
    watch = Watch("n1")
    watch.now_ms += 60_000
    assert watch.observe() == []
    assert watch.after(SUSPECT_MS - 1_000) == []
    assert [type(event) for event in watch.after(2_000)] == [NodeSuspected]


def test_a_new_leader_is_patient_with_nodes_it_has_not_heard() -> None:
    before = Watch("n1", "n2")
    watch = Watch()
    watch.state, watch.nodes = before.state, before.nodes
    watch.detector.restart_timers(watch.state, watch.now_ms)
    assert watch.after(SUSPECT_MS - 1_000, "n1") == []
    assert watch.after(2_000) == [NodeSuspected(node_id="n2", silent_ms=SUSPECT_MS)]


def test_a_heartbeat_of_an_impossible_node_is_refused() -> None:
    watch = Watch()
    watch.nodes["n1"] = build.node("n1", gpus=65)
    assert [type(event) for event in watch.after(1, "n1")] == [NodeRefused]
    assert watch.state.nodes == {}


def test_deadlines_are_never_in_the_past() -> None:
    watch = Watch("n1", "n2")
    for _ in range(200):
        watch.after(997)
        assert watch.detector.next_deadline_ms() > watch.now_ms


def ordered(*node_ids: str, lease_ms: int = LEASE_MS) -> tuple[Watch, int]:
    """A watch whose first node was given an order that its agent has not stored, and the order's number."""
    watch = Watch(*node_ids)
    first = node_ids[0]
    watch.nodes = {node_id: replace(build.node(node_id), lease_ms=lease_ms) for node_id in node_ids}
    watch.stored = dict.fromkeys(node_ids, -1)
    watch.after(1, *node_ids)
    watch.take(
        build.founding_queue(), *[CordonNode(node_id=node_id, requested_by="op") for node_id in node_ids[1:]]
    )
    [order] = [each for each in watch.take(build.submit("job-a")) if isinstance(each, StartTask)]
    assert order.node_id == first
    return watch, order.order_seq


def beats(watch: Watch, ms: int, *node_ids: str) -> list[Observation]:
    """Let these nodes beat at their interval for this long; return all observations."""
    seen: list[Observation] = []
    for _ in range(ms // INTERVAL_MS):
        seen += watch.after(INTERVAL_MS, *node_ids)
    return seen


def test_a_node_that_beats_and_does_not_store_an_order_is_suspected_after_a_minute() -> None:
    watch, _ = ordered("n1")
    assert beats(watch, limits.ORDER_STORED_MS, "n1") == []
    [suspected] = beats(watch, INTERVAL_MS, "n1")
    assert suspected == NodeSuspected(
        node_id="n1", silent_ms=limits.ORDER_STORED_MS, cause=SilenceCause.ORDER_NOT_STORED
    )
    assert not watch.state.nodes["n1"].usable


def test_a_node_that_stores_the_order_late_is_ready_again_at_its_next_beat() -> None:
    watch, seq = ordered("n1")
    beats(watch, limits.ORDER_STORED_MS + INTERVAL_MS, "n1")
    assert watch.after(INTERVAL_MS, "n1") == [], "it still has not stored it"
    watch.stored["n1"] = seq
    assert watch.after(INTERVAL_MS, "n1") == [NodeRecovered(node_id="n1")]
    assert beats(watch, 2 * limits.ORDER_STORED_MS, "n1") == [], "nothing is started, but all is stored"


def test_a_node_whose_agent_does_not_report_stored_orders_is_not_suspected_for_them() -> None:
    watch, _ = ordered("n1")
    del watch.stored["n1"]
    assert beats(watch, 5 * limits.ORDER_STORED_MS, "n1") == []


def test_a_node_that_has_stored_the_order_may_take_as_long_as_it_needs_to_start() -> None:
    watch, seq = ordered("n1")
    watch.stored["n1"] = seq
    assert beats(watch, 20 * limits.ORDER_STORED_MS, "n1") == []
    assert watch.state.jobs["job-a"].attempt is not None


def test_a_node_that_beats_and_stores_no_order_is_lost_after_its_lease_and_gives_its_jobs_up() -> None:
    watch, seq = ordered("n1")
    seen = beats(watch, limits.ORDER_STORED_MS + LEASE_MS + INTERVAL_MS, "n1")
    assert [type(event) for event in seen] == [NodeSuspected, NodeLost]
    assert seen[-1] == NodeLost(
        node_id="n1", silent_ms=limits.ORDER_STORED_MS + LEASE_MS, cause=SilenceCause.ORDER_NOT_STORED
    )
    assert watch.state.jobs["job-a"].attempt is None
    assert beats(watch, 10 * LEASE_MS, "n1") == [], "the order to stop it is not stored either"
    watch.stored["n1"] = watch.state.nodes["n1"].order_seq
    assert watch.stored["n1"] > seq
    assert watch.after(INTERVAL_MS, "n1") == [NodeRecovered(node_id="n1")]


def test_a_job_that_hangs_in_stopping_ends_when_its_node_is_lost() -> None:
    watch, seq = ordered("n1")
    watch.stored["n1"] = seq
    watch.take(build.started("n1", "job-a"))
    watch.take(build.cancel("job-a"))
    beats(watch, limits.ORDER_STORED_MS + LEASE_MS + INTERVAL_MS, "n1")
    assert watch.state.nodes["n1"].health is NodeHealth.LOST
    assert watch.state.ended.get("job-a") is not None


def test_the_wait_for_an_order_survives_a_change_of_the_leader_once_the_node_is_suspected() -> None:
    lease_ms = 600_000
    watch, _ = ordered("n1", lease_ms=lease_ms)
    beats(watch, limits.ORDER_STORED_MS + INTERVAL_MS, "n1")
    seen: list[Observation] = []
    begun_ms = watch.now_ms
    while watch.now_ms < begun_ms + 2 * lease_ms and not seen:
        watch.detector = Detector(Patience(DEAF_BELIEVED_MS, LOST_KEPT_MS), watch.now_ms)
        watch.detector.restart_timers(watch.state, watch.now_ms, watch.now_ms - watch.state.now_ms)
        seen = beats(watch, 300_000, "n1")
    assert [type(event) for event in seen] == [NodeLost]
    assert watch.now_ms - begun_ms <= lease_ms + 300_000


def test_a_new_leader_gives_a_node_a_minute_before_it_is_lost_for_its_orders() -> None:
    watch, _ = ordered("n1")
    beats(watch, limits.ORDER_STORED_MS + INTERVAL_MS, "n1")
    watch.now_ms += LEASE_MS
    watch.detector = Detector(Patience(DEAF_BELIEVED_MS, LOST_KEPT_MS), watch.now_ms)
    watch.detector.restart_timers(watch.state, watch.now_ms, watch.now_ms - watch.state.now_ms)
    assert beats(watch, 55_000, "n1") == []
    assert [type(event) for event in beats(watch, 2 * INTERVAL_MS, "n1")] == [NodeLost]


def test_each_order_has_its_own_minute() -> None:
    watch, seq = ordered("n1")
    beats(watch, limits.ORDER_STORED_MS, "n1")
    watch.take(build.cancel("job-a"))
    watch.stored["n1"] = seq
    assert beats(watch, limits.ORDER_STORED_MS - INTERVAL_MS, "n1") == []
    assert [type(event) for event in beats(watch, 3 * INTERVAL_MS, "n1")] == [NodeSuspected]


def test_a_pause_between_heartbeats_is_not_time_for_which_an_order_waits() -> None:
    watch, _ = ordered("n1", "n2")
    beats(watch, INTERVAL_MS, "n1", "n2")
    assert [type(event) for event in beats(watch, LEASE_MS - INTERVAL_MS, "n2")] == [NodeSuspected]
    assert beats(watch, limits.ORDER_STORED_MS, "n1", "n2") == [], "it has a minute from its first beat"


def test_an_agent_that_starts_without_a_memory_owes_only_later_orders() -> None:
    watch, _ = ordered("n1")
    beats(watch, limits.ORDER_STORED_MS + INTERVAL_MS, "n1")
    watch.nodes["n1"] = replace(watch.nodes["n1"], boot_id="boot-2")
    decided = watch.take(
        AgentStarted(node_id="n1", boot_id="boot-2", fresh=True, order_seq_last=-1, running=())
    )
    [stop] = [each for each in decided if isinstance(each, StopTask)]
    assert watch.after(INTERVAL_MS, "n1") == [], "the order to stop what is gone comes after its start"
    watch.stored["n1"] = stop.order_seq
    assert watch.after(INTERVAL_MS, "n1") == [NodeRecovered(node_id="n1")]


def test_a_node_that_was_lost_for_its_orders_is_lost_again_once_its_heartbeats_end() -> None:
    """Until then it cannot be forgotten: it would join again at once."""
    watch, _ = ordered("n1", "n2")
    beats(watch, limits.ORDER_STORED_MS + LEASE_MS + INTERVAL_MS, "n1", "n2")
    forget = ForgetNode(node_id="n1", requested_by="op")
    [refused] = watch.take(forget)
    assert "stop its agent first" in refused.message
    watch.detector = Detector(Patience(DEAF_BELIEVED_MS, LOST_KEPT_MS), watch.now_ms)
    watch.detector.restart_timers(watch.state, watch.now_ms)
    [lost] = beats(watch, LEASE_MS + INTERVAL_MS, "n2")
    assert isinstance(lost, NodeLost)
    assert (lost.node_id, lost.cause) == ("n1", SilenceCause.SILENT)
    assert watch.take(forget) == [NodeForgotten(node_id="n1", lost_ms=0, requested_by="op")]


def suspected_by_silence(watch: Watch) -> None:
    """Let the first node miss beats until it is suspected for its silence."""
    beats(watch, INTERVAL_MS, "n1", "n2")
    [suspected] = beats(watch, 3 * INTERVAL_MS, "n2")
    assert isinstance(suspected, NodeSuspected)
    assert suspected.cause is SilenceCause.SILENT


def test_a_silent_node_that_beats_again_is_suspected_for_the_order_that_it_does_not_store() -> None:
    watch, _ = ordered("n1", "n2")
    suspected_by_silence(watch)
    begun_ms = watch.now_ms
    seen = beats(watch, limits.ORDER_STORED_MS + LEASE_MS + 2 * INTERVAL_MS, "n1", "n2")
    assert [(type(each), each.cause) for each in seen if isinstance(each, NodeSuspected | NodeLost)] == [
        (NodeSuspected, SilenceCause.ORDER_NOT_STORED),
        (NodeLost, SilenceCause.ORDER_NOT_STORED),
    ]
    node = watch.state.nodes["n1"]
    assert begun_ms <= node.unstored_since_ms <= begun_ms + 2 * INTERVAL_MS
    [refused] = watch.take(ForgetNode(node_id="n1", requested_by="op"))
    assert "rejoin at once without its cordon" in refused.message


def test_a_node_lost_for_silence_that_beats_again_without_storing_is_not_forgotten() -> None:
    watch, _ = ordered("n1", "n2")
    beats(watch, INTERVAL_MS, "n1", "n2")
    beats(watch, LEASE_MS + INTERVAL_MS, "n2")
    assert watch.state.nodes["n1"].health is NodeHealth.LOST
    forget = ForgetNode(node_id="n1", requested_by="op")
    [lost] = watch.after(INTERVAL_MS, "n1", "n2")
    assert lost == NodeLost(node_id="n1", silent_ms=0, cause=SilenceCause.ORDER_NOT_STORED)
    [refused] = watch.take(forget)
    assert "still sends heartbeats" in refused.message
    assert beats(watch, 2 * LEASE_MS, "n1", "n2") == [], "it is reported once"
    watch.stored["n1"] = watch.state.nodes["n1"].order_seq
    assert watch.after(INTERVAL_MS, "n1") == [NodeRecovered(node_id="n1")]


def test_a_node_suspected_for_a_stop_order_waits_anew_for_the_next_order_under_a_new_leader() -> None:
    watch, seq = ordered("n1")
    watch.stored["n1"] = seq
    watch.take(build.started("n1", "job-a"))
    [_, stop] = watch.take(build.cancel("job-a"))
    watch.stored["n1"] = stop.order_seq
    beats(watch, 120_000, "n1")
    watch.take(build.submit("job-other"))
    assert watch.state.nodes["n1"].silence is SilenceCause.STOP_UNANSWERED
    evolve_order(watch, "n1")
    watch.detector = Detector(Patience(DEAF_BELIEVED_MS, LOST_KEPT_MS), watch.now_ms)
    watch.detector.restart_timers(watch.state, watch.now_ms, watch.now_ms - watch.state.now_ms)
    assert beats(watch, limits.ORDER_STORED_MS, "n1") == []
    [suspected] = beats(watch, INTERVAL_MS, "n1")
    assert suspected == NodeSuspected(
        node_id="n1", silent_ms=limits.ORDER_STORED_MS, cause=SilenceCause.ORDER_NOT_STORED
    )


def evolve_order(watch: Watch, node_id: str) -> None:
    """Give a node an order: to stop an attempt that it should not run."""
    stray = AttemptRef(job_id="job-stray", attempt=1)
    [order] = watch.take(
        AgentStarted(node_id=node_id, boot_id="boot-1", fresh=False, order_seq_last=0, running=(stray,))
    )
    assert isinstance(order, StopTask)


def test_no_node_is_lost_for_its_orders_while_none_can_read_any() -> None:
    watch, _ = ordered("n1", "n2", "n3")
    evolve_order(watch, "n2")
    evolve_order(watch, "n3")
    seen = beats(watch, 10 * LEASE_MS, "n1", "n2", "n3")
    assert [type(each) for each in seen] == 3 * [NodeSuspected]


def test_a_node_is_lost_for_its_orders_once_another_reads_its_own() -> None:
    watch, _ = ordered("n1", "n2", "n3")
    evolve_order(watch, "n2")
    evolve_order(watch, "n3")
    beats(watch, 10 * LEASE_MS, "n1", "n2", "n3")
    watch.stored["n3"] = watch.state.nodes["n3"].order_seq
    seen = beats(watch, 2 * INTERVAL_MS, "n1", "n2", "n3")
    assert sorted(each.node_id for each in seen if isinstance(each, NodeLost)) == ["n1", "n2"]


def test_a_node_is_lost_for_its_orders_while_another_that_was_lost_for_them_still_beats() -> None:
    watch, _ = ordered("n1", "n2")
    beats(watch, limits.ORDER_STORED_MS + LEASE_MS + INTERVAL_MS, "n1", "n2")
    assert watch.state.nodes["n1"].health is NodeHealth.LOST
    evolve_order(watch, "n2")
    seen = beats(watch, limits.ORDER_STORED_MS + LEASE_MS + INTERVAL_MS, "n1", "n2")
    assert [(type(each), each.node_id) for each in seen] == [(NodeSuspected, "n2"), (NodeLost, "n2")]


def test_a_rarely_beating_node_that_owes_an_order_is_not_silent_under_a_new_leader() -> None:
    interval_ms, lease_ms = 120_000, 600_000
    watch, _ = ordered("n1", "n2")
    rare = replace(build.node("n1"), interval_ms=interval_ms, lease_ms=lease_ms)
    watch.nodes["n1"] = rare
    for _ in range(5):
        watch.after(interval_ms, "n1", "n2")
    assert watch.state.nodes["n1"].silence is SilenceCause.ORDER_NOT_STORED
    assert watch.state.nodes["n1"].heard_at_ms == watch.now_ms
    for _ in range(8):
        watch.detector = Detector(Patience(DEAF_BELIEVED_MS, LOST_KEPT_MS), watch.now_ms)
        watch.detector.restart_timers(watch.state, watch.now_ms, watch.now_ms - watch.state.now_ms)
        watch.after(interval_ms, "n1", "n2")
    lost = watch.state.nodes["n1"]
    assert (lost.health, lost.silence) == (NodeHealth.LOST, SilenceCause.ORDER_NOT_STORED)
