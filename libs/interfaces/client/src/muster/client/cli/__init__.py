"""The `muster` command.

main          the entry point: find the command, run it, exit with its code
aliases       words of other tools: aliases of commands, hints for words that name none
registry      the available commands: the client's own and plug-ins of other packages, loaded when used
follow/       waiting for a job, following output, redrawing a table
texts         durations, sizes, ages, a job's "why" in one sentence
files         responses that are files: reports and pictures
connect       the client, connections, and the job that a command line refers to
commands/     login, whoami, token and version, a module each
explanations  the scheduler's explanation of a job, as lines of text
pricing/      the estimated cost of a job before it starts
completion    shell completion of jobs, states, queues and nodes
moments       times on the command line, absolute or relative
receipts      outcomes of requests that a service decides

Exit codes: 0 ok, 1 error or a job that did not succeed, 2 usage or invalid input, 3 not found, 4 conflict,
5 auth, 6 unavailable, 124 time-out, 130 Ctrl-C, 141 output pipe closed by its reader (`| head`).
`submit --wait`, `wait` and `logs -f` exit with the job's result: 0 if it succeeded, 1 if it failed, was
cancelled or rejected; the job's own exit code is printed.
"""

from muster.client.cli.main import main

__all__ = ["main"]
