"""What each child would do anew is done once, by importing this, in the process that they are forked from.

The description of S3 takes a quarter of a second of CPU to read, the rules and first regular expressions some
milliseconds, machine code for pickles half a second. Nothing is connected here: a connection must not be
shared by two processes.
"""

from __future__ import annotations

from muster.scanner.edge.reading import executing
from muster.scanning.pickles.machine import load_compiled
from muster.scanning.scanner import scan
from muster.store import StoreSettings
from muster.store.sealed import SealedStore
from muster.tensors.sources import Memory

SealedStore(StoreSettings(endpoint="http://127.0.0.1", access_key="-", secret_key="-"))  # noqa: S106  (of nothing)
load_compiled()
scan(Memory(b"\x80\x04N."), "empty.pkl")

__all__ = ["executing"]
