"""Nodes, capacity reservations and learned loss rates as plain data."""

from __future__ import annotations

from dataclasses import astuple

from muster.cluster.occupancy import NodeHealth, Reclaim, Window
from muster.events.job_events import NodeJoined, SilenceCause
from muster.events.task_events import ReclaimSource
from muster.scheduler.core.replay.plain import Plain
from muster.scheduler.core.state.exposure import Exposure
from muster.scheduler.core.state.node import Cut, FailedJob, Fault, Node
from muster.scheduler.core.state.state import CapacityReservation


def dump_node(node: Node) -> Plain:
    """One node."""
    return {
        "joined": node.joined.to_datum(),
        "successor": node.successor.to_datum() if node.successor else None,
        "health": node.health,
        "cordoned": node.cordoned,
        "draining": node.draining,
        "window": [*astuple(node.window)] if node.window else None,
        "labels": node.labels,
        "taints": list(node.taints),
        "gpus_unhealthy": sorted(node.gpus_unhealthy.items()),
        "cuts": [[index, *cut] for index, cut in sorted(node.cuts.items())],
        # Absent unless its kernel reported faults.
        **({"faults": [[*each] for each in node.faults], "faulted": node.faulted} if node.faults else {}),
        # Absent unless jobs failed there, and it is or was tested for it.
        **({"failed": [[*each] for each in node.failed]} if node.failed else {}),
        **({"testing": True} if node.testing else {}),
        # Absent unless it beats rarely.
        **({"heard_at_ms": node.heard_at_ms} if node.heard_at_ms else {}),
        # Absent unless it was given an order since its agent began.
        **({"order_seq": node.order_seq} if node.order_seq >= 0 else {}),
        # Absent unless it is suspected or lost for its orders.
        **({"silence": node.silence} if node.silence is not SilenceCause.SILENT else {}),
        **({"unstored_since_ms": node.unstored_since_ms} if node.unstored_since_ms else {}),
        # Absent unless it will be reclaimed.
        **({"reclaim": [*astuple(node.reclaim)]} if node.reclaim else {}),
    }


def load_node(data: Plain) -> Node:
    """Load a node that was dumped; its jobs are derived."""
    return Node(
        joined=NodeJoined.from_datum(data["joined"]),
        successor=NodeJoined.from_datum(data["successor"]) if data["successor"] else None,
        health=NodeHealth(data["health"]),
        cordoned=data["cordoned"],
        draining=data["draining"],
        window=Window(*data["window"]) if data["window"] else None,
        labels=data["labels"],
        taints=tuple(data["taints"]),
        gpus_unhealthy={index: reason for index, reason in data["gpus_unhealthy"]},
        cuts={index: Cut(cut, at_ms) for index, cut, at_ms in data["cuts"]},
        faults=tuple(Fault(*each) for each in data.get("faults", ())),
        faulted=data.get("faulted", False),
        failed=tuple(
            FailedJob(job_id, (user[0], user[1]), at_ms, blames)
            for job_id, user, at_ms, blames in data.get("failed", ())
        ),
        testing=data.get("testing", False),
        heard_at_ms=data.get("heard_at_ms", 0),
        order_seq=data.get("order_seq", -1),
        silence=SilenceCause(data.get("silence", SilenceCause.SILENT)),
        unstored_since_ms=data.get("unstored_since_ms", 0),
        reclaim=_load_reclaim(*data["reclaim"]) if "reclaim" in data else None,
    )


def _load_reclaim(notice_id: str, deadline_ms: int | None, source: str) -> Reclaim:
    return Reclaim(notice_id, deadline_ms, ReclaimSource(source))


def dump_capacity(kept: CapacityReservation) -> Plain:
    """One capacity reservation."""
    return {
        "queue": kept.queue[1],
        "gpu_model": kept.gpu_model,
        "node_ids": list(kept.node_ids),
        "starts_at_ms": kept.starts_at_ms,
        "ends_at_ms": kept.ends_at_ms,
        "begun": kept.begun,
    }


def load_capacity(key: tuple[str, str], data: Plain) -> CapacityReservation:
    """Load a capacity reservation that was dumped."""
    fields: Plain = {**data, "queue": (key[0], data["queue"]), "node_ids": tuple(data["node_ids"])}
    return CapacityReservation(key, **fields)


def dump_exposure(exposure: Exposure) -> list[int]:
    """Dump the learned loss rate of one GPU model's nodes; their current number is derived."""
    return [exposure.reclaims_milli, exposure.node_ms, exposure.settled_ms]


def load_exposure(data: list[int]) -> Exposure:
    """Load a loss rate that was dumped."""
    reclaims_milli, node_ms, settled_ms = data
    return Exposure(reclaims_milli, node_ms, settled_ms)
