"""How facts change the state. Besides, it holds only what passes note for themselves (README, invariants).

evolve     evolve(state, fact, cause): the handler of every fact
holdings   what jobs hold and which jobs wait, counted for a job's queue and its ancestors
attempts   agents' reports about attempts
checkpoints what is stored of jobs' checkpoints
nodes      nodes that join, are suspected or lost, return, are closed and opened
reconcile  compares what a restarted agent runs with what it should run
demand     what forecasts of demand follow from (ADR 128)
exposure   how often nodes are lost or reclaimed
suspicion  whether a node is to blame for failed jobs (ADR 90)
watching   when a watchdog looks at a job again, and its last warning (ADR 77)
"""
