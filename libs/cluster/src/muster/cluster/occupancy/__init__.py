"""Who holds what on which node, folded from the public facts (`job-events`) in their one order. Pure.

Any service can run this fold; it needs nothing but the facts (ADR 43).

asked         what a job's spec asks of the kernel
avoidance     which nodes a job avoids because its attempts failed there
occupancy     Occupancy: the fold, and the gangs that hold something
node_status   NodeStatus: what facts say of a node, and whether anything may be placed there
"""

from muster.cluster.occupancy.asked import (
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
