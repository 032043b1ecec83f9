"""The state, and the records that it consists of.

state        State: everything that a decision may depend on
job          Job, Attempt, Task, and PlacementClass: everything that determines where a job may run
specs        the specs of live jobs, equal ones as one object
pending      waiting jobs in scheduling groups, so that jobs known not to fit are not tried again
node         Node: the state of a machine; the choice of a rendezvous port
failure_rules  the failure rules in effect
windows      the maintenance windows of all nodes, by time
gpu_sharing  GPU sharing between jobs (ADR 16)
dependents   jobs that wait for others to end, by the job that they wait for
ended        ended jobs that are remembered, and digests of forgotten ones
exposure     learned rates of node loss, by GPU model
uploads      store bandwidth assigned to stopping jobs (ADR 92)
watches      due times of watchdogs for running jobs
"""
