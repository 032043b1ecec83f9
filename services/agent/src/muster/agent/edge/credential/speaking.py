"""SpeakingProducer: sends records with the node's token; without a token it sends nothing."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace

from muster.journal import Outgoing, Position, Producer, Unavailable


class SpeakingProducer:
    """A producer that attaches its authorization to each record.

    Args:
        producer: Sends the records.
        authorization: Returns the authorization, "Bearer TOKEN"; None: there is no valid token now.
    """

    def __init__(self, producer: Producer, authorization: Callable[[], str | None]) -> None:
        self._producer = producer
        self._authorization = authorization

    def send(self, outgoing: Outgoing) -> Future[Position]:
        """See Producer.send; Unavailable without a valid token: a report without one would be lost."""
        shown = self._authorization()
        if shown is None:
            unsent: Future[Position] = Future()
            unsent.set_exception(Unavailable("the node has no valid token yet"))
            return unsent
        return self._producer.send(replace(outgoing, authorization=shown))

    def flush(self, timeout_s: float) -> None:
        """See Producer.flush."""
        self._producer.flush(timeout_s)

    def close(self) -> None:
        """See Producer.close."""
        self._producer.close()
