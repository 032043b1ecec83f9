"""Eligible nodes and placements: one rule per file, and the search that applies them.

search       the placements of a whole gang
constraints  eligible and preferred nodes: labels and taints
gpu_models   the order in which several GPU models are tried
spot         whether spot nodes are tried first, by the expected loss of work there
avoidance    a retry avoids nodes where attempts failed
caches       among equally good nodes, prefers one that holds the job's caches
topology     the layout of a gang in the network
geometry     GPUs whose MIG mode has to be enabled or disabled
"""
