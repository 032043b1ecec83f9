"""What an agent touches.

agent.py          NodeAgent: the story of one node's agent
session.py        the protocol with the log: connect, announce, serve
orders.py         reads orders, decides, remembers, then has them carried out
caretaker.py      looks after live tasks and reports what becomes of them
executor.py       runs tasks as processes: prepares, starts shims, stops, looks
shim/             the small process between the agent and the ranks
task_dir.py       the folder in which agent and shim leave each other word
home.py           the agent's folder: lock, lease, tasks
ledger_store.py   the ledger and its copy on disk
memory.py         what a restarted agent knows: one SQLite file
outbox.py         sends the reports that memory holds, in order, until the log has them
heartbeats.py     the node's signs of life
inventory.py      what the node has          nvml.py  its GPUs, asked of the driver
usage.py          what its hardware really does
network_map.py    where the node is in the network, as it is now
connection.py     the log on Kafka
log_shipper.py    ranks' output to S3 while they write it
checkpoints.py    checkpoints to S3 and back
working_files.py  working files from S3, verified, unpacked
strays.py         tasks that are not remembered
leftovers.py      processes that outlived their shim
worker_pool.py    threads that end together
simulated_agents.py  thousands of nodes in one process
durable.py        files that are whole or absent
"""
