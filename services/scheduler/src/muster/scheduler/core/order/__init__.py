"""The scheduling order of waiting jobs.

contest  tiers in order, fair shares between queues, then the queue's own order
attained least attained service first, in queues that share time
aging    a job that has waited long is treated as one of the next higher tier
"""
