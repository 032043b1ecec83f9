"""The state's hash and snapshot.

hashing    the state hash: equal states have equal hashes; its cost depends on what changed
snapshot   converts State to plain data and back: the entities, and what is derived from them
jobs, nodes, queues, waiting   each entity, field by field; shapes: code that they share
plain      the format of written entities; its keys are those of the logs on disk
failures   the failure evidence of a live attempt, as plain data
"""
