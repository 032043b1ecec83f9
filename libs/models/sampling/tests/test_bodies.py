"""Large bodies go to the store before their samples go to the log, and are read back from there."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from muster.events.inference_samples import InferenceSampled, SampleBody, TrafficReported
from muster.events.topics import INFERENCE_SAMPLES
from muster.journal import ManualClock, MemoryJournal
from muster.sampling.bodies import RECORD_BYTES_MAX, read_body, tenant_of
from muster.sampling.exchanges import Exchange, sample_of
from muster.sampling.sending import Sender
from muster.store import ObjectStore, StoreSettings
from muster.store.folder import MARK, FolderStore
from muster.store.keys import sample_body_ends_ms, sample_body_key

DAY_MS = 86_400_000
AT_MS = 20_000 * DAY_MS + 5
USER = "ab" * 16


def _exchange(sample: str, text: str) -> Exchange:
    request = json.dumps({"messages": [{"role": "user", "content": text}]}).encode()
    reply = json.dumps({"choices": [{"message": {"content": "Ja \u00e4."}}]}).encode()
    return Exchange(
        sample=sample,
        repository="acme.mail/tiny",
        commit="",
        task="",
        segment="",
        subject=USER,
        one_in=1,
        request=request,
        request_bytes=len(request),
        reply=reply,
        reply_bytes=len(reply),
        status=200,
        streamed=False,
        latency_ms=1,
    )


def _sent(store: Any, *texts: str) -> tuple[list[InferenceSampled], TrafficReported]:
    """Send a sample of each text; return them as they are in the log, and the report."""
    journal = MemoryJournal([INFERENCE_SAMPLES])
    sender = Sender(journal, store=store, clock=ManualClock(AT_MS))
    traffic = sender.traffic("acme.mail/tiny", "")
    for number, text in enumerate(texts):
        exchange = _exchange(f"{number:032x}", text)
        make: Callable[[], InferenceSampled] = lambda exchange=exchange: sample_of(exchange, bodies=True)  # noqa: E731
        assert sender.offer(make, traffic, 1)
    sender.start()
    sender.close(60)
    with closing(journal.reader([INFERENCE_SAMPLES], name="test")) as reader:
        *samples, report = [delivery.envelope.payload for delivery in reader.read_to_end()]
    assert isinstance(report, TrafficReported)
    return [each for each in samples if isinstance(each, InferenceSampled)], report


@pytest.fixture(params=["folder", pytest.param("s3", marks=pytest.mark.stack)])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> ObjectStore | FolderStore:
    if request.param == "folder":
        (tmp_path / MARK).write_text("test\n")
        return FolderStore(tmp_path, "test")
    endpoints: Mapping[str, str] = request.getfixturevalue("endpoints")
    return ObjectStore(
        StoreSettings(
            endpoint=endpoints["MUSTER_S3_ENDPOINT"],
            access_key=endpoints["MUSTER_S3_ACCESS_KEY"],
            secret_key=endpoints["MUSTER_S3_SECRET_KEY"],
            bucket=endpoints["MUSTER_S3_BUCKET"],
        )
    )


def test_large_body_is_in_the_store_and_small_one_in_the_record(store: ObjectStore | FolderStore) -> None:
    large = "x" * RECORD_BYTES_MAX
    (small, sample), report = _sent(store, "short", large)
    assert (small.body_key, read_body(store, small), report.bodies_lost) == ("", small.body, 0)
    assert sample.body is None
    assert sample.body_key == f"drift-bodies/acme/{USER}/20000/{sample.sample}"
    body = read_body(store, sample)
    assert isinstance(body, SampleBody)
    assert (body.conversation[0].content, body.answer) == (large, "Ja \u00e4.")
    store.delete(sample.body_key)
    assert read_body(store, sample) is None


def test_body_that_cannot_be_stored_is_counted_and_its_sample_is_sent_without_it(tmp_path: Path) -> None:
    large = "x" * RECORD_BYTES_MAX
    unmounted = FolderStore(tmp_path, "test")  # without its mark it answers as an S3 that is down
    for store in (None, unmounted):
        samples, report = _sent(store, large, "short", large)
        assert [each.body is None for each in samples] == [True, False, True]
        assert not any(each.body_key for each in samples)
        assert (report.bodies_lost, report.dropped) == (2, 0)


def test_store_that_is_down_is_not_asked_again_at_once() -> None:
    class Down:
        """A store that counts how often it is asked."""

        def __init__(self) -> None:
            self.asked = 0

        def put(self, key: str, data: bytes) -> str:
            self.asked += 1
            raise OSError(f"{key}: no route to the host for {len(data)} bytes")

    down = Down()
    _, report = _sent(down, *["x" * RECORD_BYTES_MAX] * 5)
    assert (down.asked, report.bodies_lost) == (1, 5)


def test_record_that_names_what_is_not_its_own_reads_nothing(tmp_path: Path) -> None:
    (tmp_path / MARK).write_text("test\n")
    store = FolderStore(tmp_path, "test")
    (sample,), _ = _sent(store, "x" * RECORD_BYTES_MAX)
    for other in (replace(sample, repository="rival/tiny"), replace(sample, subject="cd" * 16)):
        assert read_body(store, other) is None
    store.put("checkpoints/rival", b"{}")
    assert read_body(store, replace(sample, body_key="checkpoints/rival")) is None


def test_object_that_is_no_body_is_named(tmp_path: Path) -> None:
    (tmp_path / MARK).write_text("test\n")
    store = FolderStore(tmp_path, "test")
    (sample,), _ = _sent(store, "x" * RECORD_BYTES_MAX)
    store.put(sample.body_key, b'{"answer": 1}')
    with pytest.raises(ValueError, match="is no body of a sample"):
        read_body(store, sample)


def test_keys_say_the_organisation_the_user_and_the_day() -> None:
    key = sample_body_key(tenant_of("acme.mail/tiny"), "", "s", AT_MS)
    assert key == "drift-bodies/acme/none/20000/s"
    assert sample_body_ends_ms(key) == 20_001 * DAY_MS
    assert sample_body_ends_ms("drift-bodies/acme/none/s") is None
