"""Holdings of jobs on nodes, folded from the public facts (`job-events`) in their one order. Pure.

Any service can run this fold; it needs nothing but the facts (ADR 43).

request       the request of a job's spec in the kernel's terms
avoidance     the nodes that a job avoids because its attempts failed there
occupancy     Occupancy: the fold, and the gangs that hold something
node_status   NodeStatus: the state of a node by its facts, and whether it is open for placements
"""

from muster.cluster.occupancy.avoidance import NODES_AVOIDED_MAX, avoided_now, avoids_after
from muster.cluster.occupancy.node_status import (
    NodeHealth,
    NodeStatus,
    Reclaim,
    StatusFact,
    Window,
    capacity_of,
)
from muster.cluster.occupancy.occupancy import (
    BoundGang,
    Occupancy,
    OccupancyError,
    geometries_of,
    instances_of,
    placements_of,
    shape_of,
)
from muster.cluster.occupancy.request import (
    MPS,
    TIME_SLICING,
    UNSAVED_MS_MAX,
    OffSpot,
    keyed_shape_of,
    layout_of,
    sharing_key,
    where_of,
    why_off_spot,
)

__all__ = [
    "MPS",
    "NODES_AVOIDED_MAX",
    "TIME_SLICING",
    "UNSAVED_MS_MAX",
    "BoundGang",
    "NodeHealth",
    "NodeStatus",
    "Occupancy",
    "OccupancyError",
    "OffSpot",
    "Reclaim",
    "StatusFact",
    "Window",
    "avoided_now",
    "avoids_after",
    "capacity_of",
    "geometries_of",
    "instances_of",
    "keyed_shape_of",
    "layout_of",
    "placements_of",
    "shape_of",
    "sharing_key",
    "where_of",
    "why_off_spot",
]
