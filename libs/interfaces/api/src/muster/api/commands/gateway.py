"""Waiting for commands to be decided and for reads to catch up; mapping of outcomes to HTTP.

A command is decided by its topic's one reader, later. Its outcome is known here once the facts that answer it
have reached the projection, which is what callers wait for.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from fastapi.responses import JSONResponse, Response
from muster.api.commands.answers import Decided, Receipt
from muster.api.commands.log import CommandLog, asker
from muster.api.problems import Problem, invalid_request, not_found, unavailable
from muster.api.rate_limit import RateLimit
from muster.events.shared.command_answers import RejectionCode, Violation
from muster.events.wire.envelope import Envelope, Topic
from muster.events.wire.stamp import Asker, stamped
from muster.identity import Principal
from muster.journal import Position
from muster.views.commands import CommandOutcome, CommandRow
from muster.views.reading.tables import Tables
from muster.views.view import Unavailable

T = TypeVar("T")
R = TypeVar("R", bound=Mapping[str, Any])

AFTER_S: Final = 10.0
"""How long a read waits until the projection is recent enough."""
UNKNOWN_S: Final = 2.0
"""How long a read retries for something that may have just been created before it answers 404."""
PRECHECK_S: Final = 1.0
"""How long a command waits for an optional check that the decider repeats anyway."""

STATUS: Final = {
    RejectionCode.INVALID: 422,
    RejectionCode.ALREADY_EXISTS: 409,
    RejectionCode.NOT_FOUND: 404,
    RejectionCode.WRONG_STATE: 409,
    RejectionCode.IMPOSSIBLE_REQUEST: 422,
    RejectionCode.UNKNOWN_QUEUE: 422,
    RejectionCode.QUEUE_NOT_EMPTY: 409,
    RejectionCode.FORBIDDEN: 403,
    RejectionCode.QUOTA_EXCEEDED: 409,
    RejectionCode.BAD_TREE: 422,
}
"""HTTP status of each rejection code."""

AsWritten = Callable[[str, RejectionCode, Violation], Violation | None]
"""Translates a violation into the fields and units that the caller wrote, by command; None: unchanged."""


def as_it_is(command: str, code: RejectionCode, violation: Violation) -> Violation | None:
    """Leave a violation unchanged: an AsWritten for commands with the same fields as the request."""
    del command, code, violation
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandGateway:
    """Appends commands to the log and answers with their outcome.

    Attributes:
        log: Appends the commands.
        limit: Limits the commands of each tenant.
        tables: The projection that holds the outcomes.
        facts: The topic whose positions reads can wait for.
        decider: The deciding service's name in messages: "scheduler".
        as_written: Translates violations into the caller's fields and units.
    """

    log: CommandLog
    limit: RateLimit
    tables: Tables
    facts: Topic
    decider: str
    as_written: AsWritten = as_it_is

    async def send(self, caller: Principal, command: object, key: str, wait_s: float) -> Response:
        """Stamp a command and append it to the topic that has its record; answer as `ask` does.

        Args:
            caller: Sender of the command.
            command: A record of one of the command topics.
            key: The Kafka key.
            wait_s: Longest wait for its outcome, seconds.

        Raises:
            Problem: As for `ask`.
            LookupError: No command topic has such a record.
        """
        for topic in self.log.topics:
            if type(command) in topic.payloads.values():
                return await self.ask(caller, topic, stamped(command, key, self.log.stamp()), wait_s)
        topics = ", ".join(topic.name for topic in self.log.topics)
        raise LookupError(f"command is a {type(command).__name__}; must be a record of {topics}")

    async def own(
        self, caller: Principal, kind: type[R], table: str, key: Mapping[str, Any], missing: Problem
    ) -> R:
        """Read one row that belongs to the caller's tenant.

        Args:
            caller: Reader of the row.
            kind: A TypedDict whose fields are columns of the table.
            table: Name of a table with a column `tenant`.
            key: Values by column; with the tenant they are unique.
            missing: Problem to raise if there is no such row.

        Raises:
            Problem: `missing`.
        """
        found = await self.tables.keyed(kind, table, {**key, "tenant": caller.tenant})
        if found is None:
            raise missing
        return found

    async def ask(self, caller: Principal, topic: Topic, command: Envelope[Any], wait_s: float) -> Response:
        """Append a command: 202 when it is on the log; 200 when it was carried out within `wait_s` seconds.

        Raises:
            Problem: The command was rejected; 429 the tenant has sent too many; 503 when the log does not
                answer.
        """
        receipt = await self.append(caller, topic, command)
        row = await self.settled(asker(caller), command.event_id, wait_s)
        if row is None:
            return JSONResponse(receipt, 202)
        decided: Decided = {**receipt, "outcome": CommandOutcome(row.outcome or "")}
        return JSONResponse(decided, 200)

    async def append(
        self, caller: Principal, topic: Topic, command: Envelope[Any], *, admitted: bool = False
    ) -> Receipt:
        """Put a command on the log; see CommandLog.append.

        Args:
            caller: Sender of the command.
            topic: Topic to append to.
            command: The command.
            admitted: Whether it was counted already, with others of the same request.

        Raises:
            Problem: 429 the tenant has sent too many; and what CommandLog.append raises.
        """
        if not admitted:
            self.limit.admit(caller.tenant)
        position = await self.log.append(caller, topic, command)
        return {"command_id": command.event_id, "position": str(position)}

    async def settled(self, caller: Asker, command_id: str, wait_s: float) -> CommandRow | None:
        """Return the outcome of a command; None when it is not known within `wait_s` seconds.

        Raises:
            Problem: The command was rejected.
        """
        if wait_s <= 0:
            return None
        row = await self.tables.wait_for_command(caller, command_id, wait_s)
        problem = self.problem_of(row) if row else None
        if problem is not None:
            raise problem
        return row

    async def outcome(self, caller: Asker, command_id: str, wait_s: float) -> CommandRow:
        """Return a command's row, after waiting up to `wait_s` seconds for its outcome.

        A command that was just sent may be on the log but not in the projection yet. So an unknown command
        gets 404 only when the projection has every command that is on the log now.

        Raises:
            Problem: 404 when the log has no such command of this tenant and no fact answers one; 503 when
                this is not known within UNKNOWN_S (projection behind the log, or no answer from the log).
        """
        found = await self.tables.wait_for_command(caller, command_id, wait_s)
        found = found or await self.tables.command(caller, command_id)
        if found is None:
            if not await self.knows_all(self.log.topics):
                raise unavailable("the projection is behind the log, so it may not know the command yet")
            found = await self.tables.command(caller, command_id)
        if found is None:
            raise not_found("command", command_id)
        return found

    async def knows_all(self, topics: Sequence[Topic]) -> bool:
        """Whether the projection has every record now on these topics; waits for UNKNOWN_S at most.

        Raises:
            Problem: 503 when the log does not answer.
        """
        newest = await self.log.newest(topics)
        return all(await asyncio.gather(*(self.tables.wait_for(position, UNKNOWN_S) for position in newest)))

    async def find_soon(self, look: Callable[[], Awaitable[T | None]]) -> T | None:
        """Return the result of `look`, retried after every change for UNKNOWN_S; None: no result by then."""
        deadline_ms = self.log.clock.monotonic_ms() + int(UNKNOWN_S * 1000)
        async with aclosing(self.tables.changes()) as changes:
            async for _ in changes:
                found = await look()
                if found is not None or self.log.clock.monotonic_ms() >= deadline_ms:
                    return found
        return None

    async def until_not_older(self, caller: Asker, after: str | None) -> None:
        """Return once reads include the command or position that `after` names.

        Raises:
            Problem: 422 when `after` is neither; 503 when the projection is still behind it.
        """
        if after is None:
            return
        if after.startswith("cmd-"):
            known = await self.tables.wait_for_command(caller, after, AFTER_S) is not None
        else:
            known = await self.tables.wait_for(self._position(after), AFTER_S)
        if not known:
            raise unavailable(f"the projection is still behind {after}")

    def _position(self, text: str) -> Position:
        try:
            position = Position.parse(text)
        except ValueError:
            position = None
        name, last = self.facts.name, self.facts.partitions - 1
        if position is None or position.topic != name or position.partition > last:
            allowed = (
                f"a command_id, or a position on {name}, partitions 0 to {last}, such as {name}/{last}/417"
            )
            raise invalid_request([Violation(field="after", value=text[:80], allowed=allowed)])
        return position

    def problem_of(self, row: CommandRow) -> Problem | None:
        """Return the problem of a rejected command; None: it was not rejected."""
        if row.outcome != CommandOutcome.REJECTED:
            return None
        return rejection(row, self.decider, self.as_written)


def rejection(row: CommandRow, decider: str, as_written: AsWritten) -> Problem:
    """Return the problem document (RFC 9457) for a rejected command."""
    refusal: dict[str, Any] = dict(row.problem or {})
    code = RejectionCode(refusal["code"])
    violations, detail = [Violation.from_datum(v) for v in refusal["violations"]], refusal["message"]
    translated = [as_written(refusal.get("command", ""), code, violation) for violation in violations]
    if any(translated):
        violations = [new or old for new, old in zip(translated, violations, strict=True)]
        detail = invalid_request(violations).detail
    return Problem(
        STATUS[code],
        (refusal.get("detail_code") or code.value).lower().replace("_", "-"),
        f"The {decider} rejected the command",
        detail,
        violations=violations,
        members={"command_id": row.command_id},
    )


async def answer_or_default(question: Awaitable[T], otherwise: T) -> T:
    """Return the answer if it arrives within PRECHECK_S, else `otherwise`; the decider checks again.

    A late query is cancelled and not waited for: a driver notifies the server, and a hanging server would
    delay the command by seconds.
    """
    asked = asyncio.ensure_future(question)
    asked.add_done_callback(_forget)
    try:
        await asyncio.wait({asked}, timeout=PRECHECK_S)
        return asked.result() if asked.done() else otherwise
    except Unavailable:
        return otherwise
    finally:
        asked.cancel()


def _forget(late: asyncio.Future[Any]) -> None:
    """Retrieve the exception of a late answer, so that asyncio does not report it as unhandled."""
    if not late.cancelled():
        late.exception()
