"""Sentences about shortfalls: the need and what is available. One line, without a full stop."""

from dataclasses import dataclass, field

from muster.cluster.measures.capacity import Fit
from muster.cluster.model.shape import GPU_MILLI, MIG, Shape
from muster.cluster.model.shortfall import ShortfallCode


@dataclass(slots=True)
class Survey:
    """Free resources of the nodes of accepted models; of open nodes unless the name says closed.

    Attributes:
        ranks_open: Ranks that fit, counted up to the number wanted.
        ranks_closed: Ranks that closed nodes would hold.
        nodes_open: Nodes open to new work.
        nodes_closed: Nodes closed to new work.
        gpu_milli_free: Free GPU in all, thousandths.
        gpu_block_max: Maximum whole GPUs free on one node.
        gpu_card_milli_max: Maximum free on one card.
        gpus_suffice: Whether some node has the GPUs.
        cpu_suffices: Whether some node has the GPUs and the CPU.
        cpu_milli_free_max: Maximum CPU on a node that has the GPUs.
        memory_mib_free_max: Maximum memory on a node that has the GPUs and the CPU.
    """

    ranks_open: int = 0
    ranks_closed: int = 0
    nodes_open: int = 0
    nodes_closed: int = 0
    gpu_milli_free: int = 0
    gpu_block_max: int = 0
    gpu_card_milli_max: int = 0
    gpus_suffice: bool = False
    cpu_suffices: bool = False
    cpu_milli_free_max: int = 0
    memory_mib_free_max: int = 0


@dataclass(frozen=True, slots=True)
class Case:
    """A gang that does not fit, and what is available.

    Attributes:
        shape: Shape of each rank.
        ranks: Number of ranks.
        models: The cluster's GPU models.
        fit: Capacity of the empty cluster.
        survey: Free resources now.
    """

    shape: Shape
    ranks: int
    models: tuple[str, ...]
    fit: Fit
    survey: Survey = field(repr=False)


def sentence(code: ShortfallCode, case: Case) -> str:
    """The sentence, like: needs 8 free A100 GPUs on one node (8 cores, 64 GiB); 0 are free."""
    needs = _needs(case.shape) if case.ranks == 1 else _gang_needs(case.shape, case.ranks)
    text = f"needs {needs}; {_has(code, case)}"
    if case.survey.nodes_closed and code != ShortfallCode.NODES_UNSCHEDULABLE:
        text += f"; {_are(case.survey.nodes_closed, 'node')} closed to new work"
    return text


def _has(code: ShortfallCode, case: Case) -> str:
    """Return the part of the sentence about what is available instead."""
    fit, survey = case.fit, case.survey
    match code:
        case ShortfallCode.NO_NODES:
            return "the cluster has no nodes"
        case ShortfallCode.MODEL_ABSENT:
            return f"the cluster has {', '.join(case.models) or 'no GPUs'}"
        case ShortfallCode.TOO_LARGE:
            return f"the most that one of {_nodes(fit.nodes_matching)} has is {_most(fit)}"
        case ShortfallCode.CLUSTER_TOO_SMALL:
            return f"the empty cluster would hold {fit.ranks_max}"
        case ShortfallCode.NODES_UNSCHEDULABLE:
            return f"{_are(survey.nodes_closed, 'matching node')} closed to new work"
        case ShortfallCode.GANG_SHORT:
            return f"{survey.ranks_open} of {case.ranks} fit now"
        case ShortfallCode.MEMORY_SHORT:
            return (
                f"nodes with such GPUs and CPU have at most {_gib(survey.memory_mib_free_max)} of memory free"
            )
        case ShortfallCode.CPU_SHORT:
            return f"nodes with such GPUs have at most {_cores(survey.cpu_milli_free_max)} free"
        case ShortfallCode.GPUS_BUSY | ShortfallCode.GPUS_FRAGMENTED | ShortfallCode.FRACTION_FRAGMENTED:
            free = (
                f"{_gpus(survey.gpu_milli_free)} {'is' if survey.gpu_milli_free == GPU_MILLI else 'are'} free"
            )
            return f"{free}, {_largest_free(case)}" if survey.gpu_milli_free else free


def _most(fit: Fit) -> str:
    gpus = "1 GPU" if fit.gpu_count_max == 1 else f"{fit.gpu_count_max} GPUs"
    return f"{gpus}, {_cores(fit.cpu_milli_max)}, {_gib(fit.memory_mib_max)}"


def _largest_free(case: Case) -> str:
    if case.shape.gpu_count > 1:
        return f"at most {case.survey.gpu_block_max} on one node"
    return f"at most {_gpus(case.survey.gpu_card_milli_max)} on one GPU"


def _needs(shape: Shape) -> str:
    if shape.is_fraction:
        return f"{_fraction(shape)} ({_host(shape)})"
    if shape.gpu_count:
        return f"{shape.gpu_count} free {_whole(shape)} on one node ({_host(shape)})"
    return f"{_cores(shape.cpu_milli)} and {_gib(shape.memory_mib)} on one node"


def _gang_needs(shape: Shape, ranks: int) -> str:
    if shape.is_fraction:
        return f"{ranks} ranks x {_fraction(shape)} ({_host(shape)} each)"
    if shape.gpu_count:
        return f"{ranks} ranks x {shape.gpu_count} {_whole(shape)} ({_host(shape)} each)"
    return f"{ranks} ranks x {_cores(shape.cpu_milli)} and {_gib(shape.memory_mib)}"


def _whole(shape: Shape) -> str:
    """Return the name of the GPUs of a rank, like: A100 or H100 GPUs."""
    return " ".join(_models(shape)) + ("" if shape.gpu_count == 1 else "s")


def _fraction(shape: Shape) -> str:
    """Return the part of a GPU that a rank needs, and which jobs may share the GPU."""
    part = f"{_gpus(shape.gpu_milli)} of one {' '.join(_models(shape))}"
    if shape.sharing == MIG:
        return f"{part} as a MIG instance"
    return f"{part}, shared only within its team" if shape.sharing else part


def _models(shape: Shape) -> list[str]:
    return [" or ".join(shape.gpu_models), "GPU"] if shape.gpu_models else ["GPU"]


def _host(shape: Shape) -> str:
    return f"{_cores(shape.cpu_milli)}, {_gib(shape.memory_mib)}"


def _nodes(count: int) -> str:
    return "1 node" if count == 1 else f"{count:,} nodes"


def _are(count: int, noun: str) -> str:
    return f"1 {noun} is" if count == 1 else f"{count:,} {noun}s are"


def _gpus(milli: int) -> str:
    return f"{milli / GPU_MILLI:g}"


def _cores(milli: int) -> str:
    return "1 core" if milli == 1000 else f"{milli / 1000:g} cores"


def _gib(mib: int) -> str:
    return f"{mib / 1024:.4g} GiB"
