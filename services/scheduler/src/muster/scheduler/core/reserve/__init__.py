"""Reservations of nodes, and backfill on them.

head_of_line  the reservation for a blocked head of queue, so that no job starves
planner       the estimated time and nodes at which a gang will have room
advance       capacity reservations: nodes for a queue for a time window
backfill      which jobs may run on reserved nodes because they are estimated to end in time
forecast      amount that best-effort work may hold for a guaranteed duration (ADR 128)
"""
