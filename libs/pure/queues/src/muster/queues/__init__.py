"""The queue tree: quotas, holdings, and fair shares of queues (ADR 19, ADR 20, ADR 52). Pure.

The scheduler decides by these rules; a service that plans under them, such as preemption, asks the same ones.
They take plain values: a queue, a shape, a number of ranks, the policy, the time.

From the top down (import-linter holds this order):

    occupancy       QueueOccupancy: the tree and what jobs hold, folded from the public facts
    trial           what would be held, for as long as a trial lasts
    quota_sentence  what a quota or a limit lacks, in words
    tree_changes    which changes of the tree are refused
    headroom        the GPUs of a model that work which is owed nothing leaves free
    forecast        how much such work may hold for a guaranteed duration, from forecast demand
    dues            what is due to each queue by weight, and who may be asked to yield for it
    quotas          what a queue may have, and which GPU models are left to a job
    shares          fair shares between queues: guarantee, credit, pressure now and over time; who borrows
    holdings        counting who holds and who waits, on every level of the tree
    tree            the queues themselves
    restrictions    what keeps jobs of some tiers from starting for a while
    account         use over time, and credit
    prices          GPU at model price
"""
