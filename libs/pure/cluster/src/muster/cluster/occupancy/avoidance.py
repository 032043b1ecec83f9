"""Nodes that a job avoids: the last ones where its attempts failed, were refused or were lost (ADR 26).

A job is not placed there as long as the other open nodes could hold it when empty. If they could not, it may
be placed anywhere.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Final

from muster.cluster.cluster import Cluster
from muster.cluster.model.shape import Shape
from muster.cluster.model.where import Where
from muster.events.job_events import AttemptEnded, AttemptOutcome

NODES_AVOIDED_MAX: Final = 8
"""Nodes that a job avoids because its attempts failed there; the oldest is dropped first."""

_BLAMED: Final = (AttemptOutcome.FAILED, AttemptOutcome.REFUSED, AttemptOutcome.LOST)


def avoids_after(avoids: tuple[str, ...], ended: AttemptEnded) -> tuple[str, ...]:
    """The nodes that a job avoids once this attempt has ended, the newest last."""
    if ended.outcome not in _BLAMED or ended.node_id is None:
        return avoids
    others = [node_id for node_id in avoids if node_id != ended.node_id]
    return (*others, ended.node_id)[-NODES_AVOIDED_MAX:]


def avoided_now(  # noqa: PLR0917  (what a gang is)
    cluster: Cluster,
    nodes: Container[str],
    avoids: Iterable[str],
    shapes: Iterable[Shape],
    ranks: int,
    where: Where,
) -> tuple[str, ...]:
    """The known nodes that a gang must avoid now; empty when the other nodes could not hold it.

    Args:
        cluster: The kernel.
        nodes: The known nodes.
        avoids: Nodes where its attempts failed.
        shapes: Possible shapes of one rank; any of them will do.
        ranks: Size of the gang.
        where: Eligible nodes.
    """
    known = tuple(node_id for node_id in avoids if node_id in nodes)
    if known and any(cluster.fits_open(shape, ranks, where, without=known) for shape in shapes):
        return known
    return ()
