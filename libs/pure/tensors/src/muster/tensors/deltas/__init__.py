"""Fine-tunes as differences from their base: exact, self-describing, a block at a time.

planning     the best encoding of each tensor, found by sampling
encoding     a file to a container
restoring    a container and its bases to the file, or to a range of it
container    the format of a container
transforms   blocks of numbers to byte planes and back
"""

from muster.tensors.deltas.container import Base, DeltaInvalid, Index, Segment, index_of
from muster.tensors.deltas.encoding import encoded
from muster.tensors.deltas.planning import Place, planned
from muster.tensors.deltas.restoring import Restored, restored
from muster.tensors.deltas.transforms import Method

__all__ = [
    "Base",
    "DeltaInvalid",
    "Index",
    "Method",
    "Place",
    "Restored",
    "Segment",
    "encoded",
    "index_of",
    "planned",
    "restored",
]
