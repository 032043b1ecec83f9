"""The handlers of inputs, and the decisions that they make immediately.

commands       submit, cancel, suspend, resume; queues, reservations; node commands; policy
admission      checks a submission against the cluster's nodes and quotas
node_commands  cordon, drain, labels and taints, maintenance
attempts       agents' reports about running attempts, and the end of an attempt
checkpoints    agents' reports about stored checkpoints
dependencies   jobs that start after others: which they may name; cancelled if one ends otherwise
retry          whether and when an ended attempt is retried
nodes          nodes and GPUs that join, are suspected or lost, and return
output         the storage used by jobs' output, as reported by nodes
restrictions   restrictions of queues: made, lifted, expired (ADR 112)
verdicts       verdict on a failed attempt: the first failing rank and the rule (ADR 76)
"""
