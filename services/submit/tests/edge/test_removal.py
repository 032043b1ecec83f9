"""Expired checkpoints are removed from either store, completely and alone, even after an interruption."""

from __future__ import annotations

import itertools
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from muster.checkpoint import Checkpointer
from muster.checkpoint.format import manifest_name, manifest_of, rank_name, record_name, record_of, step_name
from muster.events.checkpoint_events import CheckpointRemoved, Payload
from muster.events.job_events import CheckpointExpired, CheckpointRecorded
from muster.events.wire.envelope import Envelope
from muster.journal import Delivery, Position
from muster.reactors import Undeliverable
from muster.reactors.reactor import Item
from muster.store import ObjectStore, StoreSettings
from muster.store.folder import MARK, FolderStore
from muster.store.keys import checkpoint_key
from muster.submit.edge.checkpoint_places import CheckpointPlaces
from muster.submit.edge.removal import Remover, Store, effects

pytestmark = [pytest.mark.stack]


class Killed(BaseException):
    """The process died here."""


@dataclass
class Mortal:
    """The store and the log of a process that dies before a given step.

    Attributes:
        store: The real store.
        steps: Number of steps before it dies.
        taken: Number of steps it took.
        reports: Reports that it put on the log.
    """

    store: Store
    steps: int = 10**9
    taken: int = 0
    reports: list[Any] = field(default_factory=list[Any])

    def key(self, uri: str) -> str:
        return self.store.key(uri)

    def get(self, key: str) -> bytes:
        return self.store.get(key)

    def keys(self, prefix: str) -> list[str]:
        return self.store.keys(prefix)

    def delete(self, key: str) -> None:
        self._step()
        self.store.delete(key)

    def tell(self, envelope: Envelope[Payload]) -> None:
        self._step()
        self.reports.append(envelope.payload)

    def _step(self) -> None:
        if self.taken >= self.steps:
            raise Killed
        self.taken += 1


