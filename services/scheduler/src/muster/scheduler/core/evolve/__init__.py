"""Applies facts to the state. All other state consists of notes that passes keep (README, invariants).

evolve     evolve(state, fact, cause): the handler of every fact
holdings   holdings and pending jobs, counted for a job's queue and its ancestors
attempts   agents' reports about attempts
dependents jobs that wait for others to end
checkpoints reports about jobs' stored checkpoints
nodes      nodes that join, are suspected or lost, return, are closed and opened
reconcile  compares what a restarted agent runs with what it should run
demand     data for forecasts of demand (ADR 128)
exposure   how often nodes are lost or reclaimed
suspicion  whether a node is to blame for failed jobs (ADR 90)
watching   due times of watchdogs for jobs, and their last warnings (ADR 77)
"""
