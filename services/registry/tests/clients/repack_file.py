"""Repack a file in a process that may die: HOME TOKEN_FILE FAILPOINTS TENANT OBJECT POSITION."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

from muster.journal import Failpoints
from muster.registry.config import Settings
from muster.registry.edge.repacking.repacker import Repacker
from muster.registry.edge.repacking.tasks import Whole

home, token_file, failpoints, *whole = sys.argv[1:]
settings = Settings.load(home=Path(home), registry_token_file=Path(token_file))
Repacker(settings, threading.Event(), Failpoints(failpoints)).perform(Whole(*whole))
