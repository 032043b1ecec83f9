"""State to plain data and back, entity by entity.

An entity's key names it for ever: job/ID, ended/ID, node/ID, queue/TENANT/NAME, capacity/TENANT/NAME,
command/ID, cache/NAME, duration/GROUP; and the few small ones that are written whole each time: clock,
policy, head, lines, workload. What can be derived (who is on a node, how many jobs a queue has, what is free
in the kernel) is not written but derived anew, so it cannot disagree.

The law, tested: load(dump(state)) decides whatever comes next exactly as `state` does.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import astuple, replace
from typing import Any, cast

from muster.cluster import Cluster, Layout, Level, MigInstance, Placement, Shape, Strictness, Where, Workload
from muster.events.job_commands import JobSpec
from muster.events.job_events import AttemptOutcome, CheckpointRecorded, NodeJoined, PendingCode
from muster.events.operator_commands import Policy
from muster.events.queue_commands import QueueSettings
from muster.scheduler.core.durations.histogram import Histogram
from muster.scheduler.core.durations.history import DurationHistory, Group
from muster.scheduler.core.evolve import nodes
from muster.scheduler.core.placement import constraints
from muster.scheduler.core.queues import holdings
from muster.scheduler.core.state import gpu_sharing
from muster.scheduler.core.state.account import Account
from muster.scheduler.core.state.job import (
    Attempt,
    EndedJob,
    Failure,
    Job,
    Kind,
    LineKey,
    Speed,
    StopWish,
    Task,
    kind_of,
)
from muster.scheduler.core.state.lifecycle import JobState
from muster.scheduler.core.state.node import Cut, Node, NodeHealth, capacity_of
from muster.scheduler.core.state.pending import Line, Reason, Token
from muster.scheduler.core.state.queues import Queue, QueueKey
from muster.scheduler.core.state.state import Cache, CapacityReservation, Reservation, State
from muster.scheduler.core.state.windows import Window

FORMAT = 1
"""Raised whenever an older program could not read what is written here."""

Plain = dict[str, Any]

_KINDS = ("job", "ended", "node", "queue", "capacity", "command", "cache", "duration")


def dump_entity(state: State, key: str) -> Plain | None:
    """One entity as plain data; None when it is gone."""
    kind, name = key.split("/", 1)
    match kind:
        case "job":
            return _dump_job(state.jobs[name]) if name in state.jobs else None
        case "ended":
            return _dump_ended(state.ended[name]) if name in state.ended else None
        case "node":
            return _dump_node(state.nodes[name])
        case "queue":
            tenant, queue = name.split("/", 1)
            found = state.queues.by_key.get((tenant, queue))
            return None if found is None else _dump_queue(found)
        case "capacity":
            tenant, reservation = name.split("/", 1)
            kept = state.capacity.get((tenant, reservation))
            return None if kept is None else _dump_capacity(kept)
        case "command":
            return {"seq": state.commands_recent[name]} if name in state.commands_recent else None
        case "cache":
            cache = state.caches.get(name)
            return None if cache is None else {"node_ids": list(cache.node_ids), "used": cache.used}
        case "duration":
            group = state.durations.groups.get(name)
            return None if group is None else _dump_duration(group)
        case _:
            raise ValueError(f"entity {key!r}: allowed are {', '.join(_KINDS)}")


def entity_keys(state: State) -> Iterator[str]:
    """Keys of everything that is written entity by entity."""
    yield from (f"job/{job_id}" for job_id in state.jobs)
    yield from (f"ended/{job_id}" for job_id in state.ended)
    yield from (f"node/{node_id}" for node_id in state.nodes)
    yield from (f"queue/{tenant}/{name}" for tenant, name in state.queues.by_key)
    yield from (kept.entity for kept in state.capacity.values())
    yield from (f"command/{command_id}" for command_id in state.commands_recent)
    yield from (f"cache/{name}" for name in state.caches)
    yield from (f"duration/{name}" for name in state.durations.groups)


def dump_whole(state: State) -> Iterator[tuple[str, object]]:
    """The entities that are written whole."""
    yield (
        "clock",
        {
            "cell": state.cell,
            "epoch": state.epoch,
            "seq_next": state.seq_next,
            "now_ms": state.now_ms,
            "batches": state.batches,
            "ended_total": state.ended_total,
            "grown_at_ms": state.grown_at_ms,
            "reclaim_due_ms": state.reclaim_due_ms,
        },
    )
    yield "policy", state.policy.to_datum()
    kept = state.reservation
    yield (
        "head",
        {
            "reservation": (
                [kept.job_id, list(kept.node_ids), kept.starts_at_ms, kept.until_ms, kept.by_limits]
                if kept
                else None
            ),
            "looked_at_ms": state.head_looked_at_ms,
            "due_ms": state.head_due_ms,
            "stirred": state.pending.stirred,
            "defrag": [state.defrag_looked_at_ms, list(state.defrag_proposed)],
        },
    )
    lines = sorted(state.pending.lines(), key=lambda line: line.key)
    yield "lines", [_dump_line(line, untried=state.pending.is_untried_ahead(line)) for line in lines]
    workload = state.cluster.workload
    yield (
        "workload",
        {
            "counts": [[_dump_shape(shape), count] for shape, count in workload.counts()],
            "picture": [[_dump_shape(shape), count] for shape, count in workload.picture],
            "unseen": workload.unseen,
        },
    )


def load(entities: Mapping[str, Any]) -> State:
    """The state that the entities describe.

    Raises:
        KeyError: An entity or a field is missing.
        ValueError: A value is none that was ever written.
    """
    clock, policy = entities["clock"], Policy.from_datum(entities["policy"])
    state = State(
        **clock,
        policy=policy,
        terms=holdings.terms_of(policy),
        cluster=Cluster(workload=_load_workload(entities["workload"])),
    )
    state.cluster.fix_geometries(gpu_sharing.geometries(policy))
    for key in sorted(entities):
        if "/" in key:
            _load_entity(state, key, entities[key])
    state.ended = OrderedDict(sorted(state.ended.items(), key=lambda item: item[1].number))
    state.commands_recent = dict(sorted(state.commands_recent.items(), key=lambda item: item[1]))
    state.caches = dict(sorted(state.caches.items(), key=lambda item: item[1].used))
    state.durations = DurationHistory.of(state.durations.groups)
    head = entities["head"]
    state.head_looked_at_ms, state.head_due_ms = head["looked_at_ms"], head["due_ms"]
    if head["reservation"]:
        job_id, node_ids, starts_at_ms, until_ms, by_limits = head["reservation"]
        state.reservation = Reservation(job_id, tuple(node_ids), starts_at_ms, until_ms, by_limits)
    state.defrag_looked_at_ms, proposed = head["defrag"]
    state.defrag_proposed = tuple(proposed)
    state.queues.derive()
    _derive_nodes(state)
    _derive_jobs(state, {_line_key(data): data for data in entities["lines"]})
    state.pending.freed.clear()
    state.pending.stirred = head["stirred"]
    state.dirty.clear()
    return state


def _load_entity(state: State, key: str, data: Plain) -> None:
    kind, name = key.split("/", 1)
    match kind:
        case "job":
            state.jobs[name] = _load_job(name, data, state.policy)
        case "ended":
            ended = EndedJob(data["tenant"], JobState(data["state"]), data["spec_digest"], data["number"])
            state.ended[name] = ended
        case "node":
            state.nodes[name] = _load_node(data)
        case "queue":
            tenant, queue = name.split("/", 1)
            state.queues.by_key[tenant, queue] = _load_queue((tenant, queue), data)
        case "capacity":
            tenant, reservation = name.split("/", 1)
            state.capacity[tenant, reservation] = _load_capacity((tenant, reservation), data)
        case "command":
            state.commands_recent[name] = data["seq"]
        case "cache":
            state.caches[name] = Cache(tuple(data["node_ids"]), data["used"])
        case "duration":
            state.durations.groups[name] = Group(Histogram(data["counts"]), data["news"], data["lead"])
        case _:
            raise ValueError(f"entity {key!r}: allowed are {', '.join(_KINDS)}")


def _derive_nodes(state: State) -> None:
    """Tell the kernel of the nodes, their GPUs' health, and which are open."""
    for node_id, node in state.nodes.items():
        state.cluster.add(capacity_of(node.joined))
        state.cluster.relocate(node_id, node.joined.location)
        state.cluster.tag(node_id, constraints.tags(node))
        nodes.count_hardware(state, node.joined, 1)
        nodes.derive_closing(state, node_id)
        for index in node.gpus_unhealthy if node.successor is None else ():
            state.cluster.mark_gpu(node_id, index, healthy=False)
        for index in (index for index, cut in node.cuts.items() if cut.cut):
            state.cluster.cut(node_id, index, cut=True)
    nodes.derive_frozen(state)
    for node_id in state.reservation.node_ids if state.reservation else ():
        state.nodes[node_id].kept = True
    for kept in state.capacity.values():
        nodes.reserve(state, kept, +1)
    for node_id, node in state.nodes.items():
        state.cluster.set_schedulable(node_id, node.open)


