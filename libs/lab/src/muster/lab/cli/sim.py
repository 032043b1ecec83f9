"""`muster sim`: experiments with the scheduler's own kernel, in virtual time, without a server."""

import json
import re
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from muster.lab.cli.durations import durations
from muster.lab.cli.starts import starts
from muster.lab.cli.story import story
from muster.lab.cli.trace import generate, trace
from muster.lab.edge.fgd_runs import RANDOM, run_all
from muster.lab.fgd.protocol import Experiment
from muster.lab.fgd.report import report
from muster.lab.fgd.results import Outcome
from muster.lab.loads.shipped import OPENB_NODES, OPENB_PODS, shipped
from muster.lab.loads.traces import TraceError, read_nodes, read_pods
from rich.console import Console
from rich.progress import track

SEEDS_MAX = 1000
PROCESSES = 2

app = typer.Typer(
    no_args_is_help=True, help="Experiment with the scheduler's own kernel in virtual time, without a server."
)


class Policy(StrEnum):
    """The placement policies that can be compared."""

    OURS = "ours"
    FGD = "fgd"
    BESTFIT = "bestfit"
    RANDOM = RANDOM


class Typical(StrEnum):
    """Where the typical workload comes from."""

    GIVEN = "given"
    LEARNED = "learned"


app.command()(trace)
app.command()(generate)
app.command()(durations)
app.command()(starts)
app.command()(story)


@app.callback()
def sim() -> None:
    """Experiments with the scheduler's own kernel, without a server."""


@app.command()
def fgd(  # noqa: PLR0917 - Typer passes options by name
    nodes: Annotated[Path | None, typer.Option(help="Node list (CSV); openb's GPU nodes if absent.")] = None,
    pods: Annotated[Path | None, typer.Option(help="Pod list (CSV); openb's default list if absent.")] = None,
    seeds: Annotated[str, typer.Option(help="Seeds: 42..51, or 42, or 42,45,48.")] = "42..51",
    policy: Annotated[Policy, typer.Option(help="Who places.")] = Policy.OURS,
    typical: Annotated[Typical, typer.Option(help="Typical workload: the list's, or learned online.")] = (
        Typical.GIVEN
    ),
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as one JSON object.")] = False,
) -> None:
    """Repeat the published experiment of FGD (ATC'23): how much GPU is allocated before nothing more fits.

    Examples:
        muster sim fgd
        muster sim fgd --policy fgd --seeds 42,43
    """
    try:
        nodes_file = nodes or shipped(OPENB_NODES)
        pods_file = pods or shipped(OPENB_PODS)
        wanted = _seeds(seeds)
        experiment = Experiment(read_nodes(nodes_file), read_pods(pods_file), typical is Typical.LEARNED)
        runs = track(
            run_all(experiment, policy.value, wanted, PROCESSES),
            description=policy.value,
            total=len(wanted),
            console=Console(stderr=True),
            disable=not Console(stderr=True).is_terminal,
            transient=True,
        )
        outcome = Outcome(policy.value, tuple(runs))
    except TraceError as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(2) from error
    if as_json:
        typer.echo(json.dumps(outcome.as_json()))
    else:
        Console().print(report(outcome, nodes_file.name, pods_file.name))


def _seeds(text: str) -> list[int]:
    """Seeds in order: a range with both ends, or numbers with commas."""
    if match := re.fullmatch(r"(\d{1,9})\.\.(\d{1,9})", text):
        seeds = list(range(int(match[1]), min(int(match[2]), int(match[1]) + SEEDS_MAX) + 1))
    elif re.fullmatch(r"\d{1,9}(,\d{1,9})*", text):
        seeds = [int(part) for part in text.split(",")]
    else:
        seeds = []
    if not 1 <= len(seeds) <= SEEDS_MAX:
        raise TraceError(f"seeds is {text!r}; allowed: FIRST..LAST or N,N,.. with 1 to {SEEDS_MAX} seeds")
    return seeds
