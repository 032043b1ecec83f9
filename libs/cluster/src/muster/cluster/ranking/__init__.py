"""The candidates for a shape, best first, and how that order is kept up to date.

`groups` makes nodes in equal states one candidate, `births` logs new ones; `heap_ranking` orders them, and
`compiled_ranking` does the same for large clusters (`compiled`, over the rows of `state_table`).
"""
