"""A control plane in one thread under virtual time: the real processes on the memory journal, and faults.

What runs is what production runs: `Leader` with the scheduler's machine, the agent's `LogSession` with its
desk, caretaker, memory and outbox. Only what they stand on is made here: clocks, the network to the log, the
object store, ranks. Everything that happens is drawn from one seeded generator, so a seed is a history:
`simulate(seed)` twice is the same twice.

    world      what every world is: chaos for a while, then calm, then judgement
    scheduler_world  schedulers, agents and clients, until all jobs have ended
    deciding_world   a deciding service under the same chaos; names_world and chores_world say which
    report     what a history came to
    chaos      what goes wrong and how often; drawn from the seed, so that histories differ in kind
    history    what went wrong and what the processes did, to be read after a failure
    process    what every process has
    replica    a scheduler process: the real leader, one step at a time
    agent      an agent process: the real session, one step at a time
    machine    a node without its agent: ranks, their folders, the agent's disk
    surroundings  what all of them share
    network    a process's connection to the log: late, cut, or unsure
    clock      a process's clock, which may be set
    clients    users: submit, cancel, suspend, resume, cordon; also twice, also nonsense
    objects    the object store, in memory
    shrink     the smallest history found that fails as well
    many       seeds side by side
"""

from muster.testkit.simulation.chaos import Chaos
from muster.testkit.simulation.objects import MemoryObjects
from muster.testkit.simulation.report import Report
from muster.testkit.simulation.scheduler_world import recorded, simulate

__all__ = ["Chaos", "MemoryObjects", "Report", "recorded", "simulate"]
