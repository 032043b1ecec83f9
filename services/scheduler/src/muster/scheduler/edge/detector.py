"""The failure detector: heartbeats in, observations out; 12,500 nodes at rest cost the core nothing.

    first sight, or other hardware     NodeJoined
    two beats missed                   NodeSuspected      heard again    NodeRecovered
    silent for its whole lease         NodeLost           heard again    NodeRecovered
    a GPU's health changed             GpuUnhealthy, GpuRecovered
    the network around it changed      NodeRelocated

Silence must be the node's, not ours. So patience starts anew, for every node, whenever this process may have
been deaf: after a takeover, after it stood still itself, and after a time in which no node at all was heard
(two or more nodes do not fall silent together; their broker does). While that lasts nobody is suspected or
lost, up to a bound: then it is believed.

Durations are monotonic; the wall clock is never asked. What is observed here becomes input, hence fact, in
`machine`.
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
    NodeJoined,
    NodeLost,
    NodeRecovered,
    NodeRelocated,
    NodeSuspected,
)
from muster.events.node_heartbeats import Location, NodeHeartbeat
from muster.jobs.rules import (
    TAINT_ALLOWED,
    TAINT_PATTERN,
    TAINTS_MAX,
    UNIT_ALLOWED,
    UNIT_PATTERN,
    matches,
)
from muster.scheduler.core.inputs.nodes import Observation
from muster.scheduler.core.state.node import Node
from muster.scheduler.core.state.state import State

PULSE_MS: Final = 1_000
"""`observe` wants to be called this often; a call that comes much later means that we stood still."""

STOOD_STILL_MS: Final = 3 * PULSE_MS

_NODE_ID_LENGTH_MAX: Final = 128
_REFUSED_MAX: Final = 1_000  # names kept so that each is logged once

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Heard:
    """One node's beats, in monotonic milliseconds.

    Attributes:
        last_ms: The newest.
        suspect_after_ms: Two beats of silence, and half of one for jitter.
        lose_after_ms: Its lease.
        watched: Whether an entry in the heap will look at it.
    """

    last_ms: int
    suspect_after_ms: int
    lose_after_ms: int
    watched: bool = False


class Detector:
    """Judges silence. It remembers nothing that a new leader could not do without.

    Args:
        deaf_believed_ms: When no node is heard for so long, it is believed that they are gone.
        now_ms: Monotonic time of its making.
    """

    def __init__(self, deaf_believed_ms: int, now_ms: int) -> None:
        self._deaf_believed_ms = deaf_believed_ms
        self._heard: dict[str, _Heard] = {}
        self._news: dict[str, NodeHeartbeat] = {}
        self._refused: set[str] = set()
        self._due: list[tuple[int, str]] = []
        self._shortest_ms = deaf_believed_ms
        self._last_beat_ms = self._observed_ms = now_ms
        self._deafness_ended = False

    def hear(self, beat: NodeHeartbeat, now_ms: int) -> None:
        """Take in one heartbeat."""
        self._deafness_ended |= self._is_deaf(now_ms)
        self._last_beat_ms = now_ms
        if self._acceptable(beat):
            self._listen(beat.node_id, beat.interval_ms, beat.lease_ms, now_ms)
            self._news[beat.node_id] = beat

    def observe(self, state: State, now_ms: int) -> list[Observation]:
        """What the beats, and their absence, say that `state` does not know yet."""
        if self._deafness_ended or now_ms - self._observed_ms > STOOD_STILL_MS:
            self.start_anew(state, now_ms)
        self._observed_ms = now_ms
        observations: list[Observation] = []
        for node_id, beat in self._news.items():
            observations += self._told_by(beat, state.nodes.get(node_id))
        self._news.clear()
        if not self._is_deaf(now_ms):
            observations += self._told_by_silence(state, now_ms)
        return observations

    def start_anew(self, state: State, now_ms: int) -> None:
        """Be as patient with every known node as if it had been heard just now."""
        self._deafness_ended = False
        self._last_beat_ms = self._observed_ms = now_ms
        for node_id, node in state.nodes.items():
            if node.health is not NodeHealth.LOST:
                introduced = node.successor or node.joined
                self._listen(node_id, introduced.interval_ms, introduced.lease_ms, now_ms)

    def next_deadline_ms(self) -> int:
        """When `observe` wants to be called though nothing is heard; monotonic milliseconds."""
        pulse = self._observed_ms + PULSE_MS
        return min(max(self._due[0][0], self._observed_ms + 1), pulse) if self._due else pulse

    def _is_deaf(self, now_ms: int) -> bool:
        """Whether all nodes have been silent so long that it must be us, not yet so long that it is they."""
        silent_ms = now_ms - self._last_beat_ms
        return len(self._heard) > 1 and self._shortest_ms <= silent_ms < self._deaf_believed_ms

    def _listen(self, node_id: str, interval_ms: int, lease_ms: int, now_ms: int) -> None:
        suspect_after_ms = 2 * interval_ms + interval_ms // 2
        self._shortest_ms = min(self._shortest_ms, suspect_after_ms)
        heard = self._heard.setdefault(node_id, _Heard(now_ms, 0, 0))
        heard.last_ms = now_ms
        heard.suspect_after_ms = suspect_after_ms
        heard.lose_after_ms = max(lease_ms, suspect_after_ms)
        if not heard.watched:
            self._watch(node_id, heard, now_ms + suspect_after_ms)

    def _watch(self, node_id: str, heard: _Heard, due_ms: int) -> None:
        heard.watched = True
        heappush(self._due, (due_ms, node_id))

    def _told_by(self, beat: NodeHeartbeat, node: Node | None) -> list[Observation]:
        observations: list[Observation] = []
        known = None if node is None else node.introduced
        if node is None or known is None or _joined(beat, known.boot_id, known.location) != known:
            observations.append(_joined(beat, beat.boot_id, beat.location))
        else:
            if node.health is not NodeHealth.READY:
                observations.append(NodeRecovered(node_id=beat.node_id))
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

    def _told_by_silence(self, state: State, now_ms: int) -> list[Observation]:
        observations: list[Observation] = []
        while self._due and self._due[0][0] <= now_ms:
            _, node_id = heappop(self._due)
            heard, node = self._heard[node_id], state.nodes.get(node_id)
            silent_ms = now_ms - heard.last_ms
            if node is None:  # it has joined in the batch now being made
                self._watch(node_id, heard, now_ms + heard.suspect_after_ms)
            elif silent_ms < heard.suspect_after_ms:
                self._watch(node_id, heard, heard.last_ms + heard.suspect_after_ms)
            elif silent_ms < heard.lose_after_ms:
                if node.health is NodeHealth.READY:
                    observations.append(NodeSuspected(node_id=node_id, silent_ms=silent_ms))
                again_ms = min(heard.suspect_after_ms, heard.lose_after_ms - silent_ms)
                self._watch(node_id, heard, now_ms + again_ms)
            else:
                heard.watched = False
                if node.health is not NodeHealth.LOST:
                    observations.append(NodeLost(node_id=node_id, silent_ms=silent_ms))
        return observations

    def _acceptable(self, beat: NodeHeartbeat) -> bool:
        """Whether the beat describes a node that can be; a bad one is named once in this process's log."""
        problem = _problem(beat)
        name = beat.node_id[:_NODE_ID_LENGTH_MAX]
        if problem and name not in self._refused and len(self._refused) < _REFUSED_MAX:
            self._refused.add(name)
            _log.error("heartbeats of node %r are refused: %s", name, problem)
        return problem is None


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
        gpu_count=len(beat.gpus),
        executor=beat.executor,
        lease_ms=beat.lease_ms,
        interval_ms=beat.interval_ms,
        labels=beat.labels,
        location=location,
        taints=beat.taints,
    )


