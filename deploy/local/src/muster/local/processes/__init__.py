"""Programs of the stack as processes on this machine.

program       declaration of a server or service
supervisor    start, recognise, wait for and stop one process
start         start programs in parallel, and name one that fails
ports         choose the port of each program
probes        check readiness in each server's own protocol
unprivileged  run servers that refuse root as `nobody`
"""
