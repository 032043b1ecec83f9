"""Objects are removed from the real S3, and only where that is allowed."""

from __future__ import annotations

import uuid
from collections.abc import Mapping

import pytest
from muster.reactors.reactor import Item, Undeliverable
from muster.reactors.s3_delete import S3Delete, s3_delete
from muster.store import ObjectStore, StoreSettings

pytestmark = pytest.mark.stack


@pytest.fixture
def store(endpoints: Mapping[str, str]) -> ObjectStore:
    return ObjectStore(
        StoreSettings(
            endpoint=endpoints["MUSTER_S3_ENDPOINT"],
            access_key=endpoints["MUSTER_S3_ACCESS_KEY"],
            secret_key=endpoints["MUSTER_S3_SECRET_KEY"],
            bucket=endpoints["MUSTER_S3_BUCKET"],
        )
    )


def item(uri: str) -> Item:
    effect = s3_delete(uri)
    return Item(key="k", label=effect.label, payload=effect.payload, attempt=1)


def test_an_object_is_removed_and_removing_it_again_is_no_error(store: ObjectStore) -> None:
    prefix = f"test-{uuid.uuid4().hex}/"
    uri = store.put(f"{prefix}weights", b"1")
    delete = S3Delete(store, [prefix])
    delete(item(uri))
    delete(item(uri))
    assert not store.exists(f"{prefix}weights")


@pytest.mark.parametrize("key", ["kept/{id}", "{id}"])
def test_objects_outside_the_prefixes_are_kept(store: ObjectStore, key: str) -> None:
    key = key.format(id=uuid.uuid4().hex)
    uri = store.put(key, b"1")
    with pytest.raises(Undeliverable, match="must have a key that begins with gone/"):
        S3Delete(store, ["gone/"])(item(uri))
    assert store.exists(key)
    store.delete(key)


def test_another_bucket_is_refused(store: ObjectStore) -> None:
    with pytest.raises(Undeliverable, match="must be s3://"):
        S3Delete(store, [""])(item("s3://elsewhere/key"))
