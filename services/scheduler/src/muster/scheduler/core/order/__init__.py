"""Which waiting job is tried first.

contest  tiers in order, fair between queues, then the queue's own order
aging    a job that waited long goes with the next higher tier
"""
