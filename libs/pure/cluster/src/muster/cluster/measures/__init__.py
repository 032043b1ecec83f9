"""Measures over many nodes: their capacity, their free resources, and the unusable part of these."""
