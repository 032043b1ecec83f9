"""Memory and speed of drift's decider, without a broker.

    python tests/bench/bench_drift.py [--series 10000] [--subgroups 260]

Series of one model are taken through that number of subgroups with random samples, so that each of their
charts remembers as much as it may. Their state is copied to further models until there are `--series`. A
process for each kind of store loads it, and decides a window of each series, then the end of each subgroup,
in batches as the leader takes them. Memory is resident, of the process; the state before is that of a process
that has loaded the code alone. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import json
import pickle
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import psutil
from muster.deciding import Input, MemoryStore
from muster.deciding.core.batch import BatchDecision
from muster.deciding.core.entities import Overlay
from muster.deciding.stores import EntityStore
from muster.deciding.stores.local import LocalStore
from muster.deciding.stores.store import Entry
from muster.drift.core.decisions import DECIDER
from muster.drift.core.sums import NOTHING, added, of_sample
from muster.events.drift_commands import SetMonitor
from muster.events.drift_events import InputsCompared, SubgroupMeasured
from muster.events.drift_windows import WindowClosed, WindowsClosed, WindowSums
from muster.events.inference_samples import InferenceSampled

AT_ONCE: Final = 500
"""Inputs of a batch."""

OF_MODEL: Final = 5
"""Series of a model: the default of a monitor."""

SAMPLES: Final = 20
"""Samples of a window: what servers keep of each series in a minute."""

MINUTE_MS: Final = 60_000
START_MS: Final = 1_700_000_040_000
FIRST: Final = "acme/m000000"


class Core:
    """The decider over a store."""

    def __init__(self, store: EntityStore) -> None:
        self.measured = self.compared = 0
        self._store = store
        self._seq = 0

    def decide(self, payloads: Sequence[Any]) -> None:
        """Decide inputs as one batch."""
        state = Overlay(self._store)
        batch = BatchDecision(DECIDER, state, START_MS, self._seq, "bench", MINUTE_MS)
        for place, payload in enumerate(payloads):
            event_id = f"event-{self._seq}-{place}"
            batch.take(
                Input(
                    topic="inputs",
                    event_id=event_id,
                    key="key",
                    correlation_id=event_id,
                    payload=payload,
                    seq=None,
                    occurred_at_ms=START_MS,
                )
            )
        facts = batch.end()
        self._store.merge(state.changes(), b"bench")
        self._seq += len(facts) + 1
        self.measured += sum(isinstance(fact.payload, SubgroupMeasured) for fact in facts)
        self.compared += sum(isinstance(fact.payload, InputsCompared) for fact in facts)


def main() -> None:
    """Build the state, measure each store in a process of its own."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--series", type=int, default=10_000, help="Number of series.")
    parser.add_argument("--subgroups", type=int, default=260, help="Subgroups before the measurement.")
    parser.add_argument("--of", default="", help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, default=None, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.of:
        figures = measured(options.of, options.folder, options.series, options.subgroups)
        sys.stdout.write(json.dumps(figures) + "\n")
        return
    with tempfile.TemporaryDirectory(prefix="bench-drift-") as folder:
        (Path(folder) / "state").write_bytes(pickle.dumps(grown(options.subgroups)))
        for store in ("memory", "local"):
            program = [sys.executable, __file__, "--of", store, "--folder", folder]
            program += ["--series", str(options.series), "--subgroups", str(options.subgroups)]
            found = json.loads(subprocess.run(program, check=True, capture_output=True, text=True).stdout)
            sys.stdout.write(
                f"{store}: {', '.join(f'{name} {figure:,}' for name, figure in found.items())}\n"
            )


def grown(subgroups: int) -> list[Entry]:
    """Return the entities of a model after this many subgroups."""
    store = MemoryStore()
    core = Core(store)
    document = json.dumps({"subgroup": "1m"})
    core.decide([SetMonitor(repository=FIRST, document=document, tenant="acme", requested_by="ann")])
    chance = random.Random(1)
    for minute in range(subgroups):
        core.decide([*windows(FIRST, minute, chance), closed(minute)])
    with store.dump() as entries:
        return [entry for entry in entries if FIRST in entry[1] or entry[0] == "closed"]


def copied(entries: Sequence[Entry], models: int) -> Iterator[Entry]:
    """Yield the entities of this many models like the first."""
    for number in range(models):
        name = f"acme/m{number:06d}"
        for kind, key, entity in entries:
            if number == 0 or FIRST in key:
                renamed = bytearray(entity).replace(FIRST.encode(), name.encode())
                yield kind, key.replace(FIRST, name), bytes(renamed)


def measured(store_name: str, folder: Path, series: int, subgroups: int) -> dict[str, float]:
    """Return figures of a store with this many series."""
    entries: list[Entry] = pickle.loads((folder / "state").read_bytes())
    process = psutil.Process()
    before = process.memory_info().rss
    store = MemoryStore() if store_name == "memory" else LocalStore(folder / "0.db")
    models = series // OF_MODEL
    store.load(copied(entries, models), b"loaded")
    loaded = process.memory_info().rss
    core, chance = Core(store), random.Random(2)
    payloads = [
        each for number in range(models) for each in windows(f"acme/m{number:06d}", subgroups, chance)
    ]
    given = process.memory_info().rss
    begun_s = time.process_time()
    for first in range(0, len(payloads), AT_ONCE):
        core.decide(payloads[first : first + AT_ONCE])
    windows_s = time.process_time() - begun_s
    begun_s = time.process_time()
    core.decide([closed(subgroups)])
    while core.measured < series:
        core.decide([])
    ended_s = time.process_time() - begun_s
    worked = process.memory_info().rss
    return {
        "series": series,
        "MB of code": round(before / 1e6),
        "MB with the state": round(loaded / 1e6),
        "MB after a round": round((worked - (given - loaded)) / 1e6),
        "windows/s": round(len(payloads) / windows_s),
        "ms a window": round(1_000 * windows_s / len(payloads), 3),
        "subgroups/s": round(series / ended_s),
        "ms a subgroup": round(1_000 * ended_s / series, 3),
    }


def windows(repository: str, minute: int, chance: random.Random) -> list[WindowClosed]:
    """Return a window of each series of a model."""
    return [
        WindowClosed(
            repository=repository,
            commit="4f1c0de9" * 5,
            task="chat",
            segment=f"segment-{number}",
            partition=0,
            start_ms=START_MS + minute * MINUTE_MS,
            end_ms=START_MS + (minute + 1) * MINUTE_MS,
            seen=20_000,
            dropped=0,
            sums=sums(chance),
        )
        for number in range(OF_MODEL)
    ]


def sums(chance: random.Random) -> WindowSums:
    """Return the sums of a window of random samples, with ratings."""
    found = NOTHING
    for _ in range(SAMPLES):
        found = added(found, of_sample(sample(chance)))
    ratings = replace(found.ratings, count=SAMPLES, total=0.8 * SAMPLES, squares=0.7 * SAMPLES)
    return replace(found, ratings=ratings, completions=SAMPLES, completed=chance.randrange(10, SAMPLES))


def sample(chance: random.Random) -> InferenceSampled:
    """Return a random sample."""
    return InferenceSampled(
        sample=f"{chance.getrandbits(64):016x}",
        repository=FIRST,
        commit="4f1c0de9" * 5,
        model="answers",
        task="chat",
        segment="segment",
        template=f"{chance.randrange(5):064x}",
        one_in=1_000,
        status=200 if chance.random() < 0.99 else 500,
        finish_reason="stop" if chance.random() < 0.9 else "length",
        latency_ms=round(chance.lognormvariate(6, 1)),
        characters_in=round(chance.lognormvariate(6, 1)),
        characters_out=round(chance.lognormvariate(6, 1)),
        script=chance.choice(("Latin", "Cyrillic")),
        refused=chance.random() < 0.1,
        subject="",
        redactions=0,
        json_valid=chance.random() < 0.95,
        fields=8,
        fields_null=chance.randrange(3),
    )


def closed(minute: int) -> WindowsClosed:
    """Return the end of all windows of a minute."""
    return WindowsClosed(
        partition=0,
        closed_until_ms=START_MS + (minute + 1) * MINUTE_MS,
        read_from_offset=0,
        read_from_ms=0,
        whole_from_ms=0,
    )


if __name__ == "__main__":
    main()
