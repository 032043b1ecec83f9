"""Where the ranks of a gang go in the network: the requested layout, the topology, the choice."""
