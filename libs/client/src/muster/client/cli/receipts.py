"""Outcome of a request, once a service has decided."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from muster.terminal import output
from muster.terminal.messages import next_command, say
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
    """Wait for the decision; say what was done, or print the thing as it is now.

    Args:
        client: whom to ask.
        receipt: of the request.
        done: what to say to people.
        how: for people or for programs.
        name: of the thing, for -o name.
        now: reads the thing as it is now; None: it is gone.
        changes: reads what is different from before, one line each.
        next: a command to try next.

    Raises:
        MusterError: the scheduler rejected it.
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


def tell(outcome: str, done: str, following: str, name: str, how: Format, *, by: str) -> None:
    """Say what a service has decided, or print it.

    Args:
        outcome: as the service answered.
        done: what to say to people.
        following: a command to try next.
        name: of the thing.
        how: for people or for programs.
        by: the service, as people call it.
    """
    if not how.for_people:
        output.show_one({"name": name, "outcome": outcome}, name, how)
        return
    say(done if outcome != "pending" else f"{by} has not decided yet")
    next_command(following)
