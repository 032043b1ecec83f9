"""`muster checkpoints`."""

from __future__ import annotations

from datetime import UTC, datetime

import typer
from muster.client.cli import connect, texts
from muster.client.cli.connect import JobArgument
from muster.client.resources import Checkpoint
from muster.jobs.values.quantities import format_size
from muster.terminal import output
from muster.terminal.output import Column, Format, OutputOption, View

app = typer.Typer()


@app.command()
def checkpoints(reference: JobArgument, *, how: OutputOption = Format.TABLE) -> None:
    """List a job's checkpoints: which are stored, which an attempt started from, which are damaged.

    NEW is the data added for this checkpoint; unchanged files were already in the store. The next attempt
    starts from the newest complete checkpoint. Retention follows the job's checkpoint.keep_last and
    keep_every, or else the policy's checkpoints_kept; checkpoints beyond it expire and are deleted from the
    store.

    Examples:
        muster checkpoints train
        muster checkpoints train -o json
    """
    output.show(connect.job(reference).checkpoints(), _view(datetime.now(UTC)), how)


def _view(now: datetime) -> View[Checkpoint]:
    return View(
        columns=(
            Column("STEP", lambda c: "-" if c.step is None else str(c.step), right=True),
            Column("TRY", lambda c: str(c.attempt), right=True),
            Column("SAVED", lambda c: f"{texts.age(c.saved_at, now)} ago" if c.saved_at else "-"),
            Column("FILES", lambda c: str(c.files), right=True),
            Column("SIZE", lambda c: format_size(c.size_bytes), right=True),
            Column("NEW", lambda c: format_size(c.new_bytes), right=True),
            Column("FILE", lambda c: c.file, wide=True),
            Column("STATE", _state, least=20),
        ),
        raw=lambda c: c.raw,
        name=lambda c: f"{c.attempt}/{c.file}",
        empty="no checkpoints stored",
    )


def _state(checkpoint: Checkpoint) -> str:
    if checkpoint.state == "restored":
        return f"restored by attempt {checkpoint.restored_by}"
    return f"{checkpoint.state}: {checkpoint.problem}" if checkpoint.problem else checkpoint.state
