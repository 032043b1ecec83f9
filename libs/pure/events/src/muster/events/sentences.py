"""Every event as one short line of text. Pure; no decision depends on it, so the wording may change.

`sentence` has a wording for the records of a job's history; of any other it shows the plain fields that take
one line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import singledispatch
from typing import Any, Final, cast

from muster.events.checkpoint_events import CheckpointRemoved
from muster.events.job_commands import JobSpec, SubmitJob
from muster.events.job_events import (
    AttemptEnded,
    CapacityReassigned,
    CapacityReservationEnded,
    CapacityReservationStarted,
    CapacityReserved,
    CheckpointDeleted,
    CheckpointExpired,
    CheckpointRecorded,
    DefragmentationProposed,
    GangBound,
    GpuUnhealthy,
    HoldReleased,
    JobCancelled,
    JobFailed,
    JobMoving,
    JobPending,
    JobQueued,
    JobRequeued,
    JobResumed,
    JobStarted,
    JobStopping,
    JobSucceeded,
    JobSuspended,
    NodeCordoned,
    NodeJoined,
    NodeLost,
    NodeSuspected,
    OutputDeleted,
    OutputRecorded,
    PreemptionAccepted,
    PreemptionRefused,
    PreemptionRequested,
    QueueConfigured,
    QueueCreated,
    QueueMeasured,
    ReservationMade,
    ReservationReleased,
    SilenceCause,
    StartPredicted,
)
from muster.events.log_events import LogChunkStored
from muster.events.node_commands import StartTask, StopTask
from muster.events.node_heartbeats import NodeHeartbeat
from muster.events.queue_commands import QueueSettings
from muster.events.refusal import in_words
from muster.events.registry_commands import FileAdded, MakeCommit
from muster.events.registry_events import CommitMade
from muster.events.scheduler_log import Batch
from muster.events.shared.command_answers import CommandRejected, CommandRepeated
from muster.events.task_events import CheckpointPartStored, CheckpointSaved, TaskExited, TaskStarted

CHARS_MAX: Final = 240
"""Of a sentence: two lines of a terminal."""
NAMES_MAX: Final = 3
_CHANGES_MAX: Final = 120
_HASH: Final = re.compile(r"\b[0-9a-f]{40,128}\b")
_HASH_SHOWN: Final = 12
_LEFT_OUT: Final = frozenset({"tenant", "type"})


@singledispatch
def sentence(payload: Any) -> str:
    """What happened, without the record's name; empty when the name says it all.

    Args:
        payload: A generated record of any topic.
    """
    fields = cast("dict[str, Any]", payload.to_datum())
    plain = (
        f"{name}={_HASH.sub(_shortened, str(value))}"
        for name, value in fields.items()
        if isinstance(value, str | int) and name not in _LEFT_OUT and "\n" not in str(value)
    )
    text = " ".join(plain)
    return text if len(text) <= CHARS_MAX else f"{text[: CHARS_MAX - 3]}..."


def _shortened(hash_: re.Match[str]) -> str:
    return hash_.group()[:_HASH_SHOWN]


def _listed(names: Iterable[str]) -> str:
    """The first few of several names, and how many more there are."""
    known = list(dict.fromkeys(names))
    more = f" and {len(known) - NAMES_MAX} more" if len(known) > NAMES_MAX else ""
    return ", ".join(known[:NAMES_MAX]) + more


def _asked(e: JobCancelled | JobSuspended) -> str:
    return f"by {e.requested_by}{_because(e.reason)}" if e.requested_by else e.reason


def _because(text: str) -> str:
    return f": {text}" if text else ""


def _ranks(count: int) -> str:
    return "1 rank" if count == 1 else f"{count} ranks"


def _gang(spec: JobSpec) -> str:
    """What a job requests: "2 ranks x 8 GPU", "1 rank x 0.46 GPU", "1 rank, no GPU"."""
    wanted = spec.resources
    if not wanted.gpu_count:
        return f"{_ranks(spec.ranks)}, no GPU"
    return f"{_ranks(spec.ranks)} x {wanted.gpu_count * wanted.gpu_milli / 1000:g} GPU"


def _tier(spec: JobSpec) -> str:
    return spec.tier.lower().replace("_", "-")


def _seconds(duration_ms: int) -> str:
    return f"{duration_ms / 1000:.3g} s" if duration_ms < 100_000 else f"{duration_ms // 60_000} min"


def _believed(queued: JobQueued) -> str:
    """The predicted run time of a job; empty when unknown."""
    about = "" if queued.predicted_p50_ms is None else f"; about {_seconds(queued.predicted_p50_ms)} to run"
    bound = (
        "" if queued.predicted_p90_ms is None else f"; 9 in 10 at most {_seconds(queued.predicted_p90_ms)}"
    )
    return about + bound


# --- a job's story ------------------------------------------------------------------------------------------


@sentence.register
def _(e: SubmitJob) -> str:
    return f"{e.job_id} {e.spec.name}: {_gang(e.spec)}, {_tier(e.spec)}, by {e.spec.user}"


@sentence.register
def _(e: JobQueued) -> str:
    return f"{e.spec.name} waits in {e.spec.queue}: {_gang(e.spec)}{_believed(e)}"


@sentence.register
def _(e: JobPending) -> str:
    return f"{e.message} [{e.code}]"


@sentence.register
def _(e: ReservationMade) -> str:
    nodes = "1 node" if len(e.node_ids) == 1 else f"{len(e.node_ids)} nodes"
    when = "start unknown" if e.starts_at_ms is None else "until there is room"
    return f"{nodes} reserved for it, {when}: {_listed(e.node_ids)}"


@sentence.register
def _(e: ReservationReleased) -> str:
    return f"its reservation was released: {e.reason.lower().replace('_', ' ')}"


@sentence.register
def _(e: GangBound) -> str:
    nodes = _listed(p.node_id for p in e.placements)
    ranks = _ranks(len(e.placements))
    return f"attempt {e.attempt}: {ranks} on {nodes}, after {_seconds(e.waited_ms)}"


@sentence.register
def _(e: JobStarted) -> str:
    return f"attempt {e.attempt}: all ranks are running"


@sentence.register
def _(e: JobStopping) -> str:
    return f"attempt {e.attempt}{_because(e.reason)}"


@sentence.register
def _(e: AttemptEnded) -> str:
    where = f", rank {e.rank} on {e.node_id}" if e.rank is not None else ""
    code = f", exit code {e.exit_code}" if e.exit_code else ""
    signal = f", signal {e.signal}" if e.signal else ""
    how = f"{e.outcome}, {_seconds(e.ran_ms)} after it was placed"
    rule = "" if e.verdict is None else f" [{e.verdict.rule}, {e.verdict.persistence}]"
    return f"attempt {e.attempt} {how}{where}{code}{signal}{_because(e.message)}{rule}"


@sentence.register
def _(e: JobRequeued) -> str:
    return f"attempt {e.attempt_next} is next{_because(e.reason)}"


@sentence.register
def _(e: JobSucceeded) -> str:
    return f"attempt {e.attempt}"


@sentence.register
def _(e: JobFailed) -> str:
    code = f" (exit code {e.exit_code})" if e.exit_code and "code" not in e.reason else ""
    return f"{e.reason}{code}"


@sentence.register
def _(e: JobCancelled) -> str:
    return _asked(e)


@sentence.register
def _(e: JobSuspended) -> str:
    return _asked(e)


@sentence.register
def _(e: JobResumed) -> str:
    return f"by {e.requested_by}"


@sentence.register
def _(e: CheckpointSaved) -> str:
    return f"{e.node_id}: {e.job_id} attempt {e.attempt} rank {e.rank}: {e.file}, {e.size_bytes} bytes"


@sentence.register
def _(e: CheckpointPartStored) -> str:
    size = f"{e.size_bytes} bytes, {e.new_bytes} of them new"
    return f"{e.node_id}: {e.job_id} attempt {e.attempt} step {e.step} part {e.part}: {e.files} files, {size}"


@sentence.register
def _(e: CheckpointRecorded) -> str:
    files = f" in {e.files} files, {e.unchanged_bytes} of them unchanged" if e.step is not None else ""
    return f"attempt {e.attempt} rank {e.rank}: {e.file}, {e.size_bytes} bytes{files}"


@sentence.register
def _(e: CheckpointExpired) -> str:
    return f"attempt {e.attempt} rank {e.rank}: {e.file} is to be removed from the store"


@sentence.register
def _(e: CheckpointDeleted) -> str:
    return f"attempt {e.attempt}: {e.file}, {e.objects} objects, {e.freed_bytes} bytes"


@sentence.register
def _(e: CheckpointRemoved) -> str:
    return f"{e.uri}: {e.objects} objects, {e.freed_bytes} bytes"


@sentence.register
def _(e: OutputRecorded) -> str:
    return f"attempt {e.attempt} on {e.node_id}: {e.size_bytes} bytes of output so far"


@sentence.register
def _(e: OutputDeleted) -> str:
    return f"all output, {e.objects} objects"


@sentence.register
def _(e: CommandRejected) -> str:
    return f"{e.command} of {e.subject} [{e.code}] {e.message}{_because(in_words(e.violations))}"


@sentence.register
def _(e: CommandRepeated) -> str:
    return f"{e.command} of {e.subject} had already been carried out"


# --- queues -------------------------------------------------------------------------------------------------


def _gpus(gpu_milli: int) -> str:
    return f"{gpu_milli / 1000:g} GPU"


def _settings(settings: QueueSettings | None) -> str:
    """A queue's parent, guarantee and weight."""
    if settings is None:
        return ""
    below = f"below {settings.parent}, " if settings.parent else ""
    guarantee = settings.guarantee and settings.guarantee.gpu_milli
    promised = f"guarantee {_gpus(guarantee)}, " if guarantee else ""
    return f"{below}{promised}weight {settings.weight}, "


