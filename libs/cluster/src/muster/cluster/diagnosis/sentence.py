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
    """The sentence, like: needs 8 free A100 on one node with ..; largest free block is 6, 9 free in all."""
    needs = _needs(case.shape) if case.ranks == 1 else f"{case.ranks} ranks, each {_needs(case.shape)}"
    text = f"needs {needs}; {_has(code, case)}"
    if case.survey.nodes_closed and code != ShortfallCode.NODES_UNSCHEDULABLE:
        text += f"; {_nodes(case.survey.nodes_closed)} closed to new work"
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
            return f"the most one of {_nodes(fit.nodes_matching)} has is {_most(fit)}"
        case ShortfallCode.CLUSTER_TOO_SMALL:
            return f"the empty cluster would hold {fit.ranks_max}"
        case ShortfallCode.NODES_UNSCHEDULABLE:
            return f"{_nodes(survey.nodes_closed)} that could serve closed to new work"
        case ShortfallCode.GANG_SHORT:
            return f"{survey.ranks_open} of {case.ranks} fit now"
        case ShortfallCode.MEMORY_SHORT:
            return f"most free memory where GPUs and CPU suffice is {_gib(survey.memory_mib_free_max)}"
        case ShortfallCode.CPU_SHORT:
            return f"most free CPU where GPUs suffice is {_cores(survey.cpu_milli_free_max)}"
        case ShortfallCode.GPUS_BUSY | ShortfallCode.GPUS_FRAGMENTED | ShortfallCode.FRACTION_FRAGMENTED:
            return f"{_largest_free(case)}, {_gpus(survey.gpu_milli_free)} free in all"


def _most(fit: Fit) -> str:
    gpus = "1 GPU" if fit.gpu_count_max == 1 else f"{fit.gpu_count_max} GPUs"
    return f"{gpus}, {_cores(fit.cpu_milli_max)}, {_gib(fit.memory_mib_max)}"


def _largest_free(case: Case) -> str:
    if case.shape.gpu_count > 1:
        return f"largest free block is {case.survey.gpu_block_max}"
    return f"most free on one card is {_gpus(case.survey.gpu_card_milli_max)}"


def _needs(shape: Shape) -> str:
    model = " or ".join(shape.gpu_models) or "GPU"
    host = f"{_cores(shape.cpu_milli)} and {_gib(shape.memory_mib)}"
    if shape.is_fraction:
        return f"{_gpus(shape.gpu_milli)} of one {model}{_beside(shape)} with {host}"
    if shape.gpu_count:
        return f"{shape.gpu_count} free {model} on one node with {host}"
    return f"{host} on one node"


def _beside(shape: Shape) -> str:
    """Return the part of the sentence about who may share the GPU."""
    if shape.sharing == MIG:
        return " as a MIG instance"
    return " shared with its own only" if shape.sharing else ""


def _nodes(count: int) -> str:
    return "1 node" if count == 1 else f"{count} nodes"


def _gpus(milli: int) -> str:
    return f"{milli / GPU_MILLI:g}"


def _cores(milli: int) -> str:
    return "1 core" if milli == 1000 else f"{milli / 1000:g} cores"


def _gib(mib: int) -> str:
    return f"{mib / 1024:.4g} GiB"
