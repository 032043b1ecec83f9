"""Fine-tunes as differences from their base: exact, self-describing, a block at a time.

planning     how each tensor is best told, by a sample
encoding     a file to a container
restoring    a container and its bases to the file, or to a range of it
container    what a container looks like
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
