"""`muster sim fgd`: the published experiment of FGD, repeated."""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Final

import typer
from muster.lab.cli.names import OURS, PLACEMENTS
from muster.lab.cli.refusals import refusals
from muster.terminal import output
from muster.terminal.output import Format, OutputOption

SEEDS_MAX: Final = 1000
PROCESSES: Final = 2

app = typer.Typer()


class Typical(StrEnum):
    """Source of the typical workload."""

    GIVEN = "given"
    LEARNED = "learned"


@app.command()
def fgd(
    *,
    nodes: Annotated[Path | None, typer.Option(help="Node list (CSV); default: openb's GPU nodes.")] = None,
    pods: Annotated[Path | None, typer.Option(help="Pod list (CSV); default: openb's default list.")] = None,
    seeds: Annotated[str, typer.Option(help="Seeds: 42..51, or 42, or 42,45,48.")] = "42..51",
    policy: Annotated[str, typer.Option(help=f"Placement policy: {', '.join(PLACEMENTS)}.")] = OURS,
    typical: Annotated[Typical, typer.Option(help="Typical workload: from the list, or learned online.")] = (
        Typical.GIVEN
    ),
    how: OutputOption = Format.TABLE,
) -> None:
    """Repeat FGD's published experiment (ATC'23): how much GPU is allocated before nothing more fits.

    Examples:
        muster sim fgd
        muster sim fgd --policy fgd --seeds 42,43
    """
    from muster.lab.edge.fgd_runs import run_all
    from muster.lab.fgd.protocol import Experiment
    from muster.lab.fgd.report import report
    from muster.lab.fgd.results import Outcome
    from muster.lab.loads.shipped import OPENB_NODES, OPENB_PODS, shipped
    from muster.lab.loads.traces import read_nodes, read_pods
    from rich.console import Console
    from rich.progress import track

    with refusals():
        _check_policy(policy)
        nodes_file = nodes or shipped(OPENB_NODES)
        pods_file = pods or shipped(OPENB_PODS)
        wanted = _seeds(seeds)
        experiment = Experiment(read_nodes(nodes_file), read_pods(pods_file), typical is Typical.LEARNED)
        runs = track(
            run_all(experiment, policy, wanted, PROCESSES),
            description=policy,
            total=len(wanted),
            console=Console(stderr=True),
            disable=not Console(stderr=True).is_terminal,
            transient=True,
        )
        outcome = Outcome(policy, tuple(runs))
    if how.for_people:
        Console().print(report(outcome, nodes_file.name, pods_file.name))
    else:
        output.show_one(outcome.as_json(), policy, how)


def _check_policy(policy: str) -> None:
    from muster.lab.loads.traces import TraceError

    if policy not in PLACEMENTS:
        raise TraceError(f"policy is {policy!r}; allowed: {', '.join(PLACEMENTS)}")


def _seeds(text: str) -> list[int]:
    """Seeds in order: an inclusive range, or comma-separated numbers."""
    from muster.lab.loads.traces import TraceError

    if match := re.fullmatch(r"(\d{1,9})\.\.(\d{1,9})", text):
        seeds = list(range(int(match[1]), min(int(match[2]), int(match[1]) + SEEDS_MAX) + 1))
    elif re.fullmatch(r"\d{1,9}(,\d{1,9})*", text):
        seeds = [int(part) for part in text.split(",")]
    else:
        seeds = []
    if not 1 <= len(seeds) <= SEEDS_MAX:
        raise TraceError(f"seeds is {text!r}; allowed: FIRST..LAST or N,N,.. with 1 to {SEEDS_MAX} seeds")
    return seeds