@sentence.register
def _(e: QueueCreated) -> str:
    return f"{_settings(e.settings)}by {e.requested_by}"


@sentence.register
def _(e: QueueConfigured) -> str:
    return f"{_settings(e.settings)}by {e.requested_by}"


@sentence.register
def _(e: QueueMeasured) -> str:
    held = f"{_gpus(e.gpu_milli_used)} in use, {_gpus(e.gpu_milli_borrowed)} borrowed"
    share = f"share {e.share_ppm / 10_000:.1f} %, due {e.share_due_ppm / 10_000:.1f} %"
    return f"{held}; {share}; {e.jobs_running} running, {e.jobs_pending} waiting"


@sentence.register
def _(e: PreemptionRequested) -> str:
    holders = _listed(f"{b.queue} ({_gpus(b.gpu_milli_borrowed)})" for b in e.borrowers)
    by = f", borrowed by {holders}" if holders else ""
    by += f", held by {_listed(e.holders)}" if e.holders else ""
    return f"{e.queue} is due {_gpus(e.gpu_milli_missing)}{by} [{e.cause}]"


@sentence.register
def _(e: PreemptionAccepted) -> str:
    hours = f"{e.cost_gpu_ms / 3_600_000:.2f} GPU hours are lost"
    whom = e.job_id or f"reservation {e.reservation}"
    yields = "yields" if len(e.victims) == 1 else "yield"
    return f"{_listed(each.job_id for each in e.victims)} {yields} to {whom}; {hours} [{e.plan_id}]"


