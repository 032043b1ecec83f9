"""What is remembered: the state, and the records it is made of.

state        State: all that a decision may depend on
job          Job, Attempt, Task, and what decides where a job may go
pending      waiting jobs, grouped so that what is known not to fit is not tried again
node         Node: what is remembered of a machine; the port for a rendezvous
windows      when which nodes close for maintenance
gpu_sharing  who shares a GPU with whom, and how (ADR 16)
"""
