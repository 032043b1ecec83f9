"""Sums of measured use, by node, by job and by rank, and their texts. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from muster.client.cli import texts
from muster.client.resources import NodeUse, TaskUse

_WHOLE_MILLI: Final = 1000


class Busy(NamedTuple):
    """GPUs' worth of time in which GPUs were busy, and the GPUs of which that was measured."""

    busy: float = 0.0
    measured: float = 0.0

    @classmethod
    def of(cls, percents: Iterable[int | None], share: float = 1.0) -> Busy:
        """Sum up GPUs of which a share is held; None: not measured."""
        measured = [percent for percent in percents if percent is not None]
        return cls(share * sum(measured) / 100, share * len(measured))

    def plus(self, other: Busy) -> Busy:
        """Return the sum."""
        return Busy(self.busy + other.busy, self.measured + other.measured)

    @property
    def part(self) -> float | None:
        """Part of the measured time; None: nothing was measured."""
        return self.busy / self.measured if self.measured else None


_UNMEASURED: Final = Busy()


@dataclass(slots=True, kw_only=True)
class Use:
    """Measured use of a node, by a job on all its nodes, or by one rank; None: not measured.

    Attributes:
        name: The node's id, or the job's.
        title: The node's GPU model, or the job's name.
        user: The job's user.
        rank: The rank.
        node: Its node.
        nodes: Number of nodes.
        jobs: Number of jobs.
        gpus: GPUs of the node, or held by the job.
        kernel: Time in which a kernel ran.
        sm_active: Time in which multiprocessors were active.
        gpu_memory_used_mib: Memory of these GPUs in use; of a job, only of GPUs that it does not share.
        gpu_memory_mib: Memory of these GPUs; 0: unknown.
        cpu_busy_milli: CPU used, thousandths of a core.
        cpu_milli: CPU of the node.
        memory_used_mib: Memory used.
        memory_mib: Memory of the node, or the job's limit; 0: unlimited.
    """

    name: str
    title: str = ""
    user: str = ""
    rank: int = 0
    node: str = ""
    nodes: int = 0
    jobs: int = 0
    gpus: float = 0
    kernel: Busy = _UNMEASURED
    sm_active: Busy = _UNMEASURED
    gpu_memory_used_mib: int | None = None
    gpu_memory_mib: int = 0
    cpu_busy_milli: int | None = None
    cpu_milli: int = 0
    memory_used_mib: int | None = None
    memory_mib: int = 0
    raw: dict[str, Any] = field(default_factory=dict[str, Any])


def of_nodes(reported: Iterable[NodeUse]) -> list[Use]:
    """Return the use of each node."""
    return [
        Use(
            name=node.node_id,
            title=node.gpu_model or "-",
            nodes=1,
            jobs=len({task.job_id for task in node.tasks}),
            gpus=len(node.gpus),
            kernel=Busy.of(gpu.busy_percent for gpu in node.gpus),
            sm_active=Busy.of(gpu.sm_active_percent for gpu in node.gpus),
            gpu_memory_used_mib=_total(gpu.memory_used_mib for gpu in node.gpus),
            gpu_memory_mib=node.gpu_memory_mib * len(node.gpus),
            cpu_busy_milli=node.cpu_busy_milli,
            cpu_milli=node.cpu_milli,
            memory_used_mib=node.memory_used_mib,
            memory_mib=node.memory_mib,
            raw=dict(node.raw),
        )
        for node in reported
    ]


def of_jobs(reported: Iterable[NodeUse]) -> list[Use]:
    """Return the use by each job, over all its nodes."""
    found: dict[str, Use] = {}
    for node in reported:
        for task in node.tasks:
            job = found.setdefault(
                task.job_id, Use(name=task.job_id, title=task.name, user=task.user, jobs=1)
            )
            add(job, _of_task(node, task))
    for job in found.values():
        known = {"job_id": job.name, "name": job.title, "user": job.user, "nodes": job.nodes}
        job.raw = {**known, **_figures(job), "memory_mib": job.memory_mib}
    return list(found.values())


def _figures(use: Use) -> dict[str, Any]:
    """Return what was measured, as data; None: it was not."""
    return {
        "gpus": use.gpus,
        "gpus_busy": round(use.kernel.busy, 2) if use.kernel.measured else None,
        "gpus_sm_active": round(use.sm_active.busy, 2) if use.sm_active.measured else None,
        "gpu_memory_used_mib": use.gpu_memory_used_mib,
        "gpu_memory_mib": use.gpu_memory_mib,
        "cpu_busy_milli": use.cpu_busy_milli,
        "memory_used_mib": use.memory_used_mib,
    }