@sentence.register
def _(e: PreemptionRefused) -> str:
    return f"nobody yields to {e.job_id or 'it'}: {e.reason} [{e.code}]"


@sentence.register
def _(e: HoldReleased) -> str:
    return f"nothing is held for {e.job_id} any more [{e.reason}]"


@sentence.register
def _(e: DefragmentationProposed) -> str:
    begun = "started" if e.carried_out else "proposed"
    hours = f"loses {e.cost_gpu_ms / 3_600_000:.1f} GPU hours, wins {e.benefit_gpu_ms / 3_600_000:.1f}"
    return f"moving {_listed(move.job_id for move in e.moves)} {hours}: {begun}"


@sentence.register
def _(e: StartPredicted) -> str:
    if e.wait_low_ms is None or e.wait_high_ms is None:
        return f"start predicted in {_seconds(e.wait_ms)}"
    return f"start predicted in {_seconds(e.wait_low_ms)} to {_seconds(e.wait_high_ms)}"


@sentence.register
def _(e: JobMoving) -> str:
    return f"attempt {e.attempt} to {_listed(sorted({p.node_id for p in e.placements}))}{_because(e.reason)}"


@sentence.register
def _(e: CapacityReserved) -> str:
    what = f"{e.gpu_count} x {e.gpu_model} on {len(e.node_ids)} nodes"
    return f"{e.reservation}: {what} for {_seconds(e.ends_at_ms - e.starts_at_ms)}, by {e.requested_by}"


@sentence.register
def _(e: CapacityReassigned) -> str:
    return f"{e.reservation}: {e.reason}"


@sentence.register
def _(e: CapacityReservationStarted) -> str:
    return f"{e.reservation}: only jobs of {e.queue} may use its nodes"


