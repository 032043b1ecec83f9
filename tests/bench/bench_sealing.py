"""Cost of sealing: `python tests/bench/bench_sealing.py [--mb 512]`.

Sealing and opening in memory, on one core; then one object in SeaweedFS, in a process of its own: written
and read plain and sealed in turns, and read at an address of the store and, opened, at one of the API. CPU
seconds are this process's, all of its threads: the API answers in it, and so does the client.
"""

from __future__ import annotations

import argparse
import base64
import os
import statistics
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from time import perf_counter, process_time
from typing import Final

import httpx
from muster.registry.config import Settings
from muster.registry.core.storage.uploads import staging_key
from muster.registry.edge.addresses.sealed import to_read, to_write
from muster.registry.edge.http import API
from muster.store import StoreSettings
from muster.store.sealed import SealedStore
from muster.store.sealed.sealing import (
    HEADER_BYTES,
    SALT_BYTES,
    SECRET_BYTES,
    ObjectKey,
    opened,
    sealed,
    span,
)
from muster.store.uses import Operation, Use
from muster.testkit.api.serving import Served
from muster.testkit.offline import offline
from muster.testkit.stores.seaweedfs import seaweedfs

ROUNDS: Final = 5
PIECE_BYTES: Final = 2**20
MB: Final = 10**6


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--mb", type=int, default=512)
    data = os.urandom(parser.parse_args().mb * MB)
    _in_memory(data)
    with tempfile.TemporaryDirectory() as folder, seaweedfs(Path(folder) / "store") as settings:
        ring = Path(folder) / "keys.toml"
        ring.write_text(f'[keys.acme]\nsecret = "{base64.b64encode(os.urandom(SECRET_BYTES)).decode()}"\n')
        _in_a_store(replace(settings, key_ring_file=ring), data)


def _in_memory(data: bytes) -> None:
    pieces = [data[at : at + PIECE_BYTES] for at in range(0, len(data), PIECE_BYTES)]
    key = ObjectKey(os.urandom(SECRET_BYTES), os.urandom(SALT_BYTES))
    stored = b"".join(sealed(pieces, key))[HEADER_BYTES:]
    cut = [stored[at : at + PIECE_BYTES] for at in range(0, len(stored), PIECE_BYTES)]
    whole = span(0, len(data), len(data))
    _measure("sealed in memory", len(data), lambda: _drained(sealed(pieces, key)))
    _measure("opened in memory", len(data), lambda: _drained(opened(cut, key, whole)))


def _in_a_store(store: StoreSettings, data: bytes) -> None:
    sealing, size = SealedStore(store), len(data)
    keys = {"plain": "registry/bench", "sealed": "registry/bench~acme"}
    for name, key in keys.items():
        _measure(f"put {name}", size, lambda key=key: sealing.put_pieces(key, iter([data]), 16 * 2**20))
        _measure(f"got {name}", size, lambda key=key: _drained(sealing.pieces(key)))
    s3 = {f"s3_{name}": getattr(store, name) for name in ("endpoint", "access_key", "secret_key", "bucket")}
    app = API.build(offline(Settings, **s3, s3_key_ring_file=store.key_ring_file))
    upload = staging_key("upload-bench", "lfs/bench~acme")
    with Served(app) as served, httpx.Client(trust_env=False, timeout=60) as http:
        links = app.state.hub.links
        at_store = sealing.presigned(Use(Operation.GET, keys["plain"]), 900)
        at_api = to_read(links, served.url, keys["sealed"], 900)
        _measure("read at the store, plain", size, lambda: _read(http, at_store, size))
        _measure("read at the API, sealed", size, lambda: _read(http, at_api, size))
        put_at = to_write(links, served.url, upload, size, 900)
        _measure(
            "put at the API, sealed", size, lambda: http.put(put_at, content=BytesIO(data)).raise_for_status()
        )


def _read(http: httpx.Client, url: str, size: int) -> None:
    with http.stream("GET", url) as answer:
        answer.raise_for_status()
        received = sum(map(len, answer.iter_raw()))
    if received != size:
        raise SystemExit(f"{url}: received {received} bytes; must be {size}")


def _drained(pieces: Iterable[bytes]) -> None:
    for _ in pieces:
        pass


def _measure(name: str, size: int, work: Callable[[], object]) -> None:
    took_s: list[float] = []
    cpu_s: list[float] = []
    for _ in range(ROUNDS):
        begun_s, begun_cpu_s = perf_counter(), process_time()
        work()
        took_s.append(perf_counter() - begun_s)
        cpu_s.append(process_time() - begun_cpu_s)
    rate, cpu = size / MB / statistics.median(took_s), 1e9 * statistics.median(cpu_s) / size
    print(f"{name}: {rate:.0f} MB/s ({', '.join(f'{each:.2f}' for each in took_s)} s); {cpu:.2f} CPU s a GB")


if __name__ == "__main__":
    main()
