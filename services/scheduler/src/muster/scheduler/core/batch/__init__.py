"""One batch in the making, and the facts and orders that are written into it.

context   the state, the input under consideration, and what has been decided so far
binding   the fact that a gang has its places
orders    from a bound gang to one order per node
measures  what queues use, as facts, now and then
"""
