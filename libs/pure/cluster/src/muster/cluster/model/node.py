"""NodeCapacity: resources of a node. Placement: place of one rank. NodeState: all that a score sees."""

from dataclasses import dataclass
from typing import NamedTuple

from muster.cluster.model.errors import CapacityError
from muster.cluster.model.mig_table import MigInstance
from muster.cluster.model.shape import (
    CPU_MILLI_MAX,
    GPU_COUNT_MAX,
    GPU_MILLI,
    MEMORY_MIB_MAX,
    MIG,
    Shape,
    check_range,
)


@dataclass(frozen=True, slots=True, order=True)
class NodeCapacity:
    """Resources of one empty node.

    Attributes:
        node_id: Unique and not empty; the last tie-break of every placement.
        cpu_milli: Thousandths of a CPU core.
        memory_mib: Host memory, MiB.
        gpu_model: Model of all its GPUs; empty without GPUs.
        gpu_count: 0 to GPU_COUNT_MAX.

    Raises:
        CapacityError: A field is out of range; the text names field, value and what is allowed.
    """

    node_id: str
    cpu_milli: int
    memory_mib: int
    gpu_model: str
    gpu_count: int

    def __post_init__(self) -> None:
        if not self.node_id:
            raise CapacityError("node_id is ''; allowed: a name that is not empty")
        check_range("cpu_milli", self.cpu_milli, 0, CPU_MILLI_MAX)
        check_range("memory_mib", self.memory_mib, 0, MEMORY_MIB_MAX)
        check_range("gpu_count", self.gpu_count, 0, GPU_COUNT_MAX)
        if bool(self.gpu_model) != bool(self.gpu_count):
            raise CapacityError(
                f"gpu_model is {self.gpu_model!r} with gpu_count {self.gpu_count}; allowed: both or neither"
            )

    @property
    def kind(self) -> str:
        """Its resources without its name: equal for interchangeable nodes."""
        return f"{self.gpu_model}*{self.gpu_count}/{self.cpu_milli}/{self.memory_mib}"

    def empty_state(self) -> "NodeState":
        """The state of this node when nothing is taken."""
        gpus = (GPU_MILLI,) * self.gpu_count
        return NodeState(sum(gpus), self.cpu_milli, self.memory_mib, self.gpu_model, gpus, self.kind)


class Placement(NamedTuple):
    """Place of one rank: GPUs of a node, and the rank's CPU and memory there.

    Attributes:
        node_id: The node.
        gpu_indices: The GPUs, ascending, 0-based; one for a fraction, none for a rank without GPUs.
        shape: Shape of the rank there.
        instance: The MIG instance on that GPU, if the shape wants one.
    """

    node_id: str
    gpu_indices: tuple[int, ...]
    shape: Shape
    instance: MigInstance | None = None


class NodeState(NamedTuple):
    """The free resources of a node that any rank can use; scores treat equal states alike.

    A reserved GPU (shared under a key, or in MIG mode) offers nothing to other ranks, though it counts in the
    sum; its free part is a state of its own (parts.py).

    The field order IS the pack-first tie-break (ADR 5): among equally good states the one with the least free
    GPU wins, then the least CPU, then the least memory; the rest only makes the order total.

    Attributes:
        gpu_free_milli: Free on all healthy GPUs, including shared ones, which CPU and memory must serve too.
        cpu_free_milli: Free CPU, thousandths of a core.
        memory_free_mib: Free memory, MiB.
        gpu_model: Empty without GPUs.
        gpus_free_milli: Free thousandths of each healthy GPU, ascending; 0 for a reserved one.
        kind: Resources of the empty node, as NodeCapacity.kind writes them.
    """

    gpu_free_milli: int
    cpu_free_milli: int
    memory_free_mib: int
    gpu_model: str
    gpus_free_milli: tuple[int, ...]
    kind: str


def fits(state: NodeState, shape: Shape) -> bool:
    """Whether one rank of this shape fits a node in this state."""
    return (
        shape.cpu_milli <= state.cpu_free_milli
        and shape.memory_mib <= state.memory_free_mib
        and fits_gpus(state, shape)
    )


def fits_gpus(state: NodeState, shape: Shape) -> bool:
    """Whether the GPUs alone suffice: model, whole cards for whole requests, one card for a fraction.

    A fraction with a sharing key needs a whole GPU; a MIG instance needs a GPU in MIG mode.
    """
    count = shape.gpu_count
    if not count:
        return True
    if shape.sharing == MIG:
        return False
    needed = GPU_MILLI if shape.sharing else shape.gpu_milli
    gpus = state.gpus_free_milli
    return count <= len(gpus) and gpus[-count] >= needed and shape.accepts(state.gpu_model)
