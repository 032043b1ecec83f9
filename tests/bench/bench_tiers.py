"""Cost of reading by tier: `python tests/bench/bench_tiers.py [--mb 90]`.

moto is the store, in a process of its own: it has storage classes. The time to the first byte is that of an
object of 64 MiB at a presigned address, standard and cold in turns. Then a file in chunks is put together
from the store and from the hot folder in turns; CPU seconds are this process's, all of its threads.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter, process_time
from typing import Final

import httpx
from muster.cas.chunk_lists import ChunkList
from muster.cas.cutting import Cut
from muster.cas.shards import Term
from muster.registry.edge.content import Content
from muster.registry.edge.tiering.hot import HotFolder
from muster.registry.edge.xet.bridge import Bridge
from muster.store.sealed import SealedStore
from muster.testkit.stores.moto import moto

ROUNDS: Final = 9
OBJECT_BYTES: Final = 64 * 2**20


def main() -> None:
    """Measure both, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--mb", type=int, default=90)
    size = parser.parse_args().mb * 10**6
    with tempfile.TemporaryDirectory() as folder, moto(Path(folder)) as settings:
        store = SealedStore(settings)
        _first_bytes(store)
        _put_together(store, Path(folder) / "hot", size)


def _first_bytes(store: SealedStore) -> None:
    data = os.urandom(OBJECT_BYTES)
    for key in ("standard", "cold"):
        store.put(key, data)
    begun_s = perf_counter()
    store.move_to_class("cold", "GLACIER_IR")
    print(f"64 MiB moved to {store.storage_class('cold')}: {perf_counter() - begun_s:.2f} s")
    waits_s: dict[str, list[float]] = {"standard": [], "cold": []}
    content = Content(store)
    with httpx.Client(trust_env=False) as http:
        for _ in range(ROUNDS):
            for key, waits in waits_s.items():
                begun_s = perf_counter()
                with http.stream("GET", content.read_address(key)) as answer:
                    next(answer.iter_raw())
                    waits.append(perf_counter() - begun_s)
    for key, waits in waits_s.items():
        print(f"first byte, {key}: median {statistics.median(waits):.3f} s, longest {max(waits):.3f} s")


def _put_together(store: SealedStore, folder: Path, size: int) -> None:
    cut = Cut(lambda hashes: [None] * len(hashes))
    keys: dict[bytes, str] = {}
    held: dict[bytes, ChunkList] = {}
    for data, chunks in cut.xorbs(_pieces(size)):
        keys[chunks.xorb], held[chunks.xorb] = chunks.xorb.hex(), chunks
        store.put(keys[chunks.xorb], data)
    terms: tuple[Term, ...] = tuple(cut.file().terms)
    hot = HotFolder(folder, 100 * size)
    content, key_of = Content(store), keys.__getitem__
    bridges = {"store": Bridge(content, key_of, held), "hot": Bridge(content, key_of, held, hot)}
    _read(bridges["hot"], terms, size)
    spent: dict[str, list[tuple[float, float]]] = {name: [] for name in bridges}
    for _ in range(ROUNDS):
        for name, bridge in bridges.items():
            spent[name].append(_timed(lambda bridge=bridge: _read(bridge, terms, size)))
    for name, rounds in spent.items():
        cpu_s = statistics.median(cpu for cpu, _ in rounds)
        wall_s = statistics.median(wall for _, wall in rounds)
        print(f"{name}: {size / 1e6 / cpu_s:.0f} MB/s of CPU, {size / 1e6 / wall_s:.0f} MB/s of wall clock")


def _pieces(size: int) -> Iterator[bytes]:
    return (os.urandom(min(2**20, size - at)) for at in range(0, size, 2**20))


def _read(bridge: Bridge, terms: tuple[Term, ...], size: int) -> None:
    got = sum(len(piece) for piece in bridge.pieces(terms, 0, size))
    if got != size:
        raise AssertionError(f"{got} bytes were read; must be {size}")


def _timed(work: Callable[[], None]) -> tuple[float, float]:
    cpu_s, wall_s = process_time(), perf_counter()
    work()
    return process_time() - cpu_s, perf_counter() - wall_s


if __name__ == "__main__":
    main()
