"""`muster audit`: check that the scheduler's log replays to the recorded decisions."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Annotated

import typer
from muster.terminal import output
from muster.terminal.messages import say
from muster.terminal.output import Format, OutputOption
from muster.terminal.words import counted

if TYPE_CHECKING:
    from muster.journal.kafka import KafkaJournal
    from muster.scheduler.edge.audit import Audit
    from muster.service import S3Settings

app = typer.Typer(help="Replay the scheduler's log and compare every decision.", no_args_is_help=True)

NOT_FOUND = 3


@app.command()
def verify(
    *,
    from_snapshot: Annotated[
        bool, typer.Option("--from-snapshot", help="Begin at the newest snapshot instead of the beginning.")
    ] = False,
    how: OutputOption = Format.TABLE,
) -> None:
    """Replay every recorded batch; exit code 0 when everything matches the record, 1 at the first difference.

    A log without a batch proves nothing: exit code 3.

    Examples:
        muster audit verify
        muster audit verify --from-snapshot -o json
    """
    from muster.journal import Diverged
    from muster.scheduler.edge import audit
    from muster.scheduler.edge.snapshots import snapshot_store
    from muster.service import S3Settings
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    settings = S3Settings.load()
    console = Console(stderr=True, highlight=False)
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    snapshots = snapshot_store(settings) if from_snapshot else None
    seen, difference = audit.Audit(), None
    with closing(_journal(settings)) as journal:
        try:
            with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
                task = bar.add_task("", total=None)
                for seen in audit.audited(journal, settings.cell, snapshots):
                    bar.update(task, description=f"{counted(seen.batches, 'batch', 'batches')} replayed")
        except Diverged as error:
            difference = str(error)
    raise typer.Exit(
        _report(seen, difference, how, since="the snapshot" if from_snapshot else "its beginning")
    )


@app.command()
def show(
    seq: Annotated[int, typer.Argument(help="seq of an input, as in an event_id CELL:SEQ.N", min=0)],
    *,
    how: OutputOption = Format.JSON,
) -> None:
    """Print the batch that holds an input: what came in, what was decided, and why.

    Examples:
        muster audit show 417
    """
    from muster.events.wire.datum import to_json
    from muster.journal import Start
    from muster.scheduler.edge import audit
    from muster.service import S3Settings

    with closing(_journal(S3Settings.load())) as journal:
        for _, batch in audit.batches(journal, Start.BEGINNING):
            if batch.seq_first <= seq < batch.seq_first + len(batch.inputs):
                raw = to_json(batch.to_datum())
                output.show_one(raw, str(batch.seq_first), Format.YAML if how.for_people else how)
                return
    say(f"error: seq {seq} is not in the log")
    raise typer.Exit(NOT_FOUND)


def _journal(settings: S3Settings) -> KafkaJournal:
    from muster.events.topics import SCHEDULER_LOG
    from muster.journal.kafka import KafkaJournal

    return KafkaJournal(
        settings.kafka_bootstrap, settings.schema_registry_url, "muster-audit", topics=[SCHEDULER_LOG]
    )


def _report(seen: Audit, difference: str | None, how: Format, *, since: str) -> int:
    """Print what was compared.

    Returns:
        The exit code: 0 verified, 1 diverged, 3 nothing to verify.
    """
    verified = difference is None and seen.batches > 0
    code = 0 if verified else 1 if difference is not None else NOT_FOUND
    facts = {
        "verified": verified,
        "batches": seen.batches,
        "inputs": seen.inputs,
        "decisions": seen.decisions,
        "hashes_compared": seen.hashes,
        "first_offset": seen.first_offset,
        "last_offset": seen.last_offset,
        "epoch": seen.epoch,
        "state_hash": seen.state_hash,
        "difference": difference,
    }
    if not how.for_people:
        output.show_one(facts, "verified" if verified else "not verified", how)
        return code
    counts = ", ".join(
        (
            counted(seen.batches, "batch", "batches"),
            counted(seen.inputs, "input"),
            counted(seen.decisions, "decision"),
            counted(seen.hashes, "state hash", "state hashes"),
        )
    )
    if difference is not None:
        output.write(f"DIVERGED after {counts}\n{difference}\n")
    elif verified:
        output.write(f"verified: {counts} came out as recorded\nstate hash {seen.state_hash}\n")
    else:
        say(f"nothing to verify: the scheduler's log holds no batch since {since}")
    return code
