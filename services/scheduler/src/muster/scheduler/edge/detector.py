"""The failure detector: heartbeats in, observations out; 12,500 idle nodes cost the core nothing.

    first beat, or other hardware      NodeJoined
    two beats missed                   NodeSuspected      next beat      NodeRecovered
    silent for its whole lease         NodeLost           next beat      NodeRecovered
    beats, but an order is not stored  NodeSuspected      once it is     NodeRecovered
    still unstored after another lease NodeLost           once it is     NodeRecovered
    heartbeats stop too                second NodeLost
    lost, and beats without storing    second NodeLost    once it is     NodeRecovered
    lost for a day                     NodeForgotten      next beat      NodeJoined
    an invalid beat                    NodeRefused, again after an hour    next valid beat  NodeJoined
    a report by another's sender       NodeRefused, at most once an hour for each name
    a GPU's health changed             GpuUnhealthy, GpuRecovered
    the network around it changed      NodeRelocated

`Detector._expired` compares a node's silence with its lease, which its agent states in each beat. The time
for which an order waits begins at the first beat that shows it, and `core/watch/unanswered.py` judges it; a
node that was suspected or lost, for whatever reason, recovers by a beat that shows all its orders stored. It
is lost for its orders only if they can be read: another node stored one since this one could be suspected, or
no other waits.

A missing beat must be the node's fault, not ours. So the timers of all nodes restart whenever this process
may have missed beats: after a takeover and after a pause of its own. If that happened more often than a node
beats, the node could never be lost; so the beats of rarely beating nodes are on the log (RARELY_MS), their
leases keep running, and they get HEARD_AGAIN_MS for beats that are still unread. A node's silence is believed
only if another node was heard in the meantime: two or more nodes rarely fail at the same moment, but the
broker between us does. If no other node was heard, judgement waits for the next beat of any node, and the
silent node gets its full time once more, once. If no beat arrives for very long, the silence is believed.
Each node is judged by its own interval, so one that beats fast, or claims to, does not affect the others.

Durations are monotonic; the wall clock is never read. `machine` turns the observations into inputs, and so
into facts.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Final

from muster.cluster import CapacityError
from muster.cluster.occupancy import NodeHealth, capacity_of
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
from muster.events.node_heartbeats import Location, NodeHeartbeat
from muster.jobs.values.rules import (
    TAINT_ALLOWED,
    TAINT_PATTERN,
    TAINTS_MAX,
    UNIT_ALLOWED,
    UNIT_PATTERN,
    matches,
)
from muster.scheduler.core import limits
from muster.scheduler.core.inputs.nodes import Observation
from muster.scheduler.core.state.node import RARELY_MS, Node
from muster.scheduler.core.state.state import State
from muster.scheduler.core.watch import unanswered

PULSE_MS: Final = 1_000
"""Interval at which `observe` must be called; a much later call means that this process was paused."""

STOOD_STILL_MS: Final = 3 * PULSE_MS

HEARD_AGAIN_MS: Final = 60_000
"""Time to read the beats that arrived while no process read them, and for a suspect to be heard."""

INTERVAL_MIN_MS: Final = 100
INTERVAL_MAX_MS: Final = 600_000
LEASE_MAX_MS: Final = 3_600_000

_NODE_ID_LENGTH_MAX: Final = 128
_PROBLEM_LENGTH_MAX: Final = 1_000
_REFUSED_MAX: Final = 1_000  # names remembered, so that each is refused once an hour
_REFUSED_EVERY_MS: Final = 3_600_000

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Patience:
    """Limits on silence.

    Attributes:
        deaf_believed_ms: Time without a beat of any node after which all nodes count as gone, ms.
        lost_kept_ms: Time after which a lost node without other marks is forgotten, ms.
    """

    deaf_believed_ms: int = 120_000
    lost_kept_ms: int = 86_400_000


@dataclass(slots=True)
class _Timer:
    """The last beat of one node, and the limits of its silence.

    Attributes:
        last_ms: Monotonic time of the newest beat, or of the restart of its timer, milliseconds.
        suspect_after_ms: Two and a half beat intervals (the half allows for jitter), milliseconds.
        lose_after_ms: Its lease, and time to be heard again after it is suspected, milliseconds.
        scheduled: Whether the heap holds an entry for it.
        believed: Whether its silence is its own, whatever is heard of others.
        stored: Newest order that its beats have shown to be stored; None: they show none.
        order_seq: Newest order when its beats began to show one that is not stored; None: all are stored.
        boot_id: The agent whose beats show it.
        waits_since_ms: Time since which they show it, monotonic milliseconds.
    """

    last_ms: int
    suspect_after_ms: int
    lose_after_ms: int
    scheduled: bool = False
    believed: bool = False
    stored: int | None = None
    order_seq: int | None = None
    boot_id: str = ""
    waits_since_ms: int = 0


PATIENT: Final = Patience()


class Detector:
    """Decides which nodes are suspected or lost. Holds no state that a new leader needs.

    Args:
        patience: Limits on silence.
        now_ms: Monotonic time now.
    """

    def __init__(self, patience: Patience, now_ms: int) -> None:
        self._patience = patience
        self._timers: dict[str, _Timer] = {}
        self._unobserved: dict[str, NodeHeartbeat] = {}
        self._lost_ms: dict[str, int] = {}
        self._refused: dict[str, tuple[str, int]] = {}
        self._senders_refused_ms: dict[str, int] = {}
        self._refusals: list[NodeRefused] = []
        self._due: list[tuple[int, str]] = []
        self._unheard: list[str] = []
        self._last_beat_ms = self._observed_ms = self._restarted_ms = now_ms
        self._stored_ms: int | None = None  # when a beat last showed that a node had read its orders

    @property
    def nodes_watched(self) -> int:
        """Number of nodes with a running timer; lost nodes have none until they are heard again."""
        return len(self._timers)

    def record(self, beat: NodeHeartbeat, now_ms: int) -> None:
        """Record one heartbeat; an invalid one is refused and has no other effect."""
        problem = _problem(beat)
        if problem:
            self._refuse(beat, problem, now_ms)
            return
        self._lost_ms.pop(beat.node_id, None)
        self._refused.pop(beat.node_id, None)
        self._last_beat_ms = now_ms
        for node_id in self._unheard:
            timer = self._timers[node_id]
            self._restart(node_id, timer, now_ms, believed=True)
        self._unheard.clear()
        timer = self._timers.get(beat.node_id)
        if timer is not None and now_ms - timer.last_ms >= timer.suspect_after_ms:
            timer.order_seq = None  # only an unbroken row of beats shows that an order waits
        self._restart_timer(beat.node_id, beat.interval_ms, beat.lease_ms, now_ms)
        self._unobserved[beat.node_id] = beat

    def refuse_sender(self, node_id: str, problem: str, now_ms: int) -> None:
        """Say why reports in a node's name are turned away: once an hour, however many there are."""
        name = _printable(node_id)
        due_ms = now_ms - _REFUSED_EVERY_MS
        if self._senders_refused_ms.get(name, due_ms) > due_ms:
            return
        if len(self._senders_refused_ms) >= _REFUSED_MAX:
            recent = {name: at_ms for name, at_ms in self._senders_refused_ms.items() if at_ms > due_ms}
            self._senders_refused_ms = recent
            if len(recent) >= _REFUSED_MAX:
                return
        self._senders_refused_ms[name] = now_ms
        self._report_refusal(name, f"a report in its name was refused: {problem}")

    def observe(self, state: State, now_ms: int) -> list[Observation]:
        """Return the observations that follow from received and missing beats and are new to `state`."""
        if now_ms - self._observed_ms > STOOD_STILL_MS:
            self.restart_timers(state, now_ms)
        self._observed_ms = now_ms
        observations: list[Observation] = [*self._refusals]
        self._refusals.clear()
        for beat in self._unobserved.values():
            observations += self._changes(beat, state, now_ms)
        self._unobserved.clear()
        if now_ms - self._last_beat_ms >= self._patience.deaf_believed_ms:
            self._believe_all(now_ms)
        return observations + self._expired(state, now_ms) + self._forgotten(state, now_ms)

    def restart_timers(self, state: State, now_ms: int, passed_ms: int = 0) -> None:
        """Treat every known node as if its last beat had come just now, unless the log says when it came.

        Args:
            state: The state.
            now_ms: Monotonic time now.
            passed_ms: Time since the last batch of the state.
        """
        self._last_beat_ms = self._observed_ms = self._restarted_ms = now_ms
        self._unheard.clear()
        for node_id, node in state.nodes.items():
            if node.health is NodeHealth.LOST and not node.is_heard:
                self._lost_ms.setdefault(node_id, now_ms)
            else:
                introduced = node.successor or node.joined
                silent_ms = state.now_ms + passed_ms - node.heard_at_ms if node.heard_at_ms else 0
                self._restart_timer(node_id, introduced.interval_ms, introduced.lease_ms, now_ms, silent_ms)
                self._resume_waiting(node, introduced.lease_ms, state.now_ms + passed_ms, now_ms)

    def _resume_waiting(self, node: Node, lease_ms: int, at_ms: int, now_ms: int) -> None:
        """Resume the wait of a node that is suspected for its orders; for other nodes, start a new one."""
        timer = self._timers[node.joined.node_id]
        timer.order_seq = node.order_seq if node.unstored_since_ms else None
        waits_max_ms = limits.ORDER_STORED_MS + lease_ms - HEARD_AGAIN_MS
        timer.waits_since_ms = now_ms - min(at_ms - node.unstored_since_ms, waits_max_ms)

    def next_deadline_ms(self) -> int:
        """When `observe` must be called even if no beat comes; monotonic milliseconds."""
        pulse = self._observed_ms + PULSE_MS
        return min(max(self._due[0][0], self._observed_ms + 1), pulse) if self._due else pulse

    def _restart_timer(
        self, node_id: str, interval_ms: int, lease_ms: int, now_ms: int, silent_ms: int = 0
    ) -> None:
        timer = self._timers.setdefault(node_id, _Timer(now_ms, 0, 0))
        timer.suspect_after_ms = 2 * interval_ms + interval_ms // 2
        again_ms = min(timer.suspect_after_ms, HEARD_AGAIN_MS)
        timer.lose_after_ms = max(lease_ms, timer.suspect_after_ms + again_ms)
        left_ms = max(timer.lose_after_ms - silent_ms, HEARD_AGAIN_MS) if silent_ms else timer.lose_after_ms
        self._restart(node_id, timer, now_ms - timer.lose_after_ms + left_ms, believed=False)

    def _restart(self, node_id: str, timer: _Timer, last_ms: int, *, believed: bool) -> None:
        timer.last_ms, timer.believed = last_ms, believed
        if not timer.scheduled:
            self._schedule(node_id, timer, last_ms + timer.suspect_after_ms)

    def _believe_all(self, now_ms: int) -> None:
        """Judge the nodes that wait for a beat of another: none came for too long."""
        for node_id in self._unheard:
            timer = self._timers[node_id]
            timer.believed = True
            self._schedule(node_id, timer, now_ms)
        self._unheard.clear()

    def _is_believed(self, timer: _Timer) -> bool:
        """Whether an overdue node's silence is its own: another was heard since its first beat was missed."""
        first_missed_ms = max(timer.last_ms + timer.suspect_after_ms // 2, self._restarted_ms + 1)
        timer.believed |= self._last_beat_ms >= first_missed_ms or len(self._timers) == 1
        return timer.believed

    def _schedule(self, node_id: str, timer: _Timer, due_ms: int) -> None:
        timer.scheduled = True
        heappush(self._due, (due_ms, node_id))

    def _changes(self, beat: NodeHeartbeat, state: State, now_ms: int) -> list[Observation]:
        observations: list[Observation] = []
        node = state.nodes.get(beat.node_id)
        known = None if node is None else node.introduced
        if node is None or known is None or _joined(beat, known.boot_id, known.location) != known:
            observations.append(_joined(beat, beat.boot_id, beat.location))
        else:
            observations += self._judged(beat, node, state, now_ms)
            if beat.location != known.location:
                observations.append(NodeRelocated(node_id=beat.node_id, location=beat.location))
        unhealthy = node.gpus_unhealthy if node is not None else {}
        for gpu in beat.gpus:
            if not gpu.healthy and gpu.index not in unhealthy:
                observations.append(
                    GpuUnhealthy(node_id=beat.node_id, gpu_index=gpu.index, reason=gpu.reason[:200])
                )
            elif gpu.healthy and gpu.index in unhealthy:
                observations.append(GpuRecovered(node_id=beat.node_id, gpu_index=gpu.index))
        return observations

    def _judged(self, beat: NodeHeartbeat, node: Node, state: State, now_ms: int) -> list[Observation]:
        """Judge a known node by its beat; all beats of a node that beats rarely go to the core."""
        waits_ms = self._waits_ms(beat, node, now_ms)
        rarely = beat.interval_ms > RARELY_MS
        if waits_ms is None and node.health is not NodeHealth.READY:
            return [NodeRecovered(node_id=beat.node_id)]
        doubt = None if waits_ms is None else unanswered.doubt(node, beat, waits_ms)
        if doubt is not None and self._is_its_own(doubt, node, state, now_ms):
            return [doubt]
        if node.health is NodeHealth.READY:
            return [node.introduced] if rarely else []
        if rarely and waits_ms is not None and node.unstored_since_ms:
            cause = SilenceCause.ORDER_NOT_STORED
            return [NodeSuspected(node_id=beat.node_id, silent_ms=waits_ms, cause=cause)]
        return []

    def _is_its_own(self, doubt: NodeSuspected | NodeLost, node: Node, state: State, now_ms: int) -> bool:
        """Whether a node that is to be lost could have read its orders: another read one, or none has any."""
        if isinstance(doubt, NodeSuspected) or node.health is NodeHealth.LOST:
            return True
        if (
            self._stored_ms is not None
            and self._stored_ms > now_ms - doubt.silent_ms + limits.ORDER_STORED_MS
        ):
            return True
        return not any(
            timer.order_seq is not None and state.nodes[node_id].health is not NodeHealth.LOST
            for node_id, timer in self._timers.items()
            if node_id != doubt.node_id and node_id in state.nodes
        )

    def _waits_ms(self, beat: NodeHeartbeat, node: Node, now_ms: int) -> int | None:
        """How long beats have shown that an order is not stored, ms; None: all are, as far as is known."""
        timer = self._timers[beat.node_id]
        stored = beat.order_seq_stored
        advanced = stored is not None and timer.stored is not None and stored > timer.stored
        timer.stored = stored
        if stored is None or stored >= node.order_seq:
            timer.order_seq = None
            if advanced:
                self._stored_ms = now_ms
            return None
        other_agent = timer.boot_id not in ("", beat.boot_id)
        if timer.order_seq is None or stored >= timer.order_seq or other_agent:
            timer.order_seq, timer.waits_since_ms = node.order_seq, now_ms
        timer.boot_id = beat.boot_id
        return now_ms - timer.waits_since_ms

    def _expired(self, state: State, now_ms: int) -> list[Observation]:
        observations: list[Observation] = []
        while self._due and self._due[0][0] <= now_ms:
            _, node_id = heappop(self._due)
            timer, node = self._timers[node_id], state.nodes.get(node_id)
            timer.scheduled = False
            silent_ms = now_ms - timer.last_ms
            if node is None:  # it joins in the batch that is being built
                self._schedule(node_id, timer, now_ms + timer.suspect_after_ms)
            elif silent_ms < timer.suspect_after_ms:
                self._schedule(node_id, timer, timer.last_ms + timer.suspect_after_ms)
            elif not self._is_believed(timer):
                self._unheard.append(node_id)
            elif silent_ms < timer.lose_after_ms:
                if node.health is NodeHealth.READY:
                    observations.append(NodeSuspected(node_id=node_id, silent_ms=silent_ms))
                again_ms = min(timer.suspect_after_ms, timer.lose_after_ms - silent_ms)
                self._schedule(node_id, timer, now_ms + again_ms)
            else:
                del self._timers[node_id]
                self._lost_ms[node_id] = now_ms
                if node.health is not NodeHealth.LOST or node.is_heard:
                    observations.append(NodeLost(node_id=node_id, silent_ms=silent_ms))
        return observations

    def _forgotten(self, state: State, now_ms: int) -> list[Observation]:
        """Nodes lost for long enough, oldest first; one that the core has to keep is proposed again later."""
        observations: list[Observation] = []
        due_ms = now_ms - self._patience.lost_kept_ms
        while self._lost_ms and next(iter(self._lost_ms.values())) <= due_ms:
            node_id, since_ms = next(iter(self._lost_ms.items()))
            del self._lost_ms[node_id]
            if node_id in state.nodes:
                observations.append(NodeForgotten(node_id=node_id, lost_ms=now_ms - since_ms))
                self._lost_ms[node_id] = now_ms
        return observations

    def _refuse(self, beat: NodeHeartbeat, problem: str, now_ms: int) -> None:
        """Say what is wrong with a sender's beats: when it changes, and hourly while it does not."""
        name = _printable(beat.node_id)
        said, said_at_ms = self._refused.get(name, ("", now_ms))
        is_said = said == problem and now_ms - said_at_ms < _REFUSED_EVERY_MS
        if is_said or (not said and len(self._refused) >= _REFUSED_MAX):
            return
        self._refused[name] = (problem, now_ms)
        self._report_refusal(name, problem)

    def _report_refusal(self, name: str, problem: str) -> None:
        self._refusals.append(NodeRefused(node_id=name, message=problem[:_PROBLEM_LENGTH_MAX]))
        _log.error("node %s: %s", name, problem)


def _printable(node_id: str) -> str:
    """A name that a sender gave, which may be anything, as it can be shown."""
    return node_id.encode("unicode_escape").decode()[:_NODE_ID_LENGTH_MAX] or "(unnamed)"


def _joined(beat: NodeHeartbeat, boot_id: str, location: Location) -> NodeJoined:
    return NodeJoined(
        node_id=beat.node_id,
        boot_id=boot_id,
        address=beat.address,
        port_first=beat.port_first,
        port_count=beat.port_count,
        cpu_milli=beat.cpu_milli,
        memory_mib=beat.memory_mib,
        gpu_model=beat.gpu_model,
        gpu_memory_mib=beat.gpu_memory_mib,
        gpu_count=len(beat.gpus),
        executor=beat.executor,
        lease_ms=beat.lease_ms,
        interval_ms=beat.interval_ms,
        labels=beat.labels,
        location=location,
        taints=beat.taints,
        sandbox=beat.sandbox,
        enforces=beat.enforces,
        machine_boot_id=beat.machine_boot_id,
    )


def _problem(beat: NodeHeartbeat) -> str | None:
    """Describe what is wrong with a beat: field, value and allowed values; None: it is valid."""
    if not matches(UNIT_PATTERN, beat.node_id):
        return f"node_id is {beat.node_id[:_NODE_ID_LENGTH_MAX]!r}; must be {UNIT_ALLOWED}"
    if not INTERVAL_MIN_MS <= beat.interval_ms <= INTERVAL_MAX_MS:
        return f"interval_ms is {beat.interval_ms}; must be {INTERVAL_MIN_MS} to {INTERVAL_MAX_MS}"
    if not 2 * beat.interval_ms <= beat.lease_ms <= LEASE_MAX_MS:
        return (
            f"lease_ms is {beat.lease_ms}; must be two intervals ({2 * beat.interval_ms}) to {LEASE_MAX_MS}"
        )
    if beat.port_first < 0 or beat.port_count < 0 or beat.port_first + beat.port_count > 65_536:
        return f"ports are {beat.port_first} and {beat.port_count} on; must be within 0 to 65535"
    if [gpu.index for gpu in beat.gpus] != list(range(len(beat.gpus))):
        return f"gpus have indices {[gpu.index for gpu in beat.gpus][:8]}; must be 0, 1, 2 ... without a gap"
    try:
        capacity_of(_joined(beat, beat.boot_id, beat.location))
    except CapacityError as error:
        return str(error)
    return _bad_name(beat)


def _bad_name(beat: NodeHeartbeat) -> str | None:
    """A network location or taint that is malformed or too long; None: all are valid."""
    for level, name in beat.location.to_datum().items():
        if name and not matches(UNIT_PATTERN, name):
            return f"location.{level} is {name[:200]!r}; must be {UNIT_ALLOWED}"
    for taint in beat.taints:
        if not matches(TAINT_PATTERN, taint):
            return f"taints has {taint[:200]!r}; must be {TAINT_ALLOWED}"
    if list(beat.taints) != sorted(set(beat.taints)) or len(beat.taints) > TAINTS_MAX:
        return f"taints are {list(beat.taints)[:8]}; must be at most {TAINTS_MAX}, sorted, each once"
    return None
