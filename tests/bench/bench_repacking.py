"""Size of a second version of a file that was uploaded whole, and speed of chunking: `python
tests/bench/bench_repacking.py [--mb 90]`.

No server: bytes and xorbs are in memory, the index on disk. A file of noise is cut, then the same with 90
bytes inserted. CPU seconds are this process's; storing, proving and comparing are not among them.
"""

from __future__ import annotations

import argparse
import os
import resource
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from time import process_time
from typing import Final

from muster.cas.chunk_lists import ChunkList
from muster.cas.cutting import Cut
from muster.registry.edge.repacking.chunk_index import ChunkIndex, Verified

PIECE_BYTES: Final = 2**20
"""As the store gives them."""


def main() -> None:
    """Cut both versions, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--mb", type=int, default=90)
    size = parser.parse_args().mb * 10**6
    before = os.urandom(size)
    after = before[: size // 2] + os.urandom(90) + before[size // 2 :]
    held: dict[bytes, ChunkList] = {}
    keys: dict[bytes, str] = {}

    def lists(asked: Mapping[bytes, str]) -> Mapping[bytes, ChunkList]:
        return {xorb: held[xorb] for xorb in asked}

    def pieces(content: bytes) -> Iterator[bytes]:
        return (content[at : at + PIECE_BYTES] for at in range(0, len(content), PIECE_BYTES))

    with tempfile.TemporaryDirectory() as folder:
        index = ChunkIndex(Path(folder))
        list(Cut(Verified(index, keys, lists).find).xorbs([os.urandom(300_000)]))  # compiled now
        for name, content in (("first", before), ("90 bytes inserted", after)):
            begun_s, new_bytes = process_time(), 0
            cut = Cut(Verified(index, keys, lists).find)
            for data, chunks in cut.xorbs(pieces(content)):
                held[chunks.xorb], keys[chunks.xorb] = chunks, ""
                index.add([chunks])
                new_bytes += len(data)
            spent_s = process_time() - begun_s
            rate = len(content) / 1e6 / spent_s
            print(f"{name}: {new_bytes} new bytes of {len(content)}, {spent_s:.2f} s of CPU, {rate:.0f} MB/s")
    print(f"memory at most: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")


if __name__ == "__main__":
    main()
