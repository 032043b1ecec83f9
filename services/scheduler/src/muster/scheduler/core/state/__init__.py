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
ended        ended jobs that are remembered, and digests of forgotten ones
exposure     how often nodes were lost or reclaimed, by GPU model
uploads      the store bandwidth that stopping jobs save with (ADR 92)
watches      when watchdogs look at running jobs next
"""
