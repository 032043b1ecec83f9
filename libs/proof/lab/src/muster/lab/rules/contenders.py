"""Contenders by name, for `--policy`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from muster.lab.loads.load import HOUR_MS, Load
from muster.lab.rules.contender import Contender
from muster.lab.rules.drf import Drf
from muster.lab.rules.easy import Easy
from muster.lab.rules.fifo import Fifo
from muster.lab.rules.guaranteed import Yielding
from muster.lab.rules.ours import Ours
from muster.lab.rules.preemptive import Preemptive
from muster.lab.rules.skip import Skip
from muster.lab.rules.time_sharing import SharingTime

OURS = "ours"
SHARED = "ours-shared"
"""Policies that share time between jobs, see `sharing`."""

CONTENDERS: dict[str, Callable[[Load], Contender]] = {
    OURS: Ours,
    "fifo": Fifo,
    "easy": Easy,
    "bestfit": partial(Skip, score="bestfit"),
    "fgd": partial(Skip, score="fgd"),
    "adr5": partial(Skip, score="ours"),
    "drf": Drf,
    SHARED: SharingTime,
    "tiresias": Preemptive,
    "kill-and-requeue": partial(Preemptive, saves=False),
    "srtf": partial(Preemptive, told=True),
    "ours-yielding": Yielding,
    "ours-headroom": partial(Yielding, headroom_percent=20),
    "ours-guaranteed": partial(Yielding, guaranteed_ms=HOUR_MS),
}
"""The real core first, then the baselines; `adr5` is its placement without its order."""

WITHOUT_PREEMPTION = tuple(CONTENDERS)[:7]
"""Policies that never stop a job for another: `--policy all`."""