def _derive_jobs(state: State, lines: Mapping[LineKey, Plain]) -> None:
    """Put every job where it belongs: in a queue, in a line, on its nodes."""
    for job in state.jobs.values():
        if state.queues.meant_by(job.tenant, job.spec.queue) is None:
            raise ValueError(f"job {job.job_id} is in queue {job.spec.queue!r}, which does not exist")
        holdings.recount(state, job, waits=job.state is JobState.QUEUED)
        if job.state is JobState.QUEUED:
            state.pending.add(job, state.now_ms)
        if job.move_to:
            state.moving[job.job_id] = None
        if job.attempt is not None:
            nodes.occupy(state, job, job.attempt)
            for task in job.attempt.tasks.values():
                for placement in task.placements:
                    state.cluster.take(placement)
    for queue in state.queues.by_key.values():
        holdings.derive_account(state, queue)
        if queue.measure_due:
            state.unmeasured[queue.key] = None
    for line in list(state.pending.lines()):
        _load_line(state, line, lines[line.key])


def _dump_job(job: Job) -> Plain:
    return {
        "tenant": job.tenant,
        "spec": job.spec.to_datum(),
        "correlation_id": job.correlation_id,
        "place": job.place,
        "submitted_at_ms": job.submitted_at_ms,
        "queued_at_ms": job.queued_at_ms,
        "state": job.state,
        "attempts": job.attempts,
        "attempts_failed": job.attempts_failed,
        "attempts_lost": job.attempts_lost,
        "not_before_ms": job.not_before_ms,
        "attempt": _dump_attempt(job.attempt) if job.attempt else None,
        "wish": [job.wish.becomes, job.wish.requested_by, job.wish.reason] if job.wish else None,
        "resize_to": job.resize_to,
        "move_to": [_dump_place(place) for place in job.move_to],
        "told": job.told,
        "told_at_ms": job.told_at_ms,
        "checkpoint": job.checkpoint.to_datum() if job.checkpoint else None,
        "checkpoint_at_ms": job.checkpoint_at_ms,
        "p90_ms": job.p90_ms,
        "avoids": list(job.avoids),
    }


