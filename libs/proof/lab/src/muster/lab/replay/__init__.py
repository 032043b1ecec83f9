"""Replays a load by a contender in virtual time, and samples it."""
