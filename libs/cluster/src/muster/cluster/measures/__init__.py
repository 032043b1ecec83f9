"""Measures over many nodes: what they could hold, what is free, and what of that is of no use."""
