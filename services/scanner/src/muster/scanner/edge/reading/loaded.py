"""Does once what each child would repeat, by being imported in the process that they are forked from.

Reading the description of S3 takes a quarter of a second of CPU, the rules and first regular expressions some
milliseconds, machine code for pickles half a second. No connection is opened here: two processes must not
share one.
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
