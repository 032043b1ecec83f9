"""Stored objects are read back: damage is found, and repaired from a sound copy."""

from __future__ import annotations

import base64
import hashlib
import os
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from muster.cas import xorbs
from muster.cas.hashing import to_hex
from muster.events.registry_commands import Finding, ObjectState
from muster.registry.core.storage.uploads import copies_prefix
from muster.registry.edge.queries import ObjectRow
from muster.registry.edge.scrubbing import Scrubber, Stopped
from muster.store import StoreSettings
from muster.store.sealed import SealedStore

pytestmark = [pytest.mark.stack]

SIZE = 200_000


@pytest.fixture
def scrubber(endpoints: Mapping[str, str], tmp_path: Path) -> Scrubber:
    names = ("endpoint", "access_key", "secret_key", "bucket")
    said: dict[str, Any] = {name: endpoints[f"MUSTER_S3_{name.upper()}"] for name in names}
    ring = tmp_path / "keys.toml"
    ring.write_text(f'[keys.acme]\nsecret = "{base64.b64encode(os.urandom(32)).decode()}"\n')
    store = SealedStore(StoreSettings(**said, key_ring_file=ring))
    return Scrubber(store, 2**40, threading.Event())


def stored(scrubber: Scrubber, kind: str, under: str = "") -> ObjectRow:
    """Store an object of random bytes."""
    data = os.urandom(SIZE)
    hash_ = hashlib.sha256(data).hexdigest()
    if kind == "xorb":
        data, held = xorbs.encode([data[:100_000], data[100_000:]])
        hash_ = to_hex(held.xorb)
    object_ = f"{kind}/{hash_}{under}"
    key = f"{copies_prefix(object_, f'upload-{uuid4().hex}')}x"
    scrubber.store.put(key, data)
    return ObjectRow(object=object_, size_bytes=len(data), object_key=key, damage=None)


def flip(scrubber: Scrubber, key: str) -> None:
    """Change one byte of the object under a key, as a disk might."""
    plain, sealed = key.partition("~")[0], scrubber.store
    client, bucket = sealed._client, sealed.bucket  # pyright: ignore[reportPrivateUsage]  (past its seal)
    data = bytearray(client.get_object(Bucket=bucket, Key=key)["Body"].read())
    assert plain
    data[len(data) // 2] ^= 1
    client.put_object(Bucket=bucket, Key=key, Body=bytes(data))


@pytest.mark.parametrize(("kind", "under"), [("lfs", ""), ("inline", ""), ("xorb", ""), ("lfs", "~acme")])
def test_a_single_wrong_byte_is_found_and_repaired_from_a_copy(
    scrubber: Scrubber, kind: str, under: str
) -> None:
    row = stored(scrubber, kind, under)
    assert scrubber.check(row) is None
    backup = f"{copies_prefix(row.object, 'backup')}1"
    scrubber.store.copy(row.object_key, backup)
    for damaged in (row.object_key, backup):
        flip(scrubber, damaged)
    found = scrubber.check(row)
    assert found is not None
    assert (found.object, found.object_key, found.state) == (row.object, row.object_key, ObjectState.DAMAGED)
    known = ObjectRow(object=row.object, size_bytes=SIZE, object_key=row.object_key, damage=found.detail)
    assert scrubber.check(known) is None, "what is known is not reported again"
    flip(scrubber, backup)
    assert _state(scrubber.check(known)) is ObjectState.SOUND
    assert scrubber.check(row) is None


def test_a_missing_object_is_restored_from_a_copy(scrubber: Scrubber) -> None:
    row = stored(scrubber, "lfs")
    backup = f"{copies_prefix(row.object, 'backup')}1"
    scrubber.store.copy(row.object_key, backup)
    scrubber.store.delete(row.object_key)
    assert _state(scrubber.check(row)) is ObjectState.SOUND
    for key in (row.object_key, backup):
        scrubber.store.delete(key)
    assert _state(scrubber.check(row)) is ObjectState.ABSENT


def test_scrubbing_stops_when_the_process_shuts_down(scrubber: Scrubber) -> None:
    row = stored(scrubber, "lfs")
    scrubber.stop.set()
    with pytest.raises(Stopped):
        scrubber.check(row)


def test_scrubbing_keeps_to_its_rate(scrubber: Scrubber) -> None:
    row, waited = stored(scrubber, "lfs"), list[float]()

    class Stop(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            waited.append(timeout or 0.0)
            return False

    Scrubber(scrubber.store, 1_000, Stop()).check(row)
    assert sum(waited) == pytest.approx(SIZE / 1_000)


def _state(finding: Finding | None) -> ObjectState | None:
    return None if finding is None else finding.state
