"""The leading scheduler of a stack, found by its metrics."""

from __future__ import annotations

import time
from typing import Final, NamedTuple

import httpx
from muster.local.endpoints import SCHEDULERS
from muster.local.home import Home
from muster.testkit.patience import Patience

_LEADING, _EPOCH = "muster_leader_leading", "muster_scheduler_epoch"
_POLL_S: Final = 0.2
_HTTP: Final = httpx.Client(trust_env=False, limits=httpx.Limits(max_keepalive_connections=0))
"""One client for all requests: creating one takes longer than a request."""


class Leader(NamedTuple):
    """The leader: the name of its program, and its epoch, which each take-over raises."""

    name: str
    epoch: int


def leader_of(home: Home) -> Leader:
    """Return the leading scheduler once exactly one reports that it leads: a take-over takes a moment.

    Raises:
        TimeoutError: none did in a time in which this machine could have.
    """
    ports = home.saved_ports()
    patience = Patience()
    while True:
        asked = {name: _measures(f"http://127.0.0.1:{ports[name]}/metrics") for name in SCHEDULERS}
        leading = [name for name, found in asked.items() if found.get(_LEADING)]
        if len(leading) == 1:
            return Leader(leading[0], int(asked[leading[0]][_EPOCH]))
        if patience.is_over():
            raise TimeoutError(f"schedulers that lead: {leading}; expected: one")
        time.sleep(_POLL_S)


def epoch_of(home: Home) -> int:
    """Return the highest epoch that any scheduler knows, even while a replaced one still claims to lead."""
    ports = home.saved_ports()
    found = [_measures(f"http://127.0.0.1:{ports[name]}/metrics") for name in SCHEDULERS]
    return max(int(measures.get(_EPOCH, 0)) for measures in found)


def _measures(url: str) -> dict[str, float]:
    """The metrics of a process by name, without labels; none while it does not answer."""
    try:
        text = _HTTP.get(url).raise_for_status().text
    except httpx.HTTPError:
        return {}
    lines = [line.rpartition(" ") for line in text.splitlines() if not line.startswith("#")]
    return {name.partition("{")[0]: float(value) for name, _, value in lines}