def _load_job(job_id: str, data: Plain, policy: Policy) -> Job:
    spec = JobSpec.from_datum(data["spec"])
    avoids = tuple(data["avoids"])
    kind = kind_of(data["tenant"], spec, policy)._replace(avoids=tuple(sorted(avoids)))
    wish = data["wish"]
    fields: Plain = {
        **data,
        "spec": spec,
        "avoids": avoids,
        "state": JobState(data["state"]),
        "attempt": _load_attempt(data["attempt"], kind.shape) if data["attempt"] else None,
        "move_to": tuple(_load_place(place, kind.shape) for place in data["move_to"]),
        "wish": StopWish(JobState(wish[0]), wish[1], wish[2]) if wish else None,
        "told": PendingCode(data["told"]) if data["told"] else None,
        "checkpoint": CheckpointRecorded.from_datum(data["checkpoint"]) if data["checkpoint"] else None,
    }
    return Job(**fields, job_id=job_id, kind=kind)


def _dump_place(place: Placement) -> list[Any]:
    instance = place.instance and list(place.instance)
    return [place.node_id, list(place.gpu_indices), place.shape.sharing, instance]


def _load_place(data: list[Any], shape: Shape) -> Placement:
    node_id, gpus, sharing, instance = data
    return Placement(
        node_id, tuple(gpus), replace(shape, sharing=sharing), instance and MigInstance(*instance)
    )


