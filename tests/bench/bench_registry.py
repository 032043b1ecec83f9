"""How fast the registry is: `MUSTER_HOME=DIR python tests/bench/bench_registry.py --only PART`.

    decider   the core with its state in a local file, no server: uploads announced, proven, committed
    proof     what it costs the store and this process to prove a xorb: put, copy, read, verify, SHA-256
    parallel  N small uploads at once against the product under $MUSTER_HOME: all of it to the commit
    commit    one commit of --small files, each of its own few bytes; CPU seconds of the stack's programs
    download  --files of --mib each, by the registry, beside the same objects from the store itself
    ingest    --mib of noise by stock hf_xet, beside the same client to a sink that only returns addresses of
              the same store and checks nothing: with the product's store, then by another API with
              SeaweedFS, which enforces put-if-absent

All but the first need a product that runs (`muster up`). What is not called CPU is wall clock: compare
within a run. CPU seconds are this process's unless another is named. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import httpx
import psutil
from ingest.sink import sink
from muster.cas import xorbs
from muster.cas.chunking import chunks_of
from muster.cas.hashing import to_hex
from muster.deciding import Input
from muster.deciding.core.batch import BatchDecision
from muster.deciding.core.entities import Overlay
from muster.deciding.stores.local import LocalStore
from muster.events.registry_commands import (
    ConfirmUpload,
    CreateRepository,
    FileAdded,
    FileKind,
    MakeCommit,
    ObjectKind,
    ObjectUpload,
    RepositoryType,
    ReserveUploads,
    TreeAdded,
    Visibility,
)
from muster.events.registry_events import CommitMade, RepositoryCreated
from muster.local.home import Home
from muster.local.processes import supervisor
from muster.registry.core.decisions import DECIDER
from muster.registry.core.storage.uploads import copies_prefix
from muster.store import ObjectStore, StoreSettings
from muster.testkit.environments import environment
from muster.testkit.stack.hub import Hub, caller, file, large
from muster.testkit.stack.product import Product
from muster.testkit.stores.registry import registry_over
from muster.testkit.stores.seaweedfs import seaweedfs

MIB: Final = 2**20
PARTS: Final = ["decider", "proof", "parallel", "commit", "download", "ingest"]
PUTS_MAX: Final = 6
"""Attempts of huggingface_hub to put before it gives up."""
CLIENTS: Final = Path(__file__).parents[2] / "services/registry/tests/clients"
"""Folder with the versions of stock clients."""

ANN: Final[dict[str, Any]] = {
    "tenant": "acme",
    "requested_by": "ann",
    "teams": ("vision",),
    "roles": ("submitter",),
}


def bench_decider(commands: int) -> None:
    """In each of 100 repositories a file is announced with its directory, both are proven, and committed."""
    with tempfile.TemporaryDirectory() as folder:
        store = LocalStore(Path(folder) / "state")
        decide = _Deciding(store)
        letters = "abcdefghij"
        repositories = [f"repo-aaaa{one}{two}" for one in letters for two in letters]
        decide.batch(*(_create(repository) for repository in repositories))
        heads = {fact.repository: fact.commit for fact in decide.facts if isinstance(fact, RepositoryCreated)}
        begun_s, done = time.process_time(), 0
        for number in range(commands // 400):
            names = {repository: f"{number}-{repository}" for repository in repositories}
            decide.batch(*(_reserve(repository, name) for repository, name in names.items()))
            proven = [each for repository, name in names.items() for each in _confirm(repository, name)]
            decide.batch(*proven)
            decide.batch(
                *(_commit(repository, name, heads[repository]) for repository, name in names.items())
            )
            made = [fact for fact in decide.facts if isinstance(fact, CommitMade)]
            assert len(made) == len(repositories), decide.facts
            heads |= {fact.repository: fact.commit for fact in made}
            done += 4 * len(repositories)
        cpu_s = time.process_time() - begun_s
        print(f"decider: {done} commands, {done / cpu_s:,.0f}/s of CPU, {len(heads)} repositories")
        store.close()


class _Deciding:
    """The core over a local file, as the service runs it, without its log."""

    def __init__(self, store: LocalStore) -> None:
        self._store = store
        self._seq = 0
        self._now_ms = 1_700_000_000_000
        self.facts: list[Any] = []
        self._run(lambda batch: batch.found())

    def batch(self, *commands: Any) -> None:
        """Decide these together."""

        def take(batch: BatchDecision) -> None:
            for number, command in enumerate(commands):
                name = f"event-{self._seq}-{number}"
                batch.take(
                    Input(
                        topic="inputs",
                        event_id=name,
                        key=command.repository,
                        correlation_id=name,
                        payload=command,
                        occurred_at_ms=self._now_ms,
                    )
                )

        self._run(take)

    def _run(self, fill: Callable[[BatchDecision], None]) -> None:
        self._now_ms += 10
        state = Overlay(self._store)
        batch = BatchDecision(DECIDER, state, self._now_ms, self._seq, "bench", 24 * 3_600_000)
        fill(batch)
        facts = batch.end()
        self._store.merge(state.changes(), b"")
        self._seq += len(facts)
        self.facts = [fact.payload for fact in facts]


def _create(repository: str) -> CreateRepository:
    return CreateRepository(
        repository=repository,
        repository_type=RepositoryType.MODEL,
        namespace="acme",
        name=repository,
        visibility=Visibility.INTERNAL,
        **ANN,
    )


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _reserve(repository: str, name: str) -> ReserveUploads:
    file = ObjectUpload(upload=f"f-{name}", kind=ObjectKind.LFS, hash=_hash(f"f{name}"), size_bytes=100)
    tree = ObjectUpload(upload=f"t-{name}", kind=ObjectKind.TREE, hash=_hash(f"t{name}"), size_bytes=10)
    return ReserveUploads(repository=repository, uploads=(file, tree), **ANN)


def _confirm(repository: str, name: str) -> list[ConfirmUpload]:
    return [
        ConfirmUpload(
            repository=repository,
            upload=f"{short}-{name}",
            object_key=copies_prefix(f"{kind}/{_hash(short + name)}", f"{short}-{name}") + "n",
            **ANN,
        )
        for short, kind in (("f", "lfs"), ("t", "tree"))
    ]


def _commit(repository: str, name: str, base: str) -> MakeCommit:
    root = _hash(f"t{name}")
    return MakeCommit(
        repository=repository,
        branch="main",
        base=base,
        parent=None,
        body_digest=name,
        title=name,
        description="",
        root=root,
        files=(FileAdded(path="w", kind=FileKind.LFS, hash=_hash(f"f{name}"), size_bytes=100),),
        deleted=(),
        trees=(TreeAdded(hash=root),),
        card=None,
        **ANN,
    )


def bench_proof(store: ObjectStore, s3: psutil.Process) -> None:
    """Five xorbs of 64 MB of noise, each step for all of them."""
    made = [xorbs.encode(list(chunks_of([os.urandom(60_000_000)]))) for _ in range(5)]
    keys = [f"bench/registry/{to_hex(held.xorb)}" for _, held in made]
    megabytes = sum(len(data) for data, _ in made) / 1e6

    def read() -> None:
        for key in keys:
            for _ in store.pieces(f"{key}.copy"):
                pass

    def read_and_verify() -> None:
        for key, (_, held) in zip(keys, made, strict=True):
            xorbs.verify(store.pieces(f"{key}.copy"), held.xorb)

    steps: dict[str, Callable[[], Any]] = {
        "put": lambda: [store.put(key, data) for key, (data, _) in zip(keys, made, strict=True)],
        "copy within the store": lambda: [store.copy(key, f"{key}.copy") for key in keys],
        "read": read,
        "read and verify": read_and_verify,
        "verify alone": lambda: [xorbs.verify([data], held.xorb) for data, held in made],
        "SHA-256 alone": lambda: [hashlib.sha256(data).digest() for data, _ in made],
    }
    for name, step in steps.items():
        own, other, begun_s = time.process_time(), sum(s3.cpu_times()[:2]), time.monotonic()
        step()
        wall_s = time.monotonic() - begun_s
        own_s, other_s = time.process_time() - own, sum(s3.cpu_times()[:2]) - other
        print(
            f"proof: {name:22} {megabytes / wall_s:6,.0f} MB/s wall; CPU s per GB: "
            f"here {own_s / megabytes * 1e3:.2f}, store {other_s / megabytes * 1e3:.2f}"
        )
    for key in keys:
        for each in store.keys(key):
            store.delete(each)


async def bench_parallel(hub: Hub, uploads: int, repositories: int) -> None:
    """Every request at once; each upload is announced, put, proven and committed by itself."""
    repos = [hub.create() for _ in range(repositories)]
    failed: Counter[str] = Counter()
    took_s: list[float] = []
    broken: list[int] = []
    many = httpx.Limits(max_connections=None)
    shown = hub.http.headers
    async with (
        httpx.AsyncClient(headers=shown, timeout=600, trust_env=False, limits=many) as http,
        httpx.AsyncClient(timeout=600, trust_env=False, limits=many) as store,
    ):

        async def one(number: int) -> None:
            begun_s = time.monotonic()
            repo, data = repos[number % repositories], os.urandom(2_000)
            try:
                broken.append(await _upload(http, store, hub.url, repo, f"file-{number}", data))
            except (httpx.HTTPError, KeyError) as error:
                failed[_reason(error)] += 1
            took_s.append(time.monotonic() - begun_s)

        begun_s = time.monotonic()
        await asyncio.gather(*(one(number) for number in range(uploads)))
        wall_s = time.monotonic() - begun_s
    there = sum(len(hub.http.get(f"/api/models/{repo}/tree/main").json()) for repo in repos)
    took_s.sort()
    middle_s, longest_s = took_s[len(took_s) // 2], took_s[-1]
    print(
        f"parallel: {uploads} uploads at once into {repositories} repositories, {sum(failed.values())} failed"
        f", {there} files there; {uploads / wall_s:.1f}/s; p50 {middle_s:.1f} s, max {longest_s:.1f} s"
        f"; {sum(broken)} connections to the store broke and were made again"
    )
    for said, count in failed.most_common(5):
        print(f"  {count} x {said}")


def _reason(error: Exception) -> str:
    """Return the error, without the parts that differ between uploads."""
    if isinstance(error, httpx.HTTPStatusError):
        said: dict[str, Any] = (
            error.response.json() if "json" in error.response.headers.get("content-type", "") else {}
        )
        return f"{error.response.status_code} {said.get('detail') or error.response.text[:200]}"
    return f"{type(error).__name__} {str(error)[:150]}"


async def _upload(  # noqa: PLR0917  (the parts of an upload)
    http: httpx.AsyncClient, store: httpx.AsyncClient, url: str, repo: str, path: str, data: bytes
) -> int:
    """How often the connection to the store broke."""
    oid = hashlib.sha256(data).hexdigest()
    body = {"operation": "upload", "objects": [{"oid": oid, "size": len(data)}]}
    batch = await http.post(f"{url}/{repo}.git/info/lfs/objects/batch", json=body)
    actions = batch.raise_for_status().json()["objects"][0]["actions"]
    again = await _put(store, actions["upload"]["href"], data)
    (await http.post(actions["verify"]["href"], json={})).raise_for_status()
    lines = [
        {"key": "header", "value": {"summary": path}},
        {"key": "lfsFile", "value": {"path": path, "algo": "sha256", "oid": oid, "size": len(data)}},
    ]
    commit = await http.post(
        f"{url}/api/models/{repo}/commit/main", content="\n".join(json.dumps(line) for line in lines)
    )
    commit.raise_for_status()
    return again


async def _put(store: httpx.AsyncClient, url: str, data: bytes) -> int:
    """Put it as huggingface_hub does, again when the connection breaks; how often it broke."""
    broke = 0
    while True:
        try:
            (await store.put(url, content=data)).raise_for_status()
            return broke
        except (httpx.NetworkError, httpx.TimeoutException):
            broke += 1
            if broke == PUTS_MAX:
                raise


def bench_commit(hub: Hub, home: Home, count: int) -> None:
    """One commit of small files, whose contents are new."""
    repo = hub.create()
    files = [file(f"f{number}", f"{number} {repo}".encode()) for number in range(count)]
    before_s, begun_s = _cpu_s(home), time.monotonic()
    hub.commit(repo, *files).raise_for_status()
    wall_s = time.monotonic() - begun_s
    used = {name: cpu_s - before_s[name] for name, cpu_s in _cpu_s(home).items()}
    shown = ", ".join(f"{name} {used_s:.1f}" for name, used_s in used.items() if used_s >= 0.1)
    print(f"commit: {count} files in {wall_s:.1f} s; CPU s: {sum(used.values()):.1f} ({shown})")


def _cpu_s(home: Home) -> dict[str, float]:
    """CPU seconds of the programs of a stack with those that they have started, by name."""
    found: dict[str, float] = {}
    for name in ("registry-api", "host", "s3", "kafka", "postgres"):
        identity = supervisor.alive(home, name)
        if identity is not None:
            first = psutil.Process(identity.pid)
            each = [first, *first.children(recursive=True)]
            found[name] = sum(sum(process.cpu_times()[:2]) for process in each)
    return found


def bench_download(hub: Hub, files: int, mib: int) -> None:
    """Three times each, by turns, with the same reader: a repository, and its objects by their addresses."""
    size, repo = mib * MIB, hub.create()
    hub.http.timeout = httpx.Timeout(600)
    for number in range(files):
        digest = hub.upload(repo, os.urandom(MIB) * mib)
        hub.commit(repo, large(f"{number}.bin", digest, size)).raise_for_status()
        print(f"download: {number + 1} of {files} files are there", file=sys.stderr, flush=True)
    paths = [f"/{repo}/resolve/main/{number}.bin" for number in range(files)]
    stranger = httpx.Client(trust_env=False)  # the store takes an address or a token, not both
    for _ in range(3):
        ours_s = sum(_read(hub.http, path, size) for path in paths)
        direct = [hub.http.get(path, follow_redirects=False).headers["location"] for path in paths]
        theirs_s = sum(_read(stranger, address, size) for address in direct)
        print(
            f"download: {files} files of {mib} MiB by the registry {files * size / ours_s / 1e6:,.0f} MB/s, "
            f"from the store {files * size / theirs_s / 1e6:,.0f} MB/s: {theirs_s / ours_s:.0%}",
            flush=True,
        )
    stranger.close()
    hub.http.request(
        "DELETE", "/api/repos/delete", json=dict(zip(("organization", "name"), repo.split("/"), strict=True))
    )


def bench_ingest(name: str, hub: Hub, store: ObjectStore, mib: int) -> None:
    """Three times each, by turns, never the same bytes; the first of each is not counted."""
    repo = hub.create()
    given = hub.http.get(f"/api/models/{repo}/xet-write-token/main").raise_for_status().json()
    ours: list[float] = []
    theirs: list[float] = []
    with sink(store) as plain, tempfile.TemporaryDirectory() as folder:
        for number in range(4):
            ours.append(_sent_s(given["casUrl"], given["accessToken"], Path(folder), mib))
            theirs.append(_sent_s(plain, "none", Path(folder), mib))
            print(
                f"ingest, {name}: {mib} MiB to the registry {mib * MIB / ours[-1] / 1e6:,.0f} MB/s, to a "
                f"sink {mib * MIB / theirs[-1] / 1e6:,.0f} MB/s: {theirs[-1] / ours[-1]:.0%}"
                f"{'' if number else ' (not counted)'}",
                flush=True,
            )
    print(f"ingest, {name}: {sum(theirs[1:]) / sum(ours[1:]):.0%} of a sink's speed")


def _sent_s(cas: str, token: str, folder: Path, mib: int) -> float:
    file = folder / "w.bin"
    with file.open("wb") as out:
        for _ in range(mib):
            out.write(os.urandom(MIB))
    python = environment(CLIENTS / "hub-2.lock") / "bin/python"
    own = {"HF_HOME": str(folder / "home"), "HF_XET_TELEMETRY_ENABLED": "0", "PATH": os.environ["PATH"]}
    done = subprocess.run(
        [python, Path(__file__).parent / "ingest/send.py", cas, token, file],
        env=own,
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout)


def _read(http: httpx.Client, url: str, size: int) -> float:
    begun_s = time.monotonic()
    with http.stream("GET", url, follow_redirects=True, timeout=600) as answer:
        received = sum(len(piece) for piece in answer.iter_raw(MIB))
    assert received == size, answer.status_code
    return time.monotonic() - begun_s


def main() -> int:
    """One part, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=PARTS)
    parser.add_argument("--commands", type=int, default=20_000)
    parser.add_argument("--uploads", type=int, default=1_000)
    parser.add_argument("--repositories", type=int, default=20)
    parser.add_argument("--small", type=int, default=5_000)
    parser.add_argument("--files", type=int, default=1)
    parser.add_argument("--mib", type=int, default=1_024)
    given = parser.parse_args()
    parts = [given.only] if given.only else PARTS
    if "decider" in parts:
        bench_decider(given.commands)
    if parts == ["decider"]:
        return 0
    home = Home(Path(os.environ["MUSTER_HOME"]))
    product = Product(home)
    where = product.endpoints
    names = ("endpoint", "access_key", "secret_key", "bucket")
    said: dict[str, Any] = {name: where[f"MUSTER_S3_{name.upper()}"] for name in names}
    store = ObjectStore(StoreSettings(**said))
    identity = supervisor.alive(home, "s3")
    assert identity is not None
    if "proof" in parts:
        bench_proof(store, psutil.Process(identity.pid))
    if "parallel" in parts:
        asyncio.run(bench_parallel(caller(product), given.uploads, given.repositories))
    if "commit" in parts:
        bench_commit(caller(product), home, given.small)
    if "download" in parts:
        bench_download(caller(product), given.files, given.mib)
    if "ingest" in parts:
        bench_ingest("the stack's own", caller(product), store, given.mib)
        with (
            tempfile.TemporaryDirectory() as folder,
            seaweedfs(Path(folder) / "store") as other,
            registry_over(product, other, Path(folder)) as api,
        ):
            bench_ingest("SeaweedFS", caller(product, url=api.url), ObjectStore(other), given.mib)
    return 0


if __name__ == "__main__":
    sys.exit(main())
