"""The data types: what a node has, what a rank requests, and the errors.

Nothing here concerns more than one node. `mig_table` is data (how GPUs can be partitioned), `mig` the rules.
"""
