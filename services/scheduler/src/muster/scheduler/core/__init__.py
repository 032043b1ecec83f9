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

    commands      submit, cancel, suspend, resume; queues, reservations; cordons; policy
    admission     what a command may not ask of THIS cluster
    attempts      what agents report of running attempts, and how an attempt ends
    nodes         nodes and GPUs that come, fall silent, return
    node_commands what operators ask of nodes
    reconcile     an agent that restarted, and what it runs

The rules, one per file:

    policy_tiers    the scheduling pass, once a batch
    policy_order    whose turn it is: tiers, shares, the queue's own order
    policy_share    fair shares between queues: guarantee, credit, pressure now and over time
    policy_quota    what a queue may have, and which GPU models are left to it
    quota_sentence  what a quota or a limit lacks, in words
    policy_tree     which changes of the queue tree are refused
    policy_aging    a job that waited long goes with the next higher tier
    policy_reclaim  what is due and lent is asked back, on the log
    policy_elastic  elastic jobs grow into idle GPUs and shrink before anyone is evicted
    policy_defrag   room for the head of line by moving others, where that pays
    policy_place    where a gang goes, whole
    policy_constraints  which nodes will do, and which go first: labels and taints
    policy_models   of several GPU models, which goes first
    policy_maintenance  nodes are closed gently: drained, or for a window (windows)
    policy_avoid    a retry avoids the nodes that failed
    policy_caches   of equally good nodes, one that keeps what the job needs
    policy_topology how a gang lies in the network
    policy_sharing  who shares a GPU with whom, and how
    policy_geometry when a GPU is cut into MIG instances, or made whole again
    policy_reserve  what is kept for a blocked head of line, and until when (reserve_plan): nobody starves
    policy_advance  nodes reserved for a queue, from a time until another
    policy_backfill who may run ahead on those nodes: who is believed to be gone in time
    policy_retry    which ended attempt is tried again, and when
    policy_duration how long a job will run, from what is remembered (duration_history, duration_forecast)
    reasons         why a job waits: one dominant reason, told when it changes; reason_codes: what codes mean
    measures        telling what queues use, now and then
    binding         the fact that a gang has its places
    orders          from a bound gang to one order per node; ports for rendezvous
    limits          every bound, with its reason

Questions, which change nothing (ADR 22):

    explain         why a job is where it is
    explain_turn    whose turn comes before its own, and why
    explain_start   when it will start, as a range (explain_need, explain_wave)
    explain_change  what would let it start now; explain_trial: a pass in thought
    explain_place   why it was put there, and what the next best place is
    explain_words   all of it in words

How it is kept and proven:

    hashing       the state hash: equal states, equal hashes, at the cost of what changed
    snapshot      State to plain data and back
    canonical     plain data as bytes that depend on the data alone
"""
