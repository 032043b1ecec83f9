"""Shape: the request of ONE rank of a job to one node.

Equal shapes are interchangeable, so the kernel ranks nodes per shape and not per job.
"""

from dataclasses import dataclass, field, replace
from functools import lru_cache

from muster.cluster.model.errors import CapacityError

GPU_MILLI = 1000
"""One whole GPU in thousandths. Fractions are integers so that sums are exact and replay bit for bit."""

GPU_COUNT_MAX = 64
"""Maximum GPUs of one node, hence of one rank. The largest servers sold today hold 16."""

ANY_TENANT = ""
"""Sharing key of fractions that may share a GPU with a fraction of any tenant; also that of whole GPUs."""

MIG = "mig"
"""Sharing key of fractions that need a MIG instance; a GPU may hold instances of any tenants."""

CPU_MILLI_MAX = 10**7
MEMORY_MIB_MAX = 2**31


@dataclass(frozen=True, slots=True, order=True)
class Shape:
    """The request of one rank.

    Attributes:
        gpu_count: GPUs, 0 to GPU_COUNT_MAX.
        gpu_milli: Thousandths of each GPU: 1000 is a whole one; less only with gpu_count 1; 0 without GPUs.
        gpu_models: Accepted models, sorted, no duplicates; empty means any.
        cpu_milli: Thousandths of a CPU core.
        memory_mib: Host memory, MiB.
        sharing: Who may share the fraction's GPU: ANY_TENANT, MIG, or only fractions of the same key.

    Raises:
        CapacityError: A field is out of range; the text names field, value and what is allowed.
    """

    gpu_count: int
    gpu_milli: int
    gpu_models: tuple[str, ...]
    cpu_milli: int
    memory_mib: int
    sharing: str = ANY_TENANT
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        check_range("gpu_count", self.gpu_count, 0, GPU_COUNT_MAX)
        check_range("cpu_milli", self.cpu_milli, 0, CPU_MILLI_MAX)
        check_range("memory_mib", self.memory_mib, 0, MEMORY_MIB_MAX)
        if self.gpu_count == 1:
            check_range("gpu_milli", self.gpu_milli, 1, GPU_MILLI)
        elif self.gpu_milli != (GPU_MILLI if self.gpu_count else 0):
            raise CapacityError(
                f"gpu_milli is {self.gpu_milli} with gpu_count {self.gpu_count}; allowed: 0 without GPUs, "
                f"1..{GPU_MILLI} for one GPU, {GPU_MILLI} each for several"
            )
        if tuple(sorted(set(self.gpu_models))) != self.gpu_models or "" in self.gpu_models:
            raise CapacityError(
                f"gpu_models is {self.gpu_models!r}; allowed: sorted names without duplicates"
            )
        if self.gpu_models and not self.gpu_count:
            raise CapacityError(
                f"gpu_models is {self.gpu_models!r} with gpu_count 0; allowed: () without GPUs"
            )
        if self.sharing and not self.is_fraction:
            raise CapacityError(
                f"sharing is {self.sharing!r} with gpu_milli {self.gpu_milli}; allowed: '' unless a fraction"
            )
        wanted = (self.gpu_count, self.gpu_milli, self.gpu_models, self.cpu_milli, self.memory_mib)
        object.__setattr__(self, "_hash", hash((wanted, self.sharing)))

    def __hash__(self) -> int:
        """Computed once, because every table of the kernel is keyed by shape."""
        return self._hash

    @property
    def is_fraction(self) -> bool:
        """Whether the rank shares its one GPU."""
        return 0 < self.gpu_milli < GPU_MILLI

    @property
    def gpu_milli_total(self) -> int:
        """Thousandths of GPU over all the rank's GPUs."""
        return self.gpu_count * self.gpu_milli

    def times(self, ranks: int) -> "Shape | None":
        """Return one rank as large as `ranks` ranks with whole or no GPUs; None: no node could hold it."""
        gpus, cpu_milli, memory_mib = (
            ranks * each for each in (self.gpu_count, self.cpu_milli, self.memory_mib)
        )
        if gpus > GPU_COUNT_MAX or cpu_milli > CPU_MILLI_MAX or memory_mib > MEMORY_MIB_MAX:
            return None
        return Shape(gpus, self.gpu_milli, self.gpu_models, cpu_milli, memory_mib)

    def accepts(self, gpu_model: str) -> bool:
        """Whether a node of this GPU model may hold the rank. A rank without GPUs runs anywhere."""
        return not self.gpu_models or gpu_model in self.gpu_models


@lru_cache(maxsize=4096)
def whole_card(shape: Shape) -> Shape:
    """Return what a fraction with a sharing key takes of an empty GPU: all, as no other key may use it."""
    return replace(shape, gpu_milli=GPU_MILLI, sharing=ANY_TENANT)


@lru_cache(maxsize=4096)
def shared_by_any(shape: Shape) -> Shape:
    """The request without its sharing key, as counted in the typical workload."""
    return replace(shape, sharing=ANY_TENANT)


def check_range(field: str, value: int, low: int, high: int) -> None:
    """Raise CapacityError for a value outside low..high."""
    if not low <= value <= high:
        raise CapacityError(f"{field} is {value}; allowed: {low}..{high}")