def _dump_attempt(attempt: Attempt) -> Plain:
    failure = attempt.failure
    return {
        "number": attempt.number,
        "bound_at_ms": attempt.bound_at_ms,
        "order_seq": attempt.order_seq,
        "master_node_id": attempt.master_node_id,
        "master_port": attempt.master_port,
        "pace_milli": attempt.pace_milli,
        "sharing": next(iter(attempt.tasks.values())).placements[0].shape.sharing,
        "succeeded": attempt.succeeded,
        "failure": (
            [
                failure.outcome,
                failure.node_id,
                failure.rank,
                failure.exit_code,
                failure.signal,
                failure.message,
            ]
            if failure
            else None
        ),
        "tasks": [
            {
                "node_id": node_id,
                "ranks": task.ranks,
                "gpus": [list(placement.gpu_indices) for placement in task.placements],
                "instances": [place.instance and list(place.instance) for place in task.placements],
                "started": task.started,
                "exited": task.exited,
            }
            for node_id, task in attempt.tasks.items()
        ],
    }


def _load_attempt(data: Plain, shape: Shape) -> Attempt:
    shape = replace(shape, sharing=data.pop("sharing"))
    tasks = {
        task["node_id"]: Task(
            ranks=list(task["ranks"]),
            placements=[
                Placement(task["node_id"], tuple(gpus), shape, instance and MigInstance(*instance))
                for gpus, instance in zip(task["gpus"], task["instances"], strict=True)
            ],
            started=task["started"],
            exited=task["exited"],
        )
        for task in cast("list[Plain]", data["tasks"])
    }
    failure = data["failure"]
    fields: Plain = {
        **data,
        "tasks": tasks,
        "failure": Failure(AttemptOutcome(failure[0]), *failure[1:]) if failure else None,
    }
    return Attempt(**fields)


def _dump_duration(group: Group) -> Plain:
    return {"news": group.news, "lead": group.lead, "counts": group.histogram.counts()}


def _dump_ended(ended: EndedJob) -> Plain:
    return {
        "tenant": ended.tenant,
        "state": ended.state,
        "spec_digest": ended.spec_digest,
        "number": ended.number,
    }


def _dump_node(node: Node) -> Plain:
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
    }


def _load_node(data: Plain) -> Node:
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
    )


def _dump_queue(queue: Queue) -> Plain:
    account = queue.account
    return {
        "description": queue.description,
        "settings": queue.settings.to_datum(),
        "account": [account.settled_ms, account.credit_milli_ms, list(account.sums.items())],
        "measured_at_ms": queue.measured_at_ms,
        "measure_due": queue.measure_due,
    }


def _load_queue(key: QueueKey, data: Plain) -> Queue:
    settled_ms, credit, sums = data["account"]
    return Queue(
        key,
        data["description"],
        QueueSettings.from_datum(data["settings"]),
        account=Account(settled_ms=settled_ms, credit_milli_ms=credit, sums=dict(sums)),
        measured_at_ms=data["measured_at_ms"],
        measure_due=data["measure_due"],
    )


def _dump_capacity(kept: CapacityReservation) -> Plain:
    return {
        "queue": kept.queue[1],
        "gpu_model": kept.gpu_model,
        "node_ids": list(kept.node_ids),
        "starts_at_ms": kept.starts_at_ms,
        "ends_at_ms": kept.ends_at_ms,
        "begun": kept.begun,
    }


