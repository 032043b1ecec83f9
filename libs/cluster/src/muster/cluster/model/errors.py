"""The two ways a caller can be wrong: a value no cluster could mean, and a step this cluster cannot take."""


class CapacityError(ValueError):
    """A value is outside what a shape, a node or a workload may be. The text names field, value, allowed."""


class ClusterError(RuntimeError):
    """A step contradicts the cluster's state: an unknown node, a place taken or given back twice."""
