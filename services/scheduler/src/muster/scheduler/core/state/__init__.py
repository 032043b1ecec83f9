"""The state, and the records that it consists of.

state        State: everything that a decision may depend on
job          Job, Attempt, Task, and PlacementClass: what decides where a job may run
specs        the specs of live jobs, equal ones as one object
pending      waiting jobs in scheduling groups, so that jobs known not to fit are not tried again
node         Node: the state of a machine; the choice of a rendezvous port
failure_rules  the rules by which failures are judged
retention    which checkpoints stay in the store
windows      the maintenance windows of all nodes, by time
gpu_sharing  which jobs may share a GPU, and how (ADR 16)
"""
