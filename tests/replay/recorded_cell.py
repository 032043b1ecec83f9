"""A deciding service on the memory journal: led through a history, written to a file, read from one.

A file holds the records of the log and of the inputs as they were encoded, with their schemas, so a log of
any earlier version is what that version wrote, byte for byte.
"""

from __future__ import annotations

import base64
import gzip
import json
import struct
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path
from typing import Any, Final, TypeVar

from muster.alerts.edge.roles import DECIDING as ALERTS
from muster.deciding import DecidingRole, DecidingService, MemoryStore, Snapshots
from muster.events.shared.watermarks import Watermark
from muster.events.topics import JOB_EVENTS, TOPICS
from muster.events.wire.deciding_log import DecidedBatch
from muster.events.wire.envelope import Envelope, Topic, envelope_from_datum
from muster.identity import AuthSettings, SenderCheck, Verifier
from muster.identity.devkeys import AUDIENCE, ISSUER, ensure_keys, mint
from muster.identity.principal import ROLES
from muster.journal import ManualClock, MemoryJournal, Outgoing, SharedLease, Step
from muster.metering.edge.roles import DECIDING as METERING
from muster.preemption.edge.follower import Follower
from muster.preemption.edge.roles import deciding
from muster.registry.edge.roles import DECIDING as REGISTRY
from muster.scanner.edge.roles import DECIDING as SCANNER
from muster.testkit.simulation import MemoryObjects

T = TypeVar("T")

CELL: Final = "c"
START_MS: Final = 1_795_233_600_000
SERVICES: Final = ("alerts", "metering", "preemption", "registry", "scanner")

_DECIDING: Final = {each.name: each for each in (ALERTS, METERING, REGISTRY, SCANNER)}
_EXAMPLES: Final = Path(__file__).resolve().parents[2] / "schemas" / "examples"
_TOPICS: Final = {topic.name: topic for topic in TOPICS}
_HEADER: Final = struct.Struct(">bI")
_SILENCE_MS: Final = 20_000
_STEPS_MAX: Final = 2_000


