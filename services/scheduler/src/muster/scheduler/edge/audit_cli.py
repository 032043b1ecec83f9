"""`muster audit`: the whole log through the core again, and every decision and hash compared.

muster audit verify [--from-snapshot]    does history replay to what was recorded?
muster audit show SEQ                    one batch: what came in, what was decided, and why
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Annotated, Any, NoReturn

import typer
from muster.events.datum import to_json
from muster.events.scheduler_log import Batch
from muster.events.topics import SCHEDULER_LOG
from muster.journal import Diverged, Journal, JournalError, Position, Start
from muster.journal.kafka import KafkaJournal
from muster.scheduler.core.replay.hashing import StateHash
from muster.scheduler.core.state.state import State
from muster.scheduler.edge import replay
from muster.scheduler.edge.service import snapshot_store
from muster.scheduler.edge.snapshots import SnapshotStore
from muster.service import InvalidSettings, S3Settings
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

app = typer.Typer(help="Replay the scheduler's log and compare.", no_args_is_help=True)

_err = Console(stderr=True, highlight=False)


@dataclass(slots=True)
class Audit:
    """What was compared so far.

    Attributes:
        batches: Batches re-stepped.
        inputs: Inputs in them.
        decisions: Decisions that came out as recorded.
        hashes: State hashes that came out as recorded.
        first_offset: Offset of the first of them; None: there was none.
        last_offset: Of the last.
        state_hash: Of the state after the last.
        epoch: Of the last.
    """

    batches: int = 0
    inputs: int = 0
    decisions: int = 0
    hashes: int = 0
    first_offset: int | None = None
    last_offset: int | None = None
    state_hash: str = ""
    epoch: int = 0


@app.command()
def verify(
    from_snapshot: Annotated[
        bool, typer.Option("--from-snapshot", help="Begin at the newest snapshot instead of the beginning.")
    ] = False,
    output: Annotated[str, typer.Option("--output", "-o", help="text or json.")] = "text",
) -> None:
    """Re-step every recorded batch: 0 when all comes out as recorded, 1 with the first difference."""
    settings = _settings()
    if output not in ("text", "json"):
        _fail(f"--output {output!r}; allowed: text, json", 2)
    journal = KafkaJournal(settings.kafka_bootstrap, settings.schema_registry_url, "muster-audit")
    audit = Audit()
    try:
        with _progress() as progress:
            task = progress.add_task("", total=None)
            for audit in audited(journal, settings.cell, snapshot_store(settings) if from_snapshot else None):
                progress.update(task, description=f"{audit.batches} batches, {audit.decisions} decisions")
    except Diverged as error:
        _report(audit, output, str(error))
        raise typer.Exit(1) from error
    except JournalError as error:
        _fail(f"{type(error).__name__}: {error}", 6)
    _report(audit, output, None)


@app.command()
def show(
    seq: Annotated[int, typer.Argument(help="seq of an input, as in an event_id CELL:SEQ.N", min=0)],
) -> None:
    """Print the batch that holds an input, as JSON."""
    settings = _settings()
    journal = KafkaJournal(settings.kafka_bootstrap, settings.schema_registry_url, "muster-audit")
    try:
        for _, batch in batches(journal, Start.BEGINNING):
            if batch.seq_first <= seq < batch.seq_first + len(batch.inputs):
                json.dump(to_json(batch.to_datum()), sys.stdout, indent=2)
                sys.stdout.write("\n")
                return
    except JournalError as error:
        _fail(f"{type(error).__name__}: {error}", 6)
    _fail(f"seq {seq} is not on the log", 3)


def audited(journal: Journal, cell: str, snapshots: SnapshotStore | None = None) -> Iterator[Audit]:
    """Re-step the log to its end; the counts so far, after each batch and at least once.

    Raises:
        Diverged: Something came out other than recorded.
    """
    state, digest, start = State(cell=cell), StateHash(), Start.BEGINNING
    newest = snapshots.newest() if snapshots else None
    if newest is not None:
        state, digest = newest.load()
        start = newest.log_offset
    audit = Audit(state_hash=digest.refresh(state), epoch=state.epoch)
    yield audit
    for position, batch in batches(journal, start):
        if replay.refold(state, digest, batch):
            audit.batches += 1
            audit.inputs += len(batch.inputs)
            audit.decisions += len(batch.decisions)
            audit.hashes += batch.state_hash is not None
            audit.first_offset = position.offset if audit.first_offset is None else audit.first_offset
            audit.last_offset, audit.epoch = position.offset, state.epoch
            yield audit
    audit.state_hash = digest.refresh(state)
    yield audit


def batches(journal: Journal, start: Start | int) -> Iterator[tuple[Position, Batch]]:
    """Every batch from an offset to the end of the log as it is now; a part in memory at a time."""
    at: Any = start if isinstance(start, Start) else {(SCHEDULER_LOG.name, 0): start}
    with closing(journal.reader((SCHEDULER_LOG,), start=at, name="audit", on_poison="stop")) as reader:
        for delivery in reader.read_to_end():
            payload = delivery.envelope.payload
            if isinstance(payload, Batch):
                yield delivery.position, payload


def _report(audit: Audit, output: str, difference: str | None) -> None:
    facts = {
        "verified": difference is None,
        "batches": audit.batches,
        "inputs": audit.inputs,
        "decisions": audit.decisions,
        "hashes_compared": audit.hashes,
        "first_offset": audit.first_offset,
        "last_offset": audit.last_offset,
        "epoch": audit.epoch,
        "state_hash": audit.state_hash,
        "difference": difference,
    }
    if output == "json":
        sys.stdout.write(json.dumps(facts) + "\n")
        return
    seen = (
        f"{audit.batches} batches, {audit.inputs} inputs, {audit.decisions} decisions, "
        f"{audit.hashes} state hashes"
    )
    if difference is None:
        sys.stdout.write(f"verified: {seen} came out as recorded\nstate hash {audit.state_hash}\n")
    else:
        sys.stdout.write(f"DIVERGED after {seen}\n{difference}\n")


def _progress() -> Progress:
    """On a terminal only; to stderr, so that what is printed can be piped."""
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    return Progress(*columns, console=_err, transient=True, disable=not _err.is_terminal)


def _settings() -> S3Settings:
    try:
        return S3Settings.load()
    except InvalidSettings as error:
        _fail(str(error), 2)


def _fail(message: str, code: int) -> NoReturn:
    _err.print(f"[red]error:[/red] {message}")
    raise typer.Exit(code)
