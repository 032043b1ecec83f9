"""Delta encoding in a process that may die: HOME TOKEN_FILE FAILPOINTS then tell TENANT REPOSITORY
COMMIT POSITION, or make TENANT XORB KEY DELTA_KEY BASE KEY."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

from muster.cas.hashing import from_hex
from muster.journal import Failpoints, SystemClock
from muster.registry.config import Settings
from muster.registry.edge.chunked.xorb_store import XorbStore
from muster.registry.edge.content import Content
from muster.registry.edge.deltas.encoding import Differences
from muster.registry.edge.deltas.restoring import Difference, Plain
from muster.registry.edge.deltas.tasks import Derived
from muster.store.sealed import SealedStore

home, token_file, failpoints, verb, *given = sys.argv[1:]
settings = Settings.load(home=Path(home), registry_token_file=Path(token_file))
if verb == "tell":
    Differences(settings, threading.Event(), Failpoints(failpoints)).perform(Derived(*given))
else:
    xorb, key, delta_key, *bases = given
    plain = Plain(XorbStore(Content(SealedStore(settings.store()))), SystemClock(), Failpoints(failpoints))
    difference = Difference(key=delta_key, bases=dict(zip(bases[::2], bases[1::2], strict=True)))
    plain.begin(from_hex(xorb), key, difference).result()
