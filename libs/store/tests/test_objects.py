"""ObjectStore against the real S3 of the stack."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Mapping
from pathlib import Path
from uuid import uuid4

import pytest
from muster.store import NoSuchObject, ObjectStore, StoreSettings, StoreUnavailable

pytestmark = pytest.mark.stack


def _settings(endpoints: Mapping[str, str], endpoint: str | None = None) -> StoreSettings:
    return StoreSettings(
        endpoint=endpoint or endpoints["MUSTER_S3_ENDPOINT"],
        access_key=endpoints["MUSTER_S3_ACCESS_KEY"],
        secret_key=endpoints["MUSTER_S3_SECRET_KEY"],
        bucket=endpoints["MUSTER_S3_BUCKET"],
    )


@pytest.fixture
def store(endpoints: Mapping[str, str]) -> ObjectStore:
    return ObjectStore(_settings(endpoints))


@pytest.fixture
def prefix() -> str:
    return f"tests/{uuid4().hex}/"


def test_what_was_put_is_got_under_its_address(store: ObjectStore, prefix: str) -> None:
    uri = store.put(f"{prefix}a", b"one")
    assert store.get(store.key(uri)) == b"one"
    assert store.exists(f"{prefix}a")


def test_keys_come_in_order_and_deleting_twice_is_no_error(store: ObjectStore, prefix: str) -> None:
    for name in ("b", "a", "c"):
        store.put(prefix + name, name.encode())
    assert store.keys(prefix) == [prefix + name for name in "abc"]
    store.delete(f"{prefix}b")
    store.delete(f"{prefix}b")
    assert store.keys(prefix) == [f"{prefix}a", f"{prefix}c"]


def test_a_fetch_sees_that_the_bytes_are_the_ones_meant(
    store: ObjectStore, prefix: str, tmp_path: Path
) -> None:
    data = b"x" * 3_000_000
    store.put_stream(f"{prefix}big", io.BytesIO(data))
    target = tmp_path / "big"
    store.fetch(f"{prefix}big", hashlib.sha256(data).hexdigest(), target)
    assert target.read_bytes() == data
    with pytest.raises(NoSuchObject, match="SHA-256"):
        store.fetch(f"{prefix}big", hashlib.sha256(b"other").hexdigest(), target)
    with pytest.raises(NoSuchObject, match="too large; allowed: at most 1000 bytes"):
        store.fetch(f"{prefix}big", hashlib.sha256(data).hexdigest(), target, bytes_max=1000)


def test_a_missing_object_and_an_outage_are_different_errors(
    endpoints: Mapping[str, str], store: ObjectStore, prefix: str
) -> None:
    with pytest.raises(NoSuchObject):
        store.get(f"{prefix}nothing")
    assert not store.exists(f"{prefix}nothing")
    nobody_listens = ObjectStore(_settings(endpoints, "http://127.0.0.1:9"))
    with pytest.raises(StoreUnavailable):
        nobody_listens.get("x")


@pytest.mark.parametrize("uri", ["", "s3://other/key", "http://muster/key", "s3://muster/", "s3://muster"])
def test_an_address_of_another_place_is_refused(store: ObjectStore, uri: str) -> None:
    with pytest.raises(ValueError, match="allowed is s3://"):
        store.key(uri)
