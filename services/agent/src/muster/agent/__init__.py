"""Carries out the scheduler's orders on one node, each at most once."""
