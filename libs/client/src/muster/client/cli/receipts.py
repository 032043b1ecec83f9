"""What became of a request about a queue or the policy, said once the scheduler has decided."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from muster.client.cli.messages import say

if TYPE_CHECKING:
    from muster.client.client import Client
    from muster.client.resources import Receipt

SETTLED_WITHIN_S: Final = 10


def tell(client: Client, receipt: Receipt, decided: str) -> None:
    """Say what is true once it is decided, or that it is not in time.

    Raises:
        MusterError: the scheduler rejected it.
    """
    outcome = client.settled(receipt.command_id, wait_s=SETTLED_WITHIN_S)
    say(f"the scheduler has not decided yet about {receipt.command_id}" if outcome == "pending" else decided)
