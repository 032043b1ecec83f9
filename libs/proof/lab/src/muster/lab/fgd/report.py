"""The report of an outcome: a table and a curve, with the published figures for comparison."""

from muster.lab.fgd.results import CHECKPOINTS, Outcome
from muster.lab.pictures.curve import area
from rich.console import Group
from rich.table import Table
from rich.text import Text

PUBLISHED_FGD_PCT = {
    "openb_pod_list_default.csv": 95.23,
    "openb_pod_list_gpushare40.csv": 93.96,
    "openb_pod_list_multigpu20.csv": 95.53,
    "openb_pod_list_gpuspec10.csv": 94.66,
    "openb_pod_list_cpu050.csv": 95.00,
}
"""GPU allocated by FGD at 100 % requested, percent, mean of ten seeds, from the source's own 1,020 runs."""

PUBLISHED_NODES = "openb_node_list_gpu_node.csv"
"""Node list of those runs."""


def report(outcome: Outcome, nodes: str, pods: str) -> Group:
    """A row per seed and the mean, then a curve of the allocation."""
    lines = area(outcome.mean_curve(), x_max=CHECKPOINTS[-1], x_step=25, y_high=100, size=(65, 10))
    published = PUBLISHED_FGD_PCT.get(pods) if nodes == PUBLISHED_NODES else None
    beside = f"FGD as published: {published:.2f} at 100 %, mean of ten seeds" if published else ""
    return Group(
        Text(f"Policy {outcome.policy} on {pods}: GPU allocated, % of all, by GPU requested"),
        _table(outcome),
        Text(beside, style="dim"),
        Text("\nGPU allocated (vertical) by GPU requested so far (horizontal), mean of the seeds"),
        *(Text(line) for line in lines),
    )


def _table(outcome: Outcome) -> Table:
    table = Table()
    table.add_column("seed")
    for point in CHECKPOINTS:
        table.add_column(f"{point} %", justify="right")
    table.add_column("fragmented", justify="right")
    table.add_column("placed/s", justify="right")
    for run in outcome.runs:
        readings = dict(zip(CHECKPOINTS, run.replay.readings, strict=True))
        table.add_row(
            str(run.seed),
            *(f"{readings[point].allocation_pct:.2f}" for point in CHECKPOINTS),
            f"{readings[100].fragmentation_pct:.2f}",
            f"{run.placements_per_s:,.0f}",
        )
    table.add_section()
    allocation = outcome.mean_allocation_pct()
    table.add_row(
        "mean",
        *(f"{allocation[str(point)]:.2f}" for point in CHECKPOINTS),
        f"{outcome.mean_fragmentation_pct()['100']:.2f}",
        f"{outcome.mean_placements_per_s():,.0f}",
        style="bold",
    )
    return table
