"""Where a job may run, and where it goes: one rule per file, and the search that applies them.

search       where a gang goes, whole
constraints  which nodes will do, and which go first: labels and taints
gpu_models   of several GPU models, which goes first
avoidance    a retry avoids the nodes that failed
caches       of equally good nodes, one that keeps what the job needs
topology     how a gang lies in the network
geometry     which GPUs would have to be cut into MIG instances, or made whole again
"""
