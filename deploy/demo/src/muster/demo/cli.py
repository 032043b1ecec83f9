"""`muster demo`: the options; the demo itself is in story.py, loaded when it starts."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final

import typer
from muster.terminal import output
from muster.terminal.messages import CommandFailed, say

app = typer.Typer()

CHECKOUT: Final = Path(__file__).resolve().parents[5]
_INTERRUPTED: Final = 130


@app.command()
def demo(
    *,
    pods: Annotated[
        int | None, typer.Option(min=1, help="Number of pods to stream, from the first (default: all).")
    ] = None,
    stream_s: Annotated[float, typer.Option(min=1, help="Seconds over which the pods arrive.")] = 100.0,
    fresh: Annotated[bool, typer.Option("--fresh", help="Delete the stack's data first.")] = False,
    any_ports: Annotated[
        bool, typer.Option("--any-ports", help="Use free ports instead of the usual ones.")
    ] = False,
    data: Annotated[Path, typer.Option(help="Folder of the trace.")] = CHECKOUT / "data/openb",
    queues: Annotated[Path, typer.Option(help="Queue file: the teams that share the cluster.")] = CHECKOUT
    / "examples/openb_queues.yaml",
    rates: Annotated[Path, typer.Option(help="Rate card: the prices of GPU hours.")] = CHECKOUT
    / "examples/openb_rates.yaml",
    training: Annotated[Path, typer.Option(help="Job file of the training job.")] = CHECKOUT
    / "examples/train_tiny/job.yaml",
    gate: Annotated[Path, typer.Option(help="Folder of the model that a gate judges.")] = CHECKOUT
    / "examples/tiny_answers",
) -> None:
    """Schedule a real cluster's workload on this machine and train a real model beside it; about 5 minutes.

    Starts the stack, simulates the 1,213 nodes of the trace, streams its 8,152 pods and a few gangs into a
    tree of queues through the API, has two versions of a small model judged by a gate, and ends with a page
    read from the log. Exit code 1 when a job is lost, the training job fails, production does not obey the
    gate, the audit fails, or the bill does not add up. The page is for people; programs use
    `muster list -o json`, `muster cost running -o json` and `muster audit verify -o json` afterwards.

    Examples:
        muster demo
        muster demo --pods 500 --stream-s 20
    """
    from muster.demo.page import page
    from muster.demo.screen import screen
    from muster.demo.story import Plan, run

    with _explained(), screen() as seen:
        outcome = run(
            seen,
            Plan.of_trace(
                data,
                pods_max=pods,
                queues_file=queues,
                rates_file=rates,
                training_file=training,
                gate_folder=gate,
                stream_s=stream_s,
                fresh=fresh,
                any_ports=any_ports,
            ),
        )
    output.write(f"{page(outcome)}\n")
    for failure in outcome.failures():
        say(f"error: {failure}")
    raise typer.Exit(1 if outcome.failures() else 0)


@contextmanager
def _explained() -> Generator[None]:
    """Turn failures of the stack into errors with advice; after Ctrl-C, say what keeps running.

    Raises:
        CommandFailed: the stack, its log or a file failed.
        typer.Exit: after Ctrl-C.
    """
    from muster.demo.nodes import NodesDidNotJoin
    from muster.demo.observer import ObserverFailed
    from muster.journal.errors import JournalError
    from muster.local.errors import LocalError

    try:
        yield
    except KeyboardInterrupt:
        say("Stopped watching; the stack and its jobs run on. `muster status`, `muster list`, `muster down`")
        raise typer.Exit(_INTERRUPTED) from None
    except (LocalError, NodesDidNotJoin, ObserverFailed, JournalError, OSError) as error:
        raise CommandFailed(
            str(error),
            exit_code=getattr(error, "exit_code", 1),
            hint="`muster status` shows what runs; `muster down` stops it all",
        ) from error
