"""Content that older rules judged clean is scanned again with those of today, by the real engine."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest
from muster.events.registry_commands import FileAdded, FileKind
from muster.events.registry_events import CommitMade, StoredBytes
from muster.events.scan_commands import ActivateRules
from muster.events.scan_events import ScanCompleted, ScanVerdict
from muster.events.shared.work_orders import WorkerReported, WorkOrdered, WorkReported
from muster.scanner.core.decisions import DECIDER
from muster.scanner.core.orders import Outcome, Result, read_order, result_bytes
from muster.scanner.edge.reading.executing import Means, judged
from muster.scanner.edge.reading.judging import version
from muster.scanner.edge.reading.sources import Windowed
from muster.scanning.antivirus import OFF
from muster.scanning.own_rules import OwnRules
from muster.store import StoreSettings
from muster.tensors.sources import Memory
from muster.testkit.cores.deciding import given
from muster.testkit.hostile import evasions, other_formats

OPERATOR: Any = {"tenant": "acme", "requested_by": "ann", "reason": "release"}
MEANS = Means(
    store=StoreSettings(endpoint="http://127.0.0.1", access_key="-", secret_key="-"),
    postgres_dsn="",
    view="",
    memory_bytes=1 << 30,
    time_s=60,
)
TAR = other_formats.named_tar(b"cposix\nsystem\n(S'true'\ntR.")
PICTURE = b"GIF89a\1\0\x010\x8c\x05posix\x8c\x06system\x93(\x8c\x04truetR."
HARMLESS = b"a text\n"


def _commit(path: str, digest: str) -> CommitMade:
    return CommitMade(
        repository="acme/tiny",
        branch="main",
        commit="commit-1",
        parent="",
        request_digest="",
        title="",
        description="",
        root="0" * 64,
        files=(FileAdded(path=path, kind=FileKind.INLINE, hash=digest, size_bytes=9),),
        deleted=(),
        objects=(),
        card=None,
        at_ms=0,
        tenant="acme",
        requested_by="acme/ann",
        stored=StoredBytes(unique_bytes=0, reserved_bytes=0),
    )


def _read(order: WorkOrdered, result: Result) -> WorkReported:
    return WorkReported(
        work_id=order.work_id,
        attempt=order.attempt,
        worker_id="w",
        incarnation=1,
        died=False,
        result=result_bytes(result),
        reason="",
    )


@pytest.mark.parametrize(
    ("path", "content", "verdict"),
    [
        ("weights.tar", TAR, ScanVerdict.MALICIOUS),
        ("cover.gif", PICTURE, ScanVerdict.MALICIOUS),
        ("config.yaml", b"? _target_\n: torch.hub.load\n", ScanVerdict.MALICIOUS),
        ("layer.prototxt", evasions.CAFFE.encode(), ScanVerdict.MALICIOUS),
        ("notes.txt", HARMLESS, ScanVerdict.CLEAN),
    ],
)
def test_content_that_older_rules_judged_clean_is_judged_by_todays(
    path: str, content: bytes, verdict: ScanVerdict
) -> None:
    digest = sha256(content).hexdigest()
    worker = WorkerReported(worker_id="w", incarnation=1, slots=4)
    story = given(DECIDER).when(worker, _commit(path, digest))

    def of(kind: type[Any]) -> list[Any]:
        return [each for each in story.decided if isinstance(each, kind)]

    older = Result(outcome=Outcome.READ, verdict=ScanVerdict.CLEAN, rules_version="7")
    story.when(*(_read(order, older) for order in of(WorkOrdered)))
    assert [each.verdict for each in of(ScanCompleted)] == [ScanVerdict.CLEAN]

    today = version(OwnRules(), OFF)
    assert today == "10"
    story.when(ActivateRules(rules_version=today, **OPERATOR))
    [order] = of(WorkOrdered)
    assert order.work_id == f"inline/{digest}"
    result = judged(MEANS, read_order(order.body), Windowed(Memory(content)))
    story.when(_read(order, replace(result, rules_version=today)))
    [completed] = of(ScanCompleted)
    assert (completed.verdict, completed.rules_version) == (verdict, "10")
