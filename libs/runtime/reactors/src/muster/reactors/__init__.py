"""Reactors: effects of facts on the outside world, separate from projections.

reactor.py   what a reactor declares: topics, facts -> effects (pure), how one effect is carried out
entry.py     one line of the ledger
ledger.py    what is due, delivered, failed or parked, with the positions, in Postgres
worker.py    follows the log into the ledger; carries out what is due, each effect on its own
addresses.py which addresses may be connected to
origins.py   the origin of an address
requests.py  one request to a target, at an address that was judged
webhook.py   an effect: a signed POST to an allowed target
s3_delete.py an effect: objects are removed from S3
alerts/      the reactor of alerts: by webhook, or by Apprise
cli.py       `muster reactors ls | retry`

An effect is carried out at least once, always with the same idempotency key; nothing can promise exactly once
to a world that does not take part in our transactions. Rebuilding projections fires nothing: a reactor has
positions of its own. Reading the log again fires nothing twice: the ledger knows the key.

A module is imported when the first of its names is used: `muster` loads only what a command needs.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from muster.reactors.entry import Entry, State
    from muster.reactors.ledger import Ledger
    from muster.reactors.reactor import Effect, Reactor, Undeliverable, Undelivered
    from muster.reactors.worker import ReactorWorker

__all__ = [
    "Effect",
    "Entry",
    "Ledger",
    "Reactor",
    "ReactorWorker",
    "State",
    "Undeliverable",
    "Undelivered",
]

_HOME: Final = {
    "Effect": "reactor",
    "Entry": "entry",
    "Ledger": "ledger",
    "Reactor": "reactor",
    "ReactorWorker": "worker",
    "State": "entry",
    "Undeliverable": "reactor",
    "Undelivered": "reactor",
}


def __getattr__(name: str) -> Any:
    """A public name, imported on first use (PEP 562)."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
