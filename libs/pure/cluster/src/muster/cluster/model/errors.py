"""The two errors of callers: an invalid value, and a step that contradicts the cluster's state."""


class CapacityError(ValueError):
    """A shape, node or workload has an invalid value. The message names field, value and the valid values."""


class ClusterError(RuntimeError):
    """A step contradicts the cluster's state: an unknown node, a placement taken or given back twice."""
