"""Watchdogs: running jobs that ought not to go on as they do (ADR 77).

hang         ranks that say nothing, and other suspicions of agents: told, or ended and retried
wall_time    the longest time of a tier: told at 90 %, then asked for a checkpoint and ended
"""
