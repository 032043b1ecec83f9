"""State that all processes of a simulation share."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from muster.testkit.simulation.history import History
from muster.testkit.simulation.surroundings.objects import MemoryObjects

Happens = Callable[[str], bool]
"""Whether the fault of this name (a field of Chaos) happens now."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The world around a process.

    Attributes:
        objects: The object store.
        chance: For everything drawn.
        happens: Whether something goes wrong.
        history: Takes down what happens.
    """

    objects: MemoryObjects
    chance: random.Random
    happens: Happens
    history: History
