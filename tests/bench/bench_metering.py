"""How fast metering is: `python tests/bench/bench_metering.py [--days 30 --jobs 10000 --nodes 250]`.

No server: facts of `job-events` go in, batch by batch, hours and charges come out, in a state in memory. Then
that state is made again from its own facts alone, as by a standby or after a restart. Both states are
compared, byte by byte, and the cents that are charged with GPU time x rate. CPU seconds are this process's.

With --end-to-end the same facts go through Kafka, a decider and a projector into Postgres: see metered_stack.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
from collections.abc import Sequence
from hashlib import sha256
from time import process_time
from typing import Any

import metered_stack
from metered_load import DAY_MS, facts_over
from muster.deciding import Happened, MemoryStore
from muster.deciding.core.batch import fold
from muster.deciding.core.entities import Overlay
from muster.events.shared.watermarks import Watermark
from muster.events.usage_events import DayCharged, UsageRecorded
from muster.lab.figures.metered import ANSWERED_MS, Metered
from muster.metering.core.costs.reconciliation import Reconciliation
from muster.metering.core.decisions import DECIDER

LATE_MS = 120_000


class Rebuilt:
    """Rebuilds the state from the facts of each batch, and checks their charges.

    Attributes:
        store: The state.
        cpu_s: CPU time of rebuilding, seconds.
        all_s: CPU time of rebuilding and checking, seconds.
        hours: Hours of nodes.
        cents: Charges.
    """

    def __init__(self) -> None:
        self.store = MemoryStore()
        self.cpu_s = 0.0
        self.all_s = 0.0
        self.hours = 0
        self.cents = 0
        self._ledger = Reconciliation()

    def take(self, facts: Sequence[Happened[Any]]) -> None:
        """The facts of a batch."""
        begun_s = process_time()
        state = Overlay(self.store)
        fold(DECIDER, state, facts, facts[-1].at_ms if facts else 0, ANSWERED_MS)
        self.store.merge(state.changes(), b"")
        self.cpu_s += process_time() - begun_s
        for fact in facts:
            self._ledger.apply(fact.payload)
            self.hours += isinstance(fact.payload, UsageRecorded)
            self.cents += fact.payload.cents if isinstance(fact.payload, DayCharged) else 0
        self.all_s += process_time() - begun_s

    def discrepancies(self) -> int:
        """Days of nodes whose cents are not GPU time x rate."""
        return len(list(self._ledger.discrepancies()))


def main() -> None:
    """Generate, and measure the core, or all from Kafka to Postgres."""
    parser = argparse.ArgumentParser(description="Facts a second through metering's core.")
    parser.add_argument("--days", type=int, default=2)
    parser.add_argument("--jobs", type=int, default=10_000, help="a day")
    parser.add_argument("--nodes", type=int, default=250, help="of 8 GPUs")
    parser.add_argument("--batch", type=int, default=500, help="facts in a batch")
    parser.add_argument("--end-to-end", action="store_true", help="one day, on the servers of MUSTER_...")
    parser.add_argument("--profile", action="store_true", help="only decide, and say where the time goes")
    options = parser.parse_args()
    days = 1 if options.end_to_end else options.days
    history = list(facts_over(days, options.jobs, options.nodes))
    over_ms = history[-1][0] // DAY_MS * DAY_MS + DAY_MS + LATE_MS
    history.append((over_ms, Watermark(seq=1, at_ms=0)))
    if options.end_to_end:
        metered_stack.measure(history, options.nodes)
    else:
        decide(history, options)


def decide(history: Sequence[tuple[int, Any]], options: argparse.Namespace) -> None:
    """Decide, rebuild, compare; or decide and profile."""
    rebuilt, profile = Rebuilt(), cProfile.Profile()
    metered = Metered((lambda facts: None) if options.profile else rebuilt.take, options.batch)
    if options.profile:
        profile.enable()
    begun_s = process_time()
    for at_ms, payload in history:
        metered.take(at_ms, payload)
    metered.settle()
    profile.disable()
    cpu_s = process_time() - begun_s - rebuilt.all_s
    print(f"{'facts of job-events':34}{metered.inputs:>14,}")
    print(f"{'node hours, and facts, decided':34}{rebuilt.hours:>14,}{metered.facts:>14,}")
    print(f"{'decided, CPU s, facts/s':34}{cpu_s:>14.1f}{metered.inputs / cpu_s:>14,.0f}")
    if options.profile:
        pstats.Stats(profile).sort_stats("tottime").print_stats(40)
        return
    print(f"{'rebuilt, CPU s, facts/s':34}{rebuilt.cpu_s:>14.1f}{metered.facts / rebuilt.cpu_s:>14,.0f}")
    print(f"{'charged, days that differ':34}{rebuilt.cents / 100:>14,.2f}{rebuilt.discrepancies():>14}")
    print(f"{'states are identical':34}{_digest(metered.store) == _digest(rebuilt.store)!s:>14}")


def _digest(store: MemoryStore) -> str:
    digest = sha256()
    with store.dump() as entries:
        for kind, key, entity in entries:
            digest.update(b"%d %d %d " % (len(kind), len(key), len(entity)))
            digest.update(kind.encode() + key.encode() + entity)
    return digest.hexdigest()


if __name__ == "__main__":
    main()
