"""Where the core meets the world: the log, the heartbeats, S3, the operator.

machine     the core as the journal's leadership runner drives it: sequence, decide, write down, fold
door        what is wrong with a command by itself is judged here, before it is sequenced
intake      what a batch takes in: nothing twice, nothing out of order, no more than one record holds
detector    heartbeats in; "joined, suspected, recovered, lost" out
records     decisions as records for three topics
replay      one recorded batch re-stepped and compared
questions   asked by other threads, answered between two batches
http        GET /v1/jobs/{job_id}/explanation; explanation: its JSON
measures    what is measured at every commit
report      what a run looked like, read from the log alone
snapshots   the state in S3, verified when loaded
audit       the whole log replayed and compared
audit_cli   `muster audit`
service     all of it wired together, until told to stop
"""
