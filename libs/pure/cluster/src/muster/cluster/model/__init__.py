"""The data types: capacity of nodes, requests of ranks, and the errors.

Nothing here concerns more than one node. `mig_table` is data (how GPUs can be partitioned), `mig` the rules.
"""
