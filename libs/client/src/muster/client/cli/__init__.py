"""The `muster` command.

main          the entry point: find the command, run it, exit with its code
registry      the available commands: the client's own and plug-ins of other packages, loaded when used
follow/       waiting for a job, following output, redrawing a table
texts         durations, sizes, ages, a job's "why" in one sentence
files         responses that are files: reports and pictures
connect       the client, and the job that a command line refers to
commands/     one module per command, in packages: jobs, queues, costs, cluster, account
columns       the columns of jobs, nodes, queues, reservations and events
completion    shell completion of jobs, states, queues and nodes
diagnosis/    the cause of a job's failure, from public facts
moments       times on the command line, absolute or relative
receipts      outcomes of requests that a service decides

Exit codes: 0 ok, 1 error or a job that did not succeed, 2 usage or invalid input, 3 not found, 4 conflict,
5 auth, 6 unavailable, 124 time-out, 130 Ctrl-C, 141 output pipe closed by its reader (`| head`).
`submit --wait`, `wait` and `logs -f` exit with the job's result: 0 if it succeeded, 1 if it failed, was
cancelled or rejected; the job's own exit code is printed.
"""

from muster.client.cli.main import main

__all__ = ["main"]
