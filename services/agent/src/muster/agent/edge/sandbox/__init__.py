"""What keeps a task's processes apart from the rest of the machine.

view        which paths they see
namespaces  kernel namespaces, made by hand
bubblewrap  the same by the program bwrap
kernel      the system calls
probe       what this machine can do
"""
