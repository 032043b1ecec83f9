"""MTBF: expected run time of a gang until it loses a node; sets its ranks' checkpoint interval (ADR 94).

    loss rate           sum over the gang's nodes of  (ends + 1) / (node time + prior)      by model and kind
    MTBF                1 / loss rate, at most MTBF_MAX_MS

Ends and node time are observed on the log for nodes of this GPU model (state.exposure). One end in the
policy's prior is added, so that few observations weigh little: spot_reclaim_prior_ms for spot nodes, else
node_loss_prior_ms. The loss of any node stops the whole gang.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from muster.scheduler.core.limits import MTBF_MAX_MS
from muster.scheduler.core.state.exposure import MILLI, Exposure
from muster.scheduler.core.state.job import Attempt
from muster.scheduler.core.state.state import State

_PARTS: Final = 10**15
"""Scale of the loss rate, which is counted per 10**15 ms so that integers suffice."""


def gang_mtbf_ms(state: State, attempt: Attempt) -> int:
    """Expected time until a bound attempt ends because of one of its nodes, ms."""
    nodes = [state.nodes[node_id] for node_id in attempt.tasks]
    kinds = Counter((node.announced_tags.spot, node.joined.gpu_model) for node in nodes)
    rate = sum(_rate(state, spot, model) * count for (spot, model), count in kinds.items())
    return min(MTBF_MAX_MS, MILLI * _PARTS // max(1, rate))


def _rate(state: State, spot: bool, model: str) -> int:
    """Thousandths of ends of one node in _PARTS milliseconds."""
    policy, learned = state.policy, state.spot if spot else state.steady
    prior_ms = policy.spot_reclaim_prior_ms if spot else policy.node_loss_prior_ms
    ends_milli, exposed_ms = learned.by_model.get(model, Exposure()).believed(state.now_ms, prior_ms)
    return ends_milli * _PARTS // exposed_ms
