"""The scheduler's pure core: turns ordered inputs into decisions, without side effects.

Read `decide` first: step(state, inputs, observed_at_ms) -> decisions. Then `scheduling_pass`, which runs once
per batch over all waiting jobs. Each package imports only those below it and lists its files in `__init__`:

    decide           the main procedure: one batch
    explain          read-only queries: why a job waits or runs where it does, when it will start
    replay           the state's hash and snapshot
    scheduling_pass  tries jobs in scheduling order, binds those that fit, records why the others wait
    inputs           handles commands, agents' reports, and nodes that join, fail and return
    reasons          why a job waits: one dominant reason, reported when it changes
    move             running jobs that make room for others
    watch            running jobs and nodes that need intervention
    reserve          nodes that are reserved, and backfill on them
    batch            the batch being decided: every fact is evolved as soon as it is decided
    evolve           evolve(state, fact, cause): the only way in which facts change the state
    retention        which checkpoints of a job expire
    order            the scheduling order of waiting jobs
    placement        eligible nodes, and the choice among them
    state            State: everything that a decision may depend on
    durations        run-time estimates, learned from completed attempts
    limits           all limits, with their reasons (next to it: reason_codes, canonical)
    starts           predicted starts of waiting jobs (ADR 70)

Quotas, guarantees and fair shares are a library, `muster.queues`, because other services plan with them too.
"""