class RecordedCell:
    """One service, its topics and a leader; time begins at START_MS.

    Args:
        name: Name of the service.
        now_ms: Time when it begins.

    Attributes:
        service: The service.
        clock: Time.
        journal: The log and its inputs.
        objects: Holds the snapshots.
        job_seq: seq of the newest fact on job-events; -1: there is none.
    """

    def __init__(self, name: str, now_ms: int = START_MS) -> None:
        self.clock = ManualClock(now_ms)
        self.journal = MemoryJournal(TOPICS, clock=self.clock)
        self.objects = MemoryObjects()
        self.service = self.deciding(name)
        self._home = Path(tempfile.mkdtemp(prefix="recorded-"))
        self._sent: Counter[str] = Counter()
        self.job_seq = -1
        self._leader: DecidingRole | None = None

    def deciding(self, name: str) -> DecidingService:
        """The service as its processes declare it."""
        if name != "preemption":
            return _DECIDING[name]
        return deciding(Follower(self.journal, threading.Event(), self.clock).world_as_of)

    def ask(
        self, topic: str, record: str, *, event_id: str = "", stranger: bool = False, **changes: Any
    ) -> None:
        """Send the example of a command with these fields; its sender shows a token, but for a stranger."""
        payload = self._example(topic, record, changes)
        command = self._envelope(topic, record, payload, event_id)
        self._send(_TOPICS[topic], command, "" if stranger else self._token(payload))

    def tell(self, topic: str, record: str, *, at_ms: int | None = None, **changes: Any) -> None:
        """Another service's fact: its example with these fields."""
        self.tell_payload(topic, self._envelope(topic, record, self._example(topic, record, changes)), at_ms)

    def tell_payload(self, topic: str, envelope: Envelope[Any], at_ms: int | None = None) -> None:
        """Append another service's fact, to job-events in their one order."""
        seq = None
        if topic == JOB_EVENTS.name:
            self.job_seq += 1
            seq = self.job_seq
        self._send(_TOPICS[topic], _stamped(envelope, at_ms or self.clock.now_ms(), seq))

    def facts(self, *payloads: Any, minutes_ago: int = 0) -> None:
        """Facts of the scheduler, and watermarks behind them."""
        at_ms = self.clock.now_ms() - minutes_ago * 60_000
        for payload in payloads:
            key = str(getattr(payload, "job_id", "") or getattr(payload, "node_id", "") or "queue")
            self.tell_payload(JOB_EVENTS.name, self._enveloped(JOB_EVENTS.name, key, payload), at_ms)
        mark = Watermark(seq=self.job_seq, at_ms=at_ms)
        for partition in range(JOB_EVENTS.partitions):
            envelope = self._enveloped(JOB_EVENTS.name, CELL, mark)
            self._send(JOB_EVENTS, _stamped(envelope, at_ms, None), partition=partition)

    def settle(self, after_ms: int = 1_000) -> None:
        """Let time pass, then decide all that is there and due."""
        self.clock.advance(after_ms)
        if self._leader is None:
            self.lead("one")
        assert self._leader is not None
        quiet = 0
        for _ in range(_STEPS_MAX):
            quiet = quiet + 1 if self._leader.leader.advance(0) is Step.LED else 0
            if quiet == 3:
                return
            self.clock.advance(max(self.service.gather_ms, 1))
        raise AssertionError("there is always more to decide")

    def lead(self, process_id: str, service: DecidingService | None = None) -> None:
        """Have another process lead, and decide as this service does."""
        self.service = service or self.service
        auth = AuthSettings(jwks_file=ensure_keys(self._home).jwks_file, issuer=ISSUER, audience=AUDIENCE)
        self._leader = DecidingRole(
            self.service,
            cell=CELL,
            journal=self.journal,
            store=MemoryStore(),
            snapshots=self.snapshots(),
            lease=SharedLease(self.journal.producer(process_id), process_id=process_id, clock=self.clock),
            process_id=process_id,
            stop=threading.Event(),
            clock=self.clock,
            chance=lambda: 0.0,
            judge=SenderCheck(Verifier(auth, clock=self.clock), self.service.scopes).refusal,
        )
        self.clock.advance(_SILENCE_MS)  # the leader before is silent
        self._leader.leader.advance(0)
        self.clock.advance(_SILENCE_MS)
        for _ in range(_STEPS_MAX):
            if self._leader.leader.advance(0) is Step.LED:
                return
        raise AssertionError("nobody leads")

    def stop(self) -> None:
        """Stop the leader cleanly: it leaves a snapshot."""
        assert self._leader is not None
        self._leader.machine.keep(5)
        self._leader = None

    def snapshots(self) -> Snapshots:
        """The snapshots of the service; what is saved is saved at once."""
        return Snapshots(self.objects, self.service.name, CELL, _at_once)

    def published(self, topic: Topic, record: type[T]) -> list[T]:
        """The records of this type on a topic."""
        with closing(self.journal.reader([topic], name="t")) as reader:
            read = [delivery.envelope.payload for delivery in reader.read_to_end()]
        return [payload for payload in read if isinstance(payload, record)]

    def batches(self) -> list[DecidedBatch]:
        """The log."""
        return self.published(self.service.log, DecidedBatch)

    def dump(self) -> bytes:
        """The file."""
        partitions: dict[str, list[tuple[str, str]]] = {}
        schemas: dict[int, str | None] = {}
        for topic in (self.service.log, *self.service.inputs):
            for number in range(topic.partitions):
                records: list[tuple[str, str]] = []
                offset, end = 0, self.journal.log.bounds((topic.name, number))[1]
                while offset < end and (found := self.journal.log.read((topic.name, number), offset)):
                    offset, stored = found[0] + 1, found[1]
                    assert stored.value is not None
                    _, schema_id = _HEADER.unpack_from(stored.value)
                    schemas[schema_id] = self.journal.registry.schema_of(schema_id)
                    records.append((_text(stored.key or b""), _text(stored.value)))
                if records:
                    partitions[f"{topic.name}/{number}"] = records
        recorded = {"now_ms": self.clock.now_ms(), "schemas": schemas, "partitions": partitions}
        return gzip.compress(json.dumps(recorded, sort_keys=True).encode(), 9, mtime=0)

    @classmethod
    def load(cls, name: str, file: bytes) -> RecordedCell:
        """The inverse; nobody leads."""
        recorded = json.loads(gzip.decompress(file))
        cell = cls(name, recorded["now_ms"])
        registry = cell.journal.registry
        texts = {int(written): text for written, text in recorded["schemas"].items()}
        for place, records in recorded["partitions"].items():
            topic, _, number = place.rpartition("/")
            for key, value in records:
                data = base64.b64decode(value)
                magic, schema_id = _HEADER.unpack_from(data)
                header = _HEADER.pack(magic, registry.register(_TOPICS[topic], texts[schema_id]))
                cell.journal.log.append(
                    topic, int(number), base64.b64decode(key), header + data[_HEADER.size :]
                )
        cell._sent["recorded"] = 1_000_000
        return cell

    def _example(self, topic: str, record: str, changes: Mapping[str, Any]) -> dict[str, Any]:
        envelope = json.loads((_EXAMPLES / topic / f"{record}.json").read_text())
        return envelope["payload"] | changes

    def _envelope(
        self, topic: str, record: str, payload: Mapping[str, Any], event_id: str = ""
    ) -> Envelope[Any]:
        written = json.loads((_EXAMPLES / topic / f"{record}.json").read_text())
        envelope = envelope_from_datum(_TOPICS[topic], {**written, "payload": payload})
        key = str(payload.get("repository") or payload.get("job_id") or payload.get("object") or envelope.key)
        return self._enveloped(topic, key, envelope.payload, event_id)

    def _enveloped(self, topic: str, key: str, payload: Any, event_id: str = "") -> Envelope[Any]:
        self._sent[topic] += 1
        event_id = event_id or f"{topic}-{self._sent['recorded'] + self._sent[topic]}"
        return Envelope(
            event_id=event_id,
            key=key,
            occurred_at_ms=self.clock.now_ms(),
            producer="recorded",
            correlation_id=f"c-{event_id}",
            tenant=getattr(payload, "tenant", None) or None,
            payload=payload,
        )

    def _send(
        self, topic: Topic, envelope: Envelope[Any], authorization: str = "", partition: int | None = None
    ) -> None:
        with closing(self.journal.producer("recorded")) as producer:
            producer.send(
                Outgoing(topic, envelope, partition=partition, authorization=authorization)
            ).result()

    def _token(self, payload: Mapping[str, Any]) -> str:
        """Token of the sender that the command names."""
        token = mint(
            self._home,
            subject=payload["requested_by"],
            tenant=payload.get("tenant", "acme"),
            roles=ROLES,
            teams=payload.get("teams", ()),
            ttl_s=3_600,
            clock=self.clock,
        )
        return f"Bearer {token}"


def _stamped(envelope: Envelope[Any], at_ms: int, seq: int | None) -> Envelope[Any]:
    return Envelope(
        event_id=envelope.event_id,
        key=envelope.key,
        occurred_at_ms=at_ms,
        producer=envelope.producer,
        correlation_id=envelope.correlation_id,
        seq=seq,
        index=None if seq is None else 0,
        tenant=envelope.tenant,
        payload=envelope.payload,
    )


def _at_once(work: Callable[[], None]) -> Future[None]:
    done: Future[None] = Future()
    done.set_result(work())
    return done


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()
