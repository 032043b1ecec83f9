"""The pure heart of the scheduler: inputs in one order go in, decisions come out, nothing else happens.

Read `decide` first: step(state, inputs, observed_at_ms) -> decisions. Then `scheduling_pass`, made once a
batch over everything that waits. Each room sees only those below it; its __init__ says what is in it:

    decide           the story of one batch
    explain          questions, which change nothing: why a job is where it is, when it will start
    replay           how the state is kept and proven: its hash, its snapshot
    scheduling_pass  who is tried in which order, who is bound, who is told why not
    inputs           what comes in: commands, reports of agents, nodes that come and go
    reasons          why a job waits: one dominant reason, told when it changes
    move             who makes room for others
    reserve          nodes that are kept free, and who may use them meanwhile
    batch            one batch in the making: a fact is evolved the moment it is decided
    evolve           evolve(state, fact, cause): the only way facts change anything
    order            which waiting job is tried first
    placement        where a job may run, and where it goes
    state            State: all that a decision may depend on
    durations        how long jobs run, learned from those that ran
    limits           every bound, with its reason (beside it: reason_codes, canonical)

What queues may have and are due is a library, `muster.queues`: other services plan under the same rules.
"""
