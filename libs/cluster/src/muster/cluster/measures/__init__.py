"""Measures over many nodes: what they could hold, what is free, and which part of that is unusable."""
