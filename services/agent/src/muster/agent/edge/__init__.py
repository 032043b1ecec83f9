"""Actions of an agent on its node.

agent.py        NodeAgent: one node's agent from start to end
simulated/      the agents of thousands of simulated nodes, in one process
protocol/       the log: orders in; reports and heartbeats out
tasks/          tasks as processes of this machine
shim/           the small process between the agent and the ranks
sandbox/        what keeps ranks apart from the rest of the machine
reclaim/        whether the node will be taken away
credential/     the enrolment, and the tokens that reports carry
transfer/       working files, output and checkpoints: S3
disk/           what a restarted agent needs, and the folders of tasks
hardware/       what the node has, and where it is
checks.py       whether the machine does what jobs need of it
kernel_log.py   faults that the kernel writes, such as Xids of GPUs
worker_pool.py  threads that end together
"""
