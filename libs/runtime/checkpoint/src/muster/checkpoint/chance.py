"""States of the global random number generators of Python, numpy and PyTorch, as far as they are in use.

The job's own generators (`numpy.random.default_rng`) and the position of a sampler belong in its state:
`{"generator": generator.bit_generator.state, "sampler": {"epoch": 3, "index": 512}}`.
"""

from __future__ import annotations

import random
import sys
from typing import Any


def positions() -> dict[str, Any]:
    """Return their current states."""
    found: dict[str, Any] = {"python": random.getstate()}
    if numpy := sys.modules.get("numpy"):
        found["numpy"] = numpy.random.get_state()
    if torch := sys.modules.get("torch"):
        found["torch"] = torch.get_rng_state()
        if torch.cuda.is_available() and torch.cuda.is_initialized():
            found["cuda"] = list(torch.cuda.get_rng_state_all())
    return found


def go_to(found: dict[str, Any]) -> None:
    """Put them where they stood; those that this process does not use stay."""
    random.setstate(found["python"])
    numpy, torch = sys.modules.get("numpy"), sys.modules.get("torch")
    if numpy and "numpy" in found:
        numpy.random.set_state(found["numpy"])
    if torch and "torch" in found:
        torch.set_rng_state(found["torch"])
    if torch and "cuda" in found and torch.cuda.is_available():
        torch.cuda.set_rng_state_all(found["cuda"])
