"""Submission of jobs: validation of requests, their commands, and the state of jobs.

Writes: every request that passes becomes a command on `job-commands`, `queue-commands` or
`operator-commands`, and is answered when the log has it. Reads: projections of `job-events` and `log-events`,
which this service keeps up to date and can rebuild at any time.

main     python -m muster.submit http | projector
config   Settings: the only reader of the environment
core     pure: requests to commands, events to rows, output to lines, checks before a command is sent
edge     I/O: the HTTP API, working files, log streams; the projector and its queries
cli      commands of `muster` about jobs, queues and nodes
"""