def _load_capacity(key: tuple[str, str], data: Plain) -> CapacityReservation:
    fields: Plain = {**data, "queue": (key[0], data["queue"]), "node_ids": tuple(data["node_ids"])}
    return CapacityReservation(key, **fields)


def _dump_shape(shape: Shape) -> list[Any]:
    gpus = [shape.gpu_count, shape.gpu_milli, list(shape.gpu_models)]
    return [*gpus, shape.cpu_milli, shape.memory_mib, shape.sharing]


def _load_shape(data: list[Any]) -> Shape:
    gpu_count, gpu_milli, gpu_models, cpu_milli, memory_mib, sharing = data
    return Shape(gpu_count, gpu_milli, tuple(gpu_models), cpu_milli, memory_mib, sharing)


def _dump_kind(kind: Kind) -> list[Any]:
    pairs, (labels, tolerated, open_until_ms) = list(map(list, kind.preferred)), kind.where
    where = [list(map(list, labels)), list(tolerated), open_until_ms]
    speeds = list(map(list, kind.speeds))
    return [
        _dump_shape(kind.shape), kind.ranks, list(kind.layout), where, pairs, speeds, list(kind.avoids)
    ]  # fmt: skip


def _load_kind(data: list[Any]) -> Kind:
    shape, ranks, layout, (labels, tolerated, open_until_ms), preferred, speeds, avoids = data
    within, strictness, group_ranks, spread = layout
    return Kind(
        shape=_load_shape(shape),
        ranks=ranks,
        layout=Layout(Level(within), Strictness(strictness), group_ranks, Level(spread)),
        where=Where(_load_pairs(labels), tuple(tolerated), open_until_ms),
        preferred=_load_pairs(preferred),
        speeds=tuple(Speed(*each) for each in speeds),
        avoids=tuple(avoids),
    )


def _load_pairs(data: list[list[str]]) -> tuple[tuple[str, str], ...]:
    return tuple((key, value) for key, value in data)


def _load_workload(data: Plain) -> Workload:
    counts, picture = (
        tuple((_load_shape(shape), count) for shape, count in data[name]) for name in ("counts", "picture")
    )
    return Workload.restore(counts, picture, data["unseen"])


def _dump_line(line: Line, *, untried: bool) -> Plain:
    reason = line.reason
    return {
        "key": _dump_line_key(line.key),
        "blocked": line.blocked,
        "wakes_on": [list(token) if isinstance(token, tuple) else token for token in line.wakes_on],
        "reason": [reason.code, reason.message, reason.counts, reason.found_at_ms] if reason else None,
        "reason_stale": line.reason_stale,
        "told_upto": line.told_upto,
        "counts_told": line.counts_told,
        "counts_told_at_ms": line.counts_told_at_ms,
        "wished_at_ms": line.wished_at_ms,
        "wishes": line.wishes,
        "untried_ahead": untried,
    }


def _dump_line_key(key: LineKey) -> list[Any]:
    return [key.tier_rank, list(key.queue), key.group, key.urgency, _dump_kind(key.kind)]


def _line_key(data: Plain) -> LineKey:
    tier_rank, (tenant, name), group, urgency, kind = data["key"]
    return LineKey(tier_rank, (tenant, name), group, urgency, _load_kind(kind))


def _load_token(data: str | list[str]) -> Token:
    return data if isinstance(data, str) else (data[0], data[1])


def _load_line(state: State, line: Line, data: Plain) -> None:
    reason = data["reason"]
    if data["blocked"]:
        state.pending.block(line, tuple(map(_load_token, data["wakes_on"])))
    if not data["untried_ahead"]:
        state.pending.tried_ahead(line)
    line.reason = Reason(PendingCode(reason[0]), reason[1], dict(reason[2]), reason[3]) if reason else None
    line.reason_stale = data["reason_stale"]
    line.told_upto = data["told_upto"]
    line.counts_told = dict(data["counts_told"])
    line.counts_told_at_ms = data["counts_told_at_ms"]
    line.wished_at_ms = data["wished_at_ms"]
    line.wishes = data["wishes"]
