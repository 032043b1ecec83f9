"""Nodes, GPUs, shapes and the placement kernel."""
