"""Addresses of the API for sealed objects: read in ranges, written completely or not at all."""

from __future__ import annotations

import base64
import os
import socket
from collections.abc import Generator, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit
from uuid import uuid4

import httpx
import pytest
from muster.registry.config import Settings
from muster.registry.core.storage.uploads import copies_prefix, staging_key
from muster.registry.edge.addresses import sealed
from muster.registry.edge.http import API
from muster.registry.edge.requests.services import Services
from muster.store import ObjectStore
from muster.store.sealed import SealedStore
from muster.testkit.api.serving import Served
from muster.testkit.offline import offline
from muster.testkit.patience import until

pytestmark = [pytest.mark.stack]

MIB = 2**20


class Api(NamedTuple):
    """A running API, its view of the store, and the raw store."""

    url: str
    hub: Services
    store: SealedStore
    lying: ObjectStore

    def to_read(self, key: str, good_for_s: int = 60) -> str:
        return sealed.to_read(self.hub.links, self.url, key, good_for_s)

    def to_write(self, key: str, size_bytes: int, good_for_s: int = 60) -> str:
        return sealed.to_write(self.hub.links, self.url, key, size_bytes, good_for_s)


@pytest.fixture
def api(endpoints: Mapping[str, str], tmp_path: Path) -> Generator[Api]:
    ring = tmp_path / "keys.toml"
    ring.write_text(f'[keys.acme]\nsecret = "{base64.b64encode(os.urandom(32)).decode()}"\n')
    s3 = {name.removeprefix("MUSTER_").lower(): value for name, value in endpoints.items() if "_S3_" in name}
    settings = offline(Settings, **(s3 | {"s3_key_ring_file": str(ring)}))
    app = API.build(settings)
    with Served(app) as served:
        yield Api(
            served.url, app.state.services, SealedStore(settings.store()), ObjectStore(settings.store())
        )


@pytest.fixture
def upload(api: Api) -> Iterator[tuple[str, str]]:
    """Return an object and an upload of it."""
    object_, upload = f"lfs/{uuid4().hex * 2}~acme", f"upload-{uuid4().hex}"
    yield object_, upload
    for prefix in (copies_prefix(object_, upload), staging_key(upload, object_)):
        for key in api.store.keys(prefix):
            api.store.delete(key)


def test_sealed_objects_are_read_whole_and_in_ranges(api: Api, upload: tuple[str, str]) -> None:
    data, key = os.urandom(3 * MIB + 7), f"{copies_prefix(*upload)}nonce"
    api.store.put(key, data)
    at = api.to_read(key)
    answer = httpx.get(at)
    assert (answer.status_code, answer.content) == (200, data)
    assert (answer.headers["accept-ranges"], answer.headers["content-length"]) == ("bytes", str(len(data)))
    for first, last in ((0, len(data) - 1), (0, 0), (65_000, 70_000), (len(data) - 9, len(data) + 9)):
        part = httpx.get(at, headers={"Range": f"bytes={first}-{last}"})
        assert (part.status_code, part.content) == (206, data[first : last + 1])
        assert part.headers["content-range"] == f"bytes {first}-{min(last, len(data) - 1)}/{len(data)}"
    assert httpx.get(at, headers={"Range": "bytes=-5"}).content == data[-5:]
    head = httpx.head(at)
    assert (head.status_code, head.headers["content-length"], head.content) == (200, str(len(data)), b"")
    beyond = httpx.get(at, headers={"Range": f"bytes={len(data)}-"})
    assert (beyond.status_code, beyond.headers["content-range"]) == (416, f"bytes */{len(data)}")


def test_an_empty_object_is_readable(api: Api, upload: tuple[str, str]) -> None:
    key = f"{copies_prefix(*upload)}nonce"
    api.store.put(key, b"")
    answer = httpx.get(api.to_read(key))
    assert (answer.status_code, answer.content) == (200, b"")


def test_an_address_is_valid_for_one_object_one_method_and_a_limited_time(
    api: Api, upload: tuple[str, str]
) -> None:
    key = f"{copies_prefix(*upload)}nonce"
    api.store.put(key, b"data")
    query = urlsplit(api.to_read(key)).query
    other = f"{copies_prefix(*upload)}other"
    api.store.put(other, b"other")
    for wrong in (
        f"{api.url}/sealed-objects/{other}?{query}",
        f"{api.url}/sealed-objects/{key}",
        api.to_read(key, good_for_s=-1),
        api.to_read(key).replace("expires=", "expires=9"),
    ):
        assert httpx.get(wrong).status_code == 403
    staged = staging_key(upload[1], upload[0])
    assert httpx.put(f"{api.url}/sealed-uploads/{staged}?{query}", content=b"data").status_code == 403
    write = urlsplit(api.to_write(key, 4)).query
    assert httpx.get(f"{api.url}/sealed-objects/{key}?{write}").status_code == 403


def test_missing_and_corrupt_objects_are_answered_with_503(api: Api, upload: tuple[str, str]) -> None:
    key = f"{copies_prefix(*upload)}nonce"
    assert httpx.get(api.to_read(key)).status_code == 503
    assert httpx.get(api.to_read(key.replace("~acme", "~absent"))).status_code == 503
    api.store.put(key, os.urandom(200_000))
    stored = api.lying.get(key)
    api.lying.put(key, stored[:90] + b"!!" + stored[92:])
    answer = httpx.get(api.to_read(key))
    assert (answer.status_code, "comes back as other bytes" in answer.text) == (503, True)


def test_an_upload_appears_once_it_is_complete(api: Api, upload: tuple[str, str]) -> None:
    data, key = os.urandom(17 * MIB), staging_key(upload[1], upload[0])
    at = api.to_write(key, len(data))
    short = httpx.put(at, content=data[:-1])
    assert (short.status_code, "as announced" in short.text) == (400, True)
    for wrong in (data[:-1], data + b"!"):  # without a length
        assert httpx.put(at, content=iter([wrong])).status_code == 400
    assert not api.store.exists(key)
    assert httpx.put(at, content=data).status_code == 200
    assert api.store.get(key) == data
    assert httpx.put(at, content=iter([data[:5], data[5:]])).status_code == 200
    assert httpx.put(api.to_write(key, 0), content=b"").status_code == 200
    assert api.store.get(key) == b""


def test_an_interrupted_upload_leaves_nothing(api: Api, upload: tuple[str, str]) -> None:
    key, size = staging_key(upload[1], upload[0]), 20 * MIB
    at = urlsplit(api.to_write(key, size))
    with socket.create_connection((str(at.hostname), at.port or 80)) as client:
        head = f"PUT {at.path}?{at.query} HTTP/1.1\r\nHost: {at.netloc}\r\nContent-Length: {size}\r\n\r\n"
        client.sendall(head.encode() + os.urandom(18 * MIB))
        until(lambda: bool(api.store.parts_begun(key)))
    until(lambda: not api.store.parts_begun(key))
    assert not api.store.exists(key)
