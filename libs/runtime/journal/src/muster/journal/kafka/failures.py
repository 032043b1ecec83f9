"""Translates librdkafka's errors into the journal's."""

from __future__ import annotations

from typing import Final

from confluent_kafka import KafkaError, KafkaException
from muster.journal.errors import JournalError, PositionLost, Unavailable, UnknownTopic

# After _FENCED every call fails with _FATAL, whose own fatal() is False (measured): both are tested by code.
_FENCED: Final = frozenset(
    {KafkaError._FENCED, KafkaError._FATAL, KafkaError.PRODUCER_FENCED, KafkaError.INVALID_PRODUCER_EPOCH}
)
_LOST: Final = frozenset(
    {KafkaError._AUTO_OFFSET_RESET, KafkaError._LOG_TRUNCATION, KafkaError.OFFSET_OUT_OF_RANGE}
)
_NO_TOPIC: Final = frozenset(
    {KafkaError._UNKNOWN_TOPIC, KafkaError._UNKNOWN_PARTITION, KafkaError.UNKNOWN_TOPIC_OR_PART}
)


def reason(error: KafkaException) -> KafkaError:
    """The error inside the exception."""
    inner = error.args[0]
    if not isinstance(inner, KafkaError):
        raise TypeError(f"KafkaException without a KafkaError: {error!r}") from error
    return inner


def is_fenced(error: KafkaError) -> bool:
    """Whether another producer has taken this transactional id, or this client has failed fatally."""
    return error.fatal() or error.code() in _FENCED


def of_reading(error: KafkaError, where: str) -> JournalError:
    """The journal's error for a consumer's error."""
    message = f"{where}: {error.name()}: {error.str()}"
    if error.code() in _LOST:
        return PositionLost(message)
    if error.code() in _NO_TOPIC:
        return UnknownTopic(message)
    return Unavailable(message)
