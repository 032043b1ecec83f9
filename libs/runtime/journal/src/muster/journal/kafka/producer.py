"""Single records: idempotent, acknowledged by all replicas."""

from __future__ import annotations

import logging
import threading
from concurrent.futures import Future

from confluent_kafka import KafkaError, KafkaException, Message, Producer
from muster.journal.errors import Unavailable
from muster.journal.journal import Outgoing
from muster.journal.kafka import failures
from muster.journal.kafka.records import partition_for, position_of, to_headers
from muster.journal.kafka.settings import KafkaSettings
from muster.journal.position import Position
from muster.journal.wire.codec import Codec
from muster.telemetry import tracing
from muster.terminal.words import counted

_log = logging.getLogger(__name__)
_POLL_S = 0.5
_LAST_ANSWERS_S = 1.0


class KafkaProducer:
    """A producer; safe to share between threads. A thread of its own completes the futures.

    After a fatal error an idempotent producer cannot be used again, so the thread replaces it.
    """

    def __init__(self, settings: KafkaSettings, codec: Codec, name: str) -> None:
        self._config = settings.producer(name)
        self._codec = codec
        self._name = name
        self._swap = threading.Lock()
        self._producer = Producer(self._config)
        self._fatal = threading.Event()
        self._closing = threading.Event()
        self._poller = threading.Thread(target=self._poll, name=f"producer-{name}", daemon=True)
        self._poller.start()

    def send(self, outgoing: Outgoing) -> Future[Position]:
        """Append; the future gets the position once the record is stored safely, or Unavailable.

        Raises:
            Unencodable, RecordTooLarge: nothing was sent.
        """
        value = self._codec.encode(outgoing.topic, outgoing.envelope)
        answer: Future[Position] = Future()
        answer.set_running_or_notify_cancel()

        def delivered(error: KafkaError | None, message: Message) -> None:
            if error is None:
                answer.set_result(position_of(message))
                return
            if failures.is_fenced(error):
                self._fatal.set()
            answer.set_exception(Unavailable(f"{outgoing.topic.name}: {error.name()}: {error.str()}"))

        try:
            with self._swap:
                self._producer.produce(
                    outgoing.topic.name,
                    value,
                    outgoing.envelope.key.encode(),
                    partition_for(outgoing),
                    headers=to_headers(outgoing, tracing.inject()),
                    on_delivery=delivered,
                )
        except BufferError:
            answer.set_exception(Unavailable(f"{self._name}: the send queue is full"))
        except KafkaException as error:
            reason = failures.reason(error)
            if failures.is_fenced(reason):
                self._fatal.set()
            answer.set_exception(Unavailable(f"{outgoing.topic.name}: {reason.name()}: {reason.str()}"))
        return answer

    def flush(self, timeout_s: float) -> None:
        """Wait until every record sent is answered.

        Raises:
            Unavailable: a record is not answered in time.
        """
        left = self._producer.flush(timeout_s)
        if left:
            raise Unavailable(f"{self._name}: {counted(left, 'record')} not acknowledged after {timeout_s} s")

    def close(self) -> None:
        """Flush and release connections."""
        self._closing.set()
        self._poller.join()
        self.flush(int(self._config["delivery.timeout.ms"]) / 1000 + _LAST_ANSWERS_S)
        self._producer.close()

    def _poll(self) -> None:
        while not self._closing.is_set():
            self._producer.poll(_POLL_S)
            if self._fatal.is_set():
                self._replace()

    def _replace(self) -> None:
        _log.warning("producer %s met a fatal error; replacing it", self._name)
        with self._swap:
            broken, self._producer = self._producer, Producer(self._config)
        self._fatal.clear()
        broken.purge()
        broken.flush(_LAST_ANSWERS_S)
        broken.close()
