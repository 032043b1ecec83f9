"""Converts State to plain data and back, entity by entity.

Entity keys are permanent: job/ID, ended/ID, node/ID, queue/TENANT/NAME, capacity/TENANT/NAME, command/ID,
cache/NAME, expired/URI, spot/MODEL, steady/MODEL, duration/GROUP, wait/NUMBER, wait/learned, forecast/now,
forecast/HOUR, group/DIGEST; and the few small ones that are always written whole: clock, policy, head,
workload. Jobs' specs are stored next to the entities, once per digest, because they never change. Derivable
data (a node's jobs, a queue's counts, free resources in the kernel) is not written but derived on load, so it
cannot be inconsistent.

Tested invariant: load(dump(state)) makes exactly the same decisions as `state`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from muster.cluster import Cluster
from muster.cluster.occupancy import capacity_of, geometries_of
from muster.events.job_commands import JobSpec
from muster.events.job_events import CheckpointExpired
from muster.events.operator_commands import Policy
from muster.jobs.lifecycle import JobState
from muster.queues.account import Terms
from muster.queues.forecast import DemandHistory, Runs
from muster.scheduler.core.canonical import canonical, plain
from muster.scheduler.core.durations import waits
from muster.scheduler.core.durations.histogram import Histogram
from muster.scheduler.core.durations.history import DurationHistory, Group
from muster.scheduler.core.durations.waits import WaitHistory
from muster.scheduler.core.evolve import demand, exposure, holdings, watching
from muster.scheduler.core.evolve import nodes as node_evolution
from muster.scheduler.core.replay import jobs, nodes, queues, shapes, waiting
from muster.scheduler.core.replay.plain import Plain
from muster.scheduler.core.state.ended import EndedJobs
from muster.scheduler.core.state.exposure import Exposures
from muster.scheduler.core.state.failure_rules import active_rules
from muster.scheduler.core.state.job import (
    Attempt,
    EndedJob,
    Job,
    SchedulingKey,
)
from muster.scheduler.core.state.state import DEFAULT_POLICY, Cache, Fragmentation, Reservation, State

FORMAT = 2
"""Increment when this program cannot read the previous format; an upgraded cell then reads its log again. New
settings and entities do not require it, even if hashing.HASH_VERSION is incremented."""

_KINDS = (
    "job", "ended", "node", "queue", "capacity", "command", "cache", "expired", "spot", "steady", "duration",
    "wait", "group",
    "forecast",
)  # fmt: skip

_LATER: Final[Plain] = {"production_borrows": True, "guaranteed_duration_ms": 0}
"""Policy settings added later, with their original behaviour; omitted from hashes at these values. On load,
an absent setting gets its default: the version that wrote the policy did not have it."""

_RULES = "failure-rules"
"""Key of the failure rules; absent before any were activated."""

_LEARNED = "wait/learned"
"""Key of the learned wait model; absent before the first prediction."""


def dump_entity(state: State, key: str) -> Plain | list[Any] | None:
    """Return one entity as plain data; None: it no longer exists. `waiting` dumps the groups.

    Raises:
        ValueError: The key is of an unknown kind.
    """
    kind, name = key.split("/", 1)
    match kind:
        case "job":
            return jobs.dump_job(state.jobs[name]) if name in state.jobs else None
        case "ended":
            record = state.ended.get(name)
            return None if record is None else jobs.dump_ended(record)
        case "node":
            return nodes.dump_node(state.nodes[name]) if name in state.nodes else None
        case "queue":
            tenant, queue = name.split("/", 1)
            found = state.queues.by_key.get((tenant, queue))
            return None if found is None else queues.dump_queue(found)
        case "capacity":
            tenant, reservation = name.split("/", 1)
            kept = state.capacity.get((tenant, reservation))
            return None if kept is None else nodes.dump_capacity(kept)
        case "command":
            return {"seq": state.commands_recent[name]} if name in state.commands_recent else None
        case "expired":
            return state.expired[name].to_datum() if name in state.expired else None
        case "cache" | "spot" | "steady" | "duration":
            return _dump_learned(state, kind, name)
        case "wait":
            return _dump_wait(state.waits, name)
        case "forecast":
            return _dump_forecast(state.demand, name)
        case _:
            raise ValueError(f"entity is {key!r}; must be one of {', '.join(_KINDS)}")


def _dump_learned(state: State, kind: str, name: str) -> Plain | list[int] | None:
    """Dump the data learned about a cache, the nodes of a GPU model, or the run times of a group."""
    if kind == "cache":
        cache = state.caches.get(name)
        return None if cache is None else {"node_ids": cache.node_ids, "used": cache.used}
    if kind in ("spot", "steady"):
        return nodes.dump_exposure(_exposures(state, kind).by_model[name])
    group = state.durations.groups.get(name)
    if group is None:
        return None
    return {"news": group.news, "lead": group.lead, "counts": group.histogram.counts()}


def _exposures(state: State, kind: str) -> Exposures:
    return state.spot if kind == "spot" else state.steady


def _dump_wait(history: WaitHistory, name: str) -> Plain | None:
    """Dump the learned wait model, or one open prediction."""
    if name == _LEARNED.partition("/")[2]:
        return waits.dump_learned(history)
    prediction = history.open.get(int(name))
    return None if prediction is None else waits.dump_prediction(prediction)


def _dump_forecast(history: DemandHistory, name: str) -> Plain | list[int] | None:
    """Dump the last demand forecasts, or the rises of one hour of the day."""
    if not history.made_at_ms:
        return None
    if name != "now":
        return list(history.rises[int(name)]) or None
    return {
        "made": [history.made_at_ms, history.quota_milli, history.scale_percent],
        "recent": [[*each] for each in history.recent],
        "runs": [[hour, *runs] for hour, runs in sorted(history.runs.items())],
    }


def _load_forecast(history: DemandHistory, name: str, data: Any) -> None:
    if name != "now":
        history.rises[int(name)].extend(data)
        return
    history.made_at_ms, history.quota_milli, history.scale_percent = data["made"]
    history.recent.extend((at_ms, milli) for at_ms, milli in data["recent"])
    history.runs.update({hour: Runs(*counts) for hour, *counts in data["runs"]})


def entity_keys(state: State) -> Iterator[str]:
    """Yield the keys of all entities that are written individually."""
    yield from (f"job/{job_id}" for job_id in state.jobs)
    yield from (f"ended/{job_id}" for job_id in state.ended)
    yield from (f"node/{node_id}" for node_id in state.nodes)
    yield from (f"queue/{tenant}/{name}" for tenant, name in state.queues.by_key)
    yield from (kept.entity for kept in state.capacity.values())
    yield from (f"command/{sent}" for sent in state.commands_recent)
    yield from (f"cache/{name}" for name in state.caches)
    yield from (f"spot/{model}" for model in state.spot.by_model)
    yield from (f"steady/{model}" for model in state.steady.by_model)
    yield from (f"expired/{uri}" for uri in state.expired)
    yield from (f"duration/{name}" for name in state.durations.groups)
    yield from demand.keys(state.demand)
    yield from (f"wait/{number}" for number in state.waits.open)
    if state.waits.made:
        yield _LEARNED


def dump_whole(state: State) -> Iterator[tuple[str, object]]:
    """Yield (key, data) of the entities that are always written whole."""
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
            # Absent while 0, to keep the hashes of logs from before ids carried times.
            **({"ids_closed_ms": state.ended.closed_ms} if state.ended.closed_ms else {}),
            # Absent unless the pass was deferred.
            **({"inputs_deferred": state.inputs_deferred} if state.inputs_deferred else {}),
            # Absent before any job has waited.
            **({"predicted_at_ms": state.predicted_at_ms} if state.predicted_at_ms else {}),
        },
    )
    settings = state.policy.to_datum()
    yield "policy", {name: each for name, each in settings.items() if _LATER.get(name) != each}
    if state.failure_rules is not None:
        yield _RULES, {"text": state.failure_rules.text}
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
            # Absent unless the pass was cut or deferred: resources freed since have not woken any group yet.
            **(waiting.dump_freed(state) if state.pending.round_cut or state.inputs_deferred else {}),
            "defrag": [state.defrag_looked_at_ms, list(state.defrag_proposed)],
            # Absent while fragmentation is within the bound.
            **({"fragmentation": [*state.fragmentation]} if state.fragmentation else {}),
            # Absent until jobs could fill a gap.
            **({"gaps": [state.gaps_looked_at_ms, state.gaps_due_ms]} if state.gaps_looked_at_ms else {}),
            # Absent while nothing is held.
            **({"holds": [jobs.dump_hold(hold) for hold in state.holds.values()]} if state.holds else {}),
        },
    )
    yield "workload", shapes.dump_workload(state.cluster.workload)


def load(written: Mapping[str, bytes], specs: Mapping[bytes, JobSpec]) -> State:
    """Build the state that the entities describe.

    Args:
        written: Key -> canonical bytes of each entity.
        specs: The jobs' specs by digest.

    Raises:
        KeyError: An entity, a field or a spec is missing.
        ValueError: A value is invalid.
    """
    entities: dict[str, Any] = {key: plain(value) for key, value in written.items()}
    clock, policy = entities["clock"], Policy.from_datum({**DEFAULT_POLICY.to_datum(), **entities["policy"]})
    ids_closed_ms = clock.get("ids_closed_ms", 0)
    state = State(
        **{name: value for name, value in clock.items() if name != "ids_closed_ms"},
        ended=EndedJobs(_ended(entities), ids_closed_ms),
        policy=policy,
        terms=Terms.of(policy),
        cluster=Cluster(workload=shapes.load_workload(entities["workload"])),
    )
    state.cluster.fix_geometries(geometries_of(policy))
    if _RULES in entities:
        state.failure_rules = active_rules(entities[_RULES]["text"])
    if _LEARNED in entities:
        state.waits = waits.load_learned(entities.pop(_LEARNED))
    for key in sorted(entities):
        if "/" in key and not key.startswith("group/"):
            _load_entity(state, key, entities[key], specs)
    state.commands_recent = dict(sorted(state.commands_recent.items(), key=lambda item: item[1]))
    state.caches = dict(sorted(state.caches.items(), key=lambda item: item[1].used))
    state.durations = DurationHistory.of(state.durations.groups)
    head = entities["head"]
    state.head_looked_at_ms, state.head_due_ms = head["looked_at_ms"], head["due_ms"]
    if head["reservation"]:
        job_id, node_ids, starts_at_ms, until_ms, by_limits = head["reservation"]
        state.reservation = Reservation(job_id, tuple(node_ids), starts_at_ms, until_ms, by_limits)
    for data in head.get("holds", ()):
        hold = jobs.load_hold(state, data)
        state.holds[hold.job_id] = hold
    state.defrag_looked_at_ms, proposed = head["defrag"]
    state.defrag_proposed = tuple(proposed)
    state.fragmentation = Fragmentation(*head["fragmentation"]) if "fragmentation" in head else None
    state.gaps_looked_at_ms, state.gaps_due_ms = head.get("gaps", (0, None))
    state.queues.production_borrows = state.policy.production_borrows
    state.queues.derive()
    _derive_nodes(state)
    groups = {
        waiting.scheduling_key(data): data for key, data in entities.items() if key.startswith("group/")
    }
    _derive_jobs(state, groups)
    watching.renew_all(state)
    waiting.load_freed(state, head)
    state.pending.stirred = head["stirred"]
    state.dirty.clear()
    return state


def forked(state: State) -> State:
    """Copy the state, for what-if trials."""
    written = {key: canonical(dump_entity(state, key)) for key in entity_keys(state)}
    for group in state.pending.groups():
        untried = state.pending.is_untried_ahead(group)
        written[waiting.group_entity(group)] = canonical(waiting.dump_group(group, untried=untried))
    written |= {key: canonical(value) for key, value in dump_whole(state)}
    return load(written, state.specs.by_digest())


def _ended(entities: Mapping[str, Any]) -> Iterator[tuple[str, EndedJob]]:
    for key, data in entities.items():
        kind, _, name = key.partition("/")
        if kind == "ended":
            yield name, jobs.load_ended(data)


def _load_entity(state: State, key: str, data: Any, specs: Mapping[bytes, JobSpec]) -> None:
    kind, name = key.split("/", 1)
    match kind:
        case "job":
            state.jobs[name] = jobs.load_job(state, name, data, specs)
        case "ended":
            pass  # loaded together, in their order
        case "node":
            state.nodes[name] = nodes.load_node(data)
        case "queue":
            tenant, queue = name.split("/", 1)
            state.queues.by_key[tenant, queue] = queues.load_queue((tenant, queue), data)
        case "capacity":
            tenant, reservation = name.split("/", 1)
            state.capacity[tenant, reservation] = nodes.load_capacity((tenant, reservation), data)
        case "command":
            state.commands_recent[name] = data["seq"]
        case "expired":
            state.expired[name] = CheckpointExpired.from_datum(data)
        case "cache" | "spot" | "steady" | "duration" | "forecast" | "wait":
            _load_learned(state, kind, name, data)
        case _:
            raise ValueError(f"entity is {key!r}; must be one of {', '.join(_KINDS)}")


def _load_learned(state: State, kind: str, name: str, data: Any) -> None:
    """Load the data learned about a cache, nodes, run times, demand, or waits."""
    match kind:
        case "cache":
            state.caches[name] = Cache(tuple(data["node_ids"]), data["used"])
        case "duration":
            counts = Histogram((leaf, count) for leaf, count in data["counts"])
            state.durations.groups[name] = Group(counts, data["news"], data["lead"])
        case "forecast":
            _load_forecast(state.demand, name, data)
        case "wait":
            state.waits.restore(int(name), waits.load_prediction(data))
        case _:
            _exposures(state, kind).by_model[name] = nodes.load_exposure(data)


def _derive_nodes(state: State) -> None:
    """Add the nodes to the kernel, with their GPUs' health and their schedulability."""
    for node_id, node in state.nodes.items():
        state.cluster.add(capacity_of(node.joined))
        state.cluster.relocate(node_id, node.joined.location)
        state.cluster.tag(node_id, node.tags)
        node_evolution.count_hardware(state, node.joined, 1)
        node_evolution.derive_closing(state, node_id)
        exposure.derive(state, node_id)
        for index in node.gpus_unhealthy if node.successor is None else ():
            state.cluster.mark_gpu(node_id, index, healthy=False)
        for index in (index for index, cut in node.cuts.items() if cut.cut):
            state.cluster.cut(node_id, index, cut=True)
    node_evolution.use_machine_code(state)
    node_evolution.derive_frozen(state)
    for node_id in state.reservation.node_ids if state.reservation else ():
        state.nodes[node_id].kept = True
    for hold in state.holds.values():
        for node_id in hold.node_ids:
            state.nodes[node_id].held_for = hold.job_id
    for kept in state.capacity.values():
        node_evolution.reserve(state, kept, +1)
    for node_id, node in state.nodes.items():
        state.cluster.set_schedulable(node_id, node.open)