def _problem(beat: NodeHeartbeat) -> str | None:
    """What is wrong with a beat: field, value, allowed."""
    if not 0 < len(beat.node_id) <= _NODE_ID_LENGTH_MAX:
        return f"node_id has {len(beat.node_id)} characters; allowed: 1 to {_NODE_ID_LENGTH_MAX}"
    if not 0 < beat.interval_ms <= beat.lease_ms:
        return f"interval_ms is {beat.interval_ms}; allowed: 1 to lease_ms, which is {beat.lease_ms}"
    if beat.port_first < 0 or beat.port_count < 0 or beat.port_first + beat.port_count > 65_536:
        return f"ports are {beat.port_first} and {beat.port_count} on; allowed: within 0 to 65535"
    if [gpu.index for gpu in beat.gpus] != list(range(len(beat.gpus))):
        return f"gpus have indices {[gpu.index for gpu in beat.gpus][:8]}; allowed: 0, 1, 2 ... without a gap"
    try:
        capacity_of(_joined(beat, beat.boot_id, beat.location))
    except CapacityError as error:
        return str(error)
    return _unspeakable(beat)


def _unspeakable(beat: NodeHeartbeat) -> str | None:
    """A name of the network, or a taint, that is too long or none."""
    for level, name in beat.location.to_datum().items():
        if name and not matches(UNIT_PATTERN, name):
            return f"location.{level} is {name[:200]!r}; allowed: {UNIT_ALLOWED}"
    for taint in beat.taints:
        if not matches(TAINT_PATTERN, taint):
            return f"taints has {taint[:200]!r}; allowed: {TAINT_ALLOWED}"
    if list(beat.taints) != sorted(set(beat.taints)) or len(beat.taints) > TAINTS_MAX:
        return f"taints are {list(beat.taints)[:8]}; allowed: at most {TAINTS_MAX}, sorted, each once"
    return None
