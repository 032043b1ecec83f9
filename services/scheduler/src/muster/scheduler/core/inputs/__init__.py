"""The handlers of inputs, and what is decided at once.

commands       submit, cancel, suspend, resume; queues, reservations; node commands; policy
admission      checks a submission against the cluster's nodes and quotas
node_commands  cordon, drain, labels and taints, maintenance
attempts       agents' reports about running attempts, and the end of an attempt
checkpoints    agents' reports about what is stored of checkpoints
retry          which ended attempt is retried, and when
nodes          nodes and GPUs that join, are suspected or lost, and return
output         the storage that jobs' output takes, as nodes report it
restrictions   restrictions of queues: made, lifted, expired (ADR 112)
verdicts       why an attempt failed: the first failing rank and the rule (ADR 76)
"""
