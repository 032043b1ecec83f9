"""Isolation of a task's processes from the rest of the machine.

view        paths that are visible to them
namespaces  kernel namespaces, made by hand
bubblewrap  the same by the program bwrap
kernel      the system calls
cgroups     control groups: memory, CPU, processes
memory      memory use of a task, where no control group counts it
probe       whether a kind of sandbox works here
node        the sandbox of this node's tasks
programs    one program of another service in such a sandbox
"""
