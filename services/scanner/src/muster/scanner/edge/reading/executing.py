"""Run one order in a process of its own: locate the content, read its bytes, scan them.

    read    there is a verdict; content that could not be read, or took too much, is inconclusive
    later   a server does not answer, or the tables do not know the order's commit within LAG_S
    gone    the tables know that commit, and that the bytes were removed, since nothing refers to them

If the process is killed, nothing else is; the worker reports it, and kills what takes too long.
"""

from __future__ import annotations

import asyncio
import hashlib
import resource
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from muster.cas import shards
from muster.cas.hashing import from_hex, to_hex
from muster.cas.naming import digest_of, encrypted_as, encryption_key_of
from muster.scanner.core.orders import Order, Outcome, Result, read_order, result_bytes
from muster.scanner.edge.reading.bases import bases_of
from muster.scanner.edge.reading.chunked import chunked_file
from muster.scanner.edge.reading.judging import result_of, version
from muster.scanner.edge.reading.locating import (
    FILE,
    TREE,
    XORB,
    Behind,
    Gone,
    Place,
    differences_of,
    keys_of,
    place_of,
    until_known,
)
from muster.scanner.edge.reading.sources import StoredObject, Windowed, patiently
from muster.scanner.edge.reading.weights import is_weights, weights_of
from muster.scanning.antivirus import OFF, AntivirusAbsent, engine_at
from muster.scanning.findings import Finding, Verdict
from muster.scanning.limits import Limits
from muster.scanning.own_rules import OwnRules, additions_of, licence_policy_of
from muster.scanning.scanner import scan
from muster.scanning.versions import TEXT_BYTES_MAX, bases_named, is_wanted, judged_version
from muster.store import NoSuchObject, StoreSettings, StoreUnavailable
from muster.store.sealed import SealedStore
from muster.store.trees import Directory, Entry, File, Listing, read_listing
from muster.tensors.sources import Memory, Source
from muster.views.reading.tables import Tables
from muster.views.view import Unavailable

HELD_BYTES: Final = 32 * 1024 * 1024
"""Files up to this size are read at once, and their hash is computed."""

ENTRIES_MAX: Final = 1_000_000
"""Most directories and files of one version."""

TEXTS_MAX: Final = 256
"""Most files of a version whose texts are compared."""

_LIMIT: Final = "limit.reached"


@dataclass(frozen=True, slots=True, kw_only=True)
class Means:
    """Resources of a process that reads content.

    Attributes:
        store: The store that holds the bytes.
        postgres_dsn: The database with the tables.
        view: Schema of the tables.
        memory_bytes: Memory it may take beyond what it has at its start.
        time_s: Processor time it may take.
        rules: The organisation's own rules, as of the worker's start.
        antivirus: Address of clamd; off: none is used.
    """

    store: StoreSettings
    postgres_dsn: str
    view: str
    memory_bytes: int
    time_s: int
    rules: OwnRules = field(default_factory=OwnRules)
    antivirus: str = OFF


def execute(means: Means, body: bytes) -> bytes:
    """Carry out an order; return what the worker reports."""
    order = read_order(body)
    store = SealedStore(means.store)
    _bound(means)
    try:
        result = asyncio.run(_carried_out(means, store, order))
    except (Unavailable, StoreUnavailable, Behind) as error:
        result = Result(outcome=Outcome.LATER, reason=str(error)[:500])
    except Gone:
        result = Result(outcome=Outcome.GONE)
    except NoSuchObject as error:
        result = _inconclusive(f"its bytes are not in the store: {error}")
    except MemoryError:
        result = _inconclusive(f"not read within {means.memory_bytes >> 20} MiB of memory")
    return result_bytes(replace(result, rules_version=version(means.rules, means.antivirus)))


async def _carried_out(means: Means, store: SealedStore, order: Order) -> Result:
    async with Tables.connected(means.postgres_dsn, view=means.view) as tables:
        await until_known(tables, order)
        if order.object.startswith(TREE):
            return await _version(means, tables, store, order.object.removeprefix(TREE))
        source = await _source_of(tables, store, order.object)
    return judged(means, order, Windowed(source))


async def _source_of(tables: Tables, store: SealedStore, object_: str) -> Source:
    place = await place_of(tables, object_)
    if place.object.startswith(FILE):
        return await _in_chunks(tables, store, place)
    return StoredObject(store, place.key, patiently(lambda: store.size_bytes(place.key)))


def judged(means: Means, order: Order, windowed: Windowed) -> Result:
    """Scan content under each name with the engine, and with the antivirus engine if one is configured.

    Raises:
        StoreUnavailable, NoSuchObject: the store failed meanwhile, whatever the engine made of it.
    """
    kind, named_hash = order.object.partition("/")[0], digest_of(order.object)
    sha256 = named_hash if kind == "lfs" else ""
    source: Source = windowed
    if windowed.size_bytes <= HELD_BYTES:
        content = windowed.read(0, windowed.size_bytes)
        sha256 = hashlib.sha256(content).hexdigest()
        if kind in {"inline", "lfs"} and sha256 != named_hash:
            raise StoreUnavailable(f"{order.object} comes back with SHA-256 {sha256}")
        source = Memory(content)
    findings: list[Finding] = []
    for name in order.names:
        findings += scan(source, name, additions=additions_of(means.rules)).findings
    findings += _by_antivirus(means, source)
    if windowed.failed is not None:
        raise windowed.failed
    return result_of(findings, windowed.size_bytes, sha256)