class Rig:
    """Checkpoints of a job of two ranks that share a folder, stored as by an agent."""

    def __init__(self, root: Path, store: ObjectStore | FolderStore) -> None:
        self.root, self.store = root, store
        self.job_id = f"job-{uuid.uuid4().hex[:12]}"
        self.uris: dict[int, str] = {}

    def save(self, *steps: int, anew_every: int = 8) -> None:
        """Save `frozen`, which never changes, `half`, which changes every other step, and `moving`."""
        with (
            Checkpointer(self.root, rank=0, world_size=2, keep_last=50, anew_every=anew_every) as first,
            Checkpointer(self.root, rank=1, world_size=2, keep_last=50, anew_every=anew_every) as second,
        ):
            for ranks in (first, second):
                ranks.resume()
            for step in steps:
                for rank, checkpoints in enumerate((first, second)):
                    state = {
                        "frozen": b"f" * 100,
                        "half": bytes([step // 2 % 2]) * 50,
                        "moving": bytes([step, rank]),
                    }
                    checkpoints.save(step, state)
        for step in steps:
            self._store(step)

    def _store(self, step: int) -> None:
        document = (self.root / record_name(step)).read_bytes()
        record = record_of(document)
        for entry in record.manifests:
            data = (self.root / step_name(step) / manifest_name(entry.rank)).read_bytes()
            for file in manifest_of(data).files:
                path = self.root / step_name(step) / rank_name(entry.rank) / file.name
                key = checkpoint_key(self.job_id, 1, 0, file.sha256, file.name, file.since)
                self.store.put(key, path.read_bytes())
            self.store.put(checkpoint_key(self.job_id, 1, 0, entry.sha256, manifest_name(entry.rank)), data)
        key = checkpoint_key(self.job_id, 1, 0, f"{step:064d}", record_name(step))
        self.uris[step] = self.store.put(key, document)

    def expired(self, step: int, kept_before: int | None = None) -> CheckpointExpired:
        return CheckpointExpired(
            job_id=self.job_id,
            tenant="acme",
            attempt=1,
            rank=0,
            file=record_name(step),
            uri=self.uris[step],
            sha256=f"{step:064d}",
            size_bytes=500,
            step=step,
            kept_before=None if kept_before is None else self.uris[kept_before],
        )

    def stored(self) -> set[str]:
        return set(self.store.keys(f"checkpoints/{self.job_id}/"))

    def named_by(self, *steps: int) -> set[str]:
        """Return every object of these checkpoints."""
        found = set[str]()
        for step in steps:
            record_key = self.store.key(self.uris[step])
            found.add(record_key)
            for entry in record_of((self.root / record_name(step)).read_bytes()).manifests:
                found.add(checkpoint_key(self.job_id, 1, 0, entry.sha256, manifest_name(entry.rank)))
                data = (self.root / step_name(step) / manifest_name(entry.rank)).read_bytes()
                found |= {
                    checkpoint_key(self.job_id, 1, 0, file.sha256, file.name, file.since)
                    for file in manifest_of(data).files
                }
        return found

    def remove(self, expired: CheckpointExpired) -> CheckpointRemoved:
        mortal = Mortal(self.store)
        Remover(mortal, mortal.tell)(item(expired))
        (reports,) = mortal.reports
        return reports


def item(expired: CheckpointExpired) -> Item:
    payload = {"correlation_id": "c", "expired": expired.to_datum()}
    return Item(key=f"key-{expired.step}", label="remove", payload=payload, attempt=1)


def s3(endpoints: Mapping[str, str]) -> ObjectStore:
    return ObjectStore(
        StoreSettings(
            endpoint=endpoints["MUSTER_S3_ENDPOINT"],
            access_key=endpoints["MUSTER_S3_ACCESS_KEY"],
            secret_key=endpoints["MUSTER_S3_SECRET_KEY"],
            bucket=endpoints["MUSTER_S3_BUCKET"],
        )
    )


def shared_folder(root: Path) -> FolderStore:
    root.mkdir()
    (root / MARK).write_text("test")
    return FolderStore(root, "test")


@pytest.fixture(params=["s3", "folder"])
def rig(request: pytest.FixtureRequest, tmp_path: Path, endpoints: Mapping[str, str]) -> Rig:
    store = s3(endpoints) if request.param == "s3" else shared_folder(tmp_path / "shared")
    return Rig(tmp_path / "ranks", store)


def test_checkpoints_are_removed_from_both_stores_of_a_cell_that_changed_its_store(
    tmp_path: Path, endpoints: Mapping[str, str]
) -> None:
    objects, folder = s3(endpoints), shared_folder(tmp_path / "shared")
    rig = Rig(tmp_path / "ranks", objects)
    rig.save(1, 2, 3)
    for key in sorted(rig.stored())[::2]:
        folder.put(key, objects.get(key))
        objects.delete(key)
    places = CheckpointPlaces(folder, objects)
    mortal = Mortal(places)
    Remover(mortal, mortal.tell)(item(rig.expired(2, kept_before=1)))
    assert set(places.keys(f"checkpoints/{rig.job_id}/")) == rig.named_by(1, 3)
    assert (places.key(folder.uri("a/b")), places.key(objects.uri("a/b"))) == ("a/b", "a/b")


def test_exactly_the_objects_of_kept_checkpoints_remain(rig: Rig) -> None:
    """Removing three of five in any order leaves exactly the other two."""
    for order in itertools.permutations((1, 2, 4)):
        rig.save(*range(1, 6))
        bytes_before = {key: len(rig.store.get(key)) for key in rig.stored()}
        reports = [rig.remove(rig.expired(step, kept_before=3 if step == 4 else None)) for step in order]
        assert rig.stored() == rig.named_by(3, 5)
        gone = set(bytes_before) - rig.stored()
        assert sum(each.freed_bytes for each in reports) == sum(bytes_before[key] for key in gone)
        assert sum(each.objects for each in reports) == len(gone)
        _again(rig)


def _again(rig: Rig) -> None:
    for key in rig.stored():
        rig.store.delete(key)
    for path in sorted(rig.root.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()


def test_a_removal_killed_before_any_step_ends_alike_when_repeated(rig: Rig) -> None:
    """The effect is repeated after its process died before the first step, the second, and so on."""
    whole = Mortal(rig.store)
    rig.save(1, 2, 3)
    before = rig.stored()
    Remover(whole, whole.tell)(item(rig.expired(2, kept_before=1)))
    left = rig.stored()
    assert left == rig.named_by(1, 3)
    assert whole.taken == len(before - left) + 1
    for number in range(whole.taken):
        _again(rig)
        rig.save(1, 2, 3)
        mortal = Mortal(rig.store, steps=number)
        with pytest.raises(Killed):
            Remover(mortal, mortal.tell)(item(rig.expired(2, kept_before=1)))
        mortal.steps = 10**9
        Remover(mortal, mortal.tell)(item(rig.expired(2, kept_before=1)))
        assert rig.stored() == left
        assert mortal.reports[0] == whole.reports[0], "the first report counts, and it is correct"


def test_a_repeated_removal_deletes_nothing_else(rig: Rig) -> None:
    rig.save(1, 2, 3)
    rig.remove(rig.expired(1))
    left = rig.stored()
    mortal = Mortal(rig.store)
    Remover(mortal, mortal.tell)(item(rig.expired(1)))
    assert (rig.stored(), mortal.reports) == (left, [])


def test_an_incomplete_later_checkpoint_does_not_stand_in_for_a_complete_one(rig: Rig) -> None:
    """Step 2 was never complete: a part's manifest is missing. The files of step 3 stay."""
    rig.save(1, 2, 3)
    entry = record_of((rig.root / record_name(2)).read_bytes()).manifests[1]
    rig.store.delete(checkpoint_key(rig.job_id, 1, 0, entry.sha256, manifest_name(1)))
    rig.remove(rig.expired(1))
    assert rig.named_by(3) <= rig.stored()


def test_a_checkpoint_of_one_file_is_removed_as_one_object(rig: Rig) -> None:
    key = checkpoint_key(rig.job_id, 1, 0, "a" * 64, "weights.bin")
    rig.uris[0] = rig.store.put(key, b"x" * 500)
    reports = rig.remove(replace(rig.expired(0), step=None, file="weights.bin"))
    assert (reports.objects, reports.freed_bytes, rig.stored()) == (1, 500, set())


@pytest.mark.parametrize("uri", ["s3://elsewhere/x", "s3://muster/files/abc", "nonsense"])
def test_objects_that_are_no_checkpoint_of_the_job_are_left_alone(rig: Rig, uri: str) -> None:
    rig.save(1)
    mortal = Mortal(rig.store)
    with pytest.raises(Undeliverable):
        Remover(mortal, mortal.tell)(item(replace(rig.expired(1), uri=uri)))
    with pytest.raises(Undeliverable):
        Remover(mortal, mortal.tell)(item(replace(rig.expired(1), attempt=2)))
    assert rig.stored() == rig.named_by(1)


def test_an_unreadable_record_makes_the_removal_undeliverable(rig: Rig) -> None:
    rig.save(1)
    rig.store.put(rig.store.key(rig.uris[1]), b"damaged")
    mortal = Mortal(rig.store)
    with pytest.raises(Undeliverable):
        Remover(mortal, mortal.tell)(item(rig.expired(1)))
    assert mortal.reports == []


def test_only_expired_checkpoints_are_removed() -> None:
    about: dict[str, Any] = {"job_id": "job-a", "attempt": 1, "rank": 0, "file": "f", "uri": "s3://muster/f"}
    expired = CheckpointExpired(**about, tenant="acme", sha256="0", size_bytes=1)
    recorded = CheckpointRecorded(**about, sha256="0", size_bytes=1)
    found = [list(effects(_delivered(payload))) for payload in (recorded, expired)]
    assert [len(each) for each in found] == [0, 1]
    assert CheckpointExpired.from_datum(found[1][0].payload["expired"]) == expired


def _delivered(payload: Any) -> Delivery[Any]:
    envelope = Envelope(
        event_id="e", key="k", occurred_at_ms=0, producer="p", correlation_id="c", payload=payload
    )
    return Delivery(position=Position("job-events", 0, 0), envelope=envelope, appended_at_ms=0, size_bytes=0)
