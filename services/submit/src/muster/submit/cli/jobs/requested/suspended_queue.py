"""Suspend or resume a queue: control whether its jobs, and those of the queues below it, may start."""

from __future__ import annotations

from typing import Literal

from muster.client.cli import connect
from muster.client.cli.receipts import SETTLED_WITHIN_S
from muster.client.errors import Unauthorized
from muster.terminal.messages import say


def ask(verb: Literal["suspend", "resume"], name: str, reason: str) -> None:
    """Stop a queue's jobs from starting, or let them start again.

    A queue that all tenants share is left unchanged, with a message.

    Raises:
        MusterError: the queue does not exist, or the scheduler does not answer.
    """
    if verb == "suspend":
        _change(name, reason)
    elif connect.client().queue(name).suspended is not None:
        _change(name, None)


def _change(name: str, suspended: str | None) -> None:
    client = connect.client()
    try:
        receipt = client.change_queue(name, {"suspended": suspended})
        client.settled(receipt.command_id, wait_s=SETTLED_WITHIN_S)
    except Unauthorized as error:
        say(f"queue {name} itself is unchanged: {error.message}")
        return
    say(f"queue {name}: {'resumed' if suspended is None else 'suspended'}")
