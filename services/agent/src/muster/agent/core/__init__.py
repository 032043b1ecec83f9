"""Decisions of an agent, without clock, files or processes.

ledger.py       decisions on orders: start once, refuse, stop, ignore
containment.py  containment of a task: the paths it sees, its user id, its resource limits
environment.py  the environment variables of a rank
supervision.py  when the ranks of a task must end, and by which signal
task_resources.py  resources of its node that a task holds
gpu_counters.py GPU metrics from DCGM's exporter
idleness.py     detection of idle GPUs
lag.py          step times of a task's ranks
outcome.py      report of a task that ended
notices.py      reclaim notices in the formats of providers
reports.py      the envelopes of an agent's reports
lines.py        a stream of output as lines
scanned.py      result of scanning a task's output, for its report
pace.py         rate limit of checkpoint transfers
log_chunks.py   division of a log into chunks
simulation.py   behaviour of a simulated task
node_list.py    the nodes of a simulated cluster
made_up_network.py  a network for nodes whose list has none
silence.py          detection of hanging ranks (ADR 77)
"""
