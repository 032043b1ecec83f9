"""Watchdogs: running jobs that ought not to go on as they do (ADR 77).

due          jobs at which to look by time alone
idle         GPUs that a job holds and does not use: told, then ended by policy
faults       what a node's kernel reports: told, closed by the table of Xids, three strikes
hang         ranks that say nothing, and other suspicions of agents: told, or ended and retried
straggler    ranks whose steps take much longer than the others': told, or ended and retried by policy
suspects     nodes where several jobs failed and no fault was reported: closed, tested, opened again
unanswered   nodes that leave an order to stop unanswered: suspected until they answer
wall_time    the longest time of a tier: told at 90 %, then asked for a checkpoint and ended
"""
