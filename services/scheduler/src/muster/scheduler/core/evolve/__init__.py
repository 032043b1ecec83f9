"""How facts change the state. Besides, it holds only what passes note for themselves (README, invariants).

evolve     evolve(state, fact, cause): the handler of every fact
holdings   what jobs hold and which jobs wait, counted for a job's queue and its ancestors
attempts   agents' reports about attempts
checkpoints what is stored of jobs' checkpoints
nodes      nodes that join, are suspected or lost, return, are closed and opened
reconcile  compares what a restarted agent runs with what it should run
"""
