"""Make a whole copy in a process that may die: HOME FAILPOINTS RECORD."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

from muster.journal import Failpoints
from muster.registry.config import Settings
from muster.registry.core.storage.cached_copies import wanted_of
from muster.registry.edge.repacking.copying import Copier

home, failpoints, record = sys.argv[1:]
settings = Settings.load(home=Path(home))
Copier(settings, threading.Event(), failpoints=Failpoints(failpoints)).make([wanted_of(record)])
