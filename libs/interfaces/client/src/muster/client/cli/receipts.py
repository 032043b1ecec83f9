"""Outcomes of requests, once a service has decided."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final

from muster.client.errors import MusterError
from muster.terminal import output
from muster.terminal.messages import failed, next_command, say
from muster.terminal.output import Format, Json

if TYPE_CHECKING:
    from muster.client.resources import Receipt
    from muster.client.sync.client import Client

SETTLED_WITHIN_S: Final = 10


def report(
    client: Client,
    receipt: Receipt,
    done: str,
    *,
    how: Format,
    name: str,
    now: Callable[[], Json] | None = None,
    changes: Callable[[], Any] = list,
    next: str = "",
) -> None:
    """Wait for the scheduler's decision, then print a message or the new state.

    Args:
        client: Client of the scheduler.
        receipt: Receipt of the request.
        done: Message if the request succeeds.
        how: Output format.
        name: Name of the object, for -o name.
        now: Reads the object's new state; None if it no longer exists.
        changes: Reads the changes, one line each.
        next: Command to suggest next.

    Raises:
        MusterError: the scheduler rejected the request.
    """
    outcome = client.settled(receipt.command_id, wait_s=SETTLED_WITHIN_S)
    if not how.for_people:
        output.show_one(now() if now else {"name": name, "outcome": outcome}, name, how)
        return
    pending = outcome == "pending"
    say(f"the scheduler has not decided yet; command {receipt.command_id}" if pending else done)
    for change in changes():
        output.write(f"{change}\n")
    if next:
        next_command(next)


def settle_all(client: Client, requests: Iterable[Callable[[], Receipt]]) -> tuple[int, int]:
    """Send several requests, then wait for all decisions; print each refusal and continue.

    Args:
        client: Client of the scheduler.
        requests: Send one request each.

    Returns:
        The number of requests that were not refused, and the exit code of the first refusal, or 0.
    """
    receipts: list[Receipt] = []
    refusals: list[MusterError] = []
    for request in requests:
        try:
            receipts.append(request())
        except MusterError as error:
            refusals.append(error)
            failed(error)
    done = 0
    for receipt in receipts:
        try:
            client.settled(receipt.command_id, wait_s=SETTLED_WITHIN_S)
            done += 1
        except MusterError as error:
            refusals.append(error)
            failed(error)
    return done, refusals[0].exit_code if refusals else 0


def tell(outcome: str, done: str, following: str, name: str, how: Format, *, by: str) -> None:
    """Report a service's decision, as a message or as data.

    Args:
        outcome: Outcome returned by the service.
        done: Message if the request succeeded.
        following: Command to suggest next.
        name: Name of the object.
        how: Output format.
        by: The service, as people call it.
    """
    if not how.for_people:
        output.show_one({"name": name, "outcome": outcome}, name, how)
        return
    say(done if outcome != "pending" else f"{by} has not decided yet")
    next_command(following)
