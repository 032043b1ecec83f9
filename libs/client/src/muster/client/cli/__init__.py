"""The `muster` command.

main          the entry point: find the command, run it, end with its exit code
registry      which commands there are: the client's own, and plug-ins of other packages; loaded when used
follow/       waiting for a job, reading on, redrawing a table
texts         durations, sizes, ages, a job's "why" in one sentence
files         answers that are files: reports and pictures
connect       the client and the job that a command line means
commands/     one module per command, in rooms: jobs, queues, costs, cluster, account
columns       the columns of jobs, nodes, queues, reservations and events
completion    shell completion of jobs, states, queues and nodes
diagnosis/    why a job failed, from public facts
moments       times on the command line, absolute or relative
receipts      outcomes of requests that the scheduler decides

Exit codes: 0 ok, 1 error or a job that did not succeed, 2 usage or invalid input, 3 not found, 4 conflict,
5 auth, 6 unavailable, 124 time-out, 130 Ctrl-C, 141 the reader of the output has closed it (`| head`).
`submit --wait`, `wait` and `logs -f` end with the job's result: 0 when it succeeded, 1 when it failed, was
cancelled or rejected; its own exit code is printed.
"""

from muster.client.cli.main import main

__all__ = ["main"]
