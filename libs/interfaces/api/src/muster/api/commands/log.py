"""Appending of commands to the log; a command is confirmed only once it is stored safely."""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Final

from muster.api.problems import Problem, unavailable
from muster.events.wire.envelope import Envelope, Topic
from muster.events.wire.stamp import Asker, Stamp
from muster.identity import Principal
from muster.journal import Clock, Journal, Outgoing, Position, Producer, RecordTooLarge, Start, Unavailable

APPEND_S: Final = 10.0
"""How long a request waits for the log; a restarting broker is back sooner."""


@dataclass(frozen=True, slots=True)
class CommandLog:
    """Appends commands to the log.

    Attributes:
        journal: The log.
        topics: The command topics of this service.
        producer: Producer of the journal.
        clock: Clock for occurred_at_ms.
        instance: Name of this process, for the envelope.
    """

    journal: Journal
    topics: Sequence[Topic]
    producer: Producer
    clock: Clock
    instance: str

    def stamp(self) -> Stamp:
        """Return the id and time of a new command."""
        return Stamp(command_id=minted("cmd"), now_ms=self.clock.now_ms(), producer=self.instance)

    async def append(self, caller: Principal, topic: Topic, command: Envelope[Any]) -> Position:
        """Append a command with its caller's token; return its position once every replica has it.

        The token is included because the topic's reader trusts no writer, this service included (ADR 55).

        Raises:
            Problem: 503 the log does not answer: the command may or may not be on it. 413 it is too large.
        """
        try:
            outgoing = Outgoing(topic, command, authorization=f"Bearer {caller.token}")
            sent = asyncio.wrap_future(self.producer.send(outgoing))
            return await asyncio.wait_for(sent, APPEND_S)
        except RecordTooLarge as error:
            raise Problem(413, "content-too-large", "Content too large", str(error)) from error
        except (Unavailable, TimeoutError) as error:
            raise unavailable(
                "the log does not answer, so the command may have been taken or not; "
                "with the same Idempotency-Key it is safe to send again",
                retry_after_s=5,
            ) from error

    async def newest(self, topics: Sequence[Topic]) -> Sequence[Position]:
        """Return the newest position of every non-empty partition of these topics.

        Raises:
            Problem: 503 the log does not answer.
        """
        try:
            return await asyncio.to_thread(self._newest, topics)
        except Unavailable as error:
            raise unavailable("the log does not answer") from error

    def _newest(self, topics: Sequence[Topic]) -> Sequence[Position]:
        reader = self.journal.reader(topics, start=Start.END, name="newest")
        with closing(reader):
            ends = reader.positions()
        return [Position(topic, partition, end - 1) for (topic, partition), end in ends.items() if end > 0]


def minted(kind: str) -> str:
    """Return a new id: 100 random bits, as text."""
    return f"{kind}-{drawn()}"


def drawn() -> str:
    """Return 100 random bits as 20 characters of a-z and 2-7."""
    return base64.b32encode(os.urandom(15)).decode().lower()[:20]


def asker(caller: Principal) -> Asker:
    """Return the caller as it is named in commands."""
    return Asker(tenant=caller.tenant, user=caller.subject)
