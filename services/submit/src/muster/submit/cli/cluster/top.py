"""`muster top`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Annotated, Final

import typer
from muster.client.cli import texts
from muster.client.cli.connect import client
from muster.client.cli.follow.watch import redraw
from muster.client.resources import NodeUse
from muster.submit.cli import use
from muster.submit.cli.use import Use
from muster.terminal import output
from muster.terminal.messages import interactive
from muster.terminal.output import Column, Format, OutputOption, View
from muster.terminal.words import counted

app = typer.Typer()
INTERVAL_S: Final = 2.0
_WELL_USED: Final = 0.5


class By(StrEnum):
    """Subject of the rows."""

    NODE = "node"
    JOB = "job"
    RANK = "rank"


class Sort(StrEnum):
    """Figure by which rows are sorted, the largest first."""

    GPU = "gpu"
    GPU_MEMORY = "gpu-memory"
    CPU = "cpu"
    MEMORY = "memory"
    NAME = "name"


@app.command()
def top(
    *,
    by: Annotated[
        By | None,
        typer.Option("--by", help="Show one table only; default: nodes and jobs, for programs nodes."),
    ] = None,
    sort: Annotated[Sort, typer.Option("--sort", help="Figure to sort by, the largest first.")] = Sort.GPU,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, help="Maximum rows of each table.")] = 20,
    once: Annotated[bool, typer.Option("--once", help="Print once instead of redrawing.")] = False,
    how: OutputOption = Format.TABLE,
) -> None:
    """Show the measured use of GPUs, CPU and memory, by node and by job; live on a terminal.

    q or Ctrl-C ends it. The figures are from the nodes' heartbeats, every 5 s by default; "-" means not
    measured, as on a node without a GPU driver. A GPU is busy while a kernel runs on it; with -o wide, SM
    ACTIVE is the time in which its multiprocessors worked, by DCGM. Only your tenant's jobs are shown.

    Examples:
        muster top
        muster top --by job --sort gpu-memory
        muster top --by rank --sort cpu
        muster top --once --by node -o json
    """
    connected = client()

    def screen() -> str:
        return _screen(connected.use(), by, sort, limit, wide=how is Format.WIDE)

    if not how.for_people:
        kind = by or By.NODE
        output.show(_sorted(_ROWS[kind](connected.use()), sort), _VIEWS[kind], how)
    elif once or not interactive(sys.stdout):
        output.write(screen())
    else:
        redraw(screen, interval_s=INTERVAL_S)


def _screen(reported: Sequence[NodeUse], by: By | None, sort: Sort, limit: int, *, wide: bool) -> str:
    """Return the summary and the tables as text."""
    parts = [f"{_summary(reported)}\n"]
    for kind in (By.NODE, By.JOB) if by is None else (by,):
        rows = _ROWS[kind](reported)
        view, shown = _VIEWS[kind], _sorted(rows, sort)[:limit]
        parts.append(output.table_text(shown, view, wide=wide) if shown else f"{view.empty}\n")
        if len(rows) > len(shown):
            parts[-1] += f"and {len(rows) - len(shown):,} more; -n shows more\n"
    return "\n".join(parts)


def _summary(reported: Sequence[NodeUse]) -> str:
    """Return the use of all nodes, in two lines."""
    everything = Use(name="")
    for each in use.of_nodes(reported):
        use.add(everything, each)
    measured = int(everything.kernel.measured)
    some = f" ({measured:,} measured)" if 0 < measured < everything.gpus else ""
    gpus = f"{counted(int(everything.gpus), 'GPU')}{some}: {use.gpus(everything, 'memory ')}"
    memory = use.memory(everything.memory_used_mib, everything.memory_mib)
    return f"{counted(len(reported), 'node')}, {gpus}\nCPU {use.cores(everything)}, memory {memory}"


def _sorted(rows: Iterable[Use], sort: Sort) -> list[Use]:
    """Sort by a figure, the largest first, what is not measured last; then by name."""
    by_figure: dict[Sort, Callable[[Use], float | None]] = {
        Sort.GPU: lambda row: row.kernel.busy if row.kernel.measured else None,
        Sort.GPU_MEMORY: lambda row: row.gpu_memory_used_mib,
        Sort.CPU: lambda row: row.cpu_busy_milli,
        Sort.MEMORY: lambda row: row.memory_used_mib,
        Sort.NAME: lambda row: 0,
    }
    figure = by_figure[sort]
    return sorted(
        rows, key=lambda row: (-(-1 if (found := figure(row)) is None else found), row.name, row.rank)
    )


def _busy_style(row: Use) -> str:
    part = row.kernel.part
    return "dim" if part is None else "green" if part >= _WELL_USED else "yellow"


_FIGURES: Final[Sequence[Column[Use]]] = (
    Column("BUSY", lambda row: use.percent(row.kernel), right=True, style=_busy_style),
    Column("SM ACTIVE", lambda row: use.percent(row.sm_active), right=True, wide=True),
    Column("GPU MEMORY", lambda row: use.memory(row.gpu_memory_used_mib, row.gpu_memory_mib), right=True),
    Column("CPU", use.cores, right=True),
    Column("MEMORY", lambda row: use.memory(row.memory_used_mib, row.memory_mib), right=True),
)
_GPUS: Final[Column[Use]] = Column(
    "GPUS", lambda row: texts.number(row.gpus) if row.gpus else "-", right=True
)
_VIEWS: Final[Mapping[By, View[Use]]] = {
    By.NODE: View(
        columns=(
            Column("NODE", lambda row: row.name, least=16),
            Column("MODEL", lambda row: row.title, drop=2),
            Column("JOBS", lambda row: str(row.jobs or "-"), right=True, drop=1),
            _GPUS,
            *_FIGURES,
        ),
        raw=lambda row: row.raw,
        name=lambda row: row.name,
        empty="no node has sent a heartbeat within its lease",
    ),
    By.JOB: View(
        columns=(
            Column("JOB", lambda row: row.name, short=lambda row: texts.short_id(row.name)),
            Column("NAME", lambda row: row.title, least=10, drop=1),
            Column("USER", lambda row: row.user, drop=3),
            Column("NODES", lambda row: str(row.nodes), right=True, drop=2),
            _GPUS,
            *_FIGURES,
        ),
        raw=lambda row: row.raw,
        name=lambda row: row.name,
        empty="no measured jobs of your tenant",
    ),
    By.RANK: View(
        columns=(
            Column("JOB", lambda row: row.name, short=lambda row: texts.short_id(row.name)),
            Column("NAME", lambda row: row.title, least=10, drop=2),
            Column("RANK", lambda row: str(row.rank), right=True),
            Column("NODE", lambda row: row.node, least=12, drop=1),
            _GPUS,
            *_FIGURES,
        ),
        raw=lambda row: row.raw,
        name=lambda row: f"{row.name}/{row.rank}",
        empty="no rank of your tenant is measured by itself",
    ),
}
_ROWS: Final[Mapping[By, Callable[[Iterable[NodeUse]], list[Use]]]] = {
    By.NODE: use.of_nodes,
    By.JOB: use.of_jobs,
    By.RANK: use.of_ranks,
}
