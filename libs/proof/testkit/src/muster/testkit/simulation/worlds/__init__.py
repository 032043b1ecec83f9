"""The worlds: their processes, their faults, and the invariants at the end.

world      the base of worlds: chaos for a while, then calm, then judgement
scheduler  schedulers, agents and clients, until all jobs have ended
deciding   two processes of a deciding service and its users
names      the names service: unique names, quotas
chores     work orders, and workers that die
plans      the scheduler and the preemption service under faults
"""
