"""The failure detector: silence is the node's only when it cannot be ours."""

from dataclasses import replace

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
)
from muster.events.scheduler_log import SequencedInput
from muster.scheduler.core.decide import step
from muster.scheduler.core.inputs.nodes import Observation
from muster.scheduler.core.state.state import State
from muster.scheduler.edge.detector import Detector, Patience
from muster.testkit.cores import build

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
        self.after(1, *node_ids)

    def after(self, ms: int, *heard: str, unhealthy: tuple[int, ...] = ()) -> list[Observation]:
        """So much later, in steps of a pulse, these nodes are heard; what was observed on the way."""
        seen: list[Observation] = []
        end_ms = self.now_ms + ms
        while self.now_ms < end_ms:
            self.now_ms = min(self.now_ms + 1_000, end_ms)
            for node_id in heard if self.now_ms == end_ms else ():
                self.detector.record(build.beat(self.nodes[node_id], unhealthy=unhealthy), self.now_ms)
            seen += self.observe()
        return seen

    def observe(self) -> list[Observation]:
        observations = self.detector.observe(self.state, self.now_ms)
        inputs = [
            SequencedInput(seq=self.state.seq_next + i, event_id=f"e{i}", correlation_id="c", payload=event)
            for i, event in enumerate(observations)
        ]
        if inputs:
            step(self.state, inputs, self.now_ms)
        return observations


def swift(node_id: str, interval_ms: int = 1_000, lease_ms: int = 10_000) -> NodeJoined:
    return replace(build.node(node_id), interval_ms=interval_ms, lease_ms=lease_ms)


def beaten(watch: Watch, ms: int, **every_ms: int) -> list[Observation]:
    """These nodes beat, each at its own interval; what was observed on the way."""
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


def test_the_lease_of_a_node_that_beats_rarely_counts_through_changes_of_the_leader() -> None:
    watch = Watch("n1", "n2")
    watch.nodes["n1"] = swift("n1", interval_ms=600_000, lease_ms=1_200_000)
    watch.nodes["n2"] = swift("n2")
    watch.after(1_000, "n1", "n2")
    begun_ms, seen = watch.now_ms, list[Observation]()
    while watch.now_ms < begun_ms + 3_000_000 and not any(isinstance(each, NodeLost) for each in seen):
        seen += beaten(watch, 300_000, n2=1_000)
        watch.detector = Detector(Patience(DEAF_BELIEVED_MS, LOST_KEPT_MS), watch.now_ms)
        watch.detector.restart_timers(watch.state, watch.now_ms, watch.now_ms - watch.state.now_ms)
    assert [type(each) for each in seen] == [NodeSuspected, NodeLost]
    assert watch.now_ms - begun_ms <= 2_100_000
    assert watch.state.nodes["n2"].health is NodeHealth.READY


def test_each_beat_of_a_node_that_beats_rarely_is_noted_and_changes_nothing_else() -> None:
    watch = Watch("n1")
    watch.nodes["n1"] = swift("n1", interval_ms=600_000, lease_ms=1_200_000)
    watch.after(1_000, "n1")
    assert watch.after(600_000, "n1") == [watch.nodes["n1"]]
    assert watch.state.nodes["n1"].heard_at_ms == watch.now_ms


def test_first_sight_is_a_join_and_the_next_beat_is_no_news() -> None:
    watch = Watch("n1")
    assert list(watch.state.nodes) == ["n1"]
    assert watch.after(5_000, "n1") == []


def test_other_hardware_is_a_join_again() -> None:
    watch = Watch("n1")
    watch.nodes["n1"] = build.node("n1", gpus=4)
    assert watch.after(5_000, "n1") == [watch.nodes["n1"]]


def test_a_new_agent_on_the_same_hardware_is_no_news() -> None:
    watch = Watch("n1")
    watch.nodes["n1"] = build.node("n1", boot_id="boot-2")
    assert watch.after(5_000, "n1") == []


def test_a_machine_that_was_rebooted_joins_again() -> None:
    watch = Watch("n1")
    watch.nodes["n1"] = build.node("n1", boot_id="boot-2", machine_boot_id="machine-2")
    assert watch.after(5_000, "n1") == [watch.nodes["n1"]]


def test_another_place_in_the_network_is_a_relocation_once() -> None:
    watch = Watch("n1")
    moved = watch.nodes["n1"] = build.node("n1", leaf="leaf-2")
    assert watch.after(5_000, "n1") == [NodeRelocated(node_id="n1", location=moved.location)]
    assert watch.after(5_000, "n1") == []


