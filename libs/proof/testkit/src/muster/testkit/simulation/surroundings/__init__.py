"""The environment of simulated processes, and their clients.

shared     what all processes share
clock      a process's clock, which may be set
network    a process's connection to the log: late, cut, or unsure
objects    the object store, in memory
machine    a node without its agent: ranks, their folders, the agent's disk
clients    users: submit, cancel, suspend, resume, cordon; also twice, also nonsense
"""
