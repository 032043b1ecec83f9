"""Objects at presigned addresses, on the real store: large ones, expired addresses, others' objects."""

from __future__ import annotations

import hashlib
import os
import uuid
from collections.abc import Generator, Mapping
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from muster.agent.core.ledger import TaskKey
from muster.agent.edge.checks import NodeChecks
from muster.agent.edge.hardware.inventory import DeclaredGpus
from muster.agent.edge.transfer.node_objects import AHEAD, USES_AT_ONCE, NodeObjects
from muster.agent.edge.transfer.working_files import BadFiles, WorkingFiles
from muster.jobs.values.file_index import index_of
from muster.journal import ManualClock
from muster.store import NoSuchObject, ObjectStore, StoreSettings, StoreUnavailable
from muster.store.addressed import PART_BYTES, Address, NotGranted
from muster.store.keys import checkpoint_key, files_key, log_key, node_test_key
from muster.store.uses import Operation, Use
from muster.testkit.archives import add, archive
from muster.testkit.node_api import GOOD_FOR_S, NodeApiWithoutProjection
from muster.testkit.tokens import Tokens, TokensOfNode

pytestmark = [pytest.mark.stack]


class Rig:
    """A task, its objects, and their store."""

    def __init__(self, endpoints: Mapping[str, str]) -> None:
        self.store = ObjectStore(
            StoreSettings(
                endpoint=endpoints["MUSTER_S3_ENDPOINT"],
                access_key=endpoints["MUSTER_S3_ACCESS_KEY"],
                secret_key=endpoints["MUSTER_S3_SECRET_KEY"],
                bucket=endpoints["MUSTER_S3_BUCKET"],
            )
        )
        self.clock = ManualClock()
        self.api = NodeApiWithoutProjection(TokensOfNode(Tokens(), "n"), self.store)
        self.objects = NodeObjects(self.api, self.clock)
        self.task = TaskKey(f"job-{uuid.uuid4().hex[:12]}", 1)

    def chunk(self, number: int) -> str:
        return log_key(self.task.job_id, self.task.attempt, 0, "stdout", number)


@pytest.fixture
def rig(endpoints: Mapping[str, str]) -> Generator[Rig]:
    rig = Rig(endpoints)
    with closing(rig.objects):
        yield rig


def test_a_node_under_test_writes_and_reads_an_object_of_its_own(rig: Rig, tmp_path: Path) -> None:
    node_id = f"n-{uuid.uuid4().hex[:8]}"
    given = rig.api.test_addresses(node_id)
    checks = NodeChecks(tmp_path, None, DeclaredGpus("", 0), rig.api.token, lambda: given)
    found = {each.name: each for each in checks.run()}["store"]
    assert (found.passed, found.message.startswith("16 MiB on S3 written at ")) == (True, True), found
    assert rig.store.get(node_test_key(node_id)) == b"", "the object is emptied, and the disk too"
    assert list(tmp_path.iterdir()) == []
    expired = [Address(each.url.replace("Signature=", "Signature=0"), each.uri) for each in given]
    checks = NodeChecks(tmp_path, None, DeclaredGpus("", 0), rig.api.token, lambda: (expired[0], expired[1]))
    found = {each.name: each for each in checks.run()}["store"]
    assert (found.passed, "HTTP 403" in found.message) == (False, True), found


def test_one_address_of_the_api_serves_many_chunks_of_output(rig: Rig) -> None:
    for number in range(AHEAD + 3):
        data = f"{number}".encode()
        uri = rig.objects.put(rig.task, rig.chunk(number), data)
        assert rig.store.get(rig.store.key(uri)) == data
    assert [len(uses) for uses in rig.api.asked] == [2, 1 + AHEAD]
    rig.clock.advance(GOOD_FOR_S * 1_000)
    rig.objects.put(rig.task, rig.chunk(AHEAD + 3), b"later")
    assert len(rig.api.asked) == 3, "the address has expired"


