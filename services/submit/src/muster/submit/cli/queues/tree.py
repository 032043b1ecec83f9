"""Format the queue tree line by line: guaranteed, used, borrowed and lent GPUs, and fair shares."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from muster.client.cli import texts
from muster.client.resources import Measure, Queue
from muster.submit.cli.queues import bars
from muster.terminal.output import Column, Json, View


@dataclass(frozen=True, slots=True)
class TreeLine:
    """A queue on a line of its own.

    Attributes:
        branch: Tree lines drawn before its name.
        queue: The queue.
    """

    branch: str
    queue: Queue


def lines(tops: Sequence[Queue]) -> list[TreeLine]:
    """Flatten a tree into lines, from the top."""
    return [line for top in tops for line in _lines_of(top, "", "")]


def view() -> View[TreeLine]:
    """Return the table view of the tree."""
    return View(
        columns=(
            Column("QUEUE", lambda line: line.branch + texts.queue_name(line.queue)),
            Column("USED", _measured(lambda m: texts.gpus_of(m.used)), right=True),
            Column("GUARANTEED", lambda line: texts.gpus_of(line.queue.guarantee), right=True),
            Column("MAX", lambda line: texts.gpus_of(line.queue.maximum), right=True, drop=4),
            Column("BORROWED", _measured(lambda m: texts.amount(m.gpus_borrowed)), right=True, drop=7),
            Column("LENT", _measured(lambda m: texts.amount(m.gpus_lent)), right=True, drop=8),
            Column("SHARE", _measured(lambda m: texts.percent(m.share)), right=True, drop=6),
            Column("DUE", _measured(lambda m: texts.percent(m.share_due)), right=True, drop=5),
            Column("CREDIT", _measured(lambda m: texts.gpu_hours(m.credit_gpu_hours)), right=True, drop=9),
            Column("USAGE", _measured(lambda m: texts.gpu_hours(m.usage_gpu_hours)), wide=True, right=True),
            Column("WEIGHT", lambda line: str(line.queue.settings.get("weight", 1)), wide=True, right=True),
            Column("MODELS", _measured(lambda m: texts.models(m.used.gpus_by_model)), wide=True),
            Column("RUN", _measured(lambda m: str(m.jobs_running)), right=True, drop=1),
            Column("WAIT", _measured(lambda m: str(m.jobs_pending)), right=True),
            Column("GPUS", _bar, style=_bar_style, drop=3),
        ),
        raw=_raw,
        name=lambda line: line.queue.name,
        empty="no queues",
    )


def most_waited_in(tree: Sequence[TreeLine]) -> str:
    """Return the name of the leaf queue with the most waiting jobs."""
    leaves = [line.queue for line in tree if not line.queue.below]
    return max(leaves, key=lambda queue: queue.measure.jobs_pending if queue.measure else 0).name


def how_fresh(tree: Sequence[TreeLine], now: datetime) -> str:
    """Say how old the newest measurement of the tree is; jobs started since then are not counted yet."""
    measured = [m.measured_at for line in tree if (m := line.queue.measure) and m.measured_at]
    if not measured:
        return "not measured yet; a queue is measured when its jobs change"
    return f"last measured {texts.age(max(measured), now)} ago; a queue is measured when its jobs change"


def _lines_of(queue: Queue, branch: str, margin: str) -> Iterator[TreeLine]:
    yield TreeLine(branch, queue)
    for n, child in enumerate(queue.below, 1):
        last = n == len(queue.below)
        yield from _lines_of(child, margin + ("└─ " if last else "├─ "), margin + ("   " if last else "│  "))


def _measured(cell: Callable[[Measure], str]) -> Callable[[TreeLine], str]:
    """Return a cell of a measured value; a dash before the first measurement."""
    return lambda line: "-" if line.queue.measure is None else cell(line.queue.measure)


def _bar(line: TreeLine) -> str:
    queue = line.queue
    used = queue.measure.used.gpus_in_all if queue.measure else None
    guarantee = queue.guarantee.gpus_in_all if queue.guarantee else None
    return bars.bar(used or 0, guarantee or 0, queue.maximum.gpus_in_all if queue.maximum else None)


def _bar_style(line: TreeLine) -> str:
    return "yellow" if line.queue.measure is not None and line.queue.measure.gpus_borrowed else "green"


def _raw(line: TreeLine) -> Json:
    """Return the queue without its children, which have lines of their own."""
    return {name: value for name, value in line.queue.raw.items() if name != "queues"}
