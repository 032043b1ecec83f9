"""A control plane in one thread under virtual time: the real machine and core, the memory journal, faults.

Everything that happens is drawn from one seeded generator, so a seed is a history: `simulate(seed)` twice is
the same twice. A failure names its seed; `simulate(seed)` repeats it.

    world      the story: chaos for a while, then calm until all jobs end, then judgement
    replica    a scheduler process: stands by, leads, crashes, stalls, is fenced
    agent      a node: carries out orders, falls silent, reboots, repeats itself
    clients    people: submit, cancel, suspend, resume, cordon; also twice, also nonsense
    objects    the object store, in memory
"""

from muster.testkit.simulation.objects import MemoryObjects
from muster.testkit.simulation.world import Chaos, Report, recorded, simulate

__all__ = ["Chaos", "MemoryObjects", "Report", "recorded", "simulate"]
