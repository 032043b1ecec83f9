"""Place objects in a process that may die: HOME TOKEN_FILE S3_ENDPOINT FAILPOINTS TIER OBJECT KEY."""

from __future__ import annotations

import sys
from pathlib import Path

from muster.events.registry_events import Tier
from muster.journal import Failpoints
from muster.registry.config import Settings
from muster.registry.edge.tiering.placement import Placer

home, token_file, endpoint, failpoints, tier, object_, key = sys.argv[1:]
settings = Settings.load(home=Path(home), registry_token_file=Path(token_file), s3_endpoint=endpoint)
Placer(settings, Failpoints(failpoints)).place(Tier(tier), {object_: key}, "registry-events/0/0")
