"""`muster sim`: experiments with the scheduler's own core, in virtual time, without a server."""

from __future__ import annotations

import typer
from muster.lab.cli.durations import app as durations
from muster.lab.cli.fgd import app as fgd
from muster.lab.cli.starts import app as starts
from muster.lab.cli.story import app as story
from muster.lab.cli.trace import app as trace
from muster.lab.cli.trace import generate_app as generate

app = typer.Typer(
    no_args_is_help=True, help="Experiment with the scheduler's own core in virtual time, without a server."
)

for each in (trace, generate, durations, starts, story, fgd):
    app.add_typer(each)
