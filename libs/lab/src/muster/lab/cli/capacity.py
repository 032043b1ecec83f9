"""`muster capacity`: what the cluster as a whole lacks, and what would help."""

from __future__ import annotations

import json
from typing import Annotated, NoReturn

import typer
from muster.journal import JournalError
from muster.lab.capacity.capacity import capacity_of
from muster.lab.capacity.options import Tried, tried
from muster.lab.capacity.real_use import RealUse, real_use
from muster.lab.capacity.report import Prices, as_json, lines
from muster.lab.edge.beats import next_beats
from muster.lab.edge.live_state import live_state
from muster.scheduler.core.state.state import State
from muster.service import InvalidSettings, S3Settings
from rich.console import Console

app = typer.Typer()


@app.command()
def capacity(
    nodes: Annotated[
        int | None,
        typer.Option(min=1, max=10_000, help="More nodes of a kind to try; a tenth of them if absent."),
    ] = None,
    price: Annotated[
        list[str] | None,
        typer.Option(metavar="MODEL=PRICE", help="Price of a GPU-hour of a model; may be repeated."),
    ] = None,
    json_output: Annotated[bool, typer.Option("--json", help="Print everything as one JSON object.")] = False,
) -> None:
    """What binds the cluster, what is free and of no use, and what more nodes or another quota would do.

    The scheduler's state is read from its snapshot and its log, as `muster audit` does, so nobody who decides
    is held up; what the hardware really does is heard from the nodes' next beats. What would help is tried:
    the state is forked and the scheduler's own core plays on from it in virtual time, with more nodes or
    without a quota; run times are those that similar jobs had.

    Prices are yours to give: --price H100=2.5 --price A100=1.2, in whatever currency.
    """
    prices = _prices(price or ())
    try:
        state = live_state(settings := S3Settings.load())
        use = _heard(settings, state)
    except InvalidSettings as error:
        _fail(str(error), 2)
    except JournalError as error:
        _fail(f"{type(error).__name__}: {error}", 6)
    found, options = capacity_of(state), _played(state, nodes)
    if json_output:
        typer.echo(json.dumps(as_json(found, options, prices, use)))
        return
    for line in lines(found, options, prices, use):
        typer.echo(line)


def _heard(settings: S3Settings, state: State) -> RealUse:
    """What the nodes measure; a beat of each is waited for."""
    with Console(stderr=True).status("waiting for a beat of every node"):
        beats = next_beats(settings, state)
    return real_use(sum(node.usable for node in state.nodes.values()), beats)


def _played(state: State, nodes: int | None) -> list[Tried]:
    """Every option; on a terminal it is said how far it has come: each takes seconds in a large cluster."""
    options: list[Tried] = []
    with Console(stderr=True).status("playing on as it is") as status:
        for option in tried(state, nodes):
            options.append(option)
            status.update(f"played: {option.what}")
    return options


def _prices(given: list[str] | tuple[str, ...]) -> Prices:
    prices: dict[str, float] = {}
    for text in given:
        model, _, number = text.partition("=")
        try:
            prices[model] = float(number)
        except ValueError:
            prices[model] = -1.0
        if not model or not 0 < prices[model] < float("inf"):
            _fail(f"--price {text!r}; allowed: MODEL=PRICE with a price above 0, as in H100=2.5", 2)
    return prices


def _fail(message: str, code: int) -> NoReturn:
    typer.echo(f"error: {message}", err=True)
    raise typer.Exit(code)
