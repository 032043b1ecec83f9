"""Where the core meets the world: the log, the heartbeats, S3, the operator.

machine     the core as the journal's leadership runner drives it: sequence, decide, record, fold
validation  validates each command by itself, before it is sequenced
intake      chooses the inputs of a batch: no duplicates, in order, no more than one record holds
detector    the failure detector: heartbeats in; "joined, suspected, recovered, lost" out
records     decisions as records for three topics
replay      one recorded batch re-stepped and compared
questions   questions from other threads, answered between two batches
http        GET /v1/jobs/{job_id}/explanation; explanation: its JSON
measures    metrics updated at every commit
report      a summary of a run, read from the log alone
snapshots   the state in S3, verified when loaded
audit       replays the whole log and compares
service     wires all of it together and runs it until it is stopped
"""
