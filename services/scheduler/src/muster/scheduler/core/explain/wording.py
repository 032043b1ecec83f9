"""An explanation as text: one summary sentence, then the details in parts (ADR 22).

REST, `muster explain` and the laboratory's stories use the same text. Times are relative to the explanation's
own time, so no clock and no time zone is needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter
from typing import Final, NamedTuple

from muster.cluster import Terms
from muster.cluster.occupancy import UNSAVED_MS_MAX, OffSpot, why_off_spot
from muster.events.job_commands import JobSpec, Resources
from muster.events.job_events import PendingCode, PreemptionCause
from muster.jobs.values.quantities import format_duration, format_memory, from_milli
from muster.queues import quota_sentence
from muster.scheduler.core.durations.estimator import Basis
from muster.scheduler.core.explain.changes import QuotaChange, RequestChange
from muster.scheduler.core.explain.explain import Explanation
from muster.scheduler.core.explain.placement import Option, PlacementExplanation
from muster.scheduler.core.explain.standing import Cause, Standing
from muster.scheduler.core.explain.yielding import Asked, Filled, Filling, Making, Scattered, Yielded
from muster.scheduler.core.reason_codes import MEANINGS
from muster.scheduler.core.state import gpu_sharing

NODES_NAMED_MAX: Final = 4


class Part(NamedTuple):
    """One part of an explanation.

    Attributes:
        title: Its title, of one or two words.
        lines: Its lines.
    """

    title: str
    lines: tuple[str, ...]


def summary(found: Explanation) -> str:
    """The summary, in one sentence."""
    if found.reason is not None:
        return f"{found.job_id} waits: {found.reason.message}"
    if found.placement is not None:
        where, since = (
            _nodes(found.placement.chosen.node_ids),
            span(found.as_of_ms - found.placement.bound_at_ms),
        )
        attempt = f"attempt {found.placement.attempt}, for {since}"
        return f"{found.job_id} is {found.state.value.lower()} on {where}: {attempt}"
    return f"{found.job_id} has ended: {found.state.value}"


def parts(found: Explanation) -> tuple[Part, ...]:
    """The details, without empty parts."""
    said = (
        Part("Reason", tuple(_reason(found))),
        Part("Waits", tuple(_waits(found))),
        Part("Asks", tuple(_requests(found, found.asked)) if found.asked else ()),
        Part("Room", tuple(_making(found, found.making)) if found.making else ()),
        Part("Moves", tuple(_scattered(found, found.scattered)) if found.scattered else ()),
        Part("Backfill", (*_filling(found.filling), *_filled(found.filled))),
        Part("Turn", () if found.turn is None else (_turn(found.turn),)),
        Part("Yields", tuple(_yielded(found, found.yielded)) if found.yielded else ()),
        Part("Guarantee", tuple(_guaranteed(found, found.placement)) if found.placement else ()),
        Part("In line", tuple(_in_line(found.standing)) if found.standing else ()),
        Part("Starts", tuple(_starts(found))),
        Part("Starts now", tuple(_starts_now(found))),
        Part("Why there", tuple(_why_there(found.placement)) if found.placement else ()),
        Part("Next best", tuple(_next_best(found.placement)) if found.placement else ()),
        Part("Ends", tuple(_ends(found.placement)) if found.placement else ()),
        Part("As of", (f"input {found.as_of_seq} of the scheduler's log, epoch {found.epoch}",)),
    )
    return tuple(part for part in said if part.lines)


def span(duration_ms: int) -> str:
    """A duration in its two largest units: 45s, 3m20s, 2h5m, 12d3h."""
    unit_ms = next((unit for least, unit in _UNITS if duration_ms >= least), 1_000)
    return format_duration(duration_ms // unit_ms * unit_ms)


_UNITS: Final = ((86_400_000, 3_600_000), (3_600_000, 60_000))
"""(durations from, truncated to), milliseconds."""


def _reason(found: Explanation) -> Iterator[str]:
    if found.reason is None:
        return
    counts = ", ".join(_count(*count) for count in sorted(found.reason.counts.items()) if _is_telling(*count))
    meaning = MEANINGS[found.reason.code]
    yield f"{found.reason.code.value}" + (f" ({counts})" if counts else "")
    yield f"{meaning.means} {meaning.helps}"
    why = why_off_spot(found.spec) if found.spec is not None else None
    if found.reason.code in _SPOT_CODES and why is not None:
        yield _OFF_SPOT[why]


_SPOT_CODES: Final = (PendingCode.SPOT_EXCLUDED, PendingCode.ROOM_ON_SPOT_ONLY)
_OFF_SPOT: Final = {
    OffSpot.SAYS_SO: "It says `spot: never`.",
    OffSpot.SERVES: "It is production inference, which is not to be taken away at two minutes' notice.",
    OffSpot.CANNOT_SAVE: (
        "It saves no checkpoints, so a node that is taken back would cost all that it did there. It may go "
        f"there with `checkpoint: {{enabled: true}}`, a `wall_time` of {format_duration(UNSAVED_MS_MAX)} or "
        "less, or `spot: allowed` where its work may be lost."
    ),
}


def _is_telling(name: str, count: int) -> bool:
    """Whether to show a count: not zeros, and not times, which are shown elsewhere as durations."""
    return count != 0 and not name.endswith("_ms")


def _count(name: str, count: int) -> str:
    if "_milli" in name:
        return f"{name.replace('_milli', '').replace('_', ' ')} {from_milli(count)}"
    return f"{name.replace('_', ' ')} {count}"


def _waits(found: Explanation) -> Iterator[str]:
    if found.reason is None or found.spec is None or found.queued_at_ms is None:
        return
    waited = span(found.as_of_ms - found.queued_at_ms)
    yield f"for {waited}, in queue {found.spec.queue}, tier {_word(found.spec.tier.value)}"


def _requests(found: Explanation, asked: Asked) -> Iterator[str]:
    request = asked.request
    jobs = "one job" if request.jobs == 1 else f"{request.jobs} jobs"
    whom = f"{jobs} like it" if asked.includes else f"{jobs} like it that came earlier"
    yield f"others are asked to yield to {whom}: {_entitled(asked)}"
    if request.may_yield:
        named = [f"{name} ({_counted(milli, 'GPUs')})" for name, milli in asked.named]
        rest = f"{asked.others} {'queue' if asked.others == 1 else 'queues'}"
        more = [f"{rest} more" if named else rest] if asked.others else []
        yield f"queues that hold more than their share may yield: {', '.join([*named, *more])}"
    if request.requests:
        times = "once" if request.requests == 1 else f"{request.requests} times"
        since = span(found.as_of_ms - request.requested_at_ms)
        again = span(request.again_ms - found.as_of_ms)
        yield f"asked {times}, {since} ago; no plan is being carried out, it is asked again in {again}"


def _entitled(asked: Asked) -> str:
    held, due = _counted(asked.holds_milli, "GPUs"), from_milli(asked.due_milli)
    match asked.request.cause:
        case PreemptionCause.FAIRNESS:
            return f"queue {asked.queue} holds {held}, far below its fair share of {due}"
        case PreemptionCause.GUARANTEE:
            return f"they are within the guarantee of queue {asked.queue}, and others hold more than theirs"
        case PreemptionCause.TIME_SHARED:
            return "others had more GPU time in a queue that shares it"
        case _:
            return "its tier goes first"


def _making(found: Explanation, room: Making) -> Iterator[str]:
    jobs = [*room.draining, *([_of_others(room.draining_of_others)] if room.draining_of_others else [])]
    over = f"; {room.over} over" if room.over else ""
    yield f"others yield to it by {room.plan_id}: {', '.join(jobs) or 'none is left'}{over}"
    left = span(max(0, room.until_ms - found.as_of_ms))
    yield f"{_nodes(room.node_ids)} held for it, for {left} at most; it is placed when the last is over"


def _scattered(found: Explanation, scattered: Scattered) -> Iterator[str]:
    lasts = span(found.as_of_ms - scattered.since_ms)
    yield (
        f"more than {scattered.percent} % of all GPUs have been free but fragmented for {lasts} while jobs "
        "that need no more than that wait"
    )
    then = "and carried out when they pay off" if scattered.carries_out else "but only proposed"
    yield f"moves that make room for it are planned every {span(scattered.interval_ms)}, {then}"


def _filling(gap: Filling | None) -> Iterator[str]:
    if gap is None:
        return
    whom = gap.gap_of or "another job"
    if gap.still:
        yield f"it fills nodes that are reserved for {whom}, and yields when that job fits"
    else:
        yield f"it filled nodes reserved for {whom}, and yields to the next job that they are reserved for"


def _filled(gap: Filled | None) -> Iterator[str]:
    if gap is None:
        return
    jobs = [*gap.named, *([_of_others(gap.others)] if gap.others else [])]
    one = len(gap.named) + gap.others == 1
    runs, leaves = ("runs", "leaves") if one else ("run", "leave")
    yield f"{', '.join(jobs)} {runs} on nodes reserved for it, and {leaves} when it fits"


def _turn(before: int) -> str:
    ahead = "1 job saves" if before == 1 else f"{before} jobs save"
    return f"its node is being drained: {ahead} before it"


def _of_others(count: int) -> str:
    return f"{count} {'job' if count == 1 else 'jobs'} of other tenants"


def _yielded(found: Explanation, to: Yielded) -> Iterator[str]:
    verb = "yielded" if to.is_over else "yields"
    asked = f"asked {span(found.as_of_ms - to.at_ms)} ago"
    yield f"it {verb} to {to.to_job_id}, {asked}; {_nth(to.today)} time today, of {to.today_max} at most"
    if not to.checkpoint_file:
        yield "no checkpoint is stored" + (": it starts over" if to.is_over else " yet")
    elif to.lost_ms:
        yield f"resumes from {to.checkpoint_file}, stored {span(to.lost_ms)} before it was asked"
    else:
        yield f"resumes from {to.checkpoint_file}, stored after it was asked: a few steps are lost at most"


def _in_line(standing: Standing) -> Iterator[str]:
    yield (
        f"{_nth(standing.in_queue)} of {standing.waiting_in_queue} in its queue, "
        f"{_nth(standing.in_cell)} of {standing.waiting_in_cell} in all"
    )
    ahead = [_AHEAD[cause].format(count) for cause, count in standing.ahead.items()]
    if ahead:
        yield f"ahead: {', '.join(ahead)}"
    for because, others in groupby(standing.named, key=attrgetter("because")):
        yield f"of yours: {', '.join(other.job_id for other in others)} ({because})"


_AHEAD: Final = {
    Cause.TIER: "{} of a higher tier or lifted by age",
    Cause.SHARE: "{} of queues further below their share",
    Cause.GROUP_SHARE: "{} of users or tenants who hold less",
    Cause.PRIORITY: "{} of higher priority",
    Cause.PLACE: "{} that came earlier",
}


def _starts(found: Explanation) -> Iterator[str]:
    start = found.start
    if start is None:
        return
    if start.earliest_ms is None:
        yield start.because
        return
    if start.latest_ms is None:
        yield start.because
        if start.earliest_ms > found.as_of_ms:
            yield f"not within the next {span(start.earliest_ms - found.as_of_ms)}"
        return
    earliest = span(start.earliest_ms - found.as_of_ms)
    latest = span(start.latest_ms - found.as_of_ms)
    when = f"within {latest}" if start.earliest_ms <= found.as_of_ms else f"in {earliest} to {latest}"
    if start.record is None:
        yield f"{when} (not yet calibrated here), {start.because}"
        return
    yield f"{when} ({start.confidence_percent} % confidence), {start.because}"
    yield f"of the last {start.record.checked} ranges checked, {start.record.held_percent} % held"
    if start.useful_ms is None:
        yield "not useful: too few ranges have held here"
    elif start.expected_ms is not None and start.expected_ms - found.as_of_ms > start.useful_ms:
        yield f"not useful: too few ranges have held here for waits beyond {span(start.useful_ms)}"


def _starts_now(found: Explanation) -> Iterator[str]:
    if found.spec is not None:
        yield from (change_of(found.spec, change) for change in found.requests)
    if found.quota is not None:
        yield f"if {quota_of(found.quota)}"


def change_of(spec: JobSpec, change: RequestChange) -> str:
    """Describe another request by its differences from the spec."""
    said: list[str] = []
    if change.ranks != spec.ranks:
        said.append(f"with {_ranks(change.ranks)} instead of {spec.ranks}")
    if change.ranks_min is not None and change.ranks_min != spec.ranks_min:
        said.append(f"with at least {_ranks(change.ranks_min)} instead of {spec.ranks_min}")
    said += _other_resources(spec.resources, change.resources, " a rank" if spec.ranks > 1 else "")
    if change.node_labels != spec.node_labels:
        said.append("without its node_labels")
    if change.sandbox is not spec.sandbox:
        network = "" if change.network is spec.network else " and with its node's network"
        said.append(f"without a sandbox{network}")
    if change.spot is not spec.spot:
        said.append("if it used spot nodes")
    tolerated = [taint for taint in change.tolerations if taint not in spec.tolerations]
    if tolerated:
        said.append(f"if it tolerated {' and '.join(tolerated)}")
    if change.queue != spec.queue:
        said.append(f"in queue {change.queue!r}")
    return ", ".join(said)


def _ranks(count: int) -> str:
    return "1 rank" if count == 1 else f"{count} ranks"


def _other_resources(old: Resources, new: Resources, each: str) -> Iterator[str]:
    models = [model for model in new.gpu_models if model not in old.gpu_models]
    if models:
        yield f"on {' or '.join(models)}, if it accepted that model"
    for what, asked, had in (
        ("GPUs", new.gpu_count * new.gpu_milli, old.gpu_count * old.gpu_milli),
        ("CPU cores", new.cpu_milli, old.cpu_milli),
    ):
        if asked != had:
            yield f"with {_counted(asked, what)}{each} instead of {from_milli(had)}"
    if new.isolation is not old.isolation:
        yield f"with isolation {_word(new.isolation.value)} instead of {_word(old.isolation.value)}"
    if new.gpu_memory_mib_min != old.gpu_memory_mib_min:
        least, had = format_memory(new.gpu_memory_mib_min), format_memory(old.gpu_memory_mib_min)
        yield f"on GPUs with {least} of memory instead of {had}"
    if new.memory_mib != old.memory_mib:
        yield f"with {format_memory(new.memory_mib)} memory{each} instead of {format_memory(old.memory_mib)}"


def _counted(milli: int, things: str) -> str:
    return f"{from_milli(milli)} {things.removesuffix('s') if milli == 1_000 else things}"


def quota_of(change: QuotaChange) -> str:
    """Describe another bound as a condition, with the number of jobs that would start first."""
    said = quota_sentence.raised(change.short, change.most)
    if not change.others:
        return said
    return f"{said}; {change.others} other{'s' if change.others > 1 else ''} would start before it"


def _why_there(placement: PlacementExplanation) -> Iterator[str]:
    if placement.unit:
        yield placement.unit
    if not placement.looked:
        nodes = len(placement.chosen.node_ids)
        yield f"a gang on {nodes} nodes: placements are not compared for gangs this large"
    elif placement.sharing:
        yield gpu_sharing.placement_reason(placement.sharing)
    elif placement.chosen.terms is None:
        yield "the placement would not be possible in the present state"
    else:
        yield "the placement that adds least to fragmentation, stranding, scarcity (ADR 5) at present"
        yield _rated(placement.chosen)


def _guaranteed(found: Explanation, placement: PlacementExplanation) -> Iterator[str]:
    if placement.guaranteed_until_ms > found.as_of_ms:
        left = span(placement.guaranteed_until_ms - found.as_of_ms)
        yield f"its GPUs for another {left}: until then it yields to production inference only"


def _next_best(placement: PlacementExplanation) -> Iterator[str]:
    if placement.runner_up is not None:
        yield _rated(placement.runner_up)
    elif placement.looked:
        yield "none: no other node has room for it now"


def _rated(option: Option) -> str:
    """A placement and its score terms; for a gang, those of the first rank."""
    where = _nodes(option.node_ids)
    return where if option.terms is None else f"{where}: {_terms(option.terms)}"


def _terms(terms: Terms) -> str:
    added = {
        "fragmentation": terms.fragmentation_milli,
        "stranding": terms.stranding_milli,
        "scarcity": terms.scarcity_milli,
    }
    said = ", ".join(f"{what} {from_milli(milli):+g}" for what, milli in added.items())
    return f"{said} GPUs; {_counted(terms.gpu_left_milli, 'GPUs')} left on the node"


def _ends(placement: PlacementExplanation) -> Iterator[str]:
    left = placement.left
    if left.p50_ms is None and left.p90_ms is None:
        yield "end time unknown: no history, no estimate, no wall-time limit"
        return
    said = [f"as likely as not within {span(left.p50_ms)}"] if left.p50_ms is not None else []
    said += [f"nine times in ten within {span(left.p90_ms)}"] if left.p90_ms is not None else []
    basis = "its estimate and limit: no history yet" if left.group is Basis.NOTHING else left.group.value
    yield f"{', '.join(said)} (from {basis})"


def _nodes(node_ids: tuple[str, ...]) -> str:
    shown = ", ".join(node_ids[:NODES_NAMED_MAX])
    more = len(node_ids) - NODES_NAMED_MAX
    return f"{shown} and {more} more" if more > 0 else shown


def _nth(number: int) -> str:
    endings = {1: "st", 2: "nd", 3: "rd"}
    return f"{number}{'th' if number % 100 in (11, 12, 13) else endings.get(number % 10, 'th')}"


def _word(name: str) -> str:
    return name.lower().replace("_", "-")
