"""Hardware of the node, and its place in the network.

inventory    resources that can be allocated, and which GPUs are healthy
devices      the device files of GPUs that a task gets
nvml         the GPUs that NVIDIA's driver reports
dcgm         activity of their multiprocessors, from DCGM's exporter
usage        how much of the hardware is in use
network_map  the node's place in the network, as it is now
computing    a program that checks whether one GPU computes
"""
