"""Placement of a gang's ranks in the network: the requested layout, the topology, the choice."""
