"""`muster up`, `down`, `status`: plug-ins of the `muster` command, one file each.

Shared output is in output.py: results go to stdout, messages to stderr, errors become exit codes.
"""
