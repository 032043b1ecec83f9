"""A process and its roles, from the command line to the exit code.

command.py       the command line: which role, `--check`
process.py       a process and its roles: signals, readiness, exit codes
supervision.py   one role in a thread of its own, started again when that helps
consequences.py  which failure is tried again, and which ends the process
"""
