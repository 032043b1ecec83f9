"""What an agent decides, without clock, files or processes.

ledger.py       what to do with an order: start once, refuse, stop, ignore
containment.py  what contains a task: what it sees, as whom it runs, what it may use
environment.py  the environment variables of a rank
supervision.py  when the ranks of a task must end, and by which signal
given.py        what a task was given of its node
gpu_counters.py what DCGM says of GPUs
idleness.py     when the GPUs of a task idle
lag.py          how long the steps of a task's ranks take
outcome.py      what to report of a task that ended
notices.py      that the node will be taken away, as providers write it
reports.py      the envelopes of an agent's reports
lines.py        a stream of output as lines
scanned.py      what the scan of a task's output found, for its report
pace.py         how fast checkpoints go to the store
log_chunks.py   where to cut a log into chunks
simulation.py   what a simulated task does
node_list.py    the nodes of a simulated cluster
made_up_network.py  a network for nodes whose list has none
silence.py          when ranks count as hanging (ADR 77)
"""
