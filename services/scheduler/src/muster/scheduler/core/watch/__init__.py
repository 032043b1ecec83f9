"""Watchdogs: running jobs and nodes that need intervention (ADR 77).

due          watchdog checks that become due by time alone
idle         jobs that hold GPUs without using them: reported, then ended by policy
faults       faults reported by a node's kernel: notification, closing by the Xid table, three strikes
hang         silent ranks, and other suspicions of agents: reported, or ended and retried
straggler    ranks with much slower steps than the others: reported, or ended and retried by policy
suspects     nodes where several jobs failed without a reported fault: closed, tested, reopened
unanswered   nodes that do not answer a stop order or store an order: suspected until they do
wall_time    wall-time limit of a tier: warning at 90 %, then time for a checkpoint and end
"""
