"""What the node has and where it is.

inventory    what can be given out, and which GPUs are healthy
devices      the device files of GPUs that a task gets
nvml         the GPUs that NVIDIA's driver reports
dcgm         how busy their multiprocessors are, as DCGM's exporter says
usage        how much of the hardware is in use
network_map  the node's place in the network, as it is now
computing    a program that checks whether one GPU computes
"""
