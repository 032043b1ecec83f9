"""Drifts by name: what may be created, and what there is."""
