"""A control plane in one thread under virtual time: the real processes on the memory journal, and faults.

What runs is what production runs: `Leader` with the scheduler's machine, the agent's `LogSession` with its
desk, caretaker, memory and outbox. Only what they stand on is made here: clocks, the network to the log, the
object store, ranks. Everything that happens is drawn from one seeded generator, so a seed is a history:
`simulate(seed)` twice is the same twice.

    worlds        who lives there, what goes wrong, what must hold in the end
    processes     schedulers, deciders and agents: real code, one step at a time
    surroundings  what they stand on: clocks, network, object store, nodes; and clients
    chaos         what goes wrong and how often; drawn from the seed, so that histories differ in kind
    history       what went wrong and what the processes did, to be read after a failure
    report        what a history came to
    shrink        the smallest history found that fails as well
    many          seeds side by side
"""

from muster.testkit.simulation.chaos import Chaos
from muster.testkit.simulation.report import Report
from muster.testkit.simulation.surroundings.objects import MemoryObjects
from muster.testkit.simulation.worlds.scheduler import recorded, simulate

__all__ = ["Chaos", "MemoryObjects", "Report", "recorded", "simulate"]