def of_ranks(reported: Iterable[NodeUse]) -> list[Use]:
    """Return the use by each rank that is measured by itself."""
    found: list[Use] = []
    for node in reported:
        for task in node.tasks:
            for rank in task.ranks:
                use = _of_gpus(node, task, rank.gpu_indices)
                use.rank, use.node, use.title = rank.rank, node.node_id, task.name
                use.cpu_busy_milli, use.memory_used_mib = rank.cpu_busy_milli, rank.memory_used_mib
                use.raw = {"job_id": task.job_id, "rank": rank.rank, "node_id": node.node_id, **_figures(use)}
                found.append(use)
    return found


def _of_task(node: NodeUse, task: TaskUse) -> Use:
    """Return the use by a job on one node."""
    use = _of_gpus(node, task, task.gpu_indices)
    use.cpu_busy_milli, use.memory_used_mib = task.cpu_busy_milli, task.memory_used_mib
    use.memory_mib = task.memory_mib
    return use


def _of_gpus(node: NodeUse, task: TaskUse, indices: Collection[int]) -> Use:
    """Return the use of some of a task's GPUs; the memory of a shared GPU is not attributed."""
    held = [gpu for gpu in node.gpus if gpu.index in indices]
    share, alone = task.gpu_milli / _WHOLE_MILLI, task.gpu_milli >= _WHOLE_MILLI
    return Use(
        name=task.job_id,
        nodes=1,
        gpus=len(indices) * share,
        kernel=Busy.of((gpu.busy_percent for gpu in held), share),
        sm_active=Busy.of((gpu.sm_active_percent for gpu in held), share),
        gpu_memory_used_mib=_total(gpu.memory_used_mib for gpu in held) if alone else None,
        gpu_memory_mib=node.gpu_memory_mib * len(held) if alone else 0,
    )


def add(total: Use, part: Use) -> None:
    """Add a use to another."""
    total.nodes += part.nodes
    total.gpus += part.gpus
    total.kernel = total.kernel.plus(part.kernel)
    total.sm_active = total.sm_active.plus(part.sm_active)
    total.gpu_memory_used_mib = _total((total.gpu_memory_used_mib, part.gpu_memory_used_mib))
    total.gpu_memory_mib += part.gpu_memory_mib if part.gpu_memory_used_mib is not None else 0
    total.cpu_busy_milli = _total((total.cpu_busy_milli, part.cpu_busy_milli))
    total.cpu_milli += part.cpu_milli if part.cpu_busy_milli is not None else 0
    total.memory_used_mib = _total((total.memory_used_mib, part.memory_used_mib))
    total.memory_mib += part.memory_mib if part.memory_used_mib is not None else 0


def _total(figures: Iterable[int | None]) -> int | None:
    """Add up what was measured; None: nothing was."""
    measured = [figure for figure in figures if figure is not None]
    return sum(measured) if measured else None


def percent(busy: Busy) -> str:
    """Return the part of time in which GPUs were busy; a dash: not measured."""
    return "-" if busy.part is None else f"{100 * busy.part:.0f}%"


def gpus(use: Use, label: str = "") -> str:
    """Return the use of GPUs, `80% busy, 80GiB/160GiB`, with a label before the memory; or `not measured`."""
    if use.kernel.part is None:
        return "not measured"
    gpu_memory = memory(use.gpu_memory_used_mib, use.gpu_memory_mib)
    return f"{percent(use.kernel)} busy" + ("" if gpu_memory == "-" else f", {label}{gpu_memory}")


def cores(use: Use) -> str:
    """Return the cores in use, of those that a node has for jobs."""
    if use.cpu_busy_milli is None:
        return "-"
    used = f"{use.cpu_busy_milli / 1000:.1f}"
    return f"{used}/{texts.number(use.cpu_milli / 1000)}" if use.cpu_milli else used


def memory(used_mib: int | None, all_mib: int) -> str:
    """Return memory in use, of how much; a dash: not measured."""
    if used_mib is None:
        return "-"
    return f"{texts.memory(used_mib)}/{texts.memory(all_mib)}" if all_mib else texts.memory(used_mib)


def sentence(use: Use) -> str:
    """Return the use by a job: `2 GPUs 80% busy, 80GiB/160GiB; CPU 3.2, memory 16GiB/128GiB`."""
    many = "GPU" if use.gpus == 1 else "GPUs"
    on_gpus = f"{texts.number(use.gpus)} {many} {gpus(use)}; " if use.gpus else ""
    return f"{on_gpus}CPU {cores(use)}, memory {memory(use.memory_used_mib, use.memory_mib)}"
