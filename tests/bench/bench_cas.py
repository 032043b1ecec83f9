"""How fast the content store's formats are, on one core: `python tests/bench/bench_cas.py [--mib 256
--chunks 10000000]`.

No server. Bytes of three kinds (noise; float32 weights, normal; text) are cut, packed into xorbs, verified
in pieces of 1 MiB, as they come from the store. 90 bytes are inserted into 90 MB, and what is new is
counted. An index of that many chunks is built, asked and merged from a file that is mapped. CPU seconds are
this process's.
"""

from __future__ import annotations

import argparse
import os
import resource
import tempfile
from collections.abc import Callable, Iterator
from mmap import ACCESS_READ, mmap
from pathlib import Path
from time import process_time
from typing import TypeVar

import numpy as np
from muster.cas import index, xorbs
from muster.cas.chunk_lists import ChunkList
from muster.cas.chunking import chunks_of

MIB = 1 << 20
CHUNKS_PER_XORB = 1000
KINDS: dict[str, Callable[[int], bytes]] = {
    "noise": os.urandom,
    "weights": lambda size: np.random.default_rng(0).standard_normal(size // 4, np.float32).tobytes(),
    "text": lambda size: b"".join(b"%d,%d\n" % (at, at * at) for at in range(size // 12))[:size],
}

_Result = TypeVar("_Result")


def timed(run: Callable[[], _Result]) -> tuple[_Result, float]:
    """Return the result and the CPU seconds it took."""
    begun_s = process_time()
    result = run()
    return result, process_time() - begun_s


def pieces(data: bytes, size: int = MIB) -> Iterator[memoryview]:
    """Split data into pieces as they arrive."""
    view = memoryview(data)
    return (view[at : at + size] for at in range(0, len(data), size))


def bytes_of(kind: str, size: int) -> None:
    """Cut, pack and verify bytes of one kind; megabytes a second."""
    data = KINDS[kind](size)
    chunks, cut_s = timed(lambda: list(chunks_of(pieces(data))))
    packed_s = verified_s = 0.0
    stored = 0
    while chunks:
        writer = xorbs.Writer()
        begun_s = process_time()
        while chunks and writer.has_room(len(chunks[-1])):
            writer.add(chunks.pop())
        xorb, held = writer.finish()
        packed_s += process_time() - begun_s
        stored += len(xorb)
        verified_s += timed(lambda xorb=xorb, held=held: xorbs.verify(pieces(xorb), held.xorb))[1]
    cut, packed, verified = (f"{size / took / 1e6:.0f}" for took in (cut_s, packed_s, verified_s))
    print(f"{kind:8} cut {cut}, pack {packed}, verify {verified} MB/s; stored {stored / size:.3f}")


def insertion() -> None:
    """90 bytes inserted into 90 MB of noise, at 40 places: what is new."""
    data = os.urandom(90_000_000)
    known = set(chunks_of(pieces(data)))
    new: list[int] = []
    for at in range(1_000_000, 89_000_000, 2_200_000):
        changed = data[:at] + os.urandom(90) + data[at:]
        new.append(sum(len(chunk) for chunk in chunks_of(pieces(changed)) if chunk not in known))
    print(
        f"90 bytes inserted into 90 MB, {len(new)} places: new bytes mean {sum(new) / len(new):,.0f}, "
        f"median {sorted(new)[len(new) // 2]:,}, most {max(new):,}"
    )


def index_of(count: int, folder: Path) -> None:
    """Build and measure an index of `count` chunks."""
    random = np.random.default_rng(0)
    ends = range(65_536, 65_536 * (CHUNKS_PER_XORB + 1), 65_536)
    lists: list[ChunkList] = [
        ChunkList(random.bytes(32), random.bytes(32 * CHUNKS_PER_XORB), ends, ends)
        for _ in range(count // CHUNKS_PER_XORB)
    ]
    size, took_s = timed(lambda: (folder / "whole").write_bytes(index.build(lists)))
    print(f"index of {count:,} chunks: built in {took_s:.1f} s, {size / count:.3f} bytes a chunk")
    segment = opened(folder / "whole")
    some = random.integers(0, len(lists), 1000)
    for what, asked in (
        ("present", b"".join(lists[int(at)].hashes[: 32 * 200] for at in some)),
        ("absent", random.bytes(32 * 200_000)),
    ):
        found, took_s = timed(lambda asked=asked: segment.find(asked))
        answered = len(found) - found.count(None)
        print(f"  200,000 {what} at once: {len(found) / took_s:,.0f} a second, {answered:,} found")
    asked = random.bytes(32 * 20_000)
    _, took_s = timed(lambda: [segment.find(asked[at : at + 32]) for at in range(0, len(asked), 32)])
    print(f"  one by one: {20_000 / took_s:,.0f} a second")
    half = len(lists) // 2
    (folder / "new").write_bytes(index.build(lists[:half]))
    (folder / "old").write_bytes(index.build(lists[half:]))
    halves = [opened(folder / "new"), opened(folder / "old")]
    with (folder / "merged").open("wb") as merged:
        _, took_s = timed(lambda: [merged.write(piece) for piece in index.merge(halves, lambda _: True)])
    print(f"  merged from two halves: {count / took_s:,.0f} chunks a second")
    most_mib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"  memory of this process, most: {most_mib:,.0f} MiB")


def opened(path: Path) -> index.Segment:
    """A segment in a file, mapped."""
    with path.open("rb") as file:
        return index.Segment(mmap(file.fileno(), 0, access=ACCESS_READ))


def main() -> None:
    """Everything, one after the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mib", type=int, default=256)
    parser.add_argument("--chunks", type=int, default=10_000_000)
    given = parser.parse_args()
    for kind in KINDS:
        bytes_of(kind, given.mib * MIB)
    insertion()
    with tempfile.TemporaryDirectory() as folder:
        index_of(given.chunks, Path(folder))


if __name__ == "__main__":
    main()
