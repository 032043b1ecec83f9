"""The pure heart of the scheduler: inputs in one order go in, decisions come out, nothing else happens.

Read in this order; each file is small and stands on those above it.

    decide        the story: step(state, inputs, observed_at_ms) -> decisions
    turn          one batch in the making: every fact is evolved the moment it is decided
    evolve        evolve(state, fact, cause): the only way facts change anything (evolve_tasks, evolve_nodes)
    state         State: all that a decision may depend on
    job, node     what the state is made of
    histogram     distributions in integers, and mixtures of them
    lifecycle     which fact may follow which: the job's automaton as a table
    pending       waiting jobs, grouped so that what is known not to fit is not tried again
    queues        the queue tree; holdings: who holds and who waits, counted for every queue
    account       what a queue used over time, and the credit it earned

What is asked of it:

    commands      submit, cancel, suspend, resume; queues; cordons; policy
    admission     what a command may not ask of THIS cluster
    attempts      what agents report of running attempts, and how an attempt ends
    nodes         nodes and GPUs that come, fall silent, return
    reconcile     an agent that restarted, and what it runs

The rules, one per file:

    policy_tiers    the scheduling pass, once a batch
    policy_order    whose turn it is: tiers, shares, the queue's own order
    policy_share    fair shares between queues: guarantee, credit, pressure now and over time
    policy_quota    what a queue may have, and which GPU models are left to it
    policy_tree     which changes of the queue tree are refused
    policy_aging    a job that waited long goes with the next higher tier
    policy_reclaim  what is due and lent is asked back, on the log
    policy_elastic  elastic jobs grow into idle GPUs and shrink before anyone is evicted
    policy_place    where a gang goes, whole
    policy_sharing  who shares a GPU with whom, and how
    policy_geometry when a GPU is cut into MIG instances, or made whole again
    policy_head     a blocked head of line neither starves nor starves others
    policy_retry    which ended attempt is tried again, and when
    policy_duration how long a job will run, from what is remembered (duration_history, duration_forecast)
    reasons         why a job waits: one dominant reason, told when it changes
    measures        telling what queues use, now and then
    binding         the fact that a gang has its places
    orders          from a bound gang to one order per node; ports for rendezvous
    limits          every bound, with its reason

How it is kept and proven:

    hashing       the state hash: equal states, equal hashes, at the cost of what changed
    snapshot      State to plain data and back
    canonical     plain data as bytes that depend on the data alone
"""