def _derive_jobs(state: State, groups: Mapping[SchedulingKey, Plain]) -> None:
    """Add every job to its queue, its scheduling group, and its nodes."""
    for job in state.jobs.values():
        if state.queues.meant_by(job.tenant, job.spec.queue) is None:
            raise ValueError(f"job {job.job_id} is in queue {job.spec.queue!r}, which does not exist")
        holdings.recount(state, job, waits=job.state is JobState.QUEUED)
        if job.state is JobState.QUEUED:
            state.pending.add(job, state.now_ms)
        state.dependents.add(job)
        if job.move_to:
            state.moving[job.job_id] = None
        if job.attempt is not None:
            _derive_attempt(state, job, job.attempt)
    for queue in state.queues.by_key.values():
        queue.derive_account(state.policy)
        if queue.measure_due:
            state.unmeasured[queue.key] = None
    for group in list(state.pending.groups()):
        waiting.load_group(state, group, groups[group.key])


def _derive_attempt(state: State, job: Job, attempt: Attempt) -> None:
    """Derive the holdings of nodes and the kernel, and the indexes of the state, from a job's attempt."""
    node_evolution.occupy(state, job, attempt)
    if attempt.gap_of:
        state.filling[job.job_id] = None
    if attempt.upload is not None:
        state.uploads.begin(job.job_id, attempt.upload)
    for task in attempt.tasks.values():
        for placement in task.placements:
            state.cluster.take(placement)
