"""Objects move between the classes of a store that has some; one that has none is known."""

from __future__ import annotations

import os
import time
from collections.abc import Generator, Mapping
from typing import Any
from uuid import uuid4

import pytest
from boto3.s3.transfer import TransferConfig
from muster.store import NoSuchObject, ObjectStore, StoreSettings, objects
from muster.store.objects import STANDARD
from muster.testkit.stores.moto import moto

pytestmark = [pytest.mark.stack]

MIB = 2**20


@pytest.fixture(scope="module")
def classes(tmp_path_factory: pytest.TempPathFactory) -> Generator[ObjectStore]:
    with moto(tmp_path_factory.mktemp("moto")) as settings:
        yield ObjectStore(settings)


def test_an_object_moves_between_classes_and_is_what_it_was(classes: ObjectStore) -> None:
    data = os.urandom(3 * MIB)
    classes.put("registry/a", data)
    assert classes.storage_class("registry/a") == STANDARD
    for class_ in ("GLACIER_IR", "STANDARD_IA", STANDARD, "GLACIER_IR"):
        classes.move_to_class("registry/a", class_)
        assert classes.storage_class("registry/a") == class_
        began_s = time.monotonic()
        assert next(classes.pieces("registry/a")) == data[:MIB]
        assert time.monotonic() - began_s < 60, "an archive class would take minutes to hours"
        assert classes.get("registry/a") == data


def test_a_large_object_moves_in_parts(classes: ObjectStore, monkeypatch: pytest.MonkeyPatch) -> None:
    config = TransferConfig(multipart_threshold=5 * MIB, multipart_chunksize=5 * MIB)
    monkeypatch.setattr(objects, "_COPYING", config)
    data = os.urandom(12 * MIB)
    classes.put("registry/large", data)
    classes.move_to_class("registry/large", "GLACIER_IR")
    assert classes.storage_class("registry/large") == "GLACIER_IR"
    assert classes.get("registry/large") == data


def test_absent_objects_are_reported(classes: ObjectStore) -> None:
    with pytest.raises(NoSuchObject):
        classes.storage_class("registry/none")
    with pytest.raises(NoSuchObject):
        classes.move_to_class("registry/none", "GLACIER_IR")
    assert classes.keys("registry/none") == []


def test_a_store_says_whether_it_has_classes(classes: ObjectStore, endpoints: Mapping[str, str]) -> None:
    names = ("endpoint", "access_key", "secret_key", "bucket")
    said: dict[str, Any] = {name: endpoints[f"MUSTER_S3_{name.upper()}"] for name in names}
    own = ObjectStore(StoreSettings(**said))
    probe = f"registry/probes/{uuid4().hex}"
    assert classes.knows_classes(probe)
    assert not own.knows_classes(probe), "it keeps any text for a class, and does nothing because of it"
    assert classes.keys(probe) == own.keys(probe) == []
