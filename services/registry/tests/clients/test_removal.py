"""Unneeded objects are removed from the store, even if the removing role is killed between two objects."""

from __future__ import annotations

import os
from hashlib import sha256
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from muster.testkit.stack.deletions import role_with_deletions_held
from muster.testkit.stack.hub import caller, large
from muster.testkit.stack.product import Product

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]

ROLE = "registry-removal"


@pytest.mark.long
def test_a_kill_between_two_removals_leaves_no_sent_bytes_and_every_live_object(
    product: Product,
) -> None:
    store, hub, sent = product.store(), caller(product), [os.urandom(2_000) for _ in range(4)]
    with hub.http, role_with_deletions_held(product, ROLE) as deletions:
        repo = hub.create()
        uploads: list[dict[str, Any]] = [hub.batch(repo, data)["actions"] for data in sent]
        addresses = [str(each["upload"]["href"]) for each in uploads]
        keys = [urlsplit(each).path.split("/", 2)[2] for each in addresses]
        for address, data in zip(addresses, sent, strict=True):
            httpx.put(address, content=data).raise_for_status()
        assert all(map(store.exists, keys))
        for each in uploads:
            hub.http.post(each["verify"]["href"], json={}).raise_for_status()
        files = [large(sha256(data).hexdigest(), sha256(data).hexdigest(), len(data)) for data in sent]
        hub.commit(repo, *files).raise_for_status()
        deletions.allow(1)
        product.until(lambda: sum(map(store.exists, keys)) == len(keys) - 1)
        product.kill(ROLE)
        assert sum(map(store.exists, keys)) == len(keys) - 1
        product.restart()
        product.until(lambda: not any(map(store.exists, keys)))
        for data in sent:
            path = f"/{repo}/resolve/main/{sha256(data).hexdigest()}"
            assert hub.http.get(path, follow_redirects=True).content == data
