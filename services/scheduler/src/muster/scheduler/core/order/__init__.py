"""The scheduling order of waiting jobs.

contest  tiers in order, fair shares between queues, then the queue's own order
aging    a job that has waited long is treated as one of the next higher tier
"""