@pytest.mark.parametrize("size", [0, 5, PART_BYTES, 2 * PART_BYTES + 5])
def test_a_file_of_any_size_is_stored_and_fetched_intact(rig: Rig, tmp_path: Path, size: int) -> None:
    file = tmp_path / "checkpoint"
    file.write_bytes((b"0123456789abcdef" * (size // 16 + 1))[:size])
    sha256 = hashlib.sha256(file.read_bytes()).hexdigest()
    key = checkpoint_key(rig.task.job_id, 1, 0, sha256, "w")
    with file.open("rb") as stream:
        assert rig.objects.put_stream(rig.task, key, stream, lambda _: None) == rig.store.uri(key)
    rig.objects.fetch(rig.task, key, sha256, tmp_path / "back")
    assert (tmp_path / "back").read_bytes() == file.read_bytes()
    with pytest.raises(NoSuchObject, match="allowed: " + "0" * 64):
        rig.objects.fetch(rig.task, key, "0" * 64, tmp_path / "back")
    if size:
        with pytest.raises(NoSuchObject, match="too large"):
            rig.objects.fetch(rig.task, key, sha256, tmp_path / "back", bytes_max=size - 1)


def test_absent_objects_and_those_of_others_raise_different_errors(rig: Rig, tmp_path: Path) -> None:
    with pytest.raises(NoSuchObject):
        rig.objects.fetch(rig.task, files_key("0" * 64), "0" * 64, tmp_path / "none")
    with pytest.raises(NotGranted):
        rig.objects.put(rig.task, log_key("job-other", 1, 0, "stdout", 0), b"x")


def test_an_address_permits_one_operation_on_one_object(rig: Rig) -> None:
    """Every attempt of a thief of the address fails."""
    rig.objects.put(rig.task, rig.chunk(0), b"mine")
    url = rig.store.presigned(Use(Operation.GET, rig.chunk(0)), 60)
    other = log_key("job-other", 1, 0, "stdout", 0)
    with httpx.Client(trust_env=False) as thief:
        assert thief.get(url).content == b"mine"
        assert thief.get(url.replace(rig.chunk(0), other)).status_code in (400, 403)
        assert thief.put(url, content=b"x").status_code in (400, 403)
        assert thief.delete(url).status_code in (400, 403)
        assert thief.get(url.partition("?")[0]).status_code in (400, 403)
        bucket = url.partition("/logs/")[0]
        assert thief.get(f"{bucket}?{url.partition('?')[2]}").status_code in (400, 403)
    assert rig.store.get(rig.chunk(0)) == b"mine"


def test_an_address_that_the_store_rejects_is_replaced_by_a_new_one(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig.objects.put(rig.task, rig.chunk(0), b"x")
    signed = rig.store.presigned
    with monkeypatch.context() as tampering:

        def tampered(use: Use, good_for_s: int) -> str:
            return f"{signed(use, good_for_s)}tampered"

        tampering.setattr(rig.store, "presigned", tampered)
        with pytest.raises(StoreUnavailable):
            rig.objects.put(rig.task, rig.chunk(5), b"x")
    rig.objects.put(rig.task, rig.chunk(5), b"x")
    assert rig.store.get(rig.chunk(5)) == b"x"


def test_an_index_is_fetched_with_all_its_archives_at_few_requests_for_addresses(
    rig: Rig, tmp_path: Path
) -> None:
    contents = [archive(add(f"{n}.bin", os.urandom(2_000))) for n in range(100)]
    named = [hashlib.sha256(each).hexdigest() for each in contents]
    index = index_of(named)
    for content in (*contents, index):
        rig.store.put(files_key(hashlib.sha256(content).hexdigest()), content)
    files = WorkingFiles(tmp_path / "cache", rig.objects, cache_bytes_max=100_000)
    (tmp_path / "cache" / "old").write_bytes(b"of another job")
    files.unpack(rig.task, hashlib.sha256(index).hexdigest(), tmp_path / "work")
    assert {path.name for path in (tmp_path / "work").iterdir()} == {f"{n}.bin" for n in range(100)}
    assert [len(uses) for uses in rig.api.asked] == [1, USES_AT_ONCE, 100 - USES_AT_ONCE]
    assert not (tmp_path / "cache" / "old").exists(), "the cache is bounded, but for what is in use"


def test_an_archive_of_an_index_that_is_absent_is_named(rig: Rig, tmp_path: Path) -> None:
    absent, index = "0" * 64, index_of(["0" * 64])
    rig.store.put(files_key(hashlib.sha256(index).hexdigest()), index)
    files = WorkingFiles(tmp_path / "cache", rig.objects, cache_bytes_max=10**6)
    with pytest.raises(BadFiles, match=absent):
        files.unpack(rig.task, hashlib.sha256(index).hexdigest(), tmp_path / "work")
    assert not (tmp_path / "work").exists()
