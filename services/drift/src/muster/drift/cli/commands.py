"""`muster drift`: its commands, in the order in which they are listed."""

from __future__ import annotations

import typer
from muster.drift.cli.alarms import ack, list_alarms, samples
from muster.drift.cli.charts import show
from muster.drift.cli.monitors import list_models, simulate, unwatch, watch
from muster.drift.cli.users import forget

app = typer.Typer(no_args_is_help=True, help="Watch models in production: charts of their traffic, alarms.")

app.command()(watch)
app.command()(unwatch)
app.command("ls")(list_models)
app.command()(show)
app.command()(simulate)
app.command("alarms")(list_alarms)
app.command()(samples)
app.command()(ack)
app.command()(forget)
