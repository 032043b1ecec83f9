"""The log of a deciding service: one shape for all, each with the union of its own facts.

schemas/<service>-log.yaml lists under `facts` the topics whose records are its facts, and has no `imports`;
`make schemas` writes the .avsc from that. A record holds what one transaction decided and how far
every input was read for it: log and inputs together can be decided again, and the log alone can be folded.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final, cast

from muster.events.wire.datum import Table, read_branch, write_branch
from muster.events.wire.envelope import Topic
from muster.events.wire.record import record

NAMESPACE: Final = "muster.deciding_log"


@record
class InputPosition:
    """How far one partition of an input was read.

    Attributes:
        topic: Topic.
        partition: Partition.
        next_offset: The first offset that is not part of this batch or an earlier one.
    """

    topic: str
    partition: int
    next_offset: int


@record
class RecordedFact:
    """One fact as it was decided; its seq is the batch's seq_first plus its index.

    Attributes:
        event_id: Of its envelope.
        key: What it is about; its Kafka key.
        tenant: The tenant it belongs to; empty: no tenant.
        cause: event_id of the input it follows from; None when it follows from time or the log's start.
        correlation_id: Of its envelope.
        sender: Judged sender of the command it follows from, as TENANT/USER; empty: none. None: not recorded.
        payload: What happened.
    """

    event_id: str
    key: str
    tenant: str
    cause: str | None
    correlation_id: str
    sender: str | None = None
    payload: Any


@record
class RefusalReason:
    """One thing for which an input was turned away.

    Attributes:
        field: Path of the field, or the header.
        value: What was given, shortened.
        allowed: What is allowed.
    """

    field: str
    value: str
    allowed: str


@record
class RefusedInput:
    """An input whose sender may not send it: it was turned away before the core saw it (ADR 55).

    Attributes:
        topic: Topic.
        partition: Partition.
        offset: Offset.
        tenant: The tenant that its token proves; empty: none.
        reasons: What is wrong.
    """

    topic: str
    partition: int
    offset: int
    tenant: str
    reasons: tuple[RefusalReason, ...]


@record
class DecidedBatch:
    """Inputs taken together and the facts that followed; one Kafka transaction.

    Attributes:
        cell: Cell.
        epoch: Leader's epoch; never falls.
        number: Batch number, from 0 without a gap.
        at_ms: Time of the decisions, milliseconds since 1970 UTC; never falls.
        seq_first: seq of the first fact; facts are numbered from 0 without a gap.
        elected: Leader's id in the first batch of an epoch, else None.
        positions: Every input partition, by topic and partition.
        facts: In the order in which they were decided.
        refused: Inputs of this batch that were turned away, in the order in which they were taken.
        decisions_version: Version of the rules that decided; another may decide otherwise. 0: not recorded.
    """

    AVRO_NAME: ClassVar[str] = f"{NAMESPACE}.DecidedBatch"
    FACTS: ClassVar[Table] = {}

    cell: str
    epoch: int
    number: int
    at_ms: int
    seq_first: int
    elected: str | None
    positions: tuple[InputPosition, ...]
    facts: tuple[RecordedFact, ...]
    refused: tuple[RefusedInput, ...] = ()
    decisions_version: int = 0

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "cell": self.cell,
            "epoch": self.epoch,
            "number": self.number,
            "at_ms": self.at_ms,
            "seq_first": self.seq_first,
            "elected": self.elected,
            "positions": [
                {"topic": p.topic, "partition": p.partition, "next_offset": p.next_offset}
                for p in self.positions
            ],
            "facts": [
                {
                    "event_id": f.event_id,
                    "key": f.key,
                    "tenant": f.tenant,
                    "cause": f.cause,
                    "correlation_id": f.correlation_id,
                    "sender": f.sender,
                    "payload": write_branch(f.payload),
                }
                for f in self.facts
            ],
            "refused": [
                {
                    "topic": each.topic,
                    "partition": each.partition,
                    "offset": each.offset,
                    "tenant": each.tenant,
                    "reasons": [
                        {"field": r.field, "value": r.value, "allowed": r.allowed} for r in each.reasons
                    ],
                }
                for each in self.refused
            ],
            "decisions_version": self.decisions_version,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> DecidedBatch:
        """The inverse; the facts are those of the topic that `cls` was made for."""
        return DecidedBatch(
            cell=d["cell"],
            epoch=d["epoch"],
            number=d["number"],
            at_ms=d["at_ms"],
            seq_first=d["seq_first"],
            elected=d["elected"],
            positions=tuple(InputPosition(**p) for p in d["positions"]),
            facts=tuple(_fact(cls.FACTS, f) for f in d["facts"]),
            refused=tuple(_refused(each) for each in d.get("refused", [])),
            decisions_version=d.get("decisions_version", 0),
        )


def payloads_of(facts: Table) -> Table:
    """The payloads of a log's envelope: a batch of these facts."""
    reader = type("DecidedBatch", (DecidedBatch,), {"__slots__": (), "FACTS": facts})
    return {DecidedBatch.AVRO_NAME: reader, "DecidedBatch": reader}