def test_a_silent_node_that_returns_elsewhere_recovers_and_is_relocated() -> None:
    watch = Watch("n1")
    watch.after(SUSPECT_MS + 1_000)
    watch.nodes["n1"] = build.node("n1", leaf="leaf-2")
    seen = watch.after(1_000, "n1")
    assert [type(event) for event in seen] == [NodeRecovered, NodeRelocated]


def test_other_taints_are_a_join_again() -> None:
    watch = Watch("n1")
    watch.nodes["n1"] = build.node("n1", taints=("spot",))
    assert watch.after(5_000, "n1") == [watch.nodes["n1"]]


@pytest.mark.parametrize(
    ("beat", "says"),
    [
        (swift("n2", 1, 1), "interval_ms is 1; allowed: 100 to 600000"),
        (swift("n2", 2**62, 2**62), "allowed: 100 to 600000"),
        (
            swift("n2", 5_000, 2**62),
            "allowed: two intervals (10000) to 3600000",
        ),
        (swift("n2", 5_000, 9_999), "lease_ms is 9999; allowed: two intervals (10000) to 3600000"),
        (swift("n\0"), "node_id is 'n\\x00'; allowed: 1 to 128 of"),
        (swift(""), "node_id is ''; allowed: 1 to 128 of"),
        (swift('"; DROP'), "allowed: 1 to 128 of"),
        (build.node("n2", leaf="leaf 2"), "location.leaf is 'leaf 2'; allowed: 1 to 128 of"),
        (build.node("n2", nvlink_domain="x" * 129), "location.nvlink_domain is 'xxx"),
        (build.node("n2", taints=("no spaces",)), "taints has 'no spaces'; allowed: 1 to 128 of"),
        (
            build.node("n2", taints=("b", "a")),
            "taints are ['b', 'a']; allowed: at most 32",
        ),
    ],
)
def test_invalid_beats_are_refused_once_an_hour_as_a_fact(
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
    assert [event for event in later if isinstance(event, NodeRefused)] == [refused], "it goes on"


def test_a_refused_node_joins_when_its_beats_are_mended_and_is_refused_again_when_they_are_not() -> None:
    watch = Watch("n1")
    watch.nodes["n2"] = swift("n2", 1, 1)
    assert [type(event) for event in watch.after(1, "n2")] == [NodeRefused]
    watch.nodes["n2"] = swift("n2")
    assert [type(event) for event in watch.after(1, "n2")] == [NodeJoined]
    watch.nodes["n2"] = swift("n2", 1, 1)
    assert [type(event) for event in watch.after(1, "n2")] == [NodeRefused]


def test_reports_of_a_stranger_are_told_of_once_an_hour_and_change_nothing() -> None:
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


def test_a_node_lost_for_long_is_forgotten_and_joins_anew() -> None:
    watch = Watch("n1", "spot")
    seen = beaten(watch, LOST_KEPT_MS + 2 * LEASE_MS, n1=5_000)
    assert [type(event) for event in seen] == [NodeSuspected, NodeLost, NodeForgotten]
    assert list(watch.state.nodes) == ["n1"]
    assert [type(event) for event in watch.after(1, "spot")] == [NodeJoined]


def test_a_new_leader_forgets_what_was_lost_before_it() -> None:
    before = Watch("n1", "spot")
    beaten(before, 2 * LEASE_MS, n1=5_000)
    watch = Watch()
    watch.state, watch.nodes = before.state, before.nodes
    watch.detector.restart_timers(watch.state, watch.now_ms)
    seen = beaten(watch, LOST_KEPT_MS + 1_000, n1=5_000)
    assert [type(event) for event in seen] == [NodeForgotten]


def test_a_lost_node_that_an_operator_closed_is_kept() -> None:
    watch = Watch("n1", "n2")
    watch.state.nodes["n2"].cordoned = True
    seen = beaten(watch, 3 * LOST_KEPT_MS, n1=5_000)
    assert [type(event) for event in seen] == [NodeSuspected, NodeLost, NodeForgotten, NodeForgotten]
    assert sorted(watch.state.nodes) == ["n1", "n2"], "the core knows better"


def test_two_missed_beats_then_the_lease() -> None:
    watch = Watch("n1")
    assert watch.after(SUSPECT_MS - 1_000) == []
    assert watch.after(2_000) == [NodeSuspected(node_id="n1", silent_ms=SUSPECT_MS)]
    [lost] = watch.after(LEASE_MS)
    assert isinstance(lost, NodeLost)
    assert LEASE_MS <= lost.silent_ms < LEASE_MS + 1_000
    assert watch.after(LEASE_MS) == []
    assert watch.after(1, "n1") == [NodeRecovered(node_id="n1")]


def test_a_suspected_node_that_is_heard_recovers_and_is_suspected_as_fast_again() -> None:
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


def test_one_silent_node_among_others_is_believed() -> None:
    watch = Watch("n1", "n2")
    seen: list[Observation] = []
    for _ in range(10):
        seen += watch.after(5_000, "n1")
    assert [type(event) for event in seen] == [NodeSuspected, NodeLost]
    assert {event.node_id for event in seen} == {"n2"}


def test_a_dead_node_is_lost_beside_one_that_beats_more_slowly() -> None:
    watch = Watch("slow", "slower")
    watch.nodes["swift"] = swift("swift")
    beaten(watch, 20_000, slow=5_000, slower=5_000, swift=1_000)
    seen = beaten(watch, 17_500, slow=5_000, slower=5_000)
    assert [type(event) for event in seen] == [NodeSuspected, NodeLost]
    assert {event.node_id for event in seen} == {"swift"}


def test_a_beat_of_a_very_swift_node_does_not_make_the_others_immortal() -> None:
    watch = Watch("n1", "n2")
    watch.nodes["hasty"] = swift("hasty", 100, 200)
    beaten(watch, 1_000, hasty=100, n1=5_000)
    seen = beaten(watch, 2 * LEASE_MS, n1=5_000)
    assert {event.node_id for event in seen if isinstance(event, NodeLost)} == {"n2", "hasty"}


def test_a_dead_node_is_lost_though_the_only_other_beats_once_a_minute() -> None:
    watch = Watch("n1")
    watch.nodes["lazy"] = swift("lazy", 60_000, 180_000)
    beaten(watch, 60_001, n1=5_000, lazy=60_000)
    seen = beaten(watch, 150_001, lazy=60_000)
    assert [type(event) for event in seen] == [NodeSuspected, NodeLost]


def test_forgotten_timers_take_no_memory() -> None:
    watch = Watch("n1")
    for number in range(20):
        name = f"spot-{number}"
        watch.nodes[name] = build.node(name)
        watch.after(1, name)
        beaten(watch, 2 * LEASE_MS, n1=5_000)
    assert watch.detector.nodes_watched == 1


def test_when_all_fall_silent_at_once_it_is_us() -> None:
    watch = Watch("n1", "n2")
    assert watch.after(90_000) == []
    assert watch.after(1, "n1") == []
    assert watch.after(SUSPECT_MS - 2_000) == [], "patience with n2 began anew"


def test_when_all_stay_silent_for_long_it_is_they() -> None:
    watch = Watch("n1", "n2")
    assert watch.after(DEAF_BELIEVED_MS - 1_000) == []
    assert {type(event) for event in watch.after(5_000)} == {NodeLost}


def test_a_process_that_was_paused_suspects_no_node() -> None:
    watch = Watch("n1")
    watch.now_ms += 60_000
    assert watch.observe() == []
    assert watch.after(SUSPECT_MS - 1_000) == []
    assert [type(event) for event in watch.after(2_000)] == [NodeSuspected]


def test_a_new_leader_is_patient_with_nodes_it_never_heard() -> None:
    before = Watch("n1", "n2")
    watch = Watch()
    watch.state, watch.nodes = before.state, before.nodes
    watch.detector.restart_timers(watch.state, watch.now_ms)
    assert watch.after(SUSPECT_MS - 1_000, "n1") == []
    assert watch.after(2_000) == [NodeSuspected(node_id="n2", silent_ms=SUSPECT_MS)]


def test_a_beat_that_describes_no_possible_node_is_refused() -> None:
    watch = Watch()
    watch.nodes["n1"] = build.node("n1", gpus=65)
    assert [type(event) for event in watch.after(1, "n1")] == [NodeRefused]
    assert watch.state.nodes == {}


def test_deadlines_are_never_in_the_past() -> None:
    watch = Watch("n1", "n2")
    for _ in range(200):
        watch.after(997)
        assert watch.detector.next_deadline_ms() > watch.now_ms
