"""`muster eval`: its commands, in the order in which they are listed."""

from __future__ import annotations

import typer
from muster.eval.cli.comparing import compare, series
from muster.eval.cli.labelled import labels
from muster.eval.cli.labels import calibrate, label
from muster.eval.cli.money import budget, price
from muster.eval.cli.preparing import check, import_cases
from muster.eval.cli.probing import probe, probes
from muster.eval.cli.runs import cases, list_evals, run, show_eval, stop
from muster.eval.cli.scoring import score
from muster.eval.cli.sets import config, decide, golden_set, history, proposals, propose

app = typer.Typer(no_args_is_help=True, help="Evaluate versions of models, and read verdicts.")

app.command()(run)
app.command("show")(show_eval)
app.command()(stop)
app.command("list")(list_evals)
app.command()(cases)
app.command()(compare)
app.command()(series)
app.command("golden-set")(golden_set)
app.command()(history)
app.command("import")(import_cases)
app.command()(check)
app.command()(propose)
app.command()(proposals)
app.command()(decide)
app.command()(config)
app.command()(price)
app.command()(budget)
app.command()(label)
app.command()(labels)
app.command()(calibrate)
app.command()(probe)
app.command()(probes)
app.command()(score)
