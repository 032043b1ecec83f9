"""Models that come from one another, and how they differ.

models     a model: the tensors of all its files
pairing    which tensor of a base a tensor comes from
lineage    which base a model comes from
diffs      what changed between two models, tensor by tensor
fingerprints  identify a model's weights, however its files were changed
bands      search keys for fingerprints
samples    a few numbers of each tensor, and how far apart two samples are
numbers    bytes as numbers that can be compared, whatever their data type
quantised  blocks of quantised weights as numbers
"""

from muster.tensors.families.bands import bands_of
from muster.tensors.families.diffs import ModelDiff, State, TensorDiff, compared
from muster.tensors.families.fingerprints import (
    Fingerprint,
    Mark,
    Nearness,
    fingerprint,
    likeness,
    nearness,
    tells_weights,
)
from muster.tensors.families.lineage import Kinship, kinship, suggested
from muster.tensors.families.models import File, Held, Model, model_of
from muster.tensors.families.pairing import Pair, paired

__all__ = [
    "File",
    "Fingerprint",
    "Held",
    "Kinship",
    "Mark",
    "Model",
    "ModelDiff",
    "Nearness",
    "Pair",
    "State",
    "TensorDiff",
    "bands_of",
    "compared",
    "fingerprint",
    "kinship",
    "likeness",
    "model_of",
    "nearness",
    "paired",
    "suggested",
    "tells_weights",
]
