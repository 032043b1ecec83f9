"""The nouns: what a node has, what a rank asks of it, and what the two must never be.

Nothing here knows of more than one node. `mig_table` is data (how cards can be cut), `mig` the rule on it.
"""