def schema_of(envelope: Mapping[str, Any], doc: str, facts: Sequence[Any]) -> dict[str, Any]:
    """The Avro schema of a log's envelope.

    Args:
        envelope: The schema of any envelope: its fields other than the payload are copied.
        doc: The log's description.
        facts: Branches of the union: records, or the full names of records.
    """
    fields = [f for f in envelope["fields"] if f["name"] != "payload"]
    batch = _record("DecidedBatch", _summary(DecidedBatch), _batch_fields(facts))
    payload = {"name": "payload", "type": [batch], "doc": "What was decided."}
    return {
        "type": "record",
        "name": "Envelope",
        "namespace": NAMESPACE,
        "doc": doc,
        "fields": [*fields, payload],
    }


def log_topic(name: str, *, owner: str, facts: Sequence[Topic]) -> Topic:
    """A deciding service's log without a file in schemas/: for services that live in tests."""
    branches = [branch for topic in facts for branch in _payload_union(topic)]
    schema = schema_of(json.loads(facts[0].schema), f"Batches of {owner}.", _each_defined_once(branches))
    table = {name: record for topic in facts for name, record in topic.payloads.items()}
    return replace(
        facts[0],
        name=name,
        owner=owner,
        key="cell",
        partitions=1,
        retention_ms=-1,
        cleanup="delete",
        compatibility="BACKWARD_TRANSITIVE",
        schema=json.dumps(schema),
        payloads=payloads_of(table),
    )


def _fact(facts: Table, d: Mapping[str, Any]) -> RecordedFact:
    return RecordedFact(
        event_id=d["event_id"],
        key=d["key"],
        tenant=d["tenant"],
        cause=d["cause"],
        correlation_id=d["correlation_id"],
        sender=d.get("sender"),
        payload=read_branch(facts, d["payload"]),
    )


def _refused(d: Mapping[str, Any]) -> RefusedInput:
    reasons = tuple(RefusalReason(**reason) for reason in d["reasons"])
    return RefusedInput(
        topic=d["topic"], partition=d["partition"], offset=d["offset"], tenant=d["tenant"], reasons=reasons
    )


def _batch_fields(facts: Sequence[Any]) -> list[dict[str, Any]]:
    position = _record(
        "InputPosition", _summary(InputPosition), _fields(InputPosition, ("string", "int", "long"))
    )
    of_fact = _fields(
        RecordedFact,
        ("string", "string", "string", ["null", "string"], "string", ["null", "string"], list(facts)),
    )
    of_fact[-2]["default"] = None  # older logs do not have it
    fact = _record("RecordedFact", _summary(RecordedFact), of_fact)
    types = (
        "string",
        "long",
        "long",
        "long",
        "long",
        ["null", "string"],
        {"type": "array", "items": position},
        {"type": "array", "items": fact},
        {"type": "array", "items": _refused_input()},
        "int",
    )
    fields = _fields(DecidedBatch, types)
    fields[-2]["default"], fields[-1]["default"] = [], 0  # older logs do not have them
    return fields


def _refused_input() -> dict[str, Any]:
    reason = _record(
        "RefusalReason", _summary(RefusalReason), _fields(RefusalReason, ("string", "string", "string"))
    )
    types = ("string", "int", "long", "string", {"type": "array", "items": reason})
    return _record("RefusedInput", _summary(RefusedInput), _fields(RefusedInput, types))


def _fields(described: type[Any], types: Sequence[Any]) -> list[dict[str, Any]]:
    """The fields of a record; their docs are the attributes' in its docstring."""
    text = str(described.__doc__).split("Attributes:")[1]
    docs = [line.strip().split(": ", 1) for line in text.strip().splitlines()]
    return [{"name": name, "type": t, "doc": doc} for (name, doc), t in zip(docs, types, strict=True)]


def _summary(described: type[Any]) -> str:
    return str(described.__doc__).splitlines()[0]


def _record(name: str, doc: str, fields: list[dict[str, Any]]) -> dict[str, Any]:
    return {"type": "record", "name": name, "namespace": NAMESPACE, "doc": doc, "fields": fields}


def _payload_union(topic: Topic) -> list[Any]:
    schema = json.loads(topic.schema)
    return next(f["type"] for f in schema["fields"] if f["name"] == "payload")


def _each_defined_once(branches: Iterable[Any]) -> list[Any]:
    """Named types that several topics define are defined once, then referred to by name."""
    seen: set[str] = set()

    def once(schema: Any) -> Any:
        if isinstance(schema, list):
            return [once(each) for each in cast("list[Any]", schema)]
        if not isinstance(schema, dict):
            return schema
        node = cast("dict[str, Any]", schema)
        if node["type"] in ("record", "enum"):
            full = f"{node['namespace']}.{node['name']}"
            if full in seen:
                return full
            seen.add(full)
            fields = [{**f, "type": once(f["type"])} for f in node.get("fields", ())]
            return {**node, "fields": fields} if fields else node
        inner = "items" if node["type"] == "array" else "values"
        return {**node, inner: once(node[inner])}

    unique: list[Any] = []
    for branch in map(once, branches):
        if branch not in unique and not (isinstance(branch, str) and branch in _names(unique)):
            unique.append(branch)
    return unique


def _names(branches: Iterable[Any]) -> set[str]:
    return {f"{b['namespace']}.{b['name']}" for b in branches if isinstance(b, dict)}
