"""Generated loads by name, as `gen:NAME` and `muster sim generate` have them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from muster.lab.loads.gfs import gfs_mix
from muster.lab.loads.kai import kai_consolidate, kai_fill, kai_gang, kai_reclaim
from muster.lab.loads.kueue import kueue_15k, kueue_50k
from muster.lab.loads.load import Load
from muster.lab.loads.volcano import volcano

GENERATED: dict[str, Callable[[], Load]] = {
    "kueue-15k": kueue_15k,
    "kueue-50k": kueue_50k,
    "kai-fill": kai_fill,
    "kai-gang": kai_gang,
    "kai-reclaim": kai_reclaim,
    "kai-consolidate": kai_consolidate,
    "volcano-10000x1": partial(volcano, 10_000),
    "volcano-500x20": partial(volcano, 500),
    "volcano-20x500": partial(volcano, 20),
    "volcano-1x10000": partial(volcano, 1),
    "gfs-mix": gfs_mix,
}
