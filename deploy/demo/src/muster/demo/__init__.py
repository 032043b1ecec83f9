"""`muster demo`: a real cluster's workload on a real Kafka, with a real training job beside it.

cli          the options of the command
story        what it does, step by step
trace        8,152 real pods made submissions with compressed times. Pure
nodes        the 1,213 real nodes, simulated by one agent
submission   the stream through the public API
training     the gang of two ranks on this machine, its output followed
observer     what happens, read from the log while it happens
screen       live progress: moving on a terminal, lines elsewhere
audit        `muster audit verify`, as a user would run it
commands     `muster`, as a user runs it
gate         a model that is released, and a worse version that is not
page         what is read at the end. Pure
picture      values over time, drawn in characters. Pure
bill         what the demo costs, by queue
gangs        gangs beside the trace, whose ranks must share a leaf. Pure
published    the version that the training job pushes, and its lineage
questions    explanations from the scheduler while the cluster is full
queues       the queues: the trace's service classes as a tree
yielding     a bigger job takes back borrowed GPUs; the training job saves and yields
"""
