"""How the state is kept and proven.

hashing    the state hash: equal states, equal hashes, at the cost of what changed
snapshot   State to plain data and back: the entities, and what is derived from them
jobs, nodes, queues, waiting   each entity, field by field; shapes: what they have in common
plain      what an entity is written as; its keys are those of the logs on disk
"""
