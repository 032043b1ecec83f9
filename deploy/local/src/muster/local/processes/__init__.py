"""Programs of the stack as processes of this machine.

program       what a server or service declares
supervisor    one process: start, recognise, wait for, stop
start         start programs side by side, or name the one that failed
ports         which port each program listens on
probes        readiness, asked in each server's own protocol
unprivileged  servers that refuse root run as `nobody`
"""
