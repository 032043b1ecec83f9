"""How the state is kept and proven.

hashing    the state hash: equal states, equal hashes, at the cost of what changed
snapshot   State to plain data and back, entity by entity
"""
