"""The candidates for a shape, best first, and how that order is updated.

`groups` makes one candidate of nodes in equal states, `births` logs new candidates; `heap_ranking` orders
them, and `compiled_ranking` does the same for large clusters (`compiled`, over the rows of `state_table`).
"""
