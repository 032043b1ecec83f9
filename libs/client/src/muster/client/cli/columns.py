"""The columns of jobs, nodes, queues, reservations and events."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from muster.client.cli import texts
from muster.client.cli.output import Column, View
from muster.client.resources import Job, Node, Queue, Reservation

_STYLES: Final = {
    "RUNNING": "green",
    "BOUND": "green",
    "SUCCEEDED": "dim",
    "FAILED": "red",
    "REJECTED": "red",
    "QUEUED": "yellow",
    "SUSPENDED": "yellow",
    "STOPPING": "yellow",
    "ready": "green",
    "suspected": "yellow",
    "lost": "red",
    "active": "green",
}


def state_style(state: str) -> str:
    """The rich style of a job's or a node's state."""
    return _STYLES.get(state, "")


def jobs(now: datetime | None = None) -> View[Job]:
    """Jobs; ages are counted to `now`."""
    at = now or datetime.now(UTC)
    return View(
        columns=(
            Column("JOB", lambda j: j.job_id),
            Column("NAME", lambda j: j.name),
            Column("STATE", lambda j: j.state, style=lambda j: state_style(j.state)),
            Column("GPUS", texts.gpus, right=True),
            Column("AGE", lambda j: texts.age(j.submitted_at, at), right=True),
            Column("RAN", lambda j: texts.ran(j, at), right=True),
            Column("TRY", lambda j: str(j.attempt) if j.attempt else "-", wide=True, right=True),
            Column("TIER", lambda j: j.tier, wide=True),
            Column("QUEUE", lambda j: j.queue, wide=True),
            Column("USER", lambda j: j.user, wide=True),
            Column("TEAM", lambda j: j.team, wide=True),
            Column("REASON", texts.reason_code),
            Column("WHERE/WHY", texts.why),
        ),
        raw=lambda j: j.raw,
        name=lambda j: j.job_id,
        empty="no jobs",
    )


def nodes() -> View[Node]:
    """Nodes."""
    return View(
        columns=(
            Column("NODE", lambda n: n.node_id),
            Column("STATE", node_state, style=lambda n: state_style(n.state)),
            Column("GPUS", lambda n: f"{texts.number(n.gpus_used)}/{n.gpu_count}", right=True),
            Column("MODEL", lambda n: n.gpu_model or "-"),
            Column("CPU", lambda n: texts.number(n.cpu_milli / 1000), right=True),
            Column("MEMORY", lambda n: texts.memory(n.memory_mib), right=True),
            Column("RANKS", lambda n: str(n.ranks), right=True),
            Column("EXECUTOR", lambda n: n.executor.lower(), wide=True),
            Column("LOCATION", node_location, wide=True),
            Column("TAINTS", lambda n: ",".join(n.taints) or "-", wide=True),
            Column("LABELS", lambda n: ",".join(f"{k}={v}" for k, v in n.labels.items()) or "-", wide=True),
            Column("MAINTENANCE", lambda n: "/".join(n.maintenance or ()) or "-", wide=True),
        ),
        raw=lambda n: n.raw,
        name=lambda n: n.node_id,
        empty="no nodes: agents announce themselves; `muster status` shows whether one runs here",
    )


def node_state(node: Node) -> str:
    """ready, suspected or lost, and whether it is cordoned, draining or in maintenance."""
    flags = {"cordoned": node.cordoned, "draining": node.draining, "maintenance": node.in_maintenance}
    return ",".join((node.state, *(word for word, holds in flags.items() if holds)))


def node_extras(node: Node) -> str:
    """Its labels, taints and coming maintenance, as a line goes on; empty without."""
    labels = "".join(f", {key}={value}" for key, value in sorted(node.labels.items()))
    taints = "".join(f", taint {taint}" for taint in node.taints)
    window = node.maintenance
    return f"{labels}{taints}" + (f", maintenance {window[0]} to {window[1]}" if window else "")


def node_location(node: Node) -> str:
    """Where it is in the network, outermost first: hall-1/spine-02/leaf-017; "-" when that is unknown."""
    names = (node.location.get(level) for level in ("cell", "spine", "leaf", "nvlink_domain"))
    return "/".join(name for name in names if name) or "-"


def queues() -> View[Queue]:
    """Queues."""
    return View(
        columns=(
            Column("QUEUE", lambda q: q.name),
            Column("PARENT", lambda q: q.parent or "-"),
            Column("WAITING", lambda q: str(q.jobs.get("QUEUED", 0)), right=True),
            Column("RUNNING", lambda q: str(q.jobs.get("RUNNING", 0)), right=True),
            Column("GUARANTEE", lambda q: texts.quota(q.guarantee)),
            Column("MAXIMUM", lambda q: texts.quota(q.maximum)),
            Column("DESCRIPTION", lambda q: q.description),
        ),
        raw=lambda q: q.raw,
        name=lambda q: q.name,
        empty="no queues",
    )


def reservations(now: datetime | None = None) -> View[Reservation]:
    """Reservations; times are counted from `now`."""
    at = now or datetime.now(UTC)
    return View(
        columns=(
            Column("RESERVATION", lambda r: r.name),
            Column("QUEUE", lambda r: r.queue),
            Column("STATE", lambda r: r.state, style=lambda r: state_style(r.state)),
            Column("GPUS", lambda r: str(r.gpus), right=True),
            Column("MODEL", lambda r: r.gpu_model),
            Column("NODES", lambda r: str(len(r.nodes)), right=True),
            Column("STARTS", lambda r: texts.moment(r.starts_at)),
            Column("ENDS", lambda r: texts.moment(r.ends_at)),
            Column("LEFT", lambda r: texts.until(r.ends_at, at), right=True),
            Column("WHERE", lambda r: ", ".join(r.nodes), wide=True),
        ),
        raw=lambda r: r.raw,
        name=lambda r: r.name,
        empty="no reservations",
    )
