"""Actions of an agent on its node.

agent.py        NodeAgent: one node's agent from start to end
simulated/      the agents of thousands of simulated nodes, in one process
protocol/       the log: orders in; reports and heartbeats out
tasks/          tasks as processes of this machine
shim/           the small process between the agent and the ranks
sandbox/        isolation of ranks from the rest of the machine
reclaim/        notices that the node will be taken away
credential/     the enrolment, and the tokens that reports carry
transfer/       working files, output and checkpoints: S3
disk/           what a restarted agent needs, and the folders of tasks
hardware/       resources and location of the node
checks.py       tests of the machine
kernel_log.py   faults that the kernel logs, such as Xids of GPUs
worker_pool.py  threads that end together
"""
