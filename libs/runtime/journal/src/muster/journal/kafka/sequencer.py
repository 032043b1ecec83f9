"""The sequencer of one transactional id: its writes to several topics appear all at once or not at all.

The protocol:
- `fence` bumps the producer epoch at the broker: every older holder of the id fails at its next commit.
- One open transaction at a time; no consumer offsets in it, which would cost 100 ms each.
- Any error except being fenced means "unknown": librdkafka lacks the newer transaction protocol (KIP-890,
  part 2), in which a late EndTxn cannot end a later transaction. The remedy is a new sequencer: fence, then
  read the log again.
- A connection that breaks while the transaction ends also means "unknown", even if the commit succeeds:
  librdkafka then sends EndTxn again on another connection, and the first copy may still arrive, in the middle
  of the next transaction, and tear it (measured on Kafka 4.3.1). Fencing raises the epoch, which refuses it.
"""

from __future__ import annotations

from collections.abc import Sequence

from confluent_kafka import KafkaException, Producer
from muster.journal.errors import CommitUnknown, Fenced, Unavailable
from muster.journal.failpoints import Failpoints
from muster.journal.journal import Outgoing
from muster.journal.kafka import failures
from muster.journal.kafka.client_log import Connections
from muster.journal.kafka.records import partition_for, to_headers
from muster.journal.kafka.settings import KafkaSettings
from muster.journal.wire.codec import Codec
from muster.telemetry import tracing

TRANSACTION_TIMEOUT_MS = 10_000


class KafkaSequencer:
    """The one writer of a transactional id; one thread at a time."""

    def __init__(
        self, settings: KafkaSettings, codec: Codec, transactional_id: str, failpoints: Failpoints
    ) -> None:
        self._id = transactional_id
        self._codec = codec
        self._timeout_s = TRANSACTION_TIMEOUT_MS / 1000
        self._connections = Connections()
        config = settings.sequencer(transactional_id, TRANSACTION_TIMEOUT_MS)
        self._producer = Producer({**config, "logger": self._connections})
        self._failpoints = failpoints
        self._usable = False

    def fence(self) -> None:
        """End every earlier sequencer of this id for ever.

        Raises:
            Fenced: another took over at the same time.
            Unavailable: the broker did not answer in time; make a new sequencer.
        """
        try:
            self._producer.init_transactions(self._timeout_s)
        except KafkaException as error:
            reason = failures.reason(error)
            if failures.is_fenced(reason):
                raise Fenced(f"{self._id}: {reason.str()}") from error
            raise Unavailable(f"{self._id}: fencing: {reason.str()}") from error
        self._usable = True

    def commit(self, batch: Sequence[Outgoing]) -> None:
        """Append all records or none; returns when all are in the log.

        Raises:
            Fenced: another took over. The process must end.
            CommitUnknown: the outcome is unknown; also without `fence`, or after an earlier unknown commit.
            Unencodable, RecordTooLarge: nothing was sent.
        """
        encoded = self._codec.encode_all(batch)
        current = tracing.inject()
        if not self._usable:
            raise CommitUnknown(f"{self._id}: not fenced, or the outcome of an earlier commit is unknown")
        self._usable = False
        try:
            self._failpoints.hit("before_begin")
            self._producer.begin_transaction()
            for outgoing, value in zip(batch, encoded, strict=True):
                self._producer.produce(
                    outgoing.topic.name,
                    value,
                    outgoing.envelope.key.encode(),
                    partition_for(outgoing),
                    headers=to_headers(outgoing, current),
                )
            self._failpoints.hit("before_commit")
            self._end()
            self._failpoints.hit("after_commit")
        except KafkaException as error:
            reason = failures.reason(error)
            if failures.is_fenced(reason):
                raise Fenced(f"{self._id}: {reason.str()}") from error
            raise CommitUnknown(f"{self._id}: {reason.name()}: {reason.str()}") from error
        except BufferError as error:
            raise CommitUnknown(f"{self._id}: {len(batch)} records do not fit the send queue") from error
        self._usable = True

    def _end(self) -> None:
        """Commit the written records, once."""
        if self._producer.flush(self._timeout_s):
            raise CommitUnknown(f"{self._id}: the broker did not take the records in {self._timeout_s:g} s")
        self._connections.broken = False
        self._producer.commit_transaction(self._timeout_s)
        self._producer.poll(0)  # passes on the lines logged meanwhile
        if self._connections.broken:
            raise CommitUnknown(f"{self._id}: the connection broke during the commit")

    def close(self) -> None:
        """Release connections, once; an open transaction is dropped, and the next `fence` ends it."""
        self._usable = False
        self._producer.purge(in_queue=True, in_flight=True, blocking=False)
        # Not Producer.close(): it aborts the transaction, which fails on a fenced producer.
        del self._producer
