"""Contenders by name, as `--policy` has them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from muster.scheduler.lab.contender import Contender
from muster.scheduler.lab.load import Load
from muster.scheduler.lab.ours import Ours
from muster.scheduler.lab.rule_drf import Drf
from muster.scheduler.lab.rule_easy import Easy
from muster.scheduler.lab.rule_fifo import Fifo
from muster.scheduler.lab.rule_skip import Skip

OURS = "ours"

CONTENDERS: dict[str, Callable[[Load], Contender]] = {
    OURS: Ours,
    "fifo": Fifo,
    "easy": Easy,
    "bestfit": partial(Skip, score="bestfit"),
    "fgd": partial(Skip, score="fgd"),
    "adr5": partial(Skip, score="ours"),
    "drf": Drf,
}
"""The real core first, then the baselines; `adr5` is its placement without its order."""
