"""Why a job does not fit: one dominant reason, the counts behind it, one sentence.

diagnosis.py tries the reasons from the most to the least fundamental; the first that applies is the dominant
one.
"""

from dataclasses import dataclass
from enum import StrEnum


class ShortfallCode(StrEnum):
    """Stable codes, also in job-events, metrics and `muster list`."""

    NO_NODES = "NO_NODES"
    """The cluster has no nodes at all."""
    MODEL_ABSENT = "MODEL_ABSENT"
    """No node has an accepted GPU model (or any GPU)."""
    TOO_LARGE = "TOO_LARGE"
    """No node could hold one rank even when empty."""
    CLUSTER_TOO_SMALL = "CLUSTER_TOO_SMALL"
    """Each rank fits some empty node, but not all of the ranks at once."""
    NODES_UNSCHEDULABLE = "NODES_UNSCHEDULABLE"
    """It would fit now if cordoned, suspected and draining nodes were open."""
    GANG_SHORT = "GANG_SHORT"
    """Some ranks fit now, not all."""
    GPUS_BUSY = "GPUS_BUSY"
    """Fewer GPUs are free in total than one rank needs."""
    GPUS_FRAGMENTED = "GPUS_FRAGMENTED"
    """Enough is free in all, but no node has that many whole GPUs free."""
    FRACTION_FRAGMENTED = "FRACTION_FRAGMENTED"
    """Enough is free in all, but not on one GPU."""
    CPU_SHORT = "CPU_SHORT"
    """Nodes have the GPUs free but not the CPU."""
    MEMORY_SHORT = "MEMORY_SHORT"
    """Nodes have the GPUs and the CPU free but not the memory."""


@dataclass(frozen=True, slots=True)
class Shortfall:
    """The dominant reason and its counts, over nodes of an accepted model.

    Attributes:
        code: The dominant reason.
        ranks_wanted: Ranks asked for.
        ranks_fit: Ranks that fit now.
        nodes_matching: Nodes with an accepted GPU model.
        nodes_unschedulable: Number of these that are closed to new work.
        gpu_milli_free: Free on healthy cards of the open ones.
        gpu_block_max: Maximum whole GPUs free on one open node.
        gpu_card_milli_max: Maximum free on one card of an open node.
        cpu_milli_free_max: Maximum CPU free on an open node whose GPUs suffice.
        memory_mib_free_max: Maximum memory free on an open node whose GPUs and CPU suffice.
        sentence: For people: what is needed and what is available.
    """

    code: ShortfallCode
    ranks_wanted: int
    ranks_fit: int
    nodes_matching: int
    nodes_unschedulable: int
    gpu_milli_free: int
    gpu_block_max: int
    gpu_card_milli_max: int
    cpu_milli_free_max: int
    memory_mib_free_max: int
    sentence: str
