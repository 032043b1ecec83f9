"""Does what it is told on one node, once."""
