"""Table columns of jobs, nodes, queues, reservations and events."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from muster.client.cli import texts
from muster.client.resources import Job, Node, Queue, Reservation
from muster.terminal.output import Column, View

ENROLMENT_SHORT_S: Final = 7 * 86_400
"""`muster nodes` warns when an enrolment has less time left; one of 90 days is renewed when 30 are left."""

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
    """Return the rich style for a job's or a node's state."""
    return _STYLES.get(state, "")


def jobs(now: datetime | None = None) -> View[Job]:
    """Return the table view of jobs; ages are relative to `now`."""
    at = now or datetime.now(UTC)
    return View(
        columns=(
            Column("JOB", lambda j: j.job_id, short=lambda j: texts.short_id(j.job_id)),
            Column("NAME", lambda j: j.name, least=14),
            Column("STATE", lambda j: j.state, style=lambda j: state_style(j.state)),
            Column("GPUS", texts.gpus, right=True, drop=2),
            Column("AGE", lambda j: texts.age(j.submitted_at, at), right=True, drop=3),
            Column("RAN", lambda j: texts.ran(j, at), right=True, drop=5),
            Column("TRY", lambda j: str(j.attempt) if j.attempt else "-", wide=True, right=True),
            Column("TIER", lambda j: j.tier, wide=True),
            Column("QUEUE", lambda j: j.queue, wide=True),
            Column("USER", lambda j: j.user, drop=4),
            Column("TEAM", lambda j: j.team, wide=True),
            Column("REASON", texts.reason_code, drop=1),
            Column("WHERE/WHY", texts.why, least=18),
        ),
        raw=lambda j: j.raw,
        name=lambda j: j.job_id,
        empty="no jobs",
    )


def nodes(now: datetime | None = None) -> View[Node]:
    """Return the table view of nodes, as of `now`."""
    at = now or datetime.now(UTC)
    return View(
        columns=(
            Column("NODE", lambda n: n.node_id),
            Column("STATE", node_state, style=lambda n: state_style(n.state)),
            Column("GPUS", lambda n: f"{texts.number(n.gpus_used)}/{n.gpu_count}", right=True),
            Column("MODEL", lambda n: n.gpu_model or "-", drop=1),
            Column("CPU", lambda n: texts.number(n.cpu_milli / 1000), right=True, drop=3),
            Column("MEMORY", lambda n: texts.memory(n.memory_mib), right=True, drop=4),
            Column("RANKS", lambda n: str(n.ranks), right=True, drop=2),
            Column("SANDBOX", lambda n: n.sandbox, drop=5),
            Column("EXECUTOR", lambda n: n.executor.lower(), wide=True),
            Column("ENFORCES", lambda n: ",".join(n.enforces) or "-", wide=True),
            Column("LOCATION", node_location, wide=True),
            Column("TAINTS", lambda n: ",".join(n.taints) or "-", wide=True),
            Column("LABELS", lambda n: ",".join(f"{k}={v}" for k, v in n.labels.items()) or "-", wide=True),
            Column("MAINTENANCE", lambda n: "/".join(n.maintenance or ()) or "-", wide=True),
            Column("NOTE", lambda n: node_note(n, at), least=16),
        ),
        raw=lambda n: n.raw,
        name=lambda n: n.node_id,
        empty="no nodes found (agents register their nodes; `muster status` shows whether one runs here)",
    )


def node_note(node: Node, now: datetime) -> str:
    """Return why a node takes no new work, as far as known, and a warning if its enrolment expires soon."""
    unheard = {"suspected": "no recent heartbeat", "lost": "no heartbeat"}.get(node.state)
    silent = unheard if node.silence in (None, "silent") else None
    told = (silent, _reclaim_note(node, now), *node.closed_because, _enrolment_note(node, now))
    return "; ".join(filter(None, told))


def _reclaim_note(node: Node, now: datetime) -> str | None:
    """Return when the node will be reclaimed; None if no reclaim was announced."""
    if not node.reclaimed:
        return None
    if node.gone_at is None:
        return "at risk of being reclaimed"
    left_s = (node.gone_at - now).total_seconds()
    return f"reclaimed in {texts.duration(left_s)}" if left_s > 0 else "reclaimed"


def _enrolment_note(node: Node, now: datetime) -> str | None:
    """Warn of an enrolment that its agent should have renewed by now; None if it did."""
    if node.enrolled_until is None:
        return None
    left_s = (node.enrolled_until - now).total_seconds()
    if left_s > ENROLMENT_SHORT_S:
        return None
    return f"enrolment expires in {texts.duration(left_s)}" if left_s > 0 else "enrolment expired"


def node_state(node: Node) -> str:
    """Return ready, suspected, lost or refused, with cordoned, draining, maintenance or reclaimed if true."""
    flags = {"cordoned": node.cordoned, "draining": node.draining, "maintenance": node.in_maintenance}
    flags["reclaimed"] = node.reclaimed
    return ",".join((node.state, *(word for word, holds in flags.items() if holds)))


def node_extras(node: Node) -> str:
    """Return a node's labels, taints and planned maintenance as the rest of a line; empty if it has none."""
    labels = "".join(f", {key}={value}" for key, value in sorted(node.labels.items()))
    taints = "".join(f", taint {taint}" for taint in node.taints)
    window = node.maintenance
    return f"{labels}{taints}" + (f", maintenance {window[0]} to {window[1]}" if window else "")


def node_location(node: Node) -> str:
    """Return its network location, outermost first: hall-1/spine-02/leaf-017; "-" if unknown."""
    names = (node.location.get(level) for level in ("cell", "spine", "leaf", "nvlink_domain"))
    return "/".join(name for name in names if name) or "-"


def _queue_style(queue: Queue) -> str:
    return "" if queue.suspended is None else "yellow"


def queues() -> View[Queue]:
    """Return the table view of queues."""
    return View(
        columns=(
            Column("QUEUE", texts.queue_name, style=_queue_style),
            Column("PARENT", lambda q: q.parent or "-", drop=2),
            Column("WAITING", lambda q: str(q.jobs.get("QUEUED", 0)), right=True),
            Column("RUNNING", lambda q: str(q.jobs.get("RUNNING", 0)), right=True),
            Column("GUARANTEE", lambda q: texts.quota(q.guarantee), least=12, drop=3),
            Column("MAXIMUM", lambda q: texts.quota(q.maximum), least=12, drop=4),
            Column("DESCRIPTION", lambda q: q.description, least=16, drop=1),
        ),
        raw=lambda q: q.raw,
        name=lambda q: q.name,
        empty="no queues",
    )


def reservations(now: datetime | None = None) -> View[Reservation]:
    """Return the table view of reservations; times are relative to `now`."""
    at = now or datetime.now(UTC)
    return View(
        columns=(
            Column("RESERVATION", lambda r: r.name),
            Column("QUEUE", lambda r: r.queue),
            Column("STATE", lambda r: r.state, style=lambda r: state_style(r.state)),
            Column("GPUS", lambda r: str(r.gpus), right=True),
            Column("MODEL", lambda r: r.gpu_model),
            Column("NODES", lambda r: str(len(r.nodes)), right=True, drop=4),
            Column("STARTS", lambda r: texts.moment(r.starts_at), drop=1),
            Column("ENDS", lambda r: texts.moment(r.ends_at), drop=3),
            Column("LEFT", lambda r: texts.until(r.ends_at, at), right=True, drop=2),
            Column("WHERE", lambda r: ", ".join(r.nodes), wide=True),
        ),
        raw=lambda r: r.raw,
        name=lambda r: r.name,
        empty="no reservations",
    )
