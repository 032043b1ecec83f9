"""Invariants of every log, checked from the log alone, in one pass and linear time.

Independent of the scheduler's code on purpose: it knows the events, not the core, so a fault in the core
cannot hide in it. Runs on a simulation's log, on a real one, in production as a shadow reader
(`check_journal`).

    order        seq gapless, epochs and time never fall, positions cover their inputs, no input taken twice
    jobs         states follow the automaton; every command has its fact; each pending job has a reason
    dependencies no job starts before others ended as required; a job that can never start ends
    capacity     no GPU, core or byte given twice at any step; nothing new on closed nodes; gangs whole
    layouts      no tensor-parallel group divided among NVLink domains; a required unit holds all ranks
    victims      production inference is never a victim
    evictions    of two jobs one yields to the other at most once; none too often within a day
    retries      permanent never again; as often as granted; only what the platform states spares an attempt
    silence      nodes are suspected or lost for orders only after the deadline
    breach       Breach: the rule, the place on the log, the finding
    checker      all rules over one log, in one pass
    gpu_sharing  trust domains share a GPU only as MIG instances
    public       job-events and node-commands hold exactly the decisions of the log, once
"""

from muster.testkit.checker.breach import Breach, Breaches
from muster.testkit.checker.checker import Checker, check_batches, check_journal

__all__ = ["Breach", "Breaches", "Checker", "check_batches", "check_journal"]
