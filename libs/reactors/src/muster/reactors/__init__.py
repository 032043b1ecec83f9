"""Reactors: what must happen in the world because of facts, apart from every projection.

reactor.py   what a reactor declares: topics, facts -> effects (pure), how one effect is carried out
entry.py     one line of the ledger
ledger.py    what is due, delivered, failed or parked, with the positions, in Postgres
worker.py    follows the log into the ledger; carries out what is due, each effect on its own
webhook.py   an effect: a signed POST to an allowed target
s3_delete.py an effect: objects are removed from S3
cli.py       `muster reactors ls | retry`

An effect is carried out at least once, always with the same idempotency key; nothing can promise exactly once
to a world that does not take part in our transactions. Rebuilding projections fires nothing: a reactor has
positions of its own. Reading the log again fires nothing twice: the ledger knows the key.
"""

from muster.reactors.entry import Entry, State
from muster.reactors.ledger import Ledger
from muster.reactors.reactor import GROUP, Effect, Reactor, Undeliverable, Undelivered, installed
from muster.reactors.worker import ReactorWorker

__all__ = [
    "GROUP",
    "Effect",
    "Entry",
    "Ledger",
    "Reactor",
    "ReactorWorker",
    "State",
    "Undeliverable",
    "Undelivered",
    "installed",
]