@sentence.register
def _(e: CapacityReservationEnded) -> str:
    return f"{e.reservation} {e.reason}" + (f" by {e.requested_by}" if e.requested_by else "")


# --- nodes --------------------------------------------------------------------------------------------------

_SILENCE: Final = {
    SilenceCause.SILENT: "silent",
    SilenceCause.STOP_UNANSWERED: "an order to stop not answered",
    SilenceCause.ORDER_NOT_STORED: "an order not stored",
}


@sentence.register
def _(e: NodeJoined) -> str:
    gpus = f"{e.gpu_count} x {e.gpu_model or 'no GPU'}"
    return f"{e.node_id}: {gpus}, {e.cpu_milli // 1000} CPU, {e.memory_mib} MiB"


@sentence.register
def _(e: NodeSuspected) -> str:
    return f"{e.node_id}: {_SILENCE[e.cause]} for {_seconds(e.silent_ms)}"


@sentence.register
def _(e: NodeLost) -> str:
    return f"{e.node_id}: {_SILENCE[e.cause]} for {_seconds(e.silent_ms)}; its attempts are lost"


@sentence.register
def _(e: NodeCordoned) -> str:
    return f"{e.node_id} by {e.requested_by}{_because(e.reason)}"


@sentence.register
def _(e: GpuUnhealthy) -> str:
    return f"{e.node_id} GPU {e.gpu_index}{_because(e.reason)}"


@sentence.register
def _(e: NodeHeartbeat) -> str:
    sick = sum(not gpu.healthy for gpu in e.gpus)
    return f"{e.node_id} beat {e.beat}: {len(e.gpus)} x {e.gpu_model or 'no GPU'}" + (
        f", {sick} unhealthy" if sick else ""
    )


@sentence.register
def _(e: StartTask) -> str:
    ranks = _listed(str(r.rank) for r in e.ranks)
    return f"{e.node_id}: {e.job_id} attempt {e.attempt}, ranks {ranks} of {e.world_size} (epoch {e.epoch})"


@sentence.register
def _(e: StopTask) -> str:
    return f"{e.node_id}: {e.job_id} attempt {e.attempt} (epoch {e.epoch}){_because(e.reason)}"


@sentence.register
def _(e: TaskStarted) -> str:
    return f"{e.node_id}: {e.job_id} attempt {e.attempt}, ranks {_listed(map(str, e.ranks))}"


@sentence.register
def _(e: TaskExited) -> str:
    codes = _listed(
        f"rank {x.rank}: {x.exit_code if x.signal is None else f'signal {x.signal}'}" for x in e.exits
    )
    return f"{e.node_id}: {e.job_id} attempt {e.attempt} {e.outcome} ({codes}){_because(e.message)}"


@sentence.register
def _(e: LogChunkStored) -> str:
    place = f"attempt {e.attempt} rank {e.rank} {e.stream.lower()}"
    return f"{e.job_id} {place}: bytes {e.first_byte} to {e.first_byte + e.size_bytes}"


# --- the scheduler's log ------------------------------------------------------------------------------------


@sentence.register
def _(e: Batch) -> str:
    place = f"epoch {e.epoch} seq {e.seq_first}"
    if not e.inputs:
        return f"{place}: no inputs" + (f", state {e.state_hash[:12]}" if e.state_hash else "")
    came = _counted(type(i.payload).__name__ for i in e.inputs)
    followed = _counted(type(d.payload).__name__ for d in e.decisions)
    return f"{place}: {came} -> {followed or 'nothing'}" + (
        f", state {e.state_hash[:12]}" if e.state_hash else ""
    )


@sentence.register
def _(e: MakeCommit) -> str:
    return f"{e.repository} {e.branch} on {e.base[:12]}: {_changes(e.files, e.deleted)}"


@sentence.register
def _(e: CommitMade) -> str:
    return (
        f"{e.repository} {e.branch} is at {e.commit[:12]} by {e.requested_by}: {_changes(e.files, e.deleted)}"
    )


def _changes(files: Sequence[FileAdded], deleted: Sequence[str]) -> str:
    names = _listed([*(file.path for file in files), *(f"-{path}" for path in deleted)])
    return " ".join(names.split())[:_CHANGES_MAX] or "nothing changed"


def _counted(names: Iterable[str]) -> str:
    """Each name once, in order of appearance, with its count: GangBound, 3 StartTask."""
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    return ", ".join(name if count == 1 else f"{count} {name}" for name, count in counts.items())
