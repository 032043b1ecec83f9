"""I/O around the core: the log, heartbeats, S3, and operators.

machine     the core as driven by the journal's leadership runner: sequence, decide, record, fold
validation  validates each command by itself, before it is sequenced
intake      chooses the inputs of a batch: no duplicates, in order, no more than one record holds
detector    the failure detector: heartbeats in; "joined, suspected, recovered, lost" out
records     decisions as records for three topics
replay      re-steps one recorded batch and compares it
questions   questions from other threads, answered between two batches
http        GET /v1/jobs/{job_id}/explanation; explanation: its JSON
measures    metrics updated at every commit
report      a summary of a run, read from the log alone
snapshots   the state in S3, verified when loaded
audit       replays the whole log and compares
service     wires everything together and runs it until it is stopped
"""
