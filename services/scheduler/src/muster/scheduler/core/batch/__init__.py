"""The batch being decided, and the facts and orders that are written into it.

context   the state, the current input, and the decisions made so far
binding   binds a gang to its placements
orders    one order per node of a bound gang
measures  the usage of queues, as facts at intervals
bandwidth  upload bandwidth of jobs that save, so that together they do not overload the store (ADR 92, 100)
mtbf      the expected time until a gang loses a node (ADR 94)
"""