def _by_antivirus(means: Means, source: Source) -> Sequence[Finding]:
    """Findings of clamd; content larger than the scanner's limit is not sent."""
    if means.antivirus == OFF or source.size_bytes > Limits().size_bytes:
        return ()
    try:
        engine = engine_at(means.antivirus)
    except AntivirusAbsent as error:
        raise StoreUnavailable(str(error)) from error
    return [finding for _, finding in engine.judged({"": source})]


async def _in_chunks(tables: Tables, store: SealedStore, place: Place) -> Source:
    """Open a file that is stored in xorbs.

    Raises:
        Gone: one of its xorbs was removed.
    """
    data = patiently(lambda: store.get(place.key))
    if hashlib.sha256(data).hexdigest() != digest_of(place.object):
        raise StoreUnavailable(f"{place.object} comes back as other bytes")
    (file,) = shards.decode(data).files
    key_name = encryption_key_of(place.object)
    named = {term.xorb: f"{XORB}{encrypted_as(to_hex(term.xorb), key_name)}" for term in file.terms}
    found = await keys_of(tables, named.values())
    held_so = await differences_of(tables, named.values())
    differences = {from_hex(digest_of(row.object)): row for row in held_so.values()}
    return chunked_file(store, file, {xorb: found[object_] for xorb, object_ in named.items()}, differences)


async def _version(means: Means, tables: Tables, store: SealedStore, root: str) -> Result:
    """Check that all directories of a version are readable and unchanged, and judge its files as a whole.

    The result says whether the files agree with each other, and has the fingerprint of the weights.

    Raises:
        Gone: one of them was removed.
    """
    size, entries = 0, 0
    files: dict[str, File] = {}
    of_weights: dict[str, File] = {}
    paths: set[str] = set()
    level: dict[str, list[str]] = {root: [""]}
    while level:
        keys = await keys_of(tables, [f"{TREE}{hash_}" for hash_ in level])
        below: dict[str, list[str]] = {}
        for hash_, listing, length in _listings(store, keys):
            size += length
            entries += len(listing)
            if entries > ENTRIES_MAX:
                return _inconclusive(f"a version of more than {ENTRIES_MAX} entries, at tree/{hash_}")
            for path, entry in _under(level[hash_], listing):
                if isinstance(entry, Directory):
                    below.setdefault(entry.hash, []).append(f"{path}/")
                else:
                    paths.add(path)
                    if is_weights(path):
                        of_weights[path] = entry
                    if is_wanted(path) and len(files) < TEXTS_MAX:
                        files[path] = entry
            if len(paths) > ENTRIES_MAX:
                return _inconclusive(f"a version of more than {ENTRIES_MAX} paths, at tree/{hash_}")
        level = below
    texts = {path: text for path, file in files.items() if (text := await _text(tables, store, file))}
    bases = await bases_of(tables, root, bases_named(texts))
    found = judged_version(paths, texts, licence_policy_of(means.rules), bases)
    weights = await weights_of(of_weights, lambda file: _source_of(tables, store, _object_of(file)))
    return replace(result_of(found, size, ""), weights=weights)


def _object_of(file: File) -> str:
    """A file that came as chunks is known by its record, the second of what it is found by."""
    return f"{FILE}{file.found_by[1]}" if file.kind == "xet" else f"{file.kind}/{file.hash}"


def _under(folders: Sequence[str], listing: Listing) -> Iterator[tuple[str, Entry]]:
    """Yield each entry with its path, in every folder that has this listing."""
    for folder in folders:
        for name, entry in listing.items():
            yield f"{folder}{name}", entry


async def _text(tables: Tables, store: SealedStore, file: File) -> str:
    """Read a small file as text; a larger one gives none here, and is judged as a file."""
    if file.size_bytes > TEXT_BYTES_MAX:
        return ""
    source = await _source_of(tables, store, _object_of(file))
    return patiently(lambda: source.read(0, source.size_bytes)).decode("utf-8", "replace")


def _listings(store: SealedStore, keys: Mapping[str, str]) -> Iterator[tuple[str, Listing, int]]:
    for object_, key in keys.items():
        hash_ = object_.removeprefix(TREE)
        data = patiently(lambda key=key: store.get(key))
        if hashlib.sha256(data).hexdigest() != digest_of(hash_):
            raise StoreUnavailable(f"{object_} comes back as other bytes")
        yield hash_, read_listing(data), len(data)


def _inconclusive(why: str) -> Result:
    return result_of([Finding(_LIMIT, Verdict.INCONCLUSIVE, "", why[:160])], 0, "")


def _bound(means: Means) -> None:
    """Limit this process from here on: memory, processor time, no file written, no core dumped."""
    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[0]
    most = int(pages) * resource.getpagesize() + means.memory_bytes
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    resource.setrlimit(resource.RLIMIT_CPU, (means.time_s, means.time_s + 1))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
